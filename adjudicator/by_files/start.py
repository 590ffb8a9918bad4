"""A game set up without a database."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from adjudicator import reports
from adjudicator.by_files.phase import Ingredients
from adjudicator.by_files.reports import PUBLIC, write_reports
from adjudicator.campaign.phases.solve import Solved
from adjudicator.chance import (
    Script,
    ScriptError,
    Stream,
    beacon_key,
    commitment,
    fingerprint,
    setup_key,
)
from adjudicator.chance.keys import SETUP
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Game, Value
from adjudicator.reports.model import Report, Setting


class Start(msgspec.Struct, frozen=True):
    """A game that has been set up."""

    position: Any
    reports: dict[str, Report]
    """By seat; ``""`` is the public."""
    faults: tuple[str, ...]
    """What went wrong with reports and maps."""
    dice: PhaseDice
    """The record of the deal."""


def begin(
    game: Game,
    seats: Sequence[str],
    options: Mapping[str, Value],
    script: Script | None,
    *,
    campaign: str,
    ingredients: Ingredients,
) -> Start:
    """Set a game up and write its first reports; with a script, from its draws.

    Raises GameError, and ScriptError if the script does not fit.
    ``ingredients`` are secret, words and public number of the deal.
    """
    key = b""
    if script is None:
        key = setup_key(ingredients.secret, ingredients.words)
        key = beacon_key(key, ingredients.beacon)
    chance = script or Stream(key)
    outcome = game.new(seats, options, chance)
    if script and (unused := script.leftovers()):
        raise ScriptError("; ".join(unused))
    drawn = tuple(chance.drawn)
    solved = Solved(outcome.position, outcome.events, {}, fingerprint({}), key, drawn)
    dice = msgspec.structs.replace(ingredients, number=0).record(campaign, game, SETUP, solved)
    promised = commitment(ingredients.secret)
    setting = Setting(campaign=campaign, seat=PUBLIC, commitment=promised, dice=dice)
    write = partial(reports.opening, game)
    written, faults = write_reports(game, outcome.position, outcome.events, setting, write)
    return Start(outcome.position, written, tuple(faults), dice)
