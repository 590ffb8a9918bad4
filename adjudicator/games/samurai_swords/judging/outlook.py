"""What may come out worse for a seat's orders: battles, the ninja, and whoever comes before it.

What is less likely than a long shot is not looked at.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from math import prod
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.games.samurai_swords.chapters.battle import Host, Stages, stages_of
from adjudicator.games.samurai_swords.chapters.combat import (
    Policies,
    attackers,
    call_off,
    defenders,
    orders_to_stop,
    write_back,
)
from adjudicator.games.samurai_swords.chapters.odds import Spread, endings
from adjudicator.games.samurai_swords.chapters.ronin import ronin_room
from adjudicator.games.samurai_swords.chapters.war import assume_turn
from adjudicator.games.samurai_swords.judging.rehearsal import is_ninja_about, seats_before
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, Province
from adjudicator.games.samurai_swords.table.scenarios import (
    BEST,
    MOST,
    VICTORY,
    Clash,
    Ending,
    Fate,
)
from adjudicator.orders import Line, Orders

LONG_SHOT = 1 / 200
FORGOTTEN = 1e-5
"""What is less likely is left out of the reckoning."""
COMES = 1 / 90
"""How likely it is taken to be that another seat makes an attack that it can make."""
FARTHER = 1 / 4
"""How much less likely it is if the army has to march before, or to win a battle and advance."""
HOLDS = 1 / 10
"""How likely it is that who empties a province enters it."""
MOST_PLACES = 16
"""Of orders that name more provinces the others are taken for safe."""

Change = Callable[[SwordsPlay, str], None]


def scenarios(play: SwordsPlay, seat: str, orders: Orders, best: SwordsPlay) -> Iterator[Fate]:
    """Yield what may well come out worse than in the best rehearsal."""
    conditional = any(branch.when for line in orders for branch in line.branches)
    if conditional:
        for hold in (True, False):
            yield Fate("a condition that may change", "conditional", conditions=hold)
    if play.at_war and play.position.active in ("", seat):
        assume_turn(play, seat)
        names = {id(line): tuple(dict.fromkeys(_names_in(play, seat, line))) for line in orders}
        mine = replace(BEST, names_in=lambda line: names[id(line)])
        named = Counter(chain(*names.values()))
        yield from _of_others(play, seat, named, mine)
        clashes = [at for at in best.clashes if conditional or any(named[each] > 1 for each in at)]
        yield from _of_battles(best, clashes, mine)
        yield from _of_the_ninja(play, seat, named, mine)


def _names_in(play: SwordsPlay, seat: str, line: Line) -> Iterator[str]:
    """Yield the provinces and armies that a line names, and where these armies stand."""
    armies = play.colour(seat).armies
    for branch in line.branches:
        order: Any = branch.order
        number = getattr(order, "army", "")
        path = getattr(order, "path", ())
        place = armies[number].at if number in armies else ""
        named = (getattr(order, "source", ""), getattr(order, "target", ""), number, place, *path)
        yield from filter(None, named)


# Battles


class Prospect(Struct, frozen=True):
    """What may come of a battle."""

    endings: tuple[Ending, ...]
    """The bad endings that are no long shots, the worst last."""
    failure: float
    """How likely it is that the battle is not won."""
    losses: Mapping[int, float]
    """How likely it is that so many attackers are lost, and not all."""


class Foresight(Struct):
    """A battle that is to come, of which nothing is reckoned before it is asked for."""

    attacker: Stages
    defender: Stages
    naval: bool
    policies: Policies
    before: "Foresight | None" = None
    """The battle of the same army before it."""
    known: Prospect | None = None

    @property
    def prospect(self) -> Prospect:
        """What may come of it, after the battle before it."""
        if self.known is None:
            self.known = self._reckon()
        return self.known

    def _reckon(self) -> Prospect:
        ours, theirs = self.attacker, self.defender
        begun: Spread = {}
        losses = self.before.prospect.losses if self.before else {0: 1.0}
        for lost, likely in losses.items():  # it may have left garrisons since then
            state = min(lost, len(ours) - 1), 0
            begun[state] = begun.get(state, 0.0) + likely
        ended = endings(
            ours[0].word,
            theirs[0].word,
            self.naval,
            lambda we, they, passes: bool(self.policies.why(ours[we], theirs[they], passes)),
            begun=begun,
            passes=self.policies.passes,
            trifle=FORGOTTEN,
        )
        return _sum_up(ended, len(ours) - 1, len(theirs) - 1)


def _sum_up(ended: Spread, all_of_us: int, all_of_them: int) -> Prospect:
    lost = 0.0
    won: dict[int, float] = {}
    off: dict[int, float] = {}
    for (ours, theirs), likely in ended.items():
        if ours == all_of_us:
            lost += likely
        else:
            kind = won if theirs == all_of_them else off
            kind[ours] = kind.get(ours, 0.0) + likely
    found = [Ending("won", most) for most, _ in worst(won) if most]
    found += [Ending("off", most) for most, _ in worst(off)]
    found += [Ending("lost", MOST)] if lost >= LONG_SHOT else []
    losses = {ours: won.get(ours, 0.0) + off.get(ours, 0.0) for ours in sorted({*won, *off})}
    return Prospect(tuple(found), lost + sum(off.values()), losses)


def worst(losses: Mapping[int, float]) -> list[tuple[int, float]]:
    """Return the most losses that are no long shot, and how likely so many are; or nothing."""
    likely = 0.0
    for number in sorted(losses, reverse=True):
        likely += losses[number]
        if likely >= LONG_SHOT:
            return [(number, likely)]
    return []


def _foresee(
    play: SwordsPlay, seat: str, clash: Clash, attacker: Host, defender: Host
) -> Foresight:
    """Look ahead at a battle against all the ronin that may hide there.

    An army comes to it after its other battles.
    """
    source, target, number = clash
    before = [each for at, each in play.clashes.items() if number and at.army == number]
    room = ronin_room(play, target)
    hidden = min(play.colour(play.owner(target)).hidden_total, room.army + room.force)
    ambush = defender.copy()
    ambush.bodies[0].units["ronin"] += hidden
    policies = call_off(orders_to_stop(play, seat), source, target, attacker.standing())
    return Foresight(
        stages_of(attacker),
        stages_of(ambush),
        play.board.by_sea(source, target),
        policies,
        before[-1] if before else None,
    )


def _watch(play: SwordsPlay, seat: str, clash: Clash, attacker: Host, defender: Host) -> Ending:
    """Win a battle of the best rehearsal, and keep what else may come of it."""
    play.clashes[clash] = _foresee(play, seat, clash, attacker, defender)
    return VICTORY


WATCHED = Fate(ending=_watch)
"""The best rehearsal of a check, which keeps what may come of its battles."""


def _of_battles(best: SwordsPlay, clashes: Iterable[Clash], mine: Fate) -> Iterator[Fate]:
    """Let the battles that matter be lost, or be called off or won dearly, as is likely.

    What else an army would do fails if it has fallen, of which nobody is warned; if it is left
    over, it may fail for a battle that it has not won.
    """
    risky = {at: found for at in clashes if (found := best.clashes[at].prospect.endings)}
    lost = {clash: found[-1] for clash, found in risky.items()}
    held = {
        clash: each[-1]
        for clash, found in risky.items()
        if (each := [ending for ending in found if ending.word != "lost"])
    }
    causes = tuple((tuple(filter(None, at)), f"the battle for {at.target}") for at in risky)
    if risky:
        on, code = "the battles before it", "depends-on-battle"
        fate = replace(mine, on=on, code=code, causes=causes, resumed=best)
        off = replace(fate, ending=partial(_end, best.clashes, held, Ending("off", MOST)))
        ending = partial(_end, best.clashes, lost, Ending("lost", MOST))
        yield replace(fate, ending=ending, milder=off if held not in ({}, lost) else None)


def _end(
    best: Mapping[Clash, Foresight],
    chosen: Mapping[Clash, Ending],
    others: Ending,
    play: SwordsPlay,
    seat: str,
    clash: Clash,
    *hosts: Host,
) -> Ending:
    """End a battle as is chosen; one that there is only for how others ended, if that is likely."""
    if clash in best:
        return chosen.get(clash, VICTORY)
    missed = [each.prospect.failure for at, each in best.items() if at.target == clash.target]
    own = [each.prospect.failure for at, each in best.items() if clash.army == at.army != ""]
    before = prod(missed) if missed else max(own, default=1.0)
    if before < LONG_SHOT:
        return VICTORY
    ahead = _foresee(play, seat, clash, *hosts).prospect
    return others if ahead.failure * before >= LONG_SHOT else VICTORY


# The ninja


def _of_the_ninja(play: SwordsPlay, seat: str, named: Container[str], mine: Fate) -> Iterator[Fate]:
    """Let the ninja strike the seat's daimyos as its turn begins."""
    holder = play.position.ninja.holder
    if not is_ninja_about(play) or play.is_ally(seat, holder):
        return
    whose = "the revenge for your ninja" if holder == seat else f"the ninja of {holder}"
    armies = play.colour(seat).armies.items()
    causes = tuple(
        ((number, army.at), f"{whose}, who may strike army {number}")
        for number, army in armies
        if number in named or army.at in named
    )
    if causes:
        struck = tuple(number for (number, _), _ in causes)
        letter = {"fight": "B", "move": "D"}.get(play.position.phase, "A")
        code = "depends-on-ninja"
        yield replace(mine, on=whose, code=code, causes=causes, struck=struck, letter=letter)


