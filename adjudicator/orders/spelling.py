"""Misspelt words put right: one letter left out, doubled, changed or swapped with its neighbour."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice, product
from typing import Generic, TypeVar

T = TypeVar("T")

_MOST_UNKNOWN = 3
_MOST_COMBINED = 32
_PUNCTUATION = ",:;.!?()"


def one_slip(one: str, other: str) -> bool:
    """Say whether one letter left out, doubled, changed or swapped makes one word the other."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    for mine, theirs in zip(one, other):  # noqa: B905 - lengths may differ by one
        if mine != theirs:
            break
        start += 1
    rest, others = one[start:], other[start:]
    while rest and others and rest[-1] == others[-1]:
        rest, others = rest[:-1], others[:-1]
    return max(len(rest), len(others)) <= 1 or (len(rest) == 2 and rest == others[::-1])


class Words:
    """The words of a language, found though they are misspelt.

    ``forms`` maps each word, reduced to what is compared, to how it is written.
    """

    def __init__(self, forms: Mapping[str, str]):
        self._forms = forms
        self._by_rest: dict[str, list[str]] = {}
        for word in forms:
            for rest in _rests(word):
                self._by_rest.setdefault(rest, []).append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._forms

    def near(self, word: str) -> list[str]:
        """Return how the other words are written that are one slip away."""
        found = (each for rest in _rests(word) for each in self._by_rest.get(rest, ()))
        close = (each for each in dict.fromkeys(found) if each != word and one_slip(each, word))
        return [self._forms[each] for each in close]


class Speller(Generic[T]):
    """Finds what a text may have meant that cannot be read, with an allowance of attempts.

    ``words`` returns the words of the language, when they are first needed; ``read`` returns what a
    text means, or None if it cannot be read; ``key`` reduces a word to what is compared.
    """

    def __init__(
        self,
        words: Callable[[], Words],
        key: Callable[[str], str],
        read: Callable[[str], T | None],
        attempts: int,
    ):
        self._find_words = words
        self._key = key
        self._read = read
        self.attempts = attempts

    @cached_property
    def _words(self) -> Words:
        return self._find_words()

    def corrections(self, text: str, most: int) -> list[tuple[str, T]]:
        """Return texts that can be read and differ from this by slips, each with its meaning.

        Words that are in no order are put right first; only if that does not help, one word that
        is. Of several texts of one meaning there is one. ``most`` limits the attempts.
        """
        tokens = text.split()
        allowed = min(most, self.attempts)
        used = 0
        for attempts in (self._unknown(tokens), self._any(tokens)):
            found: dict[T, str] = {}
            for attempt in islice(attempts, allowed - used):
                used += 1
                meaning = self._read(attempt)
                if meaning is not None:
                    found.setdefault(meaning, attempt)
            if found:
                break
        self.attempts -= used
        return [(attempt, meaning) for meaning, attempt in found.items()]

    def _unknown(self, tokens: list[str]) -> Iterator[str]:
        """Yield the text with every unknown word put right."""
        choices = {at: near for at, near in self._near(tokens, known=False) if near}
        if not 0 < len(choices) <= _MOST_UNKNOWN:
            return
        for combined in islice(product(*choices.values()), _MOST_COMBINED):
            yield _replace(tokens, zip(choices, combined, strict=True))

    def _any(self, tokens: list[str]) -> Iterator[str]:
        """Yield the text with one known word put right, and the unknown ones as they can be."""
        first = [(at, near[0]) for at, near in self._near(tokens, known=False) if near]
        for at, near in self._near(tokens, known=True):
            for word in near:
                yield _replace(tokens, [*first[:_MOST_UNKNOWN], (at, word)])

    def _near(self, tokens: list[str], *, known: bool) -> Iterator[tuple[int, list[str]]]:
        for at, token in enumerate(tokens):
            key = self._key(token.strip(_PUNCTUATION))
            if key and not key.isdecimal() and (key in self._words) == known:
                yield at, self._words.near(key)


def _rests(word: str) -> set[str]:
    """Return the word, and what is left of it without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _replace(tokens: list[str], changes: Iterable[tuple[int, str]]) -> str:
    changed = list(tokens)
    for at, word in changes:
        bare = tokens[at].strip(_PUNCTUATION)
        changed[at] = tokens[at].replace(bare, word, 1)
    return " ".join(changed)
