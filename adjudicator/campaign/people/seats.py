"""Seats that change hands: a substitute, a player who returns, a regent."""

from functools import partial

import msgspec
from msgspec.structs import replace

from adjudicator import reports
from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.campaign.kernel.change import Change, operation
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import find_zone, read_hours
from adjudicator.campaign.kernel.tokens import new_token
from adjudicator.campaign.letters.letters import (
    name_for_all,
    phase_files,
    send,
    setting,
    tell_all,
    tell_gm,
    write_welcome,
)
from adjudicator.campaign.people.settings import check_apart
from adjudicator.games.contract import Game
from adjudicator.reports.files import is_sheet
from adjudicator.reports.model import Report
from adjudicator.store.records import Seat


class Player(msgspec.Struct, frozen=True):
    """Who takes a seat when a game begins: a person with an address or without, or a regent."""

    seat: str
    address: str = ""
    name: str = ""
    zone: str = ""
    regent: str = ""
    open: bool = False
    """Whether the seat waits for somebody to join."""


def check_player(player: Player, game: Game) -> None:
    """Raise CampaignError for an unsound address or time zone, GameError for an unknown regent."""
    if player.address:
        check_address(player.address)
    if player.zone:
        find_zone(player.zone)
    if player.regent:
        game.regent(player.regent)


@operation
def hand_over(change: Change, heir: Player) -> None:
    """Give a seat to another player, or to a regent, with the letters that tell everybody of it.

    A new player gets a token of his own, and the old one proves nothing any more; a regent takes
    the seat until its player sends orders again. Orders that stand are kept. Raises CampaignError
    for a text that is no address, StoreError for an unknown seat, GameError for an unknown regent.
    """
    check_player(heir, change.game)
    before = change.seat(heir.seat)
    change.check_goes_on()
    if heir.regent:
        after = replace(before, held_by="regent", regent=heir.regent, open=False)
        change.save(after)
        _tell_of_new_hands(change, before, after)
    else:
        check_apart(change.store, change.settings, (heir.address,))
        give_seat(change, before, heir.address, heir.name, heir.zone)


def give_seat(change: Change, before: Seat, address: str, player: str, zone: str = "") -> None:
    """Give a seat to a person, with a token of his own, and tell everybody.

    Raises RefusedError if the campaign lets no seat go to another player.
    """
    check_may_replace(change, before, address, player)
    after = give_to_person(change, before, address, player, zone)
    _tell_of_new_hands(change, before, after)


def give_to_person(change: Change, seat: Seat, address: str, player: str, zone: str) -> Seat:
    """Enter the person who has a seat from now on, and tell nobody; return the seat."""
    after = replace(
        seat,
        held_by="person",
        address=address,
        player=player,
        zone=zone,
        **new_token(),
        since=change.head.number if change.has_begun else 0,
        open=False,
        remind="",
    )
    change.save(after)
    return after


def issue_token(change: Change, seat: Seat) -> None:
    """Give a seat a new token, which goes to its address; the old one proves nothing any more."""
    after = replace(seat, **new_token())
    change.save(after)
    facts = {"holder": after.name}

    def make() -> Report:
        files = phase_files(change, after) if change.has_begun and not change.is_over else ()
        files = tuple(filter(is_sheet, files))
        return reports.notice(setting(change, after), "token", facts, files=files)

    version = change.campaign.version + 1
    send(change, "token", after, make, version, instead=("token", facts))
    tell_gm(change, "new-token", facts)


def _tell_of_new_hands(change: Change, before: Seat, after: Seat) -> None:
    """Tell everybody; welcome a new player with position, map and order sheet."""
    regent = "" if after.by_person else after.regent
    facts = {"holder": before.name, "regent": regent, "gone": False}
    facts |= {"new_player": "" if regent else name_for_all(change, after)}
    known = {**facts, "new_player": "" if regent else after.player or after.address}
    tell_gm(change, "handed-over", known, letter="handed-over")
    # Who had the seat must not learn the new token, and his letter is none of the seat's any more.
    farewell = replace(setting(change, after), token=""), "handed-over", {**facts, "gone": True}
    number, instead = change.campaign.version + 1, ("handed-over", facts)
    if to := before.address:
        stays = after if to == after.address else None
        make = partial(reports.notice, *farewell)
        send(change, "handed-over", stays, make, number, instead=instead, to=to)
    if after.by_person and after.address:
        make = partial(write_welcome, change, after)
        send(change, "opening", after, make, number, instead=instead)
    tell_all(change, "handed-over", facts, after.place, but=after.name)


@operation
def set_reminders(change: Change, seat: str, hours: str) -> None:
    """Set how many hours before a deadline a seat is reminded; ``""``: as the campaign says.

    Raises CampaignError for what are no hours, StoreError for an unknown seat.
    """
    read_hours(hours)
    before = change.seat(seat)
    if before.remind != hours:
        change.save(replace(before, remind=hours))


def check_may_replace(state: State, seat: Seat, address: str, player: str) -> None:
    """Raise RefusedError if a seat may not go to that person, because it has had another.

    Its own player may get it back, with a new token or another address. Before the deal, and with
    the setting ``substitutes``, anybody may have it, and so one that nobody has had yet.
    """
    vacant = not (seat.address or seat.player)
    if state.settings.substitutes or not state.has_begun or (vacant and seat.open):
        return
    same_address = bool(address) and address.casefold() == seat.address.casefold()
    same_name = bool(player) and player.casefold() == seat.player.casefold()
    if not (same_address or same_name):
        raise RefusedError("no-substitutes", holder=seat.name)
