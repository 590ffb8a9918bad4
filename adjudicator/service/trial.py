"""What others make of the judge: a letter to itself and back, whether plus addresses work, what
servers do to a letter; and what DNS says of its address."""

import re
import secrets
import time
from collections.abc import Callable, Generator, Iterator
from datetime import datetime
from pathlib import Path
from textwrap import fill
from typing import Literal, NamedTuple

from adjudicator.post.incoming import headers
from adjudicator.post.incoming.headers import checks, split
from adjudicator.post.incoming.letter import Address
from adjudicator.post.passes.compose import Envelope, compose
from adjudicator.post.transport.mailbox import Delivery, Mail, Mailbox, Outbox
from adjudicator.reports.model import Report
from adjudicator.service.reasons import reason
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
"""What the subject of such a letter begins with; by it ``doctor`` knows one that came back."""
WIDTH = 72
"""Columns of such a letter."""
LONGEST = 90.0
"""Seconds that a letter may take from a server to itself."""
CLOCKS = 60.0
"""Seconds by which the mailbox's clock and ours may differ."""
_MOST = 100_000


class _Back(NamedTuple):
    """The letter as it came back."""

    raw: bytes
    """Empty if a pass that is at work was faster, and has taken it."""
    arrived: datetime
    took: float
    left: str = ""
    """Why it could not be put away."""
    same_id: bool = True
    """Whether it has the Message-ID that it was sent with."""


def try_letter(
    mailbox: Mailbox, outbox: Outbox, address: str, db: Place, now: Callable[[], datetime]
) -> Generator[Point, None, bytes]:
    """Send a letter to a plus address of the judge, wait for it, and say what came.

    The generator returns the letter as it came back; empty if it did not, or nobody could look.
    """
    known = {each.name for each in mailbox.arrivals()}
    trial = _Errand(mailbox, outbox, address, db, now, known)
    plus = Address(address).with_plus(f"doctor-{secrets.token_hex(3)}").address
    delivery, back = trial.run(plus)
    if delivery.outcome == "later" and not delivery.ours:
        yield Point(
            "letter",
            "note",
            str(reason("not-sent-to-plus", plus=plus, why=delivery.why)),
            str(reason("half-an-hour")),
        )
        return b""
    if back is None:
        why = str(reason("not-back")) if delivery.outcome == "sent" else delivery.why
        yield _without_plus(trial, why)
        return b""
    yield Point("letter", "well", str(reason("came-back", plus=plus, took=back.took)))
    if back.left:
        cure = str(reason("may-move"))
        yield Point("letter: put away", "wrong", back.left, cure)
    if back.raw and back.same_id:
        yield Point("letter: Message-ID", "well", str(reason("id-kept")))
    elif back.raw:
        cure = str(reason("shown-twice"))
        yield Point("letter: Message-ID", "note", str(reason("id-changed")), cure)
    ahead = (back.arrived - now()).total_seconds()
    if -CLOCKS - back.took <= ahead <= CLOCKS:
        yield Point("clock", "well", str(reason("clocks-agree")))
    else:
        way = "ahead of" if ahead > 0 else "behind"
        found = str(reason("clocks-differ", value=abs(ahead), way=way))
        cure = str(reason("set-by-ntp"))
        yield Point("clock", "wrong", found, cure)
    return back.raw


def write_to_itself(outbox: Outbox, address: str, now: datetime) -> tuple[Delivery, str]:
    """Send the letter of the day to a plus address of the judge; say what the server made of it,
    and by which code the letter is known when it comes back. Raises OSError."""
    message_id = _new_id(address)
    code = message_id.strip("<>").partition("@")[0]
    plus = Address(address).with_plus(code.replace(".", "-")).address
    return _send(outbox, address, plus, message_id, str(reason("trial.to-itself")), now), code


def try_letter_to(outbox: Outbox, address: str, to: str, now: datetime) -> Point:
    """Send a letter to anybody, who can see where it lands, and what his server says of it."""
    parts = (reason("trial.to-anybody"), reason("trial.if-spam"))
    text = "\n\n".join(fill(str(part), WIDTH) for part in parts)
    delivery = _send(outbox, address, to, _new_id(address), text, now)
    if delivery.outcome == "sent":
        cure = str(reason("among-spam"))
        return Point("letter", "well", str(reason("taken-by-server", to=to)), cure)
    return Point(
        "letter",
        "wrong",
        str(reason("not-sent-to", to=to, why=delivery.why)),
        str(reason("may-send-there", address=address)),
    )


