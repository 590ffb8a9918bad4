"""The rulebooks' indexes, the rule cases, and which case is about what.

An index (``tests/rulebooks/*.toml``) lists all that stands in a book, from beginning to end. A case
names what it rests on in ``cites``: titles or numbers of entries, and rulings, with ``;`` between
them (or ``,``). Its own number is that of the first entry that it cites, and one more: the third
case of ``SS.4.7C.AW`` is ``SS.4.7C.AW.3``. ``number.py`` gives it once, for ever.

Under ``words`` an index lists the sentences with “may” or “may not”, “must” or “all who can”, and
“at the beginning of”: the entry, what is said there, and the cases that hold it.
Of what may be done one case does it and another leaves it, where both can be told apart. What only
advises, describes pieces or repeats another sentence is left out, and what Ikusa says as Samurai
Swords does.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CASES = HERE.parent / "cases"
RULINGS = HERE.parents[1] / "docs" / "rulings.md"
NUMBERS = HERE / "numbers.txt"
"""Every number that was ever given, with the case that has it."""
LANGUAGE = "orders"
"""The index of what can be wrong with the orders of any game."""

_ENTRY = re.compile(
    r"([A-Z]+) (heading|rule|row|note|example): "
    r"(.+?)(?: = ([\w.]+))?(?: :: no rule: (.+))?"
)
_PAGE = re.compile(r"(.+) \(p\. ([\d-]+)\)")
_RULING = re.compile(r"^\| ([A-Z]\d+[a-z]?) \| (.+) \|$", re.MULTILINE)
_RULING_ID = re.compile(r"[A-Z]\d+[a-z]?")
"""That a ruling which is cited is written down is a test of the documents."""


@dataclass(frozen=True)
class Entry:
    """One thing that stands in a rulebook, or one ruling."""

    number: str
    """``SS.4.7C.AW``; of a ruling ``M7``."""
    kind: str
    title: str
    page: str = ""
    """Its page in the book, or those of its part: ``23``, ``21-27``."""
    no_rule: str = ""
    """Why there is nothing to test."""
    same: str = ""
    """The number of the entry of another edition that says the same."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of a rulebook that allows, commands or dates something."""

    entry: str
    """The number of the entry where it stands."""
    says: str
    """What it says, in our words."""
    cases: tuple[str, ...]
    """The names of the cases that fail if it is turned round."""


@dataclass(frozen=True)
class Part:
    """A chapter, or an action or phase of one."""

    number: str
    title: str
    pages: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Book:
    """The index of a rulebook."""

    path: Path
    code: str
    game: str
    title: str
    edition: str
    parts: tuple[Part, ...]
    rulings: tuple[Entry, ...]
    words: dict[str, tuple[Sentence, ...]]
    """By a word the sentences that hang on it."""

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """All entries by their numbers, in the book's order; rulings last."""
        listed = [entry for part in self.parts for entry in part.entries]
        return {entry.number: entry for entry in (*listed, *self.rulings)}

    @cached_property
    def by_name(self) -> dict[str, Entry]:
        """All entries by what a case may call them: number, title, ruling."""
        named = {fold(entry.title): entry for entry in self.entries.values()}
        return named | {fold(number): entry for number, entry in self.entries.items()}


@dataclass(frozen=True)
class CaseFile:
    """A case of ``tests/cases``."""

    path: Path
    table: dict[str, Any] = field(hash=False)

    @property
    def name(self) -> str:
        """Its folder and name: ``ikusa/castle-fortress``."""
        return self.path.relative_to(CASES).with_suffix("").as_posix()

    @property
    def number(self) -> str:
        """Its number; ``""`` if it has none yet."""
        return str(self.table.get("number", ""))

    @property
    def games(self) -> tuple[str, ...]:
        """The games in which it is carried out, its own first."""
        return (self.table["game"], *self.table.get("also", ()))


def fold(name: str) -> str:
    """Return what names are compared by: small letters, straight apostrophes, single blanks."""
    return " ".join(name.replace("’", "'").casefold().split())


