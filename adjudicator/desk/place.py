"""Where the order desk is: what letters lead to it by."""

from typing import NamedTuple


class DeskPlace(NamedTuple):
    """Where the order desk is, and how letters lead to it."""

    url: str = ""
    """``""``: there is none."""
    holds_position: bool = True
    """Whether a link holds the reader's position; else he chooses the letter's files there."""


NO_DESK = DeskPlace()
