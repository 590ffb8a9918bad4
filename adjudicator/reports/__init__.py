"""Letters about a game: what a seat may see, as text and HTML.

Everything here is given views and events that a seat may see, and sees the game through its
contract alone. Words come from the templates, one folder a game; Jinja is imported when the first
report is made.
"""

from typing import TYPE_CHECKING, Any

from adjudicator.reports.model import Arrival, File, Report, ReportError, Setting

if TYPE_CHECKING:
    from adjudicator.reports.letters import notice, opening, phrase, receipt, reminder, result

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


def __getattr__(name: str) -> Any:
    """Import what makes a letter when it is wanted: the order desk has no Jinja at all."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from adjudicator.reports import letters

    return getattr(letters, name)
