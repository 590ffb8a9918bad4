"""The order kinds of every phase: what can be ordered, how it is written."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec

from adjudicator.games.gekokujo.printed import FUND_A_ROUND, MOST_RONIN
from adjudicator.games.gekokujo.reasons import reason
from adjudicator.games.gekokujo.table.names import PLURALS
from adjudicator.orders import MisreadError, Order, Vocabulary
from adjudicator.orders.language.slots import (
    NUMBER_WORDS,
    Name,
    NameList,
    Number,
    OneOf,
    Slot,
    read_number,
)
from adjudicator.orders.language.units import Units, UnitsInOrder, UnitsSlot

_TWO = re.compile(r"([^,]+) and ([^,]+)", re.IGNORECASE)
_VIA = re.compile(r"(.+?),? \(?(?:via|through|by way of|over) (.+?)\)?", re.IGNORECASE)


class Path(NameList):
    """Provinces on a way: ``Shinano, Mino``, ``Shinano then Mino``, ``Mino via Shinano``."""

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:
        """Find each province; what is named after ``via`` comes first."""
        two = _TWO.fullmatch(text)
        if two and all(map(names["province"].knows, two.groups())):
            raise MisreadError(reason("two-targets"))
        if turned := _VIA.fullmatch(text):
            return (*super().read(turned[2], names), *super().read(turned[1], names))
        return super().read(text, names)


Place = Annotated[str, Name("province")]
Way = Annotated[tuple[str, ...], Path("province")]
Places = Annotated[tuple[str, ...], NameList("province")]
RankedPlaces = Annotated[tuple[str, ...], NameList("province", ranked=True)]
SeatName = Annotated[str, Name("seat")]
Whose = Annotated[str, Name("seat or clan")]
SeatNames = Annotated[tuple[str, ...], NameList("seat", ranked=True)]
ClanNames = Annotated[tuple[str, ...], NameList("clan", ranked=True)]
Unit = Annotated[str, Name("unit")]
Kinds = Annotated[tuple[str, ...], UnitsInOrder()]
SomeUnits = Annotated[Units, UnitsSlot("bushi", "daimyo", PLURALS, counted=True)]
Koku = Annotated[int, Number(1, 999)]
_PRICE = "[(3 koku|5 koku)]"
"""What is built costs so much, as the rulebook prints it behind its name."""
Deposit = Annotated[int, Number(0, FUND_A_ROUND)]
Mission = Annotated[
    str,
    OneOf(
        {
            "sabotage": ("sabotages", "sabotaging"),
            "divert": ("diversion", "diverts", "diverting", "divert from"),
        },
        "mission",
    ),
]
Building = Annotated[str, OneOf({"castle": ("castles",), "fortress": ("fort",)}, "building")]
Role = Annotated[
    str,
    OneOf(
        {
            "attacking": ("i attack", "attack", "we attack"),
            "defending": ("i defend", "attacked", "defend", "i am attacked"),
        },
        "side",
    ),
]


class Hire(msgspec.Struct, frozen=True):
    """How many ronin are hired."""

    most: int = 0
    match: bool = False
    """As many as the active seat hires, ``most`` at most; ``most`` 0 is no limit then."""

    def __str__(self) -> str:
        if self.match:
            return f"match up to {self.most}" if self.most else "match"
        return f"up to {self.most}" if self.most else "none"


class HireSlot(Slot):
    """``up to 3``, ``3``, ``match``, ``match up to 2``, ``none``."""

    regex = r"(?:match(?:ing)?(?: (?:up to|at most) \w+)?|(?:(?:up to|at most) )?\w+)"

    def read(self, text: str, names: Vocabulary) -> Hire:
        """Read how many."""
        words = text.casefold().split()
        match = words[0] in ("match", "matching")
        rest = [word for word in words[match:] if word not in ("up", "to", "at", "most")]
        if match and not rest:
            return Hire(match=True)
        if rest in (["none"], ["no"]):
            return Hire()
        if len(rest) != 1 or not (rest[0].isdigit() or rest[0] in NUMBER_WORDS):
            raise MisreadError(reason("malformed.ronin"))
        most = read_number(rest[0])
        if most > MOST_RONIN:
            raise MisreadError(reason("number-out-of-range", number=most, most=MOST_RONIN))
        return Hire(most, match and most > 0)

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the words of the forms."""
        return ("up", "to", "at", "most", "match", "matching", "none", *NUMBER_WORDS)

    def describe(self) -> str:
        """Show the forms."""
        return "`up to` a number, `match`, `match up to` a number, or `none`"


