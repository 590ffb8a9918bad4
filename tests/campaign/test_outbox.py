import pytest

from adjudicator.campaign import outbox
from adjudicator.campaign.letters import plain_report, tell_gm
from adjudicator.campaign.outbox import mark_sent, message_id, queue, slug, waiting


def test_a_letter_waits_until_it_is_sent_and_is_sent_once(play):
    game = play()
    there = waiting(game.store)
    assert [each.recipients for each in there] == [
        ("oda@example.org",),
        ("takeda@example.org",),
        ("gm@example.org",),
        ("gm@example.org",),
    ]
    mark_sent(game.store, there[0], game.now)
    assert [each.message_id for each in waiting(game.store)] == [e.message_id for e in there[1:]]
    game.wait(days=1)
    mark_sent(game.store, there[0], game.now)
    assert outbox.letter(game.store, there[0].message_id).sent == game.now.replace(day=20)


def test_the_same_letter_is_not_queued_twice(play):
    game = play()
    letter = {"identity": "<a@b>", "kind": "x", "now": game.now, "recipients": ["a@b.c"]}
    assert queue(game.store, plain_report("one", []), **letter)
    assert not queue(game.store, plain_report("two", []), **letter)
    assert outbox.letter(game.store, "<a@b>").subject == "one"


def test_message_ids_hold_nothing_that_a_header_cannot(play):
    game = play()
    hostile = message_id(game.owner, "4 war\r\nBcc: x@y", "Ōda <>", "織田")
    assert hostile == "<sekigahara.4-war-Bcc-x-y.Oda.7e54-7530@host.example>"
    assert slug("") == ""


def test_seats_without_addresses_keep_their_letters_to_be_read(play):
    game = play(gm="")
    assert [each.recipients for each in game.letters("opening")][-1] == ()
    assert all(each.recipients for each in waiting(game.store))


@pytest.mark.parametrize("times", [1, 3])
def test_a_note_of_one_occasion_is_made_once(play, times):
    game = play()
    for _ in range(times):
        tell_gm(game.store, game.owner, "thing", "It happened.", game.now, once="today")
    assert game.notes().count("thing") == 1


def test_plain_reports_escape_what_they_say():
    report = plain_report("s", ["<script>alert(1)</script>"])
    assert "<script>" not in report.html


def test_the_same_map_in_many_letters_is_stored_once(play):
    game = play()
    assert len([each for each in game.letters("opening") if each.content.files]) == 3
    rows = game.store.rows("SELECT data FROM file")
    assert [row["data"] for row in rows] == [game.letters("opening")[0].content.files[0].data]


def test_the_outside_of_letters_can_be_read_alone(play):
    game = play()
    there = outbox.headings(game.store, game.owner, seat="Oda")
    assert [each.subject for each in there] == [e.subject for e in game.letters(seat="Oda")]
    assert there[0].recipients == ("oda@example.org",)
    assert len(outbox.headings(game.store, game.owner)) == len(game.letters())
