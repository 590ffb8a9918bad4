"""What a seat can order, and what the regents order for it."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, partial

from adjudicator.games.engine.lines import judge
from adjudicator.games.engine.plain import choose_at_random
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters import campaign, reinforcement
from adjudicator.games.gekokujo.chapters.reinforcement import REINFORCEMENT_RULES
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.chapters.war import why_no_trade
from adjudicator.games.gekokujo.judging.check import RULES_OF, why_not_now
from adjudicator.games.gekokujo.orders import orders
from adjudicator.games.gekokujo.orders.orders import Hire, Move, Nanban
from adjudicator.games.gekokujo.orders.policies import KEPT, why_no_policy
from adjudicator.games.gekokujo.printed import BUSHI, BUSHI_KINDS, CLANS, DAIMYO
from adjudicator.games.gekokujo.table.play import GekokujoPlay, count_bushi, count_units
from adjudicator.orders import Order, subject
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
    else:
        yield from (each for each in _candidates(play, seat) if play.asks_for(type(each)))


def legal_moves(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield a seat's legal moves."""
    if not why_not_now(play, seat, Move):
        campaign.begin_moves(play, seat)
        yield from _moves(play, seat)


def _moves(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield moves of one or two steps, and some of three for those who can make them."""
    fits = cache(lambda end, number: campaign.why_no_room(play, seat, end, number) is None)
    for source in play.places_of(seat):
        units = play.units(seat, source)
        some = [(kind, n) for kind in units for n in sorted({1, units[kind]})]
        groups = [*((Units((each,)), dict([each])) for each in some), (Units(every=True), units)]
        able = [
            (named, campaign.reach_of(play, seat, source, group), sum(group.values()))
            for named, group in groups
        ]
        for path in _paths(play, seat, source):
            free = campaign.way(play, seat, path)
            if path[-1] == source or campaign.why_not_along(play, seat, path, free):
                continue
            for named, reach, number in able:
                if len(path) <= reach and fits(free[-1], number):
                    yield Move(named, source, path)


def _paths(play: GekokujoPlay, seat: str, source: str) -> Iterator[tuple[str, ...]]:
    steps_from = partial(campaign.steps_from, play, seat)
    ways: list[tuple[str, ...]] = [(near,) for near in steps_from(source)]
    yield from ways
    for path in ways:
        if not play.enemies_in(seat, path[0]):
            yield from ((*path, near) for near in steps_from(path[0]) if near != source)
    if play.units(seat, source).get(DAIMYO):
        lone = sorted({near for path in ways for near in play.board.neighbours[path[0]]})
        for place in lone[:2]:
            for path in ways:
                if play.board.adjacent(path[0], place) and place != source:
                    ends = [n for n in play.board.neighbours[place] if n != path[0]]
                    yield from ((path[0], place, end) for end in ends[:2])


def _candidates(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield orders that may be possible, but moves."""
    match play.position.phase:
        case "draft":
            if ranks_clans(play, seat):
                yield from (orders.Rank((clan,)) for clan in CLANS)
            yield from map(orders.StartWith, play.arms)
        case "reinforce":
            yield from _spending(play, seat)
            yield from (orders.LoseFrom((place,)) for place in play.places_of(seat))
            yield from (orders.GiveUp((place,)) for place in play.provinces_of(seat))
            yield from _pacts(play, seat)
            yield from _fields(play, seat)
        case "sow":
            yield from _fields(play, seat)
        case "pacts":
            yield from _pacts(play, seat)
        case "campaign" | "move":
            yield from _policies(play, seat)
            yield from map(orders.BreakPact, play.house(seat).allies)
        case "battle":
            contests = play.contests_of(seat)
            yield from (orders.Fight((place,)) for place in contests)
            if not why_no_trade(play, seat):
                yield from (Nanban((place,)) for place in contests)
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


# Regents: the steady one spreads, guards daimyos, attacks where it is stronger


SPARE = 3
"""Koku that it keeps for winter and next year's upkeep."""


def _about(order: Order) -> tuple[str, ...]:
    return ("move", order.source, order.path[0]) if isinstance(order, Move) else subject(order)


choose_randomly = partial(choose_at_random, about=_about)
"""Yields random legal orders: at most one move over each border."""


def steady(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield sensible orders for the phase."""
    if play.house(seat).out:
        return
    match play.position.phase:
        case "sow":
            yield from _sow(play, seat)
        case "draft" if ranks_clans(play, seat):
            yield orders.Rank(("Takeda", "Shimazu", "Oda", "Uesugi", *list(CLANS)[:2]))
        case "reinforce":
            yield from _reinforce(play, seat)
            yield from _sow(play, seat)
        case "campaign" | "move" if play.is_active(seat):
            yield from _campaign(play, seat)
        case "battle":
            yield from _battles(play, seat, play.contests_of(seat))


def _reinforce(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Recruit where enemies are near, and build a castle where the daimyos are once it is rich."""
    begun = play.position.round > 1
    koku = play.house(seat).koku - (SPARE if begun else 0)
    places = [p for p in play.provinces_of(seat) if not reinforcement.why_not_there(play, seat, p)]
    places.sort(key=lambda place: (-_threat(play, seat, place), place))
    castle = max(places, key=lambda place: _lords(play, seat, place), default="")
    price = reinforcement.castle_price(play, seat)
    if castle and koku >= price + 4 and begun:
        order = orders.Build("fortress" if play.builds_fortresses(seat) else "castle", castle)
        if not judge(play, seat, order, REINFORCEMENT_RULES):
            koku -= price
            yield order
    kind = (printed.SWORDSMAN, printed.SPEARMAN)[play.position.round % 2]
    kind = BUSHI if BUSHI in play.arms else kind
    for place in places:
        room = printed.MOST_UNITS - count_units(play.units(seat, place))
        number = min(room, koku // max(1, play.price(kind)))
        if number > 0:
            koku -= number * play.price(kind)
            yield orders.Recruit(Units(((kind, number),)), (place,))


def _sow(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Sow a koku in each of the safest provinces, once it has more than it needs."""
    number = play.house(seat).koku // 4 if play.asks_for(orders.Sow) else 0
    safe = [
        place
        for place in play.provinces_of(seat)
        if all(play.owner(near) in ("", seat) for near in play.board.neighbours[place])
    ]
    yield from (orders.Sow(1, place) for place in sorted(safe)[:number])


def _lords(play: GekokujoPlay, seat: str, place: str) -> int:
    return play.units(seat, place).get(DAIMYO, 0)


def _threat(play: GekokujoPlay, seat: str, place: str) -> int:
    """Return how many enemies and empty provinces are near, and daimyos here."""
    near = play.board.neighbours[place]
    foes = sum(
        count_units(play.units(other, each))
        for each in near
        for other in play.enemies_in(seat, each)
    )
    free = sum(play.owner(each) != seat for each in near)
    return 2 * foes + free + 2 * _lords(play, seat, place)


def _campaign(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    taken: set[str] = set()
    fights: list[str] = []
    for source in play.places_of(seat):
        able = dict(play.units(seat, source))
        if play.enemies_in(seat, source):
            fights.append(source)
            continue
        for order in _attacks(play, seat, source, able, taken):
            fights.append(order.target)
            yield order
        yield from _steps(play, seat, source, able, taken)
    yield from _battles(play, seat, fights)


def _attacks(
    play: GekokujoPlay, seat: str, source: str, able: dict[str, int], taken: set[str]
) -> Iterator[Move]:
    """Attack the strongest neighbour that is clearly weaker, with all bushi and a daimyo."""
    force = {kind: able[kind] for kind in able if kind in BUSHI_KINDS}
    if able.get(DAIMYO, 0) > 1:
        force[DAIMYO] = 1
    weak = []
    for near in play.board.neighbours[source]:
        enemies = play.enemies_in(seat, near)
        strength = sum(_strength(play.units(enemy, near)) for enemy in enemies)
        open_to_us = near not in taken and not campaign.why_not_into(play, seat, near)
        if enemies and open_to_us and _strength(force) >= 1.5 * strength + 1:
            weak.append((strength, near))
    if weak:
        _, target = max(weak)
        taken.add(target)
        for kind, number in force.items():
            able[kind] -= number
        yield Move(Units(tuple(force.items())), source, (target,))


def _strength(units: Mapping[str, int]) -> int:
    return count_bushi(units) + 4 * units.get(DAIMYO, 0)


def _steps(
    play: GekokujoPlay, seat: str, source: str, able: dict[str, int], taken: set[str]
) -> Iterator[Move]:
    """Send a bushi into each empty province around, mandates and coasts first."""
    good = (*play.board.sets["mandate"], *play.board.sets["coastal"])
    near = play.board.neighbours[source]
    paths: list[tuple[str, ...]] = [(place,) for place in near]
    paths += [
        (by, place)
        for by in near
        if not play.land(by).units
        for place in play.board.neighbours[by]
        if place not in near and place != source
    ]
    for path in sorted(paths, key=lambda path: (path[-1] not in good, len(path))):
        target = path[-1]
        kinds = [k for k in BUSHI_KINDS if able.get(k) and k != printed.BANNERMAN]
        guarded = count_bushi(able) > (1 if able.get(DAIMYO) else 0)
        free = not play.land(target).units and play.owner(target) != seat and target not in taken
        if kinds and guarded and free and not campaign.why_not_into(play, seat, target):
            taken.add(target)
            able[kinds[0]] -= 1
            yield Move(Units(((kinds[0], 1),)), source, path)


def _battles(play: GekokujoPlay, seat: str, fights: list[str]) -> Iterator[Order]:
    """Hire ronin in moderation, and trade where the Ōtomo attack."""
    koku = play.house(seat).koku
    yield orders.Ronin(Hire(2 if koku > SPARE else 0))
    able = play.clan(seat) == "Otomo" and koku > printed.NANBAN_PRICE
    if fights and able and play.asks_for(Nanban):
        yield Nanban((fights[0],))
