"""From any bytes to the lines of an order file: header, sections, limits. Knows no game."""

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from adjudicator.orders.findings import Finding, Severity
from adjudicator.orders.patterns import compile_later

MOST_BYTES = 256 * 1024
MOST_LINES = 2_000
LONGEST_LINE = 400
MOST_FINDINGS = 100

_COMMENT = compile_later(r"(?:^(?!#\d{1,3}[.:)]?\s+[^\W\d])|(?<=\s))(?:#|//|;).*")
_NUMBER_SIGN = compile_later(r"(?<=\s)#(?=\d)")
_BULLET = compile_later(
    r"(?:(?:->|[-+*•·・‣◦▪●○■□])(?:\s+|(?=[^\W\d]))|\[[x ]?\]\s+"
    r"|\(?\d{1,3}(?:[.)]|\.\))(?:\s+|(?=[^\W\d]))|\d{1,3}:\s+|#\d{1,3}[.:)]?\s+"
    r"|(?:no|nr|order)\.?\s?\d{1,3}[.:)]\s+|§\s?\d{1,3}[.:)]?\s+"
    r"|\(?(?:[a-z][.)]|[ivx]{1,4}[.)])\s+){1,2}",
    re.IGNORECASE,
)
_HEADER = compile_later(r"(game|seat|token|word|phase)(?:\s*[:=]\s*|\s+)(\S.*)", re.IGNORECASE)
# “Game on!”, “Seat belts fastened!”, “Word is that …”: sentences that begin like a header. A word
# for the dice is published, so what only resembles one is never taken for it.
_SENTENCE = compile_later(
    r"game (?:(?:on|over|time)\b.*|.*[!?].*|(?:\S+ ){3,}.*)|seat (?:.*[!?].*|(?:\S+ ){4,}.*)"
    r"|token (?:.*[,!?].*|(?:\S+ ){4,}.*)|word (?:is|of|from|has|that|about|on)\b.*",
    re.IGNORECASE,
)
_PHASE = compile_later(
    r"(?P<round>\d{1,4})(?: (?P<name>[^\W\d][\w -]{0,30}))?"
    r"|(?P<name_first>[^\W\d]{1,30}(?:[ -][^\W\d]{1,30}){0,3})"
    r"(?: (?P<round_last>\d{1,4})(?P<turn> [^\W\d][\w -]{0,30})?)?"
)
_BESIDE = compile_later(r"[^\w-]+|(?<!\S)-+|-+(?!\S)")
_ROUND = compile_later(
    r"(?<!\S)(?:of )?(?:the )?round (?=\d)|(?<=\d)(?:st|nd|rd|th)?(?: round)?(?!\S)"
)
_PART = compile_later(
    r"phase\s+(?P<letter>[a-z])(?:\s*[.:)]\s*|\s+-+\s*|\s*$)(?P<rest>.*)", re.IGNORECASE
)
_DECORATION = compile_later(r'["*|`]|(?<!\w)_+|_+(?!\w)')
_REMARK = compile_later(r"\s;\s*([^\W\d].*)")
_SIGN = compile_later(r"\s*([-+\u2010-\u2015\u2212])\s*[^\W\d]")
_KEYCAP = compile_later("(?<=\\d)\ufe0f?\u20e3")
_SMILEY = compile_later(r"(?:\s+[:=]-?[()DPp|]+)+$")
_SMILING = tuple("()DPp|")
_ARROW = compile_later(r"\s*-+>\s*")
_TIGHT_COMMA = compile_later(r",(?=\S)")
_SAYS_SOMETHING = compile_later(r"\w")
_CONTROL = compile_later(r"[\x00-\x08\x0b\x0e-\x1f]")
_SHOWN = 4096
"""By so many characters it is seen whether a file is text."""
_FOLDED = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("→⇒⇨⟶⟹➔➜➝➞➡➤⮕▶►", "->"),
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
_COMMANDS = {
    "amend": "amend",
    "ready": "ready",
    "ready ahead": "ready ahead",
    "not ready": "wait",
    "wait": "wait",
    "end": "end",
    "--": "end",
}
_LONGEST_COMMAND = 120
_READY = compile_later(
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


class RawLine(msgspec.Struct, frozen=True):
    """A line that may hold an order."""

    number: int
    """The number of the line in the file, from 1."""
    text: str
    """What is left of it when it is tidied; of one that is too long, the beginning."""
    numbered: str = ""
    """The text if a ``#`` before a figure begins no comment: “favours #21”; ``""`` without one."""
    too_long: int = 0
    """The characters of a line that is too long to be read; else 0."""
    part: str = ""
    """The letter of the part of the phase that it stands under: “Phase A”; ``""`` without one."""
    signed: str = ""
    """The text with the sign before it, which is no bullet where orders begin so: “+ A Par”."""
    remark: str = ""
    """What stands behind a “;”, which may be an order that is lost."""
    beside: bool = False
    """It stands behind such a heading, as its name may, or behind “not ready”: it may be prose."""


class Section(msgspec.Struct, frozen=True):
    """The lines for one phase."""

    round: int | None
    """None if the ``phase`` line has no round, or there is no such line."""
    name: str
    """The name of the phase in lower case, or ``""``."""
    lines: tuple[RawLine, ...]
    number: int = 0
    """The number of the ``phase`` line; 0 without one."""


class Scan(msgspec.Struct, frozen=True):
    """An order file taken apart."""

    game: str = ""
    """As the header gives it, or ``""``; so are ``seat``, ``token`` and ``word``."""
    seat: str = ""
    token: str = ""
    word: str = ""
    """What the sender adds to the keys of the dice."""
    amend: bool = False
    """The file changes only the lines that it names."""
    ready: bool | None = None
    """None if the file says nothing about it."""
    ahead: bool = False
    """Ready, and for all that is left of the turn too."""
    sections: tuple[Section, ...] = ()
    findings: tuple[Finding, ...] = ()
    usable: bool = True
    """False if the bytes are no order file at all; the findings then say why."""
    ended: int = 0
    """The number of the line that ended it, as “--” does above a signature; 0 without one."""


def header(game: str, seat: str, phase: str, token: str = "") -> list[str]:
    """Return the lines with which an order file begins; ``phase`` is round and name."""
    lines = [f"game {game}", f"seat {seat}", f"phase {phase}"]
    return [*lines, f"token {token}"] if token else lines


def scan(source: bytes | str) -> Scan:
    """Take an order file apart. Never raises, whatever the bytes are."""
    if len(source) > MOST_BYTES:
        return _unusable(
            "file-too-large",
            f"The file is too large: an order file holds at most {MOST_BYTES:,} bytes.",
        )
    text = decode_text(source) if isinstance(source, bytes) else source
    if _is_noise(text):
        return _unusable("not-text", "This is not a text file. Send the orders as plain text.")
    return _Scanner().run(text)


def decode_text(source: bytes) -> str:
    """Read bytes as text: by their byte order mark, else as UTF-8, else as Windows-1252."""
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.decode("utf-16", errors="replace")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        return source.decode("cp1252", errors="replace")


def _is_noise(text: str) -> bool:
    strange = _CONTROL.findall(text, 0, _SHOWN)
    return len(strange) * 10 > min(len(text), _SHOWN) or "\x00" in strange


def _unusable(code: str, message: str) -> Scan:
    return Scan(findings=(Finding(0, code, "error", "", message),), usable=False)


_NO_PHASE = (
    "Write the round and the phase, such as “phase 4 war”. The lines below it count for no phase."
)


class _Scanner:
    """Goes through the lines once, keeping the header and the section it is in."""

    def __init__(self) -> None:
        self.header = {"game": "", "seat": "", "token": "", "word": ""}
        self.amend = False
        self.ready: bool | None = None
        self.ahead = False
        self.sections: list[Section] = []
        self.lines: list[RawLine] = []
        self.findings: list[Finding] = []
        self.place: tuple[int | None, str, int] = (None, "", 0)
        self.part = ""
        self.is_lost = False
        self.ended = 0

    def run(self, text: str) -> Scan:
        for number, line in enumerate(text.splitlines(), 1):
            if number > MOST_LINES:
                message = f"Only the first {MOST_LINES:,} lines were read."
                self._find(number, "too-many-lines", "error", "", message)
                break
            if self._take(number, line) == "end":
                self.ended = number
                break
        self._close()
        return Scan(
            game=self.header["game"],
            seat=self.header["seat"],
            token=self.header["token"],
            word=self.header["word"],
            amend=self.amend,
            ready=self.ready,
            ahead=self.ahead,
            sections=tuple(self.sections),
            findings=tuple(self.findings),
            ended=self.ended,
        )

    def _take(self, number: int, line: str) -> Literal["end"] | None:
        found = _tell_apart(line) if len(line) <= LONGEST_LINE else _long(line)
        kind, text, word, rest, signed, remark = found
        if kind == "line":
            raw = RawLine(number, text, rest, part=self.part, signed=signed, remark=remark)
            self._keep(raw)
        elif kind == "long":
            self._keep(RawLine(number, text[:LONGEST_LINE], too_long=max(len(line), len(text))))
        elif kind == "header":
            self._header(number, word, rest, text)
        elif kind == "part":
            self.part = word
        elif word == "end":
            return "end"
        elif word == "amend":
            self.amend = True
        elif kind == "command":
            self.ready = word != "wait"
            self.ahead = word == "ready ahead"
        if rest and kind in ("part", "command"):  # “not ready yet, but attack Kai from Hida”
            self._keep(RawLine(number, rest, part=self.part, beside=True))
        return None

    def _header(self, number: int, key: str, value: str, text: str) -> None:
        if key != "phase":
            if self.header[key] and self.header[key] != value:
                message = f"The file names a second {key}; the first, {self.header[key]}, stands."
                self._find(number, f"second-{key}", "warning", text, message)
            else:
                self.header[key] = value
            return
        self._close()
        self.part = ""
        place = _read_phase(value)
        self.is_lost = place is None
        if place is None:
            self._find(number, "malformed", "error", text, _NO_PHASE)
            self.place = (None, "", 0)
            return
        self.place = (*place, number)

    def _keep(self, line: RawLine) -> None:
        if not self.is_lost:
            self.lines.append(line)

    def _close(self) -> None:
        round_, name, number = self.place
        if self.lines or number:
            self.sections.append(Section(round_, name, tuple(self.lines), number))
        self.lines = []

    def _find(self, line: int, code: str, severity: Severity, read: str, message: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(line, code, severity, read, message))


def _read_phase(value: str) -> tuple[int | None, str] | None:
    """Return the round and the name that a heading gives, in either order; None if neither."""
    said = " ".join(_BESIDE.sub(" ", value.casefold()).split())
    match = _PHASE.fullmatch(_ROUND.sub("", said).strip())
    if not match:
        return None
    round_text = match["round"] or match["round_last"]
    name = match["name"] or f"{match['name_first'] or ''}{match['turn'] or ''}"
    return (int(round_text) if round_text else None, name)


class _FileLine(NamedTuple):
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
    """Both as of a ``RawLine``."""


def _long(line: str) -> _FileLine:
    return _FileLine("long", tidy_line(line[: LONGEST_LINE + 1]))


@lru_cache(maxsize=4096)
def _tell_apart(line: str) -> _FileLine:
    """Say what a line is; the same lines come again and again, from a draft to the last order."""
    text = tidy_line(line)
    if len(text) > LONGEST_LINE:
        return _FileLine("long", text)
    if not text or text[0] == ">":
        return _FileLine("")
    if text.casefold() == "phase" and "#" in line:  # “phase #4 war” has no comment
        text = tidy_line(line.replace("#", " "))
    command, rest = _command(text)
    if command:
        return _FileLine("command", text, command, rest if _SAYS_SOMETHING.search(rest) else "")
    if part := _PART.fullmatch(text):
        rest = part["rest"] if _SAYS_SOMETHING.search(part["rest"]) else ""
        return _FileLine("part", text, part["letter"].casefold(), rest)
    if (header := _HEADER.fullmatch(text)) and not _SENTENCE.fullmatch(text):
        return _FileLine("header", text, header.group(1).casefold(), header.group(2).strip())
    if not _SAYS_SOMETHING.search(text):
        return _FileLine("")
    counted = "#" in line and _NUMBER_SIGN.search(line)
    numbered = tidy_line(_NUMBER_SIGN.sub("", line)) if counted else ""
    sign = _SIGN.match(line)
    signed = f"{'+' if sign[1] == '+' else '-'} {text}" if sign else ""
    behind = _REMARK.search(line) if ";" in line else None
    remark = tidy_line(behind[1]) if behind else ""
    return _FileLine("line", text, "", numbered, signed, remark)


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
    if "->" in line:
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
        text = text.strip("'")
    return _SMILEY.sub("", text) if text.endswith(_SMILING) else text


def _command(text: str) -> tuple[str, str]:
    """Return the command that a line is, ``""`` if none, and what it goes on with.

    “I’m ready, thanks!” is one as well as “ready”.
    """
    said = text.rstrip(".!:")
    wanted = "ready" in said.casefold() and len(said) <= _LONGEST_COMMAND
    if wanted and (ready := _READY.fullmatch(said)):
        if ready["not"] or ready["no"]:
            return "wait", ready["rest"] or ""
        return ("ready ahead" if ready["ahead"] else "ready"), ""
    return _COMMANDS.get(said.casefold(), ""), ""


def _blank(char: str) -> str:
    """Return what stands for an unprintable character: a space, unless it takes no room."""
    return "" if unicodedata.category(char) == "Cf" else " "
