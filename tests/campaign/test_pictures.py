"""Pictures of letters: kept while a letter with them waits, and drawn again for whoever asks."""

import threading
import zlib

import msgspec
import pytest
from playing import START

from adjudicator import __version__, maps
from adjudicator.campaign.kernel import change as changing
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.letters.outbox import (
    drop,
    find_letter,
    letters_to_send,
    queue_answer,
    reopen,
    unpack,
)
from adjudicator.campaign.letters.pictures import draw_again
from adjudicator.campaign.phases.correct import correct, roll_back
from adjudicator.campaign.records.verify import verify
from adjudicator.reports.model import File as Attached
from adjudicator.reports.model import Origin, Report
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.delivery_queries import mark_sent
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Enclosure, File, Letter, Picture

PNG = b"\x89PNG a picture"


@pytest.fixture(autouse=True)
def fronts(monkeypatch):
    def draw_front(picture, seat):
        return b"\x89PNG fronts of " + seat.encode() + picture.title.encode()

    monkeypatch.setattr(maps, "draw_front", draw_front)


def send_all(game):
    for each in letters_to_send(game.store):
        mark_sent(game.store, each, game.now)


def pictures(store):
    return store.count(Picture)


def played(play):
    """Return a game in which every kind of picture was sent."""
    game = play()
    game.send("Oda", "hide 3\nboast 1")
    game.send("Takeda", "phase 2 plan\nhide 2")
    game.adjudicate()
    game.adjudicate()
    roll_back(game.store, game.campaign, game.now, "1 plan")
    position = game.head.position.replace(b'"gold":', b'"gold":1')
    game.do(correct, position, "So it is.", expected=game.head.serial)
    game.send("Oda", "hide 4")
    game.adjudicate()
    return game


def test_pictures_are_there_while_a_letter_with_them_waits(play):
    game = played(play)
    before = pictures(game.store)
    assert before >= 5
    assert pictures(game.store) <= game.store.count(Enclosure)
    *early, last = letters_to_send(game.store)
    for each in early:
        mark_sent(game.store, each, game.now)
    left = {file.origin and file.data for file in last.content.files} - {None}
    assert pictures(game.store) == len(left)
    mark_sent(game.store, last, game.now)
    assert (pictures(game.store), game.store.count(Enclosure)) == (0, 0)


def test_what_is_no_picture_is_kept(play):
    game = played(play)
    others = game.store.rows(File)
    assert others
    send_all(game)
    assert game.store.rows(File) == others


def test_orders_are_checked_once_for_a_receipt_and_its_picture(play, monkeypatch):
    game, checked = play(), []
    rules = game.campaign.game
    check = rules.check

    def count(view, seat, orders):
        checked.append(str(orders))
        return check(view, seat, orders)

    monkeypatch.setattr(rules, "check", count)
    game.send("Oda", "hide 3\nboast 1")
    assert checked == ["hide 3\nboast 1\n"]
    assert game.letters("receipt", "Oda")[-1].content.files[0].origin.what == "orders"


def test_a_picture_that_two_letters_have_goes_with_the_second(play):
    game = play()
    game.adjudicate()
    first, second = [each for each in letters_to_send(game.store) if each.kind == "result"][:2]
    (one, *_), (other, *_) = (each.content.files for each in (first, second))
    assert one.data == other.data
    assert (one.origin.seat, other.origin.seat) == ("Oda", "Takeda")
    mark_sent(game.store, first, game.now)
    assert find_letter(game.store, second.message_id) == second
    mark_sent(game.store, second, game.now)
    mark_sent(game.store, second, game.now)


def letter_with(picture, campaign, number, now):
    """Return a letter of a campaign with a picture that others have, too."""
    origin = Origin(what="map", resolution=0, seat="Oda")
    content = Report(
        "A map", "text", "", (Attached("map.png", "image/png", picture, origin=origin),)
    )
    return Letter(
        campaign_id=campaign.id,
        message_id=f"<{number}.{campaign.name}@x>",
        kind="x",
        recipients=("a@b.example",),
        created=now,
        content=content,
    )


def queue(store, campaign, number, now):
    """Queue a letter as a change of its campaign, under the lock of that one."""

    def work(at):
        outbox.queue(at, letter_with(PNG, campaign, number, now))

    changing.commit(store, campaign, now, work)
    return store.find(Letter, message_id=f"<{number}.{campaign.name}@x>")


