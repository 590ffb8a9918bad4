"""Why an order of the game is refused: ``templates/reasons.j2`` has the words.

``units`` among the facts are units as orders name them: in fog those out of sight are not told.
"""

from adjudicator.games.engine.problems import Problems
from adjudicator.wording import ReasonedError, reasons_of

_ROOM = "diplomacy_game:reasons"
reason = reasons_of(_ROOM)


class VariantError(ReasonedError, ValueError):
    """A board does not say in full how Diplomacy is played on it."""

    room = _ROOM


_PROBLEMS = Problems(_ROOM)
error, warning, note = _PROBLEMS.error, _PROBLEMS.warning, _PROBLEMS.note
