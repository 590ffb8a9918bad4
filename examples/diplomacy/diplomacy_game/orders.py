"""What can be ordered: moves, retreats, builds."""

from functools import lru_cache
from typing import Annotated

from adjudicator.orders import Order
from adjudicator.orders.language.slots import Number, OneOf
from diplomacy_game import notations
from diplomacy_game.pieces import Piece, PieceSlot, PlaceSlot

UnitName = Annotated[Piece, PieceSlot()]
PlaceName = Annotated[str, PlaceSlot()]
Convoyed = Annotated[str, OneOf({"convoy": ("sea", "fleet", "ship", "convoys")}, "way")]

TO = "(-|to|->|>|=|=>|moves to|move to|moving to|goes to|into|attacks|attack|mv|m)"
SUPPORTS = "(S|supports|support|sup|sup.|supp|supp.|supporting|helps)"
CONVOYS = "(C|convoys|convoy|conv|conv.|conveys|convoying|transports|carries)"
HOLDS = "(H|holds|hold|stands|stand|stays|stay|holding)"
RETREATS_TO = "retreats to|retreat to|retreats|retreat|ret|withdraws to|withdraw to"
STAY = "(to hold|to stay|in place|where it is)"
VIA = "(via|by|with|using)"
MOVED = ("move", "send", "order", "attack with", "advance")
UNIT = r"(?:(?:a|f|army|fleet)\b\.? ?)[\w/]+"


class UnitOrder(Order, frozen=True, cache_hash=True):
    """An order to a unit. Another order to the same unit takes its place."""

    about = ("province",)
    matter = "unit"
    said = notations.MOVEMENT
    titles = notations.TITLES
    several = True

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


class Support(UnitOrder, frozen=True):
    """Support a unit: where it stands, or in the move that it makes.

    A unit supports into what it could move to itself. If the other does something else than what
    is supported, the support is void.
    """

    syntax = f"<unit> {SUPPORTS} <other> [{TO} <target>]"
    also = (
        f"<unit> {SUPPORTS} <other> {HOLDS}",
        f"<unit> {SUPPORTS} <other> {TO} <target> {VIA} (convoy|sea)",
        f"<unit> {SUPPORTS} <other> {STAY}",
        f"<unit> {SUPPORTS} (a|the) (move|attack) (by|of|from) <other> {TO} <target>",
        f"<unit> {SUPPORTS} (move to|move into|attack on|move on) <target> (from|by) <other>",
        f"<unit> {SUPPORTS} (hold to|hold of) <other>",
    )
    ends = r"(?:s|supports?|supp?\.?)\s.+"
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


class Convoy(UnitOrder, frozen=True):
    """Carry an army over the sea; each fleet on its way needs an order."""

    syntax = f"<unit> {CONVOYS} <other> {TO} <target>"
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


class Hold(UnitOrder, frozen=True):
    """Stay. A unit without orders does."""

    goes_on = True
    heads = (r"(?:all )?(?:holds?|holding)(?: orders| units)?\s*:?", "hold")
    ends = r"(?:h|holds?|stands?|stays?)(?: (?:fast|firm|put))?"

    syntax = f"<unit> {HOLDS}"
    also = ("(hold|holds|stand|h) <unit>",)
    examples = ("A Vie H", "army Vienna holds")


