"""What only PostgreSQL does: making the schema, guards, locks.

Everything else in this room is SQL that SQLite reads as well.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from adjudicator.store.columns import Column, Held, Table
from adjudicator.store.databases.base import refuse_other_schema
from adjudicator.store.databases.connection import connect, errors, parameter, with_marks
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.place import Server

_TYPES = {int: "bigint", str: 'text COLLATE "C"', bytes: "bytea"}
"""Texts are compared and ordered by their bytes, as in SQLite."""
_MARK = "adjudicator_schema"
"""The table that holds the number of the schema, and says that the others are ours."""
_REFUSE = """\
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('adjudicator.guards', true) = 'lifted' OR ({unless}) THEN
        RETURN coalesce(NEW, OLD);
    END IF;
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, TG_ARGV[0];
END $$"""


class PostgreSQL:
    """A connection to a database of a server. One that was lost is made anew when it is needed.

    Who writes holds an advisory lock: that of the campaign that he named, or that of all. What is
    written outside of a transaction is one by itself.
    """

    def __init__(self, server: Server, tables: Sequence[Table], schema: int, *, create: bool):
        self.place = server
        self.in_transaction = False
        self._tables = tables
        try:
            self.conn = connect(server)
            try:
                self._space = _check_encoding(self)
                _make(self, tables, schema, create=create)
            except BaseException:
                self.close()
                raise
        except DatabaseError as error:
            raise StoreError(f"{server}: {error}. {error.advice}".rstrip()) from error

    def begin(self, campaign: int | None) -> None:
        """Open a transaction that writes, with the lock of one campaign or of all."""
        every = f"{_number(self._space)}, 0"
        if campaign is None:
            lock = f"SELECT pg_advisory_xact_lock({every})"
        else:
            own = f"{_number(self._space)}, {campaign:d}"
            lock = f"SELECT pg_advisory_xact_lock_shared({every}); "
            lock += f"SELECT pg_advisory_xact_lock({own})"
        self._begin(f"BEGIN; {lock}")

    def begin_reading(self) -> None:
        """Open a transaction that sees one state of the database throughout."""
        self._begin("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")

    def end(self, how: str) -> None:
        """End a transaction, or begin or end a part of it: with COMMIT, ROLLBACK, SAVEPOINT …"""
        if how in ("COMMIT", "ROLLBACK"):
            self.in_transaction = False
        if how == "ROLLBACK" and self.conn.closed:
            return  # the server has done it
        with errors(self.conn):
            done = self.conn.execute(how).statusmessage
        if how == "COMMIT" and done != how:  # so it answers if a statement failed before
            raise DatabaseError("the transaction had failed, and nothing of it was written")

    def select(self, sql: str, values: Sequence[Held] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds."""
        return self._execute(sql, values).fetchall()

    def write(self, sql: str, values: Sequence[Held] = ()) -> int:
        """Carry out a statement that writes; return how many rows it wrote."""
        if self.in_transaction:
            return self._execute(sql, values).rowcount
        self.begin(None)
        try:
            count = self._execute(sql, values).rowcount
        except BaseException:
            with suppress(DatabaseError):
                self.end("ROLLBACK")
            raise
        self.end("COMMIT")
        return count

    def lift_guards(self, tables: Iterable[Table]) -> None:
        """Let what is kept be changed, until the guards are set again or the transaction ends."""
        self.write("SET LOCAL adjudicator.guards = 'lifted'")

    def set_guards(self, tables: Iterable[Table]) -> None:
        """Guard what is kept."""
        self.write("SET LOCAL adjudicator.guards = 'set'")

    def set_haste(self, hasty: bool) -> None:
        """Say whether commits return before they are on the disk; they stay whole, in order."""
        self._execute(f"SET synchronous_commit = {'off' if hasty else 'on'}", ())

    def flush(self) -> None:
        """Wait until all that was committed, by whomever, is on the disk.

        That takes a commit that is waited for; this one writes a word into the log alone.
        """
        self.select("SELECT pg_logical_emit_message(true, 'adjudicator', '')")

    @contextmanager
    def claim(self, campaign: int) -> Iterator[bool]:
        """Work at a campaign during the block; it is given False if another process does."""
        lock = f"{_number(f'{self._space} claims')}, {campaign:d}"
        ((mine,),) = self.select(f"SELECT pg_try_advisory_lock({lock})")
        try:
            yield mine
        finally:
            if mine and not self.conn.closed:
                self.select(f"SELECT pg_advisory_unlock({lock})")

    def set_counters(self, tables: Iterable[Table]) -> None:
        """Let the next numbers of rows follow those that are there, some of which were given."""
        for table in tables:
            if table.key == ("id",):
                self.select(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id))"
                    f" FROM {table.name} HAVING max(id) > 0"
                )

    def back_up(self, target: Path) -> None:
        """Refuse: a server has programs of its own for that. Raises StoreError."""
        raise StoreError(
            f"{self.place} is backed up with PostgreSQL's own programs, such as pg_dump."
        )

    def faults(self) -> list[str]:
        """Read the database through, and say what is damaged; empty if nothing is."""
        faults = []
        for table in self._tables:
            try:
                self.select(f"SELECT sum(length(t::text)) FROM {table.name} t")
            except DatabaseError as error:
                faults.append(f"{table.name}: {error}")
        return faults

    def is_alone(self) -> bool:
        """Say that it cannot be one file."""
        return False

    def is_in_place(self) -> bool:
        """Say that a server does not put another database in the place of one that is open."""
        return True

    def shrink(self) -> None:
        """Write the tables anew, so that nothing is left in them of what was erased.

        Their statistics, which hold some of their values, are made anew, too; the table of those is
        written anew if the database is ours, and else left to the server.
        """
        for table in self._tables:
            self._execute(f"VACUUM (FULL, ANALYZE) {table.name}", ())
        self._execute("VACUUM FULL pg_statistic", ())

    def remains(self) -> tuple[str, ...]:
        """Say where what was erased can still be, beyond the tables."""
        return (
            "the server’s log of changes (WAL) until it is written over, its standbys’ and archived"
            " logs, its backups and log files",
            "rows that another program was reading just then, until “vacuumdb --full” has run",
        )

    def close(self) -> None:
        """Close the connection."""
        self.conn.close()

    def _begin(self, sql: str) -> None:
        self._connect_again()
        try:
            with errors(self.conn):
                self.conn.execute(sql)
        except BaseException:
            with suppress(psycopg.Error):
                self.conn.execute("ROLLBACK")
            raise
        self.in_transaction = True

    def _execute(self, sql: str, values: Sequence[Held]) -> psycopg.Cursor[Any]:
        if not self.in_transaction:
            self._connect_again()
        with errors(self.conn):
            if not values:
                return self.conn.execute(sql, binary=True)
            return self.conn.execute(with_marks(sql), [parameter(v) for v in values], binary=True)

    def _connect_again(self) -> None:
        if self.conn.closed:
            self.conn = connect(self.place)


