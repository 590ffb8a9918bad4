"""Saving and reading: positions and events as deterministic JSON."""

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from adjudicator.games import contract
from adjudicator.games.engine.modules import Module
from adjudicator.games.engine.play import P, PlayedPosition, part_name

_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
encode = msgspec.json.Encoder().encode
"""Returns a position or events as JSON; what is equal gives equal bytes."""


class _Preamble(msgspec.Struct):
    """What a position says before it is known how to read it."""

    game: str
    options: dict[str, contract.Value]
    format: int = contract.FORMAT


_PREAMBLE = msgspec.json.Decoder(_Preamble)


def position_type(base: type[PlayedPosition], modules: Sequence[Module]) -> type[PlayedPosition]:
    """Return the type of positions that hold the part of each of the modules."""
    fields = [
        (part_name(module.part), module.part, msgspec.field(default_factory=module.part))
        for module in modules
        if module.part is not None
    ]
    made: Any = msgspec.defstruct(base.__name__, fields, bases=(base,), frozen=True, kw_only=True)
    return made if fields else base


def read_options(meta: contract.Meta, data: bytes) -> dict[str, contract.Value]:
    """Return the options of a position of this game. Raises GameError."""
    try:
        head = _PREAMBLE.decode(data)
    except _UNREADABLE as problem:
        raise _not_readable(meta, problem) from problem
    if head.game != meta.name:
        raise contract.GameError(f"This is a position of “{head.game[:40]}”, not of {meta.name}.")
    if head.format > contract.FORMAT:
        there = f"The position has format {str(head.format)[:20]}"
        raise contract.GameError(f"{there}; this program reads {contract.FORMAT}.")
    return head.options


def decode(meta: contract.Meta, kind: type[P], data: bytes) -> P:
    """Read a position, as JSON has it. Raises GameError."""
    try:
        found: P = _decoder(kind).decode(data)
    except _UNREADABLE as problem:
        raise _not_readable(meta, problem) from problem
    return found


@cache
def _decoder(kind: type[P]) -> Any:
    return msgspec.json.Decoder(kind)


def convert(kind: type[P], table: Mapping[str, Any]) -> P:
    """Make a position from the table of a rule case. Raises GameError."""
    try:
        return msgspec.convert(table, kind)
    except (msgspec.ValidationError, RecursionError) as problem:
        raise contract.GameError(f"The position does not fit: {str(problem)[:200]}.") from problem


def _not_readable(meta: contract.Meta, problem: Exception) -> contract.GameError:
    return contract.GameError(f"This is not a position of {meta.title}: {str(problem)[:200]}.")


class EventCodec:
    """Reads the events of a game: those of the contract and those of all its modules."""

    def __init__(self, meta: contract.Meta, modules: Sequence[Module]):
        self.meta = meta
        theirs = (kind for module in modules for kind in module.events)
        self.kinds = tuple(
            dict.fromkeys((contract.Ordered, contract.Defaulted, contract.Won, *theirs))
        )
        any_event: Any = reduce(or_, self.kinds)
        self._decoder: Any = msgspec.json.Decoder(tuple[any_event, ...])

    def decode(self, data: bytes) -> tuple[contract.Event, ...]:
        """Read events back. Raises GameError."""
        try:
            found: tuple[contract.Event, ...] = self._decoder.decode(data)
        except _UNREADABLE as problem:
            message = f"These are not events of {self.meta.title}: {str(problem)[:200]}."
            raise contract.GameError(message) from problem
        return found
