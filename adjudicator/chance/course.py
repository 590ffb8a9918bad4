"""A course of events: chance whose ends are weighed, to follow all of them or to draw some.

Where rules know how likely each end of a thing is, they let a course choose one of them instead of
rolling the dice that lead there. So a turn with few ends is followed through all of them, and what
comes of it is exact; of one with many some courses are drawn, each end as often as it must come.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, TypeVar

from adjudicator.chance.stream import Draw, Stream

T = TypeVar("T")

_MANY = 100
"""Where so many times as many ends as may be followed lie behind one another, none is."""
_FINE = 2**48
"""An end is drawn as finely as that."""


class Course:
    """Plays the part of chance in one course of events."""

    def __init__(self, key: bytes, path: Sequence[int] | None = None):
        """Begin a course whose ends are drawn from a key, or follow a path: a place for each end.

        Behind the end of a path the first is chosen.
        """
        self._path = path
        self._lots = Stream(key + b" ends")
        self._stream = Stream(key)
        self.drawn: list[Draw] = self._stream.drawn
        """Dice and shuffles, for which no ends were known."""
        self.likelihood = 1.0
        """How likely its ends are, all together."""
        self.places: list[int] = []
        """The place of each end among those that it was chosen from."""
        self.ways: list[int] = []
        """Of how many each was chosen."""
        self.choices: list[Mapping[Any, float]] = []
        """What each was chosen from, with how likely it was."""

    def dice(self, count: int, sides: int, label: str) -> list[int]:
        """Roll ``count`` dice of ``sides`` sides; faces from 1 to ``sides``."""
        return self._stream.dice(count, sides, label)

    def shuffle(self, things: Sequence[T], label: str) -> list[T]:
        """Return the things in a random order; every order is equally likely."""
        return self._stream.shuffle(things, label)

    def choose(self, ends: Mapping[T, float]) -> T:
        """Return one of the ends of a thing, given how likely each is."""
        able = [(end, likely) for end, likely in ends.items() if likely > 0]
        step = len(self.places)
        if self._path is None:
            place = self._draw([likely for _, likely in able])
        else:
            place = self._path[step] if step < len(self._path) else 0
        end, likely = able[place]
        self.choices.append(ends)
        self.places.append(place)
        self.ways.append(len(able))
        self.likelihood *= likely
        return end

    def _draw(self, shares: Sequence[float]) -> int:
        left = self._lots.dice(1, _FINE, "")[0] / _FINE * sum(shares)
        for place, share in enumerate(shares):
            left -= share
            if left <= 0:
                return place
        return len(shares) - 1


def follow_all(run: Callable[[Course], T], most: int) -> list[tuple[float, T]] | None:
    """Run a thing through all its courses; return how likely each is, and what came of it.

    None if they have more than ``most`` choices in all, or if dice were rolled in one.
    """
    came: list[tuple[float, T]] = []
    path: list[int] | None = []
    choices = 0
    while path is not None:
        course = Course(b"", path)
        result = run(course)
        came.append((course.likelihood, result))
        choices += len(course.ways)
        hopeless = prod(course.ways) > most * _MANY
        if course.drawn or choices > most or hopeless:
            return None
        path = _next(course)
    return came


def _next(course: Course) -> list[int] | None:
    """Return the path of the course after this one; None: it was the last."""
    for step in reversed(range(len(course.places))):
        if course.places[step] + 1 < course.ways[step]:
            return [*course.places[:step], course.places[step] + 1]
    return None


def draw_some(run: Callable[[Course], T], key: bytes) -> Iterator[T]:
    """Run a thing again and again, each time through a course that is drawn from the key."""
    number = 0
    while True:
        yield run(Course(b"%s %d" % (key, number)))
        number += 1
