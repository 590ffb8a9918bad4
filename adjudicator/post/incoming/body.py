"""From the MIME structure of a letter to the one text that may be orders.

The structure is walked by hand and not by the standard library's parser, whose work grows with
the depth of the nesting times the length of the letter.
"""

import binascii
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import msgspec

from adjudicator.patterns import pattern
from adjudicator.post.incoming.headers import ContentKind, Head, split, text_of
from adjudicator.post.incoming.html_text import footers_of_html, strikes_out, text_of_html
from adjudicator.post.incoming.reasons import reason
from adjudicator.wording import Reason

MOST_PARTS = 200
DEEPEST = 10
MOST_FILES = 5
"""Attached texts that are read."""
NARROWEST = 40
"""Characters of a line that a program breaks, at least."""
LONGEST_STUB = 400
"""Of plain text that may stand in for a page and say nothing of it."""

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_NOISE = pattern(rb"[^A-Za-z0-9+/=\s]")
_PADDED = pattern(rb"[^=]++=*+")
_SEVERAL_WORDS = pattern(rb"\S[ \t]+\S")
_CHARSET_OF_PAGE = pattern(
    rb"<meta\b[^<>]{0,200}?\bcharset\s{0,9}=\s{0,9}[\"']?(?!utf-?16)([\w.:-]{1,40})", re.IGNORECASE
)
_TOP_OF_PAGE = 1024
"""Bytes of a page in which it says its character set (HTML)."""
_TEXT = ("text/plain", "text/html", "text/markdown")
_WORD = pattern(r"\w+")
_WRAPPED = {
    "application/pgp-encrypted": reason("part.encrypted"),
    "application/pkcs7-mime": reason("part.smime"),
    "application/x-pkcs7-mime": reason("part.smime"),
}
"""Parts whose text, if they have any, is read by certain mail programs only."""
_TNEF = b"\x78\x9f\x3e\x22"
"""What a file of Outlook begins with (MS-OXTNEF). A key of two bytes follows, and attributes: what
each is of, four bytes that name it, four for the length of what it says, that, and a sum of two."""
_OF_MESSAGE = 1
_REACTION = "text/vnd.google.email-reaction+json"
"""A sign by which its reader reacts to a letter; what stands beside it only shows that to programs
which do not know such a part."""
_ARMOUR = pattern(r"(?ms)^-----BEGIN PGP MESSAGE-----(?:.*?-----END PGP MESSAGE-----|.*)")
"""A message encrypted within a text (RFC 9580)."""
_TEXT_FILES = (".txt", ".ord", ".orders", ".text", ".md")
_DOCUMENTS = (
    *(".doc", ".docx", ".odt", ".rtf", ".pdf", ".pages", ".wpd", ".tex", ".htm", ".html"),
    *(".xls", ".xlsx", ".ods", ".csv", ".numbers", ".eml", ".msg", ".zip", ".gz", ".7z"),
)
_SIGNATURES = (
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
)
_STRUCK_OUT = reason("part.struck-out")
_ONLY_OUTLOOK = reason("part.tnef")


class _Reaction(msgspec.Struct):
    """What is said by a reaction."""

    emoji: str = ""


