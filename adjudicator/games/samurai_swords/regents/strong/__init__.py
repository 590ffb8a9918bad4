"""The strong regent: it weighs battles by exact odds, and looks where danger threatens."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.chance import Chance
from adjudicator.games.engine import plain
from adjudicator.games.samurai_swords.chapters.battle import UNIT_OF
from adjudicator.games.samurai_swords.chapters.levy import room_in_army
from adjudicator.games.samurai_swords.chapters.war import assume_turn
from adjudicator.games.samurai_swords.edition import REGULAR
from adjudicator.games.samurai_swords.orders import orders, war_orders
from adjudicator.games.samurai_swords.regents.steady import follow_up
from adjudicator.games.samurai_swords.regents.strong.assault import Assault, Blow
from adjudicator.games.samurai_swords.regents.strong.sight import Sight, regulars_in
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Branch, Line, Order
from adjudicator.orders.language.units import Units


def choose(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield a war turn, or the step of it that is open; before the war what is sensible.

    In each step it plans anew, with what can still be done.
    """
    phase = play.position.phase
    make = {"plan": _plan, "spy": _plan, "muster": _muster}
    if play.is_alive(seat) and phase in make:
        yield from (Line((Branch(order),)) for order in make[phase](play, seat))
        return
    if not (play.at_war and play.is_alive(seat)):
        yield from plain.steady(play, seat)
        return
    assume_turn(play, seat)
    plan = Assault(Sight(play, seat), phase not in ("fight", "move"), phase != "move")
    now = war_orders.STEP_ORDERS.get(phase, Order)
    lines = (Line(tuple(map(Branch, choices))) for choices in _turn(plan))
    yield from (line for line in lines if isinstance(line.order, now))


def _turn(plan: Assault) -> Iterator[tuple[Order, ...]]:
    sight = plan.sight
    yield from ((order,) for order in _battles(plan))
    yield (war_orders.CallOffAlone(),)
    armies = dict(sight.armies)
    for blow in plan.blows:
        if number := blow.corps.number:
            armies[number] = replace(armies[number], at=blow.targets[-1])
            yield tuple(_entries(sight, blow))
    battles = [
        (source, target)
        for blow in plan.blows
        for target in blow.targets
        for source in (sight.play.neighbours(target) if blow.corps.number else [blow.corps.at])
        if regulars_in(plan.forces.get(source, "")) > 1
    ]
    yield from ((order,) for order in follow_up(sight.play, sight.seat, battles, armies))


def _units_of(word: str) -> Units:
    """Return the units of a word, as orders name them."""
    return Units(tuple((UNIT_OF[letter], n) for letter, n in Counter(word).items()))


def _battles(plan: Assault) -> Iterator[Order]:
    for blow in plan.blows:
        if blow.road:
            yield war_orders.March(blow.corps.number, blow.road, taken=_units_of(blow.taken))
    for blow in plan.blows:
        number, before = blow.corps.number, ""
        if not number:
            yield war_orders.Attack(blow.targets[0], blow.corps.at, "force")
            continue
        for target in blow.targets[: _last_battle(plan.sight, blow)]:
            if before:
                yield war_orders.Advance(number, before)
            yield war_orders.ArmyAttack(target, number)
            before = target


def _last_battle(sight: Sight, blow: Blow) -> int:
    """Return how many of an army's targets are attacked: the last ones, if empty, are entered."""
    held = [number for number, at in enumerate(blow.targets, 1) if sight.play.owner(at)]
    return max(held, default=0)


def _entries(sight: Sight, blow: Blow) -> Iterator[Order]:
    """Yield an army's final moves, the farthest first: if it cannot go there, the next is tried."""
    fought = max(_last_battle(sight, blow), 1)
    for end in range(len(blow.targets), 0, -1):
        yield war_orders.MoveArmy(blow.corps.number, blow.targets[min(end, fought) - 1 : end])


RONIN_PART = 3
"""One koku of so many is for ronin."""


def _plan(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield what goes into each bin."""
    koku = play.colour(seat).koku
    ronin = koku // RONIN_PART
    if ronin:
        yield orders.Spend(ronin, "ronin")
    yield orders.Spend(koku - ronin, "levy")


def _muster(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield the cheapest unit for each army that has room; the rest is levied by default."""
    for number, army in sorted(play.colour(seat).armies.items()):
        unit = next((each for each in reversed(REGULAR) if room_in_army(army, each) > 0), "")
        if unit and play.plan(seat).levy:
            yield orders.LevyToArmy(unit, number)
