"""Bytes to a IncomingLetter. Never raises, in time and memory linear in at most ``MOST_BYTES``."""

import re

from adjudicator.post.incoming import headers
from adjudicator.post.incoming.automatic import doubt_of, read_bounce, sign_of_machine
from adjudicator.post.incoming.body import Body, body_of
from adjudicator.post.incoming.letter import (
    MOST_BYTES,
    Address,
    Bounce,
    IncomingLetter,
    Part,
)
from adjudicator.post.incoming.quotes import Parted, part_text

_ANSWERS = re.compile(
    r"\s*(?:re|aw|antw|sv|vs|rv|ref|odp|fwd?|wg|tr|r)\s?(?:\[\d+\])?\s?[:：]", re.IGNORECASE
)
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
    body = body_of(head, content, is_cut=is_cut)
    oversize = is_cut and not (body.text.strip() or body.files)
    if oversize:
        body = Body()
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
        message_id=headers.message_id(head.one("message-id")),
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


def _of_subject(subject: str) -> tuple[Part, ...]:
    """Return the part that the subject is, of a letter that answers none: another's is quoted."""
    text = _TAGS.sub("", subject)
    return (Part("subject", text),) if text and not _ANSWERS.match(text) else ()
