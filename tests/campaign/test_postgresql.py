"""What is different on PostgreSQL: locks, connections that are lost, texts, schemas of others."""

import threading
import time
from contextlib import suppress
from datetime import timedelta

import pytest
from playing import START
from servers.postgresql import PostgreSQL

from adjudicator.campaign import adjudicate as adjudicating
from adjudicator.campaign import change as changing
from adjudicator.campaign.adjudicate import Adjudicated
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.settings import change_settings
from adjudicator.campaign.tick import carry_out_all_due
from adjudicator.campaign.verify import verify
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError, RaceLostError, StoreError
from adjudicator.store.letter_records import Fate, File, Mark, Note, Secret
from adjudicator.store.place import Server, read_place
from adjudicator.store.tables import SCHEMA, TABLES

pytestmark = pytest.mark.postgresql_alone
RULE = "every 2 days at 12:00"


def note(code):
    return Note(0, None, START, code, "")


def codes(store):
    return [each.code for each in store.rows(Note)]


@pytest.fixture
def other(store):
    with open_store(store.place) as opened:
        yield opened


@pytest.fixture
def impatient(other):
    """A second connection, that does not wait for a lock."""
    other.conn.execute("SET lock_timeout = '1ms'")
    return other


# Locks


def test_who_names_no_campaign_keeps_all_out(store, impatient):
    with store.atomic():
        for mine in (None, 1):
            with pytest.raises(DatabaseError, match="locked"), impatient.atomic(mine):
                pass
        with pytest.raises(DatabaseError, match="locked"):
            impatient.add(note("alone"))  # outside of a transaction, too
    impatient.add(note("later"))
    assert codes(store) == ["later"]


def test_who_names_a_campaign_keeps_those_out_who_write_to_it(store, impatient):
    with store.atomic(1):
        store.add(note("one"))
        with impatient.atomic(2):
            impatient.add(note("two"))
        for mine in (None, 1):
            with pytest.raises(DatabaseError, match="locked"), impatient.atomic(mine):
                pass
    assert sorted(codes(store)) == ["one", "two"]


def test_the_lock_of_one_campaign_is_not_made_that_of_another(store):
    for more in (2, None):
        with store.atomic(1), pytest.raises(RuntimeError, match="does not cover"):
            store.atomic(more).__enter__()
    with store.atomic(1), store.atomic(1):
        store.add(note("inner"))
    with store.atomic(), store.atomic(2):
        store.add(note("outer"))
    assert codes(store) == ["inner", "outer"]


def test_databases_of_two_schemas_do_not_wait_for_each_other(postgresql, new_place):
    place = new_place()
    stores = []
    for schema in ("north", "south"):
        postgresql.ask(f"CREATE SCHEMA {schema}", place.address.rpartition("/")[2])
        space = Server(f"{place.address}?options=-csearch_path%3D{schema}")
        stores.append(open_store(space, create=True))
    north, south = stores
    south.conn.execute("SET lock_timeout = '1ms'")
    with north.atomic():
        north.add(note("n"))
        south.add(note("s"))
    assert (codes(north), codes(south)) == (["n"], ["s"])
    for each in stores:
        each.close()


def test_two_campaigns_are_changed_at_once(play, impatient):
    one, two = play("one"), play("two")
    with one.store.atomic(one.campaign.id):
        change_settings(impatient, two.campaign, two.now, grace=3)
    assert two.campaign.settings.grace == 3


def test_two_changes_that_wait_for_each_other_are_both_carried_out(play, other, monkeypatch):
    """Each enters the same two files, another one first; the server ends one of the two."""
    one, two = play("one"), play("two")
    files = [File(bytes([n]) * 32, b"x") for n in range(2)]
    first = {one.store: 0, other: 1}
    there = threading.Barrier(2)
    real = changing.Change.enter

    def meet(self, due):
        self.store.add(files[first[self.store]], if_absent=True)
        with suppress(threading.BrokenBarrierError):
            there.wait(10)
        there.abort()
        self.store.add(files[1 - first[self.store]], if_absent=True)
        return real(self, due)

    monkeypatch.setattr(changing.Change, "enter", meet)
    tries, faults = [], []

    def change(store, name):
        def work(at):
            tries.append(name)
            at.add(Mark(name, START, "done"))

        try:
            changing.change(store, queries.find_campaign(store, name), START, work)
        except Exception as error:
            faults.append(error)

    both = [threading.Thread(target=change, args=of) for of in ((one.store, "one"), (other, "two"))]
    for each in both:
        each.start()
    for each in both:
        each.join(30)
    assert faults == []
    assert sorted(tries)[::2] == ["one", "two"]  # one of them twice
    assert one.store.count(Mark, outcome="done") == 2
    assert {one.campaign.version, two.campaign.version} == {2}


