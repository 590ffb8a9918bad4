"""Deadlines of phases: set by the rule, moved and stopped by the game master; and the settings."""

from collections.abc import Callable
from datetime import datetime

import msgspec

from adjudicator.campaign.change import Change, change
from adjudicator.campaign.clock import find_zone, next_deadline, read_rule, shown
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import tell_gm, write_notice
from adjudicator.store.database import Store
from adjudicator.store.queries import find_campaign
from adjudicator.store.tables import Campaign, Settings


def closing_time(settings: Settings, opened: datetime) -> datetime | None:
    """Return the deadline of a phase that opens now, by the campaign's rule."""
    return next_deadline(read_rule(settings.deadline), settings.zone, opened, settings.notice)


def move_deadline(store: Store, campaign: Campaign, to: datetime | None, now: datetime) -> None:
    """Move the deadline of the phase that waits, and tell every seat. None: until all are ready.

    Raises CampaignError if the time is past, or the game over.
    """
    if to is not None and to <= now:
        raise CampaignError(
            f"{shown(to, campaign.settings.zone)} is past. To adjudicate at once, use “adjudicate”."
        )
    change(store, campaign, now, lambda at: _move(at, to))


def pause(store: Store, campaign: Campaign, now: datetime) -> Campaign:
    """Stop the clock of a campaign and tell every seat; one that is paused already stays so."""
    change(store, campaign, now, _pause)
    return find_campaign(store, campaign.name)


def resume(store: Store, campaign: Campaign, now: datetime) -> Campaign:
    """Let the clock of a campaign run again and tell every seat.

    A deadline that passed in the meantime is set anew by the rule: nobody shall be late because
    the game stood still.
    """
    change(store, campaign, now, _resume)
    return find_campaign(store, campaign.name)


def change_settings(
    store: Store, campaign: Campaign, now: datetime, **changes: str | int | bool
) -> Campaign:
    """Change how a campaign is run (see Settings) and note it. A deadline already set stays.

    Raises CampaignError for an unsound value.
    """

    def work(at: Change) -> None:
        settings = msgspec.structs.replace(at.campaign.settings, **changes)
        read_rule(settings.deadline)
        find_zone(settings.zone)
        tell_gm(at, "settings", f"Changed: {', '.join(f'{k} = {v}' for k, v in changes.items())}.")
        at.change_settings(settings)

    change(store, campaign, now, work)
    return find_campaign(store, campaign.name)


def _move(at: Change, to: datetime | None) -> None:
    opens = at.head.opens
    if opens.over:
        raise CampaignError(f"{at.campaign.name} has ended; it has no deadline.")
    at.set_deadline(to, "moved")
    _tell_players(
        at,
        "deadline",
        f"{opens.key}: the deadline has moved",
        lambda zone: f"The deadline of {opens.title} has been moved. It is now: {_when(to, zone)}.",
    )
    tell_gm(at, "deadline-moved", f"{opens.key}: now {_when(to, at.campaign.settings.zone)}.")


def _pause(at: Change) -> None:
    if at.campaign.settings.paused:
        return
    text = (
        "The game is paused: nothing is carried out until the game master lets it go on. Orders "
        "can still be sent."
    )
    at.change_settings(msgspec.structs.replace(at.campaign.settings, paused=True))
    _tell_players(at, "pause", "The game is paused", lambda _zone: text)
    tell_gm(at, "paused", text)


def _resume(at: Change) -> None:
    settings = at.campaign.settings
    if not settings.paused:
        return
    at.change_settings(msgspec.structs.replace(settings, paused=False))
    opens = at.head.opens
    if at.deadline is not None and at.deadline <= at.now and not opens.over:
        at.set_deadline(closing_time(settings, at.now), "resumed")

    def text(zone: str) -> str:
        return f"The game goes on. {opens.title} ends: {_when(at.deadline, zone)}."

    _tell_players(at, "resume", "The game goes on", text)
    tell_gm(at, "resumed", text(settings.zone))


def _tell_players(at: Change, kind: str, subject: str, text: Callable[[str], str]) -> None:
    """Write to every person who plays; ``text`` is made for the time zone of each."""
    if at.head.opens.over:
        return
    for seat in at.seats:
        if seat.by_person:
            paragraph = text(seat.zone or at.campaign.settings.zone)
            write_notice(at, seat, kind, subject, [paragraph], again=True)


def _when(at: datetime | None, zone: str) -> str:
    return shown(at, zone) if at else "when every seat is ready"
