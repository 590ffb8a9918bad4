"""From the lines of a section to orders, in the language of its phase."""

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

import msgspec
from msgspec.structs import replace

from adjudicator.orders.findings import AMISS, Finding, MisreadError, reason
from adjudicator.orders.language.language import WRONG_PHASE, Language, UnexplainedError
from adjudicator.orders.language.syntax import Order
from adjudicator.orders.language.words import limits, strip
from adjudicator.orders.orders import Branch, Line, Orders, for_colour
from adjudicator.orders.reading.headings import read_headings, speaks_of_colours
from adjudicator.orders.reading.line import (
    Reading,
    is_alternative,
    is_cancelling,
    is_open,
    is_opening,
    may_be_shortened,
    meaning,
    read_line,
)
from adjudicator.orders.reading.plain_text import LOST
from adjudicator.orders.reading.prose import Likeness, likeness
from adjudicator.orders.reading.scan import (
    LONGEST_LINE,
    MOST_FINDINGS,
    Lines,
    RawLine,
    Scan,
    scan,
)
from adjudicator.orders.reading.suggest import Meant, Suggestions
from adjudicator.patterns import pattern
from adjudicator.wording import Reason

MOST_BRANCHES = 8
MOST_PARTS = 4
"""Into how many lines a mail program may have broken an order."""
MOST_IN_VAIN = 100
"""After so many lines that join nothing, hold no several orders or no order in a remark, that is
not tried any more: the file is no orders at all."""
MOST_IN_PARAGRAPH = 12
"""So many lines of a paragraph are read together."""
MOST_SENTENCES = 24
"""So many sentences of a paragraph are read, the rest as one."""
SHORTEST_BROKEN = 60
"""Mail programs break lines at 72 to 78 characters; a line shorter than this was not broken."""
LONGEST_BROKEN = 78
_ROOM = 6
"""So much shorter than that are the lines of some programs."""
IN_A_SENTENCE = "in-a-sentence"
"""The code of the finding on an order that another line denies, as its sentence begins there."""
NOT_AN_ORDER = "not-an-order"
"""The code of the finding on a line that speaks of what orders speak of, but is no order."""
NAMES_NO_ORDER = "cancels-none"
"""The code of the finding on a line that begins as what takes an order back, and names none."""

_SHAPED = (
    *("ambiguous-name", "not-a-number", "number-out-of-range", "unit-twice", "too-long"),
    *("two-orders", AMISS, IN_A_SENTENCE),
)
"""The codes that only a line with the shape of an order can have."""
_SEARCHED = (
    *("malformed", "unknown-order", "unknown-name", "unknown-condition", "not-a-number"),
    *("lost-character", AMISS),
)
"""The codes of lines of which it is looked for what they may have meant."""
_SENTENCE_END = pattern(r"(?:(?<=[^\W_]{2}[.!?])|(?<=\d[.!?]))\s+")

_Attempt = tuple[RawLine, Reading | MisreadError]
"""A line, and what it says or why it could not be read."""


class Understood(msgspec.Struct, frozen=True):
    """What was understood of a section."""

    orders: Orders
    cancelled: tuple[Line, ...] = ()
    """What ``cancel`` lines name, which counts in an amendment only."""
    findings: tuple[Finding, ...] = ()
    unread: tuple[RawLine, ...] = ()
    """Text that is no order and resembles none."""

    meant: Mapping[int, tuple[tuple[str, ...], ...]] = {}
    """By the number of a line that was not understood, what it may have meant, if several things:
    the likeliest first, together what is equally likely."""
    plainly: Mapping[int, Callable[[], Reason]] = {}
    """By the number of a line of which it is asked whether it means something else: what finds out
    what is to be said of it if that cannot be."""
    ending: str = ""
    """What is said where the line of an order ends (``RawLine.ending``)."""


def understand(lines: Sequence[RawLine], language: Language, *, hints: bool = True) -> Understood:
    """Read each line as an order; what is not understood becomes a finding. Never raises.

    Text that resembles no order is left unread. Without ``hints`` a finding need not say what the
    line may have meant. Lines of a section carry along what was read.
    """
    known = lines.readings if isinstance(lines, Lines) else {}
    if (language, True) in known:
        hints = True
    if (language, hints) not in known:
        known[language, hints] = _understand(lines, language, hints=hints)
    read: Understood = known[language, hints]
    return read


