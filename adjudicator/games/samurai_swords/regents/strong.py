"""The strong regent: it attacks as the steady one does, but weighs each battle by exact odds.

A troop is a word with a letter for each unit, in the default order in which they fall, as in
``chapters/battle``, so that the same few tables serve all battles. It saves its koku for levies.
"""

from collections.abc import Iterator

from adjudicator.chance import Chance
from adjudicator.games.engine import plain
from adjudicator.games.samurai_swords.chapters import battle, combat, muster
from adjudicator.games.samurai_swords.chapters.battle import DAIMYO
from adjudicator.games.samurai_swords.edition import REGULAR
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.regents.steady import Evaluator, wage_war
from adjudicator.games.samurai_swords.table.play import DefiniteAttack, SwordsPlay
from adjudicator.games.samurai_swords.table.position import regulars
from adjudicator.orders import Branch, Line, Order

REGULARS = "sgwb"
WORTH = {"r": 0.08, "s": 0.24, "g": 0.3, "w": 0.34, "b": 0.42}
"""What a unit is worth, in provinces."""
CONQUEST = 1.2
"""What a province is worth that is conquered and held by one unit."""
SLAIN = 0.6
"""How much of what enemy units are worth it is worth to kill them."""
LEAST_GAIN = 0.06
"""What promises less is not worth the risk of a guess."""


def without_one(word: str) -> str:
    """Return a troop that has left its cheapest regular unit behind; ``""`` if it cannot."""
    cheapest = next((letter for letter in REGULARS if letter in word), "")
    left = word.replace(cheapest, "", 1) if cheapest else ""
    ronin = left.count("r")
    return "" if ronin and ronin >= len(left) - ronin else left


def worth(word: str) -> float:
    """Return what the units of a troop are worth, without its daimyo."""
    return sum(WORTH.get(letter, 0.0) for letter in word)


class Odds(Evaluator[str]):
    """Says what each troop should attack by what all ends of a battle are worth. It is a word."""

    def troop(self, place: str, number: str) -> str:
        """Return an own army, or the force of a province, with its hidden ronin."""
        hidden = self.play.hidden_ronin(place)
        host = combat.attackers(self.play, self.seat, DefiniteAttack(place, "", number))
        return host.with_ronin(hidden.army if number else hidden.force).word

    def best(self, number: str, source: str, troop: str) -> tuple[str, str]:
        """Return what promises most, and what most likely enters it."""
        near = (each for each in self.play.neighbours(source) if self._is_open(number, each))
        weighed = [(*self._weigh(number, troop, source, each), each) for each in near]
        gain, left, target = max(weighed, default=(0.0, "", ""))
        return (target, left) if gain > LEAST_GAIN else ("", "")

    def _is_open(self, number: str, target: str) -> bool:
        """Whether a province can be attacked or, by an army that has time for it, be entered."""
        play, owner = self.play, self.play.owner(target)
        if target in self.taken or not owner:
            return bool(number) and target not in self.taken
        first = play.position.round == 1 and play.army_in(target)
        return play.position.phase != "move" and play.are_foes(self.seat, owner) and not first

    def _weigh(self, number: str, word: str, source: str, target: str) -> tuple[float, str]:
        """Say what a battle is worth, its ends weighed, and what is left to enter the province."""
        play = self.play
        there = self._defender(target)
        naval = play.board.by_sea(source, target)
        ends = battle.foresee(word, there, naval) if there else (battle.BattleEnd(word, "", 1.0),)
        risk = 2 * self._daimyo_worth(self.seat) if number else 0.0
        bounty = self._daimyo_worth(play.owner(target)) if DAIMYO in there else 0.0
        gain = 0.0
        for left, theirs, likely in ends:
            came = SLAIN * (worth(there) - worth(theirs)) - (worth(word) - worth(left))
            gain += likely * (came + (0.0 if theirs else bounty) - (0.0 if left else risk))
        wins = [end for end in ends if end.left and not end.theirs]
        left = max(wins, key=lambda end: end.likely).left if wins else ""
        others = play.has_force(source) if number else play.army_in(source) is not None
        inside = left if others and play.owner(source) == self.seat else without_one(left)
        if inside:
            gain += sum(end.likely for end in wins) * CONQUEST
        return gain, inside

    def _defender(self, place: str) -> str:
        """Return what defends a province; of hidden ronin an army has its share, if so many fit."""
        owner, there = self.play.owner(place), self.play.army_in(place)
        if not owner:
            return ""
        record = self.play.colour(owner)
        share = -(-record.hidden_total // max(1, len(record.armies)))
        ronin = min(share, regulars(there[1])) if there else 0
        return combat.defenders(self.play, place).with_ronin(ronin).word

    def _daimyo_worth(self, owner: str) -> float:
        """Return what a daimyo is worth: most if he is the last."""
        last = len(self.play.provinces_of(owner)) * 0.8 + 2
        return {1: last, 2: 2.5}.get(len(self.play.colour(owner).armies), 1.5)


def choose(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield a war turn, or the step of it that is open; in the setup what is sensible.

    In each step it plans anew, with what can still be done.
    """
    phase = play.position.phase
    if not play.is_alive(seat) or not (play.at_war or phase in ("plan", "spy", "muster")):
        yield from plain.steady(play, seat)
    elif play.at_war:
        yield from (Line((Branch(order),)) for order in wage_war(Odds(play, seat)))
    elif phase == "muster":
        yield from (Line((Branch(order),)) for order in _muster(play, seat))


def _muster(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield the cheapest unit for each army that has room; the rest is levied by default."""
    for number, army in sorted(play.colour(seat).armies.items()):
        unit = next((each for each in reversed(REGULAR) if muster.room_in_army(army, each) > 0), "")
        if unit and play.plan(seat).levy:
            yield orders.LevyToArmy(unit, number)
