"""A game set up without a database."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from adjudicator import reports
from adjudicator.by_files.reports import PUBLIC, write_reports
from adjudicator.chance import Chance
from adjudicator.games.contract import Game, Value
from adjudicator.reports.model import Report, Setting


class Start(msgspec.Struct, frozen=True):
    """A game that has been set up."""

    position: Any
    reports: dict[str, Report]
    """By seat; ``""`` is the public."""
    faults: tuple[str, ...]
    """What went wrong with reports and maps."""


def begin(
    game: Game,
    seats: Sequence[str],
    options: Mapping[str, Value],
    chance: Chance,
    *,
    campaign: str,
    commitment: str,
) -> Start:
    """Set a game up and write its first reports. Raises GameError."""
    outcome = game.new(seats, options, chance)
    setting = Setting(campaign=campaign, seat=PUBLIC, commitment=commitment)
    write = partial(reports.opening, game)
    written, faults = write_reports(game, outcome.position, outcome.events, setting, write)
    return Start(outcome.position, written, tuple(faults))
