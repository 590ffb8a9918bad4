"""What a store needs of a kind of database, and what all kinds do alike."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from adjudicator.store.columns import Held, Table
from adjudicator.store.errors import StoreError
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

    def end(self, how: str) -> None:
        """End a transaction, or begin or end a part of it: with COMMIT, ROLLBACK, SAVEPOINT …"""

    def select(self, sql: str, values: Sequence[Held] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds."""

    def write(self, sql: str, values: Sequence[Held] = ()) -> int:
        """Carry out a statement that writes; return how many rows it wrote."""

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
        """Say whether what was opened is still what has the database's name."""

    def shrink(self) -> None:
        """Write the database anew, so that nothing is left in it of what was erased."""

    def remains(self) -> tuple[str, ...]:
        """Say where what was erased can still be, beyond what ``shrink`` writes anew."""

    def close(self) -> None:
        """Close the database."""


def refuse_other_schema(place: Place, there: int, schema: int) -> None:
    """Raise StoreError unless a database has the schema of this release."""
    if there > schema:
        raise StoreError(
            f"{place} has schema {there}; this release knows {schema}. "
            "Update adjudicator, or open a backup made by this release."
        )
    if there < schema:
        raise StoreError(
            f"{place} has schema {there}, of a version before the first release; this one "
            f"needs {schema}. Finish the game with the version that began it."
        )
