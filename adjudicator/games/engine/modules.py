"""A part of a game's rules (the basic game, an expansion, a mode), and its phases."""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec

from adjudicator.boards import Board
from adjudicator.games.contract import Column, Default, Event, Remainder, Value
from adjudicator.games.records import Record
from adjudicator.orders import Condition, Finding, Names, Order, Orders
from adjudicator.wording import Reason

if TYPE_CHECKING:
    from adjudicator.games.picture import Counter, Mark, Panel

# In all of these ``Any`` first stands for the game's own play.
Step = Callable[[Any], None]
Asked = Callable[[Any], tuple[str, ...]]
Marks: TypeAlias = "tuple[tuple[Counter, ...], tuple[Mark, ...]]"
M = TypeVar("M", bound="Module")
K = TypeVar("K")


class PhaseRule(msgspec.Struct, frozen=True, kw_only=True):
    """A phase: its name, whom it asks, and its steps, as a summary card has them.

    A phase that asks nobody is carried out at once.
    """

    name: str
    steps: tuple[Step, ...]
    asks: Asked | None = None
    """The seats whose orders it waits for; None: it never waits."""
    may: Asked | None = None
    """The seats that can send orders; None: all."""
    title: Callable[[Any], str] = lambda play: ""
    """What the phase is called at this moment of the game."""
    moment: Callable[[Any], str] = lambda play: ""
    """What players call its time, if not by its round: the ``Spring 1901`` of its title."""
    about: str = ""
    """A sentence on what the phase is about, for the order reference."""
    turn: Callable[[Any], str] = lambda play: ""
    """Whose turn it is, if the phase comes once for each seat."""
    series: str = ""
    """The name of the whole that it is a part of, as in the contract's ``Phase``."""
    own: tuple[type[Order], ...] = ()
    """In a series: the orders that this part carries out and no other."""
    lap: Callable[[Any], tuple[int, int]] = lambda play: (0, 0)
    """How often it has come in this turn, and how often it will: ``(3, 6)``."""
    heeds: Asked = lambda play: ()
    """The seats that it waits for too before its deadline, but whose silence is no miss."""
    opening: tuple[Step, ...] = ()
    """What is done as it opens, before anybody is asked."""
    played: Callable[[Mapping[str, Value]], bool] = lambda options: True
    """Whether a game with these options has the phase."""
    when: Callable[[Any], bool] | None = None
    """Whether the present round has the phase; None: every round has it."""
    then: Callable[[Any], str] = lambda play: ""
    """The name of the phase that follows, where it is not the next in the list."""


class Module(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the rules, as tuples and functions. A game adds fields where its rules touch.

    Of several modules the tuples follow one another, in the order of the modules.
    """

    name: str
    played: Callable[[Mapping[str, Value]], bool] | None = None
    """Whether it belongs to a game with these options; None: the option of its name says so."""
    part: type[Record] | None = None
    """Its part of the position, which stands there under the name of the type in lower case."""
    begin: tuple[Callable[[Any], Record], ...] = ()
    """Return its part of the position, made from what is known of it (at first nothing)."""
    events: tuple[type[Event], ...] = ()
    conditions: tuple[type[Condition], ...] = ()
    names: tuple[Names | Callable[[Board, tuple[str, ...]], Names], ...] = ()
    """Names that its orders use, or what makes them from the board and the seats."""
    reserved: tuple[str, ...] = ()
    """What no seat may be called, for it means something else in orders and reports."""

    set_up: tuple[Step, ...] = ()
    """The steps of setting the game up, before the first phase."""
    phases: tuple[PhaseRule, ...] = ()
    """The phases of a round."""
    phases_after: Mapping[str, tuple[PhaseRule, ...]] = {}
    """Its phases that follow another module's phase of that name."""
    steps_after: Mapping[Step, tuple[Step, ...]] = {}
    """Its steps that follow another module's step."""
    asks: Mapping[str, tuple[Asked, ...]] = {}
    """By phase: the seats whose orders it waits for besides the phase's own."""

    orders: Mapping[str, tuple[type[Order], ...]] = {}
    """Order kinds by phase."""
    answers: tuple[Callable[[Any, str], None], ...] = ()
    """Answer those lines of a seat that no step has answered."""
    legal_orders: tuple[Callable[[Any, str], Iterable[Any]], ...] = ()
    """Orders that are possible as things stand, or lines made of them beforehand."""
    candidates: tuple[Callable[[Any, str, Any], Iterable[Order]], ...] = ()
    """Orders that may be possible at a moment, given the kinds that it takes.

    Where no module states any, these are ``legal_orders`` of the play as it stands then.
    """
    remainders: tuple[Callable[[Any, str, Any], Iterable[Remainder]], ...] = ()
    """What a seat's lines have left of what orders use up, at a moment and its kinds of orders."""
    steady: tuple[Callable[[Any, str], Iterable[Any]], ...] = ()
    """What a sensible player orders, as orders or as lines."""
    facts: tuple[Callable[[Any, str], Iterable[str]], ...] = ()
    """What an order sheet says first, line by line, of what a seat has and can see."""
    closed: Mapping[type[Order], Callable[[Any, str], Any]] = {}
    """Say why a seat can use no order of a kind now, if so; an order sheet leaves them out."""
    defaults: tuple[Callable[[Any, str, Orders], Iterable[Default]], ...] = ()
    remarks: tuple[Callable[[Any, str, Any], Iterable[Finding]], ...] = ()
    """What a check has to say of a seat's orders besides their failures: given the play as things
    stand, the seat, and the play in which its orders were rehearsed, with their outcomes."""

    columns: tuple[tuple[Column, Callable[[Any, str], str]], ...] = ()
    """Its figures in the standings."""
    notes: tuple[Callable[[Any], Iterable[str]], ...] = ()
    """What is said under the standings."""
    rank: tuple[Callable[[Any, str], Any], ...] = ()
    """What the standings are ranked by, the least first; who is equal ties, as the seats sit."""
    marks: tuple[Callable[[Any, str], Marks], ...] = ()
    """Its counters and marks in a province."""
    panels: tuple[Callable[[Any], Iterable["Panel"]], ...] = ()
    """Its boxes beside the map."""
    faults: tuple[Callable[[Any], Iterable[Reason | str]], ...] = ()
    """What is impossible about a position."""


def kinds_in(place: str, kind: type[K]) -> tuple[type[K], ...]:
    """Return the kinds of events, or of conditions, that a Python module defines, in its order."""
    types = (each for each in vars(sys.modules[place]).values() if isinstance(each, type))
    return tuple(each for each in types if issubclass(each, kind) and each.__module__ == place)


def is_played(module: Module, options: Mapping[str, Value]) -> bool:
    """Whether a module belongs to a game with these options."""
    return bool(module.played(options) if module.played else options.get(module.name, True))


def combine(modules: Iterable[M]) -> M:
    """Return one module that does all that the modules do, in their order."""
    first, *others = modules
    whole = msgspec.structs.asdict(first)
    for module in others:
        for field, theirs in msgspec.structs.asdict(module).items():
            mine = whole[field]
            if isinstance(mine, tuple):
                whole[field] = mine + theirs
            elif isinstance(mine, Mapping):
                whole[field] = {**mine, **{key: _join(mine, key, theirs[key]) for key in theirs}}
    return type(first)(**whole)


def _join(mine: Mapping[Any, Any], key: Any, theirs: Any) -> Any:
    if isinstance(theirs, Mapping):
        return {**mine.get(key, {}), **theirs}
    return (*mine.get(key, ()), *theirs) if type(theirs) is tuple else theirs
