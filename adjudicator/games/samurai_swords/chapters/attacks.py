"""Declaring battles and conducting them in turn: phases B and C of Wage War."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from adjudicator.games.contract import Word
from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.lines import (
    OTHER_MOMENT,
    Deed,
    Rules,
    carry_out,
    fail,
    first_possible,
    judge,
    offer_unless,
)
from adjudicator.games.engine.problems import ImpossibleError
from adjudicator.games.samurai_swords.chapters import marches
from adjudicator.games.samurai_swords.chapters.combat import fight
from adjudicator.games.samurai_swords.chapters.ninja import strike_at
from adjudicator.games.samurai_swords.edition import TRACK
from adjudicator.games.samurai_swords.orders.war_orders import Advance, ArmyAttack, Attack, Stay
from adjudicator.games.samurai_swords.reasons import reason, refuse, warning
from adjudicator.games.samurai_swords.table.events import (
    Declared,
    Experienced,
    Recovered,
    Result,
    Unfought,
)
from adjudicator.games.samurai_swords.table.play import DefiniteAttack, SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, Engagement
from adjudicator.orders import Line
from adjudicator.wording import Reason

OWN = "own-province"
"""The code of an attack on a province that is the attacker's own."""
STAYS = "stays"
"""The code of what an army does no more because it was told to stay."""


def find_troop(
    play: SwordsPlay, seat: str, order: Attack | ArmyAttack, made: Sequence[Engagement] = ()
) -> DefiniteAttack:
    """Say which troop an order means (Declaring Battles from a Double-Troop …).

    Where two stand and only one can attack, for the other is disrupted or has its battle among
    those ``made``, it is that one. Raises ImpossibleError.
    """
    if isinstance(order, ArmyAttack):
        army = marches.army_ready(play, seat, order.army)
        return DefiniteAttack(army.at, order.target, order.army)
    source, group = order.source, order.group
    if play.owner(source) != seat:
        refuse("not-yours", place=source)
    there = play.army_in(source)
    number = there[0] if there else ""
    force = play.has_force(source)
    if group == "force":
        if not force:
            refuse("no-force", place=source)
        number = ""
    elif group and (not there or group not in ("army", f"army {number}")):
        if group == "army":
            refuse("no-army.of-yours", place=source)
        refuse("no-army.in", army=group.removeprefix("army "), place=source)
    elif there and force and not group and _is_unasked_for(play, seat, *there):
        number = ""
    elif there and force and not group:
        able = _troops_able(source, *there, made)
        if len(able) > 1:
            refuse("which-troop", str(replace(order, group="army")), place=source)
        number = able[0] if able else ""
    return DefiniteAttack(source, order.target, number)


def _is_unasked_for(play: SwordsPlay, seat: str, number: str, army: Army) -> bool:
    """Whether a recovered daimyo stands where nobody ordered him, since the orders were written.

    An attack from there that names no troop was written when the force stood there alone (M134).
    """
    return army.at not in play.colour(seat).policy.recover and any(
        isinstance(event, Recovered)
        and (event.seat, event.army, event.province) == (seat, number, army.at)
        for event in play.events
    )


def _troops_able(source: str, number: str, army: Army, made: Sequence[Engagement]) -> list[str]:
    """Return which troops of a double-troop province can attack: the army's number, ``""``."""
    begun = {each.army for each in made if each.source == source}
    able = [number] if not army.down and (number not in begun or army.level > 1) else []
    return able if "" in begun else [*able, ""]


def check_attack(play: SwordsPlay, seat: str, aim: DefiniteAttack) -> None:
    """Judge an attack as things stand (How to Declare a Battle; Special First Round Rule, M23).

    An army that calls a battle off may attack elsewhere (After Calling Off a Battle).
    """
    source, target, number = aim
    marches.check_next(play, seat, target, number, source)
    if play.owner(target) == seat:
        refuse(OWN, place=target)
    marches.keep_from_ally(play, seat, target)
    if play.position.round == 1 and play.owner(target) and play.army_in(target):
        refuse("first-round", place=target)
    if number:
        army = marches.army_ready(play, seat, number)
        if play.turn.attacks.get(number, 0) >= army.level:
            refuse("no-attack-left", army=number, level=army.level)
        if number in play.turn.staying:
            refuse(STAYS, army=number)
        if target in play.turn.called_off.get(number, ()):
            refuse("called-off", army=number, place=target)


