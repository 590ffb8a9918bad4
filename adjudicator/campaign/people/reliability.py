"""What a person kept of the phases that he was asked for, over all games of a host.

Games against regents alone do not count, and of all games with the same others no more than the
last ``MOST`` phases: so nobody makes himself a name with many small games. A game in which nobody
is named tells nothing of its players before it is over. A phase that was kept by who looked after
the seat counts for nobody, one that he missed for its player.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from adjudicator.campaign.kernel.caretakers import goes_on
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.figures import Reliability
from adjudicator.campaign.kernel.state import State
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.host import Readers
from adjudicator.store.records import Campaign, Caretaker, Departure, Past

MOST = 40
"""So many phases count of all games with the same others: the last ones."""
MOST_SEATS = 10_000
FEWEST = 10
"""Before so many phases nobody is known, so that nobody is refused for one that he missed."""


class _Tenure(NamedTuple):
    """The time for which a person has or had a seat."""

    seat: str
    since: datetime | None
    """None: from the beginning, as far as is known."""
    until: datetime | None
    is_left: bool


def reckon_reliability(store: Store, address: str, now: datetime) -> Reliability:
    """Return the figures of whoever has an address."""
    own = address.casefold()
    circles: dict[frozenset[str], list[tuple[datetime, bool]]] = {}
    games = ended = left = taken_over = 0
    for campaign_id, held in _tenures(store, own).items():
        state = State(store, store.find(Campaign, id=campaign_id), now)
        others = _addresses(state) - {own}
        is_hidden = state.settings.names == "nobody" and not state.is_over
        if not (state.has_begun and others) or is_hidden:
            continue
        past = queries.past(store, state.campaign)
        circle = circles.setdefault(frozenset(others), [])
        cared = state.rows(Caretaker)
        circle += (phase for tenure in held for phase in _phases(past, tenure, cared))
        games += 1
        ended += state.is_over and any(not each.is_left for each in held)
        left += all(each.is_left for each in held)
        taken_over += sum(bool(each.since and each.since > past[0].created) for each in held)
    counted = [each for phases in circles.values() for each in sorted(phases)[-MOST:]]
    return Reliability(
        asked=len(counted),
        missed=sum(is_missed for _, is_missed in counted),
        games=games,
        others=len(frozenset().union(*circles)),
        ended=ended,
        left=left,
        taken_over=taken_over,
    )


def readers_of_records(state: State) -> Readers:
    """Return who is told what somebody who joins kept of his phases: as the game says, and no more
    than the host allows."""
    ranks: tuple[Readers, ...] = ("nobody", "master", "everybody")
    return min(state.settings.records, state.store.host.records, key=ranks.index)


def check_reliability(state: State, address: str) -> None:
    """Raise RefusedError for a person who has kept fewer phases than the game wants.

    Who is not known yet is welcome.
    """
    least = state.settings.least_kept
    found = reckon_reliability(state.store, address, state.now) if least else Reliability()
    if found.asked >= FEWEST and found.share < least:
        raise RefusedError("least-kept", least=least, **found.facts)


def _tenures(store: Store, own: str) -> dict[int, list[_Tenure]]:
    """Return for each campaign the times for which an address had seats of it."""
    tenures: dict[int, list[_Tenure]] = {}
    for seat in queries.seats_at(store, own, MOST_SEATS):
        tenure = _Tenure(seat.name, seat.taken, None, not seat.by_person)
        tenures.setdefault(seat.campaign_id, []).append(tenure)
    for each in store.rows(Departure, address=own):
        tenure = _Tenure(each.seat, each.since, each.at, True)
        tenures.setdefault(each.campaign_id, []).append(tenure)
    return tenures


def _phases(
    past: Sequence[Past], tenure: _Tenure, caretakers: Sequence[Caretaker]
) -> Iterator[tuple[datetime, bool]]:
    """Yield when the phases were carried out in which that player was awaited, and whether he was
    missing.

    What somebody else has kept for him is not his; what that one missed is, for he is still asked.
    """
    cared = [each for each in caretakers if each.seat == tenure.seat]
    for each in past:
        if tenure.seat not in each.missing and any(goes_on(x, each.created) for x in cared):
            continue
        is_his = (not tenure.since or each.created > tenure.since) and (
            not tenure.until or each.created <= tenure.until
        )
        if is_his and tenure.seat in each.awaited:
            yield each.created, tenure.seat in each.missing


def _addresses(state: State) -> set[str]:
    """Return the addresses of all who have or had a seat."""
    gone = {each.address for each in state.rows(Departure)}
    return gone | {each.address.casefold() for each in state.seats if each.address}
