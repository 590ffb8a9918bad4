"""Who could not be reached, from the letters that mail servers send about it."""

import email
import logging
import re
from email.policy import compat32

from flufl.bounce import all_failures

from adjudicator.post.headers import Head, addresses, fields

MOST_BYTES = 24 * 1024
"""What is looked at: a report stands before the letter that came back."""
MOST_RECIPIENTS = 20
_SENDERS = re.compile(r"(?:mailer-daemon|postmaster|mailerdaemon)\b", re.IGNORECASE)
_NOT_ASCII = bytes(range(128)) + b"?" * 128
_LOG = logging.getLogger(__name__)


def is_bounce(head: Head) -> bool:
    """Say whether a header is that of a report on delivery."""
    if "x-failed-recipients" in head or head.one("return-path").strip() == "<>":
        return True
    kind = head.one("content-type").casefold()
    return "multipart/report" in kind or bool(_SENDERS.search(head.one("from")))


def failed_recipients(head: Head, raw: bytes, reports: tuple[bytes, ...]) -> tuple[str, ...]:
    """Return the addresses that a bounce says could not be reached, for good.

    Reports of the standard form (RFC 3464) are read here; the many other forms by flufl.bounce,
    which raises errors on bytes that are not ASCII and takes its time on many short lines, so that
    it gets the start of the letter in ASCII.
    """
    found = [a for report in reports for a in _read_report(report)]
    found += [a.address for a in addresses(head.get("x-failed-recipients", []))]
    if not found and not reports:
        found = _recognise(raw[:MOST_BYTES])
    return tuple(dict.fromkeys(address.casefold() for address in found))[:MOST_RECIPIENTS]


def _read_report(report: bytes) -> list[str]:
    failed = []
    for block in report[:MOST_BYTES].split(b"\n\n"):
        head = fields(block)
        if not head.one("action").casefold().startswith("fail"):
            continue
        recipient = head.one("original-recipient") or head.one("final-recipient")
        failed += [a.address for a in addresses([recipient.partition(";")[2]])]
    return failed


def _recognise(raw: bytes) -> list[str]:
    try:
        _, failed = all_failures(
            email.message_from_bytes(raw.translate(_NOT_ASCII), policy=compat32)
        )
    except Exception:
        _LOG.info("a bounce in a form that could not be read", exc_info=True)
        return []
    return [a.address for a in addresses([one.decode("ascii") for one in sorted(failed)])]
