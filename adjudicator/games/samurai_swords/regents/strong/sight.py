"""What the strong regent sees: troops as words, what each is worth, and where danger threatens.

A word has a letter for each unit, in the default order in which they fall (see ``chapters/odds``),
so that the same few tables serve all battles.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from adjudicator.games.samurai_swords.chapters.battle import BONUS_LETTERS, LETTERS
from adjudicator.games.samurai_swords.chapters.castles import BONUS as CASTLES
from adjudicator.games.samurai_swords.chapters.odds import endings
from adjudicator.games.samurai_swords.edition import MOST_ASHIGARU, MOST_SAMURAI, UNITS
from adjudicator.games.samurai_swords.meta import is_quick
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, Troop

DAIMYO = LETTERS["daimyo"]
REGULARS = "sgwb"
WORTH = {"r": 0.08, "s": 0.24, "g": 0.3, "w": 0.34, "b": 0.42}
"""What a unit is worth, in provinces."""
TRIFLE = 1e-3
"""What is less likely is left out."""

GivesUp = Callable[[str, str], bool]
"""Whether an attacker gives up after a pass, given what is left of both."""


class Corps(NamedTuple):
    """A troop: an army, or a force."""

    number: str
    """The army's number, or ``""``."""
    at: str
    word: str
    level: int


def spell(troop: Troop, ronin: int = 0) -> str:
    """Return a troop's units as a word."""
    number = {unit: getattr(troop, unit) for unit in UNITS}
    number["ronin"] += ronin
    return "".join(LETTERS[unit] * number[unit] for unit in UNITS)


def merge(*words: str) -> str:
    """Return troops that defend together as one word."""
    units = "".join(words)
    letters = (*BONUS_LETTERS.values(), *LETTERS.values())
    return "".join(letter * units.count(letter) for letter in letters)


def bonus_word(building: str) -> str:
    """Return the bonus units of a castle or a fortress as a word."""
    number, unit = CASTLES.get(building, (0, ""))
    return BONUS_LETTERS.get(unit, "") * number


def regulars_in(word: str) -> int:
    """Count the regular units of a troop."""
    return sum(word.count(letter) for letter in REGULARS)


def without_one(word: str) -> str:
    """Return a troop that has left its cheapest regular unit behind; ``""`` if it cannot."""
    for letter in REGULARS:
        if letter in word:
            left = word.replace(letter, "", 1)
            fits = left.count("r") < regulars_in(left) + left.count(DAIMYO)
            return left if fits or "r" not in left else ""
    return ""


def spare_units(force: str) -> str:
    """Return the regular units that a force can spare: all but the cheapest."""
    return "".join(letter for letter in force if letter in REGULARS)[1:]


def worth(word: str) -> float:
    """Return what the units of a troop are worth, without its daimyo."""
    return sum(WORTH.get(letter, 0.0) for letter in word)


def room_for(word: str, extra: str) -> str:
    """Return those of some more units that fit on an army's card."""
    room = {
        "samurai": MOST_SAMURAI - word.count("b") - word.count("w"),
        "ashigaru": MOST_ASHIGARU - word.count("g") - word.count("s"),
    }
    fits = ""
    for letter in extra:
        kind = "samurai" if letter in "bw" else "ashigaru"
        if room[kind] > 0:
            room[kind] -= 1
            fits += letter
    return fits


class End(NamedTuple):
    """One way in which a battle may end."""

    left: str
    """What is left of the attacker."""
    theirs: str
    """What is left of the defender."""
    likely: float


def is_outnumbered(ours: str, theirs: str) -> bool:
    """Give up when outnumbered (M28)."""
    return len(ours) < len(theirs)


def is_alone(ours: str, theirs: str) -> bool:
    """Give up so before the daimyo is alone, too."""
    return is_outnumbered(ours, theirs) or (ours[-1] == DAIMYO and len(ours) - 1 <= len(theirs))


def gives_up(troop: str) -> GivesUp:
    """Return when such a troop gives up: an army before its daimyo is alone."""
    return is_alone if troop.endswith(DAIMYO) else is_outnumbered


