"""What to do with a letter, from the letter alone. No letter is answered that no person wrote."""

from typing import Literal

import msgspec

from adjudicator.post.letter import Letter

MOST_ANSWERS = 40
"""Answers to one address in 24 hours; orders are still taken beyond it."""
MOST_REFUSALS = 5
"""Refusals to one address in 24 hours."""
MOST_REFUSALS_TO_ALL = 100
"""Refusals to all addresses in 24 hours: forged senders must not make this service send spam."""
MOST_NOTES = 20
"""Letters to a game master about one sort of trouble in 24 hours; the rest is written down."""

_MACHINE_PRECEDENCE = ("bulk", "junk", "list")


class Verdict(msgspec.Struct, frozen=True):
    """What to do: ``act`` on it, ``note`` it and stay silent, note the ``bounce``, or ``refuse``.

    ``why`` is a clause that can stand after “because”.
    """

    do: Literal["act", "note", "bounce", "refuse"]
    why: str = ""


def judge(letter: Letter, own: frozenset[str] = frozenset()) -> Verdict:
    """Judge a letter. ``own`` are this service's own addresses, in small letters."""
    if letter.bounced:
        return Verdict("bounce", f"{', '.join(letter.bounced)} could not be reached")
    if why := _machine(letter, own):
        return Verdict("note", why)
    if letter.refused:
        return Verdict("refuse", letter.refused)
    return Verdict("act")


def _machine(letter: Letter, own: frozenset[str]) -> str:
    """Say why no person wrote this, or no answer could reach him; ``""`` if one did."""
    if letter.loop:
        return "it carries the mark of a mail service, this one or another"
    if letter.return_path == "":
        return "its return path is empty, as that of automatic letters"
    if letter.auto_submitted.partition(";")[0].strip() not in ("", "no"):
        return f"it was sent automatically ({letter.auto_submitted})"
    if letter.media == "multipart/report":
        return "it is a report on delivery"
    if letter.list_id:
        return "it came through a mailing list"
    if letter.precedence in _MACHINE_PRECEDENCE:
        return f"its precedence is {letter.precedence}"
    if not letter.sender.address:
        return "it names no sender that could be answered"
    if letter.sender.bare in own:
        return "it says that it comes from this service itself"
    return ""
