"""Several processes at one database: each is at a campaign that no other is at."""

import os
import signal
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from passing import carry_out_all_due

from adjudicator.store.database import open_store
from adjudicator.store.databases import sqlite

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
]


def claim_of(campaign):
    return f"campaign {campaign.id}"


def is_free(store, what):
    """Whether another process could have it."""
    child = os.fork()
    if not child:
        sqlite._claims_of.cache_clear()  # a process that is another one by itself holds none
        with open_store(store.place) as own, own.claim(what) as mine:
            os._exit(int(mine))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


@contextmanager
def another_process_at(store, campaign):
    """A process that is at a campaign until it is killed."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        with open_store(store.place) as own, own.claim(claim_of(campaign)) as mine:
            os.write(writes, b"y" if mine else b"n")
            signal.pause()
    assert os.read(reads, 1) == b"y"
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reads)
        os.close(writes)
    wait_until_free(store, campaign)


def wait_until_free(store, campaign, seconds=20):
    """A server learns a moment later that a process of its has been killed."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with store.claim(claim_of(campaign)) as mine:
            if mine:
                return
        time.sleep(0.01)
    raise AssertionError(f"the claim on {campaign.name} outlives its process")


def test_a_campaign_that_another_process_is_at_is_left_to_it(play):
    games = [play("one", deadline="1 hour"), play("two", deadline="1 hour")]
    for each in games:
        each.wait(hours=2)
    store, now = games[0].store, games[0].now
    with another_process_at(store, games[0].campaign):
        done = [each.facts["campaign"] for each in carry_out_all_due(store, now)]
        assert done == ["two"]
    done = [each.facts["campaign"] for each in carry_out_all_due(store, now)]
    assert done == ["one"]  # whoever was at it has been killed


def test_what_another_process_has_just_done_is_not_looked_at_again(play, monkeypatch):
    games = [play("one", deadline="1 hour"), play("two", deadline="1 hour")]
    for each in games:
        each.wait(hours=2)
    todo = carry_out_all_due(games[0].store, games[0].now)
    assert next(todo).facts["campaign"] == "one"
    games[1].adjudicate()
    assert list(todo) == []


def test_several_things_can_be_claimed_and_are_given_up_one_by_one(store):
    with store.claim("a mailbox") as mine, store.claim("letters") as letters:
        assert (mine, letters) == (True, True)
        with suppress(KeyError), store.claim("the clock"):
            assert not is_free(store, "the clock")
            raise KeyError
        assert is_free(store, "the clock")
        assert not is_free(store, "a mailbox")
        assert not is_free(store, "letters")
    assert is_free(store, "a mailbox")


@pytest.mark.sqlite_alone
def test_a_process_claims_a_thing_once_by_whatever_name_it_opens_the_file(store, monkeypatch):
    monkeypatch.chdir(store.place.parent)
    with store.claim("a mailbox"), open_store(Path(store.place.name)) as other:
        with other.claim("a mailbox") as again, store.claim("a mailbox") as and_again:
            assert (again, and_again) == (False, False)
        there = len(os.listdir("/dev/fd"))
        with other.claim("another") as mine:
            assert mine
        assert len(os.listdir("/dev/fd")) == there  # none is left open by each claim
        assert not is_free(store, "a mailbox")


@pytest.mark.sqlite_alone
@pytest.mark.parametrize("mode", [0o600, 0o660])
def test_who_may_use_the_database_may_use_its_locks(store, mode):
    store.place.chmod(mode)
    with store.claim("a mailbox"):
        assert store.place.with_name("campaign.db-claims").stat().st_mode & 0o777 == mode
