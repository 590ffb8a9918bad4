"""Votes: to propose an end of the game, to agree, to ask what is open."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.phases import endings
from adjudicator.operations.operation import Argument, Call, Kind, Reply, operation
from adjudicator.store.letter_records import Decision
from adjudicator.store.records import Seat

_YES = r"\b(?:yes|aye|for|in favour|y)\b"
_SAID = r"(?:yes|no|aye|nay|for|against|in favour|y|n)"
_ON = r"(?:(?:on |to )?(?:the )?(?:proposal |number |no\. ?)?\d{1,4})"
_NAMES = r"(?:with|of|between|among|to|by|for)\s+"
_PROPOSALS: dict[Decision, str] = {
    "draw": rf"(?:a |the )?draw\b\s*(?:{_NAMES})?",
    "concession": rf"(?:a |the )?(?:concession|concede|to concede)\b\s*"
    rf"(?:(?:the )?(?:victory|game)\s*)?(?:{_NAMES})?",
}


class Vote(NamedTuple):
    """A vote for or against a proposal; 0: the only one that is open."""

    yes: bool
    number: int = 0


class Wish(NamedTuple):
    """An end of the game that is proposed, and the seats that are named."""

    what: Decision
    names: str = ""


def _read_vote(text: str, call: Call) -> Vote:
    number = re.search(r"\d+", text)
    yes = re.search(_YES, text, re.IGNORECASE) is not None
    return Vote(yes, int(number[0]) if number else 0)


def _read_wish(text: str, call: Call) -> Wish:
    for what, form in _PROPOSALS.items():
        if match := re.fullmatch(rf"{form}(?P<names>.*)", text, re.IGNORECASE):
            return Wish(what, match["names"].strip(" ."))
    raise RefusedError("vote-what")


VOTE = Kind("yes|no [NUMBER]", _read_vote, rf"{_SAID}(?:,? {_ON})?|{_ON}[:, ]+{_SAID}")
WISH = Kind("PROPOSAL", _read_wish, "|".join(f"{form}.*" for form in _PROPOSALS.values()))
DRAW = Kind("NAMES", lambda text, call: _read_wish(f"draw {text}", call), r".{1,120}")
CONCESSION = Kind("NAME", lambda text, call: _read_wish(f"concede {text}", call), r".{1,120}")


@operation("player", Argument("vote", VOTE), usage="[yes|no [NUMBER]]", examples=("",))
def vote(call: Call, vote: Vote | None = None) -> Reply:
    """Vote on a proposal to end the game; alone it is answered with what is voted on."""
    if vote is None:
        return _describe(call, None)
    number, source = vote.number or None, call.source.id
    return _carry_out(
        call, lambda at, seat: endings.vote(at, seat, yes=vote.yes, number=number, source=source)
    )


@operation(
    "player",
    Argument("proposal", WISH),
    usage="draw [NAMES] | concession to NAME",
    examples=("draw", "draw of Oda and Takeda", "concession to Takeda"),
)
def propose(call: Call, proposal: Wish) -> Reply:
    """Propose a draw of all who are in the game, or of those you name, or a concession."""
    return _propose(call, proposal)


def _propose(call: Call, proposal: Wish) -> Reply:
    what, names = proposal
    return _carry_out(call, lambda at, seat: endings.propose(at, seat, what, names, call.source.id))


def _carry_out(call: Call, work: Callable[[Change, Seat], dict[str, Any]]) -> Reply:
    """Change the campaign for the seat that asks, and answer what of its vote stands."""
    voted = call.change(lambda at: work(at, at.seat(call.holder.name)))
    return _describe(call.again(), voted)


def _describe(call: Call, voted: dict[str, Any] | None) -> Reply:
    """Say what of the seat's vote stands, and what is open."""
    return Reply(
        "vote", {"voted": voted, "open": endings.describe_proposals(call.state, call.seat)}
    )


@operation(
    "player", Argument("proposal", DRAW), usage="[NAMES]", examples=("", "of Oda and Takeda")
)
def draw(call: Call, proposal: Wish) -> Reply:
    """Propose a draw, or agree to it."""
    return _propose(call, proposal)


@operation("player", Argument("proposal", CONCESSION), usage="to NAME", examples=("to Takeda",))
def concede(call: Call, proposal: Wish) -> Reply:
    """Propose to concede the victory to another seat, or agree to it."""
    return _propose(call, proposal)