def _send(
    outbox: Outbox, address: str, to: str, message_id: str, text: str, now: datetime
) -> Delivery:
    """Send a letter of the judge's; say what the server made of it. Raises OSError."""
    report = Report(f"{SUBJECT} ({message_id.strip('<>').partition('@')[0]})", text, "")
    data = compose(report, Envelope(message_id, Address(address), (Address(to),), now))
    try:
        (delivery,) = outbox.send(Mail(message_id, address, (to,), data))
    finally:
        outbox.hang_up()
    return delivery


def _new_id(address: str) -> str:
    return f"<doctor.{secrets.token_hex(6)}@{address.rpartition('@')[2]}>"


class _Errand(NamedTuple):
    """Letters from an address to itself."""

    mailbox: Mailbox
    outbox: Outbox
    address: str
    db: Place
    now: Callable[[], datetime]
    known: set[str]
    """What lay in the mailbox before, or was looked at."""

    def run(self, to: str) -> tuple[Delivery, "_Back | None"]:
        """Send a letter; say what the server made of it, wait until it lies in the mailbox, and put
        it away. Raises OSError."""
        began, message_id = time.monotonic(), _new_id(self.address)
        text = str(reason("trial.to-itself"))
        delivery = _send(self.outbox, self.address, to, message_id, text, self.now())
        left = LONGEST if delivery.outcome in ("sent", "unknown") else 0
        while left > 0:
            if back := self._look(message_id, began):
                return delivery, back
            left = began + LONGEST - time.monotonic()
            self.mailbox.wait(min(max(left, 0), 10))
        return delivery, None

    def _look(self, message_id: str, began: float) -> "_Back | None":
        code = message_id.strip("<>").partition("@")[0]
        for each in self.mailbox.arrivals():
            if each.name in self.known:
                continue
            self.known.add(each.name)
            (raw,) = self.mailbox.fetch([each.name], _MOST)
            if isinstance(raw, bytes) and code.encode() in raw:
                took = time.monotonic() - began
                failed = self.mailbox.put_away([each.name])
                head, _ = split(raw.replace(b"\r\n", b"\n"))
                same = headers.message_ids([head.one("message-id")]) == (message_id.strip("<>"),)
                return _Back(raw, each.arrived, took, failed.get(each.name, ""), same)
        if disposition := self._disposition(code):
            return _Back(b"", disposition.arrived, time.monotonic() - began)
        return None

    def _disposition(self, code: str) -> Disposition | None:
        """Return what became of the letter, if ``serve`` or a timer has just taken it."""
        if isinstance(self.db, Path) and not self.db.is_file():
            return None
        with open_store(self.db) as store:
            latest = store.rows(Disposition, last=True, limit=20)
            return next((each for each in latest if code in each.subject), None)


def _without_plus(trial: _Errand, why: str) -> Point:
    """Find out whether it is for the plus in the address that a letter did not come back."""
    delivery, back = trial.run(trial.address)
    if back and delivery.outcome == "sent":
        cure = str(reason("plus-addresses"))
        return Point("letter: plus address", "wrong", why, cure)
    cure = str(reason("does-mail-arrive", address=trial.address))
    if delivery.outcome != "sent":
        why, cure = delivery.why, str(reason("may-send-as", address=trial.address))
    return Point("letter", "wrong", why, cure)


Resolve = Callable[[str, str], list[str]]
"""Returns the records of a name and a type as texts; none if there are none. Raises OSError."""
LONGEST_ANSWER = 5.0
"""Seconds that a question may take."""
_RESERVED = re.compile(r"(?:.*\.)?(?:test|example|invalid|localhost|example\.(?:com|net|org))\.?")
"""Domains that DNS knows nothing of (RFC 6761)."""
_SIGNED = re.compile(r"\b([ds])\s*=\s*([\w.-]+)")
_GUIDE = str(reason("guide"))


def resolve(name: str, kind: str) -> list[str]:
    """Ask DNS for the records of a name. Raises OSError if no server answers."""
    from dns import resolver  # only `doctor` asks
    from dns.exception import DNSException

    try:
        answer = resolver.resolve(name, kind, lifetime=LONGEST_ANSWER)
    except (resolver.NXDOMAIN, resolver.NoAnswer):
        return []
    except DNSException as error:
        raise OSError(str(error)) from error
    if kind == "TXT":
        return [b"".join(each.strings).decode("utf-8", "replace") for each in answer]
    return [each.to_text() for each in answer]


