"""Shipped boards as they were read and checked beforehand, so that no process parses them again.

``python -m adjudicator.boards`` writes them anew. What is prepared counts as long as the board
files are those that it was made from.
"""

from collections.abc import Iterator
from zlib import crc32

import msgspec

from adjudicator.boards.board import DATA, board_file
from adjudicator.boards.files import BoardTables


class Prepared(msgspec.Struct):
    """The tables of a board that has no flaw."""

    made_from: dict[str, int]
    """The CRC-32 of each board file that they were made from: the board's, and what it extends."""
    tables: BoardTables


_DECODER = msgspec.json.Decoder(Prepared)


def prepared_tables(name: str) -> BoardTables | None:
    """Return the tables of a shipped board; None if none are prepared from the files there are."""
    try:
        ready = _DECODER.decode((DATA / f"{name}.prepared.json").read_bytes())
    except FileNotFoundError:
        return None
    same = all(_checksum(each) == made for each, made in ready.made_from.items())
    return ready.tables if same and name in ready.made_from else None


def prepare(name: str, tables: BoardTables) -> bytes:
    """Return what is to be shipped of a board that was read and checked."""
    made_from = {each: _checksum(each) for each in (name, *_bases(tables))}
    return msgspec.json.encode(Prepared(made_from, tables)) + b"\n"


def _bases(tables: BoardTables) -> Iterator[str]:
    """Yield the boards that a board builds on."""
    from adjudicator.boards.check import read_board

    while tables.extends:
        yield tables.extends
        tables, _ = read_board(board_file(tables.extends))


def _checksum(name: str) -> int:
    return crc32(board_file(name).read_bytes())
