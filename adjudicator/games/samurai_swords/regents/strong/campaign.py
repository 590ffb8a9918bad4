"""The strong regent's war turn as orders: marches, battles, and the final movement."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator

from adjudicator.games.samurai_swords.chapters.battle import LETTERS
from adjudicator.games.samurai_swords.chapters.war import assume_turn
from adjudicator.games.samurai_swords.edition import UNITS
from adjudicator.games.samurai_swords.orders import stop_orders, war_orders
from adjudicator.games.samurai_swords.regents.strong.assault import (
    Assault,
    Strike,
    Sweep,
    best_assault,
)
from adjudicator.games.samurai_swords.regents.strong.sight import Corps, Sight
from adjudicator.games.samurai_swords.regents.strong.troops import (
    REGULARS,
    merge,
    regulars_in,
    room_for,
    spare_units,
    without_one,
)
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Branch, Line, Order
from adjudicator.orders.language.units import Units

UNIT_OF = {LETTERS[unit]: unit for unit in UNITS}


def wage_war(play: SwordsPlay, seat: str) -> Iterator[Line]:
    """Yield the lines of a war turn, or of the step of it that is open.

    In each step it plans anew, with what can still be done.
    """
    assume_turn(play, seat)
    sight = Sight(play, seat)
    phase = play.position.phase
    plan = best_assault(sight, marching=phase not in ("fight", "move"), fighting=phase != "move")
    now = war_orders.STEP_ORDERS.get(phase, Order)
    yield from (line for line in _turn(sight, plan) if isinstance(line.order, now))


def _turn(sight: Sight, plan: Assault) -> Iterator[Line]:
    yield from (_line(order) for order in _battles(plan))
    yield _line(stop_orders.CallOffAlone())
    yield from _once(_final(sight, plan))


def _once(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines, each once: a force goes to a province by the first line that sends it there."""
    seen: set[Hashable] = set()
    for line in lines:
        order = line.order
        way = (order.source, order.target) if isinstance(order, war_orders.MoveForce) else line
        if way not in seen:
            seen.add(way)
            yield line


def _line(*choices: Order) -> Line:
    return Line(tuple(Branch(order) for order in choices))


def units_of(word: str, up_to: bool = False) -> Units:
    """Return the units of a word, as orders name them."""
    return Units(tuple((UNIT_OF[x], n) for x, n in Counter(word).items()), up_to=up_to)


def _battles(plan: Assault) -> Iterator[Order]:
    for blow in plan.blows:
        if isinstance(blow, Sweep) and blow.road:
            taken = units_of(blow.taken) if blow.taken else Units()
            yield war_orders.March(blow.number, blow.road, taken=taken)
    for blow in plan.blows:
        if isinstance(blow, Strike):
            yield war_orders.Attack(blow.target, blow.source, "force")
            continue
        before = ""
        for target in blow.targets[: _last_battle(plan.sight, blow)]:
            if before:
                yield war_orders.Advance(blow.number, before)
            yield war_orders.ArmyAttack(target, blow.number)
            before = target


def _last_battle(sight: Sight, sweep: Sweep) -> int:
    """Return how many of an army's targets are attacked: the last ones, if empty, are entered."""
    held = [number for number, at in enumerate(sweep.targets, 1) if sight.play.owner(at)]
    return max(held, default=0)


def _entries(sight: Sight, sweep: Sweep) -> Iterator[Order]:
    """Yield an army's final moves, the farthest first: if it cannot go there, the next is tried."""
    fought = _last_battle(sight, sweep)
    for end in range(len(sweep.targets), 0, -1):
        yield war_orders.MoveArmy(sweep.number, sweep.targets[min(end, max(fought, 1)) - 1 : end])


def _final(sight: Sight, plan: Assault) -> Iterator[Line]:
    idle = dict(sight.corps)
    ends: dict[str, str] = {}
    for blow in plan.blows:
        if isinstance(blow, Sweep):
            del idle[blow.number]
            ends[blow.number] = blow.targets[-1]
            yield _line(*_entries(sight, blow))
    for number, corps in idle.items():
        path, taken = _station(sight, plan, corps, set(ends.values()))
        ends[number] = path[-1] if path else corps.at
        if path:
            yield _line(
                war_orders.MoveArmy(number, path, taken=units_of(taken) if taken else Units())
            )
    yield from _conquests(sight, plan)
    yield from _claims(sight, plan, ends)
    yield from _recruits(sight, plan, ends)
    yield from _reserves(sight, plan)


