"""What fills the gaps that a seat's orders leave; every choice has a default, and it is named."""

from collections.abc import Iterator, Mapping

from adjudicator.games.contract import Default
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.judging.forecast import forecast
from adjudicator.games.gekokujo.orders import orders as kinds
from adjudicator.games.gekokujo.printed import CLANS
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Order, Orders

POLICIES: Mapping[type[Order], Default] = {
    kinds.Ronin: Default("ronin none", "No ronin are hired."),
    kinds.Hit: Default("", "Your hits strike bushi first, then ronin, then daimyos."),
    kinds.HitsOn: Default(
        "",
        "Among several enemies, attacked you hit the seat whose turn it is first; on your own "
        "turn the one with more units there.",
    ),
    kinds.GiveUp: Default(
        "", "As a vassal you would give up the provinces with the fewest of your units."
    ),
}
"""What is done in battles and after them where no policy says it."""


def defaults(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens for want of orders."""
    phase = play.position.phase
    if play.house(seat).out:
        return
    if ranks_clans(play, seat) and not any(play.lines(seat, kinds.Rank)):
        yield Default(f"rank {', '.join(CLANS)}", "Clans that are not ranked follow in this order.")
    if phase == "reinforce":
        if not len(orders):
            yield Default("", "Your koku are kept.")
        if not _knows(play, seat, kinds.LoseFrom):
            lost = "bushi go from your largest stacks, farthest from your daimyos."
            yield Default("", f"If you cannot pay, {lost}")
    if play.asks_for(kinds.Move) and play.is_active(seat) and not any(play.lines(seat, kinds.Move)):
        yield Default("", "All your units stay where they are.")
    if phase in ("campaign", "move", "battle"):
        if play.is_active(seat) and not any(play.lines(seat, kinds.Fight)):
            battles = "Battles come as your lines enter the provinces, then old contests by name."
            yield Default("", battles)
        glory = play.position.options["glory"]
        for kind, default in POLICIES.items():
            if not (kind is kinds.GiveUp and glory) and not _knows(play, seat, kind):
                yield default

    if phase not in ("draft", "sow"):
        yield from (Default("", sentence) for sentence in forecast(play, seat, orders))


def _knows(play: GekokujoPlay, seat: str, kind: type[Order]) -> bool:
    """Whether a seat has a policy of a kind, in its orders or from before."""
    word = kind.syntax.split("<")[0]
    return any(play.lines(seat, kind)) or any(word in text for text in play.house(seat).policies)
