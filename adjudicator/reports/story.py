"""Events put into words: chapters of sentences and tables, in the order in which they happened."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from adjudicator.games.contract import Defaulted, Event, Ordered, Won
from adjudicator.reports.model import ReportError

ELSEWHERE = (Ordered, Defaulted, Won)
"""Events that a report tells in sections of their own."""

MOST_KEPT = 1024


class Passage(msgspec.Struct, frozen=True, dict=True):
    """One thing that happened: a sentence, what is laid out under it, and who else knows it."""

    text: str
    table: str
    chapter: str
    """The heading that it goes under; ``""``: that of what came before."""
    secret: tuple[str, ...]
    """The seats that know it; empty: everybody."""
    about: tuple[Event, ...] = ()
    """The events that it tells."""

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(_strings_in(self.about))

    def concerns(self, names: Collection[str]) -> bool:
        """Whether it tells of any of these seats and provinces."""
        return not self._names.isdisjoint(names)


class Chapter(msgspec.Struct, frozen=True):
    """Things that belong together, under a heading."""

    title: str
    passages: list[Passage]


def names_in(fact: Any, wanted: Collection[str]) -> Iterator[str]:
    """Yield the strings of a fact, however deep they stand in it, that are wanted."""
    return (each for each in _strings_in(fact) if each in wanted)


def _strings_in(fact: Any) -> Iterator[str]:
    if isinstance(fact, str):
        yield fact
    elif isinstance(fact, msgspec.Struct):
        for field in fact.__struct_fields__:
            yield from _strings_in(getattr(fact, field))
    elif isinstance(fact, int | None):  # as most facts are that are no string
        return
    elif isinstance(fact, Mapping):
        yield from _strings_in([*fact, *fact.values()])
    elif isinstance(fact, Sequence):
        for each in fact:
            yield from _strings_in(each)


class Teller:
    """Puts events into words with a game's macros, in one format.

    ``words`` is the game's ``events`` template: a macro an event type; ``first_chapter``, the
    heading of events before any other; and, if it has them, ``chapter``, that under which an event
    goes, and ``together``, the types of which neighbours are told as one, with the fields in which
    they must be equal. ``safe`` is the type of the format's strings.

    What was said is kept for a while, for the seats of a game are told mostly the same events.
    """

    def __init__(self, words: Any, safe: type[str]):
        self.words = words
        self._together: dict[str, list[str]] = getattr(words, "together", {})
        self._safe = safe
        # By the identity of the events, which are kept with their words and so stay themselves.
        self._kept: dict[tuple[int, ...], tuple[list[Event], Passage]] = {}

    def tell(self, events: Iterable[Event]) -> list[Chapter]:
        """Put events into words, grouped under their chapters. Raises ReportError."""
        chapters: list[Chapter] = []
        title = self._safe("")
        for run in self._runs(events):
            passage = self.say(run)
            title = passage.chapter or title
            if not (passage.text or passage.table):
                continue  # another event tells of it; it may be the head of what follows
            if not chapters or (title and title != chapters[-1].title):
                chapters.append(Chapter(title or self._safe(self.words.first_chapter), []))
            chapters[-1].passages.append(passage)
        return chapters

    def say(self, run: list[Event]) -> Passage:
        """Put neighbouring events into words. Raises ReportError if there are none for them."""
        key = tuple(map(id, run))
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            kept = self._kept[key] = (run, self._put_into_words(run))
        return kept[1]

    def _put_into_words(self, run: Sequence[Event]) -> Passage:
        kind = type(run[0]).__name__
        macro = getattr(self.words, kind, None)
        if macro is None:
            raise ReportError("no-event", event=kind)
        subject = run if kind in self._together else run[0]
        table_of = getattr(self.words, f"{kind}_table", None)
        table = self._safe(table_of(subject).strip("\n") if table_of else "")
        return Passage(
            text=self._one_line(macro(subject)),
            table=table,
            chapter=self._one_line(self.words.heading(run[0])),
            secret=() if getattr(self.words, "in_fog", False) else run[0].to,
            about=tuple(run),
        )

    def _runs(self, events: Iterable[Event]) -> Iterator[list[Event]]:
        """Yield events that are told as one, most of them alone."""
        run: list[Event] = []
        known: tuple[object, ...] | None = None
        for event in events:
            if isinstance(event, ELSEWHERE):
                continue
            fields, key = self._together.get(type(event).__name__), None
            if fields is not None:
                key = type(event), event.to, *(getattr(event, field) for field in fields)
            if run and (key is None or key != known):
                yield run
                run = []
            run.append(event)
            known = key
        if run:
            yield run

    def _one_line(self, text: str) -> str:
        words = str.split(text)  # of Markup each word would be Markup, too
        return self._safe(" ".join(words))
