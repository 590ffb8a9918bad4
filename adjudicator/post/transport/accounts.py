"""Accounts at mail servers: where they are, how a connection is kept private, who logs in."""

from collections.abc import Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import ssl

Tls = Literal["implicit", "starttls", "clear"]
"""``implicit``: from the first byte; ``starttls``: begun in clear, and given up if the server will
not; ``clear``: none, which only this machine itself may be asked for."""


class AccountError(ValueError):
    """An account that must not be used as it is described."""


class Login(NamedTuple):
    """Who logs in, and with what; both are asked for at each login, and kept nowhere."""

    user: str
    password: Callable[[], str] | None = None
    token: Callable[[], str] | None = None
    """Gives an OAuth 2 access token (XOAUTH2); it takes the place of the password."""


class Account(NamedTuple):
    """An account at a mail server."""

    host: str
    port: int
    tls: Tls
    login: Login | None = None
    ca: str = ""
    """A file of certificates that are trusted; without it those that the system trusts."""
    timeout: float = 30.0
    """Seconds that the server may be silent."""


class ImapAccount(NamedTuple):
    """A mailbox at an IMAP server."""

    account: Account
    folder: str = "INBOX"
    """Where letters arrive."""
    done: str = "Done"
    """Where letters go that were taken; made if it is not there."""
    aside: str = "Aside"
    """Where letters go that a person must look at; made if it is not there."""


class SmtpAccount(NamedTuple):
    """A way out through an SMTP server."""

    account: Account
    sender: str
    """The address that the server sees as the sender's; bounces come back to it."""
    per_minute: int = 0
    """How many letters may go out in a minute; 0: any number."""
    per_day: int = 0


def tls_context(account: Account) -> "ssl.SSLContext | None":
    """Return how the server's certificate is checked; None for a connection in clear.

    Raises AccountError if a connection in clear would leave this machine, OSError if the file of
    trusted certificates cannot be read.
    """
    if account.tls == "clear":
        if not is_loopback(account.host):
            raise AccountError(
                f"{account.host} would be talked to in clear, which only this machine itself may "
                "be. Use tls = “implicit” (ports 993, 465) or “starttls” (143, 587)."
            )
        return None
    import ssl  # who has no account needs none

    try:
        return ssl.create_default_context(cafile=account.ca or None)
    except ssl.SSLError as error:
        raise OSError(error.errno, "it holds no certificates", account.ca) from error


def is_loopback(host: str) -> bool:
    """Say whether a host is this machine itself, as far as its name says so."""
    if host.casefold() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
