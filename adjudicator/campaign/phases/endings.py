"""How a campaign ends before its time: by its game master, or by a vote of its players.

One that is over can be put away. Nothing is erased.

Every person whose seat was asked for orders in this round may vote. A proposal is open for some
days, through phases, and is decided as soon as it cannot come out otherwise.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, deadline
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.letters.letters import (
    calendar_files,
    publish_secret,
    tell_all,
)
from adjudicator.orders import MisreadError
from adjudicator.reports.words import local_time
from adjudicator.store import queries
from adjudicator.store.letter_records import Ballot, Decided, Decision, Proposal, VoteOutcome
from adjudicator.store.records import Campaign, Seat

LONGEST_REASON = 1000
PAUSE = timedelta(days=1)
"""So long a seat waits after a proposal of its own before it can make another."""


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
    """Tally the votes on a proposal: the last of each player who may vote now."""
    seats = {each.name: each for each in state.seats}
    ballots = state.rows(Ballot, number=proposal.number)
    ballots = [each for each in ballots if seats[each.seat].is_by_player(each.received)]
    voters = voters_on(state, proposal.what, proposal.winners)
    last = {each.seat: each.yes for each in ballots if each.seat in voters}
    yes, no = (tuple(s for s in last if last[s] is wanted) for wanted in (True, False))
    return Tally(voters, yes, no, _quorum(state.settings.votes, len(voters)))


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


def propose(
    change: Change, seat: Seat, what: Decision, named: str = "", source: str = ""
) -> dict[str, Any]:
    """Propose to end a campaign, or agree if that is proposed already; return what to answer.

    ``named`` are seats as a person writes them: who shares a draw (none: all that are still in the
    game), or to whom the victory is conceded. Raises RefusedError.
    """
    _check_votes(change, seat, what)
    winners = _winners(change, seat, what, named)
    same = (each for each in proposals(change) if (each.what, each.winners) == (what, winners))
    proposed = next(same, None)
    if proposed:
        return vote(change, seat, yes=True, number=proposed.number, source=source)
    own = change.rows(Proposal, seat=seat.name)
    if own and change.now < own[-1].created + PAUSE:
        raise RefusedError(
            "vote-often", ends=local_time(own[-1].created + PAUSE, change.zone_of(seat))
        )
    made = Proposal(
        campaign_id=change.campaign.id,
        number=change.store.count(Proposal, campaign_id=change.campaign.id) + 1,
        what=what,
        winners=winners,
        seat=seat.name,
        created=change.now,
        ends=change.now + timedelta(days=change.settings.vote_days),
        secret=change.settings.secret_votes,
    )
    change.add(made)
    change.add(Ballot(0, change.campaign.id, made.number, seat.name, True, change.now, source))
    if not _decide(change, made):
        _tell(change, "proposal", made, but=seat.name, asks=f"vote {made.number}")
    return _facts(change, made, seat)


def vote(
    change: Change, seat: Seat, *, yes: bool, number: int | None = None, source: str = ""
) -> dict[str, Any]:
    """Vote on a proposal, the only open one if no number is given; return what to answer.

    A later vote replaces an earlier one. Raises RefusedError.
    """
    opened = proposals(change)
    if not opened:
        raise RefusedError("vote-nothing")
    named = [each for each in opened if number in (None, each.number)]
    if len(named) != 1:
        raise RefusedError("vote-which", numbers=[each.number for each in opened])
    (proposal,) = named
    if seat.name not in voters_on(change, proposal.what, proposal.winners):
        raise RefusedError("vote-not-yours", number=proposal.number)
    change.add(Ballot(0, change.campaign.id, proposal.number, seat.name, yes, change.now, source))
    _decide(change, proposal)
    return {**_facts(change, proposal, seat), "yes": yes}


def withdraw(change: Change, seat: Seat, number: int | None = None) -> dict[str, Any]:
    """Withdraw a proposal of a seat's player, his only open one if no number is given; everybody is
    told. Return what to answer.

    Raises RefusedError.
    """
    own = [x for x in proposals(change) if x.seat == seat.name and seat.is_by_player(x.created)]
    if not own:
        raise RefusedError("vote-none-own")
    named = [each for each in own if number in (None, each.number)]
    if len(named) != 1:
        raise RefusedError("vote-which-own", numbers=[each.number for each in own])
    facts = _facts(change, named[0], seat)
    _close(change, named[0], "withdrawn")
    return {**facts, "withdrawn": True}


def _end_of_vote(state: State) -> datetime | None:
    return min((each.ends for each in proposals(state)), default=None)


@deadline("vote", _end_of_vote)
def close_votes(change: Change, read_to: datetime | None) -> None:
    """Decide the proposals whose time is over; the letters tell of it."""
    for each in proposals(change):
        if each.ends <= change.now and not (change.is_over or _decide(change, each)):
            _close(change, each, "lapsed")


def describe_proposals(state: State, seat: Seat | None) -> list[dict[str, Any]]:
    """Return the open proposals as a seat (None: everybody) may know of them."""
    return [_facts(state, each, seat) for each in proposals(state)]


def _decide(change: Change, proposal: Proposal) -> bool:
    """Close a proposal if it cannot come out otherwise; say whether it is closed."""
    outcome = count(change, proposal).outcome
    if outcome:
        _close(change, proposal, outcome)
    return bool(outcome)


def _close(change: Change, proposal: Proposal, outcome: VoteOutcome) -> None:
    """Enter what came of a vote, and tell everybody; if it is carried, the campaign is over."""
    change.add(Decided(change.campaign.id, proposal.number, outcome, change.now))
    if outcome == "carried":
        why = reports.phrase("decision", "why", _facts(change, proposal, None))
        change.change_campaign(ended=change.now, why_ended=why[:LONGEST_REASON])
    _tell(change, "decision", proposal, outcome=outcome)
    if outcome == "carried":
        publish_secret(change)


def _tell(
    change: Change,
    kind: str,
    proposal: Proposal,
    *,
    but: str = "",
    outcome: str = "",
    asks: str = "",
) -> None:
    """Write to every player and the game master of a proposal, or of what came of it.

    The public is told by what the campaign is over.
    """

    def facts(seat: Seat | None) -> dict[str, Any]:
        known = _facts(change, proposal, seat)
        return {**known, "outcome": outcome, "why": reports.phrase("decision", "why", known)}

    to: list[Seat | None] = [*change.players]
    standings = None
    if change.is_over:
        to.append(None)
        standings = change.game.standings(change.game.view(change.position, ""))
    tell_all(change, kind, facts, to=to, but=but, gm=kind, standings=standings, asks=asks)


def _facts(state: State, proposal: Proposal, seat: Seat | None) -> dict[str, Any]:
    """Return what a seat (None: the public) may know of a proposal, in its time zone."""
    counted, secret = count(state, proposal), proposal.secret
    reader = seat.name if seat else ""
    own = {**dict.fromkeys(counted.yes, "yes"), **dict.fromkeys(counted.no, "no")}.get(reader, "")
    return {
        "number": proposal.number,
        "what": proposal.what,
        "winners": proposal.winners,
        "proposer": "" if secret else proposal.seat,
        "own": own,
        "withdrawn": False,
        "may": reader in counted.voters,
        "needed": counted.needed,
        "voters": len(counted.voters),
        "for_it": () if secret else counted.yes,
        "against": () if secret else counted.no,
        "secret": secret,
        "ends": local_time(proposal.ends, state.zone_of(seat)),
        "campaign": state.campaign.name,
    }


def _check_votes(state: State, seat: Seat, what: Decision) -> None:
    """Raise RefusedError if a seat cannot propose that here and now."""
    state.check_goes_on()
    if not state.has_begun:
        raise RefusedError("not-begun", campaign=state.campaign.name)
    allowed = state.game.meta.votes if state.settings.votes != "off" else ()
    if what not in allowed:
        raise RefusedError("vote-not-here", what=what, allowed=allowed)
    if seat.name not in seats_in_the_game(state) or not seat.by_person:
        raise RefusedError("vote-out", holder=seat.name)


def _winners(state: State, seat: Seat, what: Decision, named: str) -> tuple[str, ...]:
    """Return whom a proposal lets win, in seating order. Raises RefusedError."""
    playing = seats_in_the_game(state)
    others = [each for each in playing if each != seat.name]
    if named.strip().casefold() in ("", "all", "everybody") and what == "draw":
        return playing
    if not named.strip():
        if len(others) == 1:
            return tuple(others)
        raise RefusedError("vote-to-whom", names=others)
    try:
        winners = state.read_seats(named)
    except MisreadError as misread:
        raise RefusedError("vote-unknown", misread=str(misread), names=playing) from None
    gone = [each for each in winners if each not in playing]
    if gone:
        raise RefusedError("vote-gone", names=gone)
    if what == "concession" and (len(set(winners)) > 1 or seat.name in winners):
        raise RefusedError("vote-to-whom", names=others)
    return tuple(each for each in playing if each in winners)


def end(change: Change, reason: str) -> Campaign:
    """End a campaign, tell everybody why, and publish the secret of its dice.

    From then on it takes no orders, and cannot be rolled back. Raises CampaignError if it is over,
    or if there is no reason.
    """
    why = tidy_reason(change, reason)
    change.check_goes_on()
    change.change_campaign(ended=change.now, why_ended=why)
    title = change.head.opens.title if change.has_begun else change.waits_in
    facts = {"why": why, "phase_title": title, "begun": change.has_begun}
    tell_all(change, "ended", facts, files=calendar_files, gm="ended")
    if change.has_begun:
        publish_secret(change)
    return change.campaign


def tidy_reason(state: State, reason: str) -> str:
    """Return a reason as every player is told it. Raises CampaignError if there is none."""
    if why := without_tokens(state.store, " ".join(reason.split()), LONGEST_REASON):
        return why
    raise CampaignError("no-reason")


def archive(change: Change, *, back: bool = False) -> Campaign:
    """Put a campaign that is over away, or with ``back`` take it out again.

    It is no longer listed or looked after, and can be read as before. Raises CampaignError if it
    is not over.
    """
    check_over(change)
    return change.change_campaign(archived=not back)


def check_over(state: State) -> None:
    """Raise CampaignError for a campaign that goes on."""
    if not state.is_over:
        raise CampaignError("not-over", campaign=state.campaign.name)
