"""What a seat can order."""

from collections.abc import Collection, Iterator
from functools import cache, partial

from adjudicator.games.engine.lines import judge
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters import campaign
from adjudicator.games.gekokujo.chapters.reinforcement import REINFORCEMENT_RULES
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.chapters.war import why_no_trade
from adjudicator.games.gekokujo.judging.check import RULES_OF, why_not_now
from adjudicator.games.gekokujo.orders import orders
from adjudicator.games.gekokujo.orders.orders import Hire, Move, Nanban
from adjudicator.games.gekokujo.orders.policies import KEPT, why_no_policy
from adjudicator.games.gekokujo.printed import BUSHI, CLANS, DAIMYO
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Order
from adjudicator.orders.language.units import Units

# Legal orders, each possible by itself as things stand


def legal_orders(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield a seat's legal orders but moves: what modules suggest, if nothing is against it."""
    out_of_place = cache(partial(why_not_now, play, seat))
    for order in _candidates(play, seat):
        kind = type(order)
        problem = out_of_place(kind)
        if problem is None and kind in KEPT:
            problem = why_no_policy(play, seat, order)
        elif problem is None and kind in RULES_OF and kind is not orders.Recruit:
            problem = judge(play, seat, order, RULES_OF[kind])
        if problem is None:
            yield order


def candidates(play: GekokujoPlay, seat: str, kinds: Collection[type[Order]]) -> Iterator[Order]:
    """Yield what may be possible at a moment."""
    if Move in kinds:
        yield from _moves(play, seat)
    elif any(map(play.asks_for, kinds)):
        yield from (each for each in _candidates(play, seat) if play.asks_for(type(each)))


def legal_moves(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield a seat's legal moves."""
    if not why_not_now(play, seat, Move):
        campaign.begin_moves(play, seat)
        yield from _moves(play, seat)


def _moves(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield moves along each way that does not come back, as far as those who move can go.

    Of each kind one goes or all, or every unit, of those that have not moved: nothing is against
    it.
    """
    fits = cache(lambda end, number: campaign.why_no_room(play, seat, end, number) is None)
    for source in play.places_of(seat):
        if not (units := campaign.able_units(play, seat, source)):
            continue
        some = [(kind, n) for kind in units for n in sorted({1, units[kind]})]
        groups = [*((Units((each,)), dict([each])) for each in some), (Units(every=True), units)]
        able = [
            (named, campaign.reach_of(play, seat, source, group), sum(group.values()))
            for named, group in groups
        ]
        for path in _paths(play, seat, source, max(reach for _, reach, _ in able)):
            free = campaign.way(play, seat, path)
            if campaign.why_not_along(play, seat, path, free):
                continue
            for named, reach, number in able:
                if len(path) <= reach and fits(free[-1], number):
                    yield Move(named, source, path)


def _paths(play: GekokujoPlay, seat: str, source: str, most: int) -> Iterator[tuple[str, ...]]:
    """Yield the ways of ``most`` steps that lead past no enemy and to no province twice."""
    steps_from = partial(campaign.steps_from, play, seat)
    ways: list[tuple[str, ...]] = [(near,) for near in steps_from(source)]
    yield from ways
    for _ in range(most - 1):
        ways = [
            (*path, near)
            for path in ways
            if not play.enemies_in(seat, path[-1])
            for near in steps_from(path[-1])
            if near not in (source, *path)
        ]
        yield from ways


def _candidates(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield orders that may be possible, but moves."""
    match play.position.phase:
        case "draft":
            if ranks_clans(play, seat):
                yield from (orders.Rank((clan,)) for clan in CLANS)
            yield from map(orders.StartWith, play.arms)
        case "reinforce":
            yield orders.Assault()
            yield from map(orders.Rebuild, range(printed.FUND_A_ROUND + 1))
            yield from _spending(play, seat)
            yield from (orders.LoseFrom((place,)) for place in play.places_of(seat))
            yield from (orders.GiveUp((place,)) for place in play.provinces_of(seat))
            yield from _pacts(play, seat)
            yield from _fields(play, seat)
            yield from _policies(play, seat)
        case "sow":
            yield from _fields(play, seat)
        case "pacts":
            yield from _pacts(play, seat)
        case "campaign" | "move" | "battle":
            contests = play.contests_of(seat)
            yield from (orders.Fight((place,)) for place in contests)
            if not why_no_trade(play, seat):
                yield from (Nanban((place,)) for place in contests)
            yield from map(orders.BreakPact, play.house(seat).allies)
            yield from _policies(play, seat)


def _spending(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    own, koku = play.provinces_of(seat), play.house(seat).koku
    castle = "fortress" if play.builds_fortresses(seat) else "castle"
    for place in own:
        for kind in play.arms:
            recruits = [
                orders.Recruit(Units(((kind, number),)), (place,))
                for number in range(1, min(printed.MOST_UNITS, koku) + 1)
            ]
            # What is against one number is against all.
            if recruits and not judge(play, seat, recruits[0], REINFORCEMENT_RULES):
                yield from recruits
        yield orders.Build(castle, place)
    yield from (orders.Keep(n) for n in (1, 3) if n <= play.begun.seats[seat].koku)
    yield orders.Fortify()
    near = {near for place in own for near in play.board.neighbours[place]}
    yield from (orders.HireForOperation("sabotage", place) for place in sorted(near - set(own)))
    yield from (orders.HireForOperation("divert", place) for place in own)
    yield orders.HireAssassin()
    yield from (orders.HireAssassin(other) for other in play.survivors() if other != seat)


def _pacts(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    for other in play.survivors():
        yield from (orders.OfferPact(other), orders.AcceptPact(other))


def _fields(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    yield from (orders.Sow(koku, place) for place in play.provinces_of(seat) for koku in (1, 2))
    yield from (orders.StoreKoku(1), orders.StoreKoku(3))


def _policies(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    for how in (Hire(2), Hire(5), Hire(0, match=True), Hire()):
        yield orders.Ronin(how)
        yield orders.Ronin(how, role="defending")
    for place in play.contests_of(seat):
        yield orders.Ronin(Hire(3), (place,))
        yield orders.Hit((DAIMYO, BUSHI), (place,))
    yield orders.Hit((DAIMYO,))
    others = [other for other in play.survivors() if other != seat]
    yield from (orders.HitsOn((other,)) for other in others)
    yield from map(orders.NinjaStrikes, others)
    yield from (orders.NinjaStrikes(), orders.NinjaWaits())
    if play.house(seat).policies:
        yield orders.Forget()
