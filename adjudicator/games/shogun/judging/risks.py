"""What may come between an order and its action: battles of others, the event, the box.

A check says here what a run decides later. Each reason names the province, the seat or the draw
that it depends on.
"""

from collections.abc import Collection, Iterator

from adjudicator.games.engine import Problem, warning
from adjudicator.games.shogun.cards import EVENTS, OPEN_ACTIONS
from adjudicator.games.shogun.chapters import possible
from adjudicator.games.shogun.rules import Prospect
from adjudicator.games.shogun.table.play import ShogunPlay

BATTLES = ("battle a", "battle b")
MOVES = ("deploy 1", *BATTLES)
"""The actions that move armies."""
SAFE = 7
"""By so many armies a province is as good as safe from those that may attack it (H39)."""


def may_come_first(play: ShogunPlay, first: str, second: str) -> bool:
    """Whether an action may be carried out before another, as far as the open cards say."""
    shown = play.position.actions[:OPEN_ACTIONS]
    if first == second:
        return False
    if first in shown and second in shown:
        return shown.index(first) < shown.index(second)
    return first in shown or second not in shown


def event_may_be(play: ShogunPlay, effect: str) -> bool:
    """Whether the event of the season has an effect, or may have it if it is not drawn yet."""
    position = play.position
    coming = position.events if position.phase == "plan" and not position.event else ()
    return play.effect == effect or any(EVENTS[card].effect == effect for card in coming)


def prospects(play: ShogunPlay, seat: str) -> list[Prospect]:
    """Return what modules may bring a seat before the actions."""
    return [prospect(play, seat) for prospect in play.rules.prospects]


def raiders(play: ShogunPlay, seat: str, province: str, battle: str) -> Iterator[tuple[str, str]]:
    """Yield the seats that can attack a seat's province with an action, and from where."""
    for place in play.neighbours(province):
        owner = play.land(place).owner
        if owner not in ("", seat) and can_leave(play, place, battle):
            yield owner, place


def is_outnumbered(play: ShogunPlay, place: str, province: str) -> bool:
    """Whether the armies that may leave a province, as they stand, are far too few to attack."""
    return play.land(province).armies - (play.land(place).armies - 1) >= SAFE


def can_leave(play: ShogunPlay, place: str, action: str, spent: tuple[str, ...] = ()) -> bool:
    """Whether armies may leave an owned province with an action: a single one stays.

    Before it, other actions that move armies and are not ``spent`` may bring some from adjacent
    provinces of the same owner, and a favour may.
    """
    owner, spent = play.land(place).owner, (*spent, action)
    if play.land(place).armies > 1 or any(each.muster for each in prospects(play, owner)):
        return True
    own = [name for name in play.neighbours(place) if play.land(name).owner == owner]
    moves = [each for each in MOVES if each not in spent and may_come_first(play, each, action)]
    return any(
        move == "deploy 1" or can_leave(play, name, move, spent) for move in moves for name in own
    )


def threat(play: ShogunPlay, seat: str, province: str, action: str) -> Problem | None:
    """Say who may take or weaken an own province before an action."""
    for battle in BATTLES:
        for other, place in raiders(play, seat, province, battle):
            if is_outnumbered(play, place, province):
                continue
            if battle == action:
                comes = _acts_before(play, other, seat)
            else:
                comes = may_come_first(play, battle, action)
            if comes and not _is_out_of_reach(play, other, battle, province):
                message = f"{other}, next to {province} in {place}, may attack it first."
                return warning("province-lost", message)
    return None


def _acts_before(play: ShogunPlay, other: str, seat: str) -> bool:
    """Whether another seat may carry out the same action before a seat."""
    if play.position.phase == "plan":
        return True
    order = play.position.turn_order
    return order.index(other) < order.index(seat)


def _is_out_of_reach(play: ShogunPlay, other: str, battle: str, province: str) -> bool:
    """Whether it is known already that a province cannot be attacked by another's action."""
    known = play.position.phase != "plan"
    return known and possible.why_barred(play, other, battle, province) is not None


def bar(
    play: ShogunPlay, seat: str, action: str, target: str, others: Collection[str] = ()
) -> Problem | None:
    """Say what may come to forbid an attack that nothing forbids yet.

    To forbid it together with attacks on ``others``, a seat can build only one of the temples.
    """
    land = play.land(target)
    own = land.owner == seat
    if own and threat(play, seat, target, action) is None:
        return None
    temple = land.temple or _may_be_built(play, action, target, others)
    if temple and event_may_be(play, "temple truce"):
        return warning("barred", f"With a temple {target} is spared if the event is temple truce.")
    for other in play.position.seats:
        if other != seat and _can_have_a_shield(play, other, action, target):
            message = f"{target} is spared if {other} has the Tenno's protection and holds it."
            return warning("barred", message)
    return None


def _may_be_built(play: ShogunPlay, action: str, target: str, others: Collection[str]) -> bool:
    """Whether its owner may build a temple before an action, besides those that others need."""
    owner = play.land(target).owner
    if not owner or play.free_spaces(target) < 1 or not may_come_first(play, "temple", action):
        return False
    if any("temple" in prospect.tiles for prospect in prospects(play, owner)):
        return True
    needed = (play.land(name) for name in others)
    return not any(land.owner == owner and not land.temple for land in needed)


def _can_have_a_shield(play: ShogunPlay, other: str, action: str, target: str) -> bool:
    """Whether a province may be another seat's, and that seat safe from an action, by then."""
    if not any(action in prospect.safe for prospect in prospects(play, other)):
        return False
    owner = play.land(target).owner
    if owner == other or (
        not owner and any(prospect.muster for prospect in prospects(play, other))
    ):
        return True
    near = any(play.land(name).owner == other for name in play.neighbours(target))
    return near and any(may_come_first(play, b, action) or b == action for b in BATTLES)


def tiles(play: ShogunPlay, seat: str, what: str) -> Problem | None:
    """Say that the last tiles of a kind may go to others first."""
    left = getattr(play.position.stock, what)
    others = sum(bool(play.provinces_of(other)) for other in play.position.seats if other != seat)
    gift = any(what in prospect.tiles for prospect in prospects(play, seat))
    if left > others + gift:
        return None
    there = "is one" if left == 1 else f"are {left}"
    message = f"Of the {what} tiles there {there} left; others may build first."
    return warning("no-tile", message)


def raids(play: ShogunPlay, seat: str, action: str) -> int:
    """Return how many attacks a seat may have to fend off before an action, at the most."""
    found = {
        (other, battle)
        for province in play.provinces_of(seat)
        for battle in BATTLES
        for other, _ in raiders(play, seat, province, battle)
        if battle == action or may_come_first(play, battle, action)
    }
    return len(found)
