"""Migrations: how what an earlier release saved becomes what this one saves.

Each migration has a name, that of its function, and a database says by name which it has been
through, an archive too. The others are carried out in their order when the database is opened, or
the archive read; so two lines of work may each add one, and their databases meet again. A migration
says what changes; what it says is done in SQLite, in PostgreSQL and to the records of an archive
alike. Indexes and guards are none of its business: after migrations they are made anew, as
``tables.py`` states them. The number of a schema counts its migrations, so that an earlier program
knows a database of a later one.

To change a record that is saved: change its class; write a function here that does the same to
what is saved already, and put it at the end of ``MIGRATIONS``. A migration that was released is
never changed or renamed: databases have been through it. It names tables and columns as they were
then.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, NamedTuple, Protocol

import msgspec

from adjudicator.games.contract import Value
from adjudicator.store.columns import Reference, StoredTable, TableColumn, column
from adjudicator.store.tables import TABLES

FIRST = 5
"""The number of the first release. Those below it were never released."""


class Upgrade(Protocol):
    """What a migration can do to what is saved."""

    def add_table(self, table: StoredTable) -> None:
        """Add a table, of a record that the migration states."""

    def drop_table(self, table: str) -> None:
        """Drop a table with all that it holds."""

    def add_column(self, table: str, column: TableColumn, value: Any) -> None:
        """Add a column, which has a value in all rows that are there. None: it may be absent."""

    def drop_column(self, table: str, name: str) -> None:
        """Drop a column with all that it holds."""

    def rewrite(
        self,
        table: str,
        key: tuple[str, ...],
        column: TableColumn,
        change: Callable[[Any], Any],
        source: TableColumn | None = None,
    ) -> None:
        """Put what a function makes of it in the place of each value of a column.

        ``key`` names the columns of the table's key. With a ``source`` the function is given the
        value of that column.
        """

    def add_option(self, game: str, name: str, value: Value) -> None:
        """Give all campaigns of a game an option, with the value by which they have been played.

        Their positions get it by the ``upgrades`` of the game's ``meta``.
        """

    def use_jobs(self) -> None:
        """Let what waits be jobs of a queue, in the database of a server."""


Migration = Callable[[Upgrade], None]


class _Done(msgspec.Struct):
    """A migration that a database has been through."""

    name: str


DONE = StoredTable(_Done, key=("name",), saved_as="adjudicator_migration")
"""The table of the migrations that a database has been through."""


def add_delivery_modes(upgrade: Upgrade) -> None:
    """Add how much mail persons want."""

    class DeliveryMode(msgspec.Struct):
        address: str
        mode: str
        zone: str
        next: datetime

    upgrade.add_table(StoredTable(DeliveryMode, key=("address",), saved_as="delivery_mode"))


def drop_pictures(upgrade: Upgrade) -> None:
    """Drop the pictures of letters that wait: they are drawn when they go out."""
    upgrade.drop_table("enclosure")
    upgrade.drop_table("picture")


def drop_leases(upgrade: Upgrade) -> None:
    """Drop who works on a mailbox or the outbox: that is known by locks, which end with him."""
    upgrade.drop_table("lease")


def add_what_letters_ask(upgrade: Upgrade) -> None:
    """Add what plain words in an answer to a letter say."""
    upgrade.add_column("letter", column("asks", str), "")


def add_what_clocks_did(upgrade: Upgrade) -> None:
    """Add by how much clocks were off when they moved deadlines, and how far apart passes are."""
    upgrade.add_column("deadline", column("shift", int), 0)
    upgrade.add_column("pass", column("gap", int), 0)


def add_what_letters_wait_for(upgrade: Upgrade) -> None:
    """Add what a letter waits for, beside until when; what waits for a digest already goes out by
    itself at that time."""
    upgrade.add_column("letter", column("waits_for", str), "")


def keep_rulings_of_running_games(upgrade: Upgrade) -> None:
    """Add options for rulings that became others, with the ruling that each campaign began by."""
    upgrade.add_option("shogun", "battle cards", "may stay")
    upgrade.add_option("shogun", "leader deploys", "as the supply allows")
    for edition in ("samurai-swords", "ikusa"):
        upgrade.add_option(edition, "successors", "with the plans")


def add_failures(upgrade: Upgrade) -> None:
    """Add what fails though it is due, how often, and when it is tried again."""

    class Failure(msgspec.Struct):
        campaign_id: int
        what: str
        at: datetime
        tries: int
        retry: datetime | None
        why: str

    of_campaign = Reference(("campaign_id",), "campaign", ("id",))
    table = StoredTable(Failure, key=("campaign_id", "what"), references=(of_campaign,))
    upgrade.add_table(table)


def add_when_seats_were_taken(upgrade: Upgrade) -> None:
    """Add when a player took his seat, which is not known of those who have."""
    upgrade.add_column("seat", column("taken", datetime | None), None)


def add_resolutions_of_confirmations(upgrade: Upgrade) -> None:
    """Add at which resolution the game must still stand when somebody confirms something."""
    upgrade.add_column("confirmation", column("resolution", int | None), None)


def add_for_whom_deadlines_were_set(upgrade: Upgrade) -> None:
    """Keep the seats for whose sake a deadline was moved, which stood behind the reason."""
    why, late = column("why", str), column("late", tuple[str, ...])

    def part(text: str) -> tuple[str, tuple[str, ...]]:
        code, _, names = text.partition(" ")
        return (code, tuple(names.split(", "))) if code in ("bank", "hurry") else (text, ())

    upgrade.add_column("deadline", late, ())
    upgrade.rewrite("deadline", ("id",), late, lambda text: part(text)[1], source=why)
    upgrade.rewrite("deadline", ("id",), why, lambda text: part(text)[0])


def add_departures(upgrade: Upgrade) -> None:
    """Add who had a seat and has it no more, which is not known of those who are gone already."""

    class Departure(msgspec.Struct):
        id: int
        campaign_id: int
        seat: str
        address: str
        since: datetime | None
        at: datetime

    of_campaign = Reference(("campaign_id",), "campaign", ("id",))
    of_seat = Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name"))
    upgrade.add_table(StoredTable(Departure, references=(of_campaign, of_seat)))


def let_jobs_be_what_waits(upgrade: Upgrade) -> None:
    """Let jobs be what waits, in the place of the table ``due``, in the database of a server."""
    upgrade.use_jobs()


def add_phases_that_letters_count_for(upgrade: Upgrade) -> None:
    """Add for which phases the orders of a letter count, which is not known of those that came."""
    upgrade.add_column("fate", column("phases", tuple[str, ...]), ())


def add_of_what_orders_were_warned(upgrade: Upgrade) -> None:
    """Add which lines of orders may fail, which is not known of those that were checked already."""
    upgrade.add_column("submission", column("warned", tuple[int, ...] | None), None)


def add_caretakers(upgrade: Upgrade) -> None:
    """Add who looks after a seat for a while."""

    class Caretaker(msgspec.Struct):
        id: int
        campaign_id: int
        seat: str
        address: str
        player: str
        token_secret: bytes
        token_digest: bytes
        since: datetime
        until: datetime
        from_regent: bool
        ended: datetime | None

    of_campaign = Reference(("campaign_id",), "campaign", ("id",))
    of_seat = Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name"))
    upgrade.add_table(StoredTable(Caretaker, references=(of_campaign, of_seat)))


def add_webhooks_of_players(upgrade: Upgrade) -> None:
    """Add where players want notices of what waits for them."""

    class PlayerWebhook(msgspec.Struct):
        campaign_id: int
        seat: str
        url: str
        word: str
        asked: datetime
        confirmed: datetime | None

    of_campaign = Reference(("campaign_id",), "campaign", ("id",))
    of_seat = Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name"))
    key = ("campaign_id", "seat")
    upgrade.add_table(StoredTable(PlayerWebhook, key=key, references=(of_campaign, of_seat)))


def keep_secrets_of_running_games(upgrade: Upgrade) -> None:
    """Let games that have begun show nobody's orders when they are over: no player was told so."""
    settings = column("settings", dict[str, Any])
    never = {"reveal": "never"}
    upgrade.rewrite("campaign", ("id",), settings, lambda given: {**given, **never})