def examine_domain(address: str, letter: bytes, ask: Resolve) -> Iterator[Point]:
    """Look up what other servers look up, and say what is missing.

    ``letter`` is one of the judge's that came back through its servers; empty if none did.
    """
    domain = address.rpartition("@")[2].casefold()
    if "." not in domain or _RESERVED.fullmatch(domain):
        return
    try:
        yield from _mx(domain, ask)
        yield _spf(domain, ask)
        yield from _dkim(domain, letter, ask)
        yield _dmarc(domain, ask)
    except OSError as error:
        cure = str(reason("ask-again"))
        yield Point("DNS", "note", str(reason("could-not-ask", part=str(error)[:120])), cure)


def find_checked_by(letter: bytes) -> str:
    """Return what the server calls itself that checks senders, from a letter that came."""
    return checks(split(letter.replace(b"\r\n", b"\n"))[0]).host


def _mx(domain: str, ask: Resolve) -> Iterator[Point]:
    """Say whether letters to the address find a server, and whether that has a name of its own."""
    hosts = sorted(each.split()[-1].rstrip(".") for each in ask(domain, "MX"))
    if not any(hosts):
        found = str(reason("no-server-takes", null=bool(hosts)))
        yield Point(
            "DNS: MX",
            "wrong",
            str(reason("domain-found", domain=domain, found=found)),
            str(reason("answers-lost")),
        )
        return
    yield Point("DNS: MX", "well", str(reason("domain-mail-to", domain=domain, names=hosts[:4])))
    for host in hosts[:2]:
        for number in ask(host, "A")[:2]:
            backwards = ".".join(reversed(number.split("."))) + ".in-addr.arpa"
            names = [each.rstrip(".") for each in ask(backwards, "PTR")]
            if not any(number in ask(name, "A") for name in names[:4]):
                found = str(reason("no-reverse-name", host=host, number=number))
                cure = str(reason("refused-by-many", guide=_GUIDE))
                yield Point("DNS: PTR", "note", found, cure)


def _spf(domain: str, ask: Resolve) -> Point:
    entries = [each for each in ask(domain, "TXT") if each.casefold().startswith("v=spf1")]
    if len(entries) > 1:
        found = str(reason("many-entries", domain=domain, value=len(entries)))
        return Point("DNS: SPF", "wrong", found, str(reason("one-entry")))
    if not entries:
        return Point("DNS: SPF", "note", str(reason("no-spf", domain=domain)), _GUIDE)
    return Point("DNS: SPF", "well", str(reason("spf", domain=domain)))


def _dkim(domain: str, letter: bytes, ask: Resolve) -> Iterator[Point]:
    """Say whether letters are signed for the domain, with a key that others find."""
    if not letter:
        return
    head = split(letter.replace(b"\r\n", b"\n"))[0]
    signed = [dict(_SIGNED.findall(each)) for each in head.get("dkim-signature", [])]
    named = [(each.get("s"), each.get("d", "").casefold().rstrip(".")) for each in signed]
    own = [(key, by) for key, by in named if key and f".{domain}".endswith(f".{by}")]
    if not own:
        found = str(reason("not-signed", domain=domain))
        cure = str(reason("signed-elsewhere", guide=_GUIDE))
        yield Point("DNS: DKIM", "note", found, cure)
    for key, by in own[:3]:
        name = f"{key}._domainkey.{by}"
        if any("p=" in entry for entry in ask(name, "TXT")):
            yield Point("DNS: DKIM", "well", str(reason("signed", name=name)))
        else:
            cure = str(reason("taken-for-forged"))
            yield Point("DNS: DKIM", "wrong", str(reason("no-key-there", name=name)), cure)


def _dmarc(domain: str, ask: Resolve) -> Point:
    labels = domain.split(".")
    for place in range(len(labels) - 1):
        name = f"_dmarc.{'.'.join(labels[place:])}"
        if any(each.casefold().startswith("v=dmarc1") for each in ask(name, "TXT")):
            return Point("DNS: DMARC", "well", str(reason("dmarc", name=name)))
    found = str(reason("no-dmarc", domain=domain))
    return Point("DNS: DMARC", "note", found, _GUIDE)
