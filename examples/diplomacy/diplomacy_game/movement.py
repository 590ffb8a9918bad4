"""What can be ordered in spring and fall: whether an order could be carried out at all.

An order that could not, whatever the others order, counts as none (DATC 4.E.1; D1).
"""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from adjudicator.games.engine import Problem
from adjudicator.orders import Order
from diplomacy_game.orders import Convoy, Hold, Move, Support, UnitOrder
from diplomacy_game.position import ARMY, FLEET, Unit
from diplomacy_game.reasons import error
from diplomacy_game.variant import CLOSED
from diplomacy_game.ways import Crossings, Sailings, Ways, crossings, reached


class Plan(msgspec.Struct, frozen=True, gc=False):
    """An order that can be carried out, in terms of the board."""

    kind: type[Order]
    source: str = ""
    """The province of the unit that is supported or carried."""
    target: str = ""
    """The place that a unit moves to; ``""`` in a support to hold."""
    route: str = ""
    """``convoy`` if the order says that the army goes by sea."""


HOLDS = Plan(Hold)


class Front:
    """The units on the board as orders find them."""

    def __init__(
        self,
        ways: Ways,
        units: Mapping[str, Unit],
        only_coast: bool = True,
        walks: bool = False,
        dark: frozenset[str] = frozenset(),
    ):
        self.ways = ways
        self.units = units
        """By province."""
        self.powers = {name: unit.power for name, unit in units.items()}
        """Whose each unit is."""
        self.of: dict[str, list[str]] = {}
        """The provinces in which the units of each power are."""
        for name, power in self.powers.items():
            self.of.setdefault(power, []).append(name)
        afloat = ways.convoying.intersection(units)
        self.fleets = frozenset(name for name in afloat if units[name].kind == FLEET)
        """The areas in which there are fleets that could convoy."""
        self._dark = dark
        """What is out of sight: there may be any unit that can be there."""
        self._carriers = self.fleets | (ways.convoying & dark)
        self.stands = {
            name: (each.kind, each.at(name) if each.coast else name) for name, each in units.items()
        }
        """The kind of each unit, and its place."""
        texts = ways.texts
        self.texts = {name: texts[stand] for name, stand in self.stands.items()}
        """The units as orders name them, by province."""
        reach = ways.reach
        self.reach = {name: reach[stand] for name, stand in self.stands.items()}
        """The places that each unit reaches, by their provinces."""
        self._only_coast = only_coast
        self._walks = walks
        """Whether an army walks if it is ordered to go by sea, could walk, and no fleet is near."""
        self._crossings: dict[str, Crossings] = {}
        self._reached: dict[tuple[str, str], set[str]] = {}
        self._plans: dict[tuple[str, Order], Plan | Problem] = {}

    @cached_property
    def sailings(self) -> Sailings:
        """What the fleets at sea make possible."""
        armies = [name for name, (kind, _) in self.stands.items() if kind == ARMY]
        return Sailings(self.ways, self.fleets, {name: self.reach[name] for name in armies})

    def can_sail(self, source: str, target: str, without: str = "") -> bool:
        """Whether the fleets that are on the board could carry an army from coast to coast."""
        if source not in self.ways.coastal or target not in self.crossings(source):
            return False
        if without not in self.crossings(source)[target]:
            return True
        seas = self._reached.get((source, without))
        if seas is None:
            fleets = self._carriers - {without}
            seas = self._reached[source, without] = reached(self.ways, fleets, source)
        return not seas.isdisjoint(self.ways.seas[target])

    def crossings(self, source: str) -> Crossings:
        """Return where the fleets on the board could carry an army from a coast."""
        known = self._crossings.get(source)
        if known is None:
            known = self._crossings[source] = crossings(self.ways, self._carriers, source)
        return known

    def plan(self, power: str, order: Order) -> Plan | Problem:
        """Return what an order of a power comes to, or why it can never be carried out.

        It is kept: whoever checks orders asks, and so does who carries them out.
        """
        plan = self._plans.get((power, order))
        if plan is None:
            plan = self._plans[power, order] = self._make_plan(power, order)
        return plan

    def _make_plan(self, power: str, order: Order) -> Plan | Problem:
        if not isinstance(order, UnitOrder):
            return HOLDS
        here = self.ways.province[order.unit.place]
        unit = self.units.get(here)
        if unit is None:
            return error("no-unit", place=here)
        if unit.power != power:
            return error("not-yours", place=here, power=unit.power)
        aim = self.ways.province.get(getattr(order, "target", ""), "")
        if aim in self.ways.closed:
            is_closed = aim in self.ways.board.sets.get(CLOSED, ())
            return error("neutral.closed" if is_closed else "neutral", place=aim)
        if type(order) is Support:
            return self._support(here, order)
        if type(order) is Move:
            return self._move(here, order.target, order.route)
        if type(order) is Convoy:
            return self._convoy(here, order)
        return HOLDS

    def _move(self, here: str, place: str, route: str = "", without: str = "") -> Plan | Problem:
        """Plan a move; ``without`` names a fleet that cannot convoy it, for it has other orders."""
        target = self.ways.province[place]
        kind = self.units[here].kind
        if target == here:
            return error("own-place", place=here)
        places = self.reach[here].get(target, ())
        if kind == ARMY:
            sails = self.can_sail(here, target, without)
            if places and not sails and (self._walks or not {here, target} <= self.ways.coastal):
                route = ""  # whoever wrote “via convoy” there made a slip
            if (places and not route) or sails:
                return Plan(Move, "", target, route)
            if target in self.ways.water:
                return error("at-sea", target=target)
            if {here, target} <= self.ways.coastal:
                return error("no-fleets", place=here, target=target)
            return error("too-far", place=here, target=target)
        if not places:
            return error("too-far.by-sea", place=self.units[here].at(here), target=target)
        return self._landing(places, place, target)

    def _landing(self, places: tuple[str, ...], place: str, target: str) -> Plan | Problem:
        """Choose the coast at which a fleet lands."""
        if place in places:
            return Plan(Move, "", place)
        if place != target:
            return error("wrong-coast", coasts=list(places))
        if len(places) > 1:
            return error("which-coast", coasts=list(places))
        if not self._only_coast:
            return error("which-coast.that", coast=places[0])
        return Plan(Move, "", places[0])

    def _support(self, here: str, order: Support) -> Plan | Problem:
        other = self.ways.province[order.other.place]
        if other not in self.units and other not in self._dark:
            return error("no-unit", place=other)
        if other == here:
            return error("itself")
        target = self.ways.province[order.target] if order.target else other
        if target == here:
            return error("own-place.supported", place=here)
        if target not in self.reach[here]:
            return error("too-far.to-support", place=here, target=target)
        if not order.target:
            return Plan(Support, other)
        if other in self._dark:
            return Plan(Support, other, order.target)
        places = self.reach[other].get(order.target, ())
        if len(places) > 1 or target in places:  # if to a coast, to whichever
            return Plan(Support, other, target)
        move = self._move(other, order.target, without=here)
        if isinstance(move, Problem):
            return error("no-such-move", why=move.why)
        return Plan(Support, other, move.target if order.target != target else target)

    def _convoy(self, here: str, order: Convoy) -> Plan | Problem:
        army, target = self.ways.province[order.other.place], self.ways.province[order.target]
        if here not in self.fleets:
            return error("not-at-sea")
        there = self.units.get(army)
        if army not in self._dark and (there is None or there.kind != ARMY):
            return error("no-army", place=army)
        if army == target:
            return error("own-place.army", place=army)
        needed = self.crossings(army).get(target)
        if needed is None or army not in self.ways.coastal:
            return error("no-fleets", place=army, target=target)
        if here not in needed:
            return error("not-needed", place=army, target=target, fleet=here)
        return Plan(Convoy, army, target)
