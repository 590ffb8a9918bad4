"""A letter to itself and back: whether plus addresses work, and what servers do to a letter."""

import re
import secrets
import time
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Literal, NamedTuple

from adjudicator.post.transport.mailbox import Delivery, Mail, Mailbox, Outbox, record_nothing
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Disposition
from adjudicator.store.place import Place


class Point(NamedTuple):
    """One thing that was tried."""

    what: str
    state: Literal["well", "note", "wrong"]
    """``note``: games can be played so, but something is to be known."""
    found: str
    cure: str = ""
    """What to do about it."""


SUBJECT = "Adjudicator tries its mailbox"
"""What the subject of such a letter begins with."""
LONGEST = 90.0
"""Seconds that a letter may take from a server to itself."""
CLOCKS = 60.0
"""Seconds by which the mailbox's clock and ours may differ."""
_TO_ANYBODY = """\
This letter shows whether the letters of a judge for games by mail arrive here. It needs no answer.

If it lay among spam, tell whoever runs the judge, with the lines of its header that begin with
Authentication-Results, Received-SPF and X-Spam."""
_MOST = 100_000
_MESSAGE_ID = re.compile(rb"^message-id:\s*(<[^>\r\n]*>)", re.IGNORECASE | re.MULTILINE)


class _Back(NamedTuple):
    """The letter as it came back."""

    raw: bytes
    """Empty if a pass that is at work was faster, and has taken it."""
    arrived: datetime
    took: float
    left: str = ""
    """Why it could not be put away."""


def try_letter(
    mailbox: Mailbox, outbox: Outbox, address: str, db: Place, now: Callable[[], datetime]
) -> Generator[Point, None, bytes]:
    """Send a letter to a plus address of the judge, wait for it, and say what came.

    The generator returns the letter as it came back; empty if it did not, or nobody could look.
    """
    trial = _Errand(mailbox, outbox, address, db, now)
    code = secrets.token_hex(6)
    plus = _plus(address, f"doctor-{code}")
    known = {each.name for each in mailbox.arrivals()}
    delivery = trial.send(plus, code)
    if delivery.outcome == "later" and not delivery.ours:
        yield Point("letter", "note", f"to {plus}: {delivery.why}", "try again in half an hour")
        return b""
    back = trial.wait(code, known) if delivery.outcome in ("sent", "unknown") else None
    if back is None:
        why = "it did not come back" if delivery.outcome == "sent" else delivery.why
        yield from _without_plus(trial, why, known)
        return b""
    yield Point("letter", "well", f"it went to {plus} and came back in {back.took:.1f} seconds")
    if back.left:
        cure = "may this account move letters, and make folders?"
        yield Point("letter: put away", "wrong", back.left, cure)
    if back.raw:
        yield _message_id(back, code, address)
    yield _clock(back, now())
    return back.raw


def try_letter_to(outbox: Outbox, address: str, to: str, now: datetime) -> Point:
    """Send a letter to anybody, who can see where it lands, and what his server says of it."""
    delivery = _send(outbox, address, to, secrets.token_hex(6), _TO_ANYBODY, now)
    if delivery.outcome == "sent":
        cure = "does it lie there among spam? Its Authentication-Results say why"
        return Point("letter", "well", f"a server has taken the one to {to}", cure)
    return Point("letter", "wrong", f"to {to}: {delivery.why}", f"may {address} send there?")


def _send(outbox: Outbox, address: str, to: str, code: str, text: str, now: datetime) -> Delivery:
    """Send a letter of the judge's; say what the server made of it. Raises OSError."""
    letter = EmailMessage()
    letter["From"] = address
    letter["To"] = to
    letter["Subject"] = f"{SUBJECT} ({code})"
    letter["Date"] = format_datetime(now.astimezone(UTC))
    letter["Message-ID"] = _message_id_of(code, address)
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(f"{text}\n")
    data = letter.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    mail = Mail(_message_id_of(code, address), address, (to,), data)
    with outbox.session() as send:
        (delivery,) = send(mail, record_nothing)
    return delivery


