"""What is shown of a game: the sheet, standings, orders on the map, events, legal orders, faults."""

import pytest
from msgspec.structs import replace
from swords_games import IKUSA_GAME, SWORDS, legal_besides_policies, made, read

from adjudicator.boards import load_board
from adjudicator.chance import Script
from adjudicator.games.picture import Arrow, Badge, Clash, Counter
from adjudicator.games.samurai_swords.orders.orders import POLICIES
from adjudicator.games.samurai_swords.table.events import Fought


def test_the_sheet_lists_what_the_seat_has_and_nothing_that_others_hide():
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {
            "Omi": {"owner": "pink", "spearman": 3, "building": "castle"},
            "Ise": {"owner": "pink"},
            "Mino": {"owner": "gray", "spearman": 3},
        },
        "seats": {
            "pink": {
                "armies": {"2": {"at": "Omi", "bowman": 1}, "1": {"at": "Ise"}},
                "hidden": {"Omi": {"army": 1}},
            },
            "gray": {"hidden": {"Mino": {"force": 2}}},
        },
    }
    position = made(table)
    sheet = "\n".join(SWORDS.sheet(SWORDS.view(position, "pink"), "pink"))
    assert sheet.index("army 1 in Ise") < sheet.index("army 2 in Omi, level 1: daimyo, 1 bowman")
    assert "3 spearmen + 1 hidden ronin" in sheet
    assert "Mino (gray 3)" in sheet
    assert "Echizen (-)" in sheet
    ise = SWORDS.picture(SWORDS.view(position, ""), ()).spots["Ise"]
    assert ise.counters == (Counter("army", "1", "pink", 1, False, "1", "army 1, level 1: daimyo"),)


def test_the_map_counts_the_provinces_of_a_colour_among_those_of_its_seat():
    owners = dict.fromkeys(("Ise", "Iga", "Kai"), "Uesugi") | dict.fromkeys(("Omi", "Mino"), "Oda")
    owners["Aki"] = "Mori"
    table = {
        "colours": {"Oda": {}, "Uesugi": {"seat": "Oda"}, "Takeda": {}, "Mori": {"seat": "Takeda"}},
        "provinces": {name: {"owner": owner, "spearman": 1} for name, owner in owners.items()},
    }
    parties = SWORDS.picture(made(table), ()).parties
    assert [(party.seat, party.note) for party in parties] == [
        ("Oda", "2 of Oda’s 5"),
        ("Uesugi", "3 of Oda’s 5"),
        ("Takeda", "0 of Takeda’s 1"),
        ("Mori", "1 of Takeda’s 1"),
    ]


def test_who_is_out_or_too_late_is_told_so():
    position = made({"seats": {"pink": {"out": True}, "gray": {}}, "turn_order": ["gray"]})
    assert SWORDS.sheet(position, "pink") == ["# Nothing is to be ordered."]


@pytest.mark.parametrize(
    ("game", "holder", "turn", "shown"),
    [
        (
            SWORDS,
            "pink",
            2,
            ["start of", "end of", "is declared", "enters", "attacks", "end of the round", "waits"],
        ),
        (IKUSA_GAME, "pink", 2, ["start of", "end of", "is declared", "enters", "waits"]),
        (SWORDS, "gray", 2, []),
        (SWORDS, "pink", 1, []),
    ],
)
def test_the_ninja_is_shown_to_who_can_send_him(game, holder, turn, shown):
    table = {
        "round": turn,
        "phase": "muster",
        "ninja": {"holder": holder},
        "seats": {
            "pink": {"armies": {"1": {"at": "Omi"}}},
            "gray": {"armies": {"1": {"at": "Ise"}}},
        },
        "provinces": {"Omi": {"owner": "pink"}, "Ise": {"owner": "gray"}},
    }
    position = game.from_table(table, {})
    lines = game.sheet(game.view(position, "pink"), "pink")
    examples = [line for line in lines if "ninja" in line]
    assert len(examples) == len(shown)
    assert all(words in line for words, line in zip(shown, examples, strict=True))


