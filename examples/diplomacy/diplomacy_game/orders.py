"""What can be ordered: moves, retreats, builds."""

from functools import lru_cache
from typing import Annotated, ClassVar

from adjudicator.orders import Order
from adjudicator.orders.language.slots import Number, OneOf
from diplomacy_game import notations
from diplomacy_game.pieces import Piece, PieceSlot, PlaceSlot, PlacesSlot

UnitName = Annotated[Piece, PieceSlot()]
PlaceName = Annotated[str, PlaceSlot()]
PlaceNames = Annotated[tuple[str, ...], PlacesSlot()]
Everything = Annotated[
    str,
    OneOf(
        {
            "all": (
                *("everything", "everyone", "everybody", "rest", "rest of units", "remainder"),
                *("all units", "all forces", "all pieces", "all of units", "all else", "others"),
                *("all others", "all other units", "all remaining units", "all of them"),
                *("other units", "remaining units", "everything else", "everyone else"),
            )
        },
        "units",
    ),
]
Convoyed = Annotated[str, OneOf({"convoy": ("sea", "fleet", "ship", "convoys")}, "way")]

TO = "(-|to|->|>|=|=>|moves to|move to|moving to|goes to|into|attacks|attack|mv|m)"
SUPPORTS = "(S|supports|support|sup|sup.|supp|supp.|supporting|helps)"
CONVOYS = "(C|convoys|convoy|conv|conv.|conveys|convoying|transports|carries)"
HOLDS = "(H|holds|hold|stands|stand|stays|stay|holding)"
RETREATS_TO = "retreats to|retreat to|retreats|retreat|ret|withdraws to|withdraw to"
STAY = "(to hold|to stay|in place|where it is)"
VIA = "(via|by|with|using)"
RETREATING = "(retreat|retreats|ret)"
MOVED = ("move", "send", "order", "attack with", "advance")


class UnitOrder(Order, frozen=True, cache_hash=True):
    """An order to a unit. Another order to the same unit takes its place."""

    about = ("province",)
    matter = "unit"
    latest = True
    goes_on: ClassVar[bool] = False
    """Whether others after it on a line may leave out its first word: “build A Par, F Bre”."""

    unit: UnitName

    @property
    def units(self) -> tuple[Piece, ...]:
        """The units that it names."""
        return (self.unit,)

    @property
    def province(self) -> str:
        """The province of the unit."""
        return self.unit.place.partition("/")[0]

    def __str__(self) -> str:
        return text_of(self)


@lru_cache(maxsize=8192)
def text_of(order: Order) -> str:
    """Return an order as it is printed: in every phase many are printed that were before."""
    return Order.__str__(order)


class MovementOrder(UnitOrder, frozen=True, kw_only=True):
    """An order of spring or fall, beside which may stand where the unit retreats if it must."""

    retreats: PlaceNames = ()
    """The first of them that it may retreat to, if it is dislodged and has no other order then."""


class Support(MovementOrder, frozen=True):
    """Support a unit: where it stands, or in the move that it makes.

    A unit supports into what it could move to itself. If the other does something else than what
    is supported, the support is void.
    """

    notation = notations.OF_MOVES
    syntax = f"<unit> {SUPPORTS} <other> [{TO} <target>] [{RETREATING} <retreats>]"
    also = (
        f"<unit> {SUPPORTS} <other> {HOLDS}",
        f"<unit> {SUPPORTS} <other> {TO} <target> {VIA} (convoy|sea)",
        f"<unit> {SUPPORTS} <other> {STAY}",
        f"<unit> {SUPPORTS} (a|the) (move|attack) (by|of|from) <other> {TO} <target>",
        f"<unit> {SUPPORTS} (move to|move into|attack on|move on) <target> (from|by) <other>",
        f"<unit> {SUPPORTS} (hold to|hold of) <other>",
    )
    examples = (
        "A Mar S A Par - Bur",
        "army paris supports marseilles to burgundy",
        "F Lon S F Nth",
    )

    other: UnitName
    target: PlaceName = ""

    @property
    def units(self) -> tuple[Piece, ...]:
        """The units that it names: its own, and the one that it helps."""
        return (self.unit, self.other)


