"""Boards: provinces, borders, sea lines, regions and values, from files that a group can edit."""

from adjudicator.boards.board import Board, BoardError, BorderOption, Province
from adjudicator.boards.check import check_board
from adjudicator.boards.files import Flaw
from adjudicator.boards.load import SHIPPED, load_board
from adjudicator.boards.names import fold

__all__ = [
    "SHIPPED",
    "Board",
    "BoardError",
    "BorderOption",
    "Flaw",
    "Province",
    "check_board",
    "fold",
    "load_board",
]
