"""Upkeep, player order and supply where they stand in the basic game (§4.1, §7.1): a module.

The cycle of rice and war (§10.3) puts all three elsewhere, and takes its place.
"""

from adjudicator.games.gekokujo.chapters.administration import (
    collect_income,
    determine_order,
    pay_upkeep,
)
from adjudicator.games.gekokujo.chapters.winter import begin_winter, pay_supply
from adjudicator.games.gekokujo.rules import GekokujoModule

YEAR = GekokujoModule(
    name="year",
    played=lambda options: not options["rice"],
    steps_after={
        collect_income: (pay_upkeep, determine_order),
        begin_winter: (pay_supply,),
    },
)
