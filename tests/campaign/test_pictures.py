"""Pictures of letters: drawn when a letter goes out, and for whoever asks."""

import zlib

import msgspec
import pytest
from passing import waiting_letters
from toy import game as toy

from adjudicator import maps
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.letters.outbox import (
    draw,
    draw_once,
    drop,
    queue_answer,
    reopen,
    unpack,
)
from adjudicator.campaign.phases.correct import correct, roll_back
from adjudicator.reports.model import File as Attached
from adjudicator.reports.model import Origin, Report
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Letter, StoredFile
from adjudicator.store.records import Adjudication

PNG = b"\x89PNG a picture"


@pytest.fixture(autouse=True)
def fronts(monkeypatch):
    def draw_front(picture, seat):
        if seat == "Nobody":
            return None
        return b"\x89PNG fronts of " + seat.encode() + picture.title.encode()

    monkeypatch.setattr(maps, "draw_front", draw_front)
    monkeypatch.setattr(maps, "has_front", lambda picture, seat: bool(seat))


def played(play):
    """Return a game in which every kind of picture was sent."""
    game = play()
    game.send("Oda", "hide 3\nboast 1")
    game.send("Takeda", "phase 2 plan\nhide 2")
    game.adjudicate()
    game.adjudicate()
    game.change(roll_back, "1 plan")
    position = game.head.position.replace(b'"gold":', b'"gold":1')
    game.change(correct, position, "So it is.", expected=game.head.serial)
    game.send("Oda", "hide 4")
    game.adjudicate()
    return game


def drawings(monkeypatch):
    """Count how often maps are drawn, by a list that grows."""
    drawn, draw_png = [], maps.draw_png

    def draw(picture):
        drawn.append(picture)
        return draw_png(picture)

    monkeypatch.setattr(maps, "draw_png", draw)
    return drawn


def test_a_phase_commits_without_a_picture_and_keeps_none(play, monkeypatch):
    drawn = drawings(monkeypatch)
    game = played(play)
    assert drawn == []
    for letter in game.store.rows(Letter):
        assert {each.data for each in letter.content.files if each.origin} <= {b""}
    assert all(not each.data.startswith(b"\x89PNG") for each in game.store.rows(StoredFile))


def test_equal_pictures_of_one_phase_are_drawn_once(play, monkeypatch):
    game = play()
    game.adjudicate()
    drawn = drawings(monkeypatch)
    results = [each for each in waiting_letters(game.store) if each.kind == "result"]
    assert len(results) > 2
    assert len({each.content.files[0].data for each in results}) == 1
    assert len(drawn) == 2  # of the opening and of this phase
    for each in game.store.rows(Letter):  # one that is not wanted any more is never drawn
        drop(game.store, each, "by hand", game.now)
    draw_once.cache_clear()
    assert waiting_letters(game.store) == []
    assert len(drawn) == 2


def test_orders_are_checked_once_for_a_receipt_and_its_picture_as_it_is_sent(play, monkeypatch):
    game, checked = play(), []
    rules = game.campaign.game
    check = rules.check

    def count(view, seat, orders):
        checked.append(str(orders))
        return check(view, seat, orders)

    monkeypatch.setattr(rules, "check", count)
    game.send("Oda", "hide 3\nboast 1")
    receipt = game.letters("receipt", "Oda")[-1]
    (file,) = (each for each in receipt.content.files if each.origin)
    assert file.origin.what == "orders"
    assert file.data == b"Awa False False"
    game.send("Oda", "ready")
    assert checked == ["hide 3\nboast 1\n"]


def test_a_letter_that_is_kept_for_reading_has_pictures_all_the_same(play):
    game = play(gm="")
    (opening,) = game.letters("opening", "")
    assert opening.recipients == ()
    assert opening.content.files[0].data.startswith(b"\x89PNG")


def test_every_picture_comes_back_as_it_was_sent(play):
    game = played(play)
    before = {each.message_id: each for each in game.letters()}
    draw_once.cache_clear()
    for letter in game.store.rows(Letter):
        opened = reopen(game.store, letter)
        assert opened.letter.content == before[letter.message_id].content
        assert set(map(str, opened.pictures.values())) <= {"as sent"}
        assert opened.lost == {}
    kinds = {(each.kind, file.name) for each in before.values() for file in each.content.files}
    for kind in ("opening", "result", "rollback", "corrected", "receipt"):
        assert any(each[0] == kind and each[1].endswith(".png") for each in kinds), kind


def test_a_newer_program_says_that_it_drew_anew(play, monkeypatch):
    game = play()
    letter = game.store.find(Letter, seat="Oda", kind="opening")
    assert set(map(str, reopen(game.store, letter).pictures.values())) == {"as sent"}
    origins = {each.name: each.origin.what for each in letter.content.files if each.origin}
    assert origins == {"map.png": "map", "front.png": "front"}
    monkeypatch.setattr(outbox, "__version__", "9.9")
    opened = reopen(game.store, letter)
    said = {name: str(how) for name, how in opened.pictures.items()}
    assert said == dict.fromkeys(("map.png", "front.png"), "drawn anew by 9.9")


