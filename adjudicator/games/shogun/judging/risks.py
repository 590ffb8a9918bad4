"""What may come between an order and its action: battles of others, the event, the box, the purse.

A check says here what a run decides later. Each reason names the province, the seat or the draw
that it depends on. Five of the ten action cards lie face down, so chests and supply are reckoned
in every order that the actions can come in (H39).
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from adjudicator.games.engine import Problem, warning
from adjudicator.games.shogun.cards import ACTION_TITLES, EVENTS, OPEN_ACTIONS, PRICES
from adjudicator.games.shogun.chapters.possible import (
    DEPLOYED,
    PRINTED,
    account,
    price,
    why_barred,
)
from adjudicator.games.shogun.table.play import Prospect, ShogunPlay
from adjudicator.orders.language.words import number_of

BATTLES = ("battle a", "battle b")
MOVES = ("deploy 1", *BATTLES)
"""The actions that move armies."""
SAFE = 7
"""By so many armies a province is as good as safe from those that may attack it (H39)."""


def may_come_first(play: ShogunPlay, first: str, second: str) -> bool:
    """Whether an action may be carried out before another, as far as the open cards say."""
    shown = play.position.actions[:OPEN_ACTIONS]
    if first == second:
        return False
    if first in shown and second in shown:
        return shown.index(first) < shown.index(second)
    return first in shown or second not in shown


def event_may_be(play: ShogunPlay, effect: str) -> bool:
    """Whether the event of the season has an effect, or may have it if it is not drawn yet."""
    position = play.position
    coming = position.events if position.phase == "plan" and not position.event else ()
    return play.effect == effect or any(EVENTS[card].effect == effect for card in coming)


@lru_cache(maxsize=16)  # without it a check with all expansions takes twice as long
def prospects(play: ShogunPlay, seat: str) -> list[Prospect]:
    """Return what modules may bring a seat before the actions, in a play that does not go on."""
    return [prospect(play, seat) for prospect in play.rules.prospects]


# Attacks by others


def raids(
    play: ShogunPlay, seat: str, province: str, action: str
) -> Iterator[tuple[str, str, str]]:
    """Yield the attacks on a seat's province that may come before an action of the seat.

    By whom, from where, with which action.
    """
    for battle in BATTLES:
        for place in play.neighbours(province):
            other = play.land(place).owner
            if other in ("", seat) or not can_leave(play, place, battle):
                continue
            if _acts_before(play, other, battle, seat, action):
                yield other, place, battle


def _acts_before(play: ShogunPlay, other: str, battle: str, seat: str, action: str) -> bool:
    """Whether a battle of another seat may come before an action of a seat."""
    if battle != action:
        return may_come_first(play, battle, action)
    order = play.position.turn_order
    return play.position.phase == "plan" or order.index(other) < order.index(seat)


def can_leave(play: ShogunPlay, place: str, action: str, spent: tuple[str, ...] = ()) -> bool:
    """Whether armies may leave an owned province with an action: a single one stays.

    Before it, other actions that move armies and are not ``spent`` may bring some from adjacent
    provinces of the same owner, and a favour may.
    """
    owner, spent = play.land(place).owner, (*spent, action)
    if play.land(place).armies > 1 or any(each.muster for each in prospects(play, owner)):
        return True
    own = [name for name in play.neighbours(place) if play.land(name).owner == owner]
    moves = [each for each in MOVES if each not in spent and may_come_first(play, each, action)]
    return any(
        move == "deploy 1" or can_leave(play, name, move, spent) for move in moves for name in own
    )


def threat(play: ShogunPlay, seat: str, province: str, action: str) -> Iterator[Problem]:
    """Say who may take or weaken an own province before an action, if anybody."""
    for other, place, battle in raids(play, seat, province, action):
        outnumbered = play.land(province).armies - (play.land(place).armies - 1) >= SAFE
        known = play.position.phase != "plan"
        if not outnumbered and not (known and why_barred(play, other, battle, province)):
            yield warning("province-lost", f"{other} may attack {province} from {place} first.")
            return


def may_rise_first(play: ShogunPlay, province: str, action: str, cards: Mapping[str, str]) -> bool:
    """Whether the seat's taxes or rice may cost it an own province before an action."""
    return any(
        cards.get(each) == province
        and play.land(province).revolts > 0
        and may_come_first(play, each, action)
        for each in ("tax", "rice")
    )


# What may spare a target


def bar(
    play: ShogunPlay, seat: str, action: str, target: str, others: Collection[str]
) -> Problem | None:
    """Say what may come to forbid an attack that nothing forbids yet.

    To forbid it together with attacks on ``others``, a seat can build only one of the temples.
    """
    land = play.land(target)
    if land.owner == seat and not any(threat(play, seat, target, action)):
        return None
    if (land.temple or _may_be_built(play, action, target, others)) and event_may_be(
        play, "temple truce"
    ):
        return warning("barred", f"With a temple {target} is spared if the event is temple truce.")
    for other in play.position.seats:
        if other != seat and _can_have_a_shield(play, other, action, target):
            message = f"{target} is spared if {other} has the Tenno's protection and holds it."
            return warning("barred", message)
    return None


