"""Connections to PostgreSQL that are lost: nothing is written twice, or outside its transaction."""

import time
from contextlib import suppress
from datetime import timedelta

import pytest
from passing import carry_out_all_due
from playing import START

from adjudicator.campaign.phases import adjudicate as adjudicating
from adjudicator.campaign.records.verify import verify
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.databases import postgresql as postgresql_store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Note
from adjudicator.store.place import Server

pytestmark = pytest.mark.postgresql_alone
RULE = "every 2 days at 12:00"


def note(code):
    return Note(0, None, START, code, "")


def codes(store):
    return [each.code for each in store.rows(Note)]


def lose(store):
    """Let the server end a connection, as a firewall or a restart does."""
    with open_store(store.place) as other:
        other.select("SELECT pg_terminate_backend(?)", store.conn.info.backend_pid)


def test_a_connection_that_was_lost_is_made_anew(store):
    store.add(note("before"))
    lose(store)
    with pytest.raises(DatabaseError) as lost:
        store.add(note("meanwhile"))
    assert "Does the server run" in str(lost.value.advice)
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
    assert game.faults() == []


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


def test_a_client_whose_machine_is_gone_is_given_up_though_an_answer_is_on_its_way(store):
    """Nobody asks whether a machine is alive that has not said that it got what it was sent."""
    assert store.select("SHOW tcp_user_timeout") == [("40000",)]


def test_a_worker_gives_up_a_connection_that_hangs_and_others_have_its_campaign(
    store, network, monkeypatch
):
    """Its own system would tell it nothing, nor the server's that of the server."""
    monkeypatch.setattr(postgresql_store, "PATIENCE", 0.2)
    short = postgresql_store._OF_WORKER.replace("5min", "500ms")
    monkeypatch.setattr(postgresql_store, "_OF_WORKER", short)
    name = store.place.address.rpartition("/")[2]

    def work_at_it(worker):
        with worker.claim("campaign 1") as is_mine:
            assert is_mine
            network.hang()
            worker.add(note("lost"))

    with open_store(Server(f"postgresql://judge@127.0.0.1:{network.port}/{name}")) as worker:
        worker.become_worker()
        with pytest.raises(DatabaseError, match="has not answered"):
            work_at_it(worker)
        while not _is_free(store, "campaign 1"):
            time.sleep(0.05)
        worker.become_worker()  # over a connection that does not hang
        worker.add(note("after"))
    assert codes(store) == ["after"]


def test_a_connection_that_hangs_before_work_begins_is_given_up(store, network, monkeypatch):
    monkeypatch.setattr(postgresql_store, "PATIENCE", 0.2)
    name = store.place.address.rpartition("/")[2]
    place = Server(f"postgresql://judge@127.0.0.1:{network.port}/{name}")
    with open_store(place) as worker:
        network.hang()
        with pytest.raises(DatabaseError, match="has not answered"):
            worker.check_session()
    real = postgresql_store._check_encoding

    def hang(base):
        network.hang()
        return real(base)

    monkeypatch.setattr(postgresql_store, "_check_encoding", hang)
    with pytest.raises(StoreError, match="has not answered"):
        open_store(place)


def _is_free(store, what):
    with store.claim(what) as is_mine:
        return is_mine


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
    with pytest.raises(DatabaseError, match="terminating connection"):
        list(carry_out_all_due(first.store, now))
    assert len(first.store.rows(Note)) == notes
    assert [each.facts["campaign"] for each in carry_out_all_due(first.store, now)] == [
        "one",
        "two",
    ]
    assert not [each for each in verify(second.store, first.campaign) if each.faults]


class Pool:
    """A pool that shares sessions: each statement outside of a transaction may go to another."""

    def __init__(self, sessions, after):
        self.sessions, self.left = sessions, after

    def execute(self, *given, **more):
        if self.conn.info.transaction_status.name == "IDLE":
            self.left -= 1
        return self.conn.execute(*given, **more)

    def close(self):
        for each in self.sessions:
            each.close()

    @property
    def conn(self):
        return self.sessions[self.left < 0]

    def __getattr__(self, name):
        return getattr(self.conn, name)


SHARES = "a pool that shares sessions stands before this server"


@pytest.fixture
def open_pool(store, monkeypatch):
    """Return a function that opens the database through a pool; also the pools."""
    pools = []

    def open_it(after):
        connect = postgresql_store._Connection.connect

        def connect_to_pool(**wanted):
            pools.append(Pool([connect(**wanted), connect(**wanted)], after))
            return pools[-1]

        with monkeypatch.context() as instead:
            instead.setattr(postgresql_store._Connection, "connect", connect_to_pool)
            return open_store(store.place)

    return open_it, pools


def test_a_pool_that_shares_sessions_is_named_at_the_start(open_pool):
    open_it, pools = open_pool
    with pytest.raises(StoreError, match=SHARES):
        open_it(after=2)
    assert all(each.closed for each in pools[0].sessions)


def test_a_pool_that_shares_sessions_only_once_it_is_busy_is_named_then(open_pool):
    open_it, pools = open_pool

    def claim(pooled):
        with pooled.claim("one") as mine:
            assert mine
            pools[0].left = 0

    with open_it(after=99) as pooled, pytest.raises(StoreError, match=SHARES):
        claim(pooled)


def test_a_claim_ends_with_its_connection(store, other):
    with store.claim("one") as mine:
        assert mine
        with other.claim("one") as theirs:
            assert not theirs
        with other.claim("another") as theirs:
            assert theirs
        lose(store)
        with pytest.raises(DatabaseError):
            codes(store)
        with other.claim("one") as theirs:
            assert theirs
    with store.claim("one") as mine:
        assert mine


def test_what_several_share_is_nobodys_alone(store, other):
    for _ in range(2):  # each gives it up as he claimed it
        with store.claim("one", shared=True) as mine, other.claim("one", shared=True) as theirs:
            assert (mine, theirs) == (True, True)
        with store.claim("one", shared=True), other.claim("one") as theirs:
            assert not theirs


def test_what_was_written_behind_is_on_the_disk_after_a_flush(store):
    with store.write_behind(), store.atomic():
        store.add(note("a"))
    at = "SELECT pg_current_wal_insert_lsn()::text"
    ((written,),) = store.select(at)
    store.flush()
    ((there,),) = store.select("SELECT pg_current_wal_flush_lsn() >= ?::pg_lsn", written)
    assert there
