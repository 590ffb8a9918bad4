"""Run inside an environment of its own: how fast ``diplomacy`` adjudicates its standard game.

Prints JSON: phases per second of ``process()`` alone, and of the full cycle (all possible orders,
a random legal choice, setting them, processing).
"""

import json
import random
import sys
import time

from diplomacy import Game


def cycle(phases: int, seed: int) -> dict[str, float]:
    """Play random legal orders for so many phases."""
    draw = random.Random(seed)
    game = Game()
    full = process = 0.0
    for _ in range(phases):
        if game.is_game_done:
            game = Game()
        start = time.perf_counter()
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            game.set_orders(power, [draw.choice(possible[p]) for p in places if possible[p]])
        set_up = time.perf_counter()
        game.process()
        end = time.perf_counter()
        full += end - start
        process += end - set_up
    return {"process": phases / process, "full": phases / full}


if __name__ == "__main__":
    cycle(30, 0)
    print(json.dumps(cycle(int(sys.argv[1]), int(sys.argv[2]))))
