"""What PostgreSQL has of its own: databases to make, texts, tables of others."""

import threading
from contextlib import suppress

import pytest
from playing import START

from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Disposition, Note, Secret
from adjudicator.store.migrations import SCHEMA
from adjudicator.store.place import Server
from adjudicator.store.tables import TABLES

pytestmark = pytest.mark.postgresql_alone


def note(code):
    return Note(0, None, START, code, "")


def codes(store):
    return [each.code for each in store.rows(Note)]


def test_every_text_comes_back_as_it_was(store):
    for text in ("a\0b", "\0", "\uffff", "\uffff0\0\uffff1", "\0" * 3, "\U0001f3ef"):
        store.add(Note(0, None, START, "x", text))
        came = {"letter": text, "arrived": START, "code": text, "why": "", "subject": text}
        store.add(Disposition(outcome="taken", **came))
        assert store.rows(Note)[-1].text == text
        assert store.rows(Disposition, letter=text)[0].subject == text


def test_texts_are_compared_and_ordered_by_their_bytes(store):
    names = ["a", "B", "ä", "Z", "_", "a b", "É", "\uffff", "\U0001f3ef"]
    for each in names:
        store.add(Secret(each, b""))
    assert [each.name for each in store.rows(Secret)] == sorted(names, key=str.encode)
    assert store.select('SELECT lower(?::text COLLATE "C")', "ÉA") == [("Éa",)]


def test_nothing_that_is_kept_is_emptied_in_one_go(store):
    for table in (each for each in TABLES if each.kept):
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


def test_a_database_of_another_release_is_refused(store):
    for schema, said in ((SCHEMA.number + 1, "Update adjudicator"), (1, "no release")):
        store.set_schema_number(schema)
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


def test_a_database_that_can_be_read_through_has_no_faults(play):
    game = play()
    assert game.store.faults() == []
    game.store.write("ALTER TABLE note DROP COLUMN text")
    game.store.shrink()
    assert game.store.faults() == []
    game.store.write("DROP TABLE note")
    assert game.store.faults() == ['note: relation "note" does not exist']
