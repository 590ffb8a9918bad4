"""The cube tower: cubes go in at the top, and some, not always the same, come out into the tray.

The tower is a model of a thing of cardboard (ruling H16). The cubes of a throw fall one by one in
a random order. Each first strikes the cubes that rest inside: a die with ``shake`` sides names a
place, and the cube that rests in that place, if there is one, is knocked out. Then it comes to rest
itself if a die with ``hold`` to the power of ``edge`` sides shows more than the number of cubes
inside to that power, and falls through otherwise. So more cubes thrown shake more loose, a tower
keeps nearly all until it is almost full and then little, and the colours do not matter.

A script can stand in for the model: it names the cubes that lie in the tray after each throw.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from operator import add
from typing import NamedTuple

import msgspec

from adjudicator.chance.course import Course
from adjudicator.chance.script import TOWER, Script, ScriptError
from adjudicator.chance.stream import Chance

_REST = "|"  # in a scripted throw, what separates the fallen from those that stay inside


class Tower(msgspec.Struct, frozen=True):
    """The parameters of a tower."""

    hold: int = 36
    """So many cubes fill it."""
    shake: int = 99
    """How firmly cubes rest in it: the sides of the die that knocks them out."""
    edge: int = 6
    """How suddenly it stops keeping what falls in as it fills."""


class CubeThrow(NamedTuple):
    """One throw, as numbers of cubes by colour."""

    thrown: dict[str, int]
    """What went in."""
    fallen: dict[str, int]
    """What came out."""
    inside: dict[str, int]
    """What is inside now."""


def throw(
    inside: Mapping[str, int],
    cubes: Mapping[str, int],
    tower: Tower,
    chance: Chance,
    counted: Sequence[str] = (),
) -> CubeThrow:
    """Throw cubes into a tower that holds others; all are numbers by colour.

    With a Script as chance, its draw ``tower`` names the cubes that fall, the others stay. Raises
    ScriptError if it names a cube that is not there, or no more of them: it says what to throw in.

    A Course chooses how many cubes fall of each colour that is ``counted``, if any is; of the
    others none does.
    """
    loose = sum(inside.values()) + sum(cubes.values()) <= tower.shake
    if isinstance(chance, Script):
        fallen = _lay_out(inside, cubes, chance)
    elif counted and loose and isinstance(chance, Course):
        both = (tuple(each.get(colour, 0) for colour in counted) for each in (inside, cubes))
        wholes = sum(inside.values()), sum(cubes.values())
        numbers = chance.choose(likely_falls(*both, *wholes, tower))
        fallen = Counter(dict(zip(counted, numbers, strict=True)))
    else:
        fallen = _drop(inside, cubes, tower, chance)
    stay = Counter(inside) + Counter(cubes) - fallen
    return CubeThrow(_counts(cubes), _counts(fallen), _counts(stay))


def expect(inside: int, thrown: int, tower: Tower) -> tuple[float, float]:
    """Return how likely a cube that rests inside is to come out at a throw, and one thrown in.

    All that rest are alike, and all that fall: no cube knows where it lies or when it comes.
    """
    shares: dict[int, float] = {inside: 1.0}
    """By the number of cubes that rest: how likely so many do."""
    first = {inside: float(inside)}
    """By the same: how many of them lay there from the first, weighted by that likelihood."""
    for _ in range(thrown):
        new_shares: defaultdict[int, float] = defaultdict(float)
        new_first: defaultdict[int, float] = defaultdict(float)
        for resting, share in shares.items():
            knocked = min(1.0, resting / tower.shake)
            for left, part in ((resting - 1, knocked), (resting, 1.0 - knocked)):
                stay = 1.0 - min(1.0, (left / tower.hold) ** tower.edge) if left >= 0 else 0.0
                own = first[resting] * (left / resting if resting else 0.0) * part
                for number, how in ((left + 1, stay), (left, 1.0 - stay)):
                    if part and how:
                        new_shares[number] += share * part * how
                        new_first[number] += own * how
        shares, first = new_shares, new_first
    kept = sum(first.values())
    rest = sum(number * share for number, share in shares.items())
    out = 1.0 - kept / inside if inside else 0.0
    return out, 1.0 - (rest - kept) / thrown if thrown else 0.0


Falls = Mapping[tuple[int, ...], float]
"""How likely so many cubes of each colour fall."""


@lru_cache(maxsize=64)
def likely_falls(
    resting: tuple[int, ...], falling: tuple[int, ...], rest: int, come: int, tower: Tower
) -> Falls:
    """Return how likely it is that so many cubes of some colours lie in the tray after a throw.

    So many of each are ``resting`` in the tower and ``falling`` into it, of ``rest`` and ``come``.
    How many fall of those that rest and of those thrown in has nothing to do with colours, and any
    of them are as likely to be among those that fall. It holds while no more cubes are in the
    tower than the die that shakes them loose has sides.
    """
    draws = [_draws(falling, come, number) for number in range(come + 1)]
    by_knocked: defaultdict[int, defaultdict[tuple[int, ...], float]]
    by_knocked = defaultdict(lambda: defaultdict(float))
    for (knocked, fallen), likely in _numbers(rest, come, tower).items():
        for counts, part in draws[fallen].items():
            by_knocked[knocked][counts] += likely * part
    falls: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for knocked, thrown in by_knocked.items():
        for counts, part in _draws(resting, rest, knocked).items():
            for more, likely in thrown.items():
                falls[tuple(map(add, counts, more))] += part * likely
    return falls


def _numbers(rest: int, come: int, tower: Tower) -> Mapping[tuple[int, int], float]:
    """Return how likely it is that so many resting cubes fall, and so many of those thrown in."""
    states = {(rest, 0): 1.0}
    """How many rest of those that lay there from the first, and of those thrown in."""
    for _ in range(come):
        after: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (old, new), likely in states.items():
            knocks = old / tower.shake, new / tower.shake, 1 - (old + new) / tower.shake
            lefts = (old - 1, new), (old, new - 1), (old, new)
            for left, part in zip(lefts, knocks, strict=True):
                if part:
                    falls = min(1.0, (sum(left) / tower.hold) ** tower.edge)
                    after[left] += likely * part * falls
                    after[left[0], left[1] + 1] += likely * part * (1 - falls)
        states = after
    return {(rest - old, come - new): likely for (old, new), likely in states.items() if likely}


def _draws(counts: Sequence[int], whole: int, number: int) -> Falls:
    """Return how likely so many of each count are among a number drawn out of a whole."""
    others = whole - sum(counts)
    return {
        drawn: prod(map(comb, counts, drawn)) * comb(others, left) / comb(whole, number)
        for drawn in product(*(range(min(each, number) + 1) for each in counts))
        if 0 <= (left := number - sum(drawn)) <= others
    }


def _lay_out(inside: Mapping[str, int], cubes: Mapping[str, int], script: Script) -> Counter[str]:
    if script.has_run_out(TOWER):
        thrown = [f"{number} {colour}" for colour, number in _counts(cubes).items()]
        raise ScriptError("throw-in", cubes=thrown)
    all_cubes = [_REST, *_one_by_one(cubes), *_one_by_one(inside)]
    order = script.shuffle(all_cubes, TOWER)
    return Counter(order[: order.index(_REST)])


def _drop(
    inside: Mapping[str, int], cubes: Mapping[str, int], tower: Tower, chance: Chance
) -> Counter[str]:
    resting = _one_by_one(inside)
    falling = chance.shuffle(_one_by_one(cubes), TOWER)
    knocks = chance.dice(len(falling), tower.shake, f"{TOWER} shake")
    rests = chance.dice(len(falling), tower.hold**tower.edge, f"{TOWER} hold")
    out: Counter[str] = Counter()
    for cube, knock, rest in zip(falling, knocks, rests, strict=True):
        if knock <= len(resting):
            out[resting[knock - 1]] += 1
            resting[knock - 1] = resting[-1]
            resting.pop()
        if rest > len(resting) ** tower.edge:
            resting.append(cube)
        else:
            out[cube] += 1
    return out


def _one_by_one(cubes: Mapping[str, int]) -> list[str]:
    return [colour for colour, number in sorted(cubes.items()) for _ in range(number)]


def _counts(cubes: Mapping[str, int]) -> dict[str, int]:
    return {colour: number for colour, number in sorted(cubes.items()) if number > 0}
