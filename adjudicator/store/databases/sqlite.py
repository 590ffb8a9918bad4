"""What only SQLite does: opening a file, making the schema, guards, locks, copies.

Everything else in this room is SQL that PostgreSQL reads as well; `postgresql.py` is its like.
"""

import errno
import filecmp
import os
import sqlite3
import stat
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.store.columns import Held, StoredTable
from adjudicator.store.databases.base import Store, check_new, guards
from adjudicator.store.databases.files import ByteLocks, name_when_whole, sync, sync_folder
from adjudicator.store.databases.migrate import migrate
from adjudicator.store.errors import DatabaseError, StoreError, reason
from adjudicator.store.migrations import Schema
from adjudicator.wording import Reason

if TYPE_CHECKING:
    from sqlite_utils import Database

BUSY_SECONDS = 30
_BUSY_PAUSE = 0.05
_OTHERS = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""What SQLite says where another program has the database."""
_CANNOT_WRITE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""And where the file, or one beside it, cannot be written to."""
APPLICATION = 0x53454E47  # marks the file as ours, so that no other database is written to
PAGE_BYTES = 1024
"""Of the pages of a new database: what a letter leaves free of its last one is lost."""


class SQLite(Store):
    """A database in a file. One process may write at a time; others wait up to 30 seconds.

    A commit ends with the lock, and is waited for on the disk after that, so that others write
    meanwhile. What they write on account of it comes behind it in the log, and so onto the disk
    later than it, never before.
    """

    types = {int: "INTEGER", str: "TEXT", bytes: "BLOB"}

    def __init__(self, path: Path, schema: Schema):
        super().__init__(path, schema)
        self._path = path
        _check_beside(Path(os.path.realpath(path)))
        self.conn: sqlite3.Connection = _open(path)
        self._file = _file_of(path)
        self._waits = True
        self._changes = 0
        self._is_log_entered = False
        self._is_log_whole = True
        try:
            with _errors():
                _prepare(self.conn)
                self._log = _log_of(self.conn)
                migrate(self, schema)
                self.conn.execute("PRAGMA foreign_keys = ON")
        except UnicodeDecodeError as error:
            self.close()
            raise StoreError("no-campaign-database", path=path, error=error) from error
        except DatabaseError as error:
            self.close()
            if isinstance(error.__cause__, sqlite3.OperationalError):
                raise  # the disk is full, or nobody may write there
            raise StoreError("no-campaign-database", path=path, error=error) from error
        except BaseException:
            self.close()
            raise

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.conn.in_transaction

    def _lock_sql(self, campaign: int | None) -> str:
        """Return what begins a transaction that writes, with the lock of all, whichever is named.

        It takes it at once: it reads before it writes, and SQLite cannot wait for a lock halfway
        through without showing it stale data.
        """
        return "BEGIN IMMEDIATE"

    def select(self, sql: str, *values: Held) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds."""
        with _errors():
            return self.conn.execute(sql, values).fetchall()

    def write(self, sql: str, *values: Held) -> int:
        """Carry out a statement that writes; return how many rows it wrote."""
        with _errors():
            count = self.conn.execute(sql, values).rowcount
        if not self.conn.in_transaction:
            self._wait_for_disk()
        return count

    def is_new(self) -> bool:
        """Say whether it holds no tables yet."""
        return _is_empty(self.conn) and not self.schema_number()

    def schema_number(self) -> int:
        """Return the number of the schema that it has."""
        return _pragma(self.conn, "user_version")

    def set_schema_number(self, number: int) -> None:
        """Note that it has the schema of another number."""
        self.write(f"PRAGMA user_version = {number:d}")

    def has_table(self, name: str) -> bool:
        """Say whether it has a table of that name."""
        sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        return bool(self.select(sql, name))

    def add_table(self, table: StoredTable) -> None:
        """Make a table without guards, and without indexes but those of its keys."""
        made = _tables_of(self.conn).create_table(
            table.name,
            {column.name: column.type for column in table.columns},
            pk=table.key if len(table.key) > 1 else table.key[0],
            not_null={column.name for column in table.columns if not column.optional},
            foreign_keys=[
                (each.columns, each.table, each.others)
                if len(each.columns) > 1
                else (each.columns[0], each.table, each.others[0])
                for each in table.references
            ],
            strict=True,
        )
        for each in table.unique:
            made.create_index(each.split(", "), unique=True)

    def drop_column(self, table: str, name: str) -> None:
        """Drop a column; SQLite by itself refuses that for some, so the table is made anew."""
        _tables_of(self.conn).table(table).transform(drop={name})

    def literal(self, value: Held) -> str:
        """Return a value as SQL has it that takes no values."""
        return str(self.select("SELECT quote(?)", value)[0][0])

    def strip(self) -> None:
        """Drop all indexes that are not of a key, and all guards."""
        self._drop_guards()
        sql = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE 'CREATE INDEX%'"
        for (name,) in self.select(sql):
            self.write(f'DROP INDEX "{name}"')

    def guard_sql(self, table: StoredTable) -> Iterator[str]:
        """Yield what makes the guards of a table."""
        for name, event, why in guards(table):
            yield (
                f"CREATE TRIGGER {table.name}_no_{name} BEFORE {event} ON {table.name} "
                f"BEGIN SELECT RAISE(ABORT, '{table.name}: {why}'); END"
            )

    def keep_copy(self, number: int) -> None:
        """Keep a copy of it beside the file, unless the same is kept there already."""
        kept = self._path.with_name(f"{self._path.name}.schema-{number}")
        partial = kept.with_name(f".{kept.name}.partial")
        try:
            with closing(_open(self._path)) as reader:
                _write_copy(reader, partial)
            names = (kept.with_name(f"{kept.name}-{count}") for count in range(2, 1000))
            for name in (kept, *names):
                if not name.exists():
                    partial.rename(name)
                    sync_folder(name.parent)
                    return
                if filecmp.cmp(name, partial, shallow=False):
                    return
        finally:
            partial.unlink(missing_ok=True)

    @contextmanager
    def without_guards(self) -> Iterator[None]:
        """A transaction in which what is kept can be changed all the same."""
        with self.atomic():
            self._drop_guards()
            yield
            for table in self._schema.tables:
                for statement in self.guard_sql(table):
                    self.write(statement)

    def _set_haste(self, hasty: bool) -> None:
        """Say whether commits return before they are on the disk; they stay whole, in order."""
        self._waits = not hasty

    def flush(self) -> None:
        """Wait until all that was committed, by whomever, is on the disk.

        What was committed stands at the end of the log, if it is not in the file already. A log
        that could not be waited for may have a hole, although it can be waited for later on: what
        stands in it is put into the file, and it begins anew.
        """
        try:
            if not self._is_log_whole:
                self._is_log_whole = self._empty_log()
            self._sync_log()
        except FileNotFoundError:
            return
        except OSError as error:
            self._is_log_whole = False
            advice = reason("advice.disk")
            raise DatabaseError(f"{self._log}: {error.strerror}", advice) from error

    def wait_for(self, file: str) -> None:
        """Wait until a file is on the disk. Raises OSError."""
        sync(file)

    def claim(self, what: str, *, shared: bool = False) -> AbstractContextManager[bool]:
        """Claim it by a byte of a file beside the database, which all stores of a process share.

        Nothing is shared with other processes.
        """
        byte = zlib.crc32(what.encode()) >> 1  # farther into a file not every system can lock
        return _claims_of(self._path.resolve()).hold(byte)

    def back_up(self, target: Path) -> None:
        """Write a copy of the whole database, as it is at this moment, to a new file.

        The file has its name once it is whole and was read back without a fault.
        """
        check_new(target)
        try:
            if not target.parent.is_dir():
                raise DatabaseError(reason("no-folder", folder=target.parent))
            with name_when_whole(target) as partial:
                _write_copy(self.conn, partial)
                check_new(target)  # another may have written it meanwhile
        except (DatabaseError, OSError) as error:
            raise StoreError("no-backup", target=target, error=error) from error

    def faults(self) -> list[str]:
        """Read the database through, and say what is damaged or refers to nothing."""
        return _faults(self.conn)

    def is_alone(self) -> bool:
        """Put all that was written ahead into the file; False if another program has it open.

        Raises DatabaseError if it cannot be written to for another reason.
        """
        self.write("PRAGMA busy_timeout = 0")
        self.write("PRAGMA locking_mode = EXCLUSIVE")  # so that the lock for the next stays
        try:
            return str(self.select("PRAGMA journal_mode = DELETE")[0][0]) == "delete"
        except DatabaseError as error:
            if _code(error.__cause__) not in _OTHERS:
                raise
            return False
        finally:
            self.write(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")

    def is_in_place(self) -> bool:
        """Say whether the file that was opened still has the database's name and its schema."""
        return _file_of(self._path) == self._file and super().is_in_place()

    def shrink(self) -> None:
        """Write a database anew, without what was deleted from it, and empty its log."""
        self.write("VACUUM")
        self.write("PRAGMA wal_checkpoint(TRUNCATE)")

    def _drop_guards(self) -> None:
        for (name,) in self.select("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            self.write(f"DROP TRIGGER {name}")

    def _sync_log(self) -> None:
        """Wait for the log, and once for its name, for it may be new. Raises OSError."""
        self.wait_for(self._log)
        if not self._is_log_entered:
            sync_folder(Path(self._log).parent)
            self._is_log_entered = True

    def _empty_log(self) -> bool:
        """Put all that stands in the log into the file. Raises OSError if others hold it."""
        ((is_held, _, _),) = self.select("PRAGMA wal_checkpoint(TRUNCATE)")
        if is_held:
            raise OSError(errno.EBUSY, str(reason("log-is-read")))
        return True

    def _wait_for_disk(self) -> None:
        """Wait for what a transaction wrote that has just ended, if commits are waited for."""
        before, self._changes = self._changes, self.conn.total_changes
        if self._waits and self._changes != before:
            self.flush()


@cache
def _claims_of(path: Path) -> ByteLocks:
    return ByteLocks(path.with_name(f"{path.name}-claims"), path)


def _check_beside(path: Path) -> None:
    """Raise StoreError if a file beside a database is a link, or would be given to its owner.

    As root SQLite gives the owner of a database what it writes beside it, whosever that file was.
    """
    for file in (path.with_name(f"{path.name}{ending}") for ending in ("-journal", "-wal", "-shm")):
        try:
            status, owner = file.lstat(), path.stat().st_uid if path.exists() else None
        except OSError:  # it is not there, or SQLite will say why it cannot be opened
            continue
        if stat.S_ISLNK(status.st_mode):
            raise StoreError("file-is-link", file=file)
        is_being_made = status.st_nlink == 1 and not status.st_size
        is_theirs = owner in (None, status.st_uid) or is_being_made
        if sys.platform != "win32" and os.geteuid() == 0 and not is_theirs:
            raise StoreError(
                "file-of-another", file=file, user=status.st_uid, path=path, owner=owner
            )


def _open(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError("cannot-open", path=path, error=error) from error


@contextmanager
def _errors() -> Iterator[None]:
    """Raise what the driver raises as an error of the database."""
    try:
        yield
    except sqlite3.Error as error:
        why: str | Reason = str(error)
        advice = reason("advice.restore")
        if _code(error) in _CANNOT_WRITE:
            why, advice = reason("read-only"), reason("advice.owner")
        elif _code(error) == sqlite3.SQLITE_FULL:
            why, advice = reason("disk-full"), reason("advice.room")
        elif isinstance(error, sqlite3.OperationalError):
            advice = reason("advice.busy")
        raise DatabaseError(why, advice) from error


def _code(error: BaseException | None) -> int:
    """Return which of its errors SQLite means, without what it says more of it; 0 if none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _log_of(conn: sqlite3.Connection) -> str:
    """Return the path of the log in which commits stand until they are put into the file."""
    ((_, _, path),) = conn.execute("PRAGMA database_list")
    return f"{path}-wal"


def _file_of(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _faults(conn: sqlite3.Connection) -> list[str]:
    try:
        lines = [row[0] for row in conn.execute("PRAGMA integrity_check(20)")]
        lost = conn.execute("PRAGMA foreign_key_check").fetchmany(20)
    except sqlite3.DatabaseError as error:
        return [str(error)]
    faults = [str(line) for line in lines if line != "ok"]
    return [*faults, *(str(reason("lost-row", table=x, other=y)) for x, _, y, _ in lost)]


def _write_copy(conn: sqlite3.Connection, target: Path) -> None:
    """Write all that a database holds to a file, in place of what is there, and read it through.

    It is on the disk then. Raises DatabaseError and OSError.
    """
    target.unlink(missing_ok=True)
    with _errors():
        conn.execute("VACUUM INTO ?", (str(target),))
    _check_whole(target)
    sync(target)


def _check_whole(path: Path) -> None:
    """Read a database through. Raises DatabaseError if it is damaged."""
    with closing(sqlite3.connect(path)) as copy:
        faults = _faults(copy)
    if faults:
        raise DatabaseError(faults[0])


def _tables_of(conn: sqlite3.Connection) -> "Database":
    """Return the database as sqlite-utils knows it, which makes and changes its tables.

    It is slow to import, and needed where a database is made or migrated alone.
    """
    from sqlite_utils import Database

    return Database(conn, recursive_triggers=False)


def _prepare(conn: sqlite3.Connection) -> None:
    mark = _pragma(conn, "application_id")
    if mark != APPLICATION and not _is_empty(conn):
        raise sqlite3.DatabaseError(str(reason("other-content")))
    if mark != APPLICATION:
        conn.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        conn.execute(f"PRAGMA application_id = {APPLICATION}")
    has_log = _begin_log(conn)
    # A log is waited for by ``flush``; without one, which some disks refuse, SQLite itself waits.
    conn.execute(f"PRAGMA synchronous = {'NORMAL' if has_log else 'FULL'}")
    conn.execute("PRAGMA foreign_keys = OFF")  # until tables are as they should be


def _begin_log(conn: sqlite3.Connection) -> bool:
    """Let commits stand in a log, as those of a new file or a copy do not; say whether they do.

    SQLite does not wait for who writes meanwhile, so that is done here.
    """
    ends = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return bool(conn.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",))
        except sqlite3.OperationalError as error:
            if _code(error) not in _OTHERS or time.monotonic() > ends:
                raise
        time.sleep(_BUSY_PAUSE)


def _is_empty(conn: sqlite3.Connection) -> bool:
    return not conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def _pragma(conn: sqlite3.Connection, name: str) -> int:
    return int(conn.execute(f"PRAGMA {name}").fetchone()[0])
