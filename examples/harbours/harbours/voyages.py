"""Sailing and fighting."""

from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.lines import Rule, Rules, carry_out_all
from adjudicator.games.engine.problems import ImpossibleError
from harbours.events import Fought, Sailed
from harbours.orders import Sail
from harbours.play import HarboursPlay

VOYAGES = 2
SIDES = 6
TURNED_BACK = warning("turned-back", "Your ships turned back.")
"""Met on the way: the next alternative is tried."""


def sail(play: HarboursPlay) -> None:
    """Let the captains sail, the poorest first."""
    for seat in sorted(play.position.seats, key=lambda each: play.captain(each).coins):
        carry_out_all(play, seat, play.orders[seat], VOYAGE_RULES)


def why_no_voyage(play: HarboursPlay, seat: str, order: Sail) -> Problem | None:
    """Say why ships cannot sail as ordered."""
    if not play.board.adjacent(order.source, order.target):
        nearest = ", ".join(play.board.neighbours[order.source])
        return error("too-far", f"From {order.source} ships sail to {nearest}.")
    there = play.harbour(order.source)
    ships = there.ships if there.owner == seat else 0
    if not 1 <= order.ships.of(ships) <= ships:
        return warning("too-few-ships", f"You have {ships or 'no'} ships in {order.source}.")
    if play.captain(seat).voyages == VOYAGES:
        return warning("no-voyage-left", "You make two voyages a round.")
    if play.rehearsal and play.harbour(order.target).owner not in ("", seat):
        return warning("dice-decide", f"Another's ships lie in {order.target}: dice will decide.")
    return None


def _sail(play: HarboursPlay, seat: str, order: Sail) -> None:
    """Make a voyage; only a harbour without others' ships can be entered."""
    ships = order.ships.of(play.harbour(order.source).ships)
    play.add_to_seat(seat, voyages=1)
    if play.harbour(order.target).owner not in ("", seat):
        loser = _fight(play, seat, order, ships)
        ships -= loser == seat
        if play.harbour(order.target).owner:
            raise ImpossibleError(TURNED_BACK)
    play.put_ships(order.source, seat, -ships)
    play.put_ships(order.target, seat, ships)
    play.tell(Sailed(seat=seat, source=order.source, target=order.target, ships=ships))


def _fight(play: HarboursPlay, seat: str, order: Sail, ships: int) -> str:
    """Roll a die for each ship and take one from the loser, who is returned."""
    there = play.harbour(order.target)
    dice = play.chance.dice(ships, SIDES, f"{order.target} {seat}")
    against = play.chance.dice(there.ships, SIDES, f"{order.target} {there.owner}")
    loser = there.owner if sum(dice) > sum(against) else seat
    play.put_ships(order.source if loser == seat else order.target, loser, -1)
    play.tell(
        Fought(
            seat=seat,
            source=order.source,
            target=order.target,
            dice=tuple(dice),
            defender=there.owner,
            against=tuple(against),
            loser=loser,
        )
    )
    return loser


VOYAGE_RULES: Rules = {Sail: Rule(why_no_voyage, _sail)}
"""What is judged and done at sea, by kind of order."""
