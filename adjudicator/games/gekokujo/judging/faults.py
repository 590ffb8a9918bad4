"""What is impossible about a position. What a field can hold by itself is said at the field."""

from collections.abc import Iterator

from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.orders.orders import Sow
from adjudicator.games.gekokujo.table.play import MOST, GekokujoPlay, GekokujoPosition, count_units
from adjudicator.orders.language.words import number_of


def faults(play: GekokujoPlay) -> Iterator[str]:
    """Yield what no course of the game could lead to."""
    position = play.position
    if not 1 <= position.round <= MOST:
        yield f"there is no round {position.round}"
    if set(position.provinces) != set(play.board.provinces):
        yield "the provinces are not those of the board"
    strange = sorted(_names(position) - set(position.seats))
    if strange:
        yield f"it names “{strange[0][:40]}”, who does not play"
    arrivals = (place for house in position.seats.values() for place in house.arrivals)
    if not {*position.held, position.ninja.place, *arrivals} <= {"", *position.provinces}:
        yield "it names a province that is not on the board"
    clans = [house.clan for house in position.seats.values() if house.clan]
    if set(clans) - set(printed.CLANS) or len(set(clans)) < len(clans):
        yield "each seat plays a clan of its own"
    yield from _order_faults(play)
    for seat in position.seats:
        yield from _seat_faults(play, seat)
    castles = [land.castle for land in position.provinces.values() if land.castle]
    if len(set(castles)) < len(castles):
        yield "a seat has two castles"
    for place, land in position.provinces.items():
        if bool(land.sown) != bool(land.sower):
            yield f"{place} has {land.sown} koku sown by {land.sower or 'nobody'}"
        if land.fortified and not land.castle:
            yield f"{place} is fortified and has no castle"
        for seat, units in land.units.items():
            if not 1 <= (count := count_units(units)) <= printed.MOST_UNITS:
                yield f"{seat} has {number_of(count, 'unit')} in {place}"


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


def _order_faults(play: GekokujoPlay) -> Iterator[str]:
    """Find what is wrong with the player order, which is made when the seats have sown (G74)."""
    position = play.position
    order = position.turn_order
    if len(set(order)) < len(order) or len(set(position.lots)) < len(position.lots):
        yield "an order of the seats names one twice"
    if position.phase == "draft":
        if position.options["clans"] == "draft" and set(position.lots) != set(position.seats):
            yield "the draft needs an order of all seats"
        if len(play.survivors()) < len(position.seats):
            yield "nobody is out of the game before it begins"
    elif not play.over:
        if any(not house.clan for house in position.seats.values()):
            yield "a seat has no clan"
        if not (play.asks_for(Sow) or set(play.survivors()) <= set(order)):
            yield "the player order does not name every seat"
        if position.active and (position.active not in order or play.house(position.active).out):
            yield "it is the turn of a seat that has none"


def _seat_faults(play: GekokujoPlay, seat: str) -> Iterator[str]:
    if play.house(seat).out and (play.places_of(seat) or play.provinces_of(seat)):
        yield f"{seat} is out and has units or provinces"
    if play.bushi(seat) > printed.MOST_BUSHI:
        yield f"{seat} has {play.bushi(seat)} bushi, more than {printed.MOST_BUSHI}"
    if play.daimyos(seat) > printed.DAIMYOS:
        yield f"{seat} has {play.daimyos(seat)} daimyos, more than {printed.DAIMYOS}"
