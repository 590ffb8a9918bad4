"""The fates that a seat's orders may meet: battles, the ninja, and whoever comes before it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from adjudicator.games.samurai_swords.chapters.combat import attackers, defenders, thin_out
from adjudicator.games.samurai_swords.chapters.war import assume_turn
from adjudicator.games.samurai_swords.judging.chances import (
    COMES,
    FARTHER,
    LONG_SHOT,
    Comer,
    Foresight,
    siege,
    worst,
)
from adjudicator.games.samurai_swords.judging.groups import Groups
from adjudicator.games.samurai_swords.judging.rehearsal import is_ninja_about, seats_before
from adjudicator.games.samurai_swords.judging.scenarios import (
    MOST,
    VICTORY,
    Clash,
    Ending,
    Fate,
    Strike,
)
from adjudicator.games.samurai_swords.orders import war_orders
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, Province
from adjudicator.orders import Orders

LOST, OFF = Ending("lost", MOST), Ending("off", MOST)
HOLDS = 1 / 10
"""How likely it is that who empties a province enters it."""
MOST_SINGLE = 16
"""The battles, and the provinces, that are looked at one by one; the others together."""


class Trial(NamedTuple):
    """A fate, and the lines to which it can make a difference."""

    fate: Fate
    lines: Orders


def fates(play: SwordsPlay, seat: str, orders: Orders, best: SwordsPlay) -> Iterator[Trial]:
    """Yield the fates that make a difference to orders, worse than the best, and to which lines."""
    if any(branch.when for line in orders for branch in line.branches):
        for hold in (True, False):
            fate = Fate("a condition that may change", "conditional", conditions=hold)
            yield Trial(fate, orders)
    if not play.at_war or play.position.active not in ("", seat):
        return
    groups = Groups(play, seat, orders, best)
    for place, fate in _of_others(play, seat, orders):
        yield Trial(fate, groups.around([place]))
    yield from _of_battles(best.clashes, groups)
    yield from _of_the_ninja(play, seat, groups)


def _of_battles(clashes: Mapping[Clash, Foresight], groups: Groups) -> Iterator[Trial]:
    """Let battles be won dearly, called off or lost, as is likely: one at a time, then several.

    Those with which no line has to do but the one that orders them are left out.
    """
    code = "depends-on-battle"
    heeded = [clash for clash in clashes if groups.heeding(*clash) > 1]
    risky = {clash: endings for clash in heeded if (endings := clashes[clash].prospect.endings)}
    for clash in list(risky)[:MOST_SINGLE]:
        lines = groups.around(clash)
        for ending, likely in risky[clash]:
            yield Trial(
                Fate(f"the battle for {clash.target}", code, likely, {clash: ending}), lines
            )
    for last, others in ((0, VICTORY), (-1, LOST), (-1, OFF)) if risky else ():
        several, likely = _several({clash: endings[last] for clash, endings in risky.items()})
        fate = Fate("the battles before it", code, likely, several, clashes, others)
        yield Trial(fate, groups.around(name for clash in risky for name in clash))


def _several(
    endings: Mapping[Clash, tuple[Ending, float]],
) -> tuple[dict[Clash, Ending], float]:
    """Return the likeliest of the endings, as many as may well come together, and how likely."""
    found: dict[Clash, Ending] = {}
    together = 1.0
    for clash, (ending, likely) in sorted(endings.items(), key=lambda each: -each[1][1]):
        if together * likely < LONG_SHOT:
            break
        together *= likely
        found[clash] = ending
    return found, together


def _of_the_ninja(play: SwordsPlay, seat: str, groups: Groups) -> Iterator[Trial]:
    """Let the ninja strike each of the seat's daimyos, early and late in its turn."""
    if not is_ninja_about(play):
        return
    holder = play.position.ninja.holder
    if play.is_ally(seat, holder):
        return
    whose = "the revenge for your ninja" if holder == seat else f"the ninja of {holder}"
    for number, army in play.colour(seat).armies.items():
        if not groups.heeding(number, army.at):
            continue
        lines = groups.around((number, army.at))
        for letter in {"fight": "BCD", "move": "D"}.get(play.position.phase, "ACD"):
            on = f"{whose}, who may strike army {number}"
            fate = Fate(on, "depends-on-ninja", strike=Strike(seat, number, letter))
            yield Trial(fate, lines)


# Those whose turns come before


def _of_others(play: SwordsPlay, seat: str, orders: Orders) -> Iterator[tuple[str, Fate]]:
    """Yield what others may make of the provinces that orders name, before the seat's turn."""
    assume_turn(play, seat)
    reached: dict[str, str] = {}
    before = seats_before(play, seat)
    first = [other for other in before if not play.are_foes(seat, other)]
    for other in (*first, *(each for each in reversed(before) if each not in first)):
        reached |= dict.fromkeys(_reach(play, other), other)
    named = [place for place in _places_in(play, seat, orders) if place in reached]
    for place in named[:MOST_SINGLE]:
        other, owner = reached[place], play.owner(place)
        found: Iterable[tuple[Change, float]] = ()
        if owner == seat:
            on = f"{place}, which {other} can attack before"
            found = _losses(play, seat, place) if play.are_foes(seat, other) else ()
        elif not owner:
            on = f"{place}, which {other} can take before"
            found = [(_capture([place], other), _taking(play, before, place))]
        elif owner in before and play.position.round == 1:
            on = f"{place}, into which {owner} can move an army before"
            found = [(_guard(place), _guarding(play, owner, place))]
        for change, likely in found:
            if likely >= LONG_SHOT:
                yield place, Fate(on, "depends-on-others", likely, before=change)


