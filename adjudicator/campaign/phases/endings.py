"""Campaigns that are ended before their time, and those that are put away. Nothing is erased."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, change
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.letters.letters import send, setting, tell_gm, tell_players, write_secret
from adjudicator.campaign.letters.outbox import last_report
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign

LONGEST_REASON = 1000


def end(store: Store, campaign: Campaign, reason: str, now: datetime) -> Campaign:
    """End a campaign, tell everybody why, and publish the secret of its dice.

    From then on it takes no orders, and cannot be rolled back. Raises CampaignError if it is over,
    or if there is no reason.
    """
    why = without_tokens(store, " ".join(reason.split()), LONGEST_REASON)
    if not why:
        raise CampaignError("Give the reason, which every player is told.")
    return change(store, campaign, now, lambda at: _end(at, why))


def conclude(at: Change, why: str, letter: str, facts: Mapping[str, Any]) -> None:
    """End a campaign as its players have agreed, and tell everybody, with the standings.

    ``letter`` is the template that says so, and says it to the game master in its block ``note``.
    """
    at.change_campaign(ended=at.now, why_ended=why[:LONGEST_REASON])
    for reader in (*(seat for seat in at.seats if seat.by_person or seat.address), None):
        known = setting(at, reader)
        table = at.game.standings(at.game.view(at.position, known.seat))
        make = partial(reports.notice, known, letter, facts, standings=table)
        answers = last_report(at, known.seat)
        more = at.campaign.version + 1
        send(at, letter, reader, make, more, instead=(letter, facts), answers=answers)
    _publish_secret(at)
    tell_gm(at, letter, facts, letter=letter)


def archive(store: Store, campaign: Campaign, now: datetime, *, back: bool = False) -> Campaign:
    """Put a campaign that is over away, or with ``back`` take it out again.

    It is no longer listed or looked after, and can be read as before. Raises CampaignError if it
    is not over.
    """

    def work(at: Change) -> Campaign:
        check_over(at)
        return at.change_campaign(archived=not back)

    return change(store, campaign, now, work)


def check_over(at: State) -> None:
    """Raise CampaignError for a campaign that goes on."""
    if not at.is_over:
        raise CampaignError(
            f"{at.campaign.name} is not over. End it first: “adjudicator end "
            f"{at.campaign.name} --reason …”."
        )


def _end(at: Change, why: str) -> Campaign:
    if at.is_over:
        raise CampaignError(f"{at.campaign.name} has ended already.")
    at.change_campaign(ended=at.now, why_ended=why)
    title = at.head.opens.title if at.has_begun else at.waits_in
    facts = {"why": why, "phase_title": title, "begun": at.has_begun}
    tell_players(at, "ended", facts, dated=at.has_begun)
    _publish_secret(at)
    tell_gm(at, "ended", facts, letter="ended")
    return at.campaign


def _publish_secret(at: Change) -> None:
    for reader in (*(seat for seat in at.seats if seat.address), None) if at.has_begun else ():
        write_secret(at, reader)