def _understand(lines: Sequence[RawLine], language: Language, *, hints: bool) -> Understood:
    left, of_headings = read_headings(lines, language)
    ending = ""
    read = [_try(raw, language, letter) for raw, letter in _under_letters(left, language)]
    if any(isinstance(reading, MisreadError) for _, reading in read):
        read = _read_paragraphs(_read_before_ready(read, language), language)
        read = _open_orders(_unwrap(_take_apart(read, language), language), language)
        endings = [raw.ending for raw, _ in read if raw.ending and raw.text == raw.before_ready]
        ending = "wait" if "wait" in endings else next(iter(endings), "")
    orders, cancelled, misread = _place(read)
    understood = Understood(
        Orders(tuple(orders)),
        tuple(cancelled),
        (*of_headings, *_lost_orders(left, language)),
        ending=ending,
    )
    if not misread:
        return understood
    below = _lines_below({line.number for line in (*orders, *cancelled)}, left)
    remarks = _Remarks(language, hints=hints, among=bool(orders or cancelled), below=below)
    for raw, why in misread:
        remarks.add(raw, why)
    return replace(
        understood,
        findings=(*understood.findings, *remarks.findings),
        unread=tuple(remarks.unread),
        meant=remarks.meant,
        plainly=remarks.plainly,
    )


def settle_ready(whole: Scan, find: Callable[[str], Language | None]) -> Scan:
    """Return an order file as one that says “ready” also where that ends the line of an order.

    ``find`` returns the language of the phase of that name; of none, of the one that waits.
    """
    endings = set()
    for section in whole.sections:
        if any(line.ending for line in section.lines):
            language = find(section.name) or find("")
            endings.add(understand(section.lines, language).ending if language else "")
    said = [each for each in ("wait", "ready", "ready ahead") if each in endings]
    is_said = said and (whole.ready is None or said[0] == "wait")
    return whole.saying(said[0]) if is_said else whole


def _read_before_ready(read: list[_Attempt], language: Language) -> list[_Attempt]:
    """Read lines that end with a “ready” without it, where the rest is an order, or several."""
    whole: list[_Attempt] = []
    in_vain = 0
    for raw, reading in read:
        parted: list[_Attempt] = []
        if raw.ending and isinstance(reading, MisreadError) and in_vain < MOST_IN_VAIN:
            bare = replace(raw, text=raw.before_ready, numbered="", signed="")
            parted = _take_apart([_try(bare, language)], language)
        is_read = parted and all(isinstance(each, Reading) for _, each in parted)
        in_vain += bool(parted) and not is_read
        whole += parted if is_read else [(raw, reading)]
    return whole


def _lines_below(orders: Collection[int], lines: Sequence[RawLine]) -> set[int]:
    """Return the numbers of lines that go on from an order: no empty line is between."""
    below: set[int] = set()
    for raw in lines if orders else ():
        if raw.number - 1 in orders or raw.number - 1 in below:
            below.add(raw.number)
    return below


