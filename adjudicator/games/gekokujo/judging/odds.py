"""Odds: the battles of a seat's campaign turn, fought again and again from the same beginning."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from adjudicator.games import battles
from adjudicator.games.contract import Event
from adjudicator.games.gekokujo.chapters.campaign import move_units
from adjudicator.games.gekokujo.chapters.victory import settle, take_where_alone
from adjudicator.games.gekokujo.chapters.war import battles_of, fight_battles
from adjudicator.games.gekokujo.judging.check import check
from adjudicator.games.gekokujo.judging.defaults import needs
from adjudicator.games.gekokujo.orders.orders import POLICIES
from adjudicator.games.gekokujo.orders.policies import note_policies_of
from adjudicator.games.gekokujo.printed import ARMS
from adjudicator.games.gekokujo.table.events import Fought, NotFought
from adjudicator.games.gekokujo.table.names import count_of
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Orders

NOT_COUNTED = "What others have secretly in mind is unknown to you and is not counted."


def battle_rules(play: GekokujoPlay) -> battles.BattleRules:
    """Say how battles are reckoned: as if the seat moved and fought now, or only fought."""
    names = [each.name for each in play.rules.phases if each.asks]
    moving = "campaign" if "campaign" in names else "move"
    phase = "battle" if play.position.phase == "battle" else moving
    return battles.BattleRules(phase, partial(ask, play, phase))


def ask(play: GekokujoPlay, phase: str, seat: str, orders: Orders) -> battles.Question:
    """Return what a seat's orders lead to, and what they would without its policies."""
    active = "" if phase == "battle" else seat
    position = replace(play.freeze(), phase=phase, active=active)
    now = GekokujoPlay(position, play.rules, play.board, None, {}, play.language)
    wrong = tuple(each for each in check(now, seat, orders) if each.severity == "error")
    turn = _begin_turn(now, seat, orders)
    places = battles_of(turn, seat)
    if not places:
        return battles.Question((), findings=wrong)

    def fight_under(given: Orders) -> battles.Fight:
        turn = _begin_turn(now, seat, given)
        return battles.fight_again(turn, partial(fight_battles, turn, seat), _bout_of)

    secret = (NOT_COUNTED,) if position.viewer is not None else ()
    contests = battles.with_and_without(orders, POLICIES, fight_under)
    return battles.Question(tuple(contests), (*_about(turn, seat, places), *secret), wrong)


def _begin_turn(now: GekokujoPlay, seat: str, orders: Orders) -> GekokujoPlay:
    """Return a seat's turn up to its battles."""
    play = GekokujoPlay(now.position, now.rules, now.board, None, {seat: orders}, now.language)
    note_policies_of(play, seat)
    if play.position.phase != "battle":
        move_units(play, seat)
        take_where_alone(play, seat)
        settle(play)
    return play


def _bout_of(event: Event) -> battles.Bout | None:
    if isinstance(event, NotFought):
        return battles.Bout(f"battle in {event.province}", "not fought", (event.seat, ""), (0, 0))
    if not isinstance(event, Fought):
        return None
    attacker, *others = event.sides
    lost = [sum(side.units.values()) - sum(side.left.values()) for side in event.sides]
    stands = any(attacker.left.values())
    won = event.winner and (stands or event.winner == event.seat)
    outcome = "won" if won else "undecided" if stands else "lost"
    sides = attacker.seat, " and ".join(side.seat for side in others)
    return battles.Bout(f"battle in {event.province}", outcome, sides, (lost[0], sum(lost[1:])))


def _about(play: GekokujoPlay, seat: str, places: Sequence[str]) -> Iterator[str]:
    """Say who meets whom with what in each battle."""
    for place in places:
        there = play.land(place).units
        others = " and ".join(
            f"{other} with {_units(units)}" for other, units in there.items() if other != seat
        )
        yield f"In {place} {seat} fights with {_units(there[seat])} against {others}."
        yield needs(play, seat, place)


def _units(units: Mapping[str, int]) -> str:
    return ", ".join(count_of(units[kind], kind) for kind in ARMS if units.get(kind))
