"""Battles of a seat (§6.2): which, in what order, and the course of each (G41 to G43)."""

from collections.abc import Iterator, Mapping
from math import ceil

from msgspec import convert

from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.lines import fail
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters.battle import Battle, BattleParty, prepare_dice, roll_dice
from adjudicator.games.gekokujo.chapters.victory import (
    gain_control,
    honour_falls,
    make_neutral,
    make_vassals,
    seats_with_most_provinces,
    settle,
)
from adjudicator.games.gekokujo.orders.orders import Fight, Nanban, NinjaStrikes
from adjudicator.games.gekokujo.orders.policies import strikes
from adjudicator.games.gekokujo.reasons import error, warning
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.play import GekokujoPlay, Ninja, count_bushi, count_units
from adjudicator.orders import Line

VOLLEYS: tuple[events.VolleyName, ...] = ("firearm", "ranged", "melee")
"""In the order of §10.2; without its modules only the last has dice."""
RONIN_A_KOKU = {"assault": 2}
"""How many ronin a koku brings on a path to liberation; otherwise one."""
Trades = dict[int, Problem | None]
"""What came of lines of nanban trade so far, by their ``id``; None: it took place."""


def fight_battles(play: GekokujoPlay, seat: str) -> None:
    """Fight once in each province where the active seat meets an enemy (G41)."""
    trades: Trades = {}
    for place in battles_of(play, seat):
        if play.over:
            break
        if place not in play.contests_of(seat):
            continue
        if play.position.ninja.is_on("diversion", place):
            play.tell(events.NotFought(province=place, seat=seat))
        else:
            _fight(play, seat, place, trades)
    for line in play.lines(seat, Fight):
        play.keep(seat, Outcome(line, "noted"))
    for line in play.lines(seat, Nanban):
        problem = trades.get(id(line), _why_not_traded(play, seat, line))
        traded = id(line) in trades and problem is None
        play.keep(seat, Outcome(line, "done") if traded else fail(line, 0, problem))


def battles_of(play: GekokujoPlay, seat: str) -> list[str]:
    """Return the provinces where a seat must fight, in the order of the battles (G43)."""
    contests = play.contests_of(seat)
    wished = [place for wish in play.wishes(seat, Fight) for place in wish.places]
    order = [*wished, *play.house(seat).arrivals, *sorted(contests)]
    return [place for place in dict.fromkeys(order) if place in contests]


def _fight(play: GekokujoPlay, seat: str, place: str, trades: Trades) -> None:
    """Carry a battle out, from its first payment to all that follows from it (G42)."""
    battle = Battle(play, place, seat)
    _trade(battle, trades)
    for party in battle.parties.values():
        _hire_ronin(battle, party)
    _strike(battle)
    prepare_dice(battle)
    for volley in VOLLEYS:
        rolls = roll_dice(battle, volley)
        if rolls or volley == "melee":
            _remove_casualties(battle, volley, rolls)
    _end(battle)


# Nanban trade (§2.4, G50)


def _trade(battle: Battle, trades: Trades) -> None:
    """Pay for nanban trade as the attack is declared, if it is ordered here."""
    play, seat, party = battle.play, battle.active, battle.parties[battle.active]
    for line in play.lines(seat, Nanban):
        places = [p for wish in play.wishes(seat, Nanban, [line]) for p in wish.places]
        if battle.place not in places or party.traded:
            continue
        problem = why_no_trade(play, seat)
        if problem is None:
            play.pay(seat, printed.NANBAN_PRICE)
            party.traded = True
            trades[id(line)] = None
        else:
            trades.setdefault(id(line), problem)


def why_no_trade(play: GekokujoPlay, seat: str) -> Problem | None:
    """Say why a seat cannot trade now."""
    if play.clan(seat) != "Otomo":
        return error("not-otomo")
    if play.house(seat).path == "assault":
        return warning("assault")
    have, price = play.house(seat).koku, printed.NANBAN_PRICE
    if have < price:
        return warning("too-dear.nanban", price=price, have=have)
    return None


def _why_not_traded(play: GekokujoPlay, seat: str, line: Line) -> Problem | None:
    """Say why no trade took place: no battle was fought there; None if no condition held."""
    problem = why_no_trade(play, seat)
    if problem and problem.severity == "error":
        return problem
    if not any(play.holds(seat, branch.when) for branch in line.branches):
        return None
    return warning("no-battle")


# Ronin (§6.2.4) and the ninja (§9.1)


def _hire_ronin(battle: Battle, party: BattleParty) -> None:
    """Hire the ronin that a seat's policy asks for, as far as bushi, pieces and koku go (G47)."""
    wish = battle.ronin[party.seat]
    if wish is None:
        return
    wanted = wish.how.most
    if wish.how.match:
        matched = battle.parties[battle.active].ronin
        wanted = min(matched, wanted) if wanted else matched
    house = battle.play.house(party.seat)
    rate = RONIN_A_KOKU.get(house.path, 1)
    left = printed.MOST_RONIN - sum(each.ronin for each in battle.parties.values())
    number = min(wanted, count_bushi(party.standing), left, house.koku * rate)
    if number > 0:
        party.ronin = party.standing[printed.RONIN] = number
        party.paid = ceil(number / rate)
        battle.play.pay(party.seat, party.paid)


