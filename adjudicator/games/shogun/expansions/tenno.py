"""Expansion 1: Tenno's Court. Armies become court officials, and officials win favours."""

from collections.abc import Iterator

from adjudicator.games.contract import Column, Default, Event
from adjudicator.games.picture import Panel
from adjudicator.games.shogun.changes import from_tray
from adjudicator.games.shogun.events import TowerLoaded
from adjudicator.games.shogun.expansions.court import (
    COSTS,
    TOWER,
    Convert,
    FavourEvent,
    FavourPlaces,
    Favours,
    court_of,
)
from adjudicator.games.shogun.expansions.favours import FAVOURS, grant, parry_marker
from adjudicator.games.shogun.expansions.state import Court, Officials
from adjudicator.games.shogun.judging import not_own
from adjudicator.games.shogun.panels import cubes
from adjudicator.games.shogun.rules import Module, Problem
from adjudicator.games.shogun.scene import Play, Scene
from adjudicator.games.shogun.steady import line
from adjudicator.orders import Line, Order, Orders

OFFICIALS = 7
BOXES = ("3", "2", "1")
"""The action boxes, in the order in which they are carried out."""

_PLACED = {
    "building": "it is built in your richest province with room for it",
    "armies": "they go to your richest province",
    "calm": "the marker goes from where you have most",
}
"""Where a favour takes effect without an order."""


class CourtEntered(Event, frozen=True):
    """Officials of a seat entered the hall for its cubes that fell out of the first load."""

    seat: str
    officials: int


class FavoursShown(Event, frozen=True):
    """The favour cards of the season, each with the officials it costs."""

    cards: tuple[int, ...]
    costs: tuple[int, ...]


class Converted(Event, frozen=True):
    """A seat turned armies into officials; ``officials`` of it stand in the entrance hall then.

    ``why`` says why it could not; then nothing happened.
    """

    seat: str
    box: int
    source: str
    officials: int
    why: str = ""


class AudienceHeld(Event, frozen=True):
    """The order in which the seats go before the Tenno, and their officials in the hall."""

    order: tuple[str, ...]
    officials: tuple[int, ...]


class FavourTaken(Event, frozen=True):
    """A seat took a favour card for its officials; ``officials`` are left."""

    seat: str
    card: int
    cost: int
    officials: int


def enter_court(play: Play) -> None:
    """Send an official for each own cube that fell out when the tower was loaded."""
    loaded = next(each for each in reversed(play.events) if isinstance(each, TowerLoaded))
    for seat, officials in court_of(play).officials.items():
        fallen = loaded.fallen.get(seat, 0)
        officials.supply -= fallen
        officials.entrance += fallen
        if fallen:
            play.tell(CourtEntered(seat=seat, officials=fallen))


def show_favours(play: Play) -> None:
    """Lay out three favour cards: the higher the number, the more officials it costs."""
    court = court_of(play)
    drawn = play.chance.shuffle(court.deck, "favours")[: len(COSTS)]
    court.favours = tuple(sorted(drawn, reverse=True))
    court.deck = tuple(card for card in court.deck if card not in drawn)
    play.tell(FavoursShown(cards=court.favours, costs=COSTS))


def convert_armies(play: Play) -> None:
    """Seat by seat in turn order, from the box of three to the box of one."""
    for seat in play.position.turn_order:
        for box in BOXES:
            each = play.line_on(seat, f"court {box}")
            if each is not None and isinstance(each.order, Convert):
                why = _convert(play, seat, each.order)
                play.answer(seat, each, "failed" if why else "done", why)


def hold_audience(play: Play) -> None:
    """Let the seats take favours, those with most officials first; then all is cleared away."""
    court = court_of(play)
    order = sorted(play.position.turn_order, key=lambda seat: -court.officials[seat].entrance)
    play.tell(
        AudienceHeld(
            order=tuple(order),
            officials=tuple(court.officials[seat].entrance for seat in order),
        )
    )
    left = dict(zip(court.favours, COSTS, strict=False))
    for seat in order:
        card = _choice(play, seat, left)
        if card:
            _take(play, seat, card, left.pop(card))
    court.favours = ()


def end_protection(play: Play) -> None:
    """Drop the favour cards that keep attacks off, at the end of the season."""
    court_of(play).safe = {}


def protected(scene: Scene, seat: str, action: str, target: str) -> str:
    """A bar: a seat with favour card 10, 11 or 18 is not attacked by the actions on it."""
    owner = scene.land(target).owner
    if action in court_of(scene).safe.get(owner, ()):
        return f"{owner} cannot be attacked with {action} this season, by the Tenno's favour"
    return ""


def why_not_converted(scene: Scene, seat: str, order: Convert) -> str:
    """Say why armies cannot be turned into officials: all of them, or none are."""
    number = int(order.box)
    if court_of(scene).officials[seat].supply < number:
        return f"{seat} has fewer than {number} officials in supply"
    if order.source == TOWER:
        there = scene.position.tray.get(seat, 0)
        return f"{there} of {seat}'s cubes lie in the tray" if there < number else ""
    armies = scene.land(order.source).armies
    if armies <= number:
        return f"{order.source} has {armies} armies, of which one stays"
    return ""


def _convert(play: Play, seat: str, order: Convert) -> str:
    why, number = why_not_converted(play, seat, order), int(order.box)
    officials = court_of(play).officials[seat]
    if not why:
        if order.source == TOWER:
            from_tray(play, seat, number)
        else:
            play.land(order.source).armies -= number
            play.seat(seat).supply += number
        officials.supply -= number
        officials.entrance += number
    play.tell(
        Converted(seat=seat, box=number, source=order.source, officials=officials.entrance, why=why)
    )
    return why


