"""A letter that came in, as the rest of the program sees it: plain data, every text made safe."""

import hashlib
from datetime import datetime

import msgspec


class Address(msgspec.Struct, frozen=True):
    """A mail address as ``local@domain`` (ASCII, ``""`` if unreadable) and the name beside it."""

    address: str = ""
    name: str = ""

    @property
    def bare(self) -> str:
        """The address in small letters, to compare."""
        return self.address.casefold()


class Letter(msgspec.Struct, frozen=True):
    """What was read of a letter. Every field is safe to print: one line, no control characters.

    ``recipients`` are the addresses it was sent to, plus parts and all, the envelope's first.
    Message-IDs stand without their angle brackets. ``return_path`` is None if the header is
    missing and ``""`` for the null path. ``loop`` holds the marks of services that sent or
    forwarded it. ``text`` is what may be orders: plain text, quoted lines blanked, so that its
    line numbers are those of the letter. ``command`` is its first line with words, for commands.
    ``refused`` says why it was not read at all; ``notes`` say what was strange about it.
    ``bounced`` are the addresses that a bounce says could not be reached.
    """

    message_id: str = ""
    sender: Address = Address()
    recipients: tuple[Address, ...] = ()
    subject: str = ""
    date: datetime | None = None
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    return_path: str | None = None
    auto_submitted: str = ""
    precedence: str = ""
    list_id: str = ""
    loop: tuple[str, ...] = ()
    media: str = "text/plain"
    text: str = ""
    notes: tuple[str, ...] = ()
    refused: str = ""
    bounced: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What makes it this letter, as 64 hex digits: the same however often it is delivered.

        The Message-ID alone is not enough: some programs leave it out, and one that is used twice
        must not make the second letter vanish. So the hash is over what the writer chose.
        """
        date = self.date.isoformat() if self.date else ""
        parts = (self.message_id, self.sender.bare, date, self.subject, self.text)
        return hashlib.sha256("\x00".join(parts).encode("utf-8", "replace")).hexdigest()
