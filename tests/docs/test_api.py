"""docs/api.md says what is public; nothing of it changes without somebody who means it."""

import ast
import inspect
from importlib import import_module

import msgspec
import pytest
from pages import TOP, blocks

PAGE = TOP / "docs" / "api.md"
PROMISED = {
    block.words[1]: block.text.splitlines()
    for block in blocks(PAGE)
    if len(block.words) == 2 and block.words[1].startswith("adjudicator.")
}
TELL = (
    "This is public. Who has written a game, a judge or a script counts on it: change it so that "
    "what was there stays, or say in the changelog what to do; then write it into docs/api.md:\n"
)


def signature(thing):
    """Return how a thing is called, by names alone; an optional one has “=”."""
    if isinstance(thing, type) and issubclass(thing, msgspec.Struct):
        optional = dict(
            zip(
                reversed(thing.__struct_fields__), reversed(thing.__struct_defaults__), strict=False
            )
        )
        shown = [
            each if optional.get(each, msgspec.NODEFAULT) is msgspec.NODEFAULT else f"{each}="
            for each in thing.__struct_fields__
        ]
        return f"({', '.join(shown)})"
    try:
        parameters = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return ""
    shown = [
        each.name if each.default is each.empty else f"{each.name}="
        for each in parameters
        if each.name not in ("self", "cls") and each.kind.name[:4] != "VAR_"
    ]
    return f"({', '.join(shown)})"


NAMES = {
    block.words[1]: block.text.split()
    for block in blocks(PAGE)
    if len(block.words) == 3 and block.words[2] == "names"
}


def lines_of(module, name):
    """Yield the lines that tell of a public name: its call, and the public methods of a protocol."""
    thing = getattr(import_module(module), name)
    is_class = inspect.isclass(thing)
    yield name + (signature(thing) if callable(thing) and not is_protocol(thing) else "")
    for inner in members(thing) if is_class else ():
        value = inspect.getattr_static(thing, inner, None)
        call = getattr(value, "__func__", value)
        yield f"    {inner}{signature(call) if inspect.isfunction(call) else ''}"


def is_protocol(thing):
    return getattr(thing, "_is_protocol", False)


def members(thing):
    """Return what a class states that a game overrides, asks or calls."""
    fields = set(thing.__struct_fields__) if issubclass(thing, msgspec.Struct) else set()
    ours = [each for each in reversed(thing.__mro__) if each.__module__.startswith("adjudicator.")]
    stated = [name for each in ours for name in (*inspect.get_annotations(each), *vars(each))]
    names = (each for each in dict.fromkeys(stated) if each[0] != "_" and each not in fields)
    return [each for each in names if each not in ("from_bytes", "to_bytes")]


@pytest.mark.parametrize("module", PROMISED)
def test_public_names_are_called_as_the_page_says(module):
    names = [line for line in PROMISED[module] if line and not line.startswith(" ")]
    wanted = [line for name in names for line in lines_of(module, name.partition("(")[0])]
    assert PROMISED[module] == wanted, TELL + "\n".join(wanted)


def test_what_games_of_other_packages_import_is_public():
    known = {
        (module, line.partition("(")[0])
        for module, lines in PROMISED.items()
        for line in lines
        if not line.startswith(" ")
    }
    known |= {(module, name) for module, names in NAMES.items() for name in names}
    assert all(hasattr(import_module(module), name) for module, name in known), known
    used = {
        (node.module, name.name)
        for path in (TOP / "examples").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("adjudicator.")
        for name in node.names
    }
    assert len(used) > 50
    assert used - known == set()
