"""Seats that change hands: taken by invitation or by whoever joins, handed over, given up.

Nothing that an unproven letter asks happens before the letter that asks back is answered
(``Confirmation``). Whoever answers it has shown that the address is his.
"""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from adjudicator import reports
from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import find_zone
from adjudicator.campaign.kernel.tokens import new_token, without_tokens
from adjudicator.campaign.letters.letters import (
    game_facts,
    name_for_all,
    phase_files,
    setting,
    tell_all,
    tell_gm,
    write_notice,
    write_welcome,
)
from adjudicator.campaign.letters.notices import stop_notices
from adjudicator.campaign.orders.keys import enter_word, set_deal
from adjudicator.campaign.orders.readiness import forget_readiness
from adjudicator.campaign.people.asking import HOLDS, ask_back, decline, find_unanswered
from adjudicator.campaign.people.caretakers import end_care
from adjudicator.campaign.people.reliability import (
    check_reliability,
    readers_of_records,
    reckon_reliability,
)
from adjudicator.campaign.people.settings import check_apart
from adjudicator.games.contract import Game
from adjudicator.reports.files.attachments import is_sheet
from adjudicator.reports.model import File
from adjudicator.store.records import Confirmation, Departure, Guest, GuestRole, Seat


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
        end_care(change, before, "regent")
        after = replace(before, held_by="regent", regent=heir.regent, open=False)
        change.save(after)
        _tell_of_new_hands(change, before, after)
    else:
        check_apart(change.store, change.settings, (heir.address,))
        give_seat(change, before, heir.address, heir.name, heir.zone)


def give_seat(change: Change, before: Seat, address: str, player: str, zone: str = "") -> None:
    """Give a seat to a person, with a token of his own, and tell everybody.

    Its own player keeps his name and zone if no other is given; as long as no regent plays for him
    nothing changes for anybody else. Raises RefusedError if the campaign lets no seat go to another
    player.
    """
    check_may_replace(change, before, address, player)
    if address and address.casefold() == before.address.casefold():
        player, zone = player or before.player, zone or before.zone
        if before.by_person:
            issue_token(change, replace(before, address=address, player=player, zone=zone))
            return
    after = give_to_person(change, before, address, player, zone)
    _tell_of_new_hands(change, before, after)


def give_to_person(change: Change, seat: Seat, address: str, player: str, zone: str) -> Seat:
    """Enter the person who has a seat from now on, and tell nobody; return the seat."""
    is_other = address.casefold() != seat.address.casefold()
    if is_other:
        _note_departure(change, seat)
        end_care(change, seat, "hands")
        stop_notices(change, seat)
        forget_readiness(change, seat)
    after = replace(
        seat,
        held_by="person",
        address=address,
        player=player,
        zone=zone,
        **new_token(change.store),
        since=change.head.number if change.has_begun else 0,
        open=False,
        remind="",
        taken=change.now if is_other else seat.taken,
    )
    change.save(after)
    return after


def _note_departure(change: Change, seat: Seat) -> None:
    """Note that whoever had a seat of a game under way has it no more."""
    if seat.address and change.has_begun:
        known = (seat.address.casefold(), seat.taken, change.now)
        change.add(Departure(0, change.campaign.id, seat.name, *known))


def issue_token(change: Change, seat: Seat) -> None:
    """Give a seat a new token, which goes to its address; the old one proves nothing any more."""
    after = replace(seat, **new_token(change.store))
    change.save(after)
    facts = {"holder": after.name}

    def files(*of: Any) -> tuple[File, ...]:
        goes_on = change.has_begun and not change.is_over
        return tuple(filter(is_sheet, phase_files(*of))) if goes_on else ()

    write_notice(change, after, "token", facts, files=files, answers="")
    tell_gm(change, "new-token", facts)


def _tell_of_new_hands(change: Change, before: Seat, after: Seat) -> None:
    """Tell everybody; welcome a new player with position, map and order sheet."""
    regent = "" if after.by_person else after.regent
    facts = {"holder": before.name, "regent": regent, "gone": False}
    facts |= {"new_player": "" if regent else name_for_all(change, after)}
    for_master, facts["record"] = _records_to_tell(change, "" if regent else after.address)
    known = {**facts, "new_player": "" if regent else after.player or after.address}
    known["record"] = for_master
    tell_gm(change, "handed-over", known, letter="handed-over")
    _tell_who_had(change, before, after, facts)
    if after.by_person and after.address:
        write_welcome(change, after)
    tell_all(change, "handed-over", facts, but=after.name)


def _records_to_tell(change: Change, address: str) -> tuple[str, str]:
    """Return what somebody who joins kept of his phases here, in words: as the game master and as
    the players may know it; ``""``: not at all."""
    told = readers_of_records(change)
    if not address or told == "nobody":
        return "", ""
    found = reckon_reliability(change.store, address, change.now)
    words = reports.phrase("record", "figures", found.facts)
    return words, words if told == "everybody" and change.settings.names != "nobody" else ""


