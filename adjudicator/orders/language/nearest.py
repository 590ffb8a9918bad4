"""The orders that a text is nearest to, by what it costs to turn its words into a stated form.

Words put right, dropped, inserted and moved are counted. What says something is never dropped: a
number, a name, a verb, a denial; nothing that says something is ever inserted. So a text of two
meanings, or of none, is near to nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from adjudicator.orders.findings import MisreadError
from adjudicator.orders.language.names import Vocabulary, name_key
from adjudicator.orders.language.slots import Slot
from adjudicator.orders.language.syntax import Blank, Form, Maybe, Part, Word, literals, slots_of
from adjudicator.orders.language.words import (
    CHOICES,
    FILLERS,
    KEPT,
    LINKS,
    OPENINGS,
    Words,
    is_pronoun,
    strip,
)

MOST = 3.0
"""What costs more is not near."""
_LIMITS = (1.5, MOST)
"""What is near is searched for first."""
MOST_WORDS = 16
"""What has more words is prose."""
_DROPPED = _MOVED = 1.0
_INSERTED, _LINKED, _CHOSEN = 1.25, 0.5, 1.5
"""What it costs to insert a word that says something, one that does not, one of two choices."""
_SLIPPED = 1.5
_MARGIN = 1.0
"""What costs so much more than the nearest is not searched for."""
_MOST_STEPS = 3_000
"""So many steps are searched for one text."""


class _Stretch(NamedTuple):
    """Words that a blank can take."""

    begin: int
    end: int
    text: str
    cost: float


class Nearest:
    """Searches the forms of a language for those that a text is nearest to."""

    def __init__(self, forms: Sequence[Form], names: Vocabulary, words: Words):
        self._names = names
        self._words = words
        slots = {slot for form in forms for slot in slots_of(form.kind).values()}
        in_blanks = {word.casefold() for slot in slots for word in slot.words(names)}
        self._forms = [
            (form, frozenset(" ".join(literals(form.parts)).casefold().split())) for form in forms
        ]
        self._literals = frozenset[str]().union(*(words for _, words in self._forms)) - in_blanks

    def find(self, text: str, read: Callable[[str], str]) -> list[str]:
        """Return the orders that are nearest to a text, each in the form that ``read`` prints.

        ``read`` returns ``""`` for what is no order.
        """
        words = text.split()
        if not 1 < len(words) <= MOST_WORDS:
            return []
        search = _Search(words, self._words, self._names)
        needed = search.fixed_words & self._literals
        forms = [form for form, literal in self._forms if needed <= literal]
        begun = [form for form in forms if search.begins(form)]
        means_verb = any(search.first in form.starts for form in begun)  # and means no other verb
        others = [] if means_verb else [form for form in forms if form not in begun]
        for limit in _LIMITS:
            for forms in (begun, others):
                search.limit = limit
                if best := self._best(search, forms, read):
                    return best
        return []

    def _best(
        self, search: "_Search", forms: Iterable[Form], read: Callable[[str], str]
    ) -> list[str]:
        lines: dict[str, float] = {}
        for form in forms:
            for cost, line in search.fit(form):
                lines[line] = min(cost, lines.get(line, MOST))
        best: dict[str, None] = {}
        least = MOST
        for line, cost in sorted(lines.items(), key=itemgetter(1)):
            if best and cost > least:
                break
            if meaning := read(line):
                best[meaning], least = None, cost
        return list(best)


class _Search:
    """Fits the words of one text to forms; a word is taken once."""

    def __init__(self, words: Sequence[str], known: Words, names: Vocabulary):
        self._words = words
        self._bare = [strip(word).casefold() for word in words]
        keys = [name_key(word) for word in self._bare]
        near = [() if key in KEPT or is_pronoun(key) else known.near(key) for key in keys]
        self._near = [{word.casefold(): cost for word, cost in each} for each in near]
        self._names = names
        self._spans: dict[Slot, list[_Stretch]] = {}
        self._literals: dict[Word, list[_Stretch]] = {}
        self._steps = _MOST_STEPS
        self._said_more = 1 << len(words)
        """Beside the bits of the words that are used: a word that says something was inserted."""
        listed = [word.endswith(",") for word in words]
        counted = [word.isdecimal() for word in self._bare]
        before = [False, *(a or b for a, b in zip(listed, counted, strict=True))]
        tied = [a or b for a, b in zip(listed, before, strict=False)]
        self._drop = [
            self._cost_of_drop(bare, (key or bare) in known or bool(other) or part)
            for bare, key, other, part in zip(self._bare, keys, near, tied, strict=True)
        ]
        self.limit = MOST
        """What costs more is not searched for."""

    @staticmethod
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

    @property
    def first(self) -> str:
        """Return the first word."""
        return self._bare[0]

    @property
    def fixed_words(self) -> frozenset[str]:
        """Return the words that are neither dropped nor put right."""
        words = zip(self._bare, self._drop, self._near, strict=True)
        return frozenset(word for word, cost, near in words if cost > MOST and not near)

    def begins(self, form: Form) -> bool:
        """Whether a word with which the form may begin is there, or nearly."""
        return any(
            word in form.starts or not form.starts.isdisjoint(near)
            for word, near in zip(self._bare, self._near, strict=True)
        )

    def fit(self, form: Form) -> Iterator[tuple[float, str]]:
        """Yield the lines of a form that the words may mean, each with its cost."""
        slots = slots_of(form.kind)
        blanks = (slots[field] for field in _fields(form.parts))
        if not all(slot.few or self._read(slot) for slot in blanks):
            return
        for cost, used, texts in self._fit(form.parts, slots, 0, 0, 0.0, ()):
            left = sum(drop for at, drop in enumerate(self._drop) if not used & 1 << at)
            changed = used & self._said_more and left >= _DROPPED
            if used & ~self._said_more and cost + left <= self.limit and not changed:
                self.limit = min(self.limit, cost + left + _MARGIN)
                yield cost + left, " ".join(texts)

    def _fit(
        self, parts: tuple[Part, ...], slots: dict[str, Slot], used: int, last: int, cost: float,
        texts: tuple[str, ...],
    ) -> Iterator[tuple[float, int, tuple[str, ...]]]:  # fmt: skip
        """Yield the cost, the words used as bits, and what is written for each part."""
        self._steps -= 1
        if cost > self.limit or self._steps < 0:
            return
        if not parts:
            yield cost, used, texts
            return
        part, rest = parts[0], parts[1:]
        inserts = isinstance(part, Word) and KEPT.isdisjoint(part.forms[0].split())
        if isinstance(part, Maybe):
            yield from self._fit(rest, slots, used, last, cost, texts)
            if len(part.parts) > 1 or not isinstance(part.parts[0], Word):
                yield from self._fit((*part.parts, *rest), slots, used, last, cost, texts)
                return
            part = part.parts[0]  # a word that may be left out is never inserted
        spans = self._literal(part) if isinstance(part, Word) else self._read(slots[part.field])
        for begin, end, text, more in spans:
            mask = (1 << end) - (1 << begin)
            if not used & mask:
                more += _MOVED if begin < last else 0.0
                yield from self._fit(rest, slots, used | mask, end, cost + more, (*texts, text))
        if isinstance(part, Blank):
            inserted = [(choice, _CHOSEN) for choice in slots[part.field].few]
        elif inserts and (part.forms[0] in LINKS or not any(map(str.isalnum, part.forms[0]))):
            inserted = [(part.forms[0], _LINKED)]
        else:
            inserted = [(part.forms[0], _INSERTED)] if inserts else []
        for word, more in inserted:
            used |= self._said_more if more > _LINKED else 0
            yield from self._fit(rest, slots, used, last, cost + more, (*texts, word))

    def _literal(self, part: Word) -> list[_Stretch]:
        """Return where one of the forms of a word stands, or nearly does."""
        known = self._literals.get(part)
        if known is None:
            known = self._literals[part] = []
            for form in part.forms:
                wanted = form.casefold().split()
                for begin in range(len(self._bare) - len(wanted) + 1):
                    cost = sum(self._slip(word, at) for at, word in enumerate(wanted, begin))
                    if cost < MOST:
                        known.append(_Stretch(begin, begin + len(wanted), form, cost))
        return known

    def _slip(self, word: str, place: int) -> float:
        """Return what it costs to have the wanted word at this place."""
        return 0.0 if word == self._bare[place] else self._near[place].get(word, MOST)

    def _read(self, slot: Slot) -> list[_Stretch]:
        """Return what a blank can take of the text, if it is read as it stands or put right."""
        known = self._spans.get(slot)
        if known is None:
            count = len(self._words)
            spans = (
                self._span(slot, begin, end)
                for begin in range(count)
                for end in range(begin + 1, min(count, begin + slot.longest) + 1)
            )
            known = self._spans[slot] = [span for span in spans if span]
        return known

    def _span(self, slot: Slot, begin: int, end: int) -> _Stretch | None:
        bare = self._bare[begin:end]
        joined = {bare[0], bare[-1]} & (LINKS | CHOICES)
        if joined or not (bare[0] and bare[-1]):
            return None
        text = strip(" ".join(self._words[begin:end]))
        try:
            slot.read(text, self._names)
        except MisreadError as misread:
            if not misread.fix or not KEPT.isdisjoint(bare):
                return None
            return _Stretch(begin, end, misread.fix, _SLIPPED)
        return _Stretch(begin, end, text, 0.0)


def _fields(parts: tuple[Part, ...]) -> Iterator[str]:
    """Yield the blanks that a form cannot be without."""
    for part in parts:
        if isinstance(part, Blank):
            yield part.field