def _check_encoding(base: PostgreSQL) -> str:
    """Return the schema, in PostgreSQL's sense, that holds the tables. Raises StoreError."""
    sql = "SELECT current_schema()::text, current_setting('server_encoding')"
    ((space, encoding),) = base.select(sql)
    if space is None:
        raise StoreError(f"{base.place}: its search_path names no schema that is there.")
    if encoding != "UTF8":
        raise StoreError(
            f"{base.place} keeps text in {encoding}, which does not have every letter. Make a "
            "database with ENCODING 'UTF8' TEMPLATE template0."
        )
    return str(space)


def _make(base: PostgreSQL, tables: Iterable[Table], schema: int, *, create: bool) -> None:
    """Make the schema if there is none; refuse that of another release."""
    if not _is_there(base, _MARK):
        if not create:
            raise StoreError(
                f"{base.place} holds no campaigns. “adjudicator new” makes the first; --db names "
                "another database."
            )
        base.begin(None)
        try:
            if not _is_there(base, _MARK):  # nobody else has made it meanwhile
                _make_tables(base, tables, schema)
            base.end("COMMIT")
        except BaseException:
            base.end("ROLLBACK")
            raise
    ((there,),) = base.select(f"SELECT number FROM {_MARK}")
    refuse_other_schema(base.place, there, schema)


