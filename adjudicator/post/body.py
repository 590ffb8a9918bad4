"""From the MIME structure of a letter to the one text that may be orders.

The structure is walked by hand and not by the standard library's parser, whose work grows with
the depth of the nesting times the length of the letter.
"""

import binascii
import re
from collections.abc import Iterator
from itertools import islice

import msgspec

from adjudicator.post.charsets import text_of
from adjudicator.post.headers import Head, Kind, split
from adjudicator.post.hypertext import text_of_html

MOST_PARTS = 200
DEEPEST = 10

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_NOISE = re.compile(rb"[^A-Za-z0-9+/=\s]")
_TEXT = ("text/plain", "text/html")
_WRAPPED = {
    "application/pgp-encrypted": "it is encrypted, and cannot be read here",
    "application/pkcs7-mime": "it is wrapped by S/MIME, and cannot be read here",
    "application/x-pkcs7-mime": "it is wrapped by S/MIME, and cannot be read here",
    "application/ms-tnef": "its text may be in the file winmail.dat, which only Outlook reads",
}
"""Parts whose text, if they have any, is read by certain mail programs only."""
_TEXT_FILES = (".txt", ".ord", ".orders", ".text")


class Body(msgspec.Struct, frozen=True):
    """The texts of a letter."""

    text: str = ""
    """What is written in it: plain text, or else what its HTML says."""
    files: tuple[tuple[str, str], ...] = ()
    """The text files attached to it, each a name and a text."""
    notes: tuple[str, ...] = ()
    """What was strange."""
    reports: tuple[bytes, ...] = ()
    """Reports on delivery, as mail servers send them."""
    calendar: bool = False
    """Whether a calendar program answers in it for its owner, who accepts a date or does not."""


class _Leaf(msgspec.Struct):
    kind: Kind
    content: bytes


class _Walk:
    """Goes through the parts once, keeping count and what was strange."""

    def __init__(self) -> None:
        self.parts = 0
        self.notes: list[str] = []
        self.files: list[_Leaf] = []
        self.reports: list[bytes] = []
        self.calendar = False

    def note(self, text: str) -> None:
        if text and text not in self.notes and len(self.notes) < 20:
            self.notes.append(text)

    def text(self, head: Head, content: bytes, depth: int = 0) -> str:
        """Return the text of a part and all below it; put files aside on the way."""
        self.parts += 1
        kind = Kind(head)
        if kind.media.startswith("multipart/"):
            if not kind.boundary:
                self.note("parts without a boundary between them were read as one text")
                return self.read(kind, content)
            if depth >= DEEPEST:
                self.note(f"parts nested deeper than {DEEPEST} were not read")
                return ""
            return self._several(kind, content, depth)
        if kind.media == "message/delivery-status":
            self.reports.append(content)
            return ""
        self.calendar = self.calendar or kind.is_answer_of_calendar
        self.note(_WRAPPED.get(kind.media, ""))
        if kind.media.startswith("message/"):
            self.note("a letter inside the letter was not read")
            return ""
        if kind.attached:
            self.files.append(_Leaf(kind, content))
            return ""
        return self.read(kind, content) if kind.media in _TEXT else ""

    def _several(self, kind: Kind, content: bytes, depth: int) -> str:
        parts = [split(piece) for piece in islice(_pieces(content, kind.boundary), MOST_PARTS)]
        alternative = kind.media == "multipart/alternative"
        if alternative:
            parts.sort(key=lambda part: Kind(part[0]).media != "text/plain")
        texts: list[str] = []
        for head, below in parts:
            if self.parts >= MOST_PARTS:
                self.note(f"only the first {MOST_PARTS} parts were read")
                break
            text = self.text(head, below, depth + 1)
            if text.strip():
                texts.append(text)
                if alternative:
                    break
        return "\n".join(texts)

    def read(self, kind: Kind, content: bytes) -> str:
        data, strange = _decode(content, kind.encoding)
        self.note(strange)
        text, strange = text_of(data, kind.charset)
        self.note(strange)
        text = text.replace("\x00", "")
        if kind.media == "text/html":
            return text_of_html(text)
        return unflow(text, delsp=kind.delsp) if kind.flowed else text


def body_of(head: Head, content: bytes) -> Body:
    """Read the texts of a letter. Plain text goes before HTML unless it is empty. Never raises."""
    walk = _Walk()
    text = walk.text(head, content)
    files = tuple(
        (each.kind.filename or "attachment", walk.read(each.kind, each.content))
        for each in walk.files
        if _is_text_file(each.kind)
    )
    return Body(text, files, tuple(walk.notes), tuple(walk.reports), walk.calendar)


def unflow(text: str, *, delsp: bool = False) -> str:
    """Join the lines that a program broke softly (RFC 3676). Quoted lines are never joined."""
    lines: list[str] = []
    pieces: list[str] = []
    for line in text.splitlines():
        alone = line.startswith(">") or line == "-- "
        line = line[1:] if line.startswith(" ") else line
        if alone and pieces:
            lines.append("".join(pieces))
            pieces = []
        soft = line.endswith(" ") and not alone
        pieces.append(line[:-1] if soft and delsp else line)
        if not soft:
            lines.append("".join(pieces))
            pieces = []
    return "\n".join([*lines, "".join(pieces)] if pieces else lines)


def _is_text_file(kind: Kind) -> bool:
    by_name = kind.filename.casefold().endswith(_TEXT_FILES)
    return kind.media == "text/plain" or (
        by_name and kind.media.startswith(("text/", "application/"))
    )


def _pieces(content: bytes, boundary: str) -> Iterator[bytes]:
    """Yield the parts between the delimiters. A missing last delimiter is the end of the letter."""
    mark = re.escape(boundary.rstrip().encode("utf-8", "replace"))
    delimiter = re.compile(rb"^--" + mark + rb"(--)?[ \t]*$", re.MULTILINE)
    start = None
    for match in delimiter.finditer(content):
        if start is not None:
            yield content[start : match.start()]
        start = match.end() + 1
        if match.group(1):
            return
    if start is not None:
        yield content[start:]


def _decode(content: bytes, encoding: str) -> tuple[bytes, str]:
    """Undo the transfer encoding as far as it goes, and say if it was broken."""
    if encoding == "quoted-printable":
        return binascii.a2b_qp(content), ""
    if encoding != "base64":
        return content, ""
    letters = _NOT_BASE64.sub(b"", content)
    whole, rest = letters[: len(letters) // 4 * 4], letters[len(letters) // 4 * 4 :]
    data = binascii.a2b_base64(whole)
    if len(rest) > 1:
        data += binascii.a2b_base64(rest + b"=" * (4 - len(rest)))
    broken = len(rest) == 1 or _NOISE.search(content)
    return data, "broken base64" if broken else ""
