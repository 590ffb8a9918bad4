"""The lines that one was most likely meant to be that cannot be read.

The cheapest way from its words to lines that can be read is looked for: first by words put right,
then by words dropped, inserted and moved (``language/nearest.py``). No suggestion drops or changes
a word that denies, chooses or counts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from adjudicator.orders.language.language import Language
from adjudicator.orders.language.names import name_key
from adjudicator.orders.language.words import (
    DENIALS,
    FILLERS,
    NEGATIONS,
    ONE_SLIP,
    OPENINGS,
    is_denied,
    is_pronoun,
    limits,
    strip,
)
from adjudicator.orders.reading.line import meaning, nearest_lines
from adjudicator.orders.reading.prose import likeness
from adjudicator.patterns import pattern

MOST_MEANT = 8
_MOST_TRIED = 1_000
"""So many lines are tried for one file; a search for other ways than slips counts as many."""
_MOST_OF_A_LINE = 24
_MOST_UNKNOWN = 3
_UNSAID = 1.0
"""What a word put right costs besides if the printed line lacks it: it may be an accident."""
_REMARK = pattern(r"(.*\S)\s(?:-{1,2}\s|\()(\w.*)")
_REMARK_BEFORE = pattern(r"(\w[^,:]*?)(?:[,:!]|\s-{1,2})\s+(\S.*)")
_DENIED_WITHIN = 2
"""Among so many words at the beginning stands what denies an order."""
Near = Sequence[tuple[str, float]]
"""What a word may be put right as, each with its cost."""
Change = dict[int, tuple[str, float]]
"""By the place of a word what it is replaced by, and the cost."""
Meant = tuple[tuple[str, ...], ...]
"""Lines, the likeliest first, together what is equally likely."""


class Suggestions:
    """Finds what the lines of one file may have meant, with an allowance of attempts."""

    def __init__(self, language: Language):
        self._language = language
        self._left = _MOST_TRIED

    def of(self, text: str, *, slips_only: bool = False) -> Meant:
        """Return what a line may have been meant to be; with ``slips_only`` by words put right."""
        if is_denied(text):
            return ()
        words = text.split()
        unknown = dict(self._unknown_words(words))
        if slips_only and len(unknown) > _MOST_UNKNOWN:
            return ()
        strange = dict(self._strange_words(unknown))
        slips = self._slips(words, strange)
        if slips or slips_only or self._left <= 0:
            return slips
        self._left -= _MOST_OF_A_LINE
        if order := self._before_remark(text) or self._behind_remark(text):
            return ((order,),)
        if any(_loses_denial(place, near, near[0][0]) for place, near in strange.items()):
            return ()
        one = {place: near[0] for place, near in strange.items() if near[0][1] <= ONE_SLIP}
        lines = nearest_lines(_replace(words, one), self._language, as_written=not one)
        near = (line for line in lines if _keeps_denials(text, line))
        likely = tuple(islice(near, MOST_MEANT))
        return (likely,) if likely else ()

    def _before_remark(self, text: str) -> str:
        """Return the order of a line behind which a dash or a bracket begins a remark that speaks
        of nothing in the game; ``""`` if it has none."""
        match = _REMARK.fullmatch(text)
        return self._beside(match[2], match[1]) if match else ""

    def _behind_remark(self, text: str) -> str:
        """Return the order of a line that begins with a remark of that kind: “Sorry, tax Kai”."""
        match = _REMARK_BEFORE.fullmatch(text)
        return self._beside(match[1], match[2].rstrip(".,!;")) if match else ""

    def _beside(self, remark: str, text: str) -> str:
        """Return a text if it is an order, and what stands beside it speaks of nothing."""
        if limits(remark) or not meaning(text, self._language):
            return ""
        alike = likeness(remark, self._language, shaped=False, among=False)
        return text if alike == "none" else ""

    def _slips(self, words: list[str], strange: Mapping[int, Near]) -> Meant:
        """Return lines that differ by unknown words put right."""
        best: dict[str, tuple[float, str]] = {}
        for change in islice(_put_right(strange), max(0, self._left)):
            self._left -= 1
            cost = sum(cost for _, cost in change.values())
            line = _replace(words, change)
            if line_meant := meaning(line, self._language):
                printed = {name_key(strip(word)) for word in line_meant.split()}
                unsaid = any(name_key(word) not in printed for word, _ in change.values())
                cost += _UNSAID * unsaid
                best[line_meant] = min((cost, line), best.get(line_meant, (cost, line)))
        lines = sorted(best.values())[:MOST_MEANT]
        costs = dict.fromkeys(cost for cost, _ in lines)
        return tuple(tuple(line for each, line in lines if each == cost) for cost in costs)

    def _unknown_words(self, words: list[str]) -> Iterator[tuple[int, str]]:
        """Yield the words that are unknown, as they are compared, by their places."""
        for place, word in enumerate(words):
            key = name_key(strip(word))
            said = (place and is_pronoun(key)) or strip(word).casefold() in OPENINGS
            if key and not key.isdecimal() and not said and key not in self._language.words:
                yield place, key

    def _strange_words(self, unknown: Mapping[int, str]) -> Iterator[tuple[int, Near]]:
        """Yield the places of the words that may be slips, and of which."""
        vocabulary = self._language.words
        for place, key in unknown.items():
            near = vocabulary.near(key) or [(both, 1.0) for both in vocabulary.halves(key)]
            if near:
                yield place, near


def _put_right(strange: Mapping[int, Near]) -> Iterator[Change]:
    """Yield what the unknown words of a line may be, the likeliest first."""
    if not 0 < len(strange) <= _MOST_UNKNOWN:
        return
    changes = islice(product(*strange.values()), _MOST_OF_A_LINE)
    for near in sorted(changes, key=lambda near: sum(cost for _, cost in near)):
        change = dict(zip(strange, near, strict=True))
        right = ((place, word) for place, (word, _) in change.items())
        if not any(_loses_denial(place, strange[place], word) for place, word in right):
            yield change


def _loses_denial(place: int, near: Near, word: str) -> bool:
    """Whether a word is rather a slip for one that denies, but is put right as another."""
    costs = dict(near)
    denied = min((cost for other, cost in near if other in NEGATIONS), default=ONE_SLIP + 1)
    likelier = denied < costs[word] or (denied == costs[word] and place < _DENIED_WITHIN)
    return word not in NEGATIONS and likelier


def _replace(words: list[str], change: Mapping[int, tuple[str, float]]) -> str:
    """Put words right; one that is right as a filler says nothing, and goes, and so does one that
    is right as an opening where it opens the line or says again what stands before it."""
    changed = list(words)
    for place, (word, _) in change.items():
        right = words[place].replace(strip(words[place]), word, 1)
        said = not place or word == strip(words[place - 1]).casefold()
        changed[place] = "" if word in FILLERS or (word in OPENINGS and said) else right
    return " ".join(filter(None, changed))


def _keeps_denials(text: str, line: str) -> bool:
    """Whether no word that denies is in a text that is missing in a line."""
    before, after = (
        Counter(word for each in words.casefold().split() if (word := strip(each)) in DENIALS)
        for words in (text, line)
    )
    return before <= after