# Those whose turns come before


class Troop(NamedTuple):
    """An army, or a force, of a seat whose turn comes before."""

    seat: str
    source: str
    army: str
    """Its number, or ``""``."""
    reach: Mapping[str, float]
    """The provinces that it can attack, and how likely it is that it does."""


def _of_others(play: SwordsPlay, seat: str, named: Iterable[str], mine: Fate) -> Iterator[Fate]:
    """Let others make of the provinces that orders name what they may, before the seat's turn."""
    before = seats_before(play, seat)
    foes = [other for other in reversed(before) if play.are_foes(seat, other)]
    troops = [each for other in before for each in _troops(play, other)]
    reached: dict[str, str] = {}
    for other in (*(each for each in before if each not in foes), *foes):
        for troop in troops:
            if troop.seat == other:
                reached |= dict.fromkeys(troop.reach, other)
    places = [place for place in named if place in reached][:MOST_PLACES]
    found = {place: _changes(play, seat, place, reached[place], troops) for place in places}
    for number in range(2):
        changes = {at: these[number] for at, (_, these) in found.items() if number < len(these)}
        if changes:
            causes = tuple(((at,), found[at][0]) for at in changes)
            before_turn = partial(_change_all, tuple(changes.values()))
            on = "those whose turns come before"
            code = "depends-on-others"
            yield replace(mine, on=on, code=code, causes=causes, before=before_turn)