def _tell_who_had(change: Change, before: Seat, after: Seat, facts: dict[str, Any]) -> None:
    """Tell who had a seat and has it no more, or is played for by a regent: he must not learn the
    new token, and a farewell is no letter of the seat."""
    stays = before.address.casefold() == after.address.casefold()
    if not before.address or (stays and after.by_person):
        return
    plays_on = not stays and bool(change.seats_of(before.address))
    gone = {**facts, "gone": True, "plays_on": plays_on}
    own = replace(setting(change, after), token="")
    seat = after if stays else None
    write_notice(change, seat, "handed-over", gone, known=own, answers="", to=before.address)


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


def check_may_join(state: State, address: str, seat: str) -> Seat | None:
    """Return the seat that a person would get who wants one, or that one; None: he has to wait.

    Raises CampaignError if he can neither have a seat nor wait for one.
    """
    state.check_goes_on()
    check_apart(state.store, state.settings, (address,))
    _check_no_player(state, address)
    known = any(each.address == address.casefold() for each in state.guests)
    if not (state.settings.open or known):
        raise CampaignError("by-invitation", campaign=state.campaign.name)
    check_reliability(state, address)
    if state.has_begun and not state.settings.substitutes:
        raise CampaignError("no-replacements", campaign=state.campaign.name)
    if seat and state.seat(seat) not in state.open_seats:
        free = [each.name for each in state.open_seats]
        raise CampaignError("seat-taken", seat=state.seat(seat).name, free=free)
    return state.seat(seat) if seat else next(iter(state.open_seats), None)


def _check_no_player(state: State, address: str) -> None:
    for own in state.seats_of(address):
        raise CampaignError("plays-already", seat=own.name, campaign=state.campaign.name)


def check_may_observe(state: State, address: str) -> None:
    """Raise CampaignError unless a person may watch a campaign."""
    if not state.settings.open:
        raise CampaignError("watched-by-invitation", campaign=state.campaign.name)
    state.check_goes_on()
    check_apart(state.store, state.settings, (address,))


def invite(change: Change, address: str, player: str = "") -> None:
    """Write to a person that there is a seat for him; whoever answers has it.

    Raises CampaignError if no seat is free.
    """
    check_apart(change.store, change.settings, (address,))
    if not change.open_seats:
        raise CampaignError("no-seat-to-offer", campaign=change.campaign.name)
    facts = {**game_facts(change), "player": player, "instead": "", "begun": change.has_begun}
    ask_back(change, "invitation", facts, "join", address, player=player)


def take_seat(change: Change, seat: Seat, address: str, player: str, word: str = "") -> None:
    """Give an open seat to a person, with the letters of that.

    Before the deal he gets the commitment and is asked for a word; when it was the last seat, the
    time to the deal runs. Afterwards he gets the position, and everybody is told.
    """
    for each in change.guests:
        if each.address == address.casefold() and each.role == "substitute":
            change.save(replace(each, active=False))
    if change.has_begun:
        give_seat(change, seat, address, player)
        return
    after = give_to_person(change, seat, address, player, seat.zone)
    facts = {"holder": seat.name, "regent": "", "new_player": name_for_all(change, after)}
    _tell_who_had(change, seat, after, facts)
    for_master, for_all = _records_to_tell(change, address)
    tell_gm(change, "joined", {**facts, "who": player or address, "record": for_master})
    if for_all:
        tell_all(change, "joined", {**facts, "record": for_all}, but=after.name)
    write_welcome(change, after, word)
    if word:
        enter_word(change, after, word)
    set_deal(change)


def enter_guest(change: Change, address: str, player: str, role: GuestRole) -> None:
    """Enter a person who gets the public reports from now on, or a seat when one is free.

    One who was there before gets a new token.
    """
    new = Guest(
        campaign_id=change.campaign.id,
        address=address.casefold(),
        role=role,
        player=player,
        since=change.now,
        **new_token(change.store),
    )
    change.put(new)
    for_master, _ = _records_to_tell(change, address if role == "substitute" else "")
    tell_gm(change, role, {"who": player or address, "record": for_master})


def leave(change: Change, address: str) -> bool:
    """Let a person be no guest any more; say whether he was one."""
    roles = [each for each in change.guests if each.address == address.casefold()]
    for each in roles:
        change.save(replace(each, active=False))
    return bool(roles)


def remove(change: Change, address: str) -> bool:
    """Let a person be no guest any more, nor become one by what he was asked; say whether he was
    one, or might."""
    asked = [x for x in find_unanswered(change) if x.address.casefold() == address.casefold()]
    for question in asked:
        decline(change, question)
    return leave(change, address) or bool(asked)


