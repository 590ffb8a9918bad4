"""Positions from the tables of rule cases, and what is impossible about a position."""

from collections import Counter
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
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.games.samurai_swords.table import position as records
from adjudicator.games.samurai_swords.table import troops
from adjudicator.games.samurai_swords.table.own_board import LEAST_SHARE, board
from adjudicator.games.samurai_swords.table.play import WAR_PHASES, SwordsPlay
from adjudicator.games.samurai_swords.table.position import Colour, SwordsPosition, WarTurn
from adjudicator.wording import Reason

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
            raise GameError(reason("no-such-shape", key=key, words=_WORDS[shape]))
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
            raise GameError(reason("no-province", place=place[:40]))
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


def unplayable(play: SwordsPlay) -> Iterator[Reason]:
    """Say why a position cannot be played: it names what there is not, over which rules would trip.

    Whether it could come about in a game is another question: see ``find_faults``.
    """
    position = play.position
    if why := why_not_together(position.options):
        yield why
    commanded = [name for seat in position.seats.values() for name in seat.colours]
    if commanded != list(position.colours) or len(set(commanded)) < len(commanded):
        yield reason("colours-of-seats")
        return
    if any(not each.colours or each.colours[0] != seat for seat, each in position.seats.items()):
        yield reason("first-colour")
        return
    if position.has_allies and (len(position.seats) > 2 or len(commanded) > MOST_ALLIED):
        yield reason("two-colours")
    for name in sorted(_named_colours(position) - set(position.colours)):
        yield reason("no-seat", seat=name[:40])
    yield from _turns(play)
    if list(position.provinces) != list(play.board.provinces):
        yield reason("other-board")
    for name in sorted(_places(position) - set(play.board.provinces)):
        yield reason("no-province", place=name[:40])
    for name, seat in position.colours.items():
        yield from _seat(name, seat)
        placing = position.phase in edition.SETTING_UP and position.phase != "divide"
        if placing and not _has_room(position, name):
            yield reason("no-room-for-armies", seat=name)
    if position.phase == "divide":
        yield from _why_no_parting(play)


def _why_no_parting(play: SwordsPlay) -> Iterator[Reason]:
    """Say why hands cannot be parted: they must be enough, and no army stands on the board."""
    for seat, record in play.position.seats.items():
        hand = sum(len(play.provinces_of(name)) for name in record.colours)
        if len(record.colours) < 2 or hand < LEAST_SHARE * len(record.colours):
            yield reason("no-parting", seat=seat)
        if any(army.at for name in record.colours for army in play.colour(name).armies.values()):
            yield reason("no-parting-of-armies")


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


def _turns(play: SwordsPlay) -> Iterator[Reason]:
    position = play.position
    order = position.turn_order
    living = set(play.survivors())
    if len(set(order)) < len(order):
        yield reason("turn-order-twice")
    ordered = position.phase in (*edition.SETTING_UP, "muster") and position.phase != "divide"
    if ordered and not living <= set(order):
        yield reason("turn-order-of-all")
    if position.active and (position.active not in order or position.active not in living):
        yield reason("not-in-turn-order", seat=position.active)
    in_turn = position.phase in IN_TURN and is_in_turn(position.options)
    if position.active and position.phase not in WAR_PHASES and not in_turn:
        yield reason("no-turns")
    if in_turn and not position.active:
        yield reason("nobodys-turn")
    if in_turn and position.phase == "divide" and sorted(order) != sorted(position.seats):
        yield reason("turn-order-of-parting")
    rule = current_phase(play) if in_turn and position.active else None
    lap, laps = rule.lap(play) if rule else (0, 0)
    if lap > laps:
        yield reason("no-lap", phase=position.phase, lap=lap)
    if position.phase == "spy" and not (position.ninja.holder and position.ninja.spied):
        yield reason("no-spy")
    if not living and position.phase != OVER:
        yield reason("nobody-left")
    if position.phase in LETTERS:
        yield from find_strays(play)
    turn = UNSET if position.phase in LETTERS else position.turn
    for memory in (position.muster, turn):
        if memory is not UNSET:
            yield reason("within-phase")


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


