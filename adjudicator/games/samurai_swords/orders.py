"""The order kinds of Samurai Swords and Ikusa, phase by phase."""

from typing import Annotated

from adjudicator.games.samurai_swords.edition import UNITS
from adjudicator.orders import Order
from adjudicator.orders.slots import (
    Name,
    NameList,
    Number,
    NumberList,
    OneOf,
    Sequence,
    Units,
    UnitsSlot,
)

Place = Annotated[str, Name("province")]
Places = Annotated[tuple[str, ...], NameList("province")]
ArmyNumber = Annotated[str, Name("army")]
SeatName = Annotated[str, Name("seat")]
Count = Annotated[int, Number(1, 36)]
Koku = Annotated[int, Number(0, 99)]
SomeUnits = Annotated[Units, UnitsSlot()]
BINS = {
    "turn": ("turn order", "swords", "take swords", "sword", "order"),
    "build": ("building", "castle", "fortress"),
    "levy": ("levies", "levy units", "units"),
    "ronin": ("hire ronin", "ronins"),
    "ninja": ("hire ninja",),
}
Bin = Annotated[str, OneOf(BINS, "bin")]
Building = Annotated[str, OneOf({"castle": (), "fortress": ("fort",)}, "building")]
PhaseLetter = Annotated[str, OneOf({"A": (), "B": (), "C": (), "D": ()}, "phase of Wage War")]
Group = Annotated[
    str,
    OneOf(
        {
            "army": ("the army", "daimyo"),
            "force": ("the force", "provincial force", "troops"),
            **{f"army {n}": (f"army{n}", f"a{n}") for n in "123"},
        },
        "troop",
    ),
]
Pool = Annotated[str, OneOf({"force": ("the force",), "army": ("the army",)}, "troop")]


# Deploy


class Reinforce(Order, frozen=True):
    """Place a pair of spearmen in each of these provinces of yours, as far as the six pairs go.

    Name more than six for reserve. Default: your provinces with the most neighbours of your own.
    """

    syntax = "reinforce <places>"
    also = ("(pairs|spearmen|place spearmen|place pairs) (in|to|at) <places>",)
    examples = ("reinforce Hizen, Chikuzen, Buzen, Bungo, Higo, Satsuma",)

    places: Places


class PlaceArmy(Order, frozen=True):
    """Let an army start in the first of these provinces that is yours and has no other army yet.

    Default: your province with the most neighbours of your own.
    """

    syntax = "army <army> in <places>"
    also = (
        "(place|put|set up|start) army <army> (in|at|to) <places>",
        "army <army> (at|to) <places>",
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
    also = ("<bin> <koku> [koku]", "<koku> [koku] (on|in|into|for|to) <bin>")
    examples = ("spend 4 on levy", "spend 1 on turn", "put 2 koku in build")
    about = ("bin",)

    koku: Koku
    bin: Bin


class PreferTurn(Order, frozen=True):
    """Say which places in the turn order you want, best first, if you bid for one.

    Default: the earliest that is left. Without a bid your place is drawn.
    """

    syntax = "prefer (turn|turns|sword|swords|marker|markers) <turns>"
    also = ("(take|want) (turn|turns|sword|swords|marker|markers) <turns>",)
    examples = ("prefer turn 1, 3, 2",)

    turns: Annotated[tuple[int, ...], NumberList(1, 5)]


class Spy(Order, frozen=True):
    """Send the ninja, if you hired him last round and he did not strike, to look at a plan.

    You see that seat's plan before you make your own. Default: the ninja goes unused.
    """

    syntax = "spy (on|upon) <victim>"
    examples = ("spy on Takeda",)

    victim: SeatName


class Successor(Order, frozen=True):
    """Name the unit from which successors of your assassinated daimyos rise (M16). It stands.

    Default: the cheapest that the army has: spearman, gunner, swordsman, bowman.
    """

    syntax = "successor [is] <unit>"
    also = ("(let|appoint|promote) <unit> (succeed|as successor)",)
    examples = ("successor gunner",)

    unit: Annotated[str, Name("unit")]


# Muster


class Build(Order, frozen=True):
    """Build a castle in a province of yours without one, or a fortress where your castle stands.

    You need the 2 koku of the build bin. Default: nothing is built and the koku are lost.
    """

    syntax = "build [a|the] <building> (in|at) <place>"
    also = ("<building> (in|at) <place>",)
    examples = ("build castle in Hida", "build fortress in Shinano")

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
    also = ("(buy|raise|recruit) <units> (in|at|into|to|for) <places>",)
    examples = ("levy bowman in Hida", "levy 3 spearmen in Mino, Omi, Owari")
    about = ("units", "places")

    units: SomeUnits
    places: Places


class LevyToArmy(Order, frozen=True):
    """Levy a unit onto the card of one of your armies. It counts as the unit of its province."""

    syntax = "levy <unit> (to|for|into|in|with) army <army>"
    also = ("(buy|raise|recruit) <unit> (to|for|into|in|with) army <army>",)
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
        "ronin <number> (in|at) <place> [with <pool>]",
        "<number> ronin (in|at) <place> [with <pool>]",
    )
    examples = ("hide 3 ronin in Hida", "hide 2 ronin in Omi with force")
    about = ("place", "pool")

    number: Count
    place: Place
    pool: Pool = ""


