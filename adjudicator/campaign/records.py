"""What the database holds, as values: games, seats, resolutions, submissions, letters, notes."""

from datetime import datetime
from typing import Any

import msgspec

from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.store import Row, Store, moment
from adjudicator.games.contract import Game, Phase, Value
from adjudicator.games.registry import find
from adjudicator.orders import Finding
from adjudicator.reports.model import Report


class Settings(msgspec.Struct, frozen=True):
    """How a game is run. Times are in hours.

    ``zone`` is the campaign's IANA time zone and ``deadline`` its rule (see clock.py), ``notice``
    the fewest hours a weekday deadline leaves. A missing seat gets ``grace`` hours; after
    ``misses`` phases missed in a row a regent takes its seat (0: never). With ``early``, a phase
    is adjudicated as soon as all are ready. If more than ``hold`` seats are missing at the
    deadline (0: never), a phase waits for the game master, for then a mailbox may be dead.
    ``remind`` hours before the deadline those who have sent nothing are reminded (0: never).
    ``gm`` is the game master's address, ``address`` where orders are mailed, ``host`` the
    right-hand side of Message-IDs. A ``paused`` game waits.
    """

    zone: str = "UTC"
    deadline: str = "none"
    notice: int = 12
    grace: int = 0
    misses: int = 2
    early: bool = True
    hold: int = 0
    remind: int = 24
    gm: str = ""
    address: str = ""
    host: str = "adjudicator.invalid"
    paused: bool = False


class Campaign(msgspec.Struct, frozen=True):
    """One game as it was set up. ``secret`` is what all its dice come from."""

    id: int
    name: str
    ruleset: str
    options: dict[str, Value]
    secret: bytes
    commitment: str
    created: datetime
    settings: Settings

    @property
    def game(self) -> Game:
        """The rules. Raises GameError if they are no longer installed."""
        return find(self.ruleset)


class Seat(msgspec.Struct, frozen=True):
    """A seat and who holds it: a person, or the ``regent`` of that name."""

    id: int
    name: str
    player: str
    address: str
    zone: str
    held_by: str
    regent: str
    token_secret: bytes

    @property
    def by_person(self) -> bool:
        """Whether a person, rather than a regent, holds the seat."""
        return self.held_by == "person"


class Resolution(msgspec.Struct, frozen=True):
    """A phase as it was adjudicated, or (number 0) a game as it was set up.

    ``phase`` is the key of the phase, ``opens`` the phase that the position waits in afterwards.
    ``orders`` are the canonical orders of every seat that could order, ``policies`` the standing
    ones that live on. ``awaited`` are the seats of persons that had to order, ``missing`` those
    of them that did not; ``set_aside`` says why a seat's orders were left out. ``run`` counts how
    often the game was rolled back before.
    """

    id: int
    run: int
    number: int
    parent: int | None
    phase: str
    position: bytes
    events: bytes
    orders: dict[str, str]
    fingerprint: str
    key: bytes
    draws: tuple[tuple[str, int, tuple[int, ...]], ...]
    policies: dict[str, tuple[str, ...]]
    awaited: tuple[str, ...]
    missing: tuple[str, ...]
    set_aside: dict[str, str]
    opens: Phase
    created: datetime


class Submission(msgspec.Struct, frozen=True):
    """Orders of a seat. ``resolution`` opened the phase they are for; None: a later phase.

    ``kind`` is ``sent``; ``later`` for those that wait for their phase; ``kept`` for those that
    waited and whose phase came; ``policy`` if only standing policies stand.
    """

    id: int
    seat: str
    resolution: int | None
    round: int | None
    phase: str
    kind: str
    received: datetime
    source: str
    raw: str
    text: str
    ready: bool
    findings: tuple[Finding, ...]
    fingerprint: str


class Letter(msgspec.Struct, frozen=True):
    """A letter to be sent, or sent. ``recipients`` is empty for a seat without an address."""

    id: int
    message_id: str
    kind: str
    seat: str
    recipients: tuple[str, ...]
    subject: str
    content: Report
    in_reply_to: str
    created: datetime
    sent: datetime | None
    campaign: str = ""


def campaigns(store: Store) -> list[Campaign]:
    """Return all games, oldest first."""
    return [_campaign(row) for row in store.rows("SELECT * FROM game ORDER BY id")]


def campaign(store: Store, name: str) -> Campaign:
    """Return a game by its name, in any case. Raises CampaignError."""
    row = store.row("SELECT * FROM game WHERE name = ?", name.strip().casefold())
    if row is None:
        there = ", ".join(r["name"] for r in store.rows("SELECT name FROM game ORDER BY id"))
        raise CampaignError(
            f"There is no game called “{name[:40]}”. Games here: {there or 'none'}."
        )
    return _campaign(row)


