"""What the map of Gekokujō shows to a seat: whose things lie where, and where it attacks."""

import pytest

from adjudicator.games.picture import Mark
from adjudicator.games.registry import find
from adjudicator.orders import read_orders

GAME = find("gekokujo")
TABLE = {
    "phase": "campaign",
    "round": 2,
    "turn_order": ["Oda", "Takeda", "Mori"],
    "active": "Oda",
    "seats": {"Oda": {"allies": ["Takeda"]}, "Takeda": {"allies": ["Oda"]}, "Mori": {}},
    "ninja": {"master": "Oda", "mission": "assassination", "place": "Ise", "victim": "Mori"},
    "provinces": {
        "Owari": {"owner": "Oda", "units": {"Oda": {"daimyo": 1, "bushi": 5}}},
        "Mino": {"owner": "Takeda", "castle": "Oda", "units": {"Takeda": {"bushi": 1}}},
        "Ise": {"owner": "Mori", "units": {"Mori": {"daimyo": 1}}},
        "Kai": {"owner": "Takeda", "castle": "Takeda", "sown": 2, "sower": "Mori"},
        "Aki": {"owner": "Mori", "castle": "Mori", "fortified": True, "sown": 1, "sower": "Mori"},
    },
}
OPTIONS = {"politics": True, "rice": True}


def marks(**changes):
    view = GAME.view(GAME.from_table({**TABLE, **changes}, OPTIONS), "Oda")
    spots = GAME.picture(view, ()).spots
    return {place: spot.marks for place, spot in spots.items() if spot.marks}


def test_who_contests_a_province_is_drawn_in_the_order_that_its_position_has():
    """Equal positions may have another order: one is drawn as it is, whatever was drawn before."""
    for seats in (("Oda", "Mori"), ("Mori", "Oda")):
        owari = {"owner": "Oda", "units": {seat: {"bushi": 1} for seat in seats}}
        lands = {**TABLE["provinces"], "Owari": owari}
        position = GAME.from_table({**TABLE, "provinces": lands}, OPTIONS)
        assert GAME.picture(position, ()).spots["Owari"].contested == seats


def test_what_is_not_the_owners_says_whose_it_is():
    assert marks() == {
        "Mino": (Mark("castle", seat="Oda"),),
        "Kai": (Mark("castle"), Mark("rice", 2, "Mori")),
        "Aki": (Mark("fortified castle"), Mark("rice", 1)),
    }


def test_the_ninja_is_shown_where_he_sabotages_and_nowhere_as_an_assassin():
    sabotage = {"master": "Mori", "mission": "sabotage", "place": "Ise"}
    assert marks(ninja=sabotage)["Ise"] == (Mark("sabotage", seat="Mori"),)
    assert "Ise" not in marks()


def test_who_marches_to_an_ally_attacks_nobody():
    view = GAME.view(GAME.from_table(TABLE, OPTIONS), "Oda")
    text = "move 1 bushi from Owari to Mino\nmove 2 bushi from Owari to Ise"
    orders = read_orders(text, GAME.language(view, "", "Oda")).orders
    drawn = [(each.mark.kind, each.mark.target) for each in GAME.sketch(view, "Oda", orders)]
    assert drawn == [("move", "Mino"), ("attack", "Ise")]


def test_a_vassal_and_who_is_out_are_shown_as_such():
    seats = {"Oda": {"master": "Takeda", "fund": 4}, "Takeda": {}}
    seats["Mori"] = {"out": True, "master": "Takeda"}
    lands = {each: TABLE["provinces"][each] for each in ("Owari", "Kai")} | {
        "Mino": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 1}}}
    }
    lands["Kai"] = {"owner": "Takeda", "castle": "Takeda"}
    table = {**TABLE, "seats": seats, "ninja": {}, "provinces": lands}
    position = GAME.from_table(table, {})
    view = GAME.view(position, "Oda")
    panels = {panel.title: panel for panel in GAME.picture(view, ()).panels}
    assert [line for line, _ in panels["Vassals and pacts"].lines] == ["Oda, vassal of Takeda"]
    assert "Mori" not in str(panels["Player order"])
    sheet = "\n".join(GAME.sheet(view, "Oda"))
    assert "ninja: hired" not in sheet
    assert "Takeda" in sheet.splitlines()[1]
    assert "4" in sheet.splitlines()[1]
    rows = {row[0]: row for row in GAME.standings(view).rows}
    assert "Mori, out" in rows["Mori"]
    assert "Oda, vassal of Takeda" in rows["Oda"]
    assert "Takeda" in rows["Takeda"]


