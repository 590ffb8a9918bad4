"""What is drawn: units, supply centres, and what was ordered and came of it."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from adjudicator.games.contract import Event
from adjudicator.games.picture import (
    Arrow,
    Badge,
    Counter,
    Glyph,
    Mark,
    Party,
    Picture,
    Spot,
    give_colours,
)
from adjudicator.games.sketch import Sketched, branches_of
from adjudicator.orders import Order, Orders
from diplomacy_game.events import Convoyed, Moved, Retreated, Supported
from diplomacy_game.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support
from diplomacy_game.pieces import Piece
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import Unit
from diplomacy_game.ways import board_name

Kind = Literal["move", "support", "convoy"]

SHAPES = {"A": "cannon", "F": "fleet"}
COLOURS = 10
"""So many colours of the palette are given to powers that have none of their own."""
CANNON = (
    ((0.05, 0.3), (0.62, 0.3), (0.8, 0.38), (1, 0.36), (1, 0.5), (0.72, 0.62), (0.72, 0.95),
     (0.3, 0.95), (0.3, 0.62), (0.05, 0.5)),
    ((0.42, 0.6), (0.6, 0.6), (0.68, 0.72), (0.6, 0.86), (0.42, 0.86), (0.34, 0.72)),
)  # fmt: skip
SHIP = (
    ((0, 0.6), (0.14, 0.6), (0.14, 0.46), (0.34, 0.46), (0.34, 0.14), (0.52, 0.14), (0.52, 0.46),
     (0.74, 0.46), (0.74, 0.6), (1, 0.6), (0.86, 0.92), (0.12, 0.92)),
    ((0.18, 0.7), (0.84, 0.7), (0.81, 0.78), (0.2, 0.78)),
)  # fmt: skip
STAR = (((0.5, 0.1), (0.62, 0.38), (0.92, 0.4), (0.68, 0.6), (0.77, 0.9), (0.5, 0.73),
         (0.23, 0.9), (0.32, 0.6), (0.08, 0.4), (0.38, 0.38)),)  # fmt: skip
"""In a square of side 1, from the upper left corner: first the body, then what lies on it."""


def _overturn(glyph: Glyph) -> Glyph:
    return tuple(tuple((x, 1 - y) for x, y in path) for path in glyph)


GLYPHS = {
    "cannon": CANNON,
    "fleet": SHIP,
    "cannon, lying down": _overturn(CANNON),
    "fleet, lying down": _overturn(SHIP),
    "centre": STAR,
}
CALLED = {
    "cannon": "army",
    "cannon, lying down": "army, dislodged",
    "fleet, lying down": "fleet, dislodged",
    "centre": "supply centre",
    "closed": "out of sight",
}


def draw_map(play: DiplomacyPlay, events: Sequence[Event]) -> Picture:
    """Return what the map shows."""
    chosen = {power.casefold(): n for power, n in play.ways.variant.colours.items()}
    colours = give_colours(play.powers, chosen, range(COLOURS))
    dark = play.dark
    return Picture(
        board=board_name(play.position.options),
        title=play.board.title,
        subtitle=_moment(play),
        spots={name: _spot(play, name, name in dark) for name in play.position.provinces},
        parties=tuple(
            Party(power, colours[power], _standing(play, power)) for power in play.powers
        ),
        arrows=tuple(_arrows(play, events)),
        glyphs=GLYPHS,
        called=CALLED,
    )


def _standing(play: DiplomacyPlay, power: str) -> str:
    """Say how many centres a power has, and who plays it if that is not its own seat."""
    number, seat = len(play.centres(power)), play.seat_of(power)
    count = f"{number} {'centre' if number == 1 else 'centres'}"
    if play.dark and seat != play.position.viewer:
        return f"{count} in sight"
    if seat == power or not number:
        return count
    nobodys = "neutral" if play.neutral == power else "in disorder"
    return f"{count}, {seat}’s" if seat else f"{count}, {nobodys}"


def _moment(play: DiplomacyPlay) -> str:
    """Return the season and the year: ``Fall 1901``, ``Fall 1901, retreats``."""
    if play.over:
        return f"The end, {play.position.round}"
    season, _, part = play.position.phase.partition("-")
    return ", ".join(filter(None, (f"{season.capitalize()} {play.position.round}", part)))


def _spot(play: DiplomacyPlay, name: str, dark: bool) -> Spot:
    unit, lost = play.units.get(name), play.position.dislodged.get(name)
    counters = [_counter(unit)] if unit else []
    counters += [_counter(lost.unit, down=True)] if lost else []
    marks = (Mark("centre"),) if name in play.board.sets["centres"] else ()
    return Spot(play.owner(name), tuple(counters), marks, closed=dark)


def _counter(unit: Unit, *, down: bool = False) -> Counter:
    return Counter(SHAPES[unit.kind], "", unit.power, down=down, name=unit.coast)


def _arrows(play: DiplomacyPlay, events: Sequence[Event]) -> Iterator[Arrow]:
    province = play.ways.province
    moves = {each.province: each.target for each in events if isinstance(each, Moved)}
    for event in events:
        match event:
            case Moved():
                arrow = _arrow(play, "move", event.power, _place(event.unit), event.target)
                yield replace(arrow, failed=event.outcome != "moved")
            case Retreated():
                yield _arrow(play, "move", event.power, _place(event.unit), event.target)
            case Supported() | Convoyed():
                kind = _help(isinstance(event, Convoyed))
                other, target = _place(event.other), event.target
                move = moves.get(province[other], "")
                if target and move and province[move] == province[target]:
                    target = move  # the coast too, which who helps need not name
                ends = (target, other) if target else (other, "")
                arrow = _arrow(play, kind, event.power, _place(event.unit), *ends)
                yield replace(arrow, failed=event.outcome not in ("given", "convoyed"))


def _place(unit: str) -> str:
    """Return the place in the text of a unit: ``Spain/nc``."""
    return unit.partition(" ")[2]


def _arrow(
    play: DiplomacyPlay, kind: Kind, power: str, source: str, target: str, helped: str = ""
) -> Arrow:
    """Return the arrow between these places."""
    province = play.ways.province
    return Arrow(
        kind,
        province[source],
        province[target],
        power,
        helped=province[helped] if helped else "",
        coasts=tuple(place for place in (source, target, helped) if "/" in place),
    )


def _stand(play: DiplomacyPlay, piece: Piece) -> str:
    """Return the place where a unit stands that an order names."""
    name = piece.province
    lost = play.position.dislodged.get(name)
    unit = lost.unit if lost else play.units.get(name)
    return unit.at(name) if unit else piece.place


def _help(at_sea: bool) -> Kind:
    return "convoy" if at_sea else "support"


def sketch(play: DiplomacyPlay, seat: str, orders: Orders) -> Iterator[Sketched]:
    """Draw a seat's orders as they stand."""
    for line, branch in branches_of(orders):
        for mark in _marks(play, seat, branch.order):
            yield Sketched(mark, line, branch)


def _marks(play: DiplomacyPlay, seat: str, order: Order) -> Iterator[Arrow | Badge]:
    match order:
        case Move():
            yield _arrow(play, "move", seat, _stand(play, order.unit), order.target)
        case Retreat():
            yield _arrow(play, "move", seat, _stand(play, order.unit), order.targets[0])
        case Support() if not order.target:
            other = _stand(play, order.other)
            yield _arrow(play, "support", seat, _stand(play, order.unit), other)
        case Support() | Convoy():
            kind = _help(isinstance(order, Convoy))
            helped = _stand(play, order.other)
            yield _arrow(play, kind, seat, _stand(play, order.unit), order.target, helped)
        case Build():
            yield Badge(order.province, SHAPES[order.unit.kind or "A"], "+1", seat)
        case Disband():
            yield Badge(order.province, "disband", seat=seat)
        case Hold():
            yield Badge(order.province, "hold", seat=seat)