def _troops(play: SwordsPlay, other: str) -> Iterator[Troop]:
    for number, army in play.colour(other).armies.items():
        yield Troop(other, army.at, number, _army_reach(play, other, army))
    for place in play.provinces_of(other):
        if play.has_force(place):
            yield Troop(other, place, "", dict.fromkeys(play.neighbours(place), COMES))


def _change_all(changes: Iterable[Change], play: SwordsPlay, seat: str) -> None:
    for change in changes:
        change(play, seat)


def _changes(
    play: SwordsPlay, seat: str, place: str, other: str, troops: Iterable[Troop]
) -> tuple[str, list[Change]]:
    """Say what another may make of a province, and return what may well have become of it."""
    owner = play.owner(place)
    comers = [troop for troop in troops if troop.reach.get(place, 0) >= LONG_SHOT / 2]
    found: Iterable[tuple[Change, float]] = ()
    if owner == seat:
        on = f"{place}, which {other} can attack before"
        foes = [troop for troop in comers if play.are_foes(seat, troop.seat)]
        found = _losses(play, seat, place, foes) if play.are_foes(seat, other) else ()
    elif not owner:
        on = f"{place}, which {other} can take before"
        taken = 1 - prod(1 - troop.reach[place] for troop in comers)
        found = [(_capture(place, other), taken)]
    else:
        on = f"{place}, into which {owner} can move an army before"
        if owner in seats_before(play, seat) and play.position.round == 1:
            found = [(_guard(place), _guarding(play, owner, place))]
    return on, [change for change, likely in found if likely >= LONG_SHOT]


