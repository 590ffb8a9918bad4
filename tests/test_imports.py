"""Imports stand where tools see them: no circles, no module of ours that is named by a string."""

import ast
import runpy
import subprocess
import sys
from pathlib import Path

import grimp
import pytest
from sources import tree_of

TOP = Path(__file__).parents[1]
BY_NAME = {"games/registry.py", "cli/main.py"}
"""Who imports by a name that is known only when the program runs: games of other packages, and the
command that was typed."""
CHANGE = "adjudicator.campaign.kernel.change"


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph("adjudicator", cache_dir=None)


def find_circles(graph):
    """Return modules that import each other, by way of others too (Tarjan)."""
    number, lowest, stack, circles = {}, {}, [], []

    def visit(module):
        number[module] = lowest[module] = len(number)
        stack.append(module)
        for other in graph.find_modules_directly_imported_by(module):
            if other not in number:
                visit(other)
            if other in stack:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == number[module]:
            place = stack.index(module)
            circles.append(sorted(stack[place:]))
            del stack[place:]

    for module in sorted(graph.modules):
        if module not in number:
            visit(module)
    return [each for each in circles if len(each) > 1]


def test_no_modules_import_each_other(graph):
    assert find_circles(graph) == []


def test_a_circle_is_found():
    graph = grimp.ImportGraph()
    for importer, imported in (("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")):
        graph.add_import(importer=importer, imported=imported)
    assert find_circles(graph) == [["a", "b", "c"]]


def test_modules_of_ours_are_imported_by_name_only_where_nobody_can_know_them():
    importing = set()
    for path in (TOP / "adjudicator").rglob("*.py"):
        names = {
            each.id if isinstance(each, ast.Name) else each.attr
            for each in ast.walk(tree_of(path))
            if isinstance(each, ast.Name | ast.Attribute)
        }
        if names & {"import_module", "__import__", "load_module", "exec_module", "run_module"}:
            importing.add(str(path.relative_to(TOP / "adjudicator")))
    assert importing == BY_NAME


def test_whoever_changes_a_campaign_knows_all_kinds_of_deadlines():
    """Above the phases ``commit`` is taken from them: whoever has it has loaded all that is due."""
    rooms = {
        path.relative_to(TOP / "adjudicator").parent.as_posix()
        for path in (TOP / "adjudicator").rglob("*.py")
        for each in ast.walk(tree_of(path))
        if isinstance(each, ast.ImportFrom) and each.module == CHANGE
        if "commit" in {alias.name for alias in each.names}
    }
    assert rooms == {"campaign/orders", "campaign/phases"}


def test_playing_from_files_and_the_order_desk_load_no_campaign_that_is_kept():
    code = "import sys, adjudicator.by_files.phase, adjudicator.by_files.folder, "
    code += "adjudicator.desk.judge; print('adjudicator.campaign.phases' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


@pytest.mark.parametrize("folder", ["docs", "release"])
def test_scripts_that_people_alone_run_find_what_they_import(folder, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(TOP / folder), *sys.path])
    for path in (TOP / folder).glob("*.py"):
        assert runpy.run_path(str(path), run_name="imported")["main"], path
