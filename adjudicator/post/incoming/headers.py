"""The header of a letter, or of a part of one: fields, words, addresses, parameters, characters.

The standard library's accessors fail on hostile mail in many ways; here each value is cut to a
length first, whatever they raise is caught, and what cannot be read is empty.
"""

import codecs
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from functools import lru_cache

from adjudicator.orders.reading.plain_text import LOST, decode_text, replace_halves
from adjudicator.patterns import pattern
from adjudicator.post.incoming.letter import Address, Checks
from adjudicator.post.incoming.reasons import reason
from adjudicator.wording import Reason

MOST_BYTES = 64 * 1024
MOST_FIELDS = 500
LONGEST_VALUE = 4_000
MOST_ADDRESSES = 50
MOST_ANSWERED = 5
MOST_CHECKS = 5
MICROSOFT = "microsoft"
"""What ``checked_by`` calls the servers of Microsoft, which do not name themselves."""

_NAME = pattern(rb"[!-9;-~]{1,80}")
_BLANK = pattern(rb"\n[ \t]*\n|\A[ \t]*\n")
_ID = pattern(r"<([!-;=?-~]{1,250})>")
_ADDRESS = pattern(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.\[\]:-]{1,189}")


# Programs state the smaller set and send the larger one. An empty name means: look at the bytes.
_SUPERSETS = {
    "ascii": "",
    "iso8859-1": "",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso2022_jp": "iso2022_jp_ext",
}
# Codecs of Python that are no character sets of mail; some of them take quadratic time.
_NOT_FOR_MAIL = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"}


class Head(dict[str, list[str]]):
    """Fields by their name in small letters, each with its values as they came, unfolded."""

    def one(self, name: str) -> str:
        """Return the first value of the field, or ``""``."""
        return self.get(name, [""])[0]


def split(raw: bytes) -> tuple[Head, bytes]:
    """Take a letter or a part of one apart: its header and what follows. Lines end with LF."""
    end = _BLANK.search(raw, 0, MOST_BYTES)
    if end is None:
        return fields(raw[:MOST_BYTES]), b""
    return fields(raw[: end.start()]), raw[end.end() :]


def fields(block: bytes) -> Head:
    """Read header lines. A line that is neither a field nor its continuation is passed over."""
    read: list[tuple[str, list[bytes]]] = []
    for line in block.split(b"\n"):
        if line[:1] in (b" ", b"\t"):
            if read:
                read[-1][1].append(b" " + line.strip())
            continue
        name, colon, value = line.partition(b":")
        if colon and _NAME.fullmatch(name.rstrip()):
            if len(read) == MOST_FIELDS:
                break
            read.append((name.rstrip().decode("ascii").lower(), [value.strip()]))
    head = Head()
    for key, pieces in read:
        head.setdefault(key, []).append(decode_text(b"".join(pieces)[:LONGEST_VALUE]))
    return head


def one_line(text: str, longest: int = 300) -> str:
    """Return the text without control characters and line ends, cut to a length."""
    cut = text[: longest + 100]
    return " ".join("".join(c if c.isprintable() else " " for c in cut).split())[:longest]


def words(value: str, longest: int = 300) -> str:
    """Decode the encoded words of a value (RFC 2047); the result is one safe line."""
    if "=?" in value:
        with suppress(Exception):
            value = _decode_words(value)
    return one_line(value, longest)


def addresses(values: list[str]) -> tuple[Address, ...]:
    """Return the well-formed ASCII addresses of address fields, each once, in order."""
    known: dict[str, Address] = {}
    for value in values[:MOST_ADDRESSES]:
        with suppress(Exception):
            for name, address in getaddresses([value]):
                if is_address(address) and len(known) < MOST_ADDRESSES:
                    known.setdefault(address.casefold(), Address(address, words(name, 100)))
    return tuple(known.values())


def is_address(text: str) -> bool:
    """Say whether a text is a plain ASCII address, as ``local@domain``."""
    return bool(_ADDRESS.fullmatch(text))


def checks(head: Head) -> Checks:
    """Read what the last server wrote about the sender (Authentication-Results, RFC 8601).

    That is the topmost field, with those right below it that the same server wrote; the worst
    result counts. It counts for the one domain in From; of another one, or of several, it says
    nothing. A field of Microsoft's, which names no server, counts at the top alone.
    """
    domains = {each.bare.rpartition("@")[2] for each in addresses(head.get("from", []))}
    host, results = "", list[str]()
    for value in head.get("authentication-results", [])[:MOST_CHECKS]:
        name, about = _check(value)
        if name != (host or name) or name == host == MICROSOFT:
            break
        host = name
        results += [result for domain, result in about if {domain} == domains]
    bad = (each for each in results if each != "pass")
    return Checks(host, next(bad, results[0] if results else ""))


