"""The combat sequence (Action 7, phase C)."""

from collections.abc import Callable, Sequence

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords.chapters.casualties import (
    BONUS,
    FIRST_STRIKE,
    STEPS,
    Stage,
    Stages,
)
from adjudicator.games.samurai_swords.edition import SIDES
from adjudicator.games.samurai_swords.table.events import Losses, Pass, Roll, Side

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
