"""Why an order of the game is refused: ``templates/reasons/gekokujo.j2`` has the words."""

from adjudicator.games.engine.problems import Problems
from adjudicator.wording import reasons_of

reason = reasons_of("gekokujo")
_PROBLEMS = Problems("gekokujo")
error, warning, note = _PROBLEMS.error, _PROBLEMS.warning, _PROBLEMS.note
refuse, reword = _PROBLEMS.refuse, _PROBLEMS.reword
