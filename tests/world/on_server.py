"""A world whose database is one of a PostgreSQL server, with workers that take jobs there.

What is ready is so by the clock of the server, which is the world's: its databases have a ``now()``
of their own.
"""

import secrets
import time
from typing import NamedTuple

import psycopg
from processes import Mortal, MortalStore
from simulation import World

from adjudicator.store.databases.postgresql import PostgreSQL
from adjudicator.store.migrations import SCHEMA
from adjudicator.store.place import Server

_CLOCK = """\
CREATE FUNCTION public.now() RETURNS timestamptz STABLE LANGUAGE sql AS $$
SELECT coalesce(current_setting('world.now', true)::timestamptz, pg_catalog.now()) $$;
ALTER TABLE procrastinate_events ALTER at SET DEFAULT public.now();
DO $$ BEGIN
EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
END $$"""
"""Lets the server's clock be what a client tells it."""


def set_clock(address):
    """Let the clock of a database be the world's, and return its address."""
    with psycopg.connect(address, autocommit=True) as conn:
        conn.execute(_CLOCK)
    return address


class Watch:
    """Sees by one connection whether processes of a server are there still."""

    conn = None

    def sees(self, address, process):
        """Whether a process is there that had a database open."""
        if self.conn is None:
            self.conn = psycopg.connect(f"{address.rpartition('/')[0]}/postgres", autocommit=True)
        sql = "SELECT 1 FROM pg_stat_get_activity(%s)"
        return bool(self.conn.execute(sql, [process]).fetchone())


class MortalServer(Mortal, PostgreSQL):
    """A database of a server as a process has it open that can be killed, or lose it."""

    def __init__(self, place, life, machine):
        super().__init__(place, SCHEMA, create=True)
        self.life, self.machine = life, machine

    _told = None
    """The connection whose clock was set last, and to what."""

    def _connect_again(self):
        super()._connect_again()
        told = self.conn, self.machine.now()
        if told != self._told:
            with self.errors():
                self.conn.execute("SELECT set_config('world.now', %s, false)", [str(told[1])])
            self._told = told

    def _begin(self, statement):
        if self.machine.is_lost():
            self.close()
            with self.errors():
                self.conn.execute(statement)
        super()._begin(statement)

    def flush(self):
        """Wait for the disk of the server."""
        self.life.step("flush")
        super().flush()

    def close(self):
        """Hang up, and wait until the server has noticed: chance decides here, and no race."""
        process = self.conn.info.backend_pid if not self.conn.closed else 0
        super().close()
        while self.watch.sees(self.place.address, process):
            time.sleep(0.001)


class WorldOnServer(World):
    """A world of ``world_on_server``. A game that moves goes on in a file, and then on the server
    again."""

    store_kind = MortalServer
    impossible = ("power", "full", "disk", "restore", "upgrade")

    def _place(self, folder):
        if self.counts["moves"] % 2:
            return super()._place(folder)
        return Server(set_clock(self.new_address()))

    def kind_of(self, place):
        """Return of which kind the database is that lies somewhere."""
        return self.store_kind if isinstance(place, Server) else MortalStore

    def note_flush(self):
        """Do nothing: the disk of the server never fails here."""


def world_on_server(new_address):
    """Return the kind of world whose databases a function makes, which returns their addresses."""
    store = type("MortalServer", (MortalServer,), {"watch": Watch()})
    own = {"new_address": lambda _: new_address(), "store_kind": store}
    return type("WorldOnServer", (WorldOnServer,), own)


class Databases(NamedTuple):
    """Makes databases at a server that runs, and throws them away."""

    server: str
    """The address of a database there."""
    template: str
    """The name of one with all tables."""
    made: list[str]

    def new(self):
        """Make a database; return its address."""
        name = f"world_{secrets.token_hex(8)}"
        self._ask(f"CREATE DATABASE {name} TEMPLATE {self.template} STRATEGY file_copy")
        self.made.append(name)
        return f"{self.server.rpartition('/')[0]}/{name}"

    def throw_away(self):
        """Throw all away that were made."""
        while self.made:
            self._ask(f"DROP DATABASE {self.made.pop()} WITH (FORCE)")

    def _ask(self, sql):
        with psycopg.connect(self.server, autocommit=True) as conn:
            conn.execute(sql)
