"""A database of an earlier release is brought to the present, once, and whole whatever happens."""

import contextlib
import multiprocessing
import os
import re
import signal
import sqlite3
import threading
from typing import Any

import msgspec
import pytest

from adjudicator.store import queries
from adjudicator.store.columns import Packed, Reference, StoredTable, column
from adjudicator.store.database import open_store
from adjudicator.store.databases.sqlite import SQLite
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import StoredFile
from adjudicator.store.migrations import (
    DONE,
    FIRST,
    SCHEMA,
    RecordsUpgrade,
    Schema,
    add_for_whom_deadlines_were_set,
    keep_secrets_of_running_games,
)
from adjudicator.store.place import Server
from adjudicator.store.records import Seat
from adjudicator.store.tables import TABLES

both = pytest.mark.both_databases


class NewBet(msgspec.Struct, frozen=True):
    """A record of the release after this one."""

    id: int
    campaign_id: int
    stake: bytes
    until: int | None


BETS = StoredTable(
    NewBet,
    references=(Reference(("campaign_id",), "campaign", ("id",)),),
    indexes=("campaign_id, until",),
)


def add_notes_of_seats(upgrade):
    upgrade.add_column("seat", column("new_note", str), "none's")
    upgrade.add_column("seat", column("new_mark", bytes), b"\0\xff")
    upgrade.add_column("seat", column("new_trust", int | None), None)


def add_bets(upgrade):
    upgrade.add_table(BETS)


TOY = "toy"


def rewrite_options(upgrade):
    options = column("options", dict[str, Any])
    upgrade.rewrite("campaign", ("id",), options, lambda given: {"more": 1, **given})
    note, name = column("new_note", str), column("name", str)
    upgrade.rewrite("seat", ("campaign_id", "name"), note, lambda said: f"of {said}", source=name)
    upgrade.add_option(TOY, "most", 2)
    upgrade.add_option("shogun", "least", 3)
    events = column("events", Packed[bytes])
    key = ("campaign_id", "serial")
    upgrade.rewrite("adjudication", key, events, lambda told: told.replace(b"Oda", b"Ota"))


def drop_reminders(upgrade):
    upgrade.drop_column("seat", "remind")


NEXT_SEAT = msgspec.defstruct(
    "Seat",
    [
        *((f.name, f.type) for f in msgspec.structs.fields(Seat) if f.name != "remind"),
        *(("new_note", str), ("new_mark", bytes), ("new_trust", int | None)),
    ],
)
STEPS = (add_notes_of_seats, add_bets, rewrite_options, drop_reminders)


def next_tables():
    for table in TABLES:
        if table.record is not Seat:
            yield table
            continue
        changeable = tuple("new_note" if name == "remind" else name for name in table.changeable)
        indexes = (*table.indexes, "new_note")
        yield msgspec.structs.replace(
            table, record=NEXT_SEAT, changeable=changeable, indexes=indexes
        )
    yield BETS


def later(*steps):
    """Return the schema of a release that comes after this one."""
    return Schema(tuple(next_tables()), (*SCHEMA.migrations, *steps))


def open_as(place, schema, *, create=False):
    """Open a database with the program of another release."""
    if isinstance(place, Server):
        from adjudicator.store.databases.postgresql import PostgreSQL

        return PostgreSQL(place, schema, create=create)
    return SQLite(place, schema)


def structure(store):
    """Return all that a database says of its tables, whichever way they came to be."""
    if isinstance(store.place, Server):
        return structure_of_server(store)
    found = {}
    for (name,) in store.select("SELECT name FROM sqlite_master WHERE type = 'table'"):
        columns = {row[1:4] + row[5:] for row in store.select(f"PRAGMA table_info({name})")}
        links: dict[int, list] = {}
        for number, _, other, own, theirs, *_ in store.select(f"PRAGMA foreign_key_list({name})"):
            links.setdefault(number, []).append((other, own, theirs))
        unique = set()
        for _, index, is_unique, *_ in store.select(f"PRAGMA index_list({name})"):
            if is_unique:
                parts = store.select(f"PRAGMA index_info('{index}')")
                unique.add(tuple(part[2] for part in parts))
        found[name] = (columns, sorted(map(sorted, links.values())), unique)
    sql = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' OR sql LIKE 'CREATE INDEX%'"
    return found, dict(store.select(sql))


