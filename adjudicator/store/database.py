"""An open database: transactions, and records written and read by equal columns."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from adjudicator.store import sqlite
from adjudicator.store.columns import Column, Held, columns
from adjudicator.store.errors import StoreError
from adjudicator.store.tables import SCHEMA, TABLES, VIEWS

DatabaseError = sqlite.DatabaseError
R = TypeVar("R", bound=msgspec.Struct)
_TABLE_OF = {table.record: table for table in TABLES} | VIEWS


class Store:
    """An open database. One process may write at a time; others wait up to 30 seconds."""

    def __init__(self, path: Path, conn: sqlite.Connection):
        self.path = path
        self.conn = conn
        self._only_reads = False
        self._file = _file_of(path)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.conn.in_transaction

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """All or nothing: what the block writes is committed at its end, or not at all.

        The outermost block takes the write lock at once; an inner one can fail alone.
        """
        if self._only_reads:
            raise RuntimeError("a snapshot is for reading alone")
        if self.in_transaction:
            begin, commit, undo = "SAVEPOINT inner", "RELEASE inner", "ROLLBACK TO inner"
        else:
            begin, commit, undo = sqlite.WRITING, "COMMIT", "ROLLBACK"
        self.conn.execute(begin)
        try:
            yield
            self.conn.execute(commit)
        except BaseException:
            if self.in_transaction:
                self.conn.execute(undo)
            raise

    @contextmanager
    def write_behind(self) -> Iterator[None]:
        """Commit what the block writes without waiting for the disk; ``flush`` waits for it.

        Who is killed loses nothing by that. If the machine fails, the last commits may be missing,
        so nothing may be said or thrown away on account of them before they are flushed.
        """
        if self.in_transaction:
            raise RuntimeError("how a commit is written is settled before it begins")
        sqlite.set_haste(self.conn, hasty=True)
        try:
            yield
        finally:
            sqlite.set_haste(self.conn, hasty=False)

    def flush(self) -> None:
        """Wait until all that was committed is on the disk, whichever process wrote it."""
        sqlite.flush(self.conn)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """One state of the database throughout the block, which must not write."""
        self.conn.execute(sqlite.READING)
        self._only_reads = True
        try:
            yield
        finally:
            self._only_reads = False
            self.conn.execute("ROLLBACK")

    def add(self, record: msgspec.Struct, *, if_absent: bool = False) -> None:
        """Add a row. With ``if_absent``, one whose key is there already stays as it is."""
        table = _TABLE_OF[type(record)]
        row = _row(table.columns, record)
        if table.key == ("id",) and not row["id"]:
            del row["id"]
        sql = f"INSERT INTO {table.name} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
        if if_absent:
            sql += f" ON CONFLICT ({', '.join(table.key)}) DO NOTHING"
        self.conn.execute(sql, tuple(row.values()))

    def put(self, record: msgspec.Struct) -> None:
        """Add a row, or write what may change of the one that is there."""
        self.add(record, if_absent=True)
        self.save(record)

    def save(self, record: msgspec.Struct) -> None:
        """Write what may change of a row that is there."""
        table = _TABLE_OF[type(record)]
        row = _row(table.columns, record)
        changes = ", ".join(f"{name} = ?" for name in table.changeable)
        where, _ = _where({name: row[name] for name in table.key})
        values = [row[name] for name in (*table.changeable, *table.key)]
        self.conn.execute(f"UPDATE {table.name} SET {changes}{where}", values)

    @contextmanager
    def without_guards(self) -> Iterator[None]:
        """A transaction in which what is kept can be changed all the same: to forget somebody."""
        with self.atomic():
            sqlite.lift_guards(self.conn, TABLES)
            yield
            sqlite.set_guards(self.conn, TABLES)

    def overwrite(self, record: msgspec.Struct) -> None:
        """Write all columns of a row that is there, but its key."""
        table = _TABLE_OF[type(record)]
        row = _row(table.columns, record)
        others = [name for name in row if name not in table.key]
        changes = ", ".join(f"{name} = ?" for name in others)
        where, _ = _where({name: row[name] for name in table.key})
        values = [row[name] for name in (*others, *table.key)]
        self.conn.execute(f"UPDATE {table.name} SET {changes}{where}", values)

    def erase(self, record: msgspec.Struct) -> None:
        """Delete a row."""
        table = _TABLE_OF[type(record)]
        row = _row(table.columns, record)
        where, values = _where({name: row[name] for name in table.key})
        self.conn.execute(f"DELETE FROM {table.name}{where}", values)

    def rewrite(self, change: Callable[[str, str, str], str]) -> int:
        """Change texts wherever they stand; return in how many rows.

        ``change`` is given the name of a table and of a column, and the text.
        """
        count = 0
        for table in TABLES:
            texts = [column.name for column in table.columns if column.type is str]
            found = self.conn.execute(f"SELECT rowid FROM {table.name}")
            numbers = found.fetchall() if texts else ()
            for (number,) in numbers:
                sql = f"SELECT {', '.join(texts)} FROM {table.name} WHERE rowid = ?"
                held = dict(zip(texts, self.conn.execute(sql, (number,)).fetchone(), strict=True))
                new = {
                    name: text if text is None else change(table.name, name, text)
                    for name, text in held.items()
                }
                changed = {name: text for name, text in new.items() if text != held[name]}
                if changed:
                    sets = ", ".join(f"{name} = ?" for name in changed)
                    sql = f"UPDATE {table.name} SET {sets} WHERE rowid = ?"
                    self.conn.execute(sql, (*changed.values(), number))
                    count += 1
        return count

    def is_alone(self) -> bool:
        """Say whether no other program has the database open; if so, all of it is in one file."""
        return sqlite.gather(self.conn)

    def is_in_place(self) -> bool:
        """Say whether the file that was opened is still the one that has the database's name.

        What is written to one that was moved away, deleted or replaced is seen by nobody else.
        """
        return _file_of(self.path) == self._file

    def shrink(self) -> None:
        """Write the database anew, so that nothing is left in it of what was erased."""
        sqlite.shrink(self.conn)

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
        found = self.rows(record, order=order, last=last, limit=1, **equal)
        if not found:
            raise StoreError(f"There is no such {_TABLE_OF[record].name}.")
        return found[0]

    def count(self, record: type[msgspec.Struct], /, **equal: Held) -> int:
        """Return how many records have columns as given."""
        where, values = _where(equal)
        sql = f"SELECT count(*) FROM {_TABLE_OF[record].name}{where}"
        return int(self.conn.execute(sql, values).fetchone()[0])

    def has(self, record: type[msgspec.Struct], /, **equal: Held) -> bool:
        """Say whether there is a record whose columns are as given."""
        where, values = _where(equal)
        sql = f"SELECT 1 FROM {_TABLE_OF[record].name}{where} LIMIT 1"
        return self.conn.execute(sql, values).fetchone() is not None

    def query(self, record: type[R], rest: str, *values: Held, before: str = "") -> list[R]:
        """Return the records of ``SELECT … FROM`` their table and the rest of the statement.

        Raises StoreError if what the table holds is no such record.
        """
        there = columns(record)
        name = _TABLE_OF[record].name
        names = ", ".join(f"{name}.{column.name}" for column in there)
        found = self.conn.execute(f"{before}SELECT {names} FROM {name}{rest}", values)
        try:
            return [
                record(**{c.name: c.read(held) for c, held in zip(there, row, strict=True)})
                for row in found
            ]
        except (ValueError, TypeError, RecursionError) as error:
            raise StoreError(f"{damage(self.path)}: {name}, {str(error)[:200]}") from error

    def back_up(self, target: Path) -> None:
        """Write a copy of the whole database, as it is at this moment, to a new file.

        Raises StoreError if the file exists or cannot be written.
        """
        if target.exists():
            raise StoreError(f"{target} exists; a backup never overwrites. Name another file.")
        try:
            sqlite.back_up(self.conn, target)
        except (sqlite.DatabaseError, OSError) as error:
            raise StoreError(f"{target}: the backup could not be written: {error}.") from error

    def faults(self) -> list[str]:
        """Say what is damaged in the database file; empty if it can be read and is whole."""
        return sqlite.integrity_faults(self.conn)

    def close(self) -> None:
        """Close the database."""
        self.conn.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(path: Path, *, create: bool = False) -> Store:
    """Open a database; with ``create``, make it if it is not there. Raises StoreError."""
    if not create and not path.is_file():
        raise StoreError(
            f"{path}: no such database. “adjudicator new” makes one; --db names another."
        )
    return Store(path, sqlite.connect(path, TABLES, SCHEMA))


def damage(path: Path) -> str:
    """Return what to say of a database that does not hold what it should."""
    return (
        f"{path} is damaged. Put a backup in its place (“adjudicator backup” makes them). What "
        "cannot be read"
    )


def _file_of(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _row(table: tuple[Column, ...], record: msgspec.Struct) -> dict[str, Held]:
    return {column.name: column.write(getattr(record, column.name)) for column in table}


def _where(equal: dict[str, Held]) -> tuple[str, list[Held]]:
    if not equal:
        return "", []
    tests = [f"{name} IS NULL" if v is None else f"{name} = ?" for name, v in equal.items()]
    return f" WHERE {' AND '.join(tests)}", [v for v in equal.values() if v is not None]