class _Remarks:
    """What is said of the lines of a file that could not be read."""

    def __init__(self, language: Language, *, hints: bool, among: bool, below: Container[int]):
        self._among = among
        self._below = below
        self.findings: list[Finding] = []
        self.unread: list[RawLine] = []
        self.meant: dict[int, Meant] = {}
        self.plainly: dict[int, Callable[[], Reason]] = {}
        self._language = language
        self._suggestions = Suggestions(language) if hints else None

    def add(self, raw: RawLine, why: MisreadError) -> None:
        """Add a line, with why it cannot be read if that is known."""
        if len(self.findings) >= MOST_FINDINGS:
            return
        told, language = not isinstance(why, UnexplainedError), self._language
        below = raw.number in self._below
        text = f"{raw.text}:" if raw.letter else raw.text
        alike = likeness(text, language, shaped=told, among=self._among, below=below)
        if why.code in _SHAPED or (raw.too_long and alike == "mention"):
            alike = "order"
        explained = why.code == AMISS and language.notation is not None
        searched = self._suggestions and not (raw.too_long or raw.is_sentence)
        named = why.choices or (why.fix,)
        choices = tuple(line for line in named if line and searched and meaning(line, language))
        is_sure = bool(why.choices) and not why.question
        meant: Meant = (choices,) if choices and is_sure else ()
        is_known = bool(meant) or (explained and not why.choices)
        if self._suggestions and searched and not is_known and why.code in _SEARCHED:
            slips_only = explained or alike == "none"
            meant = self._suggestions.of(raw.text, slips_only=slips_only)
            is_known = explained and not meant
        if choices and not meant:
            alike, meant, is_known = "order", (choices,), not why.question
        if isinstance(why, UnexplainedError) and not meant:
            why = language.explain(why.text)
        told_as = why
        readable = self._suggestions and not raw.too_long
        if readable and not meant and alike != "none":
            texts = dict.fromkeys((raw.text, *_SENTENCE_END.split(raw.text, MOST_SENTENCES)))
            several = next(filter(None, map(language.explain_several, texts)), None)
            alike, told_as = ("order", several) if several else (alike, told_as)
        if alike == "mention" and why.code == WRONG_PHASE and language.elsewhere(raw.text):
            alike = "order"
        is_unknown = alike != "order" or told_as.code == "unknown-order"
        if is_unknown and not meant and is_cancelling(raw.text):  # “cancel everything”, “… line 2”
            alike, why = "order", (told_as := MisreadError(reason(NAMES_NO_ORDER)))
        self._say(raw, why.code, told_as, alike, meant, asks=not is_known)

    def _say(
        self, raw: RawLine, code: str, told: MisreadError, alike: Likeness, meant: Meant, *,
        asks: bool,
    ) -> None:  # fmt: skip
        """Say what is wrong with a line, or, if it ``asks``, whether another one is meant."""
        find_why = partial(_find_why, self._language, told)
        read = raw.text[:60] + "…" if raw.too_long else raw.text
        lines = [line for group in meant for line in group]
        if not lines and alike == "none":
            self.unread.append(raw)
        elif not lines and alike == "mention":
            if code == "unknown-order" and limits(raw.text):
                no_order = reason("not-an-order.limits")
            else:
                no_order = reason(NOT_AN_ORDER, why=find_why())
            self.findings.append(Finding.of(raw.number, "warning", read, no_order))
        else:
            colour = raw.colour if raw.is_headed else ""
            fix = for_colour(colour, lines[0]) if len(lines) == 1 else ""
            if len(lines) > 1:
                self.meant[raw.number] = tuple(
                    tuple(for_colour(colour, line) for line in group) for group in meant
                )
            if lines and asks:
                self.plainly[raw.number] = find_why
                why = ask_whether(raw.text, lines)
            else:
                why = find_why()
            self.findings.append(Finding.of(raw.number, "error", read, why, fix, code=code))


def _find_why(language: Language, misread: MisreadError) -> Reason:
    """Return why a text is no order, which has to be worked out if it has no words yet."""
    if isinstance(misread, UnexplainedError):
        misread = language.explain(misread.text)
    return misread.why


def ask_whether(text: str, meant: Sequence[str]) -> Reason:
    """Say which words of a line are wrong and what they may have been."""
    words = text.split()
    others = [line.split() for line in meant]
    if any(len(line) != len(words) for line in others):
        return reason("did-you-mean.lines", lines=list(meant))
    places = [at for at, word in enumerate(words) if any(line[at] != word for line in others)]
    first, last = (places[0], places[-1] + 1) if places else (0, len(words))
    shown = dict.fromkeys(strip(" ".join(line[first:last])) for line in others)
    wrong = strip(" ".join(words[first:last]))
    if wrong in shown:  # only what stands around it differs
        return reason("did-you-mean.lines", lines=list(meant))
    return reason("did-you-mean.words", wrong=wrong, right=list(shown))


def _place(
    read: list[_Attempt],
) -> tuple[list[Line], list[Line], list[tuple[RawLine, MisreadError]]]:
    """Return the orders, what is cancelled, and the lines that have no place."""
    orders: list[Line] = []
    cancelled: list[Line] = []
    misread: list[tuple[RawLine, MisreadError]] = []
    is_lost = True  # an “else” has nothing to stand beside
    for raw, reading in read:
        try:
            if isinstance(reading, MisreadError):
                raise reading
            if reading.role != "else":
                lines = cancelled if reading.role == "cancel" else orders
                branches = _few(reading.branches)
                lines.append(Line(branches, raw.number, reading.always, raw.colour))
            elif is_lost:
                raise MisreadError(reason("lonely-else"))
            else:
                orders[-1] = replace(
                    orders[-1], branches=_few(orders[-1].branches + reading.branches)
                )
            is_lost = reading.role == "cancel"
        except MisreadError as why:
            is_lost = is_lost or not is_alternative(raw.text)
            misread.append((raw, why.with_traceback(None)))
    return orders, cancelled, misread


