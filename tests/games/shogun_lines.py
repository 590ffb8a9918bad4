"""Lines of Shogun that somebody could write who plans for all that may come."""

from collections.abc import Iterator
from typing import Any

from legality import below, one

from adjudicator.chance import Chance
from adjudicator.games.contract import Game

AMOUNTS = ("1", "2", "3", "4", "all", "all but 1", "all but 3", "0")


def invent(game: Game, view: Any, seat: str, chance: Chance) -> Iterator[str]:
    """Yield lines for the phase that the view waits in."""
    board: Any = game.play(view).board
    mine = [name for name, land in view.provinces.items() if land.owner == seat]
    mine = mine or list(view.provinces)
    made = {"plan": _plan, "carry out": _moves, "leader": _lead, "winter": _lead}.get(view.phase)
    for _ in range(12 if made else 0):
        place = one(mine, chance)
        yield from made(view, board.neighbours, mine, place, chance)


def _battle(near: Any, place: str, chance: Chance) -> str:
    action, amount = one(["a", "b"], chance), one(list(AMOUNTS), chance)
    return f"battle {action} from {place} to {one(near[place], chance)} with {amount}"


def _march(near: Any, place: str, chance: Chance) -> str:
    amount = one(list(AMOUNTS), chance)
    return f"deploy 1 in {place} and move {amount} to {one(near[place], chance)}"


def _plan(view: Any, near: Any, mine: list[str], place: str, chance: Chance) -> Iterator[str]:
    building = one(["castle", "temple", "theatre"], chance)
    yield one(
        [
            f"build {building} in {place}",
            f"tax {place}",
            f"rice {place}",
            f"deploy {one(['5', '3'], chance)} in {place}",
            f"deploy 1 in {place}",
            _march(near, place, chance),
            _battle(near, place, chance),
            f"bid {below(5, chance)}",
            f"bid card {place}",
            "bid nothing",
        ],
        chance,
    )
    if view.options["tenno"]:
        yield f"court {1 + below(3, chance)} from {one([place, 'tower'], chance)}"


def _moves(view: Any, near: Any, mine: list[str], place: str, chance: Chance) -> Iterator[str]:
    yield one([_battle(near, place, chance), _march(near, place, chance)], chance)
    target = one(list(near), chance)
    yield f"battle {one(['a', 'b'], chance)} to {target} with {one(list(AMOUNTS), chance)}"


def _lead(view: Any, near: Any, mine: list[str], place: str, chance: Chance) -> Iterator[str]:
    if view.options["leaders"]:
        yield f"leader to {place}, {one(list(near), chance)}"
    if view.phase == "winter":
        yield f"revolts {place}"
