"""Deadlines of phases: set by the rule, moved and stopped by the game master; and the settings."""

from collections.abc import Callable
from datetime import datetime

import msgspec

from adjudicator.campaign.clock import find_zone, next_deadline, read_rule, shown
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import Desk, tell_gm
from adjudicator.campaign.records import (
    Campaign,
    Resolution,
    Settings,
    as_json,
    campaign,
    deadline,
    head,
    seats,
)
from adjudicator.campaign.store import Store, stamp


def closing_time(settings: Settings, opened: datetime) -> datetime | None:
    """Return the deadline of a phase that opens now, by the game's rule."""
    return next_deadline(read_rule(settings.deadline), settings.zone, opened, settings.notice)


def set_deadline(
    store: Store, opened_by: int, at: datetime | None, now: datetime, why: str
) -> None:
    """Set the deadline of the phase that a resolution opened; the last one set counts."""
    store.insert(
        "deadline",
        {
            "resolution": opened_by,
            "at": stamp(at) if at else None,
            "created": stamp(now),
            "why": why,
        },
    )


def move_deadline(store: Store, owner: Campaign, at: datetime | None, now: datetime) -> None:
    """Move the deadline of the phase that waits, and tell every seat. None: until all are ready.

    Raises CampaignError if the time is past, or the game over.
    """
    if at is not None and at <= now:
        raise CampaignError(
            f"{shown(at, owner.settings.zone)} is past. To adjudicate at once, use “adjudicate”."
        )
    with store.atomic():
        opened_by = head(store, owner)
        if opened_by.opens.over:
            raise CampaignError(f"{owner.name} has ended; it has no deadline.")
        set_deadline(store, opened_by.id, at, now, "moved")
        title = opened_by.opens.title
        _tell_players(
            Desk(store, owner, now),
            opened_by,
            "deadline",
            f"{opened_by.opens.key}: the deadline has moved",
            lambda zone: f"The deadline of {title} has been moved. It is now: {_when(at, zone)}.",
        )
        moved = _when(at, owner.settings.zone)
        tell_gm(store, owner, "deadline-moved", f"{opened_by.opens.key}: now {moved}.", now)


def pause(store: Store, owner: Campaign, now: datetime) -> Campaign:
    """Stop the clock of a game and tell every seat; a game that is paused already stays so."""
    if owner.settings.paused:
        return owner
    text = (
        "The game is paused: nothing is carried out until the game master lets it go on. Orders "
        "can still be sent."
    )
    with store.atomic():
        changed = _save(store, owner, msgspec.structs.replace(owner.settings, paused=True))
        desk = Desk(store, changed, now)
        _tell_players(desk, head(store, owner), "pause", "The game is paused", lambda _zone: text)
        tell_gm(store, owner, "paused", text, now)
    return changed


def resume(store: Store, owner: Campaign, now: datetime) -> Campaign:
    """Let the clock of a game run again and tell every seat.

    A deadline that passed in the meantime is set anew by the rule: nobody shall be late because
    the game stood still.
    """
    if not owner.settings.paused:
        return owner
    with store.atomic():
        changed = _save(store, owner, msgspec.structs.replace(owner.settings, paused=False))
        opened_by = head(store, owner)
        closes = deadline(store, opened_by)
        if closes is not None and closes <= now and not opened_by.opens.over:
            closes = closing_time(owner.settings, now)
            set_deadline(store, opened_by.id, closes, now, "resumed")

        def text(zone: str) -> str:
            return f"The game goes on. {opened_by.opens.title} ends: {_when(closes, zone)}."

        desk = Desk(store, changed, now)
        _tell_players(desk, opened_by, "resume", "The game goes on", text)
        tell_gm(store, owner, "resumed", text(owner.settings.zone), now)
    return changed


def change_settings(
    store: Store, owner: Campaign, now: datetime, **changes: str | int | bool
) -> Campaign:
    """Change how a game is run (see Settings) and note it. A deadline already set stays.

    Raises CampaignError for an unsound value.
    """
    settings = msgspec.structs.replace(owner.settings, **changes)
    read_rule(settings.deadline)
    find_zone(settings.zone)
    with store.atomic():
        changed = ", ".join(f"{key} = {value}" for key, value in changes.items())
        tell_gm(store, owner, "settings", f"Changed: {changed}.", now)
        return _save(store, owner, settings)


def _save(store: Store, owner: Campaign, settings: Settings) -> Campaign:
    store.db.execute("UPDATE game SET settings = ? WHERE id = ?", (as_json(settings), owner.id))
    return campaign(store, owner.name)


def _tell_players(
    desk: Desk, opened_by: Resolution, kind: str, subject: str, text: Callable[[str], str]
) -> None:
    """Write to every person who plays; ``text`` is made for the time zone of each."""
    if opened_by.opens.over:
        return
    for seat in seats(desk.store, desk.owner):
        if seat.by_person:
            said = text(seat.zone or desk.owner.settings.zone)
            desk.notice(seat, opened_by, f"{kind}-{stamp(desk.now)}", subject, [said])


def _when(at: datetime | None, zone: str) -> str:
    return shown(at, zone) if at else "when every seat is ready"
