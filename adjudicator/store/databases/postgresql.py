"""What only PostgreSQL does: connecting, its errors, making the schema, guards, locks.

Everything else in this room is SQL that SQLite reads as well.
"""

import re
import secrets
import zlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

import psycopg
import psycopg.sql
from psycopg.abc import PQGen
from psycopg.adapt import Buffer, Loader
from psycopg.pq import Format, TransactionStatus
from psycopg.rows import TupleRow

from adjudicator.store.columns import Held, StoredTable
from adjudicator.store.databases.base import NEVER_DELETED, Store, guards
from adjudicator.store.databases.jobs import Queue, key_of_letter
from adjudicator.store.databases.migrate import migrate
from adjudicator.store.errors import DatabaseError, RaceLostError, StoreError, reason
from adjudicator.store.jobs import WORKER
from adjudicator.store.letter_records import Letter
from adjudicator.store.migrations import Schema
from adjudicator.store.place import Server
from adjudicator.store.records import Due
from adjudicator.wording import Reason

T = TypeVar("T")

_SESSION = """\
SET lock_timeout = '30s'; SET statement_timeout = 0; SET synchronous_commit = on;
SET idle_in_transaction_session_timeout = '5min'; SET timezone = 'UTC';
SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4;
SET tcp_user_timeout = 40000"""
"""What a connection needs, whatever the server gives to others: locks are waited for, what is read
through or written anew takes its time, and the locks of a client are free 40 seconds after its
machine has gone, or five minutes after it was stopped within a transaction."""
_OF_WORKER = (
    "SELECT set_config(name, '5min', false) FROM pg_settings WHERE name = 'idle_session_timeout'"
)
"""What the connection of a worker needs besides, for it holds locks between its transactions, too:
they are free five minutes after a network keeps from the server that nobody is there. A server
before version 14 does not know it."""
PATIENCE = 120.0
"""Seconds after which a worker gives a connection up over which a statement gets no answer; and
whoever opens a database."""
_ALIVE = {
    "connect_timeout": 10,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 40_000,
}
"""So a connection is given up 40 seconds after the server's machine has gone. An address may say
otherwise."""
_CUT = re.compile(r"\w+://[^@/?]*(/[^?]*@|:[^@/?\]]*[^@/?\]\d,:][^@/?\]]*\?.*@)", re.DOTALL)
"""An address whose password has a sign in it that ends the part in which passwords stand."""
_RACES = (
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
    psycopg.errors.UniqueViolation,
)
_NUL, _ESCAPE = "\0", "\uffff"


class _Connection(psycopg.Connection[TupleRow]):
    """A connection that can be given up: a network that hangs, and ends nothing, says no word."""

    patience: float | None = None
    """Seconds for which the answer to a statement is waited for; None: for ever."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Return what a statement returns. Raises DatabaseError, and is closed, if nothing comes
        for too long."""
        try:
            return super().wait(gen, interval, timeout or self.patience)
        except psycopg.OperationalError as error:
            if self.pgconn.transaction_status != TransactionStatus.ACTIVE:
                raise
            self.pgconn.finish()  # it waits still
            why = reason("no-answer", seconds=self.patience)
            raise DatabaseError(why, reason("advice.server")) from error


def _connect(server: Server) -> _Connection:
    """Connect to a server. Raises DatabaseError, and StoreError for what is no address."""
    try:
        if server.address.partition("?")[0].count("@") > 1:
            raise StoreError("two-ats", server=server)
        if _CUT.match(server.address):
            raise StoreError("late-at", server=server)
        given = psycopg.conninfo.conninfo_to_dict(server.address)
    except psycopg.Error:  # what it says may hold a part of the password
        raise StoreError("no-address", server=server) from None
    wanted: dict[str, Any] = {"application_name": "adjudicator", **_ALIVE} | given
    try:
        conn = _Connection.connect(**wanted, autocommit=True, client_encoding="UTF8")
    except psycopg.Error as error:
        lines = (line for line in str(error).splitlines() if line and not line[0].isspace())
        why = "; ".join(lines).rstrip(".")  # what is indented is the driver's advice
        advice = reason("advice.log-in")
        raise DatabaseError(reason("not-connected", why=why), advice) from error
    conn.patience = PATIENCE
    conn.adapters.register_loader("text", _TextLoader)
    with _errors(conn):
        conn.execute(_SESSION)
        mark = secrets.token_hex(8)
        conn.execute(f"SET adjudicator.session = '{mark}'")
        kept = conn.execute("SELECT current_setting('adjudicator.session', true)").fetchone()
    if kept != (mark,):
        conn.close()
        raise StoreError("shared-sessions", server=server)
    return conn


