"""Who could not be reached, from the letters that mail servers send about it."""

import re
from typing import NamedTuple

from adjudicator.post.incoming.headers import Head, addresses, fields, one_line

MOST_BYTES = 24 * 1024
"""What is looked at: a report stands before the letter that came back."""
MOST_RECIPIENTS = 20
MOST_IDS = 5
_IDS = re.compile(
    rb"^message-id:(?:[ \t]|\n[ \t])*<([!-;=?-~]{1,250})>", re.IGNORECASE | re.MULTILINE
)
_SENDERS = re.compile(r"(?:mailer-daemon|postmaster|mailerdaemon)\b", re.IGNORECASE)
_NOT_ASCII = bytes(range(128)) + b"?" * 128


def is_bounce(head: Head) -> bool:
    """Say whether a header is that of a report on delivery."""
    if "x-failed-recipients" in head or head.one("return-path").strip() == "<>":
        return True
    kind = head.one("content-type").casefold()
    return "multipart/report" in kind or bool(_SENDERS.search(head.one("from")))


class Bounce(NamedTuple):
    """What a mail server says about a letter that it could not deliver."""

    failed: tuple[str, ...] = ()
    """The addresses that could not be reached, for good; in small letters."""
    delayed: tuple[str, ...] = ()
    """Those that could not be reached yet."""
    says: str = ""
    ids: tuple[str, ...] = ()
    """The Message-IDs in it, without angle brackets; its own is not among them."""


def read_bounce(head: Head, raw: bytes, reports: tuple[bytes, ...]) -> Bounce:
    """Read whom a bounce is about.

    Reports of the standard form (RFC 3464) are read here; the many other forms by flufl.bounce,
    which raises errors on bytes that are not ASCII and takes its time on many short lines, so that
    it gets the start of the letter in ASCII.
    """
    lines = [line for report in reports for line in _read_report(report)]
    failed = [each.address for each in lines if each.action.startswith("fail")]
    delayed = [each.address for each in lines if each.action.startswith("delay")]
    failed += [a.address for a in addresses(head.get("x-failed-recipients", []))]
    if not (failed or delayed or reports):
        delayed, failed = _recognise(raw[:MOST_BYTES])
    own = head.one("message-id")
    ids = (each.decode("ascii") for each in _IDS.findall(raw[: 4 * MOST_BYTES]))
    others = [each for each in dict.fromkeys(ids) if f"<{each}>" not in own]
    says = next((each.says for each in lines if each.says), "")
    return Bounce(_tidy(failed), _tidy(delayed), says, tuple(others[:MOST_IDS]))


class _ReportLine(NamedTuple):
    """What a report says of one recipient."""

    address: str
    action: str
    says: str


def _read_report(report: bytes) -> list[_ReportLine]:
    lines = []
    for block in report[:MOST_BYTES].split(b"\n\n"):
        head = fields(block)
        recipient = head.one("original-recipient") or head.one("final-recipient")
        says = head.one("diagnostic-code").partition(";")[2] or head.one("status")
        lines += [
            _ReportLine(a.address, head.one("action").casefold(), one_line(says, 200))
            for a in addresses([recipient.partition(";")[2]])
        ]
    return lines


def _recognise(raw: bytes) -> tuple[list[str], list[str]]:
    """Return the addresses that are late, and those that failed, in a report of another form."""
    import email  # with flufl.bounce it costs what all else of a letter does, and is seldom needed
    import logging
    from email.policy import compat32

    from flufl.bounce import all_failures

    try:
        late, failed = all_failures(
            email.message_from_bytes(raw.translate(_NOT_ASCII), policy=compat32)
        )
    except Exception:
        log = logging.getLogger(__name__)
        log.info("a bounce in a form that could not be read", exc_info=True)
        return [], []
    return _addresses_in(late), _addresses_in(failed)


def _addresses_in(raw: frozenset[bytes]) -> list[str]:
    return [a.address for a in addresses([one.decode("ascii") for one in sorted(raw)])]


def _tidy(addresses: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(address.casefold() for address in addresses))[:MOST_RECIPIENTS]
