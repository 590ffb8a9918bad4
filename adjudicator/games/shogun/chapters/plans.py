"""Laying province cards on the ten actions, and what lies there if too few are ordered (H22)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain

from msgspec.structs import replace

from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.shogun.cards import ACTIONS, BATTLES, BUILDINGS, LEAST_PROVINCE_CARDS
from adjudicator.games.shogun.chapters import possible
from adjudicator.games.shogun.orders import orders as kinds
from adjudicator.games.shogun.reasons import error, reason, warning
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Line, Order, Orders

_IDLE = ("battle a", "battle b", "bid", *BUILDINGS)
"""Where a province card may bind to nothing: few armies move without a target, a bid is free, and a
province may have no room for a building."""

_FILLING = (
    *("deploy 1", "theatre", "temple", "deploy 3", "deploy 5", "castle", "tax", "rice"),
    *BATTLES,
)
"""The spaces where it binds, that which binds to least first; taxes and rice bring a revolt marker,
and a battle may be lost."""


def refuse_hopeless(play: ShogunPlay) -> None:
    """Refuse the lines that no course of events could carry out; they are done with."""
    for seat in play.position.seats:
        sift(play, seat)


def sift(play: ShogunPlay, seat: str, planned: bool = True) -> None:
    """Leave a seat the lines that may be carried out, and answer the others.

    The moves that were ``planned`` with the cards are among them unless they are replaced.
    """
    laid: dict[str, kinds.Laid] = {}
    kept: list[Line] = []
    planned_moves = _planned_moves(play, seat) if planned else ()
    moves = (each for each in planned_moves if getattr(each.order, "space", "") not in laid)
    for line in chain(play.orders[seat], moves):
        problem = why_refused(play, seat, line, laid)
        if problem:
            play.keep(seat, Outcome(line, "failed", problem=problem))
            continue
        if isinstance(line.order, kinds.Laid):
            laid[line.order.space] = line.order
        kept.append(line)
    play.orders[seat] = Orders(tuple(kept))


def lay_plans(play: ShogunPlay) -> None:
    """Lay every seat's cards face down, and fill up from its hand where the rules demand it."""
    later = play.rules.orders["carry out"]
    for seat in play.position.seats:
        filled = fillers(play, seat)
        plan = planned_cards(play, seat, filled)
        for line, order in play.card_lines(seat):
            if order.space in ACTIONS and play.targets_come_later:
                play.answer(seat, line, "done", str(reason("card-lies")))
        for order in filled:
            play.tell_default(seat, str(order), str(reason("default.filled")))
        moves = str(Orders(tuple(play.lines(seat, *later))))
        play.change_seat(seat, plan=plan, moves=moves)


def cards_on_actions(play: ShogunPlay, seat: str) -> Mapping[str, str]:
    """Return the provinces whose cards lie on a seat's actions, or will."""
    if play.position.phase != "plan":
        return play.seat(seat).plan
    return planned_cards(play, seat, fillers(play, seat))


def planned_cards(play: ShogunPlay, seat: str, filled: Iterable[kinds.Laid]) -> Mapping[str, str]:
    """Return the provinces whose cards will lie on a seat's actions: those that it orders, and
    those that are ``filled`` in."""
    ordered = (order for _, order in play.card_lines(seat))
    return {each.space: each.card for each in (*ordered, *filled) if each.space in ACTIONS}


def _planned_moves(play: ShogunPlay, seat: str) -> Iterator[Line]:
    moves = play.seat(seat).moves if play.position.phase == "carry out" else ""
    return (replace(line, number=0) for line in play.recall(moves, "carry out"))


def why_refused(
    play: ShogunPlay, seat: str, line: Line, laid: Mapping[str, kinds.Laid]
) -> Problem | None:
    """Say why a line can never be carried out, after the cards that are laid already."""
    order = line.order
    conditional = len(line.branches) > 1 or line.branches[0].when is not None
    if isinstance(order, kinds.Claim | kinds.Group) and conditional:
        return error("no-condition.ranking", str(order))
    if isinstance(order, kinds.Laid):
        return (
            _why_not_laid(play, seat, line, order, laid)
            or why_twice(order, laid)
            or _why_hopeless(play, seat, line)
        )
    return why_closed(play, seat, order)


def why_closed(play: ShogunPlay, seat: str, order: Order) -> Problem | None:
    """Say why orders of a kind are of no use as things stand."""
    why = play.rules.closed.get(type(order))
    return why(play, seat) if why else None


def _why_not_laid(
    play: ShogunPlay, seat: str, line: Line, order: kinds.Laid, laid: Mapping[str, kinds.Laid]
) -> Problem | None:
    if line.branches[0].when and not isinstance(order, kinds.Moving):
        return error("no-condition", str(order))
    if play.position.phase != "plan":
        card = play.seat(seat).plan.get(order.space)
        if card is None:
            return error("not-planned", space=order.space)
        other = order.card not in ("", card)
        return error("not-planned.other", space=order.space, card=card) if other else None
    if isinstance(order, kinds.Battle) and not order.source:
        fix = _with_source(play, seat, order, laid)
        return error("no-source", fix)
    if isinstance(order, kinds.Bid) and order.offer.nothing:
        free = play.position.options["empty spaces"] == "free"
        if not free and len(play.provinces_of(seat)) >= LEAST_PROVINCE_CARDS:
            return error("must-bid", "bid 0")
    if isinstance(order, kinds.Bid) and (above := why_not_bid(play, seat, order)):
        return above if above.severity == "error" else None
    return why_not_own(play, seat, order.card) if order.card else None