def _check(value: str) -> tuple[str, list[tuple[str, str]]]:
    """Return which server wrote a field, and each domain of a From with what DMARC says of it;
    of one that cannot be read ``""``."""
    from authres import AuthenticationResultsHeader  # few letters have such a field

    if "=" in value.partition(";")[0]:
        value = f"{MICROSOFT}; {value}"
    with suppress(Exception):
        parsed = AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
        results = [
            (str(each.value).strip("\"'@").casefold(), str(result.result).casefold())
            for result in parsed.results
            if result.method.casefold() == "dmarc"
            for each in result.properties
            if (each.type, each.name) == ("header", "from")
        ]
        return str(parsed.authserv_id).casefold(), results
    return "", []


def message_ids(values: Sequence[str]) -> tuple[str, ...]:
    """Return the last Message-IDs in some values, without angle brackets, the nearest first.

    The first value is the letter that is answered, the others those before it.
    """
    nearest = [each for value in values[:1] for each in _ID.findall(value)]
    before = [each for value in values[1:] for each in _ID.findall(value)]
    return tuple(dict.fromkeys([*nearest, *reversed(before)]))[:MOST_ANSWERED]


def moment(value: str) -> datetime | None:
    """Read a Date field; a time without a zone counts as UTC. None if it cannot be read."""
    with suppress(Exception):
        when = parsedate_to_datetime(value)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    return None


class ContentKind:
    """What the content fields of a part say, with the defaults of RFC 2045."""

    def __init__(self, head: Head):
        message: Message = Message()
        for name in ("content-type", "content-disposition"):
            if head.one(name):
                message[name] = head.one(name)
        self.media = "text/plain"
        with suppress(Exception):
            self.media = message.get_content_type()
        self.charset = _parameter(message, "charset")
        self.boundary = _parameter(message, "boundary")
        self.flowed = _parameter(message, "format").casefold() == "flowed"
        self.delsp = _parameter(message, "delsp").casefold() == "yes"
        answers = _parameter(message, "method").casefold() in ("reply", "counter", "refresh")
        self.is_answer_of_calendar = self.media == "text/calendar" and answers
        self.filename = disposition = ""
        with suppress(Exception):
            self.filename = words(message.get_filename(""))
        with suppress(Exception):
            disposition = message.get_content_disposition() or ""
        self.attached = disposition == "attachment" or (bool(self.filename) and not disposition)
        self.encoding = head.one("content-transfer-encoding").partition(";")[0].strip().lower()


def _parameter(message: Message, name: str) -> str:
    """Return a parameter of the content type; ``""`` without one."""
    with suppress(Exception):
        value = message.get_param(name, "")
        # RFC 2231: character set, language, value
        return str(value[2]) if isinstance(value, tuple) else str(value or "")
    return ""


def _decode_words(value: str) -> str:
    pieces = []
    for data, charset in decode_header(value):
        pieces.append(text_of(data, charset or "")[0] if isinstance(data, bytes) else data)
    return "".join(pieces)


def text_of(data: bytes, charset: str) -> tuple[str, Reason | None]:
    """Return the text, and what was strange about it (None: nothing). Never raises.

    Where nothing, ASCII, ISO-8859-1 or an unknown set is stated, the bytes are read as UTF-8 if
    they are that, and else as Windows-1252, which is what they then are in practice. What is not in
    the stated set is read as UTF-8, too, if it is that.
    """
    name = _codec(charset)
    if not name or name == "utf-8":
        text = decode_text(data, is_utf8=bool(name))
        if name is None:
            return text, reason("characters.unknown", charset=charset[:40])
        return text, reason("characters.lost") if LOST in text else None
    try:
        return replace_halves(data.decode(name)), None
    except UnicodeError:
        strange = reason("characters.not-in", charset=name)
        with suppress(UnicodeError):
            return data.decode(), strange
        return replace_halves(data.decode(name, "replace")), strange


@lru_cache(maxsize=64)
def _codec(charset: str) -> str | None:
    """Return Python's name for the set, ``""`` to look at the bytes, or None if it is unknown."""
    try:
        # A language may be appended to the name of a set: iso-8859-1*de (RFC 2231).
        name = codecs.lookup(charset.partition("*")[0].strip() or "ascii").name
        if name in _NOT_FOR_MAIL:
            return None
        b"a".decode(name, "replace")
    except (LookupError, ValueError):
        return None
    return _SUPERSETS.get(name, name)
