"""The order kinds of Samurai Swords and Ikusa: all but those of the war turn, phase by phase."""

from typing import Annotated

from adjudicator.games.samurai_swords.orders.blanks import (
    ARMIES_SAID,
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
from adjudicator.orders.language.lists import NUMBER
from adjudicator.orders.language.slots import Name, NameList, NumberList
from adjudicator.orders.language.units import Units, UnitsInOrder

# Deploy


class Reinforce(Order, frozen=True):
    """Place a pair of spearmen in each of these provinces of yours, as far as the six pairs go.

    Name more than six for reserve. Default: your provinces with the most neighbours of your own.
    """

    syntax = "reinforce <places>"
    also = (
        "reinforce (in|at) <places>",
        "(pairs|spearmen|place spearmen|place pairs) (in|to|at) <places>",
    )
    said = (
        (r"^(?:spearmen|pairs):? (?!in |to |at )(?=[^\W\d])", "reinforce "),
        (
            r"^(?:(?:put|place|add) )?(?:2|two|a pair)(?: of)?(?: spearmen)? (?:in|to|at) ",
            "reinforce ",
        ),
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
    said = (*ARMIES_SAID, (r"^(army [1-3]): (?!in |at )", r"\1 in "))
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
    said = (
        (r"\s*=\s*", " "),
        (r"^([^\d]+?) - (\d+)$", r"\1 \2"),
        (r" (on|in|into|for|to) (?:a|an|the|my|one) (?=\w+$)", r" \1 "),
        (r"\b(?:nothing|none)(?= (?:on|in|into|for|to) )", "0"),
        (r"^hire (?:a |the )?ninja for (\w+)$", r"ninja \1"),
        (
            r"^(?:bid|spend|put) (\w+) (?:on|for|in) (?:the )?(?:first|1st) turn$",
            r"spend \1 on turn",
        ),
    )
    amiss = (
        (
            r"(?:(?:spend|put|allocate) )?(?:all|everything|(?:the )?rest)\b.*|\w+ (?:the )?rest",
            "Write how many koku: “spend 3 on levy”. What you put nowhere goes to levy.",
        ),
        (
            r"(?:hire|levy|buy) (?:\d+|\w+) (?:ronin|spearmen|gunners|swordsmen|bowmen|units)",
            "In the plan you say the koku: “spend 2 on ronin” hires four, “spend 3 on levy” buys "
            "units that you name in the muster.",
        ),
    )
    examples = ("spend 4 on levy", "spend 1 on turn", "put 2 koku in build")
    several = True
    about = ("bin",)

    koku: Koku
    bin: Bin


_WISH = "(?:(?:prefer|take|want) (?:to (?:be|go) |going )?|go |(?:sword|marker|place):? )"


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
    said = (
        (
            r"^(prefer|take|want) (?:to (?:be|go) |going )?(?:first|1st)(?: turn| sword| marker)?$",
            r"prefer 1",
        ),
        (r"^(?:sword|turn|marker|place):? (?:1st|first)$", "prefer 1"),
        *(
            (rf"^{_WISH}(?:{said})(?: turn| sword| marker| place)?$", f"prefer {places}")
            for said, places in (
                ("second|2nd", "2"),
                ("third|3rd", "3"),
                ("fourth|4th", "4"),
                ("fifth|5th", "5"),
                ("last", "5, 4, 3, 2, 1"),
            )
        ),
        (r"^go first$", "prefer 1"),
        (r"^take swords (?=\d+\b.*\d)", "prefer turn "),  # a single number is a bid
        (r"^(take|want) (\d)-diamond sword$", r"prefer \2"),
    )
    examples = ("prefer turn 1, 3, 2",)

    turns: Annotated[tuple[int, ...], NumberList(1, 5)]


class Spy(Order, frozen=True):
    """Send the ninja, if you hired him last round and he did not strike, to look at a plan.

    You see that seat's plan before you make your own. Default: the ninja goes unused.
    """

    syntax = "spy (on|upon) <victim>"
    also = ("(ninja spies|ninja spy|send ninja to|spy) [(on|upon)] <victim>",)
    said = (
        (r"^(spy(?: on| upon)? \w+) first$", r"\1"),
        (r"^look at (\w+?)(?:'s?)? (?:plan|plans|tray|bins|koku)$", r"spy on \1"),
    )
    examples = ("spy on Takeda",)

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
    said = ARMIES_SAID
    examples = ("successor gunner", "successor swordsman in army 2")
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
    said = (
        (r"^(castle|fortress|fort):? (?!in |at )(?=\S)", r"build \1 in "),
        (
            r"^upgrade (?:castle |fort )?(?:in |at )?(.+?)(?: to (?:a )?(?:fortress|fort))?$",
            r"build fortress in \1",
        ),
        (r"^fortify ", "build fortress in "),
        (r" (?:\(2 koku\)|for 2 koku)$", ""),
        (r"^([^\W\d][\w-]*) -> (castle|fortress)$", r"build \2 in \1"),
        (r"^(?:a )?new (castle|fortress|fort) ", r"build \1 "),
        (r"^([^\W\d][\w-]*) gets (?:a |the )?(castle|fortress)$", r"build \2 in \1"),
        (r"^build (?:fortification(?: base)?|fort base|base) ", "build fortress "),
    )
    examples = ("build castle in Hida", "build fortress in Shinano")
    it = "place"

    building: Building
    place: Place


_UNIT = "(?:bowm[ae]n|bows?|archers?|swordsm[ae]n|swords?|gunners?|guns?|spearm[ae]n|spears?)"
_NOT_YET = r"(?!(?:in|at|into|to|for|on|with|onto|each|and|army|force)\b)(?=[^\W\d])"


class Levy(Order, frozen=True):
    """Levy units into the forces of your provinces, one unit a province, in the order named.

    A koku buys 1 bowman, or 2 of swordsmen and gunners, or 3 spearmen. Units are bought in the
    order in which you write them. `levy spearman in Mino, Omi` levies one in each. Default: what
    is left buys spearmen for your provinces with the most neighbours that are not yours; other
    units only if your tray has no spearmen.
    """

    syntax = "levy <units> (in|at|into|to) <places>"
    also = ("(levy|buy|raise|recruit) <units> (in|at|into|to|for|on) <places>",)
    said = (
        (r"^((?:levy|buy|raise|recruit) [^:]+): ", r"\1 in "),  # “levy 3 spearmen: Mino, Omi”
        (r"^((?:levy|buy|raise|recruit) [^:>]+?) ?-> ?", r"\1 in "),
        (r"^(?=\d+ [^\W\d]+ (?:in|at|into|to|for) )", "levy "),  # “3 spearmen in Mino, Omi”
        (r"^(?=(?:bowmen|swordsmen|gunners|spearmen) in )", "levy "),
        (rf"^([^\W\d][\w-]*):? \+(\d+ {_UNIT})$", r"levy \2 in \1"),
        (rf"^(\d+ {_UNIT}): (?=[^\W\d])", r"levy \1 in "),
        (
            rf"^(?:(?:levy|buy|raise|recruit):? )?((?:\d+|an?|one|two|three) {_UNIT}) {_NOT_YET}",
            r"levy \1 in ",
        ),
        (rf"^(levy|buy|raise|recruit):? ({_UNIT}) {_NOT_YET}", r"\1 \2 in "),
        (r"^(?:put|place|add) (?!.*\bronin\b)(?=(?:\d+|an?|one) )", "levy "),
        (r"^levy (?:1|one|an?) (\w+) each (in|to) ", r"levy \1 \2 "),
        (r"^levy (?:1|one|an?) (\w+) in each of ", r"levy \1 in "),
        (  # “Omi: 1 spearman”
            r"^([^\W\d][\w-]*)(?::| -) (?:(?:1|one|an?) )?(?!\d)(?!ronin)([^\W\d]+)$",
            r"levy 1 \2 in \1",
        ),
    )
    amiss = (
        (
            rf"(?:levy|buy|raise|recruit) (?!(?:1|one|an?) ){NUMBER} \w+ (?:to|for|into|in|with) "
            r"army .+",
            "One unit a province is levied, and that of an army is its province's: write “levy "
            "<unit> to army <army>”.",
        ),
    )
    examples = ("levy bowman in Hida", "levy 3 spearmen in Mino, Omi, Owari")
    several = True
    about = ("units", "places")

    units: SomeUnits
    places: Places


class LevyToArmy(Order, frozen=True):
    """Levy a unit onto the card of one of your armies. It counts as the unit of its province."""

    syntax = "levy <unit> (to|for|into|in|with) army <army>"
    also = (
        "(levy|buy|raise|recruit) [(1|one|a|an)] <unit> (to|for|into|in|with|onto|on) army <army>",
    )
    said = (*ARMIES_SAID, (r" \((army [1-3])\)$", r" to \1"))
    examples = ("levy swordsman to army 1",)
    several = True
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
    said = (
        (r"\b(?:samurai ronin|ronins)\b", "ronin"),
        (r" \+(?=\d+ ronin\b)", " "),
        (r" \((army(?: [1-3])?|force)\)$", r" with \1"),
        (r"^ronin:? (\d+) (?!in |at )(?=[^\W\d])", r"hide \1 ronin in "),
        (r"^ronin:? (?!in |at )([^\W\d][\w-]*):? (\d+)$", r"hide \2 ronin in \1"),
        (r"^(\d+) ronin (?!in |at |with |to |on |under )(?=[^\W\d])", r"hide \1 ronin in "),
        (
            r"^(hide|place|deploy|put) (\w+ ronin) (?:to |on )?(?!in |at |with |under )",
            r"\1 \2 in ",
        ),
        (
            r"^(?!hide|place|deploy|put|levy|no )([^\W\d][\w-]*):? (\w+) ronin\b",
            r"hide \2 ronin in \1",
        ),
        (r"^ronin (?:in|at) ([^\W\d][\w-]*):? (\d+)$", r"hide \2 ronin in \1"),
    )
    amiss = (
        (
            r"(?:hide|place|deploy|put) .*ronin (?:with|in|under) (?:army [1-3]|all armies)",
            "Say where: “hide 3 ronin in <place> with army 1”.",
        ),
        (
            r"(?:hide|place|deploy|put) all .*",
            "Write the number of ronin; what you do not place goes to your armies.",
        ),
    )
    examples = ("hide 3 ronin in Hida", "hide 2 ronin in Omi with force")
    several = True
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
    said = (
        (r"^(casualties|lose|losses):? (?:from )?([^\W\d]+) first(?=$|,| then)", r"\1 \2"),
        (
            r"^((?:prefer )?casualties .+?|loses? .+?|losses .+?)"
            r"(?:,? and)?,? daimyo(?: last)?( (?:in|for) .+)?$",
            r"\1\2",
        ),
    )
    examples = (
        "casualties spearman, gunner, ronin",
        "casualties spearman from army first",
        "casualties gunner, spearman in Hida",
    )
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

    places: Places
    taken: MovedUnits = Units()


POLICIES = (Casualties, Revenge, Recover, Successor)

DEPLOY = (Reinforce, PlaceArmy, *POLICIES)
PLAN = (Spend, PreferTurn, Spy, *POLICIES)
SPY = (Spend, PreferTurn)
MUSTER = (Build, LevyToArmy, Levy, HideRonin, *MISSIONS, *POLICIES)
"""The order kinds of each phase, in the order of the reference."""
