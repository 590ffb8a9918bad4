"""The combat sequence (Action 7, phase C)."""

import copy
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords.edition import REGULAR, SIDES, UNITS
from adjudicator.games.samurai_swords.table.events import Losses, Pass, Roll, Side


class CombatStep(Struct, frozen=True):
    """A step in which units roll dice."""

    units: tuple[str, ...]
    needs: int
    """The highest face that hits."""
    with_bonus: bool = True
    """Whether a castle's bonus units roll too."""


SEQUENCE = (
    CombatStep(("bowman",), 6),
    CombatStep(("gunner",), 4),
    CombatStep(("daimyo",), 6),
    CombatStep(("swordsman", "ronin"), 5),
    CombatStep(("spearman",), 4),
)
"""The steps of a pass (The Combat Sequence)."""
STEPS = (*SEQUENCE, *(replace(step, with_bonus=False) for step in SEQUENCE))
BONUS = "bonus"
"""What a castle's unit is called as it falls."""
LETTERS = {
    "ronin": "r",
    "spearman": "s",
    "gunner": "g",
    "swordsman": "w",
    "bowman": "b",
    "daimyo": "d",
}
"""What stands for a unit in the word of a stage; the first fall first by default (M4)."""
BONUS_LETTERS = {"spearman": "S", "ronin": "R"}
"""The same for the bonus units of castles and fortresses."""
FIRST_STRIKE = range(len(SEQUENCE), len(STEPS))
"""The steps of a first strike across a sea line, which bonus units do not make (M7)."""


class Body:
    """One troop in a battle: an army or a force, with the ronin that have joined it.

    ``daimyo`` says whether a daimyo leads it, ``down`` whether he is assassinated: he then rolls
    no dice and falls only with his whole army (M16, M17).
    """

    __slots__ = ("army", "daimyo", "down", "units")

    def __init__(
        self, units: dict[str, int], army: str = "", daimyo: bool = False, down: bool = False
    ):
        self.units = units
        """The units by kind, those of which there are none too."""
        self.army = army
        self.daimyo = daimyo
        self.down = down

    def standing(self) -> int:
        """Count the units that can be hit: a daimyo that lies down is none."""
        return sum(self.units.values()) + (self.daimyo and not self.down)

    def regular(self) -> int:
        """Count the regular units, the daimyo with them (Stacking Limit)."""
        units = self.units
        return sum(units[unit] for unit in REGULAR) + self.daimyo


class Host:
    """All that one side has in a battle: its troops, bonus units, and what it wants to lose.

    ``first`` names the troop of a double-troop province that loses units first.
    """

    __slots__ = ("bodies", "bonus", "bonus_unit", "order")

    def __init__(
        self, bodies: list[Body], order: Sequence[str], bonus: int = 0, bonus_unit: str = ""
    ):
        self.bodies = bodies
        self.order = order
        self.bonus = bonus
        self.bonus_unit = bonus_unit

    def copy(self) -> "Host":
        """Return a host of the same units, which can lose others."""
        return self.in_order(self.order)

    def in_order(self, order: Sequence[str]) -> "Host":
        """Return a host of the same units, which loses them in another order."""
        bodies = [copy.copy(body) for body in self.bodies]
        for body in bodies:
            body.units = dict(body.units)
        return Host(bodies, order, self.bonus, self.bonus_unit)

    def standing(self) -> int:
        """Count the units that can still be hit."""
        return self.bonus + sum(body.standing() for body in self.bodies)

    def dice(self, units: Sequence[str], with_bonus: bool) -> dict[str, int]:
        """Return how many dice each of the units rolls; ``daimyo`` is one of them."""
        rolled: dict[str, int] = {}
        for unit in units:
            number = 0
            for body in self.bodies:
                number += body.daimyo and not body.down if unit == "daimyo" else body.units[unit]
            if with_bonus and unit == self.bonus_unit:
                number += self.bonus
            if number:
                rolled[unit] = number
        return rolled

    def counts(self) -> dict[str, int]:
        """Return the units that stand, by kind, the daimyo with them, bonus units not."""
        return self.dice((*UNITS, "daimyo"), with_bonus=False)

    def lose(self, hits: int) -> None:
        """Remove casualties, as many as there are (M3)."""
        for _ in range(hits):
            if not self.fall():
                return

    def fall(self) -> str:
        """Remove one unit and return its kind; ``""`` if none is left.

        ``bonus`` units fall first, the daimyo last of all.
        """
        if self.bonus:
            self.bonus -= 1
            return BONUS
        for unit in self.order:
            for body in self.bodies:
                if body.units[unit]:
                    return _remove(body, unit)
        for body in self.bodies:
            if body.daimyo and not body.down:
                body.daimyo = False
                return "daimyo"
        return ""


def _remove(body: Body, unit: str) -> str:
    """Remove a unit, or a ronin in its place if too many ronin would be left (M5)."""
    units = body.units
    if unit != "ronin" and units["ronin"] and units["ronin"] >= body.regular() - 1:
        unit = "ronin"
    units[unit] -= 1
    return unit


class Stage:
    """A host after so many losses. The host is to be looked at only: other battles share it."""

    __slots__ = ("at", "dice", "fell", "host", "led", "left", "stages", "word")

    def __init__(self, host: Host, fell: str = ""):
        self.host = host
        self.fell = fell
        """The kind of the unit that fell last."""
        self.word = ""
        """A letter for each unit that can still be hit, in the order in which they fall."""
        self.left = host.standing()
        """How many these are."""
        self.led = any(body.daimyo for body in host.bodies)
        self.dice = tuple(sum(self.units_of(step).values()) for step in range(len(STEPS)))
        """How many dice it rolls in each of the ``STEPS``."""
        self.stages: Stages = ()
        """All stages of its host."""
        self.at = 0
        """Its place among them."""

    def units_of(self, step: int) -> dict[str, int]:
        """Return the units that roll dice in a step."""
        return self.host.dice(STEPS[step].units, STEPS[step].with_bonus)

    def losses_to(self, later: "Stage") -> dict[str, int]:
        """Return what falls up to a later stage, by kind, in the order in which it falls."""
        return Counter(stage.fell for stage in self.stages[self.at + 1 : later.at + 1])


