import os
from datetime import timedelta

import pytest
from passing import waiting_letters

from adjudicator.operations import orders as odds
from adjudicator.post.passes import exchange, sending
from adjudicator.post.requests import pipeline
from adjudicator.post.transport import maildir
from adjudicator.post.transport.opening import open_mailbox, open_outbox
from adjudicator.store import queries
from adjudicator.store.errors import DatabaseError
from adjudicator.store.letter_records import Disposition, DoneMark, Letter, Note
from adjudicator.store.records import Submission

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such names and files")


class Killed(BaseException):
    """The process is killed here."""


@pytest.fixture
def inbox(tmp_path):
    for place in ("new", "cur", "tmp"):
        (tmp_path / "inbox" / place).mkdir(parents=True)
    return tmp_path / "inbox"


@pytest.fixture
def out(tmp_path):
    return tmp_path / "outbox"


def put(inbox, raw, name, at=0, place="new"):
    path = inbox / place / name
    path.write_bytes(raw)
    os.utime(path, (at, at))
    return path


def collect(store, folder, now):
    return exchange.take_all(store, open_mailbox(str(folder)), now)


def send_all(store, folder, now):
    return sending.send_all(store, open_outbox(str(folder)), now)


def outcomes(store, inbox, now):
    return [each.facts["outcome"] for each in collect(store, inbox, now)]


def lying(folder):
    return sorted(e.name for place in ("new", "cur") for e in (folder / place).iterdir())


def test_letters_are_taken_oldest_first_and_put_away(post, inbox):
    put(inbox, post.raw("hide 5"), "a", at=300)
    put(inbox, post.raw("hide 4"), "b:2,S", at=200, place="cur")
    put(inbox, post.raw("hide 3"), "c", at=100)
    assert outcomes(post.store, inbox, post.now) == ["taken"] * 3
    assert post.stands() == "hide 5"
    assert lying(inbox) == []
    assert lying(inbox / ".Done") == ["a:2,S", "b:2,S", "c:2,S"]


def test_a_letter_is_as_old_as_its_file_and_never_from_the_future(post, inbox):
    early, late = post.now.timestamp() - 3600, post.now.timestamp() + 3600
    put(inbox, post.raw("hide 3"), "a", at=early)
    put(inbox, post.raw("hide 4"), "b", at=late)
    list(collect(post.store, inbox, post.now))
    rows = post.store.rows(Submission, kind="sent")
    assert [each.received for each in rows] == [post.now - timedelta(hours=1), post.now]


def test_what_is_no_letter_is_set_aside_with_a_note_and_stops_nothing(post, inbox):
    new = inbox / "new"
    (new / "folder").mkdir()
    (new / "folder" / "inside").write_text("x")
    (new / "link").symlink_to("/dev/zero")
    (new / "dangling").symlink_to("nowhere")
    os.mkfifo(new / "pipe")
    put(inbox, post.raw(), ".hidden")
    put(inbox, post.raw(), "z")
    assert sorted(outcomes(post.store, inbox, post.now)) == ["set aside"] * 4 + ["taken"]
    assert lying(inbox / ".SetAside") == ["dangling:2,S", "folder:2,S", "link:2,S", "pipe:2,S"]
    assert post.notes() == ["mail-trouble"] * 4
    found = {each.name: each.why for each in post.store.rows(Disposition, last=True, limit=9)}
    assert {found[each] for each in ("folder", "pipe", "dangling")} == {"it is no file of its own"}
    assert outcomes(post.store, inbox, post.now) == []


def test_a_name_of_255_characters_and_one_that_is_no_text_are_taken(post, inbox):
    put(inbox, post.raw("hide 3"), "a" * 255, at=1)
    put(inbox, post.raw("hide 4"), os.fsdecode(b"\xff\xfe\n\x1b[2J"), at=2)
    put(inbox, post.raw("hide 5"), "ō" * 127, at=3)
    assert outcomes(post.store, inbox, post.now) == ["taken"] * 3
    assert post.stands() == "hide 5"
    assert len(lying(inbox / ".Done")) == 3
    assert all(each.name.isprintable() for each in post.store.rows(Disposition, last=True, limit=9))


@pytest.mark.parametrize("seconds", [253402300800, 10**12, -(10**12)])
def test_a_time_that_no_calendar_has_counts_as_now(post, inbox, seconds):
    put(inbox, post.raw(), "a")
    try:
        os.utime(inbox / "new" / "a", (seconds, seconds))
    except (OverflowError, OSError):
        pytest.skip("this file system has no such times")
    assert outcomes(post.store, inbox, post.now) == ["taken"]
    assert post.store.rows(Submission, kind="sent")[0].received <= post.now


