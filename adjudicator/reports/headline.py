"""The first lines of a result: what happened to the reader, and what is wanted of him next.

A game's template ``you.j2`` says it of the game's own events; ``common/you.j2`` says what can be
said of every game: provinces won and lost, and the reader's standing. A game without one has that.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.games.contract import Event, Table
from adjudicator.games.picture import Picture
from adjudicator.reports import words
from adjudicator.reports.facts import OwnerChange
from adjudicator.reports.text import wrap

LINES = 4
"""The first lines of a letter; what need not be read in them is left out when they are full."""
MOST_FIGURES = 4
"""How many figures of a standing are given."""


class StandingsRow(msgspec.Struct, frozen=True):
    """A seat's row of the standings."""

    seat: str
    figures: tuple[tuple[str, str], ...]
    """Some of its numbers, each with its title."""
    place: int = 0
    """0: the seats are not ranked, or all are level."""
    of: int = 0
    tied: bool = False


class Gains(msgspec.Struct, frozen=True):
    """The provinces that a seat gained and lost, by name, and whom it took them from or lost to.

    That is ``""`` where it was nobody, or more than one.
    """

    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    gained_from: str = ""
    lost_to: str = ""
    not_kept: tuple[str, ...] = ()
    """Where it won a battle and holds nothing."""


def _by_type(events: Iterable[Event]) -> Mapping[str, list[Event]]:
    """Sort events by the name of their type; where there is none of a type, its list is empty."""
    seen = defaultdict(list)
    for event in events:
        seen[type(event).__name__].append(event)
    return seen


def gains(changes: Iterable[OwnerChange], seat: str, picture: Picture) -> Gains:
    """Return what a seat gained and lost; ``picture`` is that of the events and of what is now."""
    every = list(changes)
    came = [each for each in every if each.new == seat]
    went = [each for each in every if each.old == seat]
    lost = sorted(place for each in went for place in each.provinces)
    won = {clash.province for clash in picture.clashes if clash.won == seat}.difference(lost)
    return Gains(
        gained=tuple(sorted(place for each in came for place in each.provinces)),
        lost=tuple(lost),
        gained_from=came[0].old if len(came) == 1 else "",
        lost_to=went[0].new if len(went) == 1 else "",
        not_kept=tuple(sorted(each for each in won if picture.spots[each].owner != seat)),
    )


def standing(table: Table, seat: str, *, briefly: bool = False) -> StandingsRow | None:
    """Return a seat's standing, for the public that of the first; None if it has no row.

    With ``briefly`` it has one figure.
    """
    ranked = len(set(table.places)) > 1
    for number, row in enumerate(table.rows):
        if row[0] == seat or (not seat and ranked):
            pairs = zip(table.columns[1:], row[1:], strict=True)
            place = table.places[number] if ranked else 0
            figures = [(column.title, cell) for column, cell in pairs if column.number]
            return StandingsRow(
                seat=row[0],
                figures=tuple(figures[:1]) if briefly else _telling(figures),
                place=place,
                of=len(table.rows),
                tied=table.places.count(place) > 1,
            )
    return None


def _telling(figures: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the first figures and those that changed, a few in all; none that is nothing."""
    chosen = [each for number, each in enumerate(figures) if number < 2 or not each[1].isdecimal()]
    return tuple(each for each in chosen[:MOST_FIGURES] if each[1] != "0") or tuple(figures[:1])


class Told(msgspec.Struct, frozen=True):
    """What happened to the reader, a sentence each."""

    sentences: tuple[tuple[str, str], ...]
    """The most important first; before each what names the colour that it is about, or ``""``."""
    core: int
    """How many of them he must read: battles and provinces won and lost."""
    standing: str
    """Where he stands, which is said last."""

    def shorten(self, length: int) -> str:
        """Return so many of the sentences, and the standing; a colour is named once in a row."""
        sentences, before = [], ""
        for colour, sentence in self.sentences[:length]:
            sentences.append(colour + sentence if colour != before else sentence)
            before = colour
        return " ".join((*sentences, self.standing)).strip()

    def fit(self, room: int) -> int:
        """Return for how many of the sentences so many lines have room, or must be read anyway."""
        for length in range(len(self.sentences), self.core, -1):
            if height(self.shorten(length)) <= room:
                return length
        return self.core


def height(text: str) -> int:
    """Return how many lines a text takes in a letter."""
    return len(wrap(text).splitlines()) if text else 0


def tell(you: Any, content: Mapping[str, Any]) -> Told:
    """Say what happened to the reader in the words of a game's ``you.j2``."""
    seat, own, seen = content["setting"].seat, content["own"], _by_type(content["events"])
    first = [
        ("", each) for each in _lines(you.outcome(content["won"], seat) if content["won"] else "")
    ]
    more: list[tuple[str, str]] = []
    told = [getattr(you, name, None) for name in ("battles", "deeds")]
    for colour, gains in content["gains"].items():
        battles, deeds = (macro(seen, colour) if macro else "" for macro in told)
        core = _lines(f"{battles}\n{you.provinces(gains)}")
        start = _name_of(content, colour)
        first += [(start, each) for each in core]
        more += [(start, each) for each in _lines(deeds)]
    if not seat and (macro := getattr(you, "everybody", None)):
        more += [("", each) for each in _lines(macro(seen))]
    if seat and not first and not more:
        first = [("", each) for each in _lines(you.quiet())]
    led = not seat and content["won"]  # who has won leads, too
    stands = " ".join(you.standing(own, seat).split()) if own and not led else ""
    return Told((*first, *more), len(first), stands)


def _name_of(content: Mapping[str, Any], colour: str) -> str:
    """Return what says of which of a reader's colours something is, if he has several."""
    return f"{words.name(colour)}: " if len(content["gains"]) > 1 else ""


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in str.splitlines(text) if line.strip()]


def tally(you: Any, content: Mapping[str, Any]) -> list[str]:
    """Return what a subject says of it, in clauses, the most important first."""
    seat, own = content["setting"].seat, content["own"]
    if not seat:
        return []
    if content["over"]:
        won = content["won"] and seat in content["won"].seats
        return _lines(you.ranked(own)) if own and own.place and not won else []
    macro = getattr(you, "tally", None)
    if macro is None:
        return []
    seen = _by_type(content["events"])
    clauses: list[str] = []
    for colour, gains in content["gains"].items():
        start = _name_of(content, colour)
        clauses += [start + each for each in _lines(macro(seen, colour, gains))]
    return clauses
