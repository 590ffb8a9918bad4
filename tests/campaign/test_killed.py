"""Kill -9 at any instant loses nothing and doubles nothing; of a server that is tested in
``tests/cluster``."""

import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from pathlib import Path

import pytest
import relentless

from adjudicator.campaign.letters import outbox
from adjudicator.campaign.records.verify import verify
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Adjudication, Submission

pytestmark = pytest.mark.system

KILLS = 30
MOST_KILLS = 300
LONGEST = 0.12
"""Seconds until a kill. A machine with much else to do gets further in more time, so it grows."""
ENDLESS = 100_000
SEED = 20261120


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
def test_a_process_killed_at_random_moments_loses_and_doubles_nothing(tmp_path):
    place = tmp_path / "campaign.db"
    dice = random.Random(SEED)
    longest = LONGEST
    for kill in range(MOST_KILLS):
        if kill >= KILLS:
            if enough(tmp_path, place):
                break
            longest = min(longest * 1.1, 2.0)
        process = start(tmp_path, place, ENDLESS)
        time.sleep(dice.uniform(0.0, longest))
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert process.exitcode == -signal.SIGKILL
        assert_whole(tmp_path, place)
    assert enough(tmp_path, place)
    process = start(tmp_path, place, begun(place))
    process.join(60)
    assert process.exitcode == 0
    assert_whole(tmp_path, place)
    with open_store(place) as store:
        for campaign in queries.campaigns(store):
            assert_once(store, campaign)


def enough(folder, place):
    """Whether games came far enough, and a kill came between a receipt and its phase."""
    repeated = lines(folder, "acknowledged")
    return len(repeated) > len(set(repeated)) and begun(place) > 2


def start(folder, place, games):
    fork = multiprocessing.get_context("fork")
    process = fork.Process(target=relentless.run, args=(folder, place, games))
    process.start()
    return process


def begun(place):
    with open_store(place) as store:
        return len(queries.campaigns(store))


def assert_whole(folder: Path, place: Path):
    """The database is sound, and all that anybody was told is in it."""
    told, sent = set(lines(folder, "acknowledged")), set(lines(folder, "sent"))
    if not place.exists():
        return
    with open_store(place, create=True) as store:
        assert store.faults() == []
        assert told <= {source for (source,) in store.select("SELECT source FROM submission")}
        assert sent <= {id for (id,) in store.select("SELECT message_id FROM letter")}


def assert_once(store, campaign):
    """Every phase was adjudicated once, and every letter and submission is there once."""
    history = queries.resolutions(store, campaign)
    assert [each.number for each in history] == list(range(7))
    assert history[-1].opens.over
    assert store.count(Adjudication, campaign_id=campaign.id) == 7
    assert [v for v in verify(store, campaign) if v.faults] == []
    letters = Counter((each.kind, each.seat) for each in outbox.letters(store, campaign))
    expected = {(kind, seat): 1 for kind in ("opening",) for seat in ("Oda", "Takeda", "")}
    expected |= {("result", seat): 6 for seat in ("Oda", "Takeda", "")}
    expected |= {("receipt", seat): 6 for seat in ("Oda", "Takeda")}
    expected |= {("secret", seat): 1 for seat in ("Oda", "Takeda", "")}
    assert letters == expected
    sources = [each.source for each in store.rows(Submission, campaign_id=campaign.id)]
    assert len(sources) == len(set(sources)) == 12
    assert all(each.sent for each in outbox.letters(store, campaign) if each.recipients)


def lines(folder: Path, name: str) -> list[str]:
    path = folder / name
    return path.read_text().splitlines() if path.exists() else []
