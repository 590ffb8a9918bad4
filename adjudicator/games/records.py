"""Records that nothing can change: what positions are made of."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Generic, NoReturn, TypeVar, get_args, get_origin

import msgspec
from msgspec.structs import fields, force_setattr

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict that refuses to be changed. It is saved and compared as the dict that it was.

    Where its values can be hashed it is a key as tuples are; its hash is kept.
    """

    __slots__ = ("_hash",)

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none
        try:
            return self._hash
        except AttributeError:
            self._hash: int = hash(frozenset(self.items()))
            return self._hash

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("A position is never changed in place.")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)


EMPTY: FrozenDict[Any, Any] = FrozenDict()
"""A mapping of nothing: as a field's default it is not saved where defaults are left out."""


class Same(Generic[V]):
    """A value that never changes, known by being itself: one that is equal may have another order.

    What is remembered by it keeps it, so that no other value takes its place.
    """

    __slots__ = ("value",)

    def __init__(self, value: V):
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value


class Record(msgspec.Struct, frozen=True):
    """A record that holds mappings: they are frozen as it is made, so it can be shared freely.

    Its other fields are values or tuples. State mappings as ``Mapping``, not as ``dict``.
    """

    def __post_init__(self) -> None:
        for name, nested in _mappings(type(self)).items():
            value = getattr(self, name)
            if type(value) is dict:
                force_setattr(self, name, _freeze(value, nested))


R = TypeVar("R", bound=Record)


def exchange(record: R, fields: Mapping[str, Any]) -> R:
    """Return a record with other values in some fields; the rest of it is frozen already."""
    struct: Any = record
    made: R = struct.__copy__()
    for name, value in fields.items():
        if type(value) is dict and name in (nested := _mappings(type(record))):
            value = _freeze(value, nested[name])
        force_setattr(made, name, value)
    return made


def _freeze(mapping: dict[K, Any], nested: bool) -> FrozenDict[K, Any]:
    if not mapping:
        return EMPTY
    if nested:
        return FrozenDict(
            {k: _freeze(v, True) if type(v) is dict else v for k, v in mapping.items()}
        )
    return FrozenDict(mapping)


@cache
def _mappings(kind: type[Record]) -> dict[str, bool]:
    """Return the fields in which mappings can stand, and whether these can hold others."""
    stated = {field.name: (field.type, *get_args(field.type)) for field in fields(kind)}
    held = {
        name: [get_args(each)[1] for each in types if get_origin(each) in (Mapping, dict)]
        for name, types in stated.items()
    }
    return {
        name: any(value is Any or get_origin(value) in (Mapping, dict) for value in values)
        for name, values in held.items()
        if values
    }


def unknown_keys(
    table: Any, made: Any, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Sequence[str]]]:
    """Yield where each key of a table stands that the record made of it does not have, and what
    keys it has there. The places of a list count from 1."""
    if isinstance(table, Mapping):
        record = isinstance(made, msgspec.Struct)
        for name, inner in table.items():
            if record and name not in made.__struct_fields__:
                yield (*path, name), made.__struct_fields__
            elif record or isinstance(made, Mapping):
                held = getattr(made, name) if record else made.get(name)
                yield from unknown_keys(inner, held, (*path, name))
    elif isinstance(table, list) and isinstance(made, list | tuple) and len(table) == len(made):
        for number, (inner, held) in enumerate(zip(table, made, strict=True), 1):
            yield from unknown_keys(inner, held, (*path, str(number)))
