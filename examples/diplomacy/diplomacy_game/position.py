"""The position: units, dislodged units, and who controls the supply centres."""

from collections.abc import Mapping

import msgspec

from adjudicator.games.engine import PlayedPosition
from adjudicator.games.records import EMPTY
from diplomacy_game.meta import FIRST_YEAR

ARMY = "A"
FLEET = "F"


class Unit(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An army or a fleet."""

    power: str
    kind: str
    """``A`` or ``F``."""
    coast: str = ""
    """Of a fleet in a province with several coasts: its coast, ``nc``."""

    def text(self, province: str) -> str:
        """Return the unit as orders name it: ``F Spain/nc``."""
        return f"{self.kind} {self.at(province)}"

    def at(self, province: str) -> str:
        """Return the place where it stands in a province: ``Spain/nc``."""
        return f"{province}/{self.coast}" if self.coast else province


class Dislodged(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit that must retreat or is disbanded."""

    unit: Unit
    retreats: tuple[str, ...] = ()
    """The places that it may retreat to."""
    wishes: tuple[str, ...] = ()
    """Those of them that stood beside its order, the best one first; its power alone knows them."""


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """A province, on land or at sea."""

    owner: str = ""
    """The power that controls its supply centre."""


class Power(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat; what it has lies on the board."""

    out: int = 0
    """The year in which it was eliminated; 0: it is in the game."""
    powers: tuple[str, ...] = ()
    """All powers that it commands, its own first, if it commands several (D17)."""


class DiplomacyPosition(PlayedPosition, frozen=True, kw_only=True, dict=True):
    """A game of Diplomacy at one moment; a round is a year.

    Beside its fields it can keep what follows from them, as ``DiplomacyPlay.front`` does.
    """

    round: int = FIRST_YEAR
    phase: str = "spring"
    seats: Mapping[str, Power]
    provinces: Mapping[str, Area]
    units: Mapping[str, Unit] = EMPTY
    """The units that are not dislodged, by province."""
    dislodged: Mapping[str, Dislodged] = EMPTY
    """Those that are, by the province that they lost."""

    def colours_of(self, seat: str) -> tuple[str, ...]:
        """Return the powers that a seat commands."""
        return self.seats[seat].powers or (seat,)

    @property
    def every_colour(self) -> tuple[str, ...]:
        """All powers that seats command, as these sit."""
        seats = self.seats.items()
        return tuple([power for seat, record in seats for power in record.powers or (seat,)])

    def name_for(self, seat: str, colour: str) -> str:
        """Return ``""``: no line has to name its power, for its unit says whose it is."""
        return ""
