"""What is impossible about a position: the invariants of the basic game."""

from collections import Counter
from collections.abc import Iterator

from adjudicator.games.shogun.cards import (
    ACTIONS,
    ARMIES,
    BUILDINGS,
    EVENTS,
    FARMER,
    FARMERS,
    MARKERS,
    ROUNDS,
    SPECIALS,
    TILES,
)
from adjudicator.games.shogun.play import ShogunPlay


def faults(play: ShogunPlay) -> Iterator[str]:
    """Find cubes, tiles or chests that are too many or missing, and cards out of place."""
    yield from _cubes(play)
    yield from _provinces(play)
    yield from _seats(play)
    yield from _cards(play)


def _cubes(play: ShogunPlay) -> Iterator[str]:
    position = play.position
    around = Counter(position.tower)
    around.update(position.tray)
    for colour in sorted(set(around) - set(position.seats) - {FARMER}):
        yield f"the tower holds {colour} cubes, and nobody plays {colour}"
    for seat, record in position.seats.items():
        board = sum(play.land(name).armies for name in play.provinces_of(seat))
        total = record.supply + board + around[seat]
        if total != ARMIES:
            yield f"{seat} has {total} armies, not {ARMIES}"
    if position.farmers + around[FARMER] != FARMERS:
        yield f"there are {position.farmers + around[FARMER]} farmers, not {FARMERS}"
    if position.farmers < 0 or any(number < 0 for number in around.values()):
        yield "a number of cubes is negative"


def _provinces(play: ShogunPlay) -> Iterator[str]:
    position = play.position
    for name, land in position.provinces.items():
        if land.owner and land.owner not in position.seats:
            yield f"{name} belongs to {land.owner}, who does not play"
        if land.owner and land.armies < 1:
            yield f"{name} has no army of its owner"
        if not land.owner and (land.armies or land.buildings or land.revolts):
            yield f"{name} is neutral and not empty"
        if play.free_spaces(name) < 0:
            yield f"{name} has more buildings than spaces"
        if land.armies < 0 or land.revolts < 0:
            yield f"{name} has a negative number of pieces"
    for what in BUILDINGS:
        standing = sum(getattr(land, what) for land in position.provinces.values())
        left = getattr(position.stock, what)
        if left < 0 or standing + left != TILES[what]:
            yield f"{standing} {what} tiles stand and {left} are left, of {TILES[what]}"
    markers = sum(land.revolts for land in position.provinces.values())
    if position.stock.revolts < 0 or markers + position.stock.revolts != MARKERS:
        yield f"{markers} revolt markers lie and {position.stock.revolts} are left, of {MARKERS}"


def _seats(play: ShogunPlay) -> Iterator[str]:
    for seat, record in play.position.seats.items():
        for what in ("chests", "rice", "points", "supply"):
            if getattr(record, what) < 0:
                yield f"{seat} has {getattr(record, what)} {what}"
        if set(record.plan) - set(ACTIONS):
            yield f"{seat} has a card on a space that is no action"
        cards = list(record.plan.values())
        if len(set(cards)) < len(cards):
            yield f"{seat} has laid a card twice"
        if set(cards) - set(play.provinces_of(seat)):
            yield f"{seat} has laid a card that it does not hold"


def _cards(play: ShogunPlay) -> Iterator[str]:
    position = play.position
    events = [*position.events, *position.pile, *filter(None, [position.event])]
    if len(set(events)) < len(events) or set(events) - set(EVENTS):
        yield "the event cards are not those of the box"
    if len(set(position.actions)) < len(position.actions) or set(position.actions) - set(ACTIONS):
        yield "the action cards are not those of the box"
    if position.specials and sorted(position.specials) != sorted(SPECIALS):
        yield "the special cards are not those of the box"
    if not 1 <= position.round <= ROUNDS:
        yield f"there is no round {position.round}"
    order = position.turn_order
    if order and sorted(order) != sorted(position.seats):
        yield "the turn order does not name every seat once"
