"""Opening and making databases."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator.store.databases.base import Store
from adjudicator.store.databases.files import sync, sync_folder
from adjudicator.store.errors import StoreError
from adjudicator.store.migrations import SCHEMA
from adjudicator.store.place import Place, Server

__all__ = ["Store", "make_store", "open_store"]


def open_store(place: Place, *, create: bool = False) -> Store:
    """Open a database; with ``create``, make it if it is not there. Raises StoreError."""
    if isinstance(place, Server):
        return _connect(place, create=create)
    _check_may_be_database(place)
    if not create and not place.is_file():
        raise StoreError("no-database", place=place)
    if not create:
        _check_holds_something(place)
    from adjudicator.store.databases.sqlite import SQLite

    return SQLite(place, SCHEMA)


def _check_may_be_database(place: Path) -> None:
    """Raise StoreError for what is there under the name of a database, and can be none."""
    if place.is_dir():
        raise StoreError("is-a-folder", place=place)
    if place.is_symlink() and not place.exists():
        raise StoreError("broken-link", place=place)


def _check_holds_something(place: Path) -> None:
    """Raise StoreError for an empty file: what it became would be read by whoever can read it."""
    if not place.stat().st_size:
        raise StoreError("is-empty", place=place)


@contextmanager
def make_store(place: Place) -> Iterator[Store]:
    """Open a database for what may be the first of it; one that is not there is made.

    It is made beside its place, and has its name once the block has ended without an error: what
    fails leaves no empty database behind. Raises StoreError, also if another program has made one
    there meanwhile.
    """
    if isinstance(place, Server) or place.exists() or not place.parent.is_dir():
        if isinstance(place, Path) and place.is_file():
            _check_holds_something(place)
        with open_store(place, create=True) as store:
            yield store
        return
    _check_may_be_database(place)
    from tempfile import TemporaryDirectory  # slow to import, and needed once in a database's life

    try:
        beside = TemporaryDirectory(prefix=f".{place.name}.new-", dir=place.parent)
    except OSError as error:  # which would name what nobody has asked for
        raise OSError(error.errno, error.strerror, str(place)) from error
    with beside as folder:
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
        raise StoreError("made-meanwhile", place=place) from None
    except OSError:  # a disk on which no file has two names
        made.rename(place)
    sync_folder(place.parent)


def _connect(server: Server, *, create: bool) -> Store:
    try:
        from adjudicator.store.databases.postgresql import PostgreSQL
    except ImportError as error:
        raise StoreError("no-cluster") from error
    return PostgreSQL(server, SCHEMA, create=create)
