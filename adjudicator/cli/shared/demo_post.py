"""The ways that the demo's letters go: by Maildir folders, or by mail servers."""

import os
import shutil
import time
from datetime import datetime
from email import message_from_bytes
from email.utils import getaddresses
from pathlib import Path
from typing import Protocol

from adjudicator.cli.main import CommandError
from adjudicator.post.transport.accounts import SmtpAccount
from adjudicator.post.transport.mailbox import (
    Mail,
    Mailbox,
    Outbox,
    open_mailbox,
    open_outbox,
    record_nothing,
)
from adjudicator.service.configuration import Configuration

PATIENCE = 60.0
"""Seconds in which a letter must arrive."""


class DemoPost(Protocol):
    """Where players' mails arrive, and how letters go out to them."""

    mailbox: Mailbox
    outbox: Outbox

    def arrive(self, mail: Path, now: datetime) -> None:
        """Let a player's mail arrive, as if it were ``now``."""


class Folders:
    """Two Maildirs in the demo's own folder."""

    def __init__(self, out: Path):
        self._new = out / "in" / "new"
        for place in ("cur", "new", "tmp"):
            (out / "in" / place).mkdir(parents=True, exist_ok=True)
        self.mailbox = open_mailbox(str(out / "in"))
        self.outbox = open_outbox(str(out / "letters"))

    def arrive(self, mail: Path, now: datetime) -> None:
        """Lay the mail into the Maildir, with the time as its own."""
        shutil.copyfile(mail, self._new / mail.name)
        os.utime(self._new / mail.name, (now.timestamp(), now.timestamp()))


class Servers:
    """The servers of a file of settings: players' mails go out by SMTP and come in by IMAP."""

    def __init__(self, configuration: Configuration):
        mailboxes, way = configuration.mailboxes(), configuration.outbox()
        if len(mailboxes) != 1 or not isinstance(way, SmtpAccount):
            raise CommandError(f"{configuration.path} must name one mailbox and an SMTP server.")
        self._way = way
        self.mailbox = open_mailbox(mailboxes[0])
        self.outbox = open_outbox(way)

    def arrive(self, mail: Path, now: datetime) -> None:
        """Send the mail as its player would, and wait until it lies in the mailbox."""
        data = mail.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        head = message_from_bytes(data)
        ((_, sender), *_) = getaddresses([head["From"]])
        to = tuple(address for _, address in getaddresses([head["To"]]))
        letter = Mail(head["Message-ID"], sender, to, data)
        with open_outbox(self._way._replace(sender=sender)).session() as send:
            for each in send(letter, record_nothing):
                if each.outcome != "sent":
                    raise CommandError(f"{mail}, to {each.recipient}: {each.why}")
        until = time.monotonic() + PATIENCE
        while not list(self.mailbox.arrivals()):
            if not self.mailbox.wait(max(0.0, until - time.monotonic())):
                raise CommandError(f"{mail} was sent and did not arrive within a minute.")
