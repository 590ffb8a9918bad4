"""The order kinds of Samurai Swords and Ikusa: all but those of the war turn and the missions of
the ninja.

Before them the blanks that stand in them: what can stand in each.
"""

import re
from typing import Annotated, Literal

from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.orders import MisreadError, Order, Vocabulary
from adjudicator.orders.language.slots import Name, NameList, Number, NumberList, OneOf
from adjudicator.orders.language.units import Units, UnitsInOrder, UnitsSlot
from adjudicator.wording import english

_VIA = re.compile(r"\s+(?:via|through|by way of)\s+", re.IGNORECASE)
_ONWARD = re.compile(r"(?:^|\s+)(?:to|into)\s+", re.IGNORECASE)
_EITHER = re.compile(r"\bor\b", re.IGNORECASE)


class Percent(Number):
    """A whole number of percent, with or without the sign."""

    regex = rf"{Number.regex}%?"

    def read(self, text: str, names: Vocabulary) -> int:
        """Read the number."""
        return super().read(text.rstrip("% "), names)

    def show(self, value: object) -> str:
        """Print it with the sign."""
        return f"{value}%"

    def describe(self) -> str:
        """State the limits."""
        return f"a percentage from {self.least}% to {self.most}%"


class Route(NameList):
    """Provinces in the order in which they are entered: ``Omi, Iga``, ``Iga via Omi``."""

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:
        """Find each province. Of a choice of ways it is not known which is meant."""
        if _EITHER.search(text):
            raise MisreadError(reason("amiss.one-way"))
        ends, *through = _VIA.split(text)
        entered = super().read(_ONWARD.sub(", ", ends), names)
        for places in through:
            entered = (*entered[:-1], *super().read(places, names), entered[-1])
        return entered


class LeviedUnits(UnitsSlot):
    """Units that can be levied: all but ronin, which are hired."""

    def read(self, text: str, names: Vocabulary) -> Units:
        """Read the units. Raises MisreadError if ronin are among them."""
        units = super().read(text, names)
        if "ronin" in dict(units.counts):
            raise MisreadError(reason("levy-unit.ronin"))
        return units


Place = Annotated[str, Name("province")]
Path = Annotated[tuple[str, ...], Route("province")]
Places = Annotated[tuple[str, ...], NameList("province", ranked=True)]
ArmyNumber = Annotated[str, Name("army")]
SeatName = Annotated[str, Name("seat")]
Count = Annotated[int, Number(1, 36)]
Koku = Annotated[int, Number(0, 99)]
PLURALS = {"ronin": "ronin"}
SomeUnits = Annotated[Units, UnitsSlot("spearman", "gunner", PLURALS)]
MovedUnits = Annotated[Units, UnitsSlot("spearman", "gunner", PLURALS, counted=True)]
BINS = {
    "turn": ("turn order", "swords", "take swords", "sword"),
    "build": ("building", "castle", "a castle", "fortress", "a fortress"),
    "levy": ("levies", "levy units", "units"),
    "ronin": ("hire ronin", "ronins"),
    "ninja": ("hire ninja",),
}
Bin = Annotated[str, OneOf(BINS, "bin")]
Building = Annotated[
    Literal["castle", "fortress"], OneOf({"castle": (), "fortress": ("fort",)}, "building")
]
PhaseLetter = Annotated[str, OneOf({"A": (), "B": (), "C": (), "D": ()}, "phase of Wage War")]
Group = Annotated[
    str,
    OneOf(
        {
            "army": ("the army", "daimyo"),
            "force": ("the force", "provincial force", "whole force", "troops"),
            **{f"army {n}": (f"army{n}", f"a{n}") for n in ARMIES},
        },
        "troop",
    ),
]
Pool = Annotated[
    Literal["force", "army"],
    OneOf({"force": ("the force",), "army": ("the army",)}, "troop"),
]

UNIT_FORMS = {
    "bowman": ("bow", "archer", "samurai bowman", "bm"),
    "swordsman": ("sword", "samurai swordsman", "sm"),
    "gunner": ("gun", "ashigaru gunner", "arquebusier", "gn"),
    "spearman": ("spear", "ashigaru spearman", "sp"),
    "ronin": ("samurai ronin", "rn"),
}
"""Other words for the units."""