@pytest.mark.both_databases
def test_a_picture_does_not_go_while_another_campaign_enters_a_letter_with_it(play, database_kind):
    """The other one has found it there, and its letter is not committed yet."""
    one, two = play("one"), play("two")
    first = queue(one.store, one.campaign, 1, one.now)
    with open_store(one.store.place) as other:
        never = "PRAGMA busy_timeout = 0", "SET lock_timeout = '1ms'"
        other.conn.execute(never[database_kind == "postgresql"])
        with one.store.atomic(two.campaign.id):
            second = queue(one.store, two.campaign, 1, two.now)
            with pytest.raises(DatabaseError, match="locked"):
                mark_sent(other, first, one.now)
            with pytest.raises(RuntimeError, match="does not cover"):
                mark_sent(one.store, first, one.now)
        assert first.sent is None
        mark_sent(other, first, one.now)
    assert unpack(one.store, second).content.files[0].data == PNG
    mark_sent(one.store, second, one.now)
    assert not one.store.has(Picture, data=PNG)


@pytest.mark.both_databases
def test_letters_with_one_picture_are_queued_and_sent_at_once(play):
    """Two campaigns queue letters with the same picture; each is marked as sent by another one."""
    store, names, faults = play("one").store, ("one", "two"), []
    play("two")
    place = store.place

    def run(name):
        try:
            with open_store(place) as mine, open_store(place) as sender:
                campaign = queries.find_campaign(mine, name)
                for number in range(15):
                    queued = queue(mine, campaign, number, START)
                    assert unpack(sender, queued).content.files[0].data == PNG
                    mark_sent(sender, queued, START)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=run, args=(name,)) for name in names]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    assert faults == []
    assert not store.has(Picture, data=PNG)
    assert [each.sent for each in store.rows(Letter, kind="x")] == [START] * 30


def test_a_letter_that_is_dropped_waits_with_no_picture(play):
    game = play()
    for each in letters_to_send(game.store):
        drop(game.store, each, "by hand", game.now)
    assert pictures(game.store) == 0


def test_a_letter_that_is_kept_for_reading_has_pictures_all_the_same(play):
    game = play(gm="")
    (opening,) = game.letters("opening", "")
    assert opening.recipients == ()
    assert not game.store.has(Enclosure, letter=opening.message_id)
    assert opening.content.files[0].data.startswith(b"\x89PNG")


def test_every_picture_comes_back_as_it_was_sent(play):
    game = played(play)
    before = {each.message_id: each for each in game.letters()}
    send_all(game)
    for letter in game.store.rows(Letter):
        opened = reopen(game.store, letter)
        assert opened.letter.content == before[letter.message_id].content
        assert set(opened.pictures.values()) <= {"as sent"}
        assert opened.lost == {}
    kinds = {(each.kind, file.name) for each in before.values() for file in each.content.files}
    for kind in ("opening", "result", "rollback", "corrected", "receipt"):
        assert any(each[0] == kind and each[1].endswith(".png") for each in kinds), kind


def test_a_newer_program_says_that_it_drew_anew(play, monkeypatch):
    game = play()
    send_all(game)
    monkeypatch.setattr(maps, "draw_png", lambda picture: PNG)
    letter = game.store.find(Letter, seat="Oda", kind="opening")
    opened = reopen(game.store, letter)
    assert opened.pictures == {"map.png": f"drawn anew by {__version__}", "front.png": "as sent"}
    assert opened.letter.content.files[0].data == PNG


def test_words_are_there_without_pictures_that_can_no_longer_be_drawn(play, monkeypatch):
    game = play()
    send_all(game)
    monkeypatch.setattr(maps, "draw_png", lambda picture: 1 / 0)
    letter = game.store.find(Letter, seat="Oda", kind="opening")
    opened = reopen(game.store, letter)
    assert opened.pictures["map.png"] == "not there any more"
    assert "ZeroDivisionError" in opened.lost["map.png"]
    assert [each.name for each in opened.letter.content.files] == ["front.png"]
    assert "opening" in opened.letter.content.text
    with pytest.raises(ValueError, match=r"lacks map\.png of a letter"):
        unpack(game.store, letter)


