"""The missions of the ninja, as orders of Samurai Swords and Ikusa."""

from typing import ClassVar

from adjudicator.games.samurai_swords.orders.orders import ArmyNumber, PhaseLetter, Place, SeatName
from adjudicator.games.samurai_swords.table.position import Moment
from adjudicator.orders import Order

_STRIKES = "(ninja strikes|ninja kills|assassinate|strike) army <army> of <victim>"
_AS_IT = "(when|if|once|as soon as)"


def _mission_forms(*rest: str) -> tuple[str, ...]:
    """Return the forms of a mission that end so, by all its beginnings."""
    verbs = "(ninja strikes|ninja kills|assassinate|strike)"
    whom = ("(army|daimyo) <army> of <victim>", "<victim> (army|daimyo) <army>")
    return tuple(f"{verbs} {each} {end}" for each in whom for end in rest)


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
    syntax = f"{_STRIKES} at start of <turn> phase <phase>"
    also = _mission_forms("at [the] [(start|beginning)] [of] <turn> phase <phase>")
    examples = ("ninja strikes army 1 of Takeda at start of Takeda phase B",)

    turn: SeatName
    phase: PhaseLetter


class StrikeAtEnd(Strike, frozen=True):
    """Give the ninja his mission: to strike a daimyo at the end of phase A, B or D. Secret.

    The end of B is after all battles are declared and before the first is fought (M72).
    """

    moment = "end"
    syntax = f"{_STRIKES} at [the] end of <turn> phase <phase>"
    also = _mission_forms("at [the] end [of] <turn> phase <phase>")
    examples = ("ninja strikes army 1 of Takeda at end of Takeda phase D",)

    turn: SeatName
    phase: PhaseLetter


class StrikeOnDeclaration(Strike, frozen=True):
    """Give the ninja his mission: to strike once a battle for a province is declared. Secret.

    By whoever's turn it is, with any troop; all battles of that turn are declared by then, and none
    is fought (M72). A battle declared with the army that he disrupts is not fought.
    """

    moment = "declaration"
    syntax = f"{_STRIKES} when <target> is declared"
    also = _mission_forms(
        f"{_AS_IT} [(a|the)] battle (for|against|on) <target> is declared",
        f"{_AS_IT} <target> is (declared|attacked)",
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
    syntax = f"{_STRIKES} when it enters <target>"
    also = (
        f"ninja strikes {_AS_IT} army <army> of <victim> enters <target>",
        *_mission_forms(f"{_AS_IT} it (enters|moves into|moves to) <target>"),
    )
    examples = ("ninja strikes army 2 of Takeda when it enters Hida",)

    target: Place


class StrikeOnAttack(Strike, frozen=True):
    """Give the ninja his mission: to strike a daimyo just as his army attacks a province. Secret.

    Samurai Swords only (E1).
    """

    moment = "attack"
    syntax = f"{_STRIKES} when it attacks <target>"
    also = (
        f"ninja strikes {_AS_IT} army <army> of <victim> attacks <target>",
        *_mission_forms(f"{_AS_IT} it attacks <target>"),
    )
    examples = ("ninja strikes army 2 of Takeda when it attacks Hida",)

    target: Place


class StrikeAtLast(Strike, frozen=True):
    """Give the ninja his mission: to strike a daimyo when all war turns of the round are over.

    Secret. Before the ronin leave. Samurai Swords only (M72).
    """

    moment = "round"
    syntax = f"{_STRIKES} at [the] end of the round"
    also = _mission_forms("at [the] end of [the] round")
    examples = ("ninja strikes army 1 of Takeda at end of the round",)


class NoStrike(Order, frozen=True):
    """Take the ninja's mission back."""

    syntax = "ninja (waits|wait|stays|rests)"
    also = ("no [ninja] (strike|mission)", "(keep|save) ninja [(as|for) [a] (spy|spying)]")
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
