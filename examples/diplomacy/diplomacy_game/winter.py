"""Winter: powers build and remove units until they have as many as supply centres."""

from collections.abc import Collection
from functools import partial
from itertools import chain

from adjudicator.games.engine import Problem
from adjudicator.games.engine.lines import offer_unless
from adjudicator.orders import Line, Order
from diplomacy_game.events import Built, Disbanded, Waived
from diplomacy_game.lines import answer, first_possible
from diplomacy_game.orders import Build, Disband, Waive
from diplomacy_game.pieces import Piece
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import ARMY, FLEET, Unit
from diplomacy_game.reasons import error, reason, warning
from diplomacy_game.ways import Ways

FAR = 99
"""Further than any two provinces are apart."""


def adjust(play: DiplomacyPlay) -> None:
    """Let all powers build and remove units."""
    for power, surplus in play.surpluses().items():
        if surplus or play.orders.get(power):
            left = carry_out_lines(play, power, surplus)
            if surplus < 0:
                remove_by_default(play, power, left)


def carry_out_lines(play: DiplomacyPlay, power: str, surplus: int) -> int:
    """Carry out builds and removals line by line, as long as there are any left (D11, D12).

    Return how many the lines leave.
    """
    left = play.room(power, surplus) if surplus > 0 else -surplus
    for line in play.orders.get(power, ()):
        left -= _carry_out(play, power, line, surplus, left)
    why_not_now = partial(why_not, play, power, surplus=surplus, left=left)
    offer_unless(play, power, (Build, Disband, Waive), why_not_now)
    return left


def remove_by_default(play: DiplomacyPlay, power: str, left: int) -> None:
    """Remove as many units as a power's lines leave it to remove (D13)."""
    for name in removals(play, power)[:left] if left else ():
        text = play.text(name)
        _remove(play, power, name, "disorder")
        play.tell_default(power, f"disband {text}", str(reason("default.too-few-removals")))


def _carry_out(play: DiplomacyPlay, power: str, line: Line, surplus: int, left: int) -> int:
    """Carry out the first possible alternative of a line; return how many changes it was."""
    chosen = first_possible(
        play, power, line, lambda seat, order: why_not(play, seat, order, surplus, left)
    )
    if chosen is None:
        return 0
    done = _do(play, power, chosen.order, left)
    answer(play, chosen)
    return done


def why_not(
    play: DiplomacyPlay, power: str, order: Order, surplus: int, left: int
) -> Problem | None:
    """Say why an order cannot be carried out when so many changes are left."""
    if isinstance(order, Disband):
        return _why_no_removal(play, power, order, surplus, left)
    if surplus <= 0:
        return error("no-builds")
    problem = _why_no_build(play, power, order.unit) if isinstance(order, Build) else None
    if problem is None and left < 1:
        return warning("no-builds-left")
    return problem


def _why_no_build(play: DiplomacyPlay, power: str, piece: Piece) -> Problem | None:
    home = piece.province
    homes_of = play.homes_of(power)
    if home not in homes_of:
        return error("no-home", place=home, homes=list(homes_of))
    if play.owner(home) != power:
        return error("home-lost", place=home)
    if home in play.units:
        return error("occupied", place=home)
    return None if _unit(play, power, piece) else _why_no_unit(play, piece)


def _unit(play: DiplomacyPlay, power: str, piece: Piece) -> Unit | None:
    """Return the unit that a build means; None if it cannot be, or is not clear (DATC 4.C.3)."""
    home, coast = piece.province, piece.place.partition("/")[2]
    afloat = play.ways.can_stand(FLEET, piece.place)
    if piece.kind == ARMY or (not piece.kind and home not in play.ways.harbours):
        return Unit(power, ARMY)
    return Unit(power, FLEET, coast) if afloat and (piece.kind or coast) else None


def _why_no_unit(play: DiplomacyPlay, piece: Piece) -> Problem:
    home, places = piece.province, play.ways.places[piece.province]
    if home not in play.ways.harbours:
        return error("inland", f"build A {home}", place=home)
    if len(places) > 1:
        return error("which-coast", coasts=list(places))
    return error("which-unit")


def _why_no_removal(
    play: DiplomacyPlay, power: str, order: Disband, surplus: int, left: int
) -> Problem | None:
    name = order.unit.province
    unit = play.units.get(name)
    if unit is None or unit.power != power:
        return error("not-yours.none", place=name)
    if surplus >= 0:
        return error("no-removals")
    if left < 1:
        return warning("enough-removed")
    return None


def _do(play: DiplomacyPlay, power: str, order: Order, left: int) -> int:
    if isinstance(order, Build):
        unit = _unit(play, power, order.unit)
        assert unit is not None
        home = order.unit.province
        play.put_units({home: unit})
        play.tell(Built(power=power, unit=play.text(home), province=home))
        return 1
    if isinstance(order, Disband):
        _remove(play, power, order.unit.province, "removed")
        return 1
    assert isinstance(order, Waive)
    number = min(order.number, left)
    play.tell(Waived(power=power, number=number))
    return number


def _remove(play: DiplomacyPlay, power: str, name: str, why: str) -> None:
    text = play.text(name)
    play.take_unit(name)
    play.tell(Disbanded(power=power, unit=text, province=name, why=why))


def removals(play: DiplomacyPlay, power: str) -> list[str]:
    """Return the units of a power in the order in which they are removed by default (D13)."""
    centres = play.board.sets["centres"]
    modern = play.position.options["disorder"] == "2023"
    goals = play.centres(power) if modern else play.board.sets[power]
    apart = play.board.steps_from(goals)

    def rank(name: str) -> tuple[bool, int, bool, str]:
        unit = play.units[name]
        afloat = unit.kind == FLEET and not modern
        far = _voyage(play.ways, unit.at(name), goals) if afloat else apart.get(name, FAR)
        return (modern and name in centres, -far, unit.kind == ARMY, name)

    return sorted(play.units_of(power), key=rank)


def _voyage(ways: Ways, place: str, goals: Collection[str]) -> int:
    """Return in how many moves a fleet gets from a place to the nearest goal."""
    found = {place: 0}
    edge = [place]
    for each in edge:
        if ways.province[each] in goals:
            return found[each]
        for other in chain.from_iterable(ways.reach[FLEET, each].values()):
            if other not in found:
                found[other] = found[each] + 1
                edge.append(other)
    return FAR
