"""The connection to an IMAP server: imapclient, with limits to what a server may send and a way to
end it from another thread."""

import socket
import sys
import time
from contextlib import suppress
from imaplib import IMAP4
from typing import Any

from imapclient import IMAPClient, imap4, tls

from adjudicator.post.transport.mailbox import Account, AccountError, reason, tls_context

MOST_BYTES = 64 * 1024 * 1024
"""Of answers to one command."""
MOST_SECONDS = 300.0
"""For which answers to one command may keep coming."""
LOGIN_SECONDS = 90.0
"""For which a server may think about a login: many answer a wrong one late on purpose."""


class _Limited(IMAP4):
    """What imaplib reads, counted anew with each command that is sent."""

    left = MOST_BYTES
    begun = float("inf")

    def send(self, data: Any) -> None:
        self.left, self.begun = MOST_BYTES, time.monotonic()
        super().send(data)

    def read(self, size: int) -> bytes:
        self._count(size)
        return super().read(size)

    def readline(self) -> bytes:
        line = super().readline()
        self._count(len(line))
        return line

    def _count(self, size: int) -> None:
        self.left -= size
        if self.left < 0 or time.monotonic() - self.begun > MOST_SECONDS:
            raise self.abort(str(reason("endless-answer")))

    def has_more(self) -> bool:
        """Say whether something came that was not read; the socket must not block."""
        if sys.version_info >= (3, 14):
            return any(self._readbuf)
        file: Any = self.file
        with suppress(OSError, ValueError):
            return bool(file.peek(1))
        return False


class _LimitedTls(_Limited, tls.IMAP4_TLS):  # type: ignore[misc]
    pass


class _LimitedClear(_Limited, imap4.IMAP4WithTimeout):  # type: ignore[misc]
    pass


class ImapConnection(IMAPClient):  # type: ignore[misc]
    """A connection. Its methods raise what imaplib, sockets and hostile answers make them raise."""

    def __init__(self, account: Account):
        """Connect, and make the connection private. Raises AccountError."""
        context = tls_context(account)
        implicit = account.tls == "implicit"
        super().__init__(
            account.host,
            account.port,
            ssl=implicit,
            ssl_context=context if implicit else None,
            timeout=account.timeout,
        )
        self.normalise_times = False  # else the times of arrival have no zone
        self._account = account
        try:
            if account.tls == "starttls":
                self._begin_tls(context)
            # The same socket once more: shutting it down ends whatever the other waits for.
            self._plug = socket.fromfd(self.socket().fileno(), socket.AF_INET, socket.SOCK_STREAM)
        except BaseException:
            with suppress(Exception):  # TLS may have left nothing to shut down
                self.shutdown()
            raise

    def _begin_tls(self, context: Any) -> None:
        if not self.has_capability("STARTTLS"):
            raise AccountError("no-starttls", host=self.host, port=self.port)
        self.starttls(context)

    def _create_IMAP4(self) -> IMAP4:  # noqa: N802
        kind: Any = _LimitedTls if self.ssl else _LimitedClear
        context = (self.ssl_context,) if self.ssl else ()
        made: IMAP4 = kind(self.host, self.port, *context, self._timeout.connect)
        return made

    def log_in(self) -> None:
        """Log in with the password or token as it is now. Raises AccountError for bad ones."""
        login = self._account.login
        if login is None:
            return
        self.socket().settimeout(max(LOGIN_SECONDS, self._account.timeout))
        user, secret = _one_line(login.user), _one_line(login.secret())
        if login.is_token:
            is_older = self.has_capability("AUTH=XOAUTH2")
            log_in = self.oauth2_login if is_older else self.oauthbearer_login
            log_in(user, secret)
        elif (user + secret).isascii():
            self.login(_quote(user), secret)
        else:  # LOGIN knows ASCII alone
            self.plain_login(user, secret)
        self.socket().settimeout(self._account.timeout)

    def end(self) -> None:
        """End the connection, from whatever thread, and whatever it waits for."""
        with suppress(OSError):
            self._plug.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close it without a word."""
        self.end()
        self._plug.close()
        with suppress(Exception):  # it may be in any state
            self.shutdown()

    def _poll_socket(self, sock: Any, timeout: float | None = None) -> Any:
        """Wait for more, unless more has come: what came in one piece with the last answer.

        Dovecot says “+ idling” and “* 1 EXISTS” in one piece; the socket then has nothing to say.
        """
        return [sock] if self._imap.has_more() else super()._poll_socket(sock, timeout)


def _one_line(secret: str) -> str:
    if any(each < " " for each in secret):
        raise AccountError("one-line")
    return secret


def _quote(text: str) -> str:
    """Return a text as IMAP quotes it. imapclient does so with the password, not with the user."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
