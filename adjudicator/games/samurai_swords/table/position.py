"""The position of a game of Samurai Swords or Ikusa: plain data, never changed in place."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from adjudicator.games.contract import Word
from adjudicator.games.engine import PlayedPosition
from adjudicator.games.records import EMPTY, Record
from adjudicator.games.samurai_swords.edition import UNITS

WarPhase = Literal["A", "B", "C", "D"]
Moment = Literal["start", "end", "attack", "entry", "declaration", "round"]
Placed = tuple[str, str, str]
"""A levied unit: its kind, its province, its army's number or ``""`` for the force."""
Counts = Mapping[str, int]
"""Units by kind."""
Building = Literal["", "castle", "fortress"]
Count = Annotated[int, Meta(ge=0, le=99)]
"""No troop and no purse comes near it; a position read from a file can hold no more."""
Round = Annotated[int, Meta(ge=0, le=9999)]


class SwordsProvince(msgspec.Struct, frozen=True, omit_defaults=True):
    """One province: its owner (``""``: empty) and the provincial force in it.

    The ronin are those that have shown themselves; an army that stands here is on its seat's card.
    """

    owner: str = ""
    bowman: Count = 0
    swordsman: Count = 0
    gunner: Count = 0
    spearman: Count = 0
    ronin: Count = 0
    building: Building = ""


