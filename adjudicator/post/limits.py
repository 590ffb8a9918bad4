"""How many letters go out on account of letters that come in. Whoever forges senders must not make
this service send spam.
"""

from datetime import datetime, timedelta

from adjudicator.campaign.records import Campaign
from adjudicator.campaign.store import Store, stamp

MOST_ANSWERS = 40
"""Answers to one address in 24 hours; orders are still taken beyond it."""
MOST_REFUSALS = 5
"""Refusals to one address in 24 hours."""
MOST_REFUSALS_TO_ALL = 100
"""Refusals to all addresses in 24 hours."""
MOST_NOTES = 20
"""Letters to a game master about one sort of trouble in 24 hours; the rest is written down."""

_DAY = timedelta(days=1)
_LOOKED_BACK = 2_000  # letters; counting answers must not grow with the age of the database


def may_answer(store: Store, address: str, now: datetime) -> bool:
    """Say whether one more answer to an address is within the limits of a day."""
    row = store.row(
        "WITH late AS (SELECT kind, recipients FROM letter WHERE id > "
        "   (SELECT coalesce(max(id), 0) - ? FROM letter)"
        "   AND created > ? AND kind IN ('receipt', 'answer', 'refusal'))"
        " SELECT (SELECT count(*) FROM late WHERE kind = 'refusal') AS refusals,"
        " count(*) FILTER (WHERE kind = 'refusal') AS refused, count(*) AS answers"
        " FROM late WHERE EXISTS"
        "   (SELECT 1 FROM json_each(recipients) WHERE lower(value) = ?)",
        _LOOKED_BACK,
        stamp(now - _DAY),
        address,
    )
    return row is None or (
        row["answers"] < MOST_ANSWERS
        and row["refused"] < MOST_REFUSALS
        and row["refusals"] < MOST_REFUSALS_TO_ALL
    )


def may_note(store: Store, campaign: Campaign, code: str, now: datetime) -> bool:
    """Say whether one more letter to a game master about one sort of trouble is within them."""
    row = store.row(
        "SELECT count(*) AS n FROM note WHERE game = ? AND code = ? AND created > ?"
        " AND id > (SELECT coalesce(max(id), 0) - ? FROM note)",
        campaign.id,
        code,
        stamp(now - _DAY),
        _LOOKED_BACK,
    )
    return row is None or row["n"] < MOST_NOTES
