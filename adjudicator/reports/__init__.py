"""Letters about a game: what a seat may see, as text and HTML.

Everything here is given views and events that a seat may see, and sees the game through its
contract alone. Words come from the templates, one folder a game; Jinja is imported when the first
report is made.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from adjudicator.reports.model import Arrival, File, Report, ReportError, Setting

if TYPE_CHECKING:
    from adjudicator.reports.formats import notice, phrase
    from adjudicator.reports.letters import opening, receipt, reminder, result

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

_MAKERS = {"notice": "formats", "phrase": "formats"}


def __getattr__(name: str) -> Any:
    """Import what makes a letter when it is wanted: the order desk has no Jinja at all."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MAKERS.get(name, 'letters')}"), name)