def test_what_is_there_already_is_a_race_that_was_lost(store):
    store.add(Secret("a", b"b"))
    with pytest.raises(RaceLostError):
        store.add(Secret("a", b"c"))
    assert store.find(Secret, name="a").value == b"b"


def test_a_transaction_in_which_a_statement_failed_is_not_taken_for_a_commit(store):
    def go_on_after_an_error():
        with store.atomic():
            store.add(note("lost"))
            with suppress(DatabaseError):
                store.write("UPDATE nothing SET a = 1")

    with pytest.raises(DatabaseError, match="nothing of it was written"):
        go_on_after_an_error()
    assert codes(store) == []
    store.add(note("after"))
    assert codes(store) == ["after"]


# Connections


def lose(store):
    """Let the server end a connection, as a firewall or a restart does."""
    with open_store(store.place) as other:
        other.select("SELECT pg_terminate_backend(?)", store.conn.info.backend_pid)


def test_a_connection_that_was_lost_is_made_anew(store):
    store.add(note("before"))
    lose(store)
    with pytest.raises(DatabaseError) as lost:
        store.add(note("meanwhile"))
    assert "Does the server run" in lost.value.advice
    store.add(note("after"))
    assert codes(store) == ["before", "after"]
    assert store.select("SHOW lock_timeout") == [("30s",)]


def test_what_a_transaction_lost_with_its_connection_is_not_written_outside_of_it(store):
    def go_on():
        with store.atomic():
            store.add(note("first"))
            lose(store)
            with suppress(DatabaseError):
                store.add(note("second"))
            store.add(note("third"))

    with pytest.raises(DatabaseError):
        go_on()
    assert not store.in_transaction
    assert codes(store) == []


def test_a_snapshot_that_was_lost_ends(store):
    def lose_it():
        with store.snapshot():
            lose(store)
            codes(store)

    with pytest.raises(DatabaseError):
        lose_it()
    store.add(note("after"))
    assert codes(store) == ["after"]


def test_a_server_that_was_away_is_found_again(play, postgresql):
    game = play()
    with postgresql.gone():
        with pytest.raises(DatabaseError):
            game.adjudicate()
        with pytest.raises(DatabaseError, match="no connection"):
            game.head  # noqa: B018
        with pytest.raises(StoreError, match="Does the server run"):
            open_store(game.store.place)
    game.adjudicate()
    assert [each.number for each in queries.resolutions(game.store, game.campaign)] == [0, 1]
    assert not [each for each in verify(game.store, game.campaign) if each.faults]


def test_the_lock_of_a_connection_that_was_killed_is_free(store, other):
    def lose_it():
        with store.atomic():
            lose(store)
            with other.atomic():
                other.add(note("other"))
            store.add(note("mine"))

    with pytest.raises(DatabaseError):
        lose_it()
    assert codes(store) == ["other"]


def test_what_a_server_is_short_of_patience_with_is_done_all_the_same(store):
    """A server that breaks statements off, as many do for what is on the web."""
    name = store.select("SELECT current_database()::text")[0][0]
    for what in ("statement_timeout", "idle_in_transaction_session_timeout"):
        store.conn.execute(f"ALTER DATABASE {name} SET {what} = '50ms'")
    with open_store(store.place) as late:
        with late.atomic():
            late.select("SELECT pg_sleep(0.1)")
            time.sleep(0.1)
            late.add(note("late"))
        assert codes(late) == ["late"]


def test_a_server_whose_machine_is_gone_is_given_up(store):
    """By the client, for nobody else would tell it."""
    given = store.conn.info.get_parameters()
    assert (given["keepalives_idle"], given["tcp_user_timeout"]) == ("20", "40000")
    patient = f"{store.place.address}?tcp_user_timeout=5000&connect_timeout=3"
    with open_store(Server(patient)) as other:
        given = other.conn.info.get_parameters()
        assert (given["tcp_user_timeout"], given["connect_timeout"]) == ("5000", "3")


