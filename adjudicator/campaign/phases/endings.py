"""Campaigns that are ended before their time, and those that are put away. Nothing is erased."""

from collections.abc import Mapping
from typing import Any

from adjudicator.campaign.kernel.change import Change, operation
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.letters.letters import publish_secret, tell_all, tell_gm, write_notice
from adjudicator.store.records import Campaign

LONGEST_REASON = 1000


@operation
def end(change: Change, reason: str) -> Campaign:
    """End a campaign, tell everybody why, and publish the secret of its dice.

    From then on it takes no orders, and cannot be rolled back. Raises CampaignError if it is over,
    or if there is no reason.
    """
    why = without_tokens(change.store, " ".join(reason.split()), LONGEST_REASON)
    if not why:
        raise CampaignError("Give the reason, which every player is told.")
    change.check_goes_on()
    change.change_campaign(ended=change.now, why_ended=why)
    title = change.head.opens.title if change.has_begun else change.waits_in
    facts = {"why": why, "phase_title": title, "begun": change.has_begun}
    tell_all(change, "ended", facts, dated=change.has_begun, gm="ended")
    if change.has_begun:
        publish_secret(change)
    return change.campaign


def conclude(change: Change, why: str, letter: str, facts: Mapping[str, Any]) -> None:
    """End a campaign as its players have agreed, and tell everybody, with the standings.

    ``letter`` is the template that says so, and says it to the game master in its block ``note``.
    """
    change.change_campaign(ended=change.now, why_ended=why[:LONGEST_REASON])
    number = change.campaign.version + 1
    for reader in (*change.players, None):
        view = change.game.view(change.position, reader.name if reader else "")
        table = change.game.standings(view)
        write_notice(change, reader, letter, facts, number, standings=table)
    publish_secret(change)
    tell_gm(change, letter, facts, letter=letter)


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
