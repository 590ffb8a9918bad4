"""What-ifs: the outcomes of a rule case, and how often each comes, over many trials."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

import msgspec

from adjudicator.cases.case import CaseError, Step
from adjudicator.cases.expectations import NOTHING, look_up, text_of, values, winners
from adjudicator.cases.read import read_case
from adjudicator.cases.run import outcome_differences, set_up, step_orders
from adjudicator.chance import Stream, phase_key
from adjudicator.games.contract import Event, Game
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


class Outcome(msgspec.Struct, frozen=True):
    """One outcome."""

    lines: tuple[str, ...]
    """A line for each thing that it is made of; none if nothing changed."""
    share: Share


class Odds(msgspec.Struct, frozen=True):
    """What came of a case in many trials."""

    title: str
    trials: int
    outcomes: tuple[Outcome, ...]
    """The most frequent first."""
    met: Share | None = None
    """How often all that the case expects came out; None if it expects nothing."""


def odds(table: Mapping[str, Any], trials: int, key: bytes) -> Odds:
    """Adjudicate a case ``trials`` times with chances derived from the key.

    Outcomes are the values of what ``[expect]`` names, or, if it names nothing, the provinces and
    armies that changed. A script in the case is left aside. Raises CaseError.
    """
    if not 1 <= trials <= MOST_TRIALS:
        raise CaseError(f"trials: must be from 1 to {MOST_TRIALS:,}, not {trials:,}")
    case = read_case(table)
    game, start, steps = set_up(case)
    orders, _ = step_orders(game, start, steps[0])
    named = any(_names_something(step) for step in steps)
    seen: Counter[tuple[str, ...]] = Counter()
    before = game.as_table(start)
    met = 0
    for number in range(trials):
        trial = _Trial(game, start, Stream(phase_key(key, f"trial {number}", "")))
        trial.run(steps, orders)
        seen[tuple(trial.lines if named else _changes(before, trial.outcome))] += 1
        met += trial.met
    outcomes = (Outcome(lines, share(count, trials)) for lines, count in seen.most_common())
    return Odds(case.title, trials, tuple(outcomes), share(met, trials) if named else None)


def share(count: int, trials: int) -> Share:
    """Return a share with its Wilson interval, which holds for rare outcomes too."""
    part = count / trials
    spread = _Z * sqrt(part * (1 - part) / trials + (_Z / (2 * trials)) ** 2)
    middle = part + _Z**2 / (2 * trials)
    scale = 1 + _Z**2 / trials
    return Share(
        count, part, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
    )


class _Trial:
    """One run of all steps: what came of what they name, and whether it was as they expect."""

    def __init__(self, game: Game, position: Any, chance: Stream):
        self.game = game
        self.position = position
        self.chance = chance
        self.lines: list[str] = []
        self.met = True

    @property
    def outcome(self) -> Any:
        """What cases can name of the position."""
        return self.game.as_table(self.position)

    def run(self, steps: tuple[Step, ...], orders: Mapping[str, Orders]) -> None:
        for number, step in enumerate(steps):
            if number:
                if self.game.phase(self.position).over:
                    self.met = False
                    self.lines.append(f"{step.where.rstrip('.')}: the game was over")
                    return
                orders, _ = step_orders(self.game, self.position, step)
            resolution = self.game.adjudicate(self.position, orders, self.chance)
            self.position = resolution.position
            self._note(step, resolution.events)

    def _note(self, step: Step, events: Sequence[Event]) -> None:
        self.lines += (
            f"{step.where}{path} = {text_of(value)}"
            for path, value in values(step.expect.position, self.outcome, "")
        )
        if step.expect.winner is not None:
            won = winners(events)
            self.lines.append(f"{step.where}winner = {'none' if won is None else text_of(won)}")
        if self.met and outcome_differences(step, self.outcome, events):
            self.met = False


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
