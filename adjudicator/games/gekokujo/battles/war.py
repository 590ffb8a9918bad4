"""Battles of a seat (§6.2): which, in what order, and the course of each (G41 to G43)."""

from math import ceil

from adjudicator.games.engine import Outcome, Problem, error, warning
from adjudicator.games.engine.lines import fail
from adjudicator.games.gekokujo.battles.aftermath import end_battle
from adjudicator.games.gekokujo.battles.battle import Battle, Party
from adjudicator.games.gekokujo.battles.casualties import remove_casualties
from adjudicator.games.gekokujo.battles.rolls import roll_dice
from adjudicator.games.gekokujo.chapters.ninja import strike
from adjudicator.games.gekokujo.orders.orders import Fight, Nanban
from adjudicator.games.gekokujo.printed import MOST_RONIN, NANBAN_PRICE, RONIN
from adjudicator.games.gekokujo.table.events import NotFought, VolleyName
from adjudicator.games.gekokujo.table.play import GekokujoPlay
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
