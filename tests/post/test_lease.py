"""One pass at a time works on a mailbox."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.post.transport import lease
from adjudicator.post.transport.mailbox import MailboxLostError
from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError
from adjudicator.store.letter_records import Lease

pytestmark = pytest.mark.both_databases

LATER = datetime.now(UTC) + timedelta(hours=1)


def held(store):
    with lease.hold(store, "inbox") as got:
        return got


def look_back(store):
    """Let it be long since the lease was taken or renewed."""
    key = lease._key(store, "inbox")
    lease._held[key] = lease._held[key]._replace(renewed=-1e9)


def test_a_lease_is_held_once_and_given_back(store):
    with lease.hold(store, "inbox") as first:
        assert first
        assert not held(store)
        with open_store(store.place) as other:
            assert not held(other)
        with lease.hold(store, "another") as second:
            assert second
    assert store.rows(Lease) == []
    assert held(store)


def test_it_is_given_back_when_the_block_fails(store):
    with pytest.raises(KeyError), lease.hold(store, "inbox"):
        raise KeyError
    assert held(store)


def test_one_of_another_machine_is_waited_for_until_it_expires(store):
    for expires, got in ((LATER, False), (datetime.now(UTC) - timedelta(seconds=1), True)):
        with store.atomic():
            there = store.has(Lease, name="inbox")
            (store.save if there else store.add)(Lease("inbox", "elsewhere 1 2", expires))
        assert held(store) == got


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process began")
@pytest.mark.parametrize("kind", ["ended", "another of its number"])
def test_one_of_a_process_that_has_ended_is_nobodys(store, kind):
    if kind == "ended":
        ended = subprocess.Popen(["true"])
        ended.wait()
        number = ended.pid
    else:
        number = os.getpid()
    with store.atomic():
        store.add(Lease("inbox", f"{lease._machine()} {number} 1", LATER))
    assert held(store)


def test_it_is_renewed_now_and_then_and_its_loss_stops_the_pass(store, monkeypatch):
    lease.renew(store, "of nobody")
    with lease.hold(store, "inbox"):
        monkeypatch.setattr(lease, "SECONDS", 900)
        lease.renew(store, "inbox")  # it is too soon
        look_back(store)
        lease.renew(store, "inbox")
        (renewed,) = store.rows(Lease)
        assert renewed.expires > datetime.now(UTC) + timedelta(seconds=600)
        with store.atomic():
            store.save(Lease("inbox", "elsewhere 1 2", LATER))
        lease.renew(store, "inbox")
        look_back(store)
        with pytest.raises(MailboxLostError, match="another pass has taken it over"):
            lease.renew(store, "inbox")
    assert store.rows(Lease)[0].holder == "elsewhere 1 2"  # what is not ours is not given back


def test_what_could_not_be_given_back_is_free_for_its_process(store, monkeypatch):
    with monkeypatch.context() as at:
        at.setattr(lease.queries, "give_back", lost)
        with pytest.raises(DatabaseError), lease.hold(store, "inbox"):
            pass
    assert len(store.rows(Lease)) == 1
    assert held(store)
    assert store.rows(Lease) == []


def test_what_was_taken_over_and_given_back_meanwhile_is_held_again(store):
    with lease.hold(store, "inbox"):
        store.write("DELETE FROM lease")  # another machine had it, and is done
        look_back(store)
        lease.renew(store, "inbox")
        with open_store(store.place) as other:
            assert not held(other)
    assert store.rows(Lease) == []


@pytest.mark.sqlite_alone
def test_a_file_is_one_by_whatever_name_it_is_opened(store, monkeypatch):
    monkeypatch.chdir(store.place.parent)
    with lease.hold(store, "inbox"), open_store(Path(store.place.name)) as other:
        assert not held(other)


def test_a_process_that_the_system_hides_is_alive(store, monkeypatch):
    """As those of other users are, where /proc is mounted with hidepid."""
    monkeypatch.setattr(lease, "_begin", lambda number: "7" if number == os.getpid() else "-")
    with store.atomic():
        store.add(Lease("inbox", f"{lease._machine()} {os.getppid()} 1", LATER))
    assert not held(store)


def test_what_could_not_be_taken_is_not_held(store, monkeypatch):
    before = dict(lease._held)
    with monkeypatch.context() as patch:
        patch.setattr(store, "add", lost)
        with pytest.raises(DatabaseError):
            lease.take(store, "inbox")
    assert lease._held == before
    assert held(store)


def lost(*given):
    raise DatabaseError("the server is away")
