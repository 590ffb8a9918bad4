"""Reading a board file: TOML in, plain tables and a list of flaws out. Never raises on bytes."""

import re
from typing import Literal

import msgspec

from adjudicator.boards.board import (
    SHIPPED,
    BoardError,
    BorderOption,
    Province,
    Value,
    Whole,
    board_file,
)

MAX_BYTES = 1_000_000
MAX_STOREYS = 4
MAX_PROVINCES = 400
MAX_NAME = 40
MAX_WORDS = 300


class Flaw(msgspec.Struct, frozen=True):
    """Something wrong with a board file."""

    file: str
    key: str
    """A dotted TOML key; ``""`` is the whole file."""
    message: str
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        """``file: key: message``."""
        return ": ".join(part for part in (self.file, self.key, self.message) if part)


def flaw(
    file: str, key: str, message: str, severity: Literal["error", "warning"] = "error"
) -> Flaw:
    """A flaw whose words are safe to print: they quote a file that anyone may have written."""
    return Flaw(_printable(file), _printable(key), _printable(message), severity)


def _printable(text: str) -> str:
    short = text if len(text) <= MAX_WORDS else text[:MAX_WORDS] + "…"
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in short
    )


class BoardTables(msgspec.Struct):
    """A whole board file as written, less the tables that could not be understood."""

    name: str = ""
    title: str = ""
    format: int = 0
    extends: str = ""
    """The board that it builds on; its tables are among these."""
    values: dict[str, Value | tuple[Whole, ...]] = {}
    sets: dict[str, tuple[str, ...]] = {}
    options: dict[str, BorderOption] = {}
    provinces: dict[str, Province] = {}


_PLAIN = {
    "format": Whole,
    "name": str,
    "title": str,
    "extends": str,
    "values": dict[str, Value | tuple[Whole, ...]],
}
_KEYED = {"sets": tuple[str, ...], "options": BorderOption, "provinces": Province}


def read_tables(data: bytes, file: str) -> tuple[BoardTables, list[Flaw]]:
    """Understand as much of ``data`` as can be; everything else becomes a flaw."""
    tables = BoardTables()
    raw = _parse(data)
    if isinstance(raw, str):
        return tables, [flaw(file, "", raw)]
    try:
        raw = _lay_on_base(raw, 1)
    except BoardError as error:
        return tables, [flaw(file, "extends", str(error))]
    flaws = []
    for key, value in raw.items():
        if key in _PLAIN:
            try:
                setattr(tables, key, msgspec.convert(value, _PLAIN[key]))
            except msgspec.ValidationError as error:
                flaws.append(_type_flaw(file, key, error))
        elif key in _KEYED:
            flaws += _take_each(tables, file, key, value)
        else:
            known = ", ".join([*_PLAIN, *_KEYED])
            flaws.append(flaw(file, key, f"unknown key; a board file has {known}"))
    return tables, flaws


def _parse(data: bytes) -> dict[str, object] | str:
    import tomllib  # a program that reads no board need not pay for it

    if len(data) > MAX_BYTES:
        return f"{len(data)} bytes; a board file has at most {MAX_BYTES}"
    try:
        return tomllib.loads(check_keys(data.decode("utf-8")))
    except UnicodeDecodeError as error:
        return f"not UTF-8 text: byte {error.start} does not fit"
    except tomllib.TOMLDecodeError as error:
        return f"not TOML: {error}"
    except (RecursionError, ValueError) as error:
        return f"not readable TOML: {error}"


_HEAD = ("format", "name", "title", "extends")
_BASE = r"\w+/[\w-]+"


def _lay_on_base(raw: dict[str, object], storey: int) -> dict[str, object]:
    """Lay the tables of a board file over those of the board that it extends, if any.

    Raises:
        BoardError: there is no such board, or it cannot be read, or builds on too many others.
    """
    name = raw.get("extends", "")
    if not isinstance(name, str) or not name:  # another type is refused with all other types
        return raw
    if name not in SHIPPED and not re.fullmatch(_BASE, name):
        raise BoardError(f'"{name}" cannot be built on; give {", ".join(SHIPPED)} or PACKAGE/NAME')
    if storey == MAX_STOREYS:
        raise BoardError(f"{name} is one board too many: at most {MAX_STOREYS} build on each other")
    try:
        base = _parse(board_file(name).read_bytes())
    except OSError as error:
        raise BoardError(f"{name}: cannot be read: {error}") from error
    if isinstance(base, str):
        raise BoardError(f"{name}: {base}")
    base = _lay_on_base(base, storey + 1)
    return _lay_over({key: value for key, value in base.items() if key not in _HEAD}, raw)


def _lay_over(base: dict[str, object], own: dict[str, object]) -> dict[str, object]:
    """Join two tables: tables in both are joined in turn, of anything else the own one counts."""
    laid = {**base, **own}
    for key, value in own.items():
        below = base.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            laid[key] = _lay_over(below, value)
    return laid


_MOST_PARTS = 40
_PART = r"""[\w-]+|"[^"\n]*"|'[^'\n]*'"""
_SPACE = r"[ \t]+"


def check_keys(toml: str) -> str:
    """Return a TOML text; raise ValueError if it has dotted keys of more than 40 parts.

    The standard library's parser takes a time that grows with the square of their number.
    """
    if "k." * _MOST_PARTS in re.sub(_SPACE, "", re.sub(_PART, "k", toml)):
        raise ValueError(f"a key has more than {_MOST_PARTS} parts")
    return toml


def _take_each(tables: BoardTables, file: str, key: str, value: object) -> list[Flaw]:
    if not isinstance(value, dict):
        return [flaw(file, key, f"must be a table: [{key}.NAME]")]
    if len(value) > MAX_PROVINCES:
        return [flaw(file, key, f"{len(value)} entries; at most {MAX_PROVINCES} are read")]
    flaws = []
    taken: dict[str, object] = {}
    for name, entry in value.items():
        try:
            taken[name] = msgspec.convert(entry, _KEYED[key])
        except msgspec.ValidationError as error:
            flaws.append(_type_flaw(file, f"{key}.{name}", error))
    setattr(tables, key, taken)
    return flaws


def _type_flaw(file: str, key: str, error: msgspec.ValidationError) -> Flaw:
    message, _, path = str(error).partition(" - at `$")
    return flaw(file, key + path.rstrip("`"), message)
