"""The orders that give the ninja his mission, or take it back."""

from adjudicator.games.samurai_swords.orders.blanks import (
    ARMIES_SAID,
    ArmyNumber,
    PhaseLetter,
    Place,
    SeatName,
)
from adjudicator.orders import Order

_STRIKE = "(assassinate|ninja kills|strike) army <army> of <victim>"


class Strike(Order, frozen=True):
    """An order that gives the ninja his mission."""

    said = (
        *ARMIES_SAID,
        (
            r"^(?:have|let|use|send)(?: the| my)? ninja (?:to |on |against |after )?"
            r"(?:assassinate |strike |kill )?",
            "ninja strikes ",
        ),
        (r"^ninja:? (?:kill|strike|assassinate|hit)s? ", "ninja strikes "),
        (r"\b(?:begin|beginning) of\b", "start of"),
        (r"\bwhen (?:he|she|they) (enters?|attacks?) ", r"when it \1 "),
        (
            r"^(ninja strikes) (?!army |when )(\w+?)(?:'s?)?,? (?:army |#)?([1-3])\b",
            r"\1 army \3 of \2",
        ),
        (
            r"^(.* of (\w+) at (?:the )?(?:start|end) of) (?:his|her|its|their)(?: own)? phase",
            r"\1 \2 phase",
        ),
        (r"\b(\w+)'s? (army [1-3]|phase [a-d])\b", r"\2 of \1"),
        (r"\bphase ([a-d]) of (\w+)", r"\2 phase \1"),
        (r"^(?:ninja|use ninja to) (?:kills?|strike|assassinates?) (?=army )", "ninja strikes "),
        (r"^ninja (?:does not|doesn'?t|shall not|should not|must not) strike$", "ninja waits"),
        (
            r"^(?:do not|don'?t) (?:use ninja|strike|use the ninja)$|^no ninja$|^keep ninja$",
            "ninja waits",
        ),
    )
    amiss = (
        (
            r"(?:ninja strikes|assassinate|ninja kills|strike) army ([1-3]) of (\w+)(?: now| "
            r"immediately| at once)?",
            "Say when: “… at start of Takeda phase A”, “… when it attacks Hida” or another moment.",
        ),
        (
            r"(?:(?:use|have|send|let) )?(?:the |my )?(?:ninja|assassinate|strike)\b.+ "
            r"(?:start|end|beginning) of phase [a-d]",
            "Say in whose war turn: “… at start of Takeda phase B”.",
        ),
        (
            r"(?:ninja|assassinate)\b.+ (?:when|if|once|as soon as) (?:it|he) (?:enters|attacks)",
            "Say which province: “… when it attacks Hida”, “… when it enters Hida”.",
        ),
    )

    army: ArmyNumber
    victim: SeatName


class StrikeAtPhase(Strike, frozen=True):
    """Give the ninja his mission: a daimyo, and the start of a phase of a seat's war turn. Secret.

    Once, this round, if the moment comes. In Ikusa the phase is A, B or D; in Samurai Swords
    also C, which is after battles are declared and before the first is fought (E1). Default: the
    ninja does not strike and can spy next round.
    """

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


STRIKES = (
    StrikeAtPhase,
    StrikeAtEnd,
    StrikeOnDeclaration,
    StrikeOnEntry,
    StrikeOnAttack,
    StrikeAtLast,
)
MISSIONS = (*STRIKES, NoStrike)
