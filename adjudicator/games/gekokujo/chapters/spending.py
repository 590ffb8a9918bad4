"""Carrying out what a seat orders, with what it keeps back for later (§5.1)."""

from collections.abc import Iterator

from adjudicator.games.engine.lines import Rules, carry_out_all
from adjudicator.games.gekokujo.orders.orders import Keep
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Line


def carry_out(play: GekokujoPlay, seat: str, rules: Rules) -> None:
    """Carry out what a seat orders of the kinds of these rules, in the order written.

    Each line has to spend what those above it do not keep back (G26).
    """

    def lines() -> Iterator[Line]:
        for line in play.orders[seat]:
            if isinstance(line.order, Keep):
                kept = (each.koku for each in play.wishes(seat, Keep, [line]))
                play.kept[seat] = next(kept, play.kept[seat])
            if play.asks_for(type(line.order)):
                yield line

    play.kept[seat] = 0
    carry_out_all(play, seat, lines(), rules)
