"""``board-outlines [BOARD …]``: make the outlines of boards anew."""

import sys
from collections.abc import Sequence

import msgspec

from adjudicator.boards import SHIPPED, BoardError, load_board
from adjudicator.maps.outlines import OutlineError, outline_path
from board_outlines import make_outline
from board_outlines.land import write_land


def main(boards: Sequence[str] = sys.argv[1:]) -> int:
    """Make those of the named boards, or of all shipped ones; 2 when one cannot be made.

    A board is named as everywhere: a shipped one, PACKAGE/NAME, or a board file. One that builds on
    another needs none of its own while it neither moves nor renames a province.
    """
    for name in boards or [each for each in SHIPPED if not load_board(each).extends]:
        try:
            board = load_board(name)
            path, outline = outline_path(board), make_outline(board)
            path.write_bytes(msgspec.json.encode(outline) + b"\n")
            for picture in write_land(outline):
                print(f"{picture} holds a part of its land.")
        except (BoardError, OutlineError, OSError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 2
        print(f"{path} holds the outline of {board.title or name}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
