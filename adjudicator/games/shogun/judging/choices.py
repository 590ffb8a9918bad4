"""What a seat can order, what the regents order for it, and what is done for want of orders."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from adjudicator.games.contract import Default
from adjudicator.games.engine.plain import choose_at_random
from adjudicator.games.shogun.cards import ACTIONS, BATTLES, BUILDINGS, MOVES
from adjudicator.games.shogun.chapters import possible, year
from adjudicator.games.shogun.chapters.plans import (
    LAYING,
    cards_on_actions,
    dislike,
    fillers,
    sift,
)
from adjudicator.games.shogun.chapters.setup import by_worth
from adjudicator.games.shogun.orders import orders as kinds
from adjudicator.games.shogun.reasons import reason
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.words import EXTRAS, PLACES, SPECIAL_CARDS
from adjudicator.orders import Branch, Line, Order, Orders
from adjudicator.orders.language.slots import Amount

ALL_BUT_ONE = Amount(1, but=True)

# What can be ordered, each possible by itself as things stand


def legal_orders(play: ShogunPlay, seat: str) -> Iterator[Order]:
    """Yield the seat's legal orders of the basic game for the phase."""
    match play.position.phase:
        case "draft":
            yield from _claims(play)
        case "plan":
            yield from _plans(play, seat)
        case "carry out":
            for action, card in play.seat(seat).plan.items():
                if action in MOVES and not possible.why_not(play, seat, action, card):
                    yield from _moves(play, seat, card, action)
            yield from (kinds.Decline((extra,)) for extra in EXTRAS)
        case "winter":
            yield from (kinds.RevoltOrder((name,)) for name in play.provinces_of(seat))


def _claims(play: ShogunPlay) -> Iterator[Order]:
    yield from (kinds.Claim((name,)) for name in play.position.provinces)
    yield kinds.Groups(play.groups)
    yield kinds.Groups(tuple(reversed(play.groups)))
    sizes = dict.fromkeys(play.groups)
    yield from (kinds.Group(size, (name,)) for size in sizes for name in play.position.provinces)
    yield from (kinds.DrawBelow(rank) for rank in (1, 5, 12, 20))
    yield from (kinds.Renew(how) for how in ("and choose", "and take", "never"))


def _plans(play: ShogunPlay, seat: str) -> Iterator[Order]:
    later = play.targets_come_later
    for card in play.provinces_of(seat):
        for space, lay in LAYING.items():
            if possible.why_not(play, seat, space, card) is None:
                if later or space not in BATTLES:
                    yield lay(card)
                if space in MOVES and not later:
                    yield from _moves(play, seat, card, space)
    for chests in range(min(4, play.seat(seat).chests) + 1):
        yield kinds.Bid(kinds.Offer(chests))
    yield from (kinds.Prefer((card,)) for card in (*SPECIAL_CARDS, *PLACES))
    yield from (kinds.Decline((extra,)) for extra in EXTRAS)


def _moves(play: ShogunPlay, seat: str, source: str, action: str) -> Iterator[Order]:
    """Yield the moves by which an action can use the armies of a province."""
    able = play.land(source).armies - 1
    if able < 1:
        return
    lay, amounts = LAYING[action](source), (*map(Amount, range(1, able + 1)), ALL_BUT_ONE)
    for target in play.neighbours(source):
        own = play.land(target).owner == seat
        if own or (action in BATTLES and not possible.why_barred(play, seat, action, target)):
            yield from (replace(lay, target=target, armies=amount) for amount in amounts)


# What regents order: the steady one taxes, builds and makes sure attacks


Suggested = Order | Line


def steady(play: ShogunPlay, seat: str) -> Iterator[Suggested]:
    """Yield sensible orders of the basic game for the phase."""
    match play.position.phase:
        case "draft":
            ranked = by_worth(play)
            for start in range(0, len(ranked), 20):
                yield kinds.Claim(tuple(ranked[start : start + 20]))
        case "plan":
            yield from _plan_well(play, seat)
        case "carry out":
            for action, card in play.seat(seat).plan.items():
                if action in BATTLES and (attack := _attack(play, seat, action, card)):
                    yield attack
        case "winter":
            weak = sorted(play.provinces_of(seat), key=lambda name: (-play.land(name).armies, name))
            if weak:
                yield kinds.RevoltOrder(tuple(weak))


def _card(order: Order) -> str:
    return order.card if isinstance(order, kinds.Laid) else ""


choose_randomly = partial(choose_at_random, uses=_card)
"""Yields random legal orders: at most one on each space, each card laid once."""