@lru_cache(maxsize=1 << 15)
def battle(
    ours: str, theirs: str, naval: bool = False, stop: GivesUp = is_outnumbered
) -> tuple[End, ...]:
    """Return how a battle may end that one side attacks in, and how likely each end is."""

    def stops(lost: int, slain: int, passes: int) -> bool:
        return stop(ours[lost:], theirs[slain:])

    ended = endings(ours, theirs, naval, stops, trifle=TRIFLE)
    total = sum(ended.values())
    return tuple(End(ours[i:], theirs[j:], p / total) for (i, j), p in sorted(ended.items()))


@lru_cache(maxsize=1 << 15)
def hope(ours: str, theirs: str, naval: bool = False, stop: GivesUp = is_outnumbered) -> float:
    """Return how likely the attacker is to win, with somebody left."""
    ends = battle(ours, theirs, naval, stop)
    return sum(end.likely for end in ends if end.left and not end.theirs)


DAIMYO_WORTH = 3.0
"""What a daimyo is worth at level 0, and each level more."""
LEVEL_WORTH = 0.7
TAKEN_AWAY = 0.25
"""What it is worth that an enemy has a province less."""
LEADER = 0.6
"""How much more it is worth if that enemy is about to win."""
NEAR = 12
"""The provinces that one who is about to win may lack."""
RISKED = 0.6
"""How much less a conquest is worth that is sure to be lost again."""
HASTE = 0.5
"""How much more a conquest is worth just before the victory."""
DANGEROUS = 0.25
"""An attacker with less hope than this is taken to stay at home."""
WINS = 20.0
"""What it is worth to win the game at once."""


class Comer(NamedTuple):
    """An enemy troop that may attack, and how likely it is to choose each province."""

    corps: Corps
    reach: frozenset[str]
    eager: float


