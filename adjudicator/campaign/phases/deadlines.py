"""Deadlines of phases: set by the schedule, moved and stopped by the game master."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from adjudicator.campaign.kernel.change import Change, operation
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.schedule import next_deadline, schedule_of
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import LATEST, local_time
from adjudicator.campaign.letters.letters import tell_all, tell_gm
from adjudicator.campaign.phases.absence import wait_for_absent
from adjudicator.games.contract import Phase
from adjudicator.store.records import Adjudication, Campaign, Seat, Settings

LATE = timedelta(hours=1)
"""So long after its deadline a phase is carried out late: a pass may well take some minutes."""


def pause_ends(state: State) -> datetime | None:
    """Return when a pause ends by itself; None if there is none, or somebody must say so."""
    settings = state.campaign.settings
    if not settings.paused or state.is_over:
        return None
    ends = [settings.paused_until] if settings.paused_until else []
    if settings.longest_pause and settings.paused_since:
        ends.append(settings.paused_since + timedelta(hours=settings.longest_pause))
    return min(ends, default=None)


def closing_time(
    settings: Settings, phase: Phase, opened: datetime, *, late: bool = False
) -> datetime | None:
    """Return the deadline of a phase that opens now, by the campaign's schedule.

    ``late`` says that the phase before was carried out late.
    """
    least = settings.least if late else 0
    schedule = schedule_of(settings, phase)
    return next_deadline(schedule, phase.name, settings.zone, opened, settings.notice, least)


def open_phase(change: Change, opener: Adjudication, why: str) -> None:
    """Let a campaign stand at a new resolution, with the deadline that its schedule gives."""
    before = change.deadline if change.has_begun else None
    late = before is not None and change.now - before > LATE
    settings, opens = change.campaign.settings, opener.opens
    closes = None if opens.over else closing_time(settings, opens, change.now, late=late)
    change.go_to(opener, wait_for_absent(change, opens, closes), why)
    _tell_of_no_date(change)


@operation
def move_deadline(change: Change, to: datetime | None, *, why: str = "moved") -> None:
    """Move the deadline of the phase that waits, and tell every seat. None: until all are ready.

    ``why`` is the occasion: the game master's wish, ``moved``; ``outage`` or ``jump``, of the
    clock. Raises CampaignError if the time is past, the game over, or a locked time of grace would
    be shortened.
    """
    _move(change, to, why)


def _move(change: Change, to: datetime | None, why: str) -> None:
    if to is not None and to <= change.now:
        raise CampaignError(
            f"{local_time(to, change.campaign.settings.zone)} is past. To adjudicate at once, use "
            "“adjudicate”."
        )
    set_deadline(change, to, why)


def set_deadline(change: Change, to: datetime | None, why: str) -> None:
    """Set another deadline for the phase that waits, and tell every seat. Raises CampaignError."""
    if change.is_over:
        raise CampaignError(f"{change.campaign.name} has ended; it has no deadline.")
    if to is not None and to >= LATEST:
        raise CampaignError("That is too far away for a deadline.")
    ends = change.grace_ends if change.is_grace_locked else None
    if ends and change.now < ends and to is not None and to < ends:
        zone = change.campaign.settings.zone
        raise CampaignError(
            f"The time of grace has begun and is locked: it runs until {local_time(ends, zone)}."
        )
    before = change.deadline
    change.set_deadline(to, why)
    _tell(change, "deadline", "deadline-moved", why=why, before=before)


@operation
def extend(change: Change, by: timedelta) -> None:
    """Move the deadline of the phase that waits by so much. Raises CampaignError without one."""
    if change.deadline is None:
        raise CampaignError(f"{change.campaign.name} waits in a phase without a deadline.")
    _move(change, change.deadline + by, "moved")


@operation
def pause(change: Change, *, until: datetime | None = None) -> Campaign:
    """Stop the clock of a campaign and tell every seat; one that is paused already stays so.

    It goes on by itself ``until`` then, or after the longest pause that the campaign allows.
    """
    stop_clock(change, until)
    return change.campaign


@operation
def resume(change: Change) -> Campaign:
    """Let the clock of a campaign run again and tell every seat.

    A deadline that passed in the meantime, or is too near now, is set anew by the schedule: nobody
    shall be late because the game stood still.
    """
    start_clock(change)
    return change.campaign


@operation
def end_pause(change: Change) -> bool:
    """Let a campaign go on whose pause is over; say whether that was so."""
    ends = pause_ends(change)
    if ends is None or change.now < ends:
        return False
    start_clock(change)
    return True


def stop_clock(change: Change, until: datetime | None = None, by: str = "") -> None:
    """Pause a campaign, and tell every seat until when; ``by`` is the seat that asks for it.

    Raises CampaignError.
    """
    if change.is_over:
        raise CampaignError(f"{change.campaign.name} has ended; there is no clock to stop.")
    zone = change.campaign.settings.zone
    if until is not None and not change.now < until < LATEST:
        raise CampaignError(f"{local_time(until, zone)} is past; a pause must end later.")
    if change.campaign.settings.paused:
        return
    stops = {"paused": True, "paused_since": change.now, "paused_until": until}
    change.change_settings(msgspec.structs.replace(change.campaign.settings, **stops))
    _tell(change, "pause", "paused", until=pause_ends(change), by=by)


def stop_in_emergency(change: Change, seat: Seat) -> datetime:
    """Stop the clock for a player, which he can do once; return when it goes on.

    Raises RefusedError if he has done so before, or there is no clock that runs.
    """
    change.check_goes_on()
    settings = change.campaign.settings
    if not settings.emergency:
        raise RefusedError("emergency-not-here")
    if settings.paused or change.deadline is None or change.closing:
        raise RefusedError("emergency-no-clock")
    if not seat.by_person:
        raise RefusedError("emergency-no-player", holder=seat.name)
    if not change.mark(f"emergency {change.campaign.name} {seat.name}", "emergency"):
        raise RefusedError("emergency-again")
    until = change.now + timedelta(hours=settings.emergency)
    stop_clock(change, until, by=seat.name)
    return until


def start_clock(change: Change) -> None:
    """Let a paused campaign go on, and tell every seat."""
    settings = change.campaign.settings
    if not settings.paused:
        return
    goes = {"paused": False, "paused_since": None, "paused_until": None}
    change.change_settings(msgspec.structs.replace(settings, **goes))
    if change.deadline is not None and not change.is_over:
        had = change.deadline - (settings.paused_since or change.deadline)
        wanted = min(had, timedelta(hours=settings.notice))
        if change.deadline - change.now < wanted or change.deadline <= change.now:
            closes = closing_time(settings, change.head.opens, change.now) or change.now + max(
                had, LATE
            )
            change.set_deadline(wait_for_absent(change, change.head.opens, closes), "resumed")
    _tell(change, "resume", "resumed")


def _tell_of_no_date(change: Change) -> None:
    """Tell the game master that all dates of the schedule are past."""
    rule = schedule_of(change.campaign.settings, change.head.opens).rule(change.head.opens.name)
    if rule and change.deadline is None and not change.head.opens.over:
        tell_gm(change, "no-date-left", {}, once=str(change.head.serial))


def _tell(change: Change, kind: str, code: str, **facts: Any) -> None:
    """Write to all who play or watch, and to the game master."""
    to = () if change.is_over else [seat for seat in change.seats if seat.by_person]
    tell_all(change, kind, facts, to=to, dated=True, observers=True, gm=code)
