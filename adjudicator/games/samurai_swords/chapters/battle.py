"""The combat sequence (Action 7, phase C).

What falls next is settled beforehand, so a side is a word: a letter for each unit that can be hit,
in the order in which they fall. What is left of it after so many losses is the rest of the word.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords.edition import REGULAR, SIDES, UNITS
from adjudicator.games.samurai_swords.table.events import Losses, Pass, Result, Roll, Side


class CombatStep(NamedTuple):
    """A step in which units roll dice."""

    units: tuple[str, ...]
    needs: int
    """The highest face that hits."""


SEQUENCE = (
    CombatStep(("bowman",), 6),
    CombatStep(("gunner",), 4),
    CombatStep(("daimyo",), 6),
    CombatStep(("swordsman", "ronin"), 5),
    CombatStep(("spearman",), 4),
)
"""The steps of a pass (The Combat Sequence)."""
RANGED, HAND_TO_HAND = range(2), range(2, 5)
"""Its halves, after each of which casualties are removed."""
LETTERS = dict(zip((*UNITS, "daimyo"), "rsgwbd", strict=True))
"""What stands for a unit in a word; the first fall first by default (M4)."""
BONUS_LETTERS = {"spearman": "S", "ronin": "R"}
"""The same for the bonus units of castles and fortresses."""
DAIMYO = LETTERS["daimyo"]
UNIT_OF = {letter: unit for unit, letter in LETTERS.items()}


def counts_of(word: str) -> dict[str, int]:
    """Return the units of a word by kind, the daimyo with them, bonus units not."""
    return {unit: number for unit, letter in LETTERS.items() if (number := word.count(letter))}


class Body(NamedTuple):
    """One troop in a battle: an army or a force, with the ronin that have joined it."""

    units: tuple[int, ...]
    """How many there are of each of the ``UNITS``."""
    army: str = ""
    daimyo: bool = False
    down: bool = False
    """Whether its daimyo is assassinated: he rolls no dice and falls only with his whole army (M16,
    M17)."""

    def counts(self) -> dict[str, int]:
        """Return the units by kind, those of which there are none too."""
        return dict(zip(UNITS, self.units, strict=True))


class Host(NamedTuple):
    """All that one side has in a battle."""

    bodies: tuple[Body, ...]
    """Its troops; the first of a double-troop province loses units first."""
    order: tuple[str, ...]
    """The order in which its units fall."""
    bonus: int = 0
    bonus_unit: str = ""

    @property
    def word(self) -> str:
        """The units that can be hit, in the order in which they fall."""
        return _falls(self)[0]

    @lru_cache(maxsize=1 << 12)  # noqa: B019 - hosts are values, and the same ones come again
    def after(self, losses: int) -> "Host":
        """Return what is left of it after so many losses."""
        gone = Counter(_falls(self)[1][:losses])
        bodies = tuple(
            body._replace(
                units=tuple(n - gone[LETTERS[unit], place] for unit, n in body.counts().items()),
                daimyo=body.daimyo and not gone[DAIMYO, place],
            )
            for place, body in enumerate(self.bodies)
        )
        return self._replace(bodies=bodies, bonus=max(0, self.bonus - losses))

    def with_ronin(self, ronin: int) -> "Host":
        """Return it with so many more ronin in its first troop."""
        first, *others = self.bodies
        units = first.counts()
        units["ronin"] += ronin
        return self._replace(bodies=(first._replace(units=tuple(units.values())), *others))

    def in_default_order(self) -> "Host":
        """Return it as it falls in the default order, the force's units first (M100)."""
        bodies = sorted(self.bodies, key=lambda body: body.army)
        return self._replace(bodies=tuple(bodies), order=UNITS)