def test_standings_count_what_everybody_can_see():
    position = made(
        {
            "round": 3,
            "provinces": {
                "Omi": {"owner": "pink", "spearman": 3, "building": "castle"},
                "Ise": {"owner": "pink", "gunner": 1, "ronin": 1},
                "Kai": {"owner": "gray", "building": "fortress"},
                "Izu": {"building": "castle"},
            },
            "seats": {
                "gray": {"armies": {"2": {"at": "Kai", "level": 3, "down": True, "bowman": 2}}},
                "pink": {
                    "armies": {"1": {"at": "Omi", "ronin": 1}},
                    "koku": 4,
                    "hidden": {"Omi": {"force": 2}},
                },
                "blue": {"out": True},
            },
        }
    )
    table = SWORDS.standings(SWORDS.view(position, ""))
    assert [column.title for column in table.columns] == [
        *("Seat", "Provinces", "Units", "Castles", "Armies (level)", "Koku"),
    ]
    assert table.rows == (
        ("pink", "2", "7", "1", "1 (1)", "4"),
        ("gray", "1", "3", "1", "2 (3, fallen)", "0"),
        ("blue", "0", "0", "0", "out", "0"),
    )
    assert SWORDS.standings(position) == table
    assert table.places == (1, 2, 3)


def test_who_ties_shares_a_place_and_who_has_won_is_first_whatever_he_holds():
    seats = {"pink": {}, "gray": {}, "blue": {"out": True}}
    provinces = {"Omi": {"owner": "pink"}, "Kai": {"owner": "gray"}}
    level = SWORDS.standings(made({"seats": seats, "provinces": provinces}))
    assert [row[0] for row in level.rows] == ["pink", "gray", "blue"]
    assert level.places == (1, 1, 3)
    won = replace(made({"seats": seats, "provinces": provinces}), winners=("gray",))
    assert [row[0] for row in SWORDS.standings(won).rows] == ["gray", "pink", "blue"]


def test_an_army_goes_into_the_province_from_which_it_attacks_on():
    provinces = {place: {"owner": "gray", "spearman": 1} for place in ("Mino", "Hida", "Kai")}
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": provinces | {"Omi": {"owner": "pink", "spearman": 2}},
        "seats": {"pink": {"armies": {"1": {"at": "Omi", "level": 2, "bowman": 1}}}},
    }
    position = made(table)
    orders = read(
        SWORDS,
        position,
        "move army 1 to Echizen\nattack Mino from Omi with army\nattack Hida from Mino",
    )
    drawn = [each.mark for each in SWORDS.sketch(SWORDS.view(position, "pink"), "pink", orders)]
    assert drawn == [
        Arrow("attack", "Omi", "Mino", "pink"),
        Arrow("move", "Omi", "Mino", "pink"),
        Arrow("attack", "Mino", "Hida", "pink"),
        Arrow("move", "Mino", "Echizen", "pink"),
    ]


def test_the_ninja_is_drawn_where_his_victim_stands():
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "ninja": {"holder": "pink"},
        "provinces": {"Omi": {"owner": "pink", "spearman": 1}, "Kai": {"owner": "gray"}},
        "seats": {"pink": {}, "gray": {"armies": {"1": {"at": "Kai"}}}},
    }
    position = made(table)
    strikes = "ninja strikes army {} of gray at start of gray phase A"
    for army, marks in (("1", [Badge("Kai", "ninja", "", "pink")]), ("2", [])):
        orders = read(SWORDS, position, strikes.format(army))
        drawn = SWORDS.sketch(SWORDS.view(position, "pink"), "pink", orders)
        assert [each.mark for each in drawn] == marks


@pytest.mark.parametrize(
    ("phase", "text", "where"),
    [
        ("deploy", "army 1 in Kai, Ise, Omi", ["Ise"]),
        ("deploy", "reinforce Kai, Ise, Omi", ["Ise", "Omi"]),
        ("claim", "claim Ise, Mino, Kai, Iga", ["Mino", "Iga"]),
    ],
)
def test_what_is_placed_is_drawn_where_it_can_stand(phase, text, where):
    owners = {"Omi": "pink", "Ise": "pink", "Kai": "gray"}
    table = {
        "round": 1,
        "phase": phase,
        "seats": {"pink": {"armies": {"1": {"at": ""}}}, "gray": {}},
        "provinces": {at: {"owner": seat, "spearman": 1} for at, seat in owners.items()},
    }
    position = made(table, play="quick" if phase == "claim" else "standard")
    orders = read(SWORDS, position, text)
    drawn = SWORDS.sketch(SWORDS.view(position, "pink"), "pink", orders)
    assert [each.mark.place for each in drawn] == where


