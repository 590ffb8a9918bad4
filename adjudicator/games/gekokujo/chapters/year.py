"""What comes round with the year: income, upkeep, player order (§4), supply and winter (§7)."""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil

from msgspec.structs import replace

from adjudicator.games.gekokujo.orders.policies import drop_strikes, policy
from adjudicator.games.gekokujo.orders.policy_orders import LoseFrom
from adjudicator.games.gekokujo.printed import (
    BASE_INCOME,
    BUSHI_A_KOKU,
    COASTS,
    DAIMYO,
    ISLAND_INCOME,
    LOSE_FIRST,
    UNITS_A_KOKU,
)
from adjudicator.games.gekokujo.rules import GekokujoModule
from adjudicator.games.gekokujo.table.events import (
    CostPaid,
    IncomeCollected,
    Modifier,
    NinjaReturned,
    OrderDetermined,
    RoundBegan,
    Standing,
    WentBankrupt,
    WinterBegan,
    weigh,
)
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import Ninja, number_of_bushi, number_of_units
from adjudicator.orders.language.nouns import number_of


def begin_round(play: GekokujoPlay) -> None:
    """Note who controls what at the start of the round (G16)."""
    lands = play.position.provinces.items()
    held = {place: land.owner for place, land in lands if land.owner}
    play.change(held=held, mandates=())
    play.tell(RoundBegan(round=play.position.round))


def collect_income(play: GekokujoPlay) -> None:
    """Give every seat its base, a koku a province, and its clan's bonus (§4.1)."""
    for seat in play.survivors():
        base = ISLAND_INCOME if play.clan(seat) == "Chosokabe" else BASE_INCOME
        provinces = len(play.provinces_of(seat))
        bonus, bonuses = weigh(income_bonuses(play, seat))
        income = base + provinces + bonus
        play.add_to_seat(seat, koku=income)
        play.tell(
            IncomeCollected(
                seat=seat,
                base=base,
                provinces=provinces,
                bonuses=tuple(bonuses),
                income=income,
                koku=play.house(seat).koku,
                to=play.koku_audience(seat),
            )
        )


