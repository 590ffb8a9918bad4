"""The odds of battles in Samurai Swords and Ikusa: what is fought, and what is known of it."""

import pytest
from swords_games import SWORDS

from adjudicator.cases import battle_odds as reckoning
from adjudicator.cases.battle_odds import (
    BattleOdds,
    ContestOdds,
    Likelihood,
    OrderOdds,
    SideLosses,
    accuracy,
    battle_odds,
    charts,
)
from adjudicator.chance import Stream
from adjudicator.orders import read_orders

ARMY = {"at": "Tamba", "level": 2, "bowman": 1, "gunner": 1, "spearman": 3}
FAR = {"3": {"at": "Mutsu"}}
TABLE = {
    "round": 2,
    "phase": "war",
    "turn_order": ["pink", "gray"],
    "seats": {
        "pink": {"armies": {"2": ARMY}},
        "gray": {"armies": FAR, "hidden": {"Tango": {"force": 2}, "Dewa": {"force": 3}}},
    },
    "provinces": {
        "Tamba": {"owner": "pink", "spearman": 1},
        "Tango": {"owner": "gray", "spearman": 4},
        "Tajima": {"owner": "gray", "spearman": 2},
        "Dewa": {"owner": "gray", "spearman": 4},
        "Mutsu": {"owner": "gray"},
    },
}
POSITION = SWORDS.from_table(TABLE, {})
VIEW = SWORDS.view(POSITION, "pink")
BATTLE = "attack Tango with army 2"


def odds(orders, position=VIEW):
    return battle_odds(SWORDS, position, "pink", orders)


def test_a_battle_is_told_with_what_can_be_known_of_it():
    """Hidden ronin of others count in the whole truth, and in a view as one more assumption."""
    answer, truth = odds(BATTLE), odds(BATTLE, POSITION)
    assert answer.about == (
        "pink attacks Tango from Tamba with army 2: the daimyo, 1 bowman, 1 gunner, 3 spearmen, "
        "6 units in all.",
        "gray defends with 4 spearmen.",
        "Hidden ronin of others are unknown to you and are not counted.",
    )
    plain, ambush = answer.contests
    assert (plain.assumption, ambush.assumption) == ("", "with 3 hidden ronin in Tango")
    assert plain.battles[0].battle == "army 2 attacks Tango"
    won = [each.battles[0].endings["won"].share for each in (plain, ambush)]
    assert won[0] > won[1]
    shares = [len(each.contests[0].battles[0].losses[1].shares) for each in (answer, truth)]
    assert shares == [5, 7]


@pytest.mark.parametrize("most", [reckoning.MOST_FOLLOWED, 0])
def test_bonus_units_fall_before_others_and_are_none_that_a_defender_loses(most, monkeypatch):
    """Whether all courses are followed, or some are drawn."""
    monkeypatch.setattr(reckoning, "MOST_FOLLOWED", most)
    lands = {**TABLE["provinces"], "Tango": {**TABLE["provinces"]["Tango"], "building": "castle"}}
    walled = SWORDS.view(SWORDS.from_table({**TABLE, "provinces": lands}, {}), "pink")
    plain, behind = (odds(BATTLE, each).contests[0].battles[0].losses[1] for each in (VIEW, walled))
    assert len(behind.shares) == len(plain.shares) == 5
    assert behind.mean < plain.mean


def test_a_ronin_lies_in_ambush_in_one_place_alone():
    lands = {**TABLE["provinces"], "Tamba": {"owner": "pink", "spearman": 5}}
    for number, places in (3, ("3 … in Tango",)), (4, ("3 … in Tango", "1 … in Tajima")):
        gray = {"armies": FAR, "hidden": {"Dewa": {"force": number}}}
        seats = {**TABLE["seats"], "gray": gray}
        table = SWORDS.from_table({**TABLE, "seats": seats, "provinces": lands}, {})
        both = f"{BATTLE}\nattack Tajima from Tamba with force"
        *_, ambush = odds(both, SWORDS.view(table, "pink")).contests
        assert ambush.assumption == f"with {' and '.join(places)}".replace("…", "hidden ronin")


