"""The errors of a campaign, worded for the person who has to do something about them."""

from typing import Any


class CampaignError(ValueError):
    """Something was asked of a campaign that cannot be done; the message says what would be."""


class RefusedError(CampaignError):
    """A letter is not taken as orders. ``code`` names the reason for programs.

    Its words are the block of that name in ``templates/letters/reasons.j2``, unless there is a
    ``message`` already.
    """

    def __init__(self, code: str, message: str = "", **facts: Any):
        from adjudicator.reports import phrase  # only who refuses pays for it: a check does not

        super().__init__(message or phrase("reasons", code, facts))
        self.code = code


class MovedError(RefusedError):
    """A campaign is in another database by now, and what is kept of it here is not changed."""

    def __init__(self, campaign: str):
        super().__init__("moved", campaign=campaign)


class StuckError(CampaignError):
    """A phase cannot be adjudicated even without orders: its rules raise an error."""


def describe(error: Exception) -> str:
    """Return what an error says, for a note."""
    return f"{type(error).__name__}: {str(error)[:300]}"