def _few(branches: tuple[Branch, ...]) -> tuple[Branch, ...]:
    """Return the alternatives of an order. Raises MisreadError if they are too many."""
    if len(branches) > MOST_BRANCHES:
        raise MisreadError(reason("too-long.alternatives", most=MOST_BRANCHES))
    return branches


def _lost_orders(lines: tuple[RawLine, ...], language: Language) -> Iterator[Finding]:
    """Yield a warning for each order that stands behind a “;”."""
    remarks = [raw for raw in lines if raw.remark]
    for raw in remarks[:MOST_IN_VAIN]:
        if language.find_order(raw.remark)[0]:
            yield Finding.of(raw.number, "warning", raw.remark, reason("remark"))


def _try(raw: RawLine, language: Language, letter: str = "") -> _Attempt:
    """Read a line, which a ``letter`` above or before it may number or place in a part."""
    if raw.too_long:
        why = reason("line-too-long", characters=raw.too_long, most=LONGEST_LINE)
        return raw, MisreadError(why)
    if LOST in raw.text:
        return raw, MisreadError(reason("lost-character"))
    if raw.numbered and raw.text.endswith((",", " and")):
        raw = replace(raw, text=raw.numbered, numbered="")
    try:
        reading = read_line(raw.text, raw.part, language)
        return raw, _in_doubt(raw, reading, letter, language) if letter else reading
    except MisreadError as misread:
        if raw.numbered:
            return _try(replace(raw, text=raw.numbered, numbered=""), language, letter)
        if raw.signed[:1] in language.verbs:
            signed = _try(replace(raw, text=raw.signed, signed=""), language)
            if isinstance(signed[1], Reading):
                return signed
        return raw, misread.with_traceback(None)


def _in_doubt(
    raw: RawLine, reading: Reading, letter: str, language: Language
) -> Reading | MisreadError:
    """Return what a line says whose letter may number it or name a part, or ask which it is."""
    of_part = reading
    with suppress(MisreadError):
        of_part = read_line(raw.text, letter.casefold(), language)
    if of_part == reading:
        return reading
    choices = tuple(str(Line(each.branches)) for each in (of_part, reading))
    return MisreadError(reason("amiss.letter", letter=letter, lines=choices), choices=choices)


def _under_letters(lines: Sequence[RawLine], language: Language) -> Iterator[tuple[RawLine, str]]:
    """Yield lines, each with its letter, or with that of a line above it that is no order: it may
    be a heading, such as “A. Move Armies”."""
    above = ""
    for raw in lines:
        if raw.letter:
            above = raw.letter if isinstance(_try(raw, language)[1], MisreadError) else ""
        yield raw, raw.letter or ("" if raw.part else above)


def _take_apart(read: list[_Attempt], language: Language) -> list[_Attempt]:
    """Take apart the lines that hold several orders; leave out those that are headings."""
    parted: list[_Attempt] = []
    in_vain = 0
    notation = _Headings(language)
    for raw, reading in read:
        vain = raw.too_long or LOST in raw.text or in_vain == MOST_IN_VAIN
        if vain or not (isinstance(reading, MisreadError) or notation.lists(raw)):
            parted.append((raw, reading))
            continue
        orders = notation.read(raw)
        try:
            orders = orders or language.read_several(raw.text)
        except MisreadError as several:
            reading = several
        in_vain += not orders
        parted += [(raw, Reading("order", (Branch(each),))) for each in orders]
        parted += [] if orders else [(raw, reading)]
    return [each for each in parted if each[0].number not in notation.left_out]


