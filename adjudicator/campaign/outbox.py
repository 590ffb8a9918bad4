"""The outbox: letters wait here from the change that caused them until they are sent.

A letter's Message-ID says what the letter is, so the same letter can be neither queued twice nor
sent twice unnoticed.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

import msgspec

from adjudicator.campaign.change import Change
from adjudicator.campaign.due import is_late
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.privacy import is_sealed, unseal_report
from adjudicator.campaign.state import State
from adjudicator.reports.model import File as Attached
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Attempt, File, Letter
from adjudicator.store.queries import mark_sent
from adjudicator.store.records import Campaign

_BATCH = 50  # letters, which are held in memory together
REMINDERS = ("reminder", "late")
REPORTS = ("commitment", "opening", "result", "rollback", "corrected")
"""The kinds of letters that other letters to a seat answer."""


def queue(at: Change, letter: Letter) -> bool:
    """Put a letter of a campaign into the outbox; False if it is there already.

    Without recipients it is kept for reading (``adjudicator report``) and never sent.
    """
    if at.has_letter(letter.message_id):
        return False
    for record in _pack(letter):
        at.add(record)
    return True


def queue_answer(store: Store, letter: Letter) -> bool:
    """Put an answer into the outbox that changes nothing else; False if it is there already."""
    with store.atomic():
        if store.has(Letter, message_id=letter.message_id):
            return False
        for record in _pack(letter):
            store.add(record, if_absent=isinstance(record, File))
    return True


def last_report(at: Change, seat: str) -> str:
    """Return the Message-ID of the last report to a seat, which other letters answer."""
    new = [each for each in at.entries(Letter) if each.seat == seat and each.kind in REPORTS]
    if new:
        return new[-1].message_id
    return queries.last_letter(at.store, at.campaign, seat, REPORTS)


def letters_to_send(store: Store) -> list[Letter]:
    """Return the first letters that are to be sent, oldest first."""
    return [unpack(store, each) for each in queries.letters_to_send(store)]


def waiting_letters(store: Store, now: datetime) -> Iterator[Letter]:
    """Yield the letters that are to be sent now, oldest first, however many they are.

    Their files are not read yet: see ``unpack``. One that is queued meanwhile waits for the next
    time.
    """
    newest = store.rows(Letter, order="id", last=True, limit=1)
    at = 0
    while batch := queries.letters_to_send(store, now, after=at, limit=_BATCH):
        for each in batch:
            if each.id > newest[0].id:
                return
            yield each
        at = batch[-1].id


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
    return unpack(store, found[0])


def attempts(store: Store, letter: Letter) -> dict[str, Attempt]:
    """Return how far a letter got, by recipient; those it was never tried for are not there."""
    return {each.recipient: each for each in store.rows(Attempt, letter=letter.id)}


def find_recipients_left(letter: Letter, tried: Mapping[str, Attempt]) -> tuple[str, ...]:
    """Return the recipients to whom a letter must still go."""
    waiting = ("begun", "later")
    return tuple(e for e in letter.recipients if e not in tried or tried[e].state in waiting)


def enter_attempts(store: Store, letter: Letter, entries: Iterable[Attempt], now: datetime) -> None:
    """Enter what was tried; a letter that must go to nobody any more is marked as sent."""
    for each in entries:
        store.put(each)
    tried = attempts(store, letter)
    left = find_recipients_left(letter, tried)
    if not left:
        mark_sent(store, letter, now)
        return
    retries = [tried[each].retry if each in tried else None for each in left]
    queries.set_retry(store, letter, min(filter(None, retries)) if all(retries) else None)


def enter_copy(store: Store, letter: Letter, now: datetime) -> None:
    """Enter that the copy of a letter has come: it went to all to whom it was handed over."""
    begun = [each for each in attempts(store, letter).values() if each.state == "begun"]
    entries = [msgspec.structs.replace(e, state="sent", retry=None, why="") for e in begun]
    enter_attempts(store, letter, entries, now)


def drop(store: Store, letter: Letter, why: str, now: datetime) -> tuple[str, ...]:
    """Let a letter that waits go to nobody any more; return to whom it does not go."""
    with store.atomic():
        tried = attempts(store, letter)
        left = find_recipients_left(letter, tried)
        none = Attempt(letter=letter.id, recipient="", state="dropped", at=now)
        entries = [
            msgspec.structs.replace(
                tried.get(each, none), recipient=each, state="dropped", at=now, why=why
            )
            for each in left
        ]
        enter_attempts(store, letter, entries, now)
    return left


def hasten(store: Store, letter: Letter) -> None:
    """Let a letter that waits be tried with the next pass."""
    with store.atomic():
        for each in attempts(store, letter).values():
            if each.retry:
                store.save(msgspec.structs.replace(each, retry=None))
        queries.set_retry(store, letter, None)


def why_superseded(store: Store, letter: Letter, now: datetime) -> str:
    """Say why a reminder has become pointless while it waited; ``""`` for any other letter."""
    if letter.kind not in REMINDERS or letter.campaign_id is None:
        return ""
    at = State(store, store.find(Campaign, id=letter.campaign_id), now)
    if at.is_over or not at.has_begun or at.head.serial != letter.resolution:
        return "the phase that it is about is over"
    if letter.seat not in at.silent:
        return "the orders have come"
    if letter.kind == "reminder" and is_late(at):
        return "the deadline has passed"
    if queries.deadline_set(store, at.head) > letter.created:
        return "the deadline has been moved"
    return ""


def _pack(letter: Letter) -> list[File | Letter]:
    """Return the records of a letter: its files, and itself with digests in the place of data."""
    content = letter.content
    files = [File(hashlib.sha256(each.data).digest(), each.data) for each in content.files]
    bare = tuple(map(_with_data, content.files, (file.digest for file in files)))
    packed = msgspec.structs.replace(
        letter,
        recipients=tuple(filter(None, dict.fromkeys(letter.recipients))),
        subject=content.subject,
        content=msgspec.structs.replace(content, files=bare),
    )
    return [*files, packed]


def _with_data(file: Attached, data: bytes) -> Attached:
    return msgspec.structs.replace(file, data=data)


def unpack(store: Store, letter: Letter) -> Letter:
    """Return a letter as it goes out: with the data of its files, and not sealed any more.

    Raises CampaignError if data is missing or damaged.
    """
    files = []
    for each in letter.content.files:
        there = store.rows(File, digest=each.data)
        if not there:
            raise CampaignError(f"The database lacks {each.name} of a letter: restore a backup.")
        files.append(_with_data(each, there[0].data))
    content = msgspec.structs.replace(letter.content, files=tuple(files))
    if is_sealed(content) and letter.campaign_id:
        campaign = store.find(Campaign, id=letter.campaign_id)
        content = unseal_report(campaign, letter.message_id, content)
    return msgspec.structs.replace(letter, content=content)
