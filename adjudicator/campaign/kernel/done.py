"""What was done in campaigns, with letters and pages: told as it happens, and counted."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

What = Literal[
    "moved",
    "resumed",
    "collected",
    "dealt",
    "closed",
    "adjudicated",
    "reminded",
    "held",
    "sent",
    "delayed",
    "dropped",
    "published",
    "recovered",
    "mended",
    "failed",
]
"""What can be done, in campaigns or with letters and pages. ``held`` is a phase that is due and
waits for its mailbox, ``delayed`` a letter that servers of recipients let wait, ``mended`` what was
not written as it should have been."""


class Done(NamedTuple):
    """One thing that was done, or that failed."""

    what: What
    text: str
    """What happened, in words."""
    facts: Mapping[str, object] = {}
    """The same for programs: which campaign, phase (of a deal, the one that it opened), letter."""
