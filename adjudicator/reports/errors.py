"""What can go wrong when a report is made."""


class ReportError(Exception):
    """A report cannot be made: a game has no words for something. The message names what."""
