"""A folder at an IMAP server as a mailbox.

A letter's name is the folder's UIDVALIDITY and its UID: no other letter of the folder ever has it.
Letters are only looked at (``BODY.PEEK``); what was taken is moved to another folder, many at a
time. The connection lasts from one pass to the next. If it is lost it is made again, after pauses
that grow; whatever the server does or says is an OSError in the end, and every letter stays.
"""

import re
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from imapclient.exceptions import IMAPClientAbortError, LoginError, ProtocolError

from adjudicator.post.transport.imap_client import ImapConnection
from adjudicator.post.transport.mailbox import (
    AccountError,
    ArrivedMail,
    ImapAccount,
    MailboxLostError,
    reason,
    why_of,
)

RENEW = 60.0
"""Seconds after which IDLE is begun anew: so long a dead connection can seem to be alive."""
POLL = 60.0
"""Seconds between two looks at a server that has no IDLE."""
SHORTEST_PAUSE = 1.0
"""Seconds until a lost connection is made again; each time it is twice as long."""
AFTER_REFUSAL = 60.0
"""Seconds after a login that was refused: who tries often is locked out."""
LONGEST_PAUSE = 15 * 60.0
MANY = 100
"""Letters in one command."""
FEW = 20
"""Letters that are read in one command; each may be as large as any."""
_LATEST = datetime.max.replace(tzinfo=UTC)
_MOST_UID = 2**32
_CODE = re.compile(r"\[([A-Z]+)")
_OF_ALL = {"UNAVAILABLE", "INUSE", "LIMIT", "AUTHORIZATIONFAILED", "CONTACTADMIN", "EXPIRED"}
"""Reasons (RFC 5530) that have nothing to do with one letter."""


