"""What is impossible about a position."""

from collections.abc import Iterator

from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import GekokujoPosition, number_of_units
from adjudicator.orders.language.words import number_of

MISSIONS = ("", "sabotage", "diversion", "assassination")
PATHS = ("", "assault", "rebuild")
MOST = 10**6
"""More koku or rounds than any game has."""


def unplayable(play: GekokujoPlay) -> Iterator[str]:
    """Say why a position cannot be played at all: it names what there is not."""
    position = play.position
    if not 1 <= position.round <= MOST:
        yield "The rounds begin with 1."
    if set(position.provinces) != set(play.board.provinces):
        yield "The provinces are not those of the board."
    lists = [each for house in position.seats.values() for each in (house.allies, house.betrayed)]
    if any("" in each for each in (position.lots, position.turn_order, *lists)):
        yield "An order of the seats, or a list of allies, names nobody."
    strange = sorted(_names(position) - set(position.seats) - {""})
    if strange:
        yield f"The position names “{strange[0][:40]}”, who does not play."
    arrivals = (place for house in position.seats.values() for place in house.arrivals)
    if not {*position.held, position.ninja.place, *arrivals} <= {"", *position.provinces}:
        yield "The position names a province that is not on the board."
    clans = [house.clan for house in position.seats.values() if house.clan]
    if set(clans) - set(printed.CLANS) or len(set(clans)) < len(clans):
        yield "Each seat plays a clan of its own."
    yield from _order(play)
    kinds = {printed.RONIN} ^ set(printed.ARMS)
    for place, land in position.provinces.items():
        for units in land.units.values():
            if set(units) - kinds or not units or min(units.values()) < 1:
                yield f"The units in {place} cannot be."
    if position.ninja.mission not in MISSIONS:
        yield "The ninja has no such mission."
    for fault in _numbers(play):
        yield f"The position cannot be: {fault}."


def _names(position: GekokujoPosition) -> set[str]:
    """Return all seats that a position names."""
    found = {*position.lots, *position.turn_order, position.active, *position.held.values()}
    found |= {position.ninja.master, position.ninja.victim}
    for land in position.provinces.values():
        found |= {land.owner, land.castle, land.sower, *land.units}
    for house in position.seats.values():
        found |= {house.master, *house.allies, *house.betrayed}
    return found


def _order(play: GekokujoPlay) -> Iterator[str]:
    """Find what is wrong with the player order, which is made when the seats have sown (G74)."""
    position = play.position
    order = position.turn_order
    if len(set(order)) < len(order) or len(set(position.lots)) < len(position.lots):
        yield "An order of the seats names one twice."
    if play.over or position.phase == "draft":
        drafts = position.phase == "draft" and position.options["clans"] == "draft"
        if drafts and set(position.lots) != set(position.seats):
            yield "The draft needs an order of all seats."
        if position.phase == "draft" and len(play.survivors()) < len(position.seats):
            yield "Nobody is out of the game before it begins."
        return
    if any(not house.clan for house in position.seats.values()):
        yield "A seat has no clan."
    sow = any(map(play.asks_for, play.rules.moments.get("sow", ())))
    if not (sow or set(play.survivors()) <= set(order)):
        yield "The player order does not name every seat."
    if position.active and (position.active not in order or play.house(position.active).out):
        yield "It is the turn of a seat that has none."


def _numbers(play: GekokujoPlay) -> Iterator[str]:
    for seat, house in play.position.seats.items():
        if min(house.koku, house.stored, house.glory) < 0 or max(house.koku, house.stored) > MOST:
            yield f"{seat} has {house.koku} koku and {house.stored} stored"
        if not 0 <= house.fund <= printed.FUND_FREES:
            yield f"{seat} has a fund of {house.fund}"
        if house.path not in PATHS:
            yield f"{seat} is on no such path"
        if house.out and (play.places_of(seat) or play.provinces_of(seat)):
            yield f"{seat} is out and has units or provinces"
        if play.bushi(seat) > printed.MOST_BUSHI:
            yield f"{seat} has {play.bushi(seat)} bushi, more than {printed.MOST_BUSHI}"
        if play.daimyos(seat) > printed.DAIMYOS:
            yield f"{seat} has {play.daimyos(seat)} {printed.DAIMYO}s, more than {printed.DAIMYOS}"
    for place, land in play.position.provinces.items():
        if land.sown < 0 or bool(land.sown) != bool(land.sower):
            yield f"{place} has {land.sown} koku sown by {land.sower or 'nobody'}"
        if land.fortified and not land.castle:
            yield f"{place} is fortified and has no castle"


def faults(play: GekokujoPlay) -> Iterator[str]:
    """Find more castles than there are, and stacks above the limits."""
    castles = [land.castle for land in play.position.provinces.values() if land.castle]
    if len(castles) > printed.MOST_CASTLES or len(set(castles)) < len(castles):
        yield f"castles on the board: {len(castles)}, or two of one seat"
    for place, land in play.position.provinces.items():
        for seat, units in land.units.items():
            if number_of_units(units) > printed.MOST_UNITS:
                yield f"{seat} has {number_of(number_of_units(units), 'unit')} in {place}"
            friends = [each for each in land.units if play.are_allies(seat, each)]
            count = sum(number_of_units(land.units[each]) for each in friends)
            if len(friends) > 1 and count > printed.MOST_ALLIES:
                yield f"allies have {number_of(count, 'unit')} in {place}"
