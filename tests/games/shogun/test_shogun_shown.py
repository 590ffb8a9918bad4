"""What a seat is shown in a season: its sheet, the boxes beside the map, defaults, legal orders."""

import pytest

from adjudicator.games.registry import find
from adjudicator.orders import read_orders

GAME = find("shogun")
ALL = {"tenno": True, "samurai": True, "leaders": True, "chambers": True}
SPRING = {
    "round": 1,
    "phase": "plan",
    "event": "rice raised",
    "events": ["temple truce", "temple truce"],
    "seats": {"blue": {"chests": 2, "rice": 3}, "red": {"chests": 5}},
    "turn_order": ["red", "blue"],
    "tray": {"red": 2, "farmer": 1},
    "tower": {"blue": 3},
    "provinces": {
        "Kai": {"owner": "blue", "armies": 3, "temple": True, "revolts": 2},
        "Izu": {"owner": "blue", "armies": 1},
        "Suruga": {"owner": "red", "armies": 2},
    },
    "leaders": {"at": {"blue": "Kai"}},
    "court": {"favours": [1, 7], "officials": {"blue": {"supply": 5, "entrance": 2}}},
    "chambers": {"shown": ["a3", "c5"], "held": {"a1": "red", "b2": "blue"}},
}


def seen(options=ALL, **changes):
    return GAME.view(GAME.from_table({**SPRING, **changes}, options), "blue")


def read(view, text):
    understood = read_orders(text, GAME.language(view, "", "blue"))
    assert not understood.findings, understood.findings
    return understood.orders


def test_the_sheet_tells_what_a_season_begins_with_and_what_stands_in_each_province():
    facts = GAME.sheet(seen(), "blue")[:9]
    assert facts == [
        "# Chests 2, rice 3, armies in supply 55",
        "# Event: rice brings at least 4",
        "# Open actions: castle, temple, theatre, rice, tax",
        "# Special cards: 1 extra chest, 2 extra rice, 3 six armies, 4 attack, 5 defence",
        "# Events to come: temple truce (rice -3), temple truce (rice -4)",
        "",
        "# Izu: armies 1, tax 6, rice 2, free spaces 3; next to Awa-Boso, Sagami, Shima, Suruga",
        "# Kai: armies 3, tax 5, rice 3, free spaces 0, temple, revolt markers 2; next to Musashi, "
        "Sagami, Shinano, Suruga, Totomi",
        "",
    ]


SEASON = {
    "Actions": [
        "1. Build castle, 3 chests",
        "2. Build temple, 2 chests",
        "3. Build theatre, 1 chest",
        "4. Confiscate rice",
        "5. Collect taxes",
    ],
    "Special cards": [
        "1. extra chest",
        "2. extra rice",
        "3. six armies",
        "4. attack",
        "5. defence",
    ],
}
BLUE, RED, FARMER = 1, 0, -1


@pytest.mark.parametrize(("phase", "of_the_season"), [("plan", SEASON), ("winter", {})])
def test_the_boxes_beside_the_map_count_what_lies_there(phase, of_the_season):
    view = seen(phase=phase, round=1 if of_the_season else 4)
    panels = {panel.title: panel.lines for panel in GAME.picture(view, ()).panels}
    worth = panels.pop("Points each winter")
    assert [line for line, _ in worth][-1] == "most theatres in a region: 1"
    assert {name: [line for line, _ in panels.pop(name)] for name in of_the_season} == of_the_season
    assert panels == {
        "Tower": (("inside 3", ((BLUE, 3),)), ("tray 3", ((RED, 2), (FARMER, 1)))),
        "Events": (
            ("now: rice brings at least 4", ()),
            ("temple truce, rice −3", ()),
            ("temple truce, rice −4", ()),
        ),
        "Turn order": (("1. red", ((RED, 1),)), ("2. blue", ((BLUE, 1),))),
        "Tenno's Court": (
            ("4 officials: card 7", ()),
            ("3 officials: card 1", ()),
            ("blue: 2", ((BLUE, 2),)),
        ),
        "Chambers": (
            ("a a3", ((RED, 1),)),
            ("b", ((BLUE, 1),)),
            ("c c5", ()),
            *((row, ()) for row in "def"),
        ),
    }


