"""Declaring battles and conducting them in turn: phases B and C of Wage War."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from adjudicator.games.contract import Word
from adjudicator.games.engine import Outcome, Problem, error, warning
from adjudicator.games.engine.lines import OTHER_MOMENT, Rule, Rules, carry_out, fail
from adjudicator.games.engine.problems import ImpossibleError, forbid
from adjudicator.games.samurai_swords.chapters.combat import fight
from adjudicator.games.samurai_swords.chapters.marches import (
    ADVANCE_RULES,
    FALLEN,
    advance,
    ally_problem,
    army_ready,
    why_not_advance,
    why_not_next,
)
from adjudicator.games.samurai_swords.chapters.ninja import strike_if
from adjudicator.games.samurai_swords.edition import TRACK
from adjudicator.games.samurai_swords.orders.war_orders import Advance, ArmyAttack, Attack, Stay
from adjudicator.games.samurai_swords.table.events import Declared, Experienced, Result, Unfought
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, Engagement
from adjudicator.games.samurai_swords.table.scenarios import Clash
from adjudicator.orders import Line, Order

OWN = "own-province"
"""The code of an attack on a province that is the attacker's own."""
STAYS = "stays"
"""The code of what an army does no more because it was told to stay."""


def find_troop(
    play: SwordsPlay, seat: str, order: Attack | ArmyAttack, made: Sequence[Engagement] = ()
) -> Clash:
    """Say which troop an order means (Declaring Battles from a Double-Troop …).

    Where two stand and only one can attack, for the other is disrupted or has its battle among
    those ``made``, it is that one. Raises ImpossibleError.
    """
    if isinstance(order, ArmyAttack):
        army = army_ready(play, seat, order.army)
        return Clash(army.at, order.target, order.army)
    if play.owner(order.source) != seat:
        raise ImpossibleError(warning("not-yours", f"{order.source} is not yours."))
    there = play.army_in(order.source)
    force = play.has_force(order.source)
    if order.group == "force":
        if not force:
            raise ImpossibleError(warning("no-force", f"No force stands in {order.source}."))
        return Clash(order.source, order.target, "")
    if order.group:
        if not there or order.group not in ("army", f"army {there[0]}"):
            which = (
                "No army of yours is"
                if order.group == "army"
                else f"{order.group.capitalize()} is not"
            )
            message = f"{which} in {order.source}."
            raise ImpossibleError(warning("no-army", message))
        return Clash(order.source, order.target, there[0])
    if there and force:
        able = _troops_able(order.source, *there, made)
        if len(able) < 2:
            return Clash(order.source, order.target, *able or [""])
        fix = str(replace(order, group="army"))
        message = f"An army and a force stand in {order.source}: say with army or with force."
        raise ImpossibleError(error("which-troop", message, fix))
    return Clash(order.source, order.target, there[0] if there else "")


def _troops_able(source: str, number: str, army: Army, made: Sequence[Engagement]) -> list[str]:
    """Return which troops of a double-troop province can attack: the army's number, ``""``."""
    begun = {each.army for each in made if each.source == source}
    able = [number] if not army.down and (number not in begun or army.level > 1) else []
    return able if "" in begun else [*able, ""]


def why_not_attack(play: SwordsPlay, seat: str, aim: Clash) -> Problem | None:
    """Judge an attack as things stand (How to Declare a Battle; Special First Round Rule, M23).

    An army that calls a battle off may attack elsewhere (After Calling Off a Battle).
    """
    if not play.board.adjacent(aim.source, aim.target):
        message = why_not_next(play, seat, aim.target, aim.army, aim.source)
        return error("not-adjacent", message)
    owner = play.owner(aim.target)
    why = error if play.turn.letter == "B" else warning
    if owner == seat:
        return warning(OWN, f"{aim.target} is yours.")
    if play.is_ally(seat, owner):
        return ally_problem(aim.target, owner)
    if play.position.round == 1 and owner and play.army_in(aim.target):
        return why("first-round", f"An army stands in {aim.target}: not in the first round.")
    if aim.army:
        army = army_ready(play, seat, aim.army)
        if play.turn.attacks.get(aim.army, 0) >= army.level:
            message = f"Army {aim.army} has level {army.level}: it attacks that many times."
            return why("no-attack-left", message)
        if aim.army in play.turn.staying:
            return warning(STAYS, f"Army {aim.army} was told to stay.")
        if aim.target in play.turn.called_off.get(aim.army, ()):
            message = (
                f"Army {aim.army} called its battle for {aim.target} off: it attacks elsewhere."
            )
            return warning("called-off", message)
    return None


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
        made = _declare(play, seat, index, line, engagements)
        if made is not None:
            engagements.append(made)
        if made is not None and made.army:
            current = attacked[made.target] = made.army
    play.change_turn(engagements=tuple(engagements))


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


