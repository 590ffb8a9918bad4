"""How a battle may end, reckoned exactly: the chances that decide what is worth a warning."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from msgspec import Struct

from adjudicator.games.samurai_swords.chapters.battle import HAND_TO_HAND, RANGED, CallOff
from adjudicator.games.samurai_swords.chapters.casualties import (
    FIRST_STRIKE,
    STEPS,
    Host,
    Stage,
    Stages,
    stages_of,
)
from adjudicator.games.samurai_swords.edition import SIDES, UNITS
from adjudicator.games.samurai_swords.judging.scenarios import MOST, Ending

LONG_SHOT = 1 / 200
"""What is less likely is not warned of."""
MOST_STATES = 150
"""A battle of more states is not reckoned: it is taken for open."""
FORGOTTEN = 1e-5
"""What is less likely is left out of the reckoning."""
MOST_PASSES = 40
COMES = 1 / 90
"""How likely it is taken to be that another seat makes an attack that it can make."""
FARTHER = 1 / 4
"""How much less likely it is if the army has to march before, or to win a battle and advance."""

Spread = dict[tuple[int, int], float]
"""How likely it is that so many attackers and so many defenders are lost."""
Hits = tuple[float, ...]
"""How likely each number of hits is, from 0."""
Stop = Callable[[int, int, int], bool]
"""Whether the attacker stops: given the attackers and the defenders lost, and the passes fought."""


class Comer(NamedTuple):
    """A troop that may attack a province."""

    host: Host
    naval: bool
    likely: float
    """How likely it is that it does."""


class Prospect(Struct, frozen=True):
    """What may come of a battle."""

    endings: tuple[tuple[Ending, float], ...]
    """The bad endings that are no long shots, the worst last, and how likely they are."""
    failure: float
    """How likely it is that the battle is not won."""
    losses: Mapping[int, float]
    """How likely it is that so many attackers are lost, and not all."""


OPEN = Prospect(
    ((Ending("won", MOST), 0.3), (Ending("off", MOST), 0.3), (Ending("lost", MOST), 0.3)),
    0.6,
    {0: 1.0},
)


class Foresight:
    """A battle that is to come, of which nothing is reckoned before it is asked for."""

    def __init__(
        self,
        attacker: Host,
        defender: Host,
        naval: bool,
        call_off: CallOff,
        before: "Foresight | None" = None,
    ):
        self._sides = attacker, defender
        self._naval = naval
        self._call_off = call_off
        self._before = before

    @cached_property
    def prospect(self) -> Prospect:
        """What may come of it, after the battle before it."""
        losses = self._before.prospect.losses if self._before else {0: 1.0}
        return prospect(*self._sides, self._naval, self._call_off, losses)


def prospect(
    attacker: Host, defender: Host, naval: bool, call_off: CallOff, losses: Mapping[int, float]
) -> Prospect:
    """Reckon what may come of a battle; the attacker has had those losses before it, with luck."""
    ours, theirs = stages_of(attacker), stages_of(defender)
    if len(ours) * len(theirs) > MOST_STATES:
        return OPEN
    start: Spread = {}
    for lost, chance in losses.items():  # it may have left garrisons since then
        state = min(lost, len(ours) - 1), 0
        start[state] = start.get(state, 0) + chance

    def stop(we: int, they: int, passes: int) -> bool:
        return bool(call_off(ours[we], theirs[they], passes))

    ended = _fight(ours, theirs, naval, stop, start, FORGOTTEN)
    return _sum_up(ended, len(ours) - 1, len(theirs) - 1)


def chance_to_win(attacker: Stage, defender: Stage) -> float:
    """Reckon exactly how likely it is that the defender is gone and an attacker left (M100).

    Nobody calls off from here, and the defender is taken to lose his units in the default order,
    for his own nobody else knows.
    """
    assumed = _in_default_order(defender)
    table = _chances_to_win(attacker.stages, assumed.stages)
    return table[attacker.at][assumed.at]


def _in_default_order(stage: Stage) -> Stage:
    host = stage.host
    if tuple(host.order) == UNITS and not host.bodies[0].army:
        return stage
    bodies = sorted(host.bodies, key=lambda body: body.army)
    return stages_of(Host(bodies, UNITS, host.bonus, host.bonus_unit))[0]


@lru_cache(maxsize=256)
def _chances_to_win(ours: Stages, theirs: Stages) -> tuple[tuple[float, ...], ...]:
    """Return how likely the attacker wins, by the losses of either, before a pass."""
    most = len(ours) - 1, len(theirs) - 1
    rolls = [
        ([_hits(stage, steps) for stage in ours], [_hits(stage, steps) for stage in theirs])
        for steps in (RANGED, HAND_TO_HAND)
    ]
    ended = [[float(they == most[1]) for they in range(len(theirs))] for _ in ours]
    ended[-1] = [0.0] * len(theirs)
    before, between = ended, [list(row) for row in ended]
    for we in reversed(range(most[0])):
        for they in reversed(range(most[1])):
            stay, parts = [], []
            for (by_us, by_them), after in zip(rolls, (between, before), strict=True):
                hits, hurts = _clip(by_us[we], most[1] - they), _clip(by_them[they], most[0] - we)
                stay.append(hits[0] * hurts[0])
                parts.append(_mean(hits, hurts, after, we, they))
            # Where nobody is hit in either half of a pass the next begins with the same units.
            before[we][they] = (parts[0] + stay[0] * parts[1]) / (1 - stay[0] * stay[1])
            between[we][they] = parts[1] + stay[1] * before[we][they]
    return tuple(map(tuple, before))


def _mean(hits: Hits, hurts: Hits, after: list[list[float]], we: int, they: int) -> float:
    """Return the mean of what comes after the hits of both, where there are any."""
    mean = 0.0
    for lost, p in enumerate(hurts):
        row = after[we + lost]
        mean += p * sum(q * row[they + more] for more, q in enumerate(hits) if lost or more)
    return mean


def siege(defender: Host, comers: Iterable[Comer]) -> dict[int, float]:
    """Reckon how likely a province loses so many units to attackers who may come, or not.

    Each comes by land, or by sea, and fights until it is outnumbered (M28).
    """
    theirs = stages_of(defender)
    losses = {0: 1.0}
    for attacker, naval, likely in comers:
        ours = stages_of(attacker)
        start = {(0, lost): chance for lost, chance in losses.items()}
        if len(ours) * len(theirs) > MOST_STATES:
            ended = _guess(len(ours) - 1, len(theirs) - 1, start)
        else:
            fewer = _stop_at_fewer(len(ours), len(theirs))
            ended = _fight(ours, theirs, naval, fewer, start, FORGOTTEN / likely)
        after = {lost: chance * (1 - likely) for lost, chance in losses.items()}
        for (_, lost), chance in ended.items():
            after[lost] = after.get(lost, 0) + likely * chance
        losses = after
    return losses


def _guess(ours: int, theirs: int, start: Spread) -> Spread:
    """Guess the end of a battle of many: the weaker defender falls, the stronger loses as many."""
    ended: Spread = {}
    for (_, lost), chance in start.items():
        after = 0, theirs if ours >= theirs - lost else min(theirs, lost + ours // 2)
        ended[after] = ended.get(after, 0) + chance
    return ended


def _stop_at_fewer(ours: int, theirs: int) -> Stop:
    """Return who stops when outnumbered; each side has so many stages."""
    return lambda we, they, passes: ours - we < theirs - they


def _fight(
    ours: Stages, theirs: Stages, naval: bool, stop: Stop, start: Spread, trifle: float
) -> Spread:
    """Return how a battle may end that begins as is given; ``ours`` are the attackers.

    What is no more likely than a trifle is left out.
    """
    most = len(ours) - 1, len(theirs) - 1
    ended: Spread = {}
    fighting = _sift(start, ended, most, trifle)
    if naval:
        fighting = _sift(_roll_alone(fighting, theirs, most[0]), ended, most, trifle)
    rolls = [
        ([_hits(stage, steps) for stage in ours], [_hits(stage, steps) for stage in theirs])
        for steps in (RANGED, HAND_TO_HAND)
    ]
    for passes in range(1, MOST_PASSES + 1):
        for by_us, by_them in rolls:
            after = _roll(fighting, by_us, by_them, most, trifle / 100)
            fighting = _sift(after, ended, most, trifle)
        for state in list(fighting):
            if stop(*state, passes):
                ended[state] = ended.get(state, 0) + fighting.pop(state)
        if not fighting:
            break
    return {state: ended.get(state, 0) + fighting.get(state, 0) for state in {**ended, **fighting}}


def _sum_up(ended: Spread, all_of_us: int, all_of_them: int) -> Prospect:
    lost = 0.0
    won: dict[int, float] = {}
    off: dict[int, float] = {}
    for (ours, theirs), chance in ended.items():
        if ours == all_of_us:
            lost += chance
        else:
            kind = won if theirs == all_of_them else off
            kind[ours] = kind.get(ours, 0) + chance
    found = [(Ending("won", most), p) for most, p in worst(won) if most]
    found += [(Ending("off", most), p) for most, p in worst(off)]
    found += [(Ending("lost", MOST), lost)] if lost >= LONG_SHOT else []
    losses = {ours: won.get(ours, 0) + off.get(ours, 0) for ours in sorted({*won, *off})}
    return Prospect(tuple(found), lost + sum(off.values()), losses)


def worst(losses: Mapping[int, float]) -> list[tuple[int, float]]:
    """Return the most losses that are no long shot, and how likely so many are; or nothing."""
    likely = 0.0
    for number in sorted(losses, reverse=True):
        likely += losses[number]
        if likely >= LONG_SHOT:
            return [(number, likely)]
    return []


def _sift(fighting: Spread, ended: Spread, most: tuple[int, int], trifle: float) -> Spread:
    """Put battles that are over aside; return the others."""
    going: Spread = {}
    for state, chance in fighting.items():
        if state[0] == most[0] or state[1] == most[1]:
            ended[state] = ended.get(state, 0) + chance
        elif chance >= trifle:
            going[state] = chance
    return going


def _roll(
    fighting: Spread, by_us: list[Hits], by_them: list[Hits], most: tuple[int, int], trifle: float
) -> Spread:
    """Let both sides roll, and remove what they hit."""
    after: Spread = {}
    for (we, they), chance in fighting.items():
        hurts = _clip(by_them[they], most[0] - we)
        for hits, p in enumerate(_clip(by_us[we], most[1] - they), they):
            part = chance * p
            if part < trifle:
                continue
            for hurt, q in enumerate(hurts, we):
                state = (hurt, hits)
                after[state] = after.get(state, 0.0) + part * q
    return after


def _roll_alone(fighting: Spread, theirs: Stages, most: int) -> Spread:
    """Let the defender strike first across a sea line (M7)."""
    after: Spread = {}
    for (we, they), chance in fighting.items():
        hits = _hits(theirs[they], FIRST_STRIKE)
        for hurt, p in enumerate(_clip(hits, most - we)):
            state = (we + hurt, they)
            after[state] = after.get(state, 0) + chance * p
    return after


def _hits(stage: Stage, steps: Sequence[int]) -> Hits:
    rolled = ((stage.dice[step], STEPS[step].needs) for step in steps)
    return _spread(tuple((dice, needs) for dice, needs in rolled if dice))


@lru_cache(maxsize=4096)
def _spread(dice: tuple[tuple[int, int], ...]) -> Hits:
    """Return how likely each number of hits of so many dice is."""
    chances = [1.0]
    for hit in _single(dice):
        chances = [
            (chances[n] if n < len(chances) else 0) * (1 - hit) + (chances[n - 1] if n else 0) * hit
            for n in range(len(chances) + 1)
        ]
    return tuple(chances)


def _single(dice: tuple[tuple[int, int], ...]) -> Iterator[float]:
    for number, needs in dice:
        yield from [needs / SIDES] * number


def _clip(chances: Hits, most: int) -> Hits:
    """Hits in excess of what is left do nothing (M3)."""
    if len(chances) <= most + 1:
        return chances
    return (*chances[:most], sum(chances[most:]))