def _losses(
    play: SwordsPlay, seat: str, place: str, foes: Sequence[Troop]
) -> Iterator[tuple[Change, float]]:
    """Yield what may have become of a province of the seat when its turn comes, how likely."""
    host = defenders(play, place)
    hidden = play.hidden_ronin(place)
    host.bodies[0].units["ronin"] += hidden.army + hidden.force
    for most, likely in worst(_siege(play, place, stages_of(host)[0].word, foes)):
        if most >= host.standing():
            yield _capture(place, foes[-1].seat), likely * HOLDS
            yield _capture(place, ""), likely
        else:
            yield _thin(place, most), likely


def _siege(play: SwordsPlay, place: str, theirs: str, foes: Iterable[Troop]) -> dict[int, float]:
    """Reckon how likely a province loses so many units to attackers who may come, or not.

    Each fights until it is outnumbered (M28).
    """
    losses = {0: 1.0}
    for troop in foes:
        host = attackers(play, troop.seat, troop.source, place, troop.army)
        ours, likely = stages_of(host)[0].word, troop.reach[place]
        naval = not troop.army and play.board.by_sea(troop.source, place)
        fewer = partial(_is_outnumbered, len(ours), len(theirs))
        begun = {(0, lost): p for lost, p in losses.items()}
        ended = endings(ours, theirs, naval, fewer, begun=begun, trifle=FORGOTTEN / likely)
        after = {lost: p * (1 - likely) for lost, p in losses.items()}
        for (_, lost), p in ended.items():
            after[lost] = after.get(lost, 0.0) + likely * p
        losses = after
    return losses


def _is_outnumbered(ours: int, theirs: int, lost: int, slain: int, passes: int) -> bool:
    return ours - lost < theirs - slain


def _guarding(play: SwordsPlay, owner: str, place: str) -> float:
    """Return how likely it is that an army of a province's owner comes in its two movements."""
    near = set(play.neighbours(place))
    far = {at for step in near if play.owner(step) == owner for at in play.neighbours(step)}
    at = {army.at for army in play.colour(owner).armies.values()}
    return COMES * len(at & near) + COMES * FARTHER * len((at & far) - near)


def _army_reach(play: SwordsPlay, other: str, army: Army) -> dict[str, float]:
    """Return the provinces that an army can attack, and how likely it is that it does."""
    at, found = {army.at}, dict.fromkeys(play.neighbours(army.at), COMES)
    for _ in range(army.level):
        at |= {near for p in at for near in play.neighbours(p) if play.owner(near) == other}
    for steps in range(army.level):
        at |= {near for place in at for near in play.neighbours(place)}
        for place in at:
            found.setdefault(place, COMES * FARTHER ** (steps + 1))
    return found


def _capture(place: str, other: str) -> Change:
    """Return a change that gives a province to another seat, or to nobody."""

    def change(play: SwordsPlay, seat: str) -> None:
        there = play.army_in(place, seat)
        if there:
            play.set_army(seat, there[0], None)
        building = play.province(place).building
        held = Province(owner=other, spearman=1) if other else Province()
        play.set_province(place, replace(held, building=building))

    return change


def _thin(place: str, losses: int) -> Change:
    """Return a change that takes units of the seat's out of a province, but not the last."""

    def change(play: SwordsPlay, seat: str) -> None:
        host = defenders(play, place)
        host.lose(min(losses, host.standing() - 1))
        write_back(play, seat, place, host)

    return change


def _guard(place: str) -> Change:
    """Return a change that lets an army of its owner come to a province."""

    def change(play: SwordsPlay, seat: str) -> None:
        play.set_army(play.owner(place), "guard", Army(at=place))

    return change
