"""Laying province cards on the ten actions, and what lies there if too few are ordered (H22)."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from adjudicator.games.engine import Outcome, Problem, error
from adjudicator.games.shogun.cards import ACTIONS, BUILDINGS, LEAST_PROVINCE_CARDS
from adjudicator.games.shogun.chapters import possible
from adjudicator.games.shogun.orders.orders import (
    Battle,
    Bid,
    Build,
    Deploy,
    Laid,
    March,
    Offer,
    Rice,
    Tax,
)
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Line, Order, Orders

FILLED = "Six province cards, or all if there are fewer, have to be laid."

_IDLE = ("battle a", "battle b", "bid")
"""Where a province card binds to nothing: without a target no army moves, and a bid is free."""

_FILLING = ("deploy 1", "theatre", "temple", "deploy 3", "deploy 5", "castle", "tax", "rice")
"""The other actions, that which binds to least first; taxes and rice bring a revolt marker."""


def lay_plans(play: ShogunPlay) -> None:
    """Lay every seat's cards face down, and fill up from its hand where the rules demand it."""
    later = play.rules.orders["carry out"]
    for seat in play.position.seats:
        laid = sift(play, seat)
        for line in play.lines(seat, Laid):
            _answer_plan(play, seat, line)
        plan = {space: order.card for space, order in laid.by_space.items() if space in ACTIONS}
        for order in fillers(play, seat, play.orders[seat]):
            if order.space in ACTIONS:
                plan[order.space] = order.card
            play.tell_default(seat, str(order), FILLED)
        moves = str(Orders(tuple(play.lines(seat, *later))))
        play.change_seat(seat, plan=plan, moves=moves)


def _answer_plan(play: ShogunPlay, seat: str, line: Line) -> None:
    on_action = isinstance(line.order, Laid) and line.order.space in ACTIONS
    if on_action and play.position.options["season"] == "two mails":
        play.answer(seat, line, "done", "The card lies there face down.")


def sift(play: ShogunPlay, seat: str) -> "Laying":
    """Lay a seat's cards; lines whose cards cannot be laid are answered and done with."""
    laying, kept = Laying(play, seat), []
    for line in play.orders[seat]:
        problem = laying.why_not(line)
        if problem:
            play.keep(seat, Outcome(line, "failed", problem.message, problem=problem))
        else:
            laying.lay(line)
            kept.append(line)
    play.orders[seat] = Orders(tuple(kept))
    return laying


class Laying:
    """A seat's cards as they are laid, line by line, in the plan or, for a move, to one laid."""

    def __init__(self, play: ShogunPlay, seat: str):
        self.play = play
        self.seat = seat
        self.by_space: dict[str, Laid] = {}

    def why_not(self, line: Line) -> Problem | None:
        """Say why the card of a line cannot be laid, whatever happens."""
        order = line.order
        if not isinstance(order, Laid):
            return None
        return self._why_never(line, order) or self._twice(order) or self._why_hopeless(line)

    def lay(self, line: Line) -> None:
        """Lay the card of a line."""
        if isinstance(line.order, Laid):
            self.by_space[line.order.space] = line.order

    def _why_never(self, line: Line, order: Laid) -> Problem | None:
        play, seat = self.play, self.seat
        if line.branches[0].when and not order.open_targets:
            message = "A card is laid before anything happens: it has no conditions."
            return error("no-condition", message, str(order))
        if play.position.phase != "plan":
            return _why_no_plan(play, seat, order)
        if isinstance(order, Battle) and not order.source:
            fix = self._with_source(order)
            return error("no-source", "Say which province's card lies there.", fix)
        if isinstance(order, Bid) and order.offer.nothing:
            free = play.position.options["empty spaces"] == "free"
            if not free and len(play.provinces_of(seat)) >= LEAST_PROVINCE_CARDS:
                message = "With cards enough for all spaces you must bid one."
                return error("must-bid", message, "bid 0")
        return why_not_own(play, seat, order.card) if order.card else None

    def _with_source(self, order: Battle) -> str:
        """Write a battle out with the card that is left of the largest army beside its target."""
        used = {each.card for each in self.by_space.values()}
        beside = self.play.neighbours(order.target) if order.target else []
        own = [name for name in self.play.provinces_of(self.seat) if name not in used]
        near = [name for name in own if name in beside]
        source = max(near, key=lambda name: self.play.land(name).armies, default="")
        return str(replace(order, source=source)) if source else ""

    def _why_hopeless(self, line: Line) -> Problem | None:
        """Say why nothing can ever move to any of the targets of a battle."""
        first, play = line.order, self.play
        planning = play.position.phase == "plan"
        if not isinstance(first, Battle) or (
            planning and play.position.options["season"] != "one mail"
        ):
            return None
        card = first.source if planning else play.seat(self.seat).plan[first.space]
        problems = [why_never(play, branch.order, first.space, card) for branch in line.branches]
        return problems[0] if all(problems) else None

    def _twice(self, order: Laid) -> Problem | None:
        there = self.by_space.get(order.space)
        if there:
            message = f"A card lies there already: {there}."
            if order.open_targets:
                message += " Put another target on an “else:” line below the first."
            return error("space-taken", message)
        for other in self.by_space.values():
            if order.card and other.card == order.card:
                message = f"The card of {order.card} lies elsewhere already: {other}."
                return error("card-used", message)
        return None


