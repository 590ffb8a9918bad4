"""What the rules ask of a position, beside what they ask in every game."""

from collections.abc import Iterator

from adjudicator.games.engine import Module, Play
from diplomacy_game.position import Area, DiplomacyPosition, Dislodged, Unit
from diplomacy_game.ways import Ways, ways_of


class DiplomacyPlay(Play[DiplomacyPosition, Module]):
    """A phase being carried out."""

    @property
    def ways(self) -> Ways:
        """Where units can go."""
        return ways_of(self.board)

    @property
    def powers(self) -> tuple[str, ...]:
        """All powers of the board, those that nobody plays too."""
        return tuple(name for name in self.board.sets if name != "centres")

    def area(self, province: str) -> Area:
        """Return the record of a province."""
        return self.position.provinces[province]

    def units(self) -> dict[str, Unit]:
        """Return the units that are not dislodged, by province."""
        areas = self.position.provinces.items()
        return {name: area.unit for name, area in areas if area.unit is not None}

    def units_of(self, power: str) -> list[str]:
        """Return the provinces in which units of a power stand."""
        return [name for name, unit in self.units().items() if unit.power == power]

    def dislodged(self) -> Iterator[tuple[str, Dislodged]]:
        """Yield the dislodged units with the provinces that they lost."""
        for name, area in self.position.provinces.items():
            if area.dislodged is not None:
                yield name, area.dislodged

    def centres(self, power: str) -> list[str]:
        """Return the supply centres that a power controls."""
        provinces = self.position.provinces
        return [name for name in self.board.sets["centres"] if provinces[name].owner == power]

    def homes(self, power: str) -> list[str]:
        """Return the home centres in which a power can build: its own, and empty."""
        areas = ((name, self.area(name)) for name in self.board.sets[power])
        return [name for name, area in areas if area.owner == power and area.unit is None]

    def surplus(self, power: str) -> int:
        """Return how many units a power may build; how many it must remove, if negative."""
        return len(self.centres(power)) - len(self.units_of(power))

    def builds(self, power: str) -> int:
        """Return how many units a power can build."""
        return max(0, min(self.surplus(power), len(self.homes(power))))

    def text(self, province: str) -> str:
        """Return the unit in a province as orders name it."""
        unit = self.area(province).unit
        return f"{unit.kind} {unit.at(province)}" if unit else province
