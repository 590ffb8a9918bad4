"""The record of a whole game's draws, for when its secret may be known."""

from adjudicator.campaign.records import Campaign, resolutions
from adjudicator.campaign.store import Store
from adjudicator.chance import Draw
from adjudicator.chance.record import DiceRecord, PhaseDice


def whole_record(store: Store, owner: Campaign) -> DiceRecord:
    """Return every draw of a game with its secret; for a game that has ended.

    Phases for which a script stood in for the dice have no key and are left out.
    """
    phases = tuple(
        PhaseDice(
            each.phase,
            each.key.hex(),
            tuple(Draw(*draw) for draw in each.draws),
            each.fingerprint,
        )
        for each in resolutions(store, owner)
        if each.key
    )
    return DiceRecord(owner.name, owner.commitment, phases, owner.secret.hex())
