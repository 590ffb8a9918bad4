"""The end of a vote."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from adjudicator.campaign.kernel.ballots import proposals
from adjudicator.campaign.kernel.due import Kind
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.phases.votes import close_votes
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign


def when(state: State) -> datetime | None:
    """Return when the next proposal lapses."""
    return min((each.ends for each in proposals(state)), default=None)


def carry_out(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None
) -> Iterator[Any]:
    """Decide the proposals whose time is over; its letters tell of it."""
    close_votes(store, campaign, now)
    yield from ()


KIND = Kind("vote", 2, when, carry_out)
