"""Lines of Shogun that somebody could write who plans for all that may come."""

from collections.abc import Iterator
from typing import Any

from legality import below, one

from adjudicator.chance import Chance
from adjudicator.games.contract import Game

AMOUNTS = ("1", "2", "3", "4", "all", "all but 1", "all but 3", "0")
MOVES = (
    "battle {which} from {own} to {near} with {amount}",
    "deploy 1 in {own} and move {amount} to {near}",
)
PLANS = (
    "build {building} in {own}",
    *("tax {own}", "rice {own}", "deploy {few} in {own}", "deploy 1 in {own}"),
    *MOVES,
    *("bid {bid}", "bid card {own}", "bid nothing"),
)
COURT = ("court {box} from {own}", "court {box} from tower")
LEADER = ("leader to {own}, {near}",)


def forms(view: Any) -> Iterator[str]:
    """Yield the forms of lines that a phase takes."""
    options = view.options
    if view.phase == "plan":
        yield from PLANS + PLANS + (COURT if options["tenno"] else ())
    elif view.phase == "carry out":
        yield from (*MOVES, "battle {which} to {near} with {amount}")
    elif view.phase in ("leader", "winter"):
        yield from LEADER if options["leaders"] else ()
        yield from ("revolts {own}",) if view.phase == "winter" else ()


def invent(game: Game, view: Any, seat: str, chance: Chance) -> Iterator[str]:
    """Yield lines for the phase that the view waits in."""
    board: Any = game.play(view).board
    mine = [name for name, land in view.provinces.items() if land.owner == seat]
    able = list(forms(view))
    for _ in range(16 if able else 0):
        place = one(mine or list(view.provinces), chance)
        yield one(able, chance).format(
            own=place,
            near=one(board.neighbours[place], chance),
            amount=one(AMOUNTS, chance),
            which=one("ab", chance),
            building=one(("castle", "temple", "theatre"), chance),
            few=one("53", chance),
            bid=below(5, chance),
            box=1 + below(3, chance),
        )
