"""From any bytes to the lines of an order file: header, sections, limits. Knows no game."""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.orders.findings import Finding, Severity, reason
from adjudicator.orders.reading.plain_text import LOST, decode_text, is_noise, is_symbol, tidy_line
from adjudicator.patterns import pattern
from adjudicator.wording import Reason

MOST_BYTES = 256 * 1024
MOST_LINES = 2_000
LONGEST_LINE = 400
MOST_FINDINGS = 100
MOST_SHOWN = 10
"""Numbers of lines that are shown in one finding."""

_NUMBER_SIGN = pattern(r"(?<=\s)#(?=\d)")
_HEADER = pattern(r"(game|seat|token|word|phase)(?:\s*[:=]\s*|\s+)(\S.*)", re.IGNORECASE)
# “Game on!”, “Seat belts fastened!”, “Word is that …”: sentences that begin like a header. A word
# for the dice is published, so what only resembles one is never taken for it.
_SENTENCE = pattern(
    r"game (?:(?:on|over|time)\b.*|.*[!?].*|(?:\S+ ){3,}.*)|seat (?:.*[!?].*|(?:\S+ ){4,}.*)"
    r"|token (?:.*[,!?].*|(?:\S+ ){4,}.*)|word (?:is|of|from|has|that|about|on)\b.*",
    re.IGNORECASE,
)
_WORD = pattern(r"\W*word\b[\s:=]*(.*)", re.IGNORECASE)
_PART = pattern(
    r"phase\s+(?P<letter>[a-z])(?:\s*[.:)]\s*|\s+-+\s*|\s*$)(?P<rest>.*)", re.IGNORECASE
)
_REMARK = pattern(r"\s;\s*([^\W\d].*)")
_SIGN = pattern(r"\s*([-+\u2010-\u2015\u2212])\s*[^\W\d]")
_LETTER = pattern(r"[\s*+-]*\(?([a-z])[.)](?=\s)", re.IGNORECASE)
_UNTICKED = pattern(r"[\s*+-]*(?:\[\s*\]|[☐□])")
_SAYS_SOMETHING = pattern(r"[^\W_]")
_BEFORE = "sorry|but|and|oh|ok|okay|hm+|well|actually|so"
"""What people say before a command, and which changes nothing about it."""
_WAIT = pattern(
    rf"(?:(?:{_BEFORE}|no|please|set)[,.!:-]* )*"
    r"(?:wait|not ready(?: yet)?)\b[\W_]*"
    r"(?:(?:but|and|so|please)\b[\W_]*)?(?P<rest>.*)",
    re.IGNORECASE,
)
_AMEND = pattern(
    rf"(?:(?:{_BEFORE}|please)[,.!:-]* )*amend(?:,? please)?(?:\s?:\s*(?P<rest>\S.*))?",
    re.IGNORECASE,
)
_COMMANDS = {
    **{each: each for each in ("amend", "ready", "ready ahead")},
    **dict.fromkeys(("set nowait", "set no wait"), "ready"),
    **dict.fromkeys(("end", "--", "signoff", "sign off", "sign-off"), "end"),
}
_LONGEST_COMMAND = 120
_READY = pattern(
    rf"(?:(?:{_BEFORE}|wait|no(?=[,.!:-]| (?:i|we)\b))[,.!:-]* )*"
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
_PHASE = pattern(
    r"(?P<round>\d{1,4})(?: (?P<name>[^\W\d][\w -]{0,30}))?"
    r"|(?P<name_first>[^\W\d]{1,30}(?:[ -][^\W\d]{1,30}){0,3})"
    r"(?: (?P<round_last>\d{1,4})(?P<turn> [^\W\d][\w -]{0,30})?)?"
)
_BESIDE = pattern(r"[^\w-]+|(?<!\S)-+|-+(?!\S)")
_ROUND = pattern(r"(?<!\S)(?:of )?(?:the )?round (?=\d)|(?<=\d)(?:st|nd|rd|th)?(?: round)?(?!\S)")
_LAST_SENTENCE = pattern(r"(.*\w[^\w\s]*[.!;])\s+(\w[^.!;]*[.!]*)")
_LAST_CLAUSE = pattern(r"(.*\w)(?:,\s+(?:and\s+)?|\s+(?:and|-+)\s+)(\w[^,]*)", re.IGNORECASE)
_GOES_ON = pattern(
    r"(?:\b(?:i|we|you|he|she|they|am|are|is|was|were|be|been|get|gets|feel|seem|seems|sound|sounds"
    r"|not|never|yet|almost|nearly|quite|really|fully|finally|already|completely|totally|hardly"
    r"|(?:are|be|we|you|they) (?:all|both)|more or less|when|until|till|once|if|unless|whether|as"
    r"|than|makes? (?:me|us|him|her|them))"
    r"|n't|'m|'re|'s|'ll)$",
    re.IGNORECASE,
)
"""How a line ends that goes on with “ready”; no order ends so."""
_WHOLE = pattern(r"\b(?:where|how|what) (?:it|they|he|she) (?:is|are)$", re.IGNORECASE)
"""How one ends that only seems to: “army 1 stays where it is”."""

_PLACES = ("game", "seat")
"""What another one of is for another game or seat, with all that stands below it."""
_SECOND = {
    "game": "second-game",
    "seat": "second-seat",
    "token": "second-token",
    "word": "second-word",
}
"""The reason why a header is read no second time."""


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
    letter: str = ""
    """The letter with which it is numbered: “A. move army 1 to Iga”, which may name a part."""
    signed: str = ""
    """The text with the sign before it, which is no bullet where orders begin so: “+ A Par”."""
    remark: str = ""
    """What stands behind a “;”, which may be an order that is lost."""
    before_ready: str = ""
    """What stands before a “ready”, or “not ready”, that ends the line behind a comma or an “and”:
    if it is an order, that is said, too."""
    ending: str = ""
    """What is said so: ``ready``, ``ready ahead`` or ``wait``."""
    colour: str = ""
    """The colour that it is for, once headings are read, where a seat commands several."""
    is_headed: bool = False
    """It named its colour itself, and so must what is to stand in its place."""
    is_sentence: bool = False
    """It is one of several sentences of a paragraph, so that nothing can stand in its place."""


class Lines(tuple[RawLine, ...]):
    """Lines of one section, with what they were understood as: they are read once, however often
    and by whom that is asked. What is cut out of them or put together is read anew."""

    @cached_property
    def readings(self) -> dict[tuple[Any, bool], Any]:
        """What they were understood as: by the language, and whether with hints."""
        return {}


class Section(msgspec.Struct, frozen=True):
    """The lines for one phase."""

    round: int | None
    """None if the ``phase`` line has no round, or there is no such line."""
    name: str
    """The name of the phase in lower case, or ``""``."""
    lines: tuple[RawLine, ...]
    number: int = 0
    """The number of the ``phase`` line; 0 without one."""


class Scan(msgspec.Struct):
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
    ready_at: int = 0
    """The number of the line that says so; 0 where that ends the line of an order."""
    ahead: bool = False
    """Ready, and for all that is left of the turn too."""
    in_passing: bool = False
    """Not ready, in a line that says more: “Wait, I changed my mind”, which may be a sentence."""
    sections: tuple[Section, ...] = ()
    findings: tuple[Finding, ...] = ()
    usable: bool = True
    """False if the bytes are no order file at all; the findings then say why."""
    ended: int = 0
    """The number of the line that ended it, as “--” does above a signature; 0 without one."""

    @property
    def command(self) -> str:
        """What it says beside its lines: ``word``, ``ready`` (also not), ``amend``, or nothing."""
        ready = "ready" if self.ready is not None else ""
        return ("word" if self.word else "") or ready or ("amend" if self.amend else "")

    def saying(self, command: str) -> "Scan":
        """Return it as one that says ``ready``, ``ready ahead`` or ``wait``."""
        return replace(self, ready=command != "wait", ahead=command == "ready ahead")

    def says_otherwise(self, other: "Scan") -> str:
        """Return ``ready`` or ``wait``, if it says that and the other does not; else ``""``."""
        if self.ready in (None, other.ready):
            return ""
        return "ready" if self.ready else "wait"

    @property
    def second_begins(self) -> int:
        """The number of the line that names a second game or seat, where it ends; 0 without one."""
        second = [_SECOND[each] for each in _PLACES]
        ends = (each for each in self.findings if each.code in second and each.severity == "error")
        return next((each.line for each in ends), 0)


def header(game: str, seat: str, phase: str, token: str = "") -> list[str]:
    """Return the lines with which an order file begins; ``phase`` is round and name."""
    lines = [f"game {game}", f"seat {seat}", f"phase {phase}"]
    return [*lines, f"token {token}"] if token else lines


def scan(source: bytes | str) -> Scan:
    """Take an order file apart. Never raises, whatever the bytes are."""
    if len(source) > MOST_BYTES:
        return _unusable(reason("file-too-large", most=MOST_BYTES))
    text = decode_text(source) if isinstance(source, bytes) else source
    if is_noise(text):
        return _unusable(reason("not-text"))
    scanner = _Scanner()
    scanner.run(text)
    return scanner.scan


def _unusable(why: Reason) -> Scan:
    return Scan(findings=(Finding.of(0, "error", "", why),), usable=False)


class _Scanner:
    """Goes through the lines once, with the section and the part of it that it is in."""

    def __init__(self) -> None:
        self.scan = Scan()
        self.lines: list[RawLine] = []
        self.place: tuple[int | None, str, int] = (None, "", 0)
        self.part = ""
        self.is_lost = False
        self.is_over = False

    def run(self, text: str) -> None:
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            if number > MOST_LINES:
                self._report(number, "error", "", reason("too-many-lines", most=MOST_LINES))
                break
            self._take(number, line)
            if self.scan.ended or self.is_over:
                break
        self._close()
        self._name_unreadable_lines(lines[: self.scan.ended or MOST_LINES])

    def _name_unreadable_lines(self, lines: Sequence[str]) -> None:
        """Say on which lines characters could not be read."""
        numbers = [number for number, line in enumerate(lines, 1) if LOST in line]
        if numbers:
            shown, more = numbers[:MOST_SHOWN], len(numbers[MOST_SHOWN:])
            self._report(numbers[0], "note", "", reason("lost-characters", lines=shown, more=more))

    def _take(self, number: int, line: str) -> None:
        """Do what a line says, and keep what may hold an order."""
        said = _read_alone(line) if len(line) <= LONGEST_LINE else _read_long(line)
        if said.command:
            self._take_command(number, said)
        elif said.key:
            self._take_header(number, said)
        else:
            self.part = said.part or self.part
            self._keep(number, said.order)
        if said.before:
            self._take(number, said.before)
        if said.ending:
            self._say_ready(number, said.ending)

    def _take_command(self, number: int, line: "_Saying") -> None:
        """Take a command, with the line above it where “ready” goes on with that.

        “I will write when I am / ready.” is none; “I am not / ready” is another one. The rest of
        its line is a line of its own: “not ready yet, but attack Kai”.
        """
        command, text = line.command, line.text
        if command == "end":
            self.scan.ended = number
            return
        if command == "amend":
            self.scan.amend = True
            self._keep(number, line.order)
            return
        above = self.lines[-1] if self.lines else None
        if above and above.number == number - 1 and _goes_on(above.text):
            command, _ = _command(f"{above.text} {text}")
            if not command:
                self._report(number, "note", text, reason("in-a-sentence"))
                self.lines[-1] = replace(above, text=f"{above.text} {text}")
                return
        if command == "wait" and self.scan.ready:
            self._report(number, "note", text, reason("takes-ready-back"))
        self._say_ready(number, command)
        self.scan.in_passing = line.goes_on
        self._keep(number, line.order)

    def _say_ready(self, number: int, command: str) -> None:
        self.scan = replace(self.scan.saying(command), ready_at=number)

    def _take_header(self, number: int, line: "_Saying") -> None:
        key, value, text = line.key, line.value, line.text
        if key != "phase":
            if LOST in value:
                self._report(number, "error", text, reason("lost-character"))
                return
            first = getattr(self.scan, key)
            if not first:
                setattr(self.scan, key, value)
            elif first.casefold() != value.casefold():
                self.is_over = key in _PLACES and " " not in value  # else it may be a sentence
                severity: Severity = "error" if self.is_over else "warning"
                self._report(number, severity, text, reason(_SECOND[key], first=first))
            return
        self._close()
        self.part = ""
        place = _read_phase(value)
        self.is_lost = place is None
        if place is None:
            self._report(number, "error", text, reason("malformed.no-phase"))
        self.place = (*place, number) if place else (None, "", 0)

    def _keep(self, number: int, order: RawLine | None) -> None:
        """Keep what may be an order, in its place, unless it stands below a malformed heading."""
        if order and not self.is_lost:
            letter = "" if self.part else order.letter
            self.lines.append(replace(order, number=number, part=self.part, letter=letter))

    def _close(self) -> None:
        round_, name, number = self.place
        if self.lines or number:
            section = Section(round_, name, Lines(self.lines), number)
            self.scan.sections = (*self.scan.sections, section)
        self.lines = []

    def _report(self, line: int, severity: Severity, read: str, why: Reason) -> None:
        if len(self.scan.findings) < MOST_FINDINGS:
            finding = Finding.of(line, severity, read, why)
            self.scan.findings = (*self.scan.findings, finding)


class _Saying(msgspec.Struct, frozen=True):
    """What a line says, wherever it stands."""

    order: RawLine | None = None
    """What may be an order in it, without its place; None: nothing."""
    text: str = ""
    """The line, tidied, if it is a command or a header."""
    command: str = ""
    goes_on: bool = False
    """It says more than its command."""
    key: str = ""
    """Of which field of the header it gives the ``value``."""
    value: str = ""
    part: str = ""
    """The letter of the part of the phase that begins with it."""
    before: str = ""
    """What stands before a sentence at its end that only says ``ending``; it is read as a line."""
    ending: str = ""
    """What is said behind its order: ``ready``, ``ready ahead`` or ``wait``."""


_NOTHING = _Saying()


@lru_cache(maxsize=4096)  # lines come again and again, from a draft to the last order
def _read_alone(line: str) -> _Saying:
    """Return what a line says that is not too long."""
    text = tidy_line(line)
    if len(text) > LONGEST_LINE:
        return _read_long(line)
    folded = text.casefold()
    if folded.startswith("word") and (signed := _read_signs(line)):
        text = signed
    if folded == "phase" and "#" in line:  # “phase #4 war” has no comment
        text = tidy_line(line.replace("#", " "))
    command, rest = _command(text)
    if text.startswith(">") or (command and _UNTICKED.match(line)):
        return _NOTHING
    if command:
        return _Saying(_may_be_order(RawLine(0, rest)), text, command, goes_on=bool(rest))
    if part := _PART.fullmatch(text):
        return _Saying(_may_be_order(RawLine(0, part["rest"])), part=part["letter"].casefold())
    if (head := _HEADER.fullmatch(text)) and not _SENTENCE.fullmatch(text):
        return _Saying(text=text, key=head[1].casefold(), value=head[2].strip())
    if (
        _speaks_of_ready(folded)
        and (last := _LAST_SENTENCE.fullmatch(text))
        and _says_ready(last[2])
    ):
        before = line.rpartition(last[2])[0] or last[1]  # “attack Kai from Mino. Ready.”
        return _Saying(before=before, ending=_command(last[2])[0])
    order = _read_order_line(line, text)
    says_ready = order.remark and _says_ready(order.remark)  # “attack Kai from Mino ; ready”
    ending = _command(order.remark)[0] if says_ready else ""
    return _Saying(_may_be_order(order), ending=ending)


def _read_long(line: str) -> _Saying:
    """Return what a line says that is too long: its beginning, if there is anything in it."""
    text = tidy_line(line[: LONGEST_LINE + 1])
    if not _SAYS_SOMETHING.search(line):
        return _NOTHING
    shown = (text or line.strip())[:LONGEST_LINE]
    return _Saying(RawLine(0, shown, too_long=max(len(line), len(text))))


def _may_be_order(line: RawLine) -> RawLine | None:
    """Return a line if it says anything."""
    return line if _SAYS_SOMETHING.search(line.text) else None


def _read_signs(line: str) -> str:
    """Return a line with a word for the dice with its emoji, which say nothing elsewhere; ``""`` if
    it has none."""
    match = _WORD.match(line) if any(map(is_symbol, line)) else None
    printable = filter(str.isprintable, match[1]) if match else ()
    return f"word {' '.join(''.join(printable).split())}" if match else ""


def _read_order_line(line: str, text: str) -> RawLine:
    """Return a line that may hold an order, with what else it says as it is written."""
    counted = "#" in line and _NUMBER_SIGN.search(line)
    numbered = tidy_line(_NUMBER_SIGN.sub("", line)) if counted else ""
    sign = _SIGN.match(line)
    signed = f"{'+' if sign[1] == '+' else '-'} {text}" if sign else ""
    behind = _REMARK.search(line) if ";" in line else None
    remark = tidy_line(behind[1]) if behind else ""
    last = _LAST_CLAUSE.fullmatch(text) if _speaks_of_ready(text.casefold()) else None
    before, ending = (last[1], _command(last[2])[0]) if last and _says_ready(last[2]) else ("", "")
    letter = (_LETTER.match(line) or ("", ""))[1]
    order = RawLine(0, text, numbered, letter=letter, signed=signed, remark=remark)
    return replace(order, before_ready=before, ending=ending) if ending else order


def _read_phase(value: str) -> tuple[int | None, str] | None:
    """Return the round and the name that a heading gives, in either order; None if neither."""
    if LOST in value:
        return None
    plain = " ".join(_BESIDE.sub(" ", value.casefold()).split())
    match = _PHASE.fullmatch(_ROUND.sub("", plain).strip())
    if not match:
        return None
    round_text = match["round"] or match["round_last"]
    name = match["name"] or f"{match['name_first'] or ''}{match['turn'] or ''}"
    return (int(round_text) if round_text else None, name)


def _goes_on(text: str) -> bool:
    """Whether a line goes on with “ready” on the next one."""
    return bool(_GOES_ON.search(text)) and not _WHOLE.search(text)


def _says_ready(sentence: str) -> bool:
    """Whether a sentence behind others on its line only says that its writer is ready, or not."""
    command, rest = _command(sentence)
    return command in ("ready", "ready ahead", "wait") and not rest


def _speaks_of_ready(folded: str) -> bool:
    """Whether a text has a word without which nobody says that he is ready, or not."""
    return "ready" in folded or "wait" in folded


def _command(text: str) -> tuple[str, str]:
    """Return the command that a line is, ``""`` if none, and what it goes on with.

    “I’m ready, thanks!” is one as well as “ready”.
    """
    command = text.rstrip(".!:;")
    folded = command.casefold()
    if exact := _COMMANDS.get(folded):
        return exact, ""
    if _speaks_of_ready(folded):
        ready = _READY.fullmatch(command) if len(command) <= _LONGEST_COMMAND else None
        if ready and (ready["not"] or ready["no"]):
            return "wait", ready["rest"] or ""
        if ready:
            return ("ready ahead" if ready["ahead"] else "ready"), ""
        if wait := _WAIT.match(command):
            return "wait", wait["rest"]
    if "amend" in folded and (amend := _AMEND.fullmatch(command)):
        return "amend", amend["rest"] or ""
    return "", ""
