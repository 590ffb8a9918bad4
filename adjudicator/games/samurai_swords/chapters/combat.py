"""Fighting one declared battle: who takes part, when it is called off, what it leaves behind."""

from functools import lru_cache
from typing import NamedTuple

from adjudicator.chance import Course
from adjudicator.games.samurai_swords.chapters import battle
from adjudicator.games.samurai_swords.chapters.fall import eliminate, lose_daimyo, vacate_if_empty
from adjudicator.games.samurai_swords.chapters.muster import bonus_at, reveal_ronin
from adjudicator.games.samurai_swords.orders import war_orders
from adjudicator.games.samurai_swords.table.events import Fought, Result, Troops
from adjudicator.games.samurai_swords.table.play import DefiniteAttack, Fate, SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, Troop, all_units

OUTNUMBERED = "outnumbered"
"""Why a battle without a policy is called off (M28). What a policy says stays its seat's secret."""


IN_PLACE_OF_DEFAULT = (
    war_orders.FightOn,
    war_orders.CallOffOutnumbered,
    war_orders.CallOffOdds,
)
TRIFLE = 1e-6
"""How far a chance, in percent, may be off by the rounding of numbers."""


class Policies(NamedTuple):
    """When an attacker stops a battle."""

    followed: tuple[war_orders.Stop, ...]
    """The policies for it, the first that applies first."""
    outnumbered: bool
    """Whether he stops too if he has fewer units than the defender (M28)."""
    attacker: battle.Host
    """Both sides as they meet."""
    defender: battle.Host

    @property
    def passes(self) -> int:
        """The most passes that are fought; 0: as many as it takes."""
        limits = [
            each.passes for each in self.followed if isinstance(each, war_orders.CallOffAfter)
        ]
        return min(limits, default=0)

    def why(self, ours: str, theirs: str, passes: int) -> str:
        """Say why he stops now, given what is left of both sides, or ``""``."""
        for policy in self.followed:
            if self._stops(policy, ours, theirs, passes):
                return str(policy)
        return OUTNUMBERED if self.outnumbered and len(ours) < len(theirs) else ""

    def _stops(self, policy: war_orders.Stop, ours: str, theirs: str, passes: int) -> bool:
        left, enemies = len(ours), len(theirs)
        match policy:
            case war_orders.CallOffAfter(limit):
                return passes >= limit
            case war_orders.CallOffLost(lost):
                return len(self.attacker.word) - left >= lost
            case war_orders.CallOffLeft(least):
                return left <= least
            case war_orders.CallOffOutnumbered(more):
                return left + more <= enemies
            case war_orders.CallOffOdds(percent):
                slain = len(self.defender.word) - enemies
                there = self.defender.after(slain).in_default_order().word
                return 100 * battle.chance_to_win(ours, there) < percent - TRIFLE
            case war_orders.CallOffAlone():
                return battle.DAIMYO in ours and left - 1 <= enemies
        return False


def fight(play: SwordsPlay, seat: str, clash: DefiniteAttack) -> Result:
    """Fight a battle with an army or a force, and return its outcome.

    All hidden ronin show themselves. In a rehearsal it ends as is assumed.
    """
    if play.fate is not None:
        return fight_by_fate(play, play.fate, seat, clash)
    source, target, number = clash
    reveal_ronin(play, source, army=bool(number), force=not number)
    reveal_ronin(play, target)
    enemy, naval = play.owner(target), play.board.by_sea(source, target)
    attacker, defender = attackers(play, seat, clash), defenders(play, target)
    bout = battle.Battle(attacker, defender, play.chance, f"{source} attacks {target}")
    policies = call_off(play, seat, clash, attacker, defender)
    if isinstance(play.chance, Course):
        bout.end(*play.chance.choose(ends_of(policies, naval)))
    else:
        bout.fight(naval, policies.why)
    ours, theirs = bout.survivors()
    if defender.bonus:
        play.change_turn(bonus={**play.turn.bonus, target: theirs.bonus})
    outcome = bout.result()
    play.tell(
        Fought(
            seat=seat,
            source=source,
            target=target,
            attackers=_troops(seat, attacker),
            defenders=_troops(enemy, defender),
            passes=tuple(bout.passes),
            outcome=outcome,
            naval=naval,
            why=bout.why if bout.why == OUTNUMBERED else "",
            attackers_left=battle.counts_of(ours.word),
            defenders_left=battle.counts_of(theirs.word),
            success=outcome == "won",
        )
    )
    write_back(play, seat, source, ours)
    write_back(play, enemy, target, theirs)
    eliminate(play, [(enemy, seat), (seat, enemy)])
    return outcome


