"""Lines under the heading of the wrong colour: they name a province of the ally (M54)."""

from typing import Any

from msgspec.structs import asdict, replace

from adjudicator.games.samurai_swords.judging.rehearsal import rehearse
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Finding, Line, Order, Orders
from adjudicator.orders.orders import for_colour, heading

_NOT_YOURS = ("not-yours",)
_PERHAPS = ("allied", "not-friendly", "not-adjacent", "no-army", "own-province")
"""The codes of what a line of the ally may be told under another's heading."""


def under_ally(play: SwordsPlay, colour: str, line: Line | None, finding: Finding) -> Finding:
    """Return a finding that says under which heading its line belongs, if it is the ally's.

    A line of which another alternative, or a part, may be carried out is no error for that.
    """
    ally = play.ally(colour)
    if not ally or line is None or finding.code not in (*_NOT_YOURS, *_PERHAPS):
        return finding
    theirs = set(play.provinces_of(ally))
    words = _words(line.order)
    place = next((each for each in words if each in theirs), "")
    if not place or (finding.code in _PERHAPS and not _is_done(play, ally, line)):
        return finding
    alone = len(line.branches) == 1
    mixed = any(each in words for each in play.provinces_of(colour))
    if alone and mixed and _is_done(play, colour, line):
        message = f"Carried out in part: {place} is {ally}’s and belongs under “{heading(ally)}”."
        return replace(finding, code="ally-province", message=message, fix="")
    message = f"{place} is {ally}’s: write the line under “{heading(ally)}”."
    fix = for_colour(ally, str(line.order)) if alone and not mixed else ""
    severity = "error" if alone else finding.severity
    return replace(finding, code="ally-province", severity=severity, message=message, fix=fix)


def _is_done(play: SwordsPlay, colour: str, line: Line) -> bool:
    """Whether a colour could carry the line out as things stand, or a part of it."""
    trial = rehearse(play, colour, Orders((replace(line, colour=colour),)))
    return any(outcome.is_done for outcome in trial.outcomes[colour])


def _words(order: Order) -> list[str]:
    """Return the words of an order, provinces among them."""
    values: list[Any] = list(asdict(order).values())
    words = [word for value in values for word in (value if isinstance(value, tuple) else (value,))]
    return [word for word in words if isinstance(word, str)]
