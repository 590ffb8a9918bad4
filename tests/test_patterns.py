"""A pattern means the same under every Python that is promised.

Before 3.11.5 a group that is repeated possessively, ``(…)++``, goes on from a wrong place where an
iteration of it fails halfway or has to go back (CPython gh-100061, gh-106052). A class or a
character may be repeated so, and there are atomic groups.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sources import tree_of

TOP = Path(__file__).parents[1]
ROOMS = ("adjudicator", "benchmarks", "docs", "examples", "release", "tools")
POSSESSIVE_GROUP = re.compile(r"(?:(?<!\\)\)|\A)(?:[*+?]|\{\d*,?\d*\})\+")
"""A quantifier behind a group, or behind what is put in before this part of an f-string."""


def possessive_groups(tree: ast.AST) -> Iterator[str]:
    """Yield each part of a string in which a group is repeated possessively."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            if POSSESSIVE_GROUP.search(text):
                yield text


def test_no_pattern_repeats_a_group_possessively():
    found = {
        file.relative_to(TOP).as_posix(): parts
        for room in ROOMS
        for file in sorted((TOP / room).rglob("*.py"))
        if (parts := [*possessive_groups(tree_of(file))])
    }
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        r'r"(?:\S+ )++"',
        r'rb"(a|b)*+"',
        r'r"(?P<a>b){0,3}+"',
        'rf"(?: (?!{how})a){{0,3}}+"',
        'f"{group}?+"',
        'r"(?:a|" r"b)++"',
    ],
)
def test_a_group_that_is_repeated_possessively_is_found(source):
    assert [*possessive_groups(ast.parse(source))]


@pytest.mark.parametrize(
    "source",
    [r'r"\S++ [^)]*+ [(]?+ \)++"', 'r"(?:a+)+(?>(?:a|b)*)"', '"a++"', 'f"{local}+{token}"'],
)
def test_other_repetitions_are_left_alone(source):
    assert not [*possessive_groups(ast.parse(source))]
