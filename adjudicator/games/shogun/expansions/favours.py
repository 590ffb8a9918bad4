"""The favour cards of Tenno's Court: what each does, as data, and how it is done."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from adjudicator.games.contract import Event
from adjudicator.games.shogun.actions import calm_by_theatre, raise_building
from adjudicator.games.shogun.changes import remove_marker, take_province
from adjudicator.games.shogun.draft import by_worth
from adjudicator.games.shogun.expansions.court import (
    FavourEvent,
    FavourPlaces,
    court_of,
)
from adjudicator.games.shogun.expansions.tray import into_tray
from adjudicator.games.shogun.possible import why_no_room
from adjudicator.games.shogun.scene import Play

Kind = Literal["event", "chests", "tray", "calm", "rice", "points", "building", "safe", "armies"]


class Favour(NamedTuple):
    """What a favour card does: an amount, or the building, or the actions that are kept off."""

    kind: Kind
    amount: int = 0
    what: tuple[str, ...] = ()


FAVOURS: Mapping[int, Favour] = {
    1: Favour("event"),
    2: Favour("chests", 2),
    3: Favour("tray", 2),
    4: Favour("calm", 1),
    5: Favour("rice", 2),
    6: Favour("points", 1),
    7: Favour("building", 1, ("theatre",)),
    8: Favour("tray", 3),
    9: Favour("chests", 4),
    10: Favour("safe", 0, ("battle a",)),
    11: Favour("safe", 0, ("battle b",)),
    12: Favour("armies", 3),
    13: Favour("points", 2),
    14: Favour("tray", 4),
    15: Favour("rice", 3),
    16: Favour("chests", 6),
    17: Favour("building", 1, ("temple",)),
    18: Favour("safe", 0, ("battle a", "battle b")),
    19: Favour("points", 3),
    20: Favour("rice", 4),
    21: Favour("building", 1, ("castle",)),
}
"""The favour cards by number; amounts as ruled (H17)."""


class FavourGranted(Event, frozen=True):
    """What a favour card did: its kind, how much, where, and what it was about.

    ``amount`` is 0 where nothing could be done. ``kept`` is set for a card #4 that is kept to
    parry the next revolt marker.
    """

    seat: str
    card: int
    kind: str
    amount: int = 0
    province: str = ""
    what: tuple[str, ...] = ()
    kept: bool = False


class MarkerParried(Event, frozen=True):
    """A kept favour card #4 kept a revolt marker away and was discarded."""

    seat: str
    province: str


def grant(play: Play, seat: str, card: int) -> None:
    """Apply a favour card at once, as far as possible (H27)."""
    favour = FAVOURS[card]
    done = _GRANTED[favour.kind](play, seat, card, favour)
    play.tell(done)


def parry_marker(play: Play, province: str) -> bool:
    """Keep a revolt marker away with a kept card #4; return whether there was one."""
    parries = court_of(play).parries
    owner = play.land(province).owner
    if not parries.get(owner):
        return False
    parries[owner] -= 1
    if not parries[owner]:
        del parries[owner]
    play.tell(MarkerParried(seat=owner, province=province))
    return True


def _event(play: Play, seat: str, card: int, favour: Favour) -> FavourGranted:
    """Remove the event of the season, unless the seat wants it to stay.

    Who names conditions for it to go, of which none holds, wants it to stay.
    """
    lines = play.lines(seat, FavourEvent)
    wished = [branch.order for line in lines for branch in line.branches]
    order = play.wish(seat, FavourEvent)
    goes = order.fate == "goes" if order else FavourEvent("goes") not in wished
    gone = play.position.event if goes else ""
    if gone:
        play.change(event="")
    return _granted(seat, card, favour, amount=int(bool(gone)), what=(gone,) if gone else ())


def _gain(play: Play, seat: str, card: int, favour: Favour) -> FavourGranted:
    record = play.seat(seat)
    setattr(record, favour.kind, getattr(record, favour.kind) + favour.amount)
    return _granted(seat, card, favour, amount=favour.amount)


def _tray(play: Play, seat: str, card: int, favour: Favour) -> FavourGranted:
    return _granted(seat, card, favour, amount=into_tray(play, seat, favour.amount))


def _calm(play: Play, seat: str, card: int, favour: Favour) -> FavourGranted:
    """Take a revolt marker off an own province; without any, keep the card for the next one."""
    marked = [name for name in play.own(seat) if play.land(name).revolts]
    if not marked:
        parries = court_of(play).parries
        parries[seat] = parries.get(seat, 0) + 1
        return _granted(seat, card, favour, kept=True)
    most = max(marked, key=lambda name: play.land(name).revolts)
    province = _wanted(play, seat, "calm", marked) or most
    remove_marker(play, province, "favour")
    return _granted(seat, card, favour, amount=1, province=province)


def _building(play: Play, seat: str, card: int, favour: Favour) -> FavourGranted:
    """Put up a building for nothing, under the general rules for buildings."""
    (what,) = favour.what
    able = [
        name
        for name in by_worth(play)
        if play.land(name).owner == seat and not why_no_room(play, what, name)
    ]
    if not able:
        return _granted(seat, card, favour)
    province = _wanted(play, seat, "building", able) or able[0]
    raise_building(play, what, province)
    calm_by_theatre(play, what, province)
    return _granted(seat, card, favour, amount=1, province=province, what=favour.what)


def _safe(play: Play, seat: str, card: int, favour: Favour) -> FavourGranted:
    safe = court_of(play).safe
    safe[seat] = tuple(sorted({*safe.get(seat, ()), *favour.what}))
    return _granted(seat, card, favour, amount=1, what=favour.what)


def _armies(play: Play, seat: str, card: int, favour: Favour) -> FavourGranted:
    """Deploy armies in an own province, or take a neutral one with them without a battle."""
    record = play.seat(seat)
    able = [name for name in by_worth(play) if play.land(name).owner in ("", seat)]
    if record.supply < favour.amount or not able:
        return _granted(seat, card, favour)
    own = [name for name in able if play.land(name).owner == seat]
    province = _wanted(play, seat, "armies", able) or (own or able)[0]
    record.supply -= favour.amount
    if play.land(province).owner:
        play.land(province).armies += favour.amount
    else:
        take_province(play, province, seat, favour.amount)
    return _granted(seat, card, favour, amount=favour.amount, province=province)


def _wanted(play: Play, seat: str, what: str, able: list[str]) -> str:
    for each in play.lines(seat, FavourPlaces):
        for branch in each.branches:
            order = branch.order
            if isinstance(order, FavourPlaces) and order.what == what:
                found = next((name for name in order.provinces if name in able), "")
                if found and play.holds(seat, branch.when):
                    return found
    return ""


def _granted(
    seat: str,
    card: int,
    favour: Favour,
    amount: int = 0,
    province: str = "",
    what: tuple[str, ...] = (),
    kept: bool = False,
) -> FavourGranted:
    return FavourGranted(
        seat=seat,
        card=card,
        kind=favour.kind,
        amount=amount,
        province=province,
        what=what,
        kept=kept,
    )


_GRANTED: Mapping[Kind, Callable[[Play, str, int, Favour], FavourGranted]] = {
    "event": _event,
    "chests": _gain,
    "rice": _gain,
    "points": _gain,
    "tray": _tray,
    "calm": _calm,
    "building": _building,
    "safe": _safe,
    "armies": _armies,
}
