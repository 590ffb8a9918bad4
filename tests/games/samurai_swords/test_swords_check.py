"""The three levels of a receipt: rejected, accepted but may fail, accepted."""

import pytest
from swords_games import SWORDS, made, read

from adjudicator.games.engine.lines import fail
from adjudicator.games.samurai_swords.judging import check as checking
from adjudicator.games.samurai_swords.judging.outlook import Misfortune
from adjudicator.games.samurai_swords.orders.war_orders import Split
from adjudicator.games.samurai_swords.reasons import reason, warning
from adjudicator.orders import Branch, Line, Orders
from adjudicator.orders.language.units import Units
from adjudicator.wording import words as wording

WAR = {
    "round": 2,
    "turn_order": ["pink", "gray", "blue"],
    "provinces": {
        "Omi": {"owner": "pink", "spearman": 4},
        "Ise": {"owner": "pink", "spearman": 1},
        "Iga": {"owner": "pink"},
        "Mino": {"owner": "gray", "spearman": 1},
        "Hida": {"owner": "gray", "spearman": 1},
        "Kaga": {"owner": "blue", "spearman": 1},
    },
    "seats": {
        "pink": {"armies": {"1": {"at": "Iga", "level": 2, "spearman": 3}}},
        "gray": {},
        "blue": {},
    },
}


def judged(text, table=WAR, seat="pink", **options):
    """Return (line, severity, code) of all findings."""
    position = made(table, **options)
    view = SWORDS.view(position, seat)
    found = SWORDS.check(view, seat, read(SWORDS, position, text))
    return [(f.line, f.severity, f.code) for f in found]


@pytest.mark.parametrize(
    "text",
    [
        "attack Mino from Omi",
        "march army 1 to Ise",
        "move 3 spearmen from Omi to Wakasa",
        "call off when 3 are lost",
        "attack Mino from Omi\nmove 1 spearman from Omi to Wakasa\nelse: move 1 spearman from Omi to Ise",
        "if Omi is mine: attack Mino from Omi",
    ],
)
def test_orders_that_nothing_speaks_against_are_accepted(text):
    assert [found for found in judged(text) if found[2] != "depends-on-battle"] == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("attack Mino from Ise\nmove 1 spearman from Ise to Mino", 2),
        ("attack Mino from Omi\nmove 4 spearmen from Omi to Ise", 2),
        ("if Mino is mine: move 1 spearman from Omi to Ise", 1),
        ("if army 1 has at most 1 units: march army 1 to Ise", 1),
    ],
)
def test_orders_that_depend_on_battles_are_accepted_with_a_warning(text, line):
    found = judged(text)
    assert {severity for _, severity, _ in found} <= {"warning"} or found[0][2] == "no-garrison"
    assert {number for number, _, _ in found} == {line}


def test_the_turns_of_others_may_make_it_possible_when_all_write_at_once():
    blocked = "move 1 spearman from Hida to Mino\nmove 1 spearman from Mino to Ise"
    assert judged(blocked, seat="gray", war="together")[0][1] == "warning"
    assert judged("attack Kaga from Hida", seat="gray") == [(1, "error", "not-your-turn")]


def test_who_is_out_and_who_is_late_orders_nothing():
    table = WAR | {"seats": WAR["seats"] | {"gold": {"out": True}}}
    position = made(table)
    orders = read(SWORDS, position, "casualties gunner\nattack Mino from Omi")
    found = SWORDS.check(SWORDS.view(position, "gold"), "gold", orders)
    assert {f.severity for f in found} == {"error"}
    over = made(table | {"phase": "over", "winners": ["pink"]})
    assert {f.severity for f in SWORDS.check(over, "pink", orders)} == {"error"}


DEFAULTS = [
    ({"phase": "deploy", "round": 1}, ["reinforce Iga, Ise", "army 1 in Iga"]),
    ({"phase": "plan"}, ["spend 4 on levy"]),
    ({"phase": "muster"}, ["levy spearman in Omi", "hide 2 ronin in Iga"]),
    ({}, ["casualties ronin, spearman, gunner, swordsman, bowman"]),
]


