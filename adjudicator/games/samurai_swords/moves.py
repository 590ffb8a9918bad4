"""Final movement of provincial forces (Phase D, 2)."""

from adjudicator.games.samurai_swords.events import Moved
from adjudicator.games.samurai_swords.fall import check_victory
from adjudicator.games.samurai_swords.field import War, reveal_ronin
from adjudicator.games.samurai_swords.lines import Rule, Rules
from adjudicator.games.samurai_swords.position import counts
from adjudicator.games.samurai_swords.state import Problem
from adjudicator.games.samurai_swords.units import (
    army_problem,
    chosen,
    force_problem,
    minus,
    negative,
    plus,
    regular,
)
from adjudicator.games.samurai_swords.war_orders import JoinArmy, MoveForce
from adjudicator.orders.slots import Units


def movable(war: War, source: str) -> dict[str, int]:
    """Return the units of a force that neither arrived nor were left as a garrison (M12)."""
    state = war.state
    force = plus(counts(state.provinces[source]), {"ronin": state.hidden(source).force})
    if source not in war.garrisons and source not in war.arrived:
        return force
    fixed = plus(war.garrisons.get(source, {}), war.arrived.get(source, {}))
    return {unit: max(0, number) for unit, number in minus(force, fixed).items()}


def leaving(war: War, source: str, units: Units) -> dict[str, int] | Problem:
    """Return the units that an order takes out of a force, or why they cannot leave."""
    state = war.state
    if state.provinces[source].owner != war.seat:
        return Problem("not-yours", f"{source} is not yours.")
    picked = chosen(units, movable(war, source), f"The force in {source}")
    if isinstance(picked, Problem):
        return picked
    if not regular(picked):
        return Problem("no-units", f"No regular unit would move out of {source}.")
    force = plus(counts(state.provinces[source]), {"ronin": state.hidden(source).force})
    left = minus(force, picked)
    if not regular(left) and state.army_in(source) is None:
        return Problem("no-garrison", f"{source} would be left empty: a regular unit stays there.")
    return force_problem(left, source) or picked


def legal_move(war: War, seat: str, order: MoveForce) -> Problem | None:
    """Judge a move into an adjacent friendly or empty province (Move Provincial Forces)."""
    state = war.state
    if not state.board.adjacent(order.source, order.target):
        message = f"{order.target} does not lie next to {order.source}."
        return Problem("not-adjacent", message, hard=True)
    picked = leaving(war, order.source, order.units)
    return picked if isinstance(picked, Problem) else entering(war, order.target, picked)


def entering(war: War, place: str, units: dict[str, int]) -> Problem | None:
    """Judge whether units may join the force of a province, or conquer it."""
    state = war.state
    target = state.provinces[place]
    if target.owner not in ("", war.seat):
        return Problem("not-friendly", f"{place} is {target.owner}’s.")
    hidden = state.hidden(place).force if target.owner else 0
    return force_problem(plus(counts(target), units), place, hidden)


def do_move(war: War, seat: str, order: MoveForce) -> None:
    """Move the units; an empty province is conquered."""
    state = war.state
    conquered = not state.provinces[order.target].owner
    units = _take(war, order.source, order.units)
    if conquered:
        state.set_province(order.target, owner=seat)
    state.change_force(order.target, units)
    war.arrived[order.target] = plus(war.arrived.get(order.target, {}), units)
    state.tell(
        Moved(seat=seat, source=order.source, target=order.target, units=units, conquered=conquered)
    )
    if conquered:
        check_victory(state)


def legal_join(war: War, seat: str, order: JoinArmy) -> Problem | None:
    """Judge a move onto the card of an army next door."""
    state = war.state
    army = war.army(order.army)
    if army is None:
        return Problem("no-army", f"You have no army {order.army}.")
    if not state.board.adjacent(order.source, army.at):
        message = f"Army {order.army} in {army.at} does not stand next to {order.source}."
        return Problem("not-adjacent", message)
    picked = leaving(war, order.source, order.units)
    if isinstance(picked, Problem):
        return picked
    return army_problem(plus(counts(army), picked), order.army, state.hidden(army.at).army)


def do_join(war: War, seat: str, order: JoinArmy) -> None:
    """Put the units on the army's card."""
    state = war.state
    target = state.seats[seat].armies[order.army].at
    units = _take(war, order.source, order.units)
    state.change_army(seat, order.army, units)
    state.tell(Moved(seat=seat, source=order.source, target=target, units=units, army=order.army))


def _take(war: War, source: str, units: Units) -> dict[str, int]:
    picked = leaving(war, source, units)
    assert not isinstance(picked, Problem), picked
    if picked.get("ronin"):
        reveal_ronin(war.state, source, army=False)
    war.state.change_force(source, negative(picked))
    return picked


MOVE_RULES: Rules = {JoinArmy: Rule(legal_join, do_join), MoveForce: Rule(legal_move, do_move)}
