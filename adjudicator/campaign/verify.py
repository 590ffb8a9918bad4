"""Verifying: a phase carried out again must give the same, and keys must come from the secret."""

from collections.abc import Iterator

import msgspec

from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.solve import Solved, replay
from adjudicator.chance import Stream, fingerprint, key_faults
from adjudicator.games.contract import Game
from adjudicator.store.database import Store
from adjudicator.store.queries import resolutions, seats
from adjudicator.store.tables import Adjudication, Campaign


class Verdict(msgspec.Struct, frozen=True):
    """What was found about one phase; ``faults`` is empty if all is as recorded."""

    number: int
    phase: str
    faults: tuple[str, ...]


def verify(store: Store, campaign: Campaign, phase: str = "") -> Iterator[Verdict]:
    """Carry out again the phases of a game, or the one of that key, and compare each.

    Raises CampaignError if the game has no such phase.
    """
    history = resolutions(store, campaign)
    if phase and all(each.phase != phase for each in history):
        known = ", ".join(each.phase for each in history)
        raise CampaignError(f"{campaign.name} has had no phase “{phase}”. Phases: {known}.")
    names = [seat.name for seat in seats(store, campaign)]
    for before, resolution in zip([None, *history], history, strict=False):
        if phase in ("", resolution.phase):
            yield _verdict(campaign, names, before, resolution)


def _verdict(
    campaign: Campaign, names: list[str], before: Adjudication | None, resolution: Adjudication
) -> Verdict:
    faults = []
    if fingerprint(resolution.orders) != resolution.fingerprint:
        faults.append("the orders do not have the recorded fingerprint")
    if resolution.key:
        faults += key_faults(
            campaign.secret,
            resolution.phase,
            resolution.fingerprint,
            resolution.key,
            campaign.commitment,
        )
        try:
            again = _again(campaign, names, before, resolution)
        except Exception as error:  # other rules than those that carried it out may well fail
            faults.append(f"the rules fail: {type(error).__name__}: {str(error)[:200]}")
        else:
            faults += _differences(campaign.game, again, resolution)
    else:
        faults.append("a script stood in for the dice: there is no key to replay")
    return Verdict(resolution.number, resolution.phase, tuple(faults))


def _again(
    campaign: Campaign, names: list[str], before: Adjudication | None, resolution: Adjudication
) -> Solved:
    game = campaign.game
    if before is not None:
        position = game.decode(before.position)
        return replay(game, position, resolution.orders, resolution.key)
    chance = Stream(resolution.key)
    outcome = game.new(names, campaign.options, chance)
    drawn = tuple(chance.drawn)
    return Solved(outcome.position, outcome.events, {}, fingerprint({}), resolution.key, drawn)


def _differences(game: Game, again: Solved, recorded: Adjudication) -> list[str]:
    faults = []
    if game.encode(again.position) != recorded.position:
        faults.append("the position that came out is another")
    if game.encode_events(again.events) != recorded.events:
        faults.append("the events are others")
    if again.draws != recorded.draws:
        faults.append("the dice and draws are others")
    return faults
