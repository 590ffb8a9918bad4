"""What the tower may make of a seat's actions, thrown again and again as it stands now.

And what it made: how lucky those were who fought.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from adjudicator.chance.tower import expect
from adjudicator.games import battles
from adjudicator.games.contract import Event
from adjudicator.games.luck import LuckRules, Throw
from adjudicator.games.shogun.cards import ACTIONS, BATTLES
from adjudicator.games.shogun.chapters.actions import carry_out_action
from adjudicator.games.shogun.chapters.plans import sift
from adjudicator.games.shogun.orders.orders import Battle, Decline
from adjudicator.games.shogun.reasons import reason
from adjudicator.games.shogun.table.events import Fought
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import tower_of
from adjudicator.orders import Orders

Actions = Sequence[tuple[str, str]]
"""A seat's actions, as it wrote them, each with its province."""


def battle_rules(play: ShogunPlay) -> battles.BattleRules:
    """Say how battles are reckoned: as if the seat's actions came now, in the order written."""
    phase = "carry out" if play.position.phase == "carry out" else "plan"
    return battles.BattleRules(phase, partial(ask, play, phase))


def ask(play: ShogunPlay, phase: str, seat: str, orders: Orders) -> battles.Question:
    """Return what a seat's actions lead to, and what they would with all that a card allows."""
    now = _now(play, phase, seat, orders)
    sift(now, seat)
    refused = ((each.line, each.problem) for each in now.outcomes[seat] if each.problem)
    wrong = tuple(why.finding(line.number, str(line.order)) for line, why in refused)
    actions = [
        (order.space, card)
        for _, order in now.card_lines(seat)
        if order.space in ACTIONS and (card := order.card or now.seat(seat).plan[order.space])
    ]
    if not actions:
        return battles.Question((), findings=wrong)

    def fight_under(given: Orders) -> battles.Fight:
        turn = _now(now, phase, seat, given)
        turn.throws_last = sum(_may_fight(turn, *action) for action in actions) == 1
        return battles.fight_again(
            turn, partial(_act, turn, seat, actions), partial(_bout_of, seat)
        )

    contests = battles.with_and_without(now.orders[seat], (Decline,), fight_under)
    unknown = () if play.position.event else (str(reason("outlook.not-counted")),)
    return battles.Question(tuple(contests), (*_about(now, seat, actions), *unknown), wrong)


def _now(play: ShogunPlay, phase: str, seat: str, orders: Orders) -> ShogunPlay:
    now = play.begin_anew({seat: orders})
    now.change(phase=phase)
    return now


def _act(play: ShogunPlay, seat: str, actions: Actions) -> None:
    for action, province in actions:
        if play.land(province).owner == seat:
            carry_out_action(play, seat, action, province)


def _may_fight(play: ShogunPlay, action: str, province: str) -> bool:
    """Whether an action may lead to a battle or a revolt."""
    return action in BATTLES or (action in ("tax", "rice") and play.land(province).revolts > 0)


def _bout_of(seat: str, event: Event) -> battles.Bout | None:
    if not isinstance(event, Fought):
        return None
    revolt = event.kind == "revolt"
    move = f"{event.action} from {event.source} to {event.province}"
    name = f"revolt in {event.province}" if revolt else move
    enemy = "farmers" if revolt else event.defender or "farmers"
    theirs = sum(number for colour, number in event.lost.items() if colour != seat)
    ended = "won" if event.winner == seat else "lost" if event.winner else "undecided"
    lost = event.lost.get(seat, 0), theirs
    return battles.Bout((event.action, event.province), name, ended, (seat, enemy), lost)


def _about(play: ShogunPlay, seat: str, actions: Actions) -> Iterator[str]:
    """Say who meets whom with what, and what lies in the tower."""
    for action, province in actions:
        line = play.line_on(seat, action)
        for branch in line.branches if line else ():
            order = branch.order
            if not isinstance(order, Battle) or not order.target or play.is_closed(order.target):
                continue
            land = play.land(order.target)
            if land.owner != seat:  # else it is a move
                facts = {"source": province, "armies": play.land(province).armies, "seat": seat}
                facts |= {"target": order.target, "ordered": str(order.armies)}
                facts |= {"owner": land.owner, "enemies": land.armies}
                yield str(reason("outlook.attack", **facts))
    for where, cubes in (("tower", play.position.tower), ("tray", play.position.tray)):
        inside = [f"{number} {colour}" for colour, number in sorted(cubes.items())]
        yield str(reason("outlook.cubes", where=where, cubes=inside))


# Luck: the cubes that came out of the tower for those who fought


def luck() -> LuckRules:
    """Return how luck is reckoned: by the model of the tower, and what it held before a throw."""
    return LuckRules(str(reason("luck")), _throws)


def _throws(position: Any, events: Sequence[Event]) -> Iterator[Throw]:
    tower = tower_of(position.options)
    for battle in events:
        if isinstance(battle, Fought):
            thrown, fallen = Counter(battle.thrown), Counter(battle.fallen)
            inside = Counter(battle.inside) + fallen - thrown
            resting, falling = expect(inside.total(), thrown.total(), tower)
            for seat in (battle.attacker, battle.defender):
                if seat in position.seats:
                    yield Throw(seat, thrown[seat], falling, fallen[seat])
                    yield Throw(seat, inside[seat], resting, 0)
