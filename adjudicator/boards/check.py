"""The checker of board files: everything that would make a board wrong or a map impossible.

No map can show provinces as shapes that touch where borders cross.
"""

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path

from adjudicator.boards.board import (
    MAX_BYTES,
    MAX_NAME,
    BoardTables,
    Flaw,
    Pair,
    flaw,
    read_tables,
    reason,
)
from adjudicator.wording import Reason

FORMAT = 1
_ASCII_NAME = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ '")

_VOICED = "\u3099\u309a"


def fold(name: str) -> str:
    """The form of a name that two spellings of it share: ``Tōtōmi`` and ``totomi`` are ``totomi``.

    Marks above letters go, then case, then everything that is neither a letter nor a digit. The
    marks of voice in kana stay, for they make other letters: Bizen is no Hizen.
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum() or letter in _VOICED)


def check_board(source: Path | str | bytes) -> list[Flaw]:
    """Every flaw found in a board file; an empty list means that it can be played on.

    ``source`` is a path, or the bytes of a file. No input raises: a file that cannot be read is a
    flaw like any other.
    """
    tables, flaws = read_board(source)
    if all(each.severity == "warning" for each in flaws):
        flaws += [flaw(_file_name(source), *doubt, "warning") for doubt in _map(tables)]
    return flaws


def read_board(source: Path | str | bytes) -> tuple[BoardTables, list[Flaw]]:
    """The tables of a board file, and every flaw found in it. See ``check_board``."""
    file = _file_name(source)
    if isinstance(source, bytes):
        data = source
    else:
        try:
            with Path(source).open("rb") as opened:
                data = opened.read(MAX_BYTES + 1)  # so that no device fills the memory
        except (OSError, ValueError) as error:
            return BoardTables(), [flaw(str(source), "", reason("cannot-read", error=error))]
    tables, flaws = read_tables(data, file)
    return tables, flaws or _flaws(tables, file)


def _file_name(source: Path | str | bytes) -> str:
    return "board" if isinstance(source, bytes) else Path(source).name


def _flaws(tables: BoardTables, file: str) -> list[Flaw]:
    """The flaws of the facts, which wait until all tables are read."""
    steps = (_head, _provinces, _names, _lists, _borders, _coasts, _border_options)
    flaws = [flaw(file, *fault) for step in steps for fault in step(tables)]
    if not flaws:
        flaws = [flaw(file, *fault) for fault in _connection(tables)]
    return flaws + [flaw(file, *doubt, "warning") for doubt in _doubts(tables)]


def _head(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    if tables.format != FORMAT:
        yield "format", reason("another-format", format=tables.format, known=FORMAT)
    if not fold(tables.name):
        yield "name", reason("no-name")
    elif tables.name == tables.extends:
        yield "name", reason("name-of-another")
    if not tables.provinces:
        yield "provinces", reason("no-provinces")


def _provinces(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    seen: dict[tuple[float, float], str] = {}
    for name, province in tables.provinces.items():
        key = f"provinces.{name}"
        if not fold(name) or not set(name) <= _ASCII_NAME:
            yield key, reason("not-ascii")
        if len(name) > MAX_NAME or len(province.label) > MAX_NAME:
            yield key, reason("name-too-long", most=MAX_NAME)
        if not province.label.isprintable():
            yield key + ".label", reason("not-printable")
        if province.name:
            yield key + ".name", reason("no-name-key")
        lat, lon = province.at
        if not (math.isfinite(lat) and math.isfinite(lon) and abs(lat) <= 90 and abs(lon) <= 180):
            yield key + ".at", reason("no-coordinates", lat=lat, lon=lon)
        elif province.at in seen:
            yield key + ".at", reason("same-place", other=seen[province.at])
        seen.setdefault(province.at, name)


def _names(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    owner: dict[str, str] = {}
    for name, province in tables.provinces.items():
        others = (province.label, province.kanji)
        mine = {fold(spelling) for spelling in (name, *filter(None, others), *province.aliases)}
        for spelling in sorted(mine):
            other = owner.setdefault(spelling, name)
            if other != name:
                yield f"provinces.{name}", reason("name-twice", spelling=spelling, other=other)
        if "" in mine:
            yield f"provinces.{name}.aliases", reason("no-letter")


def _links(tables: BoardTables) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each province with its lists of neighbours and their kind."""
    for name, province in tables.provinces.items():
        yield name, "land", province.land
        yield name, "coast", province.coast
        yield name, "sea", province.sea


