import os
import sqlite3
from contextlib import closing

import pytest

from adjudicator.campaign.kernel.tokens import token
from adjudicator.cli.service import databases as restore
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.databases.sqlite import SQLite
from adjudicator.store.errors import DatabaseError
from adjudicator.store.records import Seat

BEGIN = ("new", "toy", "--name", "sekigahara", "--seat", "Oda=a@example.org",
         "--seat", "Takeda=b@example.org", "--begin", "--address", "j@example.net",
         "--gm", "gm@example.org")  # fmt: skip


@pytest.fixture
def game(shell):
    shell.make_maildir()
    shell(*BEGIN)
    shell("tick", "--in", "in", "--out", "out")
    shell("backup", "yesterday.db")
    return shell


def send(shell, seat, body):
    """Let a letter arrive with the token of its seat, and be taken."""
    with open_store(shell.folder / "campaign.db") as store:
        campaign = queries.find_campaign(store, "sekigahara")
        proof = token(store.find(Seat, campaign_id=campaign.id, name=seat))
    shell.wait(hours=1)
    text = f"From: x@example.org\nTo: j+{proof}@example.net\nMessage-ID: <{seat}@x>\n\n{body}\n"
    path = shell.write(f"in/new/{seat}", text)
    os.utime(path, (shell.now.timestamp(),) * 2)
    shell("tick", "--in", "in", "--out", "out")


def test_a_backup_is_put_in_the_place_of_the_database_and_brought_up_to_date(game):
    for seat in ("Oda", "Takeda"):
        send(game, seat, "hide 1\nready")
    backup = (game.folder / "yesterday.db").read_bytes()
    assert "1 strike" in game("status")
    sent = len(os.listdir(game.folder / "out" / "new"))
    game.wait(hours=1)
    said = game("restore", "yesterday.db", "--in", "in", "--yes")
    assert "read again: 2 letters" in said
    assert "carried out again: sekigahara 1 plan" in said
    assert "different" not in said
    assert "1 strike" in game("status")
    assert "all is right" in game("verify", "sekigahara")
    assert (game.folder / "yesterday.db").read_bytes() == backup
    assert [each for each in os.listdir(game.folder) if "replaced" in each]
    game("tick", "--in", "in", "--out", "out")
    assert len(os.listdir(game.folder / "out" / "new")) == sent + 1  # the game master is told
    assert "held after a restore" in game("mail", "queue")
    game("mail", "retry", "--all")
    assert "sent" in game("tick", "--in", "in", "--out", "out")
    assert "held" not in game("mail", "queue")


def test_a_database_that_cannot_be_read_is_kept_aside_and_one_that_is_gone_made_again(game):
    send(game, "Oda", "hide 1\nready")
    for ending in ("-wal", "-shm"):
        (game.folder / f"campaign.db{ending}").unlink(missing_ok=True)
    (game.folder / "campaign.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 9000)
    said = game("restore", "yesterday.db", "--in", "in", "--yes")
    assert "is lost" in said
    assert "read again: 1 letter" in said
    (kept,) = (each for each in os.listdir(game.folder) if "replaced" in each)
    assert (game.folder / kept).stat().st_size > 9000
    (game.folder / kept).unlink()
    for path in game.folder.glob("campaign.db*"):
        path.unlink()
    game("restore", "yesterday.db", "--in", "in", "--yes")
    assert "1 plan" in game("status")
    assert not [each for each in os.listdir(game.folder) if "replaced" in each]


def test_what_fell_due_after_the_last_pass_is_not_carried_out_unasked(game):
    game("deadline", "sekigahara", "2026-11-22 20:00")
    game("tick", "--in", "in", "--out", "out")
    game("backup", "later.db")
    game.wait(days=3)
    assert "carried out again" not in game("restore", "later.db", "--in", "in", "--yes")
    assert "1 plan" in game("status")


def test_what_cannot_be_restored_is_refused_and_nothing_changes(game, monkeypatch):
    def locked(place):
        raise DatabaseError("database is locked", "Is another program writing to it?")

    def read_only(base, sql, *values):
        if "journal_mode" in sql:
            base.conn.execute("PRAGMA query_only = ON")
            base.write("DELETE FROM letter")
        return select(base, sql, *values)

    before, words = game("status"), ("restore", "yesterday.db", "--in", "in", "--yes")
    with open_store(game.folder / "campaign.db"):
        assert "Stop “adjudicator serve”" in game(*words, code=2)
    with monkeypatch.context() as busy:
        busy.setattr(restore, "open_store", locked)
        said = game(*words, code=2)
        assert "campaign.db cannot be opened: database is locked. Is another program" in said
    select = SQLite.select
    with monkeypatch.context() as shut:
        shut.setattr(SQLite, "select", read_only)
        said = game(*words, code=2)
        assert "it cannot be written to, and nothing was changed. Whose are it" in said
        assert "Another program" not in said
        assert "A copy of these files in a folder of your own can be read." in said
    game.write("other.db", b"\0" * 5000)
    assert "no such file" in game("restore", "none.db", "--in", "in", "--yes", code=2)
    game("restore", "other.db", "--in", "in", "--yes", code=2)
    assert "itself" in game("restore", "campaign.db", "--in", "in", "--yes", code=2)
    assert "Nothing was done" in game("restore", "yesterday.db", "--in", "in", code=2)
    assert game("status") == before
    left = [each for each in os.listdir(game.folder) if "replaced" in each or "restoring" in each]
    assert not left  # a copy would hold secrets


def test_nobody_works_on_a_database_while_it_is_replaced(game, monkeypatch):
    replay = restore.replay

    def look_in(*words):
        with (
            closing(sqlite3.connect("campaign.db", timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("SELECT name FROM campaign")
        return replay(*words)

    monkeypatch.setattr(restore, "replay", look_in)
    assert "brought up to date" in game("restore", "yesterday.db", "--in", "in", "--yes")


def test_a_full_disk_leaves_no_copy_in_the_way(game, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    def half(source, target):
        target.write(source.read(5000))
        full()

    def fail(*_):
        raise DatabaseError("database or disk is full")

    before = game("status")
    words = ("restore", "yesterday.db", "--in", "in", "--yes")
    with monkeypatch.context() as small:
        small.setattr("shutil.copyfileobj", half)
        said = game(*words, code=2)
        assert "yesterday.db cannot be copied to .campaign.db.restoring: No space left" in said
    for broken in ("replay", "tell_masters"):
        with monkeypatch.context() as small:
            small.setattr(restore, broken, fail)
            assert "disk is full" in game(*words, code=2)
    replace = os.replace
    with monkeypatch.context() as small:
        small.setattr(
            "os.replace", lambda a, b: full() if ".restoring" in str(a) else replace(a, b)
        )
        assert "No space" in game(*words, code=2)
    assert not list(game.folder.glob(".campaign.db*"))
    assert not list(game.folder.glob("*replaced*"))
    assert game("status") == before
