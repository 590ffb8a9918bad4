"""Legal orders, each possible by itself as things stand."""

from collections.abc import Iterator
from functools import cache, partial

from adjudicator.games.engine.lines import judge
from adjudicator.games.gekokujo.chapters import campaign
from adjudicator.games.gekokujo.chapters.reinforcement import why_no_castle, why_no_recruits
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.chapters.war import why_no_trade
from adjudicator.games.gekokujo.judging.check import why_not_now
from adjudicator.games.gekokujo.orders import orders
from adjudicator.games.gekokujo.orders.orders import Hire
from adjudicator.games.gekokujo.orders.policies import KEPT, why_no_policy
from adjudicator.games.gekokujo.printed import BUSHI, CLANS, DAIMYO, MOST_UNITS
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Order
from adjudicator.orders.language.units import Units


def legal_orders(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield a seat's legal orders but moves: what modules suggest, if nothing is against it."""
    rules = {kind: rule for due in play.rules.moments.values() for kind, rule in due.items()}
    out_of_place = cache(partial(why_not_now, play, seat))
    for suggest in play.rules.candidates:
        for order in suggest(play, seat):
            kind = type(order)
            problem = out_of_place(kind)
            if problem is None and kind in KEPT:
                problem = why_no_policy(play, seat, order)
            elif problem is None and kind in rules and kind is not orders.Recruit:
                problem = judge(play, seat, order, rules)
            if problem is None:
                yield order


def legal_moves(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield moves of one or two steps, and some of three for those who can make them."""
    if why_not_now(play, seat, orders.Move):
        return
    campaign.begin_moves(play, seat)
    fits = cache(lambda end, number: campaign.why_no_room(play, seat, end, number) is None)
    for source in play.places_of(seat):
        units = play.units(seat, source)
        some = [(kind, n) for kind in units for n in sorted({1, units[kind]})]
        groups = [(Units((each,)), dict([each])) for each in some]
        groups.append((Units(every=True), dict(units)))
        limits = [
            (campaign.reach_of(play, seat, source, group), sum(group.values()))
            for _, group in groups
        ]
        for path in _paths(play, seat, source):
            free = campaign.way(play, seat, path)
            if path[-1] == source or campaign.why_not_along(play, seat, path, free):
                continue
            for (named, _), (reach, number) in zip(groups, limits, strict=True):
                if len(path) <= reach and fits(free[-1], number):
                    yield orders.Move(named, source, path)


def _paths(play: GekokujoPlay, seat: str, source: str) -> Iterator[tuple[str, ...]]:
    ways: list[tuple[str, ...]] = [(near,) for near in _steps(play, seat, source)]
    yield from ways
    for path in ways:
        if not play.enemies_in(seat, path[0]):
            yield from ((*path, near) for near in _steps(play, seat, path[0]) if near != source)
    if play.units(seat, source).get(DAIMYO):
        lone = sorted({near for path in ways for near in play.board.neighbours[path[0]]})
        for place in lone[:2]:
            for path in ways:
                if play.board.adjacent(path[0], place) and place != source:
                    ends = [n for n in play.board.neighbours[place] if n != path[0]]
                    yield from ((path[0], place, end) for end in ends[:2])


def _steps(play: GekokujoPlay, seat: str, place: str) -> list[str]:
    near = list(play.board.neighbours[place])
    if play.clan(seat) == "Mori" and play.owner(place) == seat:
        own = play.provinces_of(seat)
        near += [
            n for n in own if n != place and n not in near and campaign.same_sea(play, place, n)
        ]
    return near


def candidates(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield orders of the basic game that may be possible, but moves."""
    match play.position.phase:
        case "draft" if ranks_clans(play, seat):
            yield from (orders.Rank((clan,)) for clan in CLANS)
        case "reinforce":
            yield from _spending(play, seat)
            yield from (orders.LoseFrom((place,)) for place in play.places_of(seat))
            yield from (orders.GiveUp((place,)) for place in play.provinces_of(seat))
        case "campaign" | "move":
            yield from _policies(play, seat)
        case "battle":
            contests = play.contests_of(seat)
            yield from (orders.Fight((place,)) for place in contests)
            if not why_no_trade(play, seat):
                yield from (orders.Nanban((place,)) for place in contests)
            yield from _policies(play, seat)


def _spending(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    own, koku = play.provinces_of(seat), play.house(seat).koku
    castle = "fortress" if play.builds_fortresses(seat) else "castle"
    # What is against one place of a seat, or one number, is against all.
    builds = bool(own) and not why_no_castle(play, seat, orders.Build(castle, own[0]))
    for place in own:
        for kind in play.rules.arms:
            recruits = [
                orders.Recruit(Units(((kind, number),)), (place,))
                for number in range(1, min(MOST_UNITS, koku) + 1)
            ]
            if recruits and not why_no_recruits(play, seat, recruits[0]):
                yield from recruits
        if builds:
            yield orders.Build(castle, place)
    yield from (orders.Keep(number) for number in (1, 3) if number <= koku)
    yield orders.Fortify()
    near = {near for place in own for near in play.board.neighbours[place]}
    yield from (orders.HireForOperation("sabotage", place) for place in sorted(near - set(own)))
    yield from (orders.HireForOperation("divert", place) for place in own)
    yield orders.HireAssassin()
    yield from (orders.HireAssassin(other) for other in play.survivors() if other != seat)


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