@lru_cache(maxsize=1 << 10)
def ends_of(policies: Policies, naval: bool) -> battle.Spread:
    """Return with how many losses on either side a battle may end, and how likely each is."""
    ours, theirs = policies.attacker.word, policies.defender.word

    def stops(lost: int, slain: int, passes: int) -> bool:
        return bool(policies.why(ours[lost:], theirs[slain:], passes))

    return battle.endings(ours, theirs, naval, stops, passes=policies.passes)


def fight_by_fate(play: SwordsPlay, fate: Fate, seat: str, clash: DefiniteAttack) -> Result:
    """In a rehearsal: end a battle as is assumed. Its seat is never eliminated by it."""
    play.unsure = True
    reveal_ronin(play, clash.source, army=bool(clash.army), force=not clash.army)
    enemy = play.owner(clash.target)
    attacker = attackers(play, seat, clash)
    defender = defenders(play, clash.target)
    ending = fate.ending(play, seat, clash, attacker, defender)
    most = len(attacker.word)
    losses = most if ending.word == "lost" else min(most - 1, ending.losses)
    write_back(play, seat, clash.source, attacker.after(losses))
    if ending.word != "won":
        return ending.word
    write_back(play, enemy, clash.target, defender.after(len(defender.word)))
    eliminate(play, [(enemy, seat)])
    return "won"


def attackers(play: SwordsPlay, seat: str, clash: DefiniteAttack) -> battle.Host:
    """Return the troop that attacks."""
    record, number = play.colour(seat), clash.army
    there = (number, record.armies[number]) if number else None
    body = _army_body(*there) if there else _body(play.province(clash.source))
    return battle.Host((body,), record.policy.sacrifice(clash.target).casualties)


def defenders(play: SwordsPlay, target: str) -> battle.Host:
    """All units in the province defend together (Phase C; Special Defender Advantages)."""
    land = play.province(target)
    wanted = play.colour(land.owner).policy.sacrifice(target)
    there = play.army_in(target)
    bodies = [_body(land)]
    if there:
        bodies.insert(0 if wanted.pool == "army" else 1, _army_body(*there))
    return battle.Host(tuple(bodies), wanted.casualties, *bonus_at(play, target))


def _body(troop: Troop) -> battle.BattleBody:
    return battle.BattleBody(tuple(all_units(troop).values()))


def _army_body(number: str, army: Army) -> battle.BattleBody:
    return _body(army)._replace(army=number, daimyo=True, down=army.down)


def _troops(seat: str, host: battle.Host) -> Troops:
    led = next((body for body in host.bodies if body.army), battle.BattleBody(()))
    bonus_unit = host.bonus_unit if host.bonus else ""
    return Troops(
        seat, battle.counts_of(host.word), *led[1:], bonus=host.bonus, bonus_unit=bonus_unit
    )


def write_back(play: SwordsPlay, seat: str, place: str, host: battle.Host) -> None:
    """Write what is left of a host to the board; armies and provinces that are empty are lost."""
    for body in host.bodies:
        if not body.army:
            play.change_province(place, **body.counts())
            continue
        play.change_army(seat, body.army, **body.counts())
        if not body.daimyo or (body.down and not any(body.units)):
            lose_daimyo(play, seat, body.army, "disrupted" if body.down else "battle")
    vacate_if_empty(play, place)


def call_off(
    play: SwordsPlay, seat: str, clash: DefiniteAttack, attacker: battle.Host, defender: battle.Host
) -> Policies:
    """Return when the attacker stops this battle.

    Policies that name the battle take the place of those for all, and of the default: to stop when
    he has fewer units than the defender. Of those for all only such as speak of strength, of odds
    or of the end do (M28, M101).
    """
    stops = list(play.wishes(seat, war_orders.Stop))
    mine = [stop for stop in stops if _is_about(stop, clash.source, clash.target)]
    policies = mine or [stop for stop in stops if not stop.target and not stop.source]
    open_end = bool(mine) or any(isinstance(stop, IN_PLACE_OF_DEFAULT) for stop in policies)
    followed = tuple(stop for stop in policies if not isinstance(stop, war_orders.FightOn))
    return Policies(followed, not open_end, attacker, defender)


def _is_about(stop: war_orders.Stop, source: str, target: str) -> bool:
    if not stop.target and not stop.source:
        return False
    return stop.target in ("", target) and stop.source in ("", source)
