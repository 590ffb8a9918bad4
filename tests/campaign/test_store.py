import errno
import hashlib
import os
import sqlite3
import threading
from datetime import datetime
from pathlib import Path
from types import UnionType
from typing import Annotated, Literal, get_args, get_origin

import msgspec
import pytest
from playing import START

from adjudicator.store import queries
from adjudicator.store.database import make_store, open_store
from adjudicator.store.databases import sqlite
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import (
    Note,
    StoredFile,
)
from adjudicator.store.migrations import DONE
from adjudicator.store.place import Server
from adjudicator.store.tables import TABLES

pytestmark = pytest.mark.both_databases


def note(code, campaign_id=None):
    return Note(0, campaign_id, START, code, "")


def add_and_fail(store, code):
    with store.atomic():
        store.add(note(code))
        _ = 1 / 0


def test_an_inner_block_can_fail_alone(store):
    with store.atomic():
        store.add(note("outer"))
        with pytest.raises(ZeroDivisionError):
            add_and_fail(store, "inner")
    assert [each.code for each in store.rows(Note)] == ["outer"]


def test_a_snapshot_sees_one_state_and_writes_nothing(store):
    with open_store(store.place) as other, store.snapshot():
        assert store.rows(Note) == []
        other.add(note("meanwhile"))
        assert store.rows(Note) == []
        with pytest.raises(RuntimeError, match="reading alone"), store.atomic():
            pass
    assert [each.code for each in store.rows(Note)] == ["meanwhile"]


def test_a_snapshot_within_a_transaction_sees_what_that_has_written(store):
    with store.atomic():
        store.add(note("before"))
        with store.snapshot():
            assert [each.code for each in store.rows(Note)] == ["before"]
            with pytest.raises(RuntimeError, match="reading alone"), store.atomic():
                pass
        store.add(note("after"))
    assert [each.code for each in store.rows(Note)] == ["before", "after"]


@pytest.mark.sqlite_alone
def test_the_connection_is_as_durable_as_promised(store):
    def pragma(name):
        return store.conn.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 1  # NORMAL: whole after any failure, and "flush" waits
    assert pragma("foreign_keys") == 1
    assert pragma("busy_timeout") == 30_000
    assert pragma("page_size") == 1024
    with pytest.raises(DatabaseError):
        store.add(note("a", campaign_id=99))


class Disk:
    """Counts how often it is waited for, and looks who can write meanwhile."""

    def __init__(self, monkeypatch):
        self.waits = 0
        self.meanwhile = lambda: None
        self._fsync = os.fsync
        monkeypatch.setattr(os, "fsync", self.fsync)

    def fsync(self, file):
        self.waits += 1
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        self._fsync(file)

    def waits_in(self, block):
        before = self.waits
        block()
        return self.waits - before


@pytest.fixture
def disk(store, monkeypatch):
    store.flush()  # the name of a new log is waited for once
    return Disk(monkeypatch)


@pytest.mark.sqlite_alone
def test_what_is_committed_is_waited_for_on_the_disk_once(store, disk):
    def enter_two():
        with store.atomic():
            store.add(note("a"))
            with store.atomic():
                store.add(note("b"))

    def look():
        with store.snapshot():
            store.rows(Note)
        with store.atomic():
            store.rows(Note)

    assert disk.waits_in(enter_two) == 1
    assert disk.waits_in(lambda: store.add(note("alone"))) == 1
    assert disk.waits_in(look) == 0


@pytest.mark.sqlite_alone
def test_others_write_while_somebody_waits_for_the_disk(store, disk):
    with open_store(store.place) as other:
        other.conn.execute("PRAGMA busy_timeout = 0")
        other.flush()
        disk.waits = 0
        disk.meanwhile = lambda: other.add(note("meanwhile"))
        store.add(note("first"))
        assert disk.waits == 2
        assert [each.code for each in store.rows(Note)] == ["first", "meanwhile"]


@pytest.mark.sqlite_alone
def test_the_log_that_is_waited_for_is_that_of_the_file_itself(tmp_path, monkeypatch):
    """Whatever name it was opened by, and wherever the process goes after that."""
    waited = []
    monkeypatch.setattr(os, "fsync", lambda file: waited.append(os.fstat(file).st_ino))
    (tmp_path / "there").mkdir()
    real = tmp_path / "there" / "real.db"
    open_store(real, create=True).close()
    (tmp_path / "link.db").symlink_to(real)
    monkeypatch.chdir(tmp_path)
    with open_store(Path("link.db")) as store:
        monkeypatch.chdir("/")
        waited.clear()
        store.add(note("a"))
        store.add(note("b"))
        log = real.with_name("real.db-wal")
        assert waited == [each.stat().st_ino for each in (log, real.parent, log)]


