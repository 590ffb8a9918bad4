"""Every condition of a game, with each word that it has for a state: where it holds, and where not."""

from itertools import product

import pytest

from adjudicator.games.registry import find
from adjudicator.orders.language.slots import OneOf
from adjudicator.orders.language.syntax import slots_of

SWORDS = (
    "samurai-swords",
    "move",
    "pink",
    {"war": "steps"},
    {
        "phase": "move",
        "active": "pink",
        "turn": {
            "seat": "pink",
            "letter": "D",
            "began": {"1": "Hizen", "2": "Iki"},
            "fallen": ["3"],
            "came": {
                "Buzen": "won",
                "Bungo": "lost",
                "Higo": "called off",
                "army 1": "won",
                "army 2": "called off",
                "army 3": "lost",
                "": "lost",
            },
        },
        "turn_order": ["pink", "Oda", "gray"],
        "round": 3,
        "colours": {
            "pink": {
                "seat": "pink",
                "armies": {
                    "1": {"at": "Hizen", "bowman": 2},
                    "2": {"at": "Iki", "down": True, "gunner": 1},
                },
            },
            "green": {"seat": "pink", "armies": {"1": {"at": "Aki"}}},
            "Oda": {"seat": "Oda", "armies": {"1": {"at": "Kai", "level": 2, "bowman": 3}}},
            "gray": {"seat": "Oda", "armies": {"1": {"at": "Suo"}}},
        },
        "provinces": {
            "Hizen": {"owner": "pink", "spearman": 2},
            "Iki": {"owner": "pink"},
            "Kai": {"owner": "Oda", "gunner": 1},
            "Aki": {"owner": "green"},
            "Suo": {"owner": "gray"},
        },
    },
    """
    Hizen is mine
    Tango is empty
    Aki is allied
    Kai is enemy
    Oda holds Kai
    green holds Aki
    Kai units = 5
    Hizen units > 4
    army 1 units = 3
    army 3 units = 0
    army 1 in Hizen
    army 2 is down
    army 3 is gone
    Buzen was won
    Bungo was lost
    Higo was called off
    Higo was fought
    army 1 has won
    army 3 has lost
    army 2 has called off
    army 3 has fought
    battle was lost
    battle was fought
    """,
    """
    Aki is mine
    Hizen is empty
    Kai is allied
    Hizen is allied
    Aki is enemy
    Tango is enemy
    Hizen is enemy
    pink holds Aki
    Kai units < 5
    army 1 units < 3
    army 2 units > 2
    army 1 in Iki
    army 3 in Hizen
    army 1 is down
    Bungo was won
    Tango was won
    Buzen was lost
    Bungo was called off
    Tango was fought
    army 2 has won
    army 1 has lost
    army 3 has called off
    battle was won
    battle was called off
    """,
)
SHOGUN = (
    "shogun",
    "plan",
    "blue",
    {},
    {
        "seats": {"red": {}, "blue": {"chests": 9}, "yellow": {}},
        "turn_order": ["red", "blue", "yellow"],
        "event": "temple truce 3",
        "provinces": {
            "Omi": {"owner": "blue", "armies": 3, "revolts": 2, "castle": True},
            "Kai": {"owner": "red", "armies": 1, "revolts": 1, "temple": True},
            "Ise": {"owner": "red", "armies": 1, "theatre": True},
        },
    },
    """
    event is temple truce
    Omi armies >= 3
    Omi markers = 2
    Omi has a revolt
    Kai has a revolt marker
    my chests >= 9
    turn = 2
    I am 2nd in the turn order
    Omi has castle
    Kai has a temple
    Ise has a theatre
    Omi is mine
    red holds Kai
    Mino is neutral
    """,
    """
    event is none
    event is two farmers
    Omi armies >= 4
    Ise has a revolt
    chests < 9
    turn < 2
    I go first
    Kai has castle
    Omi has a temple
    Omi has a theatre
    Kai is mine
    Mino is mine
    red holds Omi
    Kai is neutral
    Tosa is neutral
    Tosa armies = 0
    Tosa markers < 1
    """,
)
"""With three seats nothing is said of Tosa, which is out of the game."""
GEKOKUJO = (
    "gekokujo",
    "campaign",
    "Oda",
    {"politics": True},
    {
        "turn_order": ["Oda", "Mori", "Takeda"],
        "seats": {"Oda": {"koku": 4, "allies": ["Mori"]}, "Mori": {"koku": 9, "allies": ["Oda"]}},
        "ninja": {"master": "Mori", "mission": "sabotage", "place": "Owari"},
        "provinces": {
            "Owari": {"owner": "Oda", "units": {"Oda": {"bushi": 1}}},
            "Mino": {"owner": "Takeda", "units": {"Oda": {"bushi": 2}, "Takeda": {"daimyo": 1}}},
            "Kai": {"owner": "Takeda"},
            "Aki": {"owner": "Mori", "units": {"Mori": {"daimyo": 1}, "Oda": {"bushi": 1}}},
        },
    },
    """
    Oda units in Mino = 2
    my units in Mino = 2
    Takeda is in Mino
    Mino units = 3
    Takeda holds Kai
    I hold Owari
    Owari is mine
    Kai is empty
    Kai is enemy
    Ise is neutral
    Mino is contested
    koku >= 4
    ninja is hired
    """,
    """
    Oda units in Mino > 2
    Mori is in Mino
    Mino units = 2
    Oda holds Kai
    I hold Aki
    Aki is mine
    Mino is empty
    Aki is enemy
    Owari is enemy
    Ise is enemy
    Uesugi holds Ise
    Kai is neutral
    Aki is contested
    koku > 4
    """,
)


