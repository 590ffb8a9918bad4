"""A phase being carried out: what the rules ask and change, beside what the engine has."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.games.contract import Defaulted, Event, Ordered
from adjudicator.games.engine import Module, Outcome, Play, Problem
from adjudicator.games.engine.lines import Deed, Rules, fail
from adjudicator.games.engine.play import Saved, provinces_of, put
from adjudicator.games.engine.problems import forbid
from adjudicator.games.records import exchange
from adjudicator.games.samurai_swords.edition import EDITIONS, REGULAR, SIDES, TRAY, Edition
from adjudicator.games.samurai_swords.orders.war_orders import STEP_ORDERS
from adjudicator.games.samurai_swords.reasons import warning
from adjudicator.games.samurai_swords.table import position as records
from adjudicator.games.samurai_swords.table.position import SwordsPosition
from adjudicator.orders import Line, Order, When

_NO_RONIN = records.Hidden()
_NO_PLAN = records.Plan()
TURN_OVER = warning("turn-over.before-this")
NOT_REACHED = warning("not-reached")
WAR_PHASES = ("war", *STEP_ORDERS)


# What nobody knows beforehand, and the ways in which it may come out for a seat’s orders


End = Literal["won", "off", "lost"]


class BattleEnding(Struct, frozen=True):
    """How a battle ends."""

    word: End
    losses: int
    """How many attackers are lost: all if the battle is, else not the last one."""


VICTORY = BattleEnding("won", 0)


class DefiniteAttack(NamedTuple):
    """An attack made definite: which troop, from where, at what."""

    source: str
    target: str
    army: str
    """The attacking army's number, or ``""`` for the force of the source."""


class Fate(Struct, frozen=True):
    """In a rehearsal: what is assumed of all that nobody knows. The ninja does nothing in it."""

    ending: Callable[[Any, str, DefiniteAttack, Any, Any], BattleEnding] = lambda *given: VICTORY
    """How a battle ends: given the play, the attacker's seat, the clash, and the two hosts."""
    conditions: bool | None = None
    """Whether the conditions hold that depend on what nobody knows; None: as things stand."""


BEST = Fate()
"""All battles are won without losses, and nobody else does anything."""


# A phase being carried out


class SwordsModule(Module, frozen=True, kw_only=True):
    """A part of the rules of Samurai Swords."""

    any_time: Rules = {}
    """The rules of orders that can be carried out at any moment: policies and missions."""
    to_win: tuple[Callable[[Any], int], ...] = ()
    """How many provinces win in a mode."""
    numbers: Mapping[str, int] = {}
    """Numbers that a mode may have of its own: the ``level`` of a new daimyo."""
    victories: tuple[Callable[[Any], None], ...] = ()
    """Judged whenever a province or a daimyo was won or lost: they end the game if it is won."""


