"""Going round the table in laps: each colour places one thing a lap, from its own list (M75, M76).

A list is what a seat has sent for a phase: lines with provinces, each of which is an entry that is
used up as it is carried out. A lap takes the first entry that is possible, or a default. All laps
are played at once (``deploy = together``), or each as a phase of its own (``in turn``).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudicator.games.contract import Value, Word
from adjudicator.games.engine import Outcome, PhaseRule, Problem, error
from adjudicator.games.engine.lines import OTHER_MOMENT, fail
from adjudicator.games.engine.modules import Step
from adjudicator.games.records import Record
from adjudicator.games.samurai_swords.chapters import war
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.turns import ColourStep
from adjudicator.orders import Branch, Line, Order

K = TypeVar("K", bound=Order)


class Placement(Struct, frozen=True):
    """What was placed in a lap, as an order."""

    order: Order
    default: bool
    """Whether nobody ordered it."""


WhyNot = Callable[[Any, str], Problem | None]
"""What is against a province of an order as an entry; an error if it can never be one again."""
Tell = Callable[[SwordsPlay, str, list[Placement]], None]


class Lap(Struct, frozen=True):
    """A lap."""

    kinds: tuple[type[Order], ...]
    """The kinds of orders from which it takes its entries."""
    place: Callable[[SwordsPlay, str, "Wishes"], Iterable[Placement]]
    """Place what a colour places in it, given its list."""


class Course(Struct, frozen=True, kw_only=True):
    """A phase of the setup that goes round the table in laps."""

    name: str
    laps: tuple[Lap, ...]
    tell: Tell
    """Tell what a colour has placed in all laps, or in the one lap of this phase."""
    tell_lap: Tell | None = None
    """Tell at once what it has placed in a lap."""
    title: str
    """What the phase is called where all laps are played at once."""
    deed: Callable[[SwordsPlay], str]
    """What the colour does whose turn it is: ``claims a province``."""
    about: str
    end: tuple[Step, ...] = ()
    """What is done after the last lap."""


class Wish:
    """A line of a list, and what became of its entries so far."""

    def __init__(self, line: Line):
        self.line = line
        self.left: tuple[Branch, ...] = line.branches
        """Its alternatives with the entries that are left."""
        self.branch = 0
        self.used = False
        self.flaw: Problem | None = None
        """What kept it from being carried out wholly."""
        self.reached = False
        """Whether a lap has come to it."""
        self.problems: dict[str, Problem] = {}
        """What was against entries as laps came to them."""

    def take(
        self, play: SwordsPlay, colour: str, kind: type[Order], why_not: WhyNot, whole: bool
    ) -> "Taken | None":
        """Use up the first entry that is possible."""
        self.reached = True
        for index, branch in enumerate(self.left):
            if not play.holds(colour, branch.when):
                continue
            order: Any = branch.order
            if not isinstance(order, kind):
                self.problems.setdefault("", OTHER_MOMENT)
                continue
            for at, place in enumerate(_places(branch)):
                problem = why_not(order, place)
                if problem is None:
                    self._strike(index, at, whole)
                    return Taken(order, place, self)
                self.problems.setdefault(place, problem)
        return None

    def _strike(self, index: int, moment: int, whole: bool) -> None:
        self.used, self.branch = True, index
        order: Any = self.left[index].order
        places = order.places[:moment] + order.places[moment + 1 :]
        rest = replace(self.left[index], order=replace(order, places=places))
        self.left = () if whole else (*self.left[:index], rest, *self.left[index + 1 :])

    def outcome(self, over: bool) -> Outcome | None:
        """Return what became of the line, if that is known; ``over``: no lap comes any more."""
        problem = self.flaw or self._problem()
        rest = None if over else self.rest()
        if self.used and rest:
            return Outcome(self.line, "done", branch=self.branch, left=str(rest))
        if self.used:
            partly = problem and (over or self.flaw)
            return self._outcome("partly" if partly else "done", problem)
        if rest:
            return None
        if problem:
            return self._outcome("failed", problem)
        return self._outcome("skipped" if self.reached else "noted", None)

    def _outcome(self, word: Word, problem: Problem | None) -> Outcome:
        problem = None if word == "done" else problem
        why = problem.message if problem else ""
        return Outcome(self.line, word, why, self.branch, problem)

    def _problem(self) -> Problem | None:
        """Return what was against the first entry that is left."""
        entries = (place for branch in self.left for place in _places(branch))
        found = (self.problems[each] for each in entries if each in self.problems)
        return next(found, None if self.used else self.problems.get(""))

    def rest(self) -> Line | None:
        """Return the line with the entries that later laps can still come to, if there are any."""
        never = {entry for entry, each in self.problems.items() if each.severity == "error"}
        branches = []
        for branch in self.left:
            places = tuple(place for place in _places(branch) if place not in never)
            if places:
                order: Any = branch.order
                branches.append(replace(branch, order=replace(order, places=places)))
        return replace(self.line, branches=tuple(branches)) if branches else None


def _places(branch: Branch) -> tuple[str, ...]:
    order: Any = branch.order
    return getattr(order, "places", ())


class Taken(Struct, frozen=True):
    """An entry that a lap uses up."""

    order: Any
    place: str
    wish: Wish
    """The line that it belonged to."""


class Wishes:
    """The list of a colour: what its seat has sent."""

    def __init__(self, play: SwordsPlay, colour: str, laps: Sequence[Lap]):
        kinds = tuple(kind for lap in laps for kind in lap.kinds)
        lines = play.orders[colour]
        self.wishes = [Wish(line) for line in lines if isinstance(line.order, kinds)]

    def take(
        self,
        play: SwordsPlay,
        colour: str,
        kind: type[Order],
        why_not: WhyNot,
        whole: bool = False,
    ) -> Taken | None:
        """Use up the first entry of this kind that is possible; ``whole``: with all its line."""
        for wish in self.wishes:
            if wish.left and isinstance(wish.line.order, kind):
                found = wish.take(play, colour, kind, why_not, whole)
                if found:
                    return found
        return None

    def answer(self, play: SwordsPlay, colour: str, over: bool) -> None:
        """Keep what became of the lines; where that is not known yet they wait for the next lap."""
        for wish in self.wishes:
            outcome = wish.outcome(over)
            if outcome is None:
                play.waiting.add(id(wish.line))
                continue
            before = play.unsure
            open_ = outcome.problem is not None and outcome.problem.severity != "error"
            play.unsure = before or open_
            play.keep(colour, outcome)
            play.unsure = before


class Laps(Record, frozen=True):
    """Which lap of a phase is played, while the table goes round."""

    number: Annotated[int, Meta(ge=1, le=9)] = 1


IN_TURN = ("divide", "claim", "deploy")
"""The phases of the setup of which each placement may be a phase of its own."""
ALL_PLACED = error("all-placed", "All that this line is about has been placed.")
CHANGE_POLICIES = turns.each_colour(war.change_policies)


def is_in_turn(options: Mapping[str, Value]) -> bool:
    """Whether a game with these options sets up in turn, placement by placement."""
    return options["deploy"] == "in turn"


def number(play: SwordsPlay) -> int:
    """Return the number of the lap that is played; 1 if all are played at once."""
    return play.part(Laps).number if is_in_turn(play.position.options) else 1


def play_laps(play: SwordsPlay, course: Course, laps: Sequence[Lap], colours: list[str]) -> None:
    """Play some laps for these colours, and tell and answer at the end."""
    wishes = {colour: Wishes(play, colour, laps) for colour in colours}
    placed: dict[str, list[Placement]] = {colour: [] for colour in colours}
    for lap in laps:
        for colour in colours:
            now = list(lap.place(play, colour, wishes[colour]))
            placed[colour] += now
            if course.tell_lap and now:
                course.tell_lap(play, colour, now)
    for colour in colours:
        course.tell(play, colour, placed[colour])
        wishes[colour].answer(play, colour, over=True)


def at_once(course: Course, *before: Step) -> PhaseRule:
    """Return the phase in which all laps are played at once, from the lists of all."""

    def play_all(play: SwordsPlay) -> None:
        play_laps(play, course, course.laps, _table(play))

    return PhaseRule(
        name=course.name,
        title=turns.title(course.title),
        about=course.about,
        played=lambda options: not is_in_turn(options),
        when=turns.is_first_round,
        asks=turns.everybody,
        may=turns.everybody,
        steps=(CHANGE_POLICIES, *before, play_all, *course.end),
    )


def in_turn(course: Course) -> PhaseRule:
    """Return the phase as which each lap of each colour is played (M75, M76)."""
    laps = len(course.laps)

    def play_lap(play: SwordsPlay) -> None:
        colour, lap = play.position.active, number(play)
        refuse_late(play, colour, course)
        wishes = Wishes(play, colour, course.laps[lap - 1 :])
        placed = list(course.laps[lap - 1].place(play, colour, wishes))
        if course.tell_lap and placed:
            course.tell_lap(play, colour, placed)
        course.tell(play, colour, placed)
        wishes.answer(play, colour, over=lap == laps)

    def pass_on(play: SwordsPlay) -> None:
        order = _table(play)
        place = order.index(play.position.active) + 1
        if place < len(order):
            play.change(active=order[place])
        elif number(play) < laps:
            play.change(active=order[0])
            play.set_part(Laps(number(play) + 1))
        else:
            play.change(active="")
            play.set_part(Laps())
            for step in course.end:
                step(play)

    return PhaseRule(
        name=course.name,
        title=lambda play: (
            f"Round {play.position.round}: {play.position.active} {course.deed(play)} "
            f"(turn {number(play)} of {laps})"
        ),
        about=course.about,
        played=is_in_turn,
        when=turns.is_first_round,
        asks=turns.active_or_all,
        may=turns.everybody,
        turn=lambda play: play.position.active,
        series=course.name,
        lap=lambda play: (number(play), laps),
        opening=(begin_laps,),
        steps=(CHANGE_POLICIES, play_lap, pass_on),
        then=lambda play: course.name if play.position.active else "",
    )


def begin_laps(play: SwordsPlay) -> None:
    """Let the first colour begin the first lap, unless laps are being played."""
    if not play.position.active:
        play.change(active=_table(play)[0])
        play.set_part(Laps())


def _table(play: SwordsPlay) -> list[str]:
    """Return the colours as they follow one another."""
    return [each for each in play.position.turn_order if play.is_alive(each)]


def refuse_late(play: SwordsPlay, colour: str, course: Course) -> None:
    """Let the lines fail of whose kind no lap is left."""
    over = number(play) - 1
    left = {kind for lap in course.laps[over:] for kind in lap.kinds}
    late = tuple({kind for lap in course.laps[:over] for kind in lap.kinds} - left)
    for line in play.lines(colour, *late):
        play.keep(colour, fail(line, 0, ALL_PLACED))


def play_alone(course: Course) -> ColourStep:
    """Return a step in which a colour plays the laps that it has left, as if it were alone.

    For the ``coming`` lap it is that one, where each is a phase of its own.
    """

    def play_rest(play: SwordsPlay, colour: str) -> None:
        refuse_late(play, colour, course)
        lap = number(play)
        last = lap if comes_alone(play) else None
        play_laps(play, course, course.laps[lap - 1 : last], [colour])

    return play_rest


def comes_alone(play: SwordsPlay) -> bool:
    """Whether the lap that has come is rehearsed and no other."""
    return play.coming and is_in_turn(play.position.options)


def placements_of(placed: Iterable[Placement], kind: type[K]) -> list[tuple[K, bool]]:
    """Return the placements by an order of a kind, each with whether it was a default."""
    return [(each.order, each.default) for each in placed if isinstance(each.order, kind)]


def tell_default_list(
    play: SwordsPlay, colour: str, placed: Iterable[Placement], kind: type[Order], why: str
) -> None:
    """Tell a colour's seat of the defaults of a kind as one order, which lists the provinces."""
    made: Any = kind
    listed = [_places(Branch(order)) for order, default in placements_of(placed, kind) if default]
    places = tuple(place for each in listed for place in each)
    if places:
        play.tell_default(colour, str(made(places)), why)
