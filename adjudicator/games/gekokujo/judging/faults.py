"""What is impossible about a position. What a field can hold by itself is said at the field."""

from collections.abc import Iterator

from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.orders.orders import Sow
from adjudicator.games.gekokujo.reasons import reason
from adjudicator.games.gekokujo.table.play import MOST, GekokujoPlay, GekokujoPosition, count_units
from adjudicator.wording import Reason


def faults(play: GekokujoPlay) -> Iterator[Reason]:
    """Yield what no course of the game could lead to."""
    position = play.position
    if not 1 <= position.round <= MOST:
        yield reason("fault.round", round=position.round)
    if set(position.provinces) != set(play.board.provinces):
        yield reason("fault.provinces")
    strange = sorted(_names(position) - set(position.seats))
    if strange:
        yield reason("fault.seat", seat=strange[0][:40])
    arrivals = (place for house in position.seats.values() for place in house.arrivals)
    if not {*position.held, position.ninja.place, *arrivals} <= {"", *position.provinces}:
        yield reason("fault.province")
    clans = [house.clan for house in position.seats.values() if house.clan]
    if set(clans) - set(printed.CLANS) or len(set(clans)) < len(clans):
        yield reason("fault.clans")
    yield from _order_faults(play)
    for seat in position.seats:
        yield from _seat_faults(play, seat)
    castles = [land.castle for land in position.provinces.values() if land.castle]
    if len(set(castles)) < len(castles):
        yield reason("fault.castles")
    for place, land in position.provinces.items():
        if bool(land.sown) != bool(land.sower):
            yield reason("fault.sown", place=place, sown=land.sown, by=land.sower or "nobody")
        if land.fortified and not land.castle:
            yield reason("fault.fortified", place=place)
        for seat, units in land.units.items():
            if not 1 <= (count := count_units(units)) <= printed.MOST_UNITS:
                yield reason("fault.units", seat=seat, count=count, place=place)


def _names(position: GekokujoPosition) -> set[str]:
    """Return all seats that a position names; ``""`` where it should name one."""
    ninja, lands = position.ninja, position.provinces.values()
    perhaps = {position.active, ninja.master, ninja.victim}
    named = {*position.lots, *position.turn_order, *position.held.values()}
    for land in lands:
        perhaps |= {land.owner, land.castle, land.sower}
        named |= {*land.units}
    for house in position.seats.values():
        perhaps.add(house.master)
        named |= {*house.allies, *house.betrayed}
    return named | perhaps - {""}


def _order_faults(play: GekokujoPlay) -> Iterator[Reason]:
    """Find what is wrong with the player order, which is made when the seats have sown (G74)."""
    position = play.position
    order = position.turn_order
    if len(set(order)) < len(order) or len(set(position.lots)) < len(position.lots):
        yield reason("fault.order-twice")
    if position.phase == "draft":
        if position.options["clans"] == "draft" and set(position.lots) != set(position.seats):
            yield reason("fault.draft-order")
        if len(play.survivors()) < len(position.seats):
            yield reason("fault.out-before")
    elif not play.over:
        if any(not house.clan for house in position.seats.values()):
            yield reason("fault.no-clan")
        if not (play.asks_for(Sow) or set(play.survivors()) <= set(order)):
            yield reason("fault.player-order")
        if position.active and (position.active not in order or play.house(position.active).out):
            yield reason("fault.no-turn")


def _seat_faults(play: GekokujoPlay, seat: str) -> Iterator[Reason]:
    if play.house(seat).out and (play.places_of(seat) or play.provinces_of(seat)):
        yield reason("fault.out-with-pieces", seat=seat)
    if play.bushi(seat) > printed.MOST_BUSHI:
        yield reason("fault.bushi", seat=seat, has=play.bushi(seat), most=printed.MOST_BUSHI)
    if play.daimyos(seat) > printed.DAIMYOS:
        yield reason("fault.daimyos", seat=seat, has=play.daimyos(seat), most=printed.DAIMYOS)
