"""A campaign that moves to another database, with all that is recorded of it.

First it stops where it is: what stays behind takes no orders, is due for nothing, and sends no
letters. Then it is entered in the other database, compared with what stayed behind, row by row, and
committed. So it goes on in one of the two, or, if the program is ended in between, in none until
the command is given again; never in both.
"""

from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import what_is_due
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.databases.base import check_new
from adjudicator.store.databases.files import name_when_whole
from adjudicator.store.databases.sqlite import SQLite
from adjudicator.store.place import name_of
from adjudicator.store.records import Campaign, Due
from adjudicator.store.transfer import Rows, copy_all, enter_rows, erase_rows, rows_of


def move(source: Store, target: Store, name: str, now: datetime) -> Campaign:
    """Move a campaign to another database, or finish a move that was broken off; return it there.

    Raises CampaignError if there is another campaign of that name, or if this one has moved on to a
    third place; then nothing is changed.
    """
    campaign = queries.find_campaign(source, name)
    arrived = _check_room(target, campaign)
    if arrived and not arrived.moved:
        if campaign.moved:
            return arrived  # it has arrived, and nobody was told
        raise CampaignError("is-there", campaign=campaign.name, place=target.place)
    with source.atomic():
        campaign = source.find(Campaign, id=campaign.id)
        _refuse_older(source, campaign, target, arrived)
        campaign = _stop(source, campaign, target)
    with source.atomic():  # so that nobody lets it go on here meanwhile
        if source.find(Campaign, id=campaign.id) != campaign:
            raise CampaignError("goes-on-there", campaign=campaign.name, place=source.place)
        rows = rows_of(source, campaign)
        with target.atomic():
            if left := _check_room(target, campaign):
                _refuse_older(source, campaign, target, left)
                erase_rows(target, left)  # what stayed behind when it left
            return _enter(target, campaign, rows, now)


def move_all(source: Store, target: Store, now: datetime) -> list[Campaign]:
    """Move all that a database holds to one that holds nothing yet; return the campaigns there.

    Numbers stay as they are, so that what comes back of letters that have been sent is known.
    Raises CampaignError or StoreError if it cannot be.
    """
    campaigns = queries.campaigns(source, archived=True)
    if not campaigns:
        raise CampaignError("holds-no-game", place=source.place)
    goes_to = name_of(target.place)
    mine = [each for each in campaigns if each.moved in ("", goes_to)]
    known = [target.rows(Campaign, name=each.name, moved="") for each in mine if each.moved]
    if len(known) == len(mine) and all(known):
        return [each[0] for each in known]  # all have arrived, and nobody was told
    with source.atomic():
        for each in mine:
            _stop(source, source.find(Campaign, id=each.id), target)
    with source.atomic(), target.atomic():  # nothing is written here any more while it is copied
        copy_all(source, target)
        campaigns = target.rows(Campaign, moved=goes_to)
        return [_go_on(target, each, now) for each in campaigns]


def write_copy(store: Store, target: Path) -> None:
    """Write all that a database holds, as it is at this moment, to a new file.

    The file has its name once it is whole. Raises StoreError if there is one already, or it cannot
    be written.
    """
    if isinstance(store, SQLite):
        store.back_up(target)
        return
    check_new(target)
    with (
        name_when_whole(target) as partial,
        open_store(partial, create=True) as copy,
        store.snapshot(),
    ):
        with copy.atomic():
            copy_all(store, copy)
        copy.is_alone()  # which puts what was written ahead into the file


def stay(source: Store, target: Store, name: str, now: datetime) -> Campaign:
    """Let a campaign whose move was broken off go on where it was; return it.

    Raises CampaignError if it did not move there, or has arrived.
    """
    with source.atomic():
        campaign = queries.find_campaign(source, name)
        if campaign.moved != name_of(target.place):
            raise CampaignError("not-on-its-way", campaign=campaign.name, place=target.place)
        other = target.first(Campaign, name=campaign.name)
        if other and not other.moved:
            raise CampaignError("has-arrived", campaign=campaign.name, place=target.place)
        _refuse_older(source, campaign, target, other)
        return _go_on(source, campaign, now)


def _check_room(target: Store, campaign: Campaign) -> Campaign | None:
    """Return the campaign as it is in the other database already; None if it is not."""
    other = target.first(Campaign, name=campaign.name)
    if other and other.secret != campaign.secret:
        raise CampaignError("another-game", campaign=campaign.name, place=target.place)
    return other


def _refuse_older(source: Store, campaign: Campaign, target: Store, other: Campaign | None) -> None:
    """Raise CampaignError if what is in the other database went on after this one had stopped."""
    if other and other.version > campaign.version:
        raise CampaignError(
            "move-broken-off", campaign=campaign.name, place=target.place, source=source.place
        )


def _stop(source: Store, campaign: Campaign, target: Store) -> Campaign:
    """Let a campaign do nothing any more, for it has moved."""
    goes_to = name_of(target.place)
    if campaign.moved not in ("", goes_to):
        raise CampaignError("has-moved", campaign=campaign.name, moved=campaign.moved)
    stopped = replace(campaign, moved=goes_to, version=campaign.version + 1)
    source.save(stopped)
    queries.put_due(source, stopped, [])
    return stopped


def _enter(target: Store, campaign: Campaign, rows: Rows, now: datetime) -> Campaign:
    """Enter a campaign, and read back what was entered: it may share files with others."""
    there = replace(campaign, id=queries.next_campaign_id(target))
    entered = enter_rows(target, rows, there.id)
    kept = rows_of(target, there)
    files, kept["file"] = kept["file"], entered["file"]
    if kept != entered or any(each not in files for each in entered["file"]):
        raise CampaignError("not-the-same", campaign=campaign.name, place=target.place)
    return _go_on(target, there, now)


def _go_on(store: Store, campaign: Campaign, now: datetime) -> Campaign:
    at_home = replace(campaign, moved="", version=campaign.version + 1)
    store.save(at_home)
    due: list[Due] = what_is_due(State(store, at_home, now))
    queries.put_due(store, at_home, due)
    store.note_letters()
    return at_home