@pytest.mark.parametrize(("more", "wanted"), DEFAULTS)
def test_defaults_are_orders_that_can_be_sent(more, wanted):
    pink = {"armies": {"1": {"at": "Iga", "spearman": 3}}, "koku": 4}
    if more.get("phase") == "muster":
        pink = pink | {"koku": 0, "plan": {"levy": 1, "ronin": 1}}
    if more.get("phase") == "deploy":
        pink = pink | {"armies": {"1": {"at": ""}}}
    position = made(WAR | {"seats": WAR["seats"] | {"pink": pink}} | more)
    view = SWORDS.view(position, "pink")
    texts = [default.text for default in SWORDS.defaults(view, "pink", Orders())]
    assert set(wanted) <= set(texts)
    orders = read(SWORDS, position, "\n".join(filter(None, texts)))
    assert [f for f in SWORDS.check(view, "pink", orders) if f.severity == "error"] == []
    left = [d.text for d in SWORDS.defaults(view, "pink", orders) if d.text]
    assert left == []


def words(view, seat="pink", text=""):
    position = made(view)
    orders = read(SWORDS, position, text)
    return " / ".join(d.why for d in SWORDS.defaults(SWORDS.view(position, seat), seat, orders))


def test_every_choice_that_the_program_makes_is_named():
    down = {"armies": {"1": {"at": "Iga", "gunner": 3, "down": True}}, "koku": 4}
    plan = WAR | {"phase": "plan", "ninja": {"holder": "pink"}}
    plan = plan | {"seats": {"pink": down, "gray": {"koku": 3}}}
    assert "a gunner of army 1 becomes its daimyo" in words(plan)
    assert "daimyo" not in words(plan, text="successor gunner")
    assert "the ninja spies on nobody" in words(plan)
    assert "the ninja" not in words(plan, text="spy on gray")
    assert "the ninja" not in words(plan, "gray")
    assert "earliest place" in words(plan, text="spend 1 on turn")
    assert "earliest place" not in words(plan, text="spend 1 on turn\nprefer turn 2")
    war = WAR | {"ninja": {"holder": "gray"}}
    assert "revenge strikes" in words(war)
    assert "revenge strikes" not in words(war, text="revenge on army 1")
    assert "revenge strikes" not in words(war, "gray")
    assert "daimyos that you recover" in words(war)
    assert "daimyos that you recover" not in words(war, text="recover in Omi")
    all_three = {str(number): {"at": at} for number, at in enumerate(("Iga", "Omi", "Ise"), 1)}
    full = war | {"seats": WAR["seats"] | {"pink": {"armies": all_three}}}
    assert "daimyos that you recover" not in words(full)
    assert "fewer units than the defender" in words(war)
    assert "fewer units" in words(war, text="call off after 1 pass")
    assert "fewer units" not in words(war, text="fight to the end")
    muster = WAR | {"phase": "muster", "ninja": {"holder": "pink"}}
    muster = muster | {"seats": WAR["seats"] | {"pink": {"plan": {"build": 2}}}}
    assert "nothing is built" in words(muster)
    assert "nothing is built" not in words(muster, text="build castle in Omi")
    assert "the ninja does not strike" in words(muster)


NINJA = {**WAR, "phase": "muster", "ninja": {"holder": "pink"}}
PLANS = {**WAR, "phase": "plan", "seats": {**WAR["seats"], "pink": {"koku": 5}}}
GRAY = {**WAR["seats"]["pink"]["armies"]["1"], "at": "Mino"}


@pytest.mark.parametrize(
    ("table", "text", "gone"),
    [
        (PLANS, "spend 2 on turn\nspend 1 on turn", [1]),
        (PLANS, "spend 2 on turn\nspend 1 on levy", []),
        (PLANS, "spend 2 on turn\nprefer turn 1\nprefer turn 2", [2]),
        (WAR, "casualties gunner\ncasualties bowman\ncasualties ronin in Hida", [1]),
        (WAR, "revenge on army 1\nrevenge on army 2 of gray\nrevenge on army 3", [1]),
        (WAR, "successor gunner\nsuccessor bowman\nsuccessor gunner in army 1", [1]),
        (NINJA, "ninja strikes army 1 of gray at start of gray phase A\nninja waits", [1]),
    ],
)
def test_a_line_in_whose_place_a_later_one_stands_says_so(table, text, gone):
    seats = {**table["seats"], "gray": {"armies": {"1": GRAY}}}
    found = judged(text, {**table, "seats": seats})
    assert [line for line, _, code in found if code == "replaced"] == gone
    assert all(severity != "error" for _, severity, _ in found)


def test_a_levy_beyond_all_numbers_costs_nothing(patience):
    muster = WAR | {"phase": "muster"}
    units = " and ".join(f"999999 {unit}" for unit in ("spearmen", "gunners", "bowmen"))
    with patience():
        found = judged(f"levy {units} in Omi\n" * 1500, muster)
    assert {code for _, _, code in found} == {"levy-count"}


