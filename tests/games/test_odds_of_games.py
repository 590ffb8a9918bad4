"""Odds of the other games: as often as whole phases come out so."""

from collections import Counter
from itertools import permutations

import pytest

from adjudicator.cases import battle_odds as reckoning
from adjudicator.cases.battle_odds import accuracy, battle_odds, charts
from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.orders import read_orders

GEKOKUJO = registry.find("gekokujo")
SHOGUN = registry.find("shogun")

MIKAWA = {
    "round": 2,
    "phase": "campaign",
    "active": "Tokugawa",
    "turn_order": ["Tokugawa", "Takeda"],
    "seats": {"Tokugawa": {"koku": 3}, "Takeda": {"koku": 2}},
    "provinces": {
        "Mikawa": {"owner": "Tokugawa", "units": {"Tokugawa": {"daimyo": 3, "bushi": 4}}},
        "Totomi": {"owner": "Takeda", "units": {"Takeda": {"bushi": 3}}},
        "Kai": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 3}}},
    },
}
SHINANO = {
    "phase": "carry out",
    "turn_order": ["blue", "yellow"],
    "tower": {"blue": 4, "yellow": 6, "farmer": 3},
    "seats": {"blue": {"plan": {"battle a": "Shinano"}}, "yellow": {}},
    "provinces": {
        "Shinano": {"owner": "blue", "armies": 5},
        "Kozuke": {"owner": "yellow", "armies": 3},
    },
}


HOKI = {
    "phase": "plan",
    "turn_order": ["purple", "yellow"],
    "tower": {"purple": 4, "yellow": 5, "farmer": 5},
    "seats": {"purple": {}, "yellow": {}},
    "provinces": {
        "Hoki": {"owner": "purple", "armies": 5},
        "Bingo": {"owner": "purple", "armies": 4},
        "Bitchu": {},
        "Tajima": {},
        "Iwami": {},
    },
}


def gekokujo(**more):
    return GEKOKUJO.from_table({**MIKAWA, **more}, {})


def shogun(**more):
    return SHOGUN.from_table({**SHINANO, **more}, {"season": "two mails"})


def share_of_wins(game, position, seat, text, trials=150):
    """Return how often whole phases end with the first battle won by the seat."""
    orders = {seat: read_orders(text, game.language(position, "")).orders}
    stream, won = Stream(b"whole phases"), 0
    for _ in range(trials):
        events = game.adjudicate(position, orders, stream).events
        fought = next(each for each in events if type(each).__name__ == "Fought")
        won += fought.winner == seat
    return won / trials


@pytest.mark.parametrize(
    ("game", "position", "seat", "text"),
    [
        (GEKOKUJO, gekokujo(), "Tokugawa", "move 4 bushi from Mikawa to Totomi\nronin up to 2"),
        (SHOGUN, shogun(), "blue", "battle a from Shinano to Kozuke with 4"),
    ],
)
def test_the_odds_are_those_of_whole_phases(game, position, seat, text):
    answer = battle_odds(game, position, seat, text)
    assert answer.findings == ()
    won = answer.contests[0].battles[0].endings["won"]
    assert won.low - 0.12 < share_of_wins(game, position, seat, text) < won.high + 0.12


def test_gekokujo_says_who_meets_and_what_ronin_change():
    text = "move 4 bushi from Mikawa to Totomi\nronin up to 2"
    view = GEKOKUJO.view(gekokujo(), "Tokugawa")
    answer = battle_odds(GEKOKUJO, view, "Tokugawa", text)
    meets = "In Totomi Tokugawa fights with 4 bushi against Takeda with 3 bushi."
    assert answer.about[0] == meets
    with_ronin, without = answer.contests
    assert without.assumption == "without “ronin up to 2”"
    means = [each.battles[0].losses[1].mean for each in (with_ronin, without)]
    assert means[0] > means[1]


def test_gekokujo_reckons_in_every_timing_and_phase():
    for options, phase, name in (
        ({}, "reinforce", "campaign"),
        ({"timing": "moves first"}, "reinforce", "move"),
        ({"timing": "moves first"}, "battle", "battle"),
    ):
        table = {**MIKAWA, "phase": phase, "active": ""}
        if phase == "battle":
            met = {"units": {"Takeda": {"bushi": 3}, "Tokugawa": {"bushi": 4}}}
            table["provinces"] = {**MIKAWA["provinces"], "Totomi": met}
        position = GEKOKUJO.from_table(table, options)
        assert GEKOKUJO.battles(position).phase == name
        text = "" if phase == "battle" else "move 4 bushi from Mikawa to Totomi"
        answer = battle_odds(GEKOKUJO, position, "Tokugawa", text)
        assert answer.contests[0].battles[0].battle == "battle in Totomi"
        late = {**table, "turn_order": ["Takeda", "Tokugawa"]}
        answer = battle_odds(GEKOKUJO, GEKOKUJO.from_table(late, options), "Tokugawa", text)
        told = "Before Tokugawa, Takeda fights in Totomi; what is left then is not known."
        assert (told in answer.about) == bool(options)


