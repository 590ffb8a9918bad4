"""Why an order of the game is refused: ``templates/reasons/shogun.j2`` has the words."""

from adjudicator.games.engine.problems import Problems
from adjudicator.wording import reasons_of

reason = reasons_of("shogun")
_PROBLEMS = Problems("shogun")
error, warning, note = _PROBLEMS.error, _PROBLEMS.warning, _PROBLEMS.note
refuse, reword = _PROBLEMS.refuse, _PROBLEMS.reword