class Convoy(MovementOrder, frozen=True):
    """Carry an army over the sea; each fleet on its way needs an order."""

    syntax = f"<unit> {CONVOYS} <other> {TO} <target> [{RETREATING} <retreats>]"
    also = (
        f"<unit> {CONVOYS} <other> {TO} <target> {VIA} (convoy|sea)",
        f"<unit> {CONVOYS} (to|army to) <target> from <other>",
    )
    examples = ("F NTH C A LON - NWY", "fleet english channel convoys london to belgium")

    other: UnitName
    target: PlaceName

    @property
    def units(self) -> tuple[Piece, ...]:
        """The units that it names: its own, and the one that it helps."""
        return (self.unit, self.other)


class Hold(MovementOrder, frozen=True):
    """Stay. A unit without orders does."""

    goes_on = True
    syntax = f"<unit> {HOLDS} [{RETREATING} <retreats>]"
    also = ("(hold|holds|stand|h) <unit>",)
    examples = ("A Vie H", "army Vienna holds", "A Vie H retreat Tyr, Boh")


class HoldAll(Order, frozen=True):
    """Stay with every unit that has no order of its own."""

    matter = "rest"
    syntax = f"<units> {HOLDS}"
    also = ("(hold|h) <units>",)
    examples = ("All hold", "All other units hold")

    units: Everything = "all"


class Move(MovementOrder, frozen=True):
    """Move, and attack whatever is there.

    An army that must cross water needs convoys. One that could walk too goes by sea if it says so,
    or if a fleet of its own power convoys it.
    """

    syntax = f"<unit> {TO} <target> [{VIA} <route>] [{RETREATING} <retreats>]"
    also = (f"({'|'.join(MOVED)}) <unit> {TO} <target> [{VIA} <route>]",)
    examples = ("A Par - Bur", "A Lon - Bel via convoy", "F Mid-Atlantic Ocean - Spa/sc")

    target: PlaceName
    route: Convoyed = ""


class Retreat(UnitOrder, frozen=True):
    """Retreat with a dislodged unit: of several places to the first that it may go to.

    Units that retreat to the same province are disbanded.
    """

    notation = notations.OF_RETREATS
    syntax = f"<unit> (R|{RETREATS_TO}|{TO[1:-1]}) <targets>"
    also = (f"(retreat|withdraw|{'|'.join(MOVED)}) <unit> {TO} <targets>",)
    examples = ("A Vie R Tyr", "F Tri - Alb", "A Vie R Tyr, Boh, Gal")

    targets: PlaceNames
    """Where it goes, the first of them that it may go to."""


class Disband(UnitOrder, frozen=True):
    """Take a unit off the board: one that was dislodged, or one too many."""

    goes_on = True
    syntax = "(disband|remove|disbands|d|removes|destroy) <unit>"
    also = ("- <unit>", "<unit> (D|disbands|disband|disbanded|removed|remove|destroyed|OTB)")
    examples = ("disband A Vie", "A Vie D", "remove F Lon")


class Build(UnitOrder, frozen=True):
    """Build an army or a fleet in an empty home centre that you control."""

    notation = notations.OF_WINTER
    goes_on = True
    syntax = "(build|b|builds|build new|raise) <unit>"
    also = ("+ <unit>", "<unit> (B|build|builds|built)")
    examples = ("build A Par", "build fleet St Petersburg/nc", "B F Lon")
    matter = "build"


class Waive(Order, frozen=True):
    """Leave builds out."""

    matter = "build"

    syntax = "waive <number>"
    also = (
        "(waive|waives|waived) <number> (build|builds)",
        "(waive|waives|waived|pass) [(build|builds|a build|my build|all)]",
        "build (waived|waive|nothing|none)",
        "build (pass|waives)",
        "(w|v|no build|no builds|skip|skip build|skip builds)",
        "(delay|postpone|defer|keep) (build|builds)",
        "(waive|waives|waived) all (build|builds)",
    )
    examples = ("waive 1", "waive")

    number: Annotated[int, Number(1, 34)] = 1


MOVEMENT = (Support, Convoy, Hold, HoldAll, Move)
RETREATS = (Disband, Retreat)
WINTER = (Build, Disband, Waive)
