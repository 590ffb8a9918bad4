"""The combat sequence (Action 7, phase C)."""

from collections.abc import Callable

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords.casualties import Host
from adjudicator.games.samurai_swords.edition import SIDES
from adjudicator.games.samurai_swords.events import Losses, Pass, Roll, Side

RANGED = ((("bowman",), 6), (("gunner",), 4))
HAND_TO_HAND = ((("daimyo",), 6), (("swordsman", "ronin"), 5), (("spearman",), 4))
"""The steps in which units roll, and the most that hits (The Combat Sequence)."""

CallOff = Callable[[Host, Host, int], str]
"""Given both sides and the passes fought, why the attacker stops now, or ``""`` (Step 8, M10)."""


class Battle:
    """One battle: the hosts, the dice, and the passes fought so far."""

    def __init__(self, attacker: Host, defender: Host, chance: Chance, label: str):
        self.hosts: dict[Side, Host] = {"attacker": attacker, "defender": defender}
        self.chance = chance
        self.label = label
        self.passes: list[Pass] = []

    def fight(self, naval: bool, call_off: CallOff) -> str:
        """Fight until a side is gone or the attacker stops; return why he stopped, or ``""``.

        Across a sea line the defender first goes through the sequence alone (M7).
        """
        if naval:
            self._pass(("defender",), first_strike=True)
        fought = 0
        while not self.is_over():
            self._pass(("attacker", "defender"), first_strike=False)
            fought += 1
            if not self.is_over():
                why = call_off(self.hosts["attacker"], self.hosts["defender"], fought)
                if why:
                    return why
        return ""

    def is_over(self) -> bool:
        """Whether a side has no unit left."""
        return not self.hosts["attacker"].standing() or not self.hosts["defender"].standing()

    def _pass(self, sides: tuple[Side, ...], first_strike: bool) -> None:
        steps: list[Roll | Losses] = []
        if first_strike:
            hits = self._roll(RANGED + HAND_TO_HAND, sides, steps, with_bonus=False)
            self._remove(hits, steps)
        else:
            self._remove(self._roll(RANGED, sides, steps, with_bonus=True), steps)
            if not self.is_over():
                self._remove(self._roll(HAND_TO_HAND, sides, steps, with_bonus=True), steps)
        self.passes.append(Pass(tuple(steps), first_strike))

    def _roll(
        self,
        steps: tuple[tuple[tuple[str, ...], int], ...],
        sides: tuple[Side, ...],
        told: list[Roll | Losses],
        with_bonus: bool,
    ) -> dict[Side, int]:
        """Roll the steps; dice that can no longer matter are not rolled (M26)."""
        hits: dict[Side, int] = {"attacker": 0, "defender": 0}
        enough: dict[Side, int] = {side: self.hosts[_other(side)].standing() for side in sides}
        for units, needs in steps:
            for side in sides:
                rolled = self.hosts[side].dice(units, with_bonus)
                if not rolled or hits[side] >= enough[side]:
                    continue
                dice = self.chance.dice(sum(rolled.values()), SIDES, self.label)
                scored = sum(face <= needs for face in dice)
                hits[side] += scored
                told.append(Roll(side, rolled, needs, tuple(dice), scored))
        return hits

    def _remove(self, hits: dict[Side, int], told: list[Roll | Losses]) -> None:
        for side in ("attacker", "defender"):
            scored = hits[_other(side)]
            if scored:
                lost, bonus, wasted = self.hosts[side].lose(scored)
                told.append(Losses(side, lost, bonus, wasted))


def _other(side: Side) -> Side:
    return "defender" if side == "attacker" else "attacker"