class ImapMailbox:
    """A folder at an IMAP server. One thread uses it; ``close`` may be called from any."""

    checked_by = ""

    def __init__(self, place: ImapAccount):
        self.at = place
        account = place.account
        user = f"{account.login.user}@" if account.login else ""
        self.name = f"imap://{user}{account.host}:{account.port}/{place.folder}"
        self._connection: ImapConnection | None = None
        self._validity = 0
        self._seen: set[int] = set()
        self._made: dict[str, str] = {}  # what the other folders are called there
        self._closed = threading.Event()
        self._failures = 0
        self._next_try = 0.0
        self._why = ""

    # -- letters ---------------------------------------------------------------------------------

    def arrivals(self) -> list[ArrivedMail]:
        """Return the letters that lie there now, as the server's clock says when they came."""
        if self._connection is None:
            return self._arrivals()
        try:
            return self._arrivals()
        except MailboxLostError:  # servers end connections that were silent for long
            self._next_try = 0
            return self._arrivals()

    def _arrivals(self) -> list[ArrivedMail]:
        with self._talk() as connection:
            uids = _search(connection)
            facts = _fetch(connection, uids, ["INTERNALDATE"])
            came = {uid: _moment(facts[uid].get(b"INTERNALDATE")) for uid in uids if uid in facts}
            self._seen = set(came)
        return [ArrivedMail(self._name(uid), came[uid]) for uid in came]

    def fetch(self, names: Sequence[str], most: int) -> Iterator[bytes | OSError | None]:
        """Yield at most so many bytes of each letter; None for one that is gone."""
        for some in _batches(names, FEW):
            with self._talk() as connection:
                uids = [self._uid(each) for each in some]
                bodies = _bodies(connection, [uid for uid in uids if uid is not None], most)
            yield from (bodies.get(uid) if uid is not None else None for uid in uids)

    def put_away(self, names: Iterable[str]) -> dict[str, str]:
        """Move letters to the folder of those that were taken; say which could not be, and why."""
        return self._move(names, self.at.done)

    def set_aside(self, name: str) -> str:
        """Move a letter to the folder of those that a person must look at; return its name."""
        if why := self._move([name], self.at.aside).get(name):
            raise OSError(why)
        return f"{self.at.aside}/{name}"

    def put_back(self) -> int:
        """Move the letters that were set aside to where letters come in; return how many."""
        with self._talk() as connection:
            connection.select_folder(self._make(connection, self.at.aside))
            uids = _search(connection)
            if uids:
                _move(connection, uids, self.at.folder)
            self._select(connection)
        return len(uids)

    def reread(self, since: datetime, most: int) -> Iterator[tuple[ArrivedMail, bytes]]:
        """Return the letters that were taken and arrived after a moment, oldest first.

        Of each at most so many bytes. They stay where they are.
        """
        with self._look_back() as connection:
            # SINCE knows days alone, in the server's zone.
            day = (since.astimezone(UTC) - timedelta(days=2)).date()
            facts = _fetch(connection, _search(connection, ["SINCE", day]), ["INTERNALDATE"])
        came = {uid: _moment(facts[uid].get(b"INTERNALDATE")) for uid in facts}
        wanted = sorted((came[uid], uid) for uid in came if came[uid] > since)
        for some in _batches(wanted, FEW):
            with self._look_back() as connection:
                bodies = _bodies(connection, [uid for _, uid in some], most)
            for moment, uid in some:
                raw = bodies[uid]
                if isinstance(raw, OSError):
                    raise raw
                if raw:
                    yield ArrivedMail(f"{self.at.done}/{uid}", moment), raw

    @contextmanager
    def _look_back(self) -> Iterator[ImapConnection]:
        """Look into the folder of those that were taken, during a block."""
        with self._talk() as connection:
            connection.select_folder(self._make(connection, self.at.done), readonly=True)
            yield connection
            self._select(connection)

    def _move(self, names: Iterable[str], folder: str) -> dict[str, str]:
        failed: dict[str, str] = {}
        for some in _batches(names, MANY):
            with self._talk() as connection:
                uids = [uid for uid in map(self._uid, some) if uid is not None]
                try:
                    if uids:
                        _move(connection, uids, self._make(connection, folder))
                except Exception as error:
                    _pass_on(error)
                    self._made.pop(folder, None)
                    failed |= dict.fromkeys(some, str(reason("server-says", why=_meaning(error))))
        return failed

    def _make(self, connection: ImapConnection, folder: str) -> str:
        """Return what a folder is called there; make it if it is not there."""
        if folder not in self._made:
            prefix = ""
            if connection.has_capability("NAMESPACE"):
                prefix = (connection.namespace().personal or [("", "")])[0][0] or ""
            name = folder if folder.startswith(prefix) else prefix + folder
            if not connection.folder_exists(name):
                connection.create_folder(name)
            self._made[folder] = name
        return self._made[folder]

    def _name(self, uid: int) -> str:
        return f"{self._validity}.{uid:010}"  # so that names stand in the order of arrival

    def _uid(self, name: str) -> int | None:
        """Return the UID of a letter; None if the folder was made anew since it was listed."""
        validity, _, uid = name.partition(".")
        return int(uid) if validity == str(self._validity) else None

    # -- waiting ---------------------------------------------------------------------------------

    def wait(self, seconds: float) -> bool:
        """Wait until something lies there that did not at the last look, at most so long.

        Raises MailboxLostError; after ``close`` there is no waiting.
        """
        end = time.monotonic() + seconds
        while not self._closed.is_set() and (left := end - time.monotonic()) > 0:
            try:
                with self._talk() as connection:
                    if self._wait(connection, left):
                        return True
            except MailboxLostError:
                if not self._closed.is_set():
                    raise
        return False

    def _wait(self, connection: ImapConnection, seconds: float) -> bool:
        """Wait for one turn; say whether something came. Raises what a lost connection does."""
        # What the server said of new letters while it answered something else is not said again.
        uids = set(_search(connection))
        new, self._seen = uids - self._seen, uids
        if new:
            return True
        if not connection.has_capability("IDLE"):
            self._closed.wait(min(seconds, POLL))
            return False
        turn, begun = min(seconds, RENEW), time.monotonic()
        connection.idle()
        answers = connection.idle_check(turn)
        if not answers and time.monotonic() - begun < turn * 0.9:
            raise IMAPClientAbortError(str(reason("closed")))
        answers += connection.idle_done()[1]
        return any(each[1:2] == (b"EXISTS",) for each in answers)

    def close(self) -> None:
        """End the connection, and whatever waits for it; from whatever thread."""
        self._closed.set()
        if connection := self._connection:
            connection.end()

    # -- the connection --------------------------------------------------------------------------

    def abilities(self) -> frozenset[str]:
        """Log in, and return what the server says that it can (``IDLE``, ``MOVE`` …)."""
        with self._talk() as connection:
            capabilities = connection.capabilities()
        return frozenset(each.decode("ascii", "replace") for each in capabilities)

    @contextmanager
    def _talk(self) -> Iterator[ImapConnection]:
        """Give the connection, made if need be; whatever goes wrong is a MailboxLostError."""
        try:
            yield self._connection or self._connect()
        except MailboxLostError:
            raise
        except Exception as error:  # what a server may answer has no end
            raise self._lose(error) from error
        self._failures = 0

    def _connect(self) -> ImapConnection:
        if self._closed.is_set():
            raise MailboxLostError(str(reason("shut")))
        if (pause := self._next_try - time.monotonic()) > 0:
            facts = {"why": self._why, "seconds": f"{pause:.0f}"}
            raise MailboxLostError(str(reason("next-attempt", **facts)))
        connection = ImapConnection(self.at.account)
        self._connection = connection
        if self._closed.is_set():
            connection.end()
        connection.log_in()
        self._made = {}
        self._select(connection)
        return connection

    def _select(self, connection: ImapConnection) -> None:
        answer = connection.select_folder(self.at.folder)
        validity = int(answer.get(b"UIDVALIDITY") or 0)
        if not validity:
            raise ProtocolError(str(reason("no-uidvalidity")))
        if validity != self._validity:
            self._seen = set()
        self._validity = validity

    def _lose(self, error: Exception) -> MailboxLostError:
        """Give the connection up, and say why; it is made again after a pause."""
        connection, self._connection = self._connection, None
        if connection:
            connection.close()
        refused = isinstance(error, (LoginError, AccountError))
        pause = (AFTER_REFUSAL if refused else SHORTEST_PAUSE) * 2 ** min(self._failures, 16)
        self._failures += 1
        self._next_try = time.monotonic() + min(pause, LONGEST_PAUSE)
        account = self.at.account
        self._why = f"{account.host} port {account.port}: {_meaning(error)}"
        if isinstance(error, LoginError):
            facts = {"user": account.login.user if account.login else "", "why": _meaning(error)}
            self._why = str(reason("login-refused", host=account.host, **facts))
        return MailboxLostError(self._why)