def test_a_file_that_is_damaged_is_no_picture_to_be_drawn(play):
    game = played(play)
    letter = next(each for each in game.store.rows(Letter) if each.kind == "rollback")
    with game.store.without_guards():
        game.store.write("UPDATE file SET data = ?", b"\0")
    with pytest.raises(StoreError, match="is damaged"):
        reopen(game.store, letter)


def test_a_letter_that_waits_goes_out_even_if_its_picture_was_lost(play):
    game = play()
    before = letters_to_send(game.store)
    with game.store.without_guards():
        game.store.write("DELETE FROM enclosure")
        game.store.write("DELETE FROM picture")
    assert letters_to_send(game.store) == before


def test_a_picture_that_is_sent_again_is_kept_again(play):
    game = play()
    opening = game.letters("opening", "Oda")[0]
    send_all(game)
    again = msgspec.structs.replace(opening, id=0, message_id="<again@x>", sent=None)
    assert queue_answer(game.store, again)
    assert pictures(game.store) == 2
    assert queue_answer(game.store, msgspec.structs.replace(again, message_id="<third@x>"))
    assert (pictures(game.store), game.store.count(Enclosure)) == (2, 4)


def test_a_picture_that_nothing_is_known_of_is_kept_for_ever(play):
    game = play()
    answer = Letter(
        campaign_id=game.campaign.id,
        message_id="<odds@x>",
        kind="answer",
        recipients=("oda@example.org",),
        created=game.now,
        content=Report("odds", "", "", (Attached("odds.png", "image/png", PNG),)),
    )
    assert queue_answer(game.store, answer)
    send_all(game)
    assert find_letter(game.store, "<odds@x>").content.files[0].data == PNG


def test_verify_misses_no_picture_that_may_be_gone_and_every_other(play):
    game = played(play)
    send_all(game)
    assert [each.faults for each in verify(game.store, game.campaign) if each.faults] == []
    early, game = game.campaign, play("later")
    send_all(game)
    game.send("Oda", "hide 1", id="<later@x>")
    with game.store.without_guards():
        game.store.write("DELETE FROM enclosure")
        game.store.write("DELETE FROM picture")
        game.store.write("DELETE FROM file")
    found = [fault for each in verify(game.store, game.campaign) for fault in each.faults]
    assert any("receipt" in fault and "orders.png is missing" in fault for fault in found)
    found = [fault for each in verify(game.store, early) for fault in each.faults]
    assert any("orders.txt is missing" in fault for fault in found)
    assert not any("map.png is missing" in fault for fault in found)


@pytest.mark.parametrize("data", [b"\0", zlib.compress(b"another"), b""])
def test_verify_finds_a_file_that_was_changed(play, data):
    game = played(play)
    send_all(game)
    with game.store.without_guards():
        game.store.write("UPDATE file SET data = ?", data)
    found = [fault for each in verify(game.store, game.campaign) for fault in each.faults]
    assert any("orders.txt was changed" in fault for fault in found)


HOSTILE = [
    Origin(9_999, "Oda"),
    Origin(-1, "Oda"),
    Origin(0, "Oda", phases=10**9),
    Origin(1, "Oda", phases=3),
    Origin(0, "Nobody", "front"),
    Origin(0, "Oda", "orders", orders="\x00" * 100_000),
    Origin(0, "Oda", "orders", phase="999 \x00", orders="hide 3"),
    Origin(0, "Oda", "orders", orders="hide 3\n" * 100_000),
]


@pytest.mark.parametrize("origin", HOSTILE)
def test_a_picture_of_nothing_that_is_recorded_costs_little(play, origin):
    game = play()
    game.adjudicate()
    picture = Attached("map.png", "image/png", PNG, "map", "", origin)
    queue_answer(
        game.store,
        Letter(
            campaign_id=game.campaign.id,
            message_id="<hostile@x>",
            kind="answer",
            created=game.now,
            content=Report("x", "words", "", (picture,)),
        ),
    )
    opened = reopen(game.store, game.store.find(Letter, message_id="<hostile@x>"))
    assert opened.letter.content.text == "words"
    assert opened.pictures["map.png"] != "as sent"


def test_a_resolution_that_leads_to_itself_comes_to_an_end(play):
    game = play()
    game.adjudicate()
    with game.store.without_guards():
        game.store.write("UPDATE adjudication SET parent = serial WHERE serial = 1")
    with pytest.raises(StoreError, match="Fewer phases"):
        draw_again(game.store, game.campaign, Origin(1, "", phases=2))
