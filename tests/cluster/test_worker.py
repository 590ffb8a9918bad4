"""``adjudicator worker`` as a process."""

import io
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from soaking import QUICK, Soak

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.service import worker as workers
from adjudicator.service.configuration import Configuration
from adjudicator.service.supervisor import Log
from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError
from adjudicator.store.place import Server
from adjudicator.store.records import Adjudication, Campaign, Settings

pytestmark = pytest.mark.system

PATIENCE = 60
PHASES = int(os.environ.get("ADJUDICATOR_PHASES", "24"))


@contextmanager
def worker(folder, place, *words, ends=0):
    """A worker, that must end well when it is asked to."""
    command = [Path(sys.executable).with_name("adjudicator"), "worker", *words]
    address = place.address if isinstance(place, Server) else place
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([*command, "--db", address], cwd=folder, stdout=log, stderr=log)
        try:
            yield process
            process.terminate()
            assert process.wait(PATIENCE) == ends, said(folder)
        finally:
            process.kill()
            process.wait()


def said(folder):
    return (folder / "log").read_text()


def begin(store, hours):
    """Set a game up that has waited for so many hours; it has no letters, and so no maps."""
    seats = ("Oda", "Takeda", "Mori")
    people = tuple(Player(seat, regent="steady") for seat in seats)
    settings = Settings(deadline="every 24 hours", host="x.test")
    when = datetime.now(UTC) - timedelta(hours=hours)
    return create(store, NewCampaign("friday", "ikusa", people, {}, settings), when)


def is_over(at):
    at.set_deadline(at.now, "moved")


def wait_until(true, folder):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, said(folder)
        time.sleep(0.05)


def test_beside_a_file_it_carries_out_what_is_due(tmp_path):
    place = tmp_path / "campaign.db"
    with open_store(place, create=True) as store:
        begin(store, hours=25)
        with worker(tmp_path, place):
            wait_until(lambda: store.count(Adjudication) == 2, tmp_path)
    assert "adjudicated: friday 1 deploy" in said(tmp_path)
    assert "ended" in said(tmp_path)


def test_a_file_that_is_replaced_ends_it(tmp_path):
    place = tmp_path / "campaign.db"
    open_store(place, create=True).close()
    with worker(tmp_path, place, ends=2) as process:
        wait_until(lambda: "ready" in said(tmp_path), tmp_path)
        place.unlink()
        process.wait(PATIENCE)
    assert "adjudicator restore" in said(tmp_path)


def test_it_outlives_its_server(tmp_path, postgresql):
    place = Server(postgresql.new())
    with open_store(place, create=True) as store:
        begin(store, hours=1)
    with worker(tmp_path, place):
        wait_until(lambda: "ready" in said(tmp_path), tmp_path)
        with postgresql.gone():
            wait_until(lambda: "lost: the database" in said(tmp_path), tmp_path)
        with open_store(place) as store:
            commit(store, store.find(Campaign), datetime.now(UTC), is_over)
            wait_until(lambda: store.count(Adjudication) == 2, tmp_path)


def test_what_was_lost_long_ago_lengthens_no_pause(monkeypatch):
    """A database that is lost for a moment now and then is not left alone for a minute by that."""
    pauses, lost = [], iter((True, True, True, False, True, True))

    class Ending(workers.Ending):
        def wait(self, seconds, *others):
            pauses.append(seconds)
            if len(pauses) == 6:
                self.note(signal.SIGTERM)
            return False

    class Worker(workers.Worker):
        calls = ()
        rest = workers.LOOK

        def begin(self):
            pass

        def end(self):
            pass

        def take_turn(self, *, called=False):
            if next(lost):
                raise DatabaseError("gone")
            return iter(())

    monkeypatch.setattr(workers, "Ending", Ending)
    worker = Worker(None, Configuration(), ("campaigns",))
    workers.work(worker, Log("text", io.StringIO()), workers.Supervisor())
    assert pauses == [2, 4, 8, 2, 2, 4]


def test_killed_workers_and_servers_and_a_network_that_hangs_lose_and_double_nothing(
    tmp_path, postgresql, network
):
    troubles = {"worker": 2, "server": 1, "network": 1}
    soak = Soak(
        tmp_path, postgresql, network, campaigns=8, spared=4, persons=1, game=QUICK,
        troubles=troubles,
    )  # fmt: skip
    soak.run(PHASES)
    soak.check()
    assert soak.recoveries


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--only", "mail"), "a file: letters and pages are done by “adjudicator serve”"),
        (("--only", "sleep"), "Invalid value for '--only'"),
    ],
)
def test_what_it_cannot_do_is_said(words, why, tmp_path):
    from click.testing import CliRunner

    from adjudicator.cli.main import cli

    open_store(tmp_path / "campaign.db", create=True).close()
    done = CliRunner().invoke(cli, ["worker", *words, "--db", str(tmp_path / "campaign.db")])
    assert done.exit_code == 2
    assert why in done.output


def behind(pool, address, mode):
    """Return the same database behind a pool."""
    port = pool(mode)
    return Server(f"postgresql://judge@127.0.0.1:{port}/{address.rpartition('/')[2]}")


def test_behind_a_pool_that_keeps_sessions_apart_it_works(tmp_path, postgresql, pool):
    address = postgresql.new()
    with open_store(Server(address), create=True) as store:
        begin(store, hours=1)
        place = behind(pool, address, "session")
        with worker(tmp_path, place), worker(tmp_path, place):
            wait_until(lambda: "ready" in said(tmp_path), tmp_path)
            commit(store, store.find(Campaign), datetime.now(UTC), is_over)
            wait_until(lambda: store.count(Adjudication) == 2, tmp_path)


@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_a_pool_that_shares_sessions_is_named_at_the_start(tmp_path, postgresql, pool, mode):
    address = postgresql.new()
    open_store(Server(address), create=True).close()
    with worker(tmp_path, behind(pool, address, mode), ends=2) as process:
        process.wait(PATIENCE)
    assert "a pool that shares sessions stands before this server" in said(tmp_path)
    assert "ready" not in said(tmp_path)
