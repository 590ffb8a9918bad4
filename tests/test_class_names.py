"""A class name means one thing in the whole house.

Games are apart from each other: no game imports another, and what is the same thing in several of
them has the same name in each (``Build``, ``Fought``).
"""

import ast
from collections import defaultdict
from pathlib import Path

from sources import tree_of

TOP = Path(__file__).parents[1] / "adjudicator"
GAMES = ("gekokujo", "ikusa", "samurai_swords", "shogun")


def game_of(path):
    """Return the game whose folder a file is in; none: the file itself."""
    parts = path.relative_to(TOP).parts
    return parts[1] if parts[0] == "games" and parts[1] in GAMES else ""


def test_a_class_name_stands_once():
    places = defaultdict(list)
    for path in sorted(TOP.rglob("*.py")):
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    assert len(places) > 700
    several = set()
    for name, paths in places.items():
        games = [game_of(path) for path in paths]
        if len(paths) > 1 and ("" in games or len({*games}) < len(games)):
            several.add(name)
    assert several == set()