LAID = "Six province cards, or all if there are fewer, have to be laid."
CARDS = [("battle a from Izu", LAID), ("bid card Kai", LAID)]
PREFERENCE = ("prefer place 1, place 2, place 3, place 4, place 5", "No preference is ordered.")
BENEFIT = ("samurai chests", "No benefit is ordered.")
NO_FAVOUR = ("", "No favour card is named, so none is taken.")
CHAMBERS = ("chambers a3, c5", "No chamber is named.")
LEAST = "battle a from Kai to Musashi with 1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "",
            [*CARDS, PREFERENCE, BENEFIT, NO_FAVOUR, CHAMBERS],
        ),
        (
            "battle a from Kai\nbid card Izu",
            [
                PREFERENCE,
                (
                    "",
                    f"Who can carry out an action must. If no move of yours is possible: {LEAST}.",
                ),
                *(BENEFIT, NO_FAVOUR, CHAMBERS),
            ],
        ),
        (
            "favours 1, 7\nchambers c5\nprefer attack\nsamurai rice",
            [
                *CARDS,
                (
                    "",
                    "Favour card 7: what it gives is built in your richest province with room for it.",
                ),
                ("favour event goes", "Favour card 1 removes the event."),
            ],
        ),
        (
            "favours 1, 7\nfavour building in Izu\nfavour event stays",
            [*CARDS, PREFERENCE, BENEFIT, CHAMBERS],
        ),
    ],
)
def test_what_is_done_unasked_is_said_unless_it_is_ordered(text, told):
    view = seen()
    assert [(each.text, each.why) for each in GAME.defaults(view, "blue", read(view, text))] == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", [(LEAST, "Who can carry out an action must.")]),
        ("battle a from Kai to Suruga with 2", []),
    ],
)
def test_a_card_on_a_battle_moves_if_it_can_and_each_by_itself(text, told):
    plan = {"battle a": "Kai", "battle b": "Izu"}
    table = {key: SPRING[key] for key in ("round", "event", "events", "turn_order", "provinces")}
    seats = {"blue": {"plan": plan}, "red": {}}
    position = GAME.from_table(
        {**table, "phase": "carry out", "seats": seats}, {"season": "two mails"}
    )
    view = GAME.view(position, "blue")
    stays = ("battle b from Izu", "Without a target the armies stay.")
    found = [(each.text, each.why) for each in GAME.defaults(view, "blue", read(view, text))]
    assert found == [*told, stays]


NEXT_TO_KAI = ("Musashi", "Sagami", "Shinano", "Suruga", "Totomi")
CHOICES = ["chambers a3", "chambers c5", "chambers nothing"]


def test_what_is_offered_for_a_season_is_all_that_can_be_laid():
    armies = ("1", "2", "all but 1")
    offered = [
        *(f"build {what} in Izu" for what in ("temple", "theatre")),
        *(f"{action} Izu" for action in ("tax", "rice", "deploy 3 in", "deploy 1 in", "bid card")),
        *(f"{action} Kai" for action in ("tax", "rice", "deploy 3 in", "deploy 1 in")),
        *(
            f"battle {which} from Kai to {target} with {number}"
            for which in "ab"
            for target in NEXT_TO_KAI
            for number in armies
        ),
        *("bid card Kai", "bid 0", "bid 1", "bid 2"),
        *(f"prefer {card}" for card in ("extra chest", "extra rice", "six armies", "attack")),
        *("prefer defence", *(f"prefer place {place}" for place in range(1, 6))),
        *(f"decline {extra}" for extra in ("attack army", "defence army", "six armies")),
        *(f"samurai {benefit}" for benefit in ("chests", "armies", "rice", "points")),
        *(f"court {box} from Kai" for box in (2, 1)),
        *("favours 7", "favours 1", "favours 7, 1"),
        *(
            f"favour {what} in {place}"
            for what in ("building", "armies", "calm")
            for place in ("Izu", "Kai")
        ),
        *("favour event goes", "favour event stays", *CHOICES),
    ]
    assert [str(line) for line in GAME.legal_orders(seen(), "blue")] == offered


@pytest.mark.parametrize(
    ("phase", "at", "offered"),
    [
        ("leader", "Kai", ["leader to Izu", "leader to Izu without statue"]),
        ("plan", "", ["leader to Izu", "leader to Kai"]),
    ],
)
def test_a_leader_is_offered_the_provinces_that_he_can_go_to(phase, at, offered):
    view = seen(phase=phase, leaders={"at": {"blue": at}})
    legal = [str(line) for line in GAME.legal_orders(view, "blue")]
    assert [line for line in legal if line.startswith("leader")] == offered
