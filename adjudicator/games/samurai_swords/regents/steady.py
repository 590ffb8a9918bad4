"""The steady regent: a sensible game by rules of thumb, suggested to people too. The random one.

How a war turn is waged by those who know what to attack is here for the strong one, too.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from adjudicator.chance import Chance
from adjudicator.games.engine.problems import is_possible
from adjudicator.games.samurai_swords import edition
from adjudicator.games.samurai_swords.chapters.attacks import check_attack
from adjudicator.games.samurai_swords.chapters.muster import bonus_at, room_in_army
from adjudicator.games.samurai_swords.chapters.war import begin_turn
from adjudicator.games.samurai_swords.orders import orders, war_orders
from adjudicator.games.samurai_swords.table.play import (
    WAR_PHASES,
    DefiniteAttack,
    SwordsPlay,
    cheapest,
)
from adjudicator.games.samurai_swords.table.position import Army, Troop, counts, regulars
from adjudicator.orders import Branch, Line, Order
from adjudicator.orders.language.units import Units

VALUES = {"bowman": 6, "swordsman": 5, "gunner": 4, "spearman": 4, "ronin": 5}
MARGIN = 1.15
NAVAL_MARGIN = 1.8
LAST_MARGIN = 5.0
"""Where the last daimyo may fall."""
ATTRITION = 0.5
"""The part of a beaten enemy's power that the victory is taken to cost."""
GARRISON = 4
"""The power that stays behind where an army moves on."""
MOST_AT_RANDOM = 30


def suggest_orders(play: SwordsPlay, seat: str) -> Iterator[Line]:
    """Yield sensible orders: attack what is weaker, guard daimyos, levy at the front."""
    make = {"plan": _plan, "spy": _plan, "muster": _muster, **dict.fromkeys(WAR_PHASES, _war)}
    phase = play.position.phase
    if play.is_alive(seat) and phase in make:
        yield from (Line((Branch(order),)) for order in make[phase](play, seat))


def power(troop: Troop, daimyo: bool = False) -> int:
    """Return the sum of a troop's combat values, as far as it can be seen."""
    return sum(VALUES[unit] * number for unit, number in counts(troop).items()) + 6 * daimyo


