"""Odds: the battles of a seat's campaign turn, fought again and again from the same beginning."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from adjudicator.chance import Chance
from adjudicator.games.battles import BattleRules, Bout, Contest, Question
from adjudicator.games.gekokujo.chapters.campaign import move_units
from adjudicator.games.gekokujo.chapters.victory import settle, take_where_alone
from adjudicator.games.gekokujo.chapters.war import battles_of, fight_battles
from adjudicator.games.gekokujo.judging.check import check
from adjudicator.games.gekokujo.orders.orders import POLICIES
from adjudicator.games.gekokujo.orders.policies import note_policies_of
from adjudicator.games.gekokujo.printed import ARMS
from adjudicator.games.gekokujo.table.events import Fought, NotFought
from adjudicator.games.gekokujo.table.names import count_of
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Orders

NOT_COUNTED = "What others have secretly in mind is unknown to you and is not counted."


def battle_rules(play: GekokujoPlay) -> BattleRules:
    """Say how battles are reckoned: as if the seat moved and fought now, or only fought."""
    names = [each.name for each in play.rules.phases if each.asks]
    moving = "campaign" if "campaign" in names else "move"
    phase = "battle" if play.position.phase == "battle" else moving
    return BattleRules(phase, partial(ask, play, phase))


def ask(play: GekokujoPlay, phase: str, seat: str, orders: Orders) -> Question:
    """Return what a seat's orders lead to, and what they would without its policies."""
    active = "" if phase == "battle" else seat
    position = replace(play.freeze(), phase=phase, active=active)
    now = GekokujoPlay(position, play.rules, play.board, None, {}, play.language)
    wrong = tuple(each for each in check(now, seat, orders) if each.severity == "error")
    turn = Turn(now, seat, orders)
    if not turn.battles:
        return Question((), findings=wrong)
    contests = [Contest("", turn.fight)]
    policies = [line for line in orders if isinstance(line.order, POLICIES)]
    if policies:
        rest = Orders(tuple(line for line in orders if line not in policies))
        listed = " and ".join(f"“{line.order}”" for line in policies)
        contests.append(Contest(f"without {listed}", Turn(now, seat, rest).fight))
    secret = (NOT_COUNTED,) if position.viewer is not None else ()
    return Question(tuple(contests), (*_about(turn), *secret), wrong)


class Turn:
    """A seat's turn up to its battles; it is taken up from there as often as one likes."""

    def __init__(self, play: GekokujoPlay, seat: str, orders: Orders):
        self.seat = seat
        self.play = GekokujoPlay(
            play.position, play.rules, play.board, None, {seat: orders}, play.language
        )
        note_policies_of(self.play, seat)
        if self.play.position.phase != "battle":
            move_units(self.play, seat)
            take_where_alone(self.play, seat)
            settle(self.play)
        self.battles = battles_of(self.play, seat)
        self._saved = self.play.save()

    def fight(self, chance: Chance) -> Sequence[Bout]:
        """Fight all battles once."""
        self.play.go_back(self._saved)
        self._saved = self.play.save()
        self.play.chance = chance
        told = len(self.play.events)
        fight_battles(self.play, self.seat)
        return list(self._bouts(told))

    def _bouts(self, told: int) -> Iterator[Bout]:
        for event in self.play.events[told:]:
            if isinstance(event, Fought):
                yield _bout_of(event)
            elif isinstance(event, NotFought):
                name = f"battle in {event.province}"
                yield Bout(name, "not fought", (event.seat, ""), (0, 0))


def _bout_of(event: Fought) -> Bout:
    attacker, *others = event.sides
    lost = [sum(side.units.values()) - sum(side.left.values()) for side in event.sides]
    stands = any(attacker.left.values())
    won = event.winner and (stands or event.winner == event.seat)
    outcome = "won" if won else "undecided" if stands else "lost"
    sides = attacker.seat, " and ".join(side.seat for side in others)
    return Bout(f"battle in {event.province}", outcome, sides, (lost[0], sum(lost[1:])))


def _about(turn: Turn) -> Iterator[str]:
    """Say who meets whom with what in each battle."""
    for place in turn.battles:
        there = turn.play.land(place).units
        others = " and ".join(
            f"{seat} with {_units(units)}" for seat, units in there.items() if seat != turn.seat
        )
        yield f"In {place} {turn.seat} fights with {_units(there[turn.seat])} against {others}."


def _units(units: Mapping[str, int]) -> str:
    return ", ".join(count_of(units[kind], kind) for kind in ARMS if units.get(kind))
