"""Who looks after the seat of an absent player for a while: he may order for it, and nothing else.

He is asked by the seat's player or by the game master, says a plain yes, and everybody is told. The
player may order, too: the last orders count, and both get each receipt. It ends at its time, when
one of the three ends it, or when the seat gets another player or a regent.
"""

from datetime import datetime
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from adjudicator.campaign.kernel.caretakers import in_care
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import new_token
from adjudicator.campaign.letters.letters import (
    caretakers_of,
    facts_for,
    name_for_all,
    phase_files,
    tell_all,
    write_notice,
)
from adjudicator.campaign.people.asking import HOLDS, ask_back
from adjudicator.store.records import Caretaker, Confirmation, Seat

MOST_ASKS = 2
"""So often a person is asked in a week to look after a seat, and so many are asked at a time."""
Ending = Literal["time", "player", "master", "caretaker", "regent", "hands", "rules"]
"""Why it ends: its time is over, one of the three wants that, a regent or another player gets the
seat, or he may look after it no more: by the settings, or since he has a seat of his own."""


class Candidate(NamedTuple):
    """Who may be asked to look after a seat."""

    address: str
    player: str


def find_candidate(state: State, seat: Seat, person: str) -> Candidate:
    """Return who is meant: a guest by his address or, where players may be asked, another seat.

    Raises RefusedError, in the same words for whoever may not be asked: so nobody learns who plays
    or watches.
    """
    allowed, wanted = state.settings.caretakers, person.strip("<>,;. ").casefold()
    for each in state.seats if allowed == "everybody" else ():
        if each.name.casefold() == wanted and each.name != seat.name and each.address:
            return Candidate(each.address, each.player)
    for guest in state.guests:
        if guest.address == wanted and not state.seats_of(wanted):
            return Candidate(guest.address, guest.player)
    raise RefusedError("no-candidate", person=person[:60], allowed=allowed)


def ask_caretaker(change: Change, seat: Seat, person: str, until: datetime, asker: str) -> None:
    """Ask a person to look after a seat; with his yes he does. ``asker`` is ``player`` or
    ``master``. Raises RefusedError if he may not be asked, or was asked often enough."""
    _check_wants_care(change, seat)
    who = find_candidate(change, seat, person)
    asked = [each for each in _asks_for(change, seat) if change.now - each.asked <= HOLDS]
    his = {each.together for each in asked if each.address.casefold() == who.address.casefold()}
    pending = {each.together for each in asked if each.answered is None}
    if max(len(his), len(pending)) >= MOST_ASKS:
        raise RefusedError("asked-enough", days=HOLDS.days)
    facts = {"holder": seat.name, "until": until, "asker": asker}
    facts = facts_for(change, change.zone_of(None), facts)
    about = {"seat": seat.name, "player": who.player, "argument": until.isoformat()}
    ask_back(change, "caretaker-asked", facts, "care", who.address, **about)


def begin_care(change: Change, asked: Confirmation) -> bool:
    """Let a person who was asked look after a seat, and tell everybody; say whether he does.

    He does not if it is not wanted any more: the seat has changed hands, somebody looks after it
    already, or he may not be asked by now.
    """
    seat, until = change.seat(asked.seat or ""), datetime.fromisoformat(asked.argument)
    his = [x for x in change.seats_of(asked.address) if change.settings.caretakers == "everybody"]
    try:
        _check_wants_care(change, seat)
        find_candidate(change, seat, his[0].name if his else asked.address)
    except RefusedError:
        return False
    if until <= change.now or not seat.is_by_player(asked.asked):
        return False
    end_care(change, seat, "rules")  # one who may not any more, of which nobody has told yet
    seat = change.seat(seat.name)
    by_regent = not seat.by_person
    new = Caretaker(
        campaign_id=change.campaign.id,
        seat=seat.name,
        address=asked.address.casefold(),
        player=asked.player,
        since=change.now,
        until=until,
        from_regent=by_regent,
        **new_token(change.store),
    )
    change.add(new)
    if by_regent:
        change.save(replace(seat, held_by="person", open=False))
    _tell(change, new, "begins")
    for each in caretakers_of(change, change.seat(seat.name)):
        facts = {"holder": seat.name, "until": until, "regent": by_regent}
        write_notice(change, each, "caretaker-begins", facts, files=phase_files)
    return True


def end_care(change: Change, seat: Seat, why: Ending) -> bool:
    """Let nobody look after a seat any more, nor be asked to; say whether anybody did or was.

    A regent who played it before has it back, unless its player does.
    """
    asked = [each for each in _asks_for(change, seat) if each.answered is None]
    for each in asked:
        change.save(replace(each, answered=change.now))
    cares = [each for each in change.rows(Caretaker, seat=seat.name) if each.ended is None]
    for care in cares:
        change.save(replace(care, ended=min(change.now, care.until)))
        if care.from_regent and why in ("time", "master", "caretaker", "rules"):
            free = change.settings.substitutes
            change.save(replace(change.seat(seat.name), held_by="regent", open=free))
        _tell(change, care, why)
    return bool(asked or cares)


def describe_care(state: State) -> list[dict[str, Any]]:
    """Return who looks after which seat until when, as everybody may know it."""
    return [_facts(state, each) for each in state.caretakers]


def _facts(state: State, care: Caretaker) -> dict[str, Any]:
    own = [each.name for each in state.seats_of(care.address)]
    who = name_for_all(state, in_care(state.seat(care.seat), care))
    return {"holder": care.seat, "who": who, "own": own[0] if own else "", "until": care.until}


def _tell(change: Change, care: Caretaker, what: str) -> None:
    """Tell all who play, the game master, and who looks after a seat no more."""
    facts = {**_facts(change, care), "what": what}
    tell_all(change, "caretaker", facts, gm="caretaker")
    if what != "begins":
        facts |= {"own_care": True}
        write_notice(change, None, "caretaker", facts, answers="", to=care.address)


def _asks_for(change: Change, seat: Seat) -> list[Confirmation]:
    return change.rows(Confirmation, seat=seat.name, request="care")


def _check_wants_care(state: State, seat: Seat) -> None:
    """Raise RefusedError unless somebody may look after a seat now."""
    state.check_goes_on()
    if not state.has_begun:
        raise RefusedError("not-begun", campaign=state.campaign.name)
    if state.settings.caretakers == "nobody":
        raise RefusedError("no-caretakers")
    if not (seat.address or seat.player):
        raise RefusedError("nobody-is-absent", holder=seat.name)
    if any(each.seat == seat.name for each in state.caretakers):
        raise RefusedError("cared-for-already", holder=seat.name)
