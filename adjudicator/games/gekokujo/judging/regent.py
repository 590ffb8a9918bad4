"""What regents order. The steady one spreads, guards daimyos, attacks where it is stronger."""

from collections.abc import Iterator, Mapping
from functools import partial

from adjudicator.games.engine.plain import choose_at_random
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters.campaign import why_not_into
from adjudicator.games.gekokujo.chapters.reinforcement import (
    castle_price,
    why_no_castle,
    why_not_there,
)
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.orders.orders import Build, Hire, Move, Nanban, Rank, Recruit, Ronin
from adjudicator.games.gekokujo.printed import BUSHI_KINDS, CLANS, DAIMYO
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import number_of_bushi, number_of_units
from adjudicator.orders import Order, subject
from adjudicator.orders.language.units import Units

SPARE = 3
"""Koku that it keeps for winter and next year's upkeep."""


def _about(order: Order) -> tuple[str, ...]:
    return ("move", order.source, order.path[0]) if isinstance(order, Move) else subject(order)


choose_randomly = partial(choose_at_random, about=_about)
"""Yields random legal orders: at most one move over each border."""


def steady(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Yield sensible orders of the basic game for the phase."""
    if play.house(seat).out:
        return
    match play.position.phase:
        case "draft" if ranks_clans(play, seat):
            yield Rank(("Takeda", "Shimazu", "Oda", "Uesugi", *list(CLANS)[:2]))
        case "reinforce":
            yield from _reinforce(play, seat)
        case "campaign" | "move" if play.is_active(seat):
            yield from _campaign(play, seat)
        case "battle":
            yield from _battles(play, seat, play.contests_of(seat))


def _reinforce(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Recruit where enemies are near, and build a castle where the daimyos are once it is rich."""
    begun = play.position.round > 1
    koku = play.house(seat).koku - (SPARE if begun else 0)
    places = [p for p in play.provinces_of(seat) if not why_not_there(play, seat, p)]
    places.sort(key=lambda place: (-_threat(play, seat, place), place))
    castle = max(places, key=lambda place: _lords(play, seat, place), default="")
    price = castle_price(play, seat)
    if castle and koku >= price + 4 and begun:
        order = Build("fortress" if play.builds_fortresses(seat) else "castle", castle)
        if not why_no_castle(play, seat, order):
            koku -= price
            yield order
    kind = (printed.SWORDSMAN, printed.SPEARMAN)[play.position.round % 2]
    kind = printed.BUSHI if printed.BUSHI in play.rules.arms else kind
    for place in places:
        room = printed.MOST_UNITS - number_of_units(play.units(seat, place))
        number = min(room, koku // max(1, play.price(kind)))
        if number > 0:
            koku -= number * play.price(kind)
            yield Recruit(Units(((kind, number),)), (place,))


def _lords(play: GekokujoPlay, seat: str, place: str) -> int:
    return play.units(seat, place).get(DAIMYO, 0)


def _threat(play: GekokujoPlay, seat: str, place: str) -> int:
    """Return how many enemies and empty provinces are near, and daimyos here."""
    near = play.board.neighbours[place]
    foes = sum(
        number_of_units(play.units(other, each))
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
        open_to_us = near not in taken and not why_not_into(play, seat, near)
        if enemies and open_to_us and _strength(force) >= 1.5 * strength + 1:
            weak.append((strength, near))
    if weak:
        _, target = max(weak)
        taken.add(target)
        for kind, number in force.items():
            able[kind] -= number
        yield Move(Units(tuple(force.items())), source, (target,))


def _strength(units: Mapping[str, int]) -> int:
    return number_of_bushi(units) + 4 * units.get(DAIMYO, 0)


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
        guarded = number_of_bushi(able) > (1 if able.get(DAIMYO) else 0)
        free = not play.land(target).units and play.owner(target) != seat and target not in taken
        if kinds and guarded and free and not why_not_into(play, seat, target):
            taken.add(target)
            able[kinds[0]] -= 1
            yield Move(Units(((kinds[0], 1),)), source, path)


def _battles(play: GekokujoPlay, seat: str, fights: list[str]) -> Iterator[Order]:
    """Hire ronin in moderation, and trade where the Ōtomo attack."""
    koku = play.house(seat).koku
    yield Ronin(Hire(2 if koku > SPARE else 0))
    able = play.clan(seat) == "Otomo" and koku > printed.NANBAN_PRICE
    if fights and able and play.asks_for(Nanban):
        yield Nanban((fights[0],))
