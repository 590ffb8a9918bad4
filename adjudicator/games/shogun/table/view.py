"""What a seat may know."""

from msgspec.structs import replace

from adjudicator.games.shogun.table.position import ShogunPosition


def view(position: ShogunPosition, seat: str) -> ShogunPosition:
    """Return the position without the plans that other seats have laid face down."""
    seats = {
        name: record if name == seat else replace(record, plan={}, moves="")
        for name, record in position.seats.items()
    }
    return replace(position, seats=seats, viewer=seat)
