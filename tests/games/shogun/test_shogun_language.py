"""The order language of Shogun, and what its check says: whole sentences, lines that can be sent."""

import pytest
from games.whole_games import TABLES

from adjudicator.games.shogun.cards import ACTIONS
from adjudicator.orders import read_orders
from adjudicator.wording.english import number_of

TABLE = TABLES["shogun"]
ALL, game, new_game = TABLE.all, TABLE.game, TABLE.new_game

POSITION = new_game(5, season="two mails", start="draft", side="moon", **ALL).position
PHASES = ("draft", "plan", "carry out", "leader", "winter")


def language(phase):
    return game.language(POSITION, phase)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("tax Awa", "ambiguous-name"),
        ("tax Shimossa", "unknown-name"),
        ("bid 5", "number-out-of-range"),
        ("bid a lot", "malformed"),
        ("bidding 1 or 2", "malformed"),
        ("prefer 6", "unknown-name"),
        ("court 4 from Kai", "malformed"),
        ("if Kai is brave: tax Kai", "unknown-name"),
    ],
)
def test_what_is_not_understood_says_so(text, code):
    [finding] = read_orders(f"tax Omi\n{text}\ntax Omi", language("plan")).findings
    assert finding.code == code
    assert finding.message


def test_the_name_that_letters_give_an_action_begins_its_order():
    titles = [f"{number}. {each.title}" for number, each in enumerate(ACTIONS.values(), 1)]
    price = [
        f" ({number_of(each.price, 'chest')})" if each.price else "" for each in ACTIONS.values()
    ]
    for said in (titles, map("".join, zip(titles, price, strict=True))):
        read = read_orders("".join(f"{each}: Kai\n" for each in said), language("plan"))
        assert not read.findings
        assert [line.order.space for line in read.orders] == [*ACTIONS]
    assert not read_orders("\n".join(titles), language("plan")).orders.lines  # they are headings


def test_bids_are_one_kind_so_that_an_amendment_replaces_them():
    first = read_orders("bid 3\ntax Kai", language("plan")).orders
    second = read_orders("bid card Omi", language("plan")).orders
    assert str(first.amend(second)) == "bid card Omi\ntax Kai\n"


@pytest.mark.parametrize(
    "text", ["battle a to Kai with 4", "battle a from Omi\nelse battle a to Kai with 2"]
)
def test_a_battle_that_does_not_name_its_card_reads_back(text):
    given = read_orders(text, language("carry out"))
    assert not given.findings
    assert read_orders(str(given.orders), language("carry out")).orders == given.orders


LANDS = {
    "Omi": {"owner": "blue", "armies": 3},
    "Yamato": {"owner": "blue", "armies": 2},
    "Kai": {"owner": "blue", "armies": 9},
    "Iyo": {"owner": "red", "armies": 1},
}


def findings(text, **position):
    options = {"empty spaces": "free"}
    table = {"provinces": LANDS, "seats": {"blue": {"chests": 9}}, **position}
    filled = game.from_table(table, options)
    given = read_orders(text, game.language(filled, "plan", "blue"))
    assert not given.findings
    return game.check(filled, "blue", given.orders)


@pytest.mark.parametrize(("left", "there"), [(1, "1 castle tile is"), (2, "2 castle tiles are")])
def test_few_tiles_are_told_of_in_one_sentence(left, there):
    seats = {"blue": {"chests": 9}, "red": {}, "yellow": {}}
    lands = {**LANDS, "Noto": {"owner": "yellow", "armies": 1}}
    found = findings("build castle in Omi", stock={"castle": left}, seats=seats, provinces=lands)
    told = [each.message for each in found if each.code == "no-tile"]
    assert told == [f"Only {there} left, and others may build first."]


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("battle a to Ise with 1", "battle a from Omi to Ise with 1"),
        ("tax Omi\nbattle a to Ise with 1", "battle a from Yamato to Ise with 1"),
        ("battle a to Hitachi with 1", ""),
    ],
)
def test_a_battle_without_its_card_is_suggested_with_one_that_can_lie_there(text, fix):
    [found] = [each for each in findings(text) if each.code == "no-source"]
    assert found.fix == fix
    if fix:
        again = "\n".join([*text.splitlines()[:-1], fix])
        assert not [each for each in findings(again) if each.severity == "error"]