class BodyTexts:
    """The texts of a letter, gathered on one walk through its parts. Never raises.

    Plain text goes before HTML unless it is empty. Of a letter that is cut, the parts are read that
    are whole.
    """

    def __init__(self, head: Head, content: bytes, *, is_cut: bool = False) -> None:
        self.files: list[tuple[str, str]] = []
        """The text files attached to it, each a name and a text."""
        self.other_files: list[str] = []
        """The names of other files, which can hold no orders: pictures, sounds."""
        self.notes: list[str] = []
        """What was strange."""
        self.closed_parts: list[str] = []
        """The parts that may hold orders and cannot be read here, each in a clause."""
        self.calendar = False
        """Whether a calendar program answers in it for its owner, who accepts a date or does not.
        """
        self.encloses = False
        """Whether there is a letter inside the letter."""
        self.reaction: str | None = None
        """The sign with which somebody reacts to a letter; None: it is no reaction."""
        self.footers: list[str] = []
        """The lines that, as its page says, a program has put below it."""
        self._is_cut = is_cut
        self._parts = 0
        self._repeats = False
        """Whether a file of Outlook repeats its text and holds nothing else."""
        self._pages: list[str] | None = None
        """Where a plain text has been read: the pages that may say the same."""
        self.text = self._walk(head, content, is_whole=not is_cut)
        """What is written in it: plain text, or else what its HTML says; of a reaction its sign."""
        if self.reaction is not None:
            self.text = self.reaction
        if self._repeats and not _WORD.search(self.text):
            self._leave_out(_ONLY_OUTLOOK)
        if is_cut:
            self._leave_out(reason("part.too-large"))

    def _note(self, what: Reason | None) -> None:
        """Note what is strange, once."""
        text = str(what) if what else ""
        if text and text not in self.notes and len(self.notes) < 20:
            self.notes.append(text)

    def _leave_out(self, what: Reason | None) -> None:
        """Note a part that may hold orders and cannot be read."""
        self._note(what)
        text = str(what) if what else ""
        if text and text in self.notes and text not in self.closed_parts:
            self.closed_parts.append(text)

    def _walk(self, head: Head, content: bytes, depth: int = 0, *, is_whole: bool = True) -> str:
        """Return the text of a part and all below it; put files aside on the way.

        Of a letter that is cut, the part that is not whole is left out.
        """
        self._parts += 1
        kind = ContentKind(head)
        if kind.media.startswith("multipart/"):
            if not kind.boundary:
                self._note(reason("part.no-boundary"))
                return self._read(kind, content)
            if depth >= DEEPEST:
                self._note(reason("part.too-deep", deepest=DEEPEST))
                return ""
            return self._several(kind, content, depth)
        if not is_whole or kind.media == "message/delivery-status":
            return ""
        self.calendar = self.calendar or kind.is_answer_of_calendar
        self._leave_out(_WRAPPED.get(kind.media))
        if kind.media == "application/ms-tnef" or kind.filename.casefold() == "winmail.dat":
            holds_files = _holds_files(_decode(content, kind.encoding)[0])
            self._leave_out(_ONLY_OUTLOOK if holds_files else None)
            self._repeats = self._repeats or not holds_files
            return ""
        if kind.media == _REACTION:
            self.reaction = ""
            with suppress(msgspec.DecodeError):
                source = self._source(kind, content)
                self.reaction = msgspec.json.decode(source, type=_Reaction).emoji
            return ""
        if kind.media.startswith("message/"):
            self.encloses = True
            self._leave_out(reason("part.letter"))
            return ""
        beside = self._pages is not None and bool(kind.filename)
        if (kind.attached or beside) and _is_text_file(kind):
            if len(self.files) == MOST_FILES:
                self._leave_out(reason("part.too-many-files", most=MOST_FILES))
                return ""
            self.files.append((kind.filename or "attachment", self._decode(kind, content)))
        elif not kind.attached and kind.media in _TEXT:
            return self._read(kind, content)
        elif kind.filename.casefold().endswith(_DOCUMENTS):
            self._leave_out(reason("part.file", name=kind.filename[:60]))
        elif kind.filename and kind.media not in _SIGNATURES:
            self.other_files.append(kind.filename[:60])
        return ""

    def _several(self, kind: ContentKind, content: bytes, depth: int) -> str:
        pieces = islice(_pieces(content, kind.boundary), MOST_PARTS)
        parts = [(*split(piece), ends or not self._is_cut) for piece, ends in pieces]
        alternative = kind.media == "multipart/alternative"
        if alternative:
            parts.sort(key=lambda part: ContentKind(part[0]).media != "text/plain")
        is_outermost = alternative and self._pages is None
        texts: list[str] = []
        for head, below, is_whole in parts:
            if self._parts >= MOST_PARTS:
                self._note(reason("part.too-many", most=MOST_PARTS))
                break
            if is_outermost and texts and self._pages is None:
                self._pages = []
            text = self._walk(head, below, depth + 1, is_whole=is_whole)
            if _WORD.search(text):
                texts.append(text)
        if not is_outermost:
            return "\n".join(texts)
        pages, self._pages = self._pages or [], None
        return self._fuller(texts[0], pages) if texts else ""

    def _fuller(self, plain: str, pages: list[str]) -> str:
        """Return the plain text, or what the pages beside it say, if that is more.

        Plain text cannot show that something is struck out; and of some programs it says nothing
        but that the letter is a page.
        """
        struck = any(map(strikes_out, pages))
        if not struck and (len(plain) > LONGEST_STUB or not pages):
            return plain
        text = "\n".join(map(text_of_html, pages))
        if struck:
            self._leave_out(_STRUCK_OUT)
        return text if struck or _is_stub(plain, text) else plain

    def _read(self, kind: ContentKind, content: bytes) -> str:
        """Return the text of a part; a page beside plain text is put aside."""
        if kind.media == "text/html":
            page = self._source(kind, content)
            self.footers += footers_of_html(page)
            if self._pages is not None:
                self._pages.append(page)
                return ""
        return self._decode(kind, content)

    def _decode(self, kind: ContentKind, content: bytes) -> str:
        text, is_armoured = _ARMOUR.subn("", self._source(kind, content))
        self._leave_out(reason("part.encrypted") if is_armoured else None)
        if kind.media == "text/html":
            self._leave_out(_STRUCK_OUT if strikes_out(text) else None)
            return text_of_html(text)
        return unflow(text, delsp=kind.delsp) if kind.flowed else text

    def _source(self, kind: ContentKind, content: bytes) -> str:
        data, strange = _decode(content, kind.encoding)
        self._note(strange)
        charset = kind.charset
        if kind.media == "text/html" and not charset:
            said = _CHARSET_OF_PAGE.search(data, 0, _TOP_OF_PAGE)
            charset = said[1].decode() if said else ""
        text, strange = text_of(data, charset)
        self._note(strange)
        return text.replace("\x00", "")


