"""Run inside an environment of its own: how fast ``diplomacy`` adjudicates its standard game.

Prints JSON: phases per second of the processor's time, of ``process()`` alone and of the full cycle
(all possible orders, a random legal choice, setting them, processing); and order lines per phase.
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
    lines = 0
    for _ in range(phases):
        if game.is_game_done:
            game = Game()
        start = time.process_time()
        possible = game.get_all_possible_orders()
        orders = []
        for power in game.powers:
            places = game.get_orderable_locations(power)
            orders.append([draw.choice(possible[p]) for p in places if possible[p]])
            game.set_orders(power, orders[-1])
        set_up = time.process_time()
        game.process()
        end = time.process_time()
        lines += sum(map(len, orders))
        full += end - start
        process += end - set_up
    return {"process": phases / process, "full": phases / full, "lines": lines / phases}


if __name__ == "__main__":
    cycle(30, 0)
    print(json.dumps(cycle(int(sys.argv[1]), int(sys.argv[2]))))
