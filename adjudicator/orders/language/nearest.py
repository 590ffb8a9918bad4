"""The orders that a text is nearest to, by what it costs to turn its words into a stated form.

Words dropped, inserted and moved are counted. What says something is never dropped: a number, a
name, a verb, a denial; nothing that says something is ever inserted. So a text of two meanings, or
of none, is near to nothing. What is near says all names and numbers of the text, each as it stands
there: of “army 1” the number is no number of units.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from adjudicator.orders.findings import MisreadError
from adjudicator.orders.language.names import Vocabulary, name_key
from adjudicator.orders.language.slots import NUMBER_WORDS, OneOf, Slot
from adjudicator.orders.language.syntax import Blank, Form, Maybe, Part, Word, literals, slots_of
from adjudicator.orders.language.words import (
    CHOICES,
    FILLERS,
    KEPT,
    LINKS,
    OPENINGS,
    Words,
    strip,
)

MOST = 3.0
"""What costs more is not near."""
MOST_WORDS = 16
"""What has more words is prose."""
_DROPPED = _MOVED = 1.0
_INSERTED, _LINKED, _CHOSEN = 1.25, 0.5, 1.5
"""What it costs to insert a word that says something, one that does not, one of two choices."""
_MARGIN = 1.0
"""What costs so much more than the nearest is not searched for."""
_MOST_STEPS = 3_000
"""So many steps are searched for one text."""
_LONGEST_NAME = 4
"""Of so many words a name may be."""
_NO_NUMBERS = ("a", "an", "no", "none", "nothing")
"""Words for numbers that may say something else."""
_NO_NAMES = FILLERS | OPENINGS | LINKS | KEPT
"""Words with which no name begins."""
_NO_ENDS = LINKS | CHOICES
"""Words with which no value of a blank begins or ends."""


class _Stretch(NamedTuple):
    """Words that a word or a blank of a form can take."""

    begin: int
    end: int
    text: str


class _SearchStep(NamedTuple):
    """A part of a form as it is searched."""

    takes: Word | Slot | None
    inserted: tuple[tuple[str, float], ...] = ()
    """What may be inserted in its place, each with its cost."""
    inner: tuple["_SearchStep", ...] = ()
    """What may be left out together, in the place of what it takes."""
    may_lack: bool = False
    """Whether it may be left out."""


class _SearchedForm(NamedTuple):
    """A form as it is searched."""

    starts: frozenset[str]
    literals: frozenset[str]
    blanks: tuple[Slot, ...]
    """Those that must be filled."""
    steps: tuple[_SearchStep, ...]


class Nearest:
    """Searches the forms of a language for those that a text is nearest to."""

    def __init__(self, forms: Sequence[Form], names: Vocabulary, words: Words):
        self._names = names
        self._words = words
        slots = {slot for form in forms for slot in slots_of(form.kind).values()}
        in_blanks = {word.casefold() for slot in slots for word in slot.words(names)}
        self._forms = list(map(_form_for_search, forms))
        self._literals = frozenset[str]().union(*(x.literals for x in self._forms)) - in_blanks

    def find(self, text: str, read: Callable[[str], str], *, as_written: bool) -> list[str]:
        """Return the orders that are nearest to a text, each in the form that ``read`` prints if
        that says all that the text does.

        ``read`` returns ``""`` for what is no order. If the text is not ``as_written``, since words
        of it were put right, no word that says something is inserted besides.
        """
        words = text.split()
        if not 1 < len(words) <= MOST_WORDS:
            return []
        search = _Search(words, self._words, self._names, inserts=as_written)
        needed = search.kept_words & self._literals
        if search.leads and self._literals.isdisjoint(search.kept_words):
            needed |= {"->"}  # names from which something leads to others are no list
        forms = [form for form in self._forms if needed <= form.literals]
        begun = [form for form in forms if search.begins(form)]
        if any(search.first in form.starts for form in begun):
            forms = begun  # it means no other verb
        lines: dict[str, float] = {}
        for form in forms:
            for cost, line in search.fit(form):
                lines[line] = min(cost, lines.get(line, MOST))
        best: dict[str, str] = {}
        least = MOST
        said = names_and_numbers(text, self._names)
        for line, cost in sorted(lines.items(), key=itemgetter(1)):
            if best and cost > least:
                break
            if meaning := read(line):
                says_all = (
                    each
                    for each in (meaning, line)  # where a number is the default it is not printed
                    if said <= names_and_numbers(each, self._names)
                )
                if shown := next(says_all, ""):
                    best.setdefault(meaning, shown)
                    least = cost
        return list(best.values())


def _form_for_search(form: Form) -> _SearchedForm:
    slots = slots_of(form.kind)
    words = frozenset(" ".join(literals(form.parts)).casefold().split())
    blanks = (slots[part.field] for part in form.parts if isinstance(part, Blank))
    return _SearchedForm(form.starts, words, tuple(blanks), _steps_of(form.parts, slots))


def _steps_of(parts: tuple[Part, ...], slots: Mapping[str, Slot]) -> tuple[_SearchStep, ...]:
    return tuple(_step_of(part, slots) for part in parts)


def _step_of(part: Part, slots: Mapping[str, Slot]) -> _SearchStep:
    if isinstance(part, Blank):
        slot = slots[part.field]
        return _SearchStep(slot, tuple((choice, _CHOSEN) for choice in slot.few))
    if isinstance(part, Maybe):
        first = part.parts[0]
        if len(part.parts) == 1 and isinstance(first, Word):  # it is never inserted
            return _SearchStep(first, may_lack=True)
        return _SearchStep(None, inner=_steps_of(part.parts, slots), may_lack=True)
    word = part.forms[0]
    if not KEPT.isdisjoint(word.split()):
        return _SearchStep(part)
    is_link = word in LINKS or not any(map(str.isalnum, word))
    return _SearchStep(part, ((word, _LINKED if is_link else _INSERTED),))


def names_and_numbers(text: str, names: Vocabulary) -> Counter[tuple[str, str]]:
    """Return the names in a text and its numbers, each with its kind, as often as they stand there.

    Of several words that are a name together (“North Sea”, “army 1”) none is another name.
    """
    words = [strip(word) for word in text.split()]
    said: Counter[tuple[str, str]] = Counter()
    place = 0
    while place < len(words):
        count, found = 1, _say(words[place : place + 1], names)
        for longer in range(min(_LONGEST_NAME, len(words) - place), 1, -1):
            if several := _say(words[place : place + longer], names):
                count, found = longer, several
                break
        said.update(found)
        place += count
    return said


def _say(words: Sequence[str], names: Vocabulary) -> list[tuple[str, str]]:
    """Return the name that words are together, or the number; nothing if they are neither."""
    text = " ".join(words)
    low = text.casefold()
    number = NUMBER_WORDS.get(low, int(low) if low.isdecimal() else None)
    if number is not None:
        return [("number", str(number))] if low not in _NO_NUMBERS else []
    if words[0].casefold() in _NO_NAMES:
        return []
    for what, known in names.items():
        if text and known.knows(text):
            name = known.find(text)
            return [(what, name), *([("number", name)] if name.isdecimal() else [])]
    return []


class _Search:
    """Fits the words of one text to forms; a word is taken once."""

    def __init__(
        self, words: Sequence[str], known: Words, names: Vocabulary, *, inserts: bool = True
    ):
        self._words = words
        self._bare = [strip(word).casefold() for word in words]
        self._names = names
        self._taken: dict[Slot | Word, list[_Stretch]] = {}
        self._left = _MOST_STEPS
        self._lines: list[tuple[float, str]] = []
        self._inserts = inserts
        self._said_more = 1 << len(words)
        """Beside the bits of the words that are used: a word that says something was inserted."""
        self._drop = []
        tied = False  # to a number or in a list
        for word, bare, after in zip(words, self._bare, [*self._bare[1:], ""], strict=True):
            key = name_key(bare) or bare
            tied = tied or word.endswith(",") or (word[-1:].isalpha() and _is_number(after))
            self._drop.append(_cost_of_drop(bare, tied or key in known or bool(known.near(key))))
            tied = word.endswith(",") or bare.isdecimal()
        self.limit = MOST
        """What costs more is not searched for."""

    @property
    def first(self) -> str:
        """Return the first word."""
        return self._bare[0]

    @property
    def leads(self) -> bool:
        """Whether, without a number, something leads to what is named: “Kii -> Yamato”."""
        return not ({"->", "to"}.isdisjoint(self._bare) or any(map(_is_number, self._bare)))

    def begins(self, form: _SearchedForm) -> bool:
        """Whether a word with which the form may begin is there."""
        return not form.starts.isdisjoint(self._bare)

    @property
    def kept_words(self) -> frozenset[str]:
        """Return the words that are not dropped."""
        words = zip(self._bare, self._drop, strict=True)
        return frozenset(word for word, cost in words if cost > MOST)

    def fit(self, form: _SearchedForm) -> list[tuple[float, str]]:
        """Return the lines of a form that the words may mean, each with its cost."""
        self._lines = []
        if all(slot.few or self._take(slot) for slot in form.blanks):
            self._fit(form.steps, 0, 0, 0.0, ())
        return self._lines

    def _fit(
        self, steps: tuple[_SearchStep, ...], used: int, last: int, cost: float,
        texts: tuple[str, ...], optional: int = 0,
    ) -> None:  # fmt: skip
        """Find the lines of the steps that are left, with the words used as bits, and what was
        written for those before them.

        So many of the first steps are ``optional``: none of their words is inserted, for what may
        be left out and is not there was not said.
        """
        self._left -= 1
        if cost > self.limit or self._left < 0:
            return
        if not steps:
            self._add(cost, used, texts)
            return
        (takes, inserted, inner, may_lack), rest = steps[0], steps[1:]
        fewer = optional - 1 if optional else 0
        if may_lack:
            self._fit(rest, used, last, cost, texts, fewer)
        if takes is None:
            self._fit((*inner, *rest), used, last, cost, texts, fewer + len(inner))
            return
        for begin, end, text in self._take(takes):
            mask = (1 << end) - (1 << begin)
            if not used & mask and (begin >= last or not optional):
                moved = cost + _MOVED if begin < last else cost
                self._fit(rest, used | mask, end, moved, (*texts, text), fewer)
        for word, more in inserted:
            if more != _INSERTED or not optional:
                used |= self._said_more if more > _LINKED else 0
                self._fit(rest, used, last, cost + more, (*texts, word), fewer)

    def _add(self, cost: float, used: int, texts: tuple[str, ...]) -> None:
        """Add a line if it is near."""
        left = sum(drop for at, drop in enumerate(self._drop) if not used & 1 << at)
        changed = used & self._said_more and (left >= _DROPPED or not self._inserts)
        if used & ~self._said_more and cost + left <= self.limit and not changed:
            self.limit = min(self.limit, cost + left + _MARGIN)
            self._lines.append((cost + left, " ".join(texts)))

    def _take(self, part: Word | Slot) -> list[_Stretch]:
        """Return the words of the text that a word or a blank of a form can be."""
        taken = self._taken.get(part)
        if taken is None:
            find = self._find_word(part) if isinstance(part, Word) else self._find_values(part)
            taken = self._taken[part] = list(find)
        return taken

    def _find_word(self, part: Word) -> Iterator[_Stretch]:
        for form in part.forms:
            wanted = form.casefold().split()
            for begin in range(len(self._bare) - len(wanted) + 1):
                end = begin + len(wanted)
                if self._bare[begin:end] == wanted:
                    yield _Stretch(begin, end, form)

    def _find_values(self, slot: Slot) -> Iterator[_Stretch]:
        ends = [at for at, bare in enumerate(self._bare) if bare and bare not in _NO_ENDS]
        for begin in ends:
            for last in ends:
                if begin <= last < begin + slot.longest:
                    text = strip(" ".join(self._words[begin : last + 1]))
                    is_article = text.casefold() in ("a", "an") and not isinstance(slot, OneOf)
                    if not is_article and self._reads(slot, text):
                        yield _Stretch(begin, last + 1, text)

    def _reads(self, slot: Slot, text: str) -> bool:
        try:
            slot.read(text, self._names)
        except MisreadError:
            return False
        return True


def _is_number(word: str) -> bool:
    return word.isdecimal() or (word in NUMBER_WORDS and word not in _NO_NUMBERS)


def _cost_of_drop(bare: str, known: bool) -> float:
    if not bare or bare in FILLERS:
        return 0.0
    if not any(map(str.isalnum, bare)):
        return _DROPPED if known else 0.0
    if bare in KEPT or any(map(str.isdigit, bare)):
        return MOST + 1
    if bare in OPENINGS:
        return _DROPPED / 4
    return _DROPPED if bare in LINKS or not known else MOST + 1