def add_how_passes_end(upgrade: Upgrade) -> None:
    """Add since when passes fail, and at what; of the last one that is not known."""
    upgrade.add_column("pass", column("failing", datetime | None), None)
    upgrade.add_column("pass", column("why", str), "")


MIGRATIONS: tuple[Migration, ...] = (
    add_delivery_modes,
    drop_pictures,
    drop_leases,
    add_what_letters_ask,
    add_what_clocks_did,
    add_what_letters_wait_for,
    keep_rulings_of_running_games,
    add_failures,
    add_when_seats_were_taken,
    add_resolutions_of_confirmations,
    add_for_whom_deadlines_were_set,
    add_departures,
    let_jobs_be_what_waits,
    add_phases_that_letters_count_for,
    add_of_what_orders_were_warned,
    add_caretakers,
    add_webhooks_of_players,
    keep_secrets_of_running_games,
    add_how_passes_end,
)
"""In the order in which they are carried out. An example::

    def add_notes_of_seats(upgrade: Upgrade) -> None:
        upgrade.add_column("seat", column("note", str), "")
"""


class Schema(NamedTuple):
    """The tables as they are now, and the migrations that led to them."""

    tables: tuple[StoredTable, ...]
    migrations: tuple[Migration, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the migrations."""
        return tuple(migration.__name__ for migration in self.migrations)

    @property
    def number(self) -> int:
        """What a database of these tables says of itself."""
        return FIRST + len(self.migrations)

    def upgrade(self, saved: Upgrade, done: Collection[str]) -> None:
        """Carry out the migrations but those that are done."""
        for migration in self.migrations:
            if migration.__name__ not in done:
                migration(saved)


SCHEMA = Schema(TABLES, MIGRATIONS)
Records = dict[str, list[dict[str, Any]]]
"""By the name of a table its records, as JSON has them."""


class RecordsUpgrade:
    """What a migration does to the records of an archive."""

    def __init__(self, records: Records):
        self.records = records

    def add_table(self, table: StoredTable) -> None:
        """Do nothing: there are no records of it yet."""

    def drop_table(self, table: str) -> None:
        """Drop the records of a table."""
        self.records.pop(table, None)

    def add_column(self, table: str, column: TableColumn, value: Any) -> None:
        """Give all records of a table another field."""
        for row in self.records.get(table, ()):
            row[column.name] = msgspec.to_builtins(value)

    def drop_column(self, table: str, name: str) -> None:
        """Take a field from all records of a table."""
        for row in self.records.get(table, ()):
            del row[name]

    def rewrite(
        self,
        table: str,
        key: tuple[str, ...],
        column: TableColumn,
        change: Callable[[Any], Any],
        source: TableColumn | None = None,
    ) -> None:
        """Give a field of all records of a table another value."""
        source = source or column
        for row in self.records.get(table, ()):
            value = msgspec.convert(row[source.name], source.shape)
            row[column.name] = msgspec.to_builtins(change(value))

    def add_option(self, game: str, name: str, value: Value) -> None:
        """Give the records of a game's campaigns an option."""
        for row in self.records.get("campaign", ()):
            if row["ruleset"] == game:
                row["options"].setdefault(name, value)

    def use_jobs(self) -> None:
        """Do nothing: what waits is worked out when an archive is read."""
