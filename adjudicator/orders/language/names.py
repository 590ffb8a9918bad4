"""Names as people write them: without macrons, shortened, in kanji, misspelt."""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from adjudicator.orders.findings import AMBIGUOUS_NAME, MisreadError, reason
from adjudicator.orders.language.words import DENIALS, KEPT, Words, find_near
from adjudicator.patterns import pattern

SHORTEST_PREFIX = 3
_MOST_CHOICES = 8
"""Of more names that a shortened one may be none is tried."""
_DROPPED = str.maketrans("", "", " -‐‑‒–—−'‘’`\"“”.()_")
_HIRAGANA = {letter: letter - 0x60 for letter in range(0x30A1, 0x30F7)}
_VOICED = "\u3099\u309a"
_EAST = pattern("[\u3040-\u30ff\u3400-\u9fff]+")
_LONGEST_HONOUR = 3
"""Characters behind a name in a script without blanks: “武田さんへ”."""
_WORD = pattern(r"[^\W\d_]+")
_NUMBER_APART = pattern(r"\b\d+\b(?![.)])")
"""A figure beside a name says something of its own, and is not passed over."""


@lru_cache(maxsize=4096)
def name_key(text: str) -> str:
    """Reduce a name to what is compared: no case, macrons, hyphens, spaces or apostrophes.

    Katakana is hiragana, whose marks of voice stay: they make other letters.
    """
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text).translate(_HIRAGANA)
        text = "".join(
            char for char in decomposed if char in _VOICED or not unicodedata.combining(char)
        )
    return text.casefold().translate(_DROPPED)


def without_honour(key: str, names: Iterable[str]) -> str:
    """Return the name that a text begins with in a script without blanks, if no more stands behind
    it than honours it, as in “武田さん”; else the text. All are as they are compared."""
    if not _EAST.fullmatch(key):
        return key
    begins = (name for name in names if _EAST.fullmatch(name) and key.startswith(name))
    longest = max(begins, key=len, default=key)
    return longest if len(key) - len(longest) <= _LONGEST_HONOUR else key


