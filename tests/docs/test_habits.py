"""What helpers are asked to do can be done: the commands of CONTRIBUTING, hooks and forms."""

import tomllib

import pytest
import yaml
from commands import check_command
from pages import TOP, blocks

FORMS = sorted((TOP / ".github/ISSUE_TEMPLATE").glob("[0-9]*.yml"))
FIELDS = {"textarea", "input", "dropdown", "checkboxes", "markdown"}


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
        "python release/nothing.py",
        "release/nothing.sh",
        "pytest tests/nothing",
    ],
)
def test_a_command_that_does_not_exist_is_found(line):
    with pytest.raises(AssertionError):
        check_command(line)


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
