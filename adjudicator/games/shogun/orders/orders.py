"""The order kinds of the basic game."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

import msgspec

from adjudicator.games.shogun.reasons import reason
from adjudicator.orders import MisreadError, Order, Vocabulary
from adjudicator.orders.language import slots
from adjudicator.orders.language.slots import NUMBER_WORDS

ProvinceName = Annotated[str, slots.Name("province")]
ProvinceNames = Annotated[tuple[str, ...], slots.NameList("province", ranked=True)]
BUILDING = slots.OneOf(
    {
        "castle": ("castles",),
        "temple": ("temples",),
        "theatre": ("theater", "nô theatre", "nô theater", "theatres"),
    },
    "building",
)
_PRICE = "[(1 chest|2 chests|3 chests)]"
"""What an action costs, as letters print it behind its name."""


class Laid(Order, frozen=True):
    """An order that lays a province card on a space of the seat's own board."""

    about = ("space",)
    lies_on: ClassVar[str] = ""
    """The space the card lies on, with a field of the order in braces: ``battle {.which}``."""
    lays: ClassVar[str] = "province"
    """The field that names the card's province."""

    @property
    def space(self) -> str:
        """The space the card lies on: an action, or a box of an expansion."""
        return self.lies_on.format(self)

    @property
    def card(self) -> str:
        """The province whose card is laid; ``""`` for none."""
        card: str = getattr(self, self.lays)
        return card


class Continued(Order, frozen=True):
    """An order of which several lines go on where the one before ended.

    Of all other kinds the first line whose condition holds is the one that counts.
    """


class Build(Laid, frozen=True):
    """Build in a province: a castle for 3 chests, a temple for 2, a theatre for 1."""

    syntax = "build <what> in <province>"
    also = (
        f"(build|erect|construct|raise) [a] <what> {_PRICE} [in] <province>",
        f"[a] <what> {_PRICE} [in] <province>",
    )
    examples = ("build castle in Aki", "theatre Kai")
    lies_on = "{.what}"
    it = "province"

    what: Annotated[str, BUILDING]
    province: ProvinceName


class Tax(Laid, frozen=True):
    """Collect the taxes of a province. With a revolt marker there, the farmers rise first."""

    syntax = "tax <province>"
    also = (
        "(tax|taxes) (in|from|of|on) <province>",
        "(collect|take|raise) (tax|taxes) [(in|from|of|on)] <province>",
        "(taxes|collect) <province>",
    )
    examples = ("tax Settsu", "collect taxes in Settsu")
    lies_on = "tax"
    it = "province"

    province: ProvinceName


class Rice(Laid, frozen=True):
    """Confiscate the rice of a province. With a revolt marker there, the farmers rise first."""

    syntax = "rice <province>"
    also = (
        "rice (in|from|of|on) <province>",
        "(confiscate|take|collect) rice [(in|from|of)] <province>",
        "confiscate [in] <province>",
    )
    examples = ("rice Omi", "confiscate rice in Omi")
    lies_on = "rice"
    it = "province"

    province: ProvinceName


class Deploy(Laid, frozen=True):
    """Deploy 5 armies for 3 chests, or 3 armies for 2, from the supply to a province."""

    syntax = "deploy <number> in <province>"
    also = (
        f"(deploy|levy|recruit|raise|put) <number> [(armies|army)] {_PRICE} [in] <province>",
        "<number> (armies|army) in <province>",
    )
    examples = ("deploy 5 in Kai", "deploy 3 armies to Aki")
    lies_on = "deploy {.number}"
    it = "province"

    number: Annotated[str, slots.OneOf({"5": ("five",), "3": ("three",)}, "number of armies")]
    province: ProvinceName


_ARMIES = "[(armies|army)]"
_DEPLOY_ONE = "(deploy|levy|recruit|raise) (1|one|an) [army]"
_DEPLOY_AND_MOVE = f"{_DEPLOY_ONE} (and move|/ move|/ move armies) {_PRICE}"
_DEPLOY_OR_MOVE = "(deploy / move|deploy/move) (1|one|an) [army]"
_AND_MOVE = "(and|then|and move|then move|move|and march|then march|march|and then move)"
_FIGHT = "(battle|attack|move|march) <which> [(attack|move|march)]"
_BATTLE_OR_MOVE = "(battle/move|battle / move) <which> [(attack|move|march)]"
"""The name of the action, which alone is a heading of a letter and no order."""
_AT = "(to|->|into|against)"