def test_what_falls_first_somewhere_is_named_beside_what_falls_first_elsewhere():
    fall = ["gunner", "ronin", "spearman", "swordsman", "bowman"]
    seat = {"policy": {"casualties_in": {"Kai": {"casualties": fall, "pool": "army"}}}}
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {"Omi": {"owner": "pink", "spearman": 1}, "Kai": {"owner": "gray"}},
        "seats": {"pink": seat, "gray": {}},
    }
    position = made(table)
    there = "casualties gunner, ronin, spearman, swordsman, bowman in Kai from army first"
    for text, is_named in (("casualties gunner in Omi", True), ("casualties gunner in Kai", False)):
        orders = read(SWORDS, position, text)
        named = [each.text for each in SWORDS.defaults(position, "pink", orders)]
        assert (there in named) == is_named
        assert any(each.startswith("casualties") and " in " not in each for each in named)


def test_the_map_shows_who_won_each_battle():
    provinces = {place: {"owner": "gray", "spearman": 1} for place in ("Mino", "Iga")}
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": provinces
        | {place: {"owner": "pink", "bowman": 1} for place in ("Omi", "Ise")},
    }
    position = made(table)
    orders = read(
        SWORDS, position, "attack Mino from Omi\nattack Iga from Ise\ncall off after 1 pass"
    )
    done = SWORDS.adjudicate(position, {"pink": orders}, Script([6, 12, 12]))
    assert sum(isinstance(event, Fought) for event in done.events) == 2
    shown = SWORDS.picture(SWORDS.view(done.position, ""), done.events)
    assert set(shown.clashes) == {Clash("Mino", "pink"), Clash("Iga", "gray")}


def test_who_cannot_order_has_no_options_but_policies():
    table = {
        "round": 2,
        "turn_order": ["pink", "gray", "blue"],
        "provinces": {"Omi": {"owner": "pink", "spearman": 2}, "Kai": {"owner": "gray", "spearman": 2}},
        "seats": {"pink": {}, "gray": {}, "blue": {"out": True}},
    }  # fmt: skip
    war = made(table)
    assert SWORDS.legal_orders(SWORDS.view(war, "pink"), "pink")
    assert legal_besides_policies(SWORDS, SWORDS.view(war, "gray"), "gray") == []
    assert SWORDS.legal_orders(SWORDS.view(war, "blue"), "blue") == []
    plan = made(table | {"phase": "plan"})
    assert legal_besides_policies(SWORDS, SWORDS.view(plan, "pink"), "pink")
    assert SWORDS.legal_orders(SWORDS.view(plan, "blue"), "blue") == []
    together = made(table, war="together")
    assert SWORDS.legal_orders(SWORDS.view(together, "gray"), "gray")
    planned = table["seats"] | {"pink": {"koku": 2, "plan": {"turn": 4}}}
    ninja = {"holder": "pink", "spied": "gray"}
    spy = made(table | {"phase": "spy", "ninja": ninja, "seats": planned})
    spending = [str(line) for line in SWORDS.legal_orders(SWORDS.view(spy, "pink"), "pink")]
    spending = [line for line in spending if line.startswith("spend")]
    assert spending == ["spend 1 on turn", "spend 2 on turn"]  # behind what is planned already
    assert legal_besides_policies(SWORDS, SWORDS.view(spy, "gray"), "gray") == []
    over = made(table | {"phase": "over", "winners": ["pink"]})
    assert SWORDS.legal_orders(over, "pink") == []


SOUTH = {
    "round": 2,
    "turn_order": ["pink", "gray"],
    "provinces": {
        "Satsuma": {"owner": "pink", "spearman": 2, "bowman": 1},
        "Osumi": {"owner": "pink"},
        "Tsushima": {"owner": "pink", "gunner": 2},
        "Hyuga": {"owner": "gray", "spearman": 1},
        "Mutsu": {"owner": "gray"},
    },
    "seats": {
        "pink": {"armies": {"2": {"at": "Osumi", "level": 2, "gunner": 1}}},
        "gray": {"armies": {"1": {"at": "Mutsu"}}},
    },
}
OF_TSUSHIMA = [f"attack {at} from Tsushima with force" for at in ("Dewa", "Iki", "Oki")]
MOVES = [
    "move army 2 to Satsuma",
    "move 1 spearman from Satsuma to Higo",
    "move 1 spearman from Satsuma to Osumi",
    *(f"move 1 gunner from Tsushima to {at}" for at in ("Dewa", "Iki", "Oki")),
]
JOINS = [f"move 1 {unit} from Satsuma to army 2" for unit in ("bowman", "spearman")]