def test_fortifying_is_drawn_where_the_castle_stands():
    position = GAME.from_table({**TABLE, "phase": "reinforce", "active": ""}, OPTIONS)
    view = GAME.view(position, "Takeda")
    orders = read_orders("fortify castle", GAME.language(view, "", "Takeda")).orders
    drawn = [each.mark for each in GAME.sketch(view, "Takeda", orders)]
    assert [(each.place, each.shape) for each in drawn] == [("Kai", "fortified castle")]


SHARED = {
    "round": 2,
    "turn_order": ["Hojo", "Takeda", "Mori"],
    "seats": {
        "Hojo": {"koku": 4, "allies": ["Takeda"], "policies": ["ronin up to 2"]},
        "Takeda": {"koku": 2, "allies": ["Hojo"]},
        "Mori": {"koku": 3, "master": "Hojo", "fund": 4},
    },
    "ninja": {"master": "Mori", "mission": "sabotage", "place": "Ise"},
    "provinces": {
        "Owari": {"owner": "Hojo", "units": {"Hojo": {"daimyo": 1, "bushi": 2}}},
        "Mino": {"units": {"Hojo": {"bushi": 1}, "Mori": {"bushi": 2}}},
        "Ise": {"owner": "Mori", "castle": "Mori", "sown": 1, "sower": "Mori"},
        "Iga": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 1}, "Hojo": {"bushi": 1}}},
        "Tosa": {"owner": "Hojo"},
    },
}
RONIN = ["ronin up to 2", "ronin up to 5", "ronin match", "ronin none"]
OF_WAR = [
    *(f"{how}{when}" for how in RONIN for when in ("", " when defending")),
    *("ronin up to 3 in Mino", "hit daimyo, bushi in Mino", "hit daimyo"),
]
OFFERED = {
    ("campaign", "Hojo"): [
        *("fight Mino", "break pact with Takeda", *OF_WAR),
        *("hits on Takeda", "hits on Mori", "forget policies"),
    ],
    ("reinforce", "Hojo"): [
        *(f"recruit {number} bushi in Owari" for number in range(1, 5)),
        "build fortress in Owari",
        *(f"recruit {number} bushi in Tosa" for number in range(1, 5)),
        *("build fortress in Tosa", "keep 1 koku", "keep 3 koku"),
        *(f"lose from {place}" for place in ("Iga", "Mino", "Owari")),
        *("give up Owari", "give up Tosa", "offer pact to Takeda", "accept pact from Takeda"),
        *(f"sow {koku} koku in {place}" for place in ("Owari", "Tosa") for koku in (1, 2)),
        *("store 1 koku", "store 3 koku", *OF_WAR),
        *("hits on Takeda", "hits on Mori", "forget policies"),
    ],
    ("reinforce", "Mori"): [
        *("assault", *(f"rebuild with {koku} koku" for koku in range(4))),
        *("keep 1 koku", "keep 3 koku", "fortify castle", "lose from Mino", "give up Ise"),
        *("sow 1 koku in Ise", "sow 2 koku in Ise", "store 1 koku", "store 3 koku"),
        *(*OF_WAR, "hits on Hojo", "hits on Takeda"),
    ],
}


def shared(phase, seat, **changes):
    active = "Hojo" if phase == "campaign" else ""
    table = {**SHARED, "phase": phase, "active": active, **changes}
    return GAME.view(GAME.from_table(table, OPTIONS), seat)


@pytest.mark.parametrize(("phase", "seat"), OFFERED)
def test_what_is_offered_besides_moves_is_all_that_can_be_ordered(phase, seat):
    legal = [str(line) for line in GAME.legal_orders(shared(phase, seat), seat)]
    assert [line for line in legal if not line.startswith("move")] == OFFERED[phase, seat]


