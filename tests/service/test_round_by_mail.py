"""A whole round of four players over IMAP and SMTP with TLS and login, with ``kill -9`` at any moment."""

import os
import random
import threading

from serving import Process
from table import SEATS, Table, message_id, submit

KILLS = int(os.environ.get("ADJUDICATOR_KILLS", "4"))
ROUNDS = max(1, KILLS // 8)
SEED = int(os.environ.get("ADJUDICATOR_SEED", "20261122"))

FILE = """
address = "{address}"
gm = "gm@players.test"

[in]
imap = "localhost"
port = {imaps}
user = "{address}"
password = {{ env = "MAIL_PASSWORD" }}
ca = "{ca}"

[out]
smtp = "localhost"
port = {submissions}
user = "{address}"
password = {{ env = "MAIL_PASSWORD" }}
ca = "{ca}"

[serve]
every = 3
"""


def seat_all(folder, office):
    """Sit down at a table, in a post office."""
    players = {seat: office.address(seat.casefold(), "players.test") for seat in SEATS}
    table = Table(folder, office.address(), players, ROUNDS)
    words = {"imaps": office.imaps, "submissions": office.submissions, "ca": office.ca}
    text = FILE.format(address=table.address, **words)
    (folder / "adjudicator.toml").write_text(text)
    return table


def assert_same(table, undisturbed, office):
    """Every order in once, every letter with every reader under one Message-ID, all as it was."""
    assert table.story() == undisturbed.story()
    assert table.submissions() == undisturbed.submissions()
    assert set(table.taken().values()) == {1}
    for seat in SEATS:
        written = table.letters_to(seat)
        assert written == undisturbed.letters_to(seat)
        there = office.wait_for(table.players[seat], len(written))
        assert {message_id(raw) for raw in there} == written
    assert office.letters(table.address) == office.letters(table.address, "Aside") == []


def test_killed_at_random_moments(tmp_path, post_office):
    """A letter may go out twice, under one Message-ID; nothing is taken twice, and none is lost."""
    (tmp_path / "undisturbed").mkdir()
    undisturbed = Table(tmp_path / "undisturbed", rounds=ROUNDS)
    undisturbed.play_at_once()
    table = seat_all(tmp_path, post_office)
    over = threading.Event()
    killer = _Killer(tmp_path, post_office.password, KILLS, over)
    killer.start()
    try:
        table.play_by_mail(lambda seat, mail: submit(post_office, table.players[seat], mail))
        table.wait_until_sent()
        table.wait_until(lambda: not post_office.letters(table.address))
    finally:
        over.set()
        killer.join()
    print(f"{killer.kills} kills, {len(table.story())} phases")
    assert killer.kills >= KILLS // 2  # it may be faster than they are
    assert_same(table, undisturbed, post_office)


class _Killer(threading.Thread):
    """Starts ``serve`` and kills it, again and again; the last one it lets live."""

    def __init__(self, folder, password, kills, over):
        super().__init__()
        self.folder = folder
        self.password = password
        self.most = kills
        self.over = over
        self.kills = 0

    def run(self):
        dice = random.Random(SEED)
        while not self.over.is_set():
            with Process(self.folder, MAIL_PASSWORD=self.password) as serve:
                if self.kills >= self.most:
                    self.over.wait()
                    return
                if dice.random() < 0.7:
                    serve.wait_for("ready")
                self.over.wait(dice.uniform(0, 1.2))
                serve.kill()
                self.kills += 1