class Sight:
    """A seat's outlook on the board at one moment."""

    def __init__(self, play: SwordsPlay, seat: str):
        self.play = play
        self.seat = seat
        record = play.position.seats
        mine = [each.colours for each in record.values() if seat in each.colours]
        self.friends = {"", *(mine[0] if mine else (seat,))}
        self.own = play.provinces_of(seat)
        self._risks: dict[tuple[str, str], float] = {}

    @cached_property
    def corps(self) -> dict[str, Corps]:
        """The armies that can fight."""
        hidden = self.play.hidden_ronin
        return {
            number: Corps(number, army.at, spell(army, hidden(army.at).army) + DAIMYO, army.level)
            for number, army in sorted(self.play.colour(self.seat).armies.items())
            if not army.down and army.at
        }

    @cached_property
    def armies(self) -> Mapping[str, Army]:
        """All armies of the seat, those too whose daimyo is assassinated."""
        return self.play.colour(self.seat).armies

    @cached_property
    def forces(self) -> dict[str, str]:
        """The forces in the seat's provinces; ``""`` where an army alone stands."""
        play = self.play
        return {at: spell(play.province(at), play.hidden_ronin(at).force) for at in self.own}

    @cached_property
    def defence(self) -> dict[str, str]:
        """What defends each province of the enemies, with the ronin that may hide there."""
        play = self.play
        return {
            place: self._defender(place, land.owner)
            for place, land in play.position.provinces.items()
            if land.owner not in self.friends
        }

    def _defender(self, place: str, owner: str) -> str:
        play = self.play
        army = play.army_in(place, owner)
        word = spell(play.province(place))
        if army:
            led = "" if army[1].down else DAIMYO
            word = merge(word, spell(army[1], self._ambush(owner, army[1])), led)
        return merge(bonus_word(play.province(place).building), word)

    def _ambush(self, owner: str, army: Troop) -> int:
        """Guess how many hidden ronin an enemy army has: an equal share, as many as may be."""
        record = self.play.colour(owner)
        share = -(-record.hidden_total // max(1, len(record.armies)))
        return min(share, regulars_in(spell(army)))

    def garrison(self, place: str) -> str:
        """Return all that defends a province of the seat."""
        army = self.play.army_in(place, self.seat)
        corps = self.corps.get(army[0]) if army else None
        bonus = bonus_word(self.play.province(place).building)
        return merge(bonus, self.forces[place], corps.word if corps else "")

    def enemies(self) -> list[str]:
        """Return the colours that are not friends."""
        return [each for each in self.play.survivors() if each not in self.friends]

    # Danger

    @cached_property
    def comers(self) -> list[Comer]:
        """The enemy troops that can attack in a turn of their own."""
        return [
            Comer(corps, frozenset(reach), min(0.8, 1.5 * corps.level / len(reach)))
            for enemy in self.enemies()
            for corps in self._troops(enemy)
            if regulars_in(corps.word) > (not corps.number) and (reach := self._reach(enemy, corps))
        ]

    def _troops(self, enemy: str) -> Iterator[Corps]:
        for number, army in self.play.colour(enemy).armies.items():
            if army.at:
                word = spell(army, self._ambush(enemy, army)) + DAIMYO
                yield Corps(number, army.at, word, army.level)
        for place in self.play.provinces_of(enemy):
            yield Corps("", place, spell(self.play.province(place)), 1)

    def _reach(self, enemy: str, corps: Corps) -> set[str]:
        """Return the provinces that an enemy troop can attack: an army marches before."""
        play = self.play
        stands = {corps.at}
        for _ in range(corps.level if corps.number else 0):
            stands |= {n for p in stands for n in play.neighbours(p) if play.owner(n) == enemy}
        return {n for p in stands for n in play.neighbours(p) if play.owner(n) != enemy}

    def risk(self, place: str, word: str) -> float:
        """Return how likely a province with such a garrison is lost before the next turn."""
        if (place, word) not in self._risks:
            safe = 1.0
            for corps, reach, eager in self.comers:
                if place in reach:
                    naval = not corps.number and self.play.board.by_sea(corps.at, place)
                    likely = hope(corps.word, word, naval) if word else 1.0
                    safe *= 1 - eager * likely if likely >= DANGEROUS else 1.0
            self._risks[place, word] = 1 - safe
        return self._risks[place, word]

    # Worth

    @cached_property
    def count(self) -> int:
        """The provinces of the seat and its friends."""
        return sum(
            land.owner in self.friends - {""} for land in self.play.position.provinces.values()
        )

    def roads(self, corps: Corps) -> dict[str, tuple[str, ...]]:
        """Return where an army can march through own provinces, each goal with a shortest way."""
        roads: dict[str, tuple[str, ...]] = {corps.at: ()}
        edge = [corps.at]
        for _ in range(corps.level):
            edge_after = []
            for place in edge:
                for near in self.play.neighbours(place):
                    if near not in roads and self.play.owner(near) == self.seat:
                        roads[near] = (*roads[place], near)
                        edge_after.append(near)
            edge = edge_after
        return roads

    def army_worth(self, corps: Corps) -> float:
        """Return what an army is worth with its daimyo: the last one is worth the game."""
        last = {1: len(self.own) * 0.8, 2: 2.0}.get(len(self.play.colour(self.seat).armies), 0.0)
        return DAIMYO_WORTH + LEVEL_WORTH * corps.level + last

    def bounty(self, owner: str) -> float:
        """Return what it is worth to kill a daimyo of an enemy: most if it is his last."""
        left, theirs = len(self.play.colour(owner).armies), len(self.play.provinces_of(owner))
        if left > 1:
            return 2.5 if left == 2 else 1.5
        if is_quick(self.play.position.options):  # the first to fall ends the game
            others = [len(self.play.provinces_of(e)) for e in self.enemies() if e != owner]
            return WINS if self.count + theirs > max(others, default=0) else 0.0
        return theirs * 0.8 + 2

    def prize(self, place: str) -> float:
        """Return what a province is worth that is conquered and held by one unit."""
        owner = self.play.owner(place)
        gain = 1.0 + HASTE * self.hurry + (self.harm(owner) if owner else 0.0)
        return gain - RISKED * (1 - self.hurry) * self.risk(place, "s")

    @cached_property
    def hurry(self) -> float:
        """Return how near the victory is, from 0 to 1."""
        return self._nearness(self.count)

    def _nearness(self, count: int) -> float:
        return min(1.0, max(0.0, 1 - (self.play.to_win - count) / NEAR))

    def harm(self, owner: str) -> float:
        """Return what it is worth that an enemy has a province less: most if he may soon win."""
        return TAKEN_AWAY + LEADER * self._nearness(len(self.play.provinces_of(owner)))
