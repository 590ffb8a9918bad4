"""The order kinds of the war turn (Action 7), phases A to D, and when battles are called off."""

from typing import Annotated

from adjudicator.games.samurai_swords.orders.missions import MISSIONS
from adjudicator.games.samurai_swords.orders.orders import (
    POLICIES,
    ArmyNumber,
    Group,
    MovedUnits,
    Path,
    Percent,
    Place,
)
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Number
from adjudicator.orders.language.units import Units

CALL_OFF = "(call off|retreat|break off|stop) [<target>] [from <source>]"
CALL_OFF_BATTLE = (
    "(call off|retreat from|break off|stop|cease) [all] (battle|battles|attack|attacks|fighting) "
    "[(for|on|of|in|against) <target>] [from <source>]"
)
WHEN = "(when|if|once|as soon as|after|at|with)"
UNITS = "[(units|unit|pieces|men)]"
ENEMY = "[the] (enemy|enemies|defender|defenders)"
"""Words that several of the orders that follow share."""


def call_off_forms(*rest: str) -> tuple[str, ...]:
    """Return the forms of an order to call off that end so, by all its beginnings."""
    return tuple(f"{begin} {each}" for begin in (CALL_OFF, CALL_OFF_BATTLE) for each in rest)


class Stop(Order, frozen=True, kw_only=True):
    """An order that says when a battle, or all, are called off, or that they are not."""

    about = within = ("target", "source")

    target: Place = ""
    source: Place = ""


class CallOffAfter(Stop, frozen=True):
    """Phase C: call your battles off after so many passes through the combat sequence.

    Every `call off` line may name one battle by its target and source, or stand for all; the first
    that applies ends the battle. Lines that name a battle take the place of those for all. Default:
    a battle goes on until the attacker has fewer units than the defender. So it does beside a line
    for all battles, unless that speaks of strength or odds or says to fight to the end.
    """

    syntax = f"{CALL_OFF} after <passes> (passes|pass|rounds|round)"
    also = call_off_forms("after <passes> (passes|pass|rounds|round)")
    examples = ("call off after 2 passes", "call off Buzen from Nagato after 1 pass")

    passes: Annotated[int, Number(1, 99)]


class CallOffLost(Stop, frozen=True):
    """Phase C: call a battle off when so many of the attacking units are lost."""

    syntax = f"{CALL_OFF} when <lost> (are|is) lost"
    also = call_off_forms(
        f"{WHEN} <lost> {UNITS} [(are|is|have been)] (lost|losses|loss|dead|killed|casualties)",
        f"{WHEN} [(i|we)] [have] (lose|lost|losing) <lost> {UNITS}",
    )
    examples = ("call off when 3 are lost", "call off Hida when 2 are lost")

    lost: Annotated[int, Number(1, 99)]


class CallOffLeft(Stop, frozen=True):
    """Phase C: call a battle off when so many of the attacking units, or fewer, are left."""

    syntax = f"{CALL_OFF} at <left> left"
    also = call_off_forms(
        f"{WHEN} [only] <left> {UNITS} [(are|is)] (left|remaining)",
        f"{WHEN} down to <left> {UNITS}",
    )
    examples = ("call off at 4 left",)

    left: Annotated[int, Number(1, 99)]


class CallOffOutnumbered(Stop, frozen=True):
    """Phase C: call a battle off when the enemy has so many more units left than you (default 1).

    It takes the place of the default, also where it is for all battles (M101).
    """

    syntax = f"{CALL_OFF} when outnumbered [by <more>]"
    also = call_off_forms(
        f"{WHEN} [I am] (outnumbered|weaker) [by <more>] {UNITS}",
        f"{WHEN} {ENEMY} (has|have) <more> {UNITS} more {UNITS}",
        f"{WHEN} {ENEMY} (has|have) more (units|men)",
        f"{WHEN} {ENEMY} outnumbers me [by <more>] {UNITS}",
    )
    examples = ("call off when outnumbered by 2", "call off Hida when outnumbered")

    more: Annotated[int, Number(1, 99)] = 1


class CallOffOdds(Stop, frozen=True):
    """Phase C: call a battle off when your chance of winning it is below so many percent.

    The chance is that of fighting to the end from there, reckoned exactly after every pass, with
    the enemy losing his units in the default order of casualties (M100). It takes the place of the
    default, also where it is for all battles (M101).
    """

    syntax = f"{CALL_OFF} (below|under) <percent> [(percent|%)]"
    also = call_off_forms(
        "(below|under) <percent> [(percent|%)]",
        f"{WHEN} [the] [my] (odds|chance|chances) [of winning] [(are|is)] "
        "(below|under|<) <percent> [(percent|%)]",
    )
    examples = ("call off below 40%", "call off Hida below 55%")

    percent: Annotated[int, Percent(1, 99)]


