"""What a case is, once its form is right."""

from typing import Any

import msgspec

from adjudicator.games.contract import Value
from adjudicator.orders import Severity


class CaseError(ValueError):
    """A case is not written as cases are; the message begins with the key that is wrong."""


class ExpectedFinding(msgspec.Struct, frozen=True):
    """A finding that reading and checking must give."""

    seat: str
    line: int
    code: str
    severity: Severity | None = None
    """None: any."""
    fix: str | None = None
    """The line that it proposes, ``""`` for none; None says nothing."""


class Expected(msgspec.Struct, frozen=True):
    """What must come out of a step."""

    position: dict[str, Any]
    """The named parts of the position that follows."""
    findings: tuple[ExpectedFinding, ...] | None = None
    """All findings of the orders; None where nothing is said about them."""
    events: tuple[dict[str, Any], ...] = ()
    """Events in the order they come, others between them: ``type`` and any fields."""
    winner: str | list[str] | None = None
    """A seat, or several; ``""`` is a game that goes on, ``[]`` a draw; None says nothing."""


class Step(msgspec.Struct, frozen=True):
    """One phase of a case."""

    where: str
    """The path of its tables: empty, ``then.1.``, …"""
    orders: dict[str, str]
    """The order file of each seat that sends one."""
    dice: tuple[int, ...]
    draws: dict[str, list[Any]]
    expect: Expected


class StepTables(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a step as they are written."""

    orders: dict[str, str] = {}
    """The order file of each seat that sends one."""
    chance: dict[str, Any] = {}
    """The script of its draws."""
    expect: dict[str, Any] = {}


class CaseTables(StepTables, frozen=True, kw_only=True):
    """A case as it is written: its first step, and what is said once."""

    number: str = ""
    """Its number in the case book, or ``""``."""
    title: str
    game: str
    also: tuple[str, ...] = ()
    """Further games in which the same must come out."""
    cites: str = ""
    """The rules and rulings that it rests on."""
    options: dict[str, Value] = {}
    """Those that differ from the game's defaults."""
    new: tuple[str, ...] = ()
    """The seats of a new game; then the first step is its set-up, and there is no position."""
    position: dict[str, Any] = {}
    """The position, as far as it matters."""
    then: tuple[dict[str, Any], ...] = ()
    """The tables of the steps that follow."""


class Case(CaseTables, frozen=True, kw_only=True):
    """A case whose form is right; whether the game has such a position is not yet known."""

    steps: tuple[Step, ...]
