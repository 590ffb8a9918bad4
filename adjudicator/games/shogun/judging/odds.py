"""Odds: what the tower may make of a seat's actions, thrown again and again as it stands now."""

from collections.abc import Iterator, Sequence
from functools import partial

from adjudicator.chance import Chance
from adjudicator.games.battles import BattleRules, Bout, Contest, Question
from adjudicator.games.shogun.cards import ACTIONS, FARMER
from adjudicator.games.shogun.chapters.actions import carry_out_action
from adjudicator.games.shogun.chapters.plans import sift
from adjudicator.games.shogun.orders.orders import Battle, Decline
from adjudicator.games.shogun.table.events import Fought
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Orders
from adjudicator.orders.language.words import number_of

NOT_COUNTED = (
    "The event, the special cards and what others do before are not known and not counted."
)


def battle_rules(play: ShogunPlay) -> BattleRules:
    """Say how battles are reckoned: as if the seat's actions came now, in the order written."""
    phase = "carry out" if play.position.phase == "carry out" else "plan"
    return BattleRules(phase, partial(ask, play, phase))


def ask(play: ShogunPlay, phase: str, seat: str, orders: Orders) -> Question:
    """Return what a seat's actions lead to, and what they would with all that a card allows."""
    now = _now(play, phase, seat, orders)
    sift(now, seat)
    standing = now.orders[seat]
    refused = ((each.line, each.problem) for each in now.outcomes[seat] if each.problem)
    wrong = tuple(why.finding(line.number, str(line.order)) for line, why in refused)
    turn = Turn(now, phase, seat, standing)
    if not turn.actions:
        return Question((), findings=wrong)
    contests = [Contest("", turn.fight)]
    declined = [line for line in standing if isinstance(line.order, Decline)]
    if declined:
        rest = Orders(tuple(line for line in standing if line not in declined))
        listed = " and ".join(f"“{line.order}”" for line in declined)
        contests.append(Contest(f"without {listed}", Turn(now, phase, seat, rest).fight))
    unknown = () if play.position.event else (NOT_COUNTED,)
    return Question(tuple(contests), (*_about(turn), *unknown), wrong)


def _now(play: ShogunPlay, phase: str, seat: str, orders: Orders) -> ShogunPlay:
    given = {seat: orders}
    now = ShogunPlay(play.position, play.rules, play.board, None, given, play.language)
    now.change(phase=phase)
    return now


class Turn:
    """A seat's actions before the first; they are taken up from there as often as one likes."""

    def __init__(self, play: ShogunPlay, phase: str, seat: str, orders: Orders):
        self.seat = seat
        self.play = _now(play, phase, seat, orders)
        plan = self.play.seat(seat).plan
        self.actions = [
            (order.space, card)
            for _, order in self.play.card_lines(seat)
            if order.space in ACTIONS and (card := order.card or plan.get(order.space, ""))
        ]
        self._saved = self.play.save()

    def fight(self, chance: Chance) -> Sequence[Bout]:
        """Carry all actions out once."""
        self.play.go_back(self._saved)
        self._saved = self.play.save()
        self.play.chance = chance
        told = len(self.play.events)
        for action, province in self.actions:
            if self.play.land(province).owner == self.seat:
                carry_out_action(self.play, self.seat, action, province)
        return list(self._bouts(told))

    def _bouts(self, told: int) -> Iterator[Bout]:
        for event in self.play.events[told:]:
            if isinstance(event, Fought):
                yield self._bout_of(event)

    def _bout_of(self, event: Fought) -> Bout:
        revolt = event.kind == "revolt"
        name = f"revolt in {event.province}" if revolt else f"battle for {event.province}"
        enemy = "farmers" if revolt else event.defender or "farmers"
        lost = sum(n for colour, n in event.lost.items() if colour not in (self.seat, FARMER))
        theirs = lost + event.lost.get(FARMER, 0)
        ours = event.lost.get(self.seat, 0)
        ended = "won" if event.winner == self.seat else "lost" if event.winner else "undecided"
        return Bout(name, ended, (self.seat, enemy), (ours, theirs))


def _about(turn: Turn) -> Iterator[str]:
    """Say who meets whom with what, and what lies in the tower."""
    play = turn.play
    for action, province in turn.actions:
        line = play.line_on(turn.seat, action)
        for branch in line.branches if line else ():
            order = branch.order
            if isinstance(order, Battle) and order.target and not play.is_closed(order.target):
                land = play.land(order.target)
                armies = number_of(play.land(province).armies, "army")
                held = f"{land.owner} with {number_of(land.armies, 'army')}"
                enemy = held if land.owner else "the farmers of a neutral province"
                yield (
                    f"From {province}, which has {armies}, {turn.seat} attacks {order.target} "
                    f"with {order.armies} against {enemy}."
                )
    for where, cubes in (("tower", play.position.tower), ("tray", play.position.tray)):
        inside = ", ".join(f"{number} {colour}" for colour, number in sorted(cubes.items()))
        yield f"In the {where}: {inside or 'nothing'}."
