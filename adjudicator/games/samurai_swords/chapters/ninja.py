"""The ninja (Action 6): who hires him, whom he spies on, his mission, his strike, and revenge."""

from itertools import takewhile

from msgspec import UNSET
from msgspec.structs import asdict, replace

from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.samurai_swords.chapters.fall import eliminate, lose_daimyo
from adjudicator.games.samurai_swords.edition import NINJA_NEEDS, REVENGE_NEEDS
from adjudicator.games.samurai_swords.orders import missions
from adjudicator.games.samurai_swords.orders.orders import Spy
from adjudicator.games.samurai_swords.reasons import reason, refuse
from adjudicator.games.samurai_swords.table import events
from adjudicator.games.samurai_swords.table.play import SwordsPlay, past_steps
from adjudicator.games.samurai_swords.table.position import Mission, Ninja, WarTurn, regulars, size


def hire_ninja(play: SwordsPlay) -> None:
    """Let the single highest bidder hire the ninja; a tie hires nobody (Action 6)."""
    bids = {s: p.ninja for s in play.survivors() if (p := play.colour(s).plan) and p.ninja}
    play.change(ninja=Ninja())
    if not bids:
        return
    best = max(bids.values())
    top = tuple(seat for seat, bid in bids.items() if bid == best)
    if len(top) > 1:
        play.tell(events.NinjaHired(bid=best, tied=top))
        return
    play.change(ninja=Ninja(holder=top[0]))
    play.tell(events.NinjaHired(seat=top[0], bid=best))


# As a spy


def name_victim(play: SwordsPlay, seat: str, order: Spy) -> Deed:
    """Let the ninja, if he is held from the round before, spy on another living seat."""
    if play.position.ninja.holder != seat:
        refuse("no-ninja")
    if play.is_ally(seat, order.victim):
        refuse("spy-victim.ally", seat=order.victim)
    if order.victim == seat or play.colour(order.victim).out:
        refuse("spy-victim", seat=order.victim)
    yield
    play.change(ninja=replace(play.position.ninja, spied=order.victim))


SPY_RULES: Rules = {Spy: name_victim}


# As an assassin


def set_mission(play: SwordsPlay, seat: str, order: missions.Strike) -> Deed:
    """Give the ninja his mission: for this round, against an enemy's daimyo (E1, M23)."""
    mission = mission_of(order)
    _check_moment(play, order, mission)
    if not play.are_foes(seat, order.victim):
        refuse("own-daimyo")
    if play.position.round == 1:
        refuse("first-round.ninja")
    if play.position.ninja.holder != seat:
        refuse("no-ninja.hired")
    if order.army not in play.colour(order.victim).armies:
        refuse("no-army.of-seat", seat=order.victim, army=order.army)
    _check_in_time(play, mission)
    yield
    play.change_colour(seat, mission=mission)


def _check_moment(play: SwordsPlay, order: missions.Strike, mission: Mission) -> None:
    """Not every moment is one of the edition's (E1, M72)."""
    title, moment = play.edition.title, mission.moment
    who = order.army, order.victim, mission.turn
    if moment == "start" and mission.phase not in play.edition.strike_phases:
        refuse("strike-moment.in-phase-c", str(missions.StrikeAtEnd(*who, "B")), edition=title)
    if moment == "end" and mission.phase == "C":
        fix = str(missions.StrikeAtPhase(*who, "D"))
        refuse("strike-moment.end-of-phase-c", fix, seat=mission.turn)
    if moment in ("attack", "round") and not play.edition.strike_at_any_time:
        refuse("strike-moment", edition=title)


def _check_in_time(play: SwordsPlay, mission: Mission) -> None:
    """The moment must still be able to come."""
    if mission.moment == "round":
        return
    whose = mission.turn or ("" if mission.moment == "declaration" else mission.victim)
    if whose and play.colour(whose).out:
        refuse("no-turn", seat=whose)
    active = play.position.active
    if not active:
        return
    if whose and whose in takewhile(lambda seat: seat != active, play.position.turn_order):
        refuse("moment-past", seat=whose)
    last = play.position.turn_order[-1] == active
    begun = len(past_steps(play))
    if (whose == active or (not whose and last)) and _comes_with(mission) < begun:
        refuse("moment-past.of-turn", seat=active)


def _comes_with(mission: Mission) -> int:
    """Return the last step of a war turn in which a mission can become due."""
    if mission.moment in ("start", "end"):
        return {"A": 0, "B": 1, "C": 1, "D": 2}[mission.phase]
    return 2 if mission.moment == "entry" else 1


def mission_of(order: missions.Strike) -> Mission:
    """Return the mission that an order gives."""
    fields = asdict(order)
    when = {name: fields[name] for name in ("turn", "phase", "target") if name in fields}
    return Mission(str(order), order.victim, order.army, moment=order.moment, **when)


