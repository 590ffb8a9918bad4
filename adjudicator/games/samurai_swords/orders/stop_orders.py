"""The orders that say when battles are called off (Action 7, phase C)."""

from typing import Annotated

from adjudicator.games.samurai_swords.orders.blanks import Percent, Place
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Number


class Stop(Order, frozen=True, kw_only=True):
    """An order that says when a battle, or all, are called off, or that they are not."""

    about = ("target", "source")

    target: Place = ""
    source: Place = ""


class CallOffAfter(Stop, frozen=True):
    """Phase C: call your battles off after so many passes through the combat sequence.

    Every `call off` line may name one battle by its target and source, or stand for all; the first
    that applies ends the battle. Lines that name a battle take the place of those for all. Default:
    a battle goes on until the attacker has fewer units than the defender. So it does beside a line
    for all battles, unless that speaks of strength or odds or says to fight to the end.
    """

    syntax = "call off [<target>] [from <source>] after <passes> (passes|pass|rounds|round)"
    also = ("(retreat|break off|stop) after <passes> (passes|pass|rounds|round)",)
    examples = ("call off after 2 passes", "call off Buzen from Nagato after 1 pass")

    passes: Annotated[int, Number(1, 99)]


class CallOffLost(Stop, frozen=True):
    """Phase C: call a battle off when so many of the attacking units are lost."""

    syntax = "call off [<target>] [from <source>] when <lost> (are|is) lost"
    also = (
        "call off [<target>] [from <source>] (when|after|if|once|at) <lost> "
        "[(units|unit|pieces|men)] [(are|is|have been)] (lost|losses|loss|dead|killed)",
        "(retreat|break off|stop) (when|after|if|once|at) <lost> "
        "[(units|unit|pieces|men)] [(are|is|have been)] (lost|losses|loss|dead|killed)",
    )
    examples = ("call off when 3 are lost", "call off Hida when 2 are lost")

    lost: Annotated[int, Number(1, 99)]


class CallOffLeft(Stop, frozen=True):
    """Phase C: call a battle off when so many of the attacking units, or fewer, are left."""

    syntax = "call off [<target>] [from <source>] at <left> left"
    also = (
        "call off [<target>] [from <source>] (when|if|at|with|once) <left> "
        "[(units|unit|pieces|men)] [(are|is)] (left|remaining)",
        "(retreat|break off|stop) (when|if|at|with|once) <left> "
        "[(units|unit|pieces|men)] [(are|is)] (left|remaining)",
    )
    examples = ("call off at 4 left",)

    left: Annotated[int, Number(1, 99)]


class CallOffOutnumbered(Stop, frozen=True):
    """Phase C: call a battle off when the enemy has so many more units left than you (default 1).

    It takes the place of the default, also where it is for all battles (M101).
    """

    syntax = "call off [<target>] [from <source>] when outnumbered [by <more>]"
    also = (
        "call off [<target>] [from <source>] (when|if|once|as soon as) [I am] "
        "(outnumbered|weaker) [by <more>] [(units|unit|men)]",
        "call off [<target>] [from <source>] (when|if|once) [the] "
        "(enemy|enemies|defender|defenders) (has|have) <more> [(units|unit|men)] more "
        "[(units|unit|men)]",
        "call off [<target>] [from <source>] (when|if|once) [the] "
        "(enemy|enemies|defender|defenders) (has|have) more (units|men)",
        "call off [<target>] [from <source>] (when|if|once) [the] (enemy|defender) outnumbers me "
        "[by <more>] [(units|unit|men)]",
        "(retreat|break off|stop) (when|if|once) [I am] (outnumbered|weaker) [by <more>] "
        "[(units|unit|men)]",
    )
    examples = ("call off when outnumbered by 2", "call off Hida when outnumbered")

    more: Annotated[int, Number(1, 99)] = 1


class CallOffOdds(Stop, frozen=True):
    """Phase C: call a battle off when your chance of winning it is below so many percent.

    The chance is that of fighting to the end from there, reckoned exactly after every pass, with
    the enemy losing his units in the default order of casualties (M100). It takes the place of the
    default, also where it is for all battles (M101).
    """

    syntax = "call off [<target>] [from <source>] below <percent> [(percent|%)]"
    also = (
        "call off [<target>] [from <source>] (when|if|once|at) [the] [my] "
        "(odds|chance|chances) [of winning] (below|under|are below|is below|are under|is under|<) "
        "<percent> [(percent|%)]",
        "call off [<target>] [from <source>] (under|at odds below|at odds under) <percent> "
        "[(percent|%)]",
        "(retreat|break off|stop) (below|under) <percent> [(percent|%)]",
    )
    examples = ("call off below 40%", "call off Hida below 55%")

    percent: Annotated[int, Percent(1, 99)]


class CallOffAlone(Stop, frozen=True):
    """Phase C: call a battle off before the daimyo could fall.

    The battle ends when the units with him are no more than the enemy units that are left.
    """

    syntax = "call off [<target>] [from <source>] before [the] daimyo [is] alone"
    examples = ("call off before daimyo alone", "call off Hida before the daimyo is alone")


class FightOn(Stop, frozen=True):
    """Phase C: never call off, whatever the odds; for one battle, or for all without a target.

    A `call off` line beside it still holds.
    """

    syntax = "fight to the end [(in|for) <target>] [from <source>]"
    also = (
        "never call off [<target>] [from <source>]",
        "fight (to the death|to the last man|to the bitter end|until the end|to end|on) "
        "[(in|for) <target>] [from <source>]",
        "(no retreat|never retreat) [(in|from) <target>]",
    )
    examples = ("fight to the end", "fight to the end in Hizen from Chikuzen")


STOPS = (
    *(CallOffAfter, CallOffLost, CallOffLeft, CallOffOutnumbered, CallOffOdds),
    *(CallOffAlone, FightOn),
)
