"""What ``init`` was told, and the commented file that it writes from that."""

import re
from typing import NamedTuple

from adjudicator.post.transport.mailbox import Tls
from adjudicator.reports.templates import FOLDER
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
    match = _PLACE.fullmatch(text.strip())
    port = int(match["port"] or usual) if match else 0
    if match is None or not 1 <= port <= 65535:
        raise ConfigurationError(f"“{text[:60]}” is no server. Write HOST or HOST:PORT.")
    return Place(match["host"].strip("[]"), port, "starttls" if port in _STARTTLS else "implicit")


def text_of(answers: Answers) -> str:
    """Return the file as TOML, with a comment for everything that it may say."""
    from jinja2 import Template

    template = Template(
        (FOLDER / "adjudicator.toml.j2").read_text("utf-8"), trim_blocks=True, lstrip_blocks=True
    )
    return f"{template.render(answers=answers, quote=in_quotes)}\n"


def in_quotes(text: str) -> str:
    """Return a text as a string of TOML."""
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
