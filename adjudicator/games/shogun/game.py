"""The game as the rooms above see it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from adjudicator.chance import Chance
from adjudicator.games.contract import (
    Column,
    Default,
    Event,
    Meta,
    Ordered,
    Phase,
    Regent,
    Resolution,
    Table,
    Value,
)
from adjudicator.games.picture import Picture
from adjudicator.games.shogun import saving
from adjudicator.games.shogun.course import (
    CARRY_OUT,
    DRAFT,
    OVER,
    PLAN,
    WINTER,
    asked,
    carry_out,
    phase_rule,
)
from adjudicator.games.shogun.judging import judged
from adjudicator.games.shogun.language import language_of
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.orders import Continued, Laid
from adjudicator.games.shogun.panels import pictured
from adjudicator.games.shogun.position import ShogunPosition, when
from adjudicator.games.shogun.programme import play_of, rules_of, scene_of
from adjudicator.games.shogun.regent import regent
from adjudicator.games.shogun.rules import Module
from adjudicator.games.shogun.setup import full_options, new_game
from adjudicator.games.shogun.sheet import sheet
from adjudicator.orders import Finding, Language, Line, Order, Orders, read_orders
from adjudicator.orders.orders import Branch


class Shogun:
    """Shogun, with any of its expansions. See ``contract.Game`` for what each function does."""

    meta: ClassVar[Meta] = META

    def new(self, seats: Sequence[str], options: Mapping[str, Value], chance: Chance) -> Resolution:
        """Set a game up."""
        return new_game(seats, options, chance)

    def phase(self, position: ShogunPosition) -> Phase:
        """Return the phase that the position waits in."""
        scene = scene_of(position)
        rule = phase_rule(scene)
        date = when(position.round)
        if rule is None:
            key = f"{position.round} {OVER}"
            return Phase(key, position.round, OVER, "The game is over", (), (), over=True)
        title = f"{date.season.capitalize()} of year {date.year}: {rule.title}"
        return Phase(
            key=f"{position.round} {rule.name}",
            round=position.round,
            name=rule.name,
            title=rule.title.capitalize() if rule is DRAFT else title,
            must=asked(scene, rule),
            may=tuple(position.seats),
        )

    def language(self, position: ShogunPosition, name: str) -> Language | None:
        """Return the language of a phase."""
        scene = scene_of(position)
        phase = name or position.phase
        kinds = scene.rules.kinds.get(phase)
        if kinds is None or phase not in _phases(position.options, scene.rules):
            return None
        return language_of(phase, kinds, str(position.options["side"]), tuple(position.seats))

    def languages(self, options: Mapping[str, Value]) -> list[tuple[Language, str]]:
        """Return the language of every phase, each with its title."""
        full = full_options(options)
        rules = rules_of(full)
        return [
            (
                language_of(name, rules.kinds[name], str(full["side"]), self.meta.seats),
                f"{title.capitalize()}.",
            )
            for name, title in _phases(full, rules).items()
        ]

    def check(self, view: ShogunPosition, seat: str, orders: Orders) -> list[Finding]:
        """Judge a seat's orders."""
        scene = scene_of(view)
        if phase_rule(scene) is None:
            return [Finding(0, "over", "error", "", "The game is over.")] if len(orders) else []
        return judged(scene, seat, orders)[1]

    def defaults(self, view: ShogunPosition, seat: str, orders: Orders) -> list[Default]:
        """Say what fills the gaps."""
        scene = scene_of(view)
        if phase_rule(scene) is None:
            return []
        kept, _ = judged(scene, seat, orders)
        standing = _with_standing(self, view, seat, kept)
        return [gap for gaps in scene.rules.gaps for gap in gaps(scene, seat, standing)]

    def legal_orders(self, view: ShogunPosition, seat: str) -> list[Line]:
        """Return legal orders of the seat."""
        scene = scene_of(view)
        if phase_rule(scene) is None:
            return []
        orders = (order for offers in scene.rules.offers for order in offers(scene, seat))
        return [Line((Branch(order),)) for order in dict.fromkeys(orders)]

    def adjudicate(
        self, position: ShogunPosition, orders: Mapping[str, Orders], chance: Chance
    ) -> Resolution:
        """Carry out the phase."""
        current = saving.copied(position)
        scene = scene_of(current)
        if phase_rule(scene) is None:
            return Resolution(current, ())
        standing: dict[str, Orders] = {}
        refused: list[Event] = []
        for seat in current.seats:
            accepted, findings = judged(scene, seat, orders.get(seat, Orders()))
            standing[seat], again = judged(
                scene, seat, _with_standing(self, current, seat, accepted)
            )
            wrong = (each for each in (*findings, *again) if each.severity == "error")
            refused += (_refused(seat, each) for each in wrong)
        play = play_of(current, chance, standing)
        for event in refused:
            play.tell(event)
        carry_out(play)
        events = (*play.events, *_noted(play.events, standing))
        return Resolution(play.position, events)

    def view(self, position: ShogunPosition, seat: str) -> ShogunPosition:
        """Return the position without the plans that other seats have laid face down."""
        seats = {
            name: record if name == seat else replace(record, plan={}, moves="")
            for name, record in position.seats.items()
        }
        return replace(position, seats=seats, viewer=seat)

    def standings(self, view: ShogunPosition) -> Table:
        """Return the public standings."""
        scene = scene_of(view)
        columns = scene.rules.columns
        return Table(
            "Standings",
            (Column("Seat", number=False), *(column for column, _ in columns)),
            tuple((seat, *(figure(scene, seat) for _, figure in columns)) for seat in view.seats),
        )

    def picture(self, view: ShogunPosition, events: Sequence[Event]) -> Picture:
        """Return what the map shows."""
        return pictured(scene_of(view), events)

    def sheet(self, view: ShogunPosition, seat: str) -> list[str]:
        """Return the lines of a blank order sheet."""
        return sheet(scene_of(view), seat)

    def regent(self, name: str) -> Regent:
        """Return a regent."""
        return regent(name)

    def encode(self, position: ShogunPosition) -> bytes:
        """Return the position as JSON."""
        return saving.encode(position)

    def decode(self, data: bytes) -> ShogunPosition:
        """Read a position."""
        return saving.decode(data)

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Return events as JSON."""
        return saving.encode_events(events)

    def decode_events(self, data: bytes) -> tuple[Event, ...]:
        """Read events back."""
        return saving.decode_events(data)

    def from_table(self, table: Mapping[str, Any], options: Mapping[str, Value]) -> ShogunPosition:
        """Make a position from the table of a rule case."""
        return saving.from_table(table, options)

    def faults(self, position: ShogunPosition) -> list[str]:
        """Say what is impossible about a position."""
        return saving.faults(position)


def _noted(events: Sequence[Event], standing: Mapping[str, Orders]) -> Iterator[Ordered]:
    """Answer the lines that no step answered: wishes, of which the first of a kind counts (H37)."""
    answered = {(event.seat, event.line) for event in events if isinstance(event, Ordered)}
    for seat, orders in standing.items():
        settled: set[type[Order]] = set()
        for line in orders:
            kind = type(line.order)
            if line.number and (seat, line.number) not in answered:
                late = kind in settled
                yield Ordered(
                    to=(seat,),
                    seat=seat,
                    line=line.number,
                    text=str(line.order),
                    outcome="skipped" if late else "noted",
                    why="An earlier line of this kind counts." if late else "",
                )
            if not issubclass(kind, Continued | Laid) and line.branches[-1].when is None:
                settled.add(kind)


def _refused(seat: str, finding: Finding) -> Ordered:
    """Tell a seat that a line of its orders could not be carried out at all."""
    return Ordered(
        to=(seat,),
        seat=seat,
        line=finding.line,
        text=finding.read,
        outcome="failed",
        why=finding.message,
    )


def _phases(options: Mapping[str, Value], rules: Module) -> dict[str, str]:
    """Return the phases of a game in the order in which they come, each with its title."""
    two_mails = options["season"] == "two mails"
    found = (
        *((DRAFT,) if options["start"] == "draft" else ()),
        *((PLAN, CARRY_OUT) if two_mails else (PLAN,)),
        *rules.after,
        WINTER,
    )
    return {rule.name: rule.title for rule in found}


def _with_standing(game: Shogun, position: ShogunPosition, seat: str, given: Orders) -> Orders:
    """Return accepted orders with the moves that came with the plan and are not replaced."""
    moves = position.seats[seat].moves
    if position.phase != CARRY_OUT.name or not moves:
        return given
    language = game.language(position, CARRY_OUT.name)
    assert language is not None
    planned = read_orders(moves, language).orders
    laid = {line.order.space for line in given if isinstance(line.order, Laid)}
    kept = (
        replace(line, number=0)
        for line in planned
        if not (isinstance(line.order, Laid) and line.order.space in laid)
    )
    return Orders((*given, *kept))
