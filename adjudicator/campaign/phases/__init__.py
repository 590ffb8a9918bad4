"""Phases from the deal to the end. All kinds of deadlines are stated here, beside what they do.

A change writes down what is due after it, so it must know all of them: who stands above the phases
takes ``commit`` from here, where they are known.
"""

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.phases import adjudicate, create, deadlines, endings, muster, reminders

__all__ = ["adjudicate", "commit", "create", "deadlines", "endings", "muster", "reminders"]
