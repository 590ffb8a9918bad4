"""Records that nothing can change: what positions are made of."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NoReturn, TypeVar, get_args, get_origin

import msgspec
from msgspec.structs import fields, force_setattr

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict that refuses to be changed. It is saved and compared as the dict that it was."""

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("A position is never changed in place.")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)


EMPTY: FrozenDict[Any, Any] = FrozenDict()
"""A mapping of nothing: as a field's default it is not saved where defaults are left out."""


class Record(msgspec.Struct, frozen=True):
    """A record that holds mappings: they are frozen as it is made, so it can be shared freely.

    Its other fields are values or tuples. State mappings as ``Mapping``, not as ``dict``.
    """

    def __post_init__(self) -> None:
        for name in _mappings(type(self)):
            value = getattr(self, name)
            if type(value) is dict:
                force_setattr(self, name, _freeze(value))


def _freeze(mapping: dict[K, Any]) -> FrozenDict[K, Any]:
    if not mapping:
        return EMPTY
    if dict in map(type, mapping.values()):
        mapping = {
            key: _freeze(value) if type(value) is dict else value for key, value in mapping.items()
        }
    return FrozenDict(mapping)


@cache
def _mappings(kind: type[Record]) -> tuple[str, ...]:
    """Return the fields of a type of records in which mappings can stand."""
    stated = {field.name: (field.type, *get_args(field.type)) for field in fields(kind)}
    return tuple(
        name
        for name, types in stated.items()
        if any(get_origin(each) in (Mapping, dict) for each in types)
    )
