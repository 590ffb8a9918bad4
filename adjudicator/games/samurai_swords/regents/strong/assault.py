"""The strong regent's battles: where each army sweeps and each force strikes, weighed by odds."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.games.samurai_swords.edition import TRACK
from adjudicator.games.samurai_swords.regents.strong.sight import (
    DAIMYO,
    WORTH,
    Corps,
    End,
    Sight,
    battle,
    gives_up,
    merge,
    regulars_in,
    room_for,
    spare_units,
    without_one,
    worth,
)

OURS = "*"
"""Stands for a province that is conquered by then."""
LEAST_GAIN = 0.06
"""What promises less is not worth the risk of a guess."""
MOST_STARTS = 4
WIDE = (6, 3, 2, 2)
"""How many targets are looked at in an army's first, second … battle."""
EXPERIENCE = 0.15
"""What a victory is worth because the daimyo learns by it."""
SLAIN = 0.6
"""How much of what enemy units are worth it is worth to kill them."""


class Blow(NamedTuple):
    """What a troop is to do: march, with units that it picks up, and attack one after another.

    A force does not march, and attacks once.
    """

    gain: float
    corps: Corps
    road: tuple[str, ...]
    taken: str
    targets: tuple[str, ...]


class Step(NamedTuple):
    """A battle foreseen."""

    gain: float
    """What its losses are worth, without the province."""
    won: float
    """How likely it is won."""
    left: str
    """What most likely is left of the attacker, if it is."""
    theirs: str
    """What most likely stands there after it."""


