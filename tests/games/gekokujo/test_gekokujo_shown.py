"""What the map of Gekokujō shows to a seat: whose things lie where, and where it attacks."""

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
    seats = {"Oda": {"master": "Takeda", "fund": 4}, "Takeda": {}, "Mori": {"out": True}}
    lands = {each: TABLE["provinces"][each] for each in ("Owari", "Kai")} | {
        "Mino": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 1}}}
    }
    lands["Kai"] = {"owner": "Takeda", "castle": "Takeda"}
    table = {**TABLE, "seats": seats, "ninja": {}, "provinces": lands}
    position = GAME.from_table(table, {})
    view = GAME.view(position, "Oda")
    panels = {panel.title: panel for panel in GAME.picture(view, ()).panels}
    assert "Oda, vassal of Takeda" in str(panels["Vassals and pacts"])
    assert "Mori" not in str(panels["Player order"])
    sheet = "\n".join(GAME.sheet(view, "Oda"))
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
