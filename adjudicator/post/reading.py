"""Bytes to a Letter. Never raises, in time and memory linear in at most ``MOST_BYTES``."""

from adjudicator.post.body import Body, body_of
from adjudicator.post.bounces import failed_recipients, is_bounce
from adjudicator.post.headers import (
    Head,
    Kind,
    addresses,
    message_ids,
    moment,
    one_line,
    split,
    words,
)
from adjudicator.post.letter import Address, Letter
from adjudicator.post.quotes import without_quotes

MOST_BYTES = 1024 * 1024
MARK = "X-Adjudicator-Loop"
"""The header field that marks a letter as written by this program."""

_RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")


def read(raw: bytes) -> Letter:
    """Read a letter. One that is too large is read as far as its header, and says so."""
    data = raw[:MOST_BYTES].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    head, content = split(data)
    if len(raw) > MOST_BYTES:
        return _letter(head, Body(), refused=_too_large())
    body = body_of(head, content)
    bounced = failed_recipients(head, data, body.reports) if is_bounce(head) else ()
    return _letter(head, body, bounced=bounced)


def _letter(head: Head, body: Body, refused: str = "", bounced: tuple[str, ...] = ()) -> Letter:
    text, cut = without_quotes(body.text)
    senders = addresses(head.get("from", [])) or addresses(head.get("sender", []))
    notes = [*body.notes, cut]
    if len(senders) > 1:
        notes.append("it names more than one sender; the first was taken")
    own_ids = message_ids(head.one("message-id"))
    answered = message_ids(head.one("in-reply-to"))
    return Letter(
        message_id=own_ids[0] if own_ids else "",
        sender=senders[0] if senders else Address(),
        recipients=addresses([v for name in _RECIPIENTS for v in head.get(name, [])]),
        subject=words(head.one("subject")),
        date=moment(head.one("date")),
        in_reply_to=answered[0] if answered else "",
        references=message_ids(head.one("references")),
        return_path=_return_path(head),
        auto_submitted=one_line(head.one("auto-submitted"), 80).casefold(),
        precedence=one_line(head.one("precedence"), 80).casefold(),
        list_id=one_line(head.one("list-id") or head.one("list-unsubscribe")),
        loop=tuple(one_line(v) for name in (MARK.lower(), "x-loop") for v in head.get(name, [])),
        media=Kind(head).media,
        text=text,
        notes=tuple(one_line(note) for note in notes if note),
        refused=refused,
        bounced=bounced,
    )


def _return_path(head: Head) -> str | None:
    if "return-path" not in head:
        return None
    value = head.one("return-path").strip()
    if value in ("", "<>"):
        return ""
    found = addresses([value])
    return found[0].address if found else None


def _too_large() -> str:
    return (
        f"the letter is larger than {MOST_BYTES // 1024:,} KB and was not read; "
        "send the orders as plain text, without pictures or other files"
    )
