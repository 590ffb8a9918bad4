"""What helpers are asked to do can be done: the commands of CONTRIBUTING, CI, hooks and forms."""

import re
import shlex
import tomllib

import pytest
import yaml
from pages import TOP, blocks

MAKEFILE = (TOP / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([\w-]+):", MAKEFILE, re.MULTILINE))
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
TOOLS = {re.split(r"[^\w-]", need)[0] for need in PROJECT["optional-dependencies"]["dev"]}
TOOLS |= {*PROJECT["scripts"], "python"}
WORKFLOW = yaml.safe_load((TOP / ".github/workflows/test.yml").read_text("utf-8"))
FORMS = sorted((TOP / ".github/ISSUE_TEMPLATE").glob("[0-9]*.yml"))
FIELDS = {"textarea", "input", "dropdown", "checkboxes", "markdown"}


def check_command(line):
    """Assert that a line for the shell calls something that is there, on files that are there."""
    program, *words = shlex.split(line, comments=True)
    if program == "make":
        wanted = [word for word in words if "=" not in word]
        assert wanted, line
        assert set(wanted) <= TARGETS, line
        settings = [word.partition("=")[0] for word in words if "=" in word]
        assert all(f"$({name})" in MAKEFILE for name in settings), line
        return
    if program == "python":
        assert words[:1] == ["-m"], line
        program, *words = words[1:]
        assert program in TOOLS | {"pip"}, line
    else:
        assert program.removeprefix(".venv/bin/") in TOOLS, line
    for word in words:
        if word.startswith(("tests", "docs")) or word.endswith(".txt"):
            assert (TOP / word).exists(), line


def steps():
    return [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]


def test_the_commands_of_contributing_exist():
    lines = [
        line
        for block in blocks(TOP / "CONTRIBUTING.md")
        if block.words == ("sh",)
        for line in block.text.splitlines()
    ]
    assert "make setup" in lines[0]
    for line in lines:
        check_command(line)


@pytest.mark.parametrize(
    "line",
    [
        "make nothing",
        "make",
        "make test NOTHING=1",
        "nothing x",
        "python x",
        "pytest tests/nothing",
    ],
)
def test_a_command_that_does_not_exist_is_found(line):
    with pytest.raises(AssertionError):
        check_command(line)


def test_ci_runs_on_every_python_and_every_system():
    runs = set()
    for job in WORKFLOW["jobs"].values():
        matrix = job["strategy"]["matrix"]
        runs |= {(system, python) for system in matrix["os"] for python in matrix["python"]}
        runs |= {(more["os"], more["python"]) for more in matrix.get("include", ())}
    linux = {("ubuntu-latest", f"3.{minor}") for minor in range(11, 15)}
    assert runs == linux | {("macos-latest", "3.12"), ("windows-latest", "3.12")}
    assert PROJECT["requires-python"] == ">=3.11"


def test_ci_runs_commands_that_exist():
    commands = [line for step in steps() for line in step.get("run", "").splitlines()]
    assert "make test PYTHON=python" in commands
    for line in commands:
        check_command(line)
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", s["uses"]) for s in steps() if "uses" in s)


def test_ci_may_only_read_and_ends():
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert all(job["timeout-minutes"] <= 30 for job in WORKFLOW["jobs"].values())


def test_hooks_are_the_tools_of_make_test():
    text = (TOP / ".pre-commit-config.yaml").read_text("utf-8")
    hooks = [hook for repo in yaml.safe_load(text)["repos"] for hook in repo["hooks"]]
    assert [hook["id"] for hook in hooks] == ["ruff", "ruff-format", "mypy"]
    for hook in hooks:
        check_command(hook["entry"])
        assert hook["language"] == "system"


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_issue_forms_have_the_shape_that_is_asked_for(path):
    form = yaml.safe_load(path.read_text("utf-8"))
    assert {"name", "description", "title", "labels", "body"} == set(form)
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in fields} <= FIELDS
    names = [field["id"] for field in fields]
    assert len(names) == len(set(names))
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_the_first_issue_form_asks_for_a_rule_case():
    case = yaml.safe_load(FORMS[0].read_text("utf-8"))["body"][0]["attributes"]
    blank = tomllib.loads(case["value"])
    assert {"title", "game", "cites", "position", "orders", "chance", "expect"} == set(blank)
