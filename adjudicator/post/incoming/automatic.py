"""Letters that no person wrote: reports on delivery, and answers of programs for their owners."""

import re

from adjudicator.orders.reading.plain_text import decode_text
from adjudicator.post.incoming.headers import Head, Kind, addresses, one_line, words
from adjudicator.post.incoming.letter import MARK, Bounce, Sign
from adjudicator.post.incoming.quotes import phrases

MOST_BYTES = 24 * 1024
"""What is looked at: a report stands before the letter that came back."""
MOST_RECIPIENTS = 20
MOST_IDS = 5
_IDS = re.compile(
    rb"^message-id:(?:[ \t]|\n[ \t])*<([!-;=?-~]{1,250})>", re.IGNORECASE | re.MULTILINE
)
_REASONS = (
    re.compile(rb"^diagnostic-code:[^;\n]{0,80};([^\n]*(?:\n[ \t][^\n]*){0,5})", re.I | re.M),
    re.compile(rb"^status:([^\n]*)", re.I | re.M),
)
"""What a report says of why, the best first."""
_SENDERS = re.compile(r"(?:mailer-daemon|postmaster|mailerdaemon)\b", re.IGNORECASE)
_NOT_ASCII = bytes(range(128)) + b"?" * 128


_COMMENT = re.compile(r"\([^()]*\)")
_IS_NO = re.compile(r"\s*(?:no\s*)?(?:;|\Z)")
_MACHINE_PRECEDENCE = ("bulk", "junk", "list")
_FIELDS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply")
_PREFIX = r"\A(?:\s*(?:re|aw|sv|antw|fwd?|wg)\s?[:：]|\s*\[[^\]]{0,80}\])*\s*"
_AUTOMATIC, _ANSWER = phrases("automatic"), phrases("answer")
_SUBJECTS = re.compile(
    _PREFIX + rf"(?:{_AUTOMATIC}[ -]?{_ANSWER}|{_ANSWER} ?{_AUTOMATIC}|{phrases('absence')})",
    re.IGNORECASE,
)


def _is_bounce(head: Head) -> bool:
    """Say whether a header is that of a report on delivery."""
    if "x-failed-recipients" in head or head.one("return-path").strip() == "<>":
        return True
    kind = head.one("content-type").casefold()
    return "multipart/report" in kind or bool(_SENDERS.search(head.one("from")))


def read_bounce(head: Head, raw: bytes) -> Bounce:
    """Read whom a letter is about that is a bounce, in the standard form (RFC 3464) or another."""
    if not _is_bounce(head):
        return Bounce()
    delayed, failed = _recognise(raw[:MOST_BYTES])
    own = head.one("message-id")
    ids = (each.decode("ascii") for each in _IDS.findall(raw[: 4 * MOST_BYTES]))
    others = [each for each in dict.fromkeys(ids) if f"<{each}>" not in own]
    reasons = (each.search(raw, 0, MOST_BYTES) for each in _REASONS)
    says = next((one_line(decode_text(each[1]), 200) for each in reasons if each), "")
    return Bounce(failed, delayed, says, tuple(others[:MOST_IDS]))


def _recognise(raw: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the addresses that are late, and those that failed, by flufl.bounce.

    It raises errors on bytes that are not ASCII and takes its time on many short lines, so that it
    gets the start of the letter in ASCII.
    """
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
        return (), ()
    return _addresses_in(late), _addresses_in(failed)


def _addresses_in(raw: frozenset[bytes]) -> tuple[str, ...]:
    known = addresses([one.decode("ascii") for one in sorted(raw)])
    return tuple(each.bare for each in known[:MOST_RECIPIENTS])


def sign_of_machine(head: Head) -> Sign | None:
    """Return the first sign in a header that no person wrote the letter; None if one may have."""
    submitted = [x for x in _values(head, "auto-submitted") if not _IS_NO.match(x)]
    precedences = _values(head, "precedence")
    signs = {
        "own-mark": MARK.lower() in head,
        "return-path": "return-path" in head and head.one("return-path").strip() in ("", "<>"),
        "automatic": next(iter(submitted), ""),
        "vacation": "auto_reply" in precedences
        or any(value != "no" for name in _FIELDS for value in _values(head, name)),
        "delivery-report": Kind(head).media == "multipart/report",
        "mailing-list": head.one("list-id").strip() != "",
        "precedence": next((each for each in precedences if each in _MACHINE_PRECEDENCE), ""),
    }
    for reason, sign in signs.items():
        if sign:
            return Sign(reason, sign if isinstance(sign, str) else "")
    return None


def doubt_of(head: Head) -> str:
    """Return the reason why perhaps no person wrote a letter, by signs that letters of persons may
    have too; ``""`` if there is none."""
    signs = {
        "vacation": "x-auto-response-suppress" in head
        or _SUBJECTS.match(words(head.one("subject"))),
        "loop": "x-loop" in head,
        "mailing-list": head.one("list-unsubscribe").strip(),
    }
    return next((reason for reason, sign in signs.items() if sign), "")


def _values(head: Head, name: str) -> list[str]:
    """Return what a field says each time that it is there, without comments, in small letters."""
    values = (_COMMENT.sub("", one_line(value, 80)) for value in head.get(name, []))
    return [value.strip().casefold() for value in values]
