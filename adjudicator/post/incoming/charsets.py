"""Bytes of a stated character set to text, whatever was stated and whatever the bytes are."""

import codecs
from functools import lru_cache

from adjudicator.orders.reading.file_line import decode_text

# Programs state the smaller set and send the larger one. An empty name means: look at the bytes.
_SUPERSETS = {
    "ascii": "",
    "iso8859-1": "",
    "utf-8": "",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso2022_jp": "iso2022_jp_ext",
}
# Codecs of Python that are no character sets of mail; some of them take quadratic time.
_NOT_FOR_MAIL = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"}


def text_of(data: bytes, charset: str) -> tuple[str, str]:
    """Return the text, and what was strange about it (``""`` if nothing). Never raises.

    Where nothing, ASCII, ISO-8859-1 or an unknown set is stated, the bytes are read as UTF-8 if
    they are that, and else as Windows-1252, which is what they then are in practice.
    """
    name = _codec(charset)
    if not name:
        note = f"unknown character set “{charset[:40]}”" if name is None else ""
        return _whole(decode_text(data)), note
    try:
        return _whole(data.decode(name)), ""
    except UnicodeError:
        return _whole(data.decode(name, "replace")), f"bytes that are not {name}"


def _whole(text: str) -> str:
    """Replace halves of characters, which some sets can state (UTF-7) and nothing can write."""
    return text.encode("utf-8", "replace").decode()


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
