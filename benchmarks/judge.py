"""Run inside an environment of its own: ``diplomacy`` from PyPI as a judge.

Reads a line of JSON for each phase, ``{"new": true}`` or ``{"POWER": [orders]}``, and answers with
a line: the phase that follows, units, dislodged units with their retreats, centres, builds.
"""

import json
import sys

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


def main() -> None:
    """Answer line by line."""
    game = Game()
    for line in sys.stdin:
        said = json.loads(line)
        if "new" in said:
            game = Game()
        else:
            for power, orders in said.items():
                game.set_orders(power, orders)
            game.process()
        print(json.dumps(state(game)), flush=True)


if __name__ == "__main__":
    main()
