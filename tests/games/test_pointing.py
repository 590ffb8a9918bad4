"""What regents order can be pointed at, and nothing that is offered is refused in its place.

    WHOLE=1 pytest -s tests/games/test_pointing.py tests/examples/test_diplomacy_pointing.py

plays ten times as long, with each regent, and says how much it was.
"""

import pytest
from pointing import WHOLE, assert_pointed, point, refused_offers

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.orders import read_orders

pytestmark = pytest.mark.system
BOX = dict.fromkeys(("tenno", "samurai", "leaders", "chambers"), True)
MODULES = dict.fromkeys(("politics", "warfare", "technology", "rice", "glory"), True)
OWN_PHASES = {"timing": "moves first", "sowing": "own phase", "pacts": "own phase"}
WAYS = [
    ("samurai-swords", {}),
    ("samurai-swords", {"war": "steps", "deploy": "in turn"}),
    ("samurai-swords", {"play": "quick", "deploy": "in turn"}),
    ("ikusa", {"war": "together"}),
    ("ikusa", {"play": "quick", "war": "steps"}),
    ("shogun", {"start": "predetermined"}),
    ("shogun", {"start": "draft", "season": "two mails"}),
    ("shogun", {"start": "draft", **BOX}),
    ("shogun", {"start": "dealt", "season": "two mails", **BOX}),
    ("gekokujo", {}),
    ("gekokujo", MODULES),
    ("gekokujo", {"campaign": "together", "rice": True, "politics": True, **OWN_PHASES}),
]
PHASES = {"samurai-swords": 9, "ikusa": 7, "shogun": 6, "gekokujo": 8}


@pytest.mark.parametrize(("name", "options"), WAYS)
def test_what_regents_order_can_be_pointed_at_and_what_is_offered_is_taken(name, options):
    game, laps = registry.find(name), 40 if "in turn" in options.values() else 0
    for regent in game.regents if WHOLE else ("steady",):
        phases = 10 * PHASES[name] if WHOLE else PHASES[name]
        count = point(
            game, game.meta.seats[:3], options, regent, laps + phases, 11 if WHOLE else 29
        )
        assert_pointed(count, f"{name} {options} {regent}")


def test_a_ranking_that_stands_grows_and_what_is_spent_is_offered_no_more():
    game = registry.find("shogun")
    position = game.new(game.meta.seats[:3], {"start": "draft"}, Stream(b"ranking")).position
    seat = game.meta.seats[0]
    view = game.view(position, seat)
    first, second = list(position.provinces)[:2]
    given = read_orders(f"claim {first}", game.language(position, "")).orders
    claims = [x for x in game.legal_orders(view, seat, given) if str(x).startswith("claim")]
    assert {each.number for each in claims} == {1}
    assert f"claim {first}, {second}" in map(str, claims)
    assert f"claim {first}" not in map(str, claims)


def test_what_follows_an_attack_is_offered_behind_it():
    game = registry.find("samurai-swords")
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {
            "Shinano": {"owner": "pink", "spearman": 1},
            "Kai": {"owner": "gray", "spearman": 1},
        },
        "colours": {
            "pink": {"armies": {"1": {"at": "Shinano", "bowman": 4, "level": 2}}},
            "gray": {},
        },
    }
    view = game.view(game.from_table(table, {}), "pink")
    text = "attack Kai from Shinano with army"
    given = read_orders(text, game.language(view, "")).orders
    follows = {"advance army 1 to Kai", "move army 1 to Kai", "call off Kai before daimyo alone"}
    assert not follows & set(map(str, game.legal_orders(view, "pink")))
    assert follows <= set(map(str, game.legal_orders(view, "pink", given)))
    assert "attack Suruga from Kai" in map(str, game.legal_orders(view, "pink", given))


def test_behind_an_attack_that_may_win_the_game_is_offered_what_counts_if_it_does_not():
    game = registry.find("samurai-swords")
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {
            "Shinano": {"owner": "pink", "spearman": 2},
            "Kai": {"owner": "gray", "spearman": 1},
        },
        "colours": {
            "pink": {"armies": {"1": {"at": "Shinano", "bowman": 4, "level": 2}}},
            "gray": {"armies": {"1": {"at": "Kai"}}},
        },
    }
    view = game.view(game.from_table(table, {}), "pink")
    given = read_orders("attack Kai from Shinano with army", game.language(view, "")).orders
    offered = set(map(str, game.legal_orders(view, "pink", given)))
    assert {"move army 1 to Kai", "move 1 spearman from Shinano to Kai"} <= offered


