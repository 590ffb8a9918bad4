"""Run inside an environment of its own: ``diplomacy`` from PyPI as a judge.

Reads a line of JSON for each phase, ``{"new": true}`` or ``{"POWER": [orders]}``, and answers with
a line: the phase that follows, units, dislodged units with their retreats, centres, builds. Asked
``{"options": true}`` it answers with all orders that each power could give.
"""

import json
import sys
import time

from diplomacy import Game


def state(game: Game) -> dict[str, object]:
    """Return what is to be compared."""
    found = game.get_state()
    units = {power: sorted(u for u in us if u[0] != "*") for power, us in found["units"].items()}
    retreats = {
        unit: sorted(places)
        for power in found["retreats"].values()
        for unit, places in power.items()
    }
    return {
        "phase": game.get_current_phase(),
        "units": units,
        "retreats": retreats,
        "centres": {power: sorted(theirs) for power, theirs in found["centers"].items()},
        "builds": {power: each["count"] for power, each in found["builds"].items()},
    }


def options(game: Game) -> dict[str, list[str]]:
    """Return all orders that each power can give, as this judge writes them."""
    possible = game.get_all_possible_orders()
    places = game.get_orderable_locations().items()
    return {power: [order for at in theirs for order in possible[at]] for power, theirs in places}


def measure(phases: list[dict[str, list[str]] | None]) -> dict[str, float]:
    """Play recorded orders once, None beginning a new game; return processor seconds."""
    spent = {"options": 0.0, "orders": 0.0, "process": 0.0}
    game = Game()
    for said in phases:
        if said is None:
            game = Game()
            continue
        begun = time.process_time()
        game.get_all_possible_orders()
        asked = time.process_time()
        for power, orders in said.items():
            game.set_orders(power, orders)
        ordered = time.process_time()
        game.process()
        spent["options"] += asked - begun
        spent["orders"] += ordered - asked
        spent["process"] += time.process_time() - ordered
    return spent


def main() -> None:
    """Answer line by line; with ``--time`` measure what stands in a file, twice."""
    if sys.argv[1:2] == ["--time"]:
        with open(sys.argv[2], encoding="utf-8") as file:
            phases = json.load(file)
        print(json.dumps([measure(phases), measure(phases)]))
        return
    game = Game()
    for line in sys.stdin:
        said = json.loads(line)
        if "options" in said:
            print(json.dumps(options(game)), flush=True)
            continue
        if "new" in said:
            game = Game()
        else:
            for power, orders in said.items():
                game.set_orders(power, orders)
            game.process()
        print(json.dumps(state(game)), flush=True)


if __name__ == "__main__":
    main()
