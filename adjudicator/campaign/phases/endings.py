"""Campaigns that are ended before their time, and those that are put away. Nothing is erased."""

from adjudicator.campaign.kernel.change import Change, operation
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.letters.letters import calendar_files, publish_secret, tell_all
from adjudicator.store.records import Campaign

LONGEST_REASON = 1000


@operation
def end(change: Change, reason: str) -> Campaign:
    """End a campaign, tell everybody why, and publish the secret of its dice.

    From then on it takes no orders, and cannot be rolled back. Raises CampaignError if it is over,
    or if there is no reason.
    """
    why = tidy_reason(change, reason)
    change.check_goes_on()
    change.change_campaign(ended=change.now, why_ended=why)
    title = change.head.opens.title if change.has_begun else change.waits_in
    facts = {"why": why, "phase_title": title, "begun": change.has_begun}
    tell_all(change, "ended", facts, files=calendar_files if change.has_begun else None, gm="ended")
    if change.has_begun:
        publish_secret(change)
    return change.campaign


def tidy_reason(state: State, reason: str) -> str:
    """Return a reason as every player is told it. Raises CampaignError if there is none."""
    if why := without_tokens(state.store, " ".join(reason.split()), LONGEST_REASON):
        return why
    raise CampaignError("Give the reason, which every player is told.")


@operation
def archive(change: Change, *, back: bool = False) -> Campaign:
    """Put a campaign that is over away, or with ``back`` take it out again.

    It is no longer listed or looked after, and can be read as before. Raises CampaignError if it
    is not over.
    """
    check_over(change)
    return change.change_campaign(archived=not back)


def check_over(state: State) -> None:
    """Raise CampaignError for a campaign that goes on."""
    if not state.is_over:
        raise CampaignError(
            f"{state.campaign.name} is not over. End it first: “adjudicator end "
            f"{state.campaign.name} --reason …”."
        )
