"""Deadlines of phases: set by the rule, moved by the game master; and the settings of a game."""

from datetime import datetime

import msgspec

from adjudicator.campaign.clock import find_zone, next_deadline, read_rule, shown
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import Desk, tell_gm
from adjudicator.campaign.records import Campaign, Settings, as_json, campaign, head, seats
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
        desk = Desk(store, owner, now)
        for seat in seats(store, owner):
            zone = seat.zone or owner.settings.zone
            when = shown(at, zone) if at else "when every seat is ready"
            text = f"The deadline of {opened_by.opens.title} has been moved. It is now: {when}."
            if seat.by_person:
                subject = f"[{owner.name}] {opened_by.opens.key}: the deadline has moved"
                desk.notice(seat, opened_by, f"deadline-{stamp(now)}", subject, [text])
        moved = stamp(at) if at else "none"
        tell_gm(store, owner, "deadline-moved", f"{opened_by.opens.key}: now {moved}.", now)


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
        values = (as_json(settings), owner.id)
        store.db.execute("UPDATE game SET settings = ? WHERE id = ?", values)
        changed = ", ".join(f"{key} = {value}" for key, value in changes.items())
        tell_gm(store, owner, "settings", f"Changed: {changed}.", now)
    return campaign(store, owner.name)
