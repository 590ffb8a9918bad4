"""What may come out worse for a seat's orders: battles, the ninja, and whoever comes before it.

What is less likely than a long shot is not looked at.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import chain
from math import prod
from typing import Any

from msgspec.structs import replace

from adjudicator.games.engine import Outcome
from adjudicator.games.engine.check import Scenario
from adjudicator.games.samurai_swords.chapters import combat
from adjudicator.games.samurai_swords.chapters.battle import Host, endings, hope
from adjudicator.games.samurai_swords.chapters.fall import lose_daimyo
from adjudicator.games.samurai_swords.chapters.muster import ronin_room
from adjudicator.games.samurai_swords.chapters.war import begin_turn
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.games.samurai_swords.table.play import (
    BEST,
    VICTORY,
    BattleEnding,
    DefiniteAttack,
    End,
    Fate,
    SwordsPlay,
)
from adjudicator.games.samurai_swords.table.position import Army, SwordsProvince, regulars
from adjudicator.orders import Line, Orders
from adjudicator.wording import Reason

LONG_SHOT = 1 / 200
FORGOTTEN = 1e-5
"""What is less likely is left out of the reckoning."""
COMES = 1 / 90
"""How likely it is taken to be that another seat makes an attack that it can make."""

Losses = Mapping[int, float]
"""How likely it is that so many units are lost."""
Change = Callable[[SwordsPlay, str], None]
Worse = Callable[..., "Misfortune"]
"""Makes one that knows what each line names."""


class Misfortune(Scenario, frozen=True, kw_only=True):
    """One way in which it may come out worse."""

    fate: Fate = BEST
    milder: "Misfortune | None" = None
    """What is rehearsed too if under this one a line fails of which nobody needs to be warned."""
    before: Change | None = None
    """Change the position as others may, before the seat's turn."""
    best: SwordsPlay | None = None
    """The best rehearsal, up to whose first battle this one is the same."""
    causes: tuple[tuple[tuple[str, ...], Reason], ...] = ()
    """What comes out worse in it: the provinces and armies that have to do with it, and which."""
    names: Mapping[int, Container[str]] = {}
    """The provinces and armies that a line, by its ``id``, has to do with."""

    def cause(self, outcome: Outcome) -> Reason | None:
        """Return of what a line fails: of what its problem speaks of, or the line itself."""
        names = self.names.get(id(outcome.line), ())
        spoken = set(_names_of(outcome.problem.why)) if outcome.problem else set()
        mine = [each for each in self.causes if any(name in names for name in each[0])]
        spoken_of = (what for of, what in mine if not spoken.isdisjoint(of))
        return next(spoken_of, mine[0][1] if mine else self.on)


def _names_of(why: Reason) -> Iterator[str]:
    """Yield the names, and other texts, of which a reason speaks."""
    for fact in why.facts.values():
        if isinstance(fact, Reason):
            yield from _names_of(fact)
        elif isinstance(fact, str):
            yield fact


def scenarios(
    play: SwordsPlay, seat: str, orders: Orders, best: SwordsPlay
) -> Iterator[Misfortune]:
    """Yield what may well come out worse than in the best rehearsal."""
    conditional = any(branch.when for line in orders for branch in line.branches)
    if conditional:
        for hold in (True, False):
            fate = Fate(conditions=hold)
            yield Misfortune(on=reason("on-condition"), code="conditional", fate=fate)
    if play.at_war and play.position.active in ("", seat):
        begin_turn(play, seat)
        names = {id(line): tuple(dict.fromkeys(_names_in(play, seat, line))) for line in orders}
        named = Counter(chain(*names.values()))
        clashes = [at for at in best.clashes if conditional or any(named[each] > 1 for each in at)]
        worse = partial(Misfortune, names=names)
        yield from _of_others(play, seat, named, worse)
        yield from _of_battles(best, clashes, worse)
        yield from _of_the_ninja(play, seat, named, worse)


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


