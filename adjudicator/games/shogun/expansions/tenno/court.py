"""What a seat can order at Tenno's Court, and the court of a position."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from adjudicator.games.records import Record
from adjudicator.games.shogun.orders.orders import Continued, Laid, ProvinceNames
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Name, NumberList, OneOf

OFFICIALS = 7
"""The court officials of each seat."""

TOWER = "tower"
"""The source that stands for a dice tower card: officials for armies in the tray."""

COSTS = (4, 3, 2)
"""The officials that the three spaces for favour cards cost."""


class Convert(Laid, frozen=True):
    """Turn 1, 2 or 3 armies into court officials: armies of a province, or in the tower's tray.

    At least one army stays in the province.
    """

    syntax = "court <box> from <source>"
    also = (
        "(court|convert|box) <box> [(armies|army|officials|official)] [(from|in)] [the] <source>",
    )
    examples = ("court 3 from Kai", "court 2 from tower")
    about = ("box",)
    lies_on = "court {.box}"

    box: Annotated[str, OneOf({"1": ("one",), "2": ("two",), "3": ("three",)}, "number of armies")]
    source: Annotated[str, Name("source")]

    @property
    def card(self) -> str:
        """The province whose card is laid; none for a dice tower card."""
        return "" if self.source == TOWER else self.source


class Favours(Order, frozen=True):
    """Which favour cards you take if you can, by number, best first; none that is not named."""

    syntax = "favours <cards>"
    also = (
        "(favours|favors|favour|favor|favour cards|favor cards|favour card|favor card) <cards>",
        "(take|want) (favours|favors|favour|favor|favour cards|favor cards|favour card|favor card) "
        "<cards>",
    )
    examples = ("favours 10, 8",)

    cards: Annotated[tuple[int, ...], NumberList(1, 21)]


class FavourPlaces(Continued, frozen=True):
    """Where a favour takes effect, best first: a free building, three armies, a marker removed."""

    syntax = "favour <what> in <provinces>"
    also = ("(favour|favor) <what> (in|to|at) <provinces>",)
    examples = ("favour building in Kai, Aki", "favour armies in Omi")
    about = ("what",)

    what: Annotated[
        str,
        OneOf(
            {
                "building": ("castle", "temple", "theatre", "theater"),
                "armies": ("army", "3 armies"),
                "calm": ("marker", "revolt marker", "revolt"),
            },
            "favour",
        ),
    ]
    provinces: ProvinceNames


class FavourEvent(Order, frozen=True):
    """With favour card 1: whether the event of the season goes (the default) or stays."""

    syntax = "favour event <fate>"
    also = ("(favour|favor) [the] event <fate>",)
    examples = ("favour event stays", "if event is temple truce: favour event goes")

    fate: Annotated[
        str, OneOf({"goes": ("removed", "leaves", "away"), "stays": ("kept", "remains")}, "fate")
    ]


class Officials(msgspec.Struct, frozen=True):
    """A seat's court officials."""

    supply: int = OFFICIALS
    entrance: int = 0
    """Those in the entrance hall."""


class Court(Record, frozen=True):
    """Tenno's Court."""

    officials: Mapping[str, Officials] = {}
    favours: tuple[int, ...] = ()
    """The favour cards face up on the spaces for 4, 3 and 2 officials, in that order."""
    deck: tuple[int, ...] | None = None
    """The favour cards not yet seen, by number; None, in a case: all that are not laid out."""
    safe: Mapping[str, tuple[str, ...]] = {}
    """The battle actions that cannot be aimed at a seat this season."""
    parries: Mapping[str, int] = {}
    """The kept cards #4 of each seat."""


def move_officials(play: ShogunPlay, seat: str, number: int) -> int:
    """Send officials into the entrance hall, a negative number back; return how many are there."""
    officials = play.part(Court).officials
    own = officials[seat]
    moved = replace(own, supply=own.supply - number, entrance=own.entrance + number)
    play.change_part(Court, officials={**officials, seat: moved})
    return moved.entrance
