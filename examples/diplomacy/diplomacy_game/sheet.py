"""The order sheet: of many words for the same the first."""

import re
from collections.abc import Iterator

from adjudicator.games.engine import plain
from diplomacy_game.play import DiplomacyPlay

SYNONYMS = re.compile(r"\(([^|()]*)(?:\|[^|()]*)+\)")


def sheet(play: DiplomacyPlay, seat: str) -> Iterator[str]:
    """Yield the lines of a blank order sheet."""
    return (SYNONYMS.sub(r"\1", line) for line in plain.sheet(play, seat))
