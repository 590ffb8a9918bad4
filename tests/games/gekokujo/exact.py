"""The one-roll battle of Gekokujō by exact fractions, from the facts of the rules alone.

It shares nothing with the game's own code: not its numbers, not its kinds, not its order of things.
Every joint number of hits is weighed by its binomial share, handed out as the orders want it, and
the ends that come of it are added up.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import NamedTuple

LEADER, FOOT, HIRED = "daimyo", "bushi", "ronin"
GUN, SWORD, BOW, SPEAR, FLAG = "arquebusier", "swordsman", "archer", "spearman", "bannerman"
# least face that hits, without any modifier: (attack, defence) of the melee; None: no die
MELEE = {
    LEADER: (4, 4),
    FOOT: (5, 6),
    HIRED: (5, 6),
    SPEAR: (6, 5),
    SWORD: (5, 5),
    BOW: (None, 6),
    FLAG: (None, 6),
    GUN: (None, None),
}
SHOTS = ((GUN, 4), (BOW, 4))
LAST_FIRST = (GUN, SWORD, BOW, SPEAR, FLAG, FOOT, HIRED, LEADER)
Army = tuple[tuple[str, int], ...]
State = tuple[Army, ...]
End = tuple[object, ...]


class Side(NamedTuple):
    """A seat in a battle, its ronin hired already."""

    seat: str
    units: Mapping[str, int]
    bonus: tuple[int, ...] = ()
    """Every bonus on the rolls that it makes; only the largest counts."""
    penalty: tuple[int, ...] = ()
    castle: int = 0
    """One more bonus on defence, which guns breach."""
    again: bool = False
    """Whether failed attack dice of bushi and ronin are rolled once more."""
    hits_on: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    friends: tuple[str, ...] = ()


def hired(wanted: int, koku: int, foot: int, for_one: int = 1) -> int:
    """How many ronin come: never more than own bushi, nor than there are, nor than can be paid."""
    return min(wanted, foot, 30, koku * for_one)


def ends_of(sides: tuple[Side, ...], owner: str = "") -> dict[tuple[object, ...], Fraction]:
    """The ends of a battle with their shares; the first side is the active one, the others follow.

    An end is, for each side, what is left of it without ronin, and the seat that controls the
    province or ``""``.
    """
    armies = tuple(tuple(sorted(side.units.items())) for side in sides)
    ends: dict[tuple[object, ...], Fraction] = {}
    breached = sides[0].units.get(GUN, 0) > 0
    for fallen, share in _after_shots(sides, armies):
        for left, part in _strike(sides, fallen, _melee(sides, fallen, breached)):
            end = (*(_without_ronin(each) for each in left), _holder(sides, left, owner))
            ends[end] = ends.get(end, Fraction(0)) + share * part
    return ends


def _after_shots(
    sides: tuple[Side, ...], armies: tuple[object, ...]
) -> Iterator[tuple[tuple[object, ...], Fraction]]:
    states = {armies: Fraction(1)}
    for kind, face in SHOTS:
        following: dict[tuple[object, ...], Fraction] = {}
        for state, share in states.items():
            dice = [[] for _ in sides]
            dice[0] = [_chance(sides[0], face, False)] * dict(state[0]).get(kind, 0)
            for left, part in _strike(sides, state, dice):
                following[left] = following.get(left, Fraction(0)) + share * part
        states = following
    yield from states.items()


def _melee(sides, state, breached):
    dice = []
    for number, side in enumerate(sides):
        there = dict(state[number])
        mine = []
        bonus = list(side.bonus)
        if number and side.castle and not breached:
            bonus.append(side.castle)
        for kind, count in there.items():
            face = MELEE[kind][1 if number else 0]
            if face is None or not count:
                continue
            more = [1] if number and kind == SPEAR and count >= 2 else []
            each = count * (3 if kind == LEADER else 1)
            if kind == SWORD and not number and sum(there.values()) == 1:
                each = 2
            again = side.again and not number and kind != LEADER
            share = _chance(side._replace(bonus=(*bonus, *more)), face, again)
            mine += [share] * each
        dice.append(mine)
    return dice


def _chance(side: Side, face: int, again: bool) -> Fraction:
    need = max(2, face - max(side.bonus, default=0) + max(side.penalty, default=0))
    share = Fraction(max(0, 7 - need), 6)
    return share + (1 - share) * share if again else share


def _hit_counts(dice: list[Fraction]) -> dict[int, Fraction]:
    """How many of the dice hit: a binomial for each share among them, joined."""
    found = {0: Fraction(1)}
    for share in sorted(set(dice)):
        count = dice.count(share)
        own = {n: comb(count, n) * share**n * (1 - share) ** (count - n) for n in range(count + 1)}
        joined: dict[int, Fraction] = {}
        for a, b in product(found, own):
            joined[a + b] = joined.get(a + b, Fraction(0)) + found[a] * own[b]
        found = joined
    return {hits: share for hits, share in found.items() if share}


def _strike(sides, state, dice):
    """Yield what is left after everybody's dice, each with its share."""
    ends: dict[tuple[object, ...], Fraction] = {}
    for hits in product(*(_hit_counts(each).items() for each in dice)):
        share = Fraction(1)
        for _, part in hits:
            share *= part
        left = _fallen(sides, state, [number for number, _ in hits])
        ends[left] = ends.get(left, Fraction(0)) + share
    return ends.items()


def _fallen(sides, state, hits):
    armies = [dict(each) for each in state]
    # Who has more there is a question of units, and ronin are none.
    before = [sum(n for kind, n in each.items() if kind != HIRED) for each in armies]
    for number in (*range(1, len(sides)), 0):
        side = sides[number]
        enemies = [
            other
            for other in range(len(sides))
            if other != number and sides[other].seat not in side.friends
        ]
        # The attacked strike the active seat first, the active seat whoever has most.
        usual = sorted(enemies, key=lambda other: (-before[other] if number == 0 else other, other))
        named = [other for seat in side.hits_on for other in enemies if sides[other].seat == seat]
        order = [*named, *(other for other in usual if other not in named)]
        plain = [*side.hit, *(kind for kind in LAST_FIRST if kind not in side.hit)]
        left = hits[number]
        for other in order:
            for kind in plain:
                gone = min(left, armies[other].get(kind, 0))
                if gone:
                    armies[other][kind] -= gone
                    left -= gone
    return tuple(tuple(sorted((k, n) for k, n in each.items() if n)) for each in armies)


def _without_ronin(army) -> tuple[object, ...]:
    return tuple((kind, number) for kind, number in army if kind != HIRED)


def _holder(sides, state, owner) -> str:
    """Who controls the province: its one side, of allies who did, else who has more units there."""
    alive = [number for number, army in enumerate(state) if army]
    for one in alive:
        if any(sides[other].seat not in (sides[one].seat, *sides[one].friends) for other in alive):
            return ""
    if owner in (sides[number].seat for number in alive):
        return owner
    stay = {number: sum(n for _, n in _without_ronin(state[number])) for number in alive}
    return sides[max(stay, key=lambda number: (stay[number], -number))].seat if stay else ""
