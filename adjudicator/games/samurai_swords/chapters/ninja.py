"""The ninja (Action 6): who hires him, whom he spies on, his mission, his strike, and revenge."""

from collections.abc import Callable
from itertools import takewhile

from msgspec import UNSET
from msgspec.structs import asdict, replace

from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.lines import Rule, Rules
from adjudicator.games.engine.problems import forbid
from adjudicator.games.samurai_swords.chapters.fall import eliminate, lose_daimyo
from adjudicator.games.samurai_swords.edition import NINJA_NEEDS, REVENGE_NEEDS
from adjudicator.games.samurai_swords.orders import ninja_orders
from adjudicator.games.samurai_swords.orders.orders import Spy
from adjudicator.games.samurai_swords.table import events
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Mission, Ninja, WarTurn, regulars, size
from adjudicator.games.samurai_swords.table.scenarios import Fate


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
    if play.is_ally(seat, order.victim):
        return error("spy-victim", f"{order.victim} is your ally: you know its plan.")
    if order.victim == seat or play.colour(order.victim).out:
        return error("spy-victim", f"{order.victim} has no plan to spy on.")
    return None


def name_victim(play: SwordsPlay, seat: str, order: Spy) -> None:
    """Name the seat to be spied on."""
    play.change(ninja=replace(play.position.ninja, spied=order.victim))


SPY_RULES: Rules = {Spy: Rule(why_no_spy, name_victim)}


# As an assassin


def why_no_mission(play: SwordsPlay, seat: str, order: ninja_orders.Strike) -> Problem | None:
    """The ninja must be held, for this round, and the victim be an enemy's daimyo (E1, M23)."""
    forbid(_why_no_moment(play, order))
    if not play.are_foes(seat, order.victim):
        return error("own-daimyo", "The ninja strikes an opponent's daimyo.")
    if play.position.round == 1:
        return error("first-round", "In the first round the ninja can only be hired to spy.")
    if play.position.ninja.holder != seat:
        return error("no-ninja", "You have not hired the ninja.")
    victim = play.colour(order.victim)
    if order.army not in victim.armies:
        why = error if victim.out else warning
        return why("no-army", f"{order.victim} has no army {order.army}.")
    return _why_too_late(play, mission_of(order))


def _why_no_moment(play: SwordsPlay, order: ninja_orders.Strike) -> Problem | None:
    """Not every moment is one of the edition's (E1, M72)."""
    edition, mission = play.edition, mission_of(order)
    code, title, whose = "strike-moment", edition.title, f"{mission.turn} phase"
    if mission.moment == "start" and mission.phase not in edition.strike_phases:
        message = f"In {title} the ninja cannot strike in phase C. The end of phase B comes before."
        fix = str(ninja_orders.StrikeAtEnd(order.army, order.victim, mission.turn, "B"))
        return error(code, message, fix)
    if mission.moment == "end" and mission.phase == "C":
        message = f"The ninja does not wait for the end of phase C: {whose} D begins with it."
        return error(
            code,
            message,
            str(ninja_orders.StrikeAtPhase(order.army, order.victim, mission.turn, "D")),
        )
    if mission.moment in ("attack", "round") and not edition.strike_at_any_time:
        message = f"In {title} the ninja strikes in phase A, B or D of a war turn only."
        return error(code, message)
    return None


def _why_too_late(play: SwordsPlay, mission: Mission) -> Problem | None:
    """The moment must still be able to come."""
    if mission.moment == "round":
        return None
    whose = mission.turn or ("" if mission.moment == "declaration" else mission.victim)
    if whose and play.colour(whose).out:
        return error("no-turn", f"{whose} is out of the game and has no turn.")
    active = play.position.active
    if not active:
        return None
    if whose and whose in takewhile(lambda seat: seat != active, play.position.turn_order):
        return error("moment-past", f"{whose} has waged war already this round.")
    last = play.position.turn_order[-1] == active
    if whose == active or (not whose and last):
        begun = BEGINS.get(play.position.phase, 0)
        if _comes_with(mission) < begun:
            return error("moment-past", f"That moment of {active}’s turn is past.")
    return None


