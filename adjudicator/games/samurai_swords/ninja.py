"""The ninja as an assassin, and revenge (Action 6)."""

from collections.abc import Callable

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords.edition import NINJA_NEEDS, REVENGE_NEEDS, SIDES
from adjudicator.games.samurai_swords.events import NinjaFailed, NinjaStruck, RevengeTaken
from adjudicator.games.samurai_swords.fall import eliminations, lose_daimyo
from adjudicator.games.samurai_swords.position import Mission, Ninja, regulars, size
from adjudicator.games.samurai_swords.state import State, replace


def strike_if(state: State, chance: Chance, due: Callable[[Mission], bool]) -> None:
    """Let the ninja strike if this is the moment that his mission names."""
    hirer = state.ninja.holder
    mission = state.seats[hirer].mission if hirer else None
    if mission is None or not due(mission):
        return
    army = state.seats[mission.victim].armies.get(mission.army)
    state.set_seat(hirer, mission=None)
    if army is None or army.down:
        why = f"{mission.victim} had no army {mission.army} to strike at"
        state.tell(NinjaFailed(to=(hirer,), seat=hirer, why=why))
        return
    strike(state, chance, hirer, mission)


def strike(state: State, chance: Chance, hirer: str, mission: Mission) -> None:
    """Roll for the assassination; if it fails, for the victim's revenge."""
    victim = mission.victim
    die = chance.dice(1, SIDES, "ninja")[0]
    success = die <= NINJA_NEEDS
    state.ninja = Ninja()
    state.tell(NinjaStruck(seat=hirer, victim=victim, army=mission.army, die=die, success=success))
    if success:
        assassinate(state, victim, mission.army, by=hirer)
        return
    die = chance.dice(1, SIDES, "revenge")[0]
    target = revenge_target(state, victim, hirer) if die >= REVENGE_NEEDS else ""
    state.tell(RevengeTaken(seat=victim, on=hirer, die=die, army=target))
    if target:
        assassinate(state, hirer, target, by=victim)


def revenge_target(state: State, victim: str, hirer: str) -> str:
    """Return the hirer's daimyo that the victim strikes: as he prefers, else the most dangerous."""
    armies = {n: a for n, a in state.seats[hirer].armies.items() if not a.down}
    if not armies:
        return ""
    wanted = [number for number in state.seats[victim].policy.revenge if number in armies]
    if wanted:
        return wanted[0]
    return max(sorted(armies), key=lambda number: (armies[number].level, size(armies[number])))


def assassinate(state: State, seat: str, number: str, by: str) -> None:
    """Lay a daimyo down; one without other units is lost at once (The Assassinated Daimyo)."""
    army = state.seats[seat].armies[number]
    if regulars(army):
        state.set_army(seat, number, replace(army, down=True))
        return
    lose_daimyo(state, seat, number, "assassinated")
    eliminations(state, [(seat, by)])
