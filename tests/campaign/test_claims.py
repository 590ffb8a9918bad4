"""Several processes at one database: each is at a campaign that no other is at."""

import os
import signal
import sys
import time
from contextlib import contextmanager

import pytest
from passing import carry_out_all_due

from adjudicator.store.database import open_store

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
]


@contextmanager
def another_process_at(store, campaign):
    """A process that is at a campaign until it is killed."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        with open_store(store.place) as own, own.claim(campaign.id) as mine:
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
        with store.claim(campaign.id) as mine:
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
        done = [each.campaign for each in carry_out_all_due(store, now)]
        assert done == ["two"]
    done = [each.campaign for each in carry_out_all_due(store, now)]
    assert done == ["one"]  # whoever was at it has been killed


def test_what_another_process_has_just_done_is_not_looked_at_again(play, monkeypatch):
    games = [play("one", deadline="1 hour"), play("two", deadline="1 hour")]
    for each in games:
        each.wait(hours=2)
    todo = carry_out_all_due(games[0].store, games[0].now)
    assert next(todo).campaign == "one"
    games[1].adjudicate()
    assert list(todo) == []


@pytest.mark.sqlite_alone
@pytest.mark.skipif(sys.platform == "win32", reason="locks of Windows have no rights")
def test_the_file_of_the_locks_is_its_owners_alone(play):
    game = play()
    with game.store.claim(7) as mine:
        assert mine
    assert game.store.place.with_name("campaign.db-claims").stat().st_mode & 0o777 == 0o600
