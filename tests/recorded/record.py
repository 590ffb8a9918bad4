"""Play the recorded games and all rule cases anew, draw a map, and show what is different.

With ``--write`` they are recorded anew: ``python tests/recorded/record.py [--write] [NAME …]``.
"""

import difflib
import sys
from functools import partial
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))
import recorded_cases
import recorded_games
import recorded_map

HERE = Path(__file__).parent
MOST_LINES = 200
RECORDED = {each.name: partial(recorded_games.write_down, each) for each in recorded_games.GAMES}
RECORDED |= {
    f"cases/{game}": partial(recorded_cases.write_down, game) for game in recorded_cases.FOLDERS
}
RECORDED["maps/everything"] = recorded_map.write_down
"""By name what writes it down."""


def difference(name: str, now: str) -> list[str]:
    """Return what is different from the recorded game, as lines of a unified diff."""
    place = HERE / f"{name}.txt"
    then = place.read_text(encoding="utf-8") if place.exists() else ""
    if then == now:
        return []
    return list(
        difflib.unified_diff(then.splitlines(), now.splitlines(), f"{name}.txt", "now", "", "", 2)
    )


def main(arguments: list[str]) -> int:
    """Show differences; return 1 if there are any that were not written."""
    write = "--write" in arguments
    names = [each for each in arguments if each != "--write"]
    differ = 0
    for name, write_down in RECORDED.items():
        if names and name not in names:
            continue
        now = write_down()
        lines = difference(name, now)
        for line in islice(lines, MOST_LINES):
            print(line)
        if len(lines) > MOST_LINES:
            print(f"… {len(lines) - MOST_LINES} lines more")
        print(f"{name}: {'differs' if lines else 'the same'}")
        if lines and write:
            (HERE / f"{name}.txt").write_text(now, encoding="utf-8")
        differ += bool(lines) and not write
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
