"""Legal orders, each possible by itself as things stand."""

from collections.abc import Iterator

from adjudicator.games.engine.lines import Rules, judge
from adjudicator.games.gekokujo.chapters.campaign import MOVE_RULES, begin_moves, same_sea
from adjudicator.games.gekokujo.chapters.reinforcement import REINFORCEMENT_RULES
from adjudicator.games.gekokujo.chapters.war import why_no_trade
from adjudicator.games.gekokujo.orders.blanks import Hire
from adjudicator.games.gekokujo.orders.orders import (
    Build,
    Fight,
    Fortify,
    HireAssassin,
    HireForOperation,
    Keep,
    Move,
    Nanban,
    NinjaStrikes,
    NinjaWaits,
    Rank,
    Recruit,
)
from adjudicator.games.gekokujo.orders.policies import why_no_policy
from adjudicator.games.gekokujo.orders.policy_orders import GiveUp, Hit, HitsOn, LoseFrom, Ronin
from adjudicator.games.gekokujo.printed import BUSHI, CLANS, DAIMYO, MOST_UNITS
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Order
from adjudicator.orders.language.units import Units


def legal_orders(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield a seat's legal orders of the basic game for the phase."""
    if play.house(seat).out:
        return
    mine = play.position.active in ("", seat)
    match play.position.phase:
        case "draft":
            if play.position.options["clans"] == "draft":
                yield from (Rank((clan,)) for clan in CLANS)
        case "reinforce":
            yield from _possible(play, seat, _spending(play, seat), REINFORCEMENT_RULES)
            yield from _losses(play, seat)
        case "campaign" | "move":
            if mine:
                begin_moves(play, seat)
                yield from _possible(play, seat, _moves(play, seat), MOVE_RULES)
            yield from _battles(play, seat)
        case "battle":
            yield from (Fight((place,)) for place in play.contests_of(seat))
            if not why_no_trade(play, seat):
                yield from (Nanban((place,)) for place in play.contests_of(seat))
            yield from _battles(play, seat)


def _possible(
    play: GekokujoPlay, seat: str, orders: Iterator[Order], rules: Rules
) -> Iterator[Order]:
    return (order for order in orders if judge(play, seat, order, rules) is None)


def _spending(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    own = play.provinces_of(seat)
    for place in own:
        for kind in play.rules.arms:
            yield from (
                Recruit(Units(((kind, number),)), (place,))
                for number in range(1, min(MOST_UNITS, play.house(seat).koku) + 1)
            )
        yield Build("fortress" if play.clan(seat) == "Hojo" else "castle", place)
    yield from (Keep(koku) for koku in (1, 3) if koku <= play.house(seat).koku)
    yield Fortify()
    for place in _near(play, own):
        yield HireForOperation("sabotage", place)
    yield from (HireForOperation("divert", place) for place in own)
    yield HireAssassin()
    yield from (HireAssassin(other) for other in play.survivors() if other != seat)


def _near(play: GekokujoPlay, own: list[str]) -> list[str]:
    """Return the provinces next to some, in order, without them."""
    near = {each for place in own for each in play.board.neighbours[place]}
    return sorted(near - set(own))


def _losses(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    yield from (LoseFrom((place,)) for place in play.places_of(seat))
    yield from (GiveUp((place,)) for place in play.provinces_of(seat))


def _moves(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield moves of one or two steps, and of three for those who can."""
    for source in play.places_of(seat):
        there = play.units(seat, source)
        groups = [Units(((kind, n),)) for kind in there for n in sorted({1, there[kind]})]
        groups.append(Units(every=True))
        for path in _paths(play, seat, source):
            yield from (Move(group, source, path) for group in groups)


def _paths(play: GekokujoPlay, seat: str, source: str) -> Iterator[tuple[str, ...]]:
    ways: list[tuple[str, ...]] = [(near,) for near in _steps(play, seat, source)]
    yield from ways
    for path in list(ways):
        if not play.enemies_in(seat, path[0]):
            longer = [(*path, near) for near in _steps(play, seat, path[0]) if near != source]
            yield from longer
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
        near += [n for n in own if n != place and n not in near and same_sea(play, place, n)]
    return near


def _battles(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield policies."""
    for how in (Hire(2), Hire(5), Hire(0, match=True), Hire()):
        yield Ronin(how)
        yield Ronin(how, role="defending")
    for place in play.contests_of(seat):
        yield Ronin(Hire(3), (place,))
        yield Hit((DAIMYO, BUSHI), (place,))
    yield Hit((DAIMYO,))
    others = [other for other in play.survivors() if other != seat]
    yield from (HitsOn((other,)) for other in others)
    strikes = [NinjaStrikes(other) for other in others]
    for order in (*strikes, NinjaStrikes(), NinjaWaits()):
        if not why_no_policy(play, seat, order):
            yield order
