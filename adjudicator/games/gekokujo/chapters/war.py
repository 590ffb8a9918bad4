"""Battles of a seat (§6.2): which, in what order, and the course of each (G41 to G43)."""

from collections.abc import Iterator, Mapping
from math import ceil

from adjudicator.games.engine import Outcome, Problem, error, warning
from adjudicator.games.engine.lines import fail
from adjudicator.games.gekokujo.chapters.battle import Battle, Party
from adjudicator.games.gekokujo.chapters.rolls import roll_dice
from adjudicator.games.gekokujo.chapters.victory import gain_control, make_neutral, settle
from adjudicator.games.gekokujo.orders.orders import (
    Fight,
    Nanban,
    NinjaStrikes,
)
from adjudicator.games.gekokujo.orders.policies import strikes
from adjudicator.games.gekokujo.printed import (
    BUSHI_KINDS,
    DAIMYO,
    MOST_RONIN,
    NANBAN_PRICE,
    RONIN,
)
from adjudicator.games.gekokujo.rules import Fall
from adjudicator.games.gekokujo.table.events import (
    Assassinated,
    Fought,
    LastDaimyoFell,
    NotFought,
    Roll,
    Side,
    Struck,
    Volley,
    VolleyName,
)
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import Ninja, number_of_bushi, number_of_units
from adjudicator.orders import Line, Order

VOLLEYS: tuple[VolleyName, ...] = ("firearm", "ranged", "melee")
"""In the order of §10.2; without its modules only the last has dice."""
RONIN_A_KOKU = {"assault": 2}
"""How many ronin a koku brings on a path to liberation; otherwise one."""


def fight_battles(play: GekokujoPlay, seat: str) -> None:
    """Fight once in each province where the active seat meets an enemy (G41)."""
    trades = list(play.lines(seat, Nanban))
    answers: dict[int, Problem | None] = {}
    for place in battles_of(play, seat):
        if play.over or play.house(seat).out:
            break
        if place not in play.contests_of(seat):
            continue
        if is_diverted(play, place):
            play.tell(NotFought(province=place, seat=seat))
            continue
        fight(play, seat, place, trades, answers)
    answer_lines(play, seat, trades, answers)


def battles_of(play: GekokujoPlay, seat: str) -> list[str]:
    """Return the provinces where a seat must fight, in the order of the battles (G43)."""
    there = play.contests_of(seat)
    wishes = (_wish(play, seat, line) for line in play.lines(seat, Fight))
    wished = [place for wish in wishes if isinstance(wish, Fight) for place in wish.places]
    order = [*wished, *play.house(seat).arrivals, *sorted(there)]
    return [place for place in dict.fromkeys(order) if place in there]


def _wish(play: GekokujoPlay, seat: str, line: Line) -> Order | None:
    """Return the first alternative of a line whose condition holds."""
    branches = (branch for branch in line.branches if play.holds(seat, branch.when))
    return next((branch.order for branch in branches), None)


def is_diverted(play: GekokujoPlay, place: str) -> bool:
    """Whether a diversion keeps those who stand in a province apart (G30)."""
    ninja = play.position.ninja
    return ninja.mission == "diversion" and ninja.place == place


def fight(
    play: GekokujoPlay,
    seat: str,
    place: str,
    trades: list[Line],
    answers: dict[int, Problem | None],
) -> None:
    """Carry a battle out, from its first payment to all that follows from it (G42)."""
    battle = Battle(play, place, seat)
    _trade(play, battle, trades, answers)
    for party in battle.parties.values():
        _hire_ronin(play, battle, party)
    strike(play, battle)
    for begin in play.rules.before_dice:
        begin(play, battle)
    for volley in VOLLEYS:
        rolls = roll_dice(play, battle, volley)
        if rolls or volley == "melee":
            remove_casualties(play, battle, volley, rolls)
    end_battle(play, battle)


