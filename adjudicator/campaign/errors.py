"""The errors of a campaign, worded for the person who has to do something about them."""


class CampaignError(ValueError):
    """Something was asked of a campaign that cannot be done; the message says what would be."""


class RefusedError(CampaignError):
    """A letter is not taken as orders. ``code`` names the reason for programs."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


class StuckError(CampaignError):
    """A phase cannot be adjudicated even without orders: its rules raise an error."""
