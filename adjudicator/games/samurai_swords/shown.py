"""What is shown of a game: its map, orders drawn on it, and the facts of an order sheet."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from adjudicator.games.contract import Event, Remainder
from adjudicator.games.engine import phases
from adjudicator.games.picture import Arrow, Badge, Clash, Counter, Mark, Party, Picture, Spot
from adjudicator.games.samurai_swords.chapters import muster
from adjudicator.games.samurai_swords.edition import REINFORCED
from adjudicator.games.samurai_swords.modes.quick_play import CLAIMS
from adjudicator.games.samurai_swords.orders import missions, orders, war_orders
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.games.samurai_swords.table.events import Declared, Fought, Marched, Moved
from adjudicator.games.samurai_swords.table.own_board import board_name
from adjudicator.games.samurai_swords.table.play import SwordsPlay, past_steps
from adjudicator.games.samurai_swords.table.position import (
    Army,
    Counts,
    SwordsProvince,
    counts,
    size,
)
from adjudicator.games.sketch import Sketched, branches_of
from adjudicator.orders import Order, Orders
from adjudicator.wording.english import number_of

SHADES_OF_TWO = (0, 6, 1, 5)
"""Vermilion and cedar are one seat's, indigo and jade the other's."""
MOST_SPOTS = 512
"""Provinces of which it is kept what stands there: those of a few maps."""


def draw_map(play: SwordsPlay, events: Sequence[Event]) -> Picture:
    """Return the view with what moved and fought in the events."""
    position = play.position
    armies = {
        army.at: (seat, number, army)
        for seat, record in position.colours.items()
        for number, army in record.armies.items()
    }
    owners = [land.owner for land in position.provinces.values()]
    return Picture(
        board=board_name(position.options),
        title=play.edition.title,
        subtitle=phases.subtitle(play),
        spots={place: _spot(land, armies.get(place)) for place, land in position.provinces.items()},
        parties=tuple(
            Party(name, shade, "out" if play.colour(name).out else _note(play, name, owners))
            for name, shade in zip(position.colours, _shades(play), strict=False)
        ),
        arrows=tuple(dict.fromkeys(_arrows(events))),
        clashes=tuple(_clashes(events)),
        board_options=play.board.options,
    )


def _shades(play: SwordsPlay) -> Iterable[int]:
    """Return the palette's colours: with two players two that are near each other to a seat."""
    return SHADES_OF_TWO if play.position.has_allies else range(len(play.position.colours))


def _note(play: SwordsPlay, name: str, owners: Sequence[str]) -> str:
    """Say how many provinces a colour has, and of how many of its seat's."""
    count = owners.count(name)
    if not play.ally(name):
        return number_of(count, "province")
    return f"{count} of {play.seat_of(name)}’s {count + owners.count(play.ally(name))}"


@lru_cache(maxsize=MOST_SPOTS)
def _spot(province: SwordsProvince, army: tuple[str, str, Army] | None) -> Spot:
    """Return what stands in a province; most are the same for all readers, and as they were."""
    counters = []
    if army:
        seat, number, record = army
        counters.append(
            Counter(
                "army",
                str(size(record) + 1),
                seat,
                record.level,
                record.down,
                number,
                f"army {number}, level {record.level}: {army_words(record)}",
            )
        )
    if size(province):
        words = units_words(counts(province))
        counters.append(Counter("force", str(size(province)), province.owner, words=words))
    marks = (Mark(province.building),) if province.building else ()
    return Spot(owner=province.owner, counters=tuple(counters), marks=marks)


def army_words(army: Army) -> str:
    """Return what an army is made of: ``daimyo, 2 bowmen``."""
    daimyo = "daimyo (assassinated)" if army.down else "daimyo"
    return ", ".join(filter(None, (daimyo, units_words(counts(army)))))


def units_words(units: Counts) -> str:
    """Return units in words: ``2 bowmen, 1 gunner``."""
    return ", ".join(f"{n} {unit if n == 1 else orders.plural(unit)}" for unit, n in units.items())


