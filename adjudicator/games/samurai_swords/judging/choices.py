"""What a seat can order, found with the rules that judge it, and what fills the gaps."""

from collections.abc import Iterable, Iterator
from itertools import product

from adjudicator.games.contract import Default, Defaulted
from adjudicator.games.engine.lines import Rules, judge
from adjudicator.games.engine.problems import is_possible
from adjudicator.games.samurai_swords.chapters import muster
from adjudicator.games.samurai_swords.chapters.attacks import check_attack
from adjudicator.games.samurai_swords.chapters.combat import IN_PLACE_OF_DEFAULT
from adjudicator.games.samurai_swords.chapters.marches import MARCH_RULES, MOVE_ARMY_RULES
from adjudicator.games.samurai_swords.chapters.moves import check_entry, pick_movers
from adjudicator.games.samurai_swords.chapters.ninja import MISSION_RULES
from adjudicator.games.samurai_swords.chapters.plan import PLAN_RULES
from adjudicator.games.samurai_swords.chapters.war import begin_turn
from adjudicator.games.samurai_swords.edition import ARMIES, BUILD_COST, REGULAR
from adjudicator.games.samurai_swords.judging.check import rehearse
from adjudicator.games.samurai_swords.orders import orders, war_orders
from adjudicator.games.samurai_swords.table.events import SuccessorNamed
from adjudicator.games.samurai_swords.table.play import Clash, SwordsPlay, cheapest
from adjudicator.games.samurai_swords.table.position import Plan, counts
from adjudicator.orders import Order, Orders
from adjudicator.orders.language.units import Units


