"""What ``doctor`` says of one thing that it tried."""

from typing import Literal, NamedTuple


class Point(NamedTuple):
    """One thing that was tried."""

    what: str
    state: Literal["well", "note", "wrong"]
    """``note``: games can be played so, but something is to be known."""
    found: str
    cure: str = ""
    """What to do about it."""
