"""Leave that a player takes: days on which he is away, and once an emergency that stops the clock.

Everybody is told of both.
"""

from datetime import datetime, timedelta
from typing import Any

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.clock import find_zone
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import phase_facts, tell_gm, write_notice
from adjudicator.campaign.phases.absence import (
    Span,
    absences,
    absences_ahead,
    days_of,
    read_days,
    wait_for_absent,
)
from adjudicator.campaign.phases.deadlines import stop_clock
from adjudicator.store.press_records import Absence, Return
from adjudicator.store.records import Seat


def declare_absence(at: Change, seat: Seat, days: str, source: str = "") -> dict[str, Any]:
    """Let a seat's player be away on some days, as he writes them; return what to answer.

    A deadline that falls into them is put off at once. Raises RefusedError for days that cannot be
    read, are past, or are more than the campaign allows.
    """
    _check_runs(at)
    settings, zone = at.campaign.settings, _zone(at, seat)
    if not settings.absence:
        raise RefusedError("absence-not-here")
    span = read_days(days, zone, at.now)
    own = absences(at, seat.name)
    before, after = days_of(own, zone), days_of([*own, span], zone)
    if len(after) > settings.absence:
        left = settings.absence - len(before)
        raise RefusedError("absence-cap", left=left, wanted=len(after - before))
    others = [each for seat in at.seats for each in absences(at, seat.name)]
    all_before = days_of(others, settings.zone)
    all_after = days_of([*others, span], settings.zone)
    if len(all_after) > max(settings.absences, len(all_before)):
        raise RefusedError("absence-cap-of-all", left=max(0, settings.absences - len(all_before)))
    if after != before:
        at.add(
            Absence(
                campaign_id=at.campaign.id,
                seat=seat.name,
                begins=span.begins,
                ends=span.ends,
                declared=at.now,
                source=source,
            )
        )
        moved = _put_off(at)
        _tell(at, "absence", seat, span, moved=moved)
    return describe_leave(at, seat)


def come_back(at: Change, seat: Seat) -> dict[str, Any]:
    """End a player's absences, those too that lie ahead; return what to answer.

    Deadlines that were put off stay where they are. Raises RefusedError if there are none.
    """
    _check_runs(at)
    ahead = [span for who, span in absences_ahead(at) if who.name == seat.name]
    if not ahead:
        raise RefusedError("absence-none")
    at.add(Return(0, at.campaign.id, seat.name, at.now))
    _tell(at, "back", seat, ahead[0], moved=False)
    return describe_leave(at, seat)


def stop_in_emergency(at: Change, seat: Seat) -> datetime:
    """Stop the clock for a player, which he can do once; return when it goes on.

    Raises RefusedError if he has done so before, or there is no clock that runs.
    """
    _check_runs(at)
    settings = at.campaign.settings
    if not settings.emergency:
        raise RefusedError("emergency-not-here")
    if settings.paused or at.deadline is None or at.closing:
        raise RefusedError("emergency-no-clock")
    if not seat.by_person:
        raise RefusedError("emergency-no-player", holder=seat.name)
    if not at.mark(f"emergency {at.campaign.name} {seat.name}", "emergency"):
        raise RefusedError("emergency-again")
    until = at.now + timedelta(hours=settings.emergency)
    stop_clock(at, until, by=seat.name)
    return until


def describe_leave(at: State, seat: Seat | None) -> dict[str, Any]:
    """Return who is away when, and what a seat (None: nobody) may still take, to be told."""
    settings = at.campaign.settings
    zone = _zone(at, seat)
    own = len(days_of(absences(at, seat.name), zone)) if seat else 0
    return {
        "away": [
            {"holder": who.name, **describe_span(span, _zone(at, who))}
            for who, span in absences_ahead(at)
        ],
        "left": max(0, settings.absence - own),
        "most": settings.absence,
    }


def describe_span(span: Span, zone: str) -> dict[str, str]:
    """Return the first and the last day of a time in words, in a time zone."""
    place = find_zone(zone)
    days = (span.begins, span.ends - timedelta(seconds=1))
    first, last = (each.astimezone(place) for each in days)
    return {
        "first": f"{first:%a} {first.day} {first:%b %Y}",
        "last": f"{last:%a} {last.day} {last:%b %Y}",
    }


def _put_off(at: Change) -> bool:
    """Move the deadline of the phase that waits if it falls into an absence; say whether."""
    if not at.has_begun or at.closing or at.deadline is None or at.deadline <= at.now:
        return False
    closes = wait_for_absent(at, at.head.opens, at.deadline)
    if closes == at.deadline:
        return False
    at.set_deadline(closes, "absence")
    return True


def _tell(at: Change, kind: str, seat: Seat, span: Span, *, moved: bool) -> None:
    """Write to every player and to the game master that somebody is away, or back.

    He himself is answered; only if a deadline has moved he gets this letter too, for his calendar.
    """
    facts = {"holder": seat.name, "moved": moved, **describe_span(span, _zone(at, seat))}
    for each in at.seats:
        if (each.by_person or each.address) and (moved or each.name != seat.name):
            ends = phase_facts(at, each.zone) if at.has_begun else {"phase_title": "", "ends": ""}
            more = at.campaign.version + 1
            write_notice(at, each, kind, {**facts, **ends}, more, seat.place, dated=moved)
    ends = phase_facts(at) if at.has_begun else {"phase_title": "", "ends": ""}
    tell_gm(at, kind, {**facts, **ends}, letter=kind)


def _zone(at: State, seat: Seat | None) -> str:
    return (seat.zone if seat else "") or at.campaign.settings.zone


def _check_runs(at: State) -> None:
    if at.is_over:
        raise RefusedError("game-over", campaign=at.campaign.name)
