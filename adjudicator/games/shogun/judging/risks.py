"""What may come between an order and its action: battles of others, the event, the box, the purse.

A check says here what a run decides later. Each reason names the province, the seat or the draw
that it depends on. Five of the ten action cards lie face down, so chests and supply are reckoned
in every order that the actions can come in (H39).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from adjudicator.games.engine import Problem, warning
from adjudicator.games.shogun.cards import ACTION_TITLES, EVENTS, OPEN_ACTIONS, PRICES
from adjudicator.games.shogun.chapters.possible import DEPLOYED, PRINTED, terms, why_barred
from adjudicator.games.shogun.orders.orders import Bid
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
            message = f"{other} may attack {province} from {place} first."
            yield warning("province-lost", message)
            return


# What may spare a target


def bar(
    play: ShogunPlay, seat: str, action: str, target: str, others: Collection[str] = ()
) -> Problem | None:
    """Say what may come to forbid an attack that nothing forbids yet.

    To forbid it together with attacks on ``others``, a seat can build only one of the temples.
    """
    land = play.land(target)
    if land.owner == seat and not any(threat(play, seat, target, action)):
        return None
    temple = land.temple or _may_be_built(play, action, target, others)
    if temple and event_may_be(play, "temple truce"):
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
    if any("temple" in prospect.tiles for prospect in prospects(play, owner)):
        return True
    needed = (play.land(name) for name in others)
    return not any(land.owner == owner and not land.temple for land in needed)


def _can_have_a_shield(play: ShogunPlay, other: str, action: str, target: str) -> bool:
    """Whether a province may be another seat's, and that seat safe from an action, by then."""
    coming = prospects(play, other)
    if not any(action in prospect.safe for prospect in coming):
        return False
    owner = play.land(target).owner
    if owner == other or (not owner and any(prospect.muster for prospect in coming)):
        return True
    near = any(play.land(name).owner == other for name in play.neighbours(target))
    return near and any(may_come_first(play, b, action) or b == action for b in BATTLES)


def tiles(play: ShogunPlay, seat: str, what: str) -> Problem | None:
    """Say that the last tiles of a kind may go to others first."""
    left = getattr(play.position.stock, what)
    others = sum(bool(play.provinces_of(other)) for other in play.position.seats if other != seat)
    gift = any(what in prospect.tiles for prospect in prospects(play, seat))
    if left > others + gift:
        return None
    are_left = f"{number_of(left, f'{what} tile')} {'is' if left == 1 else 'are'} left"
    message = f"Only {are_left}, and others may build first."
    return warning("no-tile", message)


# Chests and supply


class Purse:
    """What a seat's planned actions cost, and whether its chests and its supply do for them."""

    def __init__(self, play: ShogunPlay, seat: str, cards: Mapping[str, str], bid: Bid | None):
        self.play = play
        self.seat = seat
        self.cards = cards
        """The provinces whose cards lie on actions, by action."""
        self.bid = bid.offer.chests if bid else 0
        self.terms = {action: terms(play, seat, action, card) for action, card in cards.items()}
        self.prices = {each: self.terms[each][-1].price for each in cards if each in PRICES}

    def shortages(self) -> dict[str, Problem]:
        """Return by action why it may find too few chests or armies when its turn comes."""
        problems = {each: self._no_chests(each) or self._no_supply(each) for each in self.cards}
        return {action: problem for action, problem in problems.items() if problem}

    def _before(self, action: str, kinds: Iterable[str]) -> list[str]:
        """Return the seat's actions of some kinds that may be carried out before another."""
        first = (each for each in self.cards if each in kinds)
        return [each for each in first if may_come_first(self.play, each, action)]

    def _no_chests(self, action: str) -> Problem | None:
        price = self.prices.get(action, 0)
        if price <= 0 or self._fewest_chests(action) >= price:
            return None
        first = [f"the bid ({self.bid})"] if self.bid else []
        before = self._before(action, self.prices)
        first += [f"{ACTION_TITLES[each]} ({self.prices[each]})" for each in before]
        chests = self.play.seat(self.seat).chests
        message = f"It costs {number_of(price, 'chest')}, and you have {chests}"
        if first:
            message += f"; {', '.join(first)} may be paid first"
        return warning("chests", f"{message}. What cannot be paid is skipped.")

    def _fewest_chests(self, action: str) -> int:
        """Return the fewest chests that the seat can have when the turn of an action comes.

        Any action before may have been skipped, for want of chests or else. Among the hidden cards
        taxes leave least if they come first, so that more can be paid then, or after the action.
        """
        shown = self.play.position.actions[:OPEN_ACTIONS]
        first = self._before(action, ("tax", *self.prices))
        first.sort(key=lambda each: shown.index(each) if each in shown else 9 + (each != "tax"))
        rebate = sum(prospect.rebate for prospect in prospects(self.play, self.seat))
        have = self._chests_at_first()
        for each in first:
            if each == "tax":
                taxed = {chests + tax for chests in have for tax in self._taxes()}
                have = taxed if each in shown else taxed | have
            else:
                costs = range(max(0, self.prices[each] - rebate), self.prices[each] + 1)
                have = have | {n - cost for n in have for cost in costs if n >= cost}
        return min(have)

    def _chests_at_first(self) -> set[int]:
        """Return the numbers of chests that the seat can have as the actions begin."""
        start = {max(0, self.play.seat(self.seat).chests - self.bid)}
        if self.play.position.phase == "plan":
            for prospect in prospects(self.play, self.seat):
                start = {have + more for have in start for more in prospect.chests}
        return start

    def _taxes(self) -> set[int]:
        """Return what taxes can bring: by each event that may be, nothing if they may fail."""
        play, province = self.play, self.cards["tax"]
        amount = self.terms["tax"][-1].amount
        amounts = {amount}
        if event_may_be(play, "taxes capped"):
            amounts.add(min(amount, 5))
        if event_may_be(play, "taxes raised"):
            amounts.add(max(amount, 6))
        if play.land(province).revolts or any(threat(play, self.seat, province, "tax")):
            amounts.add(0)
        return amounts

    def _no_supply(self, action: str) -> Problem | None:
        """Say that the supply may be too small for a deployment when its turn comes."""
        if action not in DEPLOYED:
            return None
        supply, drain = self.play.seat(self.seat).supply, sum(self._drains(action))
        steps = self.terms[action]
        wanted = [step.amount for step in steps if step.cause in (PRINTED, "event")][-1]
        if supply - drain >= wanted:
            return None
        message = f"It needs {number_of(wanted, 'army')} in supply, and you have {supply}"
        if drain and supply >= wanted:
            message += f", of which {drain} may be gone first"
        return warning("supply", f"{message}.")

    def _drains(self, action: str) -> Iterator[int]:
        """Yield the armies that may leave the supply before an action."""
        play, seat = self.play, self.seat
        for each in self._before(action, DEPLOYED):
            yield self.terms[each][-1].amount + (each == "deploy 5")
        yield from (prospect.drain for prospect in prospects(play, seat))
        special, planning = play.seat(seat).special, play.position.phase == "plan"
        own = play.provinces_of(seat)
        attacks = {raid[::2] for name in own for raid in raids(play, seat, name, action)}
        castles = "castle" in self.cards or any(play.land(name).castle for name in own)
        if planning or special == "attack":
            yield len(self._before(action, BATTLES))
        if planning or special == "defence":
            yield len(attacks)
        if castles and event_may_be(play, "castle guard"):
            yield len(attacks)
