"""Who gets where: all moves of a phase at once, as the rules have it.

The rules say of each move what must be so for it to succeed, partly in terms of other moves. So
each is asked, and asks those that it depends on. Where they depend on one another in a circle, both
answers are tried: if only one agrees with itself, that is it. Else it is armies that follow one
another in a ring, and all go; or a convoy depends on its own success, and fails (DATC 4.A.2).
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from diplomacy_game.ways import Ways, crossings, is_joined


class Orders(NamedTuple):
    """What all units do, by their provinces."""

    powers: Mapping[str, str]
    """Whose unit it is, of every unit."""
    moves: Mapping[str, str]
    """Where it moves, if it does."""
    helpers: Mapping[str, list[str]]
    """The units that support it in what it does."""
    aims: Mapping[str, str]
    """Of a unit that supports another: the province for which that fights."""
    convoys: Mapping[str, list[str]]
    """Of an army that goes by sea: the fleets that are ordered to carry it."""
    seas: frozenset[str] = frozenset()
    """Where fleets are ordered to convoy anything."""


class Rulings(NamedTuple):
    """What a group has chosen where the rulebook leaves it open."""

    paradox: str = "szykman"
    all_routes: bool = False
    """Whether a convoy fails as soon as one of its routes does."""
    convoyed_cut: bool = False
    """Whether a convoyed attack cuts a support against the province that it comes from."""
    dislodged_bounce: bool = True
    """Whether a dislodged unit stands others off where its attacker came from by convoy."""


AS_PREFERRED = Rulings()
"""As the DATC prefers it."""


class Battle:
    """The moves of one phase; ask ``moves`` and ``supports`` for what becomes of them."""

    def __init__(self, ways: Ways, orders: Orders, rulings: Rulings = AS_PREFERRED):
        self._ways = ways
        self._powers, self._to, self._helpers, self._aims, self._convoys, self._seas = orders
        self._rulings = rulings
        self.attackers: dict[str, list[str]] = {}
        """The units that move to a province, by that province."""
        for source, target in self._to.items():
            self.attackers.setdefault(target, []).append(source)
        self._known: dict[str, bool] = {}
        self._open: dict[str, bool] = {}
        self._kept: dict[str, bool] = {}
        self._circle: list[str] = []
        self._guessed = False
        self._hits = 0

    # What becomes of orders

    def moves(self, source: str) -> bool:
        """Whether the unit in a province gets where it moves."""
        known = self._known.get(source)
        return self._ask(source) if known is None else known

    def supports(self, helper: str) -> bool:
        """Whether a unit gives the support that it was ordered to: it is not cut."""
        attackers = self.attackers.get(helper)
        return not attackers or not any(self._cuts(each, helper) for each in attackers)

    def cutters(self, helper: str) -> list[str]:
        """Return the units that cut a support."""
        return [each for each in self.attackers.get(helper, ()) if self._cuts(each, helper)]

    def stays(self, fleet: str) -> bool:
        """Whether a convoying fleet is neither dislodged nor caught in a paradox."""
        return fleet not in self.attackers or self._ask(fleet)

    def arrives(self, source: str) -> bool:
        """Whether a unit comes to fight where it moves: its convoy, if it needs one, is there."""
        fleets = self._convoys.get(source)
        return fleets is None or self._is_carried(source, fleets)

    def is_disputed(self, source: str) -> bool:
        """Whether a move that failed keeps others out of an empty province."""
        return self.arrives(source) and not self._is_beaten(source)

    # A question, and the questions that it leads to

    def _ask(self, node: str) -> bool:
        """Answer whether a unit moves, or a convoying fleet stays, by its province."""
        if node in self._known:
            return self._known[node]
        if node in self._kept or node in self._open:
            return self._guess(node)
        begun, guessed, hits = len(self._circle), self._guessed, self._hits
        self._guessed = False
        self._open[node] = False
        first = self._judge(node)
        if self._guessed:
            self._hits -= node in self._circle
            if self._hits != hits:  # a circle that began further up
                del self._open[node]
                self._kept[node] = first
                if node not in self._circle:
                    self._circle.append(node)
                return first
            self._forget(begun)
            self._open[node] = True
            second = self._judge(node)
            if second != first:
                self._end(self._circle[begun:])
            self._forget(begun)
            self._hits = hits
            if second != first:
                del self._open[node]
                self._guessed = guessed
                return self._ask(node)
        del self._open[node]
        self._guessed = guessed
        self._known[node] = first
        return first

    def _guess(self, node: str) -> bool:
        """Return what is supposed of a question that is being asked already."""
        self._guessed = True
        if node in self._kept:
            return self._kept[node]
        if node not in self._circle:
            self._circle.append(node)
            self._hits += 1
        return self._open[node]

    def _forget(self, begun: int) -> None:
        for node in self._circle[begun:]:
            self._kept.pop(node, None)
        del self._circle[begun:]

    def _end(self, circle: Iterable[str]) -> None:
        """Decide a circle with no answer or two: its convoys fail, or else its moves succeed."""
        fleets = [node for node in circle if node not in self._to]
        self._known |= dict.fromkeys(fleets, False) if fleets else dict.fromkeys(circle, True)

    def _judge(self, node: str) -> bool:
        if node in self._to:
            return self._succeeds(node)
        # The attackers' own moves are no part of a paradox: they are judged, not asked.
        return not any(map(self._succeeds, self.attackers.get(node, ())))

    # The rules

    def _succeeds(self, source: str) -> bool:
        """Whether a move beats the unit that is there, and everybody else who goes there."""
        if not self.arrives(source):
            return False
        target = self._to[source]
        power, there = self._powers[source], self._powers.get(target)
        face_to_face = self._is_face_to_face(source, target)
        helpers: Iterable[str] = self._helpers.get(source, ())
        against = 0
        if there is not None and (face_to_face or target not in self._to or not self._ask(target)):
            if there == power:
                return False
            helpers = [each for each in helpers if self._powers[each] != there]
            if face_to_face or target not in self._to:
                against = 1 + sum(map(self.supports, self._helpers.get(target, ())))
            else:
                against = 1
        strength = 1 + sum(map(self.supports, helpers))
        if strength <= against:
            return False
        rivals = self.attackers[target]
        return len(rivals) == 1 or all(
            strength > self._rival_strength(each) for each in rivals if each != source
        )

    def _rival_strength(self, source: str) -> int:
        """Return with what a unit keeps others out of where it moves."""
        if not self.is_disputed(source):
            return 0
        return 1 + sum(map(self.supports, self._helpers.get(source, ())))

    def _is_beaten(self, source: str) -> bool:
        """Whether a unit is dislodged from where it moves to, so that it has no effect there."""
        target = self._to[source]
        if self._to.get(target) != source:
            return False
        face_to_face = self._is_face_to_face(source, target)
        return (face_to_face or not self._rulings.dislodged_bounce) and self._ask(target)

    def _is_face_to_face(self, source: str, target: str) -> bool:
        """Whether a unit meets the one that it attacks on its way, neither being at sea."""
        if self._to.get(target) != source:
            return False
        return source not in self._convoys and target not in self._convoys

    def _cuts(self, source: str, helper: str) -> bool:
        """Whether an attack on a supporting unit cuts its support."""
        if self._powers[source] == self._powers[helper]:
            return False
        by_sea = source in self._convoys
        if by_sea and self._is_spared(source, helper):
            return False
        if self._aims[helper] != source or (by_sea and self._rulings.convoyed_cut):
            return self.arrives(source)
        return self._ask(source)

    def _is_carried(self, source: str, fleets: list[str]) -> bool:
        """Whether fleets that are not dislodged carry an army to where it goes."""
        target = self._to[source]
        if not is_joined(self._ways, fleets, source, target):
            return False
        if self._rulings.all_routes:
            needed = crossings(self._ways, frozenset(fleets), source)[target]
            return all(map(self.stays, sorted(needed)))
        safe = [each for each in fleets if each not in self.attackers]
        if is_joined(self._ways, safe, source, target):
            return True
        staying = [each for each in fleets if self.stays(each)]
        return is_joined(self._ways, staying, source, target)

    def _is_spared(self, source: str, helper: str) -> bool:
        """Whether a convoyed attack cuts no support by the paradox rule of a rulebook."""
        rule, aim, fleets = self._rulings.paradox, self._aims[helper], self._convoys[source]
        if rule == "1982":
            return aim in self._seas
        if rule == "szykman" or aim not in fleets or not self._is_attacked(aim, helper):
            return False
        others = [each for each in fleets if each != aim]
        return rule == "1971" or not is_joined(self._ways, others, source, self._to[source])

    def _is_attacked(self, aim: str, helper: str) -> bool:
        """Whether a unit supports an attack on a province, and not who is there."""
        return any(helper in self._helpers.get(each, ()) for each in self.attackers.get(aim, ()))