class CallOffAlone(Stop, frozen=True):
    """Phase C: call a battle off before the daimyo could fall.

    The battle ends when the units with him are no more than the enemy units that are left.
    """

    syntax = f"{CALL_OFF} before [the] daimyo [is] alone"
    also = call_off_forms("before [the] daimyo [is] alone")
    examples = ("call off before daimyo alone", "call off Hida before the daimyo is alone")


class FightOn(Stop, frozen=True):
    """Phase C: never call off, whatever the odds; for one battle, or for all without a target.

    A `call off` line beside it still holds.
    """

    syntax = "fight to the end [in <target>] [from <source>]"
    also = (
        "never call off [<target>] [from <source>]",
        "fight (to the death|to the last man|to the bitter end|until the end|to end|on) "
        "[in <target>] [from <source>]",
        "(no retreat|never retreat|no call off|no calling off) [(in|from|of) <target>]",
    )
    examples = ("fight to the end", "fight to the end in Hizen from Chikuzen")


STOPS = (
    *(CallOffAfter, CallOffLost, CallOffLeft, CallOffOutnumbered, CallOffOdds),
    *(CallOffAlone, FightOn),
)


LEAVING = "(leaving|leaving behind|leave|and leave|garrison|garrisoning|with garrison)"
TAKING = "(taking|taking along|take|and take|picking up|pick up|and pick up)"
BEHIND = "[(behind|as garrison|as a garrison)]"
BESIDE = f"[{LEAVING} <left> {BEHIND}] [{TAKING} <taken>]"
ROAD = f"[from <start>] to <path> {BESIDE}"
"""What leads an army on its way, whatever begins the order."""


class ArmyMove(Order, frozen=True):
    """An order that moves an army."""

    it = "path"
    about = ("army",)

    army: ArmyNumber
    path: Path
    left: MovedUnits = Units()
    taken: MovedUnits = Units()
    start: Place = ""


class March(ArmyMove, frozen=True):
    """Phase A: move an army through friendly provinces, as many as its level. Before the battles.

    `leaving` names the garrison that stays behind where the province would be empty (default: one
    unit, the cheapest); `taking` the units of the force that are picked up at the last province.
    To pick up on the way, march province by province, a line each. With `from` it is carried out
    only if the army stands there.
    """

    syntax = f"march army <army> {ROAD}"
    also = (
        f"march <army> to <path> {BESIDE}",
        f"army <army> (marches|march) {ROAD}",
        f"march to <path> with army <army> {BESIDE}",
        f"phase a (march|move) army <army> {ROAD}",
        f"phase a army <army> (marches|moves) {ROAD}",
    )
    examples = (
        "march army 1 to Owari, Mikawa",
        "march army 3 to Omi leaving 1 gunner and 1 spearman taking 1 bowman",
    )


class PickUpLate(Order, frozen=True):
    """Phase D, Ikusa: let an army pick up units of the force where it began the round (E2)."""

    syntax = "pick up <taken> with army <army> in phase D"
    also = (
        "pick up <taken> (with|for) army <army> (in|during) (phase D|the final movement)",
        "army <army> picks up <taken> in phase D",
    )
    examples = ("pick up 1 spearman with army 2 in phase D",)
    about = ("army",)

    taken: MovedUnits
    army: ArmyNumber


class PickUp(Order, frozen=True):
    """Phase A, Ikusa: let an army pick up units of the force where it starts (E2)."""

    syntax = "pick up <taken> with army <army>"
    also = ("army <army> (picks up|pick up) <taken>", "pick up <taken> to army <army>")
    examples = ("pick up 2 spearmen with army 1",)
    about = ("army",)

    taken: MovedUnits
    army: ArmyNumber


class Attack(Order, frozen=True):
    """Phases B and C: attack an adjacent enemy or empty province. Battles go in the order written.

    Each force can attack once. The first attack of an army is declared in phase B; as many more as
    its level allows follow, each from where the army then stands. To attack from the province that
    it has just emptied, it advances there first. Say `with army` or `with force` where both could
    attack. See `call off` for when to stop.
    """

    syntax = "(attack|fight|battle|invade|assault|raid) <target> from <source> [with <group>]"
    also = (
        "(attack|declare|fight|battle) [(attack|battle|an attack|a battle)] [on] <target> "
        "from <source> [with <group>]",
        "(attack|fight|battle|declare|declare battle|declare a battle|battle marker) "
        "from <source> (to|into|against|on|->) <target> [with <group>]",
        "(place|put) [a] battle marker from <source> (to|into|against|on|->) <target> "
        "[with <group>]",
        "attack <source> -> <target> [with <group>]",
        "attack <target> with <group> (from|in|out of) <source>",
        "<source> (attacks|attack|vs|invades|assaults) <target> [with <group>]",
        "<group> (attacks|attack|invades) <target> from <source>",
        "<group> (in|at|from) <source> (attacks|attack|invades) <target>",
    )
    examples = (
        "attack Hizen from Chikuzen with army",
        "attack Buzen from Nagato",
        "Higo attacks Chikugo",
    )
    it = "target"
    about = ("target", "source", "group")

    target: Place
    source: Place
    group: Group = ""


