"""Battles reckoned exactly, from the rulebook and with nothing of the program.

A side is what still stands of it: bonus units of a castle, and troops. Every chance is followed:
what may be left of both sides after each half of a pass, and how likely that is.
"""

from collections import defaultdict
from functools import cache
from typing import NamedTuple

SIDES = 12
RANGED = ((("bowman",), 6), (("gunner",), 4))
HAND = ((("daimyo",), 6), (("swordsman", "ronin"), 5), (("spearman",), 4))
KINDS = ("ronin", "spearman", "gunner", "swordsman", "bowman")
TRIFLE = 1e-9


class Troop(NamedTuple):
    """An army with its daimyo, or a force."""

    units: tuple  # as many as there are of each of the KINDS
    daimyo: bool = False
    down: bool = False

    def number(self, kind):
        if kind == "daimyo":
            return int(self.daimyo and not self.down)
        return self.units[KINDS.index(kind)]

    def size(self):
        return sum(self.units) + self.number("daimyo")

    def less(self, kind):
        at = KINDS.index(kind)
        return self._replace(units=(*self.units[:at], self.units[at] - 1, *self.units[at + 1 :]))

    def is_balanced(self):
        ronin = self.number("ronin")
        return not ronin or ronin < sum(self.units) - ronin + self.daimyo


class Party(NamedTuple):
    """One side of a battle. Its troops lose units in the order in which they stand here."""

    troops: tuple
    wish: tuple = KINDS
    bonus: int = 0
    bonus_kind: str = ""

    def size(self):
        return self.bonus + sum(troop.size() for troop in self.troops)

    def units(self):
        return sum(troop.size() for troop in self.troops)

    def is_led(self):
        return any(troop.daimyo for troop in self.troops)

    def dice(self, kinds, walls=True):
        number = sum(troop.number(kind) for troop in self.troops for kind in kinds)
        return number + (self.bonus if walls and self.bonus_kind in kinds else 0)

    def after_a_hit(self):
        if self.bonus:
            return self._replace(bonus=self.bonus - 1)
        for kind in self.wish:
            for at, troop in enumerate(self.troops):
                if troop.number(kind):
                    left = troop.less(kind)
                    return self._with(at, left if left.is_balanced() else troop.less("ronin"))
        at = next(i for i, troop in enumerate(self.troops) if troop.number("daimyo"))
        return self._with(at, self.troops[at]._replace(daimyo=False))

    def _with(self, at, troop):
        return self._replace(troops=(*self.troops[:at], troop, *self.troops[at + 1 :]))

    def after(self, hits):
        return stages(self)[min(hits, self.size())]


@cache
def stages(party):
    """What is left after no hit, after one, and so on."""
    found = [party]
    while found[-1].size():
        found.append(found[-1].after_a_hit())
    return found


@cache
def hits_of(party, steps, walls=True):
    """How likely each number of hits is."""
    chances = [1.0]
    for kinds, needs in steps:
        for _ in range(party.dice(kinds, walls)):
            hit = needs / SIDES
            longer = [*chances, 0.0]
            chances = [
                longer[n] * (1 - hit) + (longer[n - 1] * hit if n else 0)
                for n in range(len(longer))
            ]
    return chances


def exchange(states, steps):
    """Both sides roll those steps, and take their losses together."""
    after = defaultdict(float)
    for (us, them), chance in states.items():
        if not us.size() or not them.size():
            after[us, them] += chance
            continue
        for hits, p in enumerate(hits_of(us, steps)):
            for hurts, q in enumerate(hits_of(them, steps)):
                after[us.after(hurts), them.after(hits)] += chance * p * q
    return after


def first_strike(states):
    """The defender alone goes through the sequence, without walls."""
    after = defaultdict(float)
    for (us, them), chance in states.items():
        for hurts, q in enumerate(hits_of(them, RANGED + HAND, walls=False)):
            after[us.after(hurts), them] += chance * q
    return after


def battle(us, them, stop, naval=False):
    """How likely each end of a battle is: pairs of what is left of the sides.

    ``stop`` says whether the attacker calls off: given both sides, the passes fought, and how many
    he had at the beginning.
    """
    began = us.size()
    ended = defaultdict(float)
    states = {(us, them): 1.0}
    if naval:
        states = first_strike(states)
    passes = 0
    while sum(states.values()) > TRIFLE:
        states = exchange(exchange(states, RANGED), HAND) if passes or not naval else states
        if naval and not passes:  # who is gone after the first strike does not fight
            over = {pair: p for pair, p in states.items() if not all(x.size() for x in pair)}
            for pair, p in over.items():
                ended[pair] += p
            states = {pair: p for pair, p in states.items() if pair not in over}
            states = exchange(exchange(states, RANGED), HAND)
        passes += 1
        going = {}
        for (left, right), chance in states.items():
            over = not left.size() or not right.size()
            if over or stop(left, right, passes, began):
                ended[left, right] += chance
            else:
                going[left, right] = chance
        states = going
    return ended


def chance_to_win(us, them):
    """How likely the defender falls and somebody of the attacker stands, to the bitter end."""
    ended = battle(us, them, lambda *_: False)
    return sum(p for (left, right), p in ended.items() if left.size() and not right.size())


# Policies


def outnumbered(us, them, passes, began):
    return us.size() < them.size()


def to_the_end(us, them, passes, began):
    return False


def after_passes(number):
    return lambda us, them, passes, began: passes >= number


def when_lost(number):
    return lambda us, them, passes, began: began - us.size() >= number


def at_left(number):
    return lambda us, them, passes, began: us.size() <= number


def outnumbered_by(number):
    return lambda us, them, passes, began: us.size() + number <= them.size()


def before_the_daimyo(us, them, passes, began):
    return us.is_led() and us.size() - 1 <= them.size()


def below(percent):
    known = {}

    def stop(us, them, passes, began):
        plain = them._replace(wish=KINDS)
        if (us, plain) not in known:
            known[us, plain] = chance_to_win(us, plain)
        return 100 * known[us, plain] < percent - 1e-6

    return stop


def either(*stops):
    return lambda *state: any(stop(*state) for stop in stops)
