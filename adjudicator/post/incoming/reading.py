"""Bytes to an IncomingLetter. Never raises, in time and memory linear in at most ``MOST_BYTES``."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from adjudicator.orders.reading.plain_text import decode_text
from adjudicator.patterns import pattern
from adjudicator.post.incoming import headers
from adjudicator.post.incoming.body import BodyTexts
from adjudicator.post.incoming.headers import Head
from adjudicator.post.incoming.letter import (
    MARK,
    MOST_BYTES,
    Address,
    BounceReport,
    IncomingLetter,
    Part,
)
from adjudicator.post.incoming.quotation import NOTHING_KNOWN, Correspondence
from adjudicator.post.incoming.quotes import Parted, part_text
from adjudicator.post.incoming.reasons import reason
from adjudicator.wording import Reason

MOST_OF_REPORT = 24 * 1024
"""Bytes that are looked at: a report stands before the letter that came back. The standard's fields
are looked for in the whole letter, and as many bytes of them read."""
MOST_LINES_OF_REPORT = 600
LONGEST_LINE = 998
"""Characters that a line of a mail has at most (RFC 5322)."""
MOST_RECIPIENTS = 20
MOST_IDS = 5
_IDS = pattern(rb"^message-id:(?:[ \t]|\n[ \t])*<([!-;=?-~]{1,250})>", re.IGNORECASE | re.MULTILINE)
_REPORT = pattern(
    rb"^content-type:[ \t]*message/"
    rb"(?:(?:global-)?delivery-status|(?:global-)?disposition-notification|feedback-report)\b",
    re.IGNORECASE | re.MULTILINE,
)
"""What comes before the standard's fields: of a report on delivery (RFC 3464, 6533), on reading
(RFC 8098), and of a complaint (RFC 5965)."""
_BETWEEN = pattern(rb"\n[ \t]*\n")
_REASONS = (
    re.compile(rb"^diagnostic-code:[^;\n]{0,80};([^\n]*(?:\n[ \t][^\n]*){0,5})", re.I | re.M),
    re.compile(rb"^status:([^\n]*)", re.I | re.M),
    re.compile(rb"^([^\n]{0,400}?\b5(?:\d\d|\.\d{1,3}\.\d{1,3})[ -][^\n]{0,300})", re.M),
)
"""What a report says of why, the best first; last, the line of a server's answer (RFC 5321)."""
_NAMED = pattern(rb"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{0,188}[A-Za-z0-9]")
_DONE, _NOT_DONE = ("delivered", "relayed", "expanded"), ("failed", "delayed")
_SENDERS = pattern(r"(?:mailer-?daemon|post[_-]?master)\b", re.IGNORECASE)
_NOT_ASCII = bytes(range(128)) + b"?" * 128
_COMMENT = pattern(r"\([^()]*\)")
_IS_NO = pattern(r"\s*(?:no\s*)?(?:;|\Z)")
_MACHINE_PRECEDENCE = ("bulk", "junk", "list")
_FIELDS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply")
_SERVICES = (
    *("list-id", "list-post", "list-unsubscribe", "mailing-list", "x-loop"),
    *("x-original-from", "x-original-sender"),
)
"""Fields of mailing lists and services that pass letters on."""
_RECIPIENTS = (
    *("delivered-to", "x-delivered-to", "x-original-to", "envelope-to"),
    *("to", "cc", "resent-to", "resent-cc"),
)


