"""Phases from the deal to the end. All kinds of deadlines are stated here, beside what they do."""

from adjudicator.campaign.phases import adjudicate, create, deadlines, endings, muster, reminders

__all__ = ["adjudicate", "create", "deadlines", "endings", "muster", "reminders"]