def _seat(name: str, seat: Colour) -> Iterator[Reason]:
    policy = seat.policy
    armies = {*seat.armies, *policy.revenge, *policy.successors}
    armies.update(*policy.revenge_on.values())
    armies |= {seat.mission.army} if seat.mission else set()
    if not armies <= set(edition.ARMIES):
        yield reason("army-numbers", seat=name, armies=list(edition.ARMIES))
    orders = (policy.casualties, *(each.casualties for each in policy.casualties_in.values()))
    if any(each != edition.UNITS and sorted(each) != sorted(edition.UNITS) for each in orders):
        yield reason("casualties", seat=name, units=list(edition.UNITS))
    for unit in (policy.successor, *policy.successors.values()):
        if unit not in ("", *edition.REGULAR):
            yield reason("no-successor", seat=name, unit=unit[:40])
    if not {*policy.recover_units} <= {*edition.UNITS}:
        yield reason("picked-up", seat=name, units=list(edition.UNITS))


# What is impossible about a position that can be played


def find_faults(play: SwordsPlay) -> Iterator[Reason]:
    """Say what is impossible about a position."""
    for name in play.position.colours:
        yield from _seat_faults(play, name)
    for place, land in play.position.provinces.items():
        yield from _province_faults(play, place, land)
    castles = [land.building for land in play.position.provinces.values() if land.building]
    if len(castles) > edition.CASTLES or castles.count("fortress") > edition.FORTRESSES:
        fortresses = castles.count("fortress")
        yield reason("too-many-castles", castles=len(castles), fortresses=fortresses)
    ronin = ronin_in_play(play)
    if ronin > play.edition.ronin:
        yield reason("too-many-ronin-in-play", ronin=ronin)


def _seat_faults(play: SwordsPlay, name: str) -> Iterator[Reason]:
    seat = play.colour(name)
    mine = set(play.provinces_of(name))
    if seat.out and (mine or seat.armies):
        yield reason("out-of-game", seat=name, provinces=len(mine))
    for unit in edition.REGULAR:
        left = play.tray(name, unit)
        if left < 0:
            yield reason("too-many-units", seat=name, many=-left, unit=unit)
    if play.position.phase in edition.SETTING_UP:
        return
    yield from _army_faults(name, seat, mine)
    if play.position.viewer is None or play.position.viewer == play.seat_of(name):
        total = sum(hidden.army + hidden.force for hidden in seat.hidden.values())
        if total != seat.hidden_total or not set(seat.hidden) <= mine:
            yield reason("hidden-ronin", seat=name, hidden=total, said=seat.hidden_total)
        at = {army.at for army in seat.armies.values()}
        for place, hidden in seat.hidden.items():
            if hidden.army and place not in at:
                yield reason("hidden-with-no-army", seat=name, ronin=hidden.army, place=place)


def _army_faults(name: str, seat: records.Colour, mine: set[str]) -> Iterator[Reason]:
    for place, count in Counter(army.at for army in seat.armies.values()).items():
        if count > 1 or place not in mine:
            facts = {"place": place, "count": count, "mine": place in mine}
            yield reason("where-armies-stand", seat=name, **facts)
    for number, army in seat.armies.items():
        hidden = seat.hidden.get(army.at)
        problem = troops.army_problem(records.counts(army), number, hidden.army if hidden else 0)
        if (
            problem
            or min(records.all_units(army).values()) < 0
            or (army.down and not records.regulars(army))
        ):
            why = problem.why if problem else str(army)
            yield reason("of-army", seat=name, army=number, why=why)


def _province_faults(
    play: SwordsPlay, place: str, province: records.SwordsProvince
) -> Iterator[Reason]:
    if min(records.all_units(province).values()) < 0:
        yield reason("of-province", place=place, why=str(province))
    if not province.owner:
        if records.size(province):
            yield reason("units-of-nobody", place=place)
        return
    held = play.has_force(place) or play.army_in(place) is not None
    if not held and play.position.phase not in edition.SETTING_UP:
        yield reason("without-units", seat=province.owner, place=place)
    problem = troops.force_problem(records.counts(province), place, play.hidden_ronin(place).force)
    if problem:
        yield problem.why
