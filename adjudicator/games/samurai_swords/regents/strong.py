"""The strong regent: it weighs battles by exact odds, where armies sweep and where forces strike.

A troop is a word with a letter for each unit, in the default order in which they fall, as in
``chapters/battle``, so that the same few tables serve all battles.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.chance import Chance
from adjudicator.games.engine import plain
from adjudicator.games.samurai_swords.chapters import battle, combat, muster
from adjudicator.games.samurai_swords.chapters.battle import DAIMYO
from adjudicator.games.samurai_swords.chapters.war import begin_turn
from adjudicator.games.samurai_swords.edition import REGULAR, TRACK
from adjudicator.games.samurai_swords.orders import orders, war_orders
from adjudicator.games.samurai_swords.regents.steady import follow_up
from adjudicator.games.samurai_swords.table.play import Clash, SwordsPlay
from adjudicator.games.samurai_swords.table.position import regulars
from adjudicator.orders import Branch, Line, Order

REGULARS = "sgwb"
WORTH = {"r": 0.08, "s": 0.24, "g": 0.3, "w": 0.34, "b": 0.42}
"""What a unit is worth, in provinces."""
DAIMYO_WORTH = 3.0
"""What a daimyo is worth at level 0, and each level more."""
LEVEL_WORTH = 0.7
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


def regulars_in(word: str) -> int:
    """Count the regular units of a troop."""
    return sum(word.count(letter) for letter in REGULARS)


def without_one(word: str) -> str:
    """Return a troop that has left its cheapest regular unit behind; ``""`` if it cannot."""
    cheapest = next((letter for letter in REGULARS if letter in word), "")
    left = word.replace(cheapest, "", 1) if cheapest else ""
    ronin = left.count("r")
    return "" if ronin and ronin >= regulars_in(left) + left.count(DAIMYO) else left


def worth(word: str) -> float:
    """Return what the units of a troop are worth, without its daimyo."""
    return sum(WORTH.get(letter, 0.0) for letter in word)


class Corps(NamedTuple):
    """A troop: an army, or a force."""

    number: str
    """The army's number, or ``""``."""
    at: str
    word: str
    level: int