def clear_mission(play: SwordsPlay, seat: str, order: missions.NoStrike) -> Deed:
    """Take the mission back."""
    yield
    play.change_colour(seat, mission=None)


MISSION_RULES: Rules = {
    **dict.fromkeys(missions.STRIKES, set_mission),
    missions.NoStrike: clear_mission,
}


def strike_on_entry(play: SwordsPlay, seat: str, number: str, place: str) -> bool:
    """Let the ninja strike an army that has just entered a province; return whether it stops there.

    Two daimyos never share a province: where another army of its colour stands he waits until it
    has moved on (M95).
    """
    mission = ambush(play, seat)
    after_battle = play.turn.letter == "C" and not play.edition.strike_at_any_time
    if mission is None or mission.army != number or play.ambush_off or after_battle:
        return False
    if mission.target != place and play.turn.stalked != number:
        return False
    armies = play.colour(seat).armies
    if any(army.at == place for other, army in armies.items() if other != number):
        play.change_turn(stalked=number)
        return False
    before = armies[number]
    strike_at(play, "entry")
    return play.army(seat, number) != before


def end_ambush(play: SwordsPlay, seat: str) -> None:
    """Let the ninja strike whom he could not while the armies moved (M95)."""
    if ambush(play, seat) and (play.turn.stalked or play.ninja_dice):
        strike_at(play, "entry")


def ambush(play: SwordsPlay, seat: str) -> Mission | None:
    """Return the ninja's mission if he waits for an army of that colour to enter a province."""
    hirer = play.position.ninja.holder
    mission = play.colour(hirer).mission if hirer and play.fate is None else None
    waits = mission and (mission.moment, mission.victim) == ("entry", seat)
    return mission if waits and play.is_alive(seat) else None


def strike_at_the_end(play: SwordsPlay) -> None:
    """Let the ninja strike when all war turns are over, if he waits for that (M72)."""
    play.change(turn=WarTurn())
    strike_at(play, "round")
    play.change(turn=UNSET)


def strike_at(play: SwordsPlay, moment: str, **fields: str) -> bool:
    """Let the ninja strike if his mission waits for this moment; return whether it does.

    The ``fields`` of the mission say more of the moment: whose turn, which phase, which province.
    """
    hirer = play.position.ninja.holder
    mission = play.colour(hirer).mission if hirer and play.fate is None else None
    if mission is None or play.over or mission.moment != moment:
        return False
    if any(getattr(mission, name) != value for name, value in fields.items()):
        return False
    army = play.army(mission.victim, mission.army)
    play.change_colour(hirer, mission=None)
    if army is None or army.down:
        why = reason("nobody-to-strike", seat=mission.victim, army=mission.army)
        play.tell(events.NinjaFailed(to=(hirer,), seat=hirer, why=str(why)))
    else:
        strike(play, hirer, mission)
    return True


def strike(play: SwordsPlay, hirer: str, mission: Mission) -> None:
    """Roll for the assassination; if it fails, for the victim's revenge."""
    victim = mission.victim
    die = play.roll_for_ninja("ninja")
    success = die <= NINJA_NEEDS
    play.change(ninja=Ninja())
    play.tell(events.NinjaStruck(hirer, victim, mission.army, die, success))
    if success:
        assassinate(play, victim, mission.army, by=hirer)
        return
    die = play.roll_for_ninja("revenge")
    target = revenge_target(play, victim, hirer) if die >= REVENGE_NEEDS else ""
    play.tell(events.RevengeTaken(seat=victim, on=hirer, die=die, army=target))
    if target:
        assassinate(play, hirer, target, by=victim)


def revenge_target(play: SwordsPlay, victim: str, hirer: str) -> str:
    """Return the hirer's daimyo that the victim strikes: as he prefers, else the most dangerous."""
    armies = {n: a for n, a in play.colour(hirer).armies.items() if not a.down}
    if not armies:
        return ""
    policy = play.colour(victim).policy
    named = (*policy.revenge_on.get(hirer, ()), *policy.revenge)
    wishes = [number for number in named if number in armies]
    if wishes:
        return wishes[0]
    return max(sorted(armies), key=lambda number: (armies[number].level, size(armies[number])))


def assassinate(play: SwordsPlay, seat: str, number: str, by: str) -> None:
    """Lay a daimyo down; one without other units is lost at once (The Assassinated Daimyo)."""
    if regulars(play.colour(seat).armies[number]):
        play.change_army(seat, number, down=True)
        return
    lose_daimyo(play, seat, number, "assassinated")
    eliminate(play, [(seat, by)])