def plural(unit: str) -> str:
    """Return the plural of a unit's name: spearmen, gunners, ronin."""
    return english.plural(unit, PLURALS)


# The setup: reinforcements, claims, the army card, markers, parting a hand of provinces


class Reinforce(Order, frozen=True):
    """Place a pair of spearmen in each of these provinces of yours, as far as the six pairs go.

    Name more than six for reserve. Default: your provinces with the most neighbours of your own.
    """

    syntax = "(reinforce|reinforcements|reinforcement) <places>"
    also = (
        "reinforce in <places>",
        "(spearmen|pairs|pair of spearmen|pairs of spearmen) [each] in <places>",
        "(place|put) [(2|two|a|one)] (spearmen|pair|pairs|pair of spearmen|pairs of spearmen) "
        "[each] in <places>",
    )
    examples = ("reinforce Hizen, Chikuzen, Buzen, Bungo, Higo, Satsuma",)

    places: Places


class PlaceArmy(Order, frozen=True):
    """Let an army start in the first of these provinces that is yours and has no other army yet.

    Default: your province with the most neighbours of your own.
    """

    syntax = "army <army> in <places>"
    also = ("[(place|put|set up|start)] army [marker] <army> [(starts|begins)] in <places>",)
    examples = ("army 1 in Chikuzen, Buzen", "army 2 in Satsuma")
    about = ("army",)

    army: ArmyNumber
    places: Places


class Claim(Order, frozen=True):
    """Rank the empty provinces that you want. In each of six turns you claim the first still free.

    A spearman of yours goes into it. Default: the free province with the most neighbours of your
    own at that moment (M57).
    """

    syntax = "(claim|occupy|choose) [(province|provinces)] <places>"
    examples = ("claim Kai, Sagami, Izu, Suruga",)

    places: Places


class ReinforceSingly(Order, frozen=True):
    """List single spearmen: a province named twice gets two. Each turn takes the first two.

    A province of yours takes one as long as it holds fewer than three; the one that you claim in
    this turn is yours by then. Those that are not possible yet wait for a later turn. Default:
    your province with the most neighbours of your own that has room (M57).
    """

    syntax = "reinforce <places>"
    also = (
        "(reinforce|spearman|spearmen) in <places>",
        "(place|put) [(1|one|a)] (spearman|spearmen) [each] in <places>",
    )
    examples = ("reinforce Kai, Kai, Sagami, Izu",)

    places: Places


class TakeUnits(Order, frozen=True):
    """Put some of your 5 bowmen, 5 swordsmen and 6 gunners on the card of an army.

    Of bowmen and swordsmen an army holds four. Secret until all cards are in. Default: what is
    left goes one by one to the army with the fewest units: bowmen, then swordsmen, then gunners
    (M58).
    """

    syntax = "army <army> (takes|take|gets|has|holds|with) <units>"
    also = ("(give|put|add) <units> to army <army>",)
    examples = ("army 1 takes 2 bowmen and 2 swordsmen and 2 gunners",)
    about = ("army",)

    army: ArmyNumber
    units: SomeUnits


class StartArmy(PlaceArmy, frozen=True):
    """Let an army start in the first of these provinces that is yours and has no other army yet.

    It can take spearmen that stand there onto its card; none need stay (M59). Default: your
    province with the most neighbours of your own, and it takes none.
    """

    syntax = "army <army> in <places> [taking <units>]"
    also = (
        "[(place|put|set up|start)] army [marker] <army> [(starts|begins)] in <places> "
        "[(taking|with|and take) <units>]",
    )
    examples = ("army 1 in Kai, Sagami taking 2 spearmen", "army 2 in Izu")

    units: SomeUnits = Units()


class Give(Order, frozen=True):
    """Part your hand of provinces: say which of them one of your two colours has.

    Each colour has half of the hand. A list that is too short is filled from the west, one that is
    too long is cut; a province in both lists goes to the one that is written first. Default: the
    western half for your first colour, the rest for the second.
    """

    syntax = "(give|divide|part|hand|deal|assign) <places> to <colour>"
    also = ("<colour> (gets|has|takes|receives) <places>",)
    examples = ("give Hizen, Chikuzen, Iki to Uesugi",)
    about = ("places", "colour")

    places: Places
    colour: Annotated[str, Name("seat")]


# Plan


