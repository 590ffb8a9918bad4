"""Fighting one declared battle: who takes part, when it is called off, what it leaves behind."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords.chapters.battle import (
    Battle,
    Body,
    Host,
    Stage,
    Stages,
    in_default_order,
    stages_of,
)
from adjudicator.games.samurai_swords.chapters.castles import bonus_at
from adjudicator.games.samurai_swords.chapters.fall import eliminate, lose_daimyo, vacate_if_empty
from adjudicator.games.samurai_swords.chapters.odds import chance_to_win
from adjudicator.games.samurai_swords.chapters.ronin import reveal_ronin
from adjudicator.games.samurai_swords.orders import war_orders
from adjudicator.games.samurai_swords.table.events import Fought, Result, Troops
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, all_units
from adjudicator.games.samurai_swords.table.scenarios import Clash, Fate

OUTNUMBERED = "outnumbered"
"""Why a battle without a policy is called off (M28). What a policy says stays its seat's secret."""


IN_PLACE_OF_DEFAULT = (
    war_orders.FightOn,
    war_orders.CallOffOutnumbered,
    war_orders.CallOffOdds,
)
TRIFLE = 1e-6
"""How far a chance, in percent, may be off by the rounding of numbers."""


class Policies(Struct, frozen=True):
    """When an attacker stops a battle."""

    followed: tuple[war_orders.Stop, ...]
    """The policies for it, the first that applies first."""
    outnumbered: bool
    """Whether he stops too if he has fewer units than the defender (M28)."""
    began: int
    """How many units he had as it began."""

    @property
    def passes(self) -> int:
        """The most passes that are fought; 0: as many as it takes."""
        limits = [
            each.passes for each in self.followed if isinstance(each, war_orders.CallOffAfter)
        ]
        return min(limits, default=0)

    def why(self, attacker: Stage, defender: Stage, passes: int) -> str:
        """Say why he stops now, or ``""``."""
        for policy in self.followed:
            if _stops(policy, attacker, defender, passes, self.began):
                return str(policy)
        return OUTNUMBERED if self.outnumbered and attacker.left < defender.left else ""


class Meeting(NamedTuple):
    """A battle that is about to be fought: who stands where, and when it is called off."""

    seat: str
    enemy: str
    clash: Clash
    attacker: Stages
    defender: Stages
    naval: bool
    call_off: Policies

    def fight(self, chance: Chance, brief: bool = False) -> Battle:
        """Fight it, which changes nothing but the battle that is returned."""
        label = f"{self.clash.source} attacks {self.clash.target}"
        battle = Battle(self.attacker, self.defender, chance, label, brief)
        battle.fight(self.naval, self.call_off.why)
        return battle


def fight(play: SwordsPlay, seat: str, clash: Clash) -> Result:
    """Fight a battle with an army or a force, and return its outcome.

    In a rehearsal it ends as is assumed.
    """
    reveal_ronin(play, clash.source, army=bool(clash.army), force=not clash.army)
    if play.fate is not None:
        return fight_by_fate(play, play.fate, seat, clash)
    meeting = meet(play, seat, clash)
    return settle(play, meeting, meeting.fight(play.chance, play.brief))


def meet(play: SwordsPlay, seat: str, clash: Clash) -> Meeting:
    """Let the sides of a battle meet; all hidden ronin show themselves."""
    source, target, number = clash
    reveal_ronin(play, source, army=bool(number), force=not number)
    reveal_ronin(play, target)
    attacker = stages_of(attackers(play, seat, source, target, number))
    stops = orders_to_stop(play, seat)
    return Meeting(
        seat=seat,
        enemy=play.owner(target),
        clash=clash,
        attacker=attacker,
        defender=stages_of(defenders(play, target)),
        naval=play.board.by_sea(source, target),
        call_off=call_off(stops, source, target, attacker[0].left),
    )


def settle(play: SwordsPlay, meeting: Meeting, battle: Battle) -> Result:
    """Tell what came of a battle, write it to the board, and return its outcome."""
    seat, enemy, (source, target, _) = meeting[:3]
    attacker, defender = (stage.host for stage in battle.sides())
    outcome = outcome_of(battle)
    defended = _troops(enemy, meeting.defender[0].host)
    if defended.bonus:
        play.change_turn(bonus={**play.turn.bonus, target: defender.bonus})
    play.tell(
        Fought(
            seat=seat,
            source=source,
            target=target,
            attackers=_troops(seat, meeting.attacker[0].host),
            defenders=defended,
            passes=tuple(battle.passes),
            outcome=outcome,
            naval=meeting.naval,
            why=battle.why if battle.why == OUTNUMBERED else "",
            attackers_left=attacker.counts(),
            defenders_left=defender.counts(),
            success=outcome == "won",
        )
    )
    write_back(play, seat, source, attacker)
    write_back(play, enemy, target, defender)
    eliminate(play, [(enemy, seat), (seat, enemy)])
    return outcome


