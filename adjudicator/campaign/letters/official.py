"""Letters of the game master to everybody."""

from adjudicator.campaign.kernel.change import Change, operation
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.letters.letters import tell_all, tell_gm

MOST_LINES = 400
LONGEST_LINE = 1000


@operation
def write_official(change: Change, text: str) -> None:
    """Write to every player and to all who watch, in the game master's words.

    Raises CampaignError if there are no words, or the game has ended.
    """
    lines = [line.rstrip() for line in text.strip().splitlines()]
    if not any(lines):
        raise CampaignError("Write the words below “official”: every player gets them.")
    if len(lines) > MOST_LINES:
        raise CampaignError(f"That is too long: at most {MOST_LINES} lines.")
    if change.is_over:
        raise CampaignError(f"{change.campaign.name} has ended.")
    lines = [without_tokens(change.store, line, LONGEST_LINE) for line in lines]
    facts = {"lines": lines}
    tell_all(change, "official", facts, observers=True)
    tell_gm(change, "official", facts, letter="official", post=False, quoted=lines)
