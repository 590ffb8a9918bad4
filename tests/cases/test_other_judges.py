"""Another program that judges cases: what it is asked, and what becomes of bad ones."""

import json
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cases import judge, run
from adjudicator.cases.case import read_case
from adjudicator.cli.main import cli

CASES = Path(__file__).parent
SOME = sorted(CASES.glob("*/**/*.toml"))[::25]
ONE = CASES / "ikusa" / "naval-first-strike.toml"
PHASE = '{"phases": [{"position": {"round": 2}, %s}]}'


@pytest.mark.parametrize("path", SOME, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_question_and_answer_lose_nothing_that_a_case_expects(path, monkeypatch):
    def ask(words, question, seconds):
        asked = json.loads(question)
        assert "also" not in asked
        assert "expect" not in str([*asked, *map(list, asked["then"])])
        return judge.read_answer(json.dumps(run.answer(asked)).encode())

    monkeypatch.setattr(run, "ask", ask)
    result = run.run_case(tomllib.loads(path.read_text("utf-8")), ["us"])
    assert result.ok, result.differences
    assert not result.remarks


def test_a_position_that_is_asked_about_is_whole(monkeypatch):
    asked = []
    monkeypatch.setattr(
        run, "ask", lambda w, question, s: asked.append(json.loads(question)) or judge.Answer()
    )
    run.run_case(tomllib.loads(ONE.read_text("utf-8")), ["us"])
    [question] = asked
    of_question = CliRunner().invoke(cli, ["judge"], input=json.dumps(question))
    of_case = CliRunner().invoke(cli, ["judge", str(ONE)])
    assert json.loads(of_case.output) == json.loads(of_question.output)
    assert set(question["position"]["provinces"]) == {"Nagato", "Buzen"}
    assert len(question["whole"]["provinces"]) > 60
    assert question["whole"]["provinces"]["Nagato"] == {"owner": "blue", "bowman": 3}


def measure(program, *more, path=ONE):
    """Measure a program of Python; return the exit code and what is printed as JSON, or its end."""
    command = f'{sys.executable} -c "{program}"' if program else ""
    done = CliRunner().invoke(cli, ["case", str(path), "--judge", command, *more])
    assert not done.exception or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import time; time.sleep(60)", "it gave no answer within 0.5 seconds"),
        ("import os; os.fork() or os.fork(); __import__('time').sleep(60)", "within 0.5 seconds"),
        ("import os, sys; sys.stdout.close(); os.close(1); __import__('time').sleep(60)", "within"),
        ("raise SystemExit(3)", "it ended with 3"),
        ("import os; os.kill(os.getpid(), 9)", "it ended with -9"),
        ("import sys; sys.stdin.close()", "it did not answer as a judge does"),
        ("import os\nwhile 1: os.write(1, b'x' * 65536)", "more than 16,777,216 bytes"),
        ("print('{}')", "phases: expected 1, got 0"),
        ("print('{\\\"phases\\\": [{}]}')", "nothing of what is expected was answered"),
    ],
)  # fmt: skip
def test_a_bad_judge_fails_the_case_and_nothing_else(program, told):
    code, printed = measure(program, "--seconds", "0.5" if "sleep" in program else "20")
    assert told in printed
    assert printed.endswith("1 case, 1 failed.\n")
    assert code == 1


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"Yes!", "did not answer as a judge does"),
        (b"[]", "write a table of what belongs"),
        (b"[" * 100_000, "did not answer as a judge does"),
        (b'{"phases": ' + b"[" * 50 + b"]" * 50 + b"}", "nested deeper than 24"),
        (
            b'{"phases": [{"winner": 3}]}',
            r'phases\[0\].winner: write text in quotes, "…", or a list, such as \["one", "two"\]$',
        ),
        (b"9" * 6000, "did not answer as a judge does"),
        (b'{"phases": ' + b"9" * 30 + b"}", "larger than anything in a game"),
        (bytes([27, 255]) * 999, "did not answer as a judge does"),
    ],
)
def test_what_is_no_answer_is_told(answer, told):
    with pytest.raises(judge.JudgeError, match=told):
        judge.read_answer(answer)


@pytest.mark.parametrize("command", ["no-such-program", str(CASES), "'"])
def test_a_judge_that_cannot_be_run_ends_it_with_a_sentence(command):
    done = CliRunner().invoke(cli, ["case", str(ONE), "--judge", command])
    assert done.exit_code == 2
    assert "Error: " in done.output


SAYS = """
title = "x"
game = "samurai-swords"
position.provinces.Kai = { owner = "gray", spearman = 1 }
position.provinces.Suo = { owner = "pink", spearman = 1 }
position.round = 2
[expect]
events = [{ type = "Rested", n = 1 }]
findings = []
winner = ""
round = 2
"""


@pytest.mark.parametrize(
    ("said", "differences", "remarks"),
    [
        ('"events": [{"type": "Rested", "n": 1}], "findings": [], "winner": ""', [], []),
        ('"winner": null', [], ["findings", "events", "winner"]),
        ('"winner": ["pink"]', ['winner: expected "", got ["pink"]'], ["findings", "events"]),
        (
            '"events": [{"type": "Rested", "n": 2}]',
            ['events.1: expected {"type": "Rested", "n": 1}, nearest: Rested.n: expected 1, got 2'],
            ["findings", "winner"],
        ),
        (
            '"findings": [{"seat": "pink", "line": 1, "code": "odd"}]',
            ["findings: not expected: pink, line 1: error odd:"],
            ["events", "winner"],
        ),
        ('"problems": ["no dice"]', ["no dice"], ["findings", "events", "winner"]),
    ],
)  # fmt: skip
def test_only_what_a_judge_answers_is_compared(said, differences, remarks, monkeypatch):
    answer = judge.read_answer((PHASE % said).encode())
    monkeypatch.setattr(run, "ask", lambda *_: answer)
    result = run.run_case(tomllib.loads(SAYS), ["us"])
    assert list(result.differences) == differences
    assert [each.partition(":")[0] for each in result.remarks] == remarks


def test_what_is_left_out_of_a_later_phase_is_told_with_its_number():
    steps = read_case(tomllib.loads(f"{SAYS}[[then]]\nexpect.round = 3")).steps
    answer = judge.Answer((judge.JudgedPhase(position={}), judge.JudgedPhase()))
    told = [each.partition(":")[0] for each in judge.answer_remarks(steps, answer)]
    assert told == ["findings", "events", "winner", "then.1.position"]


def test_what_a_judge_skips_is_counted_apart():
    skip = 'print(\'{\\"skipped\\": \\"no Ikusa here\\"}\')'
    assert measure(skip) == (
        0,
        f"skip {title()}\n     no Ikusa here\n1 case, 0 failed, 1 skipped.\n",
    )
    code, printed = measure(skip, "--json")
    assert code == 0
    assert json.loads(printed) == [
        {"file": str(ONE), "ok": True, "title": title(), "differences": [], "remarks": [], "skipped": "no Ikusa here"}
    ]  # fmt: skip


def title():
    return tomllib.loads(ONE.read_text("utf-8"))["title"]


@pytest.mark.parametrize(
    "asked", ["", "[]", "{", '{"title": 3}', '{"title": "x", "game": "chess"}']
)
def test_a_question_that_is_none_ends_with_a_sentence(asked):
    done = CliRunner().invoke(cli, ["judge"], input=asked)
    assert done.exit_code == 2
    assert done.output.startswith("Error: ")
