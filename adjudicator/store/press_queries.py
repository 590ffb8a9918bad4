"""What is asked of press by more than equal columns."""

from datetime import datetime

from adjudicator.store.columns import stamp
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Press, PressCopy
from adjudicator.store.records import Campaign


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


def last_copies(
    store: Store, campaign: Campaign, writer: str, reader: str, limit: int = 10
) -> list[tuple[Press, str]]:
    """Return the last press of a writer to a reader, newest first, and the Message-ID it had."""
    rest = (
        " JOIN press ON press.key = presscopy.press"
        " WHERE press.campaign_id = ? AND press.writer = ? AND presscopy.reader = ?"
        " ORDER BY press.id DESC LIMIT ?"
    )
    found = store.query(PressCopy, rest, campaign.id, writer, reader, limit)
    return [(store.find(Press, key=each.press), each.message_id) for each in found]