@lru_cache(maxsize=1024)
def _falls(host: Host) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Return the word, and each of its letters with the place of its troop; bonus units first.

    A ronin falls in place of a unit if too many ronin would be left (M5), the daimyo last of all.
    """
    falls = [(BONUS_LETTERS.get(host.bonus_unit, ""), -1)] * host.bonus
    left = [body.counts() for body in host.bodies]
    for unit in host.order:
        for place, units in enumerate(left):
            while units[unit]:
                regular = sum(units[each] for each in REGULAR) + host.bodies[place].daimyo
                fallen = "ronin" if units["ronin"] and units["ronin"] >= regular - 1 else unit
                units[fallen] -= 1
                falls.append((LETTERS[fallen], place))
    bodies = enumerate(host.bodies)
    falls += [(DAIMYO, place) for place, body in bodies if body.daimyo and not body.down]
    return "".join(letter for letter, _ in falls), tuple(falls)


@lru_cache(maxsize=1 << 12)
def _dice(word: str, walls: bool) -> tuple[dict[str, int], ...]:
    """Return how many dice each unit of a side rolls in each step, with its bonus units or not."""
    number = {unit: word.count(letter) for unit, letter in LETTERS.items()}
    for unit, letter in BONUS_LETTERS.items() if walls else ():
        number[unit] += word.count(letter)
    return tuple({unit: number[unit] for unit in step.units if number[unit]} for step in SEQUENCE)


ATTACKER, DEFENDER = 0, 1
_NAMES: tuple[Side, Side] = ("attacker", "defender")

CallOff = Callable[[str, str, int], str]
"""Given what is left of both sides and the passes fought, why the attacker stops now, or ``""``
(Step 8, M10)."""


class Battle:
    """One battle: what is left of its sides, the dice, and the passes fought so far.

    A `brief` one does not keep its passes, which is for those who fight thousands.
    """

    def __init__(
        self, attacker: Host, defender: Host, chance: Chance, label: str, brief: bool = False
    ):
        self.hosts = attacker, defender
        """Both sides as they met."""
        self.words = [attacker.word, defender.word]
        """What is left of them."""
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
            self._keep(self._volley(range(len(SEQUENCE)), (DEFENDER,)), first_strike=True)
        fought = 0
        while all(self.words) and not self.why:
            told = self._volley(RANGED)
            if all(self.words):
                told += self._volley(HAND_TO_HAND)
            self._keep(told)
            fought += 1
            if all(self.words):
                self.why = call_off(self.words[ATTACKER], self.words[DEFENDER], fought)

    def survivors(self) -> tuple[Host, Host]:
        """Return what is left of attacker and defender."""
        (ours, theirs), (lost, slain) = self.hosts, self.fallen
        return ours.after(lost), theirs.after(slain)

    def result(self) -> Result:
        """Return how it ended for the attacker."""
        ours, theirs = self.words
        if theirs:
            return "off" if ours else "lost"
        return "won" if ours else "both"

    def _keep(self, told: Iterable[Roll | Losses], first_strike: bool = False) -> None:
        if not self.brief:
            self.passes.append(Pass(tuple(told), first_strike))

    def _volley(
        self, steps: Iterable[int], sides: tuple[int, ...] = (ATTACKER, DEFENDER)
    ) -> list[Roll | Losses]:
        """Roll the steps, then remove the casualties, as many as there are (M3).

        Dice that can no longer matter are not rolled (M26). Who strikes first does so without his
        bonus units (M7).
        """
        told: list[Roll | Losses] = []
        hits, dice = [0, 0], [_dice(word, len(sides) > 1) for word in self.words]
        for step in steps:
            needs = SEQUENCE[step].needs
            for side in sides:
                rolled = dice[side][step]
                if not rolled or hits[side] >= len(self.words[1 - side]):
                    continue
                faces = self.chance.dice(sum(rolled.values()), SIDES, self.label)
                scored = len([face for face in faces if face <= needs])
                hits[side] += scored
                if not self.brief:
                    told.append(Roll(_NAMES[side], rolled, needs, tuple(faces), scored))
        for side in (ATTACKER, DEFENDER):
            scored, word = hits[1 - side], self.words[side]
            if scored:
                self.words[side], gone = word[scored:], word[:scored]
                self.fallen[side] += len(gone)
                if not self.brief:
                    lost = Counter(UNIT_OF[each] for each in gone if each in UNIT_OF)
                    bonus, wasted = len(gone) - lost.total(), scored - len(gone)
                    told.append(Losses(_NAMES[side], lost, bonus, wasted))
        return told
