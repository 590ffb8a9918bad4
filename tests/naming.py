"""The names in the code, held against the words of ``docs/architecture.md``.

    python tests/naming.py    print the names that offend

What acts is called by a verb, what only answers by a noun. Nothing is called by a participle
(``told``, ``left_over``, ``asked_to_move``), which says neither. A question that is answered with
yes or no may be an adjective (``free``); with a participle it is a sentence: ``is_hidden``.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).parents[1]


def _split(text: str) -> frozenset[str]:
    return frozenset(text.split())


MAIL_ROOMS = ("campaign", "post", "cli")
"""Where ``owner`` could only be a campaign; elsewhere provinces have owners."""

AT_MOST_ONCE = frozenset({"listed", "clean", "plain", "slug", "fold"})
"""Functions that had two to six meanings; one may keep the name."""

OTHER_WORDS = {
    "choices": "legal_orders",
    "offers": "legal_orders",
    "options": "legal_orders (or read_options, if settings are meant)",
    "gaps": "defaults",
}
"""Functions and modules that have a word in the glossary already. The command ``options`` stays."""

SPELT = {"game master": "gm"}
"""Words of the glossary that the code spells otherwise."""

SMALL_WORDS = _split(
    "about above after against apart as aside at away back before below beside by down for from in"
    " into of off on out over through to together under up when where with within without"
)
"""A name's grammar is over before these: ``asked_to_move`` is ``asked``."""

VERBS = _split("answer assume be find has have is mark may paste place read was why write")
"""A participle after these is part of a sentence (``mark_sent``, ``is_hidden``)."""

NO_PARTICIPLES = _split("bed exceed feed need proceed red seed shed speed succeed")

PARTICIPLES = _split(
    "become been begun bent born bought bound bred broken brought built caught chosen dealt done"
    " drawn driven fallen fed felt forbidden forgotten fought found frozen given gone grown had"
    " heard held hidden hung kept known laid led left lent lit lost made meant met paid ridden"
    " risen said seen sent shaken shot shown sold sought spelt spent spoken spun stolen stood"
    " struck stuck sunk swept sworn taken taught thought thrown told torn understood woken won"
    " worn wound woven written"
    " choosing coming entering following laying leaving living lying missing revolting waiting"
)
"""Those that do not end in -ed; without those spelt as their verb (cut, put, read, set, split)."""


class Name(NamedTuple):
    """A name that offends: the room it is in, the name, and what is wrong with it."""

    room: str
    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.room}: {self.name}: {self.why}"


def is_participle(name: str) -> bool:
    """Whether a function's name comes down to a participle."""
    words = name.strip("_").split("_")
    if words[0] in VERBS:
        return False
    ends = (place for place, word in enumerate(words) if place and word in SMALL_WORDS)
    last = words[next(ends, len(words)) - 1]
    regular = last.endswith("ed") and last not in NO_PARTICIPLES
    return regular or last in PARTICIPLES or last.removeprefix("un") in PARTICIPLES


def offences(package: Path, glossary: frozenset[str]) -> Iterator[Name]:
    """Yield all names of a package that offend, some more than once."""
    names = _Names()
    for file in sorted(package.rglob("*.py")):
        path = file.relative_to(package)
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        for name, why in _in_module(path, nodes):
            yield Name(room(path), name, why)
        names.add(path, nodes)
    yield from _in_package(names, glossary)


class _Names:
    """What a package calls things, without its code."""

    def __init__(self) -> None:
        self.functions = defaultdict[str, list[str]](list)
        """By name the rooms where functions are called so; so are classes."""
        self.classes = defaultdict[str, list[str]](list)
        self.bases: dict[str, list[str]] = {}
        """By the name of a class."""
        self.all: set[str] = set()

    def add(self, path: Path, nodes: list[ast.AST]) -> None:
        """Add the names of a module."""
        self.all.update(path.with_suffix("").parts, _identifiers(nodes))
        for node in nodes:
            if isinstance(node, ast.FunctionDef):
                self.functions[node.name.strip("_")].append(room(path))
            elif isinstance(node, ast.ClassDef):
                self.classes[node.name].append(room(path))
                self.bases[node.name] = [ast.unparse(base).split(".")[-1] for base in node.bases]


