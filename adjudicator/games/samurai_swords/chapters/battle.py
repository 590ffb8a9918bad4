"""The combat sequence (Action 7, phase C), and the odds of one battle, exactly.

What falls next is settled beforehand, so a side is a word: a letter for each unit that can be hit,
in the order in which they fall. What is left of it after so many losses is the rest of the word.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import product
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


@lru_cache(maxsize=1 << 12)
def counts_of(word: str) -> dict[str, int]:
    """Return the units of a word by kind, the daimyo with them, bonus units not."""
    return {unit: number for unit, letter in LETTERS.items() if (number := word.count(letter))}


class BattleBody(NamedTuple):
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

    bodies: tuple[BattleBody, ...]
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
        """Return it as it falls in the default order (M100)."""
        return self._replace(order=UNITS)


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


@lru_cache(maxsize=1 << 12)
def _losses_of(gone: str) -> tuple[dict[str, int], int]:
    """Return the units that fell by kind, as they fell, and how many bonus units did."""
    lost = Counter(UNIT_OF[each] for each in gone if each in UNIT_OF)
    return lost, len(gone) - lost.total()


ATTACKER, DEFENDER = 0, 1
_NAMES: tuple[Side, Side] = ("attacker", "defender")

CallOff = Callable[[str, str, int], str]
"""Given what is left of both sides and the passes fought, why the attacker stops now, or ``""``
(Step 8, M10)."""


class Battle:
    """One battle: what is left of its sides, the dice, and the passes fought so far."""

    def __init__(self, attacker: Host, defender: Host, chance: Chance, label: str):
        self.hosts = attacker, defender
        """Both sides as they met."""
        self.words = [attacker.word, defender.word]
        """What is left of them."""
        self.chance = chance
        self.label = label
        self.passes: list[Pass] = []
        self.why = ""
        """Why it was called off."""

    def fight(self, naval: bool, call_off: CallOff) -> None:
        """Fight until a side is gone or the attacker stops.

        Across a sea line the defender first goes through the sequence alone (M7).
        """
        if naval:
            told = self._volley(range(len(SEQUENCE)), (DEFENDER,))
            self.passes.append(Pass(tuple(told), first_strike=True))
        fought = 0
        while all(self.words) and not self.why:
            told = self._volley(RANGED) + self._volley(HAND_TO_HAND)
            self.passes.append(Pass(tuple(told)))
            fought += 1
            if all(self.words):
                self.why = call_off(self.words[ATTACKER], self.words[DEFENDER], fought)

    def end(self, lost: int, slain: int) -> None:
        """BattleEnd it with so many losses on either side, however it was fought."""
        self.words = [self.words[ATTACKER][lost:], self.words[DEFENDER][slain:]]

    def survivors(self) -> list[Host]:
        """Return what is left of attacker and defender."""
        sides = zip(self.hosts, self.words, strict=True)
        return [host.after(len(host.word) - len(left)) for host, left in sides]

    def result(self) -> Result:
        """Return how it ended for the attacker."""
        ours, theirs = self.words
        return result_of(bool(ours), bool(theirs))

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
                told.append(Roll(_NAMES[side], rolled, needs, tuple(faces), scored))
        for side in (ATTACKER, DEFENDER):
            scored, word = hits[1 - side], self.words[side]
            if scored:
                self.words[side], gone = word[scored:], word[:scored]
                told.append(Losses(_NAMES[side], *_losses_of(gone), scored - len(gone)))
        return told


def result_of(ours: bool, theirs: bool) -> Result:
    """Return how a battle ended for the attacker, by who has a unit left."""
    if theirs:
        return "off" if ours else "lost"
    return "won" if ours else "both"


NEEDS = {LETTERS[unit]: step.needs for step in SEQUENCE for unit in step.units}
"""The highest face that hits, by letter."""
BONUS_NEEDS = {letter: NEEDS[LETTERS[unit]] for unit, letter in BONUS_LETTERS.items()}
RANGED_NEEDS = {letter: NEEDS[letter] for letter in "bg"}
BLOW_NEEDS = {**{each: NEEDS[each] for each in NEEDS if each not in RANGED_NEEDS}, **BONUS_NEEDS}
"""Who rolls in the two halves of a pass, between which casualties are removed."""
Spread = dict[tuple[int, int], float]
"""How likely it is that so many attackers and so many defenders are lost."""
Stop = Callable[[int, int, int], bool]
"""Whether the attacker stops: given the attackers and the defenders lost, and the passes fought."""
Hits = tuple[float, ...]
"""How likely each number of hits is, from 0."""


def endings(
    ours: str,
    theirs: str,
    naval: bool = False,
    stop: Stop = lambda ours, theirs, passes: False,
    *,
    begun: Mapping[tuple[int, int], float] = {(0, 0): 1.0},
    passes: int = 0,
    trifle: float = 0.0,
) -> Spread:
    """Return how a battle may end, with how many losses on either side.

    ``begun`` says how likely so many attackers (``ours``) and defenders are lost beforehand.
    ``passes`` is the most that are fought if the attacker stops after some, 0 if he does not count
    them. What is no more likely than a trifle is left out; the sum is less than 1 by as much.
    """
    ended: Spread = {}
    fresh = _strike_first(begun, len(ours), theirs) if naval else dict(begun)
    came: Spread = {}
    for fought in range(passes + 1):
        between: Spread = {}
        after = {} if passes else came
        for state in product(range(len(ours)), range(len(theirs))):
            begins, half = came.pop(state, 0.0), between.pop(state, 0.0)
            stops = stop(*state, fought or 1)
            if stops:
                _add(ended, state, begins)
                begins = 0.0
            begins += fresh.pop(state, 0.0)
            if begins + half <= trifle:
                continue
            sides = ours[state[0] :], theirs[state[1] :]
            missed, shots = _volley(*sides, ranged=True)
            idle, blows = _volley(*sides, ranged=False)
            if not (stops or passes):  # where nobody is hit the next pass begins as this one did
                begins = (begins + idle * half) / (1 - missed * idle)
            half += missed * begins
            for lost, slain, p in shots:
                _add(between, (state[0] + lost, state[1] + slain), begins * p)
            for lost, slain, p in blows:
                _add(after, (state[0] + lost, state[1] + slain), half * p)
            if stops or passes:
                _add(after, state, half * idle)
        for state, p in (*between.items(), *fresh.items(), *came.items()):
            _add(ended, state, p)  # a side is gone, or the attacker stops
        came, fresh = after, {}
    return ended


@lru_cache(maxsize=1 << 12)
def chance_to_win(ours: str, theirs: str, naval: bool = False) -> float:
    """Return how likely it is that the defender is gone and an attacker left (M100).

    Nobody calls the battle off.
    """
    won = endings(ours, theirs, naval).items()
    return sum(p for (lost, slain), p in won if lost < len(ours) and slain == len(theirs))


RARE = 1e-3
"""What is less likely is left out of what is foreseen."""


class BattleEnd(NamedTuple):
    """One way in which a battle may end."""

    left: str
    """What is left of the attacker."""
    theirs: str
    """What is left of the defender."""
    likely: float


def gives_up(ours: str, theirs: str) -> bool:
    """Whether an attacker gives up: when outnumbered (M28), and before a daimyo is alone."""
    return len(ours) < len(theirs) or (ours[-1] == DAIMYO and len(ours) - 1 <= len(theirs))


@lru_cache(maxsize=1 << 15)
def foresee(ours: str, theirs: str, naval: bool = False) -> tuple[BattleEnd, ...]:
    """Return how a battle may end that one side attacks in, and how likely each end is."""

    def stops(lost: int, slain: int, passes: int) -> bool:
        return gives_up(ours[lost:], theirs[slain:])

    ended = endings(ours, theirs, naval, stops, trifle=RARE)
    total = sum(ended.values())
    return tuple(BattleEnd(ours[i:], theirs[j:], p / total) for (i, j), p in sorted(ended.items()))


@lru_cache(maxsize=1 << 15)
def hope(ours: str, theirs: str, naval: bool = False) -> float:
    """Return how likely the attacker is to win, with somebody left."""
    return sum(end.likely for end in foresee(ours, theirs, naval) if end.left and not end.theirs)


def _strike_first(begun: Mapping[tuple[int, int], float], most: int, theirs: str) -> Spread:
    """Let the defender strike first across a sea line, without his bonus units (M7)."""
    after: Spread = {}
    for (lost, slain), p in begun.items():
        dice = sorted(NEEDS[letter] for letter in theirs[slain:] if letter in NEEDS)
        for hits, q in enumerate(_clip(_hits(tuple(dice)), most - lost)):
            _add(after, (lost + hits, slain), p * q)
    return after


@lru_cache(maxsize=1 << 14)
def _volley(
    ours: str, theirs: str, ranged: bool
) -> tuple[float, tuple[tuple[int, int, float], ...]]:
    """Return what half a pass may cost both: how likely nothing, and what else, how likely."""
    needs = RANGED_NEEDS if ranged else BLOW_NEEDS
    by_us, by_them = (
        _hits(tuple(sorted(needs[letter] for letter in side if letter in needs)))
        for side in (ours, theirs)
    )
    costs = [
        (lost, slain, p * q)
        for lost, p in enumerate(_clip(by_them, len(ours)))
        for slain, q in enumerate(_clip(by_us, len(theirs)))
    ]
    return costs[0][2], tuple(costs[1:])


@lru_cache(maxsize=1 << 12)
def _hits(dice: tuple[int, ...]) -> Hits:
    """Return how likely each number of hits is; of each die the highest face that hits is given."""
    chances = [1.0]
    for need in dice:
        hit = need / SIDES
        missed, scored = [*chances, 0.0], [0.0, *chances]
        chances = [a * (1 - hit) + b * hit for a, b in zip(missed, scored, strict=True)]
    return tuple(chances)


def _clip(hits: Hits, most: int) -> Hits:
    """Hits in excess of what is left do nothing (M3)."""
    return hits if len(hits) <= most + 1 else (*hits[:most], sum(hits[most:]))


def _add(spread: Spread, state: tuple[int, int], likely: float) -> None:
    spread[state] = spread.get(state, 0.0) + likely
