"""What is wrong with orders: they are carried out on the captain's view, without dice."""

from collections.abc import Iterator

from adjudicator.games.engine.lines import carry_out, judge
from adjudicator.orders import Finding, Orders
from harbours.market import MARKET_RULES
from harbours.play import HarboursPlay
from harbours.voyages import VOYAGE_RULES

RULES = {**MARKET_RULES, **VOYAGE_RULES}


def check(play: HarboursPlay, seat: str, orders: Orders) -> Iterator[Finding]:
    """Yield what is against each line, as things stand after the lines before it."""
    for line in orders:
        for branch in line.branches:
            problem = judge(play, seat, branch.order, RULES)
            if problem:
                yield problem.finding(line.number, str(branch.order))
        carry_out(play, seat, line, RULES)
