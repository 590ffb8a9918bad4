"""The errors of the database, worded for the person who has to do something about them."""

from adjudicator.wording import Reason, ReasonedError, reasons_of

reason = reasons_of("store")
"""Returns what is said of a database: ``templates/reasons/store.j2`` has the words."""


class StoreError(ReasonedError, ValueError):
    """A database cannot be used as asked, or does not hold what was asked for."""

    room = "store"


class DatabaseError(Exception):
    """What a database raises by itself: it is locked, full, damaged or gone, or refuses a record.

    ``what`` is in the database's own words, or a reason of ours; ``advice`` says what can be done
    about it.
    """

    def __init__(self, what: str | Reason, advice: str | Reason = ""):
        super().__init__(what)
        self.advice = advice


class RaceLostError(DatabaseError):
    """Another transaction was faster, and nothing of this one was written; try again."""