def test_units_are_offered_to_an_army_that_has_no_room_for_the_cheapest():
    game = registry.find("samurai-swords")
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {
            "Shinano": {"owner": "pink"},
            "Kai": {"owner": "pink", "spearman": 2, "swordsman": 1},
            "Iga": {"owner": "gray", "spearman": 1},
        },
        "colours": {
            "pink": {"armies": {"1": {"at": "Shinano", "spearman": 6, "gunner": 4}}},
            "gray": {},
        },
    }
    view = game.view(game.from_table(table, {}), "pink")
    offered = {str(line) for line in game.legal_orders(view, "pink")}
    assert "move 1 swordsman from Kai to army 1" in offered
    assert "move 1 spearman from Kai to army 1" not in offered


def test_an_army_that_goes_two_provinces_may_go_past_another():
    game = registry.find("samurai-swords")
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {
            **{name: {"owner": "pink", "spearman": 2} for name in ("Shinano", "Kai", "Suruga")},
            "Iga": {"owner": "gray", "spearman": 1},
        },
        "colours": {
            "pink": {
                "armies": {
                    "1": {"at": "Shinano", "bowman": 4, "level": 2},
                    "2": {"at": "Kai", "bowman": 1},
                }
            },
            "gray": {},
        },
    }
    view = game.view(game.from_table(table, {}), "pink")
    offered = {str(line) for line in game.legal_orders(view, "pink")}
    assert "march army 1 to Kai, Suruga" in offered
    assert "march army 1 to Kai" not in offered


def test_all_that_a_hired_ninja_can_do_is_offered():
    game = registry.find("samurai-swords")
    table = {
        "round": 2,
        "turn_order": ["gray", "pink"],
        "ninja": {"holder": "pink"},
        "provinces": {
            "Shinano": {"owner": "pink", "spearman": 2},
            "Kai": {"owner": "gray", "spearman": 1},
            "Iga": {"owner": "gray", "spearman": 1},
        },
        "colours": {
            "pink": {"armies": {"1": {"at": "Shinano", "bowman": 4}}},
            "gray": {"armies": {"1": {"at": "Kai"}}},
        },
    }
    view = game.view(game.from_table(table, {}), "pink")
    offered = set(map(str, game.legal_orders(view, "pink")))
    moments = ("at start of gray phase C", "at end of gray phase B", "when Suruga is declared")
    moments += ("when it enters Suruga", "when it attacks Suruga", "at end of the round")
    assert {"ninja waits", *(f"ninja strikes army 1 of gray {when}" for when in moments)} <= offered
    assert [errors for _, errors in refused_offers(game, view, "pink", (), 1) if errors] == []


def test_a_vassal_is_offered_both_paths_to_liberation():
    game = registry.find("gekokujo")
    table = {
        "round": 2,
        "phase": "reinforce",
        "turn_order": ["Takeda", "Oda"],
        "active": "Oda",
        "seats": {"Oda": {"master": "Takeda", "koku": 2}, "Takeda": {"koku": 0}},
        "provinces": {
            "Owari": {"owner": "Oda", "units": {"Oda": {"bushi": 2}}},
            "Kai": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 3}}},
        },
    }
    view = game.view(game.from_table(table, {}), "Oda")
    offered = set(map(str, game.legal_orders(view, "Oda")))
    assert {"assault", "rebuild with 0 koku", "rebuild with 2 koku"} <= offered
    assert "rebuild with 3 koku" not in offered


def test_the_order_of_battles_is_offered_behind_the_moves_that_lead_to_them():
    game = registry.find("gekokujo")
    table = {
        "round": 1,
        "phase": "campaign",
        "turn_order": ["Oda", "Takeda"],
        "active": "Oda",
        "seats": {"Oda": {"koku": 2}, "Takeda": {"koku": 0}},
        "provinces": {
            "Owari": {"owner": "Oda", "units": {"Oda": {"bushi": 3}}},
            "Mino": {"owner": "Takeda", "units": {"Takeda": {"bushi": 1}}},
            "Kai": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 3}}},
        },
    }
    view = game.view(game.from_table(table, {}), "Oda")
    given = read_orders("move 2 bushi from Owari to Mino", game.language(view, "")).orders
    assert "fight Mino" not in set(map(str, game.legal_orders(view, "Oda")))
    assert "fight Mino" in set(map(str, game.legal_orders(view, "Oda", given)))
