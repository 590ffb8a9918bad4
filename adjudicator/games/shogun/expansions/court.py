"""What can be ordered at Tenno's Court, the court of a position, and what its favour cards do."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.games.contract import SeatEvent
from adjudicator.games.records import Record
from adjudicator.games.shogun.chapters.actions import raise_building
from adjudicator.games.shogun.chapters.possible import why_no_room
from adjudicator.games.shogun.chapters.setup import by_worth
from adjudicator.games.shogun.meta import FAVOUR_AMOUNTS
from adjudicator.games.shogun.orders.orders import Continued, Laid, ProvinceNames
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Name, NumberList, OneOf

OFFICIALS = 7
"""The court officials of each seat."""

TOWER = "tower"
"""The source that stands for a dice tower card: officials for armies in the tray."""

COSTS = (4, 3, 2)
"""The officials that the three spaces for favour cards cost."""


class Convert(Laid, frozen=True):
    """Turn 1, 2 or 3 armies into court officials: armies of a province, or in the tower's tray.

    At least one army stays in the province.
    """

    syntax = "court <box> from <source>"
    also = (
        "(court|convert|box|court box) <box> [(armies|army|officials|official)] "
        "[(from|in)] <source>",
        "(convert|turn) <box> (armies|army) (from|in|of) <source> into [court] officials",
        "(convert|turn) <box> (armies|army) into [court] officials [(from|in)] <source>",
    )
    examples = ("court 3 from Kai", "court 2 from tower")
    lies_on = "court {.box}"

    box: Annotated[str, OneOf({"1": ("one",), "2": ("two",), "3": ("three",)}, "number of armies")]
    source: Annotated[str, Name("source")]

    @property
    def card(self) -> str:
        """The province whose card is laid; none for a dice tower card."""
        return "" if self.source == TOWER else self.source


class Favours(Order, frozen=True):
    """Which favour cards you take if you can, by number, best first; none that is not named."""

    syntax = "(favours|favors|favour|favor) [(cards|card)] <cards>"
    also = ("(take|want) (favours|favors|favour|favor) [(cards|card)] <cards>",)
    examples = ("favours 10, 8",)

    cards: Annotated[tuple[int, ...], NumberList(1, 21)]


class FavourPlaces(Continued, frozen=True):
    """Where a favour takes effect, best first: a free building, three armies, a marker removed."""

    syntax = "(favour|favor) <what> in <provinces>"
    examples = ("favour building in Kai, Aki", "favour armies in Omi")
    about = ("what",)

    what: Annotated[
        str,
        OneOf(
            {
                "building": ("castle", "temple", "theatre", "theater"),
                "armies": ("army", "3 armies"),
                "calm": ("marker", "revolt marker", "revolt"),
            },
            "favour",
        ),
    ]
    provinces: ProvinceNames


class FavourEvent(Order, frozen=True):
    """With favour card 1: whether the event of the season goes (the default) or stays."""

    syntax = "(favour|favor) event <fate>"
    examples = ("favour event stays", "if event is temple truce: favour event goes")

    fate: Annotated[
        str, OneOf({"goes": ("removed", "leaves", "away"), "stays": ("kept", "remains")}, "fate")
    ]


class Officials(msgspec.Struct, frozen=True):
    """A seat's court officials."""

    supply: int = OFFICIALS
    entrance: int = 0
    """Those in the entrance hall."""


class Court(Record, frozen=True):
    """Tenno's Court."""

    officials: Mapping[str, Officials] = {}
    favours: tuple[int, ...] = ()
    """The favour cards face up on the spaces for 4, 3 and 2 officials, in that order."""
    deck: tuple[int, ...] | None = None
    """The favour cards not yet seen, by number; None, in a case: all that are not laid out."""
    safe: Mapping[str, tuple[str, ...]] = {}
    """The battle actions that cannot be aimed at a seat this season."""
    parries: Mapping[str, int] = {}
    """The kept cards #4 of each seat."""


def move_officials(play: ShogunPlay, seat: str, number: int) -> int:
    """Send officials into the entrance hall, a negative number back; return how many are there."""
    officials = play.part(Court).officials
    own = officials[seat]
    moved = replace(own, supply=own.supply - number, entrance=own.entrance + number)
    play.change_part(Court, officials={**officials, seat: moved})
    return moved.entrance


# Favour cards: what each does, as data, and how it is done