def declare_all(play: SwordsPlay, seat: str) -> None:
    """Declare the first battle of every troop; what follows for an army is kept for it."""
    engagements: list[Engagement] = []
    entered: dict[str, str] = {}
    attacked: dict[str, str] = {}
    current = ""
    for index, line in enumerate(play.orders[seat]):
        order = line.order
        if not isinstance(order, Attack | ArmyAttack | Advance | Stay):
            continue
        source = order.source if isinstance(order, Attack) else ""
        comes = entered.get(source) or attacked.get(source) or current
        number = _continues(play, seat, order, engagements, comes)
        if number:
            current = number
            if not isinstance(order, Stay):
                (entered if isinstance(order, Advance) else attacked)[order.target] = number
            place = next(i for i, each in enumerate(engagements) if each.army == number)
            before = engagements[place]
            engagements[place] = replace(before, then=(*before.then, index))
            continue
        made: list[DefiniteAttack] = []
        outcome = first_possible(play, seat, line, rules_of_declaring(engagements, made))
        if not made:
            play.keep(seat, outcome)
            continue
        engagements.append(Engagement(*made[0], index, outcome.branch))
        if made[0].army:
            current = attacked[made[0].target] = made[0].army
    play.change_turn(engagements=tuple(engagements))
    rules = rules_of_declaring(engagements, [])

    def why_not(order: Any) -> Problem | None:
        goes_on = _continues(play, seat, order, engagements, "")
        return OTHER_MOMENT if goes_on else judge(play, seat, order, rules)

    offer_unless(play, seat, (Attack,), why_not)


def rules_of_declaring(engagements: Sequence[Engagement], made: list[DefiniteAttack]) -> Rules:
    """Return the rules of phase B, by which the battle that an order declares is entered."""

    def declare(play: SwordsPlay, seat: str, order: Attack | ArmyAttack) -> Deed:
        aim = find_troop(play, seat, order, engagements)
        if not aim.army and any(e.source == aim.source and not e.army for e in engagements):
            refuse("one-attack", place=aim.source)
        check_attack(play, seat, aim)
        yield
        made.append(aim)
        naval = play.board.by_sea(aim.source, aim.target)
        play.tell(Declared(seat=seat, **aim._asdict(), naval=naval))

    def advance_too_early(play: SwordsPlay, seat: str, order: Advance) -> Deed:
        refuse("no-advance.yet")
        yield

    return {Attack: declare, ArmyAttack: declare, Advance: advance_too_early, Stay: stay}


def _continues(
    play: SwordsPlay,
    seat: str,
    order: Attack | ArmyAttack | Advance | Stay,
    made: list[Engagement],
    comes: str,
) -> str:
    """Return the army whose engagement an order goes on with, or ``""`` if it is a first battle.

    ``comes`` is the army that may have come by then to a province that is not the seat's yet.
    """
    fighting = {engagement.army for engagement in made if engagement.army}
    if isinstance(order, Advance | ArmyAttack | Stay):
        return order.army if order.army in fighting else ""
    if order.group.startswith("army "):
        number = order.group.removeprefix("army ")
        return number if number in fighting else ""
    if order.group == "force":
        return ""
    there = play.army_in(order.source, seat)
    force = play.has_force(order.source) and order.group != "army"
    if there and there[0] in fighting and not force:
        return there[0]
    return comes if play.owner(order.source) != seat else ""


def conduct(play: SwordsPlay, seat: str) -> None:
    """Fight the battles in the order given, an army's all together."""
    lines = play.orders[seat].lines
    for engagement in play.turn.engagements:
        if not play.is_alive(seat):
            return
        line = lines[engagement.line]
        aim = DefiniteAttack(engagement.source, engagement.target, engagement.army)
        try:
            outcome = Outcome(line, attack(play, seat, aim), branch=engagement.branch)
        except ImpossibleError as impossible:
            outcome = fail(line, engagement.branch, impossible.problem)
        play.keep(seat, outcome)
        if engagement.army:
            _go_on(play, seat, engagement.army, [lines[index] for index in engagement.then])


def _go_on(play: SwordsPlay, seat: str, number: str, lines: Iterable[Line]) -> None:
    """Let an army do what it was told after its first battle, then gain experience."""

    def attack_again(play: SwordsPlay, seat: str, order: Attack | ArmyAttack) -> Deed:
        if isinstance(order, Attack) and play.turn.emptied.get(number) == order.source:
            # It takes an advance into the province just emptied for granted (M133).
            entry = marches.advance(play, seat, Advance(number, order.source))
            next(entry)
            check_attack(play, seat, DefiniteAttack(order.source, order.target, number))
            yield
            struck = yield from entry
            return struck or attack(play, seat, find_troop(play, seat, order))
        aim = find_troop(play, seat, order)
        if aim.army != number:
            refuse("no-army.in", army=number, place=aim.source)
        check_attack(play, seat, aim)
        yield
        return attack(play, seat, aim)

    rules: Rules = {
        Attack: attack_again,
        ArmyAttack: attack_again,
        Advance: marches.advance,
        Stay: stay,
    }
    for line in lines:
        if not play.is_alive(seat):
            return
        if number in play.turn.fallen:
            play.fail(seat, [line], warning(marches.FALLEN, army=number))
        elif number in play.turn.staying:
            play.fail(seat, [line], warning(STAYS, army=number))
        else:
            carry_out(play, seat, line, rules)
    if play.is_alive(seat) and not {number} & {*play.turn.fallen, *play.turn.staying}:
        offer_unless(play, seat, rules, partial(_why_not_next, play, seat, number, rules), number)
    if number in play.turn.successful and play.is_alive(seat):
        gain_experience(play, seat, number)


