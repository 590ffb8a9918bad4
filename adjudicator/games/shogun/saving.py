"""Positions and events as JSON, and positions from the tables of rule cases."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.games.contract import FORMAT, Defaulted, Event, GameError, Ordered, Value, Won
from adjudicator.games.shogun import events as basic
from adjudicator.games.shogun.cards import (
    ACTIONS,
    ARMIES,
    BUILDINGS,
    EVENTS,
    FARMER,
    FARMERS,
    MARKERS,
    OPEN_ACTIONS,
    ROUNDS,
    SPECIALS,
    TILES,
)
from adjudicator.games.shogun.course import DRAFT, OVER, PLAN, phase_rule
from adjudicator.games.shogun.draft import OPEN_CARDS
from adjudicator.games.shogun.expansions import chambers, favours, leaders, samurai, tenno
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.position import ShogunPosition, Stock
from adjudicator.games.shogun.programme import EXPANSIONS, scene_of
from adjudicator.games.shogun.setup import check_names, full_options, open_provinces

MOST = 99
"""No province, tower or tray holds more of anything."""


def _event_types(*modules: Any) -> tuple[type[Event], ...]:
    found = {
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Event) and each is not Event
    }
    return tuple(sorted(found, key=lambda each: each.__name__))


EVENT_TYPES = (
    Ordered,
    Defaulted,
    Won,
    *(
        each
        for each in _event_types(basic, chambers, favours, leaders, samurai, tenno)
        if each not in (Ordered, Defaulted, Won)
    ),
)
_positions = msgspec.json.Decoder(ShogunPosition)
_any_event: Any = reduce(or_, EVENT_TYPES)
_events: Any = msgspec.json.Decoder(tuple[_any_event, ...])
_encoder = msgspec.json.Encoder()


def encode(position: ShogunPosition) -> bytes:
    """Return a position as JSON; equal positions give equal bytes."""
    return _encoder.encode(position)


def copied(position: ShogunPosition) -> ShogunPosition:
    """Return a copy that can be changed without changing the original."""
    return _positions.decode(_encoder.encode(position))


def decode(data: bytes) -> ShogunPosition:
    """Read a position. Raises GameError if it is not a position of this game."""
    try:
        position = _positions.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise GameError(f"This is not a position of Shogun: {problem}") from problem
    if position.game != META.name:
        raise GameError(f"This is a position of {position.game[:40]!r}, not of {META.name!r}.")
    if position.format > FORMAT:
        raise GameError(f"The position has format {position.format}; this reads up to {FORMAT}.")
    _check(position)
    return position


def encode_events(events: Sequence[Event]) -> bytes:
    """Return events as JSON."""
    return _encoder.encode(tuple(events))


def decode_events(data: bytes) -> tuple[Event, ...]:
    """Read events back. Raises GameError."""
    try:
        found: tuple[Event, ...] = _events.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise GameError(f"These are not events of Shogun: {problem}") from problem
    return found


def from_table(table: Mapping[str, Any], options: Mapping[str, Value]) -> ShogunPosition:
    """Make a position from the table of a rule case. Raises GameError.

    Provinces not named are neutral and empty, the tower is empty unless it is given, supplies and
    the box hold what is not elsewhere, and seats that hold anything are added. An event may be
    named by its effect alone.
    """
    chosen = full_options(options)
    given = dict(table)
    names = _seats(given)
    given["seats"] = {name: dict(given.get("seats", {}).get(name, {})) for name in names}
    provinces = dict(given.pop("provinces", {}))
    opened = open_provinces(str(chosen["side"]), len(names))
    unknown = sorted(set(provinces) - set(opened))
    if unknown:
        raise GameError(f"There is no province {', '.join(unknown)} in this game.")
    given["provinces"] = {name: provinces.get(name, {}) for name in opened}
    for key in ("event", "events", "pile"):
        if key in given:
            given[key] = _cards(given[key])
    try:
        position = msgspec.convert(
            {
                "turn_order": names,
                "specials": SPECIALS,
                "actions": ACTIONS[:OPEN_ACTIONS],
                **given,
                "game": META.name,
                "options": chosen,
            },
            ShogunPosition,
        )
    except msgspec.ValidationError as problem:
        raise GameError(f"The position cannot be read: {problem}") from problem
    position = _filled_up(position, given)
    _check(position)
    return position


def faults(position: ShogunPosition) -> list[str]:
    """Say what is impossible about a position, with all its modules."""
    scene = scene_of(position)
    return [fault for check in scene.rules.faults for fault in check(scene)]


def _seats(table: Mapping[str, Any]) -> list[str]:
    named = list(table.get("seats", {}))
    for record in table.get("provinces", {}).values():
        owner = record.get("owner") if isinstance(record, Mapping) else None
        if isinstance(owner, str) and owner and owner not in named:
            named.append(owner)
    return named


def _cards(given: Any) -> Any:
    """Give events their full names: the first card of an effect, then the second."""
    if isinstance(given, str):
        return next((card for card, each in EVENTS.items() if given == each.effect), given)
    if not isinstance(given, list):
        return given
    left = list(EVENTS)
    cards = []
    for name in given:
        card = next((each for each in left if name in (each, EVENTS[each].effect)), name)
        if card in left:
            left.remove(card)
        cards.append(card)
    return cards


def _filled_up(position: ShogunPosition, given: Mapping[str, Any]) -> ShogunPosition:
    """Give the supplies and the box what is not elsewhere, and each module its part."""
    scene = scene_of(position)
    around = Counter(position.tower)
    around.update(position.tray)
    for seat, record in position.seats.items():
        if "supply" not in given["seats"][seat]:
            board = sum(scene.land(name).armies for name in scene.own(seat))
            record.supply = ARMIES - board - around[seat]
    fields: dict[str, Any] = {}
    if "farmers" not in given:
        fields["farmers"] = FARMERS - around[FARMER]
    if "stock" not in given:
        fields["stock"] = _left_in_the_box(position)
    if "pile" not in given:
        used = {*position.events, position.event}
        fields["pile"] = tuple(card for card in EVENTS if card not in used)
    for begin in scene.rules.begin:
        fields.update(begin(scene))
    return replace(position, **fields)


def _left_in_the_box(position: ShogunPosition) -> Stock:
    lands = position.provinces.values()
    tiles = {what: TILES[what] - sum(getattr(land, what) for land in lands) for what in BUILDINGS}
    return Stock(**tiles, revolts=MARKERS - sum(land.revolts for land in lands))


def _check(position: ShogunPosition) -> None:
    """Refuse a position that cannot be played at all. Raises GameError."""
    if full_options(position.options) != position.options:
        raise GameError("The position lacks options.")
    if not 1 <= len(position.seats) <= META.players[1] or not 1 <= position.round <= ROUNDS:
        raise GameError("There are eight rounds, and at most five seats.")
    check_names(position.seats)
    _check_pieces(position)
    _check_cards(position)
    _check_modules(position)
    scene = scene_of(position)
    if position.phase == DRAFT.name:
        few = len(position.seats) < META.players[0]
        if few or position.round != 1 or len(position.cards) != OPEN_CARDS:
            raise GameError("A draft opens a game of three seats and more, with two open cards.")
    elif position.phase != OVER and phase_rule(scene) is None:
        raise GameError(f"Round {position.round} has no phase {position.phase[:40]!r}.")


def _check_pieces(position: ShogunPosition) -> None:
    seats = set(position.seats)
    opened = open_provinces(str(position.options["side"]), len(seats))
    if set(position.provinces) != set(opened):
        raise GameError("The provinces are not those of the board.")
    lands = position.provinces.values()
    if {land.owner for land in lands} - {"", *seats}:
        raise GameError("A province belongs to a seat that does not play.")
    if any(not land.owner and land.buildings for land in lands):
        raise GameError("A neutral province has no buildings.")
    counts = [*position.tower.items(), *position.tray.items()]
    if any(colour not in seats | {FARMER} or number < 0 for colour, number in counts):
        raise GameError("The tower holds cubes of nobody.")
    numbers = [land.armies for land in lands] + [land.revolts for land in lands]
    numbers += [number for _, number in counts]
    if any(not 0 <= number <= MOST for number in numbers):
        raise GameError("A number of cubes or markers cannot be.")
    for seat, record in position.seats.items():
        strange = set(record.plan) - set(ACTIONS)
        if strange or any(
            card not in position.provinces or position.provinces[card].owner != seat
            for card in record.plan.values()
        ):
            raise GameError(f"The plan of {seat} lays cards that {seat} cannot lay.")


def _check_cards(position: ShogunPosition) -> None:
    if {*position.events, *position.pile, *filter(None, [position.event])} - set(EVENTS):
        raise GameError("There is an event card that is not in the box.")
    if set(position.actions) - set(ACTIONS) or len(position.actions) > OPEN_ACTIONS:
        raise GameError("There is an action card that is not in the box.")
    if position.phase != DRAFT.name and sorted(position.specials) != sorted(SPECIALS):
        raise GameError("The special cards are not those of the box.")
    if set(position.cards) - set(position.provinces):
        raise GameError("There is a province card that is not in the box.")
    order = position.turn_order
    if order and sorted(order) != sorted(position.seats):
        raise GameError("The turn order does not name every seat once.")
    if not order and position.phase not in (DRAFT.name, PLAN.name):
        raise GameError("There is no turn order.")


def _check_modules(position: ShogunPosition) -> None:
    scene = scene_of(position)
    for begin in scene.rules.begin:
        for field, begun in begin(scene).items():
            if getattr(position, field) is None:
                raise GameError(f"The position lacks the {field} of an expansion.")
            if getattr(position, field) != begun:
                raise GameError(f"The {field} of the position cannot be.")
    for name in EXPANSIONS:
        for check in EXPANSIONS[name].faults if position.options[name] else ():
            for fault in check(scene):
                raise GameError(f"The position cannot be: {fault}.")
