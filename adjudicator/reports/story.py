"""Events put into words: chapters of sentences and tables, in the order in which they happened."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from adjudicator.games.contract import Defaulted, Event, Ordered, Won
from adjudicator.reports.errors import ReportError

ELSEWHERE = (Ordered, Defaulted, Won)
"""Events that a report tells in sections of their own."""

FIRST = "What happened"
"""The heading of events that come before any that has one."""

MOST_KEPT = 1024


class Told(msgspec.Struct, frozen=True):
    """One thing that happened: a sentence, what is laid out under it, and who else knows it.

    ``chapter`` is the heading that it goes under (``""``: that of what came before); ``secret``
    are the seats that know it; empty: everybody.
    """

    text: str
    table: str
    chapter: str
    secret: tuple[str, ...]


class Chapter(msgspec.Struct, frozen=True):
    """Things that belong together, under a heading."""

    title: str
    told: list[Told]


class Teller:
    """Puts events into words with a game's macros, in one format.

    ``words`` is the game's ``events`` template: a macro an event type; ``chapter``, the heading
    under which an event goes; and ``together``, the types of which neighbours are told as one,
    with the fields in which they must be equal. ``safe`` is the type of the format's strings.

    What was told is kept for a while, for the seats of a game are told mostly the same events.
    """

    def __init__(self, words: Any, safe: type[str]):
        self._words = words
        self._safe = safe
        # By the identity of the events, which are kept with their words and so stay themselves.
        self._kept: dict[tuple[int, ...], tuple[list[Event], Told]] = {}

    def tell(self, events: Iterable[Event]) -> list[Chapter]:
        """Put events into words, grouped under their chapters. Raises ReportError."""
        chapters: list[Chapter] = []
        for run in self._runs(events):
            told = self.told(run)
            if not (told.text or told.table):
                continue  # another event tells of it
            if not chapters or (told.chapter and told.chapter != chapters[-1].title):
                chapters.append(Chapter(told.chapter or self._safe(FIRST), []))
            chapters[-1].told.append(told)
        return chapters

    def told(self, run: list[Event]) -> Told:
        """Put neighbouring events into words. Raises ReportError if there are none for them."""
        key = tuple(map(id, run))
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            kept = self._kept[key] = (run, self._worded(run))
        return kept[1]

    def _worded(self, run: Sequence[Event]) -> Told:
        kind = type(run[0]).__name__
        macro = getattr(self._words, kind, None)
        if macro is None:
            raise ReportError(
                f"There are no words for the event {kind}: the game's events.j2 has no such macro."
            )
        subject = run if kind in self._words.together else run[0]
        table = getattr(self._words, f"{kind}_table", None)
        return Told(
            text=self._folded(macro(subject)),
            table=self._safe(table(subject).strip("\n") if table else ""),
            chapter=self._folded(self._words.chapter(run[0])),
            secret=run[0].to,
        )

    def _runs(self, events: Iterable[Event]) -> Iterator[list[Event]]:
        together: dict[str, list[str]] = self._words.together

        def key(event: Event) -> tuple[object, ...]:
            fields = together.get(type(event).__name__)
            if fields is None:
                return (id(event),)
            return (type(event), event.to, *(getattr(event, field) for field in fields))

        told_here = (event for event in events if not isinstance(event, ELSEWHERE))
        for _, run in groupby(told_here, key):
            yield list(run)

    def _folded(self, text: str) -> str:
        return self._safe(" ".join(text.split()))
