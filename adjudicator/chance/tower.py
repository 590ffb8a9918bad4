"""The cube tower: cubes go in at the top, and some, not always the same, come out into the tray.

The tower is a model of a thing of cardboard (ruling H16). The cubes of a throw fall one by one in
a random order. Each first strikes the cubes that rest inside: a die with ``shake`` sides names a
place, and the cube that rests in that place, if there is one, is knocked out. Then it comes to rest
itself if a die with ``hold`` to the power of ``edge`` sides shows more than the number of cubes
inside to that power, and falls through otherwise. So more cubes thrown shake more loose, a tower
keeps nearly all until it is almost full and then little, and the colours do not matter.

A script can stand in for the model: it names the cubes that lie in the tray after each throw.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from adjudicator.chance.script import Script, ScriptError
from adjudicator.chance.stream import Chance

LABEL = "tower"
"""The label of the draws of a tower, in scripts too."""

_REST = "|"  # in a scripted throw, what separates the fallen from those that stay inside
_COUNTED = re.compile(r"(\d{1,3})\s+(\S.*)")


class Tower(msgspec.Struct, frozen=True):
    """The parameters of a tower."""

    hold: int = 36
    """So many cubes fill it."""
    shake: int = 99
    """How firmly cubes rest in it: the sides of the die that knocks them out."""
    edge: int = 6
    """How suddenly it stops keeping what falls in as it fills."""


class Throw(NamedTuple):
    """One throw, as numbers of cubes by colour."""

    thrown: dict[str, int]
    """What went in."""
    fallen: dict[str, int]
    """What came out."""
    inside: dict[str, int]
    """What is inside now."""


def throw(
    inside: Mapping[str, int], cubes: Mapping[str, int], tower: Tower, chance: Chance
) -> Throw:
    """Throw cubes into a tower that holds others; all are numbers by colour.

    With a Script as chance, its draw ``tower`` names the cubes that fall, the others stay; with a
    RealTower, its trays do. Raises ScriptError if they name a cube that is not there.
    """
    if isinstance(chance, RealTower):
        fallen = chance.pour(inside, cubes)
    elif isinstance(chance, Script):
        fallen = _lay_out(inside, cubes, chance)
    else:
        fallen = _drop(inside, cubes, tower, chance)
    stay = Counter(inside) + Counter(cubes) - fallen
    return Throw(_counts(cubes), _counts(fallen), _counts(stay))


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


class RealTower:
    """Chance where somebody throws real cubes into a real tower; all else has another source.

    ``trays`` are the cubes that lay in the tray after each throw of the phase. When a throw is
    asked for that is not among them, TowerError says which cubes to throw in.
    """

    def __init__(self, source: Chance, trays: Sequence[Sequence[str]]):
        self.dice = source.dice
        self.shuffle = source.shuffle
        self.drawn = source.drawn
        self._trays = list(trays)

    def pour(self, inside: Mapping[str, int], cubes: Mapping[str, int]) -> Counter[str]:
        """Return what the next throw brought out. Raises TowerError and ScriptError."""
        if not self._trays:
            listed = ", ".join(f"{number} {colour}" for colour, number in _counts(cubes).items())
            raise TowerError(f"tower: throw in {listed}, and say what then lies in the tray")
        script = Script(draws={LABEL: [self._trays.pop(0)]})
        fallen = _lay_out(inside, cubes, script)
        self.drawn += script.drawn
        return fallen


class TowerError(ScriptError):
    """A real tower's next throw is not known yet; the message says what to throw in."""


def read_tray(text: object) -> list[str]:
    """Read ``3 blue, 1 yellow`` as the cubes of a tray, one by one. Raises ScriptError."""
    if not isinstance(text, str):
        raise ScriptError("tower: write each tray as text, such as “3 blue, 1 yellow”")
    cubes: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = _COUNTED.fullmatch(part)
        if not match:
            raise ScriptError(f"tower: “{part[:40]}” should be a number and a colour: “3 blue”")
        cubes += [match.group(2)] * int(match.group(1))
    return cubes


def _lay_out(inside: Mapping[str, int], cubes: Mapping[str, int], script: Script) -> Counter[str]:
    all_cubes = [_REST, *_one_by_one(cubes), *_one_by_one(inside)]
    order = script.shuffle(all_cubes, LABEL)
    return Counter(order[: order.index(_REST)])


def _drop(
    inside: Mapping[str, int], cubes: Mapping[str, int], tower: Tower, chance: Chance
) -> Counter[str]:
    resting = _one_by_one(inside)
    falling = chance.shuffle(_one_by_one(cubes), LABEL)
    knocks = chance.dice(len(falling), tower.shake, f"{LABEL} shake")
    rests = chance.dice(len(falling), tower.hold**tower.edge, f"{LABEL} hold")
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