class Blow(NamedTuple):
    """What a troop is to do: march, and attack one after another.

    A force does not march, and attacks once.
    """

    gain: float
    corps: Corps
    road: tuple[str, ...]
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

    def __init__(self, play: SwordsPlay, seat: str, marching: bool, fighting: bool):
        self.play = play
        self.seat = seat
        self.marching = marching
        self.fighting = fighting
        self.armies = play.colour(seat).armies
        """All armies of the seat, those too whose daimyo is assassinated."""
        corps = [
            Corps(number, army.at, self._spell(army.at, number), army.level)
            for number, army in sorted(self.armies.items())
            if not army.down and army.at
        ]
        self.forces = {at: self._spell(at) for at in play.provinces_of(seat)}
        """The forces in the seat's provinces; ``""`` where an army alone stands."""
        self.standing = {
            place: self._defender(place, land.owner)
            for place, land in play.position.provinces.items()
            if play.are_foes(seat, land.owner)
        }
        """What most likely stands in each province of an enemy, and in those that were attacked."""
        self.stands = {number: army.at for number, army in self.armies.items()}
        """Where each army stands when the marches are over."""
        self.blows: list[Blow] = []
        idle = [*corps, *(Corps("", at, "", 1) for at in self.forces)]
        while idle:
            best = max((blow for each in idle for blow in self._blows(each)), default=None)
            if best is None or best.gain < LEAST_GAIN:
                return
            idle.remove(best.corps)
            self.blows.append(best)
            self._carry_out(best)

    def _spell(self, place: str, number: str = "") -> str:
        """Return an own army, or the force of a province, as a word."""
        hidden = self.play.hidden_ronin(place)
        host = combat.attackers(self.play, self.seat, Clash(place, "", number))
        return host.with_ronin(hidden.army if number else hidden.force).word

    def _defender(self, place: str, owner: str) -> str:
        """Return what defends a province; of hidden ronin an army has its share, if so many fit."""
        record, there = self.play.colour(owner), self.play.army_in(place)
        share = -(-record.hidden_total // max(1, len(record.armies)))
        ronin = min(share, regulars(there[1])) if there else 0
        return combat.defenders(self.play, place).with_ronin(ronin).word

    def _blows(self, corps: Corps) -> Iterator[Blow]:
        for road, word, held in self._starts(corps):
            at = road[-1] if road else corps.at
            gain, targets = self._best_chain(corps, word, at, held, ())
            if targets:
                yield Blow(gain, corps, road, targets)

    def _starts(self, corps: Corps) -> Iterator[tuple[tuple[str, ...], str, bool]]:
        """Yield roads, what the troop is then, and whether others hold the place.

        A force does not march; it attacks if it leaves something behind.
        """
        if not corps.number:
            word, guarded = self.forces[corps.at], corps.at in self.stands.values()
            if regulars_in(word) + guarded > 1 and regulars_in(word):
                yield (), word, guarded
            return
        held = regulars_in(self.forces.get(corps.at, "")) > 0
        yield (), corps.word, held
        busy = {at for number, at in self.stands.items() if number != corps.number}
        left = corps.word if held else without_one(corps.word)
        if left and self.marching:
            for place, road in self._roads(corps).items():
                if road and place not in busy:
                    yield road, left, True

    def _roads(self, corps: Corps) -> dict[str, tuple[str, ...]]:
        """Return where an army can march through its provinces, each goal with a shortest way."""
        roads: dict[str, tuple[str, ...]] = {corps.at: ()}
        for _ in range(corps.level):
            for place, road in list(roads.items()):
                for near in self.play.neighbours(place):
                    if self.play.owner(near) == self.seat:
                        roads.setdefault(near, (*road, near))
        return roads

    def _targets(self, corps: Corps, province: str, path: Sequence[str]) -> list[str]:
        """Return what can be attacked, by an army entered too, what attracts most first."""

        def attraction(target: str) -> float:
            there = self.standing.get(target, "")
            return self._bounty(target, there) - 0.25 * len(there)

        near = (each for each in self.play.neighbours(province) if each not in path)
        found = [each for each in near if self._is_open(corps, each)]
        return sorted(found, key=lambda each: (-attraction(each), each))

    def _is_open(self, corps: Corps, target: str) -> bool:
        play, owner = self.play, self.play.owner(target)
        if self.standing.get(target) == OURS or not play.are_foes(self.seat, owner):
            return bool(corps.number) and not owner
        return self.fighting and (play.position.round > 1 or not play.army_in(target))

    def _best_chain(
        self, corps: Corps, word: str, province: str, held: bool, path: tuple[str, ...]
    ) -> tuple[float, tuple[str, ...]]:
        """Return what the best further battles of a troop promise, and their targets."""
        best: tuple[float, tuple[str, ...]] = (0.0, ())
        for target in self._targets(corps, province, path)[: WIDE[len(path)]]:
            step = self._foresee(corps, word, province, target)
            inside = step.left if held else without_one(step.left)
            gain = step.gain
            ends: tuple[str, ...] = (target,)
            if inside:
                further = 0.0
                if len(path) + 1 < corps.level:
                    more, beyond = self._best_chain(corps, inside, target, False, (*path, target))
                    if more > 0:
                        further, ends = more, (target, *beyond)
                gain += step.won * (CONQUEST - (0.0 if held else WORTH["s"]) + further)
            elif not corps.number:
                gain += step.won * HARM
            best = max(best, (gain, ends))
        return best

    def _foresee(self, corps: Corps, word: str, province: str, target: str) -> Step:
        """Look ahead at a battle; where nobody stands the attacker loses nothing."""
        there = self.standing.get(target, "")
        if not there:
            return Step(0.0, 1.0, word, "")
        learns = EXPERIENCE if corps.number and corps.level < max(TRACK) else 0.0
        lost = self._army_worth(corps) if corps.number else 0.0
        bounty = self._bounty(target, there)
        ends = battle.foresee(word, there, self.play.board.by_sea(province, target))
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
            held = True
            self.stands[corps.number] = at
        for target in blow.targets:
            step = self._foresee(corps, word, at, target)
            word = step.left if held and corps.number else without_one(step.left)
            self.standing[target] = OURS if step.won > 0.5 and word else step.theirs
            at, held = target, False
        if not corps.number:
            self.forces[corps.at] = word or "s"

    def _army_worth(self, corps: Corps) -> float:
        """Return what an army is worth with its daimyo: the last one is worth the game."""
        last = {1: len(self.forces) * 0.8, 2: 2.0}.get(len(self.armies), 0.0)
        return DAIMYO_WORTH + LEVEL_WORTH * corps.level + last

    def _bounty(self, place: str, word: str) -> float:
        """Return what it is worth to kill the daimyo in a province: most if he is the last."""
        owner = self.play.owner(place)
        left = len(self.play.colour(owner).armies) if DAIMYO in word else 0
        last = len(self.play.provinces_of(owner)) * 0.8 + 2 if left == 1 else 0.0
        return {0: 0.0, 1: last, 2: 2.5}.get(left, 1.5)


def choose(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield a war turn, or the step of it that is open; before the war what is sensible.

    In each step it plans anew, with what can still be done.
    """
    phase = play.position.phase
    if not play.is_alive(seat) or not (play.at_war or phase in ("plan", "spy", "muster")):
        yield from plain.steady(play, seat)
    elif play.at_war:
        begin_turn(play, seat)
        plan = Assault(play, seat, phase not in ("fight", "move"), phase != "move")
        now = war_orders.STEP_ORDERS.get(phase, Order)
        yield from (Line((Branch(each),)) for each in _turn(plan) if isinstance(each, now))
    elif phase == "muster":
        yield from (Line((Branch(order),)) for order in _muster(play, seat))


def _turn(plan: Assault) -> Iterator[Order]:
    yield from _battles(plan)
    yield war_orders.CallOffAlone()
    armies = dict(plan.armies)
    for blow in plan.blows:
        if number := blow.corps.number:
            armies[number] = replace(armies[number], at=blow.targets[-1])
            yield _entry(plan, blow)
    battles = [
        (source, target)
        for blow in plan.blows
        for target in blow.targets
        for source in (plan.play.neighbours(target) if blow.corps.number else [blow.corps.at])
        if regulars_in(plan.forces.get(source, "")) > 1
    ]
    yield from follow_up(plan.play, plan.seat, battles, armies)


def _battles(plan: Assault) -> Iterator[Order]:
    for blow in plan.blows:
        if blow.road:
            yield war_orders.March(blow.corps.number, blow.road)
    for blow in plan.blows:
        number, before = blow.corps.number, ""
        if not number:
            yield war_orders.Attack(blow.targets[0], blow.corps.at, "force")
            continue
        for target in blow.targets[: _last_battle(plan, blow)]:
            if before:
                yield war_orders.Advance(number, before)
            yield war_orders.ArmyAttack(target, number)
            before = target


def _last_battle(plan: Assault, blow: Blow) -> int:
    """Return how many of an army's targets are attacked: the last ones, if empty, are entered."""
    held = [number for number, at in enumerate(blow.targets, 1) if plan.play.owner(at)]
    return max(held, default=0)


def _entry(plan: Assault, blow: Blow) -> Order:
    """Return an army's final move: as far as it has fought its way, and on into what is empty."""
    fought = max(_last_battle(plan, blow), 1)
    return war_orders.MoveArmy(blow.corps.number, blow.targets[fought - 1 :])


def _muster(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield the cheapest unit for each army that has room; the rest is levied by default."""
    for number, army in sorted(play.colour(seat).armies.items()):
        unit = next((each for each in reversed(REGULAR) if muster.room_in_army(army, each) > 0), "")
        if unit and play.plan(seat).levy:
            yield orders.LevyToArmy(unit, number)