def _declare(
    play: SwordsPlay, seat: str, index: int, line: Line, made: list[Engagement]
) -> Engagement | None:
    """Declare the first alternative of a line that can be declared."""
    problem: Problem | None = None
    tried = 0
    for number, branch in enumerate(line.branches):
        if not play.holds(seat, branch.when):
            continue
        tried = number
        try:
            if isinstance(branch.order, Stay):
                stay(play, seat, branch.order)
                play.keep(seat, Outcome(line, "done", branch=number))
                return None
            aim = _first_battle(play, seat, branch.order, made)
        except ImpossibleError as impossible:
            problem = impossible.problem
            continue
        naval = play.board.by_sea(aim.source, aim.target)
        play.tell(Declared(seat=seat, **aim._asdict(), naval=naval))
        return Engagement(*aim, index, number)
    play.keep(seat, fail(line, tried, problem))
    return None


def _first_battle(play: SwordsPlay, seat: str, order: Order, made: list[Engagement]) -> Clash:
    """Judge an order that would declare a first battle. Raises ImpossibleError."""
    if isinstance(order, Advance):
        raise ImpossibleError(error("no-advance", "An army advances after its first battle."))
    if not isinstance(order, Attack | ArmyAttack):
        raise ImpossibleError(OTHER_MOMENT)
    aim = find_troop(play, seat, order, made)
    if not aim.army and any(e.source == aim.source and not e.army for e in made):
        raise ImpossibleError(error("one-attack", f"The force in {aim.source} attacks once."))
    forbid(why_not_attack(play, seat, aim))
    return aim


def conduct(play: SwordsPlay, seat: str) -> None:
    """Fight the battles in the order given, an army's all together."""
    lines = play.orders[seat].lines
    for engagement in play.turn.engagements:
        if not play.is_alive(seat):
            return
        line = lines[engagement.line]
        aim = Clash(engagement.source, engagement.target, engagement.army)
        came = attack(play, seat, aim)
        if isinstance(came, Problem):
            play.keep(seat, fail(line, engagement.branch, came))
        else:
            play.keep(seat, Outcome(line, came, branch=engagement.branch))
        if engagement.army:
            _go_on(play, seat, engagement.army, [lines[index] for index in engagement.then])


def _go_on(play: SwordsPlay, seat: str, number: str, lines: Iterable[Line]) -> None:
    """Let an army do what it was told after its first battle, then gain experience."""

    def judge(play: SwordsPlay, seat: str, order: Attack | ArmyAttack) -> Problem | None:
        entry = _entry_before(play, number, order)
        if entry:
            forbid(why_not_advance(play, seat, entry))
            return why_not_attack(play, seat, Clash(entry.target, order.target, number))
        aim = find_troop(play, seat, order)
        if aim.army != number:
            return warning("no-army", f"Army {number} is not in {aim.source}.")
        return why_not_attack(play, seat, aim)

    def do(play: SwordsPlay, seat: str, order: Attack | ArmyAttack) -> Problem | Word:
        entry = _entry_before(play, number, order)
        struck = advance(play, seat, entry) if entry else None
        return struck or attack(play, seat, find_troop(play, seat, order))

    rules: Rules = {
        Attack: Rule(judge, do),
        ArmyAttack: Rule(judge, do),
        **ADVANCE_RULES,
        Stay: Rule(lambda play, seat, order: None, stay),
    }
    for line in lines:
        if not play.is_alive(seat):
            return
        if number in play.turn.fallen:
            why = warning(FALLEN, f"Army {number} has fallen.")
            play.keep(seat, fail(line, 0, why))
        elif number in play.turn.staying:
            play.keep(seat, fail(line, 0, warning(STAYS, f"Army {number} was told to stay.")))
        else:
            carry_out(play, seat, line, rules)
    if number in play.turn.successful and play.is_alive(seat):
        gain_experience(play, seat, number)


def _entry_before(play: SwordsPlay, number: str, order: Attack | ArmyAttack) -> Advance | None:
    """Return the advance that an attack from the province just emptied takes for granted (M133)."""
    if isinstance(order, Attack) and play.turn.emptied.get(number) == order.source:
        return Advance(number, order.source)
    return None


def stay(play: SwordsPlay, seat: str, order: Stay) -> None:
    """Let an army fight and advance no more. Raises ImpossibleError if it is not there.

    One whose daimyo is assassinated stays anyhow.
    """
    if play.army(seat, order.army) is None:
        army_ready(play, seat, order.army)
    play.change_turn(staying=(*play.turn.staying, order.army))


