"""The strong regent: it weighs battles by exact odds, and looks where danger threatens.

Where each army sweeps and each force strikes is settled by an ``Assault``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.chance import Chance
from adjudicator.games.engine import plain
from adjudicator.games.samurai_swords.chapters.battle import UNIT_OF, foresee
from adjudicator.games.samurai_swords.chapters.muster import room_in_army
from adjudicator.games.samurai_swords.chapters.war import assume_turn
from adjudicator.games.samurai_swords.edition import REGULAR, TRACK
from adjudicator.games.samurai_swords.orders import orders, war_orders
from adjudicator.games.samurai_swords.regents.sight import (
    WORTH,
    Corps,
    Sight,
    merge,
    regulars_in,
    room_for,
    spare_units,
    without_one,
    worth,
)
from adjudicator.games.samurai_swords.regents.steady import follow_up
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Branch, Line, Order
from adjudicator.orders.language.units import Units

OURS = "*"
"""Stands for a province that is conquered by then."""
LEAST_GAIN = 0.06
"""What promises less is not worth the risk of a guess."""
WIDE = (6, 3, 2, 2)
"""How many targets are looked at in an army's first, second … battle."""
CONQUEST, HARM = 1.2, 0.25
"""What a province is worth that is conquered and held by one unit, or only emptied."""
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
        idle = [*sight.corps.values(), *(Corps("", at, "", 1) for at in self.forces)]
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
        for road, taken, word, held in self._starts(corps):
            at = road[-1] if road else corps.at
            gain, targets = self._best_chain(corps, word, at, held, ())
            if targets:
                yield Blow(gain, corps, road, taken, targets)

    def _strikes(self, corps: Corps) -> Iterator[Blow]:
        """Weigh the attacks of a force: what it leaves at home counts as well."""
        sight, word = self.sight, self.forces[corps.at]
        guarded = corps.at in self.stands.values()
        if regulars_in(word) + guarded < 2 or not regulars_in(word):
            return
        for target in self._targets(corps.at):
            if target in sight.defence:
                step = self._foresee(corps, word, corps.at, target)
                enters = regulars_in(step.left) + guarded > 1
                gain = CONQUEST if enters else HARM
                if not guarded:
                    home = step.won * sight.risk(corps.at, step.left or "s") + 1 - step.won
                    gain -= home - sight.risk(corps.at, word)
                yield Blow(step.gain + step.won * gain, corps, (), "", (target,))

    def _starts(self, corps: Corps) -> Iterator[tuple[tuple[str, ...], str, str, bool]]:
        """Yield roads, the units picked up, what the army is then, and whether a force is there."""
        held = regulars_in(self.forces.get(corps.at, "")) > 0
        yield (), "", corps.word, held
        busy = {at for number, at in self.stands.items() if number != corps.number}
        left = corps.word if held else without_one(corps.word)
        if left and self.marching:
            for place, road in self.sight.roads(corps, self.sight.seat).items():
                if road and place not in busy:
                    spare = sorted(spare_units(self.forces[place]), key="bwgs".index)
                    taken = room_for(left, "".join(spare))
                    yield road, taken, merge(left, taken), True

    def _targets(self, province: str, path: Sequence[str] = ()) -> list[str]:
        """Return what can be attacked or entered from a province, what attracts most first."""
        play, sight = self.sight.play, self.sight

        def attraction(target: str) -> float:
            there = self.standing.get(target, "")
            return sight.bounty(target, there) - 0.25 * len(there)

        found = [
            near
            for near in play.neighbours(province)
            if near not in path
            and self.standing.get(near) != OURS
            and (self._may_attack(near) if near in sight.defence else not play.owner(near))
        ]
        return sorted(found, key=lambda each: (-attraction(each), each))

    def _may_attack(self, target: str) -> bool:
        play = self.sight.play
        return self.fighting and (play.position.round > 1 or not play.army_in(target))

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
                prize = CONQUEST - (0.0 if held else WORTH["s"])
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
        bounty = sight.bounty(target, there)
        ends = foresee(word, there, sight.play.board.by_sea(province, target))
        gain = 0.0
        for left, theirs, likely in ends:
            came = SLAIN * (worth(there) - worth(theirs)) - (worth(word) - worth(left))
            came += (0.0 if theirs else bounty) - (0.0 if left else lost)
            gain += likely * (came + (learns if left and not theirs else 0.0))
        wins = [end for end in ends if end.left and not end.theirs]
        likeliest = max(ends, key=lambda end: end.likely)
        left = max(wins, key=lambda end: end.likely).left if wins else ""
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