def why_never(play: ShogunPlay, order: Order, space: str, card: str) -> Problem | None:
    """Say why an alternative on a card can never be carried out."""
    if (
        not isinstance(order, Battle | March)
        or order.space != space
        or order.card not in ("", card)
    ):
        message = (
            "Alternatives of one line share the action and the province whose card lies there."
        )
        return error("alternatives-differ", message)
    never = (
        possible.why_never_moves(play, card, order.target, order.armies) if order.target else None
    )
    if never is None:
        return None
    return error(never.code, f"{never.message[0].upper()}{never.message[1:]}.")


def why_not_own(play: ShogunPlay, seat: str, province: str) -> Problem | None:
    """Return an error if a province is not the seat's own, which it must be to lay its card."""
    if play.is_closed(province):
        return error("closed", f"{province} is out of the game with three players.")
    owner = play.land(province).owner
    held = f"It is {owner}'s" if owner else "It is neutral"
    return error("not-yours", f"{province} is not yours. {held}.") if owner != seat else None


def _why_no_plan(play: ShogunPlay, seat: str, order: Laid) -> Problem | None:
    card = play.seat(seat).plan.get(order.space)
    if card is None:
        return error("not-planned", f"No card of yours lies on {order.space}.")
    if order.card and order.card != card:
        return error("not-planned", f"The card on {order.space} is {card}.")
    return None


def fillers(play: ShogunPlay, seat: str, orders: Orders) -> list[Laid]:
    """Return the cards that are laid by default because too few are ordered.

    Eleven spaces need a card each as far as there are cards, and five of the cards are chest
    cards, so six province cards must lie. Missing ones go first where they bind to nothing: on the
    battles, on the bid, and on buildings for which a province has no room.
    """
    if play.position.options["empty spaces"] == "free":
        return []
    laid = card_orders(orders)
    used = {order.card for order in laid if order.card}
    own = play.provinces_of(seat)
    hand = [province for province in own if province not in used]
    missing = min(LEAST_PROVINCE_CARDS, len(own)) - len(used)
    taken = {order.space for order in laid}
    found: list[Laid] = []
    for space, suited in _free_places(play, hand):
        if space in taken or not suited or len(found) >= missing:
            continue
        card = min(suited, key=lambda province: _dislike(play, space, province))
        hand.remove(card)
        taken.add(space)
        found.append(order_on(space, card))
    return found


def _free_places(play: ShogunPlay, hand: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the spaces to be filled and the cards that suit them, what binds to least first."""
    yield from ((space, hand) for space in _IDLE)
    for what in BUILDINGS:
        yield what, [name for name in hand if possible.why_no_room(play, what, name)]
    yield from ((space, hand) for space in _FILLING)


def order_on(space: str, card: str) -> Laid:
    """Return the order that lays a province card on an action."""
    return _LAYING[space](card)


def card_orders(orders: Orders) -> list[Laid]:
    """Return the orders that lay a card."""
    return [line.order for line in orders if isinstance(line.order, Laid)]


def _dislike(play: ShogunPlay, space: str, province: str) -> tuple[int, int, str]:
    """Return how ill a province suits an action, for the default; the least is taken."""
    land = play.land(province)
    if space in ("tax", "rice"):
        return land.revolts, -play.card_value(province, space), province
    if space in BUILDINGS:
        return bool(possible.why_no_room(play, space, province)), land.revolts, province
    return land.armies, play.card_value(province, "tax"), province


def _bid(card: str) -> Bid:
    return Bid(Offer(card=card))


_LAYING: dict[str, Callable[[str], Laid]] = {
    "bid": _bid,
    **{what: partial(Build, what) for what in BUILDINGS},
    "tax": Tax,
    "rice": Rice,
    **{f"deploy {number}": partial(Deploy, number) for number in ("5", "3")},
    "deploy 1": March,
    **{f"battle {which}": partial(Battle, which) for which in ("a", "b")},
}
