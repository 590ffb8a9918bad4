"""Positions from the tables of rule cases, and what is impossible about a position."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict, replace

from adjudicator.games.contract import GameError, Value
from adjudicator.games.engine import OVER, codec
from adjudicator.games.engine.phases import current_phase
from adjudicator.games.samurai_swords import edition
from adjudicator.games.samurai_swords.chapters.laps import IN_TURN, is_in_turn
from adjudicator.games.samurai_swords.chapters.muster import ronin_in_play
from adjudicator.games.samurai_swords.meta import why_not_together
from adjudicator.games.samurai_swords.modes.steps import LETTERS, find_strays
from adjudicator.games.samurai_swords.table import position as records
from adjudicator.games.samurai_swords.table import troops
from adjudicator.games.samurai_swords.table.own_board import LEAST_SHARE, board
from adjudicator.games.samurai_swords.table.play import WAR_PHASES, SwordsPlay
from adjudicator.games.samurai_swords.table.position import Colour, SwordsPosition, WarTurn
from adjudicator.wording.english import number_of

MOST_ALLIED = 4
"""The colours of two players."""


def fill_table(
    name: str, kind: type[SwordsPosition], table: Mapping[str, Any], options: Mapping[str, Value]
) -> SwordsPosition:
    """Make a position from a case's table. Raises GameError.

    Its seats have what the colours of their names have; a colour of another seat says whose it is
    (``colours.Uesugi.seat``). Provinces that are not listed are empty; colours that are not listed
    but own something exist with nothing else; the phase is war, in the turn of ``active`` or of
    the first colour.
    """
    phase = "march" if options["war"] == "steps" else "war"
    filled: dict[str, Any] = {"phase": phase, **table}
    for key, shape in _SHAPES.items():
        if not isinstance(filled.get(key, shape()), shape):
            raise GameError("no-such-shape", key=key, words=_WORDS[shape])
    listed = filled.get("provinces", {})
    seats = dict(filled.get("seats", {})) | dict(filled.get("colours", {}))
    owners = [p.get("owner") for p in listed.values() if isinstance(p, dict)]
    for seat in (*filled.get("turn_order", ()), *owners):
        if isinstance(seat, str) and seat:
            seats.setdefault(seat, {})
    commands = _commands(seats)
    seats = {name: seats.get(name, {}) for each in commands.values() for name in each}
    parted_in_turn = filled["phase"] == "divide" and is_in_turn(options)
    filled.setdefault("turn_order", tuple(commands if parted_in_turn else seats))
    at_war = filled["phase"] in WAR_PHASES and options["war"] != "together"
    if at_war or (filled["phase"] in IN_TURN and is_in_turn(options)):
        filled.setdefault("active", next(iter(filled["turn_order"]), ""))
    places = board(options).provinces
    for place in listed:
        if place not in places:
            raise GameError("no-province", place=place[:40])
    filled |= {
        "game": name,
        "options": options,
        "provinces": {place: listed.get(place, {}) for place in places},
        "seats": {seat: {"colours": each} for seat, each in commands.items()},
        "colours": seats,
    }
    position = codec.convert(kind, filled)
    if position.phase in LETTERS and position.turn is UNSET:
        position = replace(position, turn=_turn_under_way(position))
    uncounted = (name for name, record in seats.items() if "hidden_total" not in record)
    counted = {name: _count_ronin(position.colours[name]) for name in uncounted}
    return replace(position, colours={**position.colours, **counted})


def _turn_under_way(position: SwordsPosition) -> WarTurn:
    """Return a turn in a step of it, in which every army stands where it began."""
    active = position.colours.get(position.active, Colour())
    began = {number: army.at for number, army in active.armies.items()}
    return WarTurn(position.active, LETTERS[position.phase], began=began)


_SHAPES = {"seats": dict, "colours": dict, "provinces": dict, "turn_order": list}
_WORDS = {dict: "table", list: "list"}


def _commands(records: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the colours of each seat: its own first, then those that say they are its."""
    seat_of = {
        name: str(record.get("seat", name)) if isinstance(record, dict) else name
        for name, record in records.items()
    }
    commands: dict[str, list[str]] = {seat: [seat] for seat in seat_of.values()}
    for name, seat in seat_of.items():
        if name not in commands[seat]:
            commands[seat].append(name)
    return commands


class Commanded(Colour, frozen=True):
    """A colour as cases know it."""

    seat: str = ""
    """The seat that commands it."""


def as_table(position: SwordsPosition) -> Mapping[str, Any]:
    """Return a position as cases know it: a seat has what the colour of its name has."""
    colours = {
        name: Commanded(**asdict(position.colours[name]), seat=seat)
        for seat, record in position.seats.items()
        for name in record.colours
    }
    return {**asdict(position), "seats": position.colours, "colours": colours}


