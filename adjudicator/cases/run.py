"""A case carried out, and what did not come out as it expects."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.cases.case import Case, CaseError, Expected, ExpectedFinding, Step
from adjudicator.cases.expectations import differences, event_differences, winner_differences
from adjudicator.cases.read import read_case
from adjudicator.chance import Script, ScriptError
from adjudicator.games import registry
from adjudicator.games.contract import Event, Game, GameError
from adjudicator.orders import Finding, MisreadError, Orders, RawLine, Vocabulary, read_orders


class CaseResult(msgspec.Struct, frozen=True):
    """How a case came out."""

    ok: bool
    title: str
    differences: tuple[str, ...] = ()
    """A line for each thing that was not as expected."""


Found = list[tuple[str, Finding]]
"""Findings, each with the seat whose orders they are about."""


def run_case(table: Mapping[str, Any]) -> CaseResult:
    """Run a case. Raises CaseError if it cannot be run."""
    case = read_case(table)
    game, position, steps = set_up(case)
    wrong: list[str] = []
    for step in steps:
        orders, found = step_orders(game, position, step)
        wrong += (step.where + line for line in _finding_differences(step.expect, found))
        script = Script(step.dice, step.draws)
        try:
            resolution = game.adjudicate(position, orders, script)
        except ScriptError as problem:
            wrong.append(f"{step.where}chance: {problem}")
            break
        position = resolution.position
        wrong += (f"{step.where}chance: {line}" for line in script.leftovers())
        wrong += outcome_differences(step, game.as_table(position), resolution.events)
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
    return game, position, tuple(_with_board_names(step, language.names) for step in case.steps)


def _with_board_names(step: Step, names: Vocabulary) -> Step:
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


def step_orders(game: Game, position: Any, step: Step) -> tuple[dict[str, Orders], Found]:
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
        found += ((seat, _no_order(line)) for line in understood.unread)
        if step.expect.findings is not None:
            judged = game.check(game.view(position, seat), seat, understood.orders)
            found += ((seat, finding) for finding in judged)
    return orders, found


def _no_order(line: RawLine) -> Finding:
    return Finding(line.number, "unknown-order", "error", line.text, "This is no order.")


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
        key = ExpectedFinding(seat, finding.line, finding.code)
        if missing[key]:
            missing[key] -= 1
        else:
            yield f"findings: not expected: {seat}, {finding}"
    for lost in missing.elements():
        yield (
            f"findings: expected {lost.code} on line {lost.line} of {lost.seat}, "
            "which was not found"
        )
