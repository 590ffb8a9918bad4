"""What a game is, for every room above the rules.

A game is pure: its functions read no clock, no file and no global state, and the same arguments
give the same answer, byte for byte. All that is random comes through the ``chance`` argument, and
what nobody may know yet is not drawn yet. Secrets leave a game only through ``view``.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

from adjudicator.chance import Chance
from adjudicator.games.facts import Column as Column
from adjudicator.games.facts import Default as Default
from adjudicator.games.facts import Defaulted as Defaulted
from adjudicator.games.facts import Event as Event
from adjudicator.games.facts import Ordered as Ordered
from adjudicator.games.facts import Remainder as Remainder
from adjudicator.games.facts import SeatEvent as SeatEvent
from adjudicator.games.facts import Table as Table
from adjudicator.games.facts import Won as Won
from adjudicator.games.facts import Word as Word
from adjudicator.games.meta import GameError as GameError
from adjudicator.games.meta import Meta as Meta
from adjudicator.games.meta import NamedDraw as NamedDraw
from adjudicator.games.meta import Option as Option
from adjudicator.games.meta import Value as Value
from adjudicator.games.meta import check_names as check_names
from adjudicator.games.records import Record
from adjudicator.orders import Finding, Language, Line, Orders

if TYPE_CHECKING:  # a check draws nothing and reckons no odds
    from adjudicator.games.battles import BattleRules
    from adjudicator.games.luck import LuckRules
    from adjudicator.games.picture import Picture
    from adjudicator.games.sketch import Sketched

NOT_YOUR_TURN = "not-your-turn"
"""The code of the finding that an order is for the seat's own turn, and this is another's."""

STEP_PAST = "step-past"
"""The code of the finding that an order is for a part of the seat's turn that is over."""


class Phase(msgspec.Struct, frozen=True):
    """The phase that a position waits in."""

    key: str
    """Names it uniquely in the game: ``4 war Oda``."""
    round: int
    """With the name what an order file's header says: ``phase 4 war``."""
    name: str
    title: str
    must: tuple[str, ...]
    """The seats whose orders it waits for."""
    may: tuple[str, ...]
    """All that can send orders."""
    over: bool = False
    """Whether the game has ended."""
    turn: str = ""
    """Whose turn it is, if the phase comes once for each seat, or for each colour."""
    series: str = ""
    """The name of the whole that it is a part of: ``war``, of a war turn in several phases.

    Phases of one round, series and turn belong together. An order file may name the whole
    (``phase 4 war``) and hold lines for each part; a line that no part has answered yet stands for
    the next. Who is ready ahead is ready for all that is left; who sent nothing for any of them
    has missed one phase, not several.
    """
    later: tuple[str, ...] = ()
    """The names of the phases of its series that follow it, if nothing cuts it short."""
    lap: int = 0
    """How often the phase has come in this turn, if the others' turns come between: the 3 in
    ``1 deploy 3 Takeda``. Who is ready ahead is so only as long as lines of his are left."""
    heeds: tuple[str, ...] = ()
    """Seats that it waits for too before its deadline, but whose silence is no miss."""
    moment: str = ""
    """What players call its time where that is not its round: ``Spring 1901``. Its title then
    begins with it and a colon."""

    @property
    def when(self) -> str:
        """What players call its time: ``Round 4``, ``Spring 1901``."""
        return self.moment or f"Round {self.round}"

    def belongs_with(self, other: "Phase") -> bool:
        """Whether two phases are parts of one series."""
        mine, theirs = ((each.round, each.series, each.turn) for each in (self, other))
        return bool(self.series) and mine == theirs


class Position(Record, frozen=True, kw_only=True):
    """The base of every game's position: the whole truth of a game at one moment.

    Nothing in it can be changed, so positions and views may share what is the same in them. A
    game adds its own fields.
    """

    game: str
    """The name of the game."""
    format: int = 1
    options: Mapping[str, Value]
    """All options of the game, by name."""
    round: int = 1
    viewer: str | None = None
    """In a view: the seat it was made for, ``""`` for the public. None: the whole truth."""
    seats: Mapping[str, Any]
    """The game's own record for each seat, in seating order."""

    def colours_of(self, seat: str) -> tuple[str, ...]:
        """Return the colours that a seat commands: in most games one, which has its name."""
        return (seat,)

    @property
    def every_colour(self) -> tuple[str, ...]:
        """All colours, as their seats sit."""
        return tuple(self.seats)

    def headings(self, seat: str, phase: str) -> tuple[str, ...]:
        """Return the colours that a seat's lines can be headed by, that of lines without first.

        None in a game in which each seat commands one. Nobody's, ``""``, are those of all seats.
        """
        return ()

    def name_for(self, seat: str, colour: str) -> str:
        """Return the colour that lines of a seat name; ``""`` if it commands no other."""
        return colour if len(self.colours_of(seat)) > 1 else ""


class Resolution(msgspec.Struct, frozen=True):
    """What adjudication gives: the position that follows, and the events in the order they came."""

    position: Any
    events: tuple[Event, ...]


