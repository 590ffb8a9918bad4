"""How a field of a record is a column, and a table a record with keys and guards."""

import zlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from adjudicator.store.errors import StoreError, reason

Held = int | str | bytes | None
"""What a column holds. Times are text in UTC, and all that has parts is JSON."""
T = TypeVar("T")


class Bound(NamedTuple):
    """That a column is not to be equal to a value, but beside it."""

    sign: Literal["<", "<=", ">"]
    value: int | str


Packed = Annotated[T, "packed"]
"""What is kept compressed: as bytes, in zlib's form, what the column would hold otherwise."""
Prose = Annotated[T, "prose"]
"""What calls people by their names, which are erased from it when one of them is forgotten."""
MessageId = Annotated[str, "message-id"]
"""The Message-ID of a letter that came in. No letter is known again by it."""
_LEVEL = 2
"""Of zlib: half the time of the usual 6, and a tenth more bytes."""


class TableColumn(NamedTuple):
    """A field as the database keeps it: its type there, and the way in and out."""

    name: str
    type: type[int] | type[str] | type[bytes]
    optional: bool
    write: Callable[[Any], Held]
    read: Callable[[Any], Any]
    shape: Any
    """The type of the field."""

    def holds(self, kind: str) -> bool:
        """Whether the field is declared as ``prose`` or a ``message-id``."""
        return get_origin(self.shape) is Annotated and kind in get_args(self.shape)


class Reference(NamedTuple):
    """Columns that name a row of another table by its columns."""

    columns: tuple[str, ...]
    table: str
    others: tuple[str, ...]


class StoredTable(msgspec.Struct, frozen=True):
    """A table: the record that gives its columns, and what the database must see to."""

    record: type[msgspec.Struct]
    key: tuple[str, ...] = ("id",)
    """An ``id`` that a record leaves 0 is given by the database, in the order of writing."""
    references: tuple[Reference, ...] = ()
    unchecked: tuple[Reference, ...] = ()
    """References that the database does not look after."""
    unique: tuple[str, ...] = ()
    """Columns that are together another for each row: ``number, run``."""
    indexes: tuple[str, ...] = ()
    """Columns, or expressions, by which rows are found, or only rows ``WHERE`` something is so."""
    changeable: tuple[str, ...] = ()
    """Columns that may change; no other ever does."""
    kept: bool = True
    """Whether rows are never deleted."""
    is_evidence: bool = False
    """Whether phases are carried out again from it, so that nothing in it is ever erased."""
    of_files: bool = False
    """Whether only files have it: a server keeps that as jobs of its queue."""
    saved_as: str = ""
    """What the table is called in databases, if not as the record, in small letters."""

    @property
    def name(self) -> str:
        """What the table is called."""
        return self.saved_as or self.record.__name__.casefold()

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """The columns, in the order of the record's fields."""
        return columns(self.record)

    def row(self, record: msgspec.Struct) -> dict[str, Held]:
        """Return what the columns hold of a record."""
        return {column.name: column.write(getattr(record, column.name)) for column in self.columns}

    def fields(self, row: Mapping[str, Held]) -> dict[str, Any]:
        """Return the fields of the record whose columns hold that. Raises ValueError."""
        return {column.name: column.read(row[column.name]) for column in self.columns}


@cache
def columns(record: type[msgspec.Struct]) -> tuple[TableColumn, ...]:
    """Return the columns of a record's fields."""
    return tuple(column(field.name, field.type) for field in msgspec.structs.fields(record))


def column(name: str, shape: Any) -> TableColumn:
    """Return the column of a field by its name and type."""
    parts = [part for part in get_args(shape) if part is not NoneType]
    optional = NoneType in get_args(shape)
    bare = parts[0] if optional and len(parts) == 1 else shape
    held, write, read = _kind(bare)
    if optional:
        write, read = _or_none(write), _or_none(read)
    return TableColumn(name, held, optional, write, read, shape)


def stamp(moment: datetime) -> str:
    """Return an aware time as it is stored: UTC, ISO 8601, whole seconds."""
    if moment.tzinfo is None:
        raise StoreError("no-time-zone")
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def after(moment: datetime | None) -> Bound:
    """Return what a column is after a moment; None: at any."""
    return Bound(">", stamp(moment) if moment else "")


def until(moment: datetime) -> Bound:
    """Return what a column is at a moment or before it."""
    return Bound("<=", stamp(moment))


def _kind(type_: Any) -> tuple[Any, Callable[[Any], Held], Callable[[Any], Any]]:
    if get_origin(type_) is Annotated:
        bare = _kind(get_args(type_)[0])
        return _packing(*bare) if "packed" in get_args(type_) else bare
    if type_ in (int, str, bytes):
        return type_, _as_it_is, _as_it_is
    if get_origin(type_) is Literal:
        return str, _as_it_is, _as_it_is
    if type_ is bool:
        return int, int, bool
    if type_ is datetime:
        return str, stamp, datetime.fromisoformat
    return str, _json, msgspec.json.Decoder(type_).decode


def _packing(
    held: Any, write: Callable[[Any], Any], read: Callable[[Any], Any]
) -> tuple[Any, Callable[[Any], Held], Callable[[Any], Any]]:
    """Return the ways of a column that is kept compressed. Reading raises ValueError."""
    if write is _json:  # it is bytes, which only a column of text wants as text
        held, write = bytes, msgspec.json.encode

    def pack(value: Any) -> bytes:
        value_held = write(value)
        data = value_held.encode() if held is str else value_held
        return zlib.compress(data, _LEVEL)

    def unpack(value: Any) -> Any:
        try:
            data = zlib.decompress(value)
        except zlib.error as error:
            raise ValueError(reason("damaged-data", error=error)) from error
        return read(data.decode() if held is str else data)

    return bytes, pack, unpack


def _as_it_is(value: Any) -> Any:
    return value


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _or_none(way: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else way(value)
