"""`adjudicator odds` on a position file and order lines."""

from pathlib import Path

import pytest

from adjudicator.games import registry

SWORDS = registry.find("samurai-swords")
TABLE = {
    "round": 2,
    "phase": "war",
    "turn_order": ["pink", "gray"],
    "seats": {
        "pink": {"armies": {"2": {"at": "Tamba", "bowman": 1, "gunner": 1, "spearman": 3}}},
        "gray": {"armies": {"1": {"at": "Kai"}}},
    },
    "provinces": {
        "Tamba": {"owner": "pink"},
        "Tango": {"owner": "gray", "spearman": 4},
        "Kai": {"owner": "gray"},
    },
}


@pytest.fixture
def start(shell):
    position = SWORDS.from_table(TABLE, {})
    shell.write("position.json", SWORDS.encode(position))
    shell.write("pink.json", SWORDS.encode(SWORDS.view(position, "pink")))
    return shell


def test_order_lines_with_semicolons_between_or_in_a_file(start):
    text = "attack Kyoto with army 2; attack Tango with army 2; call off when 3 are lost"
    shown = start("odds", "pink.json", text, code=1)
    assert "“Kyoto” is not a province." in shown
    start.write("orders.txt", text.replace(";", "\n"))
    assert start("odds", "position.json", "orders.txt", code=1) == shown
    assert "Army 2 attacks Tango\n  won" in shown
    assert "on average" in shown
    given = "attack Tango with army 2; hello there; attack Kyoto with army 2"
    said = start("odds", "pink.json", given, code=1).splitlines()
    assert [each[:13] for each in said if "error" in each] == ["line 2: error", "line 3: error"]
    assert "The same without “call off when 3 are lost”:" in shown
    assert "These shares are exact" in shown


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("position.json",), "Write the orders behind it"),
        (("position.json", "hello"), "lead to no battle"),
        (("position.json", "nothing.txt"), "there is no such file"),
        (("position.json", "attack Tango with army 2", "--seat", "Oda"), "There is no seat"),
        (("pink.json", "attack Tango with army 2", "--seat", "gray"), "is pink’s, not gray’s"),
        (("nowhere.json", "attack Tango with army 2"), "there is no such file"),
    ],
)
def test_what_cannot_be_reckoned_is_said(start, words, why):
    assert why in start("odds", *words, code=2)


def test_who_asks_must_be_known_where_nobodys_turn_it_is(start):
    together = SWORDS.from_table({**TABLE, "phase": "muster"}, {})
    start.write("muster.json", SWORDS.encode(together))
    assert "--seat pink, gray" in start("odds", "muster.json", "attack Tango with army 2", code=2)
    shown = start("odds", "muster.json", "attack Tango with army 2", "--seat", "pink")
    assert "Army 2 attacks Tango" in shown


CASES = Path(__file__).parents[1] / "cases"


def test_a_rule_case_is_played_with_its_dice_left_open(shell):
    case = CASES / "samurai-swords" / "war-strike-between-declaring-and-fighting.toml"
    shown = shell("odds", case, "--trials", 3, "--most", 1)
    assert "as expected: 66.7% (20.8% to 93.9%)" in shown
    assert ' 66.7% (20.8% to 93.9%)  provinces.Mikawa.owner = "gray"\n        prov' in shown
    assert "1 rarer outcome" in shown
    assert shown.count("% to ") == 2
    assert shell("case", case, "--quiet") == "1 case, 0 failed.\n"
    still = 'game = "samurai-swords"\ntitle = "x"\n[position]\nround = 2\nseats = {pink = {}, gray = {}}\n'
    assert "nothing changes" in shell("odds", shell.write("x.toml", still), "--trials", 3)