def stops(place=""):
    called = f"call off {place}".rstrip()
    ends = ["after 2 passes", "when 2 are lost", "at 2 left", "when outnumbered", "below 40%"]
    return [
        *(f"{called} {end}" for end in (*ends, "before daimyo alone")),
        f"fight to the end in {place}" if place else "fight to the end",
    ]


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        (
            "",
            [
                "march army 2 to Satsuma",
                "attack Hyuga from Osumi with army",
                "attack Higo from Satsuma with force",
                "attack Hyuga from Satsuma with force",
                *(*OF_TSUSHIMA, *MOVES, *JOINS, *stops()),
            ],
        ),
        (
            "attack Hyuga from Osumi with army\nattack Higo from Satsuma",
            [
                "march army 2 to Satsuma",
                "attack Hyuga from Osumi with army",
                *(*OF_TSUSHIMA, *MOVES),
                "attack Hyuga with army 2",
                *(f"attack {at} from Hyuga" for at in ("Bungo", "Higo", "Kii")),
                "advance army 2 to Hyuga",
                "army 2 stays",
                "move army 2 to Hyuga",
                "split 1 gunner from army 2 to Hyuga",
                "move 1 spearman from Satsuma to Hyuga",
                *(*JOINS, *stops(), *stops("Hyuga"), *stops("Higo")),
            ],
        ),
    ],
)
def test_what_is_offered_in_a_war_turn_is_all_that_can_be_done_first_or_then(text, offered):
    position = made(SOUTH)
    legal = SWORDS.legal_orders(SWORDS.view(position, "pink"), "pink", read(SWORDS, position, text))
    assert [str(x) for x in legal if not isinstance(x.order, POLICIES)] == offered


def test_the_holder_of_the_ninja_is_offered_strikes_and_spying():
    table = {
        "phase": "muster",
        "round": 2,
        "ninja": {"holder": "pink"},
        "provinces": {"Omi": {"owner": "pink", "spearman": 2}, "Kai": {"owner": "gray"}},
        "seats": {"pink": {"koku": 3}, "gray": {"armies": {"1": {"at": "Kai"}}, "koku": 3}},
    }
    for game, letters in ((SWORDS, "ABCD"), (IKUSA_GAME, "ABD")):
        found = {str(line) for line in game.legal_orders(made(table, game), "pink")}
        first = "ninja strikes army 1 of gray at start of gray phase "
        assert {line[-1] for line in found if line.startswith(first)} == set(letters)
        assert "ninja waits" in found
    plan = made(table | {"phase": "plan"})
    anew = made(table | {"phase": "spy", "ninja": {"holder": "pink", "spied": "gray"}})
    offered = SWORDS.legal_orders(plan, "pink")
    assert "spy on gray" in set(map(str, offered))
    assert "spy on pink" not in {str(line) for line in SWORDS.legal_orders(plan, "gray")}
    for position, lines in ((plan, offered), (anew, SWORDS.legal_orders(anew, "pink"))):
        assert len(read(SWORDS, position, "\n".join(map(str, lines)))) == len(lines) > 1


PLACES = list(load_board("ikusa", {}).provinces)


def position(provinces, **options):
    lands = {place: {"owner": "pink", "spearman": 1} for place in PLACES[:provinces]}
    lands[PLACES[-1]] = {"owner": "gray", "spearman": 1}
    table = {"round": 3, "turn_order": ["pink", "gray"], "provinces": lands}
    return made(table, **options)


@pytest.mark.parametrize(
    ("provinces", "note"),
    [
        (34, ""),
        (36, "pink owns 36 provinces and wins with 35 or more at the end of this round."),
    ],
)
def test_the_standings_foretell_the_victory(provinces, note):
    view = SWORDS.view(position(provinces, win="end of round"), "")
    assert SWORDS.standings(view).note == note


