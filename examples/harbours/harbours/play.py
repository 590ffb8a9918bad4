"""What the rules ask of a position, beside what they ask in every game."""

from adjudicator.games.engine import Module, Play
from harbours.position import Captain, Harbour, HarboursPosition


class HarboursPlay(Play[HarboursPosition, Module]):
    """A phase being carried out."""

    def captain(self, seat: str) -> Captain:
        """Return the record of a seat."""
        return self.position.seats[seat]

    def harbour(self, name: str) -> Harbour:
        """Return the record of a harbour."""
        return self.position.provinces[name]

    def harbours_of(self, seat: str) -> list[str]:
        """Return the harbours in which the captain's ships lie."""
        return [name for name, each in self.position.provinces.items() if each.owner == seat]

    def wants(self, harbour: str) -> str:
        """Return the cargo that a harbour wants, or ``""``."""
        return str(self.board.provinces[harbour].values.get("wants", ""))

    def put_ships(self, harbour: str, seat: str, number: int) -> None:
        """Put a captain's ships into a harbour, or take them away if the number is negative."""
        ships = self.harbour(harbour).ships + number
        self.set_province(harbour, Harbour(seat, ships) if ships else Harbour())
