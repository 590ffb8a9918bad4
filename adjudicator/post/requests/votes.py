"""Votes by mail: to propose an end of the game, to agree, to ask what is open."""

import re
from collections.abc import Callable
from typing import Any

from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.phases.votes import describe_proposals, propose, vote
from adjudicator.post.requests.answers import answer
from adjudicator.post.requests.context import Request, RequestContext
from adjudicator.reports.model import Report
from adjudicator.store.press_records import Decision
from adjudicator.store.records import Seat

_YES = ("yes", "aye", "for", "in favour", "y")
_SAID = r"(?:yes|no|aye|nay|for|against|in favour|y|n)"
_ON = r"(?:(?:on |to )?(?:the )?(?:proposal |number |no\. ?)?\d{1,4})"
_VOTE = rf"{_SAID}(?:,? {_ON})?|{_ON}[:, ]+{_SAID}"
_NAMES = r"(?:with|of|between|among|to|by|for)\s+"
_DRAW = re.compile(rf"(?:a |the )?draw\b\s*(?:{_NAMES})?(?P<names>.*)", re.IGNORECASE)
_CONCEDE = re.compile(
    rf"(?:a |the )?(?:concession|concede|to concede)\b\s*(?:(?:the )?(?:victory|game)\s*)?"
    rf"(?:{_NAMES})?(?P<names>.*)",
    re.IGNORECASE,
)

Work = Callable[[Change, Seat], dict[str, Any]]


def take_vote(context: RequestContext) -> Report:
    """Take a vote, or say what is voted on. Raises RefusedError."""
    said = context.argument.casefold()
    if not said:
        return _answer(context, {})
    number = re.search(r"\d+", said)
    yes = any(re.search(rf"\b{word}\b", said) for word in _YES)
    of = int(number[0]) if number else None
    return _carry_out(
        context, lambda at, seat: vote(at, seat, yes=yes, number=of, source=context.letter.id)
    )


def take_proposal(context: RequestContext) -> Report:
    """Take a proposal to end the game. Raises RefusedError."""
    for what, form in _FORMS.items():
        if match := form.fullmatch(context.argument):
            return _propose(context, what, match["names"])
    raise RefusedError("vote-what")


def take_draw(context: RequestContext) -> Report:
    """Take a proposal of a draw, or a vote for it. Raises RefusedError."""
    names = re.sub(rf"(?i)^{_NAMES}", "", context.argument)
    return _propose(context, "draw", names)


def take_concession(context: RequestContext) -> Report:
    """Take a proposal to concede to a seat, or a vote for it. Raises RefusedError."""
    match = _CONCEDE.fullmatch(f"concede {context.argument}".strip())
    return _propose(context, "concession", match["names"] if match else context.argument)


_FORMS: dict[Decision, re.Pattern[str]] = {"draw": _DRAW, "concession": _CONCEDE}

VOTES = (
    Request(
        "vote",
        "player",
        "your vote on a proposal to end the game; alone, what is voted on",
        take_vote,
        argument=_VOTE,
        usage="yes|no [NUMBER]",
        changes=True,
    ),
    Request(
        "propose",
        "player",
        "a vote on a draw of all who are in the game, or of those you name, or on a concession",
        take_proposal,
        argument=rf"{_DRAW.pattern}|{_CONCEDE.pattern.replace('names', 'others')}",
        usage="draw [NAMES] | concession to NAME",
        changes=True,
    ),
    Request(
        "draw",
        "player",
        "a draw, proposed or agreed to",
        take_draw,
        argument=r".{1,120}",
        usage="[NAMES]",
        changes=True,
    ),
    Request(
        "concede",
        "player",
        "a concession of the victory to another seat, proposed or agreed to",
        take_concession,
        argument=r".{1,120}",
        usage="to NAME",
        changes=True,
    ),
)


def _propose(context: RequestContext, what: Decision, names: str) -> Report:
    source = context.letter.id
    return _carry_out(context, lambda at, seat: propose(at, seat, what, names.strip(" ."), source))


def _carry_out(context: RequestContext, work: Work) -> Report:
    """Change the campaign for the seat that asks, and answer what of its vote stands."""
    state, seat = context.place

    def on(at: Change) -> dict[str, Any]:
        return work(at, at.seat(seat.name))

    return _answer(context, commit(context.store, state.campaign, context.arrived, on))


def _answer(context: RequestContext, voted: dict[str, Any]) -> Report:
    """Answer what of the seat's vote stands, and what is open."""
    state, seat = context.place

    def make(at: Change) -> Report:
        now = context._replace(state=at)
        facts = {"voted": voted or None, "open": describe_proposals(at, at.seat(seat.name))}
        return answer(now, "vote", facts)

    return commit(context.store, state.campaign, context.arrived, make)
