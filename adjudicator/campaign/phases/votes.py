"""Votes: how the players of a campaign agree to end it, where its game and its settings allow that.

Every person whose seat was asked for orders in this round may vote. A proposal is open for some
days, through phases, and is decided as soon as it cannot come out otherwise.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Literal

from adjudicator import reports
from adjudicator.campaign.kernel.ballots import count, proposals, seats_in_the_game, voters_on
from adjudicator.campaign.kernel.change import Change, change
from adjudicator.campaign.kernel.clock import local_time
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import send, setting, tell_gm
from adjudicator.campaign.letters.outbox import last_report
from adjudicator.campaign.phases.endings import conclude
from adjudicator.orders import MisreadError, Names
from adjudicator.store.database import Store
from adjudicator.store.press_records import Ballot, Decided, Decision, Proposal
from adjudicator.store.records import Campaign, Seat

Outcome = Literal["carried", "rejected", "lapsed"]
PAUSE = timedelta(days=1)
"""So long a seat waits after a proposal of its own before it can make another."""


def propose(
    at: Change, seat: Seat, what: Decision, named: str = "", source: str = ""
) -> dict[str, Any]:
    """Propose to end a campaign, or agree if that is proposed already; return what to answer.

    ``named`` are seats as a person writes them: who shares a draw (none: all that are still in the
    game), or to whom the victory is conceded. Raises RefusedError.
    """
    _check_votes(at, seat, what)
    winners = _winners(at, seat, what, named)
    same = (each for each in proposals(at) if (each.what, each.winners) == (what, winners))
    there = next(same, None)
    if there:
        return vote(at, seat, yes=True, number=there.number, source=source)
    own = at.store.rows(Proposal, campaign_id=at.campaign.id, seat=seat.name)
    if own and at.now < own[-1].created + PAUSE:
        raise RefusedError("vote-often", ends=_local(at, own[-1].created + PAUSE, seat))
    made = Proposal(
        campaign_id=at.campaign.id,
        number=at.store.count(Proposal, campaign_id=at.campaign.id) + 1,
        what=what,
        winners=winners,
        seat=seat.name,
        created=at.now,
        ends=at.now + timedelta(days=at.campaign.settings.vote_days),
        secret=at.campaign.settings.secret_votes,
    )
    at.add(made)
    if seat.name in voters_on(at, what, winners):
        at.add(Ballot(0, at.campaign.id, made.number, seat.name, True, at.now, source))
    if not _decide(at, made):
        _tell(at, "proposal", made, but=seat.name)
    return _facts(at, made, seat.name)


def vote(
    at: Change, seat: Seat, *, yes: bool, number: int | None = None, source: str = ""
) -> dict[str, Any]:
    """Vote on a proposal, the only open one if no number is given; return what to answer.

    A later vote replaces an earlier one. Raises RefusedError.
    """
    there = {each.number: each for each in proposals(at)}
    if not there:
        raise RefusedError("vote-nothing")
    if number is None and len(there) > 1:
        raise RefusedError("vote-which", numbers=sorted(there))
    proposal = there.get(number or min(there))
    if proposal is None:
        raise RefusedError("vote-which", numbers=sorted(there))
    if seat.name not in voters_on(at, proposal.what, proposal.winners):
        raise RefusedError("vote-not-yours", number=proposal.number)
    at.add(Ballot(0, at.campaign.id, proposal.number, seat.name, yes, at.now, source))
    _decide(at, proposal)
    return {**_facts(at, proposal, seat.name), "yes": yes}


def close_votes(store: Store, campaign: Campaign, now: datetime) -> list[int]:
    """Decide the proposals whose time is over; return their numbers."""

    def work(at: Change) -> list[int]:
        over = [each for each in proposals(at) if each.ends <= at.now]
        for each in over:
            if not (at.is_over or _decide(at, each)):
                _close(at, each, "lapsed")
        return [each.number for each in over]

    return change(store, campaign, now, work)


def describe_proposals(at: State, seat: Seat | None) -> list[dict[str, Any]]:
    """Return the open proposals as a seat (None: everybody) may know of them."""
    return [_facts(at, each, seat.name if seat else "") for each in proposals(at)]


def _decide(at: Change, proposal: Proposal) -> bool:
    """Close a proposal if it cannot come out otherwise; say whether it is closed."""
    outcome = count(at, proposal).outcome
    if outcome:
        _close(at, proposal, outcome)
    return bool(outcome)


def _close(at: Change, proposal: Proposal, outcome: Outcome) -> None:
    """Enter what came of a vote, and tell everybody; if it is carried, the campaign is over."""
    at.add(Decided(at.campaign.id, proposal.number, outcome, at.now))
    if outcome == "carried":
        facts = _facts(at, proposal, "")
        conclude(at, reports.phrase("decision", "why", facts), "decision", _outcome(facts, outcome))
    else:
        _tell(at, "decision", proposal, outcome=outcome)


def _tell(at: Change, kind: str, proposal: Proposal, *, but: str = "", outcome: str = "") -> None:
    """Write to every player and the game master of a proposal, or of what came of it."""
    for seat in at.seats:
        if seat.name != but and (seat.by_person or seat.address):
            facts = _outcome(_facts(at, proposal, seat.name), outcome)
            make = partial(reports.notice, setting(at, seat), kind, facts)
            more = (at.campaign.version + 1, proposal.number)
            answers = last_report(at, seat.name)
            send(at, kind, seat, make, *more, instead=(kind, facts), answers=answers)
    tell_gm(at, kind, _outcome(_facts(at, proposal, ""), outcome), letter=kind)


def _outcome(facts: Mapping[str, Any], outcome: str) -> dict[str, Any]:
    return {**facts, "outcome": outcome, "why": reports.phrase("decision", "why", facts)}


def _facts(at: State, proposal: Proposal, reader: str) -> dict[str, Any]:
    """Return what a reader may know of a proposal, in his time zone."""
    counted, secret = count(at, proposal), proposal.secret
    own = {**dict.fromkeys(counted.yes, "yes"), **dict.fromkeys(counted.no, "no")}.get(reader, "")
    seat = next((each for each in at.seats if each.name == reader), None)
    return {
        "number": proposal.number,
        "what": proposal.what,
        "winners": proposal.winners,
        "proposer": "" if secret else proposal.seat,
        "own": own,
        "may": reader in counted.voters,
        "needed": counted.needed,
        "voters": len(counted.voters),
        "for_it": () if secret else counted.yes,
        "against": () if secret else counted.no,
        "secret": secret,
        "ends": _local(at, proposal.ends, seat),
        "campaign": at.campaign.name,
    }


def _local(at: State, moment: datetime, seat: Seat | None) -> str:
    return local_time(moment, (seat.zone if seat else "") or at.campaign.settings.zone)


def _check_votes(at: State, seat: Seat, what: Decision) -> None:
    """Raise RefusedError if a seat cannot propose that here and now."""
    if at.is_over:
        raise RefusedError("game-over", campaign=at.campaign.name)
    if not at.has_begun:
        raise RefusedError("not-begun", campaign=at.campaign.name)
    allowed = at.game.meta.votes if at.campaign.settings.votes != "off" else ()
    if what not in allowed:
        raise RefusedError("vote-not-here", what=what, allowed=allowed)
    if seat.name not in seats_in_the_game(at) or not seat.by_person:
        raise RefusedError("vote-out", holder=seat.name)


def _winners(at: State, seat: Seat, what: Decision, named: str) -> tuple[str, ...]:
    """Return whom a proposal lets win, in seating order. Raises RefusedError."""
    there = seats_in_the_game(at)
    if named.strip().casefold() in ("", "all", "everybody") and what == "draw":
        return there
    if not named.strip():
        others = [each for each in there if each != seat.name]
        if len(others) == 1:
            return tuple(others)
        raise RefusedError("vote-to-whom", names=others)
    names = Names("seat", dict.fromkeys((each.name for each in at.seats), ()))
    try:
        found = [names.find(each) for each in _parts(names, named)]
    except MisreadError as misread:
        raise RefusedError("vote-unknown", misread=str(misread), names=there) from None
    gone = [each for each in found if each not in there]
    if gone:
        raise RefusedError("vote-gone", names=gone)
    if what == "concession" and (len(set(found)) > 1 or seat.name in found):
        raise RefusedError("vote-to-whom", names=[each for each in there if each != seat.name])
    return tuple(each for each in there if each in found)


def _parts(names: Names, named: str) -> Sequence[str]:
    if names.knows(named):
        return [named]
    return [each for each in re.split(r"\s*[,;&]\s*(?:and\s+)?|\s+and\s+", named) if each.strip()]
