"""Going round the table in laps: each colour places one thing a lap, from its own list (M75, M76).

A list is what a seat has sent for a phase: lines with provinces, each of which is an entry that is
used up as it is carried out. A lap takes the first entry that is possible, or a default. All laps
are played at once (``deploy = together``), or each as a phase of its own (``in turn``).
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudicator.games.contract import Value, Word
from adjudicator.games.engine import Outcome, PhaseRule, Problem
from adjudicator.games.engine.lines import OTHER_MOMENT, offer_unless
from adjudicator.games.engine.modules import Step
from adjudicator.games.records import Record
from adjudicator.games.samurai_swords.chapters import war
from adjudicator.games.samurai_swords.reasons import error, reason
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Branch, Line, Order


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

    def take(self, play: SwordsPlay, colour: str, placing: "Placing") -> "Placement | None":
        """Use up the first entry that is possible, or with it the whole line."""
        if not isinstance(self.line.order, placing.kind):
            return None
        for index, branch in enumerate(self.left):
            self.reached = True
            if not play.holds(colour, branch.when):
                continue
            if not isinstance(branch.order, placing.kind):
                self.problems.setdefault("", OTHER_MOMENT)
                continue
            places = _places(branch)
            for entry, place in enumerate(places):
                problem = placing.why_not(play, colour, branch.order, place)
                if problem is None:
                    self.used, self.branch = True, index
                    rest = _with_places(branch, (*places[:entry], *places[entry + 1 :]))
                    others = self.left
                    self.left = (*others[:index], rest, *others[index + 1 :])
                    self.left = () if placing.whole else self.left
                    return Placement(_with_places(branch, (place,)).order, placing, self)
                self.problems.setdefault(place, problem)
        return None

    def outcome(self, over: bool) -> Outcome | None:
        """Return what became of the line, if that is known; ``over``: no lap comes any more."""
        problem, rest = self.flaw or self._problem(), None if over else self.rest()
        word: Word = "failed" if problem else "skipped" if self.reached else "noted"
        if self.used:
            problem = problem if over or self.flaw else None
            word = "partly" if problem else "done"
        elif rest:
            return None
        return Outcome(self.line, word, "", self.branch, problem, str(rest or ""))

    def _problem(self) -> Problem | None:
        """Return what was against the first entry that is left, of one that may yet come if any."""
        entries = (place for branch in self.left for place in _places(branch))
        against = (self.problems[each] for each in entries if each in self.problems)
        other = None if self.used else self.problems.get("")
        return min(against, key=lambda each: each.severity == "error", default=other)

    def rest(self) -> Line | None:
        """Return the line with the entries that later laps can still come to, if there are any."""
        never = {entry for entry, each in self.problems.items() if each.severity == "error"}
        left = [(each, tuple(p for p in _places(each) if p not in never)) for each in self.left]
        branches = tuple(_with_places(branch, places) for branch, places in left if places)
        return replace(self.line, branches=branches) if branches else None


def _places(branch: Branch) -> tuple[str, ...]:
    order: Any = branch.order
    return getattr(order, "places", ())


def _with_places(branch: Branch, places: tuple[str, ...]) -> Branch:
    order: Any = branch.order
    return replace(branch, order=replace(order, places=places))


class Placement(Struct, frozen=True):
    """What was placed in a lap."""

    order: Any
    """An order for one province."""
    placing: "Placing"
    wish: Wish | None = None
    """The line that it was an entry of; None: nobody ordered it."""

    @property
    def place(self) -> str:
        """The province."""
        place: str = self.order.places[0]
        return place


class Placing:
    """One of the things that a colour places in a lap: a claim, spearmen, the marker of an army."""

    kind: type[Any]
    """The orders from which it is taken."""
    whole = False
    """Whether a line is one entry of a list; else each of its provinces is."""
    why = reason("default.heartland")
    """Where it is placed by default, in words."""

    def choices(self, play: SwordsPlay, colour: str) -> Iterable[Order]:
        """Return orders for one province each; the default is the first that is possible."""
        return (self.kind((place,)) for place in heartland(play, colour, self.places(play, colour)))

    def entries(self, play: SwordsPlay, colour: str) -> Iterable[Order]:
        """Return all that a line could say for one province, where a line is one entry."""
        return ()

    def places(self, play: SwordsPlay, colour: str) -> Iterable[str]:
        """Return the provinces that can be named by default."""
        return play.provinces_of(colour)

    @abstractmethod
    def why_not(self, play: SwordsPlay, colour: str, order: Any, place: str) -> Problem | None:
        """Say what is against a province of an order; an error if it can never be one again."""

    @abstractmethod
    def put(self, play: SwordsPlay, colour: str, placed: Placement) -> Placement:
        """Place it; return what came of it."""

    def possible(self, play: SwordsPlay, colour: str) -> Iterator[Placement]:
        """Yield the choices against which nothing speaks."""
        for order in self.choices(play, colour):
            placed = Placement(order, self)
            if not self.why_not(play, colour, order, placed.place):
                yield placed


def heartland(play: SwordsPlay, seat: str, places: Iterable[str]) -> list[str]:
    """Return provinces, those with the most neighbours that are the seat's own first."""
    mine = set(play.provinces_of(seat))
    return sorted(places, key=lambda place: (-len(mine & set(play.neighbours(place))), place))


