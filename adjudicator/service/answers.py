"""What ``init`` was told, and the commented file that it writes from that."""

import re
from typing import NamedTuple

from adjudicator.post.transport.accounts import Tls
from adjudicator.service.configuration import ConfigurationError

_PLACE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/@\[\]]+)(?::(?P<port>\d{1,5}))?")
_STARTTLS = (25, 143, 587)
"""Ports on which TLS begins after a word in clear."""


class Place(NamedTuple):
    """A server: where it is, and how the connection is kept private."""

    host: str
    port: int
    tls: Tls

    def __str__(self) -> str:
        """``HOST:PORT``."""
        return f"{self.host}:{self.port}"


class Answers(NamedTuple):
    """All that the file needs to say. Of ``imap`` and ``maildir`` there is one; so of the way out,
    for which there may be none."""

    address: str
    gm: str = ""
    database: str = "campaign.db"
    imap: Place | None = None
    maildir: str = ""
    smtp: Place | None = None
    sendmail: str = ""
    out_maildir: str = ""
    user: str = ""
    secret: str = ""
    """``password = { file = … }``: the line that says where the secret is."""
    ca: str = ""


def read_place(text: str, usual: int) -> Place:
    """Read ``HOST`` or ``HOST:PORT``. Raises ConfigurationError."""
    found = _PLACE.fullmatch(text.strip())
    port = int(found["port"] or usual) if found else 0
    if found is None or not 1 <= port <= 65535:
        raise ConfigurationError(f"“{text[:60]}” is no server. Write HOST or HOST:PORT.")
    return Place(found["host"].strip("[]"), port, "starttls" if port in _STARTTLS else "implicit")


def text_of(said: Answers) -> str:
    """Return the file as TOML, with a comment for everything that it may say."""
    return "".join((_top(said), _incoming(said), _outgoing(said), _SERVE))


def _top(said: Answers) -> str:
    return f"""\
# How this machine looks after games. Commands look for this file in the folder they are called in,
# or where ADJUDICATOR_CONFIG says. Its paths are meant from its own folder. “adjudicator doctor”
# tries out whether all of it works. No secret stands in it.

database = {in_quotes(said.database)}

# Where players write to, and who is the game master, of games that are set up from now on.
address = {in_quotes(said.address)}
{"" if said.gm else "# "}gm = {in_quotes(said.gm or "gm@example.org")}

# After no pass for so many hours, all deadlines move by the time that was lost (0: never).
outage = 6

# The folder in which the pages of all games are kept, for any web server or none, and where they
# are to be found; feeds and calendars need that.
# site = "pages"
# site_url = "https://example.org/games/"

"""


def _incoming(said: Answers) -> str:
    if said.maildir:
        return f"""\
# Letters come in by a Maildir, into which the mail system delivers.
[in]
maildir = {in_quotes(said.maildir)}

"""
    assert said.imap
    return f"""\
# Letters come in by a mailbox of an IMAP server. For more than one mailbox write [[in]] for each.
[in]
imap = {in_quotes(said.imap.host)}
port = {said.imap.port}
tls = {in_quotes(said.imap.tls)}  # “implicit”: from the first byte; “starttls”
{_login(said)}
# Where letters arrive, where those go that were taken, and those that a person must look at.
folder = "INBOX"
done = "Done"
aside = "Aside"
# The server that checks senders: the first word of the topmost Authentication-Results of letters
# that came. What it calls forged (DMARC) is then not taken for a player's, and a token in the text
# that a letter quotes counts only if it vouches for the sender.
# checked_by = "mx.example.org"

"""


def _outgoing(said: Answers) -> str:
    if said.out_maildir:
        return f"""\
# Letters go out into a Maildir, from which another program takes them.
[out]
maildir = {in_quotes(said.out_maildir)}

"""
    if said.sendmail:
        return f"""\
# Letters go out by a program of the mail system, which keeps what it has taken.
[out]
sendmail = {in_quotes(said.sendmail)}

"""
    assert said.smtp
    return f"""\
# Letters go out by an SMTP server.
[out]
smtp = {in_quotes(said.smtp.host)}
port = {said.smtp.port}
tls = {in_quotes(said.smtp.tls)}
{_login(said)}
# What the provider lets through; what is more waits (0: any number).
per_minute = 0
per_day = 0

"""


def _login(said: Answers) -> str:
    lines = []
    if said.user:
        lines = [
            f"user = {in_quotes(said.user)}",
            "# Where the secret is: { file = … }, { env = … }, { command = … }, { credential = … }"
            " (systemd’s),",
            "# or for XOAUTH2: token = { command = … }, which is run at each login.",
            said.secret,
        ]
    if said.ca:
        lines += [
            "# Certificates to trust instead of those of the system.",
            f"ca = {in_quotes(said.ca)}",
        ]
    return "".join(f"{line}\n" for line in lines)


_SERVE = """\
# “adjudicator serve”: the most seconds between two passes, and the log: “text” or “json”.
[serve]
every = 60
log = "text"
"""


def in_quotes(text: str) -> str:
    """Return a text as a string of TOML."""
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
