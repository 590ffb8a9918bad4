"""``python -m adjudicator.maps.making [BOARD …]``: make the outlines of shipped boards anew."""

import sys

from adjudicator.boards import SHIPPED
from adjudicator.maps.making import write_shipped


def main(names: list[str]) -> int:
    """Make the named boards, or all of them; 2 when a name is not a shipped board's."""
    for name in names or SHIPPED:
        if name not in SHIPPED:
            print(f"{name}: no shipped board; there are {', '.join(SHIPPED)}", file=sys.stderr)
            return 2
        print(f"{name}: {write_shipped(name)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
