"""Positions that cannot be, from rule cases and files: nothing is put right in silence."""

import json

import pytest

from adjudicator.chance import Stream
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
    ("gekokujo", {**GEKOKUJO, "round": 0}, {}, "there is no round 0"),
    ("gekokujo", {"seats": {"Oda": {"master": "Nobody"}}}, {}, "does not play"),
    ("gekokujo", {"provinces": {"Mino": {"units": {"Oda": {"dragon": 1}}}}}, {}, "units"),
    ("gekokujo", {"provinces": {"Mino": {"units": {"Oda": {"ronin": 1}}}}}, {}, "units"),
    ("gekokujo", {**GEKOKUJO, "seats": {**SEATS, "gold": {"clan": ""}}}, {}, "has no clan"),
    ("gekokujo", {**GEKOKUJO, "seats": {"Oda": {}, "Mori": {"clan": "Oda"}}}, {}, "of its own"),
    ("gekokujo", {**DRAFT, "lots": ["gold", "pine", "plum", "gold"], "seats": {"gold": {}, "pine": {}, "plum": {}}},
     {}, "names one twice"),
    ("gekokujo", {"phase": "draft", "lots": ["gold", "pine"], "seats": SEATS}, {}, "not play"),
    ("gekokujo", {**DRAFT, "lots": ["gold", "pine"], "seats": {"gold": {}, "pine": {}, "plum": {}}},
     {}, "order of all seats"),
    ("gekokujo", {**GEKOKUJO, "phase": "campaign", "active": "Mori",
                  "seats": {**SEATS, "Mori": {"out": True}}}, {}, "turn of a seat that has none"),
    ("gekokujo", {**GEKOKUJO, "seats": {**SEATS, "Mori": {"out": True}},
                  "provinces": {"Aki": {"owner": "Mori"}}}, {}, "is out and has units"),
    ("gekokujo", {"provinces": {"Aki": {"castle": "Oda"}, "Kai": {"castle": "Oda"}}, "seats": SEATS},
     {}, "two castles"),
    ("gekokujo", {"provinces": {"Kai": {"units": {"Oda": {"daimyo": 4}}}}}, {}, "more than 3"),
    ("gekokujo", {"provinces": {"Kai": {"units": {"Oda": {"bushi": 8}}}}}, {}, "8 units in Kai"),
    ("gekokujo", {"provinces": {"Mino": {"owner": "Oda", "fortified": True}}}, {}, "no castle"),
    ("gekokujo", {**GEKOKUJO, "ninja": {"mission": "tea"}}, {}, "mission"),
    ("gekokujo", {**GEKOKUJO, "ninja": {"mission": "sabotage", "place": "X"}}, {}, "not on the"),
    ("gekokujo", {"seats": SEATS, "turn_order": ["Oda"]}, {}, "every seat"),
    ("gekokujo", {**DRAFT, "seats": {"gold": {}, "pine": {}, "plum": {"out": True}}}, {}, "begins"),
    ("gekokujo", {"seats": []}, {}, "seats: write a table"),
    ("gekokujo", {**GEKOKUJO, "turn_order": 7}, {}, "does not fit"),
    ("gekokujo", {**GEKOKUJO, "phase": "campaign", "turn_order": []}, {}, "every seat"),
    ("gekokujo", {**GEKOKUJO, "turn_order": ["Oda", "Mori", ""]}, {}, "not play"),
    ("gekokujo", {**GEKOKUJO, "seats": {"Oda": {"allies": [""]}, "Mori": {}}}, {}, "not play"),
    ("gekokujo", {"provinces": {"Kai": {"units": {"Oda": {"bushi": 10**9}}}}}, {}, "more than 69"),
    ("shogun", {"provinces": {"Edo": {}}}, {}, "no province Edo"),
    ("shogun", {"provinces": {"Kai": {"castle": True}}, "seats": {"blue": {}}}, {}, "neutral"),
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
    ("shogun", {**BLUE, "stock": {"temple": -1}}, {}, "temple"),
    ("gekokujo", {"provinces": {"Mino": {"owner": "Oda", "sown": 2}}, "seats": SEATS}, {}, "sown"),
    ("shogun", {**OPEN, "seats": {"blue": {}, "red": {}}}, {"start": "draft"}, "draft"),
    ("shogun", {**BLUE, "leaders": {"tokens": {"blue": 7}}}, {"leaders": True}, "statues"),
    ("samurai-swords", {"provinces": {"Atlantis": {"owner": "pink"}}}, {}, "province “Atlantis” on the board"),
    ("samurai-swords", {"provinces": []}, {}, "provinces"),
    ("samurai-swords", {"seats": {"pink": {"mission": {"text": "", "victim": "gray", "army": "1", "moment": "entry",
                                                       "target": "Edo"}}, "gray": {}}}, {}, "no province “Edo”"),
    ("samurai-swords", {"seats": {"pink": {"out": True}}}, {"war": "together"}, "No seat .* is in"),
    ("samurai-swords", {"seats": {"pink": {"armies": {"9": {"at": "Omi"}}}}}, {}, "have the numbers"),
    ("samurai-swords", {"seats": {"pink": {"policy": {"casualties": ["gunner"]}}}}, {}, "casualties"),
    ("samurai-swords", {"seats": {"pink": {"policy": {"successor": "ronin"}}}}, {}, "cannot succeed"),
    ("samurai-swords", {"seats": {"pink": {"policy": {"recover_units": ["dragon"]}}}}, {}, "unit"),
    ("samurai-swords", {"seats": {"pink": {}, "gold": {}, "blue": {}}, "colours": {"gray": {"seat": "pink"}}},
     {}, "two colours each"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "table", "options", "why"), REFUSED)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(name, table, options, why):
    with pytest.raises(GameError, match=why):
        find(name).from_table(table, options)


