"""Specialized warfare (§10.2) and technological change (§10.2.1): kinds of bushi."""

from collections.abc import Iterator

from adjudicator.games.contract import Default
from adjudicator.games.gekokujo.chapters.battle import Battle
from adjudicator.games.gekokujo.orders.orders import StartWith
from adjudicator.games.gekokujo.printed import ARCHER, ARQUEBUSIER, BANNERMAN, SPEARMAN, SWORDSMAN
from adjudicator.games.gekokujo.table.events import Modifier
from adjudicator.games.gekokujo.table.play import GekokujoModule, GekokujoPlay
from adjudicator.orders import Order, Orders

TOGETHER = 2
"""So many spearmen of a seat help each other."""


def spearmen_together(
    play: GekokujoPlay, battle: Battle, seat: str, kind: str
) -> Iterator[Modifier]:
    """+1 on the defence rolls of spearmen who are two or more when the melee rolls (G71)."""
    number = battle.parties[seat].units.get(SPEARMAN, 0)
    if kind == SPEARMAN and seat != battle.active and number >= TOGETHER:
        yield Modifier("spearmen together", "defence roll", 1, "§10.2", units=(SPEARMAN,))


def breach_castle(play: GekokujoPlay, battle: Battle) -> None:
    """Let the castle's bonus not count where an arquebusier fires (G72)."""
    guns = battle.parties[battle.active].units.get(ARQUEBUSIER, 0)
    if guns and play.position.options["guns"] == "breach":
        battle.breach = "arquebusiers"


def _candidates(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    if play.asks_for(StartWith):
        yield from map(StartWith, play.rules.arms)


def _defaults(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Default]:
    if play.asks_for(StartWith) and not any(play.lines(seat, StartWith)):
        yield Default(str(StartWith(SPEARMAN)), "No first unit is named.")


WARFARE = GekokujoModule(
    name="warfare",
    arms={SWORDSMAN: 0, SPEARMAN: 1, ARCHER: 2, BANNERMAN: 3},
    orders={"draft": (StartWith,)},
    sources=(spearmen_together,),
    candidates=(_candidates,),
    defaults=(_defaults,),
)

TECHNOLOGY = GekokujoModule(
    name="technology",
    played=lambda options: bool(options["warfare"] and options["technology"]),
    arms={ARQUEBUSIER: 4},
    before_dice=(breach_castle,),
)
