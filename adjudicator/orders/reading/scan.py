"""From any bytes to the lines of an order file: header, sections, limits. Knows no game."""

import re
from typing import Literal

import msgspec

from adjudicator.orders.findings import Finding, Severity
from adjudicator.orders.reading.file_line import LONGEST_LINE, decode_text, is_noise, tell_apart

MOST_BYTES = 256 * 1024
MOST_LINES = 2_000
MOST_FINDINGS = 100

_PHASE = re.compile(
    r"(?P<round>\d{1,4})(?: (?P<name>[^\W\d][\w -]{0,30}))?"
    r"|(?P<name_first>[^\W\d]{1,30}(?:[ -][^\W\d]{1,30}){0,3})"
    r"(?: (?P<round_last>\d{1,4})(?P<turn> [^\W\d][\w -]{0,30})?)?"
)
_BESIDE = re.compile(r"[^\w-]+|(?<!\S)-+|-+(?!\S)")
_ROUND = re.compile(
    r"(?<!\S)(?:of )?(?:the )?round (?=\d)|(?<=\d)(?:st|nd|rd|th)?(?: round)?(?!\S)"
)
_GOES_ON = re.compile(
    r"(?:\b(?:i|we|you|he|she|they|am|are|is|was|were|be|been|get|gets|feel|seem|seems|sound|sounds"
    r"|not|never|yet|almost|nearly|quite|really|fully|finally|already|completely|totally|hardly"
    r"|(?:are|be|we|you|they) (?:all|both)|more or less|when|until|till|once|if|unless|whether|as"
    r"|than|makes? (?:me|us|him|her|them))"
    r"|n't|'m|'re|'s|'ll)$",
    re.IGNORECASE,
)
"""How a line ends that goes on with “ready”; no order ends so."""
_IN_A_SENTENCE = (
    "This goes on with the line above it, so it was read as a part of that. If you mean it, write "
    "it on a line of its own, below an empty one."
)
_NO_PHASE = (
    "Write the round and the phase, such as “phase 4 war”. The lines below it count for no phase."
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
    if is_noise(text):
        return _unusable("not-text", "This is not a text file. Send the orders as plain text.")
    return _Scanner().run(text)


def _unusable(code: str, message: str) -> Scan:
    return Scan(findings=(Finding(0, code, "error", "", message),), usable=False)


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
                self._report(number, "too-many-lines", "error", "", message)
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
        kind, text, word, rest, signed, remark = tell_apart(line)
        if kind == "line":
            raw = RawLine(number, text, rest, part=self.part, signed=signed, remark=remark)
            self._keep(raw)
        elif kind == "long":
            self._keep(RawLine(number, text[:LONGEST_LINE], too_long=max(len(line), len(text))))
        elif kind == "header":
            self._take_header(number, word, rest, text)
        elif kind == "part":
            self.part = word
        elif word == "end":
            return "end"
        elif word == "amend":
            self.amend = True
        elif kind == "command":
            self._take_command(number, text, word)
        if rest and kind in ("part", "command"):  # “not ready yet, but attack Kai from Hida”
            self._keep(RawLine(number, rest, part=self.part, beside=True))
        return None

    def _take_command(self, number: int, text: str, word: str) -> None:
        """Take a command, with the line above it where that goes on with it.

        “I will write when I am / ready.” is none; “I am not / ready” is another one.
        """
        above = self.lines[-1] if self.lines else None
        if above and above.number == number - 1 and _GOES_ON.search(above.text):
            both = tell_apart(f"{above.text} {text}")
            if both.kind != "command":
                self._report(number, "in-a-sentence", "note", text, _IN_A_SENTENCE)
                self._keep(RawLine(number, text, part=self.part))
                return
            word = both.word
        self.ready = word != "wait"
        self.ahead = word == "ready ahead"

    def _take_header(self, number: int, key: str, value: str, text: str) -> None:
        if key != "phase":
            if self.header[key] and self.header[key] != value:
                message = f"The file names a second {key}; the first, {self.header[key]}, stands."
                self._report(number, f"second-{key}", "warning", text, message)
            else:
                self.header[key] = value
            return
        self._close()
        self.part = ""
        place = _read_phase(value)
        self.is_lost = place is None
        if place is None:
            self._report(number, "malformed", "error", text, _NO_PHASE)
        self.place = (*place, number) if place else (None, "", 0)

    def _keep(self, line: RawLine) -> None:
        if not self.is_lost:
            self.lines.append(line)

    def _close(self) -> None:
        round_, name, number = self.place
        if self.lines or number:
            self.sections.append(Section(round_, name, tuple(self.lines), number))
        self.lines = []

    def _report(self, line: int, code: str, severity: Severity, read: str, message: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(line, code, severity, read, message))


def _read_phase(value: str) -> tuple[int | None, str] | None:
    """Return the round and the name that a heading gives, in either order; None if neither."""
    plain = " ".join(_BESIDE.sub(" ", value.casefold()).split())
    match = _PHASE.fullmatch(_ROUND.sub("", plain).strip())
    if not match:
        return None
    round_text = match["round"] or match["round_last"]
    name = match["name"] or f"{match['name_first'] or ''}{match['turn'] or ''}"
    return (int(round_text) if round_text else None, name)