class Regent(Protocol):
    """Plays a seat from what that seat may see."""

    def orders(self, view: Any, seat: str, chance: Chance) -> Orders:
        """Return legal orders for the seat in the phase the view waits in."""
        ...


class Game(Protocol):
    """A game. Positions and views are of its own type; no other game sees them."""

    meta: ClassVar[Meta]
    regents: tuple[str, ...]
    """The names of its regents: ``steady`` plays sensibly, ``random`` any legal orders."""

    def new(self, seats: Sequence[str], options: Mapping[str, Value], chance: Chance) -> Resolution:
        """Set a game up. Raises GameError for seats or options that it does not have."""
        ...

    def phase(self, position: Any) -> Phase:
        """Return the phase that the position waits in."""
        ...

    def language(self, position: Any, name: str, seat: str = "") -> Language | None:
        """Return the language of the phase of that name (``war``), or None if there is none.

        ``""`` means the phase that the position waits in. Of a seat that commands several colours
        it knows which of them a line without a heading is for.
        """
        ...

    def part(self, position: Any, line: Line) -> str:
        """Name the phase, of the series that the position waits in, that carries a line out.

        ``""``: each of them can, as it can a standing policy.
        """
        ...

    def languages(self, options: Mapping[str, Value]) -> list[tuple[Language, str]]:
        """Return the language of every phase, each with a sentence on what the phase is about.

        For the order reference. Raises GameError for options that the game does not have.
        """
        ...

    def check(self, view: Any, seat: str, orders: Orders) -> list[Finding]:
        """Judge a seat's orders for the phase the view waits in, with the checks that judge them.

        An ``error`` can never be carried out; a ``warning`` may fail and says on what it depends.
        """
        ...

    def faulty_lines(self, view: Any, seat: str, orders: Orders) -> set[int]:
        """Return the numbers of the lines of which ``check`` says that they are wrong."""
        ...

    def defaults(self, view: Any, seat: str, orders: Orders) -> list[Default]:
        """Say what fills the gaps that the orders leave."""
        ...

    def legal_orders(self, view: Any, seat: str, after: Orders = ...) -> list[Line]:
        """Return orders of the seat that are possible behind lines that stand, each by itself.

        Without lines: as things stand. A line that has the number of one of them is to take its
        place: a ranking with a name more. What it leaves out may be possible all the same.
        """
        ...

    def remainders(self, view: Any, seat: str, orders: Orders) -> list[Remainder]:
        """Say what a seat's lines, as its check carries them out, leave of what they use up."""
        ...

    def battles(self, view: Any) -> "BattleRules":
        """Say how battles are reckoned for odds as things stand in the view.

        Raises GameError with a sentence if they cannot be, or if the game is over.
        """
        ...

    def luck(self) -> "LuckRules | None":
        """Say how luck is reckoned; None if nothing comes by it."""
        ...

    def adjudicate(self, position: Any, orders: Mapping[str, Orders], chance: Chance) -> Resolution:
        """Carry out the phase that the position waits in. Seats without orders get defaults."""
        ...

    def view(self, position: Any, seat: str) -> Any:
        """Return the position as a seat may know it; ``""`` is the public."""
        ...

    def standings(self, view: Any) -> Table:
        """Return the public standings."""
        ...

    def picture(self, view: Any, events: Sequence[Event]) -> "Picture":
        """Return what the map shows: the view, and what moved and fought in the events."""
        ...

    def sketch(self, view: Any, seat: str, orders: Orders) -> "list[Sketched]":
        """Return how the map shows a seat's orders: what each is drawn as, alternatives too."""
        ...

    def sheet(self, view: Any, seat: str) -> list[str]:
        """Return the lines of a blank order sheet, comments and suggestions for this seat."""
        ...

    def regent(self, name: str) -> Regent:
        """Return the regent of a name. Raises GameError for one that it lacks."""
        ...

    def encode(self, position: Any) -> bytes:
        """Return the position as deterministic JSON."""
        ...

    def decode(self, data: bytes, strict: bool = False) -> Any:
        """Read a position. Raises GameError if it is not one of this game.

        With ``strict``, for what a person hands in, also if it has a key that the game does not.
        """
        ...

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Return events as JSON."""
        ...

    def decode_events(self, data: bytes) -> tuple[Event, ...]:
        """Read events back. Raises GameError."""
        ...

    def from_table(self, table: Mapping[str, Any], options: Mapping[str, Value]) -> Any:
        """Make a position from the table of a rule case, which may leave most of it out.

        What it leaves out is as in a new game, or nothing. Raises GameError.
        """
        ...

    def as_table(self, position: Any) -> Any:
        """Return the position as rule cases name its parts: a table, or the position itself."""
        ...

    def faults(self, position: Any) -> list[str]:
        """Say what is impossible about a position; empty if its invariants hold."""
        ...


def events_for(events: Sequence[Event], seat: str) -> list[Event]:
    """Return the events that a seat learns; ``""`` gives those that everybody learns."""
    return [event for event in events if not event.to or seat in event.to]
