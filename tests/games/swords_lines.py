"""Lines of Samurai Swords and Ikusa that somebody could write who plans for all that may come."""

import itertools
from collections.abc import Iterator
from typing import Any

from legality import Moment, below, numbered, one, some
from msgspec.structs import replace

from adjudicator.chance import Chance, Stream
from adjudicator.games.contract import Game
from adjudicator.games.samurai_swords.orders.war_orders import Attack, March
from adjudicator.games.samurai_swords.table.play import WAR_PHASES
from adjudicator.games.samurai_swords.table.position import Hidden, regulars
from adjudicator.orders import Orders

OWN = frozenset({"turn-over", "fallen"})
"""The codes of causes of which nobody needs to be warned: the turn, or the army, is no more."""
NUMBERS = ("1", "2", "3")
MOST_LINES = 30
"""Of random orders."""
UNITS = ("spearman", "gunner", "swordsman", "bowman", "ronin")


def invent(game: Game, view: Any, seat: str, chance: Chance) -> Iterator[str]:
    """Yield lines for the phase that the view waits in."""
    neighbours = _neighbours(game, view)
    mine = [place for place, land in view.provinces.items() if land.owner == seat]
    mine = mine or list(neighbours)
    made = _war if view.phase in WAR_PHASES else _before
    for _ in range(12):
        yield from made(view, seat, neighbours, mine, chance)


def _neighbours(game: Any, view: Any) -> dict[str, list[str]]:
    board = game.play(view).board
    return {place: list(near) for place, near in board.neighbours.items()}


def _walk(start: str, neighbours: dict[str, list[str]], chance: Chance, most: int = 3) -> list[str]:
    path = [start]
    for _ in range(1 + below(most, chance)):
        path.append(one(neighbours[path[-1]], chance))
    return path[1:]


def _some_units(chance: Chance) -> str:
    if not below(6, chance):
        return one(["all", "all but 1 spearman", "2 units", "up to 3 spearmen"], chance)
    return f"{1 + below(3, chance)} {one(list(UNITS), chance)}"


def _war(
    view: Any, seat: str, neighbours: dict[str, list[str]], mine: list[str], chance: Chance
) -> Iterator[str]:
    armies = view.colours[seat].armies
    number = one(list(NUMBERS), chance)
    start = armies[number].at if number in armies else one(mine, chance)
    path = _walk(start, neighbours, chance)
    listed = ", ".join(path)
    source = one(mine, chance)
    target = one(neighbours[source], chance)
    third = one(neighbours[target], chance)
    units = _some_units(chance)
    yield from one(
        [
            [f"march army {number} to {listed}"],
            [f"march army {number} to {listed} taking {units}"],
            [f"march army {number} to {listed} leaving {units}"],
            [f"pick up {units} with army {number}"],
            [f"attack {path[0]} with army {number}", f"attack {third} with army {number}"],
            [
                f"attack {path[0]} with army {number}",
                f"advance army {number} to {path[0]}",
                f"attack {path[-1]} with army {number}",
                f"move army {number} to {start}",
            ],
            [f"attack {target} from {source}", f"attack {third} from {target}"],
            [f"attack {target} from {source} with force", f"attack {third} from {source}"],
            [
                f"attack {target} from {source} with force\nelse: attack {third} from {source}",
                f"move {units} from {source} to {target}\nelse: move 1 spearman from {source} to {third}",
            ],
            [
                f"attack {target} from {source} with army",
                f"attack {target} from {source} with force",
            ],
            [f"move army {number} to {listed}", f"move army {number} to {listed} taking all"],
            [
                f"move army {number} to {listed} leaving {units}\nelse: move army {number} to {path[0]}"
            ],
            [f"split {units} from army {number} to {path[0]}"],
            [f"move {units} from {source} to {target}", f"move {units} from {target} to {third}"],
            [f"move {units} from {source} to army {number}"],
            [f"if {target} is mine: move {units} from {target} to {third}"],
            [f"if army {number} is in {path[0]}: attack {third} with army {number}"],
            [f"call off {target} from {source} after 1 pass", "call off when 2 are lost"],
            [
                f"ninja strikes army {number} of {one(list(view.colours), chance)} "
                f"at start of {one(list(view.colours), chance)} phase {one(list('ABCD'), chance)}"
            ],
            [f"recover in {source}, {target}"],
        ],
        chance,
    )