@pytest.mark.sqlite_alone
@pytest.mark.parametrize(("call", "number"), [("fsync", errno.EIO), ("open", errno.EMFILE)])
def test_a_disk_that_fails_is_a_trouble_of_the_database(store, monkeypatch, call, number):
    """Not of the mail server that letters are being handed to."""

    def fail(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(DatabaseError, match=rf"campaign\.db-wal: {os.strerror(number)}"):
        store.add(note("a"))


@pytest.mark.sqlite_alone
def test_a_log_that_could_not_be_waited_for_is_not_trusted_afterwards(store, monkeypatch):
    """Linux forgets what it could not write, and says of a later wait that all is well."""

    def fail(_):
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(DatabaseError):
            store.add(note("a"))
    log = store.place.with_name(f"{store.place.name}-wal")
    with open_store(store.place) as other, other.snapshot():
        other.rows(Note)
        store.conn.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(DatabaseError, match="others read it"):
            store.flush()
    assert log.stat().st_size > 0
    store.flush()
    assert log.stat().st_size == 0
    alone = store.place.with_name("alone.db")
    alone.write_bytes(store.place.read_bytes())
    with open_store(alone) as copy:
        assert codes(copy) == ["a"]


def durability(store, disk):
    if isinstance(store.place, Server):
        return {"off": "behind", "on": "waits"}[store.select("SHOW synchronous_commit")[0][0]]
    return "waits" if disk.waits_in(lambda: store.add(note("probe"))) else "behind"


def codes(store):
    return [each.code for each in store.rows(Note) if each.code != "probe"]


def test_what_is_written_behind_is_there_for_all_and_only_the_disk_is_not_waited_for(store, disk):
    with store.write_behind():
        assert durability(store, disk) == "behind"
        with store.atomic():
            store.add(note("a"))
    assert durability(store, disk) == "waits"
    with open_store(store.place) as other:
        assert codes(other) == ["a"]
    with pytest.raises(ZeroDivisionError), store.write_behind():
        add_and_fail(store, "b")
    raises = pytest.raises(RuntimeError, match="before it begins")
    with store.atomic(), raises, store.write_behind():
        pass
    assert durability(store, disk) == "waits"
    assert codes(store) == ["a"]


@pytest.mark.sqlite_alone
def test_to_flush_waits_for_the_log_that_all_write_to(store, disk):
    with open_store(store.place) as other:
        with other.write_behind():
            other.add(note("a"))
        assert disk.waits_in(store.flush) == 1
    store.conn.execute("PRAGMA journal_mode = DELETE")  # all is in the file then
    assert disk.waits_in(store.flush) == 0


BLANKS = {int: 1, str: "Oda", bytes: b"x", bool: True, datetime: START, tuple: (), dict: {}}


def an_example(record):
    """Return a record of the first campaign with a blank in each field that has no default."""
    fields = {}
    for field in msgspec.structs.fields(record):
        kind = field.type
        while get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        if get_origin(kind) is Literal:
            fields[field.name] = get_args(kind)[0]
        elif field.required:
            kinds = get_args(kind) if get_origin(kind) is UnionType else (kind,)
            fields[field.name] = BLANKS[get_origin(kinds[0]) or kinds[0]]
    return record(**fields)


def test_history_can_be_neither_changed_nor_deleted(play):
    game = play(deadline="every 2 days at 20:00")
    game.send("Oda", "hide 1\nword heron")
    game.adjudicate()
    for each in TABLES:
        if not (each.of_files or game.store.has(each.record)):
            game.store.add(an_example(each.record))
    kept = [each for each in TABLES if each.kept]
    assert {"adjudication", "letter", "submission", "file"} <= {each.name for each in kept}
    for table in kept:
        before = game.store.rows(table.record)
        assert before, table.name
        for column in table.columns:
            if column.name not in table.changeable:
                with pytest.raises(DatabaseError, match="never changed"):
                    game.store.write(f"UPDATE {table.name} SET {column.name} = {column.name}")
        with pytest.raises(DatabaseError, match="never deleted"):
            game.store.write(f"DELETE FROM {table.name}")
        with pytest.raises(DatabaseError, match="never deleted"):
            game.store.erase(before[0])
        assert game.store.rows(table.record) == before, table.name


def test_what_is_kept_compressed_comes_back_as_it_was_or_is_said_to_be_damaged(store):
    for data in (b"", b"a" * 100_000, bytes(range(256))):
        store.add(StoredFile(hashlib.sha256(data).digest(), data))
        assert store.find(StoredFile, digest=hashlib.sha256(data).digest()).data == data
    held = dict(store.select("SELECT digest, length(data) FROM file"))
    assert held[hashlib.sha256(b"a" * 100_000).digest()] < 1000
    with store.without_guards():
        store.write("UPDATE file SET data = substr(data, 1, 8)")
    with pytest.raises(StoreError, match=r"is damaged.*file, what was compressed is damaged"):
        store.rows(StoredFile)


@pytest.mark.sqlite_alone
def test_the_schema_is_as_the_tables_state_it_and_what_is_asked_often_has_an_index(store):
    listed = store.select("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    made = {name for name, strict in listed if strict}
    assert made == {table.name for table in (*TABLES, DONE)}
    for table in TABLES:
        columns = store.select(f"PRAGMA table_info({table.name})")
        assert [(name, bool(needed)) for _, name, _, needed, *_ in columns] == [
            (c.name, not c.optional) for c in table.columns
        ]
        keys = sorted((place, name) for _, name, *_, place in columns if place)
        assert tuple(name for _, name in keys) == table.key
        indexes = store.select(f"PRAGMA index_list({table.name})")
        made = [bool(is_unique) for _, _, is_unique, origin, _ in indexes if origin == "c"]
        assert made.count(True) == len(table.unique)
        assert made.count(False) == len(table.indexes)
    for question, name in (
        ("SELECT * FROM due WHERE at <= '2026'", "due"),
        ("SELECT max(serial) FROM adjudication WHERE campaign_id = 1", "adjudication"),
        ("SELECT * FROM letter WHERE sent IS NULL AND recipients <> '[]' ORDER BY id", "letter"),
        ("SELECT 1 FROM letter WHERE message_id = '<a@b>'", "letter"),
        ("SELECT * FROM deadline WHERE campaign_id = 1 AND resolution = 3", "deadline"),
    ):
        (plan,) = store.select(f"EXPLAIN QUERY PLAN {question}")
        assert f"{name} USING" in plan[-1]
        assert "INDEX" in plan[-1]


def test_what_is_no_campaign_database_is_left_alone(tmp_path):
    noise = tmp_path / "noise.db"
    noise.write_bytes(b"not a database" * 100)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as conn:
        conn.execute("CREATE TABLE mine (a)")
    conn.close()
    for path in (noise, other):
        before = path.read_bytes()
        with pytest.raises(StoreError, match="not a campaign database"):
            open_store(path)
        assert path.read_bytes() == before
    with pytest.raises(StoreError, match="no such database"):
        open_store(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


@pytest.mark.sqlite_alone
def test_a_backup_holds_everything_and_overwrites_nothing(play, tmp_path):
    game = play()
    game.send("Oda", "hide 1")
    target = tmp_path / "backup.db"
    game.store.back_up(target)
    with open_store(target) as copy:
        campaign = queries.find_campaign(copy, game.name)
        assert queries.submissions(copy, queries.head(copy, campaign))["Oda"].text == "hide 1\n"
    with pytest.raises(StoreError, match="never overwrites"):
        game.store.back_up(target)


@pytest.mark.sqlite_alone
def test_a_backup_that_cannot_be_read_back_is_none(store, tmp_path, monkeypatch):
    def damage(partial):
        raise DatabaseError("a page is damaged")

    monkeypatch.setattr(sqlite, "_check_whole", damage)
    with pytest.raises(StoreError, match="a page is damaged"):
        store.back_up(tmp_path / "backup.db")
    assert not [each for each in tmp_path.iterdir() if "backup" in each.name]


@pytest.mark.sqlite_alone
def test_of_two_backups_at_once_to_one_file_the_first_stays(store, tmp_path, monkeypatch):
    target = tmp_path / "backup.db"
    check = sqlite._check_whole

    def write_another(partial):
        monkeypatch.setattr(sqlite, "_check_whole", check)
        store.back_up(target)
        check(partial)

    monkeypatch.setattr(sqlite, "_check_whole", write_another)
    with pytest.raises(StoreError, match="never overwrites"):
        store.back_up(target)
    check(target)
    assert [each.name for each in tmp_path.iterdir() if "backup" in each.name] == [target.name]


@pytest.mark.sqlite_alone
def test_the_first_to_open_a_new_database_waits_for_who_writes_to_it(tmp_path):
    place = tmp_path / "campaign.db"
    with make_store(place):
        pass
    writer = sqlite3.connect(place, isolation_level=None, check_same_thread=False)
    writer.execute("BEGIN IMMEDIATE")
    ends = threading.Timer(0.3, writer.close)
    ends.start()
    with open_store(place) as store:
        assert store.select("PRAGMA journal_mode") == [("wal",)]
    ends.join()


@pytest.mark.sqlite_alone
@pytest.mark.parametrize("opening", [open_store, make_store])
def test_an_empty_file_is_no_database_and_becomes_none(tmp_path, opening):
    place = tmp_path / "campaign.db"
    place.touch()
    with pytest.raises(StoreError, match="is empty"), opening(place):
        pass
    assert place.stat().st_size == 0
