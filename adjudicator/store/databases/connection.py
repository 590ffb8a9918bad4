"""A connection to a PostgreSQL: what it needs, how values go over it, and what its errors mean."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import psycopg
from psycopg.adapt import Buffer, Loader
from psycopg.pq import Format

from adjudicator.store.columns import Held
from adjudicator.store.errors import DatabaseError, RaceLostError, StoreError
from adjudicator.store.place import Server

DriverError = psycopg.Error
"""What the driver raises; here it becomes a DatabaseError."""
_SESSION = """\
SET lock_timeout = '30s'; SET statement_timeout = 0; SET synchronous_commit = on;
SET idle_in_transaction_session_timeout = '5min'; SET timezone = 'UTC';
SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4"""
"""What a connection needs, whatever the server gives to others: locks are waited for, what is read
through or written anew takes its time, and the locks of a client are free 40 seconds after its
machine has gone, or five minutes after it was stopped within a transaction."""
_ALIVE = {
    "connect_timeout": 10,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 40_000,
}
"""So a connection is given up 40 seconds after the server's machine has gone. An address may say
otherwise."""
_CUT = re.compile(r"\w+://[^@/?]*(/[^?]*@|:[^@/?\]]*[^@/?\]\d,:][^@/?\]]*\?.*@)", re.DOTALL)
"""An address whose password has a sign in it that ends the part in which passwords stand."""
_RACES = (
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
    psycopg.errors.UniqueViolation,
)
_NUL, _ESCAPE = "\0", "\uffff"


def connect(server: Server) -> psycopg.Connection[Any]:
    """Connect to a server. Raises DatabaseError, and StoreError for what is no address."""
    special = "what is special in a name or password is written %40 for @, %2F for / and so on."
    try:
        if server.address.partition("?")[0].count("@") > 1:
            raise StoreError(f"{server}: there are two @ in it; {special}")
        if _CUT.match(server.address):
            raise StoreError(f"{server}: its @ is behind the first / or ?; {special}")
        given = psycopg.conninfo.conninfo_to_dict(server.address)
    except psycopg.Error:  # what it says may hold a part of the password
        raise StoreError(
            f"{server} is no address of a database: postgresql://user@host/database; {special}"
        ) from None
    wanted: dict[str, Any] = {"application_name": "adjudicator", **_ALIVE} | given
    try:
        conn = psycopg.connect(**wanted, autocommit=True, client_encoding="UTF8")
    except psycopg.Error as error:
        why = str(error).strip().replace("\n", "; ").rstrip(".")
        advice = "Does the server run, and may this user log in?"
        raise DatabaseError(f"no connection: {why}", advice) from error
    conn.adapters.register_loader("text", _TextLoader)
    with errors(conn):
        conn.execute(_SESSION)
    return conn


class _TextLoader(Loader):
    """Reads a text, in which there may be a character that PostgreSQL does not keep."""

    format = Format.BINARY

    def load(self, data: Buffer) -> str:
        text = str(data, "utf-8")
        if _ESCAPE in text:
            return text.replace(f"{_ESCAPE}0", _NUL).replace(f"{_ESCAPE}1", _ESCAPE)
        return text


@contextmanager
def errors(conn: psycopg.Connection[Any]) -> Iterator[None]:
    """Raise what the driver raises as a DatabaseError."""
    try:
        yield
    except psycopg.Error as error:
        what = (
            error.diag.message_primary or str(error).partition("\n")[0] or "no reason given"
        ).rstrip(".")
        if conn.closed:
            raise DatabaseError(what, "Does the server run, and can it be reached?") from error
        if isinstance(error, _RACES):
            raise RaceLostError(what) from error
        if isinstance(error, psycopg.errors.LockNotAvailable):
            raise DatabaseError("database is locked", "Does another program hold it?") from error
        if isinstance(error, psycopg.errors.InsufficientPrivilege):
            raise DatabaseError(what, "Its owner can grant that to this user.") from error
        raise DatabaseError(what) from error


@lru_cache(maxsize=1000)
def with_marks(sql: str) -> str:
    """Return a statement with marks for its values as the driver wants them."""
    return sql.replace("%", "%%").replace("?", "%s")


def parameter(value: Held) -> Held:
    """Return a value as the driver wants it: it knows no number that is true."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and (_NUL in value or _ESCAPE in value):
        return value.replace(_ESCAPE, f"{_ESCAPE}1").replace(_NUL, f"{_ESCAPE}0")
    return value
