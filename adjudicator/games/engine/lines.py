"""Carrying out an order line: its alternatives, their conditions, and what became of it."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from adjudicator.games.contract import Word
from adjudicator.games.engine.play import Outcome, Play
from adjudicator.games.engine.problems import ImpossibleError, Problem, Problems, forbid
from adjudicator.orders import Line, Order

Deed = Generator[None, None, Any]
"""An order being carried out: it yields when nothing is against it at this moment, before it
changes anything, and may return how it ended (a ``Word``), or why it was not wholly done (a
``Problem``). It raises
ImpossibleError where nothing of it can be done."""


class Rule(Struct, frozen=True):
    """A rule of two functions, which are given the play, the seat and the order."""

    why_not: Callable[[Any, str, Any], Problem | None]
    """Say why it cannot be done at this moment, or raise ImpossibleError; changes nothing."""
    do: Callable[[Any, str, Any], Problem | Word | None]
    """Do it; called only if nothing is against it."""

    def __call__(self, play: Any, seat: str, order: Any) -> Deed:
        """Judge the order, and then do it."""
        forbid(self.why_not(play, seat, order))
        yield
        return self.do(play, seat, order)


Rules = Mapping[type[Order], Callable[[Any, str, Any], Deed]]
"""How orders of each kind are judged and done."""

OTHER_MOMENT = Problems("games").error("other-moment")


def carry_out(play: Play[Any, Any], seat: str, line: Line, rules: Rules) -> Outcome:
    """Carry out the first alternative of a line that applies and is possible; keep the outcome.

    A line of which no condition holds is skipped.
    """
    outcome = first_possible(play, seat, line, rules)
    play.keep(seat, play.mend(seat, outcome, rules))
    return outcome


def first_possible(
    play: Play[Any, Any],
    seat: str,
    line: Line,
    rules: Rules,
    barred: Mapping[int, Problem] = {},
) -> Outcome:
    """Do the first alternative of a line that applies and is possible; say what came of it.

    ``barred`` gives alternatives, by index, that are known to fail, and why.
    """
    problem: Problem | None = None
    tried = 0
    for index, branch in enumerate(line.branches):
        if not play.holds(seat, branch.when):
            continue
        tried = index
        try:
            forbid(barred.get(index))
            came = _finish(_begin(play, seat, branch.order, rules))
        except ImpossibleError as impossible:
            problem = impossible.problem
            continue
        if isinstance(came, Problem):
            return Outcome(line, "partly", branch=index, problem=came)
        return Outcome(line, came or "done", branch=index)
    return fail(line, tried, problem)


def fail(line: Line, branch: int, problem: Problem | None) -> Outcome:
    """Return the outcome of a line that was not carried out; without a problem it was skipped."""
    if problem is None:
        return Outcome(line, "skipped")
    return Outcome(line, "failed", branch=branch, problem=problem)


def judge(play: Play[Any, Any], seat: str, order: Order, rules: Rules) -> Problem | None:
    """Say what is against an order by the rules of this moment."""
    try:
        _begin(play, seat, order, rules)
    except ImpossibleError as impossible:
        return impossible.problem
    return None


def _begin(play: Play[Any, Any], seat: str, order: Order, rules: Rules) -> Deed:
    """Begin to carry out an order. Raises ImpossibleError."""
    rule = rules.get(type(order))
    if rule is None:
        raise ImpossibleError(OTHER_MOMENT)
    deed = rule(play, seat, order)
    next(deed)
    return deed


def _finish(deed: Deed) -> Problem | Word | None:
    """Do what was begun; return what came of it. Raises ImpossibleError if nothing was done."""
    try:
        next(deed)
    except StopIteration as end:
        came: Problem | Word | None = end.value
        return came
    raise TypeError("An order is carried out in two parts: judged, and done.")


def carry_out_all(play: Play[Any, Any], seat: str, lines: Iterable[Line], rules: Rules) -> None:
    """Carry out every line whose kind the rules know, in the order written."""
    for line in lines:
        if type(line.order) in rules:
            carry_out(play, seat, line, rules)
    offer(play, seat, rules)


def offer(play: Play[Any, Any], seat: str, rules: Rules, moment: str = "") -> None:
    """Keep what the rules of this moment would take now, behind the seat's lines.

    That is, if it is asked of the play. If several moments take the same kinds of orders, each has
    a name.
    """
    offer_unless(play, seat, rules, partial(judge, play, seat, rules=rules), moment)


def offer_unless(
    play: Play[Any, Any],
    seat: str,
    kinds: Collection[type[Order]],
    why_not: Callable[[Order], Problem | None],
    moment: str = "",
) -> None:
    """Keep orders of these kinds against which nothing speaks, if that is asked of the play.

    A moment may have rules for kinds that its phase does not ask for; of those none is kept.
    """
    offers = play.offering
    if offers is None or offers.seat != seat:
        return
    asked = play.rules.orders.get(play.position.phase, ())
    kinds = tuple(kind for kind in kinds if kind in asked)
    play.offering = None  # those that are made of it are asked nothing
    offers.keep(
        (moment, *kinds), kinds, [x for x in candidates(play, seat, kinds) if why_not(x) is None]
    )
    stated = (each for state in play.rules.remainders for each in state(play, seat, kinds))
    offers.remainders.update((each.what, each) for each in stated)
    play.offering = offers


def candidates(play: Play[Any, Any], seat: str, kinds: Collection[type[Order]]) -> Iterator[Order]:
    """Yield orders of the kinds of a moment that may be possible as the play stands at it."""
    for find in play.rules.candidates:
        yield from (order for order in find(play, seat, kinds) if type(order) in kinds)
    for find_orders in () if play.rules.candidates else play.rules.legal_orders:
        for each in find_orders(play, seat):
            order = each.order if isinstance(each, Line) else each
            if type(order) in kinds:
                yield order
