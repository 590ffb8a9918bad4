"""Expansion 2: Samurai. Who holds provinces in four regions gets a benefit every season."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from adjudicator.games.contract import Column, Default, Event
from adjudicator.games.shogun.expansions.names import BENEFITS
from adjudicator.games.shogun.expansions.state import Samurai
from adjudicator.games.shogun.expansions.tray import into_tray
from adjudicator.games.shogun.rules import Module, Problem
from adjudicator.games.shogun.scene import Play, Scene
from adjudicator.games.shogun.steady import line
from adjudicator.orders import Line, Order, Orders
from adjudicator.orders.slots import NameList

REGIONS = 4
"""How many regions a seat must hold provinces in."""

CARDS: Mapping[int, Mapping[str, int]] = {
    1: {},
    2: {"chests": 2, "armies": 1},
    3: {"chests": 4, "rice": 1, "armies": 2},
    4: {"chests": 6, "rice": 2, "armies": 3, "points": 1},
}
"""The cards of a pile and the benefits to choose from (H18)."""


class SamuraiBenefit(Order, frozen=True):
    """Which benefit of your samurai card you take, best first; chests if none of them is on it."""

    syntax = "samurai <benefits>"
    also = ("samurai (take|benefit|benefits|prefer) <benefits>",)
    examples = ("samurai points, rice, chests",)

    benefits: Annotated[tuple[str, ...], NameList("benefit")]


class SamuraiServed(Event, frozen=True):
    """A seat with provinces in ``regions`` regions turned to its next card and took a benefit."""

    seat: str
    regions: int
    card: int
    benefit: str
    amount: int


def give_benefits(play: Play) -> None:
    """In turn order, turn to the next card and take a benefit where four regions are held."""
    state = _state(play)
    for seat in play.position.turn_order:
        regions = held_regions(play, seat)
        if regions < REGIONS:
            continue
        state.top[seat] = state.top[seat] % len(CARDS) + 1
        card = CARDS[state.top[seat]]
        benefit = _chosen(play, seat, card)
        amount = _give(play, seat, benefit, card[benefit]) if benefit else 0
        play.tell(
            SamuraiServed(
                seat=seat, regions=regions, card=state.top[seat], benefit=benefit, amount=amount
            )
        )


def held_regions(scene: Scene, seat: str) -> int:
    """Return in how many regions a seat holds provinces."""
    return len({scene.board.provinces[name].region for name in scene.own(seat)})


def arrange_piles(play: Play) -> None:
    """After the winter all piles are as at the start."""
    _state(play).top = dict.fromkeys(play.position.seats, 1)


def _begin(scene: Scene) -> dict[str, Samurai]:
    """Lay every pile with the empty card on top, unless it is known which card is."""
    given = scene.position.samurai or Samurai()
    return {"samurai": Samurai({seat: given.top.get(seat, 1) for seat in scene.position.seats})}


def _state(scene: Scene) -> Samurai:
    assert scene.position.samurai is not None
    return scene.position.samurai


def _chosen(play: Play, seat: str, card: Mapping[str, int]) -> str:
    order = play.wish(seat, SamuraiBenefit)
    wanted = order.benefits if order else ()
    return next((each for each in (*wanted, *card) if each in card), "")


def _give(play: Play, seat: str, benefit: str, amount: int) -> int:
    if benefit == "armies":
        return into_tray(play, seat, amount)
    record = play.seat(seat)
    setattr(record, benefit, getattr(record, benefit) + amount)
    return amount


def _judge(scene: Scene, seat: str, order: SamuraiBenefit) -> Iterator[Problem]:
    if held_regions(scene, seat) < REGIONS:
        yield Problem(
            "warning",
            "too-few-regions",
            f"You hold provinces in {held_regions(scene, seat)} regions, not in {REGIONS}.",
        )


def _offers(scene: Scene, seat: str) -> Iterator[Order]:
    if scene.position.phase == "plan":
        yield from (SamuraiBenefit((benefit,)) for benefit in BENEFITS)


def _steady(scene: Scene, seat: str) -> Iterator[Line]:
    if scene.position.phase == "plan":
        yield line(SamuraiBenefit(("points", "chests")))


def _gaps(scene: Scene, seat: str, orders: Orders) -> Iterator[Default]:
    ordered = any(isinstance(each.order, SamuraiBenefit) for each in orders)
    if scene.position.phase == "plan" and not ordered:
        yield Default("samurai chests", "No benefit is ordered.")


def _faults(scene: Scene) -> Iterator[str]:
    for seat, card in _state(scene).top.items():
        if card not in CARDS:
            yield f"{seat} has no samurai card {card}"


SAMURAI = Module(
    name="samurai",
    steps={"order known": (give_benefits,), "winter": (arrange_piles,)},
    kinds={"plan": (SamuraiBenefit,)},
    judges={SamuraiBenefit: _judge},
    offers=(_offers,),
    steady=(_steady,),
    gaps=(_gaps,),
    columns=((Column("Samurai"), lambda scene, seat: str(_state(scene).top[seat])),),
    faults=(_faults,),
    begin=(_begin,),
)