def test_a_battle_won_for_an_ally_is_won_in_the_odds_of_gekokujo():
    seats = {"Tokugawa": {"allies": ["Oda"]}, "Oda": {"allies": ["Tokugawa"]}, "Takeda": {}}
    provinces = {
        **MIKAWA["provinces"],
        "Totomi": {"owner": "Oda", "units": {"Takeda": {"bushi": 1}}},
        "Owari": {"owner": "Oda", "units": {"Oda": {"daimyo": 3}}},
    }
    table = {**MIKAWA, "seats": seats, "provinces": provinces}
    table["turn_order"] = ["Tokugawa", "Oda", "Takeda"]
    position = GEKOKUJO.from_table(table, {"politics": True})
    text = "move 4 bushi from Mikawa to Totomi"
    answer = battle_odds(GEKOKUJO, position, "Tokugawa", text)
    assert answer.contests[0].battles[0].endings["won"].low > 0.5


def test_what_others_want_in_gekokujo_is_not_known():
    other = {"koku": 2, "policies": ["ronin up to 3"]}
    seats = {**MIKAWA["seats"], "Takeda": other}
    text = "move 4 bushi from Mikawa to Totomi"
    answers = [
        battle_odds(GEKOKUJO, GEKOKUJO.view(each, "Tokugawa"), "Tokugawa", text)
        for each in (gekokujo(), gekokujo(seats=seats))
    ]
    assert answers[0] == answers[1]
    assert answers[0].about[-1].startswith("What others have secretly in mind")


def test_shogun_throws_the_tower_as_it_stands():
    text = "battle a from Shinano to Kozuke with 4"
    answer, empty = (
        battle_odds(SHOGUN, each, "blue", text) for each in (shogun(), shogun(tower={}))
    )
    assert answer.about[:2] == (
        "From Shinano, which has 5 armies, blue attacks Kozuke with 4 against yellow with 3 "
        "armies.",
        "In the tower: 4 blue, 3 farmer, 6 yellow.",
    )
    assert answer.contests[0].battles[0].battle == "battle a from Shinano to Kozuke"
    assert empty.contests[0].battles[0].endings != answer.contests[0].battles[0].endings
    own = shogun(provinces={**SHINANO["provinces"], "Kai": {"owner": "blue", "armies": 2}})
    moved = battle_odds(SHOGUN, own, "blue", f"battle a from Shinano to Kai with 9\nelse: {text}")
    assert moved.about == answer.about  # a move into one's own province is no attack


def falls_of(inside, thrown, hold=36, shake=99, edge=6):
    """Every order of the falling cubes, every place that is struck, and what each keeps."""
    falls = Counter()
    orders = list(permutations(thrown))
    for order in orders:
        states = {(tuple(inside), ()): 1 / len(orders)}
        for cube in order:
            after = Counter()
            for (resting, out), likely in states.items():
                struck = [
                    (resting[:at] + resting[at + 1 :], (*out, each), 1 / shake)
                    for at, each in enumerate(resting)
                ]
                struck.append((resting, out, 1 - len(resting) / shake))
                for left, gone, part in struck:
                    through = min(1, (len(left) / hold) ** edge)
                    after[left, (*gone, cube)] += likely * part * through
                    after[(*left, cube), gone] += likely * part * (1 - through)
            states = after
        for (_, out), likely in states.items():
            falls[tuple(sorted(out))] += likely
    return falls


@pytest.mark.parametrize("hold", [36, 24])
def test_one_battle_of_shogun_is_reckoned_exactly(hold):
    """Two blue armies attack one yellow; what colours do not fight say nothing of who wins."""
    tower = {"blue": 1, "farmer": 1, "yellow": 2, "red": 1, "green": 1}
    lands = {"Shinano": {"owner": "blue", "armies": 3}, "Kozuke": {"owner": "yellow", "armies": 1}}
    table = {**SHINANO, "provinces": lands, "tower": tower, "tray": {"red": 1}}
    table |= {"turn_order": ["blue", "yellow", "red", "green"]}
    table["seats"] = {**SHINANO["seats"], "red": {}, "green": {}}
    position = SHOGUN.from_table(table, {"season": "two mails", "tower hold": hold})
    text = "battle a from Shinano to Kozuke with 2"
    answer = battle_odds(SHOGUN, position, "blue", text)
    assert answer.contests[0].drawn == 0
    expected, lost = Counter(), Counter()
    inside = [colour for colour, number in tower.items() for _ in range(number)]
    for out, likely in falls_of(inside, ["blue", "blue", "yellow", "red"], hold).items():
        ours, farmers = out.count("blue"), out.count("farmer")
        theirs = out.count("yellow") + farmers
        holds = ours < theirs and "yellow" in out
        expected["won" if ours > theirs else "lost" if holds else "undecided"] += likely
        lost["blue"] += likely * min(ours, theirs)
        lost["yellow"] += likely * (max(ours, farmers) if holds else theirs)  # with all farmers
    means = {each.side: each.mean for each in answer.contests[0].battles[0].losses}
    assert means == pytest.approx(dict(lost))
    shares = {word: each.share for word, each in answer.contests[0].battles[0].endings.items()}
    assert shares == pytest.approx(dict(expected))
    assert len(shares) == 3