def _trade(
    play: GekokujoPlay, battle: Battle, trades: list[Line], answers: dict[int, Problem | None]
) -> None:
    """Pay for nanban trade as the attack is declared, if it is ordered here (§2.4, G50)."""
    seat = battle.active
    for line in trades:
        for branch in line.branches:
            order = branch.order
            if not play.holds(seat, branch.when) or not isinstance(order, Nanban):
                continue
            if battle.place not in order.places:
                break
            if not battle.parties[seat].traded:
                problem = why_no_trade(play, seat)
                if problem is None:
                    play.pay(seat, NANBAN_PRICE)
                    battle.parties[seat].traded = True
                if problem is None or id(line) not in answers:
                    answers[id(line)] = problem
            break


def why_no_trade(play: GekokujoPlay, seat: str) -> Problem | None:
    """Say why a seat cannot trade now."""
    if play.clan(seat) != "Otomo":
        return error("not-otomo", "Nanban trade is the Ōtomo's alone (§2.4).")
    have = play.house(seat).koku
    if have < NANBAN_PRICE:
        return warning("too-dear", f"Nanban trade costs {NANBAN_PRICE} koku; you have {have}.")
    return None


def _hire_ronin(play: GekokujoPlay, battle: Battle, party: Party) -> None:
    """Hire the ronin that a seat's policy asks for, as far as bushi, pieces and koku go (G47)."""
    wish = battle.ronin[party.seat]
    if wish is None:
        return
    wanted = wish.how.most
    if wish.how.match:
        matched = 0 if party.attacks else battle.parties[battle.active].hired
        wanted = min(matched, wanted) if wanted else matched
    house = play.house(party.seat)
    rate = RONIN_A_KOKU.get(house.path, 1)
    left = MOST_RONIN - battle.all_ronin()
    number = min(wanted, battle.bushi(party.seat), left, house.koku * rate)
    if number > 0:
        party.hired = number
        party.paid = ceil(number / rate)
        party.units[RONIN] = number
        play.pay(party.seat, party.paid)


def answer_lines(
    play: GekokujoPlay, seat: str, trades: list[Line], answers: dict[int, Problem | None]
) -> None:
    """Answer the lines on battles: wishes for their order, and each trade."""
    for line in play.lines(seat, Fight):
        play.keep(seat, Outcome(line, "noted"))
    for line in trades:
        if id(line) not in answers:
            play.keep(seat, fail(line, 0, why_no_trade_here(play, seat, line)))
        elif problem := answers[id(line)]:
            play.keep(seat, fail(line, 0, problem))
        else:
            play.keep(seat, Outcome(line, "done"))


def trade_problem(play: GekokujoPlay, seat: str, order: Nanban) -> Problem | None:
    """Say what is against a trade before any battle, as things stand."""
    problem = why_no_trade(play, seat)
    contests = play.contests_of(seat)
    if problem is None and not any(place in contests for place in order.places):
        return warning("no-battle", "As things stand there is no battle of yours there.")
    return problem


def why_no_trade_here(play: GekokujoPlay, seat: str, line: Line) -> Problem | None:
    """Say why no trade took place: no battle was fought there; None if no condition held."""
    problem = why_no_trade(play, seat)
    if problem and problem.severity == "error":
        return problem
    if not any(play.holds(seat, branch.when) for branch in line.branches):
        return None
    return warning("no-battle", "There was no battle of yours there.")


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


Marks = dict[str, dict[str, int]]
"""Marked units by seat and kind."""


def remove_casualties(
    play: GekokujoPlay, battle: Battle, name: VolleyName, rolls: Mapping[str, tuple[Roll, ...]]
) -> None:
    """Give out the hits of a volley and remove all marked units at the same time."""
    struck: list[Struck] = []
    wasted: dict[str, int] = {}
    marks: Marks = {seat: {} for seat in battle.parties}
    for seat in _in_order_of_hits(battle):
        hits = sum(roll.hits for roll in rolls.get(seat, ()))
        left = _mark(play, battle, seat, hits, marks, struck)
        if left:
            wasted[seat] = left
    for seat, units in marks.items():
        for kind, number in units.items():
            battle.parties[seat].units[kind] -= number
    battle.volleys.append(Volley(name, dict(rolls), tuple(struck), wasted))