def _station(
    sight: Sight, plan: Assault, corps: Corps, busy: set[str]
) -> tuple[tuple[str, ...], str]:
    """Return where an army that does not fight goes, and whom it takes along there."""
    busy = busy | {army.at for number, army in sight.armies.items() if number != corps.number}
    best: tuple[float, tuple[str, ...], str] = (-1e9, (), "")
    for place, road in sight.roads(corps).items():
        if place in busy:
            continue
        force = plan.forces.get(place, "")
        taken = room_for(corps.word, spare_units(force)) if road else ""
        safety = -sight.army_worth(corps) * sight.risk(place, merge(corps.word, force))
        prey = sum(near in sight.defence for near in sight.play.neighbours(place))
        friends = sum(
            len(spare_units(plan.forces.get(n, ""))) for n in sight.play.neighbours(place)
        )
        score = safety + 0.2 * min(prey, 3) + 0.1 * friends + 0.15 * len(taken) - 0.05 * len(road)
        best = max(best, (score, road, taken))
    return best[1], best[2]


def _conquests(sight: Sight, plan: Assault) -> Iterator[Line]:
    """Let forces enter what they, or others beside them, have emptied."""
    for blow in plan.blows:
        if isinstance(blow, Strike):
            word = plan.sight.forces[blow.source]
            yield from _enter(sight, blow.source, blow.target, word)
    for blow in plan.blows:
        for target in blow.targets if isinstance(blow, Sweep) else (blow.target,):
            for source in sight.play.neighbours(target):
                word = plan.forces.get(source, "")
                if regulars_in(word) > 1:
                    yield from _enter(sight, source, target, word, most=1)


def _enter(sight: Sight, source: str, target: str, word: str, most: int = 5) -> Iterator[Line]:
    spare = spare_units(word)
    number = min(most, max(1, len(spare) // 2 if _at_front(sight, source) else len(spare)))
    if spare:
        yield _line(war_orders.MoveForce(units_of(spare[:number], up_to=True), source, target))


def _at_front(sight: Sight, place: str) -> bool:
    return any(near in sight.defence for near in sight.play.neighbours(place))


def _claims(sight: Sight, plan: Assault, ends: dict[str, str]) -> Iterator[Line]:
    """Conquer what lies empty beside forces that can spare a unit, and armies that stay."""
    play = sight.play
    struck = {blow.source for blow in plan.blows if isinstance(blow, Strike)}
    claimed: set[str] = set()
    for source in sight.own:
        spare = spare_units(plan.forces.get(source, ""))
        for target in play.neighbours(source):
            if source in struck or not spare or play.owner(target) or target in claimed:
                continue
            claimed.add(target)
            yield _line(war_orders.MoveForce(units_of(spare[0]), source, target))
            spare = spare[1:]
    for number, corps in sight.corps.items():
        word = corps.word
        for target in play.neighbours(corps.at) if ends[number] == corps.at else ():
            left = without_one(word)
            if not play.owner(target) and target not in claimed and regulars_in(left):
                claimed.add(target)
                unit = units_of(next(x for x in REGULARS if x in word))
                yield _line(war_orders.Split(unit, number, target))
                word = left


def _recruits(sight: Sight, plan: Assault, ends: dict[str, str]) -> Iterator[Line]:
    """Send what forces can spare onto the cards of the armies that they will stand beside."""
    sent: set[str] = set()
    for number, end in ends.items():
        word = sight.corps[number].word
        for source in sight.play.neighbours(end):
            if source not in sight.forces or source in sent:
                continue
            fits = room_for(word, spare_units(plan.forces[source]))
            if fits:
                sent.add(source)
                word = merge(word, fits)
                yield _line(war_orders.JoinArmy(units_of(fits, up_to=True), source, number))


def _reserves(sight: Sight, plan: Assault) -> Iterator[Line]:
    """Send what can be spared behind the front towards it."""
    for source in sight.own:
        spare = spare_units(plan.forces.get(source, ""))
        if not spare or _at_front(sight, source):
            continue
        front = [
            near
            for near in sight.play.neighbours(source)
            if near in sight.forces and _at_front(sight, near)
        ]
        front.sort(key=lambda near: (regulars_in(plan.forces[near]), near))
        if front:
            room = 5 - regulars_in(plan.forces[front[0]])
            if room > 0:
                yield _line(
                    war_orders.MoveForce(units_of(spare[:room], up_to=True), source, front[0])
                )
