"""The errors of a campaign, worded for the person who has to do something about them."""

from adjudicator.wording import ReasonedError, reasons_of

reason = reasons_of("campaign")
"""Returns what is said of a campaign: ``templates/reasons/campaign.j2`` has the words."""


class CampaignError(ReasonedError, ValueError):
    """Something was asked of a campaign that cannot be done; the words say what would be."""

    room = "campaign"


class RefusedError(CampaignError):
    """A letter is not taken as orders."""

    room = "letters"


MOVED = "moved"


class MovedError(RefusedError):
    """A campaign is in another database by now, and what is kept of it here is not changed."""

    def __init__(self, campaign: str):
        super().__init__(MOVED, campaign=campaign)


class StuckError(CampaignError):
    """A phase cannot be adjudicated even without orders: its rules raise an error."""


def describe(error: Exception) -> str:
    """Return what an error says, for a note."""
    return f"{type(error).__name__}: {str(error)[:300]}"