def unflow(text: str, *, delsp: bool) -> str:
    """Join the lines that a program broke softly (RFC 3676). Quoted lines are never joined.

    No program breaks a line while the next word still fits into a narrow one: where it does, the
    space at its end was typed, and it is a line of its own.
    """
    lines: list[str] = []
    pieces: list[str] = []
    whole = text.splitlines()
    for line, following in zip(whole, [*whole[1:], ""], strict=True):
        alone = line.startswith(">") or line == "-- "
        line = line[1:] if line.startswith(" ") else line
        if alone and pieces:
            lines.append("".join(pieces))
            pieces = []
        word = len(following.partition(" ")[0]) if not delsp else NARROWEST
        soft = line.endswith(" ") and not alone and len(line) + word > NARROWEST
        pieces.append(line[:-1] if soft and delsp else line)
        if not soft:
            lines.append("".join(pieces))
            pieces = []
    return "\n".join([*lines, "".join(pieces)] if pieces else lines)


def _is_stub(plain: str, text: str) -> bool:
    """Say whether plain text is none of what a page says, but says that there is a page."""
    if "html" not in plain.casefold():
        return False
    plain_words = set(_WORD.findall(plain.casefold()))
    words = set(_WORD.findall(text.casefold()))
    return bool(words) and len(plain_words & words) * 2 < len(plain_words)


def _holds_files(tnef: bytes) -> bool:
    """Say whether a file of Outlook may hold files: unless all of it is said of the letter itself,
    which it repeats with what Outlook knows of it."""
    at = len(_TNEF) + 2 if tnef.startswith(_TNEF) else len(tnef) + 1
    while at + 9 <= len(tnef) and tnef[at] == _OF_MESSAGE:
        at += 11 + int.from_bytes(tnef[at + 5 : at + 9], "little")
    return at != len(tnef)


def _is_text_file(kind: ContentKind) -> bool:
    by_name = kind.filename.casefold().endswith(_TEXT_FILES)
    return kind.media in _TEXT or (by_name and kind.media.startswith(("text/", "application/")))


def _pieces(content: bytes, boundary: str) -> Iterator[tuple[bytes, bool]]:
    """Yield the parts between the delimiters, and whether each has one below it.

    A missing last delimiter is the end of the letter.
    """
    mark = re.escape(boundary.rstrip().encode("utf-8", "replace"))
    delimiter = re.compile(rb"^--" + mark + rb"(--)?[ \t]*$", re.MULTILINE)
    start = None
    for match in delimiter.finditer(content):
        if start is not None:
            yield content[start : match.start()], True
        start = match.end() + 1
        if match.group(1):
            return
    if start is not None:
        yield content[start:], False


def _decode(content: bytes, encoding: str) -> tuple[bytes, Reason | None]:
    """Undo the transfer encoding as far as it goes, and say if it was broken."""
    if encoding == "quoted-printable":
        return binascii.a2b_qp(content), None
    if encoding != "base64":
        return content, None
    lines = content.split(b"\n")
    end = _find_end_of_base64(lines)
    pieces, odd = list[bytes](), end < len(lines)
    for piece in _PADDED.findall(b"".join(lines[:end])):
        letters = _NOT_BASE64.sub(b"", piece)
        is_cut = len(letters) % 4 == 1
        pieces.append(binascii.a2b_base64(letters[: len(letters) - is_cut] + b"=="))
        odd = odd or is_cut
    data = b"\n".join([*filter(None, [b"".join(pieces)]), *lines[end:]])
    return data, reason("broken-base64") if odd or _NOISE.search(content) else None


def _find_end_of_base64(lines: list[bytes]) -> int:
    """Return the number of the first line that is none of it: several words, or what stands below
    its padding and is written in other letters. From there on it is text as it stands, which a list
    has put below a letter, or whose field is false."""
    for number, line in enumerate(lines):
        is_below = number and lines[number - 1].rstrip().endswith(b"=")
        if _SEVERAL_WORDS.search(line) or (is_below and _NOISE.search(line)):
            return number
    return len(lines)
