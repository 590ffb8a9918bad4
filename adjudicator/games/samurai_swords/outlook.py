"""The fates that a seat's orders may meet: battles, the ninja, and whoever comes before it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from adjudicator.games.samurai_swords import war_orders
from adjudicator.games.samurai_swords.casualties import Host
from adjudicator.games.samurai_swords.chances import LONG_SHOT, Prospect, siege, worst
from adjudicator.games.samurai_swords.combat import attackers, defenders, thin_out
from adjudicator.games.samurai_swords.fates import MOST, VICTORY, Clash, Ending, Fate, Strike
from adjudicator.games.samurai_swords.play import SwordsPlay
from adjudicator.games.samurai_swords.position import Army, Province
from adjudicator.games.samurai_swords.rehearsal import is_ninja_about, seats_before
from adjudicator.games.samurai_swords.war import begin_turn
from adjudicator.orders import Orders

LOST, OFF = Ending("lost", MOST), Ending("off", MOST)
MOST_SINGLE = 16
"""The battles, and the provinces, that are looked at one by one; the others together."""


def fates(play: SwordsPlay, seat: str, orders: Orders, best: SwordsPlay) -> Iterator[Fate]:
    """Yield the fates that make a difference to orders, worse than the best."""
    if any(branch.when for line in orders for branch in line.branches):
        for hold in (True, False):
            yield Fate("a condition that may change", "conditional", conditions=hold)
    if play.position.phase != "war" or play.position.active not in ("", seat):
        return
    yield from _of_others(play, seat, orders)
    yield from _of_battles(best.clashes)
    yield from _of_the_ninja(play, seat)


def _of_battles(clashes: Mapping[Clash, Prospect]) -> Iterator[Fate]:
    """Let battles be won dearly, called off or lost, as is likely: one at a time, then several."""
    code = "depends-on-battle"
    risky = {clash: each.endings for clash, each in clashes.items() if each.endings}
    for clash in list(risky)[:MOST_SINGLE]:
        for ending, _ in risky[clash]:
            yield Fate(f"the battle for {clash.target}", code, {clash: ending})
    for last, others in ((0, VICTORY), (-1, LOST), (-1, OFF)) if risky else ():
        several = _several({clash: endings[last] for clash, endings in risky.items()})
        yield Fate("the battles before it", code, several, clashes, others)


def _several(endings: Mapping[Clash, tuple[Ending, float]]) -> dict[Clash, Ending]:
    """Return the likeliest of the endings, as many as may well come together."""
    found: dict[Clash, Ending] = {}
    together = 1.0
    for clash, (ending, chance) in sorted(endings.items(), key=lambda each: -each[1][1]):
        together *= chance
        if together < LONG_SHOT:
            break
        found[clash] = ending
    return found


def _of_the_ninja(play: SwordsPlay, seat: str) -> Iterator[Fate]:
    """Let the ninja strike each of the seat's daimyos, early and late in its turn."""
    if not is_ninja_about(play):
        return
    holder = play.position.ninja.holder
    whose = "the revenge for your ninja" if holder == seat else f"the ninja of {holder}"
    for number in play.colour(seat).armies:
        for letter in "ACD":
            on = f"{whose}, who may strike army {number}"
            yield Fate(on, "depends-on-ninja", strike=Strike(seat, number, letter))


# Those whose turns come before


def _of_others(play: SwordsPlay, seat: str, orders: Orders) -> Iterator[Fate]:
    begin_turn(play, seat)
    reached: dict[str, str] = {}
    before = seats_before(play, seat)
    for other in reversed(before):
        reached |= dict.fromkeys(_reach(play, other), other)
    named = [place for place in _named(play, seat, orders) if place in reached]
    code = "depends-on-others"
    for place in named[:MOST_SINGLE]:
        other, owner = reached[place], play.owner(place)
        if owner == seat:
            on = f"{place}, which {other} can attack before"
            yield from (Fate(on, code, before=change) for change in _losses(play, seat, place))
        elif not owner:
            on = f"{place}, which {other} can take before"
            yield Fate(on, code, before=_taken([place], other))
        elif owner in before and play.position.round == 1 and _can_guard(play, owner, place):
            on = f"{place}, into which {owner} can move an army before"
            yield Fate(on, code, before=_guarded(place))


def _named(play: SwordsPlay, seat: str, orders: Orders) -> list[str]:
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


def _losses(play: SwordsPlay, seat: str, place: str) -> Iterator["Change"]:
    """Yield what may well have become of a province of the seat when its turn comes."""
    host = defenders(play, place)
    hidden = play.hidden_ronin(place)
    host.bodies[0].units["ronin"] += hidden.army + hidden.force
    comers = []
    other = ""
    for each in seats_before(play, seat):
        for attacker, naval in _comers(play, each, place):
            other = each
            comers.append((attacker, naval))
    for most, _ in worst(siege(host, comers)):
        if most >= host.standing():
            yield _taken([place], other)
            yield _taken([place], "")
        yield _thinned(place, most)


def _can_guard(play: SwordsPlay, owner: str, place: str) -> bool:
    """Whether an army of a province's owner stands near enough to come in its two movements."""
    near = set(play.neighbours(place))
    near |= {at for step in near if play.owner(step) == owner for at in play.neighbours(step)}
    return any(army.at in near for army in play.colour(owner).armies.values())


def _comers(play: SwordsPlay, other: str, place: str) -> Iterator[tuple[Host, bool]]:
    """Yield the troops of another seat that can attack a province, and whether by sea."""
    for number in play.colour(other).armies:
        if place in _army_reach(play, other, number):
            yield attackers(play, other, play.colour(other).armies[number].at, number), False
    for source in play.neighbours(place):
        if play.owner(source) == other and play.has_force(source):
            yield attackers(play, other, source, ""), play.board.by_sea(source, place)


def _reach(play: SwordsPlay, other: str) -> set[str]:
    """Return the provinces that a seat's troops can come to in its turn, or attack."""
    found = set()
    for place in play.provinces_of(other):
        if play.has_force(place):
            found |= set(play.neighbours(place))
    for number in play.colour(other).armies:
        found |= _army_reach(play, other, number)
    return found


def _army_reach(play: SwordsPlay, other: str, number: str) -> set[str]:
    army = play.colour(other).armies[number]
    at = {army.at}
    for _ in range(army.level):
        at |= {near for p in at for near in play.neighbours(p) if play.owner(near) == other}
    for _ in range(army.level):
        at |= {near for place in at for near in play.neighbours(place)}
    return at


Change = Callable[[SwordsPlay, str], None]


def _taken(places: list[str], other: str) -> Change:
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


def _thinned(place: str, losses: int) -> Change:
    """Return a change that takes units of the seat's out of a province, but not the last."""
    return lambda play, seat: thin_out(play, seat, place, losses)


def _guarded(place: str) -> Change:
    """Return a change that lets an army of its owner come to a province."""

    def change(play: SwordsPlay, seat: str) -> None:
        play.set_army(play.owner(place), "guard", Army(at=place))

    return change