class Casualties(Order, frozen=True):
    """Say in which order your units fall. It stands until you change it.

    Units that you leave out follow in the default order: ronin, spearman, gunner, swordsman,
    bowman. The daimyo is always the last, a castle's bonus units are the first. In a double-troop
    province the force loses a unit before the army does, or the other way round.
    """

    syntax = "casualties <units> [from <pool> first]"
    also = (
        "(lose|losses) <units> [from <pool> first]",
        "prefer casualties <units> [from <pool> first]",
    )
    examples = ("casualties spearman, gunner, ronin", "casualties spearman from army first")

    units: Annotated[tuple[str, ...], Sequence()]
    pool: Pool = "force"


class Revenge(Order, frozen=True):
    """Say which daimyo of the ninja's hirer you strike if you get revenge. It stands.

    Default: the one with the highest level, then the largest army.
    """

    syntax = "revenge (on|against) army <armies>"
    also = ("revenge (on|against) (armies|daimyo|daimyos) <armies>",)
    examples = ("revenge on army 2, 1, 3",)

    armies: Annotated[tuple[str, ...], NameList("army")]


class Recover(Order, frozen=True):
    """Say where daimyos that you recover by eliminating a seat return. It stands.

    Each goes to the first of these that is yours and has no army; with `taking all` it picks up
    the force there at once. Default: your province without an army that holds the most units.
    """

    syntax = "recover (in|at) <places> [taking <all>]"
    examples = ("recover in Hida, Mino", "recover in Hida taking all")

    places: Places
    all: Annotated[str, OneOf({"all": ("everything", "the force")}, "amount")] = ""


class StrikeAtPhase(Order, frozen=True):
    """Give the ninja his mission: a daimyo, and the start of a phase of a seat's war turn. Secret.

    Once, this round, if the moment comes. In Ikusa the phase is A, B or D; in Samurai Swords
    also C, which is after battles are declared and before the first is fought (E1). Default: the
    ninja does not strike and can spy next round.
    """

    syntax = "ninja strikes army <army> of <victim> at [the] [start] [of] <turn> phase <phase>"
    also = (
        "(assassinate|ninja kills|strike) army <army> of <victim> "
        "at [the] [start] [of] <turn> phase <phase>",
    )
    examples = ("ninja strikes army 1 of Takeda at start of Takeda phase B",)

    army: ArmyNumber
    victim: SeatName
    turn: SeatName
    phase: PhaseLetter


class StrikeOnAttack(Order, frozen=True):
    """Give the ninja his mission: to strike a daimyo just as his army attacks a province. Secret.

    Samurai Swords only (E1).
    """

    syntax = "ninja strikes army <army> of <victim> when it attacks <target>"
    also = (
        "(assassinate|ninja kills|strike) army <army> of <victim> when it attacks <target>",
        "ninja strikes when army <army> of <victim> attacks <target>",
    )
    examples = ("ninja strikes army 2 of Takeda when it attacks Hida",)

    army: ArmyNumber
    victim: SeatName
    target: Place


class NoStrike(Order, frozen=True):
    """Take the ninja's mission back."""

    syntax = "ninja waits"
    also = ("no (strike|mission)", "ninja (stays|rests)")
    examples = ("ninja waits",)


# War