class Spend(Order, frozen=True):
    """Put koku into a bin of your planning tray: turn, build, levy, ronin or ninja.

    Build holds 0 or 2. Default: koku that you do not put anywhere go to levy (M15).
    """

    syntax = "(spend|put|allocate|bid|pay) <koku> [koku] on <bin>"
    also = (
        "<bin> [bin] [(for|with)] <koku> [koku]",
        "[(spend|put|allocate|bid|pay)] <koku> [koku] [on] <bin> [bin]",
    )
    examples = ("spend 4 on levy", "spend 1 on turn", "put 2 koku in build")
    latest = True
    about = ("bin",)

    koku: Koku
    bin: Bin


_MARKERS = "turn|turns|sword|swords|marker|markers|turn order|turn order marker|turn order markers"


class PreferTurn(Order, frozen=True):
    """Say which places in the turn order you want, best first, if you bid for one.

    Default: the earliest that is left. Without a bid your place is drawn.
    """

    syntax = f"(prefer|want) ({_MARKERS}) <turns>"
    also = (
        f"(take|choose) ({_MARKERS}) <turns>",
        "turn order (marker|markers) <turns>",
        "(prefer|take|choose) <turns>",
    )
    examples = ("prefer turn 1, 3, 2",)
    latest = True

    turns: Annotated[tuple[int, ...], NumberList(1, 5)]


class Spy(Order, frozen=True):
    """Send the ninja, if you hired him last round and he did not strike, to look at a plan.

    You see that seat's plan before you make your own. Default: the ninja goes unused.
    """

    syntax = "spy on <victim>"
    also = (
        "(spy|ninja spies|ninja spy|send ninja to) [on] <victim>",
        "ninja as [a] spy on <victim>",
    )
    examples = ("spy on Takeda",)
    latest = True

    victim: SeatName


class Successor(Order, frozen=True):
    """Name the unit from which successors of your assassinated daimyos rise (M16). It stands.

    They rise when the next round begins, so name it before. With an army it is for that army alone.
    Default: the cheapest that the army has: spearman, gunner, swordsman, bowman.
    """

    syntax = "successor [is] <unit> [(in|of|for) army <army>]"
    also = (
        "(let|appoint|promote) <unit> (succeed|as successor) [(in|of|for) army <army>]",
        "successor (in|of|for) army <army> (is|=) <unit>",
    )
    examples = ("successor gunner", "successor swordsman in army 2")
    latest = True
    about = ("army",)

    unit: Annotated[str, Name("unit")]
    army: ArmyNumber = ""


# Muster


class Build(Order, frozen=True):
    """Build a castle in a province of yours without one, or a fortress where your castle stands.

    You need the 2 koku of the build bin. Default: nothing is built and the koku are lost.
    """

    syntax = "build <building> in <place>"
    also = (
        "(build|erect|construct|raise|place|put) [(a|1|one)] <building> [in] <place>",
        "<building> in <place>",
    )
    examples = ("build castle in Hida", "build fortress in Shinano")
    it = "place"

    building: Building
    place: Place


class Levy(Order, frozen=True):
    """Levy units into the forces of your provinces, one unit a province, in the order named.

    A koku buys 1 bowman, or 2 of swordsmen and gunners, or 3 spearmen. Units are bought in the
    order in which you write them. `levy spearman in Mino, Omi` levies one in each. Default: what
    is left buys spearmen for your provinces with the most neighbours that are not yours; other
    units only if your tray has no spearmen.
    """

    syntax = "(levy|buy|raise|recruit) <units> in <places>"
    also = (
        "[(place|put)] <units> in <places>",
        "(levy|buy|raise|recruit|place|put) (1|one|a|an) <units> each in <places>",
        "(levy|buy|raise|recruit|place|put) (1|one|a|an) <units> in each of <places>",
    )
    examples = ("levy bowman in Hida", "levy 3 spearmen in Mino, Omi, Owari")
    about = ("units", "places")

    units: Annotated[Units, LeviedUnits("spearman", "gunner", PLURALS)]
    places: Annotated[tuple[str, ...], NameList("province")]


