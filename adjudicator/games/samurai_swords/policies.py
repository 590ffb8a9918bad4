"""Standing policies and the ninja's mission: orders that change what a seat wants, nothing else."""

from itertools import takewhile

from adjudicator.games.samurai_swords.edition import UNITS
from adjudicator.games.samurai_swords.lines import Context, Rule, Rules
from adjudicator.games.samurai_swords.orders import (
    Casualties,
    NoStrike,
    Recover,
    Revenge,
    StrikeAtPhase,
    StrikeOnAttack,
    Successor,
)
from adjudicator.games.samurai_swords.position import Mission
from adjudicator.games.samurai_swords.state import Problem, State, replace


def legal_policy(context: Context, seat: str, order: object) -> Problem | None:
    """A policy is always allowed, but ronin cannot succeed a daimyo (M16)."""
    if isinstance(order, Successor) and order.unit == "ronin":
        return Problem("ronin-successor", "A ronin cannot succeed a daimyo.", hard=True)
    return None


def set_policy(context: Context, seat: str, order: object) -> None:
    """Replace the part of the seat's policy that the order is about."""
    policy = context.state.seats[seat].policy
    match order:
        case Casualties(units, pool):
            rest = tuple(unit for unit in UNITS if unit not in units)
            policy = replace(policy, casualties=units + rest, pool=pool)
        case Revenge(armies):
            policy = replace(policy, revenge=armies)
        case Recover(places, everything):
            policy = replace(policy, recover=places, recover_all=bool(everything))
        case Successor(unit):
            policy = replace(policy, successor=unit)
    context.state.set_seat(seat, policy=policy)


def legal_strike(
    context: Context, seat: str, order: StrikeAtPhase | StrikeOnAttack
) -> Problem | None:
    """The ninja must be held, for this round, and the victim be an enemy's daimyo (E1, M23)."""
    state = context.state
    edition = state.edition
    if isinstance(order, StrikeOnAttack) and not edition.strike_on_attack:
        return Problem(
            "strike-moment",
            f"In {edition.title} the ninja strikes at the start of phase A, B or D only.",
            hard=True,
        )
    if isinstance(order, StrikeAtPhase) and order.phase not in edition.strike_phases:
        return Problem(
            "strike-moment", f"In {edition.title} the ninja cannot strike in phase C.", hard=True
        )
    if order.victim == seat:
        return Problem("own-daimyo", "The ninja strikes an opponent's daimyo.", hard=True)
    return _held_problem(state, seat) or _victim_problem(state, order)


def _held_problem(state: State, seat: str) -> Problem | None:
    if state.position.round == 1:
        message = "In the first round the ninja can only be hired to spy."
        return Problem("first-round", message, hard=True)
    if state.ninja.holder != seat:
        return Problem("no-ninja", "You have not hired the ninja.", hard=True)
    return None


def _victim_problem(state: State, order: StrikeAtPhase | StrikeOnAttack) -> Problem | None:
    if order.army not in state.seats[order.victim].armies:
        gone = state.seats[order.victim].out
        return Problem("no-army", f"{order.victim} has no army {order.army}.", hard=gone)
    turn = order.turn if isinstance(order, StrikeAtPhase) else order.victim
    if state.seats[turn].out:
        return Problem("no-turn", f"{turn} is out of the game and has no turn.", hard=True)
    active = state.position.active
    if active and turn in takewhile(lambda seat: seat != active, state.position.turn_order):
        return Problem("moment-past", f"{turn} has waged war already this round.", hard=True)
    return None


def set_strike(context: Context, seat: str, order: StrikeAtPhase | StrikeOnAttack) -> None:
    """Give the ninja his mission."""
    mission = Mission(str(order), order.victim, order.army)
    if isinstance(order, StrikeAtPhase):
        mission = replace(mission, turn=order.turn, phase=order.phase)
    else:
        mission = replace(mission, target=order.target)
    context.state.set_seat(seat, mission=mission)


def clear_strike(context: Context, seat: str, order: NoStrike) -> None:
    """Take the mission back."""
    context.state.set_seat(seat, mission=None)


POLICY_RULES: Rules = {
    kind: Rule(legal_policy, set_policy) for kind in (Casualties, Revenge, Recover, Successor)
}
MISSION_RULES: Rules = {
    StrikeAtPhase: Rule(legal_strike, set_strike),
    StrikeOnAttack: Rule(legal_strike, set_strike),
    NoStrike: Rule(legal_policy, clear_strike),
}
