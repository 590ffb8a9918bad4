"""What a seat may know: not what others ordered for retreats that come; in fog, what it sees."""

from msgspec.structs import replace

from diplomacy_game.position import Area, DiplomacyPosition
from diplomacy_game.setup import board
from diplomacy_game.sight import in_sight

_UNSEEN = Area()


def view(position: DiplomacyPosition, seat: str) -> DiplomacyPosition:
    """Return what a seat sees of the position, without the wishes of others for their retreats."""
    own = position.colours_of(seat) if seat else ()
    sight = in_sight(board(position.options), position, seat)
    dislodged = {
        name: lost if lost.unit.power in own else replace(lost, wishes=())
        for name, lost in position.dislodged.items()
        if name in sight
    }
    units = {name: unit for name, unit in position.units.items() if name in sight}
    provinces = {
        name: area if name in sight else _UNSEEN for name, area in position.provinces.items()
    }
    return replace(position, viewer=seat, dislodged=dislodged, units=units, provinces=provinces)