def test_a_connection_that_is_lost_is_no_fault_of_a_game(play, monkeypatch):
    """No game master is told, and the next pass does it."""
    first, second = play("one", deadline=RULE), play("two", deadline=RULE)
    now = first.now + timedelta(days=4)
    real = adjudicating.solve

    def lose_it(*given):
        monkeypatch.setattr(adjudicating, "solve", real)
        lose(first.store)
        return real(*given)

    monkeypatch.setattr(adjudicating, "solve", lose_it)
    notes = len(first.store.rows(Note))
    done = list(carry_out_all_due(first.store, now))
    assert [type(each) for each in done] == [CampaignError, Adjudicated]
    assert str(done[0]).startswith("one: terminating connection")
    assert done[1].campaign == "two"
    assert len(first.store.rows(Note)) == notes
    assert [each.campaign for each in carry_out_all_due(first.store, now)] == ["one"]
    assert not [each for each in verify(second.store, first.campaign) if each.faults]


def test_a_claim_ends_with_its_connection(store, other):
    with store.claim(3) as mine:
        assert mine
        with other.claim(3) as theirs:
            assert not theirs
        with other.claim(4) as theirs:
            assert theirs
        lose(store)
        with pytest.raises(DatabaseError):
            codes(store)
        with other.claim(3) as theirs:
            assert theirs
    with store.claim(3) as mine:
        assert mine


def test_what_was_written_behind_is_on_the_disk_after_a_flush(store):
    with store.write_behind(), store.atomic():
        store.add(note("a"))
    at = "SELECT pg_current_wal_insert_lsn()::text"
    ((written,),) = store.select(at)
    store.flush()
    ((there,),) = store.select("SELECT pg_current_wal_flush_lsn() >= ?::pg_lsn", written)
    assert there


# Texts


@pytest.mark.parametrize(
    "text", ["a\0b", "\0", "\uffff", "\uffff0\0\uffff1", "\0" * 3, "\U0001f3ef"]
)
def test_every_text_comes_back_as_it_was(store, text):
    store.add(Note(0, None, START, "x", text))
    came = {"letter": text, "arrived": START, "code": text, "why": "", "subject": text}
    store.add(Fate(outcome="taken", **came))
    assert store.rows(Note)[0].text == text
    assert store.rows(Fate, letter=text)[0].subject == text


def test_texts_are_compared_and_ordered_by_their_bytes(store):
    names = ["a", "B", "ä", "Z", "_", "a b", "É", "\uffff", "\U0001f3ef"]
    for each in names:
        store.add(Secret(each, b""))
    assert [each.name for each in store.rows(Secret)] == sorted(names, key=str.encode)
    assert store.select('SELECT lower(?::text COLLATE "C")', "ÉA") == [("Éa",)]


# Schemas


def test_the_tables_are_as_they_are_stated(store):
    sql = (
        "SELECT column_name::text, is_nullable = 'YES' FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position"
    )
    for table in TABLES:
        assert store.select(sql, table.name) == [(c.name, c.optional) for c in table.columns]
    sql = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
    there = {name for (name,) in store.select(sql)}
    assert there == {table.name for table in TABLES} | {"adjudicator_schema"}


@pytest.mark.parametrize("table", [each for each in TABLES if each.kept], ids=lambda t: t.name)
def test_nothing_that_is_kept_is_emptied_in_one_go(store, table):
    with pytest.raises(DatabaseError, match=r"never deleted|not deleted"):
        store.write(f"TRUNCATE {table.name} CASCADE")


def test_the_guards_are_up_again_after_they_were_lifted(store):
    store.add(note("a"))
    with store.without_guards():
        store.write("UPDATE note SET code = 'b'")

    def fail_without_guards():
        with store.without_guards():
            store.write("UPDATE note SET code = 'c'")
            _ = 1 / 0

    with pytest.raises(ZeroDivisionError):
        fail_without_guards()
    with pytest.raises(DatabaseError, match="never changed"):
        store.write("UPDATE note SET code = 'd'")
    assert codes(store) == ["b"]


@pytest.mark.parametrize(("schema", "said"), [(SCHEMA + 1, "Update adjudicator"), (1, "before")])
def test_a_database_of_another_release_is_refused(store, schema, said):
    store.write("UPDATE adjudicator_schema SET number = ?", schema)
    with pytest.raises(StoreError, match=said):
        open_store(store.place)


@pytest.fixture
def empty(postgresql):
    """A database with nothing in it."""
    made = postgresql.new()
    yield Server(made)
    postgresql.drop(made)