def resign(change: Change, seat: Seat, why: str = "", *, by_master: bool = False) -> None:
    """Let a player give his seat up, or take it from him (``by_master``): a regent plays it until
    somebody takes it over.

    His token proves nothing any more, and no letter goes to him after the one that says so.
    Raises CampaignError if the game is over, or nobody has the seat.
    """
    change.check_goes_on()
    if not (seat.by_person or seat.address) and (seat.open or not by_master):
        raise CampaignError("nobody-has", seat=seat.name)
    facts = {
        "holder": seat.name,
        "why": without_tokens(change.store, why),
        "begun": change.has_begun,
        "by_master": by_master,
        "plays_on": len(change.seats_of(seat.address)) > 1,
        "stays": not change.settings.substitutes,
        "may_return": change.settings.open
        and not by_master
        and (change.settings.substitutes or not change.has_begun),
    }
    if to := seat.address:
        own = replace(setting(change, seat), token="")
        write_notice(change, None, "resigned", facts, known=own, answers="", to=to)
    vacate(change, seat)
    who = seat.player or seat.address
    tell_gm(change, "resigned", {**facts, "who": who}, letter="resigned")
    if change.has_begun:
        tell_all(change, "resigned", facts, but=seat.name)
    offer_seat(change, seat)


def vacate(change: Change, seat: Seat) -> None:
    """Let nobody hold a seat: a regent plays it, and it is open, if it can go to another player."""
    _note_departure(change, seat)
    end_care(change, seat, "hands")
    stop_notices(change, seat)
    after = replace(
        seat,
        player="",
        address="",
        zone="",
        held_by="regent",
        **new_token(change.store),
        open=change.settings.substitutes or not change.has_begun,
    )
    change.save(after)
    set_deal(change)


def offer_seat(change: Change, seat: Seat) -> None:
    """Write to every substitute that a seat is free; the first who answers has it."""
    if change.has_begun and not change.settings.substitutes:
        return
    phase = change.head.opens.title if change.has_begun else ""
    for each in change.guests:
        if each.role == "substitute":
            facts = {"holder": seat.name, "phase": phase, "player": each.player}
            about = {"seat": seat.name, "player": each.player}
            ask_back(change, "offer", facts, "takeover", each.address, **about)


def ask_for_address(change: Change, seat: Seat, address: str, asker: str) -> None:
    """Ask at a seat's new address and at its old one whether it shall change.

    It changes when both have agreed, so that neither a typing slip nor somebody who has got hold
    of a token can take a seat away from its player; both learn who asked. Raises CampaignError.
    """
    check_address(address)
    check_apart(change.store, change.settings, (address,))
    if address.casefold() == seat.address.casefold():
        raise CampaignError("address-of-seat", address=address, seat=seat.name)
    together = change.store.random_bytes(8).hex()
    for number, each in enumerate(filter(None, (address, seat.address))):
        facts = {"holder": seat.name, "address": address, "new": not number, "asker": asker}
        about = {"seat": seat.name, "argument": address, "together": together}
        ask_back(change, "new-address", facts, "address", each, **about)


def change_address(change: Change, seat: Seat, address: str) -> None:
    """Let a seat's letters go to another address of its player. Raises CampaignError.

    For a week a letter to the old one undoes that with a word.
    """
    check_apart(change.store, change.settings, (address,))
    change.save(replace(seat, address=address))
    tell_gm(change, "address-changed", {"holder": seat.name, "address": address})
    if seat.address:
        facts = {"holder": seat.name, "address": address, "days": HOLDS.days}
        ask_back(change, "address-undo", facts, "undo", seat.address, seat=seat.name)


def undo_address(change: Change, seat: Seat, address: str) -> None:
    """Let a seat's letters go to the address that they went to before, with a new token.

    Whoever has the old token proves nothing with it any more. Raises CampaignError.
    """
    check_apart(change.store, change.settings, (address,))
    tell_gm(change, "address-undone", {"holder": seat.name, "address": address})
    issue_token(change, replace(seat, address=address))


def confirm_seat(
    change: Change, asked: Confirmation, word: str
) -> Literal["seat", "waits", "gone"]:
    """Give a seat to a person who has agreed to take one, or let him wait for it.

    Raises CampaignError if he cannot have one.
    """
    change.check_goes_on()
    _check_no_player(change, asked.address)
    check_reliability(change, asked.address)
    wanted = [each for each in change.open_seats if each.name == asked.seat]
    if asked.request == "takeover" and not wanted:
        return "gone"
    free = wanted or change.open_seats
    if not free:
        enter_guest(change, asked.address, asked.player, "substitute")
        return "waits"
    take_seat(change, free[0], asked.address, asked.player, word)
    return "seat"
