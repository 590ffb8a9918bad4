"""What two players order besides: how they part their hands of provinces."""

from typing import Annotated

from adjudicator.games.samurai_swords.orders.blanks import Places
from adjudicator.games.samurai_swords.orders.orders import POLICIES
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Name


class Give(Order, frozen=True):
    """Part your hand of provinces: say which of them one of your two colours has.

    Each colour has half of the hand. A list that is too short is filled from the west, one that is
    too long is cut; a province in both lists goes to the one that is written first. Default: the
    western half for your first colour, the rest for the second.
    """

    syntax = "give <places> to <colour>"
    also = (
        "(divide|part|hand|deal|assign) <places> (to|for) <colour>",
        "<colour> (gets|has|takes|receives) <places>",
    )
    examples = ("give Hizen, Chikuzen, Iki to Uesugi",)
    about = ("places", "colour")

    places: Places
    colour: Annotated[str, Name("seat")]


DIVIDE: tuple[type[Order], ...] = (Give, *POLICIES)
"""The order kinds of parting, in the order of the reference."""