def structure_of_server(store):
    here = "= current_schema()"
    return [
        sorted(store.select(sql))
        for sql in (
            "SELECT table_name::text, column_name::text, data_type::text, is_nullable::text,"
            " collation_name::text, is_identity::text"
            f" FROM information_schema.columns WHERE table_schema {here}",
            f"SELECT indexdef FROM pg_indexes WHERE schemaname {here}",
            "SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid"
            f" WHERE NOT tgisinternal AND relnamespace::regnamespace::text {here}",
            "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
            f" WHERE connamespace::regnamespace::text {here}",
        )
    ]


@pytest.fixture
def old(store, play, prepare):
    """A database of this release, closed, with a game in it; where it is."""

    def make():
        game = play()
        game.send("Oda", "hide 1")
        game.adjudicate()
        return game

    prepare(store, "old", make)
    store.close()
    return store.place


@pytest.fixture
def empty(tmp_path, database_kind, request):
    """Where there is room for a database, without tables."""
    if database_kind == "sqlite":
        yield tmp_path / "new.db"
        return
    server = request.getfixturevalue("postgresql")
    made = server.new()
    yield Server(made)
    server.drop(made)


def copies(place):
    return sorted(each.name for each in place.parent.iterdir() if ".schema-" in each.name)


def assert_as_before(place):
    with open_store(place) as store:
        assert store.schema_number() == SCHEMA.number
        assert store.faults() == []
        (campaign,) = queries.campaigns(store)
        assert queries.head(store, campaign).number == 1
        assert {each.remind for each in queries.seats(store, campaign)} == {""}


@both
def test_each_step_is_carried_out_and_what_came_of_it_is_as_a_new_database(old, empty):
    with open_store(old) as older, open_as(old, later(*STEPS)) as store:
        assert not older.is_in_place()  # an older program that has it open learns of it
        assert store.schema_number() == SCHEMA.number + len(STEPS)
        rows = store.select("SELECT new_note, new_mark, new_trust FROM seat")
        assert [(note, bytes(mark), trust) for note, mark, trust in rows] == [
            (f"of {seat}", b"\0\xff", None) for seat in ("Oda", "Takeda", "Mori")
        ]
        ((held,),) = store.select("SELECT options FROM campaign")
        options = msgspec.json.decode(held)
        assert (options["more"], options["most"], "least" in options) == (1, 2, False)
        told = column("events", Packed[bytes])
        ((events,),) = store.select("SELECT events FROM adjudication WHERE number = 1")
        assert b"Ota" in told.read(events)
        assert b"Oda" not in told.read(events)
        store.write("INSERT INTO newbet (campaign_id, stake) VALUES (1, ?)", b"x")
        store.write("UPDATE seat SET new_note = 'a'")
        for sql in (
            "UPDATE seat SET new_mark = new_mark",
            "DELETE FROM newbet",
            "UPDATE newbet SET until = 1",
        ):
            with pytest.raises(DatabaseError, match="never"):
                store.write(sql)
        with pytest.raises(DatabaseError, match=r"(?i)foreign key"):
            store.write("INSERT INTO newbet (campaign_id, stake) VALUES (99, ?)", b"x")
        with open_as(empty, later(*STEPS), create=True) as new:
            assert structure(new) == structure(store)


@both
def test_each_line_of_work_adds_its_own_and_their_databases_meet_again(old, empty):
    """The migrations of one line were carried out; those of the other are, wherever they stand."""
    one = Schema((*TABLES, BETS), (*SCHEMA.migrations, add_bets))
    both_lines = later(add_notes_of_seats, rewrite_options, drop_reminders, add_bets)
    other = Schema(TABLES, (*SCHEMA.migrations, note_nothing))
    open_as(old, one).close()
    with pytest.raises(StoreError, match=r"has schema \d+ \(add_bets\); this release knows"):
        open_as(old, other)
    with open_as(old, both_lines) as store:
        assert set(store.past_migrations()) == set(both_lines.names)
        with open_as(empty, both_lines, create=True) as new:
            assert structure(new) == structure(store)
            assert sorted(new.past_migrations()) == sorted(store.past_migrations())
    with pytest.raises(StoreError, match=r"Update adjudicator"):
        open_as(old, one)


