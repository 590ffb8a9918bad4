"""The favour cards of Tenno's Court: what each does, as data, and how it is done."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from adjudicator.games.contract import Event
from adjudicator.games.shogun.chapters.actions import calm_by_theatre, raise_building
from adjudicator.games.shogun.chapters.draft import by_worth
from adjudicator.games.shogun.chapters.possible import why_no_room
from adjudicator.games.shogun.expansions.tenno import court
from adjudicator.games.shogun.meta import FAVOUR_AMOUNTS
from adjudicator.games.shogun.table.changes import into_tray, remove_marker, take_province
from adjudicator.games.shogun.table.play import ShogunPlay


class Favour(NamedTuple):
    """What a favour card does: an amount, or the building, or the actions that are kept off."""

    kind: str
    amount: int = 0
    what: tuple[str, ...] = ()


_OTHERS: Mapping[int, Favour] = {
    1: Favour("event"),
    4: Favour("calm", 1),
    7: Favour("building", 1, ("theatre",)),
    10: Favour("safe", 0, ("battle a",)),
    11: Favour("safe", 0, ("battle b",)),
    12: Favour("armies", 3),
    17: Favour("building", 1, ("temple",)),
    18: Favour("safe", 0, ("battle a", "battle b")),
    21: Favour("building", 1, ("castle",)),
}
_GIFTS = {
    card: Favour("tray" if what == "armies" else what)
    for what, (_, them) in FAVOUR_AMOUNTS.items()
    for card in them
}

FAVOURS: Mapping[int, Favour] = dict(sorted({**_OTHERS, **_GIFTS}.items()))
"""The favour cards by number. The amounts that are options are found by ``favour_of``."""


class Done(NamedTuple):
    """What a favour card did, as ``FavourGranted`` tells it."""

    amount: int = 0
    province: str = ""
    what: tuple[str, ...] = ()
    kept: bool = False


class FavourGranted(Event, frozen=True):
    """What a favour card did."""

    seat: str
    card: int
    kind: str
    """What it is about."""
    amount: int = 0
    """0: nothing could be done."""
    province: str = ""
    what: tuple[str, ...] = ()
    kept: bool = False
    """Whether a card #4 is kept to parry the next revolt marker."""


class MarkerParried(Event, frozen=True):
    """A kept favour card #4 kept a revolt marker away and was discarded."""

    seat: str
    province: str


def grant(play: ShogunPlay, seat: str, card: int) -> None:
    """Apply a favour card at once, as far as possible (H27)."""
    favour = favour_of(play, card)
    done = _EFFECTS[favour.kind](play, seat, favour)
    play.tell(FavourGranted(seat, card, favour.kind, *done))


def favour_of(play: ShogunPlay, card: int) -> Favour:
    """Return what a favour card does, with the amount that the options of the game give it."""
    favour = FAVOURS[card]
    for what, (_, them) in FAVOUR_AMOUNTS.items():
        if card in them:
            amounts = str(play.position.options[f"favour {what}"]).split()
            return favour._replace(amount=int(amounts[them.index(card)]))
    return favour


def parry_marker(play: ShogunPlay, province: str) -> bool:
    """Keep a revolt marker away with a kept card #4; return whether there was one."""
    parries = play.part(court.Court).parries
    owner = play.land(province).owner
    if not parries.get(owner):
        return False
    left = {**parries, owner: parries[owner] - 1}
    play.change_part(court.Court, parries={seat: number for seat, number in left.items() if number})
    play.tell(MarkerParried(seat=owner, province=province))
    return True


def _event(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    """Remove the event of the season, unless the seat wants it to stay.

    Who names conditions for it to go, of which none holds, wants it to stay.
    """
    lines = play.lines(seat, court.FavourEvent)
    wished = [branch.order for line in lines for branch in line.branches]
    order = play.wish(seat, court.FavourEvent)
    goes = order.fate == "goes" if order else court.FavourEvent("goes") not in wished
    gone = play.position.event if goes else ""
    if gone:
        play.change(event="")
    return Done(amount=int(bool(gone)), what=(gone,) if gone else ())


def _gain(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    play.add_to_seat(seat, **{favour.kind: favour.amount})
    return Done(amount=favour.amount)


def _tray(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    return Done(amount=into_tray(play, seat, favour.amount))


def _calm(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    """Take a revolt marker off an own province; without any, keep the card for the next one."""
    marked = [name for name in play.provinces_of(seat) if play.land(name).revolts]
    if not marked:
        parries = play.part(court.Court).parries
        play.change_part(court.Court, parries={**parries, seat: parries.get(seat, 0) + 1})
        return Done(kept=True)
    most = max(marked, key=lambda name: play.land(name).revolts)
    province = _wish(play, seat, "calm", marked) or most
    remove_marker(play, province, "favour")
    return Done(amount=1, province=province)


def _building(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    """Put up a building for nothing, under the general rules for buildings."""
    (what,) = favour.what
    able = sites(play, seat, what)
    if not able:
        return Done()
    province = _wish(play, seat, "building", able) or able[0]
    raise_building(play, what, province)
    calm_by_theatre(play, what, province)
    return Done(amount=1, province=province, what=favour.what)


def sites(play: ShogunPlay, seat: str, what: str) -> list[str]:
    """Return the provinces of a seat where a building can stand, the richest first."""
    return [
        name
        for name in by_worth(play)
        if play.land(name).owner == seat and not why_no_room(play, what, name)
    ]


def _safe(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    safe = play.part(court.Court).safe
    actions = tuple(sorted({*safe.get(seat, ()), *favour.what}))
    play.change_part(court.Court, safe={**safe, seat: actions})
    return Done(amount=1, what=favour.what)


def _armies(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    """Deploy armies in an own province, or take a neutral one with them without a battle."""
    able = [name for name in by_worth(play) if play.land(name).owner in ("", seat)]
    if play.seat(seat).supply < favour.amount or not able:
        return Done()
    own = [name for name in able if play.land(name).owner == seat]
    province = _wish(play, seat, "armies", able) or (own or able)[0]
    play.add_to_seat(seat, supply=-favour.amount)
    if play.land(province).owner:
        play.add_to_province(province, armies=favour.amount)
    else:
        take_province(play, province, seat, favour.amount)
    return Done(amount=favour.amount, province=province)


def _wish(play: ShogunPlay, seat: str, what: str, able: list[str]) -> str:
    for each in play.lines(seat, court.FavourPlaces):
        for branch in each.branches:
            order = branch.order
            if isinstance(order, court.FavourPlaces) and order.what == what:
                place = next((name for name in order.provinces if name in able), "")
                if place and play.holds(seat, branch.when):
                    return place
    return ""


_EFFECTS: Mapping[str, Callable[[ShogunPlay, str, Favour], Done]] = {
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
