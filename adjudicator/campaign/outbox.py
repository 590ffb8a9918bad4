"""The outbox: letters wait here from the transaction that caused them until they are sent.

A letter's Message-ID says what the letter is, so the same letter can be neither queued twice nor
sent twice unnoticed.
"""

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.records import Campaign, Letter, Resolution, Seat, as_json
from adjudicator.campaign.store import Row, Store, moment, stamp
from adjudicator.reports.model import Report

_REPORT = msgspec.msgpack.Decoder(Report)


class Heading(msgspec.Struct, frozen=True):
    """What is written on the outside of a letter."""

    message_id: str
    kind: str
    seat: str
    recipients: tuple[str, ...]
    subject: str
    created: datetime
    sent: datetime | None


def message_id(owner: Campaign, *parts: str) -> str:
    """Return the Message-ID of a letter: campaign and parts, made safe, at the game's host."""
    left = ".".join(filter(None, map(slug, (owner.name, *parts))))
    return f"<{left}@{owner.settings.host}>"


def receipt_id(store: Store, owner: Campaign, opened_by: Resolution, seat: Seat) -> str:
    """Return the Message-ID of a seat's next receipt in the phase that waits."""
    made = store.row(
        "SELECT count(*) AS n FROM letter WHERE kind = 'receipt' AND resolution = ? AND seat = ?",
        opened_by.id,
        seat.name,
    )
    number = (made["n"] if made else 0) + 1
    phase = f"{slug(opened_by.opens.key)}{_run(opened_by)}"
    return message_id(owner, phase, "receipt", seat.name, str(number))


def phase_slug(resolved: Resolution) -> str:
    """Name a resolution within a Message-ID; after a roll-back the name is another one."""
    return f"{slug(resolved.phase)}{_run(resolved)}"


def _run(resolved: Resolution) -> str:
    return f"-run{resolved.run + 1}" if resolved.run else ""


def slug(text: str) -> str:
    """Reduce a text to letters, digits and hyphens; what has none becomes its code points."""
    plain = unicodedata.normalize("NFKD", text)
    ascii_only = "".join(char for char in plain if char.isascii())
    tidy = re.sub(r"[^A-Za-z0-9]+", "-", ascii_only).strip("-")
    return tidy or "-".join(f"{ord(char):x}" for char in text[:12])


def queue(
    store: Store,
    report: Report,
    *,
    identity: str,
    kind: str,
    now: datetime,
    recipients: Sequence[str] = (),
    owner: Campaign | None = None,
    opened_by: Resolution | None = None,
    seat: str = "",
    in_reply_to: str = "",
) -> bool:
    """Put a letter into the outbox. Return False if the letter of that identity is there already.

    Without ``recipients`` it is kept for reading (``adjudicator report``) and never sent.
    """
    if store.row("SELECT 1 FROM letter WHERE message_id = ?", identity):
        return False
    store.insert(
        "letter",
        {
            "game": owner.id if owner else None,
            "resolution": opened_by.id if opened_by else None,
            "message_id": identity,
            "kind": kind,
            "seat": seat,
            "recipients": as_json([each for each in dict.fromkeys(recipients) if each]),
            "subject": report.subject,
            "content": msgspec.msgpack.encode(_without_files(store, report)),
            "in_reply_to": in_reply_to,
            "created": stamp(now),
            "sent": None,
        },
    )
    return True


def waiting(store: Store, limit: int = 1000) -> list[Letter]:
    """Return the letters that are to be sent, oldest first."""
    rows = store.rows(
        f"{_SELECT} WHERE sent IS NULL AND recipients != '[]' ORDER BY letter.id LIMIT ?", limit
    )
    return [_letter(store, row) for row in rows]


def mark_sent(store: Store, letter: Letter, now: datetime) -> None:
    """Note that a letter has been handed over. The first time it was stays."""
    store.db.execute(
        "UPDATE letter SET sent = ? WHERE id = ? AND sent IS NULL", (stamp(now), letter.id)
    )


def letters(store: Store, owner: Campaign, *, seat: str | None = None) -> list[Letter]:
    """Return a game's letters, oldest first; with ``seat`` those to that seat, ``""`` the public's.

    Maps and positions come with them; ``headings`` is the way to look through many.
    """
    return [letter(store, each.message_id) for each in headings(store, owner, seat=seat)]


def headings(store: Store, owner: Campaign, *, seat: str | None = None) -> list[Heading]:
    """Return what is written on the outside of a game's letters, oldest first."""
    rows = store.rows(
        "SELECT message_id, kind, seat, recipients, subject, created, sent FROM letter"
        " WHERE game = ? AND (? IS NULL OR seat = ?) ORDER BY id",
        owner.id,
        seat,
        seat,
    )
    return [Heading(**{**row, **_read(row)}) for row in rows]


def letter(store: Store, identity: str) -> Letter:
    """Return the letter with that Message-ID. Raises CampaignError."""
    row = store.row(f"{_SELECT} WHERE message_id = ?", identity)
    if row is None:
        raise CampaignError(f"There is no letter {identity[:120]}.")
    return _letter(store, row)


_SELECT = "SELECT letter.*, game.name AS campaign FROM letter LEFT JOIN game ON game.id = game"


def _letter(store: Store, row: Row) -> Letter:
    return Letter(
        id=row["id"],
        message_id=row["message_id"],
        kind=row["kind"],
        seat=row["seat"],
        subject=row["subject"],
        content=_with_files(store, _REPORT.decode(row["content"])),
        in_reply_to=row["in_reply_to"],
        campaign=row["campaign"] or "",
        **_read(row),
    )


def _read(row: Row) -> dict[str, Any]:
    return {
        "recipients": tuple(msgspec.json.decode(row["recipients"], type=list[str])),
        "created": moment(row["created"]),
        "sent": moment(row["sent"]) if row["sent"] else None,
    }


def _without_files(store: Store, report: Report) -> Report:
    """Put a report's files into their table, each once, and their digests in their place."""
    files = []
    for each in report.files:
        digest = hashlib.sha256(each.data).digest()
        values = (digest, each.data)
        store.db.execute("INSERT OR IGNORE INTO file (digest, data) VALUES (?, ?)", values)
        files.append(msgspec.structs.replace(each, data=digest))
    return msgspec.structs.replace(report, files=tuple(files))


def _with_files(store: Store, report: Report) -> Report:
    files = []
    for each in report.files:
        row = store.row("SELECT data FROM file WHERE digest = ?", each.data)
        if row is None:
            raise CampaignError(f"The database lacks {each.name} of a letter: restore a backup.")
        files.append(msgspec.structs.replace(each, data=row["data"]))
    return msgspec.structs.replace(report, files=tuple(files))
