"""The ninja (§9.1)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from adjudicator.games.engine import Problem, warning
from adjudicator.games.engine.lines import Rule, Rules
from adjudicator.games.gekokujo.battles.battle import Battle
from adjudicator.games.gekokujo.orders.orders import HireAssassin, HireForOperation, NinjaStrikes
from adjudicator.games.gekokujo.orders.policies import drop_strikes, strikes, why_no_other
from adjudicator.games.gekokujo.printed import BUSHI_KINDS, DAIMYO, NINJA_PRICE
from adjudicator.games.gekokujo.table.events import Assassinated, NinjaHired, NinjaReturned
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import Ninja, number_of_bushi
from adjudicator.games.gekokujo.table.purse import why_too_dear

MISSIONS: dict[str, Literal["sabotage", "diversion"]] = {
    "sabotage": "sabotage",
    "divert": "diversion",
}
"""What the words of an order are called on the board."""


def why_no_ninja(play: GekokujoPlay, seat: str) -> Problem | None:
    """Say why the ninja cannot be hired."""
    master = play.position.ninja.master
    if master == seat:
        return warning("ninja-hired", "You have hired the ninja already.")
    if master:
        return warning("ninja-hired", f"{master} has hired the ninja this round.")
    return why_too_dear(play, seat, NINJA_PRICE)


def why_no_operation(play: GekokujoPlay, seat: str, order: HireForOperation) -> Problem | None:
    """Say why a field operation is not possible."""
    mandate = order.place in play.board.sets["mandate"]
    if order.mission == "divert" and mandate:
        seekers = [each for each in play.survivors() if play.house(each).seeking]
        if seekers:
            who = " and ".join(seekers)
            return warning(
                "mandate", f"No diversion in a mandate province while {who} seek glory (§9.1)."
            )
    return why_no_ninja(play, seat)


def why_no_assassin(play: GekokujoPlay, seat: str, order: HireAssassin) -> Problem | None:
    """Say why an assassin cannot be hired."""
    wrong = why_no_other(play, seat, order.victim) if order.victim else None
    return wrong or why_no_ninja(play, seat)


def _operate(play: GekokujoPlay, seat: str, order: HireForOperation) -> None:
    mission = MISSIONS[order.mission]
    _hire(play, seat, Ninja(master=seat, mission=mission, place=order.place))
    play.tell(NinjaHired(seat=seat, mission=mission, province=order.place))


def _assassinate(play: GekokujoPlay, seat: str, order: HireAssassin) -> None:
    victim = play.find_seat(order.victim, seat) if order.victim else ""
    ninja = Ninja(master=seat, mission="assassination", place=order.place, victim=victim)
    _hire(play, seat, ninja)
    play.tell(NinjaHired(seat=seat, mission="assassination"))


def _hire(play: GekokujoPlay, seat: str, ninja: Ninja) -> None:
    play.pay(seat, NINJA_PRICE)
    play.change(ninja=ninja)


NINJA_RULES: Rules = {
    HireForOperation: Rule(why_no_operation, _operate),
    HireAssassin: Rule(why_no_assassin, _assassinate),
}


def strike(play: GekokujoPlay, battle: Battle) -> None:
    """Reveal the ninja if a battle is the one that he waits for, before its dice (G31)."""
    ninja = play.position.ninja
    if ninja.mission != "assassination" or ninja.struck or ninja.master not in battle.parties:
        return
    victim = next(_victims(play, battle), "")
    if not victim:
        return
    party = battle.parties[victim]
    kinds = [kind for kind in battle.kinds_first(ninja.master) if kind in BUSHI_KINDS]
    kind = next(kind for kind in kinds if party.units.get(kind))
    party.units[kind] -= 1
    dead = play.position.options["assassination"] == "kills"
    if not dead:
        party.spared[kind] = party.spared.get(kind, 0) + 1
    play.change(ninja=Ninja(ninja.master, ninja.mission, battle.place, victim, struck=True))
    play.tell(
        Assassinated(seat=ninja.master, victim=victim, province=battle.place, unit=kind, dead=dead)
    )


def _victims(play: GekokujoPlay, battle: Battle) -> Iterator[str]:
    """Yield the seats that he can strike in a battle, whom he is to strike first."""
    ninja = play.position.ninja
    wanted = strikes(play, ninja.master)
    if wanted is None:
        wanted = [NinjaStrikes(ninja.victim, ninja.place)]
    targets = battle.targets(play, ninja.master)
    able = [seat for seat in targets if is_open_to_strike(battle.parties[seat].units)]
    for order in wanted:
        if order.place in ("", battle.place):
            named = play.find_seat(order.victim) if order.victim else ""
            yield from (seat for seat in able if order.victim == "" or seat == named)


def is_open_to_strike(units: Mapping[str, int]) -> bool:
    """Whether bushi stand here and no daimyo of their clan (§9.1)."""
    return number_of_bushi(units) > 0 and not units.get(DAIMYO)


def free_ninja(play: GekokujoPlay) -> None:
    """Let the ninja go; an assassination that was not carried out lapses (G7)."""
    ninja = play.position.ninja
    if ninja.master:
        drop_strikes(play, ninja.master)
        play.change(ninja=Ninja())
        lapsed = ninja.mission == "assassination" and not ninja.struck
        play.tell(NinjaReturned(seat=ninja.master, lapsed=lapsed))
