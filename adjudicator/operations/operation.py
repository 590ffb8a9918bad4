"""What an operation is: a name, who may, typed arguments, help, examples, and what carries it out.

An operation knows neither letters nor the command line. Requests by mail, commands, the guides, the
letter of help and what a shell completes are made from the statement.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, Self, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import NOWHERE, OrderFile, Source
from adjudicator.campaign.letters.letters import setting
from adjudicator.campaign.phases import commit
from adjudicator.games.contract import Table
from adjudicator.reports.model import File, Report
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign, Master, Seat

Who = Literal[
    "anybody",
    "stranger",
    "seat",
    "holder",
    "orderer",
    "player",
    "caretaker",
    "master",
    "person",
    "host",
]
"""``stranger``: who has not proven to hold a seat. ``seat``: whoever names a seat, for the answer
goes to its player. ``holder``: the same, for what nobody can ask who holds none. ``player``: who
has proven to hold a seat; ``caretaker``: who looks after one; ``orderer``: either; ``master``: a
game master; ``person``: a player or a game master; ``host``: who has the database."""
T = TypeVar("T")
P = ParamSpec("P")
ANYTHING = r".{1,200}"


class Call(msgspec.Struct, frozen=True, eq=False):
    """An operation that is asked for: of which campaign, when and by whom."""

    store: Store
    asked_of: State | None
    """The campaign as it stands; None: who asks names none, or asks of all."""
    now: datetime
    """When it was asked: what a person does counts from then."""
    seat: Seat | None = None
    """The seat that asks, or for which somebody asks; None: a game master, as the public."""
    master: Master | None = None
    """The game master who asks by mail."""
    file: OrderFile = OrderFile.read("", NOWHERE)
    """The message that belongs to it, or the orders that it is about, and from where it comes."""
    asker: str = ""
    """The address of the game master who asks, if an answer goes there."""

    @property
    def state(self) -> State:
        """The campaign as it stands, of an operation that is always asked of one."""
        assert self.asked_of
        return self.asked_of

    @property
    def source(self) -> Source:
        """The letter or the terminal that asks."""
        return self.file.source

    @property
    def campaign(self) -> Campaign:
        """The campaign that it is asked of."""
        return self.state.campaign

    @property
    def holder(self) -> Seat:
        """The seat of a player who asks. Raises RefusedError if nobody says for which seat."""
        if self.seat is None:
            names = [each.name for each in self.state.seats]
            raise RefusedError("whose-seat", names=names)
        return self.seat

    @property
    def zone(self) -> str:
        """The time zone of who asks."""
        return (self.seat.zone if self.seat else "") or self.campaign.settings.zone

    @property
    def viewer(self) -> str:
        """The seat that the game is seen as; ``""``: as the public."""
        return self.seat.name if self.seat else ""

    def change(
        self, work: Callable[Concatenate[Change, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Change the campaign: what ``work`` adds is entered, all or nothing."""

        def act(change: Change) -> T:
            change.set_actors(self.actors, self.asker)
            return work(change, *args, **more)

        return commit(self.store, self.campaign, self.now, act)

    @property
    def actors(self) -> dict[str, str]:
        """Who acts in the name of the seat that asks, as a change knows it."""
        return {self.seat.name: self.source.actor_for(self.seat)} if self.seat else {}

    def again(self) -> Self:
        """Return the same with the campaign as it is by now."""
        campaign = self.store.find(Campaign, id=self.campaign.id)
        state = State(self.store, campaign, self.now, self.actors)
        return replace(self, asked_of=state)


class Reply(NamedTuple):
    """What is answered: the words of a letter, and the facts that they are made from."""

    letter: str
    """The file in ``templates/letters``."""
    facts: Mapping[str, Any]
    standings: Table | None = None
    files: Sequence[File] = ()
    charts: Sequence[str] = ()
    told: bool = False
    """Whether who asks by mail gets another letter that says the same."""

    def write(self, state: State | None, seat: Seat | None, **more: Any) -> Report:
        """Return the answer in words; ``more`` are facts of the way that it was asked by.

        To a stranger, who asks about no campaign, it is bare.
        """
        known = setting(state, seat) if state and self.letter != DONE else None
        facts = {**self.facts, **more}
        return reports.notice(
            known,
            self.letter,
            facts,
            standings=self.standings,
            files=self.files,
            charts=self.charts,
        )


DONE = "done"


def acknowledge(call: Call, block: str, facts: Mapping[str, Any]) -> Reply:
    """Return the answer to a game master; a block of its template is what was done."""
    known = {"campaign": call.campaign.name, **facts}
    return Reply(DONE, {**known, "text": reports.phrase(DONE, block, known)})


class ValueKind(NamedTuple):
    """A kind of value."""

    metavar: str
    """What stands for it in a usage: words in capitals are values, those in small letters stand
    for themselves, and what can be chosen is parted by “|”."""
    read: Callable[[str, Call], Any]
    """Reads a text. Raises CampaignError for one that is none, and for an empty one."""
    pattern: str = ANYTHING
    """What a text of that kind looks like in a letter, in any case."""
    part: Callable[[str, Call], tuple[str, str]] = lambda text, call: text.partition(" ")[::2]
    """Parts a text into what is such a value and what stands behind it: a word and the rest."""


