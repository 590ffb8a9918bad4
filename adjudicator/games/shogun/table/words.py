"""The names that orders of the basic game use, and the conditions that they may have."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

from adjudicator.boards import Board
from adjudicator.games.engine.modules import kinds_in
from adjudicator.games.engine.plain import province_names
from adjudicator.games.shogun.cards import EFFECTS
from adjudicator.games.shogun.orders.orders import BUILDING, ProvinceName
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Comparison, Condition, Names, Vocabulary
from adjudicator.orders.language.slots import NUMBER, Compare, Name, Number

_SIX_ARMIES = ("six", "6 armies")
_WITH_AN_ARMY = ("{}", "1 {}", "{} army", "army with {}", "1 army with {}")
_ATTACK = tuple(way.format("attack") for way in _WITH_AN_ARMY)
_DEFENCE = tuple(way.format(word) for word in ("defence", "defense") for way in _WITH_AN_ARMY)
_CARDS = {
    "extra chest": ("chest", "war chest", "1 chest", "1 war chest", "tax", "taxes"),
    "extra rice": ("rice", "1 rice"),
    "six armies": ("six armies", *_SIX_ARMIES, "deploy 6"),
    "attack": _ATTACK,
    "defence": _DEFENCE,
}
SPECIAL_CARDS = {
    name: (*forms, *(f"{form} card" for form in forms)) for name, forms in _CARDS.items()
}
EXTRAS = {
    "attack army": SPECIAL_CARDS["attack"],
    "defence army": SPECIAL_CARDS["defence"],
    "six armies": (*_SIX_ARMIES, "sixth army"),
}
"""What special cards allow and do not command, as orders that decline it name it."""
HOLDERS = {"mine": ("me", "i", "we", "ours", "my own"), "neutral": ("empty", "nobody")}
_ORDINALS = {1: "1st first", 2: "2nd second", 3: "3rd third", 4: "4th fourth", 5: "5th fifth last"}
PLACES = {
    f"place {place}": (
        str(place),
        f"position {place}",
        *(form for word in said.split() for form in (word, f"{word} place")),
    )
    for place, said in _ORDINALS.items()
}
RESERVED = (
    *HOLDERS,
    *(form for forms in HOLDERS.values() for form in forms),
    *("farmer", "farmers", "tower", "tray"),
)
"""What no seat may be called, for it means something else in orders and reports."""


def holders(board: Board, seats: tuple[str, ...]) -> Names:
    """Return who can hold a province."""
    return Names("holder", {**HOLDERS, **dict.fromkeys(seats, ())})


NAMES = (
    province_names,
    holders,
    Names("event", dict.fromkeys((*EFFECTS, "none"), ())),
    Names("special card", {**SPECIAL_CARDS, **PLACES}),
    Names("extra", EXTRAS),
)
"""Those of the basic game."""


# Conditions: each says itself whether it holds


class EventIs(Condition, frozen=True):
    """The event of the season, or ``none``."""

    syntax = "event is <event>"
    also = ("[the] event (is|=) <event>",)
    examples = ("event is temple truce",)

    event: Annotated[str, Name("event")]

    def holds(self, play: ShogunPlay, seat: str) -> bool:
        """Look at the table as it lies."""
        return (play.effect or "none") == self.event


class Armies(Comparison, frozen=True):
    """The number of armies in a province at that moment."""

    syntax = "<province> armies <how> <number>"
    also = ("<province> has <how> <number> (armies|army)", "<province> has (armies|army)")
    examples = ("Kozuke armies <= 3",)

    province: ProvinceName

    def count(self, play: ShogunPlay, seat: str) -> int | None:
        """Return the armies in the province; None if it is out of the game."""
        return None if play.is_closed(self.province) else play.land(self.province).armies


class Revolts(Comparison, frozen=True):
    """The number of revolt markers in a province at that moment."""

    syntax = "<province> markers <how> <number>"
    also = (
        "<province> (revolts|revolt markers|markers) <how> <number>",
        "<province> has <how> <number> (revolts|revolt markers|markers|revolt marker|marker)",
        "<province> has [a] (revolts|revolt markers|markers|revolt|revolt marker|marker)",
    )
    examples = ("Mikawa markers = 0",)

    province: ProvinceName

    def count(self, play: ShogunPlay, seat: str) -> int | None:
        """Return the revolt markers in the province; None if it is out of the game."""
        return None if play.is_closed(self.province) else play.land(self.province).revolts


class Chests(Comparison, frozen=True):
    """The chests you have at that moment."""

    syntax = "chests <how> <number>"
    also = ("[my] chests <how> <number>", "i have <how> <number> chests", "i have <number> chests")
    examples = ("chests >= 3",)

    def count(self, play: ShogunPlay, seat: str) -> int:
        """Return the chests of the seat."""
        return play.seat(seat).chests


class PlaceNumber(Number):
    """A place in the turn order, as letters say it too: ``1st``, ``first``."""

    places: ClassVar[Mapping[str, int]] = {
        word: place
        for place, said in _ORDINALS.items()
        for word in said.split()
        if word != "last"  # whichever that is
    }
    regex = rf"(?:{'|'.join(places)}|{NUMBER})"

    def read(self, text: str, names: Vocabulary) -> int:
        """Read the number."""
        return self.places.get(text.strip().casefold()) or super().read(text, names)

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the numbers that are words."""
        return (*super().words(names), *self.places)


class Place(Comparison, frozen=True):
    """Your place in the turn order."""

    syntax = "turn <how> <number>"
    also = (
        "[my] (turn|place) <how> <number>",
        "i (am|go|come) <number> [in [the] turn order]",
    )
    examples = ("turn <= 2",)

    how: Annotated[str, Compare()] = "="
    number: Annotated[int, PlaceNumber(1, 5)] = 1

    def count(self, play: ShogunPlay, seat: str) -> int | None:
        """Return the seat's place in the turn order; None if it has none."""
        order = play.position.turn_order
        return order.index(seat) + 1 if seat in order else None


class Stands(Condition, frozen=True):
    """A building stands in the province."""

    syntax = "<province> has <what>"
    also = ("<province> has (a|the) <what>",)
    examples = ("Kozuke has castle",)

    province: ProvinceName
    what: Annotated[str, BUILDING]

    def holds(self, play: ShogunPlay, seat: str) -> bool:
        """Look at the table as it lies."""
        land = play.position.provinces.get(self.province)
        return land is not None and self.what in land.buildings


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
        land = play.position.provinces.get(self.province)
        wanted = {"mine": seat, "neutral": ""}.get(self.holder, self.holder)
        return land is not None and land.owner == wanted


CONDITIONS = kinds_in(__name__, Condition)
