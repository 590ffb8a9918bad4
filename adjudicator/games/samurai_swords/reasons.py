"""Why an order of the game is refused: ``templates/reasons/samurai-swords.j2`` has the words."""

from adjudicator.games.engine.problems import Problems
from adjudicator.wording import reasons_of

reason = reasons_of("samurai-swords")
_PROBLEMS = Problems("samurai-swords")
error, warning, note = _PROBLEMS.error, _PROBLEMS.warning, _PROBLEMS.note
refuse, reword = _PROBLEMS.refuse, _PROBLEMS.reword