@pytest.mark.parametrize(
    "secret",
    [
        {"hidden": {"Tango": {"force": 3}, "Mutsu": {"force": 2}}},
        {"policy": {"casualties": ["bowman", "swordsman", "gunner", "spearman", "ronin"]}},
    ],
)
def test_what_others_keep_secret_changes_nothing_of_the_answer(secret):
    gray = {**TABLE["seats"]["gray"], **secret}
    other = SWORDS.from_table({**TABLE, "seats": {**TABLE["seats"], "gray": gray}}, {})
    assert other != POSITION
    below = f"{BATTLE}\ncall off below 60%"
    assert odds(below) == odds(below, SWORDS.view(other, "pink"))


def test_what_the_policies_change_is_shown_beside():
    answer = odds("attack Tango with army 2\ncall off when 1 is lost\ncasualties bowman in Tango")
    policies = "“call off when 1 is lost” and “casualties bowman in Tango”"
    assert answer.contests[1].assumption == f"without {policies}"
    with_it, without = (each.battles[0].endings for each in answer.contests[:2])
    assert with_it["won"].share < without["won"].share
    shown = "\n".join(charts(answer))
    assert "as asked" in shown
    assert "units that pink loses" in shown


def test_a_battle_that_is_not_fought_is_none_of_those_that_are_to_be_won():
    """Who has won the first finds nobody to fight in the second, nor where both have died."""
    lands = {**TABLE["provinces"], "Tajima": {"owner": "pink", "spearman": 5}}
    table = SWORDS.from_table({**TABLE, "provinces": lands}, {})
    (contest,) = odds(f"{BATTLE}\nattack Tango from Tajima", table).contests[:1]
    first, second = contest.battles
    assert second.endings["not fought"].share > first.endings["won"].share
    assert contest.all_won.share == pytest.approx(first.endings["won"].share)


def test_losses_that_hardly_ever_come_are_put_together_at_the_ends():
    rare = [0.0004] * 20
    shares = [Likelihood(each, True, each, each) for each in (*rare, 0.5, 0.484, *rare)]
    losses = SideLosses("pink", 20.5, tuple(shares))
    battle = BattleOdds(("a",), "a battle", {"won": shares[20]}, (losses,))
    answer = OrderOdds("", (), (), (ContestOdds("", 0, (battle,), shares[20]),))
    _, histogram = charts(answer)
    assert [line.split()[:3] for line in histogram.splitlines()[1:3]] == [
        ["≤", "20", "50.8"],
        ["≥", "21", "49.2"],
    ]


def test_battles_that_follow_one_another_begin_with_what_is_left():
    chain = "attack Tango with army 2\nif battle was won: attack Tajima with army 2"
    answer = odds(chain)
    first, second = answer.contests[0].battles
    assert (first.battle, second.battle) == ("army 2 attacks Tango", "army 2 attacks Tajima")
    fought = 1 - second.endings["not fought"].share
    assert fought == pytest.approx(first.endings["won"].share)
    assert answer.contests[0].all_won.share == second.endings["won"].share
    assert "Each battle that is fought is won" in "\n".join(charts(answer))


def test_the_odds_are_those_of_whole_phases():
    text = "attack Tango with army 2\nadvance army 2 to Tango\nattack Tajima with army 2"
    orders = {"pink": read_orders(text, SWORDS.language(POSITION, "")).orders}
    stream, won, trials = Stream(b"whole"), 0, 120
    for _ in range(trials):
        after = SWORDS.adjudicate(POSITION, orders, stream).position
        won += after.provinces["Tajima"].owner == ""
    share = odds(text, POSITION).contests[0].battles[1].endings["won"]
    assert share.exact
    assert won / trials == pytest.approx(share.share, abs=0.12)