MANY = {
    "Mikawa": {"owner": "Tokugawa", "units": {"Tokugawa": {"daimyo": 2, "bushi": 5}}},
    "Owari": {"owner": "Takeda", "units": {"Takeda": {"bushi": 2}}},
}


@pytest.mark.parametrize(
    ("game", "position", "seat", "text"),
    [
        (
            GEKOKUJO,
            gekokujo(provinces={**MIKAWA["provinces"], **MANY}),
            "Tokugawa",
            "move 3 bushi from Mikawa to Totomi\nmove 2 bushi from Mikawa to Owari",
        ),
        (SHOGUN, shogun(), "blue", "battle a from Shinano to Kozuke with 4"),
    ],
)
def test_what_is_drawn_is_near_what_is_exact(game, position, seat, text, monkeypatch):
    (exact,) = battle_odds(game, position, seat, text).contests
    monkeypatch.setattr(reckoning, "MOST_FOLLOWED", 0)
    (drawn,) = battle_odds(game, position, seat, text).contests
    assert (exact.drawn, drawn.drawn > 100) == (0, True)
    assert battle_odds(game, position, seat, text).contests == (drawn,)
    for one, other in zip(exact.battles, drawn.battles, strict=True):
        for word, each in one.endings.items():
            assert each.exact
            found = other.endings.get(word)
            share = found.share if found else 0.0
            width = found.high - found.low if found else 0.01
            assert abs(share - each.share) <= 1.5 * width, word
    assert drawn.all_won.share == pytest.approx(exact.all_won.share, abs=0.05)


def test_shogun_reckons_plans_before_they_lie():
    plan = shogun(phase="plan", seats={"blue": {}, "yellow": {}})
    view = SHOGUN.view(plan, "blue")
    text = "battle a from Shinano to Kozuke with 4\ntax Shinano"
    answer = battle_odds(SHOGUN, view, "blue", text)
    assert [each.code for each in answer.findings] == ["card-used"]
    assert answer.contests[0].battles
    assert "not counted" in answer.about[-1]


def test_a_revolt_is_a_battle_too():
    lands = {**SHINANO["provinces"], "Shinano": {"owner": "blue", "armies": 2, "revolts": 2}}
    plan = shogun(phase="plan", seats={"blue": {}, "yellow": {}}, provinces=lands)
    answer = battle_odds(SHOGUN, plan, "blue", "tax Shinano")
    assert answer.contests[0].battles[0].battle == "revolt in Shinano"


def test_two_battles_of_shogun_for_one_province_are_two():
    """The second is fought where the first was not won: of farmers alone in a neutral province."""
    position = SHOGUN.from_table(HOKI, {})
    text = (
        "battle a from Hoki to Bitchu with all but 1\n"
        "else: battle a from Hoki to Tajima with all but 1\n"
        "battle b from Bingo to Bitchu with all but 1\n"
        "else: battle b from Bingo to Iwami with all but 1\n"
    )
    answer = battle_odds(SHOGUN, SHOGUN.view(position, "purple"), "purple", text)
    first, second = answer.contests[0].battles
    assert first.battle == "battle a from Hoki to Bitchu"
    assert second.battle == "battle b from Bingo to Bitchu"
    assert second.endings["not fought"] == first.endings["won"]
    assert answer.contests[0].all_won.share == first.endings["won"].share
    assert charts(answer)
    assert accuracy(answer)


def test_whom_a_battle_of_shogun_is_fought_against_may_depend_on_the_one_before():
    """Undecided, the first leaves a neutral province; its losses are the defender's all the same."""
    lands = {**HOKI["provinces"], "Bitchu": {"owner": "yellow", "armies": 3}}
    text = "battle a from Hoki to Bitchu with 2\nbattle b from Bingo to Bitchu with 2"
    position = SHOGUN.from_table({**HOKI, "provinces": lands}, {})
    answer = battle_odds(SHOGUN, position, "purple", text)
    first, second = answer.contests[0].battles
    assert [each.side for each in first.losses] == ["purple", "yellow"]
    assert [each.side for each in second.losses] == ["purple", "farmers or yellow"]
    for losses in second.losses:
        assert sum(each.share for each in losses.shares) == pytest.approx(1)


def test_who_attacks_nothing_gets_no_odds():
    for game, position, seat, text in (
        (GEKOKUJO, gekokujo(), "Tokugawa", "move 1 bushi from Mikawa to Owari"),
        (SHOGUN, shogun(), "blue", "decline attack army"),
    ):
        assert battle_odds(game, position, seat, text).contests == ()


def test_a_game_that_is_over_has_no_battles_any_more():
    over = gekokujo(phase="over", active="")
    with pytest.raises(GameError, match="over"):
        battle_odds(GEKOKUJO, over, "Tokugawa", "")
