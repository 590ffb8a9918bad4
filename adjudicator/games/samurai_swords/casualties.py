"""Removing casualties as their owner prefers, within the rules (Step 3; M4, M5)."""

import copy
from collections.abc import Sequence

from adjudicator.games.samurai_swords.edition import REGULAR, UNITS
from adjudicator.games.samurai_swords.position import Troop


class Body:
    """One troop in a battle: an army or a force, with the ronin that have joined it.

    ``daimyo`` says whether a daimyo leads it, ``down`` whether he is assassinated: he then rolls
    no dice and falls only with his whole army (M16, M17).
    """

    __slots__ = ("army", "daimyo", "down", "units")

    def __init__(self, troop: Troop, army: str = "", daimyo: bool = False, down: bool = False):
        self.units: dict[str, int] = {unit: getattr(troop, unit) for unit in UNITS}
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
        bodies = [copy.copy(body) for body in self.bodies]
        for body in bodies:
            body.units = dict(body.units)
        return Host(bodies, self.order, self.bonus, self.bonus_unit)

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

    def lose(self, hits: int) -> tuple[dict[str, int], int, int]:
        """Remove casualties; return the units lost, the bonus units lost, and the hits wasted (M3).

        Bonus units fall first, the daimyo last of all.
        """
        bonus = min(hits, self.bonus)
        self.bonus -= bonus
        lost: dict[str, int] = {}
        left = hits - bonus
        while left and (fallen := self._fall()):
            lost[fallen] = lost.get(fallen, 0) + 1
            left -= 1
        return lost, bonus, left

    def _fall(self) -> str:
        """Remove one unit and return its kind; ``""`` if none is left."""
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