class SwordsPlay(Play[SwordsPosition, SwordsModule]):
    """A phase of Samurai Swords or Ikusa being carried out."""

    fate: Fate | None = None
    """In a rehearsal: what is assumed of all that nobody knows."""
    unsure = False
    """In a rehearsal: whether anything of that has had its effect by now."""

    ambush_off = False
    """Whether it is only tried out where armies can move, and no ninja strikes on the way."""

    def __init__(self, *given: Any, **named: Any):
        super().__init__(*given, **named)
        commands = (seat.colours for seat in self.position.seats.values())
        self._allies = dict(pair for two in commands if len(two) == 2 for pair in (two, two[::-1]))
        self.waiting: set[int] = set()
        """The lines (their ``id``) that stand for a later phase of a series."""
        self.ninja_dice: dict[str, int] = {}
        self.sure: set[int] = set()
        """In a rehearsal: the lines (their ``id``) of which it was sure what becomes of them."""
        self.before_battles: Saved[SwordsPosition] | None = None
        """In a rehearsal: the point before the first battle."""
        self.mender: Callable[[SwordsPlay, str, Outcome, Rules], Outcome] | None = None
        """In the best rehearsal of a check: finds what would be right in place of a line."""
        self.clashes: dict[DefiniteAttack, Any] = {}
        """In the best rehearsal of a check: the battles, and what may come of them."""

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return EDITIONS[self.position.game]

    @property
    def to_win(self) -> int:
        """How many provinces win."""
        return self.rules.to_win[0](self)

    @property
    def at_war(self) -> bool:
        """Whether the phase is a war turn, or a step of one."""
        return self.position.phase in WAR_PHASES

    def colour(self, name: str) -> records.Colour:
        """Return the record of a colour."""
        return self.position.colours[name]

    def change_colour(self, name: str, **fields: Any) -> None:
        """Give fields of a colour's record other values."""
        put(self.position.colours, name, exchange(self.colour(name), fields))

    def seats_of(self, colours: Iterable[str]) -> tuple[str, ...]:
        """Return the seats that command any of these colours, in seating order."""
        wanted = set(colours)
        seats = self.position.seats.items()
        return tuple(name for name, seat in seats if wanted & set(seat.colours))

    def seat_of(self, colour: str) -> str:
        """Return the seat that commands a colour."""
        return self.seats_of((colour,))[0]

    def ally(self, colour: str) -> str:
        """Return the other colour of the same seat, or ``""``: every seat has one but with two."""
        return self._allies.get(colour, "")

    def is_ally(self, colour: str, other: str) -> bool:
        """Whether two colours belong to one seat."""
        return bool(other) and self._allies.get(colour) == other

    def are_foes(self, colour: str, other: str) -> bool:
        """Whether two colours belong to different seats."""
        return other not in ("", colour) and self._allies.get(colour) != other

    def province(self, name: str) -> records.SwordsProvince:
        """Return the record of a province."""
        return self.position.provinces[name]

    def owner(self, place: str) -> str:
        """Return the seat that owns a province, or ``""``."""
        return self.position.provinces[place].owner

    def plan(self, seat: str) -> records.Plan:
        """Return a seat's plan, as far as it is known."""
        return self.position.colours[seat].plan or _NO_PLAN

    def survivors(self) -> list[str]:
        """Return the colours that are in the game, in seating order."""
        return [name for name, seat in self.position.colours.items() if not seat.out]

    def is_alive(self, seat: str) -> bool:
        """Whether the game goes on, and the seat is in it."""
        return not self.over and not self.position.colours[seat].out

    def seats_before(self, seat: str) -> list[str]:
        """Return the living colours whose turns come before one's in the same phase."""
        order = self.position.turn_order
        if self.position.active or seat not in order:
            return []
        return [each for each in order[: order.index(seat)] if self.is_alive(each)]

    @property
    def is_ninja_about(self) -> bool:
        """Whether the ninja may strike in this phase (M23)."""
        return bool(self.position.ninja.holder) and self.position.round > 1

    def can_act(self, colour: str) -> bool:
        """Whether a colour is in the game, and nobody else's turn is played."""
        return self.is_alive(colour) and self.position.active in ("", colour)

    def is_turn_of(self, colour: str) -> bool:
        """Whether no other's turn is played: a seat parts its hand for both its colours (M45)."""
        active = self.position.active
        if active and self.position.phase == "divide":
            return self.seat_of(colour) == self.seat_of(active)
        return active in ("", colour)

    def provinces_of(self, seat: str) -> tuple[str, ...]:
        """Return the provinces of a seat, in the board's order."""
        return self.look_up(provinces_of, seat)

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Return what lies next to a province."""
        return self.board.neighbours[place]

    def army(self, seat: str, number: str) -> records.Army | None:
        """Return an army of a seat, or None if it is lost."""
        return self.position.colours[seat].armies.get(number)

    def army_in(self, place: str, seat: str = "") -> tuple[str, records.Army] | None:
        """Return the number and the army that stands in a province, of its owner or that seat."""
        owner = seat or self.position.provinces[place].owner
        if owner:
            for number, army in self.position.colours[owner].armies.items():
                if army.at == place:
                    return number, army
        return None

    def has_force(self, place: str) -> bool:
        """Whether a regular unit stands in a province that belongs to no army."""
        return records.regulars(self.position.provinces[place]) > 0

    def hidden_ronin(self, place: str) -> records.Hidden:
        """Return the hidden ronin in a province (those that are known here)."""
        owner = self.position.provinces[place].owner
        return self.position.colours[owner].hidden.get(place, _NO_RONIN) if owner else _NO_RONIN

    def strength(self, place: str) -> int:
        """Count the units that can be seen in a province: force, army, daimyo."""
        there = self.army_in(place)
        return records.size(self.position.provinces[place]) + (
            records.size(there[1]) + 1 if there else 0
        )

    def tray(self, seat: str, unit: str) -> int:
        """Return how many of a unit a seat can still levy (M13)."""
        record = self.position.colours[seat]
        used: int = sum(getattr(army, unit) for army in record.armies.values())
        used += sum(getattr(self.province(place), unit) for place in self.provinces_of(seat))
        return TRAY[unit] * record.sets - used

    # Changes

    def set_army(self, seat: str, number: str, army: records.Army | None) -> None:
        """Put an army on a seat's card in place of the one of that number; None takes it off."""
        armies = dict(self.position.colours[seat].armies)
        if army is None:
            armies.pop(number, None)
        else:
            armies[number] = army
        self.change_colour(seat, armies=armies)

    def change_army(self, seat: str, number: str, **fields: Any) -> None:
        """Give fields of an army other values."""
        self.set_army(seat, number, replace(self.position.colours[seat].armies[number], **fields))

    def add_to_army(self, seat: str, number: str, units: Mapping[str, int]) -> None:
        """Add units to an army; negative numbers are taken away."""
        army = self.position.colours[seat].armies[number]
        sums = {unit: getattr(army, unit) + count for unit, count in units.items()}
        self.set_army(seat, number, replace(army, **sums))

    def tell(self, *events: Event) -> None:
        """Record what happened. Seats learn it, not colours; what is of one line names both."""
        super().tell(*(map(self._to_seats, events) if self._allies else events))

    def _to_seats(self, event: Event) -> Event:
        if not event.to:
            return event
        event = replace(event, to=self.seats_of(event.to))
        if isinstance(event, Ordered | Defaulted):
            return replace(event, seat=event.to[0], colour=event.seat)
        return event

    def roll_for_ninja(self, label: str) -> int:
        """Roll a die of the ninja's one strike: once, even if what led to it is worked out anew."""
        if label not in self.ninja_dice:
            self.ninja_dice[label] = self.chance.dice(1, SIDES, label)[0]
        return self.ninja_dice[label]

    def mend(self, seat: str, outcome: Outcome, rules: Rules) -> Outcome:
        """Return an outcome with an order that would be right at this moment, if one is known."""
        return self.mender(self, seat, outcome, rules) if self.mender else outcome

    def keep(self, seat: str, outcome: Outcome) -> None:
        """Keep what became of a line; seats are told when the phase has ended."""
        self.outcomes[seat].append(outcome)
        if self.fate is not None and not self.unsure:
            self.sure.add(id(outcome.line))

    def fail(self, seat: str, lines: Iterable[Line], why: Problem) -> None:
        """Let all of these lines fail."""
        for line in lines:
            self.keep(seat, fail(line, 0, why))

    def holds(self, seat: str, when: When | None) -> bool:
        """Whether a condition holds for the seat at this moment; none always does."""
        if when is None or self.fate is None:
            return super().holds(seat, when)
        self.unsure = self.unsure or not self.at_war
        if self.unsure and self.fate.conditions is not None:
            return self.fate.conditions
        return super().holds(seat, when)

    # What a seat's turn remembers

    @property
    def muster(self) -> records.Muster:
        """The muster that is being carried out."""
        return self.position.muster  # type: ignore[return-value]

    def change_muster(self, **fields: Any) -> None:
        """Give fields of the muster other values."""
        self.change(muster=exchange(self.muster, fields))

    @property
    def turn(self) -> records.WarTurn:
        """The war turn that is being carried out."""
        return self.position.turn  # type: ignore[return-value]

    def change_turn(self, **fields: Any) -> None:
        """Give fields of the war turn other values."""
        self.change(turn=exchange(self.turn, fields))


