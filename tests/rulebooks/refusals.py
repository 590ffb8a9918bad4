"""The codes of all that can be said against orders: in the program, and in the cases."""

import ast
from collections.abc import Iterator
from pathlib import Path

from rulebook import CaseFile

TOP = Path(__file__).parents[2]
ROOMS = {
    "samurai-swords": ("samurai_swords", "ikusa", "engine"),
    "gekokujo": ("gekokujo", "engine"),
    "shogun": ("shogun", "engine"),
}
"""The folders of ``adjudicator/games`` in which a game's rules are."""

_SAYS = {
    "refuse": 0,
    "error": 0,
    "warning": 0,
    "note": 0,
    "Finding": 1,
    "Fate": 1,
    "MisreadError": 0,
}
"""What makes a problem or a finding, and the place of its code among the arguments."""


def codes_of(game: str) -> dict[str, set[str]]:
    """Return the codes that a game's rules may give, each with the modules that give it."""
    found: dict[str, set[str]] = {}
    for room in ROOMS[game]:
        for path in sorted((TOP / "adjudicator" / "games" / room).rglob("*.py")):
            for code in _codes(ast.parse(path.read_text("utf-8"))):
                found.setdefault(code.partition(".")[0], set()).add(f"{room}/{path.name}")
    return found


def _codes(tree: ast.Module) -> Iterator[str]:
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = _SAYS.get(name)
            if place is None or len(node.args) <= place:
                continue
            code = node.args[place]
            if isinstance(code, ast.Constant):
                yield str(code.value)
            elif isinstance(code, ast.Name) and code.id in constants:
                yield str(constants[code.id])


def expected_findings(case: CaseFile) -> Iterator[dict[str, object]]:
    """Return the findings that a case expects, in all its phases."""
    for step in (case.table, *case.table.get("then", ())):
        yield from step.get("expect", {}).get("findings", ())


def told_codes(case: CaseFile) -> Iterator[str]:
    """Return the codes with which a case expects lines to be answered after a phase."""
    for step in (case.table, *case.table.get("then", ())):
        for event in step.get("expect", {}).get("events", ()):
            if event["type"] == "Ordered":
                yield str(event.get("code", ""))