class _Headings:
    """What a community writes on several lines: headings, and the orders below them."""

    def __init__(self, language: Language):
        self._language = language
        self._under = ""
        self._number = 0
        self.left_out: set[int] = set()
        """The numbers of the lines that are headings."""

    def lists(self, raw: RawLine) -> bool:
        """Whether a line is one of a list below a heading: there “- A Par” has a bullet."""
        return bool(self._under) and raw.text[:1] in ("-", "+")

    def read(self, raw: RawLine) -> list[Order]:
        """Return the orders of a line that cannot be read by itself; none if it is a heading."""
        notation = self._language.notation
        if notation is None:
            return []
        text = raw.text.rstrip(".,!;")
        is_heading = notation.is_heading(text)
        if is_heading:
            self._under, self._number = text, raw.number
        if notation.is_title(text):
            self.left_out.add(raw.number)
        elif not is_heading:
            if orders := notation.take_apart(text, "", self._order):
                return orders
            bare = text.lstrip("+- ")
            if self._under and (orders := notation.take_apart(bare, self._under, self._order)):
                self.left_out.add(self._number)
                return orders
        return []

    def _order(self, text: str) -> Order | None:
        return self._language.find_order(text)[0]


def _unwrap(read: list[_Attempt], language: Language) -> list[_Attempt]:
    """Join lines that a mail program has broken: alone the rest is no order, together they are."""
    whole: list[_Attempt] = []
    at = in_vain = 0
    while at < len(read):
        joined, count = _join(read, at, language) if in_vain < MOST_IN_VAIN else (read[at], 1)
        in_vain += count == 1 and isinstance(joined[1], MisreadError)
        whole.append(joined)
        at += count
    return whole


def _join(read: list[_Attempt], index: int, language: Language) -> tuple[_Attempt, int]:
    """Return a line, together with those after it if it goes on there, and how many these are.

    So does one with an alternative below it that leaves out what is as in the order: “else Kaga”.
    """
    raw = read[index][0]
    whole, count = read[index], 1
    goes_on = raw.text.endswith(",") or len(raw.text) >= SHORTEST_BROKEN
    below = read[index + 1][0].text if index + 1 < len(read) else ""
    if raw.too_long or not (goes_on or may_be_shortened(below)):
        return whole, count
    text = raw.text
    for place in range(index + 1, min(index + MOST_PARTS, len(read))):
        part, alone = read[place]
        follows = part.number == raw.number + place - index and not part.too_long
        may_add = goes_on or may_be_shortened(part.text)
        if is_alternative(part.text) and (is_opening(part.text) or not may_add):
            break  # its order stands below it, or it would be one more of a list
        text = f"{text} {part.text}"
        if not follows or not isinstance(alone, MisreadError) or len(text) > LONGEST_LINE:
            break
        attempt = _try(replace(raw, text=text, numbered="", signed=""), language)
        if not isinstance(attempt[1], MisreadError):
            whole, count = attempt, place - index + 1
    return whole, count


def _open_orders(read: list[_Attempt], language: Language) -> list[_Attempt]:
    """Put a condition, or an “else”, that stands on a line of its own before the order below it.

    Where several orders stand there, or the condition is none, nobody knows which of them shall be
    carried out, or when: then none of them stands.
    """
    whole: list[_Attempt] = []
    at = in_vain = 0
    while at < len(read):
        raw, reading = read[at]
        at += 1
        below = _orders_below(read, at) if isinstance(reading, MisreadError) else []
        if not below:
            whole.append((raw, reading))
            continue
        text = f"{raw.text.rstrip(' ,:')}: {below[0].text}"
        joined = (raw, reading)
        if in_vain < MOST_IN_VAIN:
            joined = _try(replace(raw, text=text, numbered="", signed=""), language)
        is_read = not isinstance(joined[1], MisreadError)
        in_vain += not is_read
        if is_read and len(below) == 1:
            whole.append(joined)
            at += 1
        elif is_read or is_open(raw.text):
            why = MisreadError(reason("in-a-sentence.above")) if is_read else reading
            whole.append((raw, why))
            refused = MisreadError(reason("in-a-sentence.below"))
            whole += [(each, refused) for each in below]
            at += len(below)
        else:
            whole.append((raw, reading))
    return whole


def _orders_below(read: Sequence[_Attempt], begin: int) -> list[RawLine]:
    """Return the lines of orders that stand below an opening, as close to each other as to it."""
    opening = read[begin - 1][0]
    if opening.too_long or not is_opening(opening.text):
        return []
    found: list[RawLine] = []
    for raw, reading in read[begin : begin + MOST_IN_PARAGRAPH]:
        above = found[-1] if found else opening
        is_far = len(found) > 0 and raw.number - above.number > found[0].number - opening.number
        is_order = isinstance(reading, Reading) and reading.role == "order"
        is_others = raw.colour != opening.colour and not opening.is_headed
        if is_far or is_others or not is_order or is_opening(raw.text):
            break
        found.append(raw)
    return found


