"""``adjudicator.toml``: where letters come in and go out, and how this machine looks after games.

How a single game is run is among its own settings. The file holds no secret, only where each is.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from adjudicator.campaign.kernel.addresses import check_address, check_private_hosts
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.desk.place import DeskPlace
from adjudicator.post.transport.mailbox import (
    Account,
    ImapAccount,
    Login,
    SmtpAccount,
    Tls,
    tls_context,
)
from adjudicator.service.reasons import reason
from adjudicator.service.secret import SecretPlace
from adjudicator.site.place import Site, SiteError, check_url
from adjudicator.store.host import HostRules, Readers
from adjudicator.store.place import Place, find_path, read_place
from adjudicator.wording import ReasonedError
from adjudicator.wording.misfits import Misfit, find_misfit

NAME = "adjudicator.toml"
VARIABLE = "ADJUDICATOR_CONFIG"
DATABASE = "campaign.db"
DESK = "order_desk"
"""The folder of the order desk beside the pages of campaigns, none of which has such a name."""
LARGEST = 256 * 1024

_PORTS = {"imap": {"implicit": 993}, "smtp": {"implicit": 465, "starttls": 587}}
_CLEAR = {"imap": 143, "smtp": 25}


class ConfigurationError(ReasonedError, ValueError):
    """The file cannot be used as it stands; says what in it, and what to do."""

    room = "service"


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the accounts of both ways have in common."""

    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """0: the usual one."""
    tls: Tls = "implicit"
    user: str = ""
    """Empty: no login."""
    password: SecretPlace | None = None
    token: SecretPlace | None = None
    """An OAuth 2 access token: from a consent, or printed by a command at each login."""
    ca: str = ""
    """A file of certificates to trust instead of the system's."""

    def account(self, kind: Literal["imap", "smtp"], host: str, folder: Path) -> Account:
        """Return the account. Raises ConfigurationError, AccountError."""
        port = self.port or _PORTS[kind].get(self.tls, _CLEAR[kind])
        ca = str(find_path(self.ca, folder)) if self.ca else ""
        account = Account(host, port, self.tls, self._login(folder), ca)
        if ca and not Path(ca).is_file():
            raise ConfigurationError("no-ca", ca=self.ca)
        if self.tls == "clear":
            tls_context(account)  # refuses any machine but this one
        return account

    def _login(self, folder: Path) -> Login | None:
        if not self.user:
            if self.password or self.token:
                raise ConfigurationError("no-user-of-secret")
            return None
        secret = self.password or self.token
        if secret is None or (self.password and self.token):
            raise ConfigurationError("password-or-token")
        return Login(self.user, partial(secret.read, folder), secret is self.token)


