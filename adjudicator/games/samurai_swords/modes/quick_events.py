"""What happens only in the setup of quick play."""

from adjudicator.games.contract import Event
from adjudicator.games.engine.modules import kinds_in


class Claimed(Event, frozen=True):
    """A seat claimed an empty province in its turn, and placed two more spearmen (M56)."""

    seat: str
    province: str
    """``""``: none was free."""
    spearmen: tuple[str, ...]
    """Where the two went."""


class CardsSet(Event, frozen=True):
    """The units that a seat put on its army card, by army (M58)."""

    seat: str
    armies: dict[str, dict[str, int]]


EVENTS = kinds_in(__name__, Event)