def _place(
    play: SwordsPlay, colour: str, wishes: Iterable[Wish], placing: Placing
) -> Iterator[Placement]:
    """Place the first entry that is possible, and use it up; without one the default."""
    wanted = (wish.take(play, colour, placing) for wish in wishes)
    placed = next(filter(None, wanted), None)
    if placed is None and play.offering is None:
        placed = next(placing.possible(play, colour), None)
    if placed:
        yield placing.put(play, colour, placed)


Tell = Callable[[SwordsPlay, str, list[Placement]], None]


class LapPhase(Struct, frozen=True, kw_only=True):
    """A phase of the setup that goes round the table in laps; as a step it plays them."""

    name: str
    laps: tuple[tuple[Placing, ...], ...]
    """What each colour places in each lap."""
    tell: Tell | None = None
    """Tell what a colour has placed in all laps, or in the one lap of this phase."""
    tell_lap: Tell | None = None
    """Tell at once what it has placed in a lap."""
    title: str
    """What the phase is called where all laps are played at once."""
    deed: Callable[[SwordsPlay], str]
    """What the colour does whose turn it is: ``claims a province``."""
    about: str
    before: tuple[Step, ...] = ()
    """What is done before the first lap where all are played at once."""
    end: tuple[Step, ...] = ()
    """What is done after the last lap."""

    def __call__(self, play: SwordsPlay) -> None:
        """Play the lap that has come for the colour whose turn it is, or all laps for all."""
        play_laps(
            play, self, turns.colours_in_turn(play), number(play) if play.position.active else None
        )

    @property
    def steps(self) -> tuple[turns.ColourStep, ...]:
        """What is rehearsed: a colour plays the laps that are left, as if it were alone."""
        return (lambda play, colour: play_laps(play, self, [colour]),)

    def find_legal_orders(self, play: SwordsPlay, colour: str) -> Iterator[Order]:
        """Yield what a colour can place in the laps that are left, in the board's order."""
        if play.position.phase == self.name and play.can_act(colour):
            left = dict.fromkeys(chain(*self.laps[number(play) - 1 :]))
            possible = [each for placing in left for each in placing.possible(play, colour)]
            at = {place: index for index, place in enumerate(play.position.provinces)}
            yield from (each.order for each in sorted(possible, key=lambda each: at[each.place]))

    def find_candidates(
        self, play: SwordsPlay, colour: str, kinds: Collection[type[Order]]
    ) -> Iterator[Order]:
        """Yield what a colour may place, of the kinds of which a line is one entry."""
        for placing in dict.fromkeys(chain(*self.laps)):
            if placing.kind in kinds and placing.whole:
                yield from placing.entries(play, colour)


class Laps(Record, frozen=True):
    """Which lap of a phase is played, while the table goes round."""

    number: Annotated[int, Meta(ge=1, le=9)] = 1


IN_TURN = ("divide", "claim", "deploy")
"""The phases of the setup of which each placement may be a phase of its own."""
PLACED = "placed"
"""The code of what a line places already, which may name more places in reserve."""
NOT_CLAIMED = "not-claimed"
"""The code of what a later lap may change."""
ALL_PLACED = error("all-placed")
CHANGE_POLICIES = turns.each_colour(war.change_policies)


