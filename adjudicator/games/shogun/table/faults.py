"""What is impossible about a position: the invariants of the basic game."""

from collections.abc import Collection, Iterator, Sequence

from adjudicator.games.shogun import cards
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import ShogunPosition, open_provinces, with_supplies


def unplayable(play: ShogunPlay) -> Iterator[str]:
    """Say why a position cannot be played at all, even if a case leaves pieces out."""
    position = play.position
    seats, lands = set(position.seats), position.provinces
    if not 1 <= position.round <= cards.ROUNDS:
        yield "There are eight rounds."
    if set(lands) != set(open_provinces(position.options, len(seats))):
        yield "The provinces are not those of the board."
    if {*position.tower, *position.tray} - {cards.FARMER, *seats}:
        yield "The tower holds cubes of nobody."
    for name, land in lands.items():
        if land.owner not in ("", *seats):
            yield "A province belongs to a seat that does not play."
        if not land.owner and (land.buildings or land.armies or land.revolts):
            yield f"{name} is neutral, so it has no buildings, armies and revolt markers."
        if land.owner and not land.armies:
            yield f"{name} has no army of its owner."
        if name in play.board.provinces and play.free_spaces(name) < 0:
            yield f"{name} has more buildings than spaces."
    for seat, record in position.seats.items():
        laid = list(record.plan.values())
        own = (name in lands and lands[name].owner == seat for name in laid)
        if set(record.plan) - set(cards.ACTIONS) or not all(own) or len(set(laid)) < len(laid):
            yield f"The plan of {seat} lays cards that {seat} cannot lay."
    yield from _strange_cards(position)


def _strange_cards(position: ShogunPosition) -> Iterator[str]:
    drawn = [*position.events, *position.pile, *filter(None, [position.event])]
    opened, specials, drafts = position.actions, position.specials, position.phase == "draft"
    decks = {
        "event": _are_of(drawn, cards.EVENTS),
        "action": _are_of(opened, cards.ACTIONS) and len(opened) <= cards.OPEN_ACTIONS,
        "special": drafts or sorted(specials) == sorted(cards.SPECIALS),
        "province": set(position.cards) <= set(position.provinces),
    }
    yield from (f"The {what} cards are not those of the box." for what in decks if not decks[what])
    order = position.turn_order
    if order and sorted(order) != sorted(position.seats):
        yield "The turn order does not name every seat once."
    if not order and position.phase not in ("draft", "plan"):
        yield "There is no turn order."
    if drafts:
        few = len(position.seats) < META.players[0]
        if few or position.round != 1 or len(position.cards) != cards.OPEN_CARDS:
            yield "A draft opens a game of three seats and more, with two open cards."
        if any(land.owner for land in position.provinces.values()):
            yield "Before the draft nobody holds a province."


def _are_of(drawn: Sequence[str], box: Collection[str]) -> bool:
    """Whether cards are of the box, each once."""
    return len(set(drawn)) == len(drawn) and set(drawn) <= set(box)


def faults(play: ShogunPlay) -> Iterator[str]:
    """Find pieces that are too many or too few, of those that the box holds."""
    position, right = play.position, with_supplies(play.position)
    for seat, record in position.seats.items():
        if record != right.seats[seat]:
            yield f"{seat}: armies in supply: {record.supply}, not {right.seats[seat].supply}"
    if position.farmers != right.farmers:
        yield f"farmers in supply: {position.farmers}, not {right.farmers}"
    if position.stock != right.stock:
        yield f"left in the box: {position.stock}, not {right.stock}"