def test_an_unreadable_letter_is_set_aside_and_one_that_is_gone_is_passed_over(
    post, inbox, monkeypatch
):
    for name in ("a", "b", "c"):
        put(inbox, post.raw(f"hide {ord(name) - 95}"), name)
    real = maildir.os.open

    def failing(path, *more, **named):
        if str(path).endswith("new/a"):
            raise PermissionError(13, "Permission denied", str(path))
        if str(path).endswith("new/b"):
            path.unlink()
        return real(path, *more, **named)

    monkeypatch.setattr(maildir.os, "open", failing)
    assert outcomes(post.store, inbox, post.now) == ["set aside", "taken"]
    assert post.store.rows(Disposition, last=True, limit=9, outcome="set aside")[0].why == (
        "it cannot be read: Permission denied"
    )
    assert lying(inbox / ".SetAside") == ["a:2,S"]
    assert post.stands() == "hide 4"


def test_a_letter_that_cannot_even_be_moved_stays_and_stops_nothing(post, inbox, monkeypatch):
    (inbox / "new" / "a").mkdir()
    put(inbox, post.raw("hide 3"), "b")
    put(inbox, post.raw("hide 4"), "c")
    real = maildir.os.rename

    def failing(old, new):
        if not str(old).endswith("c"):
            raise PermissionError(13, "Permission denied", str(old))
        return real(old, new)

    monkeypatch.setattr(maildir.os, "rename", failing)
    for expected in (["set aside", "taken", "taken"], ["ignored", "set aside"]):
        found = list(collect(post.store, inbox, post.now))
        # one that stays is said twice
        once = {(each.facts["letter"], each.facts["outcome"]) for each in found}
        assert sorted(outcome for _, outcome in once) == expected
        assert sum("cannot be put away" in each.text for each in found) == 2
    assert lying(inbox) == ["a", "b"]
    assert (
        len(post.store.rows(Disposition, last=True, limit=9)) == 3
    )  # nothing is entered twice for one file
    assert post.notes() == ["mail-trouble"]


def test_two_letters_of_one_name_are_both_kept(post, inbox):
    for count, place in enumerate(("new", "cur", "new")):
        put(inbox, post.raw(f"hide {count}"), "same" + ":2,S" * (place == "cur"), place=place)
        assert outcomes(post.store, inbox, post.now) == ["taken"]
    put(inbox, post.raw("hide 8"), "same", at=1)
    put(inbox, post.raw("hide 9"), "same:2,RS", at=2, place="cur")
    assert outcomes(post.store, inbox, post.now) == ["taken"] * 2
    kept = [(inbox / ".Done" / "cur" / name).read_text() for name in lying(inbox / ".Done")]
    assert len(kept) == len(set(kept)) == 5


def test_what_is_no_maildir_is_refused(post, tmp_path):
    with pytest.raises(NotADirectoryError, match="no folder “new”"):
        list(collect(post.store, tmp_path, post.now))


def test_a_maildir_without_read_letters_will_do(post, inbox):
    (inbox / "cur").rmdir()
    put(inbox, post.raw(), "a")
    assert outcomes(post.store, inbox, post.now) == ["taken"]


def test_of_a_huge_file_only_the_start_is_read(post, inbox):
    with put(inbox, post.raw(), "a").open("r+b") as file:
        file.truncate(50 * 1024**3)
    assert outcomes(post.store, inbox, post.now) == ["refused"]


@pytest.mark.parametrize("step", ["before the commit", "at its end", "before the move"])
def test_killed_at_any_moment_a_letter_is_taken_once(post, inbox, monkeypatch, step):
    put(inbox, post.raw(), "a")
    real = post.store.add

    def killed(*_):
        raise Killed

    def killed_late(record, **more):
        if isinstance(record, DoneMark) and record.outcome == "orders":
            raise Killed
        return real(record, **more)

    patches = {
        "before the commit": (pipeline, "who_wrote", killed),
        "at its end": (post.store, "add", killed_late),
        "before the move": (maildir.MaildirMailbox, "_move", killed),
    }
    with monkeypatch.context() as patch:
        patch.setattr(*patches[step])
        with pytest.raises(Killed):
            list(collect(post.store, inbox, post.now))
    is_taken = step == "before the move"
    assert (post.stands() == "hide 3", len(post.out("receipt"))) == (is_taken, int(is_taken))
    assert lying(inbox) == ["a"]
    assert outcomes(post.store, inbox, post.now) == ["ignored" if is_taken else "taken"]
    assert (post.stands(), len(post.out("receipt"))) == ("hide 3", 1)
    assert lying(inbox / ".Done") == ["a:2,S"]


def test_trouble_with_the_database_leaves_the_letter(post, inbox, monkeypatch):
    put(inbox, post.raw(), "a")

    def locked(*_, **__):
        raise DatabaseError("database is locked")

    monkeypatch.setattr(pipeline, "take", locked)
    with pytest.raises(DatabaseError):
        list(collect(post.store, inbox, post.now))
    assert lying(inbox) == ["a"]


