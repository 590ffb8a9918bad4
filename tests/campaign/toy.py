"""A tiny game for the tests: gold is hidden in secret, then seats strike at each other with dice.

Round by round: `plan` (all order at once: hide gold) and `strike` (all at once, or with the option
``turns`` one seat after the other). The order `crash` makes adjudication fail, `sulk` checking.
"""

from functools import cache
from typing import Annotated, Any, ClassVar

import msgspec

from adjudicator.chance import Script
from adjudicator.games.contract import (
    NOT_YOUR_TURN,
    Column,
    Default,
    Event,
    GameError,
    Meta,
    Option,
    Ordered,
    Phase,
    Position,
    Resolution,
    Table,
    Won,
)
from adjudicator.games.picture import Badge, Party, Picture, Spot
from adjudicator.games.records import unknown_keys
from adjudicator.games.sketch import Sketched
from adjudicator.orders import Branch, Finding, Language, Line, Names, Order, Orders, Vocabulary
from adjudicator.orders.language.slots import Name, Number


class Purse(msgspec.Struct, frozen=True):
    gold: int = 10
    hidden: int = 0


class Toy(Position, kw_only=True):
    seats: dict[str, Purse]
    phase: str = "plan"
    active: str = ""


class Hide(Order, frozen=True):
    """Hide gold."""

    syntax: ClassVar[str] = "hide <amount>"
    examples: ClassVar[tuple[str, ...]] = ("hide 3",)
    amount: Annotated[int, Number(0, 99)]


class Boast(Order, frozen=True):
    """Boast of a number."""

    syntax: ClassVar[str] = "boast <amount>"
    examples: ClassVar[tuple[str, ...]] = ("boast 3",)
    amount: Annotated[int, Number(0, 99)]


class Strike(Order, frozen=True):
    """Strike at a seat."""

    syntax: ClassVar[str] = "(strike|hit) <target>"
    examples: ClassVar[tuple[str, ...]] = ("strike Oda",)
    about: ClassVar[tuple[str, ...]] = ("target",)
    target: Annotated[str, Name("seat")]


class Jeer(Order, frozen=True):
    """Jeer so many times; with the option ``guests`` in another's turn too."""

    syntax: ClassVar[str] = "jeer <amount>"
    examples: ClassVar[tuple[str, ...]] = ("jeer 3",)
    amount: Annotated[int, Number(0, 99)]


class Crash(Order, frozen=True):
    """Make the rules fail."""

    syntax: ClassVar[str] = "crash"


class Sulk(Order, frozen=True):
    """Make the check fail."""

    syntax: ClassVar[str] = "sulk"


class Hid(Event, frozen=True):
    seat: str
    amount: int


class Jeered(Event, frozen=True):
    seat: str
    amount: int


class Struck(Event, frozen=True):
    seat: str
    target: str
    die: int


KINDS = {"plan": (Hide, Boast, Crash, Sulk), "strike": (Strike, Jeer, Crash, Sulk)}
_EVENTS = msgspec.json.Decoder(tuple[Hid | Jeered | Struck | Ordered | Won, ...])
_POSITION = msgspec.json.Decoder(Toy)


@cache
def language_of(name, seats):
    return Language(
        name, KINDS[name], Vocabulary(Names("seat", dict.fromkeys(seats, ()))), phases=KINDS
    )


class Steady:
    def orders(self, view: Toy, seat: str, chance: Any) -> Orders:
        if view.options.get("bad_regent"):
            raise RuntimeError("the regent lost his head")
        if view.phase == "plan":
            amount = chance.dice(1, 3, "regent")[0]
            return Orders((Line((Branch(Hide(min(amount, view.seats[seat].gold))),)),))
        others = [name for name in view.seats if name != seat]
        return Orders((Line((Branch(Strike(chance.shuffle(others, "whom")[0])),)),))


def _insist_on_view(view):
    """Of the whole position nothing is ever told: what is shown of it comes through a view."""
    assert view.viewer is not None, "a whole position is no view"


