"""What can happen, as facts. The words for each are in ``templates/gekokujo/events.j2``."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from adjudicator.games.contract import Event, SeatEvent
from adjudicator.games.engine.modules import kinds_in

# Beginning


class LotsDrawn(Event, frozen=True):
    """The random order of the seats; the draft goes through it from its end."""

    order: tuple[str, ...]


class ClanTaken(SeatEvent, frozen=True):
    """A seat got its clan, and its first units and koku."""

    clan: str
    province: str
    how: Literal["ranked", "left", "given"]
    """Whether its ranking named the clan, or the order of the rulebook's table did."""
    passed: tuple[str, ...] = ()
    """Clans that it ranked higher and could not take: taken, or of a region picked from already."""
    bushi: str = "bushi"
    """The kind of its first bushi."""


# Administration


class RoundBegan(Event, frozen=True):
    """A round began."""

    round: int


class Modifier(msgspec.Struct, frozen=True):
    """A named bonus or penalty, and whether it counted (§0.1)."""

    name: str
    """``castle``, ``fortified castle``, ``fortress``, ``the dragon's domain``, ``Kyoto``,
    ``sabotage``, ``the shogun's vanguard``, ``spearmen together``, ``a broken pact``, a coast."""
    kind: Literal["attack roll", "defence roll", "income"]
    amount: int
    """A bonus is positive, a penalty negative."""
    rule: str
    """The paragraph of the rulebook."""
    counted: bool = True
    instead: str = ""
    """If it did not count: the name of that which counted instead, or why else not."""
    units: tuple[str, ...] = ()
    """The kinds of units that it is about, if it is not about all."""


class IncomeCollected(SeatEvent, frozen=True):
    """A seat's income: base, a koku a province, and its clan's bonus."""

    base: int
    provinces: int
    bonuses: tuple[Modifier, ...]
    income: int
    koku: int
    """What it has then."""


class CostPaid(SeatEvent, frozen=True):
    """A cost that must be paid was paid, or as much of it as there was."""

    what: Literal["upkeep", "supply"]
    cost: int
    paid: int
    koku: int
    """What is left."""
    bushi: int = 0
    """Of an upkeep: the bushi."""
    provinces: tuple[str, ...] = ()
    """Of a supply: the mountain provinces that the seat controls."""
    units: int = 0
    """Of a supply: the units in them."""


class WentBankrupt(SeatEvent, frozen=True):
    """A seat that could not pay lost two bushi for each koku (§4.2)."""

    short: int
    lost: Mapping[str, Mapping[str, int]]
    """Units by province and kind."""


class OrderRank(msgspec.Struct, frozen=True):
    """What a seat's place in the player order rests on."""

    seat: str
    provinces: int
    koku: int
    """-1: it is not told, for it broke no tie and koku are hidden."""
    units: int


class OrderDetermined(Event, frozen=True):
    """The player order of the round, the weakest first (§4.1)."""

    order: tuple[OrderRank, ...]


# Reinforcement


class Recruited(SeatEvent, frozen=True):
    """A seat placed new bushi."""

    province: str
    units: Mapping[str, int]
    cost: int


class NinjaHired(SeatEvent, frozen=True):
    """A seat hired the ninja. Of an assassination nobody learns whom and where."""

    mission: Literal["sabotage", "diversion", "assassination"]
    province: str = ""
    """Of a field operation: where."""


class CastleBuilt(SeatEvent, frozen=True):
    """A seat built its castle, or Hōjō their fortress."""

    province: str
    fortress: bool
    cost: int


class CastleFortified(SeatEvent, frozen=True):
    """A seat fortified its castle for the round."""

    province: str
    cost: int


class CastleDestroyed(Event, frozen=True):
    """A castle fell with its province."""

    seat: str
    """Whose it was."""
    province: str
    by: str
    """Who controls the province now; ``""``: its owner left the game."""
    fortress: bool = False


class PathChosen(SeatEvent, frozen=True):
    """A vassal chose its path to liberation for the round (§8.1.2)."""

    path: Literal["assault", "rebuild"]
    deposit: int = 0
    fund: int = 0
    """What is in its fund then."""


# Campaign


class TurnBegan(SeatEvent, frozen=True):
    """A seat's campaign turn began: its moves, or with moves first also its battles."""

    part: Literal["campaign", "moves", "battles"]


class Moved(SeatEvent, frozen=True):
    """Units of a seat moved."""

    source: str
    path: tuple[str, ...]
    """The provinces after the source, of which the last is where they stand now."""
    units: Mapping[str, int]
    sailed: bool = False
    """Whether a step of it was Mōri's on the sea (§2.4)."""
    group: bool = False
    """Whether bushi kept up with a daimyo of the Takeda (§2.4)."""
    stopped: bool = False
    """Whether the path was longer, and others stood in the way."""

    @property
    def target(self) -> str:
        """Where they stand now."""
        return self.path[-1]


class ControlGained(SeatEvent, frozen=True):
    """A seat controls a province that it did not."""

    province: str
    former: str
    """Who did; ``""``: nobody."""
    battle: bool
    """Whether it was won in a battle."""


class BecameNeutral(Event, frozen=True):
    """A province has no controller any more."""

    province: str
    former: str
    why: Literal["battle", "given up", "eliminated"]


class Roll(msgspec.Struct, frozen=True):
    """The dice of the units of one kind."""

    unit: str
    number: int
    """How many units rolled."""
    needed: int
    dice: tuple[int, ...]
    again: tuple[int, ...] = ()
    """The failed dice as they were rolled again (nanban trade)."""
    hits: int = 0