def _lists(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    lists = [(name, f"provinces.{name}.{kind}", others) for name, kind, others in _links(tables)]
    lists += [("", f"sets.{title}", names) for title, names in tables.sets.items()]
    for owner, key, names in lists:
        for name, times in Counter(names).items():
            if name not in tables.provinces:
                yield key, reason("no-province", name=name)
            elif name == owner:
                yield key, reason("own-neighbour")
            if times > 1:
                yield key, reason("listed-often", name=name, times=times)


def _borders(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    for name, province in tables.provinces.items():
        for a, b in combinations(("land", "coast", "sea"), 2):
            for other in sorted(set(getattr(province, a)) & set(getattr(province, b))):
                yield f"provinces.{name}", reason("listed-twice", other=other, a=a, b=b)
        if province.water and (province.land or province.coast or province.coasts):
            yield f"provinces.{name}", reason("sea-alone")
    for name, kind, others in _links(tables):
        for other in others:
            back = tables.provinces.get(other)
            if back is not None and name not in getattr(back, kind):
                yield f"provinces.{name}.{kind}", reason("not-in-return", other=other, name=name)


def _coasts(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    for name, province in tables.provinces.items():
        key = f"provinces.{name}.coasts"
        afloat = {*province.coast, *province.sea}
        if len(province.coasts) == 1:
            yield key, reason("single-coast")
        for coast, others in province.coasts.items():
            if not coast.isalpha() or len(coast) > MAX_NAME:
                yield f"{key}.{coast}", reason("coast-name")
            for other in sorted(set(others) - afloat):
                yield f"{key}.{coast}", reason("no-coast-neighbour", other=other)
        unreached = afloat.difference(*province.coasts.values()) if province.coasts else ()
        for other in sorted(unreached):
            yield key, reason("at-no-coast", other=other)


def _border_options(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    for option, table in tables.options.items():
        key = f"options.{option}.border"
        a, b = table.border
        unknown = [name for name in (a, b) if name not in tables.provinces]
        if unknown:
            yield key, reason("no-province", name=unknown[0])
        elif a == b:
            yield key, reason("border-of-one")
        elif any(b in others for name, _, others in _links(tables) if name == a):
            yield key, reason("border-listed")
    borders = Counter(tuple(sorted(table.border)) for table in tables.options.values())
    for border, times in borders.items():
        if times > 1:
            yield "options", reason("border-options", times=times, one=border[0], other=border[1])


def _connection(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    links = {
        name: {*table.land, *table.coast, *table.sea} for name, table in tables.provinces.items()
    }
    for table in tables.options.values():
        if table.default:
            links[table.border[0]].add(table.border[1])
            links[table.border[1]].add(table.border[0])
    reached = {next(iter(links))}
    edge = list(reached)
    while edge:
        fresh = links[edge.pop()] - reached
        reached |= fresh
        edge += fresh
    if apart := sorted(set(links) - reached):
        facts = {"start": min(reached), "apart": apart[:5], "more": len(apart) > 5}
        yield "provinces", reason("not-joined", **facts)


def _doubts(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    if any(province.region for province in tables.provinces.values()):
        for name, province in tables.provinces.items():
            if not province.region:
                yield f"provinces.{name}", reason("no-region")
    if not tables.title:
        yield "title", reason("no-label")


def _map(tables: BoardTables) -> Iterator[tuple[str, Reason]]:
    """Why its map will be but a simple one; only who asks what is wrong with a board is told."""
    provinces = tables.provinces
    seas = any(province.water for province in provinces.values())  # then all borders are drawn so
    borders = {
        (min(name, other), max(name, other))
        for name, kind, others in _links(tables)
        for other in (others if seas or kind != "sea" else ())
    }
    for option in tables.options.values():
        a, b = option.border
        borders |= {(min(a, b), max(a, b))} if option.default else set()
    why = undrawable({name: province.at for name, province in provinces.items()}, sorted(borders))
    if why:
        yield "provinces", reason("undrawable", why=why)


Point = tuple[float, float]


def undrawable(places: Mapping[str, Point], borders: Iterable[Pair]) -> Reason | None:
    """Why borders cannot be drawn as touching provinces at these places, in a clause; or None.

    The places may be degrees or pixels: stretching a map crosses no borders.
    """
    borders = tuple(borders)
    most = max(1, 3 * len(places) - 6)  # of any map (Euler); more are not searched
    if len(borders) > most:
        return reason("too-many-borders", borders=len(borders), places=len(places), most=most)
    if (pair := crossing(places, borders)) is None:
        return None
    (a, b), (c, d) = pair
    return reason("borders-cross", a=a, b=b, c=c, d=d)


def crossing(places: Mapping[str, Point], borders: Iterable[Pair]) -> tuple[Pair, Pair] | None:
    """Two borders that cross as straight lines between these places, if there are any."""
    for one, two in combinations(borders, 2):
        ends = (places[name] for name in (*one, *two))
        if len({*one, *two}) == 4 and _cross(*ends):
            return one, two
    return None


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
