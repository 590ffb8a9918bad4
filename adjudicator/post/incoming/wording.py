"""The words of texts, as they are compared: without lines, marks, case, accents and punctuation.

A word of a script without blanks, or a pictogram, is one character. Four words in a row are an
*anchor*, by which places of what was sent are found again.
"""

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from adjudicator.patterns import pattern

ANCHOR = 4
"""Words of an anchor: the length of the shortest usual order, ``army 1 in Omi``."""
MOST_PLACES = 6
"""Places of an anchor in what was sent that are tried."""
MOST_CHARACTERS = 512 * 1024
"""Of either side."""
_EAST = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Scripts without blanks between words: each character is one."""
_PICTOGRAMS = "\u2600-\u27bf\U0001f300-\U0001faff"
"""Signs that say something alone."""
_LINK = pattern(r"[<\[(]?\b(?:https?://|mailto:|cid:)[^\s<>\]]*[>\])]?", re.IGNORECASE)
_PICTURE = pattern(r"\[(?:image|cid)[^\]\x0a-\x1f]{0,120}\]")
_COMBINING = pattern("[\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+")

Gram = tuple[str, ...]


def words(line: str) -> list[str]:
    """Return the words of a line as they are compared."""
    return _word().findall(_plain(line))


@cache
def _word() -> re.Pattern[str]:
    """Return what a word is; to compile so many letters takes longer than to import a module."""
    return re.compile(rf"[{_EAST}{_PICTOGRAMS}]|[^\W_{_EAST}]+")


def _plain(text: str) -> str:
    """Fold case and accents, and leave out links and what stands for pictures."""
    if not text.isascii():
        text = _COMBINING.sub("", unicodedata.normalize("NFKD", text))
    text = text.casefold()
    if "[image" in text or "[cid" in text:
        text = _PICTURE.sub(" ", text)
    is_linked = "://" in text or "mailto:" in text or "cid:" in text
    return _LINK.sub(" ", text) if is_linked else text


class Wording:
    """The words of a text, and on which of its lines each stands."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.words: list[str] = []
        self.starts: list[int] = []
        """Of each line the number of its first word, and at the end how many words there are."""
        left = MOST_CHARACTERS
        for line in self.lines:
            self.starts.append(len(self.words))
            left -= len(line)
            if line and left > 0:
                self.words += words(line)
        self.starts.append(len(self.words))
        self.line_of = [
            number
            for number, (start, end) in enumerate(zip(self.starts, self.starts[1:], strict=False))
            for _ in range(end - start)
        ]
        """Of each word the number of its line."""

    def grams(self) -> Iterator[Gram]:
        """Yield each run of words that may be an anchor."""
        return _grams(self.words)


def _grams(text: Sequence[str]) -> Iterator[Gram]:
    return zip(*(islice(text, n, None) for n in range(ANCHOR)), strict=False)


class SentLetter(NamedTuple):
    """A letter as it was sent, as far as it can be quoted."""

    forms: tuple[Wording, ...]
    """Its text, and its page as text: of a quotation one of them is the origin."""
    orders: tuple[str, ...] | None = ()
    """Those of its lines that are orders, or could be sent as one; None: nobody knows."""
    tag: str = ""
    """The word that this letter alone has; see senders/return_addresses.py."""
    cited: tuple[str, ...] = ()
    """What it cites: what its reader wrote himself, or may write."""


