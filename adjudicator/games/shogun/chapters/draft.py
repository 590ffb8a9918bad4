"""Claiming starting provinces: the table's draft, played from every seat's rankings (H25)."""

from collections.abc import Iterable

from adjudicator.games.shogun.orders.orders import Claim, DrawBelow, Group, Groups, Renew
from adjudicator.games.shogun.table.events import CardsRenewed
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.setup import OPEN_CARDS, settle


def draft_provinces(play: ShogunPlay) -> None:
    """Let the seats claim in turn until all army groups stand on the board.

    The first seat stands for the oldest player. A seat takes the open card it ranks higher; if
    both rank below its limit (``draw below``) it draws from the pile. If it would draw and faces
    the same two cards as on its turn before, it first has two others turned up (``renew``).
    """
    position = play.position
    hidden = [name for name in position.provinces if name not in position.cards]
    pile = play.chance.shuffle(hidden, "province cards")
    seen: dict[str, set[str]] = {}
    ranks = {seat: ranking(play, seat) for seat in position.seats}
    for _ in play.groups:
        for seat in position.seats:
            draws = _would_draw(play, seat, ranks[seat], pile)
            if draws and seen.get(seat) == set(play.position.cards):
                draws = _face_again(play, seat, ranks[seat], pile)
            seen[seat] = set(play.position.cards)
            _claim(play, seat, ranks[seat], pile, draws)
    play.change(cards=())


def ranking(play: ShogunPlay, seat: str) -> list[str]:
    """Return all provinces as a seat ranks them; those it does not name by tax plus rice."""
    named: list[str] = []
    for line in play.lines(seat, Claim):
        if isinstance(line.order, Claim):
            named += line.order.provinces
    ranked = [*(name for name in named if not play.is_closed(name)), *by_worth(play)]
    return list(dict.fromkeys(ranked))


def by_worth(play: ShogunPlay) -> list[str]:
    """Return all provinces by tax plus rice, the best first."""
    return sorted(
        play.position.provinces,
        key=lambda name: (-play.card_value(name, "tax") - play.card_value(name, "rice"), name),
    )


def _would_draw(play: ShogunPlay, seat: str, ranks: list[str], pile: list[str]) -> bool:
    order = play.wish(seat, DrawBelow)
    best = min(ranks.index(card) for card in play.position.cards)
    return bool(pile) and order is not None and best >= order.rank


def _face_again(play: ShogunPlay, seat: str, ranks: list[str], pile: list[str]) -> bool:
    """Turn up two other cards, unless the seat leaves them; return whether it draws then too."""
    order = play.wish(seat, Renew)
    if order and order.how == "never":
        return True
    _renew(play, seat, pile)
    return _would_draw(play, seat, ranks, pile) and not (order and order.how == "and take")


def _renew(play: ShogunPlay, seat: str, pile: list[str]) -> None:
    """Put the open cards under the pile and turn up the next two."""
    gone = play.position.cards
    pile += gone
    play.change(cards=tuple(pile[:OPEN_CARDS]))
    del pile[:OPEN_CARDS]
    play.tell(CardsRenewed(seat=seat, gone=gone, come=play.position.cards))


def _claim(play: ShogunPlay, seat: str, ranks: list[str], pile: list[str], draws: bool) -> None:
    if draws:
        settle(play, seat, card := pile.pop(0), _group(play, seat, card), "pile")
        return
    cards = play.position.cards
    card = min(cards, key=ranks.index)
    play.change(cards=(*(each for each in cards if each != card), *pile[:1]))
    del pile[:1]
    settle(play, seat, card, _group(play, seat, card), "open")


def _group(play: ShogunPlay, seat: str, province: str) -> int:
    """Return the army group for a province: kept in mind for it, else the next in order."""
    left = list(play.groups)
    for name in play.provinces_of(seat):
        left.remove(play.land(name).armies)
    wishes = [line.order for line in play.lines(seat, Group) if isinstance(line.order, Group)]
    for wish in wishes:
        if province in wish.provinces and wish.size in left:
            return wish.size
    order = play.wish(seat, Groups)
    return _next(order.sizes if order else (), play.groups, left)


def _next(wanted: Iterable[int], groups: tuple[int, ...], left: list[int]) -> int:
    """Return the first group of an order that is still to be had."""
    gone = list(groups)
    for size in left:
        gone.remove(size)
    for size in wanted:
        if size in gone:
            gone.remove(size)
        elif size in left:
            return size
    return left[0]