class _TextLoader(Loader):
    """Reads a text, in which there may be a character that PostgreSQL does not keep."""

    format = Format.BINARY

    def load(self, data: Buffer) -> str:
        text = str(data, "utf-8")
        if _ESCAPE in text:
            return text.replace(f"{_ESCAPE}0", _NUL).replace(f"{_ESCAPE}1", _ESCAPE)
        return text


@contextmanager
def _errors(conn: psycopg.Connection[Any]) -> Iterator[None]:
    """Raise what the driver raises as a DatabaseError."""
    try:
        yield
    except psycopg.Error as error:
        said = error.diag.message_primary or str(error).partition("\n")[0]
        what = said.rstrip(".") or str(reason("no-reason-given"))
        if conn.closed:
            raise DatabaseError(what, reason("advice.server")) from error
        if isinstance(error, _RACES):
            raise RaceLostError(what) from error
        if isinstance(error, psycopg.errors.LockNotAvailable):
            raise DatabaseError(reason("locked"), reason("advice.locked")) from error
        if isinstance(error, psycopg.errors.InsufficientPrivilege):
            raise DatabaseError(what, reason("advice.grant")) from error
        raise DatabaseError(what) from error


@lru_cache(maxsize=1000)
def _with_marks(sql: str) -> str:
    """Return a statement with marks for its values as the driver wants them."""
    return sql.replace("%", "%%").replace("?", "%s")