HowMany = Annotated[Hire, HireSlot()]
SCOPE = "[in <places>] [(when|if|while) <role>]"
"""For which battles a policy is; for all, if it says nothing."""


# What stands until it is changed


class Ronin(Order, frozen=True):
    """How many ronin you hire in battles, at 1 koku each, at most as many as your bushi there.

    `match` is as many as the seat whose turn it is. Default: none. It stands until you change it.
    """

    syntax = f"ronin <how> {SCOPE}"
    also = (f"hire ronin <how> {SCOPE}", f"(hire|ronin) <how> ronin {SCOPE}", f"no ronin {SCOPE}")
    examples = ("ronin up to 3 in Hida", "ronin match up to 2 when defending", "ronin none")
    about = ("places", "role")

    how: HowMany = Hire()
    places: Places = ()
    role: Role = ""


class HitsOn(Order, frozen=True):
    """Whom your hits strike first in battles of three or more. It stands until you change it.

    Default: attacked, the seat whose turn it is first; on your turn, who has more units there.
    """

    syntax = f"(hits|hit|strike|aim|target) on <seats> {SCOPE}"
    examples = ("hits on Oda, Takeda in Mino",)
    about = ("places", "role")

    seats: SeatNames
    places: Places = ()
    role: Role = ""


class Hit(Order, frozen=True):
    """Which kinds of units your hits strike first. It stands until you change it.

    Default: bushi, ronin, daimyo.
    """

    syntax = f"hit <kinds> {SCOPE}"
    also = (f"(hit|strike|kill) [first] <kinds> [first] {SCOPE}",)
    examples = ("hit daimyo, bushi in Mino",)
    about = ("places", "role")

    kinds: Kinds
    places: Places = ()
    role: Role = ""


class LoseFrom(Order, frozen=True):
    """Where bushi go first if you cannot pay, or become a vassal. It stands until you change it.

    Default: the largest stacks, farthest from your daimyos.
    """

    syntax = "(lose|remove) [bushi] (from|in) <places>"
    examples = ("lose from Izu, Musashi",)
    about = ()

    places: RankedPlaces


class GiveUp(Order, frozen=True):
    """Which provinces go first if you become a vassal. It stands until you change it.

    Default: those with the fewest of your units.
    """

    syntax = "(give up|surrender|yield) [provinces] <places>"
    examples = ("give up Kazusa, Shimosa",)
    about = ()

    places: RankedPlaces


class Forget(Order, frozen=True):
    """Forget all your policies; those on later lines of the same mail stand."""

    syntax = "(forget|drop) [all] policies"
    examples = ("forget policies",)


POLICIES = (Ronin, HitsOn, Hit, LoseFrom, GiveUp, Forget)
"""In the order of the reference."""

# Draft


class Rank(Order, frozen=True):
    """Rank clans for the draft, best first. Those not named follow in the rulebook's order.

    The first three to pick must take clans of three regions, so a clan may be passed over.
    """

    syntax = "(rank|draft|want|prefer|pick|choose|take|clans|clan) [(clans|clan|first)] <clans>"
    examples = ("rank Takeda, Uesugi, Hojo",)

    clans: ClanNames


class StartWith(Order, frozen=True):
    """The kind of your first bushi. Default: spearman (G69)."""

    syntax = "(start|begin) with [(a|an|1|one)] <unit>"
    examples = ("start with swordsman",)

    unit: Unit


# Reinforcement


class Recruit(Order, frozen=True):
    """Recruit units into provinces that you have controlled since the round began.

    As many as fit go to the first, the rest to the next. As far as koku, pieces and room go.
    Default: the koku are kept.
    """

    syntax = "(recruit|levy|buy|raise|place|train|muster) <units> in <places>"
    also = ("<units> in <places>",)
    examples = ("recruit 3 bushi in Kai, Shinano", "recruit 2 bushi in Aki")
    about = ("units", "places")
    it = "only_place"

    units: SomeUnits
    places: Places

    @property
    def only_place(self) -> str:
        """The province, if it is one."""
        return self.places[0] if len(self.places) == 1 else ""


