"""The order sheet: of many words for the same the first."""

import re
from collections.abc import Iterator

from adjudicator.games.engine import plain
from diplomacy_game.play import DiplomacyPlay

SYNONYMS = re.compile(r"\(([^|()]*)(?:\|[^|()]*)+\)")


def sheet(play: DiplomacyPlay, seat: str) -> Iterator[str]:
    """Yield a power's lines of a blank order sheet; that of several has the syntax at its end."""
    powers = play.powers_of(play.seat_of(seat))
    closed = play.rules.orders.get(play.position.phase, ()) if seat != powers[-1] else ()
    if len(powers) > 1:
        yield f"# {seat}:"
    yield from (SYNONYMS.sub(r"\1", line) for line in plain.sheet(play, seat, closed))