WORDS: dict[Result, Word] = {"won": "won", "both": "lost", "lost": "lost", "off": "called off"}
"""What became of an attack; an attacker who falls with the last defender has lost his troop."""


def attack(play: SwordsPlay, seat: str, aim: Clash) -> Problem | Word:
    """Fight one battle if it still can be; an army may at least count an empty target (M8, M9).

    A declared battle whose target is the attacker's own by now counts as an attack too (M130).
    """
    moment = "attack", seat, aim.army, aim.target
    try:
        forbid(_why_not_fight(play, seat, aim))
        # The ninja may wait for this attack (Ninja As an Assassin; E7).
        strike_if(play, lambda m: (m.moment, m.victim, m.army, m.target) == moment)
        forbid(_why_not_fight(play, seat, aim))
    except ImpossibleError as impossible:
        problem = impossible.problem
        play.tell(Unfought(seat=seat, **aim._asdict(), why=problem.message))
        if aim.army and problem.code == OWN:
            _use_attack(play, aim.army)
        return replace(problem, undone=True)
    if aim.army:
        _use_attack(play, aim.army)
    if play.owner(aim.target):
        word = WORDS[_fight(play, seat, aim)]
        came: dict[str, Word] = {**play.turn.came, aim.target: word, "": word}
        if aim.army:
            came[f"army {aim.army}"] = word
        play.change_turn(came=came)
        return word
    play.tell(Unfought(seat=seat, **aim._asdict(), why="the province is empty"))
    _mark_emptied(play, aim)
    return "done"


def _use_attack(play: SwordsPlay, number: str) -> None:
    """Count one of an army's attacks; what it has emptied before is not entered any more."""
    turn = play.turn
    emptied = {army: place for army, place in turn.emptied.items() if army != number}
    attacks = {**turn.attacks, number: turn.attacks.get(number, 0) + 1}
    play.change_turn(emptied=emptied, attacks=attacks)


def _fight(play: SwordsPlay, seat: str, aim: Clash) -> Result:
    """Fight a battle and return its result; keep what it means for the rest of the army's turn."""
    outcome = fight(play, seat, aim)
    if outcome == "won":
        _mark_emptied(play, aim)
    elif outcome == "off" and aim.army:
        called_off = play.turn.called_off
        places = (*called_off.get(aim.army, ()), aim.target)
        play.change_turn(called_off={**called_off, aim.army: places})
    successful = play.turn.successful
    if aim.army and aim.army not in successful and outcome == "won":
        play.change_turn(successful=(*successful, aim.army))
    elif aim.army in successful and outcome in ("lost", "both"):
        # A daimyo who is recovered in the fallen one's place does not have his wins.
        rest = tuple(number for number in successful if number != aim.army)
        play.change_turn(successful=rest)
    return outcome


def _mark_emptied(play: SwordsPlay, aim: Clash) -> None:
    if aim.army:
        play.change_turn(emptied={**play.turn.emptied, aim.army: aim.target})


def _why_not_fight(play: SwordsPlay, seat: str, aim: Clash) -> Problem | None:
    """Say why a declared battle cannot be fought any more (M8)."""
    if not play.is_alive(seat):
        return warning("turn-over", "The turn had ended.")
    if aim.army:
        army = army_ready(play, seat, aim.army)
        if army.at != aim.source:
            return warning("no-army", f"Army {aim.army} is not in {aim.source}.")
    elif play.owner(aim.source) != seat or not play.has_force(aim.source):
        return warning("no-force", f"No force is left in {aim.source}.")
    if play.is_ally(seat, play.owner(aim.target)):
        return ally_problem(aim.target, play.owner(aim.target))
    if play.owner(aim.target) == seat:
        return warning(OWN, f"{aim.target} is the attacker’s own by now.")
    return None


def gain_experience(play: SwordsPlay, seat: str, number: str) -> None:
    """Move a successful daimyo's marker one hole (Moving a Successful Daimyo's Marker; M1)."""
    army = play.army(seat, number)
    if army is None or army.down:
        return
    if army.level == max(TRACK) and army.wins + 1 >= TRACK[army.level]:
        return
    wins = army.wins + 1
    rose = wins >= TRACK[army.level]
    level, wins = (army.level + 1, 0) if rose else (army.level, wins)
    play.change_army(seat, number, level=level, wins=wins)
    play.tell(Experienced(seat=seat, army=number, level=level, wins=wins, rose=rose))
