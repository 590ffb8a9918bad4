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


class Told(msgspec.Struct, frozen=True):
    """One thing that happened: a sentence, what is laid out under it, and who else knows it.

    ``secret`` are the seats that know it; empty: everybody.
    """

    text: str
    table: str = ""
    secret: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """Things that belong together, under a heading."""

    title: str
    told: list[Told]


def tell(words: Any, events: Sequence[Event], safe: type[str]) -> list[Chapter]:
    """Put events into words with a game's macros, and group them under their chapters.

    ``words`` is the game's ``events`` template: a macro an event type; ``chapter``, the heading
    under which an event goes (``""``: that of the one before); and ``together``, the types of
    which neighbours are told as one, with the fields in which they must be equal.
    Raises ReportError if there are no words for an event.
    """
    chapters: list[Chapter] = []
    for event, run in _runs(words.together, events):
        title = _folded(words.chapter(event), safe)
        if not chapters or (title and title != chapters[-1].title):
            chapters.append(Chapter(title or safe(FIRST), []))
        chapters[-1].told.append(told(words, event, run, safe))
    return chapters


def told(words: Any, event: Event, subject: Any, safe: type[str]) -> Told:
    """Put one event into words; ``subject`` is what its macro takes: the event, or a run."""
    kind = type(event).__name__
    macro = getattr(words, kind, None)
    if macro is None:
        raise ReportError(
            f"There are no words for the event {kind}: the game's events.j2 has no such macro."
        )
    table = getattr(words, f"{kind}_table", None)
    laid_out = safe(table(subject)).strip("\n") if table else ""
    return Told(_folded(macro(subject), safe), safe(laid_out), event.to)


def _runs(together: dict[str, list[str]], events: Iterable[Event]) -> Iterator[tuple[Event, Any]]:
    """Yield each event with what its macro takes."""

    def key(event: Event) -> tuple[object, ...]:
        fields = together.get(type(event).__name__)
        if fields is None:
            return (id(event),)
        return (type(event), event.to, *(getattr(event, field) for field in fields))

    for _, group in groupby((e for e in events if not isinstance(e, ELSEWHERE)), key):
        run = list(group)
        yield run[0], run if type(run[0]).__name__ in together else run[0]


def _folded(text: str, safe: type[str]) -> str:
    return safe(" ".join(text.split()))
