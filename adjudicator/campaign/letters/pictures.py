"""Pictures of letters: what they are drawn from, and how they are drawn.

None is kept: what they show is recorded, and the program draws them when a letter goes out, and
for whoever wants to see it again.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator import maps
from adjudicator.games.contract import Event, Game, events_for
from adjudicator.games.picture import Picture
from adjudicator.maps import ordered
from adjudicator.orders import Orders, read_orders
from adjudicator.reports.model import Origin
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.records import Adjudication, Campaign


def draw(store: Store, campaign: Campaign, origin: Origin) -> bytes:
    """Draw a picture from what is recorded of a campaign.

    Raises StoreError if that is not recorded, ValueError if there is nothing to be drawn in it, and
    what rules and maps raise, which may be others than those that recorded it.
    """
    done = _resolution(store, campaign, origin.resolution)
    game = campaign.game
    view = game.view(game.decode(done.position), origin.seat)
    if origin.what == "orders":
        return _draw(_picture_of_orders(game, view, origin), origin)
    seen = events_for(_events(store, campaign, done, origin.phases), origin.seat)
    return _draw(game.picture(view, seen), origin)


def picture_of_orders(
    game: Game,
    view: Any,
    orders: Orders,
    origin: Origin,
    warned: Collection[int] | None = None,
) -> Picture | None:
    """Return a picture of a seat's orders, for the phase that the view waits in or a later one.

    ``warned`` are the lines that a check warns of, if there was one.
    """
    later = origin.phase not in ("", game.phase(view).key)
    return ordered.picture_of_orders(
        game, view, orders, origin.defaults, later=later, warned=warned
    )


def _picture_of_orders(game: Game, view: Any, origin: Origin) -> Picture | None:
    _, _, name = origin.phase.partition(" ")
    language = game.language(view, name, origin.seat)
    orders = read_orders(origin.orders, language).orders if language else Orders()
    return picture_of_orders(game, view, orders, origin)


def _draw(picture: Picture | None, origin: Origin) -> bytes:
    if picture is None:
        raise ValueError("nothing of it can be drawn")
    seat = origin.seat if origin.what == "front" else ""
    return draw_once(msgspec.msgpack.encode(picture), origin.what, seat)


@lru_cache(maxsize=32)
def draw_once(encoded: bytes, what: str, seat: str) -> bytes:
    """Draw a picture; the last ones are kept, for most readers of a phase see the same map."""
    picture = msgspec.msgpack.decode(encoded, type=Picture)
    if what == "map":
        return maps.draw_png(picture)
    drawn = maps.draw_front(picture, seat) if what == "front" else maps.draw_orders(picture)
    if drawn is None:
        raise ValueError("nothing of it can be drawn")
    return drawn


def _events(store: Store, campaign: Campaign, done: Adjudication, phases: int) -> Sequence[Event]:
    """Return what happened in so many phases up to a resolution, in order."""
    told: list[tuple[Event, ...]] = []
    while len(told) < phases:
        told.insert(0, campaign.game.decode_events(done.events))
        if len(told) < phases:
            if done.parent is None or done.parent >= done.serial:
                raise StoreError("Fewer phases are recorded than it shows.")
            done = _resolution(store, campaign, done.parent)
    return [event for each in told for event in each]


def _resolution(store: Store, campaign: Campaign, serial: int) -> Adjudication:
    return store.find(Adjudication, campaign_id=campaign.id, serial=serial)