class March(Laid, frozen=True):
    """Deploy 1 army for 1 chest, then move armies to one adjacent own province, if you like.

    At least one army stays behind. With two mails a season, the second says where they move.
    """

    syntax = "deploy 1 in <province> [and move <armies> to <target>]"
    also = (
        f"{_DEPLOY_ONE} in <province> {_AND_MOVE} <armies> {_ARMIES} [from there] to <target>",
        f"{_DEPLOY_ONE} in <province> {_AND_MOVE} to <target> with <armies> {_ARMIES}",
        f"{_DEPLOY_ONE} [in] <province>",
        f"{_DEPLOY_AND_MOVE} [in] <province> [{_AT} <target> with <armies> {_ARMIES}]",
        f"{_DEPLOY_OR_MOVE} [in] <province> [{_AT} <target> with <armies> {_ARMIES}]",
    )
    examples = ("deploy 1 in Kai", "deploy 1 in Kai and move 4 to Suruga")
    lies_on = "deploy 1"
    it = "target"

    province: ProvinceName
    armies: Annotated[slots.Amount, slots.AmountSlot()] = slots.Amount(0)
    target: ProvinceName = ""


class Battle(Laid, frozen=True):
    """Battle/Move A or B: move armies to an adjacent province, and fight if it is not your own.

    At least one army stays behind. Who can carry the action out must: where none of the moves
    ordered is possible, one army goes to an own province, else to where the fewest stand (H6).
    Targets may have conditions and alternatives on ``else`` lines,
    all from the same province. With two mails a season, the second says target and number.
    """

    syntax = f"{_FIGHT} [(from|in) <source>] [{_AT} <target> with <armies> {_ARMIES}]"
    also = (
        f"{_FIGHT} <source> [{_AT} <target> with <armies> {_ARMIES}]",
        f"{_BATTLE_OR_MOVE} [(from|in)] <source> [{_AT} <target> with <armies> {_ARMIES}]",
        f"{_BATTLE_OR_MOVE} <armies> {_ARMIES} from <source> {_AT} <target>",
        f"{_BATTLE_OR_MOVE} [(on|against)] <target> from <source> with <armies> {_ARMIES}",
        f"{_FIGHT} [(from|in)] <source> with <armies> {_ARMIES} {_AT} <target>",
        f"{_FIGHT} [with] <armies> {_ARMIES} from <source> {_AT} <target>",
        f"{_FIGHT} [(on|against)] <target> from <source> with <armies> {_ARMIES}",
        f"<which> [from] <source> {_AT} <target> with <armies> {_ARMIES}",
    )
    examples = (
        "battle a from Shinano to Kozuke with 4",
        "battle b from Omi to Mino with all but 2",
    )
    lies_on = "battle {.which}"
    lays = "source"
    it = "target"

    which: Annotated[str, slots.OneOf({"a": ("-a-",), "b": ("-b-",)}, "action")]
    source: ProvinceName = ""
    target: ProvinceName = ""
    armies: Annotated[slots.Amount, slots.AmountSlot()] = slots.Amount(0)


Moving = Battle | March
"""What moves armies, and may have conditions and alternatives: they may decide where armies go,
but not which card lies where (H31)."""


class Offer(msgspec.Struct, frozen=True):
    """What is bid: a chest card of a value, a province card, or (if cards run out) nothing."""

    chests: int = 0
    card: str = ""
    nothing: bool = False

    def __str__(self) -> str:
        return "nothing" if self.nothing else f"card {self.card}" if self.card else str(self.chests)


