"""Boards: provinces, borders, sea lines, regions and values, from files that a group can edit."""

from adjudicator.boards.board import SHIPPED, Board, BoardError, Province
from adjudicator.boards.load import load_board, parse_board

__all__ = ["SHIPPED", "Board", "BoardError", "Province", "load_board", "parse_board"]
