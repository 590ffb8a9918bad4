"""A game that is made of modules, as the rooms above the rules see it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.chance import Chance
from adjudicator.games import contract
from adjudicator.games.engine import codec, phases, plain
from adjudicator.games.engine.modules import Module, combine, is_played
from adjudicator.games.engine.offers import legal_lines, rehearse_offers
from adjudicator.games.engine.play import Play, PlayedPosition, part_name
from adjudicator.games.meta import check_names, check_seats, reason
from adjudicator.games.records import FrozenDict
from adjudicator.orders import Finding, Language, Line, Names, Order, Orders, Vocabulary
from adjudicator.orders.orders import headings
from adjudicator.wording import Reason

if TYPE_CHECKING:
    from adjudicator.games.battles import BattleRules
    from adjudicator.games.luck import LuckRules
    from adjudicator.games.picture import Picture
    from adjudicator.games.sketch import Sketched

Options = Mapping[str, contract.Value]
Regent = Callable[[Any, str, Chance], Iterable[Line]]
"""Yields the lines that a seat orders, given the play of its view, the seat and chance."""
NONE = Orders()
POSITIONS_KEPT = 8
"""Of each game, those that were read last."""
REGENTS: Mapping[str, Regent] = {"steady": plain.steady, "random": plain.choose_at_random}


class Rules(Struct, frozen=True):
    """What a game's options make of it."""

    modules: tuple[Module, ...]
    whole: Module
    """All modules as one."""
    position: type[PlayedPosition]
    """The type of positions, with the parts of the modules."""
    board: Board


class Functions(Struct, frozen=True):
    """What a game states besides its modules. ``Any`` stands for its own play or position."""

    position: type[PlayedPosition]
    play: type[Play[Any, Any]]
    board: Callable[[Options], Board]
    first_position: Callable[[type[Any], Options, Sequence[str]], Any]
    """Make a position of a type, options and seats, in which nothing is set up."""
    check: Callable[[Any, str, Orders], Iterable[Finding]]
    view: Callable[[Any, str], Any]
    map: Callable[[Any, Sequence[contract.Event]], "Picture"]
    sketch: Callable[[Any, str, Orders], Iterable["Sketched"]] = plain.sketch
    fill_table: Callable[[type[Any], Mapping[str, Any], Options], Any] | None = None
    """Make a position of a type, a rule case's table and options; None: fill the first one up."""
    unplayable: Callable[[Any], Iterable[Reason | str]] = plain.unplayable
    """Say why a position cannot be played at all."""
    sheet: Callable[[Any, str], Iterable[str]] | None = None
    as_table: Callable[[Any], Any] = lambda position: position
    """Return a position as the tables of rule cases have it."""
    settle: Callable[[Any, Options], Options] = lambda seats, options: options
    """Give left-out options the defaults that seats, or a case's table, have; refuse others."""
    modes: Callable[[Any], Options] | None = None
    """What of a position chooses modules, beside the options."""
    regents: Mapping[str, Regent] = {}
    battles: Callable[[Any], "BattleRules"] | None = None
    """Say how battles are reckoned for odds; None: there are none that can be."""
    luck: "Callable[[], LuckRules | None]" = lambda: None
    """Say how luck is reckoned; None: nothing comes by it."""
    legal_is_all: bool = False
    """Whether behind no lines nothing is possible but the ``legal_orders`` of the modules, so that
    it need not be rehearsed."""


