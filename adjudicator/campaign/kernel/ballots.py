"""Votes as they stand: the proposals that are open, who may vote on them, and how it looks."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from adjudicator.campaign.kernel.state import State
from adjudicator.store import queries
from adjudicator.store.letter_records import Ballot, Decided, Decision, Proposal


class Tally(NamedTuple):
    """How a vote stands."""

    voters: tuple[str, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    needed: int

    @property
    def outcome(self) -> Literal["", "carried", "rejected"]:
        """What comes of it if it cannot come out otherwise, else ``""``."""
        if self.voters and len(self.yes) >= self.needed:
            return "carried"
        return "rejected" if len(self.voters) - len(self.no) < self.needed else ""


def proposals(state: State) -> list[Proposal]:
    """Return the proposals that are open, oldest first."""
    made = state.rows(Proposal)
    if state.is_over or not made:
        return []
    ended = {each.number for each in state.rows(Decided)}
    return [each for each in made if each.number not in ended]


def count(state: State, proposal: Proposal) -> Tally:
    """Tally the votes on a proposal: the last of each seat that may vote now."""
    ballots = state.rows(Ballot, number=proposal.number)
    voters = voters_on(state, proposal.what, proposal.winners)
    last = {each.seat: each.yes for each in ballots if each.seat in voters}
    yes, no = (tuple(s for s in last if last[s] is wanted) for wanted in (True, False))
    return Tally(voters, yes, no, _quorum(state.campaign.settings.votes, len(voters)))


def seats_in_the_game(state: State) -> tuple[str, ...]:
    """Return the seats that were asked in this round; if that was a single one, in the last too."""
    now = state.head.opens
    opened = [*(each.opens for each in queries.past(state.store, state.campaign)), now]
    for since in (now.round, now.round - 1, 0):
        asked = {seat for each in opened if each.round >= since for seat in each.may}
        if len(asked) > 1:
            break
    return tuple(each.name for each in state.seats if each.name in asked)


def voters_on(state: State, what: Decision, winners: Sequence[str]) -> tuple[str, ...]:
    """Return the seats that may vote: those of persons in the game, but nobody is asked whether
    all others concede to him."""
    playing = seats_in_the_game(state)
    persons = [each.name for each in state.seats if each.by_person and each.name in playing]
    asked = [each for each in persons if what == "draw" or each not in winners]
    return tuple(asked)


def _quorum(quorum: str, voters: int) -> int:
    """Return how many of the voters must agree."""
    return {"two thirds": -(-voters * 2 // 3), "majority": voters // 2 + 1}.get(quorum, voters)