def test_an_empty_database_is_filled_only_if_that_is_wanted(empty, postgresql):
    with pytest.raises(StoreError, match="holds no campaigns"):
        open_store(empty)
    name = empty.address.rpartition("/")[2]
    assert postgresql.ask("SELECT * FROM pg_tables WHERE schemaname = 'public'", name) == []
    open_store(empty, create=True).close()
    open_store(empty).close()


def test_tables_of_others_are_left_alone(empty, postgresql):
    name = empty.address.rpartition("/")[2]
    postgresql.ask("CREATE TABLE letter (a int)", name)
    with pytest.raises(StoreError, match="another table “letter”"):
        open_store(empty, create=True)
    sql = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"
    assert postgresql.ask(sql, name) == [("letter",)]


def test_two_processes_make_the_tables_once(empty):
    failed = []

    def make():
        try:
            open_store(empty, create=True).close()
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []


def test_a_database_that_does_not_have_every_letter_is_refused(postgresql):
    postgresql.ask("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(StoreError, match="keeps text in LATIN1"):
        open_store(Server(postgresql.address("latin")), create=True)


def test_who_may_not_write_is_told_so(empty, postgresql):
    with suppress(Exception):
        postgresql.ask("CREATE ROLE guest LOGIN")
    guest = Server(empty.address.replace("judge@", "guest@"))
    with pytest.raises(StoreError, match="permission denied"):
        open_store(guest, create=True)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("/games_", "/nowhere_"), "does not exist"),
        (("judge@", "nobody:secret@"), 'role "nobody" does not exist'),
        (("127.0.0.1:", "127.0.0.1:1"), "invalid port number"),
        (("judge@", "judge:pa@ss:secret@"), "there are two @"),
        (("judge@", "judge:secret@[::"), "is no address"),
        (("judge@", "judge:%zzsecret@"), "is no address"),
        (("judge@", "judge:secret/secret@"), "behind the first / or"),
        (("judge@", "judge:secret?secret@"), "behind the first / or"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_without_its_password(empty, change, said):
    with pytest.raises(StoreError) as told:
        open_store(Server(empty.address.replace(*change)))
    assert said in str(told.value)
    assert "secret" not in str(told.value)


def test_a_server_has_backups_of_its_own(store, tmp_path):
    with pytest.raises(StoreError, match="pg_dump"):
        store.back_up(tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_can_be_read_through_has_no_faults(play):
    game = play()
    assert game.store.faults() == []
    game.store.write("ALTER TABLE note DROP COLUMN text")
    game.store.shrink()
    assert game.store.faults() == []
    game.store.write("DROP TABLE note")
    assert game.store.faults() == ['note: relation "note" does not exist']


def test_a_server_that_starts_too_slowly_says_so(postgresql, monkeypatch):
    """Whatever has become of it, it ends, and what it has said is not hidden."""
    slow = PostgreSQL()
    monkeypatch.setattr(slow, "_answers", lambda: False)
    monkeypatch.setattr("servers.postgresql.PATIENCE", 0)
    with pytest.raises(RuntimeError, match="PostgreSQL does not start"):
        slow.start()
    monkeypatch.setattr("servers.postgresql.PATIENCE", 30)
    slow.close()
    assert not slow.is_running
    assert not slow.folder.exists()


# Places


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://a@b/c", "postgresql://a@b/c"),
        ("postgresql://a:secret@b:5/c", "postgresql://a:…@b:5/c"),
        ("postgres://a:se@cr:et@b/c?x=y", "postgres://a:…@b/c?x=y"),
        ("postgresql:///c?user=a&password=secret&x=y", "postgresql:///c?user=a&password=…&x=y"),
        ("postgresql://b/c?sslpassword=secret", "postgresql://b/c?sslpassword=…"),
        ("postgresql://b/c?%70assword=secret&x=y", "postgresql://b/c?%70assword=…&x=y"),
        ("postgresql://a:se/cret@b/c", "postgresql://a:…@b/c"),
        ("postgresql://a:se?cr&et@b/c", "postgresql://a:…@b/c"),
        ("postgresql://:secret@b/c", "postgresql://:…@b/c"),
    ],
)
def test_an_address_is_shown_without_its_password(address, shown):
    assert str(read_place(address)) == shown


def test_what_is_a_file_and_what_a_server(tmp_path):
    assert read_place("a/b.db", tmp_path) == tmp_path / "a/b.db"
    assert read_place("postgresql", tmp_path) == tmp_path / "postgresql"
    assert isinstance(read_place("POSTGRESQL://x/y", tmp_path), Server)
    with pytest.raises(StoreError, match="mysql:// is no database"):
        read_place("mysql://a/b")