class Argument(NamedTuple):
    """An argument of an operation, by the name that its function calls it."""

    name: str
    kind: ValueKind
    about: str = ""
    """What it is, in a sentence; with it the argument is an option of the command, too."""
    before: tuple[str, ...] = ()
    """What may stand between it and the argument before it, in any case; the first is usual.
    ``""``: nothing but a space. Before the first argument it is read with it."""
    guard: bool = False
    """Whether it only shows that the right thing is meant, so that it needs no asking back."""

    def part(self, text: str) -> tuple[str, str]:
        """Part a text at what stands before this argument."""
        between = "|".join(map(_pattern_of, self.before))
        parts = re.split(between, text, maxsplit=1, flags=re.IGNORECASE)
        return parts[0], "".join(parts[1:])


def _pattern_of(between: str) -> str:
    """Return a pattern of a word, a sign or nothing, with the spaces around it, if any follow."""
    if not between:
        return r"\s+"
    before, behind = (r"\s+", r"(?:\s+|\Z)") if between.isalpha() else (r"\s*", r"\s*")
    return f"{before}{re.escape(between)}{behind}"


class Operation(NamedTuple):
    """One thing that a person can ask of a campaign."""

    handle: Callable[..., Reply | Report | None]
    """Is given the call and, by name, the arguments; returns the answer, None if it has queued all
    letters itself. Raises CampaignError, GameError if it cannot be done; then nothing is."""
    who: Who
    arguments: tuple[Argument, ...]
    name: str
    """The word or words that ask for it, in small letters."""
    help: str
    """What it does, in a clause: “say where the game stands”."""
    optional: frozenset[str]
    """The arguments that can be left out; they are not given to the function then."""
    usage: str = ""
    """The arguments as a person reads them: ``[PHASE]``."""
    examples: tuple[str, ...] = ()
    """What may stand behind the name."""
    changes: bool = True
    """Whether it changes anything."""
    tells: bool = False
    """Whether it changes nothing without arguments, when it is answered with how it stands."""
    beside_orders: bool = False
    """Whether orders in the same letter count, too: beside what changes nothing, if nothing else is
    stated."""
    forms: tuple[str, ...] = ()
    """Other words for the same."""
    text: Literal["", "message", "orders"] = ""
    """What the lines below are in a letter, if they are its own: a message until the signature, or
    orders, wherever in the letter they stand."""
    ends: str = ""
    """The line that ends its message; ``""``: the letter does."""
    alone: bool = False
    """Whether it must be the only line of a letter, since orders can begin with that word."""
    confirm: str = ""
    """What is asked back at a terminal before it is done."""
    verbatim: bool = False
    """Whether the arguments are read as they stand in a letter, comments and all."""

    @property
    def looks(self) -> str:
        """What may follow the name in a letter: a pattern; ``""``: nothing."""
        if not self.arguments:
            return ""
        return self.arguments[0].kind.pattern if len(self.arguments) == 1 else ANYTHING

    def part(self, text: str, call: Call) -> dict[str, str]:
        """Part the words behind the name into the texts of the arguments."""
        texts = {}
        rest = text.strip()
        for argument, following in zip_longest(self.arguments, self.arguments[1:]):
            given, rest = rest, ""
            if following and following.before:
                given, rest = following.part(given)
            elif following:
                given, rest = argument.kind.part(given, call)
            texts[argument.name] = given.strip()
        return texts

    def values(self, texts: Mapping[str, str], call: Call) -> dict[str, Any]:
        """Read the arguments, each from its text. Raises CampaignError."""
        return {
            argument.name: self._read(argument, texts.get(argument.name, ""), call)
            for argument in self.arguments
            if texts.get(argument.name) or argument.name not in self.optional
        }

    def _read(self, argument: Argument, text: str, call: Call) -> Any:
        """Read an argument from its text; of one that is left out, say how all is written."""
        try:
            return argument.kind.read(text, call)
        except RefusedError:
            raise
        except CampaignError:
            if text:
                raise
            facts = {"request": self.name, "usage": self.usage, "example": self.examples[0]}
            raise RefusedError("left-out", **facts) from None


def operation(
    who: Who, *arguments: Argument, name: str = "", usage: str = "", **more: Any
) -> Callable[[Callable[..., Reply | Report | None]], Operation]:
    """Make an operation of a function, of its name, and of the first paragraph of its docstring.

    Arguments with a default can be left out. ``more`` are the other fields of an ``Operation``.
    """

    def state(handle: Callable[..., Reply | Report | None]) -> Operation:
        parameters = inspect.signature(handle).parameters.values()
        optional = frozenset(x.name for x in parameters if x.default is not x.empty)
        metavars = (
            f"[{x.kind.metavar}]" if x.name in optional else x.kind.metavar for x in arguments
        )
        clause = " ".join((handle.__doc__ or "").partition("\n\n")[0].split()).removesuffix(".")
        about = clause[:1].lower() + clause[1:]
        called = name or handle.__name__
        shown = usage or " ".join(metavars)
        given = {"beside_orders": not more.get("changes", True), **more}
        return Operation(handle, who, arguments, called, about, optional, shown, **given)

    return state