Stages = tuple[Stage, ...]
_Key = tuple[tuple[tuple[tuple[int, ...], str, bool, bool], ...], tuple[str, ...], int, str]


def stages_of(host: Host) -> Stages:
    """Return a host as it is after no loss, after one, and so on until nobody is left.

    What falls next is settled beforehand, so this is all that a battle can make of it.
    """
    bodies = tuple((tuple(b.units.values()), b.army, b.daimyo, b.down) for b in host.bodies)
    return _make_stages((bodies, tuple(host.order), host.bonus, host.bonus_unit))


@lru_cache(maxsize=1024)
def _make_stages(key: _Key) -> Stages:
    bodies = [
        Body(dict(zip(UNITS, units, strict=True)), army, daimyo, down)
        for units, army, daimyo, down in key[0]
    ]
    host = Host(bodies, *key[1:])
    found = [Stage(host.copy())]
    while fell := host.fall():
        found.append(Stage(host.copy(), fell))
    stages = tuple(found)
    letters = {**LETTERS, BONUS: BONUS_LETTERS.get(host.bonus_unit, "")}
    word = "".join(letters[stage.fell] for stage in stages[1:])
    for at, stage in enumerate(stages):
        stage.stages, stage.at, stage.word = stages, at, word[at:]
    return stages


def in_default_order(stage: Stage) -> Stage:
    """Return a stage of the same units that fall in the default order, the force's first (M100)."""
    host = stage.host
    if tuple(host.order) == UNITS and not host.bodies[0].army:
        return stage
    bodies = sorted(host.bodies, key=lambda body: body.army)
    return stages_of(Host(bodies, UNITS, host.bonus, host.bonus_unit))[0]


RANGED = range(2)
HAND_TO_HAND = range(2, 5)
"""The steps of the sequence between which casualties are removed."""
ATTACKER, DEFENDER = 0, 1
_NAMES: tuple[Side, Side] = ("attacker", "defender")

CallOff = Callable[[Stage, Stage, int], str]
"""Given both sides and the passes fought, why the attacker stops now, or ``""`` (Step 8, M10)."""


class Battle:
    """One battle: what is left of its sides, the dice, and the passes fought so far.

    A `brief` one does not keep its passes, which is for those who fight thousands.
    """

    def __init__(
        self, attacker: Stages, defender: Stages, chance: Chance, label: str, brief: bool = False
    ):
        self.stages = attacker, defender
        self.fallen = [0, 0]
        """The units that attacker and defender have lost."""
        self.chance = chance
        self.label = label
        self.brief = brief
        self.passes: list[Pass] = []
        self.why = ""
        """Why it was called off."""

    def fight(self, naval: bool, call_off: CallOff) -> None:
        """Fight until a side is gone or the attacker stops.

        Across a sea line the defender first goes through the sequence alone (M7).
        """
        if naval:
            self._pass(FIRST_STRIKE)
        fought = 0
        while not (self.is_over() or self.why):
            self._pass(())
            fought += 1
            if not self.is_over():
                self.why = call_off(*self.sides(), fought)

    def sides(self) -> tuple[Stage, Stage]:
        """Return what attacker and defender are now."""
        ours, theirs = self.stages
        return ours[self.fallen[ATTACKER]], theirs[self.fallen[DEFENDER]]

    def is_over(self) -> bool:
        """Whether a side has no unit left."""
        attacker, defender = self.sides()
        return not attacker.left or not defender.left

    def _pass(self, first_strike: Sequence[int]) -> None:
        """Go through the sequence; in a first strike the defender does, by those steps."""
        told: list[Roll | Losses] = []
        if first_strike:
            self._remove(self._roll(first_strike, (DEFENDER,), told), told)
        else:
            self._remove(self._roll(RANGED, (ATTACKER, DEFENDER), told), told)
            if not self.is_over():
                self._remove(self._roll(HAND_TO_HAND, (ATTACKER, DEFENDER), told), told)
        if not self.brief:
            self.passes.append(Pass(tuple(told), bool(first_strike)))

    def _roll(
        self, steps: Sequence[int], sides: tuple[int, ...], told: list[Roll | Losses]
    ) -> list[int]:
        """Roll the steps; dice that can no longer matter are not rolled (M26)."""
        hits = [0, 0]
        now = self.sides()
        for step in steps:
            needs = STEPS[step].needs
            for side in sides:
                dice = now[side].dice[step]
                if not dice or hits[side] >= now[1 - side].left:
                    continue
                faces = self.chance.dice(dice, SIDES, self.label)
                scored = len([face for face in faces if face <= needs])
                hits[side] += scored
                if not self.brief:
                    rolled = now[side].units_of(step)
                    told.append(Roll(_NAMES[side], rolled, needs, tuple(faces), scored))
        return hits

    def _remove(self, hits: list[int], told: list[Roll | Losses]) -> None:
        now = self.sides()
        for side in (ATTACKER, DEFENDER):
            scored = hits[1 - side]
            if scored:
                gone = min(scored, now[side].left)
                self.fallen[side] += gone
                if not self.brief:
                    after = self.sides()[side]
                    lost = now[side].losses_to(after)
                    bonus = lost.pop(BONUS, 0)
                    told.append(Losses(_NAMES[side], lost, bonus, scored - gone))
