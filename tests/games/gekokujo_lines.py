"""Lines of Gekokujō that somebody could write who plans for all that may come."""

from collections.abc import Iterator
from typing import Any

from legality import below, one

from adjudicator.chance import Chance
from adjudicator.games.contract import Game

UNITS = ("1 bushi", "2 bushi", "all", "all but 1", "1 daimyo", "1 daimyo and 2 bushi", "up to 3")


def invent(game: Game, view: Any, seat: str, chance: Chance) -> Iterator[str]:
    """Yield lines for the phase that the view waits in."""
    board: Any = game.play(view).board
    lands = view.provinces
    mine = [name for name, land in lands.items() if seat in land.units] or list(lands)
    made = {"reinforce": _reinforce, "campaign": _campaign, "move": _campaign, "battle": _battle}
    for _ in range(10 if view.phase in made else 0):
        place = one(mine, chance)
        yield made[view.phase](view, board.neighbours, place, chance)


def _reinforce(view: Any, near: Any, place: str, chance: Chance) -> str:
    other = one(list(view.seats), chance)
    lines = [
        f"recruit {1 + below(6, chance)} bushi in {place}, {one(near[place], chance)}",
        f"build castle in {place}",
        f"build fortress in {place}",
        "fortify castle",
        f"hire ninja to sabotage {one(near[place], chance)}",
        f"hire ninja to assassinate {other} in {place}",
        f"keep {1 + below(4, chance)} koku",
        f"rebuild with {below(4, chance)} koku",
    ]
    if view.options["politics"] and view.options["pacts"] == "with reinforce":
        lines += [f"offer pact to {other}", f"accept pact from {other}"]
    if view.options["rice"] and view.options["sowing"] == "with reinforce":
        lines += [
            f"sow {1 + below(3, chance)} koku in {place}",
            f"store {1 + below(3, chance)} koku",
        ]
    return one(lines, chance)


def _campaign(view: Any, near: Any, place: str, chance: Chance) -> str:
    path = [one(near[place], chance)]
    for _ in range(below(3, chance)):
        path.append(one(near[path[-1]], chance))
    if below(6, chance):
        return f"move {one(list(UNITS), chance)} from {place} to {', '.join(path)}"
    return _battle(view, near, path[0], chance)


def _battle(view: Any, near: Any, place: str, chance: Chance) -> str:
    other = one(list(view.seats), chance)
    return one(
        [
            f"ronin up to {1 + below(4, chance)} in {place}",
            f"hits on {other} in {place}",
            f"nanban trade in {place}",
            f"ninja strikes {other}",
        ],
        chance,
    )
