"""``python -m adjudicator.maps.making [BOARD …]``: make the outlines of boards anew."""

import sys

from adjudicator.boards import SHIPPED, BoardError, load_board
from adjudicator.maps.making import write_outline
from adjudicator.maps.outlines.outline import OutlineError


def main(names: list[str]) -> int:
    """Make those of the named boards, or of all shipped ones; 2 when one cannot be made.

    A board that builds on another has that one's outline.
    """
    for name in names or (each for each in SHIPPED if not load_board(each).extends):
        try:
            print(f"{name}: {write_outline(name)} bytes")
        except (BoardError, OutlineError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
