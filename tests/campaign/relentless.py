"""A process that submits and adjudicates as fast as it can, to be killed at any instant.

What it has been told is done, it writes to a log before it goes on, as a player would remember the
receipt he holds. After the logs it goes on from the database alone.
"""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from passing import waiting_letters

from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import Plan, Player, create
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.place import Place
from adjudicator.store.queries import mark_sent
from adjudicator.store.records import Settings

SEATS = ("Oda", "Takeda")
NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def run(folder: Path, place: Place, games: int) -> None:
    """Play the games one after the other to their end, from wherever the database stands."""
    with open_store(place, create=True) as store:
        for number in range(games):
            _play(store, f"game-{number}", Log(folder))


class Log:
    """Two files of lines, each on the disk before the next step is taken."""

    def __init__(self, folder: Path):
        self._folder = folder

    def write(self, name: str, line: str) -> None:
        handle = os.open(self._folder / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(handle, f"{line}\n".encode())
        os.close(handle)


def _play(store, name: str, log: Log) -> None:
    players = tuple(Player(seat, f"{seat}@example.org") for seat in SEATS)
    plan = Plan(name, "toy", (*players, Player("Mori", regent="steady")), {"rounds": 3}, Settings())
    if name not in {each.name for each in queries.campaigns(store)}:
        create(store, plan, NOW)
    campaign = queries.find_campaign(store, name)
    while not (head := queries.head(store, campaign)).opens.over:
        now = NOW + timedelta(hours=head.number)
        key = head.opens.key
        for seat in SEATS:
            _submit(store, name, key, seat, now, log)
        adjudicate(store, name, now, expected=key)
        _send(store, now, log)
    _send(store, NOW, log)


def _send(store, now: datetime, log: Log) -> None:
    for letter in waiting_letters(store):
        log.write("sent", letter.message_id)
        mark_sent(store, letter, now)


def _submit(store, name: str, key: str, seat: str, now: datetime, log: Log) -> None:
    text = "hide 1\nready" if "plan" in key else "strike Mori\nready"
    identity = f"<{name}.{key}.{seat}@mail.example>".replace(" ", "-")
    source = Source(id=identity, key=identity, trusted=True, game=name, seat=seat)
    submit(store, text, source, now)
    log.write("acknowledged", identity)
