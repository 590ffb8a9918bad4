"""What the strong regent sees: troops as words, what each is worth, and where danger threatens.

A word has a letter for each unit, in the default order in which they fall (see ``chapters/odds``),
so that the same few tables serve all battles.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from adjudicator.games.samurai_swords.chapters.battle import (
    BONUS_LETTERS,
    DAIMYO,
    LETTERS,
    hope,
)
from adjudicator.games.samurai_swords.chapters.muster import bonus_at
from adjudicator.games.samurai_swords.edition import MOST_ASHIGARU, MOST_SAMURAI
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, Troop, all_units

REGULARS = "sgwb"
WORTH = {"r": 0.08, "s": 0.24, "g": 0.3, "w": 0.34, "b": 0.42}
"""What a unit is worth, in provinces."""
DAIMYO_WORTH = 3.0
"""What a daimyo is worth at level 0, and each level more."""
LEVEL_WORTH = 0.7
DANGEROUS = 0.25
"""An attacker with less hope than this is taken to stay at home."""


def spell(troop: Troop, ronin: int = 0) -> str:
    """Return a troop's units as a word."""
    units = all_units(troop)
    return "".join(LETTERS[unit] * (n + ronin * (unit == "ronin")) for unit, n in units.items())


def merge(*words: str) -> str:
    """Return troops that defend together as one word."""
    units = "".join(words)
    letters = (*BONUS_LETTERS.values(), *LETTERS.values())
    return "".join(letter * units.count(letter) for letter in letters)


def regulars_in(word: str) -> int:
    """Count the regular units of a troop."""
    return sum(word.count(letter) for letter in REGULARS)


def without_one(word: str) -> str:
    """Return a troop that has left its cheapest regular unit behind; ``""`` if it cannot."""
    cheapest = next((letter for letter in REGULARS if letter in word), "")
    left = word.replace(cheapest, "", 1) if cheapest else ""
    ronin = left.count("r")
    return "" if ronin and ronin >= regulars_in(left) + left.count(DAIMYO) else left


def spare_units(force: str) -> str:
    """Return the regular units that a force can spare: all but the cheapest."""
    return "".join(letter for letter in force if letter in REGULARS)[1:]


def worth(word: str) -> float:
    """Return what the units of a troop are worth, without its daimyo."""
    return sum(WORTH.get(letter, 0.0) for letter in word)


def room_for(word: str, extra: str) -> str:
    """Return those of some more units that fit on an army's card."""
    fits = ""
    for letter in extra:
        kind, most = ("bw", MOST_SAMURAI) if letter in "bw" else ("gs", MOST_ASHIGARU)
        if sum((word + fits).count(each) for each in kind) < most:
            fits += letter
    return fits


class Corps(NamedTuple):
    """A troop: an army, or a force."""

    number: str
    """The army's number, or ``""``."""
    at: str
    word: str
    level: int


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
        self._risks: dict[tuple[str, str], float] = {}
        hidden = play.hidden_ronin
        own = play.provinces_of(seat)
        self.armies = play.colour(seat).armies
        """All armies of the seat, those too whose daimyo is assassinated."""
        self.corps = {
            number: Corps(number, army.at, spell(army, hidden(army.at).army) + DAIMYO, army.level)
            for number, army in sorted(self.armies.items())
            if not army.down and army.at
        }
        """The armies that can fight."""
        self.forces = {at: spell(play.province(at), hidden(at).force) for at in own}
        """The forces in the seat's provinces; ``""`` where an army alone stands."""
        self.defence = {
            place: self._defender(place, land.owner)
            for place, land in play.position.provinces.items()
            if play.are_foes(seat, land.owner)
        }
        """What defends each province of the enemies, with the ronin that may hide there."""

    def _defender(self, place: str, owner: str) -> str:
        play = self.play
        there, (bonus, unit) = play.army_in(place, owner), bonus_at(play, place)
        words = [BONUS_LETTERS.get(unit, "") * bonus, spell(play.province(place))]
        if there:
            words += [self._spell_army(owner, there[1]), "" if there[1].down else DAIMYO]
        return merge(*words)

    def _spell_army(self, owner: str, army: Army) -> str:
        """Return an enemy army as a word; of hidden ronin it has an equal share, if so many fit."""
        record, word = self.play.colour(owner), spell(army)
        share = -(-record.hidden_total // max(1, len(record.armies)))
        return spell(army, min(share, regulars_in(word)))

    # Danger

    @cached_property
    def comers(self) -> list[Comer]:
        """The enemy troops that can attack in a turn of their own."""
        return [
            Comer(corps, frozenset(reach), min(0.8, 1.5 * corps.level / len(reach)))
            for enemy in self.play.survivors()
            if self.play.are_foes(self.seat, enemy)
            for corps in self._troops(enemy)
            if regulars_in(corps.word) > (not corps.number) and (reach := self._reach(enemy, corps))
        ]

    def _troops(self, enemy: str) -> Iterator[Corps]:
        for number, army in self.play.colour(enemy).armies.items():
            if army.at:
                yield Corps(number, army.at, self._spell_army(enemy, army) + DAIMYO, army.level)
        for place in self.play.provinces_of(enemy):
            yield Corps("", place, spell(self.play.province(place)), 1)

    def _reach(self, enemy: str, corps: Corps) -> set[str]:
        """Return the provinces that an enemy troop can attack: an army marches before."""
        stands = self.roads(corps, enemy) if corps.number else {corps.at: ()}
        near = {place for at in stands for place in self.play.neighbours(at)}
        return {place for place in near if self.play.owner(place) != enemy}

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

    def roads(self, corps: Corps, seat: str) -> dict[str, tuple[str, ...]]:
        """Return where an army can march through its provinces, each goal with a shortest way."""
        roads: dict[str, tuple[str, ...]] = {corps.at: ()}
        for _ in range(corps.level):
            for place, road in list(roads.items()):
                for near in self.play.neighbours(place):
                    if self.play.owner(near) == seat:
                        roads.setdefault(near, (*road, near))
        return roads

    # Worth

    def army_worth(self, corps: Corps) -> float:
        """Return what an army is worth with its daimyo: the last one is worth the game."""
        last = {1: len(self.forces) * 0.8, 2: 2.0}.get(len(self.armies), 0.0)
        return DAIMYO_WORTH + LEVEL_WORTH * corps.level + last

    def bounty(self, place: str, word: str) -> float:
        """Return what it is worth to kill the daimyo in a province: most if he is the last."""
        owner = self.play.owner(place)
        left = len(self.play.colour(owner).armies) if DAIMYO in word else 0
        last = len(self.play.provinces_of(owner)) * 0.8 + 2 if left == 1 else 0.0
        return {0: 0.0, 1: last, 2: 2.5}.get(left, 1.5)
