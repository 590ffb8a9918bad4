import re

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from passing import waiting_letters

from adjudicator.campaign.kernel.message_ids import free_part, message_id, report_id
from adjudicator.campaign.letters.letters import leave_note, note_text, write_bare
from adjudicator.campaign.letters.outbox import queue_answer, queue_letter
from adjudicator.reports.model import Report
from adjudicator.store.letter_records import Heading, Letter
from adjudicator.store.queries import mark_sent


def test_a_letter_waits_until_it_is_sent_and_is_sent_once(play):
    game = play()
    there = waiting_letters(game.store)
    assert [each.recipients for each in there] == [
        ("oda@example.org",),
        ("takeda@example.org",),
        ("gm@example.org",),
        ("gm@example.org",),
    ]
    mark_sent(game.store, there[0], game.now)
    assert [each.message_id for each in waiting_letters(game.store)] == [
        e.message_id for e in there[1:]
    ]
    game.wait(days=1)
    mark_sent(game.store, there[0], game.now)
    assert game.letters()[0].sent == game.now.replace(day=20)


def test_the_same_letter_is_not_queued_twice(play):
    game = play()
    known = {"message_id": "<a@b>", "kind": "x", "created": game.now, "recipients": ("a@b.c",)}
    queue_answer(game.store, Letter(**known, content=Report("one", "", "")))
    queue_answer(game.store, Letter(**known, content=Report("two", "", "")))
    assert game.store.find(Letter, message_id="<a@b>").subject == "one"


def test_message_ids_hold_nothing_that_a_header_cannot(play):
    game = play()
    about = msgspec.structs.replace(game.head, phase="4 war\r\nBcc: x@y")
    hostile = report_id(game.campaign, about, "result", "Ōda <>")
    plain = ("4-war-Bcc-x-y_a642b9d5e906", "result", "Oda_65354826f5aa")
    assert hostile == message_id(game.campaign, *plain)
    assert re.fullmatch(r"<sekigahara\.[A-Za-z0-9._-]+\.[0-9a-f]{10}@host\.example>", hostile)


def test_who_knows_all_but_the_secret_cannot_guess_a_message_id(play):
    game = play()
    other = msgspec.structs.replace(game.campaign, secret=bytes(32))
    ids = [report_id(each, game.head, "opening", "Oda") for each in (game.campaign, other)]
    assert ids[0] != ids[1]


def test_letters_of_one_kind_about_a_phase_are_numbered_and_none_takes_anothers_place(play):
    game = play()
    ids = [report_id(game.campaign, game.head, "receipt", "Oda", n, opens=True) for n in (1, 2, 3)]
    game.change(queue_letter, ids[1], "note", Report("", "", ""))
    for _ in range(2):
        game.send("Oda", "hide 1")
    assert [each.message_id for each in game.letters("receipt")] == [ids[0], ids[2]]


@given(st.text(max_size=8), st.text(max_size=8))
def test_no_two_texts_share_a_part_of_a_message_id(one, other):
    assert (free_part(one) == free_part(other)) == (one == other)
    assert free_part(one).isascii()
    assert free_part(one).replace("-", "").replace("_", "").isalnum()


def test_seats_that_look_alike_all_get_their_letters(play):
    seats = ("織田", "小田", "Mori", "public")
    game = play(seats=seats)
    openings = game.letters("opening")
    assert {each.seat for each in openings} == {"織田", "小田", "public", ""}


def test_a_note_of_one_occasion_is_made_once(play):
    game = play()
    for _ in range(3):
        game.change(leave_note, "thing", "It happened.", once="today")
    assert game.notes().count("thing") == 1


def test_bare_letters_escape_what_they_say_and_a_fault_in_a_template_costs_none():
    report = write_bare("refusal", {"orders": True, "why": "<script>alert(1)</script>"})
    assert "<script>" in report.text
    assert "<script>" not in report.html
    assert "It." in note_text("notes", "no such block", {"error": "It."})
    assert "It." in write_bare("no such letter", {"error": "It."}).text


def test_the_outside_of_letters_says_which_phase_they_are_about(play):
    game = play(deadline="every 2 days at 12:00")
    game.send("Oda", "hide 1")
    game.wait(days=1)
    game.remind()
    game.adjudicate()
    there = game.state.rows(Heading)
    assert [each.subject for each in there] == [each.subject for each in game.letters()]
    assert there[0].recipients == ("oda@example.org",)
    assert {(each.kind, each.phase) for each in there if each.seat} == {
        ("opening", "setup"),
        ("receipt", "1 plan"),
        ("reminder", "1 plan"),
        ("result", "1 plan"),
    }