def income_bonuses(play: GekokujoPlay, seat: str) -> Iterator[Modifier]:
    """Yield what a clan gains for coastal provinces (§2.4)."""
    coasts = COASTS.get(play.clan(seat))
    if coasts is None:
        return
    here = sum(play.owner(place) == seat for place in play.board.sets["coastal"])
    gain = min(here // coasts.every, coasts.most)
    if gain:
        yield Modifier(number_of(here, "coastal province"), "income", gain, "§2.4")


def pay_upkeep(play: GekokujoPlay) -> None:
    """Take a koku for every two bushi, but in the first round (§4.1, §2.3)."""
    if play.position.round == 1:
        return
    bushi = {seat: play.bushi(seat) for seat in play.survivors()}
    costs = {seat: ceil(number / BUSHI_A_KOKU) for seat, number in bushi.items() if number}
    pay_costs(play, (bill(play, s, "upkeep", cost, bushi=bushi[s]) for s, cost in costs.items()))


def bill(play: GekokujoPlay, seat: str, what: str, cost: int, **facts: object) -> CostPaid:
    """Return what a seat pays of a cost."""
    have = play.house(seat).koku
    paid = min(cost, have)
    made = CostPaid(
        seat=seat,
        what="upkeep" if what == "upkeep" else "supply",
        cost=cost,
        paid=paid,
        koku=have - paid,
        to=play.koku_audience(seat),
    )
    return replace(made, **facts)


def determine_order(play: GekokujoPlay) -> None:
    """Let the weakest act first: fewest provinces, less koku, fewer units, name (§4.1)."""
    order = order_of_weakness(play)
    play.change(turn_order=tuple(order))
    counts = {seat: len(play.provinces_of(seat)) for seat in order}
    public = play.position.options["koku"] == "open"
    play.tell(
        OrderDetermined(
            order=tuple(
                Standing(
                    seat=seat,
                    provinces=counts[seat],
                    koku=play.house(seat).koku if public or _ties(counts, seat) else -1,
                    units=play.total_units(seat),
                )
                for seat in order
            )
        )
    )


def _ties(counts: Mapping[str, int], seat: str) -> bool:
    return list(counts.values()).count(counts[seat]) > 1


def order_of_weakness(play: GekokujoPlay) -> list[str]:
    """Return the player order as it would be now."""

    def strength(seat: str) -> tuple[int, int, int, str]:
        house = play.house(seat)
        provinces = len(play.provinces_of(seat))
        return provinces, house.koku, play.total_units(seat), house.clan

    return sorted(play.survivors(), key=strength)


Losses = dict[str, dict[str, int]]
"""Units by province and kind."""


def pay_costs(play: GekokujoPlay, bills: Iterable[CostPaid]) -> None:
    """Pay costs as far as koku go; two bushi go for each koku that is missing (G24)."""
    told = list(bills)
    for bill in told:
        play.pay(bill.seat, bill.paid)
        play.tell(bill)
    for bill in told:
        short = bill.cost - bill.paid
        if short:
            lost = lose_bushi(play, bill.seat, short * BUSHI_A_KOKU)
            play.tell(WentBankrupt(seat=bill.seat, short=short, lost=lost))


def lose_bushi(play: GekokujoPlay, seat: str, number: int) -> Losses:
    """Remove bushi of a seat from the board, each chosen anew (G6, G25); return which."""
    lost: Losses = {}
    wish = policy(play, seat, LoseFrom)
    named = wish.places if wish else ()
    far = _distances(play, seat)
    for _ in range(number):
        places = [p for p in play.places_of(seat) if number_of_bushi(play.units(seat, p))]
        if not places:
            break
        place = next((p for p in named if p in places), "") or _largest(play, seat, places, far)
        there = play.units(seat, place)
        kind = next(kind for kind in LOSE_FIRST if there.get(kind))
        play.take_units(place, seat, {kind: 1})
        gone = lost.setdefault(place, {})
        gone[kind] = gone.get(kind, 0) + 1
    return lost


def _largest(play: GekokujoPlay, seat: str, places: list[str], far: Mapping[str, int]) -> str:
    """Return the province with the largest stack, of several the farthest from any daimyo."""
    return min(places, key=lambda p: (-number_of_units(play.units(seat, p)), -far.get(p, 0), p))


def _distances(play: GekokujoPlay, seat: str) -> dict[str, int]:
    """Return how many steps each province is from the nearest daimyo of a seat."""
    edge = [place for place in play.places_of(seat) if play.units(seat, place).get(DAIMYO)]
    found = dict.fromkeys(edge, 0)
    for place in edge:
        for near in play.board.neighbours[place]:
            if near not in found:
                found[near] = found[place] + 1
                edge.append(near)
    return found


def begin_winter(play: GekokujoPlay) -> None:
    """Say that the campaign is over."""
    play.tell(WinterBegan(round=play.position.round))


def pay_supply(play: GekokujoPlay) -> None:
    """Take a koku a mountain province, and one for three units in all of them (§7.1, G54)."""
    pay_costs(play, _supply_bills(play))


def _supply_bills(play: GekokujoPlay) -> Iterator[CostPaid]:
    mountains = play.board.sets["mountain"]
    for seat in play.survivors():
        own = [place for place in mountains if play.owner(place) == seat]
        if not own or play.clan(seat) == "Tokugawa":
            continue
        units = sum(number_of_units(play.units(seat, place)) for place in own)
        cost = len(own) + ceil(units / UNITS_A_KOKU)
        yield bill(play, seat, "supply", cost, provinces=tuple(own), units=units)


def end_year(play: GekokujoPlay) -> None:
    """End what lasts a round: fortifications, the ninja's mission, paths to liberation."""
    for place, land in list(play.position.provinces.items()):
        if land.fortified:
            play.change_province(place, fortified=False)
    for seat in play.survivors():
        play.change_seat(seat, path="", arrivals=(), plan="")
    free_ninja(play)


def free_ninja(play: GekokujoPlay) -> None:
    """Let the ninja go; an assassination that was not carried out lapses (G7)."""
    ninja = play.position.ninja
    if ninja.master:
        drop_strikes(play, ninja.master)
        play.change(ninja=Ninja())
        lapsed = ninja.mission == "assassination" and not ninja.struck
        play.tell(NinjaReturned(seat=ninja.master, lapsed=lapsed))


YEAR = GekokujoModule(
    name="year",
    played=lambda options: not options["rice"],
    steps_after={
        collect_income: (pay_upkeep, determine_order),
        begin_winter: (pay_supply,),
    },
)
