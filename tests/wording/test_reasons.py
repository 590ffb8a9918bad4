"""Each reason that is given somewhere has words, and all words belong to a reason that is given."""

import ast
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from packages import installed
from sources import tree_of

import adjudicator
from adjudicator.games.contract import GameError
from adjudicator.wording import FOLDER, Reason, ReasonedError, in_words, words


def trees_of(package):
    """Return the modules of a package, each as its tree."""
    folder = Path(package.__file__).parent
    names = {
        ".".join((folder.name, *file.relative_to(folder).with_suffix("").parts)): file
        for file in sorted(folder.rglob("*.py"))
    }
    return {name.removesuffix(".__init__"): tree_of(file) for name, file in names.items()}


def literals_in(trees):
    """Return all texts that stand in some modules."""
    nodes = (node for tree in trees.values() for node in ast.walk(tree))
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {value for value in values if isinstance(value, str)}


class Given(NamedTuple):
    """A reason that a line of the program gives; no ``facts`` if the line does not name them."""

    room: str
    code: str
    facts: frozenset[str] | None
    where: str


class Sample(str):
    """A fact of any kind: a text, a list of texts, a number."""

    __slots__ = ()

    def __lt__(self, other):
        return False

    def __gt__(self, other):
        return True

    def __format__(self, form):
        return str(self)


def room_of(maker):
    """Return the room for which something makes reasons or raises errors, ``""`` if it does not."""
    if isinstance(maker, type):
        return maker.room if issubclass(maker, ReasonedError) else ""
    if getattr(maker, "__qualname__", "").startswith("reasons_of."):
        return maker("").room
    return getattr(getattr(maker, "__self__", None), "_room", "")


def resolve(module, node):
    """Return the thing of a module that an expression names, None if it names none."""
    if isinstance(node, ast.Name):
        return getattr(module, node.id, None)
    if isinstance(node, ast.Attribute):
        return getattr(resolve(module, node.value), node.attr, None)
    return None


def codes_in(module, node):
    """Return the codes that an expression can be, as far as it spells them."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return codes_in(module, node.body) + codes_in(module, node.orelse)
    named = resolve(module, node)
    return [named] if isinstance(named, str) else []


def reasons_in(name, tree):
    """Yield the reasons that a module gives."""
    module = import_module(name)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        maker = resolve(module, node.func)
        where = f"{name}:{node.lineno}"
        if maker is Reason and len(node.args) > 1:
            [room] = codes_in(module, node.args[0]) or [""]
            given = node.args[2] if len(node.args) > 2 else ast.Dict([], [])
            is_spelt = isinstance(given, ast.Dict) and all(given.keys)
            facts = frozenset(key.value for key in given.keys) if is_spelt else None
            for code in codes_in(module, node.args[1]) if room else ():
                yield Given(room, code, facts, where)
        elif room := room_of(maker):
            at = 1 if getattr(maker, "__name__", "") == "reword" else 0
            facts = frozenset(each.arg for each in node.keywords if each.arg != "fix")
            if None in {each.arg for each in node.keywords}:
                facts = None
            elif at:
                facts |= {"why"}
            for code in codes_in(module, node.args[at]) if len(node.args) > at else ():
                yield Given(room, code, facts, where)


def find_reasons(trees):
    """Return the reasons that modules give, each once."""
    return {reason for name, tree in trees.items() for reason in reasons_in(name, tree)}


def blocks_of(room):
    """Return the names of the words of a room."""
    package, _, file = room.rpartition(":")
    return words._environment(package).get_template(f"{file}.j2").blocks


def without_words(reasons):
    """Yield the reasons that cannot be put into words."""
    for each in sorted(reasons, key=str):
        if each.code.translate(words._IN_NAMES) not in blocks_of(each.room):
            yield f"{each.where}: {each.code} has no words"
        elif each.facts is not None:
            try:
                assert str(Reason(each.room, each.code, dict.fromkeys(each.facts, Sample("Kai"))))
            except Exception as error:
                yield f"{each.where}: {each.code}: {error}"


def without_reasons(room, reasons, literals):
    """Return the words of a room that belong to no reason."""
    spelt = {each.code for each in reasons if each.room == room} | literals
    return sorted(set(blocks_of(room)) - {code.translate(words._IN_NAMES) for code in spelt})


@pytest.fixture(scope="module")
def ours():
    """The reasons that the program gives, and all texts that stand in its modules."""
    trees = trees_of(adjudicator)
    return find_reasons(trees), literals_in(trees)


ROOMS = sorted(file.stem for file in (FOLDER / "reasons").glob("*.j2"))


@pytest.mark.parametrize("room", ROOMS)
def test_every_reason_has_words_that_speak_of_the_facts_that_it_gives(ours, room):
    reasons, _ = ours
    wordless = list(without_words(each for each in reasons if each.room == room))
    assert not wordless, "\n".join(wordless)


@pytest.mark.parametrize("room", ROOMS)
def test_no_words_are_left_that_no_reason_has(ours, room):
    assert without_reasons(room, *ours) == []


def test_each_room_that_gives_reasons_has_a_file_of_words(ours):
    reasons, _ = ours
    assert {each.room for each in reasons} == set(ROOMS)


def test_reasons_of_a_game_of_another_package_are_held_to_the_same(tmp_path):
    with installed("diplomacy", "diplomacy_game", tmp_path):
        trees = trees_of(import_module("diplomacy_game"))
        reasons = {each for each in find_reasons(trees) if each.room.startswith("diplomacy_game")}
        assert len(reasons) > 20
        assert not list(without_words(reasons))
        room = "diplomacy_game:reasons"
        assert without_reasons(room, reasons, literals_in(trees)) == []
        words._environment.cache_clear()


def test_a_missing_fact_is_an_error_of_the_program():
    with pytest.raises(Exception, match="undefined"):
        str(Reason("orders", "not-a-number"))


def test_what_has_no_words_is_told_as_it_is():
    assert str(GameError("There is no such village.")) == "There is no such village."
    assert str(in_words("too-far", "Nobody sails so far.")) == "Nobody sails so far."


def test_what_somebody_wrote_commands_no_terminal_by_a_reason():
    said = str(Reason("orders", "not-a-number", {"text": "3\x1b[31m\u202e4"}))
    assert said.isprintable()
    assert "3" in said