def _parameter(value: Held) -> Held:
    """Return a value as the driver wants it: it knows no number that is true."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and (_NUL in value or _ESCAPE in value):
        return value.replace(_ESCAPE, f"{_ESCAPE}1").replace(_NUL, f"{_ESCAPE}0")
    return value


_MARK = "adjudicator_schema"
"""The table that holds the number of the schema, and says that the others are ours."""
_REFUSE = """\
CREATE OR REPLACE FUNCTION adjudicator_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('adjudicator.guards', true) = 'lifted' THEN
        RETURN coalesce(NEW, OLD);
    END IF;
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, TG_ARGV[0];
END $$"""


class PostgreSQL(Store):
    """A connection to a database of a server. One that was lost is made anew when it is needed.

    Who writes holds an advisory lock: that of the campaign that he named, or that of all. What is
    written outside of a transaction is one by itself.
    """

    types = {int: "bigint", str: 'text COLLATE "C"', bytes: "bytea"}
    """Texts are compared and ordered by their bytes, as in SQLite."""
    reading = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    absent = " NULLS FIRST"
    """As SQLite has it by itself."""

    jobs: Queue

    def __init__(self, server: Server, schema: Schema, *, create: bool):
        tables = tuple(table for table in schema.tables if not table.of_files)
        super().__init__(server, schema._replace(tables=tables))
        self._server = server
        self._is_open = False
        self._patience: float | None = None
        self._letters: dict[str, tuple[Letter, datetime | None]] = {}
        """Letters that the open transaction lets wait, one of each job that is to send them."""
        try:
            self.conn: _Connection = _connect(server)
            try:
                self._space = _check_encoding(self)
                self.jobs = Queue(self, self.lock_number, self.errors)
                if not create and self.is_new():
                    raise StoreError("no-campaigns", server=server)
                migrate(self, self._schema)
                if self.jobs.is_behind():
                    self.conn.patience = None
                    with self.atomic():
                        self.jobs.make()
                self.conn.patience = self._patience
            except BaseException:
                self.close()
                raise
        except DatabaseError as error:
            facts = {"server": server, "error": error, "advice": error.advice}
            raise StoreError("no-connection", **facts) from error

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._is_open

    def _lock_sql(self, campaign: int | None) -> str:
        """Return what begins a transaction that writes, with the lock of one campaign or of all."""
        every = f"{_number(self._space)}, 0"
        if campaign is None:
            return f"BEGIN; SELECT pg_advisory_xact_lock({every})"
        own = f"{_number(self._space)}, {campaign:d}"
        shared = f"SELECT pg_advisory_xact_lock_shared({every})"
        return f"BEGIN; {shared}; SELECT pg_advisory_xact_lock({own})"

    def _begin(self, statement: str) -> None:
        """Begin a transaction, over a new connection if the last one was lost."""
        self._connect_again()
        try:
            with _errors(self.conn):
                self.conn.execute(statement)
        except BaseException:
            with suppress(psycopg.Error):
                self.conn.execute("ROLLBACK")
            raise
        self._is_open = True

    def _end(self, statement: str) -> None:
        """End a transaction, or begin or end a part of it: with COMMIT, ROLLBACK, SAVEPOINT …"""
        if statement == "COMMIT":
            for key in sorted(self._letters):  # in order, so that none waits for one who waits
                self.jobs.put_letter(*self._letters[key])
        if statement in ("COMMIT", "ROLLBACK"):
            self._letters.clear()
            self._is_open = False
        if statement == "ROLLBACK" and self.conn.closed:
            return  # the server has done it
        with _errors(self.conn):
            done = self.conn.execute(statement).statusmessage
        if statement == "COMMIT" and done != statement:  # so it answers if one before failed
            raise DatabaseError(reason("transaction-failed"))

    def select(self, sql: str, *values: Held) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds."""
        return self._execute(sql, *values).fetchall()

    def write(self, sql: str, *values: Held) -> int:
        """Carry out a statement that writes; return how many rows it wrote."""
        if self.in_transaction:
            return self._execute(sql, *values).rowcount
        with self.atomic():
            return self._execute(sql, *values).rowcount

    def is_new(self) -> bool:
        """Say whether it holds no tables of ours yet."""
        return not self.has_table(_MARK)

    def make(self) -> None:
        """Make all tables, within a transaction. Raises StoreError if one is there already."""
        for table in self._schema.tables:
            if self.has_table(table.name):
                raise StoreError("another-table", place=self.place, name=table.name)
        self.write(f"CREATE TABLE {_MARK} (number bigint NOT NULL)")
        self.write(f"INSERT INTO {_MARK} VALUES (0)")
        super().make()
        self.use_jobs()

    def schema_number(self) -> int:
        """Return the number of the schema that it has."""
        return int(self.select(f"SELECT number FROM {_MARK}")[0][0])

    def set_schema_number(self, number: int) -> None:
        """Note that it has the schema of another number."""
        self.write(f"UPDATE {_MARK} SET number = ?", number)

    def due_of(self, campaign: int) -> list[Due]:
        """Return what must happen next in a campaign, by the names of the kinds."""
        return self.jobs.due_of(campaign)

    def due_until(self, to: datetime, limit: int | None = None) -> list[Due]:
        """Return what must happen by a moment in any campaign, in order; so many at most."""
        return self.jobs.due_until(to, limit)

    def put_due(self, campaign: int, entries: Sequence[Due]) -> None:
        """Write what must happen next in a campaign, in place of what stood there."""
        self.jobs.put_due(campaign, entries)

    def note_letter(self, letter: Letter, moment: datetime | None) -> None:
        """Let a job be there for a letter that waits; it is put when the transaction ends."""
        if not letter.recipients or letter.sent:
            return
        if not self.in_transaction:
            with self.atomic():
                self.note_letter(letter, moment)
            return
        key = key_of_letter(letter)
        known = self._letters.get(key)
        if known is None or (known[1] and (moment is None or moment < known[1])):
            self._letters[key] = (letter, moment)

    def note_letters(self) -> None:
        """Let jobs be there for all letters that wait."""
        self.jobs.mend_letters()

    def use_jobs(self) -> None:
        """Let what waits be jobs: make their tables, and put one for all that waits."""
        self.jobs.make()
        if self.has_table("due"):
            self.jobs.take_over()
            self.drop_table("due")

    def has_table(self, name: str) -> bool:
        """Say whether it has a table of that name."""
        # Names that a session did not find it remembers, and misses what was made since; rows it
        # sees.
        sql = (
            "SELECT EXISTS (SELECT 1 FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
            " WHERE relname = ? AND nspname = current_schema())"
        )
        ((exists,),) = self.select(sql, name)
        return bool(exists)

    def add_table(self, table: StoredTable) -> None:
        """Make a table without guards, and without indexes but those of its keys."""
        parts = [self.define(column) for column in table.columns]
        if table.key == ("id",):
            counted = " GENERATED BY DEFAULT AS IDENTITY"
            parts = [f"{part}{counted}" if part.startswith("id ") else part for part in parts]
        parts.append(f"PRIMARY KEY ({', '.join(table.key)})")
        parts += [f"UNIQUE ({each})" for each in table.unique]
        parts += [
            f"FOREIGN KEY ({', '.join(each.columns)}) REFERENCES {each.table} "
            f"({', '.join(each.others)})"
            for each in table.references
        ]
        self.write(f"CREATE TABLE {table.name} ({', '.join(parts)})")

    def literal(self, value: Held) -> str:
        """Return a value as SQL has it that takes no values."""
        return psycopg.sql.Literal(_parameter(value)).as_string(self.conn)

    def strip(self) -> None:
        """Drop all indexes that are not of a key, and all guards."""
        ours = ", ".join(f"'{table.name}'" for table in self._schema.tables)
        sql = (
            "SELECT format('TRIGGER %I ON %s', tgname, tgrelid::regclass) FROM pg_trigger"
            " JOIN pg_class c ON c.oid = tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
            f" WHERE NOT tgisinternal AND nspname = current_schema() AND relname IN ({ours})"
            " UNION ALL SELECT format('INDEX %s', indexrelid::regclass) FROM pg_index"
            " JOIN pg_class c ON c.oid = indrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
            f" WHERE NOT indisunique AND nspname = current_schema() AND relname IN ({ours})"
        )
        for (what,) in self.select(sql):
            self.write(f"DROP {what}")

    def dress(self) -> None:
        """Make the indexes and the guards."""
        self.write(_REFUSE)
        super().dress()

    def guard_sql(self, table: StoredTable) -> Iterator[str]:
        """Yield the triggers that refuse what must never happen to a record."""
        truncate = [("truncate", "TRUNCATE", NEVER_DELETED)] if table.kept else []
        for name, event, why in (*guards(table), *truncate):
            each = "STATEMENT" if name == "truncate" else "ROW"
            yield (
                f"CREATE TRIGGER {table.name}_no_{name} BEFORE {event} ON {table.name} "
                f"FOR EACH {each} EXECUTE FUNCTION adjudicator_refuse('{why}')"
            )

    def keep_copy(self, number: int) -> None:
        """Keep none: it is all one transaction, and a server has programs of its own for copies.

        What is written anew then takes its time.
        """
        self.conn.patience = None

    @contextmanager
    def without_guards(self) -> Iterator[None]:
        """A transaction in which what is kept can be changed all the same."""
        with self.atomic():
            self.write("SET LOCAL adjudicator.guards = 'lifted'")
            yield
            self.write("SET LOCAL adjudicator.guards = 'set'")

    def _set_haste(self, hasty: bool) -> None:
        """Say whether commits return before they are on the disk; they stay whole, in order."""
        self._execute(f"SET synchronous_commit = {'off' if hasty else 'on'}")

    def flush(self) -> None:
        """Wait until all that was committed, by whomever, is on the disk.

        That takes a commit that is waited for; this one writes a word into the log alone.
        """
        self.select("SELECT pg_logical_emit_message(true, 'adjudicator', '')")

    @contextmanager
    def claim(self, what: str, *, shared: bool = False) -> Iterator[bool]:
        """Claim it by a lock that the session holds. Raises StoreError if a pool shares that."""
        lock = f"{_number(f'{self._space} claims')}, {_number(what)}"
        how = "_shared" if shared else ""
        ((mine,),) = self.select(f"SELECT pg_try_advisory_lock{how}({lock})")
        conn = self.conn
        try:
            yield mine
        finally:
            if mine and not self.conn.closed:
                ((was_held,),) = self.select(f"SELECT pg_advisory_unlock{how}({lock})")
                if not (was_held or self.conn is not conn):
                    raise StoreError("shared-sessions", server=self.place)

    def lock_number(self, name: str) -> int:
        """Return the number of a lock that only those know who use the same tables."""
        return _number(f"{self._space} {name}")

    def check_session(self) -> None:
        """Raise StoreError if a pool gives the session to others between two statements.

        Such a pool gives what was used last to who comes next, so another client is let begin
        before this one looks whether it still has what it had.
        """
        self._patience = self.conn.patience = PATIENCE
        mark = secrets.token_hex(8)
        with self.errors():
            self.conn.execute(f"SET adjudicator.session = '{mark}'")
        other = _connect(self._server)
        try:
            other.execute("BEGIN")
            other.execute("SELECT 1")
        except psycopg.Error:  # it allows not even transactions
            raise StoreError("shared-sessions", server=self.place) from None
        else:
            ((kept,),) = self.select("SELECT current_setting('adjudicator.session', true)")
        finally:
            other.close()
        if kept != mark:
            raise StoreError("shared-sessions", server=self.place)

    def become_worker(self) -> None:
        """Let the connection be that of a worker, and be known as such."""
        self._patience = self.conn.patience = PATIENCE
        self.select("SELECT set_config('application_name', ?, false)", WORKER)
        self.select(_OF_WORKER)

    def errors(self) -> AbstractContextManager[None]:
        """Raise what the driver raises in the block as a DatabaseError."""
        return _errors(self.conn)

    def set_counters(self) -> None:
        """Let the next numbers of rows follow those that are there, some of which were given."""
        for table in self._schema.tables:
            if table.key == ("id",):
                self.select(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id))"
                    f" FROM {table.name} HAVING max(id) > 0"
                )

    def faults(self) -> list[str]:
        """Read the database through, and say what is damaged; empty if nothing is."""
        faults = []
        for table in self._schema.tables:
            try:
                self.select(f"SELECT sum(length(t::text)) FROM {table.name} t")
            except DatabaseError as error:
                faults.append(f"{table.name}: {error}")
        return faults

    def shrink(self) -> None:
        """Write the tables anew, so that nothing is left in them of what was erased.

        Their statistics, which hold some of their values, are made anew, too; the table of those is
        written anew if the database is ours, and else left to the server.
        """
        for table in self._schema.tables:
            self._execute(f"VACUUM (FULL, ANALYZE) {table.name}")
        self._execute("VACUUM FULL pg_statistic")

    def remains(self) -> tuple[Reason, ...]:
        """Say where what was erased can still be, beyond the tables."""
        return reason("remains.logs"), reason("remains.rows")

    def _execute(self, sql: str, *values: Held) -> psycopg.Cursor[TupleRow]:
        if not self.in_transaction:
            self._connect_again()
        with _errors(self.conn):
            if not values:
                return self.conn.execute(sql, binary=True)
            return self.conn.execute(_with_marks(sql), [_parameter(v) for v in values], binary=True)

    def _connect_again(self) -> None:
        if self.conn.closed:
            self.conn = _connect(self._server)
            self.conn.patience = self._patience


def _check_encoding(base: PostgreSQL) -> str:
    """Return the schema, in PostgreSQL's sense, that holds the tables. Raises StoreError."""
    sql = "SELECT current_schema()::text, current_setting('server_encoding')"
    ((space, encoding),) = base.select(sql)
    if space is None:
        raise StoreError("no-schema", place=base.place)
    if encoding != "UTF8":
        raise StoreError("no-unicode", place=base.place, encoding=encoding)
    return str(space)


def _number(name: str) -> int:
    """Return the number of a lock; the first of two is the schema's, for advisory locks are those
    of a database."""
    return zlib.crc32(name.encode()) - 2**31
