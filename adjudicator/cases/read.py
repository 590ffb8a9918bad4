"""From the table of a case file to a case: every key is known, every value has its form."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.cases.case import (
    Case,
    CaseError,
    CaseTables,
    Expected,
    ExpectedFinding,
    Step,
    StepTables,
)
from adjudicator.cases.expectations import Winner
from adjudicator.chance import tower
from adjudicator.chance.script import ScriptError, read_script, why_too_much
from adjudicator.orders.language.names import did_you_mean


def read_case(table: Mapping[str, Any]) -> Case:
    """Read the table of a case. Raises CaseError, which names the key."""
    for key, value in table.items():
        if too_much := why_too_much(value):
            raise CaseError(f"{key}: {too_much}")
    case = _convert(table, CaseTables, "")
    for key, names in (("also", (case.game, *case.also)), ("new", case.new)):
        if len(set(names)) < len(names):
            raise CaseError(f"{key}: name each once")
    steps = [_read_step(case, "")]
    for number, step in enumerate(case.then, 1):
        steps.append(_read_step(_convert(step, StepTables, f"then.{number}."), f"then.{number}."))
    if case.new and ("position" in table or case.orders or "findings" in case.expect):
        raise CaseError("new: a set-up has no position, orders or findings; a [[then]] may have")
    return Case(**msgspec.structs.asdict(case), steps=tuple(steps))


def _read_step(step: StepTables, where: str) -> Step:
    try:
        dice, draws = read_script(step.chance)
        if trays := draws.get(tower.LABEL):
            draws[tower.LABEL] = [tower.read_tray(tray) for tray in trays]
    except ScriptError as problem:
        raise CaseError(f"{where}chance.{problem}") from problem
    expected = _read_expected(step.expect, tuple(step.orders), f"{where}expect.")
    return Step(where, step.orders, tuple(dice), draws, expected)


def _read_expected(table: dict[str, Any], seats: tuple[str, ...], where: str) -> Expected:
    position = dict(table)
    events = _convert(position.pop("events", ()), tuple[dict[str, Any], ...], f"{where}events.")
    for number, event in enumerate(events, 1):
        if not isinstance(event.get("type"), str):
            raise CaseError(f"{where}events.{number}.type: write the type of the event")
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
                those = ", ".join(seats) or "nobody"
                raise CaseError(f"{path}{number}.seat: {each.seat} sends no orders; {those} does")
    return Expected(position, findings, events, winner)


def _convert(value: Any, shape: Any, where: str) -> Any:
    """Return what is written under a key as what it must be. Raises CaseError, with the key."""
    known = getattr(shape, "__struct_fields__", ())
    for key in value if known else ():
        if key not in known:
            hint = did_you_mean(key, known)
            raise CaseError(f"{where}{key}: not known. {hint}A case has {', '.join(known)} here")
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        why, _, place = str(error).partition(" - at `$")
        key = f"{where.rstrip('.')}{place.rstrip('`')}".lstrip(".")
        raise CaseError(f"{key or 'the case'}: {_TYPE.sub(_in_words, why)}") from None


_TYPE = re.compile(r"`([^`]+)`")
_WORDS = {"str": "text", "int": "a whole number", "object": "a table", "array": "a list"}


def _in_words(types: re.Match[str]) -> str:
    return " or ".join(_WORDS.get(each, each) for each in types[1].split(" | "))
