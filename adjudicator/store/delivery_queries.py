"""Questions about letters on their way: sent, put off, bounced, answered; the copies of press."""

from collections.abc import Sequence
from datetime import datetime

from adjudicator.store.columns import stamp
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Heading, Letter
from adjudicator.store.records import Campaign, Seat


def mark_sent(store: Store, letter: Letter, now: datetime) -> None:
    """Note that a letter has been handed over. The first time it was stays."""
    sql = "UPDATE letter SET sent = ? WHERE id = ? AND sent IS NULL"
    store.write(sql, stamp(now), letter.id)


def put_off(store: Store, letter: Letter, retry: datetime | None) -> None:
    """Note that a letter could not be sent, and when it is tried again."""
    sql = "UPDATE letter SET tries = tries + 1, retry = ? WHERE id = ? AND sent IS NULL"
    store.write(sql, stamp(retry) if retry else None, letter.id)


def set_retry(store: Store, letter: Letter, retry: datetime | None) -> None:
    """Say before when a letter that waits is not tried; None: it is tried at once."""
    sql = "UPDATE letter SET retry = ? WHERE id = ? AND sent IS NULL"
    store.write(sql, stamp(retry) if retry else None, letter.id)


def letters_since(store: Store, since: datetime) -> int:
    """Count the letters that were handed over after a time, or were to be."""
    sql = "SELECT count(DISTINCT letter) FROM attempt WHERE at > ? AND state <> 'dropped'"
    return int(store.select(sql, stamp(since))[0][0])


def last_proven(store: Store, seat: Seat) -> datetime | None:
    """Return when a letter with a seat's token last came from its player's address."""
    sql = (
        "SELECT max(arrived) FROM fate WHERE campaign_id = ? AND seat = ? AND proven = 1"
        " AND lower(sender) = ?"
    )
    values = (seat.campaign_id, seat.name, seat.address.casefold())
    latest = store.select(sql, *values)[0][0]
    return datetime.fromisoformat(latest) if latest else None


def last_letter(store: Store, campaign: Campaign, seat: str, kinds: Sequence[str]) -> str:
    """Return the Message-ID of the last letter of some kinds to a seat; ``""`` if there is none."""
    rest = (
        " WHERE campaign_id = ? AND seat = ? AND kind = ?"
        " ORDER BY resolution DESC NULLS LAST, id DESC LIMIT 1"
    )
    last = [
        heading for kind in kinds for heading in store.query(Heading, rest, campaign.id, seat, kind)
    ]
    return max(last, key=lambda each: each.id).message_id if last else ""


def copies_since(
    store: Store, campaign: Campaign, writer: str, since: datetime, reader: str | None = None
) -> int:
    """Count the letters that a seat's press has led to after a time, or those to one reader.

    A note in its diary counts as one.
    """
    sql = (
        "SELECT count(*) FROM press LEFT JOIN presscopy ON press.key = presscopy.press"
        " WHERE press.campaign_id = ? AND press.writer = ? AND press.created > ?"
    )
    values: list[int | str] = [campaign.id, writer, stamp(since)]
    if reader is not None:
        sql += " AND presscopy.reader = ?"
        values.append(reader)
    return int(store.select(sql, *values)[0][0])
