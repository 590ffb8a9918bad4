"""How a campaign is run, changed while it is under way."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from adjudicator.campaign.addresses import check_address
from adjudicator.campaign.change import Change, change
from adjudicator.campaign.clock import find_zone, read_rule
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import tell_gm, tell_players
from adjudicator.campaign.masters import follow_settings
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign, Settings

FOR_PLAYERS = ("address", "deadline", "early", "grace", "misses")
"""What players are told of when it changes."""
MOST = 10_000
"""Hours, phases and seats that a setting can name."""
NO_HOST = Settings().host


def change_settings(
    store: Store, campaign: Campaign, now: datetime, **changes: str | int | bool
) -> Campaign:
    """Change how a campaign is run (see Settings), and tell those whom it concerns.

    A deadline that is set already stays. Raises CampaignError for an unsound value.
    """

    def work(at: Change) -> Campaign:
        before = at.campaign.settings
        after = msgspec.structs.replace(before, **changes)
        if after.address and after.host == NO_HOST:
            after = msgspec.structs.replace(after, host=host_of(after.address))
        check_settings(after)
        if {"address", "gm"} & changes.keys():
            check_apart(store, after, (seat.address for seat in at.seats))
        new = {name: value for name, value in changes.items() if value != getattr(before, name)}
        if not new:
            return at.campaign
        at.change_settings(after)
        follow_settings(at, before.gm)
        changed = [f"{name} = {value}" for name, value in new.items()]
        tell_gm(at, "settings", {"changed": changed})
        told = {name: value for name, value in new.items() if name in FOR_PLAYERS}
        if told and not at.is_over:
            tell_players(at, "settings", {"changed": told})
        return at.campaign

    return change(store, campaign, now, work)


def check_settings(settings: Settings) -> None:
    """Raise CampaignError for settings by which no campaign can be run."""
    read_rule(settings.deadline)
    find_zone(settings.zone)
    if settings.gm:
        check_address(settings.gm)
    if settings.address:
        check_address(settings.address, of_campaign=True)
    for name in ("notice", "grace", "misses", "hold", "remind"):
        if not 0 <= getattr(settings, name) <= MOST:
            raise CampaignError(f"{name} can be 0 to {MOST:,}, not {getattr(settings, name)}.")


def check_apart(store: Store, settings: Settings, addresses: Iterable[str]) -> None:
    """Raise CampaignError if orders go to the address of a player or of the game master.

    He would get his own orders, and what he writes would be taken for the program's.
    """
    for each in filter(None, (settings.gm, *addresses)):
        address = each.casefold()
        if address == settings.address.casefold() or store.has(Campaign, address=address):
            raise CampaignError(
                f"{each} is the address to which orders are mailed: no player and no game master "
                "can have the same."
            )


def host_of(address: str) -> str:
    """Return the right-hand side of the Message-IDs of a campaign with that address."""
    return address.rpartition("@")[2] or NO_HOST