def test_in_any_phase_the_odds_are_those_of_war_now():
    plan = SWORDS.from_table({**TABLE, "phase": "muster"}, {})
    assert odds("attack Tango with army 2", SWORDS.view(plan, "pink")).contests
    march = "march army 2 to Tamba\nattack Tango from Tamba with force"
    found = odds(march, SWORDS.view(plan, "pink"))
    assert [each.code for each in found.findings] == ["not-adjacent"]
    assert found.contests[0].battles[0].battle == "the force of Tamba attacks Tango"


def test_without_a_battle_there_are_no_odds():
    for orders in ("", "move army 2 to Tango", "attack Kai with army 2"):
        answer = odds(orders)
        assert answer.contests == ()
        assert charts(answer) == []
        assert accuracy(answer) == ""
    codes = [each.code for each in odds("attack Kyoto with army 2\nhello there").findings]
    assert codes == ["unknown-name", "not-an-order"]


def test_an_empty_province_is_no_battle_to_be_won():
    table = {**TABLE, "provinces": {**TABLE["provinces"], "Harima": {}}}
    answer = odds("attack Harima with army 2", SWORDS.view(SWORDS.from_table(table, {}), "pink"))
    assert "Harima is empty: nobody fights there." in answer.about
    assert list(answer.contests[0].battles[0].endings) == ["not fought"]


def test_the_number_of_lines_has_a_limit():
    answer = odds(f"{BATTLE}\n" * 101)
    assert answer.contests == ()
    assert "100 lines at the most, not of 101" in answer.findings[0].message


def test_in_three_mails_the_odds_go_on_with_the_turn():
    table = {**TABLE, "phase": "fight", "active": "pink"}
    position = SWORDS.from_table(table, {"war": "steps"})
    text = "march army 2 to Tamba\nattack Tango with army 2"
    answer = odds(text, SWORDS.view(position, "pink"))
    assert [each.code for each in answer.findings] == ["step-past"]
    assert answer.contests[0].battles[0].battle == "army 2 attacks Tango"
    before = SWORDS.from_table({**table, "phase": "muster", "active": ""}, {"war": "steps"})
    assert odds("attack Tango with army 2", before).contests


def test_with_two_players_each_colour_of_a_seat_fights():
    seats = ("Oda", "Takeda")
    placed = SWORDS.new(seats, {}, Stream(b"two")).position
    for _ in range(4):
        placed = SWORDS.adjudicate(placed, {}, Stream(b"on")).position
    assert placed.colours_of("Oda") == ("Oda", "Uesugi")
    text, battles = "", []
    for colour in ("Oda", "Uesugi"):
        source, target = next(
            (place, near)
            for place, land in placed.provinces.items()
            if land.owner == colour and land.spearman
            for near in SWORDS.play(placed).neighbours(place)
            if placed.provinces[near].owner in ("Takeda", "Mori")
            and SWORDS.play(placed).army_in(near) is None
        )
        text += f"colour {colour}\nattack {target} from {source} with force\n"
        battles.append(f"the force of {source} attacks {target}")
    answer = battle_odds(SWORDS, SWORDS.view(placed, "Oda"), "Oda", text)
    assert answer.findings == ()
    assert [each.battle for each in answer.contests[0].battles] == battles


def test_an_army_that_attacks_a_province_again_fights_another_battle():
    """It emptied the province the first time, or found it empty."""
    harima = {**TABLE["provinces"], "Harima": {}}
    view = SWORDS.view(SWORDS.from_table({**TABLE, "provinces": harima}, {}), "pink")
    for place in ("Harima", "Tango"):
        answer = odds(f"attack {place} with army 2\n" * 2, view)
        first, second = answer.contests[0].battles
        assert (first.battle, second.battle) == (
            f"army 2 attacks {place}",
            f"army 2 attacks {place} again",
        )
        assert sum(each.share for each in first.endings.values()) == pytest.approx(1)
        assert list(second.endings) == ["not fought"]
        assert charts(answer)