def is_in_turn(options: Mapping[str, Value]) -> bool:
    """Whether a game with these options sets up in turn, placement by placement."""
    return options["deploy"] == "in turn"


def number(play: SwordsPlay) -> int:
    """Return the number of the lap that is played; 1 if all are played at once."""
    return play.part(Laps).number if is_in_turn(play.position.options) else 1


def play_laps(
    play: SwordsPlay, course: LapPhase, colours: Iterable[str], last: int | None = None
) -> None:
    """Play the lap that has come, and those after it to the ``last``; tell and answer at the end.

    Lines fail of whose kind no lap is left.
    """
    past, left = (
        {placing.kind for lap in laps for placing in lap}
        for laps in (course.laps[: number(play) - 1], course.laps[number(play) - 1 :])
    )
    lists = {colour: [Wish(line) for line in play.lines(colour, *left)] for colour in colours}
    placed: dict[str, list[Placement]] = {colour: [] for colour in lists}
    for lap in course.laps[number(play) - 1 : last]:
        for colour, wishes in lists.items():
            now = [each for placing in lap for each in _place(play, colour, wishes, placing)]
            placed[colour] += now
            if course.tell_lap and now:
                course.tell_lap(play, colour, now)
    for colour, wishes in lists.items():
        play.fail(colour, play.lines(colour, *(past - left)), ALL_PLACED)
        _tell_defaults(play, colour, placed[colour])
        if course.tell:
            course.tell(play, colour, placed[colour])
        for wish in wishes:
            if outcome := wish.outcome(over=last in (None, len(course.laps))):
                play.keep(colour, outcome)
            else:
                play.waiting.add(id(wish.line))
        _offer(play, colour, [x for x in chain(*course.laps[number(play) - 1 :]) if x.whole])


def _offer(play: SwordsPlay, colour: str, left: Iterable[Placing]) -> None:
    """Keep what could be placed besides, where a line is an entry; to a list all can be added."""
    by_kind = {placing.kind: placing for placing in left}

    def why_not(order: Any) -> Problem | None:
        problem = by_kind[type(order)].why_not(play, colour, order, order.places[0])
        return None if problem and problem.code == PLACED else problem

    offer_unless(play, colour, by_kind, why_not)


def phases_of(course: LapPhase) -> tuple[PhaseRule, PhaseRule]:
    """Return the phase in which all laps are played at once, from the lists of all.

    And that as which each lap of each colour is played (M75, M76).
    """

    def pass_on(play: SwordsPlay) -> None:
        turns.pass_on(play)
        over = number(play) == len(course.laps)
        if not play.position.active:
            play.set_part(Laps() if over else Laps(number(play) + 1))
            for step in course.end if over else (begin_lap,):
                step(play)

    def title_in_turn(play: SwordsPlay) -> str:
        lap = f"(turn {number(play)} of {len(course.laps)})"
        return turns.title(f"{play.position.active} {course.deed(play)} {lap}")(play)

    at_once = PhaseRule(
        name=course.name,
        title=turns.title(course.title),
        about=course.about,
        played=lambda options: not is_in_turn(options),
        when=turns.is_first_round,
        asks=turns.active_or_all,
        may=turns.everybody,
        steps=(CHANGE_POLICIES, *course.before, course, *course.end),
    )
    in_turn = replace(
        at_once,
        title=title_in_turn,
        played=is_in_turn,
        turn=lambda play: play.position.active,
        series=course.name,
        lap=lambda play: (number(play), len(course.laps)),
        opening=(begin_lap,),
        steps=(CHANGE_POLICIES, course, pass_on),
        then=lambda play: course.name if play.position.active else "",
    )
    return at_once, in_turn


def begin_lap(play: SwordsPlay) -> None:
    """Let the first colour begin a lap, unless one is being played."""
    if not play.position.active:
        play.change(active=play.position.turn_order[0])


def _tell_defaults(play: SwordsPlay, colour: str, placed: Iterable[Placement]) -> None:
    """Tell a colour's seat of the defaults; those of a kind that lists provinces as one order."""
    free = [each for each in placed if not each.wish]
    for placing in dict.fromkeys(each.placing for each in free):
        orders = [each.order for each in free if each.placing is placing]
        if not placing.whole:
            orders = [placing.kind(tuple(order.places[0] for order in orders))]
        for order in orders:
            play.tell_default(colour, str(order), str(placing.why))
