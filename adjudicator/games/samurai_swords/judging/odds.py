"""Odds: a seat's battles, fought again and again from the same beginning; luck, die by die."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

from msgspec import UNSET
from msgspec.structs import astuple, replace

from adjudicator.chance import Course
from adjudicator.games import battles
from adjudicator.games.contract import Event
from adjudicator.games.luck import LuckRules, Throw
from adjudicator.games.samurai_swords.chapters import war
from adjudicator.games.samurai_swords.chapters.attacks import WORDS
from adjudicator.games.samurai_swords.chapters.battle import Host, counts_of, result_of
from adjudicator.games.samurai_swords.chapters.combat import attackers, defenders
from adjudicator.games.samurai_swords.chapters.muster import ronin_room
from adjudicator.games.samurai_swords.edition import SIDES
from adjudicator.games.samurai_swords.judging.check import check
from adjudicator.games.samurai_swords.orders.orders import Casualties, plural
from adjudicator.games.samurai_swords.orders.war_orders import STOPS
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.games.samurai_swords.table.events import Fought, Roll, Unfought
from adjudicator.games.samurai_swords.table.play import DefiniteAttack, SwordsPlay
from adjudicator.games.samurai_swords.table.position import (
    Engagement,
    Hidden,
    Ninja,
    SwordsPosition,
)
from adjudicator.orders import Finding, Orders
from adjudicator.wording import Reason

POLICIES = (*STOPS, Casualties)


def battle_rules(play: SwordsPlay) -> battles.BattleRules:
    """Say how battles are reckoned: as if the seat waged war now, or went on with its turn."""
    return battles.BattleRules("war", partial(ask, play))


def ask(play: SwordsPlay, seat: str, orders: Orders) -> battles.Question:
    """Return what a seat's orders lead to, and what they would without its policies.

    What the position does not show is not there: hidden ronin of others only as an assumption.
    Lines that name no colour are for the one whose war turn it is.
    """
    position = play.freeze()
    colours = position.colours_of(seat)
    parts = orders.part(tuple(sorted(colours, key=lambda each: each != position.active)))
    wrong = [each for colour in parts for each in _errors(play, colour, parts[colour])]
    turns = [Turn(play, colour, part) for colour, part in parts.items()]
    turns = [turn for turn in turns if turn.go_back()]
    if not turns:
        return battles.Question((), findings=tuple(wrong))

    def fight_under(given: Orders) -> battles.Fight:
        return _all_of([turn.other(position, given) for turn in turns])

    contests = battles.with_and_without(orders, POLICIES, fight_under)
    about = [str(sentence) for turn in turns for sentence in _about(turn)]
    ambush, hidden = _lay_ambush(turns, position)
    if hidden:
        there = [turn.other(ambush, orders) for turn in turns]
        contests.append(battles.Contest("with " + " and ".join(hidden), _all_of(there)))
        about.append(str(reason("odds.hidden-ronin")))
    if any(each.mission is not None for each in position.colours.values()):
        about.append(str(reason("odds.ninja")))
    return battles.Question(tuple(contests), tuple(about), tuple(wrong))


def _errors(play: SwordsPlay, colour: str, orders: Orders) -> Iterator[Finding]:
    """Yield what is wrong with orders if the colour wages war now."""
    now = SwordsPlay(play.position, play.rules, play.board)
    _go_to_war(now, colour)
    yield from (each for each in check(now, colour, orders) if each.severity == "error")


def _go_to_war(play: SwordsPlay, colour: str) -> bool:
    """Let a colour wage war now, if it is not about to fight; return whether its turn begins."""
    if (play.position.phase, play.position.active) == ("fight", colour):
        return False
    play.change(phase="war", active=colour, turn=UNSET)
    return True


def _all_of(turns: Sequence["Turn"]) -> battles.Fight:
    """Return what fights the battles of several turns, each from the same beginning."""
    if len(turns) == 1:
        return turns[0].fight
    return lambda chance: [bout for turn in turns for bout in turn.fight(chance)]


class Turn:
    """A war turn up to its battles; it is taken up from there as often as one likes."""

    def __init__(self, play: SwordsPlay, seat: str, orders: Orders):
        self.seat = seat
        self.play = SwordsPlay(play.position, play.rules, play.board)
        begins = _go_to_war(self.play, seat)
        self.play.orders[seat] = orders
        war.change_policies(self.play, seat)
        self.play.change(ninja=Ninja())
        for step in (war.begin_turn, war.march_armies) if begins else ():
            step(self.play, seat)
        war.declare_battles(self.play, seat)
        self._saved = self.play.save()
        go_on = partial(war.fight_battles, self.play, seat)
        self._chosen: Iterator[Mapping[Any, float]] = iter(())
        """From what the ends of the battles were chosen."""
        self._fight = battles.fight_again(self.play, go_on, self._bout_of)

    def fight(self, course: Course) -> list[battles.Bout]:
        """Fight all battles once."""
        self._chosen = islice(course.choices, len(course.choices), None)
        return [*_tell_apart(self._fight(course))]

    def other(self, position: SwordsPosition, given: Orders) -> "Turn":
        """Return the same turn in another position, or with only the lines that are given."""
        kept = tuple(line for line in self.play.orders[self.seat] if line in given)
        now = SwordsPlay(position, self.play.rules, self.play.board)
        return Turn(now, self.seat, Orders(kept))

    def go_back(self) -> tuple[Engagement, ...]:
        """Go back to before the first battle; return those that are declared."""
        self.play.go_back(self._saved)
        return self.play.turn.engagements

    def _bout_of(self, event: Event) -> battles.Bout | None:
        if isinstance(event, Unfought):
            which, name = self._name(event.army, event.source, event.target)
            sides = self.seat, self.play.owner(event.target)
            return battles.Bout(which, name, "not fought", sides, (0, 0))
        if not isinstance(event, Fought):
            return None
        ours, theirs = (sum(each.units.values()) for each in (event.attackers, event.defenders))
        bonus = event.defenders.bonus

        def read(end: tuple[int, int]) -> battles.End:
            lost, slain = end
            word = WORDS[result_of(lost < ours, slain < theirs + bonus)]
            return battles.End(word, (lost, max(0, slain - bonus)))

        which, name = self._name(event.attackers.army, event.source, event.target)
        sides = self.seat, event.defenders.seat
        lost = (
            ours - sum(event.attackers_left.values()),
            theirs - sum(event.defenders_left.values()),
        )
        ends = battles.Ends(next(self._chosen), read)
        return battles.Bout(which, name, WORDS[event.outcome], sides, lost, ends)

    def _name(self, army: str, source: str, target: str) -> tuple[tuple[str, ...], str]:
        """Return what tells a battle apart, and its words.

        An army's number is another one's too where a seat commands several colours.
        """
        position = self.play.position
        whose = f"{self.seat}’s " * (len(position.every_colour) > len(position.seats))
        troop = f"{whose}army {army}" if army else f"the force of {source}"
        return (self.seat, army or source, target), f"{troop} attacks {target}"


def _tell_apart(bouts: Iterable[battles.Bout]) -> Iterator[battles.Bout]:
    """Yield the battles of a turn; where an army attacks again what it emptied, that is another."""
    times = Counter[tuple[str, ...]]()
    for bout in bouts:
        before = times[bout.id]
        times[bout.id] += 1
        words = bout.battle + " again" * before
        yield replace(bout, id=(*bout.id, str(before)), battle=words) if before else bout


def _about(turn: Turn) -> Iterator[Reason]:
    """Say who meets whom with what in the first battle of each troop."""
    play = turn.play
    for source, target, army, *_ in map(astuple, turn.go_back()):
        attacker = attackers(play, turn.seat, DefiniteAttack(source, target, army))
        where = {"place": target, "source": source, "army": army}
        yield reason("odds.attacker", seat=turn.seat, **where, **_host(attacker))
        owner = play.owner(target)
        if not owner:
            yield reason("odds.empty", place=target)
            continue
        by_sea = play.board.by_sea(source, target)
        code = "odds.defender-by-sea" if by_sea else "odds.defender"
        yield reason(code, seat=owner, **_host(defenders(play, target)))


def _host(host: Host) -> dict[str, Any]:
    """Return what stands in a host, as far as it can be seen, and how many that is."""
    units = [_number(n, unit) for unit, n in reversed(counts_of(host.word).items())]
    if host.bonus:
        wall = "fortress" if host.bonus_unit == "ronin" else "castle"
        units.append(f"{_number(host.bonus, host.bonus_unit)} of the {wall}")
    return {"units": units, "total": len(host.word)}


def _number(number: int, unit: str) -> str:
    if unit == "daimyo":
        return "the daimyo"
    return f"{number} {unit if number == 1 else plural(unit)}"


def _lay_ambush(
    turns: Sequence[Turn], position: SwordsPosition
) -> tuple[SwordsPosition, list[str]]:
    """Return the position with all ronin that others may hide where the turns attack first.

    And say where they would be.
    """
    colours = dict(position.colours)
    said: list[str] = []
    targets = [(turn.play, each.target) for turn in turns for each in turn.go_back()]
    for play, place in targets:
        owner = play.owner(place)
        record = colours.get(owner)
        if record is None or place in record.hidden:
            continue
        room = ronin_room(play, place)
        left = record.hidden_total - sum(each.army + each.force for each in record.hidden.values())
        force = min(left, room.force)
        hidden = Hidden(army=min(left - force, room.army), force=force)
        number = hidden.army + hidden.force
        if number:
            colours[owner] = replace(record, hidden={**record.hidden, place: hidden})
            said.append(f"{number} hidden ronin in {place}")
    return replace(position, colours=colours), said


def luck() -> LuckRules:
    """Return how luck is reckoned."""
    return LuckRules("hits in battle", _throws)


def _throws(position: Any, events: Sequence[Event]) -> Iterator[Throw]:
    for battle in events:
        if isinstance(battle, Fought):
            sides = {"attacker": battle.attackers.seat, "defender": battle.defenders.seat}
            for step in chain.from_iterable(each.steps for each in battle.passes):
                if isinstance(step, Roll) and sides[step.side]:
                    chance = step.needs / SIDES
                    yield Throw(sides[step.side], len(step.dice), chance, step.hits)
