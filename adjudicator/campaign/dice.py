"""The record of a whole game's draws, for when its secret may be known."""

from collections.abc import Sequence

from adjudicator.chance.record import DiceRecord, PhaseDice
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.tables import Adjudication, Campaign


def whole_record(
    store: Store, campaign: Campaign, newest: Sequence[Adjudication] = ()
) -> DiceRecord:
    """Return every draw of a campaign with its secret, for one that has ended.

    ``newest`` are resolutions that are not entered yet. Phases for which a script stood in for the
    dice have no key and are left out.
    """
    phases = tuple(
        PhaseDice(each.phase, each.key.hex(), each.draws, each.fingerprint)
        for each in (*queries.resolutions(store, campaign), *newest)
        if each.key
    )
    return DiceRecord(campaign.name, campaign.commitment, phases, campaign.secret.hex())
