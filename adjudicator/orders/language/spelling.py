"""Misspelt words put right: one letter left out, doubled, changed or swapped with its neighbour."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import islice, product

from msgspec import Struct

_MOST_UNKNOWN = 3
_MOST_COMBINED = 32
_PUNCTUATION = ",:;.!?()"
_PRONOUNS = frozenset(
    (
        "it",
        "its",
        "he",
        "him",
        "his",
        "she",
        "her",
        "they",
        "them",
        "this",
        "that",
        "these",
        "those",
    )
)
"""Words that stand for others, and are no slips: “if it is empty” speaks of no Hitachi."""


def one_slip(one: str, other: str) -> bool:
    """Say whether one letter left out, doubled, changed or swapped makes one word the other."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    for mine, theirs in zip(one, other, strict=False):  # lengths may differ by one
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

    @cached_property
    def _by_rest(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for word in filter(_has_letters, self._forms):  # no sign is a letter mistyped
            for rest in _rests(word):
                found.setdefault(rest, []).append(word)
        return found

    def __contains__(self, word: str) -> bool:
        return word in self._forms

    def __iter__(self) -> Iterator[str]:
        return iter(self._forms)

    def near(self, word: str) -> list[str]:
        """Return how the other words are written that are one slip away.

        Those with the same first letter come first, for fingers slip later in a word. Of a word
        of one letter a slip leaves nothing, so another letter is not near it.
        """
        found = {each for rest in _rests(word) for each in self._by_rest.get(rest, ())}
        longer = (each for each in found if len(word) > 1 or len(each) > 1)
        close = (each for each in longer if each != word and one_slip(each, word))
        likely = sorted(close, key=lambda each: (each[:1] != word[:1], len(each), each))
        return [self._forms[each] for each in likely]

    def halves(self, word: str) -> list[str]:
        """Return how the word is written as two between which the space was lost."""
        cuts = (at for at in range(2, len(word) - 1))
        pairs = ((word[:at], word[at:]) for at in cuts)
        return [
            f"{self._forms[a]} {self._forms[b]}"
            for a, b in pairs
            if a in self._forms and b in self._forms
        ]


def _has_letters(word: str) -> bool:
    return any(map(str.isalnum, word))


class Correction(Struct, frozen=True):
    """A text that can be read, and differs from what was written by slips."""

    text: str
    rare: bool
    """It takes a letter lost or changed, which fingers do less often than to double or swap."""


class Speller:
    """Finds what a text may have meant that cannot be read, with an allowance of attempts.

    ``words`` returns the words of the language, when they are first needed; ``read`` returns what a
    text means in its one canonical form, or ``""`` if it cannot be read; ``key`` reduces a word to
    what is compared.
    """

    def __init__(
        self,
        words: Callable[[], Words],
        key: Callable[[str], str],
        read: Callable[[str], str],
        attempts: int,
    ):
        self._find_words = words
        self._key = key
        self._read = read
        self.attempts = attempts

    @cached_property
    def _words(self) -> Words:
        return self._find_words()

    def corrections(self, text: str, most: int) -> list[Correction]:
        """Return texts that can be read and differ from this by slips.

        Words that are in no order are put right first; only if that does not help, one word that
        is. Of several texts of one meaning there is one. ``most`` limits the attempts.
        """
        tokens = text.split()
        left = min(most, self.attempts)
        self.attempts -= left
        found: dict[str, dict[int, str]] = {}
        for attempts in (self._replace_strange(tokens), self._replace_any(tokens)):
            for changes in islice(attempts, left):
                left -= 1
                meaning = self._read(_replace(tokens, changes))
                if meaning:
                    found.setdefault(meaning, changes)
            if found:
                break
        self.attempts += left
        plain = [changes for meaning, changes in found.items() if self._in(meaning, changes)]
        return [
            Correction(_replace(tokens, each), self._rare(tokens, each))
            for each in plain or found.values()
        ]

    def _in(self, meaning: str, changes: Mapping[int, str]) -> bool:
        """Whether the words put right are said again in the canonical form, so are no accident."""
        said = {self._key(word.strip(_PUNCTUATION)) for word in meaning.split()}
        return all(self._key(word) in said for word in changes.values())

    def _rare(self, tokens: list[str], changes: Mapping[int, str]) -> bool:
        return not all(
            _is_double_or_swap(self._key(tokens[at].strip(_PUNCTUATION)), self._key(word))
            for at, word in changes.items()
        )

    def _replace_strange(self, tokens: list[str]) -> Iterator[dict[int, str]]:
        """Yield, with every unknown word, what it may have been."""
        choices = {at: near for at, near in self._near(tokens, known=False) if near}
        if not 0 < len(choices) <= _MOST_UNKNOWN:
            return
        for combined in islice(product(*choices.values()), _MOST_COMBINED):
            yield dict(zip(choices, combined, strict=True))

    def _replace_any(self, tokens: list[str]) -> Iterator[dict[int, str]]:
        """Yield one known word put right, and the unknown ones as they can be."""
        first = {at: near[0] for at, near in self._near(tokens, known=False) if near}
        if len(first) > _MOST_UNKNOWN:
            return
        for at, near in self._near(tokens, known=True):
            for word in near:
                yield {**first, at: word}

    def _near(self, tokens: list[str], *, known: bool) -> Iterator[tuple[int, list[str]]]:
        for at, token in enumerate(tokens):
            key = self._key(token.strip(_PUNCTUATION))
            fixed = not key or key.isdecimal() or key in _PRONOUNS
            if not fixed and (key in self._words) == known:
                yield at, self._words.near(key) or ([] if known else self._words.halves(key))


def _rests(word: str) -> set[str]:
    """Return the word, and what is left of it without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _is_double_or_swap(word: str, right: str) -> bool:
    """Whether a letter of the right word, not its first, was doubled, or swapped with the next."""
    if len(word) == len(right):
        return word[:1] == right[:1] and sorted(word) == sorted(right)
    undoubled = (
        word[:at] + word[at + 1 :] for at in range(1, len(word)) if word[at] == word[at - 1]
    )
    return right in undoubled


def _replace(tokens: list[str], changes: Mapping[int, str]) -> str:
    changed = list(tokens)
    for at, word in changes.items():
        bare = tokens[at].strip(_PUNCTUATION)
        changed[at] = tokens[at].replace(bare, word, 1)
    return " ".join(changed)