def read(
    raw: bytes, find_known: Callable[[IncomingLetter], Correspondence] = lambda _: NOTHING_KNOWN
) -> IncomingLetter:
    """Read a letter. Of one that is too large the parts are read that are whole, or else only its
    header; it says so.

    What is quoted in it is told from its writer's own words by the letters that he was sent:
    ``find_known`` finds them for a letter that is not parted yet.
    """
    data = raw[:MOST_BYTES].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    head, content = headers.split(data)
    is_cut = len(raw) > MOST_BYTES
    body = BodyTexts(head, content, is_cut=is_cut)
    oversize = is_cut and not (body.text.strip() or body.files)
    if oversize:
        body = BodyTexts(Head(), b"")
    senders = headers.addresses(head.get("from", [])) or headers.addresses(head.get("sender", []))
    sender = senders[0] if senders else Address()
    recipients = headers.addresses([v for name in _RECIPIENTS for v in head.get(name, [])])
    notes = list(body.notes)
    if not content and len(data) > headers.MOST_BYTES and not oversize:
        notes.append(str(reason("header-too-long", size=headers.MOST_BYTES // 1024)))
    if len(senders) > 1:
        notes.append(str(reason("several-senders")))
    letter = IncomingLetter(
        message_id=next(iter(headers.message_ids([head.one("message-id")])), ""),
        sender=sender,
        recipients=recipients,
        heading=headers.words(head.one("subject")),
        body=body.text,
        footers=tuple(body.footers),
        attached=tuple((name, text) for name, text in body.files if text.strip()),
        other_files=tuple(map(headers.one_line, body.other_files)),
        date=headers.moment(head.one("date")),
        sign=reason("vacation") if body.calendar else find_sign(head),
        is_redirected=_is_redirected(head, sender),
        answers=headers.message_ids([head.one("in-reply-to"), *head.get("references", [])]),
        notes=tuple(map(headers.one_line, notes)),
        closed_parts=tuple(body.closed_parts),
        is_reaction=body.reaction is not None,
        is_enclosure=body.encloses and not (body.text.strip() or body.files),
        oversize=oversize,
        bounce=_read_bounce(head, data, came_back=any(each.return_part for each in recipients)),
        checks=headers.checks(head),
    )
    return _part(letter, find_known(letter))


def _part(letter: IncomingLetter, known: Correspondence) -> IncomingLetter:
    """Part what is written in a letter into its writer's own words and all else."""
    chosen, note = _choose(letter, known)
    return replace(
        letter,
        parts=(chosen.own, *chosen.others),
        press=chosen.press,
        notes=(*letter.notes, *(headers.one_line(each) for each in (note, chosen.note) if each)),
        remarks=chosen.remarks,
    )


def _choose(letter: IncomingLetter, known: Correspondence) -> tuple[Parted, str]:
    """Return the text that may be orders, with all other parts, and a note if it is a file's.

    A text file stands in for a body that is empty, and for a covering note: a body that names no
    game, seat, phase or token while the file does. Nobody is answered in a file: none of it is
    compared with letters.
    """
    text = part_text(letter.body, known, letter.footers)
    files = [(name, part_text(attached)) for name, attached in letter.attached]
    below = [
        replace(part, name=name)
        for name, each in files
        for part in each.others
        if part.kind == "below the end"
    ]
    others = [Part("file", each.own.text, name) for name, each in files]
    for place, (name, file) in enumerate(files):
        if not letter.body.strip() or _is_sheet(file.own) > _is_sheet(text.own):
            others[place] = Part("letter", text.own.text)
            quoted = (each for each in file.others if each.kind != "below the end")
            file = file._replace(
                own=replace(file.own, name=name),
                others=(*quoted, *text.others, *others, *below),
                press=text.press + file.press,
            )
            return file, str(reason("read-from-file", name=name))
    return text._replace(others=(*text.others, *others, *below)), ""


def _is_sheet(part: Part) -> bool:
    """Say whether a text is an order file with a header and with orders below it."""
    read = part.scan
    header = read.game or read.seat or read.token or any(s.number for s in read.sections)
    return bool(header) and any(section.lines for section in read.sections)


def _is_bounce(head: Head) -> bool:
    """Say whether a header is that of a report on delivery."""
    if "x-failed-recipients" in head or head.one("return-path").strip() == "<>":
        return True
    kind = head.one("content-type").casefold()
    return "multipart/report" in kind or bool(_SENDERS.search(head.one("from")))


def _read_bounce(head: Head, raw: bytes, *, came_back: bool) -> BounceReport:
    """Read whom a letter is about that is a bounce, in the standard form (RFC 3464) or another.

    ``came_back`` says that it came where only a letter of ours can be returned to.
    """
    if not (came_back or _is_bounce(head)):
        return BounceReport()
    own = head.one("message-id")
    ids = (each.decode("ascii") for each in _IDS.findall(raw[: 4 * MOST_OF_REPORT]))
    others = [each for each in dict.fromkeys(ids) if f"<{each}>" not in own]
    content = headers.split(raw)[1]
    named = {each.decode("ascii").casefold() for each in _NAMED.findall(content[:MOST_OF_REPORT])}
    found = BounceReport(ids=tuple(others[:MOST_IDS]), named=tuple(sorted(named)))
    if report := _REPORT.search(content):
        fields = content[report.end() :].partition(b"\n\n")[2][:MOST_OF_REPORT]
        is_delivery = report[0].lower().endswith(b"delivery-status")
        said = _read_fields(fields) if is_delivery else BounceReport(is_standard=True)
        if said:
            return said._replace(ids=found.ids, named=found.named)
    lines = raw[:MOST_OF_REPORT].split(b"\n")[:MOST_LINES_OF_REPORT]
    delayed, failed = _recognise(b"\n".join(line[:LONGEST_LINE] for line in lines))
    return found._replace(failed=failed, delayed=delayed, says=_why(content))


def _read_fields(content: bytes) -> BounceReport | None:
    """Read the fields of a report on delivery, a group for each recipient; None: there are none.

    ``Action`` says what became of a letter, and where there is none, the class of the status.
    """
    failed: list[str] = []
    delayed: list[str] = []
    is_standard = False
    says = ""
    for group in _BETWEEN.split(content.partition(b"\n--")[0])[: MOST_RECIPIENTS + 1]:
        head = headers.fields(group)
        action = head.one("action").partition("(")[0].strip().casefold()
        if not (action or "status" in head or "final-recipient" in head):
            continue
        is_standard = True
        state = head.one("status").strip()[:2]
        if action in _DONE or (action not in _NOT_DONE and state == "2."):
            continue
        recipients = [head.one("original-recipient"), head.one("final-recipient")]
        who = headers.addresses([each.rpartition(";")[2] for each in recipients]) or (Address(),)
        is_late = action == "delayed" or (not action and state == "4.")
        (delayed if is_late else failed).extend(each.bare for each in who)
        says = says or _why(group)
    known = dict.fromkeys(failed), dict.fromkeys(delayed)
    return (
        BounceReport(tuple(known[0]), tuple(known[1]), says, is_standard=True)
        if is_standard
        else None
    )


def _why(report: bytes) -> str:
    """Return what a report says of why, on one line; ``""`` if it says nothing that is known."""
    reasons = (each.search(report, 0, MOST_OF_REPORT) for each in _REASONS)
    return next((headers.one_line(decode_text(each[1]), 200) for each in reasons if each), "")


def _recognise(raw: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the addresses that are late, and those that failed, by flufl.bounce.

    It raises errors on bytes that are not ASCII and takes its time on many short lines and on long
    ones, so that it gets the start of the letter in ASCII, and of each line.
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


def find_sign(head: Head) -> Reason | None:
    """Return the first sign in a header that a program sent the letter; None if there is none.

    ``X-Auto-Response-Suppress`` is none: whole companies set it on all that they send.
    """
    submitted = [x for x in _values(head, "auto-submitted") if not _IS_NO.match(x)]
    precedences = _values(head, "precedence")
    signs = {
        "own-mark": MARK.lower() in head,
        "delivery-report": headers.ContentKind(head).media == "multipart/report",
        "vacation": "auto_reply" in precedences
        or any(value != "no" for name in _FIELDS for value in _values(head, name)),
        "automatic": next(iter(submitted), ""),
        "mailing-list": any(head.one(x).strip() for x in ("list-id", "list-unsubscribe")),
        "precedence": next((each for each in precedences if each in _MACHINE_PRECEDENCE), ""),
        "loop": "x-loop" in head,
        "return-path": "return-path" in head and head.one("return-path").strip() in ("", "<>"),
    }
    for name, sign in signs.items():
        if sign:
            return reason(name, says=sign) if isinstance(sign, str) else reason(name)
    return None


def _is_redirected(head: Head, sender: Address) -> bool:
    """Say whether a list or a service passed a letter on, so that From may not be its writer's.

    What puts its own address there names the writer's in Reply-To (as for DMARC).
    """
    replies = {each.mailbox for each in headers.addresses(head.get("reply-to", []))}
    lists = any(each in _MACHINE_PRECEDENCE for each in _values(head, "precedence"))
    return lists or any(each in head for each in _SERVICES) or bool(replies - {sender.mailbox})


def _values(head: Head, name: str) -> list[str]:
    """Return what a field says each time that it is there, without comments, in small letters."""
    values = (_COMMENT.sub("", headers.one_line(value, 80)) for value in head.get(name, []))
    return [value.strip().casefold() for value in values]
