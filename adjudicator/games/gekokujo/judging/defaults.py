"""What fills the gaps that a seat's orders leave; every choice has a default, and it is named."""

from collections.abc import Iterator

from adjudicator.games.contract import Default
from adjudicator.games.gekokujo.orders.orders import Fight, Move, Rank
from adjudicator.games.gekokujo.orders.policy_orders import GiveUp, Hit, HitsOn, LoseFrom, Ronin
from adjudicator.games.gekokujo.printed import CLANS
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Order, Orders

BATTLES = ("campaign", "move", "battle")


def defaults(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens for want of orders."""
    phase = play.position.phase
    if play.house(seat).out:
        return
    if phase == "draft" and play.position.options["clans"] == "draft" and not _has(orders, Rank):
        ranked = ", ".join(CLANS)
        yield Default(f"rank {ranked}", "Clans that are not ranked follow in this order.")
    if phase == "reinforce":
        if not len(orders):
            yield Default("", "Your koku are kept.")
        yield from _losses(play, seat, orders)
    moves = phase in ("campaign", "move") and play.is_active(seat)
    if moves and not _has(orders, Move):
        yield Default("", "All your units stay where they are.")
    if phase in BATTLES:
        yield from _battles(play, seat, orders)


def _losses(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Default]:
    if not _knows(play, seat, orders, LoseFrom):
        yield Default(
            "", "If you cannot pay, bushi go from your largest stacks, farthest from your daimyos."
        )


def _battles(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Default]:
    if play.is_active(seat) and not _has(orders, Fight):
        yield Default(
            "", "Battles come as your lines enter the provinces, then old contests by name."
        )
    if not _knows(play, seat, orders, Ronin):
        yield Default("ronin none", "No ronin are hired.")
    if not _knows(play, seat, orders, Hit):
        yield Default("", "Your hits strike bushi first, then ronin, then daimyos.")
    if not _knows(play, seat, orders, HitsOn):
        yield Default(
            "",
            "Among several enemies, attacked you hit the seat whose turn it is first; on your own "
            "turn the one with more units there.",
        )
    if not play.position.options["glory"] and not _knows(play, seat, orders, GiveUp):
        yield Default(
            "", "As a vassal you would give up the provinces with the fewest of your units."
        )


def _has(orders: Orders, *kinds: type[Order]) -> bool:
    return any(isinstance(line.order, kinds) for line in orders)


def _knows(play: GekokujoPlay, seat: str, orders: Orders, kind: type[Order]) -> bool:
    """Whether a seat has a policy of a kind, in its orders or from before."""
    word = kind.syntax.split("<")[0].strip()
    before = play.house(seat).policies
    return _has(orders, kind) or any(word in text for text in before)