def test_a_battle_is_exact_unless_another_was_fought_before_it(monkeypatch):
    """However few courses were drawn: how it may end is known, if what meets in it is."""
    monkeypatch.setattr(reckoning, "MOST_FOLLOWED", 0)
    own = {"Tamba": {"owner": "pink", "spearman": 5}, "Echizen": {"owner": "pink", "spearman": 5}}
    lands = {**TABLE["provinces"], **own, "Harima": {}, "Kaga": {"owner": "gray", "spearman": 2}}
    view = SWORDS.view(SWORDS.from_table({**TABLE, "provinces": lands}, {}), "pink")
    orders = "attack Harima with army 2\nattack Tajima from Tamba with force\nattack Kaga from Echizen with force"
    entered, fought, later = odds(orders, view).contests[0].battles
    assert list(entered.endings) == ["not fought"]
    assert all(each.exact for each in (*entered.endings.values(), *fought.endings.values()))
    assert not any(each.exact for each in later.endings.values())


TWO = {
    "round": 3,
    "phase": "war",
    "turn_order": ["Oda", "Uesugi", "Takeda", "Mori"],
    "ninja": {"holder": "Uesugi"},
    "colours": {
        "Oda": {"armies": {"1": {"at": "Tamba", "bowman": 2}}},
        "Uesugi": {
            "seat": "Oda",
            "armies": {"1": {"at": "Tajima", "gunner": 2}},
            "mission": {
                "text": "ninja strikes army 1 of Mori at start of Oda phase B",
                "victim": "Mori",
                "army": "1",
                "turn": "Oda",
                "phase": "B",
            },
        },
        "Takeda": {},
        "Mori": {"seat": "Takeda", "armies": {"1": {"at": "Mutsu"}}},
    },
    "provinces": {
        "Tamba": {"owner": "Oda"},
        "Tajima": {"owner": "Uesugi"},
        "Mutsu": {"owner": "Mori"},
        "Tango": {"owner": "Mori", "spearman": 2},
        "Kai": {"owner": "Takeda", "spearman": 1},
    },
}


def test_the_armies_1_of_two_colours_are_two():
    """What a colour's ninja may do in the turn of another of its seat's is not counted."""
    position = SWORDS.from_table(TWO, {})
    text = "attack Tango with army 1\ncolour Uesugi\nattack Tango with army 1"
    for view in (position, SWORDS.view(position, "Oda")):
        answer = battle_odds(SWORDS, view, "Oda", text)
        assert answer.findings == ()
        assert "What the ninja may do is not counted." in answer.about
        first, second = answer.contests[0].battles
        assert first.battle == "Oda’s army 1 attacks Tango"
        assert second.battle == "Uesugi’s army 1 attacks Tango"
        for each in (first, second):
            assert sum(ending.share for ending in each.endings.values()) == pytest.approx(1)


CHAIN = f"{BATTLE}\nif battle was won: attack Tajima with army 2\nattack Dewa from Mutsu"


def test_what_is_drawn_is_near_what_is_exact(monkeypatch):
    tango = {**TABLE["provinces"]["Tango"], "building": "castle"}
    castle = {**TABLE, "provinces": {**TABLE["provinces"], "Tango": tango}}
    view = SWORDS.view(SWORDS.from_table(castle, {}), "pink")
    (exact, *_) = odds(CHAIN, view).contests
    monkeypatch.setattr(reckoning, "MOST_FOLLOWED", 0)
    (drawn, *_) = odds(CHAIN, view).contests
    assert (exact.drawn, drawn.drawn > 100) == (0, True)
    assert odds(CHAIN, view).contests[0] == drawn
    for number, (one, other) in enumerate(zip(exact.battles, drawn.battles, strict=True)):
        assert all(each.exact for each in one.endings.values())
        assert all(each.exact == (number == 0) for each in other.endings.values())
        for word, each in one.endings.items():
            found = other.endings[word]
            assert abs(found.share - each.share) <= max(1e-9, 1.5 * (found.high - found.low)), word
    assert drawn.all_won.share == pytest.approx(exact.all_won.share, abs=0.05)
    assert "Shares with “~”" in accuracy(odds(CHAIN, view))
