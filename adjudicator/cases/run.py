"""A case carried out, and what did not come out as it expects."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.cases.case import Case, CaseError, Step, read_case, reason
from adjudicator.cases.expectations import (
    SeatFinding,
    expectation_of,
    finding_differences,
    plain,
    winner_of,
)
from adjudicator.cases.judge import (
    Answer,
    JudgedPhase,
    JudgeError,
    answer_differences,
    answer_remarks,
    ask,
    question_of,
    step_differences,
)
from adjudicator.chance import Script, ScriptError
from adjudicator.games import registry
from adjudicator.games.contract import Event, Game, GameError, Resolution, Won
from adjudicator.games.records import unknown_keys
from adjudicator.orders import Finding, MisreadError, Orders, Vocabulary, read_orders
from adjudicator.orders.language.names import closest


class CaseResult(msgspec.Struct, frozen=True):
    """How a case came out."""

    ok: bool
    """Whether nothing came otherwise than expected."""
    title: str
    differences: tuple[str, ...] = ()
    """A line for each thing that was not as expected."""
    remarks: tuple[str, ...] = ()
    """What its author may not have meant, and what helps to find out why it failed."""
    skipped: str = ""
    """Why another program did not judge it."""


class Played(NamedTuple):
    """One phase of a case, carried out."""

    game: Game
    step: Step
    before: Any
    """The position; None before the set-up of a new game."""
    after: Any
    """The position that follows; None if the phase could not be carried out."""
    came: JudgedPhase
    """What came of it, in the form in which any judge says it."""


def run_case(table: Mapping[str, Any], judge: Sequence[str] = (), seconds: float = 0) -> CaseResult:
    """Run a case, in each of its games, or let another program judge it within some seconds.

    Raises CaseError if it cannot be run, OSError if the program cannot be.
    """
    case = read_case(table)
    wrong: list[str] = []
    remarks: list[str] = []
    skipped: list[str] = []
    for game in (case.game, *case.also):
        place = f"in {game}: " if game != case.game else ""
        try:
            its = replace(case, game=game)
            result = _ask(its, table, judge, seconds) if judge else _run_in_its_game(its)
        except CaseError as problem:
            raise CaseError("wrong", place=place, why=problem) from problem
        for lines, more in zip((wrong, remarks, skipped), result, strict=True):
            lines += (place + line for line in more)
    return CaseResult(not wrong, case.title, tuple(wrong), tuple(remarks), "; ".join(skipped))


Lines = Iterable[str]


def _run_in_its_game(case: Case) -> tuple[Lines, Lines, Lines]:
    """Return what did not come out as the case expects, and remarks. Raises CaseError."""
    wrong: list[str] = []
    remarks: list[str] = []
    for _, step, _, _, came in play(case):
        findings = came.findings or ()
        if step.expect.findings is None and any(finding_differences(None, findings)):
            meant = expectation_of(findings, of_one=len(step.orders) == 1)
            remarks.append(str(reason("add-findings", step=step.where, meant=meant)))
        wrong += step_differences(step, came)
        remarks += ending_remarks(step, came.events or ())
    return wrong, remarks, ()


def _ask(
    case: Case, table: Mapping[str, Any], judge: Sequence[str], seconds: float
) -> tuple[Lines, Lines, Lines]:
    """Return what another program says otherwise than the case, and whether it judges it at all."""
    if case.new:
        whole, steps = None, case.steps
    else:
        game, position, steps = set_up(case)
        whole = game.encode(position)
    try:
        answer = ask(judge, question_of(table, case.game, whole), seconds)
    except JudgeError as problem:
        return [f"judge: {problem}"], (), ()
    if answer.skipped:
        return (), (), [answer.skipped]
    return answer_differences(steps, answer), answer_remarks(steps, answer), ()


def answer(table: Mapping[str, Any]) -> Any:
    """Answer a question as other judges do, with plain values. Raises CaseError."""
    asked = {key: value for key, value in table.items() if key != "whole"}
    return plain(Answer(tuple(played.came for played in play(read_case(asked)))))


def play(case: Case) -> Iterator[Played]:
    """Carry a case out in its own game, phase by phase, as far as it goes. Raises CaseError."""
    if case.new:
        game = _find_game(case)
        new = partial(game.new, case.new, case.options)
        try:
            begun = _carry_out(game, case.steps[0], None, [], new)
        except GameError as problem:
            raise CaseError("new-wrong", why=problem) from problem
        position = begun.after
        if position is None:
            yield begun
            return
        first, *later = _steps_on_board(case, game, position)
        yield begun._replace(step=first)
        steps = tuple(later)
    else:
        game, position, steps = set_up(case)
    for step in steps:
        played = _play_step(game, position, step)
        yield played
        if played.after is None:
            return
        position = played.after


def _play_step(game: Game, position: Any, step: Step) -> Played:
    """Carry one phase out. Raises CaseError for orders that cannot be in the first phase."""
    try:
        orders, findings = step_orders(game, position, step)
    except CaseError as problem:
        if not step.where:
            raise
        came = JudgedPhase(findings=(), problems=(str(problem),))
        return Played(game, step, position, None, came)
    findings += check_orders(game, position, orders)
    adjudicate = partial(game.adjudicate, position, orders)
    return _carry_out(game, step, position, findings, adjudicate)


def _carry_out(
    game: Game,
    step: Step,
    before: Any,
    findings: Sequence[SeatFinding],
    lead_on: Callable[[Script], Resolution],
) -> Played:
    """Lead on to the next position with the draws of a step's script."""
    script, where = Script(step.dice, step.draws), f"{step.where}chance: "
    try:
        done = lead_on(script)
    except ScriptError as problem:
        came = JudgedPhase(findings=tuple(findings), problems=(f"{where}{problem}",))
        return Played(game, step, before, None, came)
    table, events = game.as_table(done.position), tuple(done.events)
    problems = tuple(where + line for line in script.leftovers())
    came = JudgedPhase(table, tuple(findings), events, winner_of(events), problems)
    return Played(game, step, before, done.position, came)


