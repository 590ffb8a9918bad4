"""The policies: orders that say what a seat wants done when nobody can ask. They stand."""

from adjudicator.games.gekokujo.orders.blanks import (
    Hire,
    HowMany,
    Kinds,
    Places,
    Role,
    SeatNames,
)
from adjudicator.orders import Order


class Ronin(Order, frozen=True):
    """How many ronin you hire in battles, at 1 koku each, at most as many as your bushi there.

    `match` is as many as the seat whose turn it is. Default: none. It stands until you change it.
    """

    syntax = "ronin <how> [in <places>] [when <role>]"
    also = (
        "[hire] ronin <how> [(in|at) <places>] [(when|if|while) <role>]",
        "(hire|ronin) <how> ronin [(in|at) <places>] [(when|if|while) <role>]",
        "no ronin [(in|at) <places>] [(when|if|while) <role>]",
    )
    examples = ("ronin up to 3 in Hida", "ronin match up to 2 when defending", "ronin none")
    about = ("places", "role")

    how: HowMany = Hire()
    places: Places = ()
    role: Role = ""


class HitsOn(Order, frozen=True):
    """Whom your hits strike first in battles of three or more. It stands until you change it.

    Default: attacked, the seat whose turn it is first; on your turn, who has more units there.
    """

    syntax = "hits on <seats> [in <places>] [when <role>]"
    also = (
        "(hits|hit|strike|aim|target) (on|at|against) <seats> [(in|at) <places>] "
        "[(when|while) <role>]",
    )
    examples = ("hits on Oda, Takeda in Mino",)
    about = ("places", "role")

    seats: SeatNames
    places: Places = ()
    role: Role = ""


class Hit(Order, frozen=True):
    """Which kinds of units your hits strike first. It stands until you change it.

    Default: bushi, ronin, daimyo.
    """

    syntax = "hit <kinds> [in <places>] [when <role>]"
    also = (
        "(hit|strike|kill) [first] [the] <kinds> [first] [(in|at) <places>] [(when|while) <role>]",
    )
    examples = ("hit daimyo, bushi in Mino",)
    about = ("places", "role")

    kinds: Kinds
    places: Places = ()
    role: Role = ""


class LoseFrom(Order, frozen=True):
    """Where bushi go first if you cannot pay, or become a vassal. It stands until you change it.

    Default: the largest stacks, farthest from your daimyos.
    """

    syntax = "lose from <places>"
    also = ("(lose|remove) [bushi] (from|in) <places>",)
    examples = ("lose from Izu, Musashi",)
    about = ()

    places: Places


class GiveUp(Order, frozen=True):
    """Which provinces go first if you become a vassal. It stands until you change it.

    Default: those with the fewest of your units.
    """

    syntax = "give up <places>"
    also = ("(give up|surrender|yield) [provinces] <places>",)
    examples = ("give up Kazusa, Shimosa",)
    about = ()

    places: Places


class Forget(Order, frozen=True):
    """Forget all your policies; those on later lines of the same mail stand."""

    syntax = "forget policies"
    also = ("(forget|drop) [all] [my] policies",)
    examples = ("forget policies",)


POLICIES = (Ronin, HitsOn, Hit, LoseFrom, GiveUp, Forget)
"""In the order of the reference."""