class ArmyAttack(Order, frozen=True):
    """Phases B and C: attack with an army from wherever it stands at that moment."""

    syntax = "attack <target> with army <army>"
    also = (
        "army <army> (attacks|attack) [on] <target>",
        "(attack|fight|battle) [on] <target> with army <army>",
    )
    examples = ("attack Tajima with army 2",)
    it = "target"
    about = ("target", "army")

    target: Place
    army: ArmyNumber


class Advance(Order, frozen=True):
    """Phase C: let an experienced army move into the province it just emptied.

    It needs an attack that it has not made yet (it need not make it). `leaving` names the garrison
    that stays behind.
    """

    syntax = f"advance army <army> to <target> [{LEAVING} <left>]"
    also = (
        f"advance army <army> to <target> [{LEAVING} <left> {BEHIND}]",
        f"army <army> (advances|advance) to <target> [{LEAVING} <left> {BEHIND}]",
    )
    examples = ("advance army 1 to Tango", "advance army 1 to Etchu leaving 1 gunner")
    it = "target"
    about = ("army", "target")

    army: ArmyNumber
    target: Place
    left: MovedUnits = Units()


class Stay(Order, frozen=True):
    """Phases B and C: let an army fight and advance no more in this turn.

    Its lines below this one are not carried out; it still defends, and moves in phase D. Useful
    under a condition: `if Tango was lost: army 1 stays`.
    """

    syntax = (
        "army <army> (stays|stay|halts|halt|rests|stands fast|stays put|stays here|stays there"
        "|holds|hold|holds position|hold position|stays where it is|remains|does nothing)"
    )
    also = (
        "(stay|halt|stay put|hold) with army <army>",
        "let army <army> (stay|rest|hold|be) [[at] home]",
        "hold army <army>",
        "keep army <army> (there|here|where it is|in place)",
    )
    examples = ("army 1 stays",)
    about = ("army",)

    army: ArmyNumber


class MoveArmy(ArmyMove, frozen=True):
    """Phase D: move an army through friendly or empty provinces, as many as its level.

    It conquers the empty ones that it enters. Garrisons and picking up as in `march`. Armies move
    before forces.
    """

    syntax = f"move army <army> {ROAD}"
    also = (
        f"army <army> (moves|move) {ROAD}",
        f"move to <path> with army <army> {BESIDE}",
        f"(phase d|final movement|final move) [(move|march)] army <army> {ROAD}",
        f"(phase d|final movement|final move) army <army> (moves|marches) {ROAD}",
        f"(conquer|occupy) <path> with army <army> {BESIDE}",
    )
    examples = ("move army 1 to Hizen leaving spearman", "move army 2 to Tajima, Tamba taking all")


class Split(Order, frozen=True):
    """Phase D: send units of an army into an adjacent empty province to conquer it."""

    syntax = "(split|split off|detach|move|send) <units> from army <army> to <target>"
    also = ("(split off|detach|split) <units> to <target> from army <army>",)
    examples = ("split 1 spearman from army 1 to Hizen",)
    it = "target"
    about = ("army", "target")

    units: MovedUnits
    army: ArmyNumber
    target: Place


class MoveForce(Order, frozen=True):
    """Phase D: move units of a force to an adjacent friendly or empty province, which they conquer.

    Each unit moves one province; one regular unit must stay unless an army stands there.
    """

    syntax = "(move|send|shift) <units> from <source> to <target>"
    also = (
        "<units> from <source> to <target>",
        "(move|send|shift) <units> to <target> from <source>",
        "(conquer|occupy) <target> with <units> from <source>",
        "(conquer|occupy) <target> from <source> with <units>",
    )
    examples = (
        "move 1 spearman from Higo to Chikugo",
        "move all but 1 spearman from Awa-Boso to Izu",
    )
    it = "target"
    about = ("source", "target")

    units: MovedUnits
    source: Place
    target: Place


class JoinArmy(Order, frozen=True):
    """Phase D: move units of a force onto the card of an army in an adjacent friendly province."""

    syntax = "(move|send|add) <units> from <source> to army <army>"
    also = (
        "join army <army> with <units> from <source>",
        "(move|send|add|join) <units> to army <army> from <source>",
    )
    examples = ("move 1 swordsman from Higo to army 2",)
    about = ("source", "army")

    units: MovedUnits
    source: Place
    army: ArmyNumber


STEP_ORDERS: dict[str, tuple[type[Order], ...]] = {
    "march": (March, PickUp),
    "fight": (ArmyAttack, Attack, Advance, Stay, *STOPS),
    "move": (PickUpLate, MoveArmy, Split, JoinArmy, MoveForce),
}
"""What each step of a war turn in three mails carries out, and no other (M67)."""

WAR: tuple[type[Order], ...] = (
    *(March, PickUpLate, PickUp, ArmyAttack, Attack, Advance, Stay),
    *STOPS,
    *(MoveArmy, Split, JoinArmy, MoveForce, *MISSIONS, *POLICIES),
)
"""The order kinds of the war, in the order of the reference."""