def fight_by_fate(play: SwordsPlay, fate: Fate, seat: str, clash: Clash) -> Result:
    """In a rehearsal: end a battle as is assumed. Its seat is never eliminated by it."""
    play.unsure = True
    enemy = play.owner(clash.target)
    attacker = attackers(play, seat, *clash)
    defender = defenders(play, clash.target)
    ending = fate.ending(play, seat, clash, attacker, defender)
    most = attacker.standing() - (ending.word != "lost")
    attacker.lose(min(most, ending.losses))
    write_back(play, seat, clash.source, attacker)
    if ending.word != "won":
        return ending.word
    defender.lose(defender.standing())
    write_back(play, enemy, clash.target, defender)
    eliminate(play, [(enemy, seat)])
    return "won"


def attackers(play: SwordsPlay, seat: str, source: str, target: str, number: str) -> Host:
    """Return the army of that number, or the force of the source, as it attacks the target."""
    record = play.colour(seat)
    casualties = record.policy.sacrifice(target).casualties
    if number:
        return Host([_army_body(number, record.armies[number])], casualties)
    return Host([Body(all_units(play.province(source)))], casualties)


def defenders(play: SwordsPlay, target: str) -> Host:
    """All units in the province defend together (Phase C; Special Defender Advantages)."""
    land = play.province(target)
    wanted = play.colour(land.owner).policy.sacrifice(target)
    there = play.army_in(target)
    bodies = [Body(all_units(land))]
    if there:
        bodies.insert(0 if wanted.pool == "army" else 1, _army_body(*there))
    bonus, unit = bonus_at(play, target)
    return Host(bodies, wanted.casualties, bonus, unit)


def _army_body(number: str, army: Army) -> Body:
    return Body(all_units(army), army=number, daimyo=True, down=army.down)


def _troops(seat: str, host: Host) -> Troops:
    army = next((body for body in host.bodies if body.army), None)
    return Troops(
        seat=seat,
        units=host.counts(),
        army=army.army if army else "",
        daimyo=bool(army and army.daimyo),
        down=bool(army and army.down),
        bonus=host.bonus,
        bonus_unit=host.bonus_unit if host.bonus else "",
    )


def outcome_of(battle: Battle) -> Result:
    """Return how a battle ended for the attacker."""
    attacker, defender = battle.sides()
    if not attacker.left and not defender.left:
        return "both"
    return "won" if not defender.left else "lost" if not attacker.left else "off"


def write_back(play: SwordsPlay, seat: str, place: str, host: Host) -> None:
    """Write what is left of a host to the board; armies and provinces that are empty are lost."""
    for body in host.bodies:
        if not body.army:
            play.change_province(place, **body.units)
            continue
        play.change_army(seat, body.army, **body.units)
        if not body.daimyo or not body.standing():
            lose_daimyo(play, seat, body.army, "disrupted" if body.down else "battle")
    vacate_if_empty(play, place)


def orders_to_stop(play: SwordsPlay, seat: str) -> list[war_orders.Stop]:
    """Return what is to be followed when calling off a battle that begins now."""
    found: list[Any] = []
    for line in play.lines(seat, *war_orders.STOPS):
        branch = next((each for each in line.branches if play.holds(seat, each.when)), None)
        if branch is not None and isinstance(branch.order, war_orders.Stop):
            found.append(branch.order)
    return found


def call_off(stops: Sequence[war_orders.Stop], source: str, target: str, began: int) -> Policies:
    """Return when the attacker stops this battle.

    Policies that name the battle take the place of those for all, and of the default: to stop when
    he has fewer units than the defender. Of those for all only such as speak of strength, of odds
    or of the end do (M28, M101).
    """
    mine = [stop for stop in stops if _is_about(stop, source, target)]
    policies = mine or [stop for stop in stops if not stop.target and not stop.source]
    open_end = bool(mine) or any(isinstance(stop, IN_PLACE_OF_DEFAULT) for stop in policies)
    followed = tuple(stop for stop in policies if not isinstance(stop, war_orders.FightOn))
    return Policies(followed, not open_end, began)


def _is_about(stop: war_orders.Stop, source: str, target: str) -> bool:
    if not stop.target and not stop.source:
        return False
    return stop.target in ("", target) and stop.source in ("", source)


def _stops(
    policy: war_orders.Stop, attacker: Stage, defender: Stage, passes: int, began: int
) -> bool:
    left = attacker.left
    match policy:
        case war_orders.CallOffAfter(limit):
            return passes >= limit
        case war_orders.CallOffLost(lost):
            return began - left >= lost
        case war_orders.CallOffLeft(least):
            return left <= least
        case war_orders.CallOffOutnumbered(more):
            return left + more <= defender.left
        case war_orders.CallOffOdds(percent):
            theirs = in_default_order(defender)
            return 100 * chance_to_win(attacker.word, theirs.word) < percent - TRIFLE
        case war_orders.CallOffAlone():
            return attacker.led and left - 1 <= defender.left
    return False