def _arrows(events: Sequence[Event]) -> Iterator[Arrow]:
    for event in events:
        if isinstance(event, Declared | Fought):
            yield Arrow("attack", event.source, event.target, event.seat)
        elif isinstance(event, Marched | Moved):
            yield Arrow("move", event.source, event.target, event.seat)


def _clashes(events: Sequence[Event]) -> Iterator[Clash]:
    won = {}
    for event in events:
        if isinstance(event, Fought):
            winner = event.seat if event.success else event.defenders.seat
            won[event.target] = "" if event.outcome == "both" else winner
    for place, seat in won.items():
        yield Clash(place, seat)


def _cannot_use(play: SwordsPlay, seat: str, kind: type[Order]) -> bool:
    """Whether an order is of no use: in this edition or step, or without the ninja."""
    edition = play.edition
    holds = play.position.ninja.holder == seat
    if kind in (war_orders.PickUp, war_orders.PickUpLate) and not edition.pick_up_at_start:
        return True
    if kind is orders.Spy:
        return not holds
    if kind in missions.MISSIONS:
        late = edition.strike_at_any_time or kind not in (
            missions.StrikeOnAttack,
            missions.StrikeAtLast,
        )
        return not (late and holds and play.position.round > 1)
    return any(kind in war_orders.STEP_ORDERS[step] for step in past_steps(play))


_SOMETIMES: tuple[type[Order], ...] = (orders.Spy, *missions.MISSIONS, *war_orders.WAR)
CLOSED: Mapping[type[Order], Callable[[SwordsPlay, str], bool]] = {
    kind: partial(_cannot_use, kind=kind) for kind in _SOMETIMES
}
"""Whether a seat cannot use an order of a kind now."""


def state_facts(play: SwordsPlay, seat: str) -> Iterator[str]:
    """Yield what a seat should have before its eyes as it orders."""
    record = play.colour(seat)
    if record.koku:
        yield str(reason("seen.koku", koku=record.koku))
    spied = play.position.ninja.spied
    plan = play.colour(spied).plan if spied and play.position.phase == "spy" else None
    if plan:
        bins = [f"{getattr(plan, name)} on {name}" for name in orders.BINS]
        yield str(reason("seen.plan", seat=spied, bins=bins))
    for number, army in sorted(record.armies.items()):
        facts = {"army": number, "place": army.at, "level": army.level}
        yield str(reason("seen.army", units=army_words(army), **facts))
    for place in play.provinces_of(seat):
        units, hidden = units_words(counts(play.province(place))), play.hidden_ronin(place)
        there, near = play.army_in(place), _next_door(play, seat, place)
        facts = {"units": units, "army": there[0] if there else "", "near": near}
        yield str(reason("seen.province", place=place, ronin=hidden.army + hidden.force, **facts))
    yield ""


def find_remainders(
    play: SwordsPlay, seat: str, kinds: Collection[type[Order]]
) -> Iterator[Remainder]:
    """Yield the koku and ronin that the lines of a plan or of a muster leave."""
    plan = play.plan(seat)
    if orders.Spend in kinds:
        koku = play.colour(seat).koku
        yield Remainder("koku", koku - plan.total, koku)
    if orders.Levy in kinds and plan.levy:
        cost = muster.levy_cost(play.muster.bought)
        yield Remainder("koku to levy with", plan.levy - cost, plan.levy)
    if orders.HideRonin in kinds and plan.ronin:
        yield Remainder("ronin to hide", play.muster.ronin, muster.ronin_to_hire(play, seat))


def _next_door(play: SwordsPlay, seat: str, place: str) -> list[str]:
    """Return the provinces of others beside one, each with its owner and its strength."""
    near = []
    for other in play.neighbours(place):
        owner = play.owner(other)
        if owner != seat:
            there = f"{owner}, ally" if play.is_ally(seat, owner) else owner
            near.append(f"{other} ({there} {play.strength(other)})" if owner else f"{other} (-)")
    return near


