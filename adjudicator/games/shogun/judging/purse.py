"""Whether chests and supply do for all that a seat has planned, in every order of the actions.

Five of the ten action cards lie face down, so each action is looked at in each order that they can
come in; taxes count as far as they are sure.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations

from adjudicator.games.engine import Problem, warning
from adjudicator.games.shogun.cards import ACTION_TITLES, OPEN_ACTIONS, PRICES
from adjudicator.games.shogun.chapters.terms import DEPLOYED, PRINTED, terms
from adjudicator.games.shogun.judging.risks import (
    event_may_be,
    may_come_first,
    prospects,
    raids,
    threat,
)
from adjudicator.games.shogun.orders.orders import Bid, Laid
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders.language.nouns import number_of

Cards = Mapping[str, str]
"""The provinces whose cards lie on actions, by action."""


def shortages(play: ShogunPlay, seat: str, cards: Cards, bid: Bid | None) -> dict[str, Problem]:
    """Return by action why it may find too few chests or armies when its turn comes."""
    found = {action: _no_supply(play, seat, action, cards) for action in cards}
    start = _chests(play, seat, bid)
    for action in _may_be_unpaid(play, seat, cards, start):
        found[action] = _no_chests(play, seat, action, cards, bid)
    return {action: problem for action, problem in found.items() if problem}


def _chests(play: ShogunPlay, seat: str, bid: Bid | None) -> set[int]:
    """Return the numbers of chests that a seat can have as the actions begin."""
    chests = play.seat(seat).chests
    start = {chests - min(bid.offer.chests, chests) if bid else chests}
    if play.position.phase == "plan":
        for prospect in prospects(play, seat):
            start = {have + more for have in start for more in prospect.chests}
    return start


def _may_be_unpaid(play: ShogunPlay, seat: str, cards: Cards, start: set[int]) -> set[str]:
    """Return the actions that some order of the hidden cards leaves without their price.

    Any action before may have been skipped, for want of chests or else.
    """
    shown = [action for action in play.position.actions[:OPEN_ACTIONS] if action in cards]
    counted = [*shown, *(action for action in cards if action not in shown)]
    counted = [action for action in counted if action == "tax" or action in PRICES]
    prices = {action: _price(play, seat, action, cards[action]) for action in counted}
    taxes = _taxes(play, seat, cards["tax"]) if "tax" in cards else set()
    rebate = sum(prospect.rebate for prospect in prospects(play, seat))
    found: set[str] = set()
    for order in permutations(action for action in counted if action not in shown):
        have = start
        for action in (*(each for each in counted if each in shown), *order):
            if action == "tax":
                have = {chests + tax for chests in have for tax in taxes}
                continue
            price = prices[action]
            if min(have) < price:
                found.add(action)
            costs = range(max(0, price - rebate), price + 1)
            paid = {chests - cost for chests in have for cost in costs}
            have = have | {chests for chests in paid if chests >= 0}
    return found


def _price(play: ShogunPlay, seat: str, action: str, province: str) -> int:
    return terms(play, seat, action, province)[-1].price


def _taxes(play: ShogunPlay, seat: str, province: str) -> set[int]:
    """Return what taxes can bring: by each event that is possible, nothing if they may fail."""
    amount = terms(play, seat, "tax", province)[-1].amount
    amounts = {amount}
    if event_may_be(play, "taxes capped"):
        amounts.add(min(amount, 5))
    if event_may_be(play, "taxes raised"):
        amounts.add(max(amount, 6))
    if play.land(province).revolts or threat(play, seat, province, "tax"):
        amounts.add(0)
    return amounts


def _before(play: ShogunPlay, action: str, cards: Cards, kinds: Iterable[str]) -> list[str]:
    return [each for each in cards if each in kinds and may_come_first(play, each, action)]


def _no_chests(play: ShogunPlay, seat: str, action: str, cards: Cards, bid: Bid | None) -> Problem:
    chests, price = play.seat(seat).chests, _price(play, seat, action, cards[action])
    first = [
        f"{ACTION_TITLES[each]} ({_price(play, seat, each, cards[each])})"
        for each in _before(play, action, cards, PRICES)
    ]
    if bid and bid.offer.chests:
        first.insert(0, f"the bid ({bid.offer.chests})")
    message = f"It costs {number_of(price, 'chest')}, and you have {chests}"
    if first:
        message += f"; {', '.join(first)} may be paid first"
    return warning("chests", f"{message}. What cannot be paid is skipped.")


def _no_supply(play: ShogunPlay, seat: str, action: str, cards: Cards) -> Problem | None:
    """Say that the supply may be too small for a deployment when its turn comes."""
    if action not in DEPLOYED:
        return None
    supply = play.seat(seat).supply
    drain = sum(_drains(play, seat, action, cards))
    steps = terms(play, seat, action, cards[action])
    wanted = [step.amount for step in steps if step.cause in (PRINTED, "event")][-1]
    if supply - drain >= wanted:
        return None
    message = f"It needs {number_of(wanted, 'army')} in supply, and you have {supply}"
    if drain and supply >= wanted:
        message += f", of which {drain} may be gone first"
    return warning("supply", f"{message}.")


def _drains(play: ShogunPlay, seat: str, action: str, cards: Cards) -> Iterator[int]:
    """Yield the armies that may leave the supply before an action."""
    for each in _before(play, action, cards, DEPLOYED):
        yield terms(play, seat, each, cards[each])[-1].amount + (each == "deploy 5")
    special, planning = play.seat(seat).special, play.position.phase == "plan"
    own = (play.land(name) for name in play.provinces_of(seat))
    if planning or special == "attack":
        yield len(_before(play, action, cards, ("battle a", "battle b")))
    if planning or special == "defence":
        yield raids(play, seat, action)
    if event_may_be(play, "castle guard") and any(land.castle or "castle" in cards for land in own):
        yield raids(play, seat, action)
    yield from (prospect.drain for prospect in prospects(play, seat))


def laid_cards(lines: Iterable[Laid]) -> dict[str, str]:
    """Return the provinces whose cards orders lay on actions, by action."""
    return {order.space: order.card for order in lines if order.space in ACTION_TITLES}