def _search(connection: ImapConnection, what: Sequence[object] = ("UNDELETED",)) -> list[int]:
    """Return the UIDs of letters, as the server finds them now."""
    connection.noop()  # else it answers from what it last announced
    return sorted({uid for uid in connection.search(list(what)) if 0 < uid < _MOST_UID})


def _fetch(
    connection: ImapConnection, uids: Iterable[int], what: list[str]
) -> dict[int, dict[bytes, Any]]:
    """Return facts of letters; of those that are gone, none."""
    facts: dict[int, dict[bytes, Any]] = {}
    for some in _batches(uids, MANY):
        facts |= connection.fetch(some, what)
    return facts


def _bodies(
    connection: ImapConnection, uids: list[int], most: int
) -> dict[int, bytes | OSError | None]:
    """Return the letters, or their beginnings; None for one that is gone.

    Where one of them makes the server, or the reader of its answers, stumble, they are asked for
    one by one. Raises what has to do with all letters.
    """
    try:
        return _read(connection, uids, most)
    except Exception as error:
        _pass_on(error)
        if len(uids) == 1:
            connection.noop()  # if that works, it was the letter
            return {uids[0]: OSError(str(reason("not-given", why=_meaning(error))))}
    return {uid: body for each in uids for uid, body in _bodies(connection, [each], most).items()}


def _read(
    connection: ImapConnection, uids: list[int], most: int
) -> dict[int, bytes | OSError | None]:
    bodies: dict[int, bytes | OSError | None] = dict.fromkeys(uids)
    for uid, facts in _fetch(connection, uids, [f"BODY.PEEK[]<0.{most}>"]).items():
        body = next((value for key, value in facts.items() if key.startswith(b"BODY[]")), None)
        if not isinstance(body, bytes):
            raise ProtocolError(str(reason("no-letter")))
        bodies[uid] = body[:most]
    return bodies


def _move(connection: ImapConnection, uids: list[int], folder: str) -> None:
    if connection.has_capability("MOVE"):
        connection.move(uids, folder)
        return
    connection.copy(uids, folder)
    connection.add_flags(uids, [b"\\Deleted"], silent=True)
    if connection.has_capability("UIDPLUS"):  # without it EXPUNGE takes what others deleted, too
        connection.uid_expunge(uids)


def _pass_on(error: Exception) -> None:
    """Raise an error again that has to do with more than the letters it was met with."""
    code = _CODE.search(str(error))
    if isinstance(error, OSError | IMAPClientAbortError) or (code and code[1] in _OF_ALL):
        raise error


def _moment(came: object) -> datetime:
    """Return when a letter came, in UTC; what the server says wrong counts as the latest."""
    try:
        if isinstance(came, datetime) and came.tzinfo:
            return came.astimezone(UTC)
    except (OverflowError, ValueError):
        pass
    return _LATEST


def _meaning(error: Exception) -> str:
    """Say what an error means, in one line."""
    if isinstance(error, TimeoutError):
        return str(reason("no-answer"))
    if isinstance(error, RecursionError | MemoryError):
        return str(reason("unreadable-answer", error=type(error).__name__))
    told = why_of(error) if isinstance(error, OSError) else str(error)
    text = getattr(error, "verify_message", "") or told
    text = re.sub(r"b(['\"])(.*)\1", r"\2", " ".join(str(text).split()))
    return text[:200] or type(error).__name__


def _batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some
