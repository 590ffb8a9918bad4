"""What may still come between a seat's orders and their being carried out."""

from adjudicator.games.engine import Problem, warning
from adjudicator.games.gekokujo.chapters.movement import same_sea
from adjudicator.games.gekokujo.orders.orders import (
    AcceptPact,
    HireAssassin,
    HireForOperation,
    Move,
    OfferPact,
)
from adjudicator.games.gekokujo.printed import BUSHI_MOVES, DAIMYO, DAIMYO_MOVES, NINJA_PRICE
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Line
from adjudicator.orders.language.nouns import listing


def risk(play: GekokujoPlay, seat: str, line: Line) -> Problem | None:
    """Say on whom it depends that a line, fine as things stand, can be carried out."""
    orders = [branch.order for branch in line.branches]
    if any(isinstance(order, HireForOperation | HireAssassin) for order in orders):
        return _of_ninja(play, seat)
    for order in orders:
        problem = None
        if isinstance(order, Move):
            problem = _of_move(play, seat, order)
        elif isinstance(order, OfferPact | AcceptPact):
            problem = _of_pact(play, order)
        if problem:
            return problem
    return None


def seats_before(play: GekokujoPlay, seat: str) -> list[str]:
    """Return the seats whose orders of this phase are carried out before a seat's."""
    if play.position.active:
        return []
    sown_first = (
        play.position.options["rice"] and play.position.options["sowing"] == "with reinforce"
    )
    if play.position.phase == "reinforce" and sown_first:
        return [other for other in play.survivors() if other != seat]
    order = play.in_order()
    return order[: order.index(seat)] if seat in order else order


def _of_ninja(play: GekokujoPlay, seat: str) -> Problem | None:
    able = [
        other
        for other in seats_before(play, seat)
        if play.position.options["koku"] != "open" or play.house(other).koku >= NINJA_PRICE
    ]
    if not able:
        return None
    return warning("may-be-hired", f"{listing(able, 'or')} may hire the ninja before you.")


def _of_pact(play: GekokujoPlay, order: OfferPact | AcceptPact) -> Problem | None:
    other = play.find_seat(order.other)
    if not play.house(other).master:
        return None
    return warning("vassal", f"{other} is a vassal: a pact needs it to be free first.")


def _of_move(play: GekokujoPlay, seat: str, order: Move) -> Problem | None:
    """Find others whose turns come before, and who can reach the way or the units themselves."""
    before = seats_before(play, seat)
    fights = play.position.options["timing"] == "turns"
    for place in (*((order.source,) if fights else ()), *order.path[:-1]):
        able = [other for other in before if can_reach(play, other, place)]
        if able:
            who = listing(able, "or")
            return warning("may-be-met", f"{who} may come to {place} before you move.")
    return None


def can_reach(play: GekokujoPlay, seat: str, place: str) -> bool:
    """Whether units of a seat could be in a province after its next moves; at most."""
    fast = play.position.options["warfare"] or play.clan(seat) == "Takeda"
    for source in play.places_of(seat):
        units = play.units(seat, source)
        steps = DAIMYO_MOVES if fast or units.get(DAIMYO) else BUSHI_MOVES
        if place in _within(play, seat, source, steps):
            return True
    return False


def _within(play: GekokujoPlay, seat: str, source: str, steps: int) -> set[str]:
    reached = {source}
    for _ in range(steps):
        near = {n for each in reached for n in play.board.neighbours[each]}
        if play.clan(seat) == "Mori":
            own = play.provinces_of(seat)
            near |= {n for each in reached for n in own if same_sea(play, each, n)}
        reached |= near
    return reached
