"""The odds of battles by mail, from the view of the seat that asks."""

import re

import msgspec

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.cases.battle_odds import Answer, accuracy, battle_odds, charts, lines_of
from adjudicator.games.contract import GameError
from adjudicator.post.requests.answers import answer
from adjudicator.post.requests.context import RequestContext
from adjudicator.reports.model import Report

TRIALS = 3_000
MOST_BOUTS = 15_000
"""So many battles are fought for one letter at the most, which takes a second or two."""
_BEHIND = re.compile(r"\bodds\b[ \t:=,]*(.*)", re.IGNORECASE)


def reckon_odds(context: RequestContext) -> Report:
    """Answer with the odds of the battles that order lines lead to; nothing is entered.

    Raises RefusedError if the campaign does not allow it, or has not begun.
    """
    at, seat = context.place
    if not at.has_begun:
        raise RefusedError("not-begun", campaign=at.campaign.name)
    if not at.campaign.settings.odds:
        raise RefusedError("no-odds")
    view = at.game.view(at.position, seat.name)
    text = _orders_in(context)
    sent = at.submissions.get(seat.name)
    standing = not text.strip()
    if standing:
        text = sent.text if sent else ""
    facts = {"standing": standing, "why": "", "findings": [], "orders": [], "about": []}
    try:
        found = battle_odds(
            at.game, view, seat.name, text, TRIALS, b"odds by mail", most_bouts=MOST_BOUTS
        )
    except GameError as error:
        return answer(context, "odds", facts | {"first": None, "why": str(error)})
    facts["findings"] = [msgspec.structs.asdict(each) for each in found.findings]
    facts["orders"] = found.orders.splitlines()
    facts["about"] = found.about
    facts["first"] = _first(found)
    shown = [*charts(found), accuracy(found)] if found.contests else []
    return answer(context, "odds", facts, charts=shown)


def _first(found: Answer) -> dict[str, str] | None:
    """Return the first battle in a few words."""
    if not found.contests:
        return None
    battle = found.contests[0].battles[0]
    won = battle.endings.get("won")
    return {"battle": battle.battle, "won": f"{100 * won.share:.0f} %" if won else "0 %"}


def _orders_in(context: RequestContext) -> str:
    """Return the order lines behind the word, as they stand in the letter, or those below it."""
    behind = _BEHIND.search(context.parsed.raw)
    if behind and behind.group(1).strip():
        return lines_of(behind.group(1))
    sections = context.parsed.part.scan.sections
    return "\n".join(line.text for section in sections for line in section.lines)
