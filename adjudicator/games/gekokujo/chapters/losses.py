"""Which bushi go when a seat cannot pay (§4.2), or gives up half of them (§8.1.1)."""

from collections.abc import Iterable, Mapping

from adjudicator.games.gekokujo.orders.policies import policy
from adjudicator.games.gekokujo.orders.policy_orders import LoseFrom
from adjudicator.games.gekokujo.printed import BUSHI_A_KOKU, DAIMYO, LOSE_FIRST
from adjudicator.games.gekokujo.table.events import CostPaid, WentBankrupt
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import number_of_bushi, number_of_units

Losses = dict[str, dict[str, int]]
"""Units by province and kind."""


def pay_costs(play: GekokujoPlay, bills: Iterable[CostPaid]) -> None:
    """Pay costs as far as koku go; two bushi go for each koku that is missing (G24)."""
    told = list(bills)
    for bill in told:
        play.pay(bill.seat, bill.paid)
        play.tell(bill)
    for bill in told:
        short = bill.cost - bill.paid
        if short:
            lost = lose_bushi(play, bill.seat, short * BUSHI_A_KOKU)
            play.tell(WentBankrupt(seat=bill.seat, short=short, lost=lost))


def lose_bushi(play: GekokujoPlay, seat: str, number: int) -> Losses:
    """Remove bushi of a seat from the board, each chosen anew (G6, G25); return which."""
    lost: Losses = {}
    wish = policy(play, seat, LoseFrom)
    named = wish.places if wish else ()
    far = _distances(play, seat)
    for _ in range(number):
        places = [p for p in play.places_of(seat) if number_of_bushi(play.units(seat, p))]
        if not places:
            break
        place = next((p for p in named if p in places), "") or _largest(play, seat, places, far)
        there = play.units(seat, place)
        kind = next(kind for kind in LOSE_FIRST if there.get(kind))
        play.take_units(place, seat, {kind: 1})
        gone = lost.setdefault(place, {})
        gone[kind] = gone.get(kind, 0) + 1
    return lost


def _largest(play: GekokujoPlay, seat: str, places: list[str], far: Mapping[str, int]) -> str:
    """Return the province with the largest stack, of several the farthest from any daimyo."""
    return min(places, key=lambda p: (-number_of_units(play.units(seat, p)), -far.get(p, 0), p))


def _distances(play: GekokujoPlay, seat: str) -> dict[str, int]:
    """Return how many steps each province is from the nearest daimyo of a seat."""
    edge = [place for place in play.places_of(seat) if play.units(seat, place).get(DAIMYO)]
    found = dict.fromkeys(edge, 0)
    for place in edge:
        for near in play.board.neighbours[place]:
            if near not in found:
                found[near] = found[place] + 1
                edge.append(near)
    return found