def _count_ronin(seat: Colour) -> Colour:
    """Count the hidden ronin of a seat, whose total a case leaves out."""
    total = sum(troop.army + troop.force for troop in seat.hidden.values())
    return replace(seat, hidden_total=total)


def unplayable(play: SwordsPlay) -> Iterator[str]:
    """Say why a position cannot be played: it names what there is not, over which rules would trip.

    Whether it could come about in a game is another question: see ``faults``.
    """
    position = play.position
    if why := why_not_together(position.options):
        yield why
    commanded = [name for seat in position.seats.values() for name in seat.colours]
    if commanded != list(position.colours) or len(set(commanded)) < len(commanded):
        yield "Each colour must be commanded by one seat, and they follow one another as these sit."
        return
    if any(not each.colours or each.colours[0] != seat for seat, each in position.seats.items()):
        yield "A seat's first colour has its name."
        return
    if position.has_allies and (len(position.seats) > 2 or len(commanded) > MOST_ALLIED):
        yield "Only two seats command two colours each."
    for name in sorted(_named_colours(position) - set(position.colours)):
        yield f"“{name[:40]}” is not a seat of this position."
    yield from _turns(play)
    if list(position.provinces) != list(play.board.provinces):
        yield "The position does not list the provinces of the board."
    for name in sorted(_places(position) - set(play.board.provinces)):
        yield f"There is no province “{name[:40]}” on the board."
    for name, seat in position.colours.items():
        yield from _seat(name, seat)
        placing = position.phase in edition.SETTING_UP and position.phase != "divide"
        if placing and not _has_room(position, name):
            yield f"{name} has fewer provinces than armies to place."
    if position.phase == "divide":
        yield from _why_no_parting(play)


def _why_no_parting(play: SwordsPlay) -> Iterator[str]:
    """Say why hands cannot be parted: they must be enough, and no army stands on the board."""
    for seat, record in play.position.seats.items():
        hand = sum(len(play.provinces_of(name)) for name in record.colours)
        if len(record.colours) < 2 or hand < LEAST_SHARE * len(record.colours):
            yield f"{seat} has no two colours, or too few provinces to part."
        if any(army.at for name in record.colours for army in play.colour(name).armies.values()):
            yield "Armies are placed when the provinces are parted."


def _has_room(position: SwordsPosition, name: str) -> bool:
    """Whether each army that a colour has not placed finds a province of its own."""
    at = [army.at for army in position.colours[name].armies.values()]
    owned = (place for place, land in position.provinces.items() if land.owner == name)
    return at.count("") <= sum(place not in at for place in owned)


def _named_colours(position: SwordsPosition) -> set[str]:
    missions = [seat.mission for seat in position.colours.values() if seat.mission]
    names = {land.owner for land in position.provinces.values()}
    names |= {position.active, position.ninja.holder, position.ninja.spied}
    names.update(mission.turn for mission in missions)
    return {*(names - {""}), *position.turn_order, *(mission.victim for mission in missions)}


def _turns(play: SwordsPlay) -> Iterator[str]:
    position = play.position
    order = position.turn_order
    living = set(play.survivors())
    if len(set(order)) < len(order):
        yield "The turn order names a seat twice."
    ordered = position.phase in (*edition.SETTING_UP, "muster") and position.phase != "divide"
    if ordered and not living <= set(order):
        yield "The turn order must name every seat that is in the game."
    if position.active and (position.active not in order or position.active not in living):
        yield f"{position.active} is not in the turn order."
    in_turn = position.phase in IN_TURN and is_in_turn(position.options)
    if position.active and position.phase not in WAR_PHASES and not in_turn:
        yield "Only war is waged turn by turn."
    if in_turn and not position.active:
        yield "A setup in turn must say whose turn it is."
    if in_turn and position.phase == "divide" and sorted(order) != sorted(position.seats):
        yield "Where hands are parted in turn, the turn order names the first colour of each seat."
    rule = current_phase(play) if in_turn and position.active else None
    lap, laps = rule.lap(play) if rule else (0, 0)
    if lap > laps:
        yield f"The phase {position.phase} has no turn {lap}."
    if position.phase == "spy" and not (position.ninja.holder and position.ninja.spied):
        yield "A spy phase needs the ninja’s holder and the seat spied on."
    if not living and position.phase != OVER:
        yield "No seat of the position is in the game."
    if position.phase in LETTERS:
        yield from find_strays(play)
    turn = UNSET if position.phase in LETTERS else position.turn
    for memory in (position.muster, turn):
        if memory is not UNSET:
            yield "No position is saved in the middle of a phase."


