"""The order language of Shogun: every example, every canonical form, many ways to say a thing."""

import pytest
from shogun_games import game, new_game, phases_of

from adjudicator.games.shogun.table.words import CONDITIONS
from adjudicator.orders import Orders, read_orders

ALL = {"tenno": True, "samurai": True, "leaders": True, "chambers": True}
POSITION = new_game(5, season="two mails", start="draft", side="moon", **ALL).position
PHASES = ("draft", "plan", "carry out", "leader", "winter")


def language(phase):
    return game.language(POSITION, phase)


def read(phase, text):
    understood = read_orders(text, language(phase))
    assert understood.findings == (), understood.findings
    return "\n".join(str(line) for line in understood.orders)


@pytest.mark.parametrize("phase", PHASES)
def test_every_example_is_read_and_printed_back(phase):
    for kind in language(phase).kinds:
        assert kind.examples, kind
        for example in kind.examples:
            canonical = read(phase, example)
            assert read(phase, canonical) == canonical
        assert read(phase, kind.examples[0]) == kind.examples[0]


def test_every_condition_is_read_and_printed_back():
    for kind in CONDITIONS:
        for example in kind.examples:
            text = f"if {example}: battle a from Shinano to Kozuke with 4"
            assert read("plan", text) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Build a Castle in Aki", "build castle in Aki"),
        ("theater ōmi", "build theatre in Omi"),
        ("construct the temple at 甲斐", "build temple in Kai"),
        ("collect taxes from settsu", "tax Settsu"),
        ("Taxes Settsu.", "tax Settsu"),
        ("confiscate rice in Tōtōmi", "rice Totomi"),
        ("deploy five armies to Kai", "deploy 5 in Kai"),
        ("levy 3 Kai", "deploy 3 in Kai"),
        ("deploy one army in Kai, then move all but 2 to Suruga", "deploy 1 in Kai and move all but 2 to Suruga"),
        ("deploy 1 Kai", "deploy 1 in Kai"),
        ("Attack A from Shinano to Kozuke with four armies", "battle a from Shinano to Kozuke with 4"),
        ("battle B Shinano -> Kozuke with all", "battle b from Shinano to Kozuke with all"),
        ("move b from Shinano with 3 to Kozuke", "battle b from Shinano to Kozuke with 3"),
        ("bid three chests", "bid 3"),
        ("bid card Omi", "bid card Omi"),
        ("bid province Omi", "bid card Omi"),
        ("bid Omi", "bid card Omi"),
        ("prefer 2, +1 army with attack, six", "prefer place 2, attack, six armies"),
        ("court three from Kai", "court 3 from Kai"),
        ("court 2 armies from the tower", "court 2 from tower"),
        ("favors 10 then 8", "favours 10, 8"),
        ("favour castle in Kai", "favour building in Kai"),
        ("samurai vp, money", "samurai points, chests"),
        ("chambers C3, a1", "chambers c3, a1"),
        ("battle a from Kai to Suruga with 3 unless it has a temple", "if not Suruga has temple: battle a from Kai to Suruga with 3"),
        ("bidding 1", "bid 1"),
        ("leader in Kai", "leader to Kai"),
    ],
)  # fmt: skip
def test_ways_to_say_it(text, canonical):
    assert read("plan", text) == canonical


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


def test_bids_are_one_kind_so_that_an_amendment_replaces_them():
    first = read_orders("bid 3\ntax Kai", language("plan")).orders
    second = read_orders("bid card Omi", language("plan")).orders
    assert str(first.amend(second)) == "bid card Omi\ntax Kai\n"


def test_what_regents_order_is_printed_and_read_back_the_same():
    position = new_game(4, "print", season="two mails", **ALL).position
    for before, orders, _ in phases_of(position, "random", "print"):
        phase = game.language(before, "")
        for given in orders.values():
            understood = read_orders(str(given), phase)
            assert understood.findings == ()
            assert str(understood.orders) == str(given)


def test_there_is_a_language_for_each_phase_of_the_game_and_no_other():
    assert all(language(phase) for phase in PHASES)
    assert language("war") is None
    plain = new_game(3).position
    assert [bool(game.language(plain, phase)) for phase in PHASES] == [
        False,
        True,
        False,
        False,
        True,
    ]
    assert game.language(plain, "").phase == "plan"


def test_seats_may_have_any_names():
    seats = ("Oda Nobunaga", "Uesugi", "武田")
    from adjudicator.chance import Stream

    position = game.new(seats, {}, Stream(b"names")).position
    text = "if Kozuke is 武田: battle a from Mino to Owari with 1\n"
    understood = read_orders(text, game.language(position, ""))
    assert understood.findings == ()
    assert str(understood.orders) == text
    assert isinstance(understood.orders, Orders)
