"""The order reader knows no game: no word of it is the name of a game's unit."""

import re
from pathlib import Path

import adjudicator.orders
from adjudicator.games import registry
from adjudicator.orders.language.names import name_key
from adjudicator.wording.english import plural

ROOM = Path(adjudicator.orders.__file__).parent


def units():
    """Return the names of the units of all shipped games, as they are compared."""
    found = set()
    for name in registry.SHIPPED:
        for language, _ in registry.find(name).languages({}):
            if "unit" in language.names:
                found |= set(language.names["unit"].all)
    return {name_key(word) for unit in found for word in (unit, plural(unit))}


def test_the_order_reader_knows_no_unit_of_a_game():
    words = units()
    assert {"spearman", "gunners", "ronin"} <= words
    known = {
        path.name: words & {name_key(word) for word in re.findall(r"\w+", path.read_text("utf-8"))}
        for path in ROOM.rglob("*.py")
    }
    assert {name: found for name, found in known.items() if found} == {}
