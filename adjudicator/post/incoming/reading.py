"""Bytes to a IncomingLetter. Never raises, in time and memory linear in at most ``MOST_BYTES``."""

import re

from adjudicator.orders.reading.plain_text import decode_text
from adjudicator.post.incoming import headers
from adjudicator.post.incoming.body import Body
from adjudicator.post.incoming.headers import Head
from adjudicator.post.incoming.letter import (
    MARK,
    MOST_BYTES,
    Address,
    Bounce,
    IncomingLetter,
    Part,
    Sign,
)
from adjudicator.post.incoming.quotes import Parted, part_text, phrases

MOST_OF_REPORT = 24 * 1024
"""Bytes that are looked at: a report stands before the letter that came back."""
MOST_LINES_OF_REPORT = 600
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
_AUTOMATIC, _ANSWER = phrases("automatic"), phrases("answer")
_SUBJECTS = re.compile(
    rf"(?:{_AUTOMATIC}[ -]?{_ANSWER}|{_ANSWER} ?{_AUTOMATIC}|{phrases('absence')})",
    re.IGNORECASE,
)
_ANSWER_MARK = r"\s*(?:re|aw|antw|sv|vs|rv|ref|odp|fwd?|wg|tr|r)\s?(?:\[\d+\])?\s?[:：]"
_ANSWERS = re.compile(_ANSWER_MARK, re.IGNORECASE)
_PREFIXES = re.compile(rf"\A(?:{_ANSWER_MARK}|\s*\[[^\]]{{0,80}}\])+\s*", re.IGNORECASE)
"""What mail programs and mailing lists write before the subject of an answer."""
_TAGS = re.compile(
    r"\A(?:\s*(?:\[[^\]]{0,80}\]|[*(<]{1,5}\s?spam\s?[*)>]{1,5}))+\s*"
    r"|\s*[(\[<]?\b(?:eom|n/?t)\b[)\]>]?\s*\Z",
    re.IGNORECASE,
)
"""What mailing lists and filters write before a subject, and players behind it: that it is all."""
_RECIPIENTS = (
    *("delivered-to", "x-delivered-to", "x-original-to", "envelope-to"),
    *("to", "cc", "resent-to", "resent-cc"),
)


def read(raw: bytes) -> IncomingLetter:
    """Read a letter. Of one that is too large the parts are read that are whole, or else only its
    header; it says so."""
    data = raw[:MOST_BYTES].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    head, content = headers.split(data)
    is_cut = len(raw) > MOST_BYTES
    body = Body(head, content, is_cut=is_cut)
    oversize = is_cut and not (body.text.strip() or body.files)
    if oversize:
        body = Body(Head(), b"")
    chosen, note = _choose(body)
    senders = headers.addresses(head.get("from", [])) or headers.addresses(head.get("sender", []))
    notes = [*body.notes, note, chosen.note]
    subject = "" if chosen.press else headers.words(head.one("subject"))
    if not content and len(data) > headers.MOST_BYTES and not oversize:
        notes.append(
            f"its header is longer than {headers.MOST_BYTES // 1024} KB; nothing below was read"
        )
    if len(senders) > 1:
        notes.append("it names more than one sender; the first was taken")
    return IncomingLetter(
        message_id=next(iter(headers.message_ids([head.one("message-id")])), ""),
        sender=senders[0] if senders else Address(),
        recipients=headers.addresses([v for name in _RECIPIENTS for v in head.get(name, [])]),
        subject=subject,
        date=headers.moment(head.one("date")),
        machine=sign_of_machine(head),
        doubt="vacation" if body.calendar else doubt_of(head),
        parts=(chosen.own, *chosen.others, *_of_subject(subject)),
        press=chosen.press,
        answers=headers.message_ids([head.one("in-reply-to"), *head.get("references", [])]),
        notes=tuple(headers.one_line(note) for note in notes if note),
        closed_parts=tuple(body.closed_parts),
        oversize=oversize,
        bounce=Bounce() if oversize else read_bounce(head, data),
        checks=headers.checks(head),
    )


def _choose(body: Body) -> tuple[Parted, str]:
    """Return the text that may be orders, with all other parts, and a note if it is a file's.

    A text file stands in for a body that is empty, and for a covering note: a body that names no
    game, seat, phase or token while the file does.
    """
    text = part_text(body.text)
    files = [(name, part_text(attached)) for name, attached in body.files if attached.strip()]
    others = [Part("file", each.own.text, name) for name, each in files]
    for place, (name, file) in enumerate(files):
        if not body.text.strip() or _is_sheet(file.own) > _is_sheet(text.own):
            others[place] = Part("letter", text.own.text)
            file = file._replace(
                others=(*file.others, *text.others, *others), press=text.press + file.press
            )
            return file, f"the orders were read from the attached file “{name}”"
    return text._replace(others=(*text.others, *others)), ""


def _is_sheet(part: Part) -> bool:
    """Say whether a text is an order file with a header and with orders below it."""
    read = part.scan
    header = read.game or read.seat or read.token or any(s.number for s in read.sections)
    return bool(header) and any(section.lines for section in read.sections)


def without_prefixes(subject: str) -> str:
    """Return a subject without what mail programs and mailing lists have written before it."""
    return _PREFIXES.sub("", subject)


def _of_subject(subject: str) -> tuple[Part, ...]:
    """Return the part that the subject is, of a letter that answers none: another's is quoted."""
    text = _TAGS.sub("", subject)
    return (Part("subject", text),) if text and not _ANSWERS.match(text) else ()


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
    lines = raw[:MOST_OF_REPORT].split(b"\n")[:MOST_LINES_OF_REPORT]
    delayed, failed = _recognise(b"\n".join(lines))
    own = head.one("message-id")
    ids = (each.decode("ascii") for each in _IDS.findall(raw[: 4 * MOST_OF_REPORT]))
    others = [each for each in dict.fromkeys(ids) if f"<{each}>" not in own]
    reasons = (each.search(raw, 0, MOST_OF_REPORT) for each in _REASONS)
    says = next((headers.one_line(decode_text(each[1]), 200) for each in reasons if each), "")
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
    known = headers.addresses([one.decode("ascii") for one in sorted(raw)])
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
        "delivery-report": headers.Kind(head).media == "multipart/report",
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
        or _SUBJECTS.match(without_prefixes(headers.words(head.one("subject")))),
        "loop": "x-loop" in head,
        "mailing-list": head.one("list-unsubscribe").strip(),
    }
    return next((reason for reason, sign in signs.items() if sign), "")


def _values(head: Head, name: str) -> list[str]:
    """Return what a field says each time that it is there, without comments, in small letters."""
    values = (_COMMENT.sub("", headers.one_line(value, 80)) for value in head.get(name, []))
    return [value.strip().casefold() for value in values]
