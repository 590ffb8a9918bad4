"""How many letters go out on account of letters that come in. Whoever forges senders must not make
this service send spam.
"""

from datetime import datetime, timedelta

from adjudicator.store.database import Store
from adjudicator.store.queries import letters_since, notes_since
from adjudicator.store.tables import Campaign

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
    late = letters_since(store, ("receipt", "answer", "refusal"), now - _DAY, _LOOKED_BACK)
    refusals = [each for each in late if each.kind == "refusal"]
    answers = [each for each in late if address in map(str.casefold, each.recipients)]
    refused = [each for each in answers if each.kind == "refusal"]
    return (
        len(answers) < MOST_ANSWERS
        and len(refused) < MOST_REFUSALS
        and len(refusals) < MOST_REFUSALS_TO_ALL
    )


def may_note(store: Store, campaign: Campaign, code: str, now: datetime) -> bool:
    """Say whether one more letter to a game master about one sort of trouble is within them."""
    return notes_since(store, campaign, code, now - _DAY) < MOST_NOTES