class _Errand:
    def __init__(
        self,
        mailbox: Mailbox,
        outbox: Outbox,
        address: str,
        db: Place,
        now: Callable[[], datetime],
    ):
        self.mailbox = mailbox
        self.outbox = outbox
        self.address = address
        self.db = db
        self.now = now
        self._sent = 0.0

    def send(self, to: str, code: str) -> Delivery:
        """Send the letter; say what the server made of it. Raises OSError."""
        self._sent = time.monotonic()
        text = "A letter to itself, to see whether it comes back. It needs no answer."
        return _send(self.outbox, self.address, to, code, text, self.now())

    def wait(self, code: str, known: set[str]) -> _Back | None:
        """Wait until the letter lies in the mailbox; put it away. Raises OSError."""
        until = self._sent + LONGEST
        while True:
            for each in self.mailbox.arrivals():
                if each.name in known:
                    continue
                known.add(each.name)
                raw = self.mailbox.fetch(each.name, _MOST)
                if raw and code.encode() in raw:
                    took = time.monotonic() - self._sent
                    failed = self.mailbox.put_away([each.name])
                    return _Back(raw, each.arrived, took, failed.get(each.name, ""))
            if disposition := self._disposition(code):
                return _Back(b"", disposition.arrived, time.monotonic() - self._sent)
            left = until - time.monotonic()
            if left <= 0:
                return None
            self.mailbox.wait(min(left, 10))

    def _disposition(self, code: str) -> Disposition | None:
        """Return what became of the letter, if ``serve`` or a timer has just taken it."""
        if isinstance(self.db, Path) and not self.db.is_file():
            return None
        with open_store(self.db) as store:
            matches = (each for each in queries.dispositions(store, 20) if code in each.subject)
            return next(matches, None)


def _without_plus(trial: _Errand, why: str, known: set[str]) -> Iterator[Point]:
    """Find out whether it is for the plus in the address that a letter did not come back."""
    code = secrets.token_hex(6)
    delivery = trial.send(trial.address, code)
    if delivery.outcome == "sent" and trial.wait(code, known):
        cure = (
            "every seat has an address with a plus (judge+TOKEN@…): switch plus addressing (also "
            "called subaddresses) on at the provider, or take another one"
        )
        yield Point("letter: plus address", "wrong", why, cure)
        return
    cure = f"does mail to {trial.address} reach this mailbox at all? Look into its folder for spam"
    if delivery.outcome != "sent":
        why, cure = delivery.why, f"may this account send as {trial.address}?"
    yield Point("letter", "wrong", why, cure)


def _plus(address: str, word: str) -> str:
    local, _, domain = address.rpartition("@")
    return f"{local}+{word}@{domain}"


def _message_id_of(code: str, address: str) -> str:
    return f"<doctor.{code}@{address.rpartition('@')[2]}>"


def _message_id(back: _Back, code: str, address: str) -> Point:
    match = _MESSAGE_ID.search(back.raw)
    if match and match[1].decode("ascii", "replace") == _message_id_of(code, address):
        return Point("letter: Message-ID", "well", "the servers leave it as it is")
    return Point(
        "letter: Message-ID",
        "note",
        "a server writes another one",
        "a letter that goes out twice after a crash will be shown twice",
    )


def _clock(back: _Back, now: datetime) -> Point:
    ahead = (back.arrived - now).total_seconds()
    if -CLOCKS - back.took <= ahead <= CLOCKS:
        return Point("clock", "well", "this machine and the mailbox agree about the time")
    way = "ahead of" if ahead > 0 else "behind"
    return Point(
        "clock",
        "wrong",
        f"the mailbox's clock is {abs(ahead):.0f} seconds {way} this machine's",
        "deadlines are kept by the mailbox's clock: let this machine set its own by NTP",
    )
