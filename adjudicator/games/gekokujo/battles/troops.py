"""Bushi of one kind, as in the basic game: a module, for specialized warfare takes its place."""

from adjudicator.games.gekokujo.printed import BUSHI
from adjudicator.games.gekokujo.rules import GekokujoModule

TROOPS = GekokujoModule(
    name="troops",
    played=lambda options: not options["warfare"],
    arms={BUSHI: -1},
)
