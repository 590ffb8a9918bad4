"""The deal of a campaign whose seats are all taken."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from adjudicator.campaign.kernel.due import Kind
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.phases.create import begin
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign


class Dealt(NamedTuple):
    """A campaign that was dealt because its seats are taken, and the phase that it opened.

    That is ``""`` if only the words were closed, to wait for a public number.
    """

    campaign: str
    phase: str


def when(state: State) -> datetime | None:
    """Return when a campaign is dealt by itself."""
    waits = state.has_begun or state.is_over or state.closing
    return None if waits else state.campaign.deal


def carry_out(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None
) -> Iterator[Dealt]:
    """Deal a campaign."""
    yield Dealt(campaign.name, begin(store, campaign.name, now))


KIND = Kind("deal", 0, when, carry_out)
