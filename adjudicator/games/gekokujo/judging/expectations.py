"""What is to be expected: what is done for want of orders, winter, battles and their odds; luck.

Every choice has a default, and it is named.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from adjudicator.games import battles
from adjudicator.games.contract import Default, Event
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters import year
from adjudicator.games.gekokujo.chapters.battle import (
    Battle,
    BattleParty,
    number_to_hit,
    prepare_dice,
)
from adjudicator.games.gekokujo.chapters.victory import settle, take_where_alone
from adjudicator.games.gekokujo.chapters.war import battles_of, fight_battles
from adjudicator.games.gekokujo.judging.check import check, rehearse
from adjudicator.games.gekokujo.orders import orders as kinds
from adjudicator.games.gekokujo.orders.policies import lines_in_force
from adjudicator.games.gekokujo.reasons import reason
from adjudicator.games.gekokujo.table.events import Fought, NotFought
from adjudicator.games.gekokujo.table.names import count_of, plural
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.luck import LuckRules, Throw
from adjudicator.orders import Order, Orders
from adjudicator.wording.english import listing

_RANKING = f"rank {', '.join(printed.CLANS)}"
_UNSAID: Mapping[tuple[type[Order], ...], tuple[str, str]] = {
    (kinds.Rank,): (_RANKING, "default.rank"),
    (kinds.StartWith,): ("start with spearman", "default.start-with"),
    (kinds.Sow, kinds.StoreKoku): ("", "default.sow"),
    (kinds.AcceptPact,): ("", "default.pact"),
    (kinds.LoseFrom,): ("", "default.lose-from"),
    (kinds.Move,): ("", "default.move"),
    (kinds.Fight,): ("", "default.fight"),
    (kinds.Ronin,): ("ronin none", "default.ronin"),
    (kinds.Hit,): ("", "default.hit"),
    (kinds.HitsOn,): ("", "default.hits-on"),
    (kinds.GiveUp,): ("", "default.give-up"),
}
"""What is done where no order of these kinds says it: as an order, and the words for it."""


def defaults(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens for want of orders.

    Of what is kept until it is changed, reinforcement is about debts, and the campaign about war.
    """
    phase = play.position.phase
    if play.house(seat).out:
        return
    if phase == "reinforce" and not len(orders):
        yield Default("", str(reason("default.koku")))
    for wanted, (text, code) in _UNSAID.items():
        kind = wanted[0]
        later = kind in kinds.POLICIES and (kind is kinds.LoseFrom) != (phase == "reinforce")
        closed = play.rules.closed.get(kind)
        is_open = play.asks_for(kind) and not (closed and closed(play, seat))
        if is_open and not later and not _knows(play, seat, wanted):
            yield Default(text, str(reason(code)))
    if phase not in ("draft", "sow"):
        yield from (Default("", sentence) for sentence in forecast(play, seat, orders))


def _knows(play: GekokujoPlay, seat: str, wanted: tuple[type[Order], ...]) -> bool:
    """Whether a seat has an order of these kinds, in its orders or as a policy from before."""
    return any(play.lines(seat, *wanted)) or any(
        isinstance(line.order, wanted) for line in lines_in_force(play, seat)
    )