def room(path: Path) -> str:
    """The folder that a module is in; each game is a room of its own."""
    folders = path.parts[:-1]
    return "/".join(folders[: 2 if folders[:1] == ("games",) else 1]) or "adjudicator"


def _in_module(path: Path, nodes: list[ast.AST]) -> Iterator[tuple[str, str]]:
    if path.stem in OTHER_WORDS and path.parts[0] != "cli":
        yield path.name, f"say {OTHER_WORDS[path.stem]}"
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _in_function(path, node)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and _says_nothing(node):
            name = path.name if isinstance(node, ast.Module) else node.name
            yield name, "a docstring that says nothing"
        if path.parts[0] in MAIL_ROOMS and "owner" in _introduces(node):
            yield "owner", "say campaign"


def _in_function(
    path: Path, node: ast.FunctionDef | ast.AsyncFunctionDef
) -> Iterator[tuple[str, str]]:
    word = node.name.strip("_")
    if is_participle(node.name):
        yield node.name, "a participle"
    if word in OTHER_WORDS:
        yield node.name, f"say {OTHER_WORDS[word]}"
    if path.parts[0] == "post" and re.search(r"(^|_)commands?(_|$)", word):
        yield node.name, "say request"
    for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        kinds = ast.unparse(each.annotation).strip("'").split(" | ") if each.annotation else []
        named = each.arg.endswith("campaign") or each.arg in ("before", "after", "owner")
        if {"Campaign", "records.Campaign"} & set(kinds) and not named:
            yield f"{node.name}({each.arg})", "say campaign"


def _introduces(node: ast.AST) -> list[str]:
    """The names of variables, fields, parameters and functions that a node brings in."""
    match node:
        case ast.arg(arg=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return [name]
    return []


def _says_nothing(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> bool:
    text = ast.get_docstring(node)
    return text is not None and not re.search(r"\w\W+\w", text)


def _in_package(names: _Names, glossary: frozenset[str]) -> Iterator[Name]:
    functions, classes = names.functions, names.classes
    for word in AT_MOST_ONCE:
        if len(functions[word]) > 1:
            yield from (Name(place, word, "more than one meaning") for place in functions[word])
    for name, rooms in classes.items():
        shared = [place for place in rooms if place in ("games", "games/engine")]
        shared += [place for place in rooms if not place.startswith("games")]
        if _spelt(name) in glossary and len(shared) > 1:
            yield from (Name(place, name, "more than one meaning") for place in shared)
        if name.startswith("_") and name[1:] in classes:
            yield from (Name(place, name, "a public class is called so") for place in rooms)
        if _is_error(name, names.bases) and not name.endswith("Error"):
            yield from (Name(place, name, "an error ends in Error") for place in rooms)

    spelt = "\n".join(map(_spelt, names.all))
    for word in glossary:
        if not re.search(rf"\b{SPELT.get(word, word)}s?\b", spelt):
            yield Name("docs", word, "in the glossary and not in the code")


def _identifiers(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield every name in a module, as often as it stands there."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name


def _spelt(name: str) -> str:
    """Return a name as the glossary spells it: ``LegalOrders`` and ``legal_orders`` alike."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).strip().lower()


def _is_error(name: str, bases: dict[str, list[str]]) -> bool:
    if name in bases:
        return any(_is_error(base, bases) for base in bases[name] if base != name)
    return name.endswith(("Error", "Exception", "Warning")) or name == "KeyboardInterrupt"


def glossary() -> list[str]:
    """The words of the table in ``docs/architecture.md``, in order."""
    page = (TOP / "docs" / "architecture.md").read_text("utf-8")
    words = page.split("\n## Words\n")[1].split("\n## ")[0]
    return re.findall(r"^\| ([a-z][a-z ]*?) \|", words, re.MULTILINE)[1:]


def offending() -> list[str]:
    """Return the names of this package that offend, each once, in order."""
    return sorted({str(each) for each in offences(TOP / "adjudicator", frozenset(glossary()))})


if __name__ == "__main__":
    print("\n".join(offending()))