class Favour(NamedTuple):
    """What a favour card does: an amount, or the building, or the actions that are kept off."""

    kind: str
    amount: int = 0
    what: tuple[str, ...] = ()


CARDS = range(1, 22)
"""The favour cards."""
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
"""Those that are not among ``FAVOUR_AMOUNTS``."""


Done = dict[str, Any]
"""What a favour card did: what ``FavourGranted`` tells of it."""


class FavourGranted(SeatEvent, frozen=True):
    """What a favour card did."""

    card: int
    kind: str
    """What it is about."""
    amount: int = 0
    """0: nothing could be done."""
    province: str = ""
    what: tuple[str, ...] = ()
    kept: bool = False
    """Whether a card #4 is kept to parry the next revolt marker."""


class MarkerParried(SeatEvent, frozen=True):
    """A kept favour card #4 kept a revolt marker away and was discarded."""

    province: str


def grant(play: ShogunPlay, seat: str, card: int) -> None:
    """Apply a favour card at once, as far as possible (H27)."""
    favour = favour_of(play, card)
    done = _EFFECTS[favour.kind](play, seat, favour)
    play.tell(FavourGranted(seat, card, favour.kind, **done))


def favour_of(play: ShogunPlay, card: int) -> Favour:
    """Return what a favour card does, with the amount that the options of the game give it."""
    for what, (_, cards) in FAVOUR_AMOUNTS.items():
        if card in cards:
            amounts = str(play.position.options[f"favour {what}"]).split()
            kind = "tray" if what == "armies" else what
            return Favour(kind, int(amounts[cards.index(card)]))
    return _OTHERS[card]


def parry_marker(play: ShogunPlay, province: str) -> bool:
    """Keep a revolt marker away with a kept card #4; return whether there was one."""
    parries = play.part(Court).parries
    owner = play.land(province).owner
    if not parries.get(owner):
        return False
    left = {**parries, owner: parries[owner] - 1}
    play.change_part(Court, parries={seat: number for seat, number in left.items() if number})
    play.tell(MarkerParried(seat=owner, province=province))
    return True


def _event(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    """Remove the event of the season, unless the seat wants it to stay.

    Who names conditions for it to go, of which none holds, wants it to stay.
    """
    order, every = play.wish(seat, FavourEvent), play.every_wish(seat, FavourEvent)
    goes = order.fate == "goes" if order else FavourEvent("goes") not in every
    gone = play.position.event if goes else ""
    if gone:
        play.change(event="")
    return Done(amount=int(bool(gone)), what=(gone,) if gone else ())


def _gain(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    play.add_to_seat(seat, **{favour.kind: favour.amount})
    return Done(amount=favour.amount)


def _tray(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    return Done(amount=play.into_tray(seat, favour.amount))


def _calm(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    """Take a revolt marker off an own province; without any, keep the card for the next one."""
    marked = [name for name in play.provinces_of(seat) if play.land(name).revolts]
    if not marked:
        parries = play.part(Court).parries
        play.change_part(Court, parries={**parries, seat: parries.get(seat, 0) + 1})
        return Done(kept=True)
    most = max(marked, key=lambda name: play.land(name).revolts)
    province = _wish(play, seat, "calm", marked) or most
    play.remove_marker(province, "favour")
    return Done(amount=1, province=province)


def _building(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    """Put up a building for nothing, under the general rules for buildings."""
    (what,) = favour.what
    able = sites(play, seat, what)
    if not able:
        return Done()
    province = _wish(play, seat, "building", able) or able[0]
    raise_building(play, what, province)
    return Done(amount=1, province=province, what=favour.what)


def sites(play: ShogunPlay, seat: str, what: str) -> list[str]:
    """Return the provinces of a seat where a building can stand, the richest first."""
    return [
        name
        for name in by_worth(play)
        if play.land(name).owner == seat and not why_no_room(play, what, name)
    ]


def _safe(play: ShogunPlay, seat: str, favour: Favour) -> Done:
    play.change_part(Court, safe={**play.part(Court).safe, seat: favour.what})
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
        play.take_province(province, seat, favour.amount)
    return Done(amount=favour.amount, province=province)


def _wish(play: ShogunPlay, seat: str, what: str, able: list[str]) -> str:
    """Return where a favour is wished to take effect, of the provinces where it can; or ``""``."""
    every = play.every_wish(seat, FavourPlaces, now=True)
    named = [each.provinces for each in every if each.what == what]
    return next((name for provinces in named for name in provinces if name in able), "")


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