def seats(store: Store, owner: Campaign) -> list[Seat]:
    """Return the seats of a game in seating order."""
    rows = store.rows("SELECT * FROM seat WHERE game = ? ORDER BY place", owner.id)
    return [Seat(**{name: row[name] for name in Seat.__struct_fields__}) for row in rows]


def seat(store: Store, owner: Campaign, name: str) -> Seat:
    """Return one seat by its name, in any case. Raises CampaignError."""
    there = seats(store, owner)
    for each in there:
        if each.name.casefold() == name.strip().casefold():
            return each
    names = ", ".join(each.name for each in there)
    raise CampaignError(f"{owner.name} has no seat “{name[:40]}”. Its seats: {names}.")


def head(store: Store, owner: Campaign) -> Resolution:
    """Return the latest resolution: where the game stands now."""
    row = store.row("SELECT * FROM resolution WHERE game = ? ORDER BY id DESC LIMIT 1", owner.id)
    if row is None:
        raise CampaignError(f"{owner.name} has not been set up.")
    return _resolution(row)


def resolutions(store: Store, owner: Campaign) -> list[Resolution]:
    """Return the resolutions that led to where the game stands now, oldest first."""
    rows = store.rows(
        f"{_LINE} SELECT resolution.* FROM resolution JOIN line USING (id) ORDER BY number",
        owner.id,
    )
    return [_resolution(row) for row in rows]


def deadline(store: Store, opened_by: Resolution) -> datetime | None:
    """Return the deadline of the phase that a resolution opened; None: when all are ready."""
    row = store.row(
        "SELECT at FROM deadline WHERE resolution = ? ORDER BY id DESC LIMIT 1", opened_by.id
    )
    return moment(row["at"]) if row and row["at"] else None


def submissions(store: Store, opened_by: Resolution) -> dict[str, Submission]:
    """Return what stands for the phase that a resolution opened: each seat's latest orders."""
    rows = store.rows("SELECT * FROM submission WHERE resolution = ? ORDER BY id", opened_by.id)
    return {row["seat"]: _submission(row) for row in rows}


def kept(store: Store, owner: Campaign, name: str) -> list[Submission]:
    """Return a seat's orders for later phases that still wait, oldest first.

    What was used in phases that have been rolled back since waits again.
    """
    rows = store.rows(
        f"{_LINE} SELECT * FROM submission s"
        " WHERE game = ? AND seat = ? AND kind = 'later' AND NOT EXISTS ("
        " SELECT 1 FROM submission k JOIN line ON line.id = k.resolution"
        " WHERE k.seat = s.seat AND k.kind = 'kept' AND k.source = 'kept ' || s.id) ORDER BY id",
        owner.id,
        owner.id,
        name,
    )
    return [_submission(row) for row in rows]


_LINE = """\
WITH RECURSIVE line (id, parent) AS (
    SELECT * FROM (SELECT id, parent FROM resolution WHERE game = ? ORDER BY id DESC LIMIT 1)
    UNION ALL SELECT r.id, r.parent FROM resolution r JOIN line ON r.id = line.parent
)"""
"""The resolutions that led to where a game stands now."""


def notes(store: Store, owner: Campaign) -> list[Row]:
    """Return the notes for the game master, oldest first: created, code, text."""
    return store.rows("SELECT created, code, text FROM note WHERE game = ? ORDER BY id", owner.id)


def as_json(value: object) -> str:
    """Return a value as the JSON text that a column holds."""
    return msgspec.json.encode(value).decode()


def _campaign(row: Row) -> Campaign:
    return Campaign(
        **_plain(row, "id", "name", "ruleset", "secret", "commitment"),
        options=msgspec.json.decode(row["options"]),
        created=moment(row["created"]),
        settings=msgspec.json.decode(row["settings"], type=Settings),
    )


_JSON_FIELDS = ("orders", "draws", "policies", "awaited", "missing", "set_aside", "opens")
_TYPES = {field.name: field.type for field in msgspec.structs.fields(Resolution)}
_FINDINGS = msgspec.json.Decoder(tuple[Finding, ...])


def _resolution(row: Row) -> Resolution:
    plain = ("id", "run", "number", "parent", "phase", "position", "events", "fingerprint", "key")
    return Resolution(
        **_plain(row, *plain),
        **{name: msgspec.json.decode(row[name], type=_TYPES[name]) for name in _JSON_FIELDS},
        created=moment(row["created"]),
    )


def _submission(row: Row) -> Submission:
    plain = (
        "id", "seat", "resolution", "round", "phase", "kind", "source", "raw", "text", "fingerprint"
    )  # fmt: skip
    return Submission(
        **_plain(row, *plain),
        received=moment(row["received"]),
        ready=bool(row["ready"]),
        findings=_FINDINGS.decode(row["findings"]),
    )


def _plain(row: Row, *names: str) -> dict[str, Any]:
    return {name: row[name] for name in names}
