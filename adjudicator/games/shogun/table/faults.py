"""What is impossible about a position: the invariants of the basic game."""

from collections.abc import Collection, Iterator, Sequence

from adjudicator.games.shogun import cards
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import ShogunPosition, open_provinces, rest_of_the_box

MOST = 99
"""No province, tower or tray holds more of anything."""


def unplayable(play: ShogunPlay) -> Iterator[str]:
    """Say why a position cannot be played at all."""
    position = play.position
    seats, lands = set(position.seats), position.provinces
    if not 1 <= position.round <= cards.ROUNDS:
        yield "There are eight rounds."
    if set(lands) != set(open_provinces(position.options, len(seats))):
        yield "The provinces are not those of the board."
    if {land.owner for land in lands.values()} - {"", *seats}:
        yield "A province belongs to a seat that does not play."
    if [land for land in lands.values() if not land.owner and land.buildings]:
        yield "A neutral province has no buildings."
    counts = [*position.tower.items(), *position.tray.items()]
    if any(colour not in seats | {cards.FARMER} or number < 0 for colour, number in counts):
        yield "The tower holds cubes of nobody."
    numbers = [number for land in lands.values() for number in (land.armies, land.revolts)]
    numbers += [number for _, number in counts]
    if not 0 <= min(numbers) <= max(numbers) <= MOST:
        yield "A number of cubes or markers cannot be."
    for seat, record in position.seats.items():
        own = (name in lands and lands[name].owner == seat for name in record.plan.values())
        if set(record.plan) - set(cards.ACTIONS) or not all(own):
            yield f"The plan of {seat} lays cards that {seat} cannot lay."
    yield from _strange_cards(position)
    for fault in _contradictions(play):
        yield f"The position cannot be: {fault}."


def _strange_cards(position: ShogunPosition) -> Iterator[str]:
    drawn = [*position.events, *position.pile, *filter(None, [position.event])]
    if not _are_of(drawn, cards.EVENTS):
        yield "The event cards are not those of the box."
    if not _are_of(position.actions, cards.ACTIONS) or len(position.actions) > cards.OPEN_ACTIONS:
        yield "The action cards are not those of the box."
    if position.phase != "draft" and sorted(position.specials) != sorted(cards.SPECIALS):
        yield "The special cards are not those of the box."
    if set(position.cards) - set(position.provinces):
        yield "There is a province card that is not in the box."
    order = position.turn_order
    if order and sorted(order) != sorted(position.seats):
        yield "The turn order does not name every seat once."
    if not order and position.phase not in ("draft", "plan"):
        yield "There is no turn order."
    if position.phase == "draft":
        few = len(position.seats) < META.players[0]
        if few or position.round != 1 or len(position.cards) != cards.OPEN_CARDS:
            yield "A draft opens a game of three seats and more, with two open cards."
        if any(land.owner for land in position.provinces.values()):
            yield "Before the draft nobody holds a province."


def _are_of(drawn: Sequence[str], box: Collection[str]) -> bool:
    """Whether cards are of the box, each once."""
    return len(set(drawn)) == len(drawn) and set(drawn) <= set(box)


def _contradictions(play: ShogunPlay) -> Iterator[str]:
    """Find what cannot be even if a case leaves pieces out."""
    position = play.position
    for seat, record in position.seats.items():
        for what in ("chests", "rice", "points", "supply"):
            if getattr(record, what) < 0:
                yield f"{seat} has {getattr(record, what)} {what}"
        if len(set(record.plan.values())) < len(record.plan):
            yield f"{seat} has laid a card twice"
    for name, land in position.provinces.items():
        if land.owner and land.armies < 1:
            yield f"{name} has no army of its owner"
        if not land.owner and (land.armies or land.revolts):
            yield f"{name} is neutral and not empty"
        if play.free_spaces(name) < 0:
            yield f"{name} has more buildings than spaces"
    for what in (*cards.BUILDINGS, "revolts"):
        if getattr(position.stock, what) < 0:
            yield f"{getattr(position.stock, what)} {what} left in the box"
    if position.farmers < 0:
        yield f"farmers in supply: {position.farmers}"


def faults(play: ShogunPlay) -> Iterator[str]:
    """Find pieces that are too many or too few, of those that the box holds."""
    position, rest = play.position, rest_of_the_box(play.position)
    for seat, record in position.seats.items():
        if record.supply != rest.supplies[seat]:
            yield f"{seat}: armies in supply: {record.supply}, not {rest.supplies[seat]}"
    if position.farmers != rest.farmers:
        yield f"farmers in supply: {position.farmers}, not {rest.farmers}"
    if position.stock != rest.stock:
        yield f"left in the box: {position.stock}, not {rest.stock}"