class Army(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army on its army card: where its marker stands and what it holds besides the daimyo."""

    at: str
    level: Annotated[int, Meta(ge=1, le=4)] = 1
    wins: Annotated[int, Meta(ge=0, le=2)] = 0
    """The holes passed at this level of experience (M1)."""
    bowman: Count = 0
    swordsman: Count = 0
    gunner: Count = 0
    spearman: Count = 0
    ronin: Count = 0
    down: bool = False
    """Whether its daimyo is assassinated, so that it is disrupted for the round."""


class Hidden(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ronin face down on a province card."""

    army: Count = 0
    """How many joined the army there."""
    force: Count = 0


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Koku in the five bins, and the wanted places in the turn order."""

    turn: Count = 0
    build: Count = 0
    levy: Count = 0
    ronin: Count = 0
    ninja: Count = 0
    places: tuple[Count, ...] = ()

    @property
    def total(self) -> int:
        """All koku in the bins."""
        return self.turn + self.build + self.levy + self.ronin + self.ninja


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whom the ninja shall strike, and when."""

    text: str
    """The order as it was written."""
    victim: str
    army: str
    """The daimyo: that army's of the victim."""
    moment: Moment = "start"
    """What he waits for (M72): the start or the end of a phase, that an army attacks or enters a
    province, that a battle for one is declared, or the end of the round."""
    turn: str = ""
    """In whose war turn, if at the start or the end of a phase of it."""
    phase: str = ""
    """The phase, A to D."""
    target: str = ""
    """The province that is attacked, entered, or against which a battle is declared."""


class Sacrifice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat wants to lose first in battles (M4)."""

    casualties: tuple[str, ...] = UNITS
    """The order in which units fall."""
    pool: Literal["force", "army"] = "force"
    """Which troop of a double-troop province loses units first."""


class Policy(Record, frozen=True, omit_defaults=True):
    """What a seat wants done when nobody can ask: it stands until the seat changes it."""

    casualties: tuple[str, ...] = UNITS
    """The order in which units fall (M4)."""
    pool: Literal["force", "army"] = "force"
    """Which troop of a double-troop province loses units first."""
    casualties_in: Mapping[str, Sacrifice] = EMPTY
    """By province: what is lost first in the battles for it, until the round ends (M102)."""
    revenge: tuple[str, ...] = ()
    """The daimyos to strike back at."""
    revenge_on: Mapping[str, tuple[str, ...]] = EMPTY
    """By seat: those of its daimyos to strike back at."""
    recover: tuple[str, ...] = ()
    """Where recovered daimyos return."""
    recover_all: bool = False
    """Whether they pick up the force there."""
    recover_units: Mapping[str, int] = EMPTY
    """The units that each of them picks up, as far as they are there."""
    successor: str = ""
    """The unit that succeeds an assassinated daimyo."""
    successors: Mapping[str, str] = EMPTY
    """By army: the unit that succeeds its daimyo."""

    def sacrifice(self, place: str) -> Sacrifice:
        """Return what is lost first in the battles for a province."""
        return self.casualties_in.get(place) or Sacrifice(self.casualties, self.pool)


class SwordsSeat(msgspec.Struct, frozen=True):
    """One seat: the colours that it commands."""

    colours: tuple[str, ...] = ()


class Colour(Record, frozen=True, omit_defaults=True):
    """What the rulebook calls a player: an army card, koku, plan, hidden ronin and policies.

    A seat's only colour has its name.
    """

    armies: Mapping[str, Army] = EMPTY
    koku: Count = 0
    sets: Annotated[int, Meta(ge=1, le=5)] = 1
    """The sets of figures that it has: more than its own after a conquest (M19)."""
    plan: Plan | None = None
    """None until it is known to the viewer."""
    hidden: Mapping[str, Hidden] = EMPTY
    """Where its ronin hide; secret."""
    hidden_total: Count = 0
    """How many hide; public (M25)."""
    policy: Policy = Policy()
    mission: Mission | None = None
    out: bool = False


class Ninja(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who holds the ninja, and on whom he spies in a spy phase."""

    holder: str = ""
    spied: str = ""


class Muster(Record, frozen=True):
    """What a seat's muster remembers from step to step."""

    tray: Counts
    """The figures of each unit that were in the tray before the levy."""
    ronin: int
    """The ronin that are paid for, in the master tray, and not yet placed."""
    built: bool = False
    bought: Counts = EMPTY
    placed: tuple[Placed, ...] = ()
    """The units levied so far."""
    hidden: tuple[tuple[str, int, int], ...] = ()
    """The ronin hidden so far: where, how many with the army, how many with the force."""


class Engagement(msgspec.Struct, frozen=True):
    """A declared battle, and what the army is to do after it: it fights all before the next."""

    source: str
    target: str
    army: str
    """The army's number, or ``""`` for the force of the source."""
    line: int
    """The index of the line among the seat's orders."""
    branch: int
    """The index of the alternative that was declared."""
    then: tuple[int, ...] = ()
    """The indices of the lines that go on with the army."""


class WarTurn(Record, frozen=True):
    """What a seat's war turn remembers from step to step."""

    seat: str = ""
    """Whose turn it is."""
    letter: WarPhase = "A"
    """The phase of Wage War."""
    moved: Mapping[str, int] = EMPTY
    """The provinces that each army has moved in this movement phase."""
    attacks: Mapping[str, int] = EMPTY
    """The attacks that each army has made."""
    emptied: Mapping[str, str] = EMPTY
    """The province that each army emptied last and may advance to."""
    called_off: Mapping[str, tuple[str, ...]] = EMPTY
    """The provinces for which each army has called a battle off."""
    began: Mapping[str, str] = EMPTY
    """Where each army stood when the turn began."""
    successful: tuple[str, ...] = ()
    """The armies that won a battle."""
    came: Mapping[str, Word] = EMPTY
    """What came of the last battle: by province, by army (``army 1``), and of all (``""``)."""
    staying: tuple[str, ...] = ()
    """The armies that were told to fight and advance no more."""
    engagements: tuple[Engagement, ...] = ()
    """The battles declared, in the order in which they are fought."""
    bereaved: tuple[str, ...] = ()
    """The seats that lost a daimyo."""
    fallen: tuple[str, ...] = ()
    """The armies that the seat whose turn it is has lost."""
    garrisons: Mapping[str, Counts] = EMPTY
    """The units that armies left behind in phase D; they stay where they are (M12)."""
    arrived: Mapping[str, Counts] = EMPTY
    """The units that have moved in phase D; they too stay."""
    left_by: Mapping[str, str] = EMPTY
    """By province: the army that left a garrison there in this movement phase."""
    joined: tuple[tuple[str, str], ...] = ()
    """Armies that came to rest in this movement phase where another stood, which had to move on."""
    bonus: Mapping[str, int] = EMPTY
    """What is left of castles' bonus units against this attacker (M6)."""
    stalked: str = ""
    """The army that the ninja strikes as soon as it stands where no other does (M95)."""
    idle: bool = False
    """Whether there is nothing that could be ordered in the step that opens (M73)."""


class SwordsPosition(PlayedPosition, frozen=True, kw_only=True):
    """The whole truth of a game at one moment."""

    RECORDS = ("colours", "provinces")

    round: Round = 1
    active: str = ""
    """The colour whose war turn it is, or ``""``."""
    turn_order: tuple[str, ...] = ()
    """The turn order of the round, or of the deployment."""
    seats: Mapping[str, SwordsSeat]
    colours: Mapping[str, Colour]
    provinces: Mapping[str, SwordsProvince]
    ninja: Ninja = Ninja()
    winners: tuple[str, ...] = ()
    """Set when the game is over."""
    muster: Muster | UnsetType = UNSET
    """A seat's muster, while it is carried out."""
    turn: WarTurn | UnsetType = UNSET
    """A seat's war turn, while it is carried out."""

    def colours_of(self, seat: str) -> tuple[str, ...]:
        """Return the colours that a seat commands: two with two players."""
        return self.seats[seat].colours

    @property
    def every_colour(self) -> tuple[str, ...]:
        """All colours, as their seats sit."""
        return tuple(colour for seat in self.seats.values() for colour in seat.colours)

    def headings(self, seat: str, phase: str) -> tuple[str, ...]:
        """Return a seat's colours; without a heading the active one is meant in its own turn."""
        if not self.has_allies:
            return ()
        own = self.seats[seat].colours if seat in self.seats else self.every_colour
        turn = self.active if phase == self.phase else ""
        return tuple(sorted(own, key=lambda colour: colour != turn))

    @property
    def has_allies(self) -> bool:
        """Whether it is a game for two, whose seats command two colours each (M43)."""
        return any(len(seat.colours) > 1 for seat in self.seats.values())


Troop = SwordsProvince | Army
"""Both count units in fields of the same names."""


def regulars(troop: Troop) -> int:
    """Count the regular units, without the daimyo."""
    return troop.bowman + troop.swordsman + troop.gunner + troop.spearman


def size(troop: Troop) -> int:
    """Count the units that have shown themselves, without the daimyo."""
    return troop.bowman + troop.swordsman + troop.gunner + troop.spearman + troop.ronin


def counts(troop: Troop) -> dict[str, int]:
    """Return the units that have shown themselves, by kind; kinds that are absent are left out."""
    return {unit: number for unit in UNITS if (number := getattr(troop, unit))}


def all_units(troop: Troop) -> dict[str, int]:
    """Return the units that have shown themselves, by kind, those of which there are none too."""
    return {unit: getattr(troop, unit) for unit in UNITS}


def view(position: SwordsPosition, seat: str) -> SwordsPosition:
    """Return the position without what the seat may not know (M25); ``""`` is the public.

    Hidden: plans before they are revealed, where ronin hide, policies, the ninja's mission.
    """
    mine = position.seats[seat].colours if seat else ()
    colours = {
        name: record if name in mine else _public(position, name, record, mine)
        for name, record in position.colours.items()
    }
    return replace(position, colours=colours, viewer=seat)


def _public(position: SwordsPosition, name: str, record: Colour, mine: tuple[str, ...]) -> Colour:
    plan = record.plan
    if position.phase in ("plan", "spy"):
        spying = position.ninja.holder in mine and position.ninja.spied == name
        plan = plan if spying else None
    if plan is not None:  # the wanted places lie in no bin
        plan = replace(plan, places=())
    return replace(record, plan=plan, hidden={}, policy=Policy(), mission=None)