def read_books() -> dict[str, Book]:
    """Read the indexes, by the game that each is about."""
    written = _RULING.findall(RULINGS.read_text("utf-8"))
    books = [_read_book(path, written) for path in sorted(HERE.glob("*.toml"))]
    return {book.game: book for book in books}


def read_cases() -> list[CaseFile]:
    """Read all cases."""
    files = sorted(CASES.glob("*/**/*.toml"))
    return [CaseFile(path, tomllib.loads(path.read_text("utf-8"))) for path in files]


def cited_by(case: CaseFile, books: dict[str, Book]) -> tuple[list[Entry], list[str]]:
    """Return the entries that a case cites, and the words that name none in any of its books."""
    found: list[Entry] = []
    strange = []
    named = [books[game].by_name for game in (*case.games, LANGUAGE)]
    for part in case.table.get("cites", "").split(";"):
        whole = _named(part, named)
        for piece in [part] if whole else part.split(","):
            entries = whole or _named(piece, named)
            found += entries
            if not entries and not _RULING_ID.fullmatch(piece.strip()):
                strange.append(piece.strip())
    cited = {entry.number for entry in found}
    entries = [entry for game in case.games for entry in books[game].entries.values()]
    found += (entry for entry in entries if entry.same in cited)
    return list(dict.fromkeys(found)), strange


def _named(name: str, named: list[dict[str, Entry]]) -> list[Entry]:
    return [entries[fold(name)] for entries in named if fold(name) in entries]


def cases_by_entry(cases: list[CaseFile], books: dict[str, Book]) -> dict[str, list[CaseFile]]:
    """Return the cases about each entry, by the entry's number."""
    about: dict[str, list[CaseFile]] = {}
    for case in cases:
        for entry in cited_by(case, books)[0]:
            about.setdefault(entry.number, []).append(case)
    return about


def gaps(book: Book, about: dict[str, list[CaseFile]]) -> list[Entry]:
    """Return what of a book has no case, though it should have one."""
    return [e for e in book.entries.values() if not (e.no_rule or e.number in about)]


def in_order(number: str) -> list[tuple[bool, int, int, str]]:
    """Return what numbers are sorted by: 4.7C after 4.7, AA after Z, 10 after 9."""
    pieces = [re.fullmatch(r"(\d*)(.*)", piece) for piece in number.split(".")]
    parted = [found.groups() for found in pieces if found]
    return [(not digits, int(digits or 0), len(rest), rest) for digits, rest in parted]


def _read_book(path: Path, written: list[tuple[str, str]]) -> Book:
    table = tomllib.loads(path.read_text("utf-8"))
    code = table["code"]
    parts = tuple(
        Part(
            f"{code}.{number}",
            part["title"],
            part["pages"],
            tuple(_read_entries(f"{code}.{number}", part)),
        )
        for number, part in table["parts"].items()
    )
    rulings = tuple(
        Entry(ruling, "ruling", ruling, no_rule=table.get("untested", {}).get(ruling, ""))
        for ruling, _ in written
        if ruling[0] in table["rulings"]
    )
    keys = ("code", "game", "title", "edition")
    words = {
        word: tuple(map(_read_sentence, lines.strip().splitlines()))
        for word, lines in table.get("words", {}).items()
    }
    return Book(path, *(table[key] for key in keys), parts, rulings, words)


def _read_sentence(line: str) -> Sentence:
    entry, says, cases = line.split(" | ")
    return Sentence(entry, says, tuple(cases.split(", ")))


def _read_entries(part: str, table: dict[str, str]) -> Iterator[Entry]:
    for line in table["entries"].strip().splitlines():
        found = _ENTRY.fullmatch(line)
        assert found, f"{part}: {line!r} is no entry"
        letters, kind, title, same, no_rule = found.groups()
        paged = _PAGE.fullmatch(title)
        title, page = paged.groups() if paged else (title, table["pages"])
        yield Entry(f"{part}.{letters}", kind, title, page, no_rule or "", same or "")
