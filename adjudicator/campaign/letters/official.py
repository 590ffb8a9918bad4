"""Letters of the game master to everybody."""

from collections.abc import Sequence
from datetime import datetime

from adjudicator.campaign.kernel.change import Change, change
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.letters.letters import send_public, tell_gm, tell_players
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign

MOST_LINES = 400
LONGEST_LINE = 1000


def write_official(store: Store, campaign: Campaign, text: str, now: datetime) -> None:
    """Write to every player and to all who watch, in the game master's words.

    Raises CampaignError if there are no words, or the game has ended.
    """
    lines = [line.rstrip() for line in text.strip().splitlines()]
    if not any(lines):
        raise CampaignError("Write the words below “official”: every player gets them.")
    if len(lines) > MOST_LINES:
        raise CampaignError(f"That is too long: at most {MOST_LINES} lines.")
    change(store, campaign, now, lambda at: _write(at, lines))


def _write(at: Change, lines: Sequence[str]) -> None:
    if at.is_over:
        raise CampaignError(f"{at.campaign.name} has ended.")
    lines = [without_tokens(at.store, line, LONGEST_LINE) for line in lines]
    facts = {"lines": lines, "campaign": at.campaign.name}
    tell_players(at, "official", facts)
    send_public(at, "official", facts)
    tell_gm(at, "official", facts, letter="official", post=False, quoted=lines)
