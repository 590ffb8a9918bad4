"""What a seat can order, found with the rules that judge it, and what fills the gaps."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product

from adjudicator.games.contract import Default, Defaulted
from adjudicator.games.engine.lines import Rules, judge
from adjudicator.games.samurai_swords.chapters import muster
from adjudicator.games.samurai_swords.chapters.attacks import rules_of_declaring
from adjudicator.games.samurai_swords.chapters.combat import IN_PLACE_OF_DEFAULT
from adjudicator.games.samurai_swords.chapters.marches import MARCH_RULES, march
from adjudicator.games.samurai_swords.chapters.moves import free_units, move
from adjudicator.games.samurai_swords.chapters.ninja import MISSION_RULES
from adjudicator.games.samurai_swords.chapters.plan import PLAN_RULES, SPENDING_RULES, heirs
from adjudicator.games.samurai_swords.chapters.war import begin_turn
from adjudicator.games.samurai_swords.edition import ARMIES, REGULAR, UNITS
from adjudicator.games.samurai_swords.judging.check import rehearse
from adjudicator.games.samurai_swords.orders import missions, orders, war_orders
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.games.samurai_swords.table.events import SuccessorNamed
from adjudicator.games.samurai_swords.table.play import SwordsPlay, cheapest
from adjudicator.games.samurai_swords.table.position import Army, Plan, WarTurn, counts
from adjudicator.orders import Order, Orders
from adjudicator.orders.language.units import Units
from adjudicator.wording import Reason


def find_legal_orders(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield legal orders of a seat in the phase the play waits in, each possible by itself.

    Of those that are possible at any time there are none.
    """
    if play.is_alive(seat):
        for rules in _moments(play, seat):
            orders = (x for x in find_candidates(play, seat, rules) if type(x) in rules)
            yield from (order for order in orders if judge(play, seat, order, rules) is None)


def _moments(play: SwordsPlay, seat: str) -> Iterator[Rules]:
    """Yield the rules of each moment of the phase, or of the step that is open, as it comes."""
    phase = play.position.phase
    if phase == "plan" or (phase == "spy" and seat == play.position.ninja.holder):
        play.change_colour(seat, plan=Plan())
        yield PLAN_RULES if phase == "plan" else SPENDING_RULES
    elif phase == "muster":
        muster.begin_muster(play, seat)
        yield {**muster.BUILD_RULES, **muster.LEVY_RULES, **muster.HIDE_RULES, **MISSION_RULES}
    elif play.at_war and play.position.active in ("", seat):
        begin_turn(play, seat)
        if phase in ("war", "march"):
            yield MARCH_RULES if phase == "march" else {war_orders.March: march}
        if phase in ("war", "fight"):
            play.change_turn(letter="B")
            yield {war_orders.Attack: rules_of_declaring((), [])[war_orders.Attack]}
        if phase in ("war", "move"):
            play.change_turn(letter="D")
            yield {war_orders.MoveArmy: march, war_orders.MoveForce: move}


Kinds = Collection[type[Order]]


def find_candidates(play: SwordsPlay, seat: str, kinds: Kinds) -> Iterator[Order]:
    """Yield orders that may be possible at a moment that takes these kinds."""
    mine = play.provinces_of(seat)
    if orders.Spend in kinds:
        koku = range(1, play.colour(seat).koku + 1)
        yield from (orders.Spend(number, name) for name, number in product(orders.BINS, koku))
        yield from (orders.PreferTurn((n,)) for n in range(1, len(play.survivors()) + 1))
    if orders.Spy in kinds:
        yield from map(orders.Spy, play.survivors())
    if orders.Build in kinds:
        for place in mine:
            yield from (orders.Build("castle", place), orders.Build("fortress", place))
    if orders.Levy in kinds:
        yield from _levies(play, seat, mine)
    if orders.HideRonin in kinds:
        yield from _ronin(play, mine)
    if missions.StrikeAtPhase in kinds and play.position.ninja.holder == seat:
        yield from _strikes(play)
    if orders.Casualties in kinds:
        yield from _policies(play, seat, mine)
    if not isinstance(play.position.turn, WarTurn):
        return
    for number, army in play.colour(seat).armies.items():
        yield from _of_army(play, seat, number, army, kinds)
    for source in mine:
        if war_orders.Attack in kinds:
            yield from _attacks(play, seat, source)
        if war_orders.MoveForce in kinds:
            yield from _of_force(play, seat, source)
    if war_orders.CallOffAlone in kinds:
        yield from _stops(play, seat)


