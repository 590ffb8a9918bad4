"""What is impossible about a position: the invariants of the basic game."""

from collections.abc import Collection, Iterator, Sequence

from adjudicator.games.shogun import cards
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.reasons import reason
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import ShogunPosition, open_provinces, with_supplies
from adjudicator.wording import Reason


def unplayable(play: ShogunPlay) -> Iterator[Reason]:
    """Say why a position cannot be played at all, even if a case leaves pieces out."""
    position = play.position
    seats, lands = set(position.seats), position.provinces
    if not 1 <= position.round <= cards.ROUNDS:
        yield reason("unplayable.rounds")
    if set(lands) != set(open_provinces(position.options, len(seats))):
        yield reason("unplayable.provinces")
    if {*position.tower, *position.tray} - {cards.FARMER, *seats}:
        yield reason("unplayable.tower")
    for name, land in lands.items():
        if land.owner not in ("", *seats):
            yield reason("unplayable.owner")
        if not land.owner and (land.buildings or land.armies or land.revolts):
            yield reason("unplayable.neutral", name=name)
        if land.owner and not land.armies:
            yield reason("unplayable.no-army", name=name)
        if name in play.board.provinces and play.free_spaces(name) < 0:
            yield reason("unplayable.buildings", name=name)
    for seat, record in position.seats.items():
        laid = list(record.plan.values())
        own = (name in lands and lands[name].owner == seat for name in laid)
        if set(record.plan) - set(cards.ACTIONS) or not all(own) or len(set(laid)) < len(laid):
            yield reason("unplayable.plan", seat=seat)
    yield from _strange_cards(position)


def _strange_cards(position: ShogunPosition) -> Iterator[Reason]:
    drawn = [*position.events, *position.pile, *filter(None, [position.event])]
    opened, specials, drafts = position.actions, position.specials, position.phase == "draft"
    decks = {
        "event": _are_of(drawn, cards.EVENTS),
        "action": _are_of(opened, cards.ACTIONS) and len(opened) <= cards.OPEN_ACTIONS,
        "special": drafts or sorted(specials) == sorted(cards.SPECIALS),
        "province": set(position.cards) <= set(position.provinces),
    }
    yield from (reason("unplayable.cards", what=what) for what in decks if not decks[what])
    order = position.turn_order
    if order and sorted(order) != sorted(position.seats):
        yield reason("unplayable.order")
    if not order and position.phase not in ("draft", "plan"):
        yield reason("unplayable.no-order")
    if drafts:
        few = len(position.seats) < META.players[0]
        if few or position.round != 1 or len(position.cards) != cards.OPEN_CARDS:
            yield reason("unplayable.draft")
        if any(land.owner for land in position.provinces.values()):
            yield reason("unplayable.before-draft")


def _are_of(drawn: Sequence[str], box: Collection[str]) -> bool:
    """Whether cards are of the box, each once."""
    return len(set(drawn)) == len(drawn) and set(drawn) <= set(box)


def faults(play: ShogunPlay) -> Iterator[Reason]:
    """Find pieces that are too many or too few, of those that the box holds."""
    position, right = play.position, with_supplies(play.position)
    for seat, record in position.seats.items():
        if record != right.seats[seat]:
            yield reason(
                "fault.supply", seat=seat, supply=record.supply, right=right.seats[seat].supply
            )
    if position.farmers != right.farmers:
        yield reason("fault.farmers", farmers=position.farmers, right=right.farmers)
    if position.stock != right.stock:
        yield reason("fault.stock", stock=position.stock, right=right.stock)
