"""The names in the code, held against the glossaries of ``docs/architecture.md``.

    python tests/naming.py    print the names that offend

What acts is called by a verb, what only answers by a noun. Nothing is called by a participle
(``told``, ``left_over``), which says neither; a question that is answered with yes or no is a
sentence: ``is_hidden``. A parameter has the name of what it is, not of where it stands.
"""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from sources import tree_of

TOP = Path(__file__).parents[1]


def _split(text: str) -> frozenset[str]:
    return frozenset(text.split())


VAGUE = _split("at found there said")
"""Parameters that could be anything."""

SMALL_WORDS = _split(
    "about above after against apart as aside at away back before below beside by down for from in"
    " into of off on out over through to together under up when where with within without"
)
"""A name's grammar is over before these: ``asked_to_move`` is ``asked``."""

VERBS = _split("answer assume be find have has is mark may paste place read was why write")
"""A participle after these is part of a sentence: ``mark_sent``, ``is_hidden``."""

NO_PARTICIPLES = _split("bed deed exceed feed need proceed red seed shed speed succeed")

PARTICIPLES = _split(
    "become been begun bent born bought bound broken brought built caught chosen dealt done drawn"
    " driven fallen fed felt forbidden forgotten fought found frozen given gone grown heard held"
    " hidden hung kept known laid led left lent lost made meant met paid said seen sent shown sold"
    " sought spent spoken stolen stood struck sworn taken taught thought thrown told torn"
    " understood unsaid won worn written choosing coming entering following leaving living lying"
    " missing waiting"
)
"""Those that do not end in -ed; without those spelt as their verb (cut, put, read, set, split)."""


def is_participle(name: str) -> bool:
    """Whether a function's name comes down to a participle."""
    words = name.strip("_").split("_")
    if words[0] in VERBS:
        return False
    ends = (place for place, word in enumerate(words) if place and word in SMALL_WORDS)
    last = words[next(ends, len(words)) - 1]
    return last in PARTICIPLES or (last.endswith("ed") and last not in NO_PARTICIPLES)


def offences(package: Path, words: list[str]) -> Iterator[str]:
    """Yield what offends in a package, and the words of a glossary that its code does not use."""
    trees = {
        file.relative_to(package).as_posix(): tree_of(file)
        for file in sorted(package.rglob("*.py"))
    }
    nodes = {place: list(_statements(tree)) for place, tree in trees.items()}
    bases = {
        node.name: [ast.unparse(base).split(".")[-1] for base in node.bases]
        for inside in nodes.values()
        for node in inside
        if isinstance(node, ast.ClassDef)
    }
    names = {part for place in nodes for part in Path(place).with_suffix("").parts}
    for place, inside in nodes.items():
        for node in inside:
            names.update(_names_of(node))
            for why in _offences_of(node, bases):
                yield f"{place}: {why}"
    spelt = "\n".join(map(_spell, names))
    for word in words:
        if not re.search(rf"\b{word}s?\b", spelt):
            yield f"docs/architecture.md: {word}: in a glossary and not in the code"


def _offences_of(node: ast.AST, bases: dict[str, list[str]]) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name, args=args) | ast.AsyncFunctionDef(name=name, args=args):
            if is_participle(name):
                yield f"{name}: a participle"
            for each in (*args.posonlyargs, *args.args, *args.kwonlyargs):
                if each.arg in VAGUE:
                    yield f"{name}({each.arg}): say what it is"
        case ast.ClassDef(name=name) if _is_error(name, bases) and not name.endswith("Error"):
            yield f"{name}: an error ends in Error"
    if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
        text = ast.get_docstring(node)
        if text is not None and not re.search(r"\w\W+\w", text):
            yield f"{getattr(node, 'name', 'module')}: a docstring that says nothing"


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """A tree's statements, however deep, without what stands in them."""
    yield node
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(node, field, ()):
            yield from _statements(each)


def _names_of(node: ast.AST) -> list[str]:
    """What a statement gives a name to."""
    match node:
        case ast.FunctionDef(name=name, args=args):
            return [name, *(each.arg for each in (*args.args, *args.kwonlyargs))]
        case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [each.id for each in targets if isinstance(each, ast.Name)]
    return []


def _spell(name: str) -> str:
    """Return a name as a glossary spells it: ``LegalOrders`` and ``legal_orders`` alike."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).strip().lower()


def _is_error(name: str, bases: dict[str, list[str]]) -> bool:
    if name in bases:
        return any(_is_error(base, bases) for base in bases[name] if base != name)
    return name.endswith(("Error", "Exception", "Warning")) or name == "KeyboardInterrupt"


def glossaries() -> list[list[str]]:
    """The words of each table under “Words” in ``docs/architecture.md``, in order."""
    page = (TOP / "docs" / "architecture.md").read_text("utf-8")
    section = page.split("\n## Words\n")[1].split("\n## ")[0]
    tables = re.split(r"^\| word .*$", section, flags=re.MULTILINE)[1:]
    return [re.findall(r"^\| ([a-z][a-z ]*?) \|", table, re.MULTILINE) for table in tables]


def offending() -> list[str]:
    """Return what offends in this package, each once, in order."""
    return sorted(set(offences(TOP / "adjudicator", [*chain(*glossaries())])))


if __name__ == "__main__":
    print("\n".join(offending()))