def _is_there(base: PostgreSQL, table: str) -> bool:
    # Names that a session did not find it remembers, and misses what was made since; rows it sees.
    sql = (
        "SELECT EXISTS (SELECT 1 FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
        " WHERE relname = ? AND nspname = current_schema())"
    )
    ((found,),) = base.select(sql, (table,))
    return bool(found)


def _make_tables(base: PostgreSQL, tables: Iterable[Table], schema: int) -> None:
    for table in tables:
        if _is_there(base, table.name):
            raise StoreError(
                f"{base.place}: not a campaign database: it holds another table “{table.name}”. "
                "Make a database for the campaigns alone."
            )
    base.write(f"CREATE TABLE {_MARK} (number bigint NOT NULL)")
    base.write(f"INSERT INTO {_MARK} VALUES (?)", (schema,))
    base.write(_REFUSE.format(name="adjudicator_refuse", unless="false"))
    for table in tables:
        for statement in _statements(table):
            base.write(statement)


def _statements(table: Table) -> Iterator[str]:
    """Return what makes a table, its indexes and its guards."""
    parts = [_column(table, column) for column in table.columns]
    parts.append(f"PRIMARY KEY ({', '.join(table.key)})")
    parts += [f"UNIQUE ({', '.join(each)})" for each in table.unique]
    parts += [
        f"FOREIGN KEY ({', '.join(each.columns)}) REFERENCES {each.table} "
        f"({', '.join(each.others)})"
        for each in table.references
    ]
    yield f"CREATE TABLE {table.name} ({', '.join(parts)})"
    optional = {column.name for column in table.columns if column.optional}
    for index in table.indexes:
        # SQLite puts what is absent first.
        columns = [f"{each} NULLS FIRST" if each in optional else each for each in index.columns]
        where = f" WHERE {index.where}" if index.where else ""
        yield f"CREATE INDEX ON {table.name} ({', '.join(columns)}){where}"
    yield from _guards(table)


def _column(table: Table, column: Column) -> str:
    counted = " GENERATED BY DEFAULT AS IDENTITY" if table.key == ("id",) == (column.name,) else ""
    needed = "" if column.optional else " NOT NULL"
    return f"{column.name} {_TYPES[column.type]}{counted}{needed}"


def _guards(table: Table) -> Iterator[str]:
    """Return the triggers that refuse what must never happen to a record."""
    if not table.kept:
        return
    fixed = [c.name for c in table.columns if c.name not in table.changeable]
    update = f"UPDATE OF {', '.join(fixed)}" if table.changeable else "UPDATE"
    what = "that column is" if table.changeable else "rows are"
    never = "that row is not deleted" if table.may_go else "rows are never deleted"
    refuse = "adjudicator_refuse"
    if table.may_go:
        refuse = f"{table.name}_refuse"
        yield _REFUSE.format(name=refuse, unless=f"TG_OP = 'DELETE' AND ({table.may_go})")
    for name, event, each, function, why in (
        ("delete", "DELETE", "ROW", refuse, never),
        ("truncate", "TRUNCATE", "STATEMENT", "adjudicator_refuse", never),
        ("update", update, "ROW", "adjudicator_refuse", f"{what} never changed"),
    ):
        yield (
            f"CREATE TRIGGER {table.name}_no_{name} BEFORE {event} ON {table.name} "
            f"FOR EACH {each} EXECUTE FUNCTION {function}('{why}')"
        )


def _number(space: str) -> int:
    """Return the number that a schema's locks have; advisory locks are those of a database."""
    return zlib.crc32(space.encode()) - 2**31