@pytest.mark.parametrize("step", ["_write", "os.rename", "mark_sent", "mark_sent, and read"])
def test_killed_at_any_moment_a_letter_is_delivered_once(post, out, monkeypatch, step):
    queued = len(waiting_letters(post.store))
    places = {"_write": (maildir, "_write"), "os.rename": (maildir.os, "rename")}

    def killed(*_):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(*places.get(step, (queries, "mark_sent")), killed)
        with pytest.raises(Killed):
            list(send_all(post.store, out, post.now))
    assert len(lying(out)) == ("mark_sent" in step)  # and no half letter
    if "read" in step:
        for path in (out / "new").iterdir():
            path.rename(out / "cur" / f"{path.name}:2,S")
    assert len(list(send_all(post.store, out, post.now))) == len(lying(out)) == queued
    for left in (out / "tmp").iterdir():
        os.utime(left, (0, 0))
    open_outbox(str(out))  # a pass of another day clears up
    assert list((out / "tmp").iterdir()) == []


def test_a_disk_that_is_full_is_said_and_leaves_no_half_letter(post, out, monkeypatch):
    waiting = len(waiting_letters(post.store))

    def full(file):
        partial = [each.stat().st_ino for each in (out / "tmp").iterdir()]
        if os.fstat(file).st_ino in partial:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(maildir.os, "fsync", full)
        with pytest.raises(OSError, match=f"No space left on device: '{out}'"):
            list(send_all(post.store, out, post.now))
    assert lying(out) == list((out / "tmp").iterdir()) == []
    assert len(list(send_all(post.store, out, post.now))) == waiting


def test_the_writer_of_a_letter_at_which_the_program_fails_is_told_so(post, inbox, monkeypatch):
    """Once, if a person wrote it; the letters after it are taken."""
    post.take("hide 2\nready")
    monkeypatch.setattr(odds, "battle_odds", lambda *_, **more: 1 / 0)
    failing = post.raw("odds hide 3")
    put(inbox, failing, "a", at=1)
    put(inbox, post.raw("odds hide 4", fields=["Auto-Submitted: auto-generated"]), "b", at=2)
    put(inbox, post.raw("hide 5"), "c", at=3)
    assert outcomes(post.store, inbox, post.now) == ["set aside", "set aside", "taken"]
    told = [each for each in post.store.rows(Letter) if each.kind == "refusal"]
    assert [(each.recipients, each.in_reply_to != "") for each in told] == [
        (("oda@example.org",), True)
    ]
    assert told[0].content.subject == "[sekigahara] Your letter was not taken"
    assert "ZeroDivisionError" not in told[0].content.text
    assert "You were marked as ready and are not any more" in told[0].content.text
    assert post.notes() == ["mail-trouble"] * 2
    put(inbox, failing, "a", at=1)
    assert outcomes(post.store, inbox, post.now) == ["set aside"]
    assert [each for each in post.store.rows(Letter) if each.kind == "refusal"] == told


def test_a_list_is_not_told_of_a_letter_at_which_the_program_fails(post, inbox, monkeypatch):
    """But the player is, whose letter it has passed on and whose address it has replaced."""
    monkeypatch.setattr(odds, "battle_odds", lambda *_, **more: 1 / 0)
    passed_on = ["List-Id: <games.example.org>", "X-Original-From: oda@example.org"]
    raw = post.raw("odds hide 3", fields=passed_on, sender="games@lists.example.org")
    put(inbox, raw, "a", at=1)
    assert outcomes(post.store, inbox, post.now) == ["set aside"]
    told = [each.recipients for each in post.store.rows(Letter) if each.kind == "refusal"]
    assert told == [("oda@example.org",)]


def test_what_was_set_aside_is_taken_again_as_of_when_it_came(post, inbox, monkeypatch):
    """The writer has his receipt; what is no letter stays where it is."""
    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "choose", lambda *_: 1 / 0)
        put(inbox, post.raw("hide 3"), "a", at=1)
        (inbox / "new" / "folder").mkdir()
        assert sorted(outcomes(post.store, inbox, post.now)) == ["set aside"] * 2
    box = open_mailbox(str(inbox))
    assert box.put_back() == 1
    assert lying(inbox / ".SetAside") == ["folder:2,S"]
    assert outcomes(post.store, inbox, post.now) == ["taken"]
    (taken,) = (each for each in post.store.rows(Disposition) if each.outcome == "taken")
    assert taken.arrived == min(each.arrived for each in post.store.rows(Disposition))
    assert post.stands() == "hide 3"
    assert box.put_back() == 0


def test_a_letter_whose_writer_cannot_be_told_is_set_aside_all_the_same(post, inbox, monkeypatch):
    monkeypatch.setattr(pipeline, "who_wrote", lambda *_, **more: 1 / 0)
    put(inbox, post.raw("hide 3"), "a", at=1)
    assert outcomes(post.store, inbox, post.now) == ["set aside"]
    note = post.store.rows(Note)[-1]
    assert note.text.count("ZeroDivisionError") == 2
    assert "its writer could not be told" in note.text