def _before(
    view: Any, seat: str, neighbours: dict[str, list[str]], mine: list[str], chance: Chance
) -> Iterator[str]:
    number = one(list(NUMBERS), chance)
    place, other = one(mine, chance), one(list(neighbours), chance)
    victim = one(list(view.colours), chance)
    yield {
        "deploy": f"army {number} in {other}, {place}",
        "plan": f"spend {below(5, chance)} on {one(['turn', 'build', 'levy', 'ronin', 'ninja'], chance)}",
        "spy": f"spend {below(5, chance)} on {one(['turn', 'build', 'levy', 'ronin', 'ninja'], chance)}",
        "muster": one(
            [
                f"build castle in {place}\nelse: build fortress in {place}",
                f"if {other} units >= 2: build castle in {place}",
                f"levy {one(list(UNITS), chance)} in {place}, {other}",
                f"levy 2 {one(list(UNITS), chance)} in {other}, {place}\nelse: levy spearman in {place}",
                f"levy gunner to army {number}",
                f"hide {1 + below(3, chance)} ronin in {place}",
                f"ninja strikes army {number} of {victim} at start of {victim} phase B",
            ],
            chance,
        ),
    }[view.phase]


def go_on(moment: Moment, seat: str, orders: Orders, number: int) -> Iterator[Any]:
    """Yield the events of so many continuations: others' orders, their hidden ronin and dice at random.

    Who comes after the seat orders nothing: it cannot change what becomes of the seat's lines.
    """
    game, position = moment.game, moment.position
    others = {
        other: random_sheets(moment, other)
        for other in itertools.takewhile(lambda each: each != seat, position.turn_order)
        if other in game.phase(position).must
    }
    for index in range(number):
        chance = Stream(moment.key + b"continuation %d" % index)
        given = {other: next(sheets) for other, sheets in others.items()}
        hidden = hidden_anew(position, seat, chance)
        yield game.adjudicate(hidden, {**given, seat: orders}, chance).events


def random_sheets(moment: Moment, seat: str) -> Iterator[Orders]:
    """Yield random choices among a seat's legal orders, the half of them attacks for the most."""
    game, position = moment.game, moment.position
    chance = Stream(moment.key + b"random " + seat.encode())
    legal = list(game.legal_orders(game.view(position, seat), seat))
    attacks = [line for line in legal if isinstance(line.order, Attack | March)]
    while True:
        few, many = some(legal, chance, MOST_LINES), some(attacks, chance, MOST_LINES)
        chosen = few if below(2, chance) else many + few
        found = sorted(chosen, key=lambda line: not isinstance(line.order, Attack | March))
        yield numbered(found[:MOST_LINES])


def hidden_anew(position: Any, seat: str, chance: Chance) -> Any:
    """Return a position in which the ronin of others hide where a seat cannot rule out that they do."""
    colours = dict(position.colours)
    for name, record in position.colours.items():
        if name != seat and record.hidden_total:
            colours[name] = replace(record, hidden=_hidden(position, name, chance))
    return replace(position, colours=colours)


def _hidden(position: Any, name: str, chance: Chance) -> dict[str, Hidden]:
    """Hide as many ronin as there are, one after another, wherever there is room."""
    record, lands = position.colours[name], position.provinces
    places = [place for place, land in lands.items() if land.owner == name]
    armies = {army.at: army for army in record.armies.values()}
    found: dict[str, Hidden] = {}
    for place in chance.shuffle(places, "hide"):
        left = record.hidden_total - sum(each.army + each.force for each in found.values())
        there = armies.get(place)
        army = min(left, regulars(there) - there.ronin if there else 0)
        force = min(left - army, max(0, regulars(lands[place]) - 1 - lands[place].ronin))
        if army or force:
            found[place] = Hidden(army=army, force=force)
    return found
