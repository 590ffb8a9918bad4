"""What is impossible about a position: the invariants of the game."""

from collections.abc import Iterator

from adjudicator.games.samurai_swords.chapters.ronin import ronin_in_play
from adjudicator.games.samurai_swords.edition import CASTLES, FORTRESSES, REGULAR, SETTING_UP
from adjudicator.games.samurai_swords.table import position
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.units import army_problem, force_problem
from adjudicator.orders.language.words import number_of


def find_faults(play: SwordsPlay) -> Iterator[str]:
    """Say what is impossible about a position."""
    for name in play.position.colours:
        yield from _seat_faults(play, name)
    for place, land in play.position.provinces.items():
        yield from _province_faults(play, place, land)
    castles = [land.building for land in play.position.provinces.values() if land.building]
    if len(castles) > CASTLES or castles.count("fortress") > FORTRESSES:
        yield f"castles: {len(castles)}, fortresses among them: {castles.count('fortress')}"
    ronin = ronin_in_play(play)
    if ronin > play.edition.ronin:
        yield f"{ronin} ronin in play"


def _seat_faults(play: SwordsPlay, name: str) -> Iterator[str]:
    seat = play.colour(name)
    mine = set(play.provinces_of(name))
    if seat.out and (mine or seat.armies):
        yield f"{name} is out but owns {number_of(len(mine), 'province')}"
    for unit in REGULAR:
        left = play.tray(name, unit)
        if left < 0:
            yield f"{name} has {-left} too many of {unit}"
    if play.position.phase in SETTING_UP:
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


def _army_faults(name: str, seat: position.Colour, mine: set[str]) -> Iterator[str]:
    where = [army.at for army in seat.armies.values()]
    if len(set(where)) < len(where) or not set(where) <= mine:
        yield f"{name}: armies stand at {where}"
    for number, army in seat.armies.items():
        hidden = seat.hidden.get(army.at)
        problem = army_problem(position.counts(army), number, hidden.army if hidden else 0)
        if (
            problem
            or min(position.all_units(army).values()) < 0
            or (army.down and not position.regulars(army))
        ):
            yield f"{name}, army {number}: {problem.message if problem else army}"


def _province_faults(play: SwordsPlay, place: str, province: position.Province) -> Iterator[str]:
    if min(position.all_units(province).values()) < 0:
        yield f"{place}: {province}"
    if not province.owner:
        if position.size(province):
            yield f"{place} holds units but belongs to nobody"
        return
    held = play.has_force(place) or play.army_in(place) is not None
    if not held and play.position.phase not in SETTING_UP:
        yield f"{province.owner} owns {place} without units"
    problem = force_problem(position.counts(province), place, play.hidden_ronin(place).force)
    if problem:
        yield problem.message
