"""What a seat may know: everything but what others ordered for retreats that come."""

from msgspec.structs import replace

from diplomacy_game.position import DiplomacyPosition


def view(position: DiplomacyPosition, seat: str) -> DiplomacyPosition:
    """Return the position without the wishes of others for their retreats."""
    own = position.colours_of(seat) if seat else ()
    dislodged = {
        name: lost if lost.unit.power in own else replace(lost, wishes=())
        for name, lost in position.dislodged.items()
    }
    return replace(position, viewer=seat, dislodged=dislodged)