def _may_be_built(play: ShogunPlay, action: str, target: str, others: Collection[str]) -> bool:
    """Whether its owner may build a temple before an action, besides those that others need."""
    owner = play.land(target).owner
    if not owner or play.free_spaces(target) < 1 or not may_come_first(play, "temple", action):
        return False
    needed = [name for name in others if not play.land(name).temple]
    gift = any("temple" in prospect.tiles for prospect in prospects(play, owner))
    return gift or all(play.land(name).owner != owner for name in needed)


def _can_have_a_shield(play: ShogunPlay, other: str, action: str, target: str) -> bool:
    """Whether a province may be another seat's, and that seat safe from an action, by then."""
    coming = prospects(play, other)
    if not any(action in prospect.safe for prospect in coming):
        return False
    owner = play.land(target).owner
    given = not owner and any(prospect.muster for prospect in coming)
    around = (target, *play.neighbours(target))
    return given or any(play.land(name).owner == other for name in around)


def tiles(play: ShogunPlay, seat: str, what: str) -> Problem | None:
    """Say that the last tiles of a kind may go to others first."""
    left = getattr(play.position.stock, what)
    others = sum(bool(play.provinces_of(other)) for other in play.position.seats if other != seat)
    gift = any(what in prospect.tiles for prospect in prospects(play, seat))
    if left > others + gift:
        return None
    few = f"Only {number_of(left, f'{what} tile')} {'is' if left == 1 else 'are'} left"
    return warning("no-tile", f"{few}, and others may build first.")


# Chests and supply


def shortages(
    play: ShogunPlay, seat: str, cards: Mapping[str, str], bid: int
) -> Iterator[tuple[str, Problem]]:
    """Yield the actions that may find too few chests or armies when their turn comes, and why.

    ``cards`` are the provinces whose cards lie on actions. What may be paid before an action, or
    leave the supply, is reckoned as gone; taxes are there only if they must come before.
    """
    accounts = {
        each: account(play, seat, each, card) for each, card in cards.items() if each not in BATTLES
    }
    prices = {each: price(play, seat, each, cards[each]) for each in cards if each in PRICES}
    record = play.seat(seat)
    for action, due in prices.items():
        before = [each for each in cards if may_come_first(play, each, action)]
        costs = {each: prices[each] for each in before if each in prices}
        chests = max(0, record.chests - bid) - sum(costs.values())
        if "tax" in cards and not may_come_first(play, action, "tax"):
            chests += _least_taxes(play, seat, cards["tax"], accounts["tax"][-1].amount)
        if 0 < due > chests:
            first = [f"the bid ({bid})"] if bid else []
            first += [f"{ACTION_TITLES[each]} ({cost})" for each, cost in costs.items()]
            may = f"; {', '.join(first)} may be paid first" if first else ""
            message = f"It costs {number_of(due, 'chest')}, and you have {record.chests}{may}"
            yield action, warning("chests", f"{message}. What cannot be paid is skipped.")
        elif action in DEPLOYED:
            steps = accounts[action]
            wanted = [step.amount for step in steps if step.cause in (PRINTED, "event")][-1]
            taken = {each: accounts[each][-1].amount for each in before if each in DEPLOYED}
            gone = sum(taken.values()) + ("deploy 5" in taken) + _drain(play, seat, action, cards)
            if record.supply - gone < wanted:
                armies = number_of(wanted, "army")
                may = f", of which {gone} may be gone first" if record.supply >= wanted else ""
                message = f"It needs {armies} in supply, and you have {record.supply}{may}."
                yield action, warning("supply", message)


def _least_taxes(play: ShogunPlay, seat: str, province: str, amount: int) -> int:
    """Return what taxes bring at least, by each event that may be; nothing if they may fail."""
    if play.land(province).revolts or any(threat(play, seat, province, "tax")):
        return 0
    return min(amount, 5) if event_may_be(play, "taxes capped") else amount


def _drain(play: ShogunPlay, seat: str, action: str, cards: Mapping[str, str]) -> int:
    """Return how many armies may leave the supply before an action, but by deployment."""
    special, planning = play.seat(seat).special, play.position.phase == "plan"
    own = play.provinces_of(seat)
    castles = "castle" in cards or any(play.land(name).castle for name in own)
    gone = sum(prospect.drain for prospect in prospects(play, seat))
    if planning or special == "attack":
        gone += sum(each in cards and may_come_first(play, each, action) for each in BATTLES)
    attacks = len({raid[::2] for name in own for raid in raids(play, seat, name, action)})
    helped = castles and event_may_be(play, "castle guard")
    return gone + attacks * (helped + (planning or special == "defence"))
