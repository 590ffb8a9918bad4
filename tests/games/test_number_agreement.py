"""Numbers agree with their nouns: “1 province”, “2 provinces”, in every message of games and orders."""

import ast
import re
from pathlib import Path

from sources import tree_of

from adjudicator.wording.english import number_of

ROOM = Path(__file__).parents[2] / "adjudicator"
FILES = sorted([*(ROOM / "games").rglob("*.py"), *(ROOM / "orders").glob("*.py")])
NOUNS = (
    "alternatives|armies|attacks|battles|buildings|cards|castles|cases|characters|chests|"
    "conditions|cubes|farmers|groups|gunners|letters|lines|losses|markers|orders|officials|passes|"
    "phases|pieces|places|points|provinces|regions|rounds|seats|spaces|spearmen|statues|temples|"
    "tiles|units"
)
COUNTED = re.compile(rf"^ (?:\w+ )?(?:{NOUNS})\b|^ (?:are|were|have|remain)\b")
MANY = {"raw.too_long", "len(orders)", "most", "len(points)", "each.entrance"}
"""What is never 1 where it stands before a noun."""


def counted(tree):
    """Yield the expressions that stand before a plural noun or verb in formatted text."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr):
            continue
        for value, text in zip(node.values, node.values[1:], strict=False):
            if (
                isinstance(value, ast.FormattedValue)
                and isinstance(text, ast.Constant)
                and COUNTED.match(text.value)
            ):
                yield ast.unparse(value.value), text.value


def can_be_one(expression):
    """A constant in capitals is a number of the rules, and none of those before a noun is 1."""
    return not (expression.split(".")[-1].isupper() or expression in MANY)


def test_no_number_that_can_be_one_stands_before_a_plural():
    found = [(path, *pair) for path in FILES for pair in counted(tree_of(path))]
    assert [each for each in found if can_be_one(each[1]) and not is_name(each[1])] == []


def is_name(expression):
    """What is a province, a seat or a verb's object, not a number."""
    last = re.split(r"[.\[(]", expression)[-1].strip(")]'\"")
    names = {"title", "place", "source", "owner", "troop", "name", "seat", "active"}
    return last in names | {"what", "which"}


def test_a_number_of_things():
    assert [number_of(n, "army") for n in (1, 2)] == ["1 army", "2 armies"]
    assert number_of(0, "chest") == "0 chests"