def note_nothing(upgrade):
    pass


@both
def test_a_database_of_a_release_that_counted_them_has_been_through_the_first(old):
    with open_store(old) as store:
        store.write(f"DROP TABLE {DONE.name}")
        assert store.past_migrations() == SCHEMA.names
    with open_as(old, later(*STEPS)) as store:
        assert set(store.past_migrations()) == {*SCHEMA.names, *(each.__name__ for each in STEPS)}


def test_no_two_migrations_have_one_name_and_the_first_keep_theirs():
    assert len(set(SCHEMA.names)) == len(SCHEMA.names)
    counted = ("add_delivery_modes", "drop_pictures", "drop_leases", "add_what_letters_ask")
    assert SCHEMA.names[:4] == counted


@pytest.mark.sqlite_alone
def test_what_it_was_is_kept_beside_it(old):
    before = old.read_bytes()
    open_as(old, later(*STEPS)).close()
    assert copies(old) == [f"campaign.db.schema-{SCHEMA.number}"]
    for _ in range(2):  # a backup of it was put in its place, and the same again
        for log in ("-wal", "-shm"):
            old.with_name(f"{old.name}{log}").unlink(missing_ok=True)
        old.write_bytes(before)
        open_as(old, later(*STEPS)).close()
        assert len(copies(old)) == 1
    old.write_bytes(before)
    with open_store(old) as store:
        store.add(StoredFile(b"x" * 32, b"more"))
    open_as(old, later(*STEPS)).close()
    kept = copies(old)
    assert kept == [f"campaign.db.schema-{SCHEMA.number}{each}" for each in ("", "-2")]
    assert_as_before(old.with_name(kept[0]))
    with open_store(old.with_name(kept[1])) as store:
        assert store.has(StoredFile)


