"""What can happen, as facts. The words for each are in ``templates/events.j2``."""

from adjudicator.games.contract import Event


class Bought(Event, frozen=True):
    """Ships were bought."""

    seat: str
    harbour: str
    ships: int


class Sailed(Event, frozen=True):
    """Ships came into a harbour."""

    seat: str
    source: str
    target: str
    ships: int


class Fought(Event, frozen=True):
    """Ships met in a harbour: the dice of both sides, and who lost a ship."""

    seat: str
    source: str
    target: str
    dice: tuple[int, ...]
    defender: str
    against: tuple[int, ...]
    loser: str


class Sold(Event, frozen=True):
    """A cargo was sold, which tells everybody what it was."""

    seat: str
    harbour: str
    cargo: str
    coins: int