def test_a_picture_that_cannot_be_drawn_costs_its_letter_that_picture(play, monkeypatch):
    game = play()
    monkeypatch.setattr(maps, "draw_png", lambda picture: 1 / 0)
    letter = game.store.find(Letter, seat="Oda", kind="opening")
    opened = reopen(game.store, letter)
    assert str(opened.pictures["map.png"]) == "not there any more"
    assert "ZeroDivisionError" in opened.lost["map.png"]
    shown = '<p>Words</p><img src="cid:map" alt="A &gt; B."><img src="cid:front" alt="Yours.">'
    page = msgspec.structs.replace(letter.content, html=shown)
    content = unpack(game.store, msgspec.structs.replace(letter, content=page)).content
    assert [each.name for each in content.files if each.origin] == ["front.png"]
    assert "opening" in content.text
    assert content.html == '<p>Words</p><img src="cid:front" alt="Yours.">'


def test_verify_finds_every_file_that_was_changed_or_is_missing_and_no_picture(play):
    game = played(play)
    assert game.faults() == []
    letter = next(each for each in game.store.rows(Letter) if each.kind == "rollback")
    for data in (b"", zlib.compress(b"another"), b"\0"):
        with game.store.without_guards():
            game.store.write("UPDATE file SET data = ?", data)
        assert any("orders.txt was changed" in fault for fault in game.faults())
    with pytest.raises(StoreError, match="is damaged"):
        reopen(game.store, letter)
    with game.store.without_guards():
        game.store.write("DELETE FROM file")
    found = game.faults()
    assert any("orders.txt is missing" in fault for fault in found)
    assert not any(".png is missing" in fault for fault in found)


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


def test_a_picture_of_nothing_that_is_recorded_costs_little(play):
    game = play()
    game.adjudicate()
    pictures = [
        Attached(f"{number}.png", "image/png", PNG, f"{number}", "", origin)
        for number, origin in enumerate(HOSTILE)
    ]
    letter = Letter(
        campaign_id=game.campaign.id,
        message_id="<hostile@x>",
        kind="answer",
        created=game.now,
        content=Report("x", "words", "", tuple(pictures)),
    )
    queue_answer(game.store, letter)
    opened = reopen(game.store, game.store.find(Letter, message_id="<hostile@x>"))
    assert opened.letter.content.text == "words"
    assert set(map(str, opened.pictures.values())) == {"not there any more"}


def test_a_resolution_that_leads_to_itself_comes_to_an_end(play):
    game = play()
    game.adjudicate()
    with game.store.without_guards():
        game.store.write("UPDATE adjudication SET parent = serial WHERE serial = 1")
    itself = game.store.find(Adjudication, serial=1)
    with pytest.raises(StoreError, match="Fewer phases"):
        draw(lambda _: itself, game.campaign.game, Origin(1, "", phases=2))


def pictures(receipt):
    return tuple(each for each in receipt.content.files if each.cid)


def test_a_receipt_brings_the_map_with_the_orders_that_stand(play):
    game = play()
    game.send("Oda", "hide 3\nboast 1")
    (file,) = pictures(game.letters("receipt", "Oda")[-1])
    assert (file.name, file.media, file.cid) == ("orders.png", "image/png", "orders")
    assert file.data.splitlines() == [b"Awa False False"]
    game.send("Oda", "amend\ncancel boast 1")
    (same,) = pictures(game.letters("receipt", "Oda")[-1])
    assert (same.data, same.title) == (file.data, file.title)
    game.send("Oda", "phase 2 plan\nhide 3")
    (later,) = pictures(game.letters("receipt", "Oda")[-1])
    assert later.data == b"Awa True False"  # it is doubtful


def test_without_orders_that_can_be_drawn_there_is_no_map(play, monkeypatch):
    monkeypatch.setattr(type(toy), "sketch", lambda *a: [])
    game = play()
    game.send("Oda", "hide 3")
    assert pictures(game.letters("receipt", "Oda")[-1]) == ()
    assert "map-failed" not in game.notes()


def test_a_map_that_fails_costs_the_receipt_nothing_else(play, monkeypatch):
    monkeypatch.setattr(type(toy), "sketch", lambda *a: 1 / 0)
    game = play()
    game.send("Oda", "hide 3")
    receipt = game.letters("receipt", "Oda")[-1]
    assert "hide 3" in receipt.content.text
    assert pictures(receipt) == ()
    assert game.stands("Oda") == "hide 3\n"
    assert game.notes()[-1] == "map-failed"


def test_letters_can_go_without_pictures(play):
    game = played(play)
    letters = game.store.rows(Letter)
    letter = next(x for x in letters if any(each.origin for each in x.content.files))
    opened = reopen(game.store, letter, pictures=False)
    assert opened.pictures == opened.lost == {}
    assert not any(each.origin for each in opened.letter.content.files)
    assert opened.letter.content.text == reopen(game.store, letter).letter.content.text