def test_nothing_is_foretold_where_35_win_at_once():
    assert SWORDS.standings(position(36)).note == ""
    assert SWORDS.standings(position(36, play="quick")).note == ""


GOOD = {
    "round": 2,
    "provinces": {
        "Omi": {"owner": "pink", "spearman": 3},
        "Ise": {"owner": "pink", "spearman": 1},
        "Kai": {"owner": "gray", "spearman": 1},
    },
    "seats": {
        "pink": {"armies": {"1": {"at": "Omi", "spearman": 2}}, "hidden": {"Omi": {"army": 1}}},
        "gray": {},
    },
}
ARMY = ("seats", "pink", "armies", "1")
BROKEN = [
    (("provinces", "Omi", "spearman"), 6),
    (("provinces", "Omi", "ronin"), 3),
    (("provinces", "Ise", "spearman"), 0),
    (("provinces", "Mino"), {"spearman": 1}),
    ((*ARMY, "at"), "Kai"),
    ((*ARMY, "at"), "Mino"),
    ((*ARMY, "bowman"), 5),
    ((*ARMY, "gunner"), 9),
    ((*ARMY, "ronin"), 3),
    ((*ARMY[:3], "2"), {"at": "Omi", "spearman": 1}),
    (("seats", "pink", "hidden_total"), 2),
    (("seats", "pink", "hidden", "Omi", "army"), 3),
    (("seats", "pink", "hidden", "Kai"), {"force": 1}),
    (("seats", "pink", "hidden", "Ise"), {"army": 1}),
    (("seats", "pink", "hidden", "Ise"), {"force": 1}),
    (("seats", "gray", "out"), True),
    (("provinces", "Omi", "bowman"), 10),
]


@pytest.mark.parametrize(("path", "value"), BROKEN, ids=str)
def test_a_fault_is_found_and_none_in_a_sound_position(path, value):
    assert SWORDS.faults(made(GOOD)) == []
    assert SWORDS.faults(made(_with(GOOD, path, value)))


def test_where_armies_cannot_stand_is_named():
    two = _with(GOOD, (*ARMY[:3], "2"), {"at": "Omi", "spearman": 1})
    assert "2 armies stand in Omi, where pink can have one" in SWORDS.faults(made(two))
    away = "1 army stands in Kai, where pink can have none: it is not pink's"
    assert away in SWORDS.faults(made(_with(GOOD, (*ARMY, "at"), "Kai")))


def test_pieces_of_the_box_are_counted():
    castles = {f"{place}": {"building": "castle"} for place in list(made(GOOD).provinces)[:11]}
    table = GOOD | {"provinces": castles | GOOD["provinces"]}
    assert any("castles" in fault for fault in SWORDS.faults(made(table)))
    bases = {place: {"building": "fortress"} for place in list(castles)[:6]}
    assert any("fortresses" in f for f in SWORDS.faults(made(GOOD | {"provinces": bases})))
    armies = {
        str(n): {"at": at, "spearman": 10, "ronin": 9}
        for n, at in enumerate(("Omi", "Ise", "Iga"), 1)
    }
    provinces = {at: {"owner": "pink"} for at in ("Omi", "Ise", "Iga")}
    table = {"provinces": provinces, "seats": {"pink": {"armies": armies}}}
    assert any("27 ronin" in fault for fault in SWORDS.faults(made(table)))


def _with(table, path, value):
    if not path:
        return value
    return {**table, path[0]: _with(table.get(path[0], {}), path[1:], value)}


def test_less_than_nothing_is_a_fault():
    """No file can hold it, but a rule that is wrong could make it."""
    good = made(GOOD)
    province = replace(good.provinces["Omi"], gunner=-1)
    assert SWORDS.faults(replace(good, provinces={**good.provinces, "Omi": province}))
    pink = good.colours["pink"]
    army = replace(pink.armies["1"], gunner=-1, spearman=3)
    pink = replace(pink, armies={"1": army})
    assert SWORDS.faults(replace(good, colours={**good.colours, "pink": pink}))


def test_a_position_that_cannot_be_played_has_no_fault_but_that():
    broken = replace(made(GOOD), active="nobody")
    assert SWORDS.faults(broken) == ["“nobody” is not a seat of this position."]