class ModularGame:
    """A game, put together from modules and a few functions of its own. See ``contract.Game``."""

    def __init__(self, meta: contract.Meta, modules: Sequence[Module], own: Functions):
        self.meta = meta
        self.modules = tuple(modules)
        self._own = own
        self.as_table, self.view, self.encode = own.as_table, own.view, codec.encode
        self.luck = own.luck
        self._fill_table = own.fill_table or partial(plain.fill_table, meta, own.first_position)
        self._sheet = own.sheet or partial(plain.sheet, check=own.check)
        self._regents = {**REGENTS, **own.regents}
        self.regents = tuple(sorted(self._regents))
        self.event_types = codec.event_kinds(modules)
        self._events: Any = tuple[reduce(or_, self.event_types), ...]  # type: ignore[misc]
        self._rules = lru_cache(maxsize=64)(self._make_rules)
        self._language = lru_cache(maxsize=64)(self._make_language)
        self._names = lru_cache(maxsize=64)(self._make_names)
        self._decode = lru_cache(maxsize=POSITIONS_KEPT)(self._read_position)

    def rules(self, options: Options) -> Rules:
        """Return the rules that the options, of which none is missing, ask for."""
        return self._rules(_key(options))

    def _make_rules(self, options: Options) -> Rules:
        modules = tuple(each for each in self.modules if is_played(each, options))
        position = codec.position_type(self.meta, self._own.position, modules)
        whole = combine(modules)
        whole = replace(whole, phases=tuple(phases.phases_of(whole, options)))
        return Rules(modules, whole, position, self._own.board(options))

    def play(
        self, position: Any, orders: Mapping[str, Orders] = {}, chance: Chance | None = None
    ) -> Any:
        """Return a position as it can be asked and, with chance, played."""
        rules, language = self.rules(self._mode(position)), partial(self.language, position)
        return self._own.play(position, rules.whole, rules.board, chance, orders, language)

    def _mode(self, position: Any) -> Options:
        modes = self._own.modes
        options: Options = position.options
        return {**options, **modes(position)} if modes else options

    # Setting up and going on

    def new(self, seats: Sequence[str], options: Options, chance: Chance) -> contract.Resolution:
        """Set a game up. Raises GameError for seats or options that it does not have."""
        full = self.meta.fill_options(self._own.settle(seats, options))
        rules = self.rules(full)
        check_seats(self.meta, seats, rules.whole.reserved)
        play = self.play(self._own.first_position(rules.position, full, seats), {}, chance)
        check_names(play.position.every_colour, rules.whole.reserved)
        _begin_parts(play)
        for step in play.rules.set_up:
            step(play)
        phases.begin(play)
        return contract.Resolution(play.freeze(), tuple(play.events))

    def phase(self, position: Any) -> contract.Phase:
        """Return the phase that the position waits in."""
        return phases.phase(self.play(position))

    def adjudicate(
        self, position: Any, orders: Mapping[str, Orders], chance: Chance
    ) -> contract.Resolution:
        """Carry out the phase that the position waits in. Raises GameError if it is over."""
        play = self.play(position, orders, chance)
        if play.over:
            raise contract.GameError("game-over")
        phases.carry_out(play)
        return contract.Resolution(play.freeze(), tuple(play.events))

    # Orders

    def language(self, position: Any, name: str, seat: str = "") -> Language | None:
        """Return the language of the phase of that name, or of the current one for ``""``."""
        name, given = name or position.phase, _key(self._mode(position))
        return self._language(name, given, position.every_colour, position.headings(seat, name))

    def part(self, position: Any, line: Line) -> str:
        """Name the phase of the series that the position waits in that carries a line out."""
        return phases.part(self.play(position), line)

    def languages(self, options: Options) -> list[tuple[Language, str]]:
        """Return the language of every phase, each with a sentence on what the phase is about."""
        full = self.meta.fill_options(options)
        abouts = {rule.name: rule.about for rule in self.rules(full).whole.phases if rule.asks}
        given, names = _key(full), self.meta.seats
        languages = ((self._language(name, given, names, ()), abouts[name]) for name in abouts)
        return [(language, about) for language, about in languages if language]

    def _make_language(
        self, name: str, given: Options, seats: tuple[str, ...], colours: tuple[str, ...]
    ) -> Language | None:
        whole = self._rules(given).whole
        asked = {each.name: _orders_of(whole, each.name) for each in whole.phases if each.asks}
        if name not in asked and all(each.series != name for each in whole.phases):
            return None
        names = self._names(given, seats)
        return Language(name, whole.orders[name], names, whole.conditions, asked, colours)

    def _make_names(self, given: Options, seats: tuple[str, ...]) -> Vocabulary:
        """Return the names of a game, which all its languages share."""
        rules = self._rules(given)
        stated = rules.whole.names
        return Vocabulary(*(x if isinstance(x, Names) else x(rules.board, seats) for x in stated))

    def check(self, view: Any, seat: str, orders: Orders) -> list[Finding]:
        """Judge a seat's orders for the phase the view waits in."""
        plays = list(self.plays(view, seat, orders))
        if not plays and len(orders):
            return [Finding(0, "over", "error", "", str(reason("game-over")))]
        return [each for play, own, part in plays for each in self._own.check(play, own, part)]

    def faulty_lines(self, view: Any, seat: str, orders: Orders) -> set[int]:
        """Return the numbers of the lines of which the check would find an error."""
        wrong: set[int] = set()
        for play, own, part in self.plays(view, seat, orders):
            play.warns = play.words = False
            found = self._own.check(play, own, part)
            wrong.update(each.line for each in found if each.severity == "error")
        return wrong

    def plays(self, view: Any, seat: str, orders: Orders) -> Iterator[tuple[Any, str, Orders]]:
        """Yield for each of a seat's colours a play, the colour, and its part of the orders.

        None if the game is over.
        """
        for colour in view.colours_of(seat):
            play = self.play(view, {seat: orders})
            if not play.over:
                yield play, colour, play.orders[colour]

    def defaults(self, view: Any, seat: str, orders: Orders) -> list[contract.Default]:
        """Say what fills the gaps that the orders leave."""
        return [
            replace(each, colour=view.name_for(seat, own))
            for play, own, part in self.plays(view, seat, orders)
            for make in play.rules.defaults
            for each in make(play, own, part)
        ]

    def legal_orders(self, view: Any, seat: str, after: Orders = NONE) -> list[Line]:
        """Return orders that are possible behind a seat's lines, each by itself."""
        check = None if self._own.legal_is_all and not after.lines else self._own.check
        lines = list[Line]()
        for play, own, part in self.plays(view, seat, after):
            lines += legal_lines(check, play, own, part, view.name_for(seat, own))
        return lines

    def remainders(self, view: Any, seat: str, orders: Orders) -> list[contract.Remainder]:
        """Say what a seat's lines leave of what they use up."""
        return [
            replace(each, colour=view.name_for(seat, own))
            for play, own, part in self.plays(view, seat, orders)
            for each in rehearse_offers(self._own.check, play, own, part).remainders.values()
        ]

    def sheet(self, view: Any, seat: str) -> list[str]:
        """Return the lines of a blank order sheet."""
        lines: list[str] = []
        for play, own, _ in self.plays(view, seat, Orders()):
            apart = [""] if lines else []
            lines += [*apart, *headings(view.name_for(seat, own)), *self._sheet(play, own)]
        return lines

    def regent(self, name: str) -> "PlayingRegent":
        """Return a regent. Raises GameError for a name that none has."""
        if name not in self._regents:
            raise contract.GameError("no-regent", name=name[:40], regents=list(self._regents))
        return PlayingRegent(self, self._regents[name])

    def battles(self, view: Any) -> "BattleRules":
        """Say how battles are reckoned as things stand. Raises GameError if they cannot be."""
        if self._own.battles is None:
            raise contract.GameError("no-battles", title=self.meta.title)
        if (play := self.play(view)).over:
            raise contract.GameError("no-battles.over")
        return self._own.battles(play)

    # Showing

    def standings(self, view: Any) -> contract.Table:
        """Return the public standings."""
        play = self.play(view)
        columns = play.rules.columns
        ranks = {seat: [rank(play, seat) for rank in play.rules.rank] for seat in view.seats}
        seats = sorted(ranks, key=ranks.__getitem__)
        return contract.Table(
            "Standings",
            (contract.Column("Seat", number=False), *(column for column, _ in columns)),
            tuple((seat, *(figure(play, seat) for _, figure in columns)) for seat in seats),
            note=" ".join(each for notes in play.rules.notes for each in notes(play)),
            places=tuple(1 + sum(each < ranks[seat] for each in ranks.values()) for seat in seats),
        )

    def picture(self, view: Any, events: Sequence[contract.Event]) -> "Picture":
        """Return what the map shows: the view, and what moved and fought in the events."""
        return self._own.map(self.play(view), events)

    def sketch(self, view: Any, seat: str, orders: Orders) -> "list[Sketched]":
        """Return how the map shows a seat's orders: what each is drawn as, alternatives too."""
        plays = self.plays(view, seat, orders)
        return [each for play, own, part in plays for each in self._own.sketch(play, own, part)]

    # Saving

    def decode(self, data: bytes, strict: bool = False) -> Any:
        """Read a position. Raises GameError if it is not one of this game, or has strange keys.

        What is read again is the same object: each mail about a phase needs its position.
        """
        return self._decode(data, strict)

    def _read_position(self, data: bytes, strict: bool) -> Any:
        given, data = codec.upgrade(self.meta, data)
        options = self.meta.fill_options(given)
        kind, title = self.rules(options).position, self.meta.title
        position = codec.decode(kind, data, codec.NO_POSITION, title)
        if strict:
            codec.refuse_unknown_keys(data, position)
        if options != position.options:
            position = replace(position, options=options)
        self._check_whole(position)
        return position

    def encode_events(self, events: Sequence[contract.Event]) -> bytes:
        """Return events as JSON. Raises TypeError for a kind that no module states."""
        strange = {type(event) for event in events}.difference(self.event_types)
        if strange:
            names = ", ".join(sorted(each.__name__ for each in strange))
            raise TypeError(f"No module states events of the kind {names}.")
        return codec.encode(tuple(events))

    def decode_events(self, data: bytes) -> tuple[contract.Event, ...]:
        """Read events back. Raises GameError."""
        events: tuple[contract.Event, ...] = codec.decode(
            self._events, data, codec.NO_EVENTS, self.meta.title
        )
        return events

    def from_table(self, table: Mapping[str, Any], options: Options) -> Any:
        """Make a position from the table of a rule case. Raises GameError."""
        full = self.meta.fill_options(self._own.settle(table, options))
        made = self._fill_table(self.rules(full).position, table, full)
        play = self.play(made)
        _begin_parts(play)
        position = play.freeze()
        self._check_whole(position)
        return position

    def faults(self, position: Any) -> list[str]:
        """Say what is impossible about a position; empty if its invariants hold."""
        play = self.play(position)
        for why in self._own.unplayable(play):
            return [str(why)]
        return [str(fault) for find in play.rules.faults for fault in find(play)]

    def _check_whole(self, position: Any) -> None:
        """Refuse a position that cannot be played. Raises GameError."""
        play = self.play(position)
        most, count = self.meta.players[1], len(position.seats)
        if not 1 <= count <= most:
            raise contract.GameError("number-of-seats", most=most, count=count)
        check_names(position.every_colour, play.rules.reserved)
        no_phase = contract.GameError("no-phase", round=position.round, phase=position.phase[:40])
        if not play.over and position.phase not in (x.name for x in play.rules.phases if x.asks):
            raise no_phase
        for why in self._own.unplayable(play):
            raise contract.GameError(why)
        if not play.over and phases.current_phase(play) is None:
            raise no_phase
        if position.viewer and position.viewer not in position.seats:
            raise contract.GameError("no-viewer")
        for module in self.rules(position.options).modules:
            if module.part is not None:
                _check_part(play, module)