def do_each(
    parts: Sequence[tuple[str, str]],
    why_not: Callable[[str, str], Problem | None],
    do: Callable[[str, str], None],
) -> Deed:
    """Do the parts of an order one after another, as far as each is possible by then."""
    problems = [why_not(*part) for part in parts]
    if all(problems):
        forbid(problems[0])
    yield
    wrong = None
    for part in parts:
        problem = why_not(*part)
        if problem is None:
            do(*part)
        wrong = wrong or problem
    return wrong


def answer_lines(play: SwordsPlay, seat: str) -> None:
    """Tell a seat what became of its lines, in the order of its file.

    Those for a later step of its war turn wait for it, if it comes (M68, M74).
    """
    outcomes = play.outcomes[seat]
    heard = {*play.waiting, *(id(outcome.line) for outcome in outcomes)}
    for line in play.orders[seat]:
        if id(line) in heard:
            continue
        later = isinstance(line.order, later_orders(play.position.phase))
        if not (later and seat == play.position.active and play.is_alive(seat)):
            play.keep(seat, fail(line, 0, NOT_REACHED if later else TURN_OVER))
    for outcome in sorted(outcomes, key=lambda each: each.line.number):
        play.tell_outcome(seat, outcome)


def later_orders(phase: str) -> tuple[type[Order], ...]:
    """Return the orders of the later steps of a war turn (M68); none if it has no steps."""
    steps = list(STEP_ORDERS)
    later = steps[steps.index(phase) + 1 :] if phase in steps else []
    return tuple(kind for step in later for kind in STEP_ORDERS[step])


def past_steps(play: SwordsPlay) -> tuple[str, ...]:
    """Return the steps of a war turn that are past; none if it has no steps."""
    steps = tuple(STEP_ORDERS)
    return steps[: steps.index(play.position.phase)] if play.position.phase in steps else ()


def cheapest(counts: Mapping[str, int]) -> str:
    """Return the cheapest regular unit among the counted: spearman before gunner … (M16)."""
    return next((unit for unit in reversed(REGULAR) if counts.get(unit, 0) > 0), "")
