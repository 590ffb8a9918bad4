"""The muster before the deal: whether those are there who took the seats, and whether seats fill.

A game that calls the roll is not dealt to anybody who has sent no word when its time has come: his
seat is free again, to whoever comes first, himself too, and the game waits. One whose seats do not
fill is called off after so many days; everybody is warned before, and asked into a game like it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, deadline
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import game_facts, tell_all
from adjudicator.campaign.orders.keys import set_deal
from adjudicator.campaign.people.asking import ask_back
from adjudicator.campaign.people.seats import offer_seat
from adjudicator.store import queries
from adjudicator.store.columns import stamp
from adjudicator.store.letter_records import DoneMark, key_of_mark
from adjudicator.store.records import Seat

NOTICE = timedelta(days=3)
"""How long before a game is called off its players are warned, if it waits long enough for that."""


def absent_at_roll_call(state: State) -> list[Seat]:
    """Return the seats whose players have sent no word; none if the game does not call the roll.

    A player without mail has no letter to answer, and is not called.
    """
    called = [each for each in state.seats if each.by_person and each.address]
    return [x for x in called if state.settings.roll_call and x.name not in state.words]


def free_seats(change: Change, absent: Sequence[Seat]) -> None:
    """Free the seats of those who are absent, and offer them to who waits; the game waits, too."""
    for seat in absent:
        change.save(replace(seat, held_by="regent", open=True))
    set_deal(change)
    tell_all(change, "roll-call", {"absent": [x.name for x in absent]}, gm="roll-call", asks="word")
    for seat in absent:
        offer_seat(change, seat)


def time_of_calling_off(state: State) -> datetime | None:
    """Return when a game whose seats do not fill is called off, or its players warned of that.

    It is reckoned from when the last seat was taken. None: its seats are taken, or it waits for
    them without end.
    """
    days = timedelta(days=state.settings.fill_days)
    if not days or state.has_begun or state.settings.paused or not state.open_seats:
        return None
    warned = state.store.first(DoneMark, key=_mark(state))
    return warned.received + _notice(days) if warned else _since(state) + days - _notice(days)


@deadline("muster", time_of_calling_off)
def call_off(change: Change, read_to: datetime | None) -> None:
    """Call a game off whose seats do not fill, if its players were warned; else warn them.

    Its players, and those who wait for a seat, are asked into a game like it.
    """
    days = timedelta(days=change.settings.fill_days)
    free = [each.name for each in change.open_seats]
    if change.mark(_mark(change), "warning"):
        tell_all(change, "fills", {"free": free, "by": change.now + _notice(days)}, gm="fills")
        return
    like = _find_like(change)
    facts = {"free": free, "like": like.campaign.name if like else ""}
    why = reports.phrase("called-off", "why", facts)
    change.change_campaign(ended=change.now, why_ended=why)
    tell_all(change, "called-off", facts, gm="called-off")
    if like:
        for address, player in _people(change).items():
            _ask_into(change, like, address, player)


def _notice(days: timedelta) -> timedelta:
    return min(NOTICE, days / 2)


def _since(state: State) -> datetime:
    return max([state.campaign.created, *(each.taken for each in state.seats if each.taken)])


def _mark(state: State) -> str:
    """Return by what it is known that players were warned; whoever takes a seat makes it void."""
    return key_of_mark("unfilled", state.campaign.name, stamp(_since(state)))


def _people(state: State) -> dict[str, str]:
    """Return who plays or waits for a seat: names by addresses."""
    people = {each.address: each.player for each in state.guests if each.role == "substitute"}
    return people | {each.address: each.player for each in state.seats if each.address}


def _find_like(state: State) -> State | None:
    """Return the fullest game of the same rules and options that strangers may still join."""
    own, games = state.campaign, []
    for each in queries.campaigns(state.store):
        if each.id != own.id and (each.ruleset, each.options) == (own.ruleset, own.options):
            other = State(state.store, each, state.now)
            goes_on = not (other.has_begun or other.stands_still or each.moved)
            if goes_on and each.settings.open and other.open_seats:
                games.append(other)
    return min(games, key=lambda each: len(each.open_seats), default=None)


def _ask_into(change: Change, like: State, address: str, player: str) -> None:
    """Ask a person whether he wants a seat of another game; his answer gives him one.

    Nothing of that other game is changed before.
    """
    if like.seats_of(address):
        return
    into = like.campaign.name
    facts = {**game_facts(like), "campaign": into, "instead": change.campaign.name}
    about = {"player": player, "argument": into}
    ask_back(
        change, "invitation", {**facts, "player": player, "begun": False}, "join", address, **about
    )
