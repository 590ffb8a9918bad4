"""The time before the deal, by letters alone: who is there, and what becomes of a game that does
not fill."""

from datetime import timedelta

import pytest
from gathering import START, Table

from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people.seats import take_seat
from adjudicator.campaign.phases.create import NewCampaign, Player, announce, begin
from adjudicator.campaign.phases.deadlines import start_clock, stop_clock
from adjudicator.store import queries
from adjudicator.store.records import Confirmation, Settings

ANN, BOB, CLEO, DAN = (f"{name}@example.org" for name in ("ann", "bob", "cleo", "dan"))


@pytest.fixture
def full(store):
    """A game that calls the roll: Ann has sent a word, Bob has not, and Cleo waits for a seat."""
    table = Table(store, START, roll_call=True)
    table.join(ANN, answer="yes\nword heron")
    table.join(BOB)
    table.join(CLEO)
    return table


def text(letter):
    return " ".join(letter.content.text.split())


def last(table, address, kind):
    return table.letters(address, kind)[-1]


def test_who_sends_no_word_by_the_time_of_the_deal_loses_his_seat_to_who_waits(full):
    table = full
    assert not table.tick(hours=24, seconds=1)
    assert not table.state.has_begun
    assert [each.name for each in table.state.open_seats] == ["Takeda"]
    assert "Send a word" in last(table, BOB, "roll-call").content.subject
    assert "Takeda" in last(table, ANN, "roll-call").content.subject
    assert "You need not do anything" in text(last(table, ANN, "roll-call"))
    assert "roll-call" in table.notes()
    table.answer(last(table, CLEO, "confirmation"), "yes\nword crane")
    assert table.holders() == {"Oda": ANN, "Takeda": CLEO}
    assert "No more reports of the game" in text(last(table, BOB, "handed-over"))
    assert [each.what for each in table.tick(seconds=1)] == ["dealt"]
    assert {each.name for each in table.state.seats if each.by_person} == {"Oda", "Takeda"}
    assert table.state.head.words == {"Oda": "heron", "Takeda": "crane"}


def test_before_the_deal_the_status_says_who_is_there_and_who_has_sent_a_word(full):
    proof = token(full.state.seat("Oda"))
    full.tick(hours=1)
    full.mail("word egret", ANN, to=f"game+{proof}@example.net")
    assert full.state.campaign.deal == START + timedelta(hours=24)
    assert full.mail("status", ANN, to=f"game+{proof}@example.net").outcome == "answered"
    said = text(last(full, ANN, "answer"))
    assert "nothing has been dealt yet. It is dealt on " in said
    assert "Words for the dice have come from Oda." in said
    assert full.state.campaign.commitment in said.replace(" ", "")
    assert "egret" not in said


@pytest.mark.parametrize(
    ("request_", "file"),
    [
        *(("odds", ""), ("odds hide 2", ""), ("caretaker bob@example.org until 1 December", "")),
        ("status", "hide 2"),
    ],
)
def test_before_the_deal_there_is_nothing_to_reckon_or_order_or_to_look_after(full, request_, file):
    proof = token(full.state.seat("Oda"))
    attached = f"--b\nContent-Disposition: attachment; filename=orders.txt\n\n{file}\n"
    body = f"--b\n\n{request_}\n{attached if file else ''}--b--"
    fields = ("MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b")
    refused = full.mail(body, ANN, to=f"game+{proof}@example.net", fields=fields)
    assert (refused.outcome, refused.code) == ("refused", "not-begun")


@pytest.mark.parametrize("body", ["word crane", "a crane on the roof"])
def test_a_word_brings_the_seat_back_unless_somebody_was_faster(full, body):
    table = full
    table.tick(hours=24, seconds=1)
    called = last(table, BOB, "roll-call")
    assert table.answer(called, body).outcome == "taken"
    assert table.state.seat("Takeda").by_person
    assert not table.state.open_seats
    table.answer(last(table, CLEO, "confirmation"))
    assert table.holders()["Takeda"] == BOB
    assert [each.what for each in table.tick(seconds=1)] == ["dealt"]


def test_who_comes_too_late_with_his_word_has_no_seat(full):
    table = full
    table.tick(hours=24, seconds=1)
    called = last(table, BOB, "roll-call")
    table.answer(last(table, CLEO, "confirmation"))
    assert table.answer(called, "word crane").outcome == "refused"
    assert "Takeda" not in table.state.words


def test_without_anybody_who_waits_the_game_waits_and_takes_whoever_comes(store):
    table = Table(store, START, roll_call=True)
    table.join(ANN, answer="yes\nword heron")
    table.join(BOB)
    for _ in range(3):
        table.tick(days=2)
    assert not table.state.has_begun
    assert len(table.letters(BOB, "roll-call")) == 1
    table.join(DAN, answer="yes\nword duck")
    assert table.holders()["Takeda"] == DAN
    assert [each.what for each in table.tick(seconds=1)] == ["dealt"]


