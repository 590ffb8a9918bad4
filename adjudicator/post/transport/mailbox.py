"""Where letters come from and where they go: two small protocols, accounts at mail servers, and who
keeps to them.

What is done with a letter (who is answered, what is tried again, what is set aside) is written
once, in ``pipeline`` and ``exchange``; a mailbox and an outbox know nothing of it. For another one,
write a module, and name it in ``opening``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from adjudicator.desk.place import NO_DESK, DeskPlace
from adjudicator.wording import ReasonedError, reasons_of

if TYPE_CHECKING:
    import ssl

Tls = Literal["implicit", "starttls", "clear"]
"""``implicit``: from the first byte; ``starttls``: begun in clear, and given up if the server will
not; ``clear``: none, which only this machine itself may be asked for."""


reason = reasons_of("mailboxes")
"""Returns what is said of a mailbox or a server: ``templates/reasons/mailboxes.j2``."""


class AccountError(ReasonedError, ValueError):
    """An account that must not be used as it is described."""

    room = "mailboxes"


class Login(NamedTuple):
    """Who logs in, and with what."""

    user: str
    secret: Callable[[], str]
    """Gives the password, or an OAuth 2 access token; asked at each login, and kept nowhere."""
    is_token: bool = False


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


class MailboxError(ReasonedError, ValueError):
    """An address names no kind of mailbox."""

    room = "mailboxes"


class MailboxLostError(OSError):
    """A whole mailbox is out of reach."""


def why_of(error: OSError) -> str:
    """Return what the system says of an error, and of which file or server."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


class ArrivedMail(NamedTuple):
    """A letter that lies in a mailbox."""

    name: str
    """By which the mailbox finds it again."""
    arrived: datetime
    """When it was delivered (aware), by the mailbox and not by anything that its writer says."""
    fault: str = ""
    """Why it cannot be a letter (a clause); it is then set aside."""


class Mailbox(Protocol):
    """Where letters come in. Trouble with all of it is raised as OSError, and every letter stays.

    One thread uses it; ``close`` may be called from any.
    """

    name: str
    """By which it is known; the same for every process that opens it."""
    checked_by: str
    """The mail server whose word on senders counts (Authentication-Results); ``""``: none's."""

    def arrivals(self) -> Iterable[ArrivedMail]:
        """Return all letters that lie there at one moment, in any order."""

    def fetch(self, names: Sequence[str], most: int) -> Iterator[bytes | OSError | None]:
        """Yield at most so many bytes of each of some letters; None for one that is gone.

        Raises MailboxLostError for trouble with the whole mailbox; any other OSError is yielded in
        the place of the letter that it has to do with, which is set aside.
        """

    def put_away(self, names: Sequence[str]) -> Mapping[str, str]:
        """Put letters away that were taken; return which could not be, each with why (a clause)."""

    def set_aside(self, name: str) -> str:
        """Put a letter away that a person must look at; return where it lies now."""

    def put_back(self) -> int:
        """Move the letters that were set aside to where letters come in; return how many."""

    def reread(self, since: datetime, most: int) -> Iterable[tuple[ArrivedMail, bytes]]:
        """Return the letters that were put away and arrived after a moment, in any order.

        Of each at most so many bytes. They stay where they are.
        """

    def wait(self, seconds: float) -> bool:
        """Wait until something may have come, at most so long; say whether it may have."""

    def close(self) -> None:
        """End what waits for it or works with it, from whatever thread; it stays closed."""


class Mail(NamedTuple):
    """A letter as it goes out."""

    message_id: str
    """With its angle brackets; the same each time that the same letter is sent."""
    sender: str
    """The address that it is from, to which it comes back if it cannot be delivered."""
    recipients: tuple[str, ...]
    data: bytes
    """The letter (RFC 5322), lines ending in CRLF."""


class Delivery(NamedTuple):
    """What became of a letter for one recipient."""

    recipient: str
    outcome: Literal["sent", "refused", "later", "unknown"]
    """``refused`` for good; ``later`` if it may go the next time; ``unknown`` if it was handed
    over and no answer came, so that it may have gone."""
    why: str = ""
    ours: bool = False
    """Whether the fault is ours or our server's, and nothing is known against the recipient."""


class Terms(NamedTuple):
    """On what terms an outbox takes letters."""

    per_minute: int = 0
    """How many letters may go out in a minute; 0: any number."""
    per_day: int = 0
    desk: DeskPlace = NO_DESK
    """Where letters that ask for orders lead to."""
    pictures: bool = True
    """Whether letters have the pictures that are drawn when they go."""


class Outbox(Protocol):
    """What takes letters out. Trouble with it is raised as OSError, and every letter stays."""

    terms: Terms

    def send(self, mail: Mail) -> Sequence[Delivery]:
        """Send a letter; return what became of it for each recipient.

        Raises OSError if nothing can be sent at all; then it was not handed over.
        """

    def hang_up(self) -> None:
        """End the connection, if there is one; the next letter begins another."""


def tls_context(account: Account) -> "ssl.SSLContext | None":
    """Return how the server's certificate is checked; None for a connection in clear.

    Raises AccountError if a connection in clear would leave this machine, OSError if the file of
    trusted certificates cannot be read.
    """
    if account.tls == "clear":
        if not is_loopback(account.host):
            raise AccountError("in-clear", host=account.host)
        return None
    import ssl  # who has no account needs none

    try:
        return ssl.create_default_context(cafile=account.ca or None)
    except ssl.SSLError as error:
        raise OSError(error.errno, str(reason("no-certificates")), account.ca) from error


def is_loopback(host: str) -> bool:
    """Say whether a host is this machine itself, as far as its name says so."""
    if host.casefold() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
