"""Fighting one declared battle: who takes part, when it is called off, what it leaves behind."""

from collections.abc import Sequence
from typing import Any

from adjudicator.games.samurai_swords.battle import Battle, CallOff
from adjudicator.games.samurai_swords.casualties import Body, Host
from adjudicator.games.samurai_swords.edition import UNITS
from adjudicator.games.samurai_swords.events import Fought, Result, Troops
from adjudicator.games.samurai_swords.fall import eliminations, lose_daimyo, vacate_if_empty
from adjudicator.games.samurai_swords.field import War, army_body, reveal_ronin
from adjudicator.games.samurai_swords.state import State
from adjudicator.games.samurai_swords.war_orders import (
    CallOffAfter,
    CallOffAlone,
    CallOffLeft,
    CallOffLost,
    FightOn,
    Stop,
)

OUTNUMBERED = "outnumbered"
"""Why a battle without a policy is called off (M28). What a policy says stays its seat's secret."""


def fight(war: War, source: str, target: str, number: str, stops: Sequence[Stop]) -> Result:
    """Fight a battle with an army, or with the force if ``number`` is ``""``; return its outcome.

    In a dry run the target is assumed to be emptied without losses.
    """
    state, seat = war.state, war.seat
    enemy = state.provinces[target].owner
    reveal_ronin(state, source, army=bool(number), force=not number)
    if war.chance is None:
        return _assume_won(war, source, target)
    reveal_ronin(state, target)
    attacker = _attackers(state, seat, source, number)
    defender = _defenders(war, target)
    troops = _troops(seat, attacker), _troops(enemy, defender)
    naval = state.board.by_sea(source, target)
    battle = Battle(attacker, defender, war.chance, f"{source} attacks {target}")
    why = battle.fight(naval, call_off(stops, source, target, attacker.standing()))
    war.bonus[target] = defender.bonus
    outcome = _outcome(attacker, defender)
    state.tell(
        Fought(
            seat=seat,
            source=source,
            target=target,
            attackers=troops[0],
            defenders=troops[1],
            passes=tuple(battle.passes),
            outcome=outcome,
            naval=naval,
            why=why if why == OUTNUMBERED else "",
            attackers_left=attacker.counts(),
            defenders_left=defender.counts(),
            success=outcome == "won",
        )
    )
    _settle(state, seat, source, attacker)
    _settle(state, enemy, target, defender)
    eliminations(state, [(enemy, seat), (seat, enemy)])
    return outcome


def _assume_won(war: War, source: str, target: str) -> Result:
    state = war.state
    enemy = state.provinces[target].owner
    there = state.army_in(target)
    if there:
        state.set_army(enemy, there[0], None)
    state.change_force(target, {unit: -getattr(state.provinces[target], unit) for unit in UNITS})
    state.set_province(target, owner="")
    war.risky |= {source, target}
    return "won"


def _attackers(state: State, seat: str, source: str, number: str) -> Host:
    policy = state.seats[seat].policy
    if number:
        return Host([army_body(number, state.seats[seat].armies[number])], policy.casualties)
    return Host([Body(state.provinces[source])], policy.casualties)


def _defenders(war: War, target: str) -> Host:
    """All units in the province defend together (Phase C; Special Defender Advantages)."""
    state = war.state
    province = state.provinces[target]
    policy = state.seats[province.owner].policy
    force = Body(province)
    there = state.army_in(target)
    bodies = [force]
    if there:
        bodies.insert(0 if policy.pool == "army" else 1, army_body(*there))
    bonus, unit = war.bonus_at(target)
    return Host(bodies, policy.casualties, bonus, unit)


def _troops(seat: str, host: Host) -> Troops:
    army = next((body for body in host.bodies if body.army), None)
    return Troops(
        seat=seat,
        units=host.counts(),
        army=army.army if army else "",
        daimyo=bool(army and army.daimyo),
        down=bool(army and army.down),
        bonus=host.bonus,
        bonus_unit=host.bonus_unit if host.bonus else "",
    )


def _outcome(attacker: Host, defender: Host) -> Result:
    left = attacker.standing(), defender.standing()
    if not any(left):
        return "both"
    return "won" if not left[1] else "lost" if not left[0] else "off"


def _settle(state: State, seat: str, place: str, host: Host) -> None:
    """Write a host back to the board; armies and provinces that are empty are lost."""
    for body in host.bodies:
        if not body.army:
            state.set_province(place, **body.units)
            continue
        army = state.seats[seat].armies[body.army]
        changes: dict[str, Any] = {
            unit: number - getattr(army, unit) for unit, number in body.units.items()
        }
        state.change_army(seat, body.army, changes)
        if not body.daimyo or not body.standing():
            lose_daimyo(state, seat, body.army, "disrupted" if body.down else "battle")
    vacate_if_empty(state, place)


def call_off(stops: Sequence[Stop], source: str, target: str, began: int) -> CallOff:
    """Return when the attacker stops this battle.

    Policies that name the battle go before those for all; without any he stops when he has fewer
    units than the defender.
    """
    mine = [stop for stop in stops if _names(stop, source, target)]
    policies = mine or [stop for stop in stops if not stop.target and not stop.source]

    def why(attacker: Host, defender: Host, passes: int) -> str:
        for policy in policies:
            if not isinstance(policy, FightOn) and _stops(
                policy, attacker, defender, passes, began
            ):
                return str(policy)
        if not policies and attacker.standing() < defender.standing():
            return OUTNUMBERED
        return ""

    return why


def _names(stop: Stop, source: str, target: str) -> bool:
    if not stop.target and not stop.source:
        return False
    return stop.target in ("", target) and stop.source in ("", source)


def _stops(policy: Stop, attacker: Host, defender: Host, passes: int, began: int) -> bool:
    left = attacker.standing()
    match policy:
        case CallOffAfter(limit):
            return passes >= limit
        case CallOffLost(lost):
            return began - left >= lost
        case CallOffLeft(least):
            return left <= least
        case CallOffAlone():
            led = any(body.daimyo for body in attacker.bodies)
            return led and left - 1 <= defender.standing()
    return False