class Incoming(ServerSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mailbox that letters come in by: ``maildir`` or ``imap``."""

    maildir: str = ""
    imap: str = ""
    """The server's name."""
    folder: str = "INBOX"
    done: str = "Done"
    aside: str = "Aside"
    checked_by: str = ""
    """The mail server whose word on senders counts (Authentication-Results)."""

    def open_as(self, folder: Path) -> str | ImapAccount:
        """Return what ``open_mailbox`` takes; paths are looked for from ``folder``."""
        _one_of(self, "maildir", "imap")
        if self.maildir:
            _only(self, "maildir")
            return str(find_path(self.maildir, folder))
        account = self.account("imap", self.imap, folder)
        if account.login is None:
            raise ConfigurationError("imap-login")
        if len({self.folder, self.done, self.aside}) < 3:
            raise ConfigurationError("three-folders")
        return ImapAccount(account, self.folder, self.done, self.aside)


class Outgoing(ServerSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The way out for letters: ``maildir``, ``sendmail`` or ``smtp``."""

    maildir: str = ""
    sendmail: str = ""
    """A program that understands sendmail's options."""
    smtp: str = ""
    """The server's name."""
    sender: str = ""
    """The address that the server sees; empty: that of the judge."""
    confirm: str = ""
    """A setting of an earlier version, and so is ``confirm_wait``; they mean nothing any more."""
    confirm_wait: float = 0
    per_minute: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    per_day: Annotated[int, Meta(ge=0, le=1_000_000)] = 0

    def open_as(self, address: str, folder: Path) -> str | SmtpAccount:
        """Return what ``open_outbox`` takes; ``address`` is that of the judge."""
        _one_of(self, "maildir", "sendmail", "smtp")
        if self.maildir:
            _only(self, "maildir")
            return str(find_path(self.maildir, folder))
        if self.sendmail:
            _only(self, "sendmail")
            return "sendmail" if self.sendmail == "sendmail" else f"sendmail://{self.sendmail}"
        sender = self.sender or address
        if not sender:
            raise ConfigurationError("smtp-address")
        account = self.account("smtp", self.smtp, folder)
        return SmtpAccount(account, sender, self.per_minute, self.per_day)


class Serve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How ``serve`` goes about it."""

    every: Annotated[float, Meta(ge=1, le=86_400)] = 60
    """The most seconds between two passes, whether or not anything is known to be due."""
    log: Literal["text", "json"] = "text"
    letter_to_itself: bool = False
    """Whether a letter goes to the judge's own address each day, so that it is known when letters
    do not come back any more."""
    drawings: Annotated[int, Meta(ge=0, le=100_000)] = 320
    """The most megabytes of drawings that a process keeps for the next picture."""


class Configuration(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"in_": "in"}):
    """All of the file. Without a file everything is at its default, and there is no mail."""

    database: str = DATABASE
    address: str = ""
    """Where players write to, for games that are set up from now on."""
    gm: str = ""
    """The game master's address, for the same."""
    outage: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """Hours without a pass after which deadlines move by the time lost; 0: never."""
    site: str = ""
    """The folder in which the pages of all games are kept up to date; empty: there are none."""
    site_url: str = ""
    """Where those pages are to be found; feeds and calendars need it."""
    desk: Literal["off", "link", "file"] = "off"
    """Whether the order desk is kept beside those pages, and whether a letter's link to it holds
    the reader's position or he chooses the letter's files there."""
    private_webhooks: tuple[str, ...] = ()
    """Hosts, addresses and networks that notices may go to though they are private."""
    records: Readers = "everybody"
    """Who may at most be told what a person kept of his phases, in whatever game."""
    in_: Incoming | tuple[Incoming, ...] = ()
    out: Outgoing | None = None
    serve: Serve = Serve()
    path: str = ""
    """Where it was read from; never written in the file."""

    @property
    def folder(self) -> Path:
        """The folder from which its paths are looked for."""
        return Path(self.path).parent

    @property
    def db(self) -> Place:
        """The database."""
        return read_place(self.database, self.folder)

    @property
    def host(self) -> HostRules:
        """What holds for all games, whatever their game masters say."""
        pages = self.pages()
        return HostRules(self.private_webhooks, self.records, pages.url if pages else "")

    @property
    def incoming(self) -> tuple[Incoming, ...]:
        """The mailboxes, one or more or none."""
        return self.in_ if isinstance(self.in_, tuple) else (self.in_,)

    def mailboxes(self) -> list[str | ImapAccount]:
        """Return what ``open_mailbox`` takes, for each. Raises ConfigurationError."""
        opened = []
        for number, each in enumerate(self.incoming, 1):
            where = "[in]" if len(self.incoming) == 1 else f"[[in]] number {number}"
            with _in(self, where):
                opened.append(each.open_as(self.folder))
        return opened

    def pages(self) -> Site | None:
        """Return where the pages of all games are kept. Raises ConfigurationError."""
        try:
            url = check_url(self.site_url)
        except SiteError as error:
            raise ConfigurationError("site-url", path=self.path, error=error) from error
        desk = "" if self.desk == "off" else f"{DESK}/"
        with _in(self, "site"):
            return Site(find_path(self.site, self.folder), url, desk) if self.site else None

    def desk_place(self) -> tuple[Path, DeskPlace] | None:
        """Return where the order desk is kept, and how letters lead to it; None: there is none.

        Raises ConfigurationError.
        """
        if self.desk == "off":
            return None
        pages = self.pages()
        if not (pages and pages.url):
            raise ConfigurationError("desk-needs-site", path=self.path)
        return pages.folder / DESK, DeskPlace(f"{pages.url}{DESK}/", self.desk == "link")

    def outbox(self) -> str | SmtpAccount | None:
        """Return what ``open_outbox`` takes. Raises ConfigurationError."""
        if self.out is None:
            return None
        with _in(self, "[out]"):
            return self.out.open_as(self.address, self.folder)


def find_configuration(given: Path | None = None) -> Configuration:
    """Read the file that was given, or ``adjudicator.toml`` where one looks for it.

    That is where ``ADJUDICATOR_CONFIG`` says, or this folder; if there is none, everything is at
    its default. Raises ConfigurationError.
    """
    named = given or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    path = named or Path(NAME)
    if named is None and not path.is_file():
        return Configuration(path=NAME)
    return read_configuration(path)


def read_configuration(path: Path) -> Configuration:
    """Read a file. Raises ConfigurationError, with what is wrong and where in the file."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        why = error.strerror or error
        is_missing = isinstance(error, FileNotFoundError)
        raise ConfigurationError(
            "cannot-read", path=path, why=why, is_missing=is_missing
        ) from error
    if len(data) > LARGEST:
        raise ConfigurationError("too-large", path=path, most=LARGEST)
    return configuration_from(data, path)


def configuration_from(data: bytes, path: Path) -> Configuration:
    """Understand the bytes of a file, and check what can be checked without any server."""
    import tomllib  # who has no such file needs none

    from adjudicator.boards.board import check_keys

    try:
        table = tomllib.loads(check_keys(data.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigurationError("not-utf8", path=path, line=line) from None
    except (ValueError, RecursionError) as error:
        raise ConfigurationError("not-toml", path=path, error=error) from None
    if misfit := find_misfit(table, Configuration):
        says = ": ".join(filter(None, (misfit.place, _what_is_wrong(misfit))))
        raise ConfigurationError("wrong-value", path=path, says=says)
    made = msgspec.convert(table, Configuration)
    if made.path:
        raise ConfigurationError("called-path", path=path)
    made = msgspec.structs.replace(made, path=str(path))
    if made.outbox() in made.mailboxes():
        raise ConfigurationError("one-folder", path=path)
    with _in(made, "database"):
        _ = made.db
    made.pages()
    made.desk_place()
    for name, check in _CHECKS.items():
        try:
            if value := getattr(made, name):
                check(value)
        except CampaignError as error:
            says = f"{name}: {error}"
            raise ConfigurationError("wrong-value", path=path, says=says) from error
    return made


_CHECKS: dict[str, Callable[[Any], None]] = {
    "address": partial(check_address, of_campaign=True),
    "gm": check_address,
    "private_webhooks": check_private_hosts,
}
"""What looks at a value as the commands do to which it is given."""


def _what_is_wrong(misfit: Misfit) -> str:
    """Say of a value that cannot stand in the file what can; it is never quoted."""
    from adjudicator.orders.language.names import closest  # few files are wrong

    if misfit.record:
        known = [each.encode_name for each in msgspec.structs.fields(misfit.record)]
        if unknown := [name for name in misfit.given if name not in known]:
            name, meant = unknown[0][:40], closest(unknown[0], known)
            return str(reason("unknown-key", name=name, meant=meant))
    if isinstance(misfit.given, str) and SecretPlace in get_args(misfit.kind):
        return str(reason("secret-in-file"))
    return f"{misfit.why}."


def _one_of(record: msgspec.Struct, *names: str) -> None:
    given = [name for name in names if getattr(record, name)]
    if len(given) != 1:
        raise ConfigurationError("one-of", names=list(names), given=given)


def _only(record: msgspec.Struct, kind: str) -> None:
    """Raise ConfigurationError for what a server alone has, such as a user."""
    for name in ServerSettings.__struct_fields__:
        if getattr(record, name) != getattr(ServerSettings(), name):
            raise ConfigurationError("for-mail-servers", name=name, kind=kind)


@contextmanager
def _in(configuration: Configuration, where: str) -> Iterator[None]:
    """Say in which part of which file a fault is."""
    try:
        yield
    except ValueError as error:
        raise ConfigurationError(
            "wrong-part", path=configuration.path, where=where, error=error
        ) from error
