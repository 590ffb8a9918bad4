"""Rule cases: a position, orders, dice, and what must come out.

A case is the table that its TOML file holds:

``title``, ``game``, ``cites``, ``options``
    What the case shows, the game's name, what rule or ruling it rests on, and the options that
    differ from the game's defaults.
``[position]``
    The position, as far as it matters; the game fills in the rest.
``[orders]``
    The order file of each seat that sends one.
``[chance]``
    ``dice``, in the order rolled, ``tower``, the cubes in the tray throw by throw, and other draws
    by name. What is left over fails the case.
``[expect]``
    Any part of the position that follows, and ``findings`` (all that reading and checking the
    orders finds: ``line``, ``code``, and ``seat`` if more than one orders), ``events`` (``type``
    and any fields, in the order they come, others between them), ``winner``.
``[[then]]``
    A further phase, which begins where the one before it ended: ``orders``, ``chance`` and
    ``expect`` again, any of which may be left out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.chance import Script, ScriptError, tower
from adjudicator.games import registry
from adjudicator.games.contract import Event, Game, GameError, Value
from adjudicator.games.expectations import differences, event_differences, winner_differences
from adjudicator.orders import Finding, MisreadError, Orders, Vocabulary, read_orders

_DEEPEST = 24
_LARGEST = 2**63
_STEP_KEYS = ("orders", "chance", "expect")
_KEYS = ("title", "game", "cites", "options", "position", *_STEP_KEYS, "then")
_APART = ("findings", "events", "winner")


class CaseError(ValueError):
    """A case is not written as cases are; the message begins with the key that is wrong."""


class CaseResult(msgspec.Struct, frozen=True):
    """How a case came out. ``differences`` has a line for each thing that was not as expected."""

    ok: bool
    title: str
    differences: tuple[str, ...] = ()


class Expected(msgspec.Struct, frozen=True):
    """What must come out of a step; None where nothing is said. ``findings``: seat, line, code."""

    position: dict[str, Any]
    findings: tuple[tuple[str, int, str], ...] | None = None
    events: tuple[dict[str, Any], ...] = ()
    winner: str | list[str] | None = None


class Step(msgspec.Struct, frozen=True):
    """One phase of a case. ``where`` is the path of its tables: empty, ``then.1.``, …"""

    where: str
    orders: dict[str, str]
    dice: tuple[int, ...]
    draws: dict[str, list[Any]]
    expect: Expected


class Case(msgspec.Struct, frozen=True):
    """A case whose form is right; whether the game has such a position is not yet known."""

    title: str
    game: str
    cites: str
    options: dict[str, Value]
    position: dict[str, Any]
    steps: tuple[Step, ...]


Found = list[tuple[str, Finding]]


def run_case(table: Mapping[str, Any]) -> CaseResult:
    """Run a case. Raises CaseError if it cannot be run."""
    case = read_case(table)
    game, position, steps = set_up(case)
    wrong: list[str] = []
    for step in steps:
        orders, found = read_step(game, position, step)
        wrong += (step.where + line for line in _finding_differences(step.expect, found))
        script = Script(step.dice, step.draws)
        try:
            resolution = game.adjudicate(position, orders, script)
        except ScriptError as problem:
            wrong.append(f"{step.where}chance: {problem}")
            break
        position = resolution.position
        wrong += (f"{step.where}chance: {line}" for line in script.left_over())
        wrong += outcome_differences(step, position, resolution.events)
    return CaseResult(not wrong, case.title, tuple(wrong))


def set_up(case: Case) -> tuple[Game, Any, tuple[Step, ...]]:
    """Find the game, make the position, and look up the provinces that the steps name.

    Raises CaseError.
    """
    try:
        game = registry.find(case.game)
    except GameError as problem:
        raise CaseError(f"game: {problem}") from problem
    try:
        position = game.from_table(case.position, case.options)
    except (GameError, msgspec.MsgspecError) as problem:
        raise CaseError(f"position: {problem}") from problem
    language = game.language(position, "")
    if language is None or "province" not in language.names:
        return game, position, case.steps
    return game, position, tuple(_on_the_map(step, language.names) for step in case.steps)


def _on_the_map(step: Step, names: Vocabulary) -> Step:
    """Give the provinces of an expectation their canonical names; a slip must not go unseen."""
    provinces = step.expect.position.get("provinces")
    if not isinstance(provinces, dict):
        return step
    found = {}
    for name, expected in provinces.items():
        try:
            found[names.find("province", name)] = expected
        except MisreadError as problem:
            path = f"{step.where}expect.provinces.{name}"
            raise CaseError(f"{path}: {problem.message}") from problem
    position = {**step.expect.position, "provinces": found}
    return replace(step, expect=replace(step.expect, position=position))


def read_step(game: Game, position: Any, step: Step) -> tuple[dict[str, Orders], Found]:
    """Read the orders of a step; they are checked too if the step expects findings."""
    phase = game.phase(position)
    if phase.over:
        raise CaseError(f"{step.where.rstrip('.') or 'position'}: the game is over")
    language = game.language(position, "")
    orders: dict[str, Orders] = {}
    found: Found = []
    for seat, text in step.orders.items():
        if seat not in phase.may or language is None:
            able = ", ".join(phase.may) or "nobody"
            raise CaseError(f"{step.where}orders.{seat}: in {phase.key}, {able} can send orders")
        understood = read_orders(text, language)
        orders[seat] = understood.orders
        found += ((seat, finding) for finding in understood.findings)
        if step.expect.findings is not None:
            judged = game.check(game.view(position, seat), seat, understood.orders)
            found += ((seat, finding) for finding in judged)
    return orders, found


def outcome_differences(step: Step, position: Any, events: Sequence[Event]) -> list[str]:
    """Say what of the position, the events and the winner is not as the step expects."""
    expect = step.expect
    wrong = list(differences(expect.position, position, ""))
    wrong += event_differences(expect.events, events)
    if expect.winner is not None:
        wrong += winner_differences(expect.winner, events)
    return [step.where + line for line in wrong]


def _finding_differences(expect: Expected, found: Found) -> Iterator[str]:
    if expect.findings is None:
        yield from (
            f"orders.{seat}: {finding}" for seat, finding in found if finding.severity == "error"
        )
        return
    missing = Counter(expect.findings)
    for seat, finding in found:
        key = (seat, finding.line, finding.code)
        if missing[key]:
            missing[key] -= 1
        else:
            yield f"findings: not expected: {seat}, {finding}"
    for seat, line, code in missing.elements():
        yield f"findings: expected {code} on line {line} of {seat}, which was not found"


def read_case(table: Mapping[str, Any]) -> Case:
    """Read the table of a case. Raises CaseError, which names the key."""
    _check_values(table)
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
        options=_options(_table(table, "options", "")),
        position=_table(table, "position", ""),
        steps=tuple(steps),
    )


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
    draws = {
        label: given if isinstance(given, list) else [given]
        for label, given in table.items()
        if label != "dice"
    }
    dice = table.get("dice", [])
    if not isinstance(dice, list) or not all(type(die) is int for die in dice):
        raise CaseError(f"{where}chance.dice: write a list of whole numbers")
    trays = draws.get(tower.LABEL, [])
    if not all(isinstance(tray, str) for tray in trays):
        raise CaseError(f"{where}chance.tower: write each tray as text, such as “3 blue, 1 yellow”")
    try:
        if trays:
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
) -> tuple[str, int, str]:
    _check_keys(table, ("seat", "line", "code"), where)
    seat = table.get("seat", seats[0] if len(seats) == 1 else None)
    if seat not in seats:
        raise CaseError(f"{where}seat: name one of the seats that send orders: {', '.join(seats)}")
    if type(table.get("line")) is not int:
        raise CaseError(f"{where}line: write the number of the line")
    return seat, table["line"], _text(table, "code", where=where)


def _options(table: dict[str, Any]) -> dict[str, Value]:
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
            raise CaseError(f"{where}{key}: not known; a case has {', '.join(known)} here")


def _check_values(table: Mapping[str, Any]) -> None:
    """Refuse tables so deep that walking them could exhaust the stack (dotted keys make them).

    Numbers so long that Python will not write them out (TOML has them in hexadecimal) go too.
    """
    for key, value in table.items():
        level: list[Any] = [value]
        for _ in range(_DEEPEST):
            if any(isinstance(each, int) and abs(each) >= _LARGEST for each in level):
                raise CaseError(f"{key}: a number is larger than anything in a game")
            level = [inner for each in level for inner in _inside(each)]
        if level:
            raise CaseError(f"{key}: tables are nested deeper than {_DEEPEST}")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else []
