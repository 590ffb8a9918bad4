"""Letters about a game: what a seat may see, as text and HTML.

Everything here is given views and events that a seat may see, and sees the game through its
contract alone. Words come from the templates, one folder a game; Jinja is imported when the first
report is made.
"""

from adjudicator.reports.formats import notice, phrase
from adjudicator.reports.letters import opening, receipt, reminder, result
from adjudicator.reports.model import Arrival, File, Report, ReportError, Setting

__all__ = [
    "Arrival",
    "File",
    "Report",
    "ReportError",
    "Setting",
    "notice",
    "opening",
    "phrase",
    "receipt",
    "reminder",
    "result",
]
