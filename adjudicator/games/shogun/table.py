"""Positions from the tables of rule cases, and what a position must be to be played."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from adjudicator.games.contract import GameError, Value
from adjudicator.games.engine import codec
from adjudicator.games.engine.plain import seats_in
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
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.play import ShogunPlay
from adjudicator.games.shogun.position import ShogunPosition, Stock
from adjudicator.games.shogun.setup import OPEN_CARDS, open_provinces

MOST = 99
"""No province, tower or tray holds more of anything."""


def fill_table(
    kind: type[ShogunPosition], table: Mapping[str, Any], options: Mapping[str, Value]
) -> ShogunPosition:
    """Make a position from the table of a rule case. Raises GameError.

    Provinces not named are neutral and empty, the tower is empty unless it is given, supplies and
    the box hold what is not elsewhere, and seats that hold anything are added. An event may be
    named by its effect alone.
    """
    given = dict(table)
    names = seats_in(given)
    given["seats"] = {name: dict(given.get("seats", {}).get(name, {})) for name in names}
    provinces = dict(given.pop("provinces", {}))
    opened = open_provinces(options, len(names))
    unknown = sorted(set(provinces) - set(opened))
    if unknown:
        raise GameError(f"There is no province {', '.join(unknown)} in this game.")
    given["provinces"] = {name: provinces.get(name, {}) for name in opened}
    for key in ("event", "events", "pile"):
        if key in given:
            given[key] = _cards(given[key])
    position = codec.convert(
        kind,
        {
            "turn_order": names,
            "specials": SPECIALS,
            "actions": ACTIONS[:OPEN_ACTIONS],
            **given,
            "game": META.name,
            "options": options,
        },
    )
    return _fill_up(position, given)


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


def _fill_up(position: ShogunPosition, given: Mapping[str, Any]) -> ShogunPosition:
    """Give the supplies and the box what is not elsewhere."""
    around = Counter(position.tower)
    around.update(position.tray)
    lands = position.provinces.values()
    fields: dict[str, Any] = {}
    seats = dict(position.seats)
    for seat, record in position.seats.items():
        if "supply" not in given["seats"][seat]:
            board = sum(land.armies for land in lands if land.owner == seat)
            seats[seat] = replace(record, supply=ARMIES - board - around[seat])
    if "farmers" not in given:
        fields["farmers"] = FARMERS - around[FARMER]
    if "stock" not in given:
        fields["stock"] = _rest_of_the_box(position)
    if "pile" not in given:
        used = {*position.events, position.event}
        fields["pile"] = tuple(card for card in EVENTS if card not in used)
    return replace(position, seats=seats, **fields)


def _rest_of_the_box(position: ShogunPosition) -> Stock:
    lands = position.provinces.values()
    tiles = {what: TILES[what] - sum(getattr(land, what) for land in lands) for what in BUILDINGS}
    return Stock(**tiles, revolts=MARKERS - sum(land.revolts for land in lands))


def check_position(play: ShogunPlay) -> None:
    """Refuse a position that cannot be played at all. Raises GameError."""
    position = play.position
    if not 1 <= position.round <= ROUNDS:
        raise GameError("There are eight rounds.")
    _check_pieces(position)
    _check_cards(position)
    if position.phase == "draft":
        few = len(position.seats) < META.players[0]
        if few or position.round != 1 or len(position.cards) != OPEN_CARDS:
            raise GameError("A draft opens a game of three seats and more, with two open cards.")


def _check_pieces(position: ShogunPosition) -> None:
    seats = set(position.seats)
    opened = open_provinces(position.options, len(seats))
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
    if position.phase != "draft" and sorted(position.specials) != sorted(SPECIALS):
        raise GameError("The special cards are not those of the box.")
    if set(position.cards) - set(position.provinces):
        raise GameError("There is a province card that is not in the box.")
    order = position.turn_order
    if order and sorted(order) != sorted(position.seats):
        raise GameError("The turn order does not name every seat once.")
    if not order and position.phase not in ("draft", "plan"):
        raise GameError("There is no turn order.")
