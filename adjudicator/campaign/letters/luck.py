"""How lucky the seats were, as far as a reader may know it."""

from collections.abc import Iterable

from adjudicator.campaign.kernel.state import State
from adjudicator.games.contract import Table, events_for
from adjudicator.games.luck import luck_table
from adjudicator.store import queries
from adjudicator.store.records import Adjudication


def reckon_luck(state: State, seat: str, more: Iterable[Adjudication] = ()) -> Table | None:
    """Return the luck of all seats; None if nothing in the game comes by it, or nothing has yet.

    It is made from what a seat (``""``: the public) has learned, after the end from everything.
    ``more`` are resolutions that are only about to be entered.
    """
    game, rules = state.game, state.game.luck()
    if rules is None:
        return None
    past = (*queries.resolutions(state.store, state.campaign), *more)
    all_events = (game.decode_events(each.events) for each in past)
    return luck_table(
        rules.what,
        state.position.seats,
        (
            throw
            for events in all_events
            for throw in rules.of_seats(
                state.position, events if state.is_over else events_for(events, seat)
            )
        ),
    )
