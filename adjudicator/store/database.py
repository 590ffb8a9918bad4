"""An open database: transactions, and records written and read by equal columns."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from adjudicator.store.columns import Column, Held, Table, columns
from adjudicator.store.databases.base import Base
from adjudicator.store.databases.files import sync, sync_folder
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.migrations import SCHEMA
from adjudicator.store.place import Place, Server
from adjudicator.store.tables import TABLES, VIEWS

R = TypeVar("R", bound=msgspec.Struct)
_TABLE_OF = {table.record: table for table in TABLES} | VIEWS


class Store:
    """An open database.

    One process may write to a campaign at a time; others wait up to 30 seconds.
    """

    def __init__(self, base: Base):
        self.base = base
        self._only_reads = False
        self._holds: int | None = None
        self._watched: tuple[type[msgspec.Struct], list[Any]] | None = None

    @property
    def place(self) -> Place:
        """Where the database is."""
        return self.base.place

    @property
    def conn(self) -> Any:
        """The connection, as its driver knows it."""
        return self.base.conn

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.base.in_transaction

    def select(self, sql: str, *values: Held) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds. It has ``?`` where a value belongs."""
        return self.base.select(sql, values)

    def write(self, sql: str, *values: Held) -> int:
        """Carry out a statement that writes; return how many rows it wrote."""
        return self.base.write(sql, values)

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
            self.base.end("SAVEPOINT part")
        else:
            self.base.begin(campaign)
            self._holds = campaign
        try:
            yield
            self.base.end("RELEASE part" if inner else "COMMIT")
        except BaseException:
            if self.in_transaction:
                self.base.end("ROLLBACK TO part" if inner else "ROLLBACK")
            raise

    @contextmanager
    def write_behind(self) -> Iterator[None]:
        """Commit what the block writes without waiting for the disk; ``flush`` waits for it.

        Who is killed loses nothing by that. If the machine fails, the last commits may be missing,
        so nothing may be said or thrown away on account of them before they are flushed.
        """
        if self.in_transaction:
            raise RuntimeError("how a commit is written is settled before it begins")
        self.base.set_haste(True)
        try:
            yield
        finally:
            self.base.set_haste(False)

    def flush(self) -> None:
        """Wait until all that was committed is on the disk, whichever process wrote it."""
        self.base.flush()

    def claim(self, campaign: int) -> AbstractContextManager[bool]:
        """Work at a campaign during the block; it is given False if another process does.

        A claim spares work, and nothing rests on it: that a phase is carried out once, however
        many work at it, is seen to by the version of its campaign. It ends with its process.
        """
        return self.base.claim(campaign)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """One state of the database throughout the block, which must not write."""
        if self.in_transaction:
            raise RuntimeError("a snapshot is no part of a transaction")
        self.base.begin_reading()
        self._only_reads = True
        try:
            yield
        finally:
            self._only_reads = False
            self.base.end("ROLLBACK")

    @contextmanager
    def watch(self, record: type[R]) -> Iterator[list[R]]:
        """Collect the records of a kind that the block adds."""
        added: list[R] = []
        before, self._watched = self._watched, (record, added)
        try:
            yield added
        finally:
            self._watched = before

    def add(self, record: msgspec.Struct, *, if_absent: bool = False) -> None:
        """Add a row. With ``if_absent``, one whose key is there already stays as it is."""
        if self._watched and isinstance(record, self._watched[0]):
            self._watched[1].append(record)
        table = _TABLE_OF[type(record)]
        row = table.row(record)
        if table.key == ("id",) and not row["id"]:
            del row["id"]
        sql = f"INSERT INTO {table.name} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
        if if_absent:
            sql += f" ON CONFLICT ({', '.join(table.key)}) DO NOTHING"
        self.write(sql, *row.values())

    def put(self, record: msgspec.Struct) -> None:
        """Add a row, or write what may change of the one that is there."""
        self.add(record, if_absent=True)
        self.save(record)

    def save(self, record: msgspec.Struct) -> None:
        """Write what may change of a row that is there."""
        table = _TABLE_OF[type(record)]
        row = table.row(record)
        changes = ", ".join(f"{name} = ?" for name in table.changeable)
        where, _ = _where({name: row[name] for name in table.key})
        values = [row[name] for name in (*table.changeable, *table.key)]
        self.write(f"UPDATE {table.name} SET {changes}{where}", *values)

    @contextmanager
    def without_guards(self) -> Iterator[None]:
        """A transaction in which what is kept can be changed all the same: to forget somebody."""
        with self.atomic():
            self.base.lift_guards(TABLES)
            yield
            self.base.set_guards(TABLES)

    def overwrite(self, record: msgspec.Struct) -> None:
        """Write all columns of a row that is there, but its key."""
        table = _TABLE_OF[type(record)]
        row = table.row(record)
        others = [name for name in row if name not in table.key]
        changes = ", ".join(f"{name} = ?" for name in others)
        where, _ = _where({name: row[name] for name in table.key})
        values = [row[name] for name in (*others, *table.key)]
        self.write(f"UPDATE {table.name} SET {changes}{where}", *values)

    def erase(self, record: msgspec.Struct) -> None:
        """Delete a row."""
        table = _TABLE_OF[type(record)]
        row = table.row(record)
        where, values = _where({name: row[name] for name in table.key})
        self.write(f"DELETE FROM {table.name}{where}", *values)

    def rewrite(self, change: Callable[[Table, Column, str], str]) -> int:
        """Change texts wherever they stand; return in how many rows."""
        count = 0
        for table in TABLES:
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

    def is_alone(self) -> bool:
        """Say whether no other program has the database open; if so, all of it is in one file."""
        return self.base.is_alone()

    def is_in_place(self) -> bool:
        """Say whether what was opened still has the database's name and its schema.

        What is written to a file that was moved away, deleted or replaced is seen by nobody else;
        what is written to a database that a newer release has been at may make no sense in it.
        """
        return self.base.is_in_place()

    def shrink(self) -> None:
        """Write the database anew, so that nothing is left in it of what was erased."""
        self.base.shrink()

    def remains(self) -> tuple[str, ...]:
        """Say where what was erased can still be, beyond what ``shrink`` writes anew."""
        return self.base.remains()

    def rows(
        self,
        record: type[R],
        /,
        *,
        order: str = "",
        last: bool = False,
        limit: int | None = None,
        **equal: Held,
    ) -> list[R]:
        """Return the records whose columns are as given, by key or in another ``order``.

        With ``last`` the order is turned round.
        """
        table = _TABLE_OF[record]
        where, values = _where(equal)
        turned = " DESC" if last else ""
        by = ", ".join(f"{each}{turned}" for each in (order.split(", ") if order else table.key))
        most = f" LIMIT {limit:d}" if limit is not None else ""
        return self.query(record, f"{where} ORDER BY {by}{most}", *values)

    def find(self, record: type[R], /, *, order: str = "", last: bool = False, **equal: Held) -> R:
        """Return the first of the records whose columns are as given. Raises StoreError."""
        matches = self.rows(record, order=order, last=last, limit=1, **equal)
        if not matches:
            raise StoreError(f"There is no such {_TABLE_OF[record].name}.")
        return matches[0]

    def count(self, record: type[msgspec.Struct], /, **equal: Held) -> int:
        """Return how many records have columns as given."""
        where, values = _where(equal)
        sql = f"SELECT count(*) FROM {_TABLE_OF[record].name}{where}"
        return int(self.select(sql, *values)[0][0])

    def has(self, record: type[msgspec.Struct], /, **equal: Held) -> bool:
        """Say whether there is a record whose columns are as given."""
        where, values = _where(equal)
        sql = f"SELECT 1 FROM {_TABLE_OF[record].name}{where} LIMIT 1"
        return bool(self.select(sql, *values))

    def query(self, record: type[R], rest: str, *values: Held, before: str = "") -> list[R]:
        """Return the records of ``SELECT … FROM`` their table and the rest of the statement.

        Raises StoreError if what the table holds is no such record.
        """
        fields = columns(record)
        name = _TABLE_OF[record].name
        names = ", ".join(f"{name}.{column.name}" for column in fields)
        rows = self.select(f"{before}SELECT {names} FROM {name}{rest}", *values)
        try:
            return [
                record(**{c.name: c.read(held) for c, held in zip(fields, row, strict=True)})
                for row in rows
            ]
        except (ValueError, TypeError, RecursionError) as error:
            raise StoreError(f"{damage(self.place)}: {name}, {str(error)[:200]}") from error

    def back_up(self, target: Path) -> None:
        """Write a copy of the whole database, as it is at this moment, to a new file.

        Raises StoreError if the file exists or cannot be written.
        """
        check_new(target)
        try:
            self.base.back_up(target)
        except (DatabaseError, OSError) as error:
            raise StoreError(f"{target}: the backup could not be written: {error}.") from error

    def faults(self) -> list[str]:
        """Say what is damaged in the database file; empty if it can be read and is whole."""
        return self.base.faults()

    def close(self) -> None:
        """Close the database."""
        self.base.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(place: Place, *, create: bool = False) -> Store:
    """Open a database; with ``create``, make it if it is not there. Raises StoreError."""
    if isinstance(place, Server):
        return Store(_connect(place, create=create))
    _check_may_be_database(place)
    if not create and not place.is_file():
        raise StoreError(
            f"{place}: no such database. “adjudicator new” makes one; --db names another."
        )
    from adjudicator.store.databases.sqlite import SQLite

    return Store(SQLite(place, SCHEMA))