class Foresight:
    """A battle that is to come, of which nothing is reckoned before it is asked for."""

    def __init__(self, naval: bool, policies: combat.Policies, before: "Foresight | None"):
        self.naval = naval
        self.policies = policies
        self.before = before
        """The battle of the same army before it."""

    @cached_property
    def ends(self) -> dict[End, dict[int, float]]:
        """How likely so many attackers are lost, by how the battle ends."""
        ours, theirs = self.policies.attacker.word, self.policies.defender.word
        begun: dict[tuple[int, int], float] = {}
        for lost, likely in self.before.losses.items() if self.before else ((0, 1.0),):
            state = min(lost, len(ours)), 0  # it may have left garrisons since then
            begun[state] = begun.get(state, 0.0) + likely
        ended = endings(
            ours,
            theirs,
            self.naval,
            lambda lost, slain, n: bool(self.policies.why(ours[lost:], theirs[slain:], n)),
            begun=begun,
            passes=self.policies.passes,
            trifle=FORGOTTEN,
        )
        ends: dict[End, dict[int, float]] = {"won": {}, "off": {}, "lost": {}}
        for (lost, slain), likely in ended.items():
            end = ends["lost" if lost == len(ours) else "won" if slain == len(theirs) else "off"]
            end[lost] = end.get(lost, 0.0) + likely
        return ends

    @property
    def losses(self) -> Losses:
        """How likely so many attackers are lost, and not all."""
        won, off = self.ends["won"], self.ends["off"]
        return {lost: won.get(lost, 0.0) + off.get(lost, 0.0) for lost in sorted({*won, *off})}

    @property
    def failure(self) -> float:
        """How likely it is that the battle is not won."""
        return sum(self.ends["lost"].values()) + sum(self.ends["off"].values())

    @cached_property
    def bad(self) -> dict[End, BattleEnding]:
        """The bad endings that are no long shots, the worst last."""
        most = {end: worst(losses) for end, losses in self.ends.items()}
        return {end: BattleEnding(end, n) for end, n in most.items() if n >= (end == "won")}


def worst(losses: Losses) -> int:
    """Return the most losses that are no long shot; -1 if any are one."""
    likely = 0.0
    for number in sorted(losses, reverse=True):
        likely += losses[number]
        if likely >= LONG_SHOT:
            return number
    return -1


def _foresee(
    play: SwordsPlay, seat: str, clash: DefiniteAttack, attacker: Host, defender: Host
) -> Foresight:
    """Look ahead at a battle against all the ronin that may hide there.

    An army comes to it after its other battles.
    """
    before = [each for at, each in play.clashes.items() if clash.army and at.army == clash.army]
    room = ronin_room(play, clash.target)
    hidden = min(play.colour(play.owner(clash.target)).hidden_total, room.army + room.force)
    policies = combat.call_off(play, seat, clash, attacker, defender.with_ronin(hidden))
    naval = play.board.by_sea(clash.source, clash.target)
    return Foresight(naval, policies, before[-1] if before else None)


def _watch(
    play: SwordsPlay, seat: str, clash: DefiniteAttack, attacker: Host, defender: Host
) -> BattleEnding:
    """Win a battle of the best rehearsal, and keep what else may come of it."""
    play.clashes[clash] = _foresee(play, seat, clash, attacker, defender)
    return VICTORY


WATCHED = Fate(ending=_watch)
"""The best rehearsal of a check, which keeps what may come of its battles."""


def _of_battles(
    best: SwordsPlay, clashes: Iterable[DefiniteAttack], worse: Worse
) -> Iterator[Misfortune]:
    """Let the battles that matter be lost, or be called off or won dearly, as is likely.

    What else an army would do fails if it has fallen, of which nobody is warned; if it is left
    over, it may fail for a battle that it has not won.
    """
    risky = {at: bad for at in clashes if (bad := best.clashes[at].bad)}
    lost = {clash: [*bad.values()][-1] for clash, bad in risky.items()}
    held = {
        clash: left[-1]
        for clash, bad in risky.items()
        if (left := [end for end in bad.values() if end.word != "lost"])
    }
    if not risky:
        return
    lost_all = worse(
        on=reason("on-battles"),
        code="depends-on-battle",
        best=best,
        fate=Fate(partial(_end, best.clashes, lost, BattleEnding("lost", 0))),
        causes=tuple(
            (tuple(filter(None, at)), reason("on-battle", place=at.target)) for at in risky
        ),
    )
    off = Fate(partial(_end, best.clashes, held, BattleEnding("off", 0)))
    yield replace(lost_all, milder=replace(lost_all, fate=off) if held not in ({}, lost) else None)


def _end(
    best: Mapping[DefiniteAttack, Foresight],
    chosen: Mapping[DefiniteAttack, BattleEnding],
    others: BattleEnding,
    play: SwordsPlay,
    seat: str,
    clash: DefiniteAttack,
    *hosts: Host,
) -> BattleEnding:
    """End a battle as is chosen; one that there is only for how others ended, if that is likely."""
    if clash in best:
        return chosen.get(clash, VICTORY)
    missed = [each.failure for at, each in best.items() if at.target == clash.target]
    own = [each.failure for at, each in best.items() if clash.army == at.army != ""]
    before = prod(missed) if missed else max(own, default=1.0)
    if before < LONG_SHOT:
        return VICTORY
    ahead = _foresee(play, seat, clash, *hosts)
    return others if ahead.failure * before >= LONG_SHOT else VICTORY


