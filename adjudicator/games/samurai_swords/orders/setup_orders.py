"""What is ordered in the setups of quick play and of two players.

Claims, spearmen, the army card, markers; and how a hand of provinces is parted.
"""

from typing import Annotated

from adjudicator.games.samurai_swords.orders.blanks import ArmyNumber, Places, SomeUnits
from adjudicator.games.samurai_swords.orders.orders import POLICIES
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Name
from adjudicator.orders.language.units import Units


class Claim(Order, frozen=True):
    """Rank the empty provinces that you want. In each of six turns you claim the first still free.

    A spearman of yours goes into it. Default: the free province with the most neighbours of your
    own at that moment (M57).
    """

    syntax = "claim <places>"
    also = ("(claim|occupy|choose) [(province|provinces)] <places>",)
    examples = ("claim Kai, Sagami, Izu, Suruga",)

    places: Places


class ReinforceSingly(Order, frozen=True):
    """List single spearmen: a province named twice gets two. Each turn takes the first two.

    A province of yours takes one as long as it holds fewer than three; the one that you claim in
    this turn is yours by then. Those that are not possible yet wait for a later turn. Default:
    your province with the most neighbours of your own that has room (M57).
    """

    syntax = "reinforce <places>"
    also = (
        "reinforce (in|at) <places>",
        "(spearman|spearmen|place spearman|place spearmen) (in|to|at) <places>",
    )
    examples = ("reinforce Kai, Kai, Sagami, Izu",)

    places: Places


class TakeUnits(Order, frozen=True):
    """Put some of your 5 bowmen, 5 swordsmen and 6 gunners on the card of an army.

    Of bowmen and swordsmen an army holds four. Secret until all cards are in. Default: what is
    left goes one by one to the army with the fewest units: bowmen, then swordsmen, then gunners
    (M58).
    """

    syntax = "army <army> takes <units>"
    also = (
        "army <army> (takes|take|gets|has|holds|with) <units>",
        "(give|put|add) <units> (to|in|into|on|onto) army <army>",
    )
    examples = ("army 1 takes 2 bowmen and 2 swordsmen and 2 gunners",)
    about = ("army",)

    army: ArmyNumber
    units: SomeUnits


class StartArmy(Order, frozen=True):
    """Let an army start in the first of these provinces that is yours and has no other army yet.

    It can take spearmen that stand there onto its card; none need stay (M59). Default: your
    province with the most neighbours of your own, and it takes none.
    """

    syntax = "army <army> in <places> [taking <units>]"
    also = (
        "(place|put|set up|start) army <army> (in|at|to) <places> [(taking|with) <units>]",
        "army <army> (in|at|to|starts in|starts at) <places> [(taking|with|and take) <units>]",
    )
    examples = ("army 1 in Kai, Sagami taking 2 spearmen", "army 2 in Izu")
    about = ("army",)

    army: ArmyNumber
    places: Places
    units: SomeUnits = Units()


class Give(Order, frozen=True):
    """Part your hand of provinces: say which of them one of your two colours has.

    Each colour has half of the hand. A list that is too short is filled from the west, one that is
    too long is cut; a province in both lists goes to the one that is written first. Default: the
    western half for your first colour, the rest for the second.
    """

    syntax = "give <places> to <colour>"
    also = (
        "(divide|part|hand|deal|assign) <places> (to|for) <colour>",
        "<colour> (gets|has|takes|receives) <places>",
    )
    examples = ("give Hizen, Chikuzen, Iki to Uesugi",)
    about = ("places", "colour")

    places: Places
    colour: Annotated[str, Name("seat")]


CLAIM = (Claim, ReinforceSingly, *POLICIES)
CARDS = (TakeUnits, *POLICIES)
DEPLOY = (StartArmy, *POLICIES)
CARDS_AND_DEPLOY = (TakeUnits, *DEPLOY)
DIVIDE: tuple[type[Order], ...] = (Give, *POLICIES)
"""The order kinds of each phase."""