class Game:
    regents = ("steady", "strong", "random")
    meta: ClassVar[Meta] = Meta(
        "toy",
        "Toy",
        (2, 5),
        ("Oda", "Takeda", "Mori"),
        (
            Option("turns", False, (False, True), "strike one after the other"),
            Option("guests", False, (False, True), "in another's turn the others may jeer"),
            Option("rounds", 3, (1, 2, 3, 50), "how many rounds"),
            Option("broken", False, (False, True), "every adjudication fails"),
            Option("bad_regent", False, (False, True), "regents fail"),
            Option("bad_map", False, (False, True), "maps fail"),
        ),
    )

    def new(self, seats, options, chance):
        known = {option.name: option for option in self.meta.options}
        for name, value in options.items():
            if name not in known or value not in known[name].values:
                raise GameError(f"toy has no option {name} = {value}.")
        if not 2 <= len(seats) <= 5:
            raise GameError("toy is for 2 to 5 seats.")
        chosen = {name: options.get(name, option.default) for name, option in known.items()}
        order = chance.shuffle(list(seats), "seating")
        purses = {seat: Purse(10 + (seat == order[0])) for seat in seats}
        return Resolution(Toy(game="toy", options=chosen, seats=purses), ())

    def phase(self, position):
        everybody = tuple(s for s, purse in position.seats.items() if purse.gold > 0)
        over = position.round > position.options["rounds"] or len(everybody) < 2
        key = f"{position.round} {position.phase}"
        must = everybody
        if position.active:
            key, must = f"{key} {position.active}", (position.active,)
        may = everybody if position.options["guests"] else must
        if over:
            last = min(position.round, position.options["rounds"])
            return Phase(f"{last} over", last, "over", "The end", (), (), True)
        return Phase(key, position.round, position.phase, position.phase.title(), must, may)

    def language(self, position, name, seat=""):
        name = name or position.phase
        if name not in KINDS:
            return None
        return language_of(name, tuple(position.seats))

    def part(self, position, line):
        return ""

    def languages(self, options):
        position = self.new(("Oda", "Takeda"), options, Script()).position
        return [(self.language(position, name), name.title()) for name in KINDS]

    def faulty_lines(self, view, seat, orders):
        found = self.check(view, seat, orders)
        return {each.line for each in found if each.severity == "error"}

    def check(self, view, seat, orders):
        _insist_on_view(view)
        findings = []
        for line in orders:
            order = line.order
            if isinstance(order, Sulk):
                raise RuntimeError("sulking")
            if view.active not in ("", seat) and not isinstance(order, Jeer):
                message = f"It is {view.active}'s turn; you can only jeer."
                findings.append(Finding(line.number, NOT_YOUR_TURN, "error", str(line), message))
            if isinstance(order, Hide) and order.amount > view.seats[seat].gold:
                message = f"You have {view.seats[seat].gold} gold."
                findings.append(Finding(line.number, "too-much", "error", str(line), message))
            if isinstance(order, Strike) and order.target == seat:
                message = "You cannot strike yourself."
                findings.append(Finding(line.number, "self", "error", str(line), message))
        return findings

    def defaults(self, view, seat, orders):
        _insist_on_view(view)
        return [] if len(orders) else [Default("hide 0", "nothing was ordered")]

    def legal_orders(self, view, seat):
        _insist_on_view(view)
        if view.phase == "plan":
            return [Line((Branch(Hide(1)),))]
        return [Line((Branch(Strike(other)),)) for other in view.seats if other != seat]

    def battles(self, view):
        raise GameError("Toy has no battles that can be reckoned.")

    def luck(self):
        return None

    def adjudicate(self, position, orders, chance):
        if position.options["broken"]:
            raise RuntimeError("broken rules")
        purses, events = dict(position.seats), []
        for seat in self.phase(position).may:
            for line in orders.get(seat, ()):
                order = line.order
                if isinstance(order, Crash):
                    raise RuntimeError(f"{seat} crashed it")
                if isinstance(order, Hide):
                    amount = min(order.amount, purses[seat].gold)
                    purses[seat] = Purse(purses[seat].gold, amount)
                    events.append(Hid(seat=seat, amount=amount, to=(seat,)))
                elif isinstance(order, Jeer):
                    events.append(Jeered(seat=seat, amount=order.amount))
                elif isinstance(order, Strike) and position.active in ("", seat):
                    die = chance.dice(1, 6, f"{seat} strikes {order.target}")[0]
                    target = purses[order.target]
                    loss = min(die // 4, max(0, target.gold - target.hidden))
                    purses[order.target] = Purse(target.gold - loss, target.hidden)
                    events.append(Struck(seat=seat, target=order.target, die=die))
        after = self._next(position, purses)
        if self.phase(after).over:
            best = max(purse.gold for purse in purses.values())
            winners = tuple(s for s, purse in purses.items() if purse.gold == best)
            events.append(Won(seats=winners, why="most gold"))
        return Resolution(after, tuple(events))

    def _next(self, position, purses):
        def change(**fields):
            return msgspec.structs.replace(position, seats=purses, **fields)

        alive = [seat for seat, purse in purses.items() if purse.gold > 0]
        if position.phase == "plan":
            return change(phase="strike", active=alive[0] if position.options["turns"] else "")
        names = list(position.seats)
        if position.active:
            left = [s for s in alive if names.index(s) > names.index(position.active)]
            if left:
                return change(active=left[0])
        return change(phase="plan", active="", round=position.round + 1)

    def view(self, position, seat):
        seen = {
            name: purse if name == seat else Purse(purse.gold)
            for name, purse in position.seats.items()
        }
        return msgspec.structs.replace(position, seats=seen, viewer=seat)

    def standings(self, view):
        _insist_on_view(view)
        rows = tuple((seat, str(purse.gold)) for seat, purse in view.seats.items())
        return Table("Standings", (Column("Seat", False), Column("Gold")), rows)

    def picture(self, view, events):
        _insist_on_view(view)
        if view.options["bad_map"]:
            raise RuntimeError("no paper")
        parties = tuple(Party(seat, index) for index, seat in enumerate(view.seats))
        return Picture("ikusa", "Toy", self.phase(view).title, {"Awa": Spot("")}, parties)

    def sketch(self, view, seat, orders):
        _insist_on_view(view)
        badge = Badge("Awa", "hide", seat=seat)
        hides = [line for line in orders if str(line).startswith("hide")]
        return [Sketched(badge, line, line.branches[0]) for line in hides]

    def sheet(self, view, seat):
        _insist_on_view(view)
        return ["# hide <amount>"]

    def regent(self, name):
        if name not in ("steady", "random", "timid"):
            raise GameError(f"There is no regent “{name}”.")
        return Steady()

    def encode(self, position):
        return msgspec.json.encode(position)

    def decode(self, data, strict=False):
        try:
            position = _POSITION.decode(data)
        except msgspec.DecodeError as error:
            raise GameError(f"not a position of toy: {error}") from error
        if strict and (unknown := list(unknown_keys(msgspec.json.decode(data), position))):
            raise GameError(f"unknown: {unknown}")
        return position

    def encode_events(self, events):
        return msgspec.json.encode(list(events))

    def decode_events(self, data):
        return _EVENTS.decode(data)

    def from_table(self, table, options):
        raise GameError("toy has no rule cases")

    def faults(self, position):
        return [f"{s} has less than nothing" for s, p in position.seats.items() if p.gold < 0]


game = Game()
