"""The ninja (Action 6): who hires him, whom he spies on, his mission, his strike, and revenge."""

from collections.abc import Callable
from itertools import takewhile

from msgspec.structs import replace

from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.lines import Rule, Rules
from adjudicator.games.samurai_swords import events
from adjudicator.games.samurai_swords.edition import NINJA_NEEDS, REVENGE_NEEDS, SIDES
from adjudicator.games.samurai_swords.fall import eliminate, lose_daimyo
from adjudicator.games.samurai_swords.fates import Strike
from adjudicator.games.samurai_swords.orders import NoStrike, Spy, StrikeAtPhase, StrikeOnAttack
from adjudicator.games.samurai_swords.play import SwordsPlay
from adjudicator.games.samurai_swords.position import Mission, Ninja, regulars, size


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


def why_no_spy(play: SwordsPlay, seat: str, order: Spy) -> Problem | None:
    """The seat must hold the ninja from the round before, and spy on another living seat."""
    if play.position.ninja.holder != seat:
        return error("no-ninja", "You do not have the ninja.")
    if play.are_allied(seat, order.victim):
        return error("spy-victim", f"{order.victim} is your ally: you know its plan.")
    if order.victim == seat or play.colour(order.victim).out:
        return error("spy-victim", f"{order.victim} has no plan to spy on.")
    return None


def name_victim(play: SwordsPlay, seat: str, order: Spy) -> None:
    """Name the seat to be spied on."""
    play.change(ninja=replace(play.position.ninja, spied=order.victim))


SPY_RULES: Rules = {Spy: Rule(why_no_spy, name_victim)}


# As an assassin


def why_no_mission(
    play: SwordsPlay, seat: str, order: StrikeAtPhase | StrikeOnAttack
) -> Problem | None:
    """The ninja must be held, for this round, and the victim be an enemy's daimyo (E1, M23)."""
    edition = play.edition
    if isinstance(order, StrikeOnAttack) and not edition.strike_on_attack:
        message = f"In {edition.title} the ninja strikes at the start of phase A, B or D only."
        return error("strike-moment", message)
    if isinstance(order, StrikeAtPhase) and order.phase not in edition.strike_phases:
        message = f"In {edition.title} the ninja cannot strike in phase C."
        return error("strike-moment", message)
    if not play.are_foes(seat, order.victim):
        return error("own-daimyo", "The ninja strikes an opponent's daimyo.")
    if play.position.round == 1:
        return error("first-round", "In the first round the ninja can only be hired to spy.")
    if play.position.ninja.holder != seat:
        return error("no-ninja", "You have not hired the ninja.")
    return _why_no_victim(play, order)


def _why_no_victim(play: SwordsPlay, order: StrikeAtPhase | StrikeOnAttack) -> Problem | None:
    victim = play.colour(order.victim)
    if order.army not in victim.armies:
        why = error if victim.out else warning
        return why("no-army", f"{order.victim} has no army {order.army}.")
    turn = order.turn if isinstance(order, StrikeAtPhase) else order.victim
    if play.colour(turn).out:
        return error("no-turn", f"{turn} is out of the game and has no turn.")
    active = play.position.active
    if active and turn in takewhile(lambda seat: seat != active, play.position.turn_order):
        return error("moment-past", f"{turn} has waged war already this round.")
    return None


def set_mission(play: SwordsPlay, seat: str, order: StrikeAtPhase | StrikeOnAttack) -> None:
    """Give the ninja his mission."""
    mission = Mission(str(order), order.victim, order.army)
    if isinstance(order, StrikeAtPhase):
        mission = replace(mission, turn=order.turn, phase=order.phase)
    else:
        mission = replace(mission, target=order.target)
    play.change_colour(seat, mission=mission)


def clear_mission(play: SwordsPlay, seat: str, order: NoStrike) -> None:
    """Take the mission back."""
    play.change_colour(seat, mission=None)


MISSION_RULES: Rules = {
    StrikeAtPhase: Rule(why_no_mission, set_mission),
    StrikeOnAttack: Rule(why_no_mission, set_mission),
    NoStrike: Rule(lambda play, seat, order: None, clear_mission),
}


def strike_if(play: SwordsPlay, due: Callable[[Mission], bool]) -> None:
    """Let the ninja strike if this is the moment that his mission names."""
    if play.fate is not None:
        strike_by_fate(play, play.fate.strike)
        return
    hirer = play.position.ninja.holder
    mission = play.colour(hirer).mission if hirer else None
    if mission is None or not due(mission):
        return
    army = play.army(mission.victim, mission.army)
    play.change_colour(hirer, mission=None)
    if army is None or army.down:
        why = f"{mission.victim} had no army {mission.army} to strike at"
        play.tell(events.NinjaFailed(to=(hirer,), seat=hirer, why=why))
        return
    strike(play, hirer, mission)


def strike_by_fate(play: SwordsPlay, struck: Strike | None) -> None:
    """In a rehearsal: let him succeed where that is assumed; nobody is eliminated by it."""
    if struck is None or play.turn.letter != struck.letter:
        return
    army = play.army(struck.seat, struck.army)
    if army is not None and regulars(army):
        play.change_army(struck.seat, struck.army, down=True)
    elif army is not None:
        lose_daimyo(play, struck.seat, struck.army, "assassinated")


def strike(play: SwordsPlay, hirer: str, mission: Mission) -> None:
    """Roll for the assassination; if it fails, for the victim's revenge."""
    victim = mission.victim
    die = play.chance.dice(1, SIDES, "ninja")[0]
    success = die <= NINJA_NEEDS
    play.change(ninja=Ninja())
    play.tell(events.NinjaStruck(hirer, victim, mission.army, die, success))
    if success:
        assassinate(play, victim, mission.army, by=hirer)
        return
    die = play.chance.dice(1, SIDES, "revenge")[0]
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
