"""What a seat can order, and what is done for want of orders."""

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from adjudicator.games.contract import Default
from adjudicator.games.engine.offers import find_legal
from adjudicator.games.shogun.cards import BATTLES, MOVES
from adjudicator.games.shogun.chapters import possible, year
from adjudicator.games.shogun.chapters.plans import (
    LAYING,
    fillers,
    planned_cards,
    sift,
)
from adjudicator.games.shogun.orders import orders as kinds
from adjudicator.games.shogun.reasons import reason
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.words import EXTRAS, PLACES, SPECIAL_CARDS
from adjudicator.orders import Order, Orders
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


def find_candidates(play: ShogunPlay, seat: str, kinds: Collection[type[Order]]) -> Iterator[Order]:
    """Yield what may be possible behind lines: since a check of them carries none out, no more than
    what is legal as things stand."""
    return (each.order for each in find_legal(play, seat))


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


# What is done for want of orders


def _least_moves(play: ShogunPlay, seat: str, cards: Mapping[str, str]) -> Iterator[Default]:
    """Say what the cards on battles do for which no move is ordered that is possible now (H6)."""
    for action, card in cards.items():
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
                yield from _least_moves(play, seat, planned_cards(play, seat, laid))
        case "carry out":
            yield from _least_moves(play, seat, play.seat(seat).plan)
        case "winter":
            if play.provinces_of(seat) and not any(play.lines(seat, kinds.RevoltOrder)):
                due = {"short": year.shortage(play, seat), **year.revolts_due(play, seat)._asdict()}
                yield Default("", str(reason("default.revolts", **due)))