def test_whoever_a_position_names_plays():
    named = [
        {"provinces": {"Mino": {"sown": 1, "sower": "Ii"}}},
        *({"ninja": {"mission": "assassination", who: "Ii"}} for who in ("master", "victim")),
        {"seats": {**SEATS, "Mori": {"betrayed": ["Ii"]}}},
        {"held": {"Mino": "Ii"}},
        {"active": "Ii"},
    ]
    for table in named:
        with pytest.raises(GameError, match="“Ii”, who does not play"):
            find("gekokujo").from_table({**GEKOKUJO, **table}, {})


STEP = {
    "round": 3,
    "phase": "fight",
    "turn_order": ["pink", "gray"],
    "seats": {
        "pink": {"armies": {"1": {"at": "Shinano", "bowman": 2}}},
        "gray": {"armies": {"1": {"at": "Kaga", "bowman": 1}}},
    },
    "provinces": {"Shinano": {"owner": "pink"}, "Kaga": {"owner": "gray"}},
}
GONE = "(taken out)"
IN_TURN = {"deploy": "in turn"}
EXPANSIONS = dict.fromkeys(("tenno", "samurai", "leaders", "chambers"), True)
SAVED = {
    "begun": ("samurai-swords", 4, {}),
    "lap": ("samurai-swords", 3, IN_TURN),
    "claim": ("samurai-swords", 3, {**IN_TURN, "play": "quick"}),
    "parting": ("samurai-swords", 2, IN_TURN),
    "shogun": ("shogun", 5, EXPANSIONS),
}
"""Games that have just begun."""
DAMAGED = [
    ("begun", {"game": "ikusa"}, "not of samurai-swords"),
    ("begun", {"format": 99}, "format 99"),
    ("begun", {"phase": "siege"}, "no phase “siege”"),
    ("begun", {"options": {"gold": 1}}, "gold"),
    ("begun", {"muster": {"tray": {}, "ronin": 0}}, "middle of a phase"),
    ("begun", {"turn": {"letter": "B"}}, "middle of a phase"),
    ("begun", {"phase": "spy", "ninja": {"holder": "Oda", "spied": ""}}, "spied on"),
    ("begun", {"phase": "spy", "ninja": {"holder": "", "spied": "Oda"}}, "spied on"),
    ("lap", {"active": ""}, "whose turn"),
    ("lap", {"laps": {"number": 0}}, "number"),
    ("lap", {"laps": {"number": 10}}, "number"),
    ("lap", {"active": "Nobody"}, "not a seat"),
    ("claim", {"laps": {"number": 7}}, "claim has no turn 7"),
    ("parting", {"active": ""}, "must say whose turn"),
    ("parting", {"active": "Uesugi"}, "not in the turn order"),
    ("parting", {"active": "Uesugi", "turn_order": ["Uesugi", "Takeda"]}, "first colour of each"),
    ("parting", {"turn_order": ["Oda", "Takeda", "Uesugi", "Mori"]}, "first colour of each seat"),
    ("parting", {"turn_order": ["Oda", "Oda"], "active": "Oda"}, "names a seat twice"),
    ("parting", {"turn_order": [], "active": ""}, "must say whose turn"),
    (
        "parting",
        {"colours": {"Uesugi": {"armies": {"1": {"at": "Kai"}}}}},
        "when the provinces are parted",
    ),
    (
        "parting",
        {
            "seats": {
                "Oda": {"colours": ["Oda", "Uesugi", "Takeda", "Mori"]},
                "Takeda": {"colours": []},
            }
        },
        "first colour has its name",
    ),
    ("parting", {"phase": "plan"}, "Only war is waged turn by turn"),
    ("step", {"turn": GONE}, "does not say which"),
    ("step", {"turn": {"moved": {"1": 1}}}, "middle of a phase"),
    ("step", {"turn": {"seat": "gray"}}, "middle of a phase"),
    ("step", {"turn": {"letter": "D"}}, "middle of a phase"),
    ("step", {"turn": {"idle": True}}, "middle of a phase"),
    ("step", {"turn": {"began": {"1": "Atlantis"}}}, "Atlantis"),
    ("step", {"turn": {"began": {"9": "Kaga"}}}, "Armies have the numbers"),
    ("step", {"turn": {"fallen": ["x" * 999]}}, "Armies have the numbers"),
    ("step", {"options": {"war": "turns"}}, "has no phase"),
    ("step", {"active": ""}, "whose turn it is"),
    ("step", {"active": "", "turn": {}}, "whose turn it is"),
    ("step", {"phase": "muster", "active": ""}, "middle of a phase"),
    ("shogun", {"game": "ikusa"}, "not of shogun"),
    ("shogun", {"format": 99}, "format"),
    ("shogun", {"round": 9}, "eight rounds"),
    ("shogun", {"phase": "war"}, "no phase “war”"),
    ("shogun", {"phase": "winter"}, "no turn order"),
    ("shogun", {"options": {"side": "star"}}, "side"),
    ("shogun", {"options": {"tenno": None}}, "number, without quotes, or true or false"),
    ("shogun", {"round": 1.5}, "round: write a whole number"),
    ("shogun", {"provinces": {"Kai": {"owner": "Oda"}}}, "does not play"),
    ("shogun", {"provinces": {"Kai": {"castle": True}}}, "no buildings"),
    ("shogun", {"provinces": {"Kai": {"armies": 10**9}}}, "armies"),
    ("shogun", {"provinces": {"Edo": {}}}, "provinces"),
    ("shogun", {"tower": {"green": 3}}, "nobody"),
    ("shogun", {"events": ["flood 3"]}, "event card"),
    ("shogun", {"actions": ["nap"]}, "action card"),
    ("shogun", {"specials": ["attack"]}, "special cards"),
    ("shogun", {"turn_order": ["Oda"]}, "turn order"),
    ("shogun", {"seats": {"blue": {"plan": {"tax": "Kai"}}}}, "cannot lay"),
    ("shogun", {"court": {"favours": [99, 2, 1]}}, "favour cards"),
    ("shogun", {"court": {"officials": {"blue": {"supply": 99}}}}, "officials"),
    ("shogun", {"samurai": {"top": {"blue": 9}}}, "samurai card"),
    ("shogun", {"leaders": {"at": {"blue": "Kai"}}}, "leader"),
    ("shogun", {"chambers": {"shown": ["z9"]}}, "in one place"),
    ("shogun", {"chambers": None}, "chambers: write a table"),
    ("shogun", {"leaders": {"tokens": {"blue": GONE}}}, "leaders does not fit"),
]


def patched(table, changes):
    """Return a table with other values, at any depth."""
    if not (isinstance(table, dict) and isinstance(changes, dict)):
        return changes
    both = {**table, **{key: patched(table.get(key), each) for key, each in changes.items()}}
    return {key: value for key, value in both.items() if value != GONE}


@pytest.mark.parametrize(("origin", "changes", "why"), DAMAGED, ids=str)
def test_a_saved_position_that_cannot_be_is_refused_with_a_sentence(origin, changes, why):
    if origin == "step":
        game = find("samurai-swords")
        position = game.from_table(STEP, {"war": "steps"})
    else:
        name, seats, options = SAVED[origin]
        game = find(name)
        position = game.new(game.meta.seats[:seats], options, Stream(b"saved")).position
    saved = patched(json.loads(game.encode(position)), changes)
    with pytest.raises(GameError, match=why):
        game.decode(json.dumps(saved).encode())