class Struck(msgspec.Struct, frozen=True):
    """Units that one seat's hits removed."""

    by: str
    seat: str
    units: Mapping[str, int]


VolleyName = Literal["firearm", "ranged", "melee"]


class Volley(msgspec.Struct, frozen=True):
    """A part of a battle in which dice are rolled together and units removed together."""

    name: VolleyName
    rolls: Mapping[str, tuple[Roll, ...]]
    """By seat, in the order in which they rolled."""
    struck: tuple[Struck, ...]
    """In the order in which hits were given out."""
    wasted: Mapping[str, int] = {}
    """Hits that found no unit, by seat."""


class Side(msgspec.Struct, frozen=True):
    """A seat in a battle."""

    seat: str
    attacks: bool
    """Whether it is the active seat, which alone rolls attack."""
    units: Mapping[str, int]
    """Before the battle, without ronin and before a ninja struck."""
    ronin: int
    """How many it hired."""
    paid: int
    """Koku for them."""
    traded: bool
    """Whether it paid for nanban trade."""
    modifiers: tuple[Modifier, ...]
    """All that there were, and which of them counted."""
    left: Mapping[str, int]
    """After the battle, without ronin."""
    ronin_left: int
    """The ronin that were left at the control check, and go."""


class Fought(Event, frozen=True):
    """A battle: one roll of all sides (§6.2)."""

    province: str
    seat: str
    """The active seat, who attacks."""
    sides: tuple[Side, ...]
    """The active seat first, the others in player order."""
    volleys: tuple[Volley, ...]
    winner: str
    """Who controls the province after it; ``""``: it is neutral."""
    former: str
    """Who controlled it before."""


class Assassinated(Event, frozen=True):
    """The ninja removed a bushi before the dice of a battle; told before it."""

    seat: str
    """His master."""
    victim: str
    province: str
    unit: str
    dead: bool
    """Whether the bushi is gone for good, and not only out of this battle."""


class NotFought(Event, frozen=True):
    """Enemies stand together and a diversion keeps them apart."""

    province: str
    seat: str


class LastDaimyoFell(SeatEvent, frozen=True):
    """A seat's last daimyo fell."""

    by: str


class BecameVassal(SeatEvent, frozen=True):
    """A seat became a vassal and gave half of its provinces and bushi up (§8.1.1)."""

    master: str
    provinces: tuple[str, ...]
    """Which became neutral."""
    lost: Mapping[str, Mapping[str, int]]
    """Units by province and kind."""


class Liberated(SeatEvent, frozen=True):
    """A vassal is free again."""

    former: str
    """Whose vassal it was."""
    how: Literal["assault", "rebuilding"]
    province: str = ""
    """Where it got a daimyo, if the options give one."""


class Eliminated(SeatEvent, frozen=True):
    """A seat has no daimyo and no province: it is out (§8.2)."""

    lost: Mapping[str, Mapping[str, int]]
    """Units that left the game, by province and kind."""
    koku: int
    """Those in its hand; 0 where koku are hidden."""


# Winter


class WinterBegan(Event, frozen=True):
    """The campaign is over and winter comes."""

    round: int


class NinjaReturned(Event, frozen=True):
    """The ninja is free again."""

    seat: str
    """His master."""
    lapsed: bool
    """Whether an assassination was not carried out (G7)."""


# Political play


class PactOffered(SeatEvent, frozen=True):
    """A seat paid a koku to offer another a pact."""

    other: str
    accepted: bool


class PactMade(Event, frozen=True):
    """Two seats are allies for the round."""

    seats: tuple[str, str]


class PactBroken(SeatEvent, frozen=True):
    """A seat broke its pact at the start of its moves."""

    other: str


class PactEnded(Event, frozen=True):
    """A pact ended: with the winter, or because a seat became a vassal or left the game."""

    seats: tuple[str, str]
    why: Literal["winter", "vassal", "eliminated"]


class Shamed(SeatEvent, frozen=True):
    """A seat attacks a former ally: its attack rolls are -1 from now on, this round."""

    other: str
    province: str


# The cycle of rice and war


class KokuReturned(SeatEvent, frozen=True):
    """Stored koku came back before income."""

    koku: int


class KokuSown(SeatEvent, frozen=True):
    """A seat sowed koku in a province."""

    province: str
    koku: int


class KokuStored(SeatEvent, frozen=True):
    """A seat put koku aside."""

    koku: int


class Seized(SeatEvent, frozen=True):
    """Who gained a province seized what was sown there (§6.2.7)."""

    victim: str
    province: str
    koku: int


class HarvestRolled(Event, frozen=True):
    """The die of the harvest, and what each sown koku brings."""

    die: int
    yields: int


class Harvested(SeatEvent, frozen=True):
    """What a seat's sown koku brought."""

    sown: int
    """Those in provinces that it controls."""
    koku: int
    withered: int = 0
    """Those that lay elsewhere and are lost."""


class Spoiled(SeatEvent, frozen=True):
    """Half of the koku in hand was discarded."""

    spoiled: int
    koku: int
    """What is left."""


# The path of glory


class PathEntered(SeatEvent, frozen=True):
    """A seat without daimyos is on the path of glory (§10.4)."""


class GloryGained(SeatEvent, frozen=True):
    """A seat on the path of glory gained points."""

    points: int
    why: Literal["daimyo", "leader", "mandate"]
    of: str
    """The seat whose last daimyo fell, or the mandate province."""
    glory: int
    """What it has then."""


EVENTS = kinds_in(__name__, Event)
"""All of them, in this order."""
