"""Deadlines of phases: set by the rule, moved and stopped by the game master."""

from datetime import datetime

import msgspec

from adjudicator.campaign.change import Change, change
from adjudicator.campaign.clock import local_time, next_deadline, read_rule
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import phase_facts, tell_gm, write_notice
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign, Settings


def closing_time(settings: Settings, opened: datetime) -> datetime | None:
    """Return the deadline of a phase that opens now, by the campaign's rule."""
    return next_deadline(read_rule(settings.deadline), settings.zone, opened, settings.notice)


def move_deadline(store: Store, campaign: Campaign, to: datetime | None, now: datetime) -> None:
    """Move the deadline of the phase that waits, and tell every seat. None: until all are ready.

    Raises CampaignError if the time is past, or the game over.
    """
    if to is not None and to <= now:
        raise CampaignError(
            f"{local_time(to, campaign.settings.zone)} is past. To adjudicate at once, use "
            "“adjudicate”."
        )
    change(store, campaign, now, lambda at: _move(at, to))


def pause(store: Store, campaign: Campaign, now: datetime) -> Campaign:
    """Stop the clock of a campaign and tell every seat; one that is paused already stays so."""
    return change(store, campaign, now, _pause)


def resume(store: Store, campaign: Campaign, now: datetime) -> Campaign:
    """Let the clock of a campaign run again and tell every seat.

    A deadline that passed in the meantime is set anew by the rule: nobody shall be late because
    the game stood still.
    """
    return change(store, campaign, now, _resume)


def _move(at: Change, to: datetime | None) -> None:
    if at.is_over:
        raise CampaignError(f"{at.campaign.name} has ended; it has no deadline.")
    at.set_deadline(to, "moved")
    _tell(at, "deadline", "deadline-moved")


def _pause(at: Change) -> Campaign:
    if at.is_over:
        raise CampaignError(f"{at.campaign.name} has ended; there is no clock to stop.")
    if not at.campaign.settings.paused:
        at.change_settings(msgspec.structs.replace(at.campaign.settings, paused=True))
        _tell(at, "pause", "paused")
    return at.campaign


def _resume(at: Change) -> Campaign:
    settings = at.campaign.settings
    if settings.paused:
        at.change_settings(msgspec.structs.replace(settings, paused=False))
        if at.deadline is not None and at.deadline <= at.now and not at.is_over:
            at.set_deadline(closing_time(settings, at.now), "resumed")
        _tell(at, "resume", "resumed")
    return at.campaign


def _tell(at: Change, kind: str, code: str) -> None:
    """Write to every person who plays, and to the game master; times are in the zone of each."""
    for seat in at.seats:
        if seat.by_person and not at.is_over:
            facts = phase_facts(at, seat.zone)
            write_notice(at, seat, kind, facts, at.campaign.version + 1)
    tell_gm(at, code, phase_facts(at), letter=kind)