def test_a_line_of_several_alternatives_is_never_rejected_for_one_of_them():
    muster = WAR | {"phase": "muster"}
    assert judged("build castle in Mino", muster) == [(1, "error", "build-bin")]
    both = judged("build castle in Mino\nelse: build castle in Hida", muster)
    assert both == [(1, "error", "build-bin")]
    table = muster | {"seats": WAR["seats"] | {"pink": {"plan": {"build": 2}}}}
    one = judged("build castle in Mino\nelse: build castle in Omi", table)
    assert {severity for _, severity, _ in one} <= {"warning"}


# What depends on battles and on others is accepted, with a warning that says on what


def told(text, table=WAR, seat="pink", **options):
    """Return the findings as they are told."""
    position = made(table, **options)
    view = SWORDS.view(position, seat)
    return [str(found) for found in SWORDS.check(view, seat, read(SWORDS, position, text))]


STRONG = WAR | {
    "provinces": WAR["provinces"] | {"Mino": {"owner": "gray", "spearman": 5}},
}


def test_a_second_attack_and_a_fallback_march_wait_for_the_first_battle():
    table = STRONG | {"provinces": STRONG["provinces"] | {"Iga": {"owner": "pink", "gunner": 1}}}
    army = {"armies": {"1": {"at": "Omi", "level": 2, "spearman": 3}}}
    table = table | {"seats": table["seats"] | {"pink": army}}
    text = (
        "attack Mino from Omi with army\nadvance army 1 to Mino\nattack Echizen from Omi with army"
        "\nmove army 1 to Mino\nmove army 1 to Iga"
    )
    found = judged(text, table)
    assert {severity for _, severity, _ in found} == {"warning"}
    assert any("the battle for Mino" in each for each in told(text, table))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "march army 1 to Omi\nmove army 1 to Omi",
            "Army 1 stands in Omi already, after your earlier lines.",
        ),
        (
            "march army 1 to Omi\nmove army 1 to Yamato",
            "Yamato does not lie next to Omi, where army 1 stands after your earlier lines.",
        ),
        ("attack Omi from Omi with force", "not-adjacent: Both ends are Omi."),
        ("attack Mino from Omi with army", "no-army: No army of yours is in Omi."),
        ("attack Mino from Omi with army 1", "no-army: Army 1 is not in Omi."),
        ("move 5 spearmen from Omi to Ise", "Try: move 3 spearmen from Omi to Ise"),
        ("march army 1 to Omi taking 9 spearmen", "Try: march army 1 to Omi taking 4 spearmen"),
    ],
)
def test_what_is_wrong_is_said_as_things_stand_by_then(text, words):
    [found] = told(text)
    assert words in found


@pytest.mark.parametrize(
    ("holder", "whose"), [("gray", "the ninja of gray"), ("pink", "the revenge for your ninja")]
)
def test_it_is_said_whose_ninja_may_strike(holder, whose):
    found = told("march army 1 to Ise", WAR | {"ninja": {"holder": holder}})
    assert [whose in each for each in found] == [True]


def test_when_all_write_at_once_the_seats_before_are_named():
    table = STRONG | {"turn_order": ["gray", "pink", "blue"]}
    found = told("attack Mino from Ise\nmove army 1 to Mino", table, war="together")
    assert any("which gray can attack before" in each for each in found)
    assert not any(" error " in each for each in found)


def test_an_army_that_leaves_a_garrison_twice_between_battles_is_judged():
    """It has fewer units then than it may have lost before."""
    position = made(
        {
            "phase": "war",
            "round": 3,
            "turn_order": ["pink", "gray"],
            "provinces": {
                "Omi": {"owner": "pink"},
                "Ise": {"owner": "gray", "spearman": 3},
                "Mikawa": {"owner": "gray", "spearman": 1},
            },
            "seats": {
                "pink": {"armies": {"1": {"at": "Omi", "level": 3, "bowman": 4}}},
                "gray": {"armies": {"1": {"at": "Mikawa", "spearman": 1}}},
            },
        }
    )
    chain = [f"attack {to} with army 1\nadvance army 1 to {to}" for to in ("Ise", "Owari")]
    text = "\n".join([*chain, "attack Mikawa with army 1"])
    found = SWORDS.check(position, "pink", read(SWORDS, position, text))
    assert "error" not in {finding.severity for finding in found}