def _places_in(play: SwordsPlay, seat: str, orders: Orders) -> list[str]:
    """Return the provinces that orders name, or in which armies stand that they name."""
    found: dict[str, None] = {}
    for line in orders:
        for branch in line.branches:
            order: Any = branch.order
            for field in ("source", "target"):
                found[getattr(order, field, "")] = None
            if isinstance(order, war_orders.March | war_orders.MoveArmy):
                found |= dict.fromkeys(order.path)
            army = play.army(seat, getattr(order, "army", ""))
            if army is not None:
                found[army.at] = None
    found.pop("", None)
    return list(found)


def _losses(play: SwordsPlay, seat: str, place: str) -> Iterator[tuple["Change", float]]:
    """Yield what may well have become of a province of the seat when its turn comes.

    And how likely it is.
    """
    host = defenders(play, place)
    hidden = play.hidden_ronin(place)
    host.bodies[0].units["ronin"] += hidden.army + hidden.force
    comers = []
    other = ""
    for each in filter(partial(play.are_foes, seat), seats_before(play, seat)):
        for comer in _comers(play, each, place):
            other = each
            comers.append(comer)
    for most, likely in worst(siege(host, comers)):
        if most >= host.standing():
            yield _capture([place], other), likely * HOLDS
            yield _capture([place], ""), likely
        else:
            yield _thin(place, most), likely


def _taking(play: SwordsPlay, others: list[str], place: str) -> float:
    """Return how likely it is that another seat comes to an empty province."""
    fails = 1.0
    for other in others:
        for comer in _comers(play, other, place):
            fails *= 1 - comer.likely
    return 1 - fails


def _guarding(play: SwordsPlay, owner: str, place: str) -> float:
    """Return how likely it is that an army of a province's owner comes in its two movements."""
    near = set(play.neighbours(place))
    far = {at for step in near if play.owner(step) == owner for at in play.neighbours(step)}
    at = {army.at for army in play.colour(owner).armies.values()}
    return COMES * len(at & near) + COMES * FARTHER * len((at & far) - near)


def _comers(play: SwordsPlay, other: str, place: str) -> Iterator[Comer]:
    """Yield the troops of another seat that can attack a province."""
    for number, army in play.colour(other).armies.items():
        likely = _army_reach(play, other, number).get(place, 0)
        if likely >= LONG_SHOT / 2:
            yield Comer(attackers(play, other, army.at, place, number), False, likely)
    for source in play.neighbours(place):
        if play.owner(source) == other and play.has_force(source):
            naval = play.board.by_sea(source, place)
            yield Comer(attackers(play, other, source, place, ""), naval, COMES)


def _reach(play: SwordsPlay, other: str) -> set[str]:
    """Return the provinces that a seat's troops can come to in its turn, or attack."""
    found = set()
    for place in play.provinces_of(other):
        if play.has_force(place):
            found |= set(play.neighbours(place))
    for number in play.colour(other).armies:
        found |= set(_army_reach(play, other, number))
    return found


def _army_reach(play: SwordsPlay, other: str, number: str) -> dict[str, float]:
    """Return the provinces that an army can attack, and how likely it is that it does."""
    army = play.colour(other).armies[number]
    at, found = {army.at}, dict.fromkeys(play.neighbours(army.at), COMES)
    for _ in range(army.level):
        at |= {near for p in at for near in play.neighbours(p) if play.owner(near) == other}
    for steps in range(army.level):
        at |= {near for place in at for near in play.neighbours(place)}
        for place in at:
            found.setdefault(place, COMES * FARTHER ** (steps + 1))
    return found


Change = Callable[[SwordsPlay, str], None]


def _capture(places: list[str], other: str) -> Change:
    """Return a change that gives provinces to another seat, or to nobody."""

    def change(play: SwordsPlay, seat: str) -> None:
        for place in places:
            there = play.army_in(place, seat)
            if there:
                play.set_army(seat, there[0], None)
            building = play.province(place).building
            held = Province(owner=other, spearman=1) if other else Province()
            play.set_province(place, replace(held, building=building))

    return change


def _thin(place: str, losses: int) -> Change:
    """Return a change that takes units of the seat's out of a province, but not the last."""
    return lambda play, seat: thin_out(play, seat, place, losses)


def _guard(place: str) -> Change:
    """Return a change that lets an army of its owner come to a province."""

    def change(play: SwordsPlay, seat: str) -> None:
        play.set_army(play.owner(place), "guard", Army(at=place))

    return change
