"""Players who miss too many phases in a row: a regent plays their seats until they order again."""

from collections.abc import Sequence

import msgspec

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.letters.letters import tell_all
from adjudicator.campaign.people.joining import offer_seat
from adjudicator.store import queries
from adjudicator.store.records import Adjudication, Past, Seat

History = Sequence[Past | Adjudication]


def count_misses(change: Change) -> None:
    """Give seats to the regent whose players have missed too many phases in a row."""
    limit = change.campaign.settings.misses
    if not limit or not change.head.missing:
        return
    history: History = [*queries.past(change.store, change.campaign), change.head]
    for seat in change.seats:
        if seat.name in change.head.missing and _misses(history, seat) >= limit:
            free = change.campaign.settings.substitutes
            change.save(msgspec.structs.replace(seat, held_by="regent", open=free))
            facts = {"holder": seat.name, "missed": limit}
            tell_all(change, "regent", facts, seat.place, gm="regent-takes-over")
            offer_seat(change, seat)


def undo_misses(change: Change, history: History, number: int) -> list[str]:
    """Give seats back to players who lost them by what they missed after so many phases, which is
    undone; return the seats."""
    limit = change.campaign.settings.misses
    back = []
    for seat in change.seats:
        lost = any(
            seat.name in each.missing and _misses(history[: place + 1], seat) >= limit
            for place, each in enumerate(history)
            if each.number > number
        )
        if limit and lost and seat.address and not seat.by_person:
            change.save(msgspec.structs.replace(seat, held_by="person", open=False))
            back.append(seat.name)
    return back


def _misses(history: History, seat: Seat) -> int:
    """Count the phases in a row, up to now, in which a seat's player was awaited and missing."""
    count = 0
    for resolution in reversed(history):
        if resolution.number <= seat.since:
            break
        if seat.name in resolution.missing:
            count += 1
        elif seat.name in resolution.awaited:
            break
    return count
