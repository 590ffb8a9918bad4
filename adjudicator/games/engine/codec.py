"""Saving and reading: positions and events as deterministic JSON.

A position says its format. One of an earlier format is brought to the present by the game's
``upgrades``, whoever kept it: the database, a folder, a player. What is added with a default needs
none. Events say no format: a kind of event that was ever told stays among those of its module.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from adjudicator.games import contract
from adjudicator.games.engine.modules import Module
from adjudicator.games.engine.play import PlayedPosition, part_name
from adjudicator.games.records import unknown_keys
from adjudicator.orders.language.names import closest
from adjudicator.wording.misfits import find_misfit, why_unread

T = TypeVar("T")
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
encode = msgspec.json.Encoder().encode
"""Returns a position or events as JSON; what is equal gives equal bytes."""


class _Preamble(msgspec.Struct):
    """What a position says before it is known how to read it."""

    game: str
    options: dict[str, contract.Value]
    format: int = 1


NO_POSITION, NO_EVENTS = "no-such-position", "no-such-events"


def position_type(
    meta: contract.Meta, base: type[PlayedPosition], modules: Sequence[Module]
) -> type[PlayedPosition]:
    """Return the type of positions that hold the part of each of the modules."""
    fields: list[Any] = [("format", int, meta.format)] if meta.upgrades else []
    fields += [
        (part_name(module.part), module.part, msgspec.field(default_factory=module.part))
        for module in modules
        if module.part is not None
    ]
    made: Any = msgspec.defstruct(base.__name__, fields, bases=(base,), frozen=True, kw_only=True)
    return made if fields else base


def upgrade(meta: contract.Meta, data: bytes) -> tuple[dict[str, contract.Value], bytes]:
    """Return the options of a position of this game, and the position in the present format.

    Raises GameError, also for a position of a format that is not known yet.
    """
    head: _Preamble = decode(_Preamble, data, NO_POSITION, meta.title)
    if head.game != meta.name:
        raise contract.GameError("another-game", game=head.game[:40], own=meta.name)
    if not 1 <= head.format <= meta.format:
        known = {"format": str(head.format)[:20], "newest": meta.format}
        raise contract.GameError("unknown-format", **known)
    if head.format == meta.format:
        return head.options, data
    try:
        position = msgspec.json.decode(data)
        for change in meta.upgrades[head.format - 1 :]:
            position = change(position)
        return position["options"], encode(position | {"format": meta.format})
    except Exception as problem:  # it may be anybody's file, and lack what it must have
        error = str(problem)[:200]
        raise contract.GameError(NO_POSITION, title=meta.title, error=error) from problem


def decode(kind: Any, data: bytes, wrong: str, title: str) -> Any:
    """Read JSON of a game as a type. Raises GameError with the code ``wrong``."""
    try:
        return _decoder(kind).decode(data)
    except _UNREADABLE as problem:
        error = str(why_unread(data, kind, problem))[:200]
        raise contract.GameError(wrong, title=title, error=error) from problem


def refuse_unknown_keys(data: bytes, position: Any) -> None:
    """Refuse the JSON of a position with a key that a position of its game does not have.

    Raises GameError.
    """
    for path, known in unknown_keys(msgspec.json.decode(data), position):
        name, meant = path[-1], closest(path[-1], known)
        facts = {"path": ".".join(path)[:80], "name": name[:40], "meant": meant, "known": known}
        raise contract.GameError("unknown-key", **facts)


@cache
def _decoder(kind: Any) -> Any:
    return msgspec.json.Decoder(kind)


def convert(kind: type[T], table: Mapping[str, Any]) -> T:
    """Make a position, or a part of one, from the table of a rule case. Raises GameError."""
    try:
        return msgspec.convert(table, kind)
    except (msgspec.ValidationError, RecursionError) as problem:
        why = str(find_misfit(table, kind) or problem)
        raise contract.GameError("does-not-fit", why=why[:200]) from problem


def event_kinds(modules: Sequence[Module]) -> tuple[type[contract.Event], ...]:
    """Return the kinds of events of a game: those of the contract and those of all its modules."""
    theirs = (kind for module in modules for kind in module.events)
    return tuple(dict.fromkeys((contract.Ordered, contract.Defaulted, contract.Won, *theirs)))