def _plan(play: SwordsPlay, seat: str) -> Iterator[Order]:
    koku = play.colour(seat).koku
    if koku >= 9:
        yield orders.Spend(2, "build")
        koku -= 2
    if koku >= 5:
        yield orders.Spend(1, "turn")
        yield orders.Spend(koku // 3, "ronin")
        koku -= 1 + koku // 3
    yield orders.Spend(koku, "levy")


def _muster(play: SwordsPlay, seat: str) -> Iterator[Order]:
    plan = play.colour(seat).plan
    armies = sorted(play.colour(seat).armies.items(), key=lambda item: power(item[1]))
    if plan and plan.build:
        for _, army in armies:
            if not play.province(army.at).building:
                yield orders.Build("castle", army.at)
                break
    koku = plan.levy if plan else 0
    for number, army in armies[: koku // 2]:
        if room_in_army(army, "bowman"):
            yield orders.LevyToArmy("bowman", number)


def _war(play: SwordsPlay, seat: str) -> Iterator[Order]:
    return wage_war(RuleOfThumb(play, seat))


class Sortie(NamedTuple):
    """What a troop is to attack in a turn, one province after another, and to enter."""

    army: str
    """The army's number, or ``""`` for the force."""
    start: str
    targets: tuple[str, ...]


T = TypeVar("T")


class Evaluator(ABC, Generic[T]):
    """Says what each troop of a seat should attack. ``T`` is a troop as it is weighed."""

    def __init__(self, play: SwordsPlay, seat: str):
        self.play = play
        self.seat = seat
        self.taken: set[str] = set()
        """What is attacked, or entered, so far."""

    @abstractmethod
    def troop(self, place: str, number: str) -> T:
        """Return an army, or for ``""`` the force of a province."""

    @abstractmethod
    def best(self, number: str, source: str, troop: T) -> tuple[str, T]:
        """Return what a troop should attack next, or ``""``, and what is left of it there."""

    def sorties(self) -> Iterator[Sortie]:
        """Let the armies choose, one after another, then the forces."""
        for number, army in self.play.colour(self.seat).armies.items():
            if not army.down:
                yield from self._sweep(number, army.at, army.level)
        for source in self.play.provinces_of(self.seat):
            if regulars(self.play.province(source)) > 1:
                yield from self._sweep("", source, 1)

    def _sweep(self, number: str, start: str, level: int) -> Iterator[Sortie]:
        """Let a troop attack as often as its level allows, each time from what it has emptied."""
        at, troop = start, self.troop(start, number)
        targets: list[str] = []
        while troop and len(targets) < level:
            at, troop = self.best(number, at, troop)
            if not at:
                break
            targets.append(at)
            self.taken.add(at)
        if targets:
            yield Sortie(number, start, tuple(targets))


class RuleOfThumb(Evaluator[float]):
    """Lets troops attack what they clearly outnumber, the weakest first. A troop is its power."""

    def troop(self, place: str, number: str) -> float:
        """Return the power of what can be seen."""
        army = self.play.army(self.seat, number)
        return power(army, daimyo=True) if army else power(self.play.province(place))

    def best(self, number: str, source: str, troop: float) -> tuple[str, float]:
        """Return the weakest neighbour, if it is weak enough; for the last daimyo, very weak."""
        play = self.play
        last = LAST_MARGIN if number and len(play.colour(self.seat).armies) == 1 else 0.0
        needed: dict[str, float] = {}
        for target in play.neighbours(source):
            free = play.owner(target) and not (number and target in self.taken)
            if free and is_possible(
                check_attack, play, self.seat, DefiniteAttack(source, target, number)
            ):
                margin = NAVAL_MARGIN if play.board.by_sea(source, target) else MARGIN
                needed[target] = _defence(play, target) * max(margin, last)
        best = min(needed, key=needed.__getitem__, default="")
        if not best or needed[best] >= troop:
            return "", 0.0
        return best, troop - ATTRITION * _defence(play, best) - GARRISON


def wage_war(evaluator: Evaluator[Any]) -> Iterator[Order]:
    """Yield a war turn, or the step of it that is open, in which troops attack as is judged.

    Before it armies go to the front; after it forces follow up into what should fall.
    """
    play, seat = evaluator.play, evaluator.seat
    begin_turn(play, seat)
    play.change_turn(letter="B")
    now = war_orders.STEP_ORDERS.get(play.position.phase, Order)
    yield from [order for order in _turn(evaluator) if isinstance(order, now)]


def _turn(evaluator: Evaluator[Any]) -> Iterator[Order]:
    play, seat = evaluator.play, evaluator.seat
    armies = play.colour(seat).armies
    sorties = list(evaluator.sorties())
    attacking = {sortie.army for sortie in sorties}
    entered: set[str] = set()
    for number, army in armies.items():
        step = _towards_front(play, seat, army)
        if number not in attacking and not army.down and step and step not in entered:
            entered.add(step)
            yield war_orders.March(number, (step,), taken=_spare(play, army, step))
    for sortie in sorties:
        yield from _lines_of(play, sortie)
    yield war_orders.CallOffAlone()
    yield from _follow_up(play, seat, Counter((each.start, each.targets[0]) for each in sorties))


def _lines_of(play: SwordsPlay, sortie: Sortie) -> Iterator[Order]:
    """Yield the attacks of a sortie; an army enters what it has emptied, and what lies empty."""
    number, start, targets = sortie
    fought = max((i for i, each in enumerate(targets, 1) if play.owner(each)), default=0)
    for place, target in enumerate(targets[:fought]):
        if place:
            yield war_orders.Advance(number, targets[place - 1])
            yield war_orders.ArmyAttack(target, number)
        else:
            yield war_orders.Attack(target, start, "army" if number else "force")
    if number:
        yield war_orders.MoveArmy(number, targets[max(fought, 1) - 1 :])


def _follow_up(
    play: SwordsPlay, seat: str, battles: Mapping[tuple[str, str], int]
) -> Iterator[Order]:
    """Move forces, each from and for a province, after so many attacks from one on another.

    They enter what was emptied and what lies empty, join armies, and go to the front; those that
    are ``busy`` do no more.
    """
    yield from _followers(play, battles)
    busy = {source for source, _ in battles}
    for find in (_claims, _recruits, _to_the_front):
        yield from find(play, seat, busy)


def _claims(play: SwordsPlay, seat: str, busy: set[str]) -> Iterator[war_orders.MoveForce]:
    """Let forces that can spare a unit conquer the empty provinces beside them."""
    claimed: set[str] = set()
    for source in play.provinces_of(seat):
        force = play.province(source)
        spare = regulars(force) - (play.army_in(source) is None)
        if source in busy or spare < 1:
            continue
        for target in play.neighbours(source):
            if spare and not play.owner(target) and target not in claimed:
                claimed.add(target)
                spare -= 1
                busy.add(source)
                yield war_orders.MoveForce(Units(((cheapest(counts(force)), 1),)), source, target)


def _recruits(play: SwordsPlay, seat: str, busy: set[str]) -> Iterator[war_orders.JoinArmy]:
    """Send what forces can spare onto the cards of armies next door, which do the conquering."""
    filled: set[str] = set()
    for source in play.provinces_of(seat):
        if source in busy or regulars(play.province(source)) < 2:
            continue
        for number, army in play.colour(seat).armies.items():
            units = _spare(play, army, source)
            near = play.board.adjacent(source, army.at)
            if near and number not in filled and not army.down and units.counts:
                filled.add(number)
                busy.add(source)
                yield war_orders.JoinArmy(units, source, number)
                break


def _spare(play: SwordsPlay, army: Army, place: str) -> Units:
    """Return the units of a force that an army has room for; the cheapest stays as garrison."""
    there = counts(play.province(place))
    there.pop("ronin", None)
    kept = cheapest(there)
    if kept:
        there[kept] -= 1
    taken = []
    for unit, number in there.items():
        if fits := min(number, room_in_army(army, unit)):
            army = replace(army, **{unit: getattr(army, unit) + fits})
            taken.append((unit, fits))
    return Units(tuple(taken))


def _defence(play: SwordsPlay, target: str) -> float:
    there = play.army_in(target)
    bonus, unit = bonus_at(play, target)
    strength = power(play.province(target)) + bonus * VALUES.get(unit, 0)
    return strength + (power(there[1], daimyo=True) if there else 0)


def _followers(
    play: SwordsPlay, battles: Mapping[tuple[str, str], int]
) -> Iterator[war_orders.MoveForce]:
    """Move into what was attacked: forces with a unit to spare, one for each attack from there."""
    for (source, target), number in battles.items():
        force = play.province(source)
        if regulars(force) > 1:
            units = Units(((cheapest(counts(force)), number),), up_to=number > 1)
            yield war_orders.MoveForce(units, source, target)


def _towards_front(play: SwordsPlay, seat: str, army: Army) -> str:
    """Return the neighbour of an army that is nearer to the front, if it stands behind it."""
    if _at_front(play, seat, army.at) or not army.at:
        return ""
    for place in play.neighbours(army.at):
        mine = play.owner(place) == seat and play.army_in(place) is None
        if mine and _at_front(play, seat, place):
            return place
    return ""


def _to_the_front(play: SwordsPlay, seat: str, busy: set[str]) -> Iterator[war_orders.MoveForce]:
    """Send what can be spared behind the front to a neighbour that stands at it."""
    for source in play.provinces_of(seat):
        force = play.province(source)
        if source in busy or regulars(force) < 2 or _at_front(play, seat, source):
            continue
        for target in play.neighbours(source):
            room = edition.MOST_IN_FORCE - regulars(play.province(target))
            if play.owner(target) == seat and room and _at_front(play, seat, target):
                unit = cheapest(counts(force))
                yield war_orders.MoveForce(Units(((unit, 1),)), source, target)
                break


def _at_front(play: SwordsPlay, seat: str, place: str) -> bool:
    return any(play.are_foes(seat, play.owner(other)) for other in play.neighbours(place))


def choose_at_random(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield a random choice of legal orders, which find what a thinking player would not.

    In war what could follow them too.
    """
    if play.is_alive(seat):
        yield from (Line((Branch(order),)) for order in _random(play, seat, chance))


def _random(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Order]:
    each = (order for find in play.rules.legal_orders for order in find(play, seat))
    legal = list(dict.fromkeys(each))
    found = chance.shuffle(legal, "random orders")[:MOST_AT_RANDOM]
    if play.position.phase not in ("war", "fight"):
        yield from found
        return
    yield from sorted(
        found, key=lambda order: not isinstance(order, war_orders.March | war_orders.Attack)
    )
    for number, army in play.colour(seat).armies.items():
        for place in play.neighbours(army.at):
            if army.level > 1 and play.are_foes(seat, play.owner(place)):
                yield war_orders.Advance(number, place)
    yield orders.Casualties(tuple(chance.shuffle(edition.UNITS, "random casualties")))