def _check_may_be_database(place: Path) -> None:
    """Raise StoreError for what is there under the name of a database, and can be none."""
    if place.is_dir():
        raise StoreError(f"{place} is a folder, and no database.")
    if place.is_symlink() and not place.exists():
        raise StoreError(f"{place} is a link to a file that is not there.")


@contextmanager
def make_store(place: Place) -> Iterator[Store]:
    """Open a database for what may be the first of it; one that is not there is made.

    It is made beside its place, and has its name once the block has ended without an error: what
    fails leaves no empty database behind. Raises StoreError, also if another program has made one
    there meanwhile.
    """
    if isinstance(place, Server) or place.exists() or not place.parent.is_dir():
        with open_store(place, create=True) as store:
            yield store
        return
    _check_may_be_database(place)
    from tempfile import TemporaryDirectory  # slow to import, and needed once in a database's life

    with TemporaryDirectory(prefix=f".{place.name}.new-", dir=place.parent) as folder:
        made = Path(folder) / place.name
        with open_store(made, create=True) as store:
            yield store
            store.is_alone()  # which puts what was written ahead into the file
        sync(made)
        _name(made, place)


def _name(made: Path, place: Path) -> None:
    """Give a new database its name, unless another has it already."""
    try:
        os.link(made, place)
    except FileExistsError:
        raise StoreError(
            f"Another program has made {place} meanwhile; nothing was entered. Try again."
        ) from None
    except OSError:  # a disk on which no file has two names
        made.rename(place)
    sync_folder(place.parent)


def _connect(server: Server, *, create: bool) -> Base:
    try:
        from adjudicator.store.databases.postgresql import PostgreSQL
    except ImportError as error:
        raise StoreError(
            "PostgreSQL needs more than is installed: pip install 'sengoku-adjudicator[cluster]'."
        ) from error
    return PostgreSQL(server, SCHEMA, create=create)


def check_new(target: Path) -> None:
    """Raise StoreError if there is a file where a backup is to be written."""
    if target.exists():
        raise StoreError(f"{target} exists; a backup never overwrites. Name another file.")


def damage(place: Place) -> str:
    """Return what to say of a database that does not hold what it should."""
    return (
        f"{place} is damaged. Put a backup in its place (“adjudicator backup” makes them). What "
        "cannot be read"
    )


def _where(equal: dict[str, Held]) -> tuple[str, list[Held]]:
    if not equal:
        return "", []
    tests = [f"{name} IS NULL" if v is None else f"{name} = ?" for name, v in equal.items()]
    return f" WHERE {' AND '.join(tests)}", [v for v in equal.values() if v is not None]
