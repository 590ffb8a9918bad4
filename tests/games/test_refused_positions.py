"""Tables of rule cases that make no position: what is given is never put right in silence."""

import pytest

from adjudicator.games.contract import GameError
from adjudicator.games.registry import find

SEATS = {"Oda": {"koku": 3}, "Mori": {"koku": 3}}
GEKOKUJO = {"phase": "reinforce", "turn_order": ["Oda", "Mori"], "seats": SEATS}
DRAFT = {"phase": "draft", "lots": ["gold", "pine", "plum"]}
BLUE = {"seats": {"blue": {}}}
OPEN = {"phase": "draft", "cards": ["Omi", "Settsu"]}
REFUSED = [
    ("gekokujo", {"provinces": {"Atlantis": {}}}, {}, "no province"),
    ("gekokujo", {"seats": {"Oda": {"clan": "Taira"}}}, {}, "clan"),
    ("gekokujo", {"seats": {"Oda": {"koku": -1}}}, {}, "koku"),
    ("gekokujo", {"seats": {"Oda": {"master": "Nobody"}}}, {}, "does not play"),
    ("gekokujo", {"provinces": {"Mino": {"units": {"Oda": {"dragon": 1}}}}}, {}, "units in Mino"),
    ("gekokujo", {"provinces": {"Mino": {"units": {"Oda": {"ronin": 1}}}}}, {}, "units in Mino"),
    ("gekokujo", {"provinces": {"Mino": {"owner": "Oda", "fortified": True}}}, {}, "no castle"),
    ("gekokujo", {**GEKOKUJO, "ninja": {"mission": "tea"}}, {}, "mission"),
    ("gekokujo", {**GEKOKUJO, "ninja": {"mission": "sabotage", "place": "X"}}, {}, "not on the"),
    ("gekokujo", {"seats": SEATS, "turn_order": ["Oda"]}, {}, "every seat"),
    ("gekokujo", {**DRAFT, "seats": {"gold": {}, "pine": {}, "plum": {"out": True}}}, {}, "begins"),
    ("gekokujo", {"seats": []}, {}, "Expected a table, got a list"),
    ("gekokujo", {**GEKOKUJO, "turn_order": 7}, {}, "does not fit"),
    ("gekokujo", {**GEKOKUJO, "phase": "campaign", "turn_order": []}, {}, "every seat"),
    ("gekokujo", {**GEKOKUJO, "turn_order": ["Oda", "Mori", ""]}, {}, "nobody"),
    ("gekokujo", {**GEKOKUJO, "seats": {"Oda": {"allies": [""]}, "Mori": {}}}, {}, "nobody"),
    ("gekokujo", {"provinces": {"Kai": {"units": {"Oda": {"bushi": 10**9}}}}}, {}, "more than 69"),
    ("shogun", {"provinces": {"Edo": {}}}, {}, "no province Edo"),
    ("shogun", {"provinces": {"Kai": {"castle": True}, "Aki": {"owner": "blue"}}}, {}, "neutral"),
    ("shogun", {"provinces": {"Kai": {"owner": "blue", "armies": "x"}}}, {}, "does not fit"),
    ("shogun", {**BLUE, "events": ["flood"]}, {}, "event card"),
    ("shogun", {"provinces": {"Kai": {"owner": "mine"}}}, {}, "something else"),
    ("shogun", {}, {}, "1 to 5 seats"),
    ("shogun", {"seats": {"blue": "move"}}, {}, "does not fit"),
    ("shogun", {"seats": {"chests": 3}}, {}, "does not fit"),
    ("shogun", {**OPEN, "seats": {"blue": {}, "red": {}, "yellow": {}},
                "provinces": {"Kai": {"owner": "blue", "armies": 1}}}, {"start": "draft"}, "draft"),
    ("shogun", {**BLUE, "chambers": {"held": {"a1": "red"}}}, {"chambers": True}, "does not play"),
    ("shogun", {"provinces": {"Kai": {"owner": "blue", "armies": 1, "castle": True,
                                      "theatre": True}}}, {}, "than spaces"),
    ("shogun", {"provinces": {"Kai": {"owner": "blue"}}}, {}, "no army"),
    ("shogun", {**BLUE, "chambers": {"bag": ["a1", "a2"]}}, {"chambers": True}, "in one place"),
    ("shogun", {**BLUE, "chambers": {"bag": []}}, {"chambers": True}, "each in one place"),
    ("shogun", {**BLUE, "court": {"deck": [3], "favours": [3]}}, {"tenno": True}, "favour cards"),
    ("shogun", {**BLUE, "stock": {"temple": -1}}, {}, "-1 temple"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "table", "options", "why"), REFUSED)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(name, table, options, why):
    with pytest.raises(GameError, match=why):
        find(name).from_table(table, options)
