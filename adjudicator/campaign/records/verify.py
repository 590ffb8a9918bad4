"""Verifying a campaign: phases carried out again, keys from the secret, all that is recorded."""

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator import __version__
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.letters.dice import phase_dice
from adjudicator.campaign.phases.correct import correction_faults
from adjudicator.campaign.phases.solve import Solved, replay
from adjudicator.campaign.records.verify_records import (
    file_faults,
    letter_faults,
    order_faults,
    seat_faults,
)
from adjudicator.chance import Stream, commitment, fingerprint, key_faults
from adjudicator.chance.keys import promise
from adjudicator.chance.record import PhaseDice
from adjudicator.chance.verify import disagreements
from adjudicator.games.contract import Game
from adjudicator.store.database import Store
from adjudicator.store.queries import resolutions, seats
from adjudicator.store.records import Adjudication, Campaign, Closing


class Verdict(msgspec.Struct, frozen=True):
    """What was found about one phase; ``faults`` is empty if all is as recorded."""

    number: int
    phase: str
    faults: tuple[str, ...]
    remark: str = ""
    """What is no fault, but must be known."""


def verify(store: Store, campaign: Campaign, phase: str = "") -> Iterator[Verdict]:
    """Check the database and the seats, then all phases of a game or the one of that key.

    A phase is carried out again, and compared: position, events, draws, what opens, the orders that
    were sent, its letters. Raises CampaignError if the game has no such phase.
    """
    history = resolutions(store, campaign)
    if phase and all(each.phase != phase for each in history):
        known = ", ".join(each.phase for each in history if each.phase) or "none so far"
        raise CampaignError(f"{campaign.name} has had no phase “{phase}”. Phases: {known}.")
    held = seats(store, campaign)
    if not phase:
        beside = [*seat_faults(campaign, held, history), *file_faults(store, campaign)]
        yield Verdict(-1, "the database", (*store.faults(), *beside))
    names = [seat.name for seat in held]
    parts: list[PhaseDice] = []
    """The dice of the series that a phase is part of, up to it."""
    series = ""
    for before, resolution in zip([None, *history], history, strict=False):
        if before is None or not before.opens.series or before.opens.series != series:
            parts.clear()
        series = before.opens.series if before else ""
        parts.append(phase_dice(campaign, before, resolution))
        if phase in ("", resolution.phase):
            yield _verdict(store, campaign, names, before, resolution, parts)


def _verdict(
    store: Store,
    campaign: Campaign,
    names: list[str],
    before: Adjudication | None,
    done: Adjudication,
    parts: Sequence[PhaseDice],
) -> Verdict:
    dice = parts[-1]
    faults: list[str] = []
    corrected = ""
    first = 0 if done.parent is None else done.parent + 1
    earliest = store.rows(Adjudication, campaign_id=campaign.id, serial=first)
    if first < done.serial and earliest:  # a roll-back or correction repeats what it goes back to
        faults, corrected = correction_faults(store, campaign.game, earliest[0], done)
        done = earliest[0]
    faults += _record_faults(store, campaign, done, dice)
    faults += order_faults(store, before, done)
    faults += letter_faults(store, campaign, done, parts)
    if not done.key:
        faults.append("a script stood in for the dice: there is no key to replay")
        return Verdict(done.number, done.phase, tuple(faults), corrected)
    try:
        again = _again(campaign, names, before, done)
        differs = _differences(campaign.game, again, done)
    except Exception as error:  # other rules than those that carried it out may well fail
        differs = [f"the rules fail: {type(error).__name__}: {str(error)[:200]}"]
    if differs and done.rules != campaign.game.meta.rules:
        wrong = disagreements(done.key, done.draws)
        right = "the dice and the key are right" if not (faults or wrong) else "and more is wrong"
        versions = (
            f"played under other rules (version {done.rules}, now {campaign.game.meta.rules})"
        )
        remarks = "; ".join(filter(None, (f"{versions}; {right}", corrected)))
        return Verdict(done.number, done.phase, (*faults, *wrong), remarks)
    remarks = "; ".join(filter(None, (_program(done, differs), corrected)))
    return Verdict(done.number, done.phase, (*faults, *differs), remarks)


def _program(done: Adjudication, differs: Sequence[str]) -> str:
    """Say that another program carried the phase out, where something differs."""
    if not differs or done.program == __version__:
        return ""
    return f"program {done.program} carried it out, under rules of the same version"


def _record_faults(
    store: Store,
    campaign: Campaign,
    done: Adjudication,
    dice: PhaseDice,
) -> list[str]:
    """Say what is wrong with fingerprint, key and seal, as recorded."""
    faults = []
    if commitment(campaign.secret) != campaign.commitment:
        faults.append("the secret is not the one that was committed to")
    if fingerprint(done.orders) != done.fingerprint:
        faults.append("the orders do not have the recorded fingerprint")
    if dice.seal != done.seal:
        faults.append("the seal is not that of what is recorded")
    if done.key:
        faults += key_faults(
            campaign.secret,
            done.phase,
            done.fingerprint,
            done.key,
            campaign.commitment,
            words=dice.words,
            beacon=done.beacon,
        )
    if done.beacon:
        closed = store.rows(Closing, campaign_id=campaign.id, serial=done.serial)
        if [each.promise for each in closed] != [promise(bytes.fromhex(dice.closed))]:
            faults.append("what was published when it was closed is another")
    return list(dict.fromkeys(faults))


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
    # An earlier release may have written the same with fewer words.
    if game.encode(again.position) != game.encode(game.decode(recorded.position)):
        faults.append("the position that came out is another")
    if again.events != game.decode_events(recorded.events):
        faults.append("the events are others")
    if again.draws != recorded.draws:
        faults.append("the dice and draws are others")
    if game.phase(again.position) != recorded.opens:
        faults.append("the phase that it opens is another")
    return faults
