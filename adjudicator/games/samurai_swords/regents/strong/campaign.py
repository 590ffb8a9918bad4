"""What the strong regent orders: its war turn, its plan, its muster."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.games.samurai_swords.chapters.battle import LETTERS
from adjudicator.games.samurai_swords.chapters.castles import pieces_in_tray
from adjudicator.games.samurai_swords.chapters.levy import begin_muster, room_in_army
from adjudicator.games.samurai_swords.chapters.war import assume_turn
from adjudicator.games.samurai_swords.edition import BUILD_COST, UNITS
from adjudicator.games.samurai_swords.orders import ninja_orders, orders, war_orders
from adjudicator.games.samurai_swords.regents.steady import follow_up
from adjudicator.games.samurai_swords.regents.strong.assault import Assault, Blow
from adjudicator.games.samurai_swords.regents.strong.sight import (
    Corps,
    Sight,
    bonus_word,
    merge,
    regulars_in,
    room_for,
    spare_units,
)
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import regulars
from adjudicator.orders import Branch, Line, Order
from adjudicator.orders.language.units import Units

UNIT_OF = {LETTERS[unit]: unit for unit in UNITS}


def wage_war(play: SwordsPlay, seat: str) -> Iterator[Line]:
    """Yield the lines of a war turn, or of the step of it that is open.

    In each step it plans anew, with what can still be done.
    """
    assume_turn(play, seat)
    phase = play.position.phase
    plan = Assault(Sight(play, seat), phase not in ("fight", "move"), phase != "move")
    plan.plan()
    now = war_orders.STEP_ORDERS.get(phase, Order)
    yield from (line for line in _turn(plan) if isinstance(line.order, now))


def _turn(plan: Assault) -> Iterator[Line]:
    sight = plan.sight
    yield from (_line(order) for order in _battles(plan))
    yield _line(war_orders.CallOffAlone())
    armies, idle = dict(sight.armies), dict(sight.corps)
    for blow in plan.blows:
        if number := blow.corps.number:
            del idle[number]
            armies[number] = replace(armies[number], at=blow.targets[-1])
            yield _line(*_entries(sight, blow))
    for number, corps in idle.items():
        busy = {army.at for other, army in armies.items() if other != number}
        path, taken = _station(plan, corps, busy)
        if path:
            armies[number] = replace(armies[number], at=path[-1])
            yield _line(war_orders.MoveArmy(number, path, taken=_units_of(taken)))
    battles = [
        (source, target)
        for blow in plan.blows
        for target in blow.targets
        for source in (sight.play.neighbours(target) if blow.corps.number else [blow.corps.at])
        if regulars_in(plan.forces.get(source, "")) > 1
    ]
    yield from map(_line, follow_up(sight.play, sight.seat, battles, armies))


def _line(*choices: Order) -> Line:
    return Line(tuple(Branch(order) for order in choices))


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


def _station(plan: Assault, corps: Corps, busy: set[str]) -> tuple[tuple[str, ...], str]:
    """Return where an army that does not fight goes, and whom it takes along there."""
    sight = plan.sight
    best: tuple[float, tuple[str, ...], str] = (-1e9, (), "")
    for place, road in sight.roads(corps).items():
        force = plan.forces.get(place, "")
        taken = room_for(corps.word, spare_units(force)) if road else ""
        safety = -sight.army_worth(corps) * sight.risk(place, merge(corps.word, force))
        prey = sum(near in sight.defence for near in sight.play.neighbours(place))
        score = safety + 0.2 * min(prey, 3) + 0.15 * len(taken) - 0.05 * len(road)
        if place not in busy:
            best = max(best, (score, road, taken))
    return best[1], best[2]


# What koku are for, and the muster

NINJA_FROM = 8
"""From so many koku on the ninja is worth one, if he may put an enemy out of the game."""
TURN_FROM, BID = 6, 2
RONIN_PART = 3
"""One koku of so many that are left is for ronin."""
BUILD_FROM = 7
LEAST_SAFETY = 1.5
"""What a castle must make safe, in provinces."""
SOON = 0.6
"""How near the victory is when a place in the turn order is worth more."""
CHEAPEST = ("spearman", "gunner", "swordsman", "bowman")
SUCCESS, REVENGE = 8 / 12, 4 / 12 * 4 / 12
"""How likely a strike of the ninja, and a revenge for it, succeed."""
DISRUPTED = (0.3, 0.8, 1.5, 2.2)
"""What it is worth to lay a daimyo of each level down who has units to succeed him."""


def plan(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield what goes into each bin."""
    sight, koku = Sight(play, seat), play.colour(seat).koku
    spent = {
        "ninja": int(koku >= NINJA_FROM and _can_finish(sight)),
        "turn": BID * (koku >= TURN_FROM and sight.hurry > SOON),
        "build": BUILD_COST * (koku >= BUILD_FROM and best_castle(sight)[0] >= LEAST_SAFETY),
    }
    spent["ronin"] = (koku - sum(spent.values())) // RONIN_PART
    spent["levy"] = koku - sum(spent.values())
    yield from (orders.Spend(number, name) for name, number in spent.items() if number)


def _can_finish(sight: Sight) -> bool:
    """Whether an enemy has one daimyo left, who has no units of his own: a strike kills him."""
    left = [list(sight.play.colour(enemy).armies.values()) for enemy in sight.enemies()]
    return any(len(armies) == 1 and not regulars(armies[0]) for armies in left)


def best_castle(sight: Sight) -> tuple[float, orders.Build | None]:
    """Return what a castle, or a fortress, makes safe where it does most, and how to build it."""
    best: tuple[float, str, orders.Build | None] = (0.0, "", None)
    stands = {corps.at: sight.army_worth(corps) for corps in sight.corps.values()}
    for place in sight.own:
        fortress = sight.play.province(place).building == "castle"
        order = orders.Build("fortress" if fortress else "castle", place)
        built = sight.play.province(place).building not in ("", "castle")
        if not built and pieces_in_tray(sight.play, order.building):
            word = sight.garrison(place)
            after = bonus_word(order.building) + word.lstrip("SR")
            saved = sight.risk(place, word) - sight.risk(place, after)
            best = max(best, (saved * (1.25 + stands.get(place, 0.0)), place, order))
    return best[0], best[2]


def muster(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield a castle, a unit for each army, and the ninja's mission; the rest goes by default."""
    sight = Sight(play, seat)
    begin_muster(play, seat)
    _, castle = best_castle(sight)
    if castle and play.plan(seat).build >= BUILD_COST:
        yield castle
    for number, army in sorted(play.colour(seat).armies.items()):
        unit = next((each for each in CHEAPEST if room_in_army(army, each) > 0), "")
        if unit and play.plan(seat).levy:
            yield orders.LevyToArmy(unit, number)
    yield from _aim(sight)


def _aim(sight: Sight) -> Iterator[Order]:
    """Send the ninja against the daimyo whose fall is worth most, before anybody moves."""
    position = sight.play.position
    if position.ninja.holder != sight.seat or position.round == 1 or not position.turn_order:
        return
    found = [
        (sight.bounty(enemy) if not regulars(army) else DISRUPTED[army.level - 1], enemy, number)
        for enemy in sight.enemies()
        for number, army in sight.play.colour(enemy).armies.items()
        if not army.down
    ]
    gain, enemy, number = max(found, default=(0.0, "", ""))
    dearest = max((sight.army_worth(each) for each in sight.corps.values()), default=0.0)
    if SUCCESS * gain > REVENGE * dearest:
        yield ninja_orders.StrikeAtPhase(number, enemy, position.turn_order[0], "A")
