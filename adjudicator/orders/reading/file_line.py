"""What a line of an order file is by itself: a header, a command, or what may be an order."""

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

LONGEST_LINE = 400

_NUMBER_SIGN = re.compile(r"(?<=\s)#(?=\d)")
_HEADER = re.compile(r"(game|seat|token|word|phase)(?:\s*[:=]\s*|\s+)(\S.*)", re.IGNORECASE)
# “Game on!”, “Seat belts fastened!”, “Word is that …”: sentences that begin like a header. A word
# for the dice is published, so what only resembles one is never taken for it.
_SENTENCE = re.compile(
    r"game (?:(?:on|over|time)\b.*|.*[!?].*|(?:\S+ ){3,}.*)|seat (?:.*[!?].*|(?:\S+ ){4,}.*)"
    r"|token (?:.*[,!?].*|(?:\S+ ){4,}.*)|word (?:is|of|from|has|that|about|on)\b.*",
    re.IGNORECASE,
)
_PART = re.compile(
    r"phase\s+(?P<letter>[a-z])(?:\s*[.:)]\s*|\s+-+\s*|\s*$)(?P<rest>.*)", re.IGNORECASE
)
_REMARK = re.compile(r"\s;\s*([^\W\d].*)")
_SIGN = re.compile(r"\s*([-+\u2010-\u2015\u2212])\s*[^\W\d]")
_UNTICKED = re.compile(r"[\s*+-]*(?:\[\s*\]|[☐□])")
_SAYS_SOMETHING = re.compile(r"\w")
_WAIT = ("not ready", "wait", "no wait", "no, wait", "wait please", "wait, please", "please wait")
_COMMANDS = {
    **{each: each for each in ("amend", "ready", "ready ahead")},
    **dict.fromkeys((*_WAIT, "set wait"), "wait"),
    **dict.fromkeys(("set nowait", "set no wait"), "ready"),
    **dict.fromkeys(("end", "--", "signoff", "sign off", "sign-off"), "end"),
}
_LONGEST_COMMAND = 120
_READY = re.compile(
    r"(?:(?:sorry|wait|no(?=[,.!:-]| (?:i|we)\b)|but|and|oh|ok|okay|hm+|actually|so)[,.!:-]* )*"
    r"(?:(?:i|we)(?:'m|'re| am| are)? )?(?:still )?"
    r"(?:(?P<not>(?:not |isn't |aren't )(?:quite |yet |really |all |at all )?"
    r"|no |almost |nearly |un-?)ready\b(?: yet| now| to go)?"
    r"(?:(?:[,.;:!-]| -)* (?:(?:but|and|so|yet) )?(?P<rest>.*))?"
    r"|(?:all |now )?ready(?P<ahead> ahead)?(?: now| to go)?"
    r"(?:[,.!;]? (?:thanks|thank you|please|pls|sorry|cheers|have fun|"
    r"(?:and )?good luck(?: (?:to )?(?:all|everyone|everybody))?))*)"
    r"|ready\s?[:=]?\s(?:(?P<no>no|not|not yet|false)|yes|true)",
    re.IGNORECASE,
)


class FileLine(NamedTuple):
    """What a line of a file is by itself."""

    kind: Literal["", "line", "long", "command", "part", "header"]
    """``""``: it says nothing."""
    text: str = ""
    """The line when it is tidied."""
    word: str = ""
    """The command, the letter of the part, or which header it is."""
    rest: str = ""
    """What is behind that; of a line that may hold an order, its text without a number sign."""
    signed: str = ""
    remark: str = ""
    """Both as of a ``RawLine`` (``scan.py``)."""


def tell_apart(line: str) -> FileLine:
    """Say what a line is. Of one that is too long there is the beginning, and nothing is kept."""
    if len(line) > LONGEST_LINE:
        return FileLine("long", tidy_line(line[: LONGEST_LINE + 1]))
    return _tell_apart(line)


@lru_cache(maxsize=4096)
def _tell_apart(line: str) -> FileLine:
    """Do so; the same lines come again and again, from a draft to the last order."""
    text = tidy_line(line)
    if len(text) > LONGEST_LINE:
        return FileLine("long", text)
    if not text or text[0] == ">":
        return FileLine("")
    if text.casefold() == "phase" and "#" in line:  # “phase #4 war” has no comment
        text = tidy_line(line.replace("#", " "))
    command, rest = _command(text)
    if command and _UNTICKED.match(line):
        return FileLine("")
    if command:
        return FileLine("command", text, command, rest if _SAYS_SOMETHING.search(rest) else "")
    if part := _PART.fullmatch(text):
        rest = part["rest"] if _SAYS_SOMETHING.search(part["rest"]) else ""
        return FileLine("part", text, part["letter"].casefold(), rest)
    if (header := _HEADER.fullmatch(text)) and not _SENTENCE.fullmatch(text):
        return FileLine("header", text, header.group(1).casefold(), header.group(2).strip())
    if not _SAYS_SOMETHING.search(text):
        return FileLine("")
    counted = "#" in line and _NUMBER_SIGN.search(line)
    numbered = tidy_line(_NUMBER_SIGN.sub("", line)) if counted else ""
    sign = _SIGN.match(line)
    signed = f"{'+' if sign[1] == '+' else '-'} {text}" if sign else ""
    behind = _REMARK.search(line) if ";" in line else None
    remark = tidy_line(behind[1]) if behind else ""
    return FileLine("line", text, "", numbered, signed, remark)


