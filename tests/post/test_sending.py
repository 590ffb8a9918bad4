"""A pass over the letters that wait: who gets one, who gets it later, and who is told."""

from datetime import timedelta

import pytest
from msgspec.structs import replace
from outboxes import MemoryOutbox, is_done, letter_to, states
from passing import waiting_letters

from adjudicator import maps
from adjudicator.campaign.letters import outbox
from adjudicator.post.passes.sending import MOST_TRIES, send_all
from adjudicator.post.transport.mailbox import Terms
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter, Note


def test_a_letter_that_may_go_later_waits_and_one_that_is_refused_does_not(post):
    waiting = {each.message_id for each in waiting_letters(post.store)}
    posted = list(send_all(post.store, MemoryOutbox(oda="later", takeda="refused"), post.now))
    note = post.store.rows(Letter, kind="note")[-1]
    assert {each.facts["letter"] for each in posted} == waiting | {note.message_id}
    assert {(each.what, each.text.partition(": ")[2]) for each in posted} == {
        ("sent", ""),
        ("delayed", "oda@example.org: 550 no such user"),
        ("failed", "takeda@example.org: 550 no such user"),
    }
    assert post.notes() == ["bounced"]
    text = " ".join(note.content.text.split())
    assert "takeda@example.org (Takeda) could not be reached: the letter <sekigahara." in text
    assert "was refused (550 no such user)." in text
    assert {e.recipients for e in waiting_letters(post.store)} == {("oda@example.org",)}


def test_a_map_that_cannot_be_drawn_is_told_once_and_its_letters_go(post, monkeypatch):
    monkeypatch.setattr(maps, "draw_png", lambda picture: 1 / 0)
    waiting, out = waiting_letters(post.store), MemoryOutbox()
    assert len(waiting) > 1
    assert {each.what for each in send_all(post.store, out, post.now)} == {"sent"}
    assert len(out.mails) == len(waiting) + 1
    assert post.notes() == ["mail-trouble"]
    told = post.store.rows(Letter, kind="note")[-1].content.text
    assert "The map could not be made: map.png: ZeroDivisionError" in told


def test_a_letter_that_waits_is_tried_again_after_pauses_that_grow_and_in_the_end_given_up(
    empty,
):
    letter_to(empty, "oda@example.org")
    out, begin, done = MemoryOutbox(oda="later"), empty.now, []
    while waits := waiting_letters(empty.store):
        empty.now = waits[0].retry or begin
        deed, *_ = send_all(empty.store, out, empty.now, ticks=lambda: 0.0)
        done.append((round((empty.now - begin) / timedelta(minutes=5)), deed.what))
    assert [when for when, _ in done] == [
        *(0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 799, 1087, 1375)  # nearly five days
    ]
    assert [what for _, what in done] == ["delayed"] * (MOST_TRIES - 1) + ["failed"]
    assert "oda@example.org: tried 13 times, and at last: 550 no such user" in deed.text
    assert empty.notes() == ["mail-trouble", "bounced"]
    (trouble,) = [each for each in empty.store.rows(Note) if each.code == "mail-trouble"]
    assert trouble.created - begin == timedelta(minutes=75)
    (told,) = [mail for mail in out.mails if b"tried again" in mail.data]
    assert told.recipients == ("gm@example.org",)


def test_a_fault_of_our_own_never_makes_a_letter_fail_for_good(empty):
    letter = letter_to(empty, "oda@example.org")
    out = MemoryOutbox(oda="later")
    out.ours = True
    for _ in range(MOST_TRIES + 1):
        deed, *_ = send_all(empty.store, out, empty.now)
        assert deed.what == "failed"
        empty.wait(days=2)
    assert states(empty, letter) == {"oda": "later"}