class Keep(Order, frozen=True):
    """Keep koku back from the lines that follow this one."""

    syntax = "keep <koku> koku"
    also = ("(keep|save|hold) [back] <koku> [koku]",)
    examples = ("keep 4 koku",)

    koku: Koku


class HireForOperation(Order, frozen=True):
    """Hire the ninja for 3 koku and send him on a field operation, which all learn at once.

    Sabotage: defence rolls in the province are -1 and nobody recruits there. A diversion: it
    cannot be attacked. Both last for the round.
    """

    syntax = "hire ninja to <mission> <place>"
    also = (
        "(hire|pay) [a] ninja [3 koku] [(to|for)] [a] <mission> [(in|at|of|for|from)] <place>",
        "ninja <mission> [(in|at|of)] <place>",
        "<mission> [(in|at|of)] <place>",
        "[hire ninja for] [a] field operation <mission> [(in|at|of)] <place>",
    )
    examples = ("hire ninja to sabotage Hida", "hire ninja to divert Yamashiro")
    about = ()
    it = "place"

    mission: Mission
    place: Place


class HireAssassin(Order, frozen=True):
    """Hire the ninja for 3 koku to remove an enemy bushi before the dice of a battle of yours.

    Whom and where stays secret; left out, it is the first battle in which he can strike. He can
    strike nobody who stands with a daimyo of his clan.
    """

    syntax = "hire ninja to assassinate [<victim>] [in <place>]"
    also = (
        "(hire|pay) [a] ninja [3 koku] [(to|for)] [an] (assassinate|assassination|kill|strike) "
        "[(of|at|against)] [<victim>] [in <place>]",
        "(assassinate|assassination) [of] <victim> [in <place>]",
    )
    examples = ("hire ninja to assassinate Oda in Mino", "hire ninja to assassinate")
    it = "place"

    victim: SeatName = ""
    place: Place = ""


class Build(Order, frozen=True):
    """Build your castle (5 koku) in a province that you control; Hojo build a fortress (3 koku).

    One a seat. It adds 1 to your defence rolls there, a fortress 2.
    """

    syntax = "build <building> in <place>"
    also = (
        f"(build|erect|construct|raise) [a] <building> {_PRICE} [in] <place>",
        f"<building> {_PRICE} [in] <place>",
    )
    examples = ("build castle in Kai", "build fortress in Sagami")
    it = "place"

    building: Building
    place: Place


class Fortify(Order, frozen=True):
    """Fortify your castle for 3 koku: it adds 2 instead of 1 this round."""

    syntax = "fortify castle [in <place>]"
    also = (f"fortify [castle] {_PRICE} [[in] <place>]",)
    examples = ("fortify castle",)
    it = "place"

    place: Place = ""


class Assault(Order, frozen=True):
    """A vassal's path this round: all koku are for ronin, two for a koku.

    You are free if your hit fells a free seat's last daimyo. You buy nothing else.
    """

    syntax = "(assault|gekokujo|gekokujō) [assault]"
    examples = ("assault",)


class Rebuild(Order, frozen=True):
    """A vassal's path this round: 0 to 3 koku go into your fund. At 10 you are free."""

    syntax = "rebuild with <koku> koku"
    also = ("(rebuild|deposit|rebuilding) [with] <koku> [koku]",)
    examples = ("rebuild with 3 koku",)

    koku: Deposit


class OfferPact(Order, frozen=True):
    """Pay 1 koku to offer a seat a pact for this round. It stands if it is accepted or crossed."""

    syntax = "offer pact to <other>"
    also = (
        "offer [(a|an)] [(honor|honour)] (pact|alliance) [(to|with)] <other>",
        "offer <other> [(a|an)] (pact|alliance)",
    )
    examples = ("offer pact to Uesugi",)
    about = ("other",)

    other: SeatName


class AcceptPact(Order, frozen=True):
    """Accept a pact if that seat offers one. Default: none is accepted."""

    syntax = "accept pact from <other>"
    also = (
        "accept [(a|any)] [(honor|honour)] (pact|alliance|offer) (from|with|of) <other>",
        "accept <other>",
    )
    examples = ("accept pact from Mori",)
    about = ("other",)

    other: SeatName