def why_not_bid(play: ShogunPlay, seat: str, order: kinds.Bid) -> Problem | None:
    """Say that a seat has fewer chests than it bids (H14)."""
    bid, chests = order.offer.chests, play.seat(seat).chests
    if bid <= chests:
        return None
    if play.position.options["bids above the chests"] == "are refused":
        return error("chests.bid-no-more", f"bid {chests}", have=chests)
    return warning("chests.bid-counts", have=chests)


def _with_source(
    play: ShogunPlay, seat: str, order: kinds.Battle, laid: Mapping[str, kinds.Laid]
) -> str:
    """Write a battle out with the card that is left of the largest army beside its target."""
    used = {each.card for each in laid.values()}
    beside = play.neighbours(order.target) if order.target else []
    near = [name for name in play.provinces_of(seat) if name in beside and name not in used]
    source = max(near, key=lambda name: play.land(name).armies, default="")
    return str(replace(order, source=source)) if source else ""


def why_twice(order: kinds.Laid, laid: Mapping[str, kinds.Laid]) -> Problem | None:
    """Say why a card lies on the space of an order, or its card elsewhere."""
    lying = laid.get(order.space)
    if lying:
        return error("space-taken", lying=str(lying), moves=isinstance(order, kinds.Moving))
    for other in laid.values():
        if order.card and order.card == other.card:
            return error("card-used", card=order.card, lying=str(other))
    return None


def _why_hopeless(play: ShogunPlay, seat: str, line: Line) -> Problem | None:
    """Say why nothing can ever move to any of the targets of a battle."""
    first = line.order
    if not isinstance(first, kinds.Battle) or play.targets_come_later:
        return None
    card = play.seat(seat).plan.get(first.space, first.source)
    whys = [possible.why_never(play, each.order, first.space, card) for each in line.branches]
    return possible.sentence(whys[0]) if whys[0] and all(whys) else None


def why_not_own(play: ShogunPlay, seat: str, province: str) -> Problem | None:
    """Return an error if a province is not the seat's own, which it must be to lay its card."""
    if play.is_closed(province):
        return error("closed.sentence", place=province)
    owner = play.land(province).owner
    return error("not-yours", place=province, owner=owner) if owner != seat else None


def fillers(play: ShogunPlay, seat: str) -> list[kinds.Laid]:
    """Return the cards that are laid by default because too few are ordered.

    Eleven spaces need a card each as far as there are cards, and five of the cards are chest
    cards, so six province cards must lie. Missing ones go first where they bind to nothing: on the
    battles, on the bid, and on buildings for which a province has no room.
    """
    if play.position.options["empty spaces"] == "free":
        return []
    laid = [order for _, order in play.card_lines(seat)]
    used = {order.card for order in laid if order.card}
    own = play.provinces_of(seat)
    hand = [province for province in own if province not in used]
    missing = min(LEAST_PROVINCE_CARDS, len(own)) - len(used)
    taken = {order.space for order in laid}
    filled: list[kinds.Laid] = []
    for space, idle in (*((each, True) for each in _IDLE), *((each, False) for each in _FILLING)):
        if space in taken or len(filled) >= missing:
            continue
        suited = hand
        if idle and space in BUILDINGS:
            suited = [name for name in hand if possible.why_no_room(play, space, name)]
        elif idle and space in BATTLES:
            suited = [name for name in hand if _binds_to_little(play, seat, space, name)]
        if suited:
            card = min(suited, key=lambda province: dislike(play, space, province))
            hand.remove(card)
            taken.add(space)
            filled.append(LAYING[space](card))
    return filled


def _binds_to_little(play: ShogunPlay, seat: str, battle: str, province: str) -> bool:
    """Whether a card on a battle without a target moves nothing, or an army to an own province."""
    least = possible.least_move(play, seat, battle, province)
    return least is None or play.land(least.target).owner == seat


def dislike(play: ShogunPlay, space: str, province: str) -> tuple[int, int, str]:
    """Return how ill the card of a province suits a space; the least is laid there first."""
    land = play.land(province)
    if space in ("tax", "rice"):
        return land.revolts, -play.card_value(province, space), province
    if space in BUILDINGS:
        return land.revolts, 0, province
    return land.armies, play.card_value(province, "tax"), province


LAYING: Mapping[str, Callable[[str], kinds.Laid]] = {
    **{what: partial(kinds.Build, what) for what in BUILDINGS},
    "tax": kinds.Tax,
    "rice": kinds.Rice,
    "deploy 5": partial(kinds.Deploy, "5"),
    "deploy 3": partial(kinds.Deploy, "3"),
    "deploy 1": kinds.March,
    "battle a": partial(kinds.Battle, "a"),
    "battle b": partial(kinds.Battle, "b"),
    "bid": lambda card: kinds.Bid(kinds.Offer(card=card)),
}
"""What lays a province card on each space."""
