"""Standing policies: orders that change what a seat wants done when nobody can ask."""

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.engine.problems import refuse
from adjudicator.games.samurai_swords.edition import MOST_IN_FORCE, UNITS
from adjudicator.games.samurai_swords.orders.orders import Casualties, Recover, Revenge, Successor
from adjudicator.games.samurai_swords.orders.war_orders import ArmyAttack, Attack, Stop
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Sacrifice
from adjudicator.orders import Finding, Order
from adjudicator.orders.language.units import ALL, Units


def set_policy(play: SwordsPlay, seat: str, order: Order) -> Deed:
    """Replace the part of the seat's policy that the order is about.

    It is always allowed, but ronin cannot succeed a daimyo (M16).
    """
    if isinstance(order, Successor) and order.unit == "ronin":
        refuse("ronin-successor", "A ronin cannot succeed a daimyo.")
    if isinstance(order, Revenge) and order.hirer == seat:
        refuse("own-daimyo", "Revenge is taken on the seat whose ninja struck at yours.")
    if isinstance(order, Recover) and (order.taken.every and order.taken.counts):
        fix = str(replace(order, taken=Units(every=True)))
        refuse("recover-units", "Say which units are picked up, or “taking all”.", fix)
    if isinstance(order, Recover) and any(not unit for unit, _ in order.taken.counts):
        refuse("recover-units", "Say of which kinds units are picked up, or “taking all”.")
    yield
    policy = play.colour(seat).policy
    match order:
        case Casualties(units, pool, place):
            units += tuple(unit for unit in UNITS if unit not in units)
            if place:
                there = {**policy.casualties_in, place: Sacrifice(units, pool)}
                policy = replace(policy, casualties_in=there)
            else:
                policy = replace(policy, casualties=units, pool=pool)
        case Revenge(armies, hirer):
            if hirer:
                on = {**policy.revenge_on, hirer: armies}
                policy = replace(policy, revenge_on=on)
            else:
                policy = replace(policy, revenge=armies)
        case Recover(places, taken):
            some = {unit: MOST_IN_FORCE if n == ALL else n for unit, n in taken.counts}
            policy = replace(policy, recover=places, recover_all=taken.every, recover_units=some)
        case Successor(unit, army):
            if army:
                policy = replace(policy, successors={**policy.successors, army: unit})
            else:
                policy = replace(policy, successor=unit)
    play.change_colour(seat, policy=policy)


def forget_battles(play: SwordsPlay) -> None:
    """Forget what was wanted for the battles of the round alone (M102)."""
    for seat in play.survivors():
        policy = play.colour(seat).policy
        if policy.casualties_in:
            play.change_colour(seat, policy=replace(policy, casualties_in={}))


def find_idle_stops(play: SwordsPlay, seat: str, best: SwordsPlay) -> Iterator[Finding]:
    """Warn of a line on calling off a battle that no line of the same orders could lead to."""
    if play.position.active not in ("", seat):
        return
    given = [branch.order for line in best.orders[seat] for branch in line.branches]
    targets = {order.target for order in given if isinstance(order, Attack | ArmyAttack)}
    for line in best.orders[seat]:
        order = line.order
        if isinstance(order, Stop) and order.target not in ("", *targets) and not line.always:
            message = f"No line attacks {order.target}, so there is nothing to call off."
            yield Finding(line.number, "no-battle", "warning", str(order), message)


POLICY_RULES: Rules = dict.fromkeys((Casualties, Revenge, Recover, Successor), set_policy)
