"""The end of a pause."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from adjudicator.campaign.kernel.due import Kind
from adjudicator.campaign.phases.deadlines import end_pause, pause_ends
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign


class Resumed(NamedTuple):
    """A campaign whose pause is over."""

    campaign: str


def carry_out(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None
) -> Iterator[Resumed]:
    """Let a campaign go on whose pause is over."""
    if end_pause(store, campaign, now):
        yield Resumed(campaign.name)


KIND = Kind("resume", 1, pause_ends, carry_out)
