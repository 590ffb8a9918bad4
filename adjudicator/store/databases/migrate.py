"""Bringing a database to the schema of this release, whichever kind it is."""

from adjudicator.store.databases.base import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.migrations import FIRST, Schema
from adjudicator.wording import in_words


def migrate(store: Store, schema: Schema) -> None:
    """Make the tables of a new database, or bring another to a schema, all or nothing.

    Of processes that open it at once one does it, and the others wait. Raises StoreError.
    """
    if store.is_new():
        with store.atomic():
            if store.is_new():  # nobody else has made them meanwhile
                store.make()
    number = store.schema_number()
    if not _lacks_some(store, schema):
        return
    try:
        with store.atomic():
            number = store.schema_number()
            if _lacks_some(store, schema):  # nobody else has done it meanwhile
                store.keep_copy(number)
                store.strip()
                schema.upgrade(store, store.past_migrations())
                store.dress()
                store.note_migrations()
                store.came_from = number
                if faults := store.faults():
                    raise StoreError(in_words("damaged", faults[0]))
    except Exception as error:
        why = str(error).rstrip(".") or type(error).__name__
        advice = error.advice if isinstance(error, DatabaseError) else ""
        raise StoreError(
            "cannot-migrate",
            place=store.place,
            number=number,
            newest=schema.number,
            why=why,
            advice=advice,
        ) from error


def _lacks_some(store: Store, schema: Schema) -> bool:
    """Say whether a database has not been through all migrations.

    Raises StoreError for one of a schema from which they do not lead to this one.
    """
    place, number, known = store.place, store.schema_number(), schema.number
    done = store.past_migrations()
    later = [name for name in done if name not in schema.names]
    if number > known or later:
        raise StoreError("newer-schema", place=place, number=number, later=later, known=known)
    if number < FIRST:
        raise StoreError("unknown-schema", place=place, number=number, first=FIRST, known=known)
    return len(done) < known - FIRST