def find_legal_orders(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield legal orders of a seat in the phase the play waits in, each possible by itself."""
    if not play.is_alive(seat):
        return
    match play.position.phase:
        case "plan":
            yield from _plan(play, seat)
        case "spy" if seat == play.position.ninja.holder:
            yield from _spend(play, seat)
        case "muster":
            yield from _muster(play, seat)
        case _ if play.at_war and play.position.active in ("", seat):
            yield from _war(play, seat)


def _possible(play: SwordsPlay, seat: str, lines: Iterable[Order], rules: Rules) -> Iterator[Order]:
    return (order for order in lines if judge(play, seat, order, rules) is None)


def _plan(play: SwordsPlay, seat: str) -> Iterator[Order]:
    yield from _spend(play, seat)
    yield from _possible(play, seat, map(orders.Spy, play.survivors()), PLAN_RULES)


def _spend(play: SwordsPlay, seat: str) -> Iterator[Order]:
    play.change_colour(seat, plan=Plan())
    koku = range(1, play.colour(seat).koku + 1)
    spends = (orders.Spend(number, name) for name, number in product(orders.BINS, koku))
    yield from _possible(play, seat, spends, PLAN_RULES)
    for place in range(1, len(play.survivors()) + 1):
        yield orders.PreferTurn((place,))


def _muster(play: SwordsPlay, seat: str) -> Iterator[Order]:
    muster.begin_muster(play, seat)
    places = play.provinces_of(seat)
    if play.plan(seat).build >= BUILD_COST:
        castles = (
            b for at in places for b in (orders.Build("castle", at), orders.Build("fortress", at))
        )
        yield from _possible(play, seat, castles, muster.BUILD_RULES)
    if play.plan(seat).levy:
        yield from _levies(play, seat, places)
    for place in places if play.muster.ronin else ():
        room = muster.ronin_room(play, place)
        for number in range(1, min(play.muster.ronin, room.army + room.force) + 1):
            yield orders.HideRonin(number, place)
    if play.position.ninja.holder == seat:
        yield from _possible(play, seat, _strikes(play), MISSION_RULES)


def _levies(play: SwordsPlay, seat: str, places: list[str]) -> Iterator[Order]:
    units = [unit for unit in REGULAR if muster.why_not_buy(play, seat, unit) is None]
    if units:  # what speaks against a place does so for every unit
        places = [at for at in places if muster.why_not_in_force(play, seat, units[0], at) is None]
    for unit in units:
        yield from (orders.Levy(Units(((unit, 1),)), (place,)) for place in places)
        joins = (orders.LevyToArmy(unit, number) for number in play.colour(seat).armies)
        yield from _possible(play, seat, joins, muster.LEVY_RULES)


def _strikes(play: SwordsPlay) -> Iterator[Order]:
    for victim in play.survivors():
        for number, phase in product(play.colour(victim).armies, play.edition.strike_phases):
            yield orders.StrikeAtPhase(number, victim, victim, phase)


def _war(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield what could be done in each phase of the turn, or in the step of it that is open."""
    begin_turn(play, seat)
    step = play.position.phase
    armies = play.colour(seat).armies.items()
    near = [(number, (to,)) for number, army in armies for to in play.neighbours(army.at)]
    roads = [(number, path) for number, path in near if play.army_in(path[0], seat) is None]
    if step in ("war", "march"):
        yield from _marches(play, seat, roads)
    if step in ("war", "fight"):
        play.change_turn(letter="B")
        for source in play.provinces_of(seat):
            yield from _attacks(play, seat, source)
    if step in ("war", "move"):
        play.change_turn(letter="D")
        moves = (war_orders.MoveArmy(number, path) for number, path in roads)
        yield from _possible(play, seat, moves, MOVE_ARMY_RULES)
        for source in play.provinces_of(seat):
            yield from _moves(play, seat, source)


def _marches(play: SwordsPlay, seat: str, roads: list[tuple[str, tuple[str]]]) -> Iterator[Order]:
    marches = (
        war_orders.March(number, path) for number, path in roads if play.owner(path[0]) == seat
    )
    yield from _possible(play, seat, marches, MARCH_RULES)
    if play.position.phase == "march" and play.edition.pick_up_at_start:
        some = (Units(((unit, 1),)) for unit in REGULAR)
        picks = product(some, play.colour(seat).armies)
        pick_ups = (war_orders.PickUp(units, number) for units, number in picks)
        yield from _possible(play, seat, pick_ups, MARCH_RULES)


def _attacks(play: SwordsPlay, seat: str, source: str) -> Iterator[Order]:
    number, army = play.army_in(source) or ("", None)
    ready = army and not army.down
    force = play.has_force(source)
    for target in play.neighbours(source):
        if play.owner(target) == seat:
            continue
        if ready and is_possible(check_attack, play, seat, Clash(source, target, number)):
            yield war_orders.Attack(target, source, "army")
        if force and is_possible(check_attack, play, seat, Clash(source, target, "")):
            yield war_orders.Attack(target, source, "force")


def _moves(play: SwordsPlay, seat: str, source: str) -> Iterator[Order]:
    unit = cheapest(counts(play.province(source)))
    some = Units(((unit, 1),))
    if unit and is_possible(pick_movers, play, seat, source, some):
        for target in play.neighbours(source):
            if is_possible(check_entry, play, seat, target, {unit: 1}):
                yield war_orders.MoveForce(some, source, target)


def find_defaults(play: SwordsPlay, seat: str, given: Orders) -> Iterator[Default]:
    """Say what happens unless it is ordered otherwise."""
    trial = rehearse(play, seat, given)
    for event in trial.events:
        if isinstance(event, Defaulted) and (event.colour or event.seat) == seat:
            yield Default(event.text, event.why)
    for is_open, why in _find_open_choices(play, trial, seat, given):
        if is_open:
            text = "ninja waits" if why == NINJA_WAITS else ""
            yield Default(text, why)
    if play.at_war or play.position.phase == "muster":
        yield from _casualties(trial, seat, given)


NINJA_WAITS = "the ninja does not strike and can spy next round"


def _find_open_choices(
    play: SwordsPlay, trial: SwordsPlay, seat: str, given: Orders
) -> Iterator[tuple[object, str]]:
    """Yield what nobody may have ordered: whether that is so, and what happens then."""
    phase, record, kinds = play.position.phase, play.colour(seat), {type(x.order) for x in given}
    holder, plan, policy = play.position.ninja.holder, record.plan, trial.colour(seat).policy
    holds = holder == seat
    if phase == "plan":
        for event in trial.events:
            if isinstance(event, SuccessorNamed):
                why = f"a {event.unit} of army {event.army} becomes its daimyo"
                yield orders.Successor not in kinds, why
        why = "your bid takes the earliest place in the turn order that is left"
        yield trial.plan(seat).turn and orders.PreferTurn not in kinds, why
        why = "the ninja spies on nobody and goes back to the tray"
        yield holds and orders.Spy not in kinds, why
    if phase == "muster" or play.at_war:
        feared = play.are_foes(seat, holder) and play.position.round > 1
        why = "revenge strikes the ninja’s hirer at his highest level, then at his largest army"
        yield feared and not (policy.revenge or policy.revenge_on.get(holder)), why
        why = "daimyos that you recover return where you have most units and no army"
        yield len(record.armies) < len(ARMIES) and not policy.recover, why
    if phase == "muster":
        why = "nothing is built, and the koku of the build bin are lost"
        yield plan and plan.build and orders.Build not in kinds, why
        idle = trial.colour(seat).mission is None
        yield holds and idle and play.position.round > 1, NINJA_WAITS
    if play.at_war and play.position.active in ("", seat):
        stops = (it.order for it in given if isinstance(it.order, IN_PLACE_OF_DEFAULT))
        why = "a battle goes on until the attacker has fewer units than the defender"
        yield all(stop.target or stop.source for stop in stops), why
        yield True, "what is not ordered to move or to attack stays where it is"


def _casualties(trial: SwordsPlay, seat: str, given: Orders) -> Iterator[Default]:
    places = {it.order.place for it in given if isinstance(it.order, orders.Casualties)}
    policy = trial.colour(seat).policy
    if "" not in places:
        order = orders.Casualties(policy.casualties, policy.pool)
        yield Default(str(order), "your standing order of casualties")
    for place, wanted in policy.casualties_in.items():
        if place not in places:
            order = orders.Casualties(wanted.casualties, wanted.pool, place)
            yield Default(str(order), "your order of casualties there until the round ends")