def _levies(play: SwordsPlay, seat: str, mine: Sequence[str]) -> Iterator[Order]:
    units = [unit for unit in REGULAR if muster.why_not_buy(play, seat, unit) is None]
    # What speaks against a place does so for every unit.
    places = [at for at in mine if muster.why_no_unit(play, seat, at) is None]
    for unit in units:
        yield from (orders.Levy(Units(((unit, 1),)), (place,)) for place in places)
        yield from (orders.LevyToArmy(unit, number) for number in play.colour(seat).armies)


def _ronin(play: SwordsPlay, mine: Sequence[str]) -> Iterator[Order]:
    for place in mine if play.muster.ronin else ():
        room = muster.ronin_room(play, place)
        for number in range(1, min(play.muster.ronin, room.army + room.force) + 1):
            yield orders.HideRonin(number, place)


def _strikes(play: SwordsPlay) -> Iterator[Order]:
    yield missions.NoStrike()
    for victim in play.survivors():
        for number, army in play.colour(victim).armies.items():
            for phase in play.edition.strike_phases:
                yield missions.StrikeAtPhase(number, victim, victim, phase)
                yield missions.StrikeAtEnd(number, victim, victim, phase)
            yield missions.StrikeAtLast(number, victim)
            for kind in (
                missions.StrikeOnDeclaration,
                missions.StrikeOnEntry,
                missions.StrikeOnAttack,
            ):
                yield from (kind(number, victim, near) for near in play.neighbours(army.at))


def _policies(play: SwordsPlay, seat: str, mine: Sequence[str]) -> Iterator[Order]:
    for unit in UNITS:
        yield orders.Casualties((unit,))
        yield orders.Successor(unit)
        yield from (orders.Successor(unit, number) for number in play.colour(seat).armies)
    yield from (orders.Revenge((number,)) for number in ARMIES)
    yield from (orders.Recover((place,)) for place in mine)


def _of_army(play: SwordsPlay, seat: str, number: str, army: Army, kinds: Kinds) -> Iterator[Order]:
    """Yield what an army may do at a moment of its seat's war turn."""
    near = play.neighbours(army.at)
    emptied = play.turn.emptied.get(number)
    if war_orders.March in kinds or war_orders.MoveArmy in kinds:
        kind = war_orders.March if war_orders.March in kinds else war_orders.MoveArmy
        yield from (kind(number, path) for path in _paths(play, seat, army, near))
    for pick_up in (war_orders.PickUp, war_orders.PickUpLate):
        if pick_up in kinds:
            yield from (pick_up(Units(((unit, 1),)), number) for unit in REGULAR)
    if war_orders.Split in kinds and (unit := cheapest(counts(army))):
        yield from (war_orders.Split(Units(((unit, 1),)), number, place) for place in near)
    if war_orders.ArmyAttack in kinds:
        yield from (war_orders.ArmyAttack(target, number) for target in near)
    if war_orders.Attack in kinds and emptied:
        yield from (war_orders.Attack(x, emptied) for x in play.neighbours(emptied))
    if war_orders.Advance in kinds and emptied:
        yield war_orders.Advance(number, emptied)
    if war_orders.Stay in kinds:
        yield war_orders.Stay(number)


def _paths(
    play: SwordsPlay, seat: str, army: Army, near: Iterable[str]
) -> Iterator[tuple[str, ...]]:
    """Yield ways to where no other army of the seat stands: a step, or past one that does two."""
    for place in near:
        if play.army_in(place, seat) is None:
            yield (place,)
        elif army.level > 1:
            ends = (each for each in play.neighbours(place) if each != army.at)
            yield from ((place, end) for end in ends if play.army_in(end, seat) is None)


def _attacks(play: SwordsPlay, seat: str, source: str) -> Iterator[Order]:
    army, force = play.army_in(source, seat), play.has_force(source)
    for target in play.neighbours(source):
        if army:
            yield war_orders.Attack(target, source, "army")
        if force:
            yield war_orders.Attack(target, source, "force")


