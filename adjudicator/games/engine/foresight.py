"""Playing on from a position, as regents do who try out what comes of their plans."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from adjudicator.chance import Chance
from adjudicator.games.contract import Won
from adjudicator.games.engine import phases, plain
from adjudicator.games.engine.play import Play
from adjudicator.orders import Branch, Line, Order, Orders

P = TypeVar("P", bound=Play[Any, Any])
KEYS = 2**62
"""From so many keys that of a series of draws is drawn."""


def lines_up(given: Iterable[Line | Order]) -> Orders:
    """Return orders as they would stand in a mail."""
    lines = (each if isinstance(each, Line) else Line((Branch(each),)) for each in given)
    return Orders(tuple(replace(line, number=n) for n, line in enumerate(lines, 1)))


def steady_orders(play: Any, seat: str) -> Orders:
    """Return what the steady regent orders for a seat."""
    return lines_up(plain.steady(play, seat))


def play_on(play: P, orders: Mapping[str, Orders], chance: Chance) -> P:
    """Carry out the phase that a play waits in; return a play for the next.

    Its events are those of the phase that was carried out.
    """
    rules, board, language = play.rules, play.board, play.language
    now = type(play)(play.begun, rules, board, chance, orders, language)
    phases.carry_out(now)
    after = type(play)(now.freeze(), rules, board, None, {}, language)
    after.events = now.events
    return after


def winners(play: Any) -> tuple[str, ...]:
    """Return who has won, if the game is over since the last phase."""
    return next((event.seats for event in play.events if isinstance(event, Won)), ())


def who_orders(play: Any) -> tuple[str, ...]:
    """Return the seats whose orders the phase of a play waits for; none if the game is over."""
    rule = phases.current_phase(play)
    return phases.waits_for(play, rule) if rule else ()


def draw_key(chance: Chance) -> bytes:
    """Draw the key of a series of draws."""
    return b"%d" % chance.dice(1, KEYS, "regent")[0]