class Assault:
    """A turn's battles in the making: what each is likely to leave behind."""

    def __init__(self, sight: Sight, marching: bool, fighting: bool):
        self.sight = sight
        self.marching = marching
        self.fighting = fighting
        self.forces = dict(sight.forces)
        self.standing = dict(sight.defence)
        """What most likely stands in each province that is not the seat's."""
        self.stands = {number: army.at for number, army in sight.armies.items()}
        """Where each army stands when the marches are over."""
        self.blows: list[Blow] = []

    def plan(self) -> None:
        """Choose blows, the best one first, until none is worth it."""
        idle = [*self.sight.corps.values(), *(Corps("", at, "", 1) for at in self.forces)]
        while idle:
            best = max((blow for each in idle for blow in self._blows(each)), default=None)
            if best is None or best.gain < LEAST_GAIN:
                return
            idle.remove(best.corps)
            self.blows.append(best)
            self._carry_out(best)

    def _blows(self, corps: Corps) -> Iterator[Blow]:
        if not corps.number:
            yield from self._strikes(corps)
            return
        starts = [
            (
                max(
                    map(self._attraction, self._targets(road[-1] if road else corps.at)),
                    default=0.0,
                )
                + 0.1 * worth(taken),
                road,
                taken,
                word,
                held,
            )
            for road, taken, word, held in self._starts(corps)
        ]
        starts.sort(key=lambda each: (-each[0], each[1]))
        for _, road, taken, word, held in starts[:MOST_STARTS]:
            at = road[-1] if road else corps.at
            gain, targets = self._best_chain(corps, word, at, held, ())
            if targets:
                yield Blow(gain, corps, road, taken, targets)

    # Forces

    def _strikes(self, corps: Corps) -> Iterator[Blow]:
        """Weigh the attacks of a force: what it leaves at home counts as well."""
        sight, word = self.sight, self.forces[corps.at]
        guarded = corps.at in self.stands.values()
        if regulars_in(word) + guarded < 2 or not regulars_in(word):
            return
        for target in self._targets(corps.at):
            if target not in sight.defence:
                continue
            step = self._foresee(corps, word, corps.at, target)
            enters = regulars_in(step.left) + guarded > 1
            gain = sight.prize(target) if enters else sight.harm(sight.play.owner(target))
            if not guarded:
                home = step.won * sight.risk(corps.at, step.left or "s") + 1 - step.won
                gain -= home - sight.risk(corps.at, word)
            yield Blow(step.gain + step.won * gain, corps, (), "", (target,))

    # Armies

    def _starts(self, corps: Corps) -> Iterator[tuple[tuple[str, ...], str, str, bool]]:
        """Yield roads, the units picked up, what the army is then, and whether a force is there."""
        sight = self.sight
        held = regulars_in(self.forces.get(corps.at, "")) > 0
        yield (), "", corps.word, held
        busy = {at for number, at in self.stands.items() if number != corps.number}
        left = corps.word if held else without_one(corps.word)
        if not left or not self.marching:
            return
        for place, road in sight.roads(corps).items():
            if road and place not in busy:
                spare = "".join(sorted(spare_units(self.forces[place]), key="bwgs".index))
                taken = room_for(left, spare)
                yield road, taken, merge(left, taken), True

    def _targets(self, province: str, path: Sequence[str] = ()) -> list[str]:
        """Return what can be attacked or entered from a province, what attracts most first."""
        play, friends = self.sight.play, self.sight.friends - {""}
        found = [
            near
            for near in play.neighbours(province)
            if play.owner(near) not in friends
            and near not in path
            and self.standing.get(near) != OURS
            and (near not in self.sight.defence or self._may_attack(near))
        ]
        return sorted(found, key=lambda each: (-self._attraction(each), each))

    def _may_attack(self, target: str) -> bool:
        play = self.sight.play
        return self.fighting and (play.position.round > 1 or not play.army_in(target))

    def _attraction(self, target: str) -> float:
        there = self.standing.get(target, "")
        return self.sight.prize(target) + self._bounty(target, there) - 0.25 * len(there)

    def _bounty(self, target: str, word: str) -> float:
        return self.sight.bounty(self.sight.play.owner(target)) if DAIMYO in word else 0.0

    def _best_chain(
        self, corps: Corps, word: str, province: str, held: bool, path: tuple[str, ...]
    ) -> tuple[float, tuple[str, ...]]:
        """Return what the best further battles of an army promise, and their targets."""
        best: tuple[float, tuple[str, ...]] = (0.0, ())
        for target in self._targets(province, path)[: WIDE[len(path)]]:
            step = self._foresee(corps, word, province, target)
            inside = step.left if held else without_one(step.left)
            gain = step.gain
            ends: tuple[str, ...] = (target,)
            if inside:
                prize = self.sight.prize(target) - (0.0 if held else WORTH["s"])
                further = -self.sight.army_worth(corps) * self.sight.risk(target, inside)
                if len(path) + 1 < corps.level:
                    more, beyond = self._best_chain(corps, inside, target, False, (*path, target))
                    if more > further:
                        further, ends = more, (target, *beyond)
                gain += step.won * (prize + further)
            best = max(best, (gain, ends))
        return best

    def _foresee(self, corps: Corps, word: str, province: str, target: str) -> Step:
        """Look ahead at a battle; where nobody stands the attacker loses nothing."""
        there, sight = self.standing.get(target, ""), self.sight
        if not there:
            return Step(0.0, 1.0, word, "")
        learns = EXPERIENCE if corps.number and corps.level < max(TRACK) else 0.0
        lost = sight.army_worth(corps) if corps.number else 0.0
        naval, bounty = sight.play.board.by_sea(province, target), self._bounty(target, there)
        ends = battle(word, there, naval, gives_up(word))
        gain = 0.0
        for left, theirs, likely in ends:
            came = SLAIN * (worth(there) - worth(theirs)) - (worth(word) - worth(left))
            came += (0.0 if theirs else bounty) - (0.0 if left else lost)
            gain += likely * (came + (learns if left and not theirs else 0.0))
        wins = [end for end in ends if end.left and not end.theirs]
        likeliest = max(ends, key=lambda end: end.likely)
        left = max(wins, key=lambda end: end.likely, default=End("", "", 0.0)).left
        return Step(gain, sum(end.likely for end in wins), left, likeliest.theirs)

    def _carry_out(self, blow: Blow) -> None:
        """Note what a blow most likely leaves."""
        corps, at = blow.corps, blow.road[-1] if blow.road else blow.corps.at
        word = corps.word or self.forces[at]
        held = not corps.number or regulars_in(self.forces.get(corps.at, "")) > 0
        if blow.road:
            if not held:
                word, self.forces[corps.at] = without_one(word), "s"
            word, held = merge(word, blow.taken), True
            for letter in blow.taken:
                self.forces[at] = self.forces[at].replace(letter, "", 1)
            self.stands[corps.number] = at
        for target in blow.targets:
            step = self._foresee(corps, word, at, target)
            word = step.left if held and corps.number else without_one(step.left)
            self.standing[target] = OURS if step.won > 0.5 and word else step.theirs
            at, held = target, False
        if not corps.number:
            self.forces[corps.at] = word or "s"