def choose(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield a war turn, or the step of it that is open; before the war what is sensible.

    In each step it plans anew, with what can still be done.
    """
    phase = play.position.phase
    make = {"plan": _plan, "spy": _plan, "muster": _muster}
    if play.is_alive(seat) and phase in make:
        yield from (Line((Branch(order),)) for order in make[phase](play, seat))
        return
    if not (play.at_war and play.is_alive(seat)):
        yield from plain.steady(play, seat)
        return
    assume_turn(play, seat)
    plan = Assault(Sight(play, seat), phase not in ("fight", "move"), phase != "move")
    now = war_orders.STEP_ORDERS.get(phase, Order)
    lines = (Line(tuple(map(Branch, choices))) for choices in _turn(plan))
    yield from (line for line in lines if isinstance(line.order, now))


def _turn(plan: Assault) -> Iterator[tuple[Order, ...]]:
    sight = plan.sight
    yield from ((order,) for order in _battles(plan))
    yield (war_orders.CallOffAlone(),)
    armies = dict(sight.armies)
    for blow in plan.blows:
        if number := blow.corps.number:
            armies[number] = replace(armies[number], at=blow.targets[-1])
            yield tuple(_entries(sight, blow))
    battles = [
        (source, target)
        for blow in plan.blows
        for target in blow.targets
        for source in (sight.play.neighbours(target) if blow.corps.number else [blow.corps.at])
        if regulars_in(plan.forces.get(source, "")) > 1
    ]
    yield from ((order,) for order in follow_up(sight.play, sight.seat, battles, armies))


def _units_of(word: str) -> Units:
    """Return the units of a word, as orders name them."""
    return Units(tuple((UNIT_OF[letter], n) for letter, n in Counter(word).items()))


def _battles(plan: Assault) -> Iterator[Order]:
    for blow in plan.blows:
        if blow.road:
            yield war_orders.March(blow.corps.number, blow.road, taken=_units_of(blow.taken))
    for blow in plan.blows:
        number, before = blow.corps.number, ""
        if not number:
            yield war_orders.Attack(blow.targets[0], blow.corps.at, "force")
            continue
        for target in blow.targets[: _last_battle(plan.sight, blow)]:
            if before:
                yield war_orders.Advance(number, before)
            yield war_orders.ArmyAttack(target, number)
            before = target


def _last_battle(sight: Sight, blow: Blow) -> int:
    """Return how many of an army's targets are attacked: the last ones, if empty, are entered."""
    held = [number for number, at in enumerate(blow.targets, 1) if sight.play.owner(at)]
    return max(held, default=0)


def _entries(sight: Sight, blow: Blow) -> Iterator[Order]:
    """Yield an army's final moves, the farthest first: if it cannot go there, the next is tried."""
    fought = max(_last_battle(sight, blow), 1)
    for end in range(len(blow.targets), 0, -1):
        yield war_orders.MoveArmy(blow.corps.number, blow.targets[min(end, fought) - 1 : end])


RONIN_PART = 3
"""One koku of so many is for ronin."""


def _plan(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield what goes into each bin."""
    koku = play.colour(seat).koku
    ronin = koku // RONIN_PART
    if ronin:
        yield orders.Spend(ronin, "ronin")
    yield orders.Spend(koku - ronin, "levy")


def _muster(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield the cheapest unit for each army that has room; the rest is levied by default."""
    for number, army in sorted(play.colour(seat).armies.items()):
        unit = next((each for each in reversed(REGULAR) if room_in_army(army, each) > 0), "")
        if unit and play.plan(seat).levy:
            yield orders.LevyToArmy(unit, number)
