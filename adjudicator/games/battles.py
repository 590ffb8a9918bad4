"""Battles that orders lead to, to be fought as often as one likes: what odds are made of."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.chance import Course
from adjudicator.orders import Finding, Order, Orders

Fight = Callable[[Course], Sequence["Bout"]]
"""Fights all battles once, each time from the same beginning.

Rules that know the ends of a battle let the course choose one of them, others roll its dice.
"""


class Bout(Struct, frozen=True):
    """How one battle came out."""

    id: tuple[str, ...]
    """What tells it apart from all others of the turn: ``("battle a", "Tango")``."""
    battle: str
    """Which it was, in words that no other has: ``battle a from Tamba to Tango``."""
    outcome: str
    """How it ended for the attacker: ``won``, ``lost``, ``called off``, ``not fought`` …"""
    sides: tuple[str, str]
    """Attacker and defender."""
    losses: tuple[int, int]
    """The units that each of them lost."""
    ends: "Ends | None" = None
    """How else it could have ended when it began, if the rules let the course choose its end."""

    @property
    def end(self) -> "End":
        """How the battle ended, and what it cost."""
        return End(self.outcome, self.losses)


class End(NamedTuple):
    """How a battle ends."""

    outcome: str
    losses: tuple[int, int]


class Ends(Struct, frozen=True):
    """All ends of a battle as it began."""

    likely: Mapping[Any, float]
    """How likely each is: what a ``Course`` was given to choose from."""
    read: Callable[[Any], End]
    """Say what one of them is."""


class Contest(Struct, frozen=True):
    """All battles of a seat's turn as they are fought under an assumption."""

    assumption: str
    """What is otherwise than was asked (``without “call off after 2 passes”``); ``""``: nothing."""
    fight: Fight


class Question(Struct, frozen=True):
    """What orders lead to, as far as it can be reckoned."""

    contests: tuple[Contest, ...]
    """As was asked, and then under other assumptions; none if nothing is attacked."""
    about: tuple[str, ...] = ()
    """Sentences on who meets whom with what, and on what is not known."""
    findings: tuple[Finding, ...] = ()
    """What is wrong with the orders."""


class BattleRules(Struct, frozen=True):
    """How the battles of a game are reckoned at one moment of it."""

    phase: str
    """The phase in whose language the orders are written."""
    ask: Callable[[str, Orders], Question]
    """Say what a seat's orders lead to if it carried them out now."""


def fight_again(
    play: Any, carry_out: Callable[[], None], bout_of: Callable[[Any], Bout | None]
) -> Fight:
    """Return what fights the battles of a play of the engine's, each time as it stands now.

    ``carry_out`` has them fought, ``bout_of`` says which battle an event tells of, if any.
    """
    beginning = play.save()

    def fight(course: Course) -> list[Bout]:
        play.go_back(beginning)
        play.chance = course
        told = len(play.events)
        carry_out()
        return [bout for event in play.events[told:] if (bout := bout_of(event))]

    return fight


def with_and_without(
    orders: Orders, kinds: tuple[type[Order], ...], fight_under: Callable[[Orders], Fight]
) -> list[Contest]:
    """Return what orders lead to, and what they would without their lines of some kinds."""
    contests = [Contest("", fight_under(orders))]
    dropped = [line for line in orders if isinstance(line.order, kinds)]
    if dropped:
        rest = Orders(tuple(line for line in orders if line not in dropped))
        listed = " and ".join(f"“{line.order}”" for line in dropped)
        contests.append(Contest(f"without {listed}", fight_under(rest)))
    return contests
