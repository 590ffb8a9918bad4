"""Text that is no order: courtesy changes nothing, and a letter of text goes to a person."""

import pytest

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.orders import receipts
from adjudicator.campaign.orders.courtesy import find_said
from adjudicator.campaign.orders.submit import submit
from adjudicator.orders import RawLine
from adjudicator.store import queries
from adjudicator.store.records import Submission

ABOVE = ("Hi judge,\n\n", "Dear all, sorry for the delay.\n", "game sekigahara\nHello!\n")
BELOW = ("\n\nThanks!\nAnn", "\nThanks for running this!", "\nBest regards,\n\nAnn Oda")


def test_chat_above_or_below_changes_nothing(play):
    game = play("sekigahara")
    plain = game.send("Oda", "hide 3\nboast 2\nready")
    for above, below in zip(("", *ABOVE), (*BELOW, ""), strict=True):
        game.send("Takeda", f"{above}hide 3\nboast 2\nready{below}")
        there = game.state.submissions["Takeda"]
        assert (there.text, there.ready, there.findings) == (plain.text, True, ())
    assert game.state.why_due == "ready"


@pytest.mark.parametrize("text", [ABOVE[2], BELOW[0], "phase 1 plan\nThanks, Ann"])
def test_a_letter_of_nothing_but_text_changes_no_order_and_goes_to_the_game_master(play, text):
    game = play("sekigahara")
    game.send("Oda", "hide 3\nready")
    taken = game.send("Oda", text, address="ann@phone.example")
    assert taken.forwarded
    *_, before, after = game.store.rows(Submission)
    assert (after.text, after.kind, after.ready) == (before.text, before.kind, False)
    (note,) = [x for x in queries.notes(game.store, game.campaign) if "letter" in x.code]
    last = text.strip().splitlines()[-1]
    assert note.code == "letter-from-player"
    assert note.text.startswith("Oda (Oda player, ann@phone.example) wrote")
    assert f"> {last}" in note.text
    (to_gm,) = [x for x in game.letters("note") if last in x.content.text]
    assert to_gm.recipients == ("gm@example.org",)
    answer = game.letters("receipt", "Oda")[-1]
    assert answer.recipients == ("oda@example.org", "ann@phone.example")
    assert f"> {last}" in answer.content.text
    assert "1 order stands" in answer.content.text
    assert "are not any more" in answer.content.text
    game.send("Takeda", text)
    assert "no answer to it" in game.letters("receipt", "Takeda")[0].content.text
    assert game.state.silent == ("Takeda",)


def test_many_letters_of_text_are_noted_but_the_game_master_is_not_flooded(play, monkeypatch):
    monkeypatch.setattr(receipts, "MOST_A_DAY", 2)
    game = play("sekigahara")
    for number in range(5):
        game.send("Oda", f"Are you there? {number}")
    assert game.notes().count("letter-from-player") == 5
    mailed = [x for x in game.letters("note") if "Are you there" in x.content.text]
    assert len(mailed) == 2


def test_what_a_game_master_enters_must_hold_orders(play):
    game = play("sekigahara")
    with pytest.raises(RefusedError) as refused:
        submit(game.store, "Thanks!", Source(seat="Oda", trusted=True), game.now)
    assert refused.value.code == "no-orders"


def test_prose_is_quoted_in_one_receipt(play):
    game = play("sekigahara")
    game.send("Oda", "Hi judge\nhide 3\nThanks!\nAnn")
    said = game.letters("receipt")[0].content.text
    assert "unread=(('Hi judge', ''), ('Thanks!', ''), ('Ann', ''))" in said
    text = "phase 1 plan\nHello!\nphase 2 plan\nhide 3\nphase 3 plan\nhide 4\nThanks!"
    assert game.send("Takeda", text).unread == ("Hello!", "Thanks!")
    there = game.letters("receipt", "Takeda")
    assert sum("unread=(('Hello!', ''),)" in each.content.text for each in there) == 1
    assert game.stands("Takeda") is None
    game.send("Takeda", "hide 3\nphase 2 plan\nhide 4\nready\nScrap that.")
    later = game.letters("receipt", "Takeda")[-2].content.text
    assert all(each in later for each in ("hide 4", "['Scrap that.']", "unread=()"))


def test_initials_that_deny_are_not_taken_for_a_name():
    lines = [RawLine(1, "N. Olsen"), RawLine(2, "Nora"), RawLine(3, "No")]
    assert find_said(lines, ["Nora Olsen"]) == lines[2:]


def test_a_receipt_knows_what_stood_before(play):
    game = play("sekigahara")
    for text in ("hide 3\nboast 2", "boast 5\nphase 2 plan\nhide 4", "phase 2 plan\nboast 1"):
        game.send("Oda", text)
    before = [each.content.text.partition("before=")[2] for each in game.letters("receipt")]
    assert before[0].startswith("()")
    assert before[1].startswith("()")
    assert before[2].startswith("('hide 3', 'boast 2')")
    assert before[3].startswith("('hide 4',)")


def test_orders_resent_as_they_stand_keep_readiness_and_others_do_not(play):
    game = play("sekigahara")
    game.send("Oda", "hide 3\nready")
    assert game.send("Oda", "HIDE 3").ready
    assert not game.send("Oda", "Sending it again, but wait with the phase:\nHIDE 3").ready
    assert game.send("Oda", "Sending it again to be sure:\nHIDE 3\nready").ready
    assert not game.send("Oda", "hide 4").ready


def test_a_letter_of_which_every_line_was_rejected_is_no_answer(play):
    game = play("sekigahara", deadline="every 2 days at 20:00", misses=0)
    for text in ("hied 4", "hide 50\nready"):
        assert game.send("Oda", text).missing
    assert "missing=True" in game.letters("receipt", "Oda")[-1].content.text
    game.wait(hours=40)
    assert game.remind() == 2
    assert game.adjudicate().missing == ("Oda", "Takeda")


def test_a_regent_keeps_a_seat_from_which_only_rejected_lines_come(play):
    game = play("sekigahara", misses=1)
    game.adjudicate()
    game.send("Oda", "srtike Takeda")
    assert not game.state.seat("Oda").by_person
    game.send("Oda", "strike Takeda")
    assert game.state.seat("Oda").by_person
