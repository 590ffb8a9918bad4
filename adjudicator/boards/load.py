"""Loading boards: shipped ones by name, anyone's by path, each with its options decided."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from adjudicator.boards.board import Board, BoardError, BorderOption, Pair, Province
from adjudicator.boards.check import check_tables, read_board_bytes
from adjudicator.boards.files import BoardTables, read_tables

DATA = Path(__file__).parent / "data"
SHIPPED = ("ikusa", "shogun-sun", "shogun-moon")


def load_board(name: str, options: Mapping[str, bool] | None = None) -> Board:
    """The board called ``name``: one of ``SHIPPED``, or a path to a board file (``….toml``).

    ``options`` switch doubtful borders; those not given take the file's default. Boards are cached,
    files outside the package until they change.

    Raises:
        BoardError: no such board, a faulty file, or an option that the board does not have.
    """
    chosen = tuple(sorted((options or {}).items()))
    if name in SHIPPED:
        return _load(DATA / f"{name}.toml", 0, chosen)
    path = Path(name)
    if path.suffix != ".toml":
        shipped = ", ".join(SHIPPED)
        raise BoardError(f"{name}: no such board; there are {shipped}, or give a path to a .toml")
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError) as error:
        raise BoardError(f"{name}: cannot be read: {error}") from error
    return _load(path, changed, chosen)


@lru_cache(maxsize=64)
def _load(path: Path, _changed: int, chosen: tuple[tuple[str, bool], ...]) -> Board:
    tables = _tables(path)
    options = {key: table.default for key, table in tables.options.items()}
    for key, value in chosen:
        if key not in options:
            known = ", ".join(options) or "none"
            raise BoardError(f"{path.name}: options.{key}: no such option; this board has: {known}")
        if not isinstance(value, bool):
            raise BoardError(f"{path.name}: options.{key}: {value!r} is neither true nor false")
        options[key] = value
    return _build(tables, options)


def _tables(path: Path) -> BoardTables:
    try:
        data = read_board_bytes(path)
    except OSError as error:
        raise BoardError(f"{path}: cannot be read: {error}") from error
    tables, unread = read_tables(data, path.name)
    problems = check_tables(tables, unread, path.name)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise BoardError(f"{errors[0]}{more}")
    return tables


def _build(tables: BoardTables, options: dict[str, bool]) -> Board:
    land = _pairs({name: table.land for name, table in tables.provinces.items()})
    land |= {_sorted(tables.options[key].border) for key, on in options.items() if on}
    sea = _pairs({name: table.sea for name, table in tables.provinces.items()})
    names = sorted(tables.provinces)
    near: dict[str, set[str]] = {name: set() for name in names}
    for a, b in land | sea:
        near[a].add(b)
        near[b].add(a)
    regions = sorted({table.region for table in tables.provinces.values() if table.region})
    return Board(
        name=tables.name,
        title=tables.title or tables.name,
        provinces={name: _province(name, tables) for name in names},
        land=tuple(sorted(land)),
        sea=tuple(sorted(sea)),
        neighbours={name: tuple(sorted(others)) for name, others in near.items()},
        regions={
            region: tuple(name for name in names if tables.provinces[name].region == region)
            for region in regions
        },
        sets={key: tuple(sorted(members)) for key, members in tables.sets.items()},
        values=dict(tables.values),
        options=options,
        border_options={
            key: BorderOption(_sorted(table.border), table.default, table.why)
            for key, table in tables.options.items()
        },
        land_pairs=frozenset(land | {(b, a) for a, b in land}),
        sea_pairs=frozenset(sea | {(b, a) for a, b in sea}),
    )


def _province(name: str, tables: BoardTables) -> Province:
    table = tables.provinces[name]
    return Province(
        name=name,
        label=table.label or name,
        kanji=table.kanji,
        aliases=table.aliases,
        lat_lon=table.at,
        region=table.region,
        values=table.values,
    )


def _pairs(lists: Mapping[str, tuple[str, ...]]) -> set[Pair]:
    return {_sorted((name, other)) for name, others in lists.items() for other in others}


def _sorted(pair: Pair) -> Pair:
    a, b = pair
    return (a, b) if a < b else (b, a)
