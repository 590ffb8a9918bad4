"""Loading boards: shipped ones by name, anyone's by path, each with its options decided."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from adjudicator.boards.board import SHIPPED, Board, BoardError, BoardTables, Pair, board_file
from adjudicator.boards.check import read_board


def load_board(name: str, options: Mapping[str, bool] | None = None) -> Board:
    """The board called ``name``.

    That is one of ``SHIPPED``; or ``PACKAGE/NAME`` for ``boards/NAME.toml`` in a package,
    where the game of another package keeps its boards; or a path to a board file (``….toml``);
    or the text of a board file (see ``parse_board``), which has several lines.
    ``options`` switch doubtful borders; those not given take the file's default. Boards are cached,
    files outside this package until they change.

    Raises:
        BoardError: no such board, a faulty file, or an option that the board does not have.
    """
    return _load(name, _time_of(name), tuple(sorted((options or {}).items())))


def parse_board(text: str) -> Board:
    """The board of a board file's text; no file is read. Such boards are cached by the text.

    Raises:
        BoardError: a faulty text.
    """
    return _load(f"{text}\n", 0, ())


def _file(name: str) -> Path | None:
    """Return where a board lies; None for the text of one. Raises BoardError."""
    if "\n" in name:
        return None
    return Path(name) if name.endswith(".toml") else board_file(name)


def _time_of(name: str) -> int:
    """Return when a board was changed, of those that may be. Raises BoardError."""
    file = None if name in SHIPPED else _file(name)
    try:
        return file.stat().st_mtime_ns if file else 0
    except (OSError, ValueError) as error:
        raise BoardError("cannot-read-named", name=name, error=error) from error


@lru_cache(maxsize=128)
def _load(name: str, changed: int, chosen: tuple[tuple[str, bool], ...]) -> Board:
    """Return a board with its options decided. Raises BoardError."""
    file, tables = _file(name), _read(name, changed)
    options = {key: table.default for key, table in tables.options.items()}
    for key, value in chosen:
        where = {"file": file.name if file else "board", "key": key}
        if key not in options:
            raise BoardError("no-option", known=list(options), **where)
        if not isinstance(value, bool):
            raise BoardError("no-truth", value=repr(value), **where)
        options[key] = value
    return _build(tables, options, file)


@lru_cache(maxsize=32)
def _read(name: str, changed: int) -> BoardTables:
    """Return the tables of a board, once for all choices of its options. Raises BoardError."""
    tables, flaws = read_board(_file(name) or name.encode("utf-8", "surrogatepass"))
    errors = [flaw for flaw in flaws if flaw.severity == "error"]
    if errors:
        raise BoardError("flawed", flaw=errors[0], more=len(errors) - 1)
    return tables


def _build(tables: BoardTables, options: dict[str, bool], file: Path | None) -> Board:
    land = _pairs({name: table.land + table.coast for name, table in tables.provinces.items()})
    land |= {_pair(tables.options[key].border) for key, on in options.items() if on}
    sea = _pairs({name: table.sea for name, table in tables.provinces.items()})
    names = sorted(tables.provinces)
    near: dict[str, set[str]] = {name: set() for name in names}
    for a, b in land | sea:
        near[a].add(b)
        near[b].add(a)
    replace = msgspec.structs.replace
    regions: dict[str, tuple[str, ...]] = {}
    for name in names:
        if region := tables.provinces[name].region:
            regions[region] = (*regions.get(region, ()), name)
    return Board(
        name=tables.name,
        title=tables.title or tables.name,
        provinces={
            name: replace(table, name=name, label=table.label or name)
            for name, table in sorted(tables.provinces.items())
        },
        land=tuple(sorted(land)),
        sea=tuple(sorted(sea)),
        neighbours={name: tuple(sorted(others)) for name, others in near.items()},
        regions=dict(sorted(regions.items())),
        sets={key: tuple(sorted(members)) for key, members in tables.sets.items()},
        values=tables.values,
        options=options,
        border_options={
            key: replace(option, border=_pair(option.border))
            for key, option in tables.options.items()
        },
        land_pairs=frozenset(land | {(b, a) for a, b in land}),
        sea_pairs=frozenset(sea | {(b, a) for a, b in sea}),
        file=file,
        extends=tables.extends,
    )


def _pairs(lists: Mapping[str, tuple[str, ...]]) -> set[Pair]:
    return {_pair((name, other)) for name, others in lists.items() for other in others}


def _pair(pair: Pair) -> Pair:
    a, b = pair
    return (a, b) if a < b else (b, a)