def _why_not_next(
    play: SwordsPlay, seat: str, number: str, rules: Rules, order: Any
) -> Problem | None:
    """Say what is against an order as the next one of an army."""
    if isinstance(order, Attack):
        army, emptied = play.colour(seat).armies[number], play.turn.emptied.get(number)
        mine = order.group != "force" and order.source in (army.at, emptied)
    else:
        mine = order.army == number
    return judge(play, seat, order, rules) if mine else OTHER_MOMENT


def stay(play: SwordsPlay, seat: str, order: Stay) -> Deed:
    """Let an army fight and advance no more, one too whose daimyo is assassinated."""
    if play.army(seat, order.army) is None:
        marches.army_ready(play, seat, order.army)
    yield
    play.change_turn(staying=(*play.turn.staying, order.army))


WORDS: dict[Result, Word] = {"won": "won", "both": "lost", "lost": "lost", "off": "called off"}
"""What became of an attack; an attacker who falls with the last defender has lost his troop."""


def attack(play: SwordsPlay, seat: str, aim: DefiniteAttack) -> Word:
    """Fight one battle; an army may at least count an empty target (M8, M9).

    A declared battle whose target is the attacker's own by now counts as an attack too (M130).
    Raises ImpossibleError if it cannot be fought any more.
    """
    try:
        _check_battle(play, seat, aim)
        # The ninja may wait for this attack (Ninja As an Assassin; E7).
        if strike_at(play, "attack", victim=seat, army=aim.army, target=aim.target):
            _check_battle(play, seat, aim)
    except ImpossibleError as impossible:
        problem = impossible.problem
        _tell_unfought(play, seat, aim, problem.why)
        if problem.code == OWN:
            _use_attack(play, aim.army)
        raise
    _use_attack(play, aim.army)
    if play.owner(aim.target):
        result = fight(play, seat, aim)
        _keep_in_mind(play, aim, result)
        return WORDS[result]
    _tell_unfought(play, seat, aim, reason("empty"))
    if aim.army:
        play.change_turn(emptied={**play.turn.emptied, aim.army: aim.target})
    return "done"


def _tell_unfought(play: SwordsPlay, seat: str, aim: DefiniteAttack, why: Reason) -> None:
    """Tell that a declared battle is not fought, and why, which nobody reads of a rehearsal."""
    words = "" if play.rehearsal else str(why)
    play.tell(Unfought(seat=seat, **aim._asdict(), why=words))


def _use_attack(play: SwordsPlay, number: str) -> None:
    """Count an attack, if an army makes it; what it has emptied before is not entered any more."""
    if number:
        marches.forget_conquests(play, number)
        attacks = play.turn.attacks
        play.change_turn(attacks={**attacks, number: attacks.get(number, 0) + 1})


def _keep_in_mind(play: SwordsPlay, aim: DefiniteAttack, result: Result) -> None:
    """Keep what a battle means for the rest of the turn."""
    turn, number, word = play.turn, aim.army, WORDS[result]
    came: dict[str, Word] = {**turn.came, aim.target: word, "": word}
    changes: dict[str, Any] = {}
    if number:
        came[f"army {number}"] = word
        if result == "off":
            places = (*turn.called_off.get(number, ()), aim.target)
            changes["called_off"] = {**turn.called_off, number: places}
        else:  # a daimyo who is recovered in a fallen one's place does not have his wins
            others = tuple(each for each in turn.successful if each != number)
            changes["successful"] = (*others, number) if result == "won" else others
        if result == "won":
            changes["emptied"] = {**turn.emptied, number: aim.target}
    play.change_turn(came=came, **changes)


def _check_battle(play: SwordsPlay, seat: str, aim: DefiniteAttack) -> None:
    """A declared battle must still be able to be fought (M8)."""
    if not play.is_alive(seat):
        refuse("turn-over")
    if aim.army:
        army = marches.army_ready(play, seat, aim.army)
        if army.at != aim.source:
            refuse("no-army.in", army=aim.army, place=aim.source)
    elif not play.has_force(aim.source):
        refuse("no-force.left", place=aim.source)
    marches.keep_from_ally(play, seat, aim.target)
    if play.owner(aim.target) == seat:
        refuse("own-province.by-now", place=aim.target)


def gain_experience(play: SwordsPlay, seat: str, number: str) -> None:
    """Move a successful daimyo's marker one hole (Moving a Successful Daimyo's Marker; M1)."""
    army = play.army(seat, number)
    if army is None or army.down or army.level == max(TRACK):
        return
    wins = army.wins + 1
    rose = wins >= TRACK[army.level]
    level, wins = (army.level + 1, 0) if rose else (army.level, wins)
    play.change_army(seat, number, level=level, wins=wins)
    play.tell(Experienced(seat=seat, army=number, level=level, wins=wins, rose=rose))