def _of_force(play: SwordsPlay, seat: str, source: str) -> Iterator[Order]:
    """Yield the last movements of a province's force."""
    near = play.neighbours(source)
    free = free_units(play, source, counts(play.province(source)))
    if unit := cheapest(free):
        some = Units(((unit, 1),))
        yield from (war_orders.MoveForce(some, source, target) for target in near)
        beside = [x for x, army in play.colour(seat).armies.items() if army.at in near]
        kinds = [Units(((each, 1),)) for each in REGULAR if free.get(each)]  # for each has its room
        yield from (war_orders.JoinArmy(x, source, number) for number in beside for x in kinds)


def _stops(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield when battles may be called off: all of them, or one that a line attacks for."""
    aims = (branch.order for line in play.orders[seat] for branch in line.branches)
    attacks = (x.target for x in aims if isinstance(x, war_orders.Attack | war_orders.ArmyAttack))
    for target in dict.fromkeys(("", *attacks)):
        yield war_orders.CallOffAfter(passes=2, target=target)
        yield war_orders.CallOffLost(lost=2, target=target)
        yield war_orders.CallOffLeft(left=2, target=target)
        yield war_orders.CallOffOutnumbered(target=target)
        yield war_orders.CallOffOdds(percent=40, target=target)
        yield war_orders.CallOffAlone(target=target)
        yield war_orders.FightOn(target=target)


def find_defaults(play: SwordsPlay, seat: str, given: Orders) -> Iterator[Default]:
    """Say what happens unless it is ordered otherwise."""
    trial = rehearse(play, seat, given)
    for event in trial.events:
        if isinstance(event, Defaulted) and (event.colour or event.seat) == seat:
            yield Default(event.text, event.why)
    for is_open, why in _find_open_choices(play, trial, seat, given):
        if is_open:
            text = "ninja waits" if why is NINJA_WAITS else ""
            yield Default(text, str(why))
    if play.at_war or play.position.phase == "muster":
        yield from _casualties(trial, seat, given)


NINJA_WAITS = reason("default.ninja")


def _find_open_choices(
    play: SwordsPlay, trial: SwordsPlay, seat: str, given: Orders
) -> Iterator[tuple[object, Reason]]:
    """Yield what nobody may have ordered: whether that is so, and what happens then."""
    phase, record, kinds = play.position.phase, play.colour(seat), {type(x.order) for x in given}
    holder, plan, policy = play.position.ninja.holder, record.plan, trial.colour(seat).policy
    holds = holder == seat
    if phase == "plan":
        for event in trial.events:
            if isinstance(event, SuccessorNamed):
                why = reason("default.successor", unit=event.unit, army=event.army)
                yield orders.Successor not in kinds, why
        why = reason("default.turn")
        yield trial.plan(seat).turn and orders.PreferTurn not in kinds, why
        yield holds and orders.Spy not in kinds, reason("default.spy")
    if phase == "muster" or play.at_war:
        feared = play.are_foes(seat, holder) and play.position.round > 1
        why = reason("default.revenge")
        yield feared and not (policy.revenge or policy.revenge_on.get(holder)), why
        why = reason("default.recovery")
        yield len(record.armies) < len(ARMIES) and not policy.recover, why
    if phase == "muster":
        why = reason("default.building")
        yield plan and plan.build and orders.Build not in kinds, why
        idle = trial.colour(seat).mission is None
        yield holds and idle and play.position.round > 1, NINJA_WAITS
    if play.at_war and trial.position.options["successors"] == "before the plans":
        for army, unit in heirs(trial, seat):
            why = reason("default.successor-later", unit=unit, army=army)
            yield orders.Successor not in kinds, why
    if play.at_war and play.position.active in ("", seat):
        stops = (it.order for it in given if isinstance(it.order, IN_PLACE_OF_DEFAULT))
        why = reason("default.battle")
        yield all(stop.target or stop.source for stop in stops), why
        yield True, reason("default.stay")


def _casualties(trial: SwordsPlay, seat: str, given: Orders) -> Iterator[Default]:
    places = {it.order.place for it in given if isinstance(it.order, orders.Casualties)}
    policy = trial.colour(seat).policy
    if "" not in places:
        order = orders.Casualties(policy.casualties, policy.pool)
        yield Default(str(order), str(reason("default.casualties")))
    for place, wanted in policy.casualties_in.items():
        if place not in places:
            order = orders.Casualties(wanted.casualties, wanted.pool, place)
            yield Default(str(order), str(reason("default.casualties-there")))