class LevyToArmy(Order, frozen=True):
    """Levy a unit onto the card of one of your armies. It counts as the unit of its province."""

    syntax = "levy <unit> to army <army>"
    also = (
        "(levy|buy|raise|recruit|place|put|add) [(1|one|a|an)] <unit> "
        "(to|in|into|on|onto|with|for) army <army>",
        "[(1|one|a|an)] <unit> (to|into|on|onto|with|for) army <army>",
        "army <army> (gets|takes) [(1|one|a|an)] <unit>",
    )
    examples = ("levy swordsman to army 1",)
    about = ("army",)

    unit: Annotated[str, Name("unit")]
    army: ArmyNumber


class HideRonin(Order, frozen=True):
    """Hide hired ronin in a province of yours, with the army or the force there. Secret.

    Each troop must have fewer ronin than regular units (the daimyo counts). Default: ronin that
    you do not place go to your armies in the order of their numbers, then to your largest forces.
    """

    syntax = "(hide|place|deploy|put) <number> ronin in <place> [with <pool>]"
    also = (
        "<number> ronin in <place> [with <pool>]",
        "(hide|place|deploy|put) <number> ronin (with|in|on|under) <pool> in <place>",
        "[(hide|place|deploy|put)] ronin <number> in <place> [with <pool>]",
        "hide <number> in <place> [with <pool>]",
    )
    examples = ("hide 3 ronin in Hida", "hide 2 ronin in Omi with force")
    it = "place"
    about = ("place", "pool")

    number: Count
    place: Place
    pool: Group = ""


class HideWithArmy(Order, frozen=True):
    """Hide hired ronin with one of your armies, in the province where it stands. Secret."""

    syntax = "hide <number> ronin with army <army>"
    also = ("[(hide|place|deploy|put)] <number> ronin (with|in|on|under|to) army <army>",)
    examples = ("hide 2 ronin with army 1",)
    about = ("army",)

    number: Count
    army: ArmyNumber


class Casualties(Order, frozen=True):
    """Say in which order your units fall. It stands until you change it.

    Units that you leave out follow in the default order: ronin, spearman, gunner, swordsman,
    bowman. The daimyo is always the last, a castle's bonus units are the first. In a double-troop
    province the force loses a unit before the army does, or the other way round. With a province
    the line is for the battles there alone, attack or defence, until the round ends (M102).
    """

    syntax = "casualties <units> [in <place>] [from <pool> first]"
    also = (
        "(lose|losses|remove|prefer casualties|remove casualties|choose casualties|losses fall on"
        "|casualty order) <units> [in <place>] [from <pool> first]",
        "(take|choose) <units> as casualties [in <place>]",
        "casualties <units> in [the] [(battle|battles)] [(for|in|of)] <place> [from <pool> first]",
    )
    examples = (
        "casualties spearman, gunner, ronin",
        "casualties spearman from army first",
        "casualties gunner, spearman in Hida",
    )
    latest = True
    about = ("place",)

    units: Annotated[tuple[str, ...], UnitsInOrder()]
    pool: Pool = "force"
    place: Place = ""


class Revenge(Order, frozen=True):
    """Say which daimyo of the ninja's hirer you strike if you get revenge. It stands.

    With a seat it is for the case that this seat is the hirer, and comes before the line for all.
    Default: the one with the highest level, then the largest army.
    """

    syntax = "revenge on (army|armies|daimyo|daimyos) <armies> [of <hirer>]"
    also = (
        "strike in revenge (on|at) (army|armies|daimyo|daimyos) <armies> [of <hirer>]",
        "(revenge|strike in revenge) (on|at) <hirer> (army|armies|daimyo|daimyos) <armies>",
    )
    examples = ("revenge on army 2, 1, 3", "revenge on army 3 of Takeda")
    latest = True
    about = ("hirer",)

    armies: Annotated[tuple[str, ...], NameList("army", ranked=True)]
    hirer: SeatName = ""


class Recover(Order, frozen=True):
    """Say where daimyos that you recover by eliminating a seat return. It stands.

    Each goes to the first of these that is yours and has no army; with `taking` it picks up units
    of the force there at once, as many of them as are there. Default: your province without an
    army that holds the most units, and nothing is picked up.
    """

    syntax = "recover in <places> [taking <taken>]"
    examples = ("recover in Hida, Mino", "recover in Hida taking 2 spearmen and 1 gunner")
    latest = True

    places: Places
    taken: MovedUnits = Units()


POLICIES = (Casualties, Revenge, Recover, Successor)