class Sow(Order, frozen=True):
    """Sow koku in a province that you control, for the harvest. Who takes it seizes them."""

    syntax = "sow <koku> koku in <place>"
    also = ("(sow|plant|invest) <koku> [koku] [in] <place>",)
    examples = ("sow 2 koku in Kai",)
    about = ("place",)
    it = "place"

    koku: Koku
    place: Place


class StoreKoku(Order, frozen=True):
    """Store koku: they are safe, cannot be used this round, and come back with the next income."""

    syntax = "store <koku> koku"
    also = ("(store|stow) <koku> [koku]",)
    examples = ("store 3 koku",)

    koku: Koku


# Campaign


class Move(Order, frozen=True):
    """Move units: bushi up to 2 provinces, daimyos up to 3. Name every province of the path.

    A unit moves by one line a turn. A path ends where others' units are. Units that cannot go
    as far as others need lines of their own. Default: all stay.
    """

    syntax = "move <units> from <source> to <path>"
    also = (
        "[(move|march|go|sail|lead|send|bring|withdraw)] <units> from <source> to <path>",
        "<source> to <path> with <units>",
        "(move|march|go|sail|lead|send) <units> to <path> from <source>",
        "(move|march|sail|lead) from <source> to <path> with <units>",
        "(attack|invade|enter) <path> from <source> with <units>",
        "(attack|invade|enter|conquer|capture|occupy|take) <path> with <units> from <source>",
    )
    examples = (
        "move 1 daimyo and 4 bushi from Kai to Shinano, Mino",
        "move all but 1 bushi from Owari to Mino",
    )
    about = ("units", "source", "path")
    it = "target"

    units: SomeUnits
    source: Place
    path: Way

    @property
    def target(self) -> str:
        """Where the path ends."""
        return self.path[-1]


class Fight(Order, frozen=True):
    """The order of your battles. Default: as your lines enter the provinces, then old contests."""

    syntax = "(fight|battle|battles) [first] <places>"
    also = ("(fight|battle|battles) [first] in <places>",)
    examples = ("fight Mino, Hida",)

    places: RankedPlaces


class Nanban(Order, frozen=True):
    """Otomo: pay 2 koku as you attack, to roll failed dice of bushi and ronin again, once."""

    syntax = "nanban trade in <places>"
    also = ("nanban [trade] [in] <places>", "trade in <places>")
    examples = ("nanban trade in Chikuzen",)

    places: RankedPlaces


class BreakPact(Order, frozen=True):
    """Break a pact before you move. Once you attack that ally, your attack rolls are -1."""

    syntax = "break pact with <other>"
    also = ("break (pact|alliance) (with|to|of) <other>", "betray <other>")
    examples = ("break pact with Uesugi",)
    about = ("other",)

    other: SeatName


class NinjaStrikes(Order, frozen=True):
    """Give your hired assassin another victim or place. Secret."""

    syntax = "ninja strikes [<victim>] [in <place>]"
    also = ("ninja (strikes|strike|kills|kill|assassinates|attacks) [on] [<victim>] [in <place>]",)
    examples = ("ninja strikes Takeda in Hida",)
    it = "place"

    victim: SeatName = ""
    place: Place = ""


class NinjaWaits(Order, frozen=True):
    """Hold your hired assassin back until you name a strike again. Secret."""

    syntax = "ninja (waits|wait|stays|rests)"
    also = ("no (strike|assassination)",)
    examples = ("ninja waits",)


STRIKES = (NinjaStrikes, NinjaWaits)
BATTLES = (Fight, Nanban, *STRIKES, *POLICIES)
"""What can be ordered for battles."""
REINFORCE = (Recruit, Keep, HireForOperation, HireAssassin, Build, Fortify)

ORDERS: Mapping[str, tuple[type[Order], ...]] = {
    "reinforce": (*REINFORCE, *POLICIES),
    "campaign": (Move, *BATTLES),
    "move": (Move, *STRIKES, *POLICIES),
    "battle": BATTLES,
}
"""The order kinds of the basic game by phase, in the order of the reference."""
