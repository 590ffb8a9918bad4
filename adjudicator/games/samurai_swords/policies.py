"""Standing policies: orders that change what a seat wants done when nobody can ask."""

from msgspec.structs import replace

from adjudicator.games.engine import Problem, error
from adjudicator.games.engine.lines import Rule, Rules
from adjudicator.games.samurai_swords.edition import UNITS
from adjudicator.games.samurai_swords.orders import Casualties, Recover, Revenge, Successor
from adjudicator.games.samurai_swords.play import SwordsPlay
from adjudicator.orders import Order


def why_no_policy(play: SwordsPlay, seat: str, order: Order) -> Problem | None:
    """A policy is always allowed, but ronin cannot succeed a daimyo (M16)."""
    if isinstance(order, Successor) and order.unit == "ronin":
        return error("ronin-successor", "A ronin cannot succeed a daimyo.")
    return None


def set_policy(play: SwordsPlay, seat: str, order: Order) -> None:
    """Replace the part of the seat's policy that the order is about."""
    policy = play.colour(seat).policy
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
    play.change_colour(seat, policy=policy)


POLICY_RULES: Rules = {
    kind: Rule(why_no_policy, set_policy) for kind in (Casualties, Revenge, Recover, Successor)
}