def _command(text: str) -> tuple[str, str]:
    """Return the command that a line is, ``""`` if none, and what it goes on with.

    “I’m ready, thanks!” is one as well as “ready”.
    """
    command = text.rstrip(".!:")
    wanted = "ready" in command.casefold() and len(command) <= _LONGEST_COMMAND
    if wanted and (ready := _READY.fullmatch(command)):
        if ready["not"] or ready["no"]:
            return "wait", ready["rest"] or ""
        return ("ready ahead" if ready["ahead"] else "ready"), ""
    return _COMMANDS.get(command.casefold(), ""), ""


# What people send, tidied: bytes as text, and a line without all that says nothing.

_COMMENT = re.compile(r"(?:^(?!#\d{1,3}[.:)]?\s+[^\W\d])|(?<=\s))(?:#|//|;).*")
_BULLET = re.compile(
    r"(?:(?:->|[-+*•·・‣◦▪●○■□])(?:\s+|(?=[^\W\d]))|\[[x ]?\]\s+"
    r"|\(?\d{1,3}(?:[.)]|\.\))(?:\s+|(?=[^\W\d]))|\d{1,3}:\s+|#\d{1,3}[.:)]?\s+"
    r"|(?:no|nr|order)\.?\s?\d{1,3}[.:)]\s+|§\s?\d{1,3}[.:)]?\s+"
    r"|\(?(?:[a-z][.)]|[ivx]{1,4}[.)])\s+){1,2}",
    re.IGNORECASE,
)
_DECORATION = re.compile(r'["*|`]|(?<!\w)_+|_+(?!\w)')
_KEYCAP = re.compile("(?<=\\d)\ufe0f?\u20e3")
_SMILEY = re.compile(r"(?:\s+[:=]-?[()DPp|]+)+$")
_SMILING = tuple("()DPp|")
_ARROW = re.compile(r"\s*-+>\s*|(?<=\S)\s+=?>\s+(?=[^\W\d])")
_TIGHT_COMMA = re.compile(r",(?=\S)")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")
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


def decode_text(source: bytes) -> str:
    """Read bytes as text: by their byte order mark, else as UTF-8, else as Windows-1252."""
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.decode("utf-16", errors="replace")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        return source.decode("cp1252", errors="replace")


def is_noise(text: str) -> bool:
    """Whether a text has so many control characters that it is none."""
    strange = _CONTROL.findall(text, 0, _SHOWN)
    return len(strange) * 10 > min(len(text), _SHOWN) or "\x00" in strange


def tidy_line(line: str) -> str:
    """Strip a line of all that says nothing, and unify what telephones and keyboards vary.

    Comments, bullets, emphasis, double quotes, control characters and spare spaces go; full-width
    characters, dashes, arrows and apostrophes get their plain form.
    """
    if not line.isascii():
        line = unicodedata.normalize("NFKC", _KEYCAP.sub(". ", line)).translate(_FOLDED)
        line = "".join(" " if unicodedata.category(char) == "So" else char for char in line)
    if not line.isprintable():
        line = "".join(char if char.isprintable() else _blank(char) for char in line)
    if "#" in line or ";" in line or "//" in line:
        line = _COMMENT.sub("", line.strip())
    if ">" in line:
        line = _ARROW.sub(" -> ", line)
    if "," in line:
        line = _TIGHT_COMMA.sub(", ", line)
    text = " ".join(line.split())
    bullet = _BULLET.match(text)
    if bullet:
        text = text[bullet.end() :]
    if any(map(text.__contains__, '"*|`_')) and _DECORATION.search(text):
        text = " ".join(_DECORATION.sub("", text).split())
    if text.startswith("'") and text.endswith("'"):
        text = text.strip("'").strip()
    return _SMILEY.sub("", text) if text.endswith(_SMILING) else text


def _blank(char: str) -> str:
    """Return what stands for an unprintable character: a space, unless it takes no room."""
    return "" if unicodedata.category(char) == "Cf" else " "
