"""A case, and how it is read from its table: every key is known, every value has its form."""

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.chance.script import ScriptError, read_script, why_too_much
from adjudicator.games.contract import Value
from adjudicator.orders import Severity
from adjudicator.orders.language.names import closest
from adjudicator.wording import ReasonedError, reasons_of
from adjudicator.wording.misfits import find_misfit

reason = reasons_of("cases")
"""Returns what is said of a case: ``templates/reasons/cases.j2`` has the words."""


class CaseError(ReasonedError, ValueError):
    """A case is not written as cases are; the words begin with the key that is wrong."""

    room = "cases"


Winner = str | list[str]
"""A seat, or several that share the victory; ``""`` is a game that goes on, ``[]`` a draw."""


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
    winner: Winner | None = None
    """None says nothing."""


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


def read_case(table: Mapping[str, Any]) -> Case:
    """Read the table of a case. Raises CaseError, which names the key."""
    for key, value in table.items():
        if too_much := why_too_much(value):
            raise CaseError("key-wrong", key=key, why=too_much)
    case = _convert(table, CaseTables, "")
    for key, names in (("also", (case.game, *case.also)), ("new", case.new)):
        if len(set(names)) < len(names):
            raise CaseError("each-once", key=key)
    steps = [_read_step(case, "")]
    for number, step in enumerate(case.then, 1):
        steps.append(_read_step(_convert(step, StepTables, f"then.{number}."), f"then.{number}."))
    if case.new and ("position" in table or case.orders or "findings" in case.expect):
        raise CaseError("set-up-has")
    return Case(**msgspec.structs.asdict(case), steps=tuple(steps))


def _read_step(step: StepTables, where: str) -> Step:
    try:
        dice, draws = read_script(step.chance)
    except ScriptError as problem:
        raise CaseError("chance", where=where, why=problem) from problem
    expected = _read_expected(step.expect, tuple(step.orders), f"{where}expect.")
    return Step(where, step.orders, tuple(dice), draws, expected)


def _read_expected(table: dict[str, Any], seats: tuple[str, ...], where: str) -> Expected:
    position = dict(table)
    events = _convert(position.pop("events", ()), tuple[dict[str, Any], ...], f"{where}events.")
    for number, event in enumerate(events, 1):
        if not isinstance(event.get("type"), str):
            raise CaseError("event-type", where=where, number=number)
    winner = _convert(position.pop("winner", None), Winner | None, f"{where}winner.")
    findings = None
    if "findings" in position:
        of_one = {"seat": seats[0]} if len(seats) == 1 else {}
        path = f"{where}findings."
        tables = _convert(position.pop("findings"), tuple[dict[str, Any], ...], path)
        findings = tuple(
            _convert(of_one | each, ExpectedFinding, f"{path}{number}.")
            for number, each in enumerate(tables, 1)
        )
        for number, each in enumerate(findings, 1):
            if each.seat not in seats:
                facts = {"path": f"{path}{number}.seat", "seat": each.seat, "seats": list(seats)}
                raise CaseError("no-orders-of", **facts)
    return Expected(position, findings, events, winner)


def _convert(value: Any, shape: Any, where: str) -> Any:
    """Return what is written under a key as what it must be. Raises CaseError, with the key."""
    known = getattr(shape, "__struct_fields__", ())
    for key in value if known else ():
        if key not in known:
            facts = {"key": f"{where}{key}", "meant": closest(key, known), "known": list(known)}
            raise CaseError("unknown-key", **facts)
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        key = where.rstrip(".")
        misfit = find_misfit(value, shape, key)
        key, why = (misfit.place, misfit.why) if misfit else (key, str(error))
        raise CaseError("key-wrong", key=key or "the case", why=why) from None
