"""The orders that give the ninja his mission, or take it back."""

from typing import ClassVar

from adjudicator.games.samurai_swords.orders.orders import ArmyNumber, PhaseLetter, Place, SeatName
from adjudicator.games.samurai_swords.table.position import Moment
from adjudicator.orders import Order

_STRIKE = "(assassinate|ninja kills|strike) army <army> of <victim>"


class Strike(Order, frozen=True):
    """An order that gives the ninja his mission."""

    matter = "mission"
    latest = True
    moment: ClassVar[Moment]
    """When he strikes."""

    army: ArmyNumber
    victim: SeatName


class StrikeAtPhase(Strike, frozen=True):
    """Give the ninja his mission: a daimyo, and the start of a phase of a seat's war turn. Secret.

    Once, this round, if the moment comes. In Ikusa the phase is A, B or D; in Samurai Swords
    also C, which is after battles are declared and before the first is fought (E1). Default: the
    ninja does not strike and can spy next round.
    """

    moment = "start"
    syntax = "ninja strikes army <army> of <victim> at start of <turn> phase <phase>"
    also = (
        "ninja strikes army <army> of <victim> at [the] [start] [of] <turn> phase <phase>",
        f"{_STRIKE} at [the] [start] [of] <turn> phase <phase>",
    )
    examples = ("ninja strikes army 1 of Takeda at start of Takeda phase B",)

    turn: SeatName
    phase: PhaseLetter


class StrikeAtEnd(Strike, frozen=True):
    """Give the ninja his mission: to strike a daimyo at the end of phase A, B or D. Secret.

    The end of B is after all battles are declared and before the first is fought (M72).
    """

    moment = "end"
    syntax = "ninja strikes army <army> of <victim> at [the] end of <turn> phase <phase>"
    also = (
        f"{_STRIKE} at [the] end of <turn> phase <phase>",
        "ninja strikes army <army> of <victim> at [the] end <turn> phase <phase>",
    )
    examples = ("ninja strikes army 1 of Takeda at end of Takeda phase D",)

    turn: SeatName
    phase: PhaseLetter


class StrikeOnDeclaration(Strike, frozen=True):
    """Give the ninja his mission: to strike once a battle for a province is declared. Secret.

    By whoever's turn it is, with any troop; all battles of that turn are declared by then, and none
    is fought (M72). A battle declared with the army that he disrupts is not fought.
    """

    moment = "declaration"
    syntax = "ninja strikes army <army> of <victim> when <target> is declared"
    also = (
        f"{_STRIKE} when <target> is declared",
        "ninja strikes army <army> of <victim> when [(a|the)] battle (for|against|on) <target> "
        "is declared",
    )
    examples = ("ninja strikes army 2 of Takeda when Hida is declared",)

    target: Place


class StrikeOnEntry(Strike, frozen=True):
    """Give the ninja his mission: to strike a daimyo as his army enters a province. Secret.

    In phase A or D; in Samurai Swords also as it advances after a battle. The army stops there
    (M72). Where another army of its own stands, it is struck in the next province of its march
    without one, at the latest when all armies have moved (M95).
    """

    moment = "entry"
    syntax = "ninja strikes army <army> of <victim> when it enters <target>"
    also = (
        f"{_STRIKE} when it enters <target>",
        "ninja strikes when army <army> of <victim> enters <target>",
    )
    examples = ("ninja strikes army 2 of Takeda when it enters Hida",)

    target: Place


class StrikeOnAttack(Strike, frozen=True):
    """Give the ninja his mission: to strike a daimyo just as his army attacks a province. Secret.

    Samurai Swords only (E1).
    """

    moment = "attack"
    syntax = "ninja strikes army <army> of <victim> when it attacks <target>"
    also = (
        f"{_STRIKE} when it attacks <target>",
        "ninja strikes when army <army> of <victim> attacks <target>",
    )
    examples = ("ninja strikes army 2 of Takeda when it attacks Hida",)

    target: Place


class StrikeAtLast(Strike, frozen=True):
    """Give the ninja his mission: to strike a daimyo when all war turns of the round are over.

    Secret. Before the ronin leave. Samurai Swords only (M72).
    """

    moment = "round"
    syntax = "ninja strikes army <army> of <victim> at [the] end of the round"
    also = (
        f"{_STRIKE} at [the] end of [the] round",
        "ninja strikes army <army> of <victim> at [the] end of round",
    )
    examples = ("ninja strikes army 1 of Takeda at end of the round",)


class NoStrike(Order, frozen=True):
    """Take the ninja's mission back."""

    syntax = "ninja waits"
    also = ("no (strike|mission)", "ninja (stays|rests|wait)")
    examples = ("ninja waits",)
    matter = "mission"
    latest = True


STRIKES = (
    StrikeAtPhase,
    StrikeAtEnd,
    StrikeOnDeclaration,
    StrikeOnEntry,
    StrikeOnAttack,
    StrikeAtLast,
)
MISSIONS = (*STRIKES, NoStrike)
