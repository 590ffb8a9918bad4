"""Declaring battles and conducting them in turn: phases B and C."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from adjudicator.games.samurai_swords.combat import fight
from adjudicator.games.samurai_swords.edition import TRACK
from adjudicator.games.samurai_swords.events import Declared, Experienced, Unfought
from adjudicator.games.samurai_swords.field import War
from adjudicator.games.samurai_swords.lines import OTHER_MOMENT, Rule, Rules, carry_out, holds
from adjudicator.games.samurai_swords.marches import ADVANCE_RULES, army_ready
from adjudicator.games.samurai_swords.ninja import strike_if
from adjudicator.games.samurai_swords.position import Army, regulars
from adjudicator.games.samurai_swords.state import Outcome, Problem, replace
from adjudicator.games.samurai_swords.war_orders import Advance, ArmyAttack, Attack, Stop
from adjudicator.orders import Line, Order


class Engagement(NamedTuple):
    """A declared battle, and what the army is to do after it (an army fights all before the next).

    ``army`` is its number, or ``""`` for the force of ``source``.
    """

    source: str
    target: str
    army: str
    line: Line
    branch: int
    then: list[Line]


class Target(NamedTuple):
    """An attack made definite: which troop, from where, at what."""

    source: str
    target: str
    army: str


def troop_of(war: War, order: Attack | ArmyAttack) -> Target | Problem:
    """Say which troop an order means, as things stand (Declaring Battles from a Double-Troop …)."""
    state, seat = war.state, war.seat
    if isinstance(order, ArmyAttack):
        army = war.army(order.army)
        if army is None:
            return Problem("no-army", f"You have no army {order.army}.")
        return Target(army.at, order.target, order.army)
    if state.provinces[order.source].owner != seat:
        return Problem("not-yours", f"{order.source} is not yours.")
    there = state.army_in(order.source)
    force = regulars(state.provinces[order.source]) > 0
    if order.group == "force":
        if not force:
            return Problem("no-force", f"No force stands in {order.source}.")
        return Target(order.source, order.target, "")
    if order.group:
        if not there or order.group not in ("army", f"army {there[0]}"):
            return Problem("no-army", f"{order.group.capitalize()} is not in {order.source}.")
        return Target(order.source, order.target, there[0])
    if there and force:
        fix = str(replace(order, group="army"))
        message = f"An army and a force stand in {order.source}: say with army or with force."
        return Problem("which-troop", message, hard=True, fix=fix)
    return Target(order.source, order.target, there[0] if there else "")


def attack_problem(war: War, aim: Target) -> Problem | None:
    """Judge an attack as things stand (How to Declare a Battle; Special First Round Rule, M23)."""
    state = war.state
    if not state.board.adjacent(aim.source, aim.target):
        message = f"{aim.target} does not lie next to {aim.source}."
        return Problem("not-adjacent", message, hard=True)
    owner = state.provinces[aim.target].owner
    if owner == war.seat:
        return Problem("own-province", f"{aim.target} is yours.")
    if state.position.round == 1 and owner and state.army_in(aim.target):
        message = f"An army stands in {aim.target}: not in the first round."
        return Problem("first-round", message, hard=war.phase == "B")
    if aim.army:
        army = army_ready(war, aim.army)
        if isinstance(army, Problem):
            return army
        if war.attacks.get(aim.army, 0) >= army.level:
            message = f"Army {aim.army} has level {army.level}: it attacks that many times."
            return Problem("no-attack-left", message, hard=war.phase == "B")
    return None


def declare(war: War, lines: Iterable[Line]) -> list[Engagement]:
    """Phase B: declare the first battle of every troop; what follows for an army is kept for it."""
    engagements: list[Engagement] = []
    current = ""
    for line in lines:
        order = line.order
        if not isinstance(order, Attack | ArmyAttack | Advance):
            continue
        number = _continues(war, order, engagements, current)
        if number:
            current = number
            next(e for e in engagements if e.army == number).then.append(line)
            continue
        made = _declared(war, line, engagements)
        if made is not None:
            engagements.append(made)
            current = made.army or current
    return engagements


def _continues(
    war: War, order: Attack | ArmyAttack | Advance, made: list[Engagement], current: str
) -> str:
    """Return the army whose engagement an order goes on with, or ``""`` if it is a first battle."""
    engaged = {engagement.army for engagement in made if engagement.army}
    if isinstance(order, Advance | ArmyAttack):
        return order.army if order.army in engaged else ""
    if order.group.startswith("army "):
        number = order.group.removeprefix("army ")
        return number if number in engaged else ""
    if order.group == "force":
        return ""
    there = war.state.army_in(order.source, war.seat)
    if there and there[0] in engaged and (order.group == "army" or not _force(war, order.source)):
        return there[0]
    return current if war.state.provinces[order.source].owner != war.seat else ""


def _force(war: War, place: str) -> bool:
    return regulars(war.state.provinces[place]) > 0


def _declared(war: War, line: Line, made: list[Engagement]) -> Engagement | None:
    """Declare the first alternative of a line that can be declared."""
    problem: Problem | None = None
    tried = 0
    for index, branch in enumerate(line.branches):
        if branch.when is not None and not holds(war.state, war.seat, branch.when):
            continue
        tried = index
        aim = _first_battle(war, branch.order, made)
        problem = aim if isinstance(aim, Problem) else None
        if isinstance(aim, Target):
            naval = war.state.board.by_sea(aim.source, aim.target)
            war.state.tell(Declared(seat=war.seat, **aim._asdict(), naval=naval))
            return Engagement(*aim, line, index, [])
    war.state.note(war.seat, Outcome(line, tried, problem, done=False))
    return None


def _first_battle(war: War, order: Order, made: list[Engagement]) -> Target | Problem:
    """Judge an order that would declare a first battle."""
    if isinstance(order, Advance):
        return Problem("no-advance", "An army advances after its first battle.", hard=True)
    if not isinstance(order, Attack | ArmyAttack):
        return OTHER_MOMENT
    aim = troop_of(war, order)
    if isinstance(aim, Problem):
        return aim
    if not aim.army and any(e.source == aim.source and not e.army for e in made):
        return Problem("one-attack", f"The force in {aim.source} attacks once.", hard=True)
    return attack_problem(war, aim) or aim


def conduct(war: War, engagements: list[Engagement], lines: Iterable[Line]) -> None:
    """Phase C: fight the battles in the order given, an army's all together."""
    stops = [line for line in lines if isinstance(line.order, Stop)]
    for engagement in engagements:
        if not war.alive:
            return
        problem = attack(war, Target(*engagement[:3]), stops)
        war.state.note(
            war.seat, Outcome(engagement.line, engagement.branch, problem, done=problem is None)
        )
        if engagement.army:
            _go_on(war, engagement, stops)


