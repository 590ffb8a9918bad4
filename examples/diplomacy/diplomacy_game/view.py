"""What a seat may know: everything; only orders are secret."""

from msgspec.structs import replace

from diplomacy_game.position import DiplomacyPosition


def view(position: DiplomacyPosition, seat: str) -> DiplomacyPosition:
    """Return the position as it is."""
    return replace(position, viewer=seat)
