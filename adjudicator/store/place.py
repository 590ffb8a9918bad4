"""Where a database is: a file of SQLite, or a database of a PostgreSQL server."""

import re
from pathlib import Path

import msgspec

from adjudicator.store.errors import StoreError

_SCHEME = re.compile(r"postgres(ql)?://", re.IGNORECASE)
_PASSWORD = re.compile(r"^(\w+://[^:/@]*):.*@", re.DOTALL)
_PARAMETER = re.compile(r"([?&][^=&]*(?:password|%)[^=&]*=)[^&]*", re.IGNORECASE)
"""The names of parameters may be written with signs such as %70."""

_ALMOST = re.compile(r"^\s*postgres(ql)?\W*[:/]|\bpassword\s*=|:[^/:@]+@[^/]+/", re.IGNORECASE)
"""What is meant for the address of a server, and would be taken for the name of a file."""


class Server(msgspec.Struct, frozen=True):
    """A database of a PostgreSQL server."""

    address: str
    """A URI as libpq reads it: ``postgresql://user@host/database``."""

    def __str__(self) -> str:
        """Return the address without a password that stands in it."""
        return _PARAMETER.sub(r"\1…", _PASSWORD.sub(r"\1:…@", self.address))


Place = Path | Server
"""Where a database is."""


def name_of(place: Place) -> str:
    """Return the name of a place that it has from everywhere on its machine, without a password."""
    return str(place.resolve() if isinstance(place, Path) else place)


def find_path(text: str | Path, folder: Path = Path()) -> Path:
    """Return the path that is written, looked for from ``folder``; “~” stands for a home.

    Raises StoreError if there is no such home.
    """
    path = Path(text)
    try:
        return folder / path.expanduser()
    except RuntimeError:
        raise StoreError("no-home", path=path, home=path.parts[0]) from None


def read_place(text: str | Path, folder: Path = Path()) -> Place:
    """Return where a database is, as it is written; a path is looked for from ``folder``.

    Raises StoreError for the address of another kind of server, and as ``find_path``.
    """
    if isinstance(text, Path):
        return find_path(text, folder)
    if _SCHEME.match(text):
        return Server(text)
    if re.match(r"[a-z][a-z0-9+.-]*://", text, re.IGNORECASE):
        scheme = text.partition(":")[0]
        raise StoreError("unknown-scheme", scheme=scheme)
    if _ALMOST.search(text):  # there may be a password in it, so it is not repeated
        raise StoreError("almost-server")
    return find_path(text, folder)