def _go_on(war: War, engagement: Engagement, stops: list[Line]) -> None:
    """Let an army do what it was told after its first battle, then gain experience."""

    def again(context: War, seat: str, order: Attack | ArmyAttack) -> Problem | None:
        aim = troop_of(context, order)
        if isinstance(aim, Target) and aim.army != engagement.army:
            return Problem("no-army", f"Army {engagement.army} is not in {aim.source}.")
        return aim if isinstance(aim, Problem) else attack_problem(context, aim)

    def strike(context: War, seat: str, order: Attack | ArmyAttack) -> Problem | None:
        aim = troop_of(context, order)
        assert isinstance(aim, Target)
        return attack(context, aim, stops)

    rules: Rules = {Attack: Rule(again, strike), ArmyAttack: Rule(again, strike), **ADVANCE_RULES}
    for line in engagement.then:
        if war.alive:
            carry_out(war, war.seat, line, rules)
    if engagement.army in war.won and war.alive:
        experience(war, engagement.army)


def attack(war: War, aim: Target, stops: list[Line]) -> Problem | None:
    """Fight one battle if it still can be; an army may at least count an empty target (M8, M9)."""
    problem = _fightable(war, aim)
    if problem is None:
        _strike_as_it_attacks(war, aim)
        problem = _fightable(war, aim)
    if problem is not None:
        war.state.tell(Unfought(seat=war.seat, **aim._asdict(), why=problem.message))
        return replace(problem, undone=True)
    if aim.army:
        war.attacks[aim.army] = war.attacks.get(aim.army, 0) + 1
        war.open.pop(aim.army, None)
    if war.state.provinces[aim.target].owner:
        _fight(war, aim, stops)
    else:
        war.state.tell(Unfought(seat=war.seat, **aim._asdict(), why="the province is empty"))
        if aim.army:
            war.open[aim.army] = aim.target
    return None


def _strike_as_it_attacks(war: War, aim: Target) -> None:
    """Let the ninja strike if he waits for this attack (Ninja As an Assassin; E7)."""
    moment = war.seat, aim.army, aim.target
    if war.chance is not None:
        strike_if(war.state, war.chance, lambda m: (m.victim, m.army, m.target) == moment)


def _fight(war: War, aim: Target, stops: list[Line]) -> None:
    """Fight a battle, and keep what it means for the rest of the army's turn."""
    outcome = fight(war, aim.source, aim.target, aim.army, due(war, stops))
    if aim.army and outcome == "won":
        war.won.add(aim.army)
        war.open[aim.army] = aim.target
    elif aim.army and outcome != "off":
        # A daimyo who is recovered in the fallen one's place does not have his wins.
        war.won.discard(aim.army)


def due(war: War, stops: Iterable[Line]) -> list[Stop]:
    """Return what is to be followed when calling off a battle that begins now."""
    found: list[Stop] = []
    for line in stops:
        for branch in line.branches:
            if branch.when is None or holds(war.state, war.seat, branch.when):
                if isinstance(branch.order, Stop):
                    found.append(branch.order)
                break
    return found


def _fightable(war: War, aim: Target) -> Problem | None:
    """Say why a declared battle cannot be fought any more (M8)."""
    state = war.state
    if not war.alive:
        return Problem("turn-over", "the turn had ended")
    if aim.army:
        army = army_ready(war, aim.army)
        if isinstance(army, Problem):
            return army
        if army.at != aim.source:
            return Problem("no-army", f"army {aim.army} is not in {aim.source}")
    elif state.provinces[aim.source].owner != war.seat or not _force(war, aim.source):
        return Problem("no-force", f"no force is left in {aim.source}")
    if state.provinces[aim.target].owner == war.seat:
        return Problem("own-province", f"{aim.target} is the attacker’s own by now")
    return None


def experience(war: War, number: str) -> None:
    """Move a successful daimyo's marker one hole (Moving a Successful Daimyo's Marker; M1)."""
    army = war.army(number)
    if army is None or army.down:
        return
    if army.level == max(TRACK) and army.wins + 1 >= TRACK[army.level]:
        return
    wins = army.wins + 1
    rose = wins >= TRACK[army.level]
    grown: Army = msgspec.structs.replace(army, level=army.level + rose, wins=0 if rose else wins)
    war.state.set_army(war.seat, number, grown)
    war.state.tell(
        Experienced(seat=war.seat, army=number, level=grown.level, wins=grown.wins, rose=rose)
    )
