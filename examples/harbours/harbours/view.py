"""What a seat may know."""

from msgspec.structs import replace

from harbours.position import HarboursPosition


def view(position: HarboursPosition, seat: str) -> HarboursPosition:
    """Return the position without the cargoes of other captains."""
    seats = {
        name: captain if name == seat else replace(captain, cargo="")
        for name, captain in position.seats.items()
    }
    return replace(position, seats=seats, viewer=seat)