def forecast(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[str]:
    """Yield what a seat should know before it sends its orders, carried out as things stand."""
    trial = reach_battles(play, seat, orders)
    yield from _winter(trial, seat)
    for place in battles_of(trial, seat):
        if not trial.position.ninja.is_on("diversion", place):
            yield needs(trial, seat, place)


def reach_battles(play: GekokujoPlay, seat: str, orders: Orders) -> GekokujoPlay:
    """Carry a seat's orders out in a play of its own, up to its battles."""
    trial = rehearse(play, seat, orders)
    if trial.asks_for(kinds.Move) and trial.is_active(seat):
        take_where_alone(trial, seat)
        settle(trial)
    return trial


def _winter(play: GekokujoPlay, seat: str) -> Iterator[str]:
    """Say what winter costs, and who goes if it cannot be paid."""
    cost, have = year.supply_bill(play, seat).cost, play.house(seat).koku
    before_harvest = False
    if play.position.options["rice"] and play.position.round > 1:
        cost, before_harvest = cost + year.upkeep_bill(play, seat).cost, True
    if cost:
        lost = min(play.bushi(seat), max(0, cost - have) * printed.BUSHI_A_KOKU)
        facts = {"cost": cost, "have": have, "before_harvest": before_harvest, "lost": lost}
        yield str(reason("outlook.winter", **facts))


def needs(play: GekokujoPlay, seat: str, place: str) -> str:
    """Say what the dice of each side need in a battle of a seat's turn, and why."""
    battle = Battle(play, place, seat)
    prepare_dice(battle)
    sides = [_needs_of(battle, party) for party in battle.parties.values()]
    why = {
        f"{each.name} {each.amount:+}": None
        for party in battle.parties.values()
        for each in party.modifiers
        if each.counted
    }
    return str(reason("outlook.needs", place=place, sides=sides, modifiers=list(why)))


def _needs_of(battle: Battle, party: BattleParty) -> str:
    by_number: dict[int, list[str]] = {}
    for kind in printed.ARMS:
        if party.standing.get(kind):
            by_number.setdefault(number_to_hit(battle, party, kind), []).append(plural(kind))
    by_number.pop(printed.NEVER, None)
    able = [number for number in sorted(by_number) if number <= printed.SIDES]
    said = [f"{listing(by_number[number])} need {number}" for number in able]
    idle = [kind for number in by_number if number not in able for kind in by_number[number]]
    said += [f"{listing(idle)} cannot hit"] if idle else []
    return f"{party.seat}’s {listing(said)}" if said else f"{party.seat} rolls no dice"


# Odds: the battles of a seat's campaign turn, fought again and again from the same beginning


def battle_rules(play: GekokujoPlay) -> battles.BattleRules:
    """Say how battles are reckoned: as if the seat moved and fought now, or only fought."""
    names = [each.name for each in play.rules.phases if each.asks]
    moving = "campaign" if "campaign" in names else "move"
    phase = "battle" if play.position.phase == "battle" else moving
    return battles.BattleRules(phase, partial(ask, play, phase))


def ask(play: GekokujoPlay, phase: str, seat: str, orders: Orders) -> battles.Question:
    """Return what a seat's orders lead to, and what they would without its policies."""
    active = "" if phase == "battle" else seat
    now = play.begin_anew(position=replace(play.freeze(), phase=phase, active=active))
    wrong = tuple(each for each in check(now, seat, orders) if each.severity == "error")
    turn = reach_battles(now, seat, orders)
    places = battles_of(turn, seat)
    if not places:
        return battles.Question((), findings=wrong)

    def fight_under(given: Orders) -> battles.Fight:
        turn = reach_battles(now, seat, given)
        return battles.fight_again(turn, partial(fight_battles, turn, seat), _bout_of)

    secret = (str(reason("outlook.not-counted")),) if now.position.viewer is not None else ()
    contests = battles.with_and_without(orders, kinds.POLICIES, fight_under)
    return battles.Question(tuple(contests), (*_about(turn, seat, places), *secret), wrong)


def _bout_of(event: Event) -> battles.Bout | None:
    if not isinstance(event, Fought | NotFought):
        return None
    which, name = (event.province,), f"battle in {event.province}"
    if isinstance(event, NotFought):
        return battles.Bout(which, name, "not fought", (event.seat, ""), (0, 0))
    attacker, *others = event.sides
    lost = [sum(side.units.values()) - sum(side.left.values()) for side in event.sides]
    stands = any(attacker.left.values())
    won = event.winner and (stands or event.winner == event.seat)
    outcome = "won" if won else "undecided" if stands else "lost"
    sides = attacker.seat, " and ".join(side.seat for side in others)
    return battles.Bout(which, name, outcome, sides, (lost[0], sum(lost[1:])))


def _about(play: GekokujoPlay, seat: str, places: Sequence[str]) -> Iterator[str]:
    """Say who meets whom with what in each battle, and who fights there first."""
    order = play.in_order() if play.position.options["timing"] != "turns" else []
    before = order[: order.index(seat)] if seat in order else []
    for place in places:
        there = play.land(place).units
        others = " and ".join(
            f"{other} with {_units(units)}" for other, units in there.items() if other != seat
        )
        fight = {"place": place, "seat": seat, "units": _units(there[seat]), "others": others}
        yield str(reason("outlook.fight", **fight))
        yield needs(play, seat, place)
        if first := [other for other in before if place in play.contests_of(other)]:
            yield str(reason("outlook.first", place=place, seats=first, seat=seat))


def _units(units: Mapping[str, int]) -> str:
    return ", ".join(count_of(units[kind], kind) for kind in printed.ARMS if units.get(kind))


# Luck: the hits of battles, die by die, those that were rolled again too


def luck() -> LuckRules:
    """Return how luck is reckoned."""
    return LuckRules("hits in battle", _throws)


def _throws(position: Any, events: Sequence[Event]) -> Iterator[Throw]:
    for battle in events:
        for volley in battle.volleys if isinstance(battle, Fought) else ():
            for seat, rolls in volley.rolls.items():
                for roll in rolls:
                    chance = (printed.SIDES + 1 - roll.needed) / printed.SIDES
                    yield Throw(seat, len(roll.dice) + len(roll.again), chance, roll.hits)