class Move(UnitOrder, frozen=True):
    """Move, and attack whatever is there.

    An army that must cross water needs convoys. One that could walk too goes by sea if it says so,
    or if a fleet of its own power convoys it.
    """

    syntax = f"<unit> {TO} <target> [{VIA} <route>]"
    also = (f"({'|'.join(MOVED)}) <unit> {TO} <target> [{VIA} <route>]",)
    examples = ("A Par - Bur", "A Lon - Bel via convoy", "F Mid-Atlantic Ocean - Spa/sc")
    amiss = (
        (
            rf"(?:(?:m|mv|moves?) )?({UNIT}),? ([\w/]{{2,}})",
            "Put “-” between a unit and where it goes.",
            r"\1 - \2",
        ),
        (
            r"((?:a|f|army|fleet) [\w/]{3,})(?: [-?]+)?",  # “A. Smith” may have signed
            "Say what the unit does, as in “A Par - Bur”, “A Par S A Mar - Bur” or “A Par H”.",
            r"\1 H",
        ),
        (
            r"(.+?),? (?:(?:via|by|over|on) (?:land|foot)|(?:no|not by|without(?: a)?) convoy)",
            "An army walks if it can, unless it says “via convoy” or a fleet of yours convoys it.",
            r"\1",
        ),
        (
            r"(.+?)(?:,| \(| \[)\s*(?:if dislodged,? )?(?:retreats?|ret)\b.*|retreats?:? .*",
            "Where a unit retreats to is asked after the moves, if it is dislodged.",
            r"\1",
        ),
        (
            r".+ ms .+|.+ (?:mutual support|support each other)",
            "A mutual support is two orders, one for each unit.",
        ),
        (rf"{UNIT} (?:c|convoys?) {UNIT}", "Say where the army is convoyed to."),
        (
            rf"({UNIT}) (?:-|to) ([\w/]+),? \(?(?:with |w/ ?)?(?:support(?:ed)?|s) "
            rf"(?:from|by|of) ({UNIT})\)?",
            "A support is an order of the unit that gives it: write both, a line each.",
            r"\1 - \2",
            r"\3 S \1 - \2",
        ),
        (rf"{UNIT} (?:s|supports?|c|convoys?)", "Say, on the same line, whom it helps."),
        (r"(?:f|fleet) [^-]+ - [^-]+ - .+", "A fleet moves to one place next to it."),
    )

    target: PlaceName
    route: Convoyed = ""


class Retreat(UnitOrder, frozen=True):
    """Retreat with a dislodged unit. Units that retreat to the same province are disbanded."""

    said = notations.RETREATS
    syntax = f"<unit> (R|{RETREATS_TO}|{TO[1:-1]}) <target>"
    also = (f"(retreat|{'|'.join(MOVED)}) <unit> {TO} <target>",)
    examples = ("A Vie R Tyr", "F Tri - Alb")
    amiss = (
        (
            r".+ (?:s|sup|supports?|c|convoys?) .+",
            "In a retreat nothing is supported or convoyed.",
        ),
        (
            r".+ (?:h|holds?|stands?|stays?)",
            "A dislodged unit cannot stay: it retreats or is disbanded.",
        ),
        (
            rf"(?:(?:r|retreat) )?({UNIT}) ([\w/]+)",
            "Put “R” between a unit and where it goes.",
            r"\1 R \2",
        ),
        (
            r"(.+?) (?:r|retreats?(?: to)?|-) ([\w/]+)(?:,| or|/| else(?: r)?) ([\w/]+)",
            "A unit retreats to one place. What it may go to is in the last letter.",
            r"\1 R \2",
            r"\1 R \3",
        ),
    )

    target: PlaceName


class Disband(UnitOrder, frozen=True):
    """Take a unit off the board: one that was dislodged, or one too many."""

    heads = (r"(?:removes?|removals?|removed|disbands?|disbandments?|disbanded)\s*[:-]?", "remove")
    ends = r"(?:d|disbands?|disbanded|removed|destroyed|otb)"

    said = notations.REMOVALS
    goes_on = True
    syntax = "(disband|remove|disbands|d|removes|destroy) <unit>"
    also = ("- <unit>", "<unit> (D|disbands|disband|disbanded|removed|remove|destroyed|OTB)")
    examples = ("disband A Vie", "A Vie D", "remove F Lon")


class Build(UnitOrder, frozen=True):
    """Build an army or a fleet in an empty home centre that you control."""

    ends = r"(?:b|builds?|built)"
    heads = (r"(?:new )?(?:builds?|builds and waives|units? built)\s*[:-]?", "build")

    said = notations.BUILDS
    goes_on = True
    syntax = "(build|b|builds|build new|raise) <unit>"
    also = ("+ <unit>", "<unit> (B|build|builds|built)")
    examples = ("build A Par", "build fleet St Petersburg/nc", "B F Lon")
    matter = "build"
    amiss = (
        (
            r"((?:a|f|army|fleet) [\w/]{3,})",
            "Say whether it is built or removed.",
            r"build \1",
            r"remove \1",
        ),
    )


class Waive(Order, frozen=True):
    """Leave builds out."""

    matter = "build"
    several = True

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


MOVEMENT = (Support, Convoy, Hold, Move)
RETREATS = (Disband, Retreat)
WINTER = (Build, Disband, Waive)
