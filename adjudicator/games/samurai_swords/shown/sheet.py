"""What the order sheet says of a seat: what it has, and which kinds of orders it cannot use."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from adjudicator.games.samurai_swords.orders.ninja_orders import (
    MISSIONS,
    StrikeAtLast,
    StrikeOnAttack,
)
from adjudicator.games.samurai_swords.orders.orders import BINS, Spy
from adjudicator.games.samurai_swords.orders.war_orders import STEP_ORDERS, WAR, PickUp, PickUpLate
from adjudicator.games.samurai_swords.shown.map import army_words, units_words
from adjudicator.games.samurai_swords.table.play import SwordsPlay, past_steps
from adjudicator.games.samurai_swords.table.position import counts
from adjudicator.orders import Order


def _cannot_use(play: SwordsPlay, seat: str, kind: type[Order]) -> bool:
    """Whether an order is of no use: in this edition or step, or without the ninja."""
    edition = play.edition
    holds = play.position.ninja.holder == seat
    if kind in (PickUp, PickUpLate) and not edition.pick_up_at_start:
        return True
    if kind is Spy:
        return not holds
    if kind in MISSIONS:
        late = edition.strike_at_any_time or kind not in (StrikeOnAttack, StrikeAtLast)
        return not (late and holds and play.position.round > 1)
    return any(kind in STEP_ORDERS[step] for step in past_steps(play))


_SOMETIMES: tuple[type[Order], ...] = (Spy, *MISSIONS, *WAR)
CLOSED: Mapping[type[Order], Callable[[SwordsPlay, str], bool]] = {
    kind: partial(_cannot_use, kind=kind) for kind in _SOMETIMES
}
"""Whether a seat cannot use an order of a kind now."""


def state_facts(play: SwordsPlay, seat: str) -> Iterator[str]:
    """Yield what a seat should have before its eyes as it orders."""
    record = play.colour(seat)
    if record.koku:
        yield f"{record.koku} koku"
    spied = play.position.ninja.spied
    plan = play.colour(spied).plan if spied and play.position.phase == "spy" else None
    if plan:
        bins = ", ".join(f"{getattr(plan, name)} on {name}" for name in BINS)
        yield f"What your ninja saw in the tray of {spied}: {bins}"
    for number, army in sorted(record.armies.items()):
        where = f" in {army.at}" if army.at else ""
        yield f"army {number}{where}, level {army.level}: {army_words(army)}"
    for place in play.provinces_of(seat):
        units = units_words(counts(play.province(place)))
        hidden = play.hidden_ronin(place)
        ronin = hidden.army + hidden.force
        secret = f" + {ronin} hidden ronin" if ronin else ""
        there = units or ("army only" if play.army_in(place) else "nobody yet")
        yield f"{place}: {there}{secret}{_next_door(play, seat, place)}"
    yield ""


def _next_door(play: SwordsPlay, seat: str, place: str) -> str:
    near = []
    for other in play.neighbours(place):
        owner = play.owner(other)
        if owner != seat:
            there = f"{owner}, ally" if play.is_ally(seat, owner) else owner
            near.append(f"{other} ({there} {play.strength(other)})" if owner else f"{other} (-)")
    return f"; next to {', '.join(near)}" if near else ""
