"""What the rules ask of a position, beside what they ask in every game."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import chain

from adjudicator.games.contract import Event
from adjudicator.games.engine import Module, Play
from adjudicator.games.engine.play import Outcome
from adjudicator.orders import Line, Order, Orders
from adjudicator.wording import Reason
from diplomacy_game.movement import Front
from diplomacy_game.orders import Build, HoldAll, UnitOrder
from diplomacy_game.position import DiplomacyPosition, Unit
from diplomacy_game.sight import as_seen, in_fog, in_sight
from diplomacy_game.variant import CENTRES, TERRITORY, Opening
from diplomacy_game.ways import Ways, ways_of

Holdings = Mapping[str, list[str]]
"""The supply centres that each power controls, by power."""


class DiplomacyPlay(Play[DiplomacyPosition, Module]):
    """A phase being carried out. Its orders are kept by power, and its rules know powers alone."""

    def part_orders(self, orders: Orders, colours: tuple[str, ...]) -> dict[str, Orders]:
        """Return a seat's orders for each of its powers: their units say whose they are."""
        if len(colours) == 1:
            return {colours[0]: orders}
        parts: dict[str, list[Line]] = {power: [] for power in colours}
        for line in orders:
            all_of_them = isinstance(line.order, HoldAll)
            for power in colours if all_of_them else (power_of(self, line.order, colours),):
                parts[power].append(line)
        return {power: Orders(tuple(lines)) for power, lines in parts.items()}

    @cached_property
    def sights(self) -> dict[str, frozenset[str]]:
        """The provinces that each seat saw when the phase began."""
        return {seat: in_sight(self.board, self.begun, seat) for seat in self.begun.seats}

    @property
    def dark(self) -> frozenset[str]:
        """The provinces that are out of sight in a view."""
        if (viewer := self.position.viewer) is None:
            return frozenset()
        return frozenset(self.board.provinces) - in_sight(self.board, self.begun, viewer)

    def tell(self, *events: Event) -> None:
        """Record what happened, in fog for those who saw it."""
        if self.position.options["fog"]:
            events = tuple(chain.from_iterable(in_fog(self, each) for each in events))
        super().tell(*events)

    def as_seen(self, why: Reason, seat: str) -> Reason:
        """Return a reason as a seat may know it."""
        return as_seen(self, why, seat) if self.position.options["fog"] else why

    @property
    def ways(self) -> Ways:
        """Where units can go."""
        ways = ways_of(self.board)
        if self.neutral:
            return ways.without(frozenset(self.board.sets.get(TERRITORY, ())))
        return ways

    @cached_property
    def opening(self) -> Opening:
        """How a game of so many players began."""
        position = self.position
        variant, sharing = ways_of(self.board).variant, str(position.options["sharing"])
        return variant.opening(len(position.seats), sharing)

    @property
    def neutral(self) -> str:
        """The power whose land nobody may enter until it has joined a player (D17), or ``""``."""
        position, opening = self.position, self.opening
        if not opening.neutral or position.round != opening.year:
            return ""
        left = set(ways_of(self.board).variant.powers).difference(position.every_colour)
        return opening.neutral if left == {opening.neutral} else ""

    def seat_of(self, power: str) -> str:
        """Return the seat that commands a power; ``""`` if it is in disorder."""
        seats = self.position.seats
        if power in seats:
            return power
        return next((seat for seat, record in seats.items() if power in record.powers), "")

    def powers_of(self, seat: str) -> tuple[str, ...]:
        """Return the powers that a seat commands."""
        return self.position.colours_of(seat)

    def tell_outcome(self, seat: str, outcome: Outcome) -> None:
        """Tell the seat of a power what became of a line."""
        super().tell_outcome(self.seat_of(seat), outcome)

    def tell_default(self, seat: str, text: str, why: str) -> None:
        """Tell the seat of a power, if it has one, that a default filled a gap in its orders."""
        if commander := self.seat_of(seat):
            super().tell_default(commander, text, why)

    @property
    def front(self) -> Front:
        """The units as orders find them.

        Those that a phase begins with are kept with its position, for all seats ask for them.
        """
        if self.units is not self.begun.units:
            return self._front()
        kept = vars(self.begun)
        if "front" not in kept:
            kept["front"] = self._front()
        front: Front = kept["front"]
        return front

    def _front(self) -> Front:
        options = self.position.options
        walks = options["unconvoyed"] == "walks"
        return Front(self.ways, self.units, bool(options["only-coast"]), walks, self.dark)

    @property
    def powers(self) -> tuple[str, ...]:
        """All powers of the board, those that nobody plays too."""
        return ways_of(self.board).variant.powers

    @property
    def units(self) -> Mapping[str, Unit]:
        """The units that are not dislodged, by province."""
        return self.position.units

    def put_units(self, units: Mapping[str, Unit]) -> None:
        """Put units into provinces, beside those that are there.

        All are kept in the order of the alphabet, so that equal positions are saved alike.
        """
        self.change(units=dict(sorted({**self.units, **units}.items())))

    def take_unit(self, province: str) -> None:
        """Take the unit out of a province."""
        self.change(units={name: unit for name, unit in self.units.items() if name != province})

    def owner(self, province: str) -> str:
        """Return the power that controls a supply centre, or ``""``."""
        owner: str = self.position.provinces[province].owner
        return owner

    def units_of(self, power: str) -> list[str]:
        """Return the provinces in which units of a power stand."""
        return [name for name, unit in self.units.items() if unit.power == power]

    def centres(self, power: str) -> list[str]:
        """Return the supply centres that a power controls."""
        provinces = self.position.provinces
        return [name for name in self.board.sets["centres"] if provinces[name].owner == power]

    def homes_of(self, power: str) -> tuple[str, ...]:
        """Return the centres in which a power could build, whoever holds them."""
        anywhere = self.ways.variant.builds_anywhere
        return self.board.sets[CENTRES if anywhere else power]

    def homes(self, power: str) -> list[str]:
        """Return the home centres in which a power can build: its own, and empty."""
        provinces, units = self.position.provinces, self.units
        homes = self.homes_of(power)
        return [each for each in homes if provinces[each].owner == power and each not in units]

    def surplus(self, power: str) -> int:
        """Return how many units a power may build; how many it must remove, if negative."""
        return len(self.centres(power)) - len(self.units_of(power))

    def holdings(self) -> Holdings:
        """Return the supply centres that each power controls."""
        provinces = self.position.provinces
        found: dict[str, list[str]] = {power: [] for power in self.powers}
        for name in self.board.sets["centres"]:
            owner = provinces[name].owner
            if owner in found:
                found[owner].append(name)
        return found

    def forces(self) -> Counter[str]:
        """Return how many units each power has."""
        return Counter([unit.power for unit in self.units.values()])

    def surpluses(self) -> dict[str, int]:
        """Return the surplus of every power at once."""
        provinces, forces = self.position.provinces, self.forces()
        centres = Counter([provinces[name].owner for name in self.board.sets["centres"]])
        return {power: centres[power] - forces[power] for power in self.powers}

    def builds(self, power: str) -> int:
        """Return how many units a power can build."""
        surplus = self.surplus(power)
        return self.room(power, surplus) if surplus > 0 else 0

    def room(self, power: str, surplus: int) -> int:
        """Return for how many of the units that a power may build it has room at home."""
        return min(surplus, len(self.homes(power)))

    def text(self, province: str) -> str:
        """Return the unit in a province as orders name it."""
        return self.units[province].text(province)


def power_of(play: DiplomacyPlay, order: Order, powers: tuple[str, ...]) -> str:
    """Return for which of a seat's powers an order is.

    It is that of its unit or home centre; what names none is for the one with the most builds.
    """
    if not isinstance(order, UnitOrder):
        return max(powers, key=play.builds)
    name = order.province
    if isinstance(order, Build):
        return next((power for power in powers if name in play.homes_of(power)), powers[0])
    lost = play.position.dislodged.get(name)
    unit = lost.unit if lost else play.units.get(name)
    return unit.power if unit and unit.power in powers else powers[0]