BEGINS = {"march": 0, "fight": 1, "move": 2}
"""The steps of a war turn in three mails, in their order."""


def _comes_with(mission: Mission) -> int:
    """Return the last step of a war turn in which a mission can become due."""
    if mission.moment in ("start", "end"):
        return {"A": 0, "B": 1, "C": 1, "D": 2}[mission.phase]
    return 2 if mission.moment == "entry" else 1


def mission_of(order: ninja_orders.Strike) -> Mission:
    """Return the mission that an order gives."""
    fields = asdict(order)
    when = {name: fields[name] for name in ("turn", "phase", "target") if name in fields}
    return Mission(str(order), order.victim, order.army, moment=order.moment, **when)


def set_mission(play: SwordsPlay, seat: str, order: ninja_orders.Strike) -> None:
    """Give the ninja his mission."""
    play.change_colour(seat, mission=mission_of(order))


def clear_mission(play: SwordsPlay, seat: str, order: ninja_orders.NoStrike) -> None:
    """Take the mission back."""
    play.change_colour(seat, mission=None)


MISSION_RULES: Rules = {
    **{kind: Rule(why_no_mission, set_mission) for kind in ninja_orders.STRIKES},
    ninja_orders.NoStrike: Rule(lambda play, seat, order: None, clear_mission),
}


def strike_on_entry(play: SwordsPlay, seat: str, number: str, place: str) -> bool:
    """Let the ninja strike an army that has just entered a province; return whether it stops there.

    Two daimyos never share a province: where another army of its colour stands he waits until it
    has moved on (M95).
    """
    mission = _ambush(play, seat)
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
    strike_if(play, lambda mission: True)
    return play.army(seat, number) != before


def end_ambush(play: SwordsPlay, seat: str) -> None:
    """Let the ninja strike whom he could not while the armies moved (M95)."""
    if _ambush(play, seat) and (play.turn.stalked or play.ninja_dice):
        strike_if(play, lambda mission: True)
    play.change_turn(stalked="")


def is_ambush(play: SwordsPlay, seat: str) -> bool:
    """Whether the ninja waits for an army of a colour to enter a province."""
    return _ambush(play, seat) is not None


def _ambush(play: SwordsPlay, seat: str) -> Mission | None:
    """Return the ninja's mission if he waits for an army of that colour to enter a province."""
    hirer = play.position.ninja.holder
    mission = play.colour(hirer).mission if hirer and play.fate is None else None
    waits = mission and (mission.moment, mission.victim) == ("entry", seat)
    return mission if waits and play.is_alive(seat) else None


def strike_at_the_end(play: SwordsPlay) -> None:
    """Let the ninja strike when all war turns are over, if he waits for that (M72)."""
    play.change(turn=WarTurn())
    strike_if(play, lambda mission: mission.moment == "round")
    play.change(turn=UNSET)


def strike_if(play: SwordsPlay, due: Callable[[Mission], bool]) -> None:
    """Let the ninja strike if this is the moment that his mission names."""
    if play.fate is not None:
        strike_by_fate(play, play.fate)
        return
    hirer = play.position.ninja.holder
    mission = play.colour(hirer).mission if hirer else None
    if mission is None or play.over or not due(mission):
        return
    army = play.army(mission.victim, mission.army)
    play.change_colour(hirer, mission=None)
    if army is None or army.down:
        why = f"{mission.victim} had no army {mission.army} to strike at"
        play.tell(events.NinjaFailed(to=(hirer,), seat=hirer, why=why))
        return
    strike(play, hirer, mission)


def strike_by_fate(play: SwordsPlay, fate: Fate) -> None:
    """In a rehearsal: let him succeed where that is assumed; nobody is eliminated by it."""
    seat = play.turn.seat
    for number in fate.struck if play.turn.letter == fate.letter else ():
        army = play.army(seat, number)
        if army is not None and regulars(army):
            play.change_army(seat, number, down=True)
        elif army is not None:
            lose_daimyo(play, seat, number, "assassinated")


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
