"""Boards: provinces, borders, sea lines, regions and values, from files that a group can edit."""

from typing import TYPE_CHECKING, Any

from adjudicator.boards.board import Board, BoardError, Province
from adjudicator.boards.load import load_board, parse_board
from adjudicator.boards.where import SHIPPED

if TYPE_CHECKING:
    from adjudicator.boards.check import check_board

__all__ = ["SHIPPED", "Board", "BoardError", "Province", "check_board", "load_board", "parse_board"]


def __getattr__(name: str) -> Any:
    """Import the checker when it is asked for: a board that is prepared needs none."""
    if name != "check_board":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from adjudicator.boards.check import check_board

    return check_board
