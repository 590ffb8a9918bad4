"""Policies: what a seat wants done when nobody can ask, kept until it is changed."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.lines import OTHER_MOMENT, fail
from adjudicator.games.gekokujo.orders import orders as kinds
from adjudicator.games.gekokujo.reasons import error
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Line, Order, subject

K = TypeVar("K", bound=Order)
MOST = 60
"""Lines that a seat can have in force; the oldest are forgotten."""
KEPT = (*kinds.POLICIES, *kinds.STRIKES)


def note_policies(play: GekokujoPlay) -> None:
    """Put the policies of every seat's mail in force, before anything else is done."""
    for seat in play.survivors():
        note_policies_of(play, seat)


def note_policies_of(play: GekokujoPlay, seat: str) -> None:
    """Put the policies of a seat's mail in force, in the place of those about the same."""
    noted = []
    for line in play.lines(seat, *KEPT):
        problems = [why_no_policy(play, seat, branch.order) for branch in line.branches]
        if all(problems):
            play.keep(seat, fail(line, 0, problems[0]))
        else:
            play.keep(seat, Outcome(line, "noted"))
            noted.append(line)
    if noted:
        play.change_seat(seat, policies=_with_lines(play, seat, noted))


def why_no_policy(play: GekokujoPlay, seat: str, order: Order) -> Problem | None:
    """Say why a line cannot be a policy."""
    ninja = play.position.ninja
    if isinstance(order, kinds.STRIKES):
        if ninja.master != seat:
            return error("not-hired")
        if ninja.mission != "assassination":
            return error("not-hired.other", mission=ninja.mission)
        if ninja.struck:
            return error("has-struck")
    match order:
        case kinds.NinjaStrikes(victim) if victim:
            return why_no_other(play, seat, victim)
        case kinds.HitsOn(names):
            return next(filter(None, (why_no_other(play, seat, name) for name in names)), None)
    return None if isinstance(order, KEPT) else OTHER_MOMENT


def why_no_other(play: GekokujoPlay, seat: str, name: str) -> Problem | None:
    """Say why a name is not another seat's."""
    other = play.find_seat(name, seat)
    if not other:
        return error("nobody", clan=name)
    return error("yourself") if other == seat else None


def _with_lines(play: GekokujoPlay, seat: str, lines: Sequence[Line]) -> tuple[str, ...]:
    """Return policies with new lines in the place of those that were about the same."""
    forget = max(
        (n for n, line in enumerate(lines) if isinstance(line.order, kinds.Forget)), default=-1
    )
    new = lines[forget + 1 :]
    about = {_about(line.order) for line in new}
    stand = () if forget >= 0 else lines_in_force(play, seat)
    kept = [line for line in stand if _about(line.order) not in about]
    texts = (str(replace(line, always=False)) for line in (*kept, *new))
    return tuple(texts)[-MOST:]


def _about(order: Order) -> tuple[str, ...]:
    return ("ninja",) if isinstance(order, kinds.STRIKES) else subject(order)


def drop_strikes(play: GekokujoPlay, seat: str) -> None:
    """Forget what a seat wanted of the ninja, for he is free again."""
    lines = lines_in_force(play, seat)
    kept = tuple(str(line) for line in lines if not isinstance(line.order, kinds.STRIKES))
    play.change_seat(seat, policies=kept)


def policy(
    play: GekokujoPlay, seat: str, kind: type[K], place: str = "", role: str = ""
) -> K | None:
    """Return the policy of a kind that fits: the most exact one, of several the latest."""
    in_force = play.wishes(seat, Order, lines_in_force(play, seat))
    wanted = [each for each in in_force if isinstance(each, kind)]
    fitting = [each for each in reversed(wanted) if _exactness(each, place, role) >= 0]
    return max(fitting, key=lambda each: _exactness(each, place, role), default=None)


def strikes(play: GekokujoPlay, seat: str) -> list[kinds.NinjaStrikes] | None:
    """Return the strikes that the ninja's master wants now; None if it named none since hiring."""
    lines = [line for line in lines_in_force(play, seat) if isinstance(line.order, kinds.STRIKES)]
    if not lines:
        return None
    if any(isinstance(each, kinds.NinjaWaits) for each in play.wishes(seat, Order, lines[-1:])):
        return []
    wanted = play.wishes(seat, Order, lines)
    return [each for each in wanted if isinstance(each, kinds.NinjaStrikes)]


def _exactness(order: Order, place: str, role: str) -> int:
    """Return how exactly a policy fits; -1: it does not."""
    if not isinstance(order, kinds.Ronin | kinds.HitsOn | kinds.Hit):
        return 0
    if (order.places and place not in order.places) or (order.role and order.role != role):
        return -1
    return 2 * bool(order.places) + bool(order.role)


def lines_in_force(play: GekokujoPlay, seat: str) -> tuple[Line, ...]:
    """Return a seat's policies, as they stand in its record."""
    return play.recall("\n".join(play.house(seat).policies), "campaign", "move").lines
