"""An open database: transactions, and records written and read by equal columns."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec

from adjudicator.games.contract import Value
from adjudicator.store.columns import Bound, Held, StoredTable, TableColumn, column, columns, until
from adjudicator.store.errors import DatabaseError, StoreError, reason
from adjudicator.store.host import ANY_HOST
from adjudicator.store.jobs import Jobs
from adjudicator.store.letter_records import Letter
from adjudicator.store.migrations import DONE, FIRST, Schema
from adjudicator.store.place import Place
from adjudicator.store.records import Due
from adjudicator.store.tables import TABLE_OF
from adjudicator.wording import Reason

R = TypeVar("R", bound=msgspec.Struct)


class Store(ABC):
    """An open database, of whichever kind. What goes wrong in it is raised as a DatabaseError.

    One process may write to a campaign at a time; others wait up to 30 seconds.
    """

    types: ClassVar[Mapping[type, str]]
    """What the database calls the types of columns."""
    absent = ""
    """What puts rows first in an index whose column is absent."""

    def __init__(self, place: Place, schema: Schema):
        self.place = place
        self.conn: Any = None
        """The connection, as its driver knows it."""
        self.host = ANY_HOST
        """What its host has settled for all games."""
        self.jobs: Jobs | None = None
        """What waits, as jobs that workers take; None: a file has none, and is looked into."""
        self.came_from: int | None = None
        """The number of the schema that it had when it was opened, if that was an earlier one."""
        self._schema = schema
        self._only_reads = False
        self._holds: int | None = None

    # What each kind of database does in its own way

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    @abstractmethod
    def _lock_sql(self, campaign: int | None) -> str:
        """Return what begins a transaction that writes, with the lock of one campaign or of all."""

    @abstractmethod
    def select(self, sql: str, *values: Held) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds. It has ``?`` where a value belongs."""

    @abstractmethod
    def write(self, sql: str, *values: Held) -> int:
        """Carry out a statement that writes; return how many rows it wrote."""

    @abstractmethod
    def is_new(self) -> bool:
        """Say whether it holds no tables of ours yet."""

    @abstractmethod
    def schema_number(self) -> int:
        """Return the number of the schema that it has."""

    @abstractmethod
    def set_schema_number(self, number: int) -> None:
        """Note that it has the schema of another number."""

    @abstractmethod
    def has_table(self, name: str) -> bool:
        """Say whether it has a table of that name."""

    @abstractmethod
    def add_table(self, table: StoredTable) -> None:
        """Make a table without guards, and without indexes but those of its keys."""

    @abstractmethod
    def literal(self, value: Held) -> str:
        """Return a value as SQL has it that takes no values."""

    @abstractmethod
    def strip(self) -> None:
        """Drop all indexes that are not of a key, and all guards."""

    @abstractmethod
    def guard_sql(self, table: StoredTable) -> Iterator[str]:
        """Yield what makes the guards of a table."""

    @abstractmethod
    def without_guards(self) -> AbstractContextManager[None]:
        """A transaction in which what is kept can be changed all the same: to forget somebody."""

    @abstractmethod
    def _set_haste(self, hasty: bool) -> None:
        """Say whether commits return before they are on the disk; they stay whole, in order."""

    @abstractmethod
    def flush(self) -> None:
        """Wait until all that was committed is on the disk, whichever process wrote it."""

    @abstractmethod
    def claim(self, what: str, *, shared: bool = False) -> AbstractContextManager[bool]:
        """Be the only process to work at something during the block, from whatever machine.

        It is given False if another process does. What is ``shared`` others may share meanwhile,
        where a database can do that, and nobody has alone. Nobody claims anew what he has claimed.
        A claim ends with its process, and with the connection to a server: who loses that is told
        so by the next statement. That a phase is carried out once does not rest on it: the version
        of its campaign sees to that.
        """

    @abstractmethod
    def faults(self) -> list[str]:
        """Read the database through, and say what is damaged in it; empty if nothing is."""

    @abstractmethod
    def shrink(self) -> None:
        """Write the database anew, so that nothing is left in it of what was erased."""

    @abstractmethod
    def keep_copy(self, number: int) -> None:
        """Keep a copy of it as it is before a migration from a schema, if it can be one file.

        Called within a transaction that has written nothing yet.
        """

    # What a kind need not do, or does in a way of its own

    def set_counters(self) -> None:
        """Let the next numbers of rows follow those that are there, some of which were given.

        A file does so by itself.
        """

    def note_letter(self, letter: Letter, moment: datetime | None) -> None:
        """Take note that a letter that waits may go from a moment on; None: now.

        In a file who sends letters looks for those that wait.
        """

    def note_letters(self) -> None:
        """Take note of all letters that wait: some were entered as they were in another one."""

    def check_session(self) -> None:
        """Raise StoreError if others have a part in the connection: no worker can work so."""

    def become_worker(self) -> None:
        """Let the connection be that of a worker, where a database has such."""

    def use_jobs(self) -> None:
        """Let what waits be jobs, if the database is of a kind that has them.

        A file keeps the table ``due``, into which its one worker looks.
        """

    def random_bytes(self, count: int) -> bytes:
        """Draw what nobody can guess; all secrets that are kept in it are made from that."""
        return os.urandom(count)

    def due_of(self, campaign: int) -> list[Due]:
        """Return what must happen next in a campaign, by the names of the kinds."""
        return self.rows(Due, campaign_id=campaign)

    def due_until(self, to: datetime, limit: int | None = None) -> list[Due]:
        """Return what must happen by a moment in any campaign, in order; so many at most."""
        return self.rows(Due, order="at, campaign_id, what", limit=limit, at=until(to))

    def put_due(self, campaign: int, entries: Sequence[Due]) -> None:
        """Write what must happen next in a campaign, in place of what stood there.

        Within a transaction that has the lock of the campaign.
        """
        self.write("DELETE FROM due WHERE campaign_id = ?", campaign)
        for each in entries:
            self.add(each)

    reading = "BEGIN"
    """What begins a transaction that sees one state of the database throughout."""

    def _begin(self, statement: str) -> None:
        """Begin a transaction."""
        self.write(statement)

    def _end(self, statement: str) -> None:
        """End a transaction, or begin or end a part of it: with COMMIT, ROLLBACK, SAVEPOINT …"""
        self.write(statement)

    def is_alone(self) -> bool:
        """Say whether no other program has the database open.

        If so, all of it is in one file, and none can open it before this one closes it.
        """
        return False

    def is_in_place(self) -> bool:
        """Say whether what was opened still has the database's name and its schema.

        What is written to a file that was moved away, deleted or replaced is seen by nobody else;
        what is written to a database that a newer release has been at may make no sense in it.
        """
        return self.schema_number() == self._schema.number

    def remains(self) -> tuple[Reason, ...]:
        """Say where what was erased can still be, beyond what ``shrink`` writes anew."""
        return ()

    def dress(self) -> None:
        """Make the indexes and the guards."""
        for table in self._schema.tables:
            for statement in (*index_sql(table, self.absent), *self.guard_sql(table)):
                self.write(statement)

    # The schema, and what a migration can do to it

    def make(self) -> None:
        """Make all tables, within a transaction."""
        for table in self._schema.tables:
            self.add_table(table)
        self.dress()
        self.note_migrations()

    def past_migrations(self) -> tuple[str, ...]:
        """Return the names of the migrations that it has been through.

        Databases of the first releases say only how many there were.
        """
        if self.has_table(DONE.name):
            return tuple(name for (name,) in self.select(f"SELECT name FROM {DONE.name}"))
        return self._schema.names[: max(self.schema_number() - FIRST, 0)]

    def note_migrations(self) -> None:
        """Note that it has been through all migrations of the schema, and so its number."""
        if not self.has_table(DONE.name):
            self.add_table(DONE)
        for name in self._schema.names:
            row = {"name": name}
            self.write(insert_sql(DONE, row, if_absent=True), *row.values())
        self.set_schema_number(self._schema.number)

    def drop_table(self, table: str) -> None:
        """Drop a table with all that it holds."""
        self.write(f"DROP TABLE {table}")

    def add_column(self, table: str, column: TableColumn, value: Any) -> None:
        """Add a column, which has a value in all rows that are there."""
        default = "" if value is None else f" DEFAULT {self.literal(column.write(value))}"
        self.write(f"ALTER TABLE {table} ADD COLUMN {self.define(column)}{default}")

    def drop_column(self, table: str, name: str) -> None:
        """Drop a column, whatever keys and references it is part of."""
        self.write(f"ALTER TABLE {table} DROP COLUMN {name}")

    def rewrite(
        self,
        table: str,
        key: tuple[str, ...],
        column: TableColumn,
        change: Callable[[Any], Any],
        source: TableColumn | None = None,
    ) -> None:
        """Put what a function makes of it, or of its ``source``, in the place of each value of a
        column."""
        source = source or column
        where = " AND ".join(f"{name} = ?" for name in key)
        for values in self.select(f"SELECT {', '.join(key)} FROM {table}"):
            sql = f"SELECT {source.name} FROM {table} WHERE {where}"
            ((held,),) = self.select(sql, *values)
            new = column.write(change(source.read(held)))
            self.write(f"UPDATE {table} SET {column.name} = ? WHERE {where}", new, *values)

    def add_option(self, game: str, name: str, value: Value) -> None:
        """Give all campaigns of a game an option."""
        options = column("options", dict[str, Value])
        rows = self.select("SELECT id, options FROM campaign WHERE ruleset = ?", game)
        for campaign, held in rows:
            new = options.write({name: value, **options.read(held)})
            self.write("UPDATE campaign SET options = ? WHERE id = ?", new, campaign)

    def define(self, column: TableColumn) -> str:
        """Return what a column is called in SQL that makes it, and its type."""
        return f"{column.name} {self.types[column.type]}{'' if column.optional else ' NOT NULL'}"

    def close(self) -> None:
        """Close the database."""
        self.conn.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # What all do alike

    @contextmanager
    def atomic(self, campaign: int | None = None) -> Iterator[None]:
        """All or nothing: what the block writes is committed at its end, or not at all.

        The outermost block takes the write lock at once; an inner one can fail alone. The lock
        keeps out all others who write; of a block that names a ``campaign``, and writes nothing
        but what is that campaign's, it keeps out only those who write to that one, where a
        database can do that.
        """
        if self._only_reads:
            raise RuntimeError("a snapshot is for reading alone")
        inner = self.in_transaction
        if inner and self._holds not in (None, campaign):
            raise RuntimeError(f"the lock of campaign {self._holds} does not cover what is written")
        if inner:
            self._end("SAVEPOINT part")
        else:
            self._begin(self._lock_sql(campaign))
            self._holds = campaign
        try:
            yield
            self._end("RELEASE part" if inner else "COMMIT")
        except BaseException:
            if self.in_transaction and inner:
                self._end("ROLLBACK TO part")
            elif self.in_transaction:  # a full disk or a lost connection has ended it already
                with suppress(DatabaseError):
                    self._end("ROLLBACK")
            raise

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Undo at the end what the block writes: what cannot be done fails, and nothing is done."""
        with suppress(_UndoneError), self.atomic():
            yield
            raise _UndoneError

    @contextmanager
    def write_behind(self) -> Iterator[None]:
        """Commit what the block writes without waiting for the disk; ``flush`` waits for it.

        Who is killed loses nothing by that. If the machine fails, the last commits may be missing,
        so nothing may be said or thrown away on account of them before they are flushed.
        """
        if self.in_transaction:
            raise RuntimeError("how a commit is written is settled before it begins")
        self._set_haste(True)
        try:
            yield
        finally:
            self._set_haste(False)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """One state of the database throughout the block, which must not write: within a
        transaction, that one's."""
        inner, only_reads = self.in_transaction, self._only_reads
        if not inner:
            self._begin(self.reading)
        self._only_reads = True
        try:
            yield
        finally:
            self._only_reads = only_reads
            if not inner:
                self._end("ROLLBACK")

    def add(self, record: msgspec.Struct, *, if_absent: bool = False) -> None:
        """Add a row. With ``if_absent``, one whose key is there already stays as it is."""
        table = TABLE_OF[type(record)]
        row = table.row(record)
        if table.key == ("id",) and not row["id"]:
            del row["id"]
        self.write(insert_sql(table, row, if_absent=if_absent), *row.values())
        if isinstance(record, Letter):
            self.note_letter(record, record.retry)

    def put(self, record: msgspec.Struct) -> None:
        """Add a row, or write what may change of the one that is there."""
        self.add(record, if_absent=True)
        self.save(record)

    def save(self, record: msgspec.Struct) -> None:
        """Write what may change of a row that is there."""
        self._update(record, TABLE_OF[type(record)].changeable)

    def overwrite(self, record: msgspec.Struct) -> None:
        """Write all columns of a row that is there, but its key."""
        table = TABLE_OF[type(record)]
        self._update(record, [c.name for c in table.columns if c.name not in table.key])

    def _update(self, record: msgspec.Struct, names: Sequence[str]) -> None:
        table = TABLE_OF[type(record)]
        row = table.row(record)
        changes = ", ".join(f"{name} = ?" for name in names)
        where, values = _where({name: row[name] for name in table.key})
        self.write(
            f"UPDATE {table.name} SET {changes}{where}", *(row[name] for name in names), *values
        )

    def erase(self, record: msgspec.Struct) -> None:
        """Delete a row."""
        table = TABLE_OF[type(record)]
        row = table.row(record)
        where, values = _where({name: row[name] for name in table.key})
        self.write(f"DELETE FROM {table.name}{where}", *values)

    def rewrite_texts(self, change: Callable[[StoredTable, TableColumn, str], str]) -> int:
        """Change texts wherever they stand; return in how many rows."""
        count = 0
        for table in self._schema.tables:
            texts = [column for column in table.columns if column.type is str]
            names = ", ".join(column.name for column in texts)
            keys = self.select(f"SELECT {', '.join(table.key)} FROM {table.name}") if texts else []
            here = f"WHERE {' AND '.join(f'{name} = ?' for name in table.key)}"
            for key in keys:
                (held,) = self.select(f"SELECT {names} FROM {table.name} {here}", *key)
                pairs = [pair for pair in zip(texts, held, strict=True) if pair[1] is not None]
                new = {column.name: change(table, column, text) for column, text in pairs}
                changed = {c.name: new[c.name] for c, text in pairs if new[c.name] != text}
                if changed:
                    sets = ", ".join(f"{name} = ?" for name in changed)
                    self.write(f"UPDATE {table.name} SET {sets} {here}", *changed.values(), *key)
                    count += 1
        return count

    def rows(
        self,
        record: type[R],
        /,
        *,
        order: str = "",
        last: bool = False,
        limit: int | None = None,
        **equal: Held | Bound,
    ) -> list[R]:
        """Return the records whose columns are as given, by key or in another ``order``.

        With ``last`` the order is turned round.
        """
        table = TABLE_OF[record]
        where, values = _where(equal)
        turned = " DESC" if last else ""
        by = ", ".join(f"{each}{turned}" for each in (order.split(", ") if order else table.key))
        most = f" LIMIT {limit:d}" if limit is not None else ""
        return self.query(record, f"{where} ORDER BY {by}{most}", *values)

    def find(self, record: type[R], /, **equal: Held | Bound) -> R:
        """Return the first of the records whose columns are as given. Raises StoreError."""
        match = self.first(record, last=False, **equal)
        if match is None:
            raise StoreError("no-record", name=TABLE_OF[record].name)
        return match

    def first(self, record: type[R], /, *, last: bool = False, **equal: Held | Bound) -> R | None:
        """Return the first of the records whose columns are as given; None if there is none."""
        return next(iter(self.rows(record, order="", last=last, limit=1, **equal)), None)

    def count(self, record: type[msgspec.Struct], /, **equal: Held | Bound) -> int:
        """Return how many records have columns as given."""
        where, values = _where(equal)
        sql = f"SELECT count(*) FROM {TABLE_OF[record].name}{where}"
        return int(self.select(sql, *values)[0][0])

    def has(self, record: type[msgspec.Struct], /, **equal: Held | Bound) -> bool:
        """Say whether there is a record whose columns are as given."""
        where, values = _where(equal)
        sql = f"SELECT 1 FROM {TABLE_OF[record].name}{where} LIMIT 1"
        return bool(self.select(sql, *values))

    def query(self, record: type[R], rest: str, *values: Held, before: str = "") -> list[R]:
        """Return the records of ``SELECT … FROM`` their table and the rest of the statement.

        Raises StoreError if what the table holds is no such record.
        """
        return self.records(record, f"{before}{_select_sql(record)}{rest}", *values)

    def records(self, record: type[R], sql: str, *values: Held) -> list[R]:
        """Return what a statement selects as records, whose fields it has in their order.

        Raises StoreError if it is none.
        """
        fields = columns(record)
        rows = self.select(sql, *values)
        try:
            return [
                record(**{c.name: c.read(held) for c, held in zip(fields, row, strict=True)})
                for row in rows
            ]
        except (ValueError, TypeError, RecursionError) as error:
            name = record.__name__.casefold()
            facts = {"damage": damage(self.place), "record": name, "error": str(error)[:200]}
            raise StoreError("no-such-values", **facts) from error