@both
def test_of_two_that_open_it_at_once_one_does_it(old):
    done, ready = [], threading.Barrier(2)

    def count(upgrade):
        done.append(1)

    def run():
        ready.wait()
        with open_as(old, later(*STEPS, count)) as store:
            numbers.append(store.schema_number())

    numbers: list[int] = []
    threads = [threading.Thread(target=run) for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    assert done == [1]
    assert numbers == [SCHEMA.number + 5] * 2


def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
@pytest.mark.parametrize("done", ["copy", *range(len(STEPS) + 1)])
@both
def test_who_is_killed_halfway_leaves_it_as_it_was(old, done, monkeypatch):
    """While it is copied, or after so many steps."""
    with monkeypatch.context() as patch:
        if done == "copy":
            patch.setattr(os, "fsync", kill)
            done = 0
        process = multiprocessing.get_context("fork").Process(
            target=open_as, args=(old, later(*STEPS[:done], kill))
        )
        process.start()
        process.join(60)
    assert process.exitcode == -signal.SIGKILL
    assert_as_before(old)
    open_as(old, later(*STEPS)).close()
    with open_as(old, later(*STEPS)) as store:
        assert store.schema_number() == SCHEMA.number + len(STEPS)


@both
def test_a_step_that_fails_or_leaves_what_refers_to_nothing_changes_nothing(old):
    def fail(upgrade):
        raise ValueError("the third of four is strange.")

    def lose_seats(upgrade):
        upgrade.write("DELETE FROM seat")

    said = f"from schema {SCHEMA.number} to {SCHEMA.number + 3}: the third of four is strange. No"
    with pytest.raises(StoreError, match=re.escape(said)):
        open_as(old, later(add_bets, fail, add_notes_of_seats))
    with pytest.raises(StoreError, match=r"refers to no|foreign key"):
        open_as(old, later(*STEPS, lose_seats))
    assert_as_before(old)


@pytest.mark.sqlite_alone
def test_a_full_disk_is_said_and_nothing_is_changed(old, monkeypatch):
    def make_large(upgrade):
        player = column("player", str)
        upgrade.rewrite("seat", ("campaign_id", "name"), player, lambda name: name * 99_999)

    with pytest.raises(StoreError, match=r"is full. Nothing in it was changed"):
        open_as(old, later(limit, make_large))
    assert_as_before(old)
    for each in copies(old):
        old.with_name(each).unlink()

    def fail(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(StoreError, match=r"No space left on device. Nothing in it was"):
            open_as(old, later(*STEPS))
    assert copies(old) == []
    assert_as_before(old)


def limit(upgrade):
    ((pages,),) = upgrade.select("PRAGMA page_count")
    upgrade.write(f"PRAGMA max_page_count = {pages}")


@pytest.mark.sqlite_alone
@pytest.mark.parametrize("part", [0.02, 0.9])
def test_a_file_that_was_cut_short_is_not_touched(old, part):
    with contextlib.closing(sqlite3.connect(old)) as conn:
        conn.execute("PRAGMA journal_mode = DELETE")
    data = old.read_bytes()
    data = data[: int(len(data) * part)]
    old.write_bytes(data)
    with pytest.raises(StoreError):
        open_as(old, later(*STEPS))
    assert old.read_bytes()[100:] == data[100:]
    assert copies(old) == []


@pytest.mark.sqlite_alone
def test_a_database_of_a_number_that_is_not_known_is_refused(old):
    for number in (FIRST - 1, 0, -1, SCHEMA.number + 2, 2**31 - 1):
        with contextlib.closing(sqlite3.connect(old)) as conn:
            conn.execute(f"PRAGMA user_version = {number}")
        with pytest.raises(StoreError, match=rf"schema {number}.*{SCHEMA.number + 1}"):
            open_as(old, later(add_bets))
    assert copies(old) == []


def test_the_records_of_an_archive_go_the_same_way(old):
    """What a migration makes of them is what it makes of the rows of a database."""
    with open_store(old) as store:
        rows = {
            table.name: [
                msgspec.json.decode(msgspec.json.encode(each)) for each in store.rows(table.record)
            ]
            for table in TABLES
            if store.has_table(table.name)
        }
    schema = later(*STEPS)
    schema.upgrade(RecordsUpgrade(rows), SCHEMA.names)
    with open_as(old, schema) as store:
        for table in filter(lambda each: store.has_table(each.name), schema.tables):
            shapes = {each.name: each for each in table.columns}
            names = ", ".join(shapes)
            found = store.select(
                f"SELECT {names} FROM {table.name} ORDER BY {', '.join(table.key)}"
            )
            kept = [
                msgspec.json.encode(
                    {n: shapes[n].read(v) for n, v in zip(shapes, each, strict=True)},
                    order="sorted",
                )
                for each in found
            ]
            assert kept == [
                msgspec.json.encode(each, order="sorted") for each in rows.get(table.name, [])
            ]


def test_for_whom_a_deadline_was_set_no_longer_stands_behind_the_reason():
    whys = ("rule", "bank Oda", "hurry Oda, Takeda", "jump back")
    rows = {"deadline": [{"id": number, "why": why} for number, why in enumerate(whys)]}
    add_for_whom_deadlines_were_set(RecordsUpgrade(rows))
    assert [(each["why"], [*each["late"]]) for each in rows["deadline"]] == [
        ("rule", []),
        ("bank", ["Oda"]),
        ("hurry", ["Oda", "Takeda"]),
        ("jump back", []),
    ]


def test_games_that_had_begun_keep_their_secrets_when_they_are_over():
    rows = {"campaign": [{"id": 1, "settings": {"grace": 6}}]}
    keep_secrets_of_running_games(RecordsUpgrade(rows))
    assert rows["campaign"][0]["settings"] == {"grace": 6, "reveal": "never"}