def set_up(case: Case) -> tuple[Game, Any, tuple[Step, ...]]:
    """Find the game, make the position, and look up the provinces that the steps name.

    Raises CaseError.
    """
    if case.new:
        raise CaseError("what-if-needs-position")
    game = _find_game(case)
    try:
        position = game.from_table(case.position, case.options)
    except (GameError, msgspec.MsgspecError) as problem:
        raise CaseError("position-wrong", why=problem) from problem
    for path, known in _unknown_keys(case.position, game.as_table(position)):
        meant = closest(path[-1], known)
        raise CaseError("no-such-key", path=".".join(("position", *path)), meant=meant, known=known)
    return game, position, _steps_on_board(case, game, position)


def _find_game(case: Case) -> Game:
    try:
        return registry.find(case.game)
    except GameError as problem:
        raise CaseError("game-wrong", why=problem) from problem


def _steps_on_board(case: Case, game: Game, position: Any) -> tuple[Step, ...]:
    """Return the steps with the names that provinces have on the board. Raises CaseError."""
    _check_draws(case, game)
    language = game.language(position, "")
    if language is None or "province" not in language.names:
        return case.steps
    return tuple(_with_board_names(step, language.names) for step in case.steps)


def _check_draws(case: Case, game: Game) -> None:
    """Refuse draws that the game does not have. Raises CaseError."""
    for step in case.steps:
        for label in step.draws:
            if why := game.meta.why_no_draw(label):
                raise CaseError("no-such-draw", where=step.where, label=label, why=why)


def _unknown_keys(
    table: Mapping[str, Any], made: Any
) -> Iterator[tuple[tuple[str, ...], Sequence[str]]]:
    """Yield where each key of a case's position stands of which nothing was made, and what keys
    there are."""
    if isinstance(made, Mapping):
        yield from (((name,), tuple(made)) for name in table if name not in made)
    yield from unknown_keys(table, made)


def _with_board_names(step: Step, names: Vocabulary) -> Step:
    """Give the provinces of an expectation their canonical names; a slip must not go unseen."""
    provinces = step.expect.position.get("provinces")
    if not isinstance(provinces, dict):
        return step
    on_board = {}
    for name, expected in provinces.items():
        try:
            on_board[names.find("province", name)] = expected
        except MisreadError as problem:
            path = f"{step.where}expect.provinces.{name}"
            raise CaseError("path-wrong", path=path, why=problem) from problem
    position = {**step.expect.position, "provinces": on_board}
    return replace(step, expect=replace(step.expect, position=position))


def step_orders(
    game: Game, position: Any, step: Step
) -> tuple[dict[str, Orders], list[SeatFinding]]:
    """Read the orders of a step, and say what was found in them. Raises CaseError."""
    phase = game.phase(position)
    if phase.over:
        place = step.where.rstrip(".") or "position"
        raise CaseError("case-over", place=place)
    orders: dict[str, Orders] = {}
    findings: list[SeatFinding] = []
    for seat, text in step.orders.items():
        language = game.language(position, "", seat)
        if seat not in phase.may or language is None:
            facts = {"key": f"{step.where}orders.{seat}", "phase": phase.key, "seats": phase.may}
            raise CaseError("cannot-order", **facts)
        understood = read_orders(text, language)
        orders[seat] = understood.orders
        findings += _of_seat(seat, understood.findings)
        findings += (
            SeatFinding(seat, line.number, "unknown-order", message=str(reason("no-order")))
            for line in understood.unread
        )
    return orders, findings


def check_orders(game: Game, position: Any, orders: Mapping[str, Orders]) -> list[SeatFinding]:
    """Return what the game's check finds in orders that were read."""
    return [
        finding
        for seat, theirs in orders.items()
        for finding in _of_seat(seat, game.check(game.view(position, seat), seat, theirs))
    ]


def _of_seat(seat: str, findings: Iterable[Finding]) -> Iterator[SeatFinding]:
    for each in findings:
        yield SeatFinding(seat, each.line, each.code, each.severity, each.message, each.fix)


def ending_remarks(step: Step, events: Sequence[Event]) -> Iterator[str]:
    """Say that the game ended in a step, if that is not expected: nothing came after it."""
    ended = next((event for event in events if isinstance(event, Won)), None)
    if ended and step.expect.winner is None:
        yield str(reason("game-ended", step=step.where, seats=ended.seats, why=ended.why))