def test_letters_that_cannot_be_sent_keep_nobody_waiting(post, monkeypatch):
    """And only the master of their campaign is told, once a day."""
    monkeypatch.setattr(queries, "_BATCH", 5)
    type(post)(post.store, "other")
    list(send_all(post.store, MemoryOutbox(), post.now))
    there = post.store.rows(Letter, kind="opening")[0]
    with post.store.atomic():
        for n in range(11):
            bad = {"message_id": f"<bad{n}@x>", "recipients": ("no address",), "sent": None}
            post.store.add(replace(there, id=0, **bad))
        post.store.add(replace(there, id=0, message_id="<good@x>", sent=None))
    out = MemoryOutbox()
    assert len(list(send_all(post.store, out, post.now))) == 13
    assert [mail.message_id for mail in out.mails[:1]] == ["<good@x>"]
    told = [each.campaign_id for each in post.store.rows(Note, code="mail-trouble")]
    assert told == [there.campaign_id]
    assert [mail.recipients for mail in out.mails[1:]] == [("gm@example.org",)]
    assert b"mail queue" in out.mails[1].data
    assert list(send_all(post.store, out, post.now)) == []


def test_a_letter_to_a_game_master_that_fails_makes_no_other_letter(post):
    out = MemoryOutbox(gm="refused")
    for _ in range(3):
        list(send_all(post.store, out, post.now))
        post.wait(days=1)
    assert [mail.recipients for mail in out.mails].count(("gm@example.org",)) == 2
    assert post.notes() == ["bounced"]  # of that day


def test_each_recipient_is_tried_again_alone(empty):
    letter = letter_to(empty, "oda@example.org", "takeda@example.org", "third@example.org")
    out = MemoryOutbox(takeda="later", third="refused")
    list(send_all(empty.store, out, empty.now))
    assert states(empty, letter) == {"oda": "sent", "takeda": "later", "third": "refused"}
    out.dispositions = {}
    empty.wait(minutes=6)
    list(send_all(empty.store, out, empty.now))
    last = [mail for mail in out.mails if mail.message_id == "<two@x>"]
    assert [mail.recipients for mail in last] == [
        ("oda@example.org", "takeda@example.org", "third@example.org"),
        ("takeda@example.org",),
    ]
    assert last[0].data == last[1].data
    assert last[0].sender == last[1].sender
    assert is_done(empty, letter)


def test_trouble_with_the_whole_outbox_costs_no_letter_a_pause(empty):
    letter = letter_to(empty, "oda@example.org")
    before = empty.notes()
    out = MemoryOutbox()
    out.breaks = OSError
    with pytest.raises(OSError, match="no way out"):
        list(send_all(empty.store, out, empty.now))
    assert states(empty, letter) == {"oda": "later"}
    assert empty.notes() == before
    out.breaks = None
    assert [each.what for each in send_all(empty.store, out, empty.now)] == ["sent"]


def test_a_server_that_puts_everything_off_is_told_of_once_a_day(empty):
    for n in range(4):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    out = MemoryOutbox(oda="later")
    for pause in (6, 11, 21, 41, 81, 161):
        list(send_all(empty.store, out, empty.now))
        empty.wait(minutes=pause)
    assert empty.notes() == ["mail-trouble"]


@pytest.mark.parametrize("terms", [Terms(per_minute=3), Terms(per_day=3)])
def test_no_more_letters_go_than_the_account_may_send(empty, terms):
    pause = timedelta(minutes=1) if terms.per_minute else timedelta(days=1)
    empty.now += timedelta(days=1, minutes=1)
    for n in range(8):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    letter_to(empty, "oda@example.org", id="<dropped@x>")
    outbox.drop(empty.store, empty.store.find(Letter, message_id="<dropped@x>"), "", empty.now)
    out, sent = MemoryOutbox(terms=terms), []
    for _ in range(3):
        sent.append(len(list(send_all(empty.store, out, empty.now))))
        assert list(send_all(empty.store, out, empty.now + pause * 0.9)) == []
        empty.now += pause * 1.1
    assert sent == [3, 3, 2]
