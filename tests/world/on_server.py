"""A world whose database is one of a PostgreSQL server."""

import time

import psycopg
from processes import Mortal, MortalStore
from simulation import World

from adjudicator.store.databases.postgresql import PostgreSQL
from adjudicator.store.migrations import SCHEMA
from adjudicator.store.place import Server


class MortalServer(Mortal, PostgreSQL):
    """A database of a server as a process has it open that can be killed, or lose it."""

    def __init__(self, place, life, machine):
        super().__init__(place, SCHEMA, create=True)
        self.life, self.machine = life, machine

    def _begin(self, statement):
        if self.machine.is_lost():
            self.close()
        super()._begin(statement)

    def flush(self):
        """Wait for the disk of the server."""
        self.life.step("flush")
        super().flush()

    def close(self):
        """Hang up, and wait until the server has noticed: chance decides here, and no race."""
        process = self.conn.info.backend_pid if not self.conn.closed else 0
        super().close()
        with psycopg.connect(self.place.address, autocommit=True) as other:
            sql = "SELECT 1 FROM pg_stat_activity WHERE pid = %s"
            while other.execute(sql, [process]).fetchone():
                time.sleep(0.001)


class WorldOnServer(World):
    """Its kinds have ``new_address``, which makes a database and returns its address. A game that
    moves goes on in a file, and then on the server again."""

    store_kind = MortalServer
    may_stay = False  # who stays takes jobs there, by the clock of the server
    impossible = ("power", "full", "disk", "restore", "upgrade")

    def _place(self, folder):
        return super()._place(folder) if self.counts["moves"] % 2 else Server(self.new_address())

    def kind_of(self, place):
        """Return of which kind the database is that lies somewhere."""
        return self.store_kind if isinstance(place, Server) else MortalStore

    def note_flush(self):
        """Do nothing: the disk of the server never fails here."""