class Sent:
    """What was sent, one letter after another, as one row of words with its anchors.

    These are those of its runs of words that stand in the text that ``came``, too.
    """

    PROSE, ORDER, TAG, UNREAD, CITED = range(5)

    def __init__(
        self,
        came: Wording,
        letters: Iterable[tuple[Wording, SentLetter]],
        reads_as_order: Callable[[str], bool],
    ) -> None:
        self.words: list[str] = []
        self.begins: set[int] = set()
        """The numbers of words with which an order begins."""
        self._kinds = bytearray()
        self._unread: list[tuple[int, str, str]] = []
        self._reads_as_order = reads_as_order
        for form, letter in letters:
            self._add(form, letter)
        self.places: dict[Gram, list[int]] = {}
        here = set(came.grams())
        for at, gram in enumerate(_grams(self.words)):
            if gram in here and len(known := self.places.setdefault(gram, [])) < MOST_PLACES:
                known.append(at)

    def _add(self, form: Wording, letter: SentLetter) -> None:
        start = len(self.words)
        self.words += form.words
        self._kinds += bytes(len(form.words))
        if letter.orders is None:
            self._mark_unread(start, form)
        else:
            for at, end in self._find(start, letter.orders):
                self.begins.add(at)
                self._kinds[at:end] = bytes([self.ORDER]) * (end - at)
        for at, end in self._find(start, letter.cited):
            if self.ORDER not in self._kinds[at:end]:
                self._kinds[at:end] = bytes([self.CITED]) * (end - at)
        if letter.tag:
            for at in range(start, len(self.words)):
                if self.words[at] == letter.tag:
                    self._kinds[at] = self.TAG
        self.words.append("\0")  # no run goes on from one letter into the next
        self._kinds.append(self.PROSE)

    def _mark_unread(self, start: int, form: Wording) -> None:
        """Mark lines that may be orders, each with the line above it if it may go on with that."""
        above = ""
        for number, line in enumerate(form.lines):
            begin, end = start + form.starts[number], start + form.starts[number + 1]
            if begin < end:
                self._kinds[begin:end] = bytes([self.UNREAD]) * (end - begin)
                self._unread.append((begin, line, above if _is_deeper(line, above) else ""))
                self.begins.add(begin)
            above = line

    def _find(self, start: int, texts: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Yield where texts begin and end, in whatever lines, from a word on."""
        known = {tuple(words(text)) for text in texts} - {()}
        lengths: dict[str, set[int]] = {}
        for text in known:
            lengths.setdefault(text[0], set()).add(len(text))
        longest_first = {first: sorted(of, reverse=True) for first, of in lengths.items()}
        ours, end = self.words, start
        for at in [x for x in range(start, len(ours)) if ours[x] in longest_first]:
            some = longest_first[ours[at]] if at >= end else ()
            if length := next((n for n in some if tuple(ours[at : at + n]) in known), 0):
                end = at + length
                yield at, end

    def goes_on(self, word: int) -> bool:
        """Say whether an order that began before the word of a number goes on with it."""
        return word not in self.begins and self.kind(word) == self.ORDER

    def kind(self, word: int) -> int:
        """Say whether the word of a number belongs to an order; a line is read if nobody knows."""
        if self._kinds[word] != self.UNREAD:
            return self._kinds[word]
        _, line, above = self._unread[bisect_right(self._unread, (word, "\U0010ffff")) - 1]
        is_order = self._reads_as_order(line) or (above and self._reads_as_order(above))
        return self.ORDER if is_order else self.PROSE

    def is_order(self, word: int, length: int) -> bool:
        """Say whether so many words from here on are orders, from a beginning to an end."""
        kinds = {self.kind(each) for each in range(word, word + length)}
        end = word + length
        is_end = end in self.begins or self.kind(end) != self.ORDER
        return kinds == {self.ORDER} and word in self.begins and is_end


def _is_deeper(line: str, above: str) -> bool:
    return bool(above) and len(line) - len(line.lstrip()) > len(above) - len(above.lstrip())


def choose_forms(came: Wording, letters: Iterable[SentLetter]) -> list[tuple[Wording, SentLetter]]:
    """Return of each letter that is quoted the form that came, most of which is quoted first.

    Both forms of one at once would break chains where they differ.
    """
    here = Counter(came.grams())
    found = []
    for place, letter in enumerate(letters if here else ()):
        both = (here.keys() & form.grams() for form in letter.forms)
        shared = [sum(map(here.__getitem__, each)) for each in both]
        best = max(shared, default=0)
        if best:
            found.append((-best, place, letter.forms[shared.index(best)], letter))
    found.sort(key=lambda each: each[:2])
    chosen, left = [], MOST_CHARACTERS // 4
    for _, _, form, letter in found:
        left -= len(form.words)
        if left > 0:
            chosen.append((form, letter))
    return chosen
