"""What-ifs: the outcomes of a rule case, and how often each comes, over many trials."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import sqrt
from typing import Any

import msgspec

from adjudicator.cases.case import CaseError, Step, read_case, reason
from adjudicator.cases.expectations import (
    NOTHING,
    finding_differences,
    look_up,
    text_of,
    values,
    winner_of,
)
from adjudicator.cases.judge import JudgedPhase, step_differences
from adjudicator.cases.run import check_orders, set_up, step_orders
from adjudicator.chance import Stream, phase_key
from adjudicator.games.contract import Game
from adjudicator.orders import Orders

MOST_TRIALS = 1_000_000
_Z = 1.959964  # the normal deviate that leaves 2.5 % on either side


class Share(msgspec.Struct, frozen=True):
    """How often something came."""

    count: int
    """The number of trials in which it came."""
    share: float
    """That number as a part of all trials, from 0 to 1."""
    low: float
    """The lower end of the share's 95 % interval."""
    high: float
    """The upper end of it."""


class CaseOutcome(msgspec.Struct, frozen=True):
    """One way in which the trials came out, and how often."""

    lines: tuple[str, ...]
    """A line for each thing that it is made of; none if nothing changed."""
    share: Share


class CaseOdds(msgspec.Struct, frozen=True):
    """What came of a case in many trials."""

    title: str
    trials: int
    outcomes: tuple[CaseOutcome, ...]
    """The most frequent first."""
    met: Share | None = None
    """How often all that the case expects came out; None if it expects nothing."""


def odds(
    table: Mapping[str, Any],
    trials: int,
    key: bytes,
    watch: Callable[[range], Iterable[int]] = iter,
) -> CaseOdds:
    """Adjudicate a case ``trials`` times with chances derived from the key.

    The numbers of the trials go through ``watch``, which may show how far it is.

    Outcomes are the values of what ``[expect]`` names, or, if it names nothing, the provinces and
    armies that changed. A script in the case is left aside. Raises CaseError.
    """
    if not 1 <= trials <= MOST_TRIALS:
        raise CaseError("trials", most=MOST_TRIALS, trials=trials)
    case = read_case(table)
    game, start, steps = set_up(case)
    orders = _accepted_orders(game, start, steps[0])
    named = any(_names_something(step) for step in steps)
    seen: Counter[tuple[str, ...]] = Counter()
    before = game.as_table(start)
    met = 0
    for number in watch(range(trials)):
        chance = Stream(phase_key(key, f"trial {number}", ""))
        end, lines, as_expected = _play(game, start, steps, orders, chance)
        seen[tuple(lines if named else _changes(before, game.as_table(end)))] += 1
        met += as_expected
    outcomes = (CaseOutcome(lines, share(count, trials)) for lines, count in seen.most_common())
    return CaseOdds(case.title, trials, tuple(outcomes), share(met, trials) if named else None)


def _accepted_orders(game: Game, position: Any, step: Step) -> dict[str, Orders]:
    """Read the orders of a step; refuse lines that are rejected and not expected to be."""
    orders, findings = step_orders(game, position, step)
    findings += check_orders(game, position, orders)
    if step.expect.findings is None:
        for problem in finding_differences(None, findings):
            raise CaseError("wrong", place=step.where, why=problem)
    return orders


def share(count: int, trials: int) -> Share:
    """Return a share with its Wilson interval, which holds for rare outcomes too."""
    return Share(count, count / trials, *interval(count / trials, trials))


def interval(part: float, trials: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a part of so many trials."""
    spread = _Z * sqrt(part * (1 - part) / trials + (_Z / (2 * trials)) ** 2)
    middle = part + _Z**2 / (2 * trials)
    scale = 1 + _Z**2 / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def _play(
    game: Game, position: Any, steps: tuple[Step, ...], orders: Mapping[str, Orders], chance: Stream
) -> tuple[Any, list[str], bool]:
    """Run all steps: where they end, what came of what they name, and whether it was expected."""
    lines: list[str] = []
    met = True
    for number, step in enumerate(steps):
        if number:
            if game.phase(position).over:
                return (
                    position,
                    [*lines, str(reason("was-over", step=step.where.rstrip(".")))],
                    False,
                )
            orders, _ = step_orders(game, position, step)
        resolution = game.adjudicate(position, orders, chance)
        position, events = resolution.position, resolution.events
        came = game.as_table(position)
        named = values(step.expect.position, came, "")
        lines += (f"{step.where}{path} = {text_of(value)}" for path, value in named)
        if step.expect.winner is not None:
            won = winner_of(events)
            lines.append(f"{step.where}winner = {text_of(won) if won != '' else 'none'}")
        met = met and not any(
            step_differences(step, JudgedPhase(came, None, events, winner_of(events)))
        )
    return position, lines, met


def _names_something(step: Step) -> bool:
    expect = step.expect
    return bool(expect.position or expect.events or expect.winner is not None)


def _changes(before: Any, after: Any) -> Iterator[str]:
    """Yield a line for each province, and each army of a seat, that is not as it was."""
    yield from _differing(look_up(before, "provinces"), look_up(after, "provinces"), "")
    seats = look_up(after, "seats")
    for seat in seats if isinstance(seats, Mapping) else ():
        was, now = (
            look_up(look_up(look_up(position, "seats"), seat), "armies")
            for position in (before, after)
        )
        yield from _differing(was, now, f"{seat} army ")


def _differing(before: Any, after: Any, prefix: str) -> Iterator[str]:
    was, now = _by_name(before), _by_name(after)
    for name in dict.fromkeys([*was, *now]):
        if was.get(name, NOTHING) != now.get(name, NOTHING):
            yield f"{prefix}{name}: {_in_short(now.get(name, NOTHING))}"


def _in_short(value: Any) -> str:
    """Write a province or an army by what it has: ``owner blue, armies 2``; else ``nothing``."""
    if value is NOTHING:
        return "gone"
    value = msgspec.to_builtins(value)
    if not isinstance(value, Mapping):
        return text_of(value)
    return ", ".join(f"{name} {each}" for name, each in value.items() if each) or "nothing"


def _by_name(holder: Any) -> dict[str, Any]:
    if isinstance(holder, Mapping):
        return {str(name): value for name, value in holder.items()}
    if isinstance(holder, list | tuple):
        return {str(number): value for number, value in enumerate(holder, 1)}
    return {}
