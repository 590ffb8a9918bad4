"""The outbox: letters wait here from the change that caused them until they are sent.

A letter's Message-ID says what the letter is, so the same letter can be neither queued twice nor
sent twice unnoticed.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime

import msgspec

from adjudicator.campaign.change import Change
from adjudicator.campaign.errors import CampaignError
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.tables import Adjudication, Campaign, File, Letter

REPORTS = ("opening", "result", "rollback")
"""The kinds of letters that other letters to a seat answer."""


def queue(
    at: Change,
    report: Report,
    *,
    message_id: str,
    kind: str,
    recipients: Sequence[str] = (),
    about: Adjudication | None = None,
    phase: str = "",
    seat: str = "",
    in_reply_to: str = "",
) -> bool:
    """Put a letter of a campaign into the outbox; False if the letter is there already.

    It is about the phase that was resolved, or another one if ``phase`` says so. Without
    ``recipients`` it is kept for reading (``adjudicator report``) and never sent.
    """
    if at.has_letter(message_id):
        return False
    letter = _letter(report, message_id, kind, recipients, at.campaign, seat, in_reply_to, at.now)
    if about:
        letter = msgspec.structs.replace(
            letter, resolution=about.serial, phase=phase or about.phase
        )
    for record in (*_files(report), letter):
        at.add(record)
    return True


def queue_answer(
    store: Store,
    report: Report,
    *,
    message_id: str,
    kind: str,
    now: datetime,
    recipients: Sequence[str],
    campaign: Campaign | None = None,
    seat: str = "",
    in_reply_to: str = "",
) -> bool:
    """Put an answer into the outbox that changes nothing else; False if it is there already."""
    with store.atomic():
        if store.has(Letter, message_id=message_id):
            return False
        for file in _files(report):
            store.add(file, if_absent=True)
        store.add(_letter(report, message_id, kind, recipients, campaign, seat, in_reply_to, now))
    return True


def last_report(at: Change, seat: str) -> str:
    """Return the Message-ID of the last report to a seat, which other letters answer."""
    new = [each for each in at.entries(Letter) if each.seat == seat and each.kind in REPORTS]
    if new:
        return new[-1].message_id
    return queries.last_letter(at.store, at.campaign, seat, REPORTS)


def letters_to_send(store: Store) -> list[Letter]:
    """Return the letters that are to be sent, oldest first."""
    return [_with_files(store, each) for each in queries.letters_to_send(store)]


def letters(store: Store, campaign: Campaign, *, seat: str | None = None) -> list[Letter]:
    """Return a campaign's letters, oldest first; with ``seat`` those to it, ``""`` the public's.

    Maps and positions come with them; ``queries.headings`` is the way to look through many.
    """
    there = queries.headings(store, campaign, seat)
    return [find_letter(store, each.message_id) for each in there]


def find_letter(store: Store, message_id: str) -> Letter:
    """Return the letter with that Message-ID. Raises CampaignError."""
    found = store.rows(Letter, message_id=message_id)
    if not found:
        raise CampaignError(f"There is no letter {message_id[:120]}.")
    return _with_files(store, found[0])


def _letter(
    report: Report,
    message_id: str,
    kind: str,
    recipients: Sequence[str],
    campaign: Campaign | None,
    seat: str,
    in_reply_to: str,
    now: datetime,
) -> Letter:
    """Make the record of a letter; its files have digests in the place of their data."""
    bare = [msgspec.structs.replace(each, data=_digest(each.data)) for each in report.files]
    return Letter(
        id=0,
        campaign_id=campaign.id if campaign else None,
        resolution=None,
        phase="",
        message_id=message_id,
        kind=kind,
        seat=seat,
        recipients=tuple(each for each in dict.fromkeys(recipients) if each),
        subject=report.subject,
        content=msgspec.structs.replace(report, files=tuple(bare)),
        in_reply_to=in_reply_to,
        created=now,
        sent=None,
    )


def _files(report: Report) -> list[File]:
    return [File(_digest(each.data), each.data) for each in report.files]


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _with_files(store: Store, letter: Letter) -> Letter:
    files = []
    for each in letter.content.files:
        there = store.rows(File, digest=each.data)
        if not there:
            raise CampaignError(f"The database lacks {each.name} of a letter: restore a backup.")
        files.append(msgspec.structs.replace(each, data=there[0].data))
    content = msgspec.structs.replace(letter.content, files=tuple(files))
    return msgspec.structs.replace(letter, content=content)
