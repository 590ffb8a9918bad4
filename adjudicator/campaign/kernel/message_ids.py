"""The Message-IDs of letters. Each says what the letter is, and no two letters share one.

A part that somebody named freely, such as a seat, stands as it is if it is plain; any other gets a
digest of what it exactly is. Parts are kept apart by full stops, and none holds one. The last is a
mark that nobody can guess who has not seen the letter: a bounce is believed for quoting it.
"""

import hashlib
import hmac
import re
import unicodedata

from adjudicator.patterns import pattern
from adjudicator.store.letter_records import key_of_mark
from adjudicator.store.records import Adjudication, Campaign

_PART_OF_PUBLIC = "public"
_MARK = 10
_PLAIN = pattern(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")


def message_id(campaign: Campaign, *parts: str | int) -> str:
    """Return the Message-ID of a letter: the campaign, parts that hold no free text, a mark."""
    left = ".".join(map(str, (campaign.name, *parts)))
    mark = hmac.digest(campaign.secret, f"Message-ID {left}".encode(), "sha256").hex()[:_MARK]
    return f"<{left}.{mark}@{campaign.settings.host}>"


def report_id(
    campaign: Campaign,
    about: Adjudication | None,
    kind: str,
    seat: str,
    number: int = 1,
    *,
    opens: bool = False,
) -> str:
    """Return the Message-ID of a letter to a seat (``""``: the public) about a phase.

    It is the phase that the resolution resolved, or with ``opens`` the one that it opened; None is
    the time before the deal. The first of a kind has no ``number``.
    """
    when = "before"
    if about:
        run = f"_run{about.run + 1}" if about.run else ""
        when = f"{free_part(about.opens.key if opens else about.phase)}{run}"
    return message_id(campaign, when, kind, seat_part(seat), *([number] if number > 1 else []))


def note_mark(campaign: Campaign, code: str, occasion: str) -> str:
    """Return by what it is known that a note of a code was made on an occasion."""
    return key_of_mark("note", campaign.name, f"{code} {occasion}")


def seat_part(seat: str) -> str:
    """Return the part of a Message-ID that names a seat."""
    return free_part(seat, marked=seat == _PART_OF_PUBLIC) if seat else _PART_OF_PUBLIC


def free_part(text: str, *, marked: bool = False) -> str:
    """Return a text as a part of a Message-ID, another one for each text."""
    if _PLAIN.fullmatch(text) and not marked:
        return text.replace(" ", "-")
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    tidy = re.sub(r"[^A-Za-z0-9]+", "-", ascii_only).strip("-")
    return f"{tidy[:40]}_{hashlib.sha256(text.encode()).hexdigest()[:12]}"
