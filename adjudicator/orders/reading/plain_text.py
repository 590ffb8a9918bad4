"""What people send, tidied: bytes as text, and a line without all that says nothing."""

import re
import unicodedata
from contextlib import suppress
from functools import lru_cache

from adjudicator.patterns import pattern

LOST = "\ufffd"
"""What stands where a character could not be read."""

_COMMENT = pattern(r"(?:^(?!#\d{1,3}[.:)]?\s+[^\W\d])|(?<=\s))(?:#|//|;).*")
_BULLET = pattern(
    r"(?:(?:->|[-+*•·・‣◦▪●○■□])(?:\s+|(?=[^\W\d]))|\[[x ]?\]\s+"
    r"|\(?\d{1,3}(?:[.)]|\.\))(?:\s+|(?=[^\W\d]))|\d{1,3}:\s+|#\d{1,3}[.:)]?\s+"
    r"|(?:no|nr|order|line)\.?\s?\d{1,3}[.:)]\s+|try:\s+|§\s?\d{1,3}[.:)]?\s+"
    r"|\(?(?:[a-z][.)]|[ivx]{1,4}[.)])\s+){1,2}",
    re.IGNORECASE,
)
_ROW_NUMBER = pattern(r"\A\s*(\d{1,3})\t\s*(?=[^\W\d])")
"""What numbers a row that was copied from a table."""
_DECORATION = pattern(r'["*|`]|(?<!\w)_+|_+(?!\w)')
_NUMBER_MARK = pattern(r"(?<=[^\W\d] )(?:no|nr)\.\s?(?=\d)", re.IGNORECASE)
"""What before a figure only says that it is a number: “army no. 1”."""
_KEYCAP = pattern("(?<=\\d)\ufe0f?\u20e3")
_SMILEY = pattern(r"(?:\s+[:=]-?[()DPp|]+)+$")
_SMILING = tuple("()DPp|")
_ARROW = pattern(r"\s*-+>\s*|(?<=\S)\s+=?>\s+(?=[^\W\d])")
_TIGHT_COMMA = pattern(r",(?=\S)")
_CHARACTER = pattern(rb"[\xc2-\xf4](?:[\x80-\xbf]|\Z)")
"""A character of UTF-8 beyond ASCII, whole or broken; the last one may be cut to a byte."""
_JAPANESE = pattern(rb"\x1b\$[@B]")
"""What begins Japanese characters in ISO-2022-JP, and stands in no other text."""
_EAST = pattern("[\u3040-\u30ff\u3400-\u9fff]{2}")
"""Two characters of a Japanese word, of which one may be an accent and a letter in another set."""
_NOT_ASCII = pattern(r"[^\x00-\x7f]")
_HALF = pattern("[\ud800-\udfff]")
_CONTROL = pattern(r"[\x00-\x08\x0b\x0e-\x1f]")
_SHOWN = 4096
"""By so many characters it is seen whether a file is text."""
_FOLDED = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("→↝↠↣↦⇉⇒⇛⇝⇢⇥⇨⇾⟶⟹⟼⟾⤏⤳⭢⮕🠖🠚🡒🢂▶▷▸▹►", "->"),
        **dict.fromkeys(map(chr, (0x2794, *range(0x2799, 0x27B0), *range(0x27B1, 0x27BF))), "->"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛′`´", "'"),
        "≤": "<=",
        "≥": ">=",
        "×": " x ",
        "、": ",",
        "。": ".",
        "\ufe0f": None,
    }
)


def decode_text(source: bytes, *, is_utf8: bool = False) -> str:
    """Read bytes as text: by their byte order mark or the marks of ISO-2022-JP, else as UTF-8, else
    as Windows-1252, or, where there is no such character in that, as Shift_JIS if all of it is that
    and Japanese words stand in it.

    In UTF-8 a broken character is ``LOST``, and the others stand. What is said to be UTF-8 is that
    if any of it looks so; else it is if no more characters are broken than whole.
    """
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.decode("utf-16", errors="replace")
    if _JAPANESE.search(source) and source.isascii():
        return source.decode("iso2022_jp_ext", errors="replace")
    with suppress(UnicodeDecodeError):
        return source.decode("utf-8-sig")
    text = source.decode("utf-8-sig", errors="replace")
    broken = text.count(LOST)
    whole = len(_NOT_ASCII.findall(text)) - broken
    if whole >= broken or (is_utf8 and _CHARACTER.search(source)):
        return text
    with suppress(UnicodeDecodeError):
        return source.decode("cp1252")
    with suppress(UnicodeDecodeError):
        japanese = source.decode("cp932")
        if _EAST.search(japanese):
            return japanese
    return source.decode("cp1252", errors="replace")


def replace_halves(text: str) -> str:
    """Replace halves of characters, which hostile mail can state and nothing can write."""
    return _HALF.sub(LOST, text)


def is_noise(text: str) -> bool:
    """Whether a text has so many control characters that it is none."""
    strange = _CONTROL.findall(text, 0, _SHOWN)
    return len(strange) * 10 > min(len(text), _SHOWN) or "\x00" in strange


@lru_cache(maxsize=4096)  # lines come again and again, from a draft to the last order
def tidy_line(line: str) -> str:
    """Strip a line of all that says nothing, and unify what telephones and keyboards vary.

    Comments, bullets, emphasis, double quotes, control characters and spare spaces go; full-width
    characters, dashes, arrows and apostrophes get their plain form. What is ``LOST`` stays.
    """
    if line.strip() == "—":  # which telephones make of the mark of a signature
        return "--"
    if not line.isascii():
        line = unicodedata.normalize("NFKC", _KEYCAP.sub(". ", line)).translate(_FOLDED)
        line = "".join(" " if is_symbol(char) else char for char in line)
    if "\t" in line:
        line = _ROW_NUMBER.sub(r"\1. ", line)
    if not line.isprintable():
        line = "".join(char if char.isprintable() else _blank(char) for char in line)
    if "#" in line or ";" in line or "//" in line:
        line = _COMMENT.sub("", line.strip())
    if ">" in line:
        line = _ARROW.sub(" -> ", line)
    if "," in line:
        line = _TIGHT_COMMA.sub(", ", line)
    if "." in line:
        line = _NUMBER_MARK.sub("", line)
    text = " ".join(line.split())
    bullet = _BULLET.match(text)
    if bullet:
        text = text[bullet.end() :]
    if any(map(text.__contains__, '"*|`_')) and _DECORATION.search(text):
        text = " ".join(_DECORATION.sub("", text).split())
    if text.startswith("'") and text.endswith("'"):
        text = text.strip("'").strip()
    return _SMILEY.sub("", text) if text.endswith(_SMILING) else text


def is_symbol(char: str) -> bool:
    """Whether a character is an emoji or the like, or gives one its colour: it says nothing."""
    return char != LOST and not char.isascii() and unicodedata.category(char) in ("So", "Sk")


def _blank(char: str) -> str:
    """Return what stands for an unprintable character: a space, unless it takes no room."""
    return "" if unicodedata.category(char) == "Cf" else " "