NO_TURN = (
    "samurai-swords",
    "muster",
    "pink",
    {},
    {"phase": "muster", "provinces": {"Omi": {"owner": "pink", "spearman": 1}}},
    "Omi is mine",
    """
    Omi was fought
    army 1 has won
    battle was lost
    """,
)
NO_EVENT = (
    *SHOGUN[:4],
    {"seats": {"red": {}, "blue": {}}, "provinces": {"Omi": {"owner": "blue", "armies": 1}}},
    """
    event is none
    chests = 0
    """,
    """
    event is temple truce
    turn > 2
    """,
)
FREE = (
    *GEKOKUJO[:4],
    {"turn_order": ["Oda"], "provinces": {"Owari": {"owner": "Oda"}}},
    "Oda units in Owari = 0",
    """
    ninja is hired
    Oda is in Owari
    """,
)


def lines(text):
    return list(filter(None, map(str.strip, text.splitlines())))


@pytest.mark.parametrize(
    "given", [SWORDS, NO_TURN, SHOGUN, NO_EVENT, GEKOKUJO, FREE], ids=lambda x: x[0]
)
def test_each_condition_holds_where_it_should_and_nowhere_else(given):
    name, phase, seat, options, table, true, false = given
    game = find(name)
    position = game.from_table(table, options)
    language, play = game.language(position, phase), game.play(position)
    whens = {text: language.read_when(text) for text in lines(f"{true}\n{false}")}
    assert [text for text, when in whens.items() if when.holds(play, seat)] == lines(true)


@pytest.mark.parametrize("given", [SWORDS, SHOGUN, GEKOKUJO], ids=lambda given: given[0])
def test_each_condition_is_tried_with_each_of_its_words(given):
    name, phase, _, options, table, true, false = given
    game = find(name)
    language = game.language(game.from_table(table, options), phase)
    whens = map(language.read_when, lines(f"{true}\n{false}"))
    said = {_choices(when.any_of[0][0].condition) for when in whens}
    assert said.issuperset(each for kind in language.conditions for each in _all_choices(kind))


def _choices(condition):
    return type(condition), *(getattr(condition, name) for name in _of_words(type(condition)))


def _all_choices(kind):
    return ((kind, *words) for words in product(*_of_words(kind).values()))


def _of_words(kind):
    """Return the blanks of a condition that take one of a few words, with these."""
    slots = slots_of(kind).items()
    return {name: slot.names.all for name, slot in slots if type(slot) is OneOf}