@cache
def _select_sql(record: type[msgspec.Struct]) -> str:
    name = TABLE_OF[record].name
    names = ", ".join(f"{name}.{column.name}" for column in columns(record))
    return f"SELECT {names} FROM {name}"


def insert_sql(table: StoredTable, names: Iterable[str], *, if_absent: bool) -> str:
    """Return what inserts a row of these columns; one whose key is there may stay as it is."""
    names = tuple(names)
    sql = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    return f"{sql} ON CONFLICT ({', '.join(table.key)}) DO NOTHING" if if_absent else sql


def index_sql(table: StoredTable, optional: str) -> Iterator[str]:
    """Yield what makes the indexes of a table; ``optional`` orders columns that may be absent."""
    may_be_absent = {column.name for column in table.columns if column.optional}
    for index in table.indexes:
        names, where, condition = index.partition(" WHERE ")
        parts = names.split(", ")
        columns = [f"{each}{optional}" if each in may_be_absent else each for each in parts]
        name = f'"{table.name}_by_{"_".join(parts)}"'
        yield f"CREATE INDEX {name} ON {table.name} ({', '.join(columns)}){where}{condition}"


NEVER_DELETED = "rows are never deleted"


def guards(table: StoredTable) -> Iterator[tuple[str, str, str]]:
    """Yield what must never happen to a record: a name for it, the event, and why it is refused."""
    if table.kept:
        fixed = [column.name for column in table.columns if column.name not in table.changeable]
        update = f"UPDATE OF {', '.join(fixed)}" if table.changeable else "UPDATE"
        never = "that column is" if table.changeable else "rows are"
        yield "delete", "DELETE", NEVER_DELETED
        yield "update", update, f"{never} never changed"


def check_new(target: Path) -> None:
    """Raise StoreError if there is a file where a backup is to be written."""
    if target.exists():
        raise StoreError("backup-exists", target=target)


class _UndoneError(Exception):
    """A trial is over, and is undone."""


def damage(place: Place) -> Reason:
    """Return what to say of a database that does not hold what it should."""
    return reason("damaged", place=place)


def _where(wanted: Mapping[str, Held | Bound]) -> tuple[str, list[Held]]:
    tests: list[str] = []
    values: list[Held] = []
    for name, value in wanted.items():
        sign, held = value if isinstance(value, Bound) else ("=", value)
        tests.append(f"{name} IS NULL" if held is None else f"{name} {sign} ?")
        values += [] if held is None else [held]
    return (f" WHERE {' AND '.join(tests)}" if tests else ""), values
