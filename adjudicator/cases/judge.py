"""Another program as the judge of a case: what it is asked, what it answers, what of it is wrong.

``docs/conformance.md`` tells its author all of that. Whatever it does ends as a difference.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import compress
from threading import Timer
from typing import Any

import msgspec

from adjudicator.cases.case import Step, Winner
from adjudicator.cases.expectations import (
    SeatFinding,
    differences,
    event_differences,
    finding_differences,
    winner_differences,
)
from adjudicator.chance.script import why_too_much
from adjudicator.wording import Reason, ReasonedError
from adjudicator.wording.misfits import find_misfit

MOST_BYTES = 16 * 1024 * 1024
"""Of an answer."""


class JudgeError(ReasonedError, ValueError):
    """A judge gave no answer that could be compared; says what it did instead."""

    room = "cases"


class JudgedPhase(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a judge says of one phase; what it leaves out is not compared."""

    position: Any = None
    """The position that follows, by the names that expectations use."""
    findings: tuple[SeatFinding, ...] | None = None
    events: tuple[Any, ...] | None = None
    winner: Winner | None = None
    problems: tuple[str, ...] = ()
    """Why the phase could not be carried out as the case says."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a judge answers about a case."""

    phases: tuple[JudgedPhase, ...] = ()
    skipped: str = ""
    """Why it does not judge this case, such as a game that it does not know."""


def question_of(table: Mapping[str, Any], game: str, whole: bytes | None) -> bytes:
    """Write down what a judge is asked: the case without what is expected, for one game.

    ``whole`` is the position with all that the case leaves out, as a position file has it.
    """
    question = {key: value for key, value in table.items() if key not in ("expect", "also")}
    steps = [{key: step[key] for key in step if key != "expect"} for step in table.get("then", ())]
    question |= {"game": game, "then": steps, "whole": msgspec.Raw(whole or b"null")}
    return msgspec.json.encode(question, enc_hook=str)


def ask(judge: Sequence[str], question: bytes, seconds: float) -> Answer:
    """Run a program that answers one question. Raises JudgeError; OSError if it cannot be run."""
    own_group = os.name == "posix"
    process = subprocess.Popen(
        judge, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=own_group
    )

    def end() -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL) if own_group else process.kill()

    began = time.monotonic()
    late = Timer(seconds, end)
    late.start()
    assert process.stdin
    assert process.stdout
    try:
        with suppress(BrokenPipeError), process.stdin:
            process.stdin.write(question)
        data = process.stdout.read(MOST_BYTES + 1)
        if len(data) <= MOST_BYTES:
            process.wait()
    finally:
        late.cancel()
        end()  # with all that it has started
        process.stdout.close()
        process.wait()
    if time.monotonic() - began >= seconds:
        raise JudgeError("no-answer-within", seconds=seconds)
    if len(data) > MOST_BYTES:
        raise JudgeError("too-long-an-answer", most=MOST_BYTES)
    if process.returncode:
        raise JudgeError("ended-with", code=process.returncode)
    return read_answer(data)


def read_answer(data: bytes) -> Answer:
    """Read what a judge has written. Raises JudgeError."""
    try:
        value = msgspec.json.decode(data)
        if too_much := why_too_much(value):
            raise JudgeError("no-judges-answer", why=too_much)
        if misfit := find_misfit(value, Answer):
            raise JudgeError("no-judges-answer", why=misfit)
        return msgspec.convert(value, Answer)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise JudgeError("no-judges-answer", why=error) from error


def answer_differences(steps: Sequence[Step], answer: Answer) -> Iterator[str]:
    """Yield a line for all that is not as the steps of a case expect it."""
    if len(answer.phases) != len(steps):
        counts = {"wanted": len(steps), "got": len(answer.phases)}
        yield str(Reason("cases", "number-of-phases", counts))
    elif {answered is None for _, answered in _expectations(steps, answer)} == {True}:
        yield str(Reason("cases", "nothing-answered"))
    for step, phase in zip(steps, answer.phases, strict=False):
        yield from step_differences(step, phase)


def answer_remarks(steps: Sequence[Step], answer: Answer) -> Iterator[str]:
    """Yield a line for all that the steps of a case expect and the answer leaves out."""
    for path, answered in _expectations(steps, answer):
        if answered is None:
            yield str(Reason("cases", "not-answered", {"path": path}))


def _expectations(steps: Sequence[Step], answer: Answer) -> Iterator[tuple[str, Any]]:
    """Yield the path of each part that is expected, and what was answered there, or None."""
    for step, phase in zip(steps, answer.phases, strict=False):
        expect = step.expect
        is_expected = {
            "position": bool(expect.position),
            "findings": expect.findings is not None,
            "events": bool(expect.events),
            "winner": expect.winner is not None,
        }
        for name in compress(is_expected, is_expected.values()):
            yield f"{step.where}{name}", getattr(phase, name)


def step_differences(step: Step, phase: JudgedPhase) -> Iterator[str]:
    """Yield a line for what came otherwise than a step expects. None is not compared."""
    expect = step.expect
    lines: list[Reason] = []
    if phase.findings is not None:
        lines += finding_differences(expect.findings, phase.findings)
    if phase.position is not None:
        lines += differences(expect.position, phase.position, "")
    if phase.events is not None:
        lines += event_differences(expect.events, phase.events)
    if phase.winner is not None and expect.winner is not None:
        lines += winner_differences(expect.winner, phase.winner)
    yield from (f"{step.where}{line}" for line in lines)
    yield from phase.problems
