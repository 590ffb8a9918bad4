"""Deadlines of phases: set by the schedule, moved and stopped by the game master."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from adjudicator.campaign.kernel.change import Change, change
from adjudicator.campaign.kernel.clock import LATEST, local_time
from adjudicator.campaign.kernel.due import pause_ends
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.schedule import next_deadline, schedule_of
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import phase_facts, send_public, tell_gm, write_notice
from adjudicator.campaign.phases.absence import wait_for_absent
from adjudicator.games.contract import Phase
from adjudicator.store.database import Store
from adjudicator.store.records import Adjudication, Campaign, Settings

LATE = timedelta(hours=1)
"""So long after its deadline a phase is carried out late: a pass may well take some minutes."""


def closing_time(
    settings: Settings, phase: Phase, opened: datetime, *, late: bool = False
) -> datetime | None:
    """Return the deadline of a phase that opens now, by the campaign's schedule.

    ``late`` says that the phase before was carried out late.
    """
    least = settings.least if late else 0
    schedule = schedule_of(settings, phase)
    return next_deadline(schedule, phase.name, settings.zone, opened, settings.notice, least)


def open_phase(at: Change, opener: Adjudication, why: str) -> None:
    """Let a campaign stand at a new resolution, with the deadline that its schedule gives."""
    before = at.deadline if at.has_begun else None
    late = before is not None and at.now - before > LATE
    settings, opens = at.campaign.settings, opener.opens
    closes = None if opens.over else closing_time(settings, opens, at.now, late=late)
    at.go_to(opener, wait_for_absent(at, opens, closes), why)
    _tell_of_no_date(at)


def move_deadline(
    store: Store, campaign: Campaign, to: datetime | None, now: datetime, *, why: str = "moved"
) -> None:
    """Move the deadline of the phase that waits, and tell every seat. None: until all are ready.

    ``why`` is the occasion: the game master's wish, ``moved``; ``outage`` or ``jump``, of the
    clock. Raises CampaignError if the time is past, the game over, or a locked time of grace would
    be shortened.
    """
    if to is not None and to <= now:
        raise CampaignError(
            f"{local_time(to, campaign.settings.zone)} is past. To adjudicate at once, use "
            "“adjudicate”."
        )
    change(store, campaign, now, lambda at: set_deadline(at, to, why))


def set_deadline(at: Change, to: datetime | None, why: str) -> None:
    """Set another deadline for the phase that waits, and tell every seat. Raises CampaignError."""
    if at.is_over:
        raise CampaignError(f"{at.campaign.name} has ended; it has no deadline.")
    if to is not None and to >= LATEST:
        raise CampaignError("That is too far away for a deadline.")
    ends = at.grace_ends if at.is_grace_locked else None
    if ends and at.now < ends and to is not None and to < ends:
        zone = at.campaign.settings.zone
        raise CampaignError(
            f"The time of grace has begun and is locked: it runs until {local_time(ends, zone)}."
        )
    before = at.deadline
    at.set_deadline(to, why)
    _tell(at, "deadline", "deadline-moved", why=why, before=before)


def extend(store: Store, campaign: Campaign, by: timedelta, now: datetime) -> None:
    """Move the deadline of the phase that waits by so much. Raises CampaignError without one."""
    at = State(store, campaign, now).deadline
    if at is None:
        raise CampaignError(f"{campaign.name} waits in a phase without a deadline.")
    move_deadline(store, campaign, at + by, now)


def pause(
    store: Store, campaign: Campaign, now: datetime, *, until: datetime | None = None
) -> Campaign:
    """Stop the clock of a campaign and tell every seat; one that is paused already stays so.

    It goes on by itself ``until`` then, or after the longest pause that the campaign allows.
    """

    def work(at: Change) -> Campaign:
        stop_clock(at, until)
        return at.campaign

    return change(store, campaign, now, work)


def resume(store: Store, campaign: Campaign, now: datetime) -> Campaign:
    """Let the clock of a campaign run again and tell every seat.

    A deadline that passed in the meantime, or is too near now, is set anew by the schedule: nobody
    shall be late because the game stood still.
    """

    def work(at: Change) -> Campaign:
        start_clock(at)
        return at.campaign

    return change(store, campaign, now, work)


def end_pause(store: Store, campaign: Campaign, now: datetime) -> bool:
    """Let a campaign go on whose pause is over; say whether that was so."""

    def work(at: Change) -> bool:
        ends = pause_ends(at)
        if ends is None or at.now < ends:
            return False
        start_clock(at)
        return True

    return change(store, campaign, now, work)


def stop_clock(at: Change, until: datetime | None = None, by: str = "") -> None:
    """Pause a campaign, and tell every seat until when; ``by`` is the seat that asks for it.

    Raises CampaignError.
    """
    if at.is_over:
        raise CampaignError(f"{at.campaign.name} has ended; there is no clock to stop.")
    zone = at.campaign.settings.zone
    if until is not None and not at.now < until < LATEST:
        raise CampaignError(f"{local_time(until, zone)} is past; a pause must end later.")
    if at.campaign.settings.paused:
        return
    stops = {"paused": True, "paused_since": at.now, "paused_until": until}
    at.change_settings(msgspec.structs.replace(at.campaign.settings, **stops))
    _tell(at, "pause", "paused", until=pause_ends(at), by=by)


def start_clock(at: Change) -> None:
    """Let a paused campaign go on, and tell every seat."""
    settings = at.campaign.settings
    if not settings.paused:
        return
    goes = {"paused": False, "paused_since": None, "paused_until": None}
    at.change_settings(msgspec.structs.replace(settings, **goes))
    if at.deadline is not None and not at.is_over:
        had = at.deadline - (settings.paused_since or at.deadline)
        wanted = min(had, timedelta(hours=settings.notice))
        if at.deadline - at.now < wanted or at.deadline <= at.now:
            closes = closing_time(settings, at.head.opens, at.now) or at.now + max(had, LATE)
            at.set_deadline(wait_for_absent(at, at.head.opens, closes), "resumed")
    _tell(at, "resume", "resumed")


def _tell_of_no_date(at: Change) -> None:
    """Tell the game master that all dates of the schedule are past."""
    rule = schedule_of(at.campaign.settings, at.head.opens).rule(at.head.opens.name)
    if rule and at.deadline is None and not at.head.opens.over:
        facts = {"campaign": at.campaign.name, "phase": at.head.opens.key}
        tell_gm(at, "no-date-left", facts, once=str(at.head.serial))


def _tell(at: Change, kind: str, code: str, **more: Any) -> None:
    """Write to all who play or watch, and to the game master; times are in the zone of each."""
    for seat in at.seats:
        if seat.by_person and not at.is_over:
            facts = {**phase_facts(at, seat.zone), **_in_zone(more, at, seat.zone)}
            write_notice(at, seat, kind, facts, at.campaign.version + 1, dated=True)
    facts = {**phase_facts(at), **_in_zone(more, at, "")}
    send_public(at, kind, {**facts, "campaign": at.campaign.name})
    tell_gm(at, code, facts, letter=kind)


def _in_zone(facts: Mapping[str, Any], at: Change, zone: str) -> dict[str, Any]:
    """Return facts with their moments as a person in that zone reads them."""
    zone = zone or at.campaign.settings.zone
    return {
        name: local_time(fact, zone) if isinstance(fact, datetime) else fact or ""
        for name, fact in facts.items()
    }