class March(Order, frozen=True):
    """Phase A: move an army through friendly provinces, as many as its level. Before the battles.

    `leaving` names the garrison that stays behind where the province would be empty (default: one
    unit, the cheapest); `taking` the units of the force that are picked up at the last province.
    To pick up on the way, march province by province, a line each.
    """

    syntax = "march army <army> to <path> [leaving <left>] [taking <taken>]"
    also = (
        "march <army> to <path> [leaving <left>] [taking <taken>]",
        "army <army> marches to <path> [leaving <left>] [taking <taken>]",
    )
    examples = (
        "march army 1 to Owari, Mikawa",
        "march army 3 to Omi leaving 1 gunner and 1 spearman taking 1 bowman",
    )

    army: ArmyNumber
    path: Places
    left: SomeUnits = Units()
    taken: SomeUnits = Units()


class PickUp(Order, frozen=True):
    """Phase A, Ikusa: let an army pick up units of the force where it starts (E2)."""

    syntax = "pick up <taken> with army <army>"
    also = ("army <army> picks up <taken>", "pick up <taken> for army <army>")
    examples = ("pick up 2 spearmen with army 1",)

    taken: SomeUnits
    army: ArmyNumber


class Attack(Order, frozen=True):
    """Phases B and C: attack an adjacent enemy or empty province. Battles go in the order written.

    Each force can attack once. The first attack of an army is declared in phase B; as many more as
    its level allows follow, each from where the army then stands. Say `with army` or `with force`
    where both could attack. See `call off` for when to stop.
    """

    syntax = "attack <target> from <source> [with <group>]"
    also = (
        "(declare|fight|battle) [attack] [battle] [on] [against] <target> "
        "from <source> [with <group>]",
        "<source> attacks <target> [with <group>]",
    )
    examples = (
        "attack Hizen from Chikuzen with army",
        "attack Buzen from Nagato",
        "Higo attacks Chikugo",
    )
    about = ("target", "source", "group")

    target: Place
    source: Place
    group: Group = ""


class ArmyAttack(Order, frozen=True):
    """Phases B and C: attack with an army from wherever it stands at that moment."""

    syntax = "attack <target> with army <army>"
    also = ("army <army> attacks <target>",)
    examples = ("attack Tajima with army 2",)
    about = ("target", "army")

    target: Place
    army: ArmyNumber


class Advance(Order, frozen=True):
    """Phase C: let an experienced army move into the province it just emptied.

    It needs an attack that it has not made yet (it need not make it). `leaving` names the garrison
    that stays behind.
    """

    syntax = "advance army <army> to <target> [leaving <left>]"
    also = (
        "advance army <army> (into|in) <target> [leaving <left>]",
        "army <army> advances (to|into) <target> [leaving <left>]",
    )
    examples = ("advance army 1 to Tango", "advance army 1 to Etchu leaving 1 gunner")
    about = ("army", "target")

    army: ArmyNumber
    target: Place
    left: SomeUnits = Units()


class CallOffAfter(Order, frozen=True):
    """Phase C: call your battles off after so many passes through the combat sequence.

    Every `call off` line may name one battle by its target and source, or stand for all; the first
    that applies ends the battle. Default: a battle goes on until the attacker has fewer units than
    the defender.
    """

    syntax = "call off [<target>] [from <source>] after <passes> (passes|pass|rounds|round)"
    examples = ("call off after 2 passes", "call off Buzen from Nagato after 1 pass")
    about = ("target", "source")

    passes: Annotated[int, Number(1, 99)]
    target: Place = ""
    source: Place = ""


class CallOffLost(Order, frozen=True):
    """Phase C: call a battle off when so many of the attacking units are lost."""

    syntax = "call off [<target>] [from <source>] when <lost> (are|is) lost"
    also = ("call off [<target>] [from <source>] (when|after) <lost> (losses|lost|loss)",)
    examples = ("call off when 3 are lost", "call off Hida when 2 are lost")
    about = ("target", "source")

    lost: Annotated[int, Number(1, 99)]
    target: Place = ""
    source: Place = ""


class CallOffLeft(Order, frozen=True):
    """Phase C: call a battle off when so many of the attacking units, or fewer, are left."""

    syntax = "call off [<target>] [from <source>] at <left> left"
    also = ("call off [<target>] [from <source>] when <left> (are|is) left",)
    examples = ("call off at 4 left",)
    about = ("target", "source")

    left: Annotated[int, Number(1, 99)]
    target: Place = ""
    source: Place = ""