def _plan_well(play: ShogunPlay, seat: str) -> Iterator[Suggested]:
    """Tax and take rice where no farmer rises, spend the chests on buildings, and on armies where
    enemies are near."""
    hand = play.provinces_of(seat)
    chests, supply = play.seat(seat).chests, play.seat(seat).supply
    yield from _attacks(play, seat, hand)
    for what in ("tax", "rice"):
        card = min(hand, key=lambda name: dislike(play, what, name), default="")
        if card:
            hand.remove(card)
            yield LAYING[what](card)
    for space in (*BUILDINGS, "deploy 5", "deploy 3"):
        if space in BUILDINGS:
            card = next((name for name in hand if not possible.why_no_room(play, space, name)), "")
        else:
            card = max(hand, key=lambda name: (_threat(play, seat, name), name), default="")
        price = possible.price(play, seat, space, card) if card else 0
        if card and price <= chests and ACTIONS[space].armies <= supply:
            chests -= price
            supply -= ACTIONS[space].armies
            hand.remove(card)
            yield LAYING[space](card)
    yield kinds.Bid(kinds.Offer(1 if play.seat(seat).chests > 8 else 0))
    yield kinds.Prefer(("extra chest", "six armies", "extra rice"))


def _attacks(play: ShogunPlay, seat: str, hand: list[str]) -> Iterator[Suggested]:
    """Attack from the two largest stacks that outnumber a neighbour."""
    for which in ("a", "b"):
        stacks = sorted(hand, key=lambda name: (-play.land(name).armies, name))
        for card in stacks:
            attack = _attack(play, seat, f"battle {which}", card)
            if attack:
                hand.remove(card)
                yield kinds.Battle(which, card) if play.targets_come_later else attack
                break


def _attack(play: ShogunPlay, seat: str, action: str, card: str) -> Line | None:
    """Attack the weakest neighbours that are clearly outnumbered, in this order."""
    moving = play.land(card).armies - 1
    weak = sorted(
        (play.land(target).armies, target)
        for target in play.neighbours(card)
        if play.land(target).owner != seat
    )
    attacks = (
        kinds.Battle(action[-1], card, target, ALL_BUT_ONE)
        for armies, target in weak
        if moving >= max(2, armies + 2)
    )
    able = [each for each in attacks if not possible.why_no_move(play, seat, each, action, card)]
    return Line(tuple(map(Branch, able[:3]))) if able else None


def _threat(play: ShogunPlay, seat: str, province: str) -> int:
    near = (play.land(name) for name in play.neighbours(province))
    return sum(land.armies for land in near if land.owner not in ("", seat))


# What is done for want of orders


def _least_moves(play: ShogunPlay, seat: str) -> Iterator[Default]:
    """Say what the cards on battles do for which no move is ordered that is possible now (H6)."""
    for action, card in cards_on_actions(play, seat).items():
        if action not in BATTLES:
            continue
        line = play.line_on(seat, action)
        moves = [branch.order for branch in line.branches] if line else []
        if any(possible.why_no_move(play, seat, each, action, card) is None for each in moves):
            continue
        least = possible.least_move(play, seat, action, card)
        if line and least:
            yield Default("", str(reason("default.must-move", move=least)))
        elif play.position.phase == "plan" or line:
            continue
        elif least:
            yield Default(str(least), str(reason("default.must")))
        else:
            yield Default(str(LAYING[action](card)), str(reason("default.no-target")))


_FIRST_PLACES = "prefer place 1, place 2, place 3, place 4, place 5"


def defaults(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens for want of orders, as orders where it can be said so.

    Of these those that would be refused are left out first, for the expansions too.
    """
    sift(play, seat)
    match play.position.phase:
        case "draft":
            if not any(play.lines(seat, kinds.Claim)):
                yield Default("", str(reason("default.claims")))
            if not any(play.lines(seat, kinds.Groups)):
                sizes = ", ".join(map(str, play.groups))
                yield Default(f"groups {sizes}", str(reason("default.groups")))
        case "plan":
            laid = fillers(play, seat)
            yield from (Default(str(order), str(reason("default.filled"))) for order in laid)
            if not any(play.lines(seat, kinds.Bid)) and "bid" not in {each.space for each in laid}:
                yield Default("bid 0", str(reason("default.bid")))
            if not any(play.lines(seat, kinds.Prefer)):
                yield Default(_FIRST_PLACES, str(reason("default.preference")))
            if not play.targets_come_later:
                yield from _least_moves(play, seat)
        case "carry out":
            yield from _least_moves(play, seat)
        case "winter":
            if play.provinces_of(seat) and not any(play.lines(seat, kinds.RevoltOrder)):
                due = {"short": year.shortage(play, seat), **year.revolts_due(play, seat)._asdict()}
                yield Default("", str(reason("default.revolts", **due)))
