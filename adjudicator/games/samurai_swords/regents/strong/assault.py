"""The strong regent's battles: where each army sweeps and each force strikes, weighed by odds."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.games.samurai_swords.edition import TRACK
from adjudicator.games.samurai_swords.regents.strong.sight import Corps, Sight
from adjudicator.games.samurai_swords.regents.strong.troops import (
    DAIMYO,
    WORTH,
    End,
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
FEW = 0.06
"""Of what may be left of an army the less likely is left out."""
EXPERIENCE = 0.15
"""What a victory is worth because the daimyo learns by it."""
SLAIN = 0.6
"""How much of what enemy units are worth it is worth to kill them."""

Chances = Mapping[str, float]
"""How likely each word is."""


class Sweep(NamedTuple):
    """What an army is to do: march, with units that it picks up, and attack one after another."""

    number: str
    road: tuple[str, ...]
    taken: str
    targets: tuple[str, ...]
    gain: float


class Strike(NamedTuple):
    """An attack of a force."""

    source: str
    target: str
    gain: float


Blow = Sweep | Strike


class Assault:
    """A turn's battles in the making: what each is likely to leave behind."""

    def __init__(self, sight: Sight, marching: bool, fighting: bool):
        self.sight = sight
        self.marching = marching
        self.fighting = fighting
        self.forces = dict(sight.forces)
        self.standing: dict[str, dict[str, float]] = {}
        """What is likely to stand in each province that is attacked."""
        self.killed: dict[str, float] = {}
        self.corps = dict(sight.corps)
        self.blows: list[Blow] = []
        self.gain = 0.0
        self.stands = {number: army.at for number, army in sight.armies.items()}
        """Where each army stands when the marches are over."""

    def at(self, place: str) -> dict[str, float]:
        """Return what is likely to stand in a province."""
        found = self.standing.get(place)
        if found is None:
            word = self.sight.defence.get(place, "")
            found = self.standing[place] = {word: 1.0}
        return found

    def plan(self, forces_first: bool) -> None:
        """Choose blows, the best one first, until none is worth it."""
        if forces_first:
            self._strike_all()
        while self.corps:
            sweeps = [each for corps in self.corps.values() for each in self._sweeps(corps)]
            best = max(sweeps, key=lambda each: each.gain, default=None)
            if best is None or best.gain < LEAST_GAIN:
                break
            self._carry_out(best)
        self._strike_all()

    def _strike_all(self) -> None:
        struck = {blow.source for blow in self.blows if isinstance(blow, Strike)}
        while True:
            found = [each for each in self._strikes() if each.source not in struck]
            best = max(found, key=lambda each: each.gain, default=None)
            if best is None or best.gain < LEAST_GAIN:
                return
            struck.add(best.source)
            self._strike(best)

    # Forces

    def _strikes(self) -> Iterator[Strike]:
        sight = self.sight
        armies = {corps.at for corps in self.corps.values()}
        for source, word in self.forces.items():
            if regulars_in(word) + (source in armies) < 2 or not regulars_in(word):
                continue
            for target in sight.play.neighbours(source):
                if target in sight.defence and self._may_attack(target):
                    gain = self._weigh_strike(source, target, word, source in armies)
                    yield Strike(source, target, gain)

    def _may_attack(self, target: str) -> bool:
        play = self.sight.play
        return self.fighting and (play.position.round > 1 or not play.army_in(target))

    def _fights(
        self, words: Chances, province: str, target: str
    ) -> Iterator[tuple[str, str, End, float]]:
        """Yield what may stand in a target, what may attack it, and how that may end, how likely.

        Where nobody stands the attacker loses nothing.
        """
        naval = self.sight.play.board.by_sea(province, target)
        for there, p in self.at(target).items():
            for word, q in words.items():
                if there in ("", OURS):
                    yield there, word, End(word, there, 1.0), p * q
                    continue
                for end in battle(word, there, naval, gives_up(word)):
                    yield there, word, end, p * q * end.likely

    def _weigh_strike(self, source: str, target: str, word: str, guarded: bool) -> float:
        sight = self.sight
        before = 0.0 if guarded else sight.risk(source, word)
        harm = sight.harm(sight.play.owner(target))
        gain = 0.0
        for there, _, (left, theirs, _), p in self._fights({word: 1.0}, source, target):
            if there in ("", OURS):
                continue
            came = _balance(word, left, there, theirs)
            if not theirs:
                came += self._bounty(target, there)
                if regulars_in(left) + guarded > 1 and left:
                    came += sight.prize(target)
                    left = without_one(left) or left
                else:
                    came += harm
            if not guarded:
                came -= (sight.risk(source, left) if left else 1.0) - before
            gain += p * came
        return gain

    def _strike(self, blow: Strike) -> None:
        word = self.forces[blow.source]
        after: dict[str, float] = {}
        left: dict[str, float] = {}
        for there, _, end, p in self._fights({word: 1.0}, blow.source, blow.target):
            fought = there not in ("", OURS)
            won = fought and not end.theirs and regulars_in(end.left) > 1
            _add(after, OURS if won else end.theirs, p)
            _add(left, without_one(end.left) if won else end.left, p)
        self._note(blow.target, after)
        self.forces[blow.source] = max(left, key=lambda each: left[each])
        self.gain += blow.gain
        self.blows.append(blow)

    def _bounty(self, target: str, province: str) -> float:
        owner = self.sight.play.owner(target)
        led = province.endswith(DAIMYO) or bool(self.sight.play.army_in(target))
        return self.sight.bounty(owner, self.killed.get(owner, 0.0)) if led else 0.0

    def _note(self, target: str, after: Chances) -> None:
        """Note what is likely to stand in a province after its battle."""
        if self.sight.play.army_in(target):
            owner = self.sight.play.owner(target)
            gone = after.get("", 0.0) + after.get(OURS, 0.0)
            self.killed[owner] = self.killed.get(owner, 0.0) + gone
        self.standing[target] = _sift(after)

    # Armies

    def _sweeps(self, corps: Corps) -> Iterator[Sweep]:
        found = []
        for road, taken, word, held in self._starts(corps):
            at = road[-1] if road else corps.at
            first = max((self._attraction(t) for t in self._targets(at, ())), default=0.0)
            found.append((first + 0.1 * worth(taken), road, taken, word, held, at))
        found.sort(key=lambda each: (-each[0], each[1]))
        for _, road, taken, word, held, at in found[:MOST_STARTS]:
            gain, targets = self._best_chain(corps, {word: 1.0}, at, held, ())
            if targets:
                yield Sweep(corps.number, road, taken, targets, gain)

    def _starts(self, corps: Corps) -> Iterator[tuple[tuple[str, ...], str, str, bool]]:
        """Yield roads, the units picked up, what the army is then, and whether a force is there."""
        sight = self.sight
        yield (), "", corps.word, regulars_in(self.forces.get(corps.at, "")) > 0
        busy = {at for number, at in self.stands.items() if number != corps.number}
        left = corps.word
        if not regulars_in(self.forces.get(corps.at, "")):
            left = without_one(corps.word)
        if not left or not self.marching:
            return
        for place, road in sight.roads(corps).items():
            if road and place not in busy:
                force = self.forces.get(place, "")
                taken = room_for(left, "".join(sorted(spare_units(force), key="bwgs".index)))
                yield road, taken, merge(left, taken), True

    def _targets(self, province: str, path: tuple[str, ...]) -> list[str]:
        sight = self.sight
        found = [
            near
            for near in sight.play.neighbours(province)
            if sight.play.owner(near) not in sight.friends - {""}
            and near not in path
            and self.at(near).get(OURS, 0.0) < 0.5
            and (near not in sight.defence or self._may_attack(near))
        ]
        return sorted(found, key=lambda each: (-self._attraction(each), each))

    def _attraction(self, target: str) -> float:
        there = max(self.at(target).items(), key=lambda each: each[1])[0]
        return self.sight.prize(target) + self._bounty_if(target, there) - 0.25 * len(there)

    def _bounty_if(self, target: str, province: str) -> float:
        return self._bounty(target, province) if province and province != OURS else 0.0

    def _best_chain(
        self, corps: Corps, words: Chances, province: str, held: bool, path: tuple[str, ...]
    ) -> tuple[float, tuple[str, ...]]:
        """Return what the best further battles of an army promise, and their targets."""
        best: tuple[float, tuple[str, ...]] = (0.0, ())
        for target in self._targets(province, path)[: WIDE[min(len(path), len(WIDE) - 1)]]:
            gain, won = self._weigh_step(corps, words, province, target)
            if not won:
                continue
            inside: dict[str, float] = {}
            for word, p in won.items():
                _add(inside, word if held else without_one(word), p)
            prize = self.sight.prize(target)
            entered = {word: p for word, p in inside.items() if word}
            gain += prize * sum(entered.values())
            gain -= 0.0 if held else WORTH["s"] * sum(entered.values())
            here = self._exposure(corps, entered, target)
            further: tuple[float, tuple[str, ...]] = (0.0, ())
            if len(path) + 1 < corps.level and entered:
                further = self._best_chain(corps, entered, target, False, (*path, target))
            if further[0] > -here:
                total = gain + further[0], (target, *further[1])
            else:
                total = gain - here, (target,)
            best = max(best, total)
        return best

    def _exposure(self, corps: Corps, words: Chances, place: str) -> float:
        value = self.sight.army_worth(corps)
        return sum(p * value * self.sight.risk(place, word) for word, p in words.items())

    def _weigh_step(
        self, corps: Corps, words: Chances, province: str, target: str
    ) -> tuple[float, dict[str, float]]:
        """Weigh one battle of an army; return what it promises, and what may have won it."""
        value = self.sight.army_worth(corps)
        learns = EXPERIENCE * (corps.level < max(TRACK))
        gain, won = 0.0, dict[str, float]()
        for there, word, (left, theirs, _), p in self._fights(words, province, target):
            if there in ("", OURS):
                _add(won, word, p if there == "" else 0.0)
                continue
            came = _balance(word, left, there, theirs)
            came += 0.0 if theirs else self._bounty_if(target, there)
            came -= 0.0 if left else value
            if left and not theirs:
                _add(won, left, p)
                came += learns
            gain += p * came
        return gain, _sift(won)

    def _carry_out(self, sweep: Sweep) -> None:
        corps = self.corps.pop(sweep.number)
        at = self.stands[sweep.number] = sweep.road[-1] if sweep.road else corps.at
        word = corps.word
        held = regulars_in(self.forces.get(corps.at, "")) > 0
        if sweep.road:
            if not held:
                word = without_one(word)
                self.forces[corps.at] = "s"
            word = merge(word, sweep.taken)
            for letter in sweep.taken:
                self.forces[at] = self.forces[at].replace(letter, "", 1)
            held = True
        words: Chances = {word: 1.0}
        for target in sweep.targets:
            words = self._win(words, at, target, held)
            at, held = target, False
        self.gain += sweep.gain
        self.blows.append(sweep)

    def _win(self, words: Chances, province: str, target: str, held: bool) -> dict[str, float]:
        """Note what a battle may leave; return what may have entered the province."""
        came = sum(words.values())
        after = {there: p * (1 - came) for there, p in self.at(target).items()}
        entered: dict[str, float] = {}
        for there, _, (left, theirs, _), p in self._fights(words, province, target):
            inside = left if held else without_one(left)
            taken = bool(left and not theirs and inside)
            _add(after, theirs or (OURS if taken else ""), p)
            if taken and there != OURS:
                _add(entered, inside, p)
        self._note(target, after)
        return _sift(entered)


def _balance(ours: str, left: str, theirs: str, remain: str) -> float:
    """Return what the losses of both in a battle are worth."""
    return SLAIN * (worth(theirs) - worth(remain)) - (worth(ours) - worth(left))


def _add(chances: dict[str, float], word: str, likely: float) -> None:
    if likely:
        chances[word] = chances.get(word, 0.0) + likely


def _sift(chances: Mapping[str, float]) -> dict[str, float]:
    """Leave the unlikely out; the likeliest takes its place."""
    if not chances:
        return {}
    best = max(chances, key=lambda each: chances[each])
    kept = {word: p for word, p in chances.items() if p >= FEW or word == best}
    kept[best] += sum(chances.values()) - sum(kept.values())
    return kept


def best_assault(sight: Sight, marching: bool = True, fighting: bool = True) -> Assault:
    """Return the better of two plans: armies first, or forces first."""
    plans = [Assault(sight, marching, fighting) for _ in range(2)]
    for plan, forces_first in zip(plans, (False, True), strict=True):
        plan.plan(forces_first)
    return max(plans, key=lambda each: each.gain)
