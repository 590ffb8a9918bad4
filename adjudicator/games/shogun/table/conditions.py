"""The conditions that orders may have. Each says itself whether it holds."""

from typing import Annotated

from adjudicator.games.engine.modules import kinds_in
from adjudicator.games.shogun.orders.orders import BUILDING, ProvinceName
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Condition
from adjudicator.orders.language.slots import Compare, Name, Number, compare


class EventIs(Condition, frozen=True):
    """The event of the season, or ``none``."""

    syntax = "event is <event>"
    also = ("[the] event (is|=) <event>",)
    examples = ("event is temple truce",)

    event: Annotated[str, Name("event")]

    def holds(self, play: ShogunPlay, seat: str) -> bool:
        """Look at the table as it lies."""
        return (play.effect or "none") == self.event


class Armies(Condition, frozen=True):
    """The number of armies in a province at that moment."""

    syntax = "<province> armies <how> <number>"
    also = (
        "<province> has <how> <number> (armies|army)",
        "<province> has (armies|army)",
    )
    examples = ("Kozuke armies <= 3",)

    province: ProvinceName
    how: Annotated[str, Compare()] = ">="
    number: Annotated[int, Number()] = 1

    def holds(self, play: ShogunPlay, seat: str) -> bool:
        """Look at the table as it lies."""
        return not play.is_closed(self.province) and compare(
            play.land(self.province).armies, self.how, self.number
        )


class Revolts(Condition, frozen=True):
    """The number of revolt markers in a province at that moment."""

    syntax = "<province> markers <how> <number>"
    also = (
        "<province> (revolts|revolt markers|markers) <how> <number>",
        "<province> has <how> <number> (revolts|revolt markers|markers|revolt marker|marker)",
        "<province> has [a] (revolts|revolt markers|markers|revolt marker|marker)",
    )
    examples = ("Mikawa markers = 0",)

    province: ProvinceName
    how: Annotated[str, Compare()] = ">="
    number: Annotated[int, Number()] = 1

    def holds(self, play: ShogunPlay, seat: str) -> bool:
        """Look at the table as it lies."""
        return not play.is_closed(self.province) and compare(
            play.land(self.province).revolts, self.how, self.number
        )


class Chests(Condition, frozen=True):
    """The chests you have at that moment."""

    syntax = "chests <how> <number>"
    also = ("[my] chests <how> <number>",)
    examples = ("chests >= 3",)

    how: Annotated[str, Compare()]
    number: Annotated[int, Number()]

    def holds(self, play: ShogunPlay, seat: str) -> bool:
        """Look at the table as it lies."""
        return compare(play.seat(seat).chests, self.how, self.number)


class Place(Condition, frozen=True):
    """Your place in the turn order."""

    syntax = "turn <how> <number>"
    also = ("[my] (turn|place) <how> <number>",)
    examples = ("turn <= 2",)

    how: Annotated[str, Compare()]
    number: Annotated[int, Number(1, 5)]

    def holds(self, play: ShogunPlay, seat: str) -> bool:
        """Look at the table as it lies."""
        order = play.position.turn_order
        return seat in order and compare(order.index(seat) + 1, self.how, self.number)


class Stands(Condition, frozen=True):
    """A building stands in the province."""

    syntax = "<province> has <what>"
    also = ("<province> has (a|the) <what>",)
    examples = ("Kozuke has castle",)

    province: ProvinceName
    what: Annotated[str, BUILDING]

    def holds(self, play: ShogunPlay, seat: str) -> bool:
        """Look at the table as it lies."""
        if play.is_closed(self.province):
            return False
        return self.what in play.land(self.province).buildings


class Holds(Condition, frozen=True):
    """Who holds the province: a seat, ``mine`` or ``neutral``."""

    syntax = "<province> is <holder>"
    also = (
        "<province> (belongs to|is held by|is of|is still) <holder>",
        "<holder> [still] (holds|hold|owns|own|controls|control) <province>",
    )
    examples = ("Kozuke is neutral", "Hida is mine")

    province: ProvinceName
    holder: Annotated[str, Name("holder")]

    def holds(self, play: ShogunPlay, seat: str) -> bool:
        """Look at the table as it lies."""
        wanted = {"mine": seat, "neutral": ""}.get(self.holder, self.holder)
        return not play.is_closed(self.province) and play.land(self.province).owner == wanted


CONDITIONS = kinds_in(__name__, Condition)