def test_the_sheet_tells_whose_the_provinces_are_and_who_stands_there():
    hojo, mori = (GAME.sheet(shared("campaign", seat), seat) for seat in ("Hojo", "Mori"))
    assert hojo[:11] == [
        "# Hojo: 2 provinces, 4 koku",
        "# Player order: Hojo, Takeda, Mori",
        "# The ninja: hired by Mori, sabotage Ise",
        "",
        "# Iga: 1 bushi, controlled by Takeda, Takeda here too; next to Ise, Omi, Yamashiro, Yamato",
        "# Mino: 1 bushi, neutral, Mori here too; next to Echizen, Hida, Ise, Mikawa, Omi, Owari, "
        "Shinano",
        "# Owari: 1 daimyo and 2 bushi; next to Ise, Mikawa, Mino",
        "# Tosa: no units; next to Awa-Shikoku, Iyo",
        *("", "# Your policies:", "#   ronin up to 2"),
    ]
    assert mori[:2] == ["# Mori: 1 province, 3 koku", "# Vassal of Hojo; 4 koku in your fund"]
    assert mori[5].startswith("# Ise: no units, your castle, 1 koku sown; next to Iga,")


def test_the_boxes_beside_the_map_name_bonds_once_and_what_the_ninja_does():
    picture = GAME.picture(shared("campaign", "Hojo"), ())
    assert {panel.title: [line for line, _ in panel.lines] for panel in picture.panels} == {
        "Player order": ["1. Hojo", "2. Takeda", "3. Mori"],
        "Vassals and pacts": ["Hojo and Takeda", "Mori, vassal of Hojo"],
        "Ninja": ["Mori: sabotages Ise"],
    }
    assert picture.subtitle == "Before round 2: campaign of Hojo"
    seats = ["Anna", "Bert", "Carl"]
    draft = {"phase": "draft", "lots": seats, "seats": {seat: {} for seat in seats}}
    assert {row[1] for row in GAME.standings(GAME.from_table(draft, {})).rows} == {"-"}


STAYS = "All your units stay where they are."
HALVED = "As a vassal you would give up the provinces with the fewest of your units."
NEEDS = "Mino: Hojo’s bushi need 5; Mori’s bushi need 6."


@pytest.mark.parametrize(
    ("phase", "seat", "text", "told"),
    [
        (
            *("campaign", "Hojo", ""),
            [
                STAYS,
                "Battles come as your lines enter the provinces, then old contests by name.",
                "Your hits strike bushi first, then ronin, then daimyos.",
                "Among several enemies, attacked you hit the seat whose turn it is first; on your own "
                "turn the one with more units there.",
                HALVED,
                "As things stand winter costs you 2 koku, and you have 4 before the harvest.",
                NEEDS,
            ],
        ),
        (
            *("campaign", "Hojo", "fight Mino\nhit daimyo\nhits on Mori\ngive up Tosa\n"),
            [
                STAYS,
                "As things stand winter costs you 2 koku, and you have 4 before the harvest.",
                NEEDS,
            ],
        ),
        (
            "campaign",
            "Hojo",
            "move 1 daimyo from Owari to Mikawa, Shinano\n"
            "fight Mino\nhit daimyo\nhits on Mori\ngive up Tosa",
            ["As things stand winter costs you 4 koku, and you have 4 before the harvest.", NEEDS],
        ),
        (
            *("reinforce", "Hojo", "recruit 1 bushi in Owari\nlose from Owari\nstore 1 koku"),
            [
                "No pact is accepted.",
                "As things stand winter costs you 3 koku, and you have 2 before the harvest: 2 "
                "bushi would go.",
                NEEDS,
            ],
        ),
    ],
)
def test_what_is_done_unasked_and_what_is_to_come_is_said(phase, seat, text, told):
    view = shared(phase, seat)
    orders = read_orders(text, GAME.language(view, "", seat)).orders
    assert [each.why for each in GAME.defaults(view, seat, orders)] == told


def test_the_first_year_costs_no_upkeep():
    view = shared("campaign", "Hojo", round=1)
    orders = read_orders("", GAME.language(view, "", "Hojo")).orders
    assert not any("winter costs" in each.why for each in GAME.defaults(view, "Hojo", orders))
