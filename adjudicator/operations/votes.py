"""Votes: to propose an end of the game, to agree, to withdraw that, to ask what is open."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.phases import endings
from adjudicator.operations.operation import Argument, Call, Reply, ValueKind, operation
from adjudicator.store.letter_records import Decision
from adjudicator.store.records import Seat

_YES = r"\b(?:yes|aye|for|in favour|y)\b"
_SAID = r"(?:yes|no|aye|nay|for|against|in favour|y|n)"
_ON = r"(?:(?:on |to )?(?:the )?(?:proposal |number |no\. ?)?\d{1,4})"
_BEFORE_NAMES = re.compile(
    r"(?:(?:the )?(?:victory|game)\b\s*)?(?:(?:with|of|between|among|to|by|for)\s+)?", re.IGNORECASE
)


class Vote(NamedTuple):
    """A vote for or against a proposal; 0: the only one that is open."""

    yes: bool
    number: int = 0


def _read_number(text: str, call: Call) -> int:
    number = re.search(r"\d+", text)
    return int(number[0]) if number else 0


def _read_vote(text: str, call: Call) -> Vote:
    yes = re.search(_YES, text, re.IGNORECASE) is not None
    return Vote(yes, _read_number(text, call))


def _read_names(text: str, call: Call) -> str:
    return _BEFORE_NAMES.sub("", text, count=1).strip(" .")


VOTE = ValueKind("yes|no [NUMBER]", _read_vote, rf"{_SAID}(?:,? {_ON})?|{_ON}[:, ]+{_SAID}")
PROPOSAL = ValueKind(
    "NUMBER", _read_number, r"(?:the |my )?(?:proposal|vote)?\s?(?:number |no\.? ?)?\d{0,4}"
)
"""The number of a proposal."""
NAMES = ValueKind("NAMES", _read_names, r".{1,120}")
"""The seats that a proposal names, as they are written."""


@operation("player", Argument("vote", VOTE), usage="[yes|no [NUMBER]]", examples=("",), tells=True)
def vote(call: Call, vote: Vote | None = None) -> Reply:
    """Vote on a proposal to end the game; alone it is answered with what is voted on."""
    if vote is None:
        return _describe(call, None)
    number, source = vote.number or None, call.source.id
    return _carry_out(
        call, lambda at, seat: endings.vote(at, seat, yes=vote.yes, number=number, source=source)
    )


def _carry_out(call: Call, work: Callable[[Change, Seat], dict[str, Any]]) -> Reply:
    """Change the campaign for the seat that asks, and answer what of its vote stands."""
    voted = call.change(lambda at: work(at, at.seat(call.holder.name)))
    answer = _describe(call.again(), voted)
    is_open = any(each["number"] == voted["number"] for each in answer.facts["open"])
    return answer._replace(told=not is_open)


def _describe(call: Call, voted: dict[str, Any] | None) -> Reply:
    """Say what of the seat's vote stands, and what is open."""
    return Reply(
        "vote", {"voted": voted, "open": endings.describe_proposals(call.state, call.seat)}
    )


@operation(
    "player",
    Argument("names", NAMES),
    examples=("", "of Oda and Takeda"),
    forms=("propose draw", "propose a draw"),
)
def draw(call: Call, names: str = "") -> Reply:
    """Propose a draw of all who are in the game, or of those you name, or agree to it."""
    return _propose(call, "draw", names)


@operation(
    "player",
    Argument("name", NAMES, before=("to",)),
    usage="to NAME",
    examples=("to Takeda",),
    forms=("propose concession", "propose a concession", "propose to concede"),
)
def concede(call: Call, name: str = "") -> Reply:
    """Propose to concede the victory to another seat, or agree to it."""
    return _propose(call, "concession", name)


@operation(
    "player",
    Argument("number", PROPOSAL),
    examples=("", "proposal 1"),
    alone=True,
)
def withdraw(call: Call, number: int = 0) -> Reply:
    """Withdraw a proposal of yours that is voted on still; everybody is told."""
    return _carry_out(call, lambda at, seat: endings.withdraw(at, seat, number or None))


BALLOTS = (vote, draw, concede, withdraw)
"""What nobody else is told apart by, for who proposes and who votes how may be secret."""


def _propose(call: Call, what: Decision, names: str) -> Reply:
    return _carry_out(call, lambda at, seat: endings.propose(at, seat, what, names, call.source.id))