class OfferSlot(slots.Slot):
    """``3``, ``card Omi``, ``nothing``."""

    def read(self, text: str, names: Vocabulary) -> Offer:
        """Read the bid."""
        first, _, rest = text.strip().partition(" ")
        low = first.casefold()
        if low == "nothing":
            return Offer(nothing=True)
        if not low[:1].isdigit() and low not in NUMBER_WORDS:
            while low in ("card", "province", "with", "of") and rest:
                text = rest
                first, _, rest = text.partition(" ")
                low = first.casefold()
            return Offer(card=names.find("province", text))
        if rest.casefold() not in ("", "chest", "chests", "war chest", "war chests"):
            _, _, wanted = rest.partition("for ")
            fix = f"{first}, prefer {wanted}" if names["special card"].knows(wanted) else ""
            raise MisreadError(reason("malformed.bid"), fix)
        return Offer(chests=slots.Number(0, 4).read(first, names))

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the provinces and all that may stand beside them."""
        said = ("nothing", "card", "province", "chest", "chests", "war")
        return (*names["province"].forms, *NUMBER_WORDS, *said)

    def describe(self) -> str:
        """Show the three forms."""
        return "a chest card from `0` to `4`, `card` and a province, or `nothing`"


class Bid(Laid, frozen=True):
    """Bid for the choice of special cards and turn order, with a chest card or a province card.

    A province card costs nothing and goes before a bid of 0.
    """

    syntax = "(bid|bidding) <offer>"
    also = ("(bid|bidding) [for turn order] [(chest card|war chest card)] <offer>",)
    examples = ("bid 3", "bid card Omi")
    lies_on = "bid"

    offer: Annotated[Offer, OfferSlot()]

    @property
    def card(self) -> str:
        """The province card bid, if it is one."""
        return self.offer.card


class Prefer(Order, frozen=True):
    """Which special cards, or which places in the turn order, you take if you can, best first."""

    syntax = "prefer <cards>"
    also = (
        "prefer (special|specials|card|cards|turn|order) <cards>",
        "(special cards by place|special cards|special card|specials|special) <cards>",
        "(preferences|preference) <cards>",
        "(take|choose|pick) [special card] <cards>",
    )
    examples = ("prefer place 1, six armies, place 2", "prefer attack, 1, 2")

    cards: Annotated[tuple[str, ...], slots.NameList("special card", ranked=True)]


class Decline(Order, frozen=True):
    """What you leave of what your special card allows you: it is taken unless you decline it.

    An army more when you attack or are attacked, or a sixth army where five are deployed.
    """

    syntax = "(decline|without|no|leave) [(an|a)] <extras>"
    examples = ("decline attack army", "if Kozuke armies <= 1: decline attack army")

    extras: Annotated[tuple[str, ...], slots.NameList("extra", ranked=True)]


class RevoltOrder(Order, frozen=True):
    """The order in which winter revolts are fought, if there are several; others as drawn."""

    syntax = "(revolts|revolt) [(order|first|in)] <provinces>"
    examples = ("revolts Kai, Aki",)

    provinces: ProvinceNames


class Claim(Continued, frozen=True):
    """Rank provinces for the draft, best first; several lines go on where the one before ended.

    Those not named follow, ranked by tax plus rice.
    """

    syntax = "(claim|rank|want|choose|take) [(provinces|first|then)] <provinces>"
    examples = ("claim Settsu, Suruga, Hoki", "claim Tamba")

    provinces: ProvinceNames


class Groups(Order, frozen=True):
    """The order in which the army groups go to the provinces as you claim them."""

    syntax = "(groups|armies|army groups) [in] [order] <sizes>"
    examples = ("groups 5, 4, 4, 3, 3, 2, 2",)

    sizes: Annotated[tuple[int, ...], slots.NumberList(2, 5)]


class Group(Continued, frozen=True):
    """An army group kept in mind for some provinces: it goes there if it is still to be had."""

    syntax = "(group|army group) [of] <size> to <provinces>"
    examples = ("group 5 to Settsu, Kai",)
    about = ("size",)

    size: Annotated[int, slots.Number(2, 5)]
    provinces: ProvinceNames


class DrawBelow(Order, frozen=True):
    """Draw from the face-down pile unless an open card is among your first so many provinces."""

    syntax = "draw below <rank>"
    also = ("draw [(if|when|unless)] [(above|below|under)] <rank>",)
    examples = ("draw below 12",)

    rank: Annotated[int, slots.Number(1, 45)]


class Renew(Order, frozen=True):
    """What you do if you would draw and face the same two open cards as on your turn before.

    As a rule two others are turned up, and you take one of them unless both are below your limit;
    you can take one in any case, or leave the two where they are and draw.
    """

    syntax = "renew <how>"
    examples = ("renew and take", "renew never")

    how: Annotated[
        str,
        slots.OneOf({"and choose": ("choose",), "and take": ("take",), "never": ("no",)}, "way"),
    ]


ORDERS: Mapping[str, tuple[type[Order], ...]] = {
    "draft": (Claim, Groups, Group, DrawBelow, Renew),
    "plan": (Build, Tax, Rice, Deploy, March, Battle, Bid, Prefer, Decline),
    "carry out": (Battle, March, Decline),
    "winter": (RevoltOrder,),
}
"""The order kinds of each phase, in the order of the reference."""
