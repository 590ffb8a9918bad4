"""Boards: provinces, borders, sea lines, regions and values, from files that a group can edit."""

from adjudicator.boards.board import Board, BoardError, Province
from adjudicator.boards.check import check_board
from adjudicator.boards.load import load_board, parse_board
from adjudicator.boards.where import SHIPPED

__all__ = ["SHIPPED", "Board", "BoardError", "Province", "check_board", "load_board", "parse_board"]
