"""The rows of a campaign, or of all, as they are kept: out of one database and into another."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, get_args

from adjudicator.store import queries
from adjudicator.store.columns import Held, StoredTable
from adjudicator.store.database import Store
from adjudicator.store.databases.base import insert_sql
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Letter, Once, key_of_mark
from adjudicator.store.records import Campaign
from adjudicator.store.tables import TABLES

Row = dict[str, Held]
Rows = dict[str, list[Row]]
"""The rows of each table, in an order in which they can be entered."""

OF_NONE = ("pass", "answered", "watermark", "delivery_mode")
"""Tables that are about a database, its mailboxes and strangers."""
_WORKED_OUT = ("due", "failure")
_SHARED = ("file", "mark")
"""Tables whose rows may be those of several campaigns, and have the same key everywhere."""
_WHOSE = {
    "secret": "name IN (SELECT 'receipts ' || name FROM campaign WHERE id = ?)",
    "campaign": "id = ?",
    "attempt": "letter IN (SELECT id FROM letter WHERE campaign_id = ?)",
    "bounce": "letter IN (SELECT id FROM letter WHERE campaign_id = ?)",
}
_MARKS = "key IN (SELECT letter FROM fate WHERE campaign_id = ?)"
_OR_BEGINS = " OR substr(key, 1, ?) = ?"
_BATCH = 200
"""Rows that are held in memory together; some have a file in them."""


def rows_of(store: Store, campaign: Campaign) -> Rows:
    """Return all that is kept of a campaign, but what must happen next, which is worked out."""
    return {
        table.name: _rows_of(store, table, campaign)
        for table in TABLES
        if table.name not in (*OF_NONE, *_WORKED_OUT)
    }


def enter_rows(store: Store, rows: Rows, campaign_id: int) -> Rows:
    """Enter a campaign, within a transaction; numbers that are given here take the old ones' place.

    Returns the rows as they were entered. Raises DatabaseError if it does not fit in: it is there
    already, or rows are missing.
    """
    numbers: dict[str, dict[Held, Held]] = {"campaign": {}}
    entered: Rows = {name: [] for name in rows}
    for table in TABLES:
        for row in rows.get(table.name, ()):
            changed = row | _numbers_here(table, row, numbers)
            if table.name == "campaign":
                changed["id"] = numbers["campaign"][row["id"]] = campaign_id
                _insert(store, table, changed)
            elif table.key == ("id",):
                bare = {name: value for name, value in changed.items() if name != "id"}
                changed["id"] = _insert(store, table, bare, returns="id")
                numbers.setdefault(table.name, {})[row["id"]] = changed["id"]
            else:
                _insert(store, table, changed, if_absent=table.name in _SHARED)
            entered[table.name].append(changed)
    return entered


def erase_rows(store: Store, campaign: Campaign) -> None:
    """Erase a campaign, within a transaction, but for what it may share with others."""
    with store.without_guards():
        store.put_due(campaign.id, [])
        store.write("DELETE FROM failure WHERE campaign_id = ?", campaign.id)
        for table in reversed(TABLES):
            if table.name not in (*OF_NONE, *_WORKED_OUT, *_SHARED):
                where = _WHOSE.get(table.name, "campaign_id = ?")
                store.write(f"DELETE FROM {table.name} WHERE {where}", campaign.id)


def copy_all(source: Store, target: Store) -> None:
    """Enter all that a database holds in another one, within a transaction, as it is.

    What is entered is read back and compared. Raises StoreError if the other one holds anything.
    """
    tables = [table for table in TABLES if not table.of_files]
    for table in tables:
        if target.has(table.record):
            raise StoreError("target-not-empty", place=target.place)
    for table in tables:
        for row in _all_rows(source, table):
            _insert(target, table, row)
    target.set_counters()
    for campaign, _ in queries.versions(source):
        target.put_due(campaign, source.due_of(campaign))
    target.note_letters()
    for table in tables:
        pairs = zip_longest(_all_rows(source, table), _all_rows(target, table))
        if any(row != other for row, other in pairs):
            raise StoreError("not-entered", place=target.place, name=table.name)


def _all_rows(store: Store, table: StoredTable) -> Iterator[Row]:
    """Yield the rows of a table, of which there may be many."""
    key = ", ".join(table.key)
    marks = ", ".join("?" * len(table.key))
    where = "1 = 1"
    values: tuple[Held, ...] = ()
    while True:
        rows = _read(store, table, where, values, most=_BATCH)
        yield from rows
        if len(rows) < _BATCH:
            return
        where, values = f"({key}) > ({marks})", tuple(rows[-1][name] for name in table.key)


def _rows_of(store: Store, table: StoredTable, campaign: Campaign) -> list[Row]:
    if table.name == "file":
        return _files_of(store, table, campaign)
    if table.name == "mark":
        begins = [key_of_mark(what, campaign.name) for what in get_args(Once)]
        values = [value for each in begins for value in (len(each), each)]
        return _read(store, table, _MARKS + _OR_BEGINS * len(begins), (campaign.id, *values))
    where = _WHOSE.get(table.name, "campaign_id = ?")
    if table.name not in _WHOSE and all(c.name != "campaign_id" for c in table.columns):
        raise StoreError("no-campaign-of-rows", name=table.name)
    return _read(store, table, where, (campaign.id,))


def _files_of(store: Store, table: StoredTable, campaign: Campaign) -> list[Row]:
    """Return the files of a campaign's letters that are still kept."""
    digests: dict[bytes, None] = {}
    for letter in store.rows(Letter, campaign_id=campaign.id):
        digests |= dict.fromkeys(file.data for file in letter.content.files if not file.origin)
    return [row for each in sorted(digests) for row in _read(store, table, "digest = ?", (each,))]


def _read(
    store: Store, table: StoredTable, where: str, values: Sequence[Held], most: int | None = None
) -> list[Row]:
    names = [column.name for column in table.columns]
    sql = f"SELECT {', '.join(names)} FROM {table.name} WHERE {where}"
    sql += f" ORDER BY {', '.join(table.key)}" + (f" LIMIT {most:d}" if most else "")
    return [dict(zip(names, row, strict=True)) for row in store.select(sql, *values)]


def _numbers_here(table: StoredTable, row: Row, numbers: dict[str, dict[Held, Held]]) -> Row:
    """Return the columns of a row that hold the number of another, as that is now."""
    changed: Row = {}
    references = (*table.references, *table.unchecked)
    columns = [(each.columns[0], each.table) for each in references if each.others == ("id",)]
    if "campaign_id" in row:
        columns.append(("campaign_id", "campaign"))
    for column, other in columns:
        if row[column] is not None:
            changed[column] = numbers[other][row[column]]
    return changed


def _insert(
    store: Store, table: StoredTable, row: Row, *, if_absent: bool = False, returns: str = ""
) -> Any:
    """Insert a row; return what the database gave the column ``returns``."""
    sql = insert_sql(table, row, if_absent=if_absent)
    if returns:
        return store.select(f"{sql} RETURNING {returns}", *row.values())[0][0]
    return store.write(sql, *row.values())
