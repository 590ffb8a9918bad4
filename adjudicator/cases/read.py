"""From the table of a case file to a case: every key is known, every value has its form."""

from collections.abc import Mapping
from typing import Any, get_args

from adjudicator.cases.case import Case, CaseError, Expected, ExpectedFinding, Step
from adjudicator.chance import tower
from adjudicator.chance.script import ScriptError, read_script, why_too_much
from adjudicator.games.contract import Value
from adjudicator.orders import Severity
from adjudicator.orders.language.names import did_you_mean

_STEP_KEYS = ("orders", "chance", "expect")
_KEYS = (
    *("number", "title", "game", "also", "cites", "options", "new", "position"),
    *_STEP_KEYS,
    "then",
)
_APART = ("findings", "events", "winner")


def read_case(table: Mapping[str, Any]) -> Case:
    """Read the table of a case. Raises CaseError, which names the key."""
    for key, value in table.items():
        if too_much := why_too_much(value):
            raise CaseError(f"{key}: {too_much}")
    _check_keys(table, _KEYS, "")
    further = table.get("then", [])
    if not isinstance(further, list) or not all(isinstance(step, Mapping) for step in further):
        raise CaseError("then: write each further phase as a [[then]] table")
    steps = [_read_step({key: table[key] for key in _STEP_KEYS if key in table}, "")]
    steps += [_read_step(step, f"then.{number}.") for number, step in enumerate(further, 1)]
    return Case(
        title=_text(table, "title"),
        game=_text(table, "game"),
        cites=_text(table, "cites", ""),
        number=_text(table, "number", ""),
        also=_names(table, "also"),
        options=_read_options(_table(table, "options", "")),
        position=_table(table, "position", ""),
        new=_read_new(table, steps[0]),
        steps=tuple(steps),
    )


def _read_new(table: Mapping[str, Any], first: Step) -> tuple[str, ...]:
    seats = _names(table, "new")
    if seats and ("position" in table or first.orders or first.expect.findings is not None):
        raise CaseError("new: a set-up has no position, orders or findings; a [[then]] may have")
    return seats


def _names(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    names = table.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise CaseError(f"{key}: write a list of names between [ and ]")
    if len({*names, table.get("game") if key == "also" else None}) <= len(names):
        raise CaseError(f"{key}: name each once")
    return tuple(names)


def _read_step(table: Mapping[str, Any], where: str) -> Step:
    _check_keys(table, _STEP_KEYS, where)
    orders = _table(table, "orders", where)
    for seat, text in orders.items():
        if not isinstance(text, str):
            raise CaseError(f'{where}orders.{seat}: write the orders as text between """ and """')
    dice, draws = _read_chance(_table(table, "chance", where), where)
    expect = _read_expected(_table(table, "expect", where), tuple(orders), where)
    return Step(where, orders, dice, draws, expect)


def _read_chance(table: dict[str, Any], where: str) -> tuple[tuple[int, ...], dict[str, list[Any]]]:
    try:
        dice, draws = read_script(table)
        if trays := draws.get(tower.LABEL):
            draws[tower.LABEL] = [tower.read_tray(tray) for tray in trays]
    except ScriptError as problem:
        raise CaseError(f"{where}chance.{problem}") from problem
    return tuple(dice), draws


def _read_expected(table: dict[str, Any], seats: tuple[str, ...], where: str) -> Expected:
    path = f"{where}expect."
    events = _tables(table, "events", path)
    for number, event in enumerate(events, 1):
        if not isinstance(event.get("type"), str):
            raise CaseError(f"{path}events.{number}.type: write the type of the event")
    findings = None
    if "findings" in table:
        findings = tuple(
            _expected_finding(finding, seats, f"{path}findings.{number}.")
            for number, finding in enumerate(_tables(table, "findings", path), 1)
        )
    winner = table.get("winner")
    several = isinstance(winner, list) and all(isinstance(seat, str) for seat in winner)
    if winner is not None and not isinstance(winner, str) and not several:
        raise CaseError(f"{path}winner: write a seat, or a list of seats")
    position = {key: value for key, value in table.items() if key not in _APART}
    return Expected(position, findings, tuple(events), winner)


def _expected_finding(
    table: Mapping[str, Any], seats: tuple[str, ...], where: str
) -> ExpectedFinding:
    _check_keys(table, ("seat", "line", "code", "severity", "fix"), where)
    seat = table.get("seat", seats[0] if len(seats) == 1 else None)
    if seat not in seats:
        raise CaseError(f"{where}seat: name one of the seats that send orders: {', '.join(seats)}")
    if type(table.get("line")) is not int:
        raise CaseError(f"{where}line: write the number of the line")
    severity = table.get("severity")
    if severity is not None and severity not in get_args(Severity):
        raise CaseError(f"{where}severity: write {' or '.join(get_args(Severity))}")
    fix = _text(table, "fix", where=where) if "fix" in table else None
    return ExpectedFinding(seat, table["line"], _text(table, "code", where=where), severity, fix)


def _read_options(table: dict[str, Any]) -> dict[str, Value]:
    for name, value in table.items():
        if not isinstance(value, str | int | bool):
            raise CaseError(f"options.{name}: write text, a whole number, true or false")
    return table


def _table(holder: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    value = holder.get(key, {})
    if not isinstance(value, dict):
        raise CaseError(f"{where}{key}: this must be a table")
    return value


def _tables(holder: Mapping[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    value = holder.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise CaseError(f"{where}{key}: this must be a list of tables")
    return value


def _text(holder: Mapping[str, Any], key: str, default: str | None = None, where: str = "") -> str:
    value = holder.get(key, default)
    if not isinstance(value, str):
        raise CaseError(f"{where}{key}: {'write text' if key in holder else 'this is missing'}")
    return value


def _check_keys(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            hint = did_you_mean(key, known)
            raise CaseError(f"{where}{key}: not known. {hint}A case has {', '.join(known)} here")