# The ninja


def _of_the_ninja(
    play: SwordsPlay, seat: str, named: Container[str], worse: Worse
) -> Iterator[Misfortune]:
    """Let the ninja strike the seat's daimyos as its turn begins."""
    holder = play.position.ninja.holder
    if not play.is_ninja_about or play.is_ally(seat, holder):
        return
    whose = reason("on-revenge") if holder == seat else reason("on-ninja", seat=holder)
    armies = play.colour(seat).armies.items()
    causes = tuple(
        ((number, army.at), reason("on-strike", whose=whose, army=number))
        for number, army in armies
        if number in named or army.at in named
    )
    if causes:
        struck = tuple(number for (number, _), _ in causes)
        yield worse(
            on=whose, code="depends-on-ninja", before=partial(_strike, struck), causes=causes
        )


def _strike(numbers: Iterable[str], play: SwordsPlay, seat: str) -> None:
    """Let the ninja succeed against armies; nobody is eliminated by it."""
    for number in numbers:
        if regulars(play.colour(seat).armies[number]):
            play.change_army(seat, number, down=True)
        else:
            lose_daimyo(play, seat, number, "assassinated")


# Those whose turns come before


def _of_others(
    play: SwordsPlay, seat: str, named: Iterable[str], worse: Worse
) -> Iterator[Misfortune]:
    """Let others make of the provinces that orders name what they may, before the seat's turn."""
    places = [place for place in named if place in play.position.provinces]
    changes = {place: change for place in places if (change := _change(play, seat, place))}
    if changes:
        causes = tuple(((place,), what) for place, (what, _) in changes.items())
        each_change = tuple(change for _, change in changes.values())
        yield worse(
            on=reason("on-others"),
            code="depends-on-others",
            before=partial(_all_of, each_change),
            causes=causes,
        )


def _all_of(changes: Iterable[Change], play: SwordsPlay, seat: str) -> None:
    for change in changes:
        change(play, seat)


def _change(play: SwordsPlay, seat: str, place: str) -> tuple[Reason, Change] | None:
    """Say what others beside a province may make of it, and return it, if it may well come so."""
    owner, before = play.owner(place), play.seats_before(seat)
    foe, hopes = "", 0.0
    for other in sorted(before, key=lambda each: not play.are_foes(seat, each)):
        for clash in _clashes(play, other, place):
            if not owner:
                take = partial(_take, place, other)
                return reason("on-taking", place=place, seat=other), take
            if owner == seat and play.are_foes(seat, other):
                foe, hopes = foe or other, hopes + _hope_of(play, other, clash)
    if hopes * COMES >= LONG_SHOT:
        return reason("on-attack", place=place, seat=foe), partial(_take, place, "")
    comes = owner in before and any(clash.army for clash in _clashes(play, owner, place))
    if owner != seat and play.position.round == 1 and comes:
        return reason("on-march", place=place, seat=owner), partial(_guard, place)
    return None


def _hope_of(play: SwordsPlay, other: str, clash: DefiniteAttack) -> float:
    """Return how likely another wins a battle against all that is known to stand there."""
    hidden = play.hidden_ronin(clash.target)
    word = combat.defenders(play, clash.target).with_ronin(hidden.army + hidden.force).word
    naval = play.board.by_sea(clash.source, clash.target)
    return hope(combat.attackers(play, other, clash).word, word, naval)


def _clashes(play: SwordsPlay, other: str, place: str) -> Iterator[DefiniteAttack]:
    """Yield the battles that another's troops beside a province could fight for it."""
    for near in play.neighbours(place):
        if play.owner(near) == other:
            if there := play.army_in(near):
                yield DefiniteAttack(near, place, there[0])
            if play.has_force(near):
                yield DefiniteAttack(near, place, "")


def _take(place: str, other: str, play: SwordsPlay, seat: str) -> None:
    """Give a province to another seat, or to nobody."""
    if there := play.army_in(place, seat):
        play.set_army(seat, there[0], None)
    held = SwordsProvince(owner=other, spearman=1) if other else SwordsProvince()
    play.set_province(place, replace(held, building=play.province(place).building))


def _guard(place: str, play: SwordsPlay, seat: str) -> None:
    """Let an army of its owner come to a province."""
    play.set_army(play.owner(place), "guard", Army(at=place))
