"""Expansion 2: Samurai. Who holds provinces in four regions gets a benefit every season."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from adjudicator.games.contract import Column, Default, SeatEvent
from adjudicator.games.engine import Problem
from adjudicator.games.records import Record
from adjudicator.games.shogun.chapters.year import determine_turn_order, end_year
from adjudicator.games.shogun.reasons import reason, warning
from adjudicator.games.shogun.table.play import Prospect, ShogunModule, ShogunPlay
from adjudicator.orders import Names, Order, Orders
from adjudicator.orders.language.slots import NameList
from adjudicator.wording import Reason

REGIONS = 4
"""How many regions a seat must hold provinces in."""

CARDS: Mapping[int, Mapping[str, int]] = {
    1: {},
    2: {"chests": 2, "armies": 1},
    3: {"chests": 4, "rice": 1, "armies": 2},
    4: {"chests": 6, "rice": 2, "armies": 3, "points": 1},
}
"""The cards of a pile and the benefits to choose from (H18)."""


BENEFITS = {
    "chests": ("chest", "war chests", "money"),
    "armies": ("army", "tray", "armies to the tray"),
    "rice": (),
    "points": ("point", "victory points", "vp"),
}
"""The benefits on the cards."""


class Samurai(Record, frozen=True):
    """The samurai cards."""

    top: Mapping[str, int] = {}
    """Which card lies on top of each seat's pile, from 1 (empty) to 4."""


class SamuraiBenefit(Order, frozen=True):
    """Which benefit of your samurai card you take, best first; chests if none of them is on it."""

    syntax = "samurai [(take|benefit|benefits|prefer|card)] <benefits>"
    examples = ("samurai points, rice, chests",)

    benefits: Annotated[tuple[str, ...], NameList("benefit", ranked=True)]


class SamuraiServed(SeatEvent, frozen=True):
    """A seat turned to its next card and took a benefit."""

    regions: int
    """In how many it holds provinces."""
    card: int
    benefit: str
    amount: int


def give_benefits(play: ShogunPlay) -> None:
    """In turn order, turn to the next card and take a benefit where four regions are held."""
    for seat in play.position.turn_order:
        regions = count_regions(play, seat)
        if regions < REGIONS:
            continue
        top = play.part(Samurai).top
        number = top[seat] % len(CARDS) + 1
        play.change_part(Samurai, top={**top, seat: number})
        card = CARDS[number]
        order = play.wish(seat, SamuraiBenefit)
        wanted = (*(order.benefits if order else ()), *card)
        benefit = next((each for each in wanted if each in card), "")
        amount = card.get(benefit, 0)
        if benefit == "armies":
            amount = play.into_tray(seat, amount)
        elif benefit:
            play.add_to_seat(seat, **{benefit: amount})
        play.tell(SamuraiServed(seat, regions, number, benefit, amount))


def count_regions(play: ShogunPlay, seat: str) -> int:
    """Return in how many regions a seat holds provinces."""
    return len({play.board.provinces[name].region for name in play.provinces_of(seat)})


def arrange_piles(play: ShogunPlay) -> None:
    """After the winter all piles are as at the start."""
    play.change_part(Samurai, top=dict.fromkeys(play.position.seats, 1))


def _prospect(play: ShogunPlay, seat: str) -> Prospect:
    if play.position.phase != "plan" or count_regions(play, seat) < REGIONS:
        return Prospect()
    card = CARDS[play.part(Samurai).top[seat] % len(CARDS) + 1]
    return Prospect(drain=card.get("armies", 0))


def _begin(play: ShogunPlay) -> Samurai:
    """Lay every pile with the empty card on top, unless it is known which card is."""
    top = play.part(Samurai).top
    return Samurai({seat: top.get(seat, 1) for seat in play.position.seats})


def _judge(play: ShogunPlay, seat: str, order: SamuraiBenefit) -> Iterator[Problem]:
    if count_regions(play, seat) < REGIONS:
        held = count_regions(play, seat)
        yield warning("too-few-regions", held=held, wanted=REGIONS)


def _legal_orders(play: ShogunPlay, seat: str) -> Iterator[Order]:
    if play.position.phase == "plan":
        yield from (SamuraiBenefit((benefit,)) for benefit in BENEFITS)


def _steady(play: ShogunPlay, seat: str) -> Iterator[Order]:
    if play.position.phase == "plan":
        yield SamuraiBenefit(("points", "chests"))


def _defaults(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Default]:
    if play.position.phase == "plan" and not any(play.lines(seat, SamuraiBenefit)):
        yield Default("samurai chests", str(reason("default.benefit")))


def _faults(play: ShogunPlay) -> Iterator[Reason]:
    for seat, card in play.part(Samurai).top.items():
        if card not in CARDS:
            yield reason("fault.samurai-card", seat=seat, card=card)


MODULE = ShogunModule(
    name="samurai",
    part=Samurai,
    begin=(_begin,),
    events=(SamuraiServed,),
    names=(Names("benefit", BENEFITS),),
    steps_after={determine_turn_order: (give_benefits,), end_year: (arrange_piles,)},
    orders={"plan": (SamuraiBenefit,)},
    prospects=(_prospect,),
    judges={SamuraiBenefit: _judge},
    legal_orders=(_legal_orders,),
    steady=(_steady,),
    defaults=(_defaults,),
    columns=((Column("Samurai"), lambda play, seat: str(play.part(Samurai).top[seat])),),
    faults=(_faults,),
)
