"""The record of a game's draws, of a phase for its reports or of all at its end; who was lucky."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from adjudicator.campaign.kernel.state import State
from adjudicator.chance.ingredients import Ingredients
from adjudicator.chance.record import DiceRecord, PhaseDice
from adjudicator.games.contract import Table, events_for
from adjudicator.games.luck import luck_table
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.records import Adjudication, Campaign


def phase_dice(campaign: Campaign, before: Adjudication | None, done: Adjudication) -> PhaseDice:
    """Return the record of a resolution, sealed; ``before`` is the one that opened its phase."""
    given = Ingredients(
        campaign.secret,
        done.number,
        before.seal if before else campaign.commitment,
        (before or done).words,
        done.beacon,
    )
    return given.record(
        campaign.name,
        done.phase,
        done.key,
        done.fingerprint,
        draws=done.draws,
        program=done.program,
        rules=done.rules,
    )


def whole_record(
    store: Store, campaign: Campaign, newest: Sequence[Adjudication] = ()
) -> DiceRecord:
    """Return every draw of a campaign with its secret, for one that has ended.

    ``newest`` are resolutions that are not entered yet. Of phases for which a script stood in for
    the dice there is no key.
    """
    line = [*queries.resolutions(store, campaign), *newest]
    phases = tuple(
        replace(phase_dice(campaign, before, done), fingerprint=done.fingerprint, seal=done.seal)
        for before, done in zip([None, *line], line, strict=False)
    )
    return DiceRecord(campaign.name, campaign.commitment, phases, campaign.secret.hex())


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