def _choice(play: Play, seat: str, left: dict[int, int]) -> int:
    """Return the card a seat takes: the first it named that it can pay; 0 for none."""
    order = play.wish(seat, Favours)
    there = court_of(play).officials[seat].entrance
    for card in order.cards if order else ():
        if card in left and left[card] <= there:
            return card
    return 0


def _take(play: Play, seat: str, card: int, cost: int) -> None:
    officials = court_of(play).officials[seat]
    officials.entrance -= cost
    officials.supply += cost
    play.tell(FavourTaken(seat=seat, card=card, cost=cost, officials=officials.entrance))
    grant(play, seat, card)


def _begin(scene: Scene) -> dict[str, Court]:
    given = scene.position.court or Court()
    seats = scene.position.seats
    seen = set(given.favours)
    begun = Court(
        officials={seat: given.officials.get(seat, Officials(OFFICIALS)) for seat in seats},
        favours=given.favours,
        deck=given.deck or tuple(card for card in FAVOURS if card not in seen),
        safe=given.safe,
        parries=given.parries,
    )
    return {"court": begun}


def _judge(scene: Scene, seat: str, order: Convert) -> Iterator[Problem]:
    if order.card:
        yield from (problems := list(not_own(scene, seat, order.source)))
        if problems:
            return
    why = why_not_converted(scene, seat, order)
    if why:
        yield Problem("warning", "may-fail", f"As things stand it will not be done: {why}.")


def _judge_favours(scene: Scene, seat: str, order: Favours) -> Iterator[Problem]:
    shown = court_of(scene).favours
    for card in order.cards:
        if card not in shown:
            listed = ", ".join(map(str, shown))
            yield Problem("warning", "not-shown", f"Card {card} is not laid out: {listed} are.")


def _judge_places(scene: Scene, seat: str, order: FavourPlaces) -> Iterator[Problem]:
    for province in order.provinces:
        if scene.closed(province):
            yield from not_own(scene, seat, province)
        elif scene.land(province).owner != seat and (
            scene.land(province).owner or order.what != "armies"
        ):
            yield Problem("warning", "not-yours", f"{province} is not yours.")


def _fine(scene: Scene, seat: str, order: FavourEvent) -> Iterator[Problem]:
    return iter(())


def _offers(scene: Scene, seat: str) -> Iterator[Order]:
    if scene.position.phase != "plan":
        return
    own = scene.own(seat)
    for box in BOXES:
        for source in (TOWER, *own):
            order = Convert(box, source)
            if not why_not_converted(scene, seat, order):
                yield order
    yield from (Favours((card,)) for card in court_of(scene).favours)
    yield Favours(court_of(scene).favours) if court_of(scene).favours else FavourEvent("goes")
    for what in ("building", "armies", "calm"):
        yield from (FavourPlaces(what, (name,)) for name in own)
    yield FavourEvent("goes")
    yield FavourEvent("stays")


def _steady(scene: Scene, seat: str) -> Iterator[Line]:
    if scene.position.phase != "plan":
        return
    tray = scene.position.tray.get(seat, 0)
    for box in BOXES:
        order = Convert(box, TOWER)
        if int(box) <= tray and not why_not_converted(scene, seat, order):
            tray -= int(box)
            yield line(order)
    if court_of(scene).favours:
        yield line(Favours(court_of(scene).favours))


def _gaps(scene: Scene, seat: str, orders: Orders) -> Iterator[Default]:
    if scene.position.phase != "plan":
        return
    wished = [branch.order for each in orders for branch in each.branches]
    named = {card for each in wished if isinstance(each, Favours) for card in each.cards}
    if not named:
        yield Default("", "No favour card is named, so none is taken.")
    told = {each.what for each in wished if isinstance(each, FavourPlaces)}
    for card in court_of(scene).favours:
        kind = FAVOURS[card].kind
        if card in named and kind in _PLACED and kind not in told:
            yield Default("", f"Favour card {card}: {_PLACED[kind]}.")
        if card in named and kind == "event" and FavourEvent not in map(type, wished):
            yield Default("favour event goes", f"Favour card {card} removes the event.")


def _panels(scene: Scene) -> Iterator[Panel]:
    court = court_of(scene)
    lines = [
        (f"{cost} officials: card {card}", ())
        for card, cost in zip(court.favours, COSTS, strict=False)
    ]
    halls = [
        (seat, cubes(scene, {seat: each.entrance}))
        for seat, each in court.officials.items()
        if each.entrance
    ]
    yield Panel("Tenno's Court", (*lines, *halls))


def _faults(scene: Scene) -> Iterator[str]:
    court = court_of(scene)
    for seat, each in court.officials.items():
        if each.supply < 0 or each.entrance < 0 or each.supply + each.entrance != OFFICIALS:
            yield f"{seat} has {each.supply} + {each.entrance} officials, not {OFFICIALS}"
    cards = (*court.favours, *court.deck)
    if len(set(cards)) < len(cards) or set(cards) - set(FAVOURS):
        yield "the favour cards are not those of the box"


TENNO = Module(
    name="tenno",
    steps={
        "set up": (enter_court,),
        "lay out": (show_favours,),
        "order known": (convert_armies, hold_audience),
        "season end": (end_protection,),
    },
    kinds={"plan": (Convert, Favours, FavourPlaces, FavourEvent)},
    judges={
        Convert: _judge,
        Favours: _judge_favours,
        FavourPlaces: _judge_places,
        FavourEvent: _fine,
    },
    bars=(protected,),
    guards=(parry_marker,),
    offers=(_offers,),
    steady=(_steady,),
    gaps=(_gaps,),
    columns=((Column("Court"), lambda scene, seat: str(court_of(scene).officials[seat].entrance)),),
    panels=(_panels,),
    faults=(_faults,),
    begin=(_begin,),
)