def _read_paragraphs(read: list[_Attempt], language: Language) -> list[_Attempt]:
    """Read lines that are no orders sentence by sentence, wherever their program has broken them.

    They stay as they are if no sentence is an order, or if another may deny one.
    """
    parted: list[_Attempt] = []
    at = in_vain = 0
    while at < len(read):
        end = _end_of_paragraph(read, at)
        paragraph = read[at:end]
        at = end
        misread = isinstance(paragraph[0][1], MisreadError) and in_vain < MOST_IN_VAIN
        try:
            sentences = _read_sentences(paragraph, language) if misread else []
        except MisreadError as why:
            sentences, paragraph = [], [(paragraph[0][0], why), *paragraph[1:]]
        in_vain += misread and not sentences
        parted += sentences or paragraph
        if not sentences and at < len(read) and _goes_on_denied(paragraph[-1], read[at]):
            parted.append((read[at][0], MisreadError(reason("in-a-sentence.below"))))
            at += 1
    return parted


def _end_of_paragraph(read: list[_Attempt], begin: int) -> int:
    """Return the place behind the lines that are read together: an order stands for itself, unless
    the line above it was broken at a comma."""
    end = begin + 1
    while end < min(begin + MOST_IN_PARAGRAPH, len(read)) and _is_followed(
        read[end - 1], read[end]
    ):
        if not (isinstance(read[end][1], MisreadError) or read[end - 1][0].text.endswith(",")):
            break
        end += 1
    return end


def _is_followed(attempt: _Attempt, after: _Attempt) -> bool:
    """Whether a line that is no order was broken before the next one."""
    raw, following = attempt[0], after[0]
    return (
        isinstance(attempt[1], MisreadError)
        and not (raw.too_long or following.too_long)
        and following.number == raw.number + 1
        and len(raw.text) >= SHORTEST_BROKEN
    )


def _goes_on_denied(attempt: _Attempt, after: _Attempt) -> bool:
    """Whether an order is the rest of a sentence that denies it or chooses, broken before it."""
    text, first = attempt[0].text, after[0].text.partition(" ")[0]
    broken = len(text) <= LONGEST_BROKEN < len(f"{text} {first}") + _ROOM
    *_, last = _SENTENCE_END.split(text)
    return broken and _is_followed(attempt, after) and last[-1:].isalnum() and limits(last)


def _read_sentences(paragraph: Sequence[_Attempt], language: Language) -> list[_Attempt]:
    """Return what the sentences of lines say; nothing if that is not to be taken for orders.

    Raises MisreadError if a sentence is an order, and another may deny it.
    """
    first = paragraph[0][0]
    begins, text = [], ""
    for raw, _ in paragraph:
        begins.append((len(text), raw))
        text = f"{text}{raw.text} "
    if first.too_long or not _SENTENCE_END.search(text.rstrip()):
        return []
    sentences: list[_Attempt] = []
    place = 0
    for sentence in _SENTENCE_END.split(text.rstrip(), maxsplit=MOST_SENTENCES):
        raw = next(raw for begin, raw in reversed(begins) if begin <= place)
        place += len(sentence) + 1
        one = replace(raw, text=sentence[:LONGEST_LINE], numbered="", signed="", remark="")
        too_long = len(sentence) if len(sentence) > LONGEST_LINE else 0
        one = replace(one, is_sentence=True, too_long=too_long)
        sentences += _take_apart([_try(one, language)], language)
    is_order = [isinstance(reading, Reading) for _, reading in sentences]
    if not any(is_order):
        return []
    for place, (raw, reading) in enumerate(sentences):
        if isinstance(reading, Reading):
            continue
        if speaks_of_colours(raw.text, language):  # it may be a heading of the others
            return []
        shaped = not isinstance(reading, UnexplainedError)
        if limits(raw.text) and (
            any(is_order[:place])
            or likeness(raw.text, language, shaped=shaped, among=False) != "none"
        ):
            raise MisreadError(reason("in-a-sentence.beside", sentence=raw.text))
    return sentences


def read_orders(text: str, language: Language) -> Understood:
    """Read a text that holds orders of one phase only, such as a canonical text."""
    scanned = scan(text)
    lines = tuple(line for section in scanned.sections for line in section.lines)
    understood = understand(lines, language)
    return replace(understood, findings=scanned.findings + understood.findings)
