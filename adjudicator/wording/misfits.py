"""What does not fit where a file is read as records: its place, and what can stand there."""

import types
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

import msgspec

from adjudicator.wording import Reason, reasons_of

reason = reasons_of("misfits")
"""Returns what is said of it: ``templates/reasons/misfits.j2`` has the words."""


class Misfit(NamedTuple):
    """The smallest part of a value that is not of its type."""

    place: str
    """Its keys from the whole down: ``seats.Oda.armies[0]``; ``""``: it is the whole."""
    why: Reason
    given: Any
    kind: Any
    """The type that it should be of."""

    @property
    def record(self) -> type | None:
        """The record as which it would have to be read, if it is a table."""
        return _record(self.given, self.kind)

    def __str__(self) -> str:
        return f"{self.place}: {self.why}" if self.place else str(self.why)


def find_misfit(value: Any, kind: Any, place: str = "") -> Misfit | None:
    """Find what of a value, as JSON or TOML holds it, cannot be read as a type; None: nothing."""
    try:
        msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as error:
        for key, part, its_kind in _parts(value, kind):
            if misfit := find_misfit(part, its_kind, f"{place}{key}" if place else key.lstrip(".")):
                return misfit
        return Misfit(place, _why(value, kind, error), value, kind)
    return None


def _record(value: Any, kind: Any) -> type | None:
    """Return the one record among the types of a table."""
    records = [each for each in _kinds(kind) if hasattr(each, "__struct_fields__")]
    return records[0] if isinstance(value, Mapping) and len(records) == 1 else None


def why_unread(data: bytes, kind: Any, problem: Exception) -> Misfit | Reason:
    """Say why JSON could not be read as a type, after what came of trying it."""
    try:
        misfit = find_misfit(msgspec.json.decode(data), kind)
    except (ValueError, RecursionError) as error:  # what is behind the first misfit was not read
        return reason("no-json", error=error)
    return misfit or reason("as-read", says=str(problem))


def _parts(value: Any, kind: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield what is in a table or a list, with what it should be."""
    kinds = [each for each in _kinds(kind) if isinstance(each, type) or get_origin(each)]
    if isinstance(value, Mapping):
        if record := _record(value, kind):
            for field in msgspec.structs.fields(record):
                if field.encode_name in value:
                    yield f".{field.encode_name}", value[field.encode_name], field.type
        for table in kinds:
            if _holds(table, Mapping):
                yield from ((f".{key}", part, get_args(table)[1]) for key, part in value.items())
    elif isinstance(value, list):
        for many in kinds:
            if _holds(many, Collection) and not _holds(many, Mapping):
                its = get_args(many)
                each_alike = len(its) == 1 or its[-1] is ...
                for number, part in enumerate(value):
                    if each_alike or number < len(its):
                        yield f"[{number}]", part, its[0 if each_alike else number]


def _holds(kind: Any, container: type) -> bool:
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, container)


def _kinds(kind: Any) -> tuple[Any, ...]:
    """Return the types of which a value may be one."""
    if get_origin(kind) is Annotated:
        return _kinds(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(one for each in get_args(kind) for one in _kinds(each))
    return (kind,)


def _why(value: Any, kind: Any, error: msgspec.ValidationError) -> Reason:
    """Say what can stand at a place, by its type; what is wrong with a table as a whole, as its
    record says it."""
    from msgspec import inspect  # few files are wrong

    if record := _record(value, kind):
        for field in msgspec.structs.fields(record):
            if field.required and field.encode_name not in value:
                return reason("lacks", name=field.encode_name)
        return reason("as-read", says=str(error))
    found = inspect.type_info(kind)
    kinds = found.types if isinstance(found, inspect.UnionType) else (found,)
    ways = [_describe(each) for each in kinds if not isinstance(each, inspect.NoneType)]
    return reason("can-be", ways=ways)


def _describe(kind: Any) -> Reason:
    """Say what is of a type, which is given as ``msgspec.inspect`` has it."""
    from msgspec import inspect

    values = kind.values if isinstance(kind, inspect.LiteralType) else ()
    least = most = None
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        least, most = kind.ge, kind.le
    length = len(kind.item_types) if isinstance(kind, inspect.TupleType) else 0
    of_text = isinstance(getattr(kind, "item_type", None), inspect.StrType)
    name = type(kind).__name__.removesuffix("Type").casefold()
    facts = {"values": values, "least": least, "most": most, "length": length, "of_text": of_text}
    return reason("way", kind=name, **facts)