class Names:
    """The names of one kind of thing, such as provinces, with every form that is understood.

    ``what`` is the singular word for the messages. ``forms`` maps each canonical name to its other
    forms. Raises ValueError if two names share a form.
    """

    def __init__(self, what: str, forms: Mapping[str, Iterable[str]]):
        self.what = what
        self.all = tuple(forms)
        self.forms: list[str] = []
        """Every form of every name, as it is written."""
        self._by_key: dict[str, str] = {}
        self._known: dict[str, str] = {}
        """By every form as it is written, and by what is compared of it."""
        for name, others in forms.items():
            for form in (name, *others):
                self.forms.append(form)
                key = name_key(form)
                if self._by_key.setdefault(key, name) != name:
                    raise ValueError(f"{what} {form!r} means {self._by_key[key]} and {name}")
                self._known[form] = self._known[key] = name
        self._sorted = sorted(self._by_key)
        self.words = Words(self._by_key)
        """The forms, reduced to what is compared, with the names that they mean."""
        self._longest = 2 * max(map(len, self.forms), default=0)
        """What is longer is no name, nor one misspelt."""

    def find(self, text: str) -> str:
        """Return the canonical name. Raises MisreadError if none or several are meant."""
        name = self._known.get(text) or self._known.get(key := name_key(text))
        if name is None and text.endswith("'s"):
            name = self._known.get(name_key(text.removesuffix("'s")))
        if name:
            return name
        if len(text) > self._longest:
            raise self._no_such_name(text.strip()[:40])
        short = len(key) < SHORTEST_PREFIX or key in KEPT  # “not” is no Noto
        names = [] if short else self._starting_with(key) or self._word_by_word(text)
        if len(names) == 1:
            return names[0]
        shown = text.strip()[:40]
        if names:
            choices = tuple(names) if len(names) <= _MOST_CHOICES else ()
            why = reason(AMBIGUOUS_NAME, name=shown, names=names[:4])
            raise MisreadError(why, choices=choices)
        raise self._misread_name(shown, key)

    @property
    def keys(self) -> Sequence[str]:
        """Return every form of every name, reduced to what is compared, in order."""
        return self._sorted

    def knows(self, text: str) -> bool:
        """Say whether the text is one of the forms, written in full."""
        return text in self._known or name_key(text) in self._known

    def _starting_with(self, key: str) -> list[str]:
        matches: dict[str, None] = {}
        for form in self._sorted[bisect_left(self._sorted, key) :]:
            if not form.startswith(key):
                break
            matches[self._by_key[form]] = None
        return list(matches)

    def _word_by_word(self, text: str) -> list[str]:
        """Return the names of several words of which each is shortened: “N. Atl.”, “Tyr Sea”."""
        parts = _WORD.findall(text)
        forms = self._several_words.get(len(parts))
        if not forms or _denies(text) or _NUMBER_APART.search(text):
            return []
        words = list(map(name_key, parts))
        matches: dict[str, None] = {}
        for form, name in forms:
            if all(map(str.startswith, form, words)):
                matches[name] = None
        return list(matches)

    @cached_property
    def _several_words(self) -> Mapping[int, list[tuple[list[str], str]]]:
        """The forms of several words, by their number, with their names."""
        by_count: dict[int, list[tuple[list[str], str]]] = {}
        for form in self.forms:
            words = [name_key(word) for word in _WORD.findall(form)]
            if len(words) > 1:
                by_count.setdefault(len(words), []).append((words, self._known[form]))
        return by_count

    def _no_such_name(self, shown: str) -> MisreadError:
        return MisreadError(reason("unknown-name", name=shown, what=self.what))

    def _misread_name(self, shown: str, key: str) -> MisreadError:
        if key == "it":
            return MisreadError(reason("unknown-name.it", what=self.what))
        words = shown.split()
        if _denies(shown) or _NUMBER_APART.search(shown):
            return self._no_such_name(shown)
        if len(words) > 1 and any(map(self.knows, words)):  # “both Omi” is no Totomi
            return self._no_such_name(shown)
        names = list(dict.fromkeys(name for name, _ in self.words.near(key)))
        if not names:
            return self._no_such_name(shown)
        question = reason("did-you-mean", names=names[:4])
        choices = tuple(names) if len(names) <= _MOST_CHOICES else ()
        fix = names[0] if len(names) == 1 else ""
        return MisreadError(reason("unknown-name.near", name=shown), fix, choices, question)


class Vocabulary(dict[str, Names]):
    """All names that a game's orders use, by kind (``province``, ``seat``, ``unit``, …)."""

    def __init__(self, *names: Names):
        super().__init__({each.what: each for each in names})
        self._lately: dict[tuple[type, ...], dict[str, Any]] = {}

    def lately(self, kinds: tuple[type, ...]) -> dict[str, Any]:
        """Return what lines were read as lately, of phases with orders of these kinds.

        Phases that ask for the same orders share it: a line says the same in each of them.
        """
        return self._lately.setdefault(kinds, {})

    def find(self, what: str, text: str) -> str:
        """Return the canonical name of that kind. Raises MisreadError."""
        known = self.get(what)
        if known is None:
            raise TypeError(f"The game has no names of the kind “{what}”; a module makes them.")
        return known.find(text)


def _denies(text: str) -> bool:
    return not DENIALS.isdisjoint(text.casefold().replace("’", "'").split())


def closest(word: str, choices: Iterable[str]) -> str:
    """Return the choice most like the word, or ``""`` if none is like it."""
    forms = {choice.casefold(): choice for choice in choices}
    key = word.casefold()
    near = [key] if key in forms else [form for form, _ in find_near(key, list(forms))]
    return forms[near[0]] if near else ""
