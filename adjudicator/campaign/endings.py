"""Campaigns that are ended before their time, and those that are put away. Nothing is erased."""

from datetime import datetime

from adjudicator.campaign.change import Change, change
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import tell_gm, tell_players, write_secret
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign

LONGEST_REASON = 1000


def end(store: Store, campaign: Campaign, reason: str, now: datetime) -> Campaign:
    """End a campaign, tell everybody why, and publish the secret of its dice.

    From then on it takes no orders, and cannot be rolled back. Raises CampaignError if it is over,
    or if there is no reason.
    """
    why = " ".join(reason.split())[:LONGEST_REASON]
    if not why:
        raise CampaignError("Give the reason, which every player is told.")
    return change(store, campaign, now, lambda at: _end(at, why))


def archive(store: Store, campaign: Campaign, now: datetime, *, back: bool = False) -> Campaign:
    """Put a campaign that is over away, or with ``back`` take it out again.

    It is no longer listed or looked after, and can be read as before. Raises CampaignError if it
    is not over.
    """

    def work(at: Change) -> Campaign:
        if not at.is_over:
            raise CampaignError(
                f"{at.campaign.name} is not over. End it first: “adjudicator end "
                f"{at.campaign.name} --reason …”."
            )
        return at.change_campaign(archived=not back)

    return change(store, campaign, now, work)


def _end(at: Change, why: str) -> Campaign:
    if at.is_over:
        raise CampaignError(f"{at.campaign.name} has ended already.")
    at.change_campaign(ended=at.now, why_ended=why)
    title = at.head.opens.title if at.has_begun else at.waits_in
    facts = {"why": why, "phase_title": title, "begun": at.has_begun}
    tell_players(at, "ended", facts, dated=at.has_begun)
    for reader in (*(seat for seat in at.seats if seat.address), None) if at.has_begun else ():
        write_secret(at, reader)
    tell_gm(at, "ended", facts, letter="ended")
    return at.campaign