def _strike(battle: Battle) -> None:
    """Reveal the ninja if a battle is the one that he waits for, before its dice (G31)."""
    play, ninja = battle.play, battle.play.position.ninja
    if ninja.mission != "assassination" or ninja.struck or ninja.master not in battle.parties:
        return
    victim = next(_victims(battle), "")
    if not victim:
        return
    party = battle.parties[victim]
    kinds = [kind for kind in battle.kinds_first(ninja.master) if kind in printed.BUSHI_KINDS]
    kind = next(kind for kind in kinds if party.standing.get(kind))
    party.standing[kind] -= 1
    dead = play.position.options["assassination"] == "kills"
    if not dead:
        party.spared[kind] = party.spared.get(kind, 0) + 1
    play.change(ninja=Ninja(ninja.master, ninja.mission, battle.place, victim, struck=True))
    play.tell(events.Assassinated(ninja.master, victim, battle.place, kind, dead))


def _victims(battle: Battle) -> Iterator[str]:
    """Yield the seats that he can strike in a battle, whom he is to strike first.

    Their bushi stand there and no daimyo of their clan (§9.1).
    """
    play, ninja = battle.play, battle.play.position.ninja
    wanted = strikes(play, ninja.master)
    if wanted is None:
        wanted = [NinjaStrikes(ninja.victim, ninja.place)]
    targets = battle.targets(ninja.master)
    units = {seat: battle.parties[seat].standing for seat in targets}
    able = [s for s in units if count_bushi(units[s]) and not units[s].get(printed.DAIMYO)]
    for order in wanted:
        if order.place in ("", battle.place):
            named = play.find_seat(order.victim)
            yield from (seat for seat in able if order.victim == "" or seat == named)


# Casualties (§6.2.1, §6.2.2)


def _remove_casualties(
    battle: Battle, name: events.VolleyName, rolls: Mapping[str, tuple[events.Roll, ...]]
) -> None:
    """Give out the hits of a volley and remove all that is marked at the same time.

    Of several sides the attacked ones give out their hits first.
    """
    struck: list[events.Struck] = []
    wasted: dict[str, int] = {}
    standing = {seat: dict(party.standing) for seat, party in battle.parties.items()}
    targets = {seat: battle.targets(seat) for seat in rolls}
    active, *others = battle.parties
    for seat in [active, *others] if len(others) == 1 else [*others, active]:
        hits = sum(roll.hits for roll in rolls.get(seat, ()))
        for target in targets[seat] if hits else ():
            taken: dict[str, int] = {}
            for kind in battle.kinds_first(seat):
                if number := min(standing[target].get(kind, 0), hits):
                    taken[kind] = number
                    standing[target][kind] -= number
                    hits -= number
            if taken:
                struck.append(events.Struck(seat, target, taken))
        if hits:
            wasted[seat] = hits
    for seat, party in battle.parties.items():
        party.standing = standing[seat]
    battle.volleys.append(events.Volley(name, dict(rolls), tuple(struck), wasted))


# What follows the dice (§6.2.1, §8)


def _end(battle: Battle) -> None:
    """Remove the fallen, judge control, and all that follows (G42, steps 6 to 9)."""
    play, place, parties = battle.play, battle.place, battle.parties.values()
    former, leaders = play.owner(place), seats_with_most_provinces(play)
    for party in parties:
        party.leave()
        play.set_units(place, party.seat, party.left)
    winner = _winner(battle)
    play.tell(
        events.Fought(
            province=place,
            seat=battle.active,
            sides=tuple(convert(each, events.Side, from_attributes=True) for each in parties),
            volleys=tuple(battle.volleys),
            winner=winner,
            former=former,
        )
    )
    if not winner:
        make_neutral(play, place, "battle")
    elif winner != former:
        gain_control(play, place, winner, battle=True)
    felled = {seat: battle.feller(seat) for seat in battle.parties if not play.daimyos(seat)}
    falls = [events.LastDaimyoFell(seat=seat, by=by) for seat, by in felled.items() if by]
    play.tell(*falls)
    if play.position.options["glory"]:
        honour_falls(play, falls, leaders)
    else:
        make_vassals(play, falls)
    settle(play)


def _winner(battle: Battle) -> str:
    """Return who controls the province after a battle; ``""``: it is neutral (G1, G18, G66)."""
    play, former = battle.play, battle.play.owner(battle.place)
    units = play.land(battle.place).units
    hold = play.position.options["ronin hold"]
    active, *others = play.order_from(battle.active)
    stand = [
        seat
        for seat in (*others, active)
        if seat in units or (hold and seat in battle.parties and battle.parties[seat].stands)
    ]
    if any(not play.are_allies(seat, other) for seat in stand for other in stand):
        return ""
    if stand and former and all(play.are_allies(former, seat) for seat in stand):
        return former
    return max(stand, key=lambda seat: count_units(units.get(seat, {})), default="")