class CallOffAlone(Order, frozen=True):
    """Phase C: call a battle off before the daimyo could fall.

    The battle ends when the units with him are no more than the enemy units that are left.
    """

    syntax = "call off [<target>] [from <source>] before [the] daimyo [is] alone"
    examples = ("call off before daimyo alone", "call off Hida before the daimyo is alone")
    about = ("target", "source")

    target: Place = ""
    source: Place = ""


class FightOn(Order, frozen=True):
    """Phase C: never call off, whatever the odds; for one battle, or for all without a target."""

    syntax = "fight to the end [(in|for) <target>] [from <source>]"
    also = ("never call off [<target>] [from <source>]",)
    examples = ("fight to the end", "fight to the end in Hizen from Chikuzen")
    about = ("target", "source")

    target: Place = ""
    source: Place = ""


class MoveArmy(Order, frozen=True):
    """Phase D: move an army through friendly or empty provinces, as many as its level.

    It conquers the empty ones that it enters. Garrisons and picking up as in `march`. Armies move
    before forces.
    """

    syntax = "move army <army> to <path> [leaving <left>] [taking <taken>]"
    also = ("army <army> moves to <path> [leaving <left>] [taking <taken>]",)
    examples = ("move army 1 to Hizen leaving spearman", "move army 2 to Tajima, Tamba taking all")

    army: ArmyNumber
    path: Places
    left: SomeUnits = Units()
    taken: SomeUnits = Units()


class Split(Order, frozen=True):
    """Phase D: send units of an army into an adjacent empty province to conquer it."""

    syntax = "split <units> from army <army> to <target>"
    also = ("detach <units> from army <army> to <target>",)
    examples = ("split 1 spearman from army 1 to Hizen",)

    units: SomeUnits
    army: ArmyNumber
    target: Place


class MoveForce(Order, frozen=True):
    """Phase D: move units of a force to an adjacent friendly or empty province, which they conquer.

    Each unit moves one province; one regular unit must stay unless an army stands there.
    """

    syntax = "move <units> from <source> to <target>"
    also = ("(send|shift) <units> from <source> to <target>",)
    examples = (
        "move 1 spearman from Higo to Chikugo",
        "move all but 1 spearman from Awa-Boso to Izu",
    )

    units: SomeUnits
    source: Place
    target: Place


class JoinArmy(Order, frozen=True):
    """Phase D: move units of a force onto the card of an army in an adjacent friendly province."""

    syntax = "move <units> from <source> to army <army>"
    also = (
        "join army <army> with <units> from <source>",
        "(send|add) <units> from <source> to army <army>",
    )
    examples = ("move 1 swordsman from Higo to army 2",)

    units: SomeUnits
    source: Place
    army: ArmyNumber


POLICIES = (Casualties, Revenge, Recover, Successor)
MISSIONS = (StrikeAtPhase, StrikeOnAttack, NoStrike)
CALL_OFFS = (CallOffAfter, CallOffLost, CallOffLeft, CallOffAlone)
DEPLOY = (Reinforce, PlaceArmy, *POLICIES)
PLAN = (Spend, PreferTurn, Spy, *POLICIES)
SPY = (Spend, PreferTurn)
MUSTER = (Build, LevyToArmy, Levy, HideRonin, *MISSIONS, *POLICIES)
WAR = (
    *(March, PickUp, ArmyAttack, Attack, Advance, *CALL_OFFS, FightOn),
    *(MoveArmy, Split, JoinArmy, MoveForce, *MISSIONS, *POLICIES),
)
KINDS = {"deploy": DEPLOY, "plan": PLAN, "spy": SPY, "muster": MUSTER, "war": WAR}

UNIT_FORMS = {
    "bowman": ("bow", "archer", "samurai bowman", "bm"),
    "swordsman": ("sword", "samurai swordsman", "sm"),
    "gunner": ("gun", "ashigaru gunner", "arquebusier", "gn"),
    "spearman": ("spear", "ashigaru spearman", "sp"),
    "ronin": ("samurai ronin", "rn"),
    "": (),
}
assert set(UNITS) < set(UNIT_FORMS)