class PlayingRegent:
    """A regent of a game: it plays a seat from what that seat may see."""

    def __init__(self, game: ModularGame, choose: Regent):
        self._game = game
        self._choose = choose

    def orders(self, view: Any, seat: str, chance: Chance) -> Orders:
        """Return orders for the phase that the view waits in, none of which the check rejects."""
        chosen = [
            replace(line, colour=view.name_for(seat, own))
            for play, own, _ in self._game.plays(view, seat, Orders())
            for line in self._choose(play, own, chance)
        ]
        lines = tuple(replace(line, number=number) for number, line in enumerate(chosen, 1))
        wrong = self._game.faulty_lines(view, seat, Orders(lines))
        return Orders(tuple(line for line in lines if line.number not in wrong))


def _key(options: Options) -> FrozenDict[str, contract.Value]:
    """Return options so that what follows from them can be remembered by them."""
    return options if type(options) is FrozenDict else FrozenDict(options)


def _check_part(play: Any, module: Module) -> None:
    for begin in module.begin:
        part = begin(play)
        if part != play.part(type(part)):
            name = part_name(type(part))
            raise contract.GameError("part-does-not-fit", name=name)
    for find in module.faults:
        for fault in find(play):
            raise contract.GameError("impossible-position", fault=fault)


def _begin_parts(play: Any) -> None:
    for begin in play.rules.begin:
        play.set_part(begin(play))


def _orders_of(whole: Module, phase: str) -> tuple[type[Order], ...]:
    if phase not in whole.orders:
        raise TypeError(f"The phase {phase} asks for orders, but no module states which.")
    return whole.orders[phase]
