"""The game as the rooms above it see it (see the contract)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator.boards import load_board
from adjudicator.chance import Chance
from adjudicator.games.contract import (
    Default,
    Defaulted,
    Event,
    GameError,
    Meta,
    Option,
    Ordered,
    Phase,
    Regent,
    Resolution,
    Table,
    Value,
    Won,
)
from adjudicator.games.picture import Picture
from adjudicator.games.samurai_swords import check, choices, table, views
from adjudicator.games.samurai_swords.blanks import PLURALS, UNIT_FORMS
from adjudicator.games.samurai_swords.conditions import CONDITIONS
from adjudicator.games.samurai_swords.edition import ARMIES, BOARD, Edition
from adjudicator.games.samurai_swords.events import EVENTS
from adjudicator.games.samurai_swords.kinds import KINDS
from adjudicator.games.samurai_swords.muster import mustered
from adjudicator.games.samurai_swords.picture import picture
from adjudicator.games.samurai_swords.plan import planned, spied
from adjudicator.games.samurai_swords.position import FeudalPosition
from adjudicator.games.samurai_swords.regent import REGENTS
from adjudicator.games.samurai_swords.setup import deployed, new_game
from adjudicator.games.samurai_swords.sheet import sheet
from adjudicator.games.samurai_swords.state import border_options
from adjudicator.games.samurai_swords.war import warred
from adjudicator.orders import Finding, Language, Line, Names, Orders, Vocabulary
from adjudicator.orders.slots import unit_names

PHASES = {"deploy": deployed, "plan": planned, "spy": spied, "muster": mustered, "war": warred}
TITLES = {
    "deploy": "the first reinforcements",
    "plan": "plans for the koku",
    "spy": "a plan made anew after spying",
    "muster": "castles, levies and ronin",
    "war": "all wage war",
}
ABOUT = {
    "deploy": "Where the first spearmen and the armies go.",
    "plan": "Koku into the five bins of the planning tray.",
    "spy": "A new plan for the ninja’s holder, who has seen another’s.",
    "muster": "Building, levying, hiding ronin, and the ninja’s mission.",
    "war": "The four phases of Wage War, carried out A to D whatever the order of the lines.",
}
OPTIONS = (
    Option("win", "at once", ("at once", "end of round"), "When 35 provinces win (M20)."),
    Option(
        "war",
        "turns",
        ("turns", "together"),
        "Whether each war turn is a phase of its own, or all write at once.",
    ),
    *(
        Option(
            name,
            border.default,
            (True, False),
            f"Whether {name.title()} is a border: {border.why}.",
        )
        for name, border in load_board(BOARD).border_options.items()
    ),
)
EVENT_TYPES = EVENTS | Ordered | Defaulted | Won
_EVENTS = msgspec.json.Decoder(tuple[EVENT_TYPES, ...])
_ENCODER = msgspec.json.Encoder()


class Feudal:
    """Samurai Swords or Ikusa: one game in two editions, which differ by data alone."""

    def __init__(self, edition: Edition):
        self.edition = edition
        self.meta = Meta(
            name=edition.name,
            title=edition.title,
            players=(3, 5),
            seats=("Oda", "Takeda", "Uesugi", "Mori", "Shimazu"),
            options=OPTIONS,
        )

    def new(self, seats: Sequence[str], options: Mapping[str, Value], chance: Chance) -> Resolution:
        """Set a game up. Raises GameError for seats or options that it does not have."""
        least, most = self.meta.players
        if not least <= len(seats) <= most:
            title = self.edition.title
            raise GameError(f"{title} is for {least} to {most} seats, not {len(seats)}.")
        if len(set(map(str.casefold, seats))) < len(seats):
            raise GameError(f"Two seats have the same name: {', '.join(seats)}.")
        for seat in seats:
            if not table.SEAT_NAME.fullmatch(seat):
                raise GameError(f"“{seat[:40]}” cannot be a seat’s name: use letters, 2 to 24.")
        return new_game(self.edition, seats, self.options_of(options), chance)

    def options_of(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """Return all options with those given in place. Raises GameError."""
        known = {option.name: option for option in OPTIONS}
        for name, value in given.items():
            if name not in known:
                listed = ", ".join(known)
                raise GameError(f"There is no option “{name[:40]}”. Options: {listed}.")
            if value not in known[name].values or type(value) is not type(known[name].default):
                values = ", ".join(map(str, known[name].values))
                raise GameError(f"Option {name} is one of {values}, not {str(value)[:40]}.")
        return {name: given.get(name, option.default) for name, option in known.items()}

    def phase(self, position: FeudalPosition) -> Phase:
        """Return the phase that the position waits in."""
        living = tuple(seat for seat, record in position.seats.items() if not record.out)
        name = position.phase
        key = f"{position.round} {name}"
        if name == "over":
            return Phase(key, position.round, name, "The game is over", (), (), over=True)
        title = f"Round {position.round}: {TITLES[name]}"
        must = living
        if name == "spy":
            must = (position.ninja.holder,)
        elif position.active:
            must = (position.active,)
            key = f"{key} {position.active}"
            title = f"Round {position.round}: {position.active} wages war"
        may = must if name == "spy" else living
        return Phase(key, position.round, name, title, must, may)

    def language(self, position: FeudalPosition, name: str) -> Language | None:
        """Return the language of the phase of that name, or of the current one for ``""``."""
        name = name or position.phase
        if name not in KINDS:
            return None
        borders = tuple(border_options(position.options).items())
        return _language(name, tuple(position.seats), borders)

    def languages(self, options: Mapping[str, Value]) -> list[tuple[Language, str]]:
        """Return the language of every phase, each with a sentence on what the phase is about."""
        borders = tuple(border_options(self.options_of(options)).items())
        return [(_language(name, self.meta.seats, borders), ABOUT[name]) for name in KINDS]

    def check(self, view: FeudalPosition, seat: str, orders: Orders) -> list[Finding]:
        """Judge a seat's orders for the phase the view waits in."""
        return check.findings(view, seat, orders)

    def defaults(self, view: FeudalPosition, seat: str, orders: Orders) -> list[Default]:
        """Say what fills the gaps that the orders leave."""
        return check.defaults(view, seat, orders)

    def legal_orders(self, view: FeudalPosition, seat: str) -> list[Line]:
        """Return legal orders of the seat, each possible by itself as things stand."""
        return choices.choices(view, seat)

    def adjudicate(
        self, position: FeudalPosition, orders: Mapping[str, Orders], chance: Chance
    ) -> Resolution:
        """Carry out the phase that the position waits in. Raises GameError if it is over."""
        if position.phase == "over":
            raise GameError("The game is over.")
        return PHASES[position.phase](position, orders, chance)

    def view(self, position: FeudalPosition, seat: str) -> FeudalPosition:
        """Return the position as a seat may know it; ``""`` is the public."""
        return views.view(position, seat)

    def standings(self, view: FeudalPosition) -> Table:
        """Return the public standings."""
        return views.standings(view)

    def picture(self, view: FeudalPosition, events: Sequence[Event]) -> Picture:
        """Return what the map shows."""
        phase = self.phase(view)
        before = phase.title if phase.over else f"Before {phase.title[0].lower()}{phase.title[1:]}"
        return picture(view, events, before)

    def sheet(self, view: FeudalPosition, seat: str) -> list[str]:
        """Return the lines of a blank order sheet."""
        return sheet(view, seat)

    def regent(self, name: str) -> Regent:
        """Return a regent: ``steady`` or ``random``. Raises GameError for another name."""
        if name not in REGENTS:
            raise GameError(f"There is no regent “{name[:40]}”. Regents: {', '.join(REGENTS)}.")
        return REGENTS[name]

    def encode(self, position: FeudalPosition) -> bytes:
        """Return the position as deterministic JSON."""
        return _ENCODER.encode(position)

    def decode(self, data: bytes) -> FeudalPosition:
        """Read a position. Raises GameError if it is not one of this game."""
        return table.decode(self.edition, data, self.options_of)

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Return events as JSON."""
        return _ENCODER.encode(events)

    def decode_events(self, data: bytes) -> tuple[Event, ...]:
        """Read events back. Raises GameError."""
        try:
            return _EVENTS.decode(data)
        except (msgspec.DecodeError, RecursionError) as error:
            message = f"These are not events of {self.edition.title}: {str(error)[:200]}."
            raise GameError(message) from error

    def from_table(self, table_: Mapping[str, Any], options: Mapping[str, Value]) -> FeudalPosition:
        """Make a position from the table of a rule case. Raises GameError."""
        return table.from_table(self.edition, table_, self.options_of(options))

    def faults(self, position: FeudalPosition) -> list[str]:
        """Say what is impossible about a position; empty if its invariants hold."""
        return views.faults(position)


@lru_cache(maxsize=64)
def _language(name: str, seats: tuple[str, ...], borders: tuple[tuple[str, bool], ...]) -> Language:
    return Language(name, KINDS[name], _vocabulary(seats, borders), CONDITIONS)


@lru_cache(maxsize=16)
def _vocabulary(seats: tuple[str, ...], borders: tuple[tuple[str, bool], ...]) -> Vocabulary:
    board = load_board(BOARD, dict(borders))
    return Vocabulary(
        Names("province", {p.name: (p.kanji, *p.aliases) for p in board.provinces.values()}),
        Names("seat", dict.fromkeys(seats, ())),
        Names("army", {number: (f"army {number}", f"a{number}") for number in ARMIES}),
        unit_names(UNIT_FORMS, PLURALS),
    )