def test_one_who_joins_again_and_again_without_a_word_keeps_nobody_from_playing(full):
    table = full
    for number in range(3):
        table.tick(hours=24, seconds=1)
        table.join(f"nobody{number}@example.org")
    offered = last(table, CLEO, "confirmation")
    table.tick(hours=24, seconds=1)
    assert last(table, CLEO, "confirmation") != offered
    table.answer(last(table, CLEO, "confirmation"), "yes\nword crane")
    assert [each.what for each in table.tick(seconds=1)] == ["dealt"]


def test_nobody_is_called_absent_whose_word_may_lie_unread(full):
    table = full
    table.now += timedelta(hours=25)
    read_to = table.now - timedelta(hours=2)
    assert not list(carry_out_due(table.store, table.state.campaign, table.now, read_to))
    assert not table.state.open_seats
    table.answer(last(table, BOB, "commitment"), "word crane")
    assert [each.what for each in table.tick()] == ["dealt"]


def announce_like(table, name, ruleset="toy", options=None, **settings):
    of_all = {"address": "game@example.net", "host": "example.net", "open": True}
    run_by = Settings(**(of_all | settings))
    players = tuple(Player(seat, open=True) for seat in ("Oda", "Takeda"))
    announce(
        table.store,
        NewCampaign(name, ruleset, players, options or {}, run_by),
        table.now,
        secret=b"l" * 32,
    )
    return lambda: State(table.store, queries.find_campaign(table.store, name), table.now)


def test_a_game_that_does_not_fill_is_called_off_and_its_players_are_asked_into_one_like_it(store):
    table = Table(store, START, fill_days=14)
    table.join(ANN)
    like = announce_like(table, "okehazama")
    table.join(DAN, "observe kawagoe")
    table.tick(days=10)
    assert not table.letters(ANN, "fills")
    table.tick(days=1, seconds=1)
    warning = text(last(table, ANN, "fills"))
    assert "Takeda is free" in warning
    assert "join kawagoe" in warning
    assert "Fri 4 Dec 2026" in warning
    table.tick(days=2)
    assert not table.state.is_over
    table.tick(days=1)
    assert table.state.is_over
    assert "Nobody took Takeda." in table.state.campaign.why_ended
    asked = last(table, ANN, "confirmation")
    assert "okehazama" in text(asked)
    assert not any("okehazama" in text(each) for each in table.letters(DAN, "confirmation"))
    (row,) = (each for each in table.store.rows(Confirmation) if each.letter == asked.message_id)
    assert row.campaign_id == table.state.campaign.id  # the other game is not changed before
    assert table.answer(asked).outcome == "answered"
    assert [each.address for each in like().seats] == [ANN, ""]
    assert table.mail("join kawagoe", BOB).outcome == "refused"


def test_whoever_takes_a_seat_lets_the_others_wait_anew(store):
    table = Table(store, START, fill_days=14, seats=("Oda", "Takeda", "Mori"))
    table.join(ANN)
    table.tick(days=11, seconds=1)
    assert table.letters(ANN, "fills")
    table.join(BOB)
    table.tick(days=10)
    assert not table.state.is_over
    assert len(table.letters(ANN, "fills")) == 1
    table.tick(days=1, seconds=1)
    assert len(table.letters(ANN, "fills")) == 2


def test_its_players_are_asked_into_the_fullest_game_like_it(store):
    table = Table(store, START, fill_days=14)
    table.join(ANN)
    more = {"options": {"options": {"rounds": 1}}, "closed": {"open": False}}
    for name in ("okehazama", *more, "paused", "begun", "nagashino", "mikatagahara"):
        like = announce_like(table, name, **more.get(name, {}))().campaign
        if not name.endswith("hara") and name != "okehazama":
            commit(store, like, table.now, lambda at: take_seat(at, at.seat("Oda"), DAN, "Dan"))
        if name == "paused":
            commit(store, like, table.now, stop_clock)
        if name == "begun":
            begin(store, name, table.now)
    table.tick(days=11, seconds=1)
    table.tick(days=3)
    assert "nagashino" in text(last(table, ANN, "called-off"))


def test_nothing_is_called_off_without_a_warning_in_good_time_nor_while_it_is_paused(store):
    table = Table(store, START, fill_days=14)
    table.join(ANN)
    commit(store, table.state.campaign, table.now, stop_clock)
    table.tick(days=60)
    assert not table.letters(ANN, "fills")
    commit(store, table.state.campaign, table.now, start_clock)
    table.tick(days=60)  # no pass was made for two months
    assert not table.state.is_over
    assert last(table, ANN, "fills")
    table.tick(days=2)
    assert not table.state.is_over
    table.tick(days=1)
    assert table.state.is_over
    assert "game like it" not in text(last(table, ANN, "called-off"))