def _in_order_of_hits(battle: Battle) -> list[str]:
    """Return the seats as they give out hits: the attacked ones first, if there are several."""
    active, *others = battle.parties
    return [active, *others] if len(others) == 1 else [*others, active]


def _mark(
    play: GekokujoPlay,
    battle: Battle,
    seat: str,
    hits: int,
    marks: Marks,
    struck: list[Struck],
) -> int:
    """Mark enemy units for a seat's hits; return the hits that found nobody."""
    kinds = battle.kinds_first(seat) if hits else []
    for target in battle.targets(play, seat) if hits else ():
        taken: dict[str, int] = {}
        for kind in kinds:
            free = battle.parties[target].units.get(kind, 0) - marks[target].get(kind, 0)
            number = min(free, hits)
            if number > 0:
                taken[kind] = number
                marks[target][kind] = marks[target].get(kind, 0) + number
                hits -= number
        if taken:
            struck.append(Struck(seat, target, taken))
            if DAIMYO in taken:
                battle.fellers[target].append(seat)
    return hits


def end_battle(play: GekokujoPlay, battle: Battle) -> None:
    """Remove the fallen, judge control, and all that follows (G42, steps 6 to 9)."""
    for party in battle.parties.values():
        play.set_units(battle.place, party.seat, remaining_units(party))
    winner = _winner(play, battle)
    _tell(play, battle, winner)
    if not winner:
        make_neutral(play, battle.place, "battle")
    elif winner != battle.former:
        gain_control(play, battle.place, winner, battle=True)
    falls = _falls(play, battle)
    for follow in play.rules.falls if falls else ():
        follow(play, falls)
    settle(play)


def remaining_units(party: Party) -> dict[str, int]:
    """Return the units of a side that stay on the board."""
    left = {kind: n for kind, n in party.units.items() if n and kind != RONIN}
    for kind, number in party.spared.items():
        left[kind] = left.get(kind, 0) + number
    return left


def _winner(play: GekokujoPlay, battle: Battle) -> str:
    """Return who controls the province after a battle; ``""``: it is neutral (G1, G18, G66)."""
    there = play.land(battle.place).units
    hold = play.position.options["ronin hold"]
    active, *others = play.order_from(battle.active)
    stand = [
        seat
        for seat in (*others, active)
        if seat in there or (hold and seat in battle.parties and battle.parties[seat].stands)
    ]
    if any(not play.are_allies(seat, other) for seat in stand for other in stand):
        return ""
    if stand and battle.former and all(play.are_allies(battle.former, seat) for seat in stand):
        return battle.former
    return max(stand, key=lambda seat: number_of_units(there.get(seat, {})), default="")


def _tell(play: GekokujoPlay, battle: Battle, winner: str) -> None:
    sides = tuple(
        Side(
            seat=party.seat,
            attacks=party.attacks,
            units=party.start,
            ronin=party.hired,
            paid=party.paid,
            traded=party.traded,
            modifiers=tuple(party.modifiers),
            left=remaining_units(party),
            ronin_left=party.units.get(RONIN, 0),
        )
        for party in battle.parties.values()
    )
    play.tell(
        Fought(
            province=battle.place,
            seat=battle.active,
            sides=sides,
            volleys=tuple(battle.volleys),
            winner=winner,
            former=battle.former,
        )
    )


def _falls(play: GekokujoPlay, battle: Battle) -> list[Fall]:
    """Tell whose last daimyos fell, and by whom."""
    falls = [
        Fall(seat, battle.feller(seat), seat in battle.leaders)
        for seat, lords in battle.lords.items()
        if lords and not play.daimyos(seat)
    ]
    for fall in falls:
        play.tell(LastDaimyoFell(seat=fall.victim, by=fall.by))
    return falls
