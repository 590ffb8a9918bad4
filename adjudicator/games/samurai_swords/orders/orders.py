"""The order kinds of Samurai Swords and Ikusa: all but those of the war turn, phase by phase."""

from typing import Annotated

from adjudicator.games.samurai_swords.orders.blanks import (
    ArmyNumber,
    Bin,
    Building,
    Count,
    Group,
    Koku,
    MovedUnits,
    Place,
    Places,
    Pool,
    SeatName,
    SomeUnits,
)
from adjudicator.games.samurai_swords.orders.ninja_orders import MISSIONS
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Name, NameList, NumberList
from adjudicator.orders.language.units import Units, UnitsInOrder

# Deploy


class Reinforce(Order, frozen=True):
    """Place a pair of spearmen in each of these provinces of yours, as far as the six pairs go.

    Name more than six for reserve. Default: your provinces with the most neighbours of your own.
    """

    syntax = "reinforce <places>"
    also = (
        "(reinforce|reinforcements|reinforcement) [(in|at)] <places>",
        "(pairs|spearmen|place spearmen|place pairs) (in|to|at) <places>",
    )
    examples = ("reinforce Hizen, Chikuzen, Buzen, Bungo, Higo, Satsuma",)

    places: Places


class PlaceArmy(Order, frozen=True):
    """Let an army start in the first of these provinces that is yours and has no other army yet.

    Default: your province with the most neighbours of your own.
    """

    syntax = "army <army> in <places>"
    also = (
        "(place|put|set up|start) army <army> (in|at|to) <places>",
        "army <army> (at|to|starts in|starts at) <places>",
    )
    examples = ("army 1 in Chikuzen, Buzen", "army 2 in Satsuma")
    about = ("army",)

    army: ArmyNumber
    places: Places


# Plan


class Spend(Order, frozen=True):
    """Put koku into a bin of your planning tray: turn, build, levy, ronin or ninja.

    Build holds 0 or 2. Default: koku that you do not put anywhere go to levy (M15).
    """

    syntax = "(spend|put|allocate|bid|pay) <koku> [koku] (on|in|into|for|to) <bin>"
    also = (
        "<bin> <koku> [koku]",
        "<koku> [koku] [(on|in|into|for|to)] <bin>",
        "(spend|put|allocate|bid|pay) <koku> [koku] <bin>",
    )
    examples = ("spend 4 on levy", "spend 1 on turn", "put 2 koku in build")
    latest = True
    about = ("bin",)

    koku: Koku
    bin: Bin


class PreferTurn(Order, frozen=True):
    """Say which places in the turn order you want, best first, if you bid for one.

    Default: the earliest that is left. Without a bid your place is drawn.
    """

    syntax = "prefer (turn|turns|sword|swords|marker|markers) <turns>"
    also = (
        "take (turn|turns|sword|marker|markers) <turns>",
        "want (turn|turns|sword|swords|marker|markers) <turns>",
        "prefer <turns>",
    )
    examples = ("prefer turn 1, 3, 2",)
    latest = True

    turns: Annotated[tuple[int, ...], NumberList(1, 5)]


class Spy(Order, frozen=True):
    """Send the ninja, if you hired him last round and he did not strike, to look at a plan.

    You see that seat's plan before you make your own. Default: the ninja goes unused.
    """

    syntax = "spy (on|upon) <victim>"
    also = ("(ninja spies|ninja spy|send ninja to|spy) [(on|upon)] <victim>",)
    examples = ("spy on Takeda",)
    latest = True

    victim: SeatName


class Successor(Order, frozen=True):
    """Name the unit from which successors of your assassinated daimyos rise (M16). It stands.

    With an army it is for that army alone. Default: the cheapest that the army has: spearman,
    gunner, swordsman, bowman.
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

    syntax = "build <building> (in|at) <place>"
    also = (
        "(build|erect|construct|raise) [(a|the)] <building> [(in|at|on)] <place>",
        "<building> (in|at) <place>",
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

    syntax = "levy <units> (in|at|into|to) <places>"
    also = (
        "(levy|buy|raise|recruit) <units> (in|at|into|to|for|on) <places>",
        "<units> (in|at) <places>",
    )
    examples = ("levy bowman in Hida", "levy 3 spearmen in Mino, Omi, Owari")
    about = ("units", "places")

    units: SomeUnits
    places: Places


class LevyToArmy(Order, frozen=True):
    """Levy a unit onto the card of one of your armies. It counts as the unit of its province."""

    syntax = "levy <unit> (to|for|into|in|with) army <army>"
    also = (
        "(levy|buy|raise|recruit) [(1|one|a|an)] <unit> (to|for|into|in|with|onto|on) army <army>",
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

    syntax = "(hide|place|deploy|put) <number> ronin (in|at) <place> [with <pool>]"
    also = (
        "(hide|place|deploy|put) <number> ronin (with|in|on|under) <pool> (in|at) <place>",
        "ronin <number> (in|at) <place> [with <pool>]",
        "<number> ronin (in|at) <place> [with <pool>]",
    )
    examples = ("hide 3 ronin in Hida", "hide 2 ronin in Omi with force")
    it = "place"
    about = ("place", "pool")

    number: Count
    place: Place
    pool: Group = ""


class Casualties(Order, frozen=True):
    """Say in which order your units fall. It stands until you change it.

    Units that you leave out follow in the default order: ronin, spearman, gunner, swordsman,
    bowman. The daimyo is always the last, a castle's bonus units are the first. In a double-troop
    province the force loses a unit before the army does, or the other way round. With a province
    the line is for the battles there alone, attack or defence, until the round ends (M102).
    """

    syntax = "casualties <units> [in <place>] [from <pool> first]"
    also = (
        "(lose|losses) <units> [(in|for) <place>] [from <pool> first]",
        "prefer casualties <units> [(in|for) <place>] [from <pool> first]",
        "casualties <units> (in|for|at) [the] [battle] [battles] [(for|in|of)] <place> "
        "[from <pool> first]",
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

    syntax = "revenge (on|against) army <armies> [of <hirer>]"
    also = ("revenge (on|against) (armies|daimyo|daimyos) <armies> [of <hirer>]",)
    examples = ("revenge on army 2, 1, 3", "revenge on army 3 of Takeda")
    latest = True
    about = ("hirer",)

    armies: Annotated[tuple[str, ...], NameList("army")]
    hirer: SeatName = ""


class Recover(Order, frozen=True):
    """Say where daimyos that you recover by eliminating a seat return. It stands.

    Each goes to the first of these that is yours and has no army; with `taking` it picks up units
    of the force there at once, as many of them as are there. Default: your province without an
    army that holds the most units, and nothing is picked up.
    """

    syntax = "recover (in|at) <places> [taking <taken>]"
    examples = ("recover in Hida, Mino", "recover in Hida taking 2 spearmen and 1 gunner")
    latest = True

    places: Places
    taken: MovedUnits = Units()


POLICIES = (Casualties, Revenge, Recover, Successor)

DEPLOY = (Reinforce, PlaceArmy, *POLICIES)
PLAN = (Spend, PreferTurn, Spy, *POLICIES)
SPY = (Spend, PreferTurn)
MUSTER = (Build, LevyToArmy, Levy, HideRonin, *MISSIONS, *POLICIES)
"""The order kinds of each phase, in the order of the reference."""