def test_a_battle_that_comes_of_a_dear_victory_hides_no_other_danger():
    """The army that loses a ronin may advance, and so another attack on Tamba can fail; that the
    army may fall in Tajima after that is too unlikely to be all that is looked at."""
    army = {"1": {"at": "Kii", "level": 3, "bowman": 2}}
    policy = {"casualties": ["ronin", "swordsman", "bowman", "spearman", "gunner"]}
    pink = {"armies": army, "hidden": {"Kii": {"army": 2}}, "hidden_total": 2, "policy": policy}
    enemies = {each: {"owner": "gray", "spearman": 1} for each in ("Kawachi", "Tamba", "Tajima")}
    own = {"Kii": {"owner": "pink", "spearman": 1}, "Wakasa": {"owner": "pink", "spearman": 4}}
    table = {"round": 2, "turn_order": ["pink", "gray"], "provinces": own | enemies}
    lines = (
        *("attack Kawachi from Kii with army", "advance army 1 to Kawachi"),
        *("attack Tamba with army 1", "advance army 1 to Tamba"),
        *("attack Tajima with army 1", "attack Tamba from Wakasa with force"),
    )
    found = judged("\n".join(lines), table | {"seats": {"pink": pink, "gray": {}}})
    assert (6, "warning", "depends-on-battle") in found


def test_a_long_file_is_told_how_many_can_go_and_is_rehearsed_no_more_often(monkeypatch):
    position = SWORDS.from_table(
        {
            "round": 2,
            "phase": "war",
            "active": "pink",
            "turn_order": ["pink", "gray"],
            "seats": {"pink": {"armies": {"1": {"at": "Mutsu", "spearman": 9}}}, "gray": {}},
            "provinces": {
                "Mutsu": {"owner": "pink"},
                "Tamba": {"owner": "pink", "spearman": 4, "gunner": 1},
                "Tango": {"owner": "pink", "spearman": 2},
                "Dewa": {"owner": "gray", "spearman": 1},
            },
        },
        {},
    )
    rehearsals = []
    rehearse = checking.rehearse
    monkeypatch.setattr(
        checking,
        "rehearse",
        lambda *given, **more: rehearsals.append(1) or rehearse(*given, **more),
    )
    judged = []
    judge = checking.judge
    monkeypatch.setattr(checking, "judge", lambda *given: judged.append(1) or judge(*given))
    for lines in (1, 70):
        text = "move 40 spearman and 1 gunner from Tamba to Tango\n" * lines
        found = SWORDS.check(position, "pink", read(SWORDS, position, text))
        fixes = {each.fix for each in found if each.code == "no-units"}
        assert fixes == {"move 2 spearmen and 1 gunner from Tamba to Tango"}, lines
        assert len([each for each in found if each.code == "no-units"]) == lines
    assert len(rehearsals) == 2
    assert len(judged) == 71 * 3  # four are there, and the fourth and third have no room


def test_what_a_line_fails_of_is_known_by_what_its_problem_speaks_of():
    """“Army 2 has only 1 gunner” speaks of army 2; army 1 is not in it."""
    line = Line((Branch(Split(Units((("gunner", 3),)), "2", "Ise")),))
    why = warning("no-units", where=reason("army", army="2"), unit="gunner", have=1, wanted=3)
    assert "1 gunner" in why.message
    struck = tuple(
        ((army, at), reason("on-strike", whose=reason("on-revenge"), army=army))
        for army, at in (("1", "Iga"), ("2", "Omi"))
    )
    worse = Misfortune(on=reason("on-revenge"), causes=struck, names={id(line): ("1", "2")})
    assert worse.cause(fail(line, 0, why)) == struck[1][1]


def test_a_rehearsal_puts_nothing_into_words(monkeypatch):
    """It is carried out again and again, and what comes of it is told once."""
    position = made(WAR)
    orders = read(
        SWORDS, position, "attack Kaga from Omi\nmarch army 1 to Hida\nattack Mino from Omi"
    )
    play = SWORDS.play(SWORDS.view(position, "pink"))
    monkeypatch.setattr(wording, "put_into_words", lambda why: pytest.fail(f"said: {why.code}"))
    trial = checking.carry_out(play, "pink", orders)
    assert [each.word for each in trial.outcomes["pink"]].count("failed") == 2


def test_lines_below_one_that_may_win_the_game_are_judged_too():
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {
            "Shinano": {"owner": "pink", "spearman": 2},
            "Kai": {"owner": "gray", "spearman": 1},
        },
        "seats": {
            "pink": {"armies": {"1": {"at": "Shinano", "bowman": 4, "level": 2}}},
            "gray": {"armies": {"1": {"at": "Kai"}}},
        },
    }
    text = "attack Kai from Shinano with army\nmove 1 spearman from Shinano to Iyo"
    assert judged(text, table) == [(2, "error", "not-adjacent")]
