"""What a store needs of a kind of database, and what all kinds do alike."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from adjudicator.store.columns import Column, Held, Table
from adjudicator.store.errors import DatabaseError
from adjudicator.store.place import Place


class Base(Protocol):
    """An open database. What goes wrong in it is raised as a DatabaseError.

    Statements have ``?`` where a value belongs.
    """

    @property
    def place(self) -> Place:
        """Where it is."""

    @property
    def conn(self) -> Any:
        """The connection, as its driver knows it."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    def begin(self, campaign: int | None) -> None:
        """Open a transaction that writes, with the lock of one campaign or of all."""

    def begin_reading(self) -> None:
        """Open a transaction that sees one state of the database throughout."""

    def end(self, statement: str) -> None:
        """End a transaction, or begin or end a part of it: with COMMIT, ROLLBACK, SAVEPOINT …"""

    def select(self, sql: str, values: Sequence[Held] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds."""

    def write(self, sql: str, values: Sequence[Held] = ()) -> int:
        """Carry out a statement that writes; return how many rows it wrote."""

    def schema_number(self) -> int:
        """Return the number of the schema that it has."""

    def set_schema_number(self, number: int) -> None:
        """Note that it has the schema of another number."""

    def make_table(self, table: Table) -> None:
        """Make a table without indexes and guards."""

    def define(self, column: Column) -> str:
        """Return what a column is called in SQL that makes it, and its type."""

    def drop_column(self, table: str, name: str) -> None:
        """Drop a column, whatever keys and references it is part of."""

    def literal(self, value: Held) -> str:
        """Return a value as SQL has it that takes no values."""

    def strip(self, tables: Iterable[Table]) -> None:
        """Drop all indexes that are not of a key, and all guards."""

    def dress(self, tables: Iterable[Table]) -> None:
        """Make the indexes and the guards."""

    def keep_copy(self, number: int) -> None:
        """Keep a copy of it as it is before a migration from a schema, if it can be one file.

        Called within a transaction that has written nothing yet.
        """

    def lift_guards(self, tables: Iterable[Table]) -> None:
        """Let what is kept be changed, until the guards are set again or the transaction ends."""

    def set_guards(self, tables: Iterable[Table]) -> None:
        """Guard what is kept."""

    def set_haste(self, hasty: bool) -> None:
        """Say whether commits return before they are on the disk; they stay whole, in order."""

    def flush(self) -> None:
        """Wait until all that was committed, by whomever, is on the disk."""

    def claim(self, campaign: int) -> AbstractContextManager[bool]:
        """Work at a campaign during a block; it is given False if another process does."""

    def set_counters(self, tables: Iterable[Table]) -> None:
        """Let the next numbers of rows follow those that are there, some of which were given."""

    def back_up(self, target: Path) -> None:
        """Write a copy of the whole database, as it is at this moment, to a new file.

        The file has its name once it is whole and was read back without a fault.
        """

    def faults(self) -> list[str]:
        """Read the database through, and say what is damaged; empty if nothing is."""

    def is_alone(self) -> bool:
        """Say whether no other program has it open; if so, all of it is in one file."""

    def is_in_place(self) -> bool:
        """Say whether what was opened still has the database's name and its schema."""

    def shrink(self) -> None:
        """Write the database anew, so that nothing is left in it of what was erased."""

    def remains(self) -> tuple[str, ...]:
        """Say where what was erased can still be, beyond what ``shrink`` writes anew."""

    def close(self) -> None:
        """Close the database."""


@contextmanager
def transaction(base: Base) -> Iterator[None]:
    """A transaction under the lock of all campaigns: what the block writes, or nothing of it."""
    base.begin(None)
    try:
        yield
        base.end("COMMIT")
    except BaseException:
        if base.in_transaction:  # a full disk or a lost connection has ended it already
            with suppress(DatabaseError):
                base.end("ROLLBACK")
        raise


def column_sql(column: Column, types: Mapping[type, str]) -> str:
    """Return what defines a column; ``types`` are the database's names of them."""
    return f"{column.name} {types[column.type]}{'' if column.optional else ' NOT NULL'}"


def table_sql(table: Table, types: Mapping[type, str], counted: str) -> str:
    """Return what makes a table; ``counted`` is what an id has that the database gives."""
    parts = [column_sql(column, types) for column in table.columns]
    if table.key == ("id",):
        parts = [f"{part}{counted}" if part.startswith("id ") else part for part in parts]
    parts.append(f"PRIMARY KEY ({', '.join(table.key)})")
    parts += [f"UNIQUE ({', '.join(each)})" for each in table.unique]
    parts += [
        f"FOREIGN KEY ({', '.join(each.columns)}) REFERENCES {each.table} "
        f"({', '.join(each.others)})"
        for each in table.references
    ]
    return f"CREATE TABLE {table.name} ({', '.join(parts)})"


def index_sql(table: Table, optional: str) -> Iterator[str]:
    """Yield what makes the indexes of a table; ``optional`` orders columns that may be absent."""
    may_be_absent = {column.name for column in table.columns if column.optional}
    for index in table.indexes:
        name = f'"{table.name}_by_{"_".join(index.columns)}"'
        columns = [f"{each}{optional}" if each in may_be_absent else each for each in index.columns]
        where = f" WHERE {index.where}" if index.where else ""
        yield f"CREATE INDEX {name} ON {table.name} ({', '.join(columns)}){where}"


NEVER_DELETED = "rows are never deleted"


def guard_words(table: Table) -> tuple[str, str]:
    """Return what event of an update is refused, and why."""
    fixed = [column.name for column in table.columns if column.name not in table.changeable]
    update = f"UPDATE OF {', '.join(fixed)}" if table.changeable else "UPDATE"
    never = "that column is" if table.changeable else "rows are"
    return update, f"{never} never changed"
