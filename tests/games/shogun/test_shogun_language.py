"""The order language of Shogun: every example, every canonical form, many ways to say a thing."""

import pytest
from shogun_games import ALL, game, new_game

from adjudicator.chance import Stream
from adjudicator.orders import read_orders

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


def test_bids_are_one_kind_so_that_an_amendment_replaces_them():
    first = read_orders("bid 3\ntax Kai", language("plan")).orders
    second = read_orders("bid card Omi", language("plan")).orders
    assert str(first.amend(second)) == "bid card Omi\ntax Kai\n"


def test_there_is_a_language_for_each_phase_of_the_game_and_no_other():
    assert all(language(phase) for phase in PHASES)
    assert language("war") is None
    plain = new_game(3).position
    assert [phase for phase in PHASES if game.language(plain, phase)] == ["plan", "winter"]
    assert game.language(plain, "").phase == "plan"


def test_seats_may_have_any_names():
    seats = ("Oda Nobunaga", "Uesugi", "武田")
    position = game.new(seats, {}, Stream(b"names")).position
    text = "if Kozuke is 武田: battle a from Mino to Owari with 1\n"
    understood = read_orders(text, game.language(position, ""))
    assert understood.findings == ()
    assert str(understood.orders) == text