def _places(position: SwordsPosition) -> set[str]:
    nowhere = {""} if position.phase in edition.SETTING_UP else set()
    names: set[str] = set()
    for seat in position.colours.values():
        names |= {army.at for army in seat.armies.values()} - nowhere
        names.update(seat.hidden, seat.policy.recover, seat.policy.casualties_in)
        if seat.mission and seat.mission.target:
            names.add(seat.mission.target)
    if isinstance(position.turn, WarTurn):
        names.update(position.turn.began.values())
    return names


def _seat(name: str, seat: Colour) -> Iterator[str]:
    policy = seat.policy
    armies = {*seat.armies, *policy.revenge, *policy.successors}
    armies.update(*policy.revenge_on.values())
    armies |= {seat.mission.army} if seat.mission else set()
    if not armies <= set(edition.ARMIES):
        yield f"{name}: armies have the numbers {', '.join(edition.ARMIES)}."
    orders = (policy.casualties, *(each.casualties for each in policy.casualties_in.values()))
    if any(each != edition.UNITS and sorted(each) != sorted(edition.UNITS) for each in orders):
        yield f"{name}: casualties must name {', '.join(edition.UNITS)} once each."
    for unit in (policy.successor, *policy.successors.values()):
        if unit not in ("", *edition.REGULAR):
            yield f"{name}: “{unit[:40]}” cannot succeed a daimyo."
    if not {*policy.recover_units} <= {*edition.UNITS}:
        yield f"{name}: what is picked up must be {', '.join(edition.UNITS)}."


# What is impossible about a position that can be played


def find_faults(play: SwordsPlay) -> Iterator[str]:
    """Say what is impossible about a position."""
    for name in play.position.colours:
        yield from _seat_faults(play, name)
    for place, land in play.position.provinces.items():
        yield from _province_faults(play, place, land)
    castles = [land.building for land in play.position.provinces.values() if land.building]
    if len(castles) > edition.CASTLES or castles.count("fortress") > edition.FORTRESSES:
        yield f"castles: {len(castles)}, fortresses among them: {castles.count('fortress')}"
    ronin = ronin_in_play(play)
    if ronin > play.edition.ronin:
        yield f"{ronin} ronin in play"


def _seat_faults(play: SwordsPlay, name: str) -> Iterator[str]:
    seat = play.colour(name)
    mine = set(play.provinces_of(name))
    if seat.out and (mine or seat.armies):
        yield f"{name} is out but owns {number_of(len(mine), 'province')}"
    for unit in edition.REGULAR:
        left = play.tray(name, unit)
        if left < 0:
            yield f"{name} has {-left} too many of {unit}"
    if play.position.phase in edition.SETTING_UP:
        return
    yield from _army_faults(name, seat, mine)
    if play.position.viewer is None or play.position.viewer == play.seat_of(name):
        total = sum(hidden.army + hidden.force for hidden in seat.hidden.values())
        if total != seat.hidden_total or not set(seat.hidden) <= mine:
            yield f"{name} hides {total} ronin, not {seat.hidden_total}, or where it owns nothing"
        at = {army.at for army in seat.armies.values()}
        for place, hidden in seat.hidden.items():
            if hidden.army and place not in at:
                yield f"{name} hides {hidden.army} ronin with an army in {place}, where none stands"


def _army_faults(name: str, seat: records.Colour, mine: set[str]) -> Iterator[str]:
    where = [army.at for army in seat.armies.values()]
    if len(set(where)) < len(where) or not set(where) <= mine:
        yield f"{name}: armies stand at {where}"
    for number, army in seat.armies.items():
        hidden = seat.hidden.get(army.at)
        problem = troops.army_problem(records.counts(army), number, hidden.army if hidden else 0)
        if (
            problem
            or min(records.all_units(army).values()) < 0
            or (army.down and not records.regulars(army))
        ):
            yield f"{name}, army {number}: {problem.message if problem else army}"


def _province_faults(play: SwordsPlay, place: str, province: records.Province) -> Iterator[str]:
    if min(records.all_units(province).values()) < 0:
        yield f"{place}: {province}"
    if not province.owner:
        if records.size(province):
            yield f"{place} holds units but belongs to nobody"
        return
    held = play.has_force(place) or play.army_in(place) is not None
    if not held and play.position.phase not in edition.SETTING_UP:
        yield f"{province.owner} owns {place} without units"
    problem = troops.force_problem(records.counts(province), place, play.hidden_ronin(place).force)
    if problem:
        yield problem.message