Marks = Iterator[Arrow | Badge]
_LAST = (war_orders.MoveArmy, war_orders.Split, war_orders.JoinArmy, war_orders.MoveForce)
"""What is done after the battles, wherever it stands in the file."""


def sketch(play: SwordsPlay, seat: str, given: Orders) -> Iterator[Sketched]:
    """Draw a seat's orders as they follow one another: an army goes on from where it then is."""
    at = _places(play, seat)
    fought: dict[str, str] = {}
    each = sorted(branches_of(given), key=lambda pair: _moment(pair[1].order))
    for line, branch in each:
        for mark in _marks(play, seat, at, fought, branch.order):
            yield Sketched(mark, line, branch)


def _places(play: SwordsPlay, seat: str) -> dict[str, str]:
    """Where the armies of a seat stand; those that are not on the board yet stand nowhere."""
    return {number: army.at for number, army in play.colour(seat).armies.items() if army.at}


def _moment(order: Order) -> int:
    return 0 if isinstance(order, war_orders.March) else 2 if isinstance(order, _LAST) else 1


def _marks(
    play: SwordsPlay, seat: str, province: dict[str, str], fought: dict[str, str], order: Order
) -> Marks:
    """Draw an order; ``fought`` has by province the army that may go in before it attacks on."""
    match order:
        case war_orders.ArmyMove():
            yield from _go(seat, province, order.army, order.path)
        case war_orders.Advance():
            yield from _go(seat, province, order.army, (order.target,))
        case war_orders.Attack():
            if order.source in fought and order.source not in province.values():
                yield from _go(seat, province, fought[order.source], (order.source,))
            for army in (each for each in province if province[each] == order.source):
                fought[order.target] = army
            yield Arrow("attack", order.source, order.target, seat)
        case war_orders.ArmyAttack() if order.army in province:
            fought[order.target] = order.army
            yield Arrow("attack", province[order.army], order.target, seat)
        case war_orders.Split() if order.army in province:
            yield Arrow("move", province[order.army], order.target, seat)
        case war_orders.JoinArmy() if order.army in province:
            yield Arrow("move", order.source, province[order.army], seat)
        case war_orders.MoveForce():
            yield Arrow("move", order.source, order.target, seat)
        case _:
            yield from _badges(play, seat, province, order)


def _go(seat: str, province: dict[str, str], number: str, path: tuple[str, ...]) -> Marks:
    if number in province:
        for target in path:
            yield Arrow("move", province[number], target, seat)
            province[number] = target


def _badges(play: SwordsPlay, seat: str, province: dict[str, str], order: Order) -> Marks:
    match order:
        case orders.Reinforce():
            own = [place for place in order.places if play.owner(place) == seat]
            yield from (Badge(place, "force", "+2", seat) for place in own[:REINFORCED])
        case orders.Claim():
            free = [place for place in order.places if not play.owner(place)]
            yield from (Badge(place, "force", "+1", seat) for place in free[:CLAIMS])
        case orders.PlaceArmy():
            own = [place for place in order.places if play.owner(place) == seat]
            yield from (Badge(place, "army", order.army, seat) for place in own[:1])
        case orders.Build():
            yield Badge(order.place, order.building, seat=seat)
        case orders.Levy() | orders.ReinforceSingly():
            yield from (Badge(place, "force", "+1", seat) for place in order.places)
        case orders.LevyToArmy() if order.army in province:
            yield Badge(province[order.army], "army", "+1", seat)
        case orders.HideRonin():
            yield Badge(order.place, "ronin", f"+{order.number}", seat)
        case orders.HideWithArmy() if order.army in province:
            yield Badge(province[order.army], "ronin", f"+{order.number}", seat)
        case missions.Strike():
            there = _places(play, order.victim)
            if order.army in there:
                yield Badge(there[order.army], "ninja", "", seat)
