"""What a seat may know: of others no wishes for retreats; in fog, what it sees (D22)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.games.contract import Event
from adjudicator.wording import Reason
from diplomacy_game.events import Counted, Eliminated, Joined, Waived
from diplomacy_game.position import Area, DiplomacyPosition
from diplomacy_game.ways import board

if TYPE_CHECKING:
    from diplomacy_game.play import DiplomacyPlay

UNSEEN = "a unit out of sight"
_UNSEEN = Area()
_PLACES = ("unit", "province", "target", "other", "by")


def in_sight(board: Board, position: DiplomacyPosition, seat: str) -> frozenset[str]:
    """Return the provinces that a seat sees: all that it has, and all next to those."""
    if not position.options["fog"] or position.phase == "over":
        return frozenset(board.provinces)
    own = position.colours_of(seat) if seat else ()
    has = {name for name, unit in position.units.items() if unit.power in own}
    has |= {name for name, lost in position.dislodged.items() if lost.unit.power in own}
    has |= {name for name, area in position.provinces.items() if area.owner in own}
    return frozenset(has.union(*(board.neighbours[name] for name in has)))


def in_fog(play: "DiplomacyPlay", event: Event) -> Iterator[Event]:
    """Yield what seats learn of an event: all of it who saw each place in it when the phase began.

    Its own power learns it always, without the names of units out of its sight.
    """
    power = getattr(event, "power", "")
    if not power or isinstance(event, Eliminated | Joined):
        yield event
    else:
        owner = play.seat_of(power) or power
        yield replace(_seen_by_its_power(event, play, owner), to=(owner,))
        if not isinstance(event, Counted | Waived):  # nobody learns who else has seen it
            yield from (replace(event, to=(each,)) for each in _witnesses(event, play, owner))


def _places(play: "DiplomacyPlay", event: Event) -> set[str]:
    """Return the provinces that an event names, by themselves or with a unit."""
    texts = [getattr(event, field, "") for field in _PLACES]
    texts += getattr(event, "against", ())
    places = [place for text in texts for place in (text, text.partition(" ")[2])]
    return {play.ways.province[place] for place in places if place in play.ways.province}


def _witnesses(event: Event, play: "DiplomacyPlay", owner: str) -> tuple[str, ...]:
    places = _places(play, event)
    return tuple(s for s, sight in play.sights.items() if s != owner and places <= sight)


def _seen_by_its_power(event: Event, play: "DiplomacyPlay", owner: str) -> Event:
    """Return an event of a power without the names of units that it does not see."""
    changed: dict[str, object] = {}
    for field in {"against", "by"}.intersection(event.__struct_fields__):
        value = getattr(event, field)
        shown = _shown(play, value if isinstance(value, tuple) else (value,), owner)
        changed[field] = tuple(shown) if isinstance(value, tuple) else shown[0]
    return replace(event, **changed)


def as_seen(play: "DiplomacyPlay", why: Reason, seat: str) -> Reason:
    """Return a reason without the names of units that a seat does not see."""
    units = _shown(play, why.facts.get("units", ()), seat)
    return replace(why, facts={**why.facts, "units": units}) if units else why


def _shown(play: "DiplomacyPlay", units: Iterable[str], seat: str) -> list[str]:
    """Return units as orders name them, without the names of those that a seat does not see."""
    known, sight = play.ways.province, play.sights.get(seat, frozenset())
    return [each if known[each.partition(" ")[2]] in sight else UNSEEN for each in units]


def view(position: DiplomacyPosition, seat: str) -> DiplomacyPosition:
    """Return what a seat sees of the position, without the wishes of others for their retreats."""
    own = position.colours_of(seat) if seat else ()
    sight = in_sight(board(position.options), position, seat)
    dislodged = {
        name: lost if lost.unit.power in own else replace(lost, wishes=())
        for name, lost in position.dislodged.items()
        if name in sight
    }
    units = {name: unit for name, unit in position.units.items() if name in sight}
    provinces = {
        name: area if name in sight else _UNSEEN for name, area in position.provinces.items()
    }
    return replace(position, viewer=seat, dislodged=dislodged, units=units, provinces=provinces)
