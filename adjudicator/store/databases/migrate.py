"""Bringing a database to the schema of this release, whichever kind it is."""

from adjudicator.store.databases.base import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.migrations import FIRST, Schema
from adjudicator.store.place import Place


def migrate(store: Store, schema: Schema) -> None:
    """Make the tables of a new database, or bring another to a schema, all or nothing.

    Of processes that open it at once one does it, and the others wait. Raises StoreError.
    """
    if store.is_new():
        with store.atomic():
            if store.is_new():  # nobody else has made them meanwhile
                store.make()
    number = store.schema_number()
    _refuse_other(store.place, number, schema.number)
    if number == schema.number:
        return
    try:
        with store.atomic():
            number = store.schema_number()
            if number < schema.number:  # nobody else has done it meanwhile
                store.keep_copy(number)
                store.strip()
                schema.upgrade(store, number)
                store.dress()
                store.set_schema_number(schema.number)
                if faults := store.faults():
                    raise StoreError(faults[0])
    except Exception as error:
        why = str(error).rstrip(".") or type(error).__name__
        advice = f" {error.advice}" if isinstance(error, DatabaseError) and error.advice else ""
        raise StoreError(
            f"{store.place} could not be brought from schema {number} to {schema.number}: {why}. "
            f"Nothing in it was changed.{advice}"
        ) from error
    _refuse_other(store.place, store.schema_number(), schema.number)


def _refuse_other(place: Place, number: int, known: int) -> None:
    """Raise StoreError for a schema from which no migrations lead to the one that is known."""
    if number > known:
        raise StoreError(
            f"{place} has schema {number}; this release knows {known}. "
            "Update adjudicator, or open a backup made by this release."
        )
    if number < FIRST:
        raise StoreError(
            f"{place} has schema {number}, which no release had; this one knows {FIRST} to "
            f"{known}. Put a backup in its place, if it ever was one of adjudicator's."
        )
