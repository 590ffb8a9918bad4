"""What comes round with the year: income, upkeep, player order (§4), winter (§7), rice (§10.3)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Literal

from msgspec.structs import replace

from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters import spending
from adjudicator.games.gekokujo.orders.orders import LoseFrom, Sow, StoreKoku
from adjudicator.games.gekokujo.orders.policies import drop_strikes, policy
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.play import GekokujoPlay, Ninja, count_bushi, count_units
from adjudicator.wording.english import number_of


def begin_round(play: GekokujoPlay) -> None:
    """Note who controls what at the start of the round (G16)."""
    lands = play.position.provinces.items()
    play.change(held={place: land.owner for place, land in lands if land.owner}, mandates=())
    play.tell(events.RoundBegan(round=play.position.round))


def collect_income(play: GekokujoPlay) -> None:
    """Give every seat its base, a koku a province, and its clan's bonus (§4.1)."""
    for seat in play.survivors():
        due = income_of(play, seat)
        play.add_to_seat(seat, koku=due.income)
        play.tell_of_koku(replace(due, koku=play.house(seat).koku))


def income_of(play: GekokujoPlay, seat: str) -> events.IncomeCollected:
    """Return what a seat would collect as things stand."""
    island = play.clan(seat) == "Chosokabe"
    base = printed.ISLAND_INCOME if island else printed.BASE_INCOME
    provinces = len(play.provinces_of(seat))
    bonuses = tuple(_coastal_bonus(play, seat))
    income = base + provinces + sum(bonus.amount for bonus in bonuses)
    return events.IncomeCollected(seat, base, provinces, bonuses, income, play.house(seat).koku)


def _coastal_bonus(play: GekokujoPlay, seat: str) -> Iterator[events.Modifier]:
    """Yield what a clan gains for coastal provinces (§2.4)."""
    coasts = printed.COASTS.get(play.clan(seat))
    here = sum(play.owner(place) == seat for place in play.board.sets["coastal"])
    if coasts and (gain := min(here // coasts.every, coasts.most)):
        yield events.Modifier(number_of(here, "coastal province"), "income", gain, "§2.4")


def pay_upkeep(play: GekokujoPlay) -> None:
    """Take a koku for every two bushi, but in the first round (§4.1, §2.3)."""
    if play.position.round > 1:
        _pay(play, [upkeep_bill(play, seat) for seat in play.survivors()])


def pay_supply(play: GekokujoPlay) -> None:
    """Take a koku a mountain province, and one for three units in all of them (§7.1, G54)."""
    _pay(play, [supply_bill(play, seat) for seat in play.survivors()])


def upkeep_bill(play: GekokujoPlay, seat: str) -> events.CostPaid:
    """Return what a seat pays for its bushi as things stand."""
    bushi = play.bushi(seat)
    return _bill(play, seat, "upkeep", ceil(bushi / printed.BUSHI_A_KOKU), bushi=bushi)


def supply_bill(play: GekokujoPlay, seat: str) -> events.CostPaid:
    """Return what a seat pays for its mountain provinces as things stand."""
    own = tuple(place for place in play.board.sets["mountain"] if play.owner(place) == seat)
    return supply_of(play, seat, own)


def supply_of(play: GekokujoPlay, seat: str, mountains: tuple[str, ...]) -> events.CostPaid:
    """Return what a seat would pay if these were its mountain provinces."""
    own = mountains if play.clan(seat) != "Tokugawa" else ()
    units = sum(count_units(play.units(seat, place)) for place in own)
    cost = len(own) + ceil(units / printed.UNITS_A_KOKU)
    return _bill(play, seat, "supply", cost, provinces=own, units=units)


def _bill(
    play: GekokujoPlay, seat: str, what: Literal["upkeep", "supply"], cost: int, **facts: object
) -> events.CostPaid:
    """Return what a seat pays of a cost."""
    have = play.house(seat).koku
    paid = min(cost, have)
    return replace(events.CostPaid(seat, what, cost, paid, have - paid), **facts)


def _pay(play: GekokujoPlay, bills: Sequence[events.CostPaid]) -> None:
    """Pay costs as far as koku go; two bushi go for each koku that is missing (§4.2, G24)."""
    bills = [bill for bill in bills if bill.cost]
    for bill in bills:
        play.pay(bill.seat, bill.paid)
        play.tell_of_koku(bill)
    for bill in bills:
        if short := bill.cost - bill.paid:
            lost = lose_bushi(play, bill.seat, short * printed.BUSHI_A_KOKU)
            play.tell(events.WentBankrupt(seat=bill.seat, short=short, lost=lost))


def lose_bushi(play: GekokujoPlay, seat: str, number: int) -> dict[str, dict[str, int]]:
    """Remove bushi of a seat from the board, each chosen anew (G6, G25).

    Return them by province and kind.
    """
    lost: dict[str, dict[str, int]] = {}
    wish = policy(play, seat, LoseFrom)
    named = wish.places if wish else ()
    homes = [place for place in play.places_of(seat) if play.units(seat, place).get(printed.DAIMYO)]
    far = play.board.steps_from(homes)

    def size(place: str) -> tuple[int, int, str]:
        """The largest stack first, of several the farthest from any daimyo."""
        return -count_units(play.units(seat, place)), -far.get(place, 0), place

    for _ in range(number):
        places = [p for p in play.places_of(seat) if count_bushi(play.units(seat, p))]
        if not places:
            break
        place = next((p for p in named if p in places), "") or min(places, key=size)
        kind = next(kind for kind in printed.LOSE_FIRST if play.units(seat, place).get(kind))
        play.take_units(place, seat, {kind: 1})
        lost.setdefault(place, Counter())[kind] += 1
    return lost


def determine_order(play: GekokujoPlay) -> None:
    """Let the weakest act first: fewest provinces, less koku, fewer units, name (§4.1)."""
    order = order_of_weakness(play)
    play.change(turn_order=tuple(order))
    provinces = [len(play.provinces_of(seat)) for seat in order]
    standings = []
    for seat, number in zip(order, provinces, strict=True):
        koku = play.house(seat).koku if not play.hides_koku or provinces.count(number) > 1 else -1
        standings.append(events.OrderRank(seat, number, koku, play.total_units(seat)))
    play.tell(events.OrderDetermined(order=tuple(standings)))


def order_of_weakness(play: GekokujoPlay) -> list[str]:
    """Return the player order as it would be now."""

    def strength(seat: str) -> tuple[int, int, int, str]:
        house = play.house(seat)
        return len(play.provinces_of(seat)), house.koku, play.total_units(seat), house.clan

    return sorted(play.survivors(), key=strength)


def begin_winter(play: GekokujoPlay) -> None:
    """Say that the campaign is over."""
    play.tell(events.WinterBegan(round=play.position.round))


def end_year(play: GekokujoPlay) -> None:
    """End what lasts a round: fortifications, paths to liberation, the ninja's mission (G7)."""
    for place, land in list(play.position.provinces.items()):
        if land.fortified:
            play.change_province(place, fortified=False)
    for seat in play.survivors():
        play.change_seat(seat, path="", arrivals=(), plan="")
    ninja = play.position.ninja
    if ninja.master:
        drop_strikes(play, ninja.master)
        play.change(ninja=Ninja())
        lapsed = ninja.mission == "assassination" and not ninja.struck
        play.tell(events.NinjaReturned(seat=ninja.master, lapsed=lapsed))


# The cycle of rice and war (§10.3): sowing, storing, harvest, spoilage, and raids (§6.2.7)


def give_back_stored(play: GekokujoPlay) -> None:
    """Give back what was stored, before the next income (G74)."""
    for seat in play.survivors():
        stored = play.house(seat).stored
        if stored:
            play.change_seat(seat, stored=0, koku=play.house(seat).koku + stored)
            play.tell_of_koku(events.KokuReturned(seat=seat, koku=stored))


def order_of_sowing(play: GekokujoPlay) -> list[str]:
    """Return the player order of the round before; in the first round that of the draft."""
    position = play.position
    if position.round > 1 and position.turn_order:
        return play.in_order()
    return list(position.lots) or sorted(position.seats, key=play.clan)


def _sow(play: GekokujoPlay, seat: str, order: Sow) -> Deed:
    forbid(play.why_not_own(seat, order.place) or play.why_too_many(seat, order.koku))
    yield
    play.pay(seat, order.koku)
    play.change_province(order.place, sown=play.land(order.place).sown + order.koku, sower=seat)
    play.tell(events.KokuSown(seat=seat, province=order.place, koku=order.koku))


def _store(play: GekokujoPlay, seat: str, order: StoreKoku) -> Deed:
    forbid(play.why_too_many(seat, order.koku))
    yield
    play.pay(seat, order.koku)
    play.add_to_seat(seat, stored=order.koku)
    play.tell_of_koku(events.KokuStored(seat=seat, koku=order.koku))


SOWING_RULES: Rules = {Sow: _sow, StoreKoku: _store}


def sow_and_store(play: GekokujoPlay) -> None:
    """Let the seats sow and store where that is asked for, and make the player order (G74)."""
    if play.asks_for(Sow):
        for seat in order_of_sowing(play):
            spending.carry_out(play, seat, SOWING_RULES)
        determine_order(play)


def seize(play: GekokujoPlay, place: str, seat: str) -> None:
    """Give who gains a province the koku that another sowed there (§6.2.7, G75)."""
    land = play.land(place)
    if land.sown and land.sower != seat:
        play.add_to_seat(seat, koku=land.sown)
        play.change_province(place, sown=0, sower="")
        play.tell(events.Seized(seat=seat, victim=land.sower, province=place, koku=land.sown))


def clear_fields(play: GekokujoPlay, seat: str) -> None:
    """Take away what a seat sowed that leaves the game."""
    for place, land in list(play.position.provinces.items()):
        if land.sower == seat:
            play.change_province(place, sown=0, sower="")


def harvest(play: GekokujoPlay) -> None:
    """Roll one die for all, and give each seat its harvest; all that was sown is gone then."""
    sown = {seat: fields_of(play, seat) for seat in play.survivors()}
    if not any(sown.values()):
        return
    die = play.chance.dice(1, printed.SIDES, "harvest")[0]
    yields = printed.HARVEST[die - 1]
    play.tell(events.HarvestRolled(die=die, yields=yields))
    for seat, fields in sown.items():
        ripe = sum(koku for place, koku in fields.items() if play.owner(place) == seat)
        lost = sum(fields.values()) - ripe
        if fields:
            play.add_to_seat(seat, koku=ripe * yields)
            play.tell_of_koku(events.Harvested(seat, ripe, ripe * yields, lost))
        clear_fields(play, seat)


def fields_of(play: GekokujoPlay, seat: str) -> dict[str, int]:
    """Return the koku that a seat has sown, by province."""
    lands = play.position.provinces.items()
    return {place: land.sown for place, land in lands if land.sower == seat}


def spoil(play: GekokujoPlay) -> None:
    """Discard half of the koku in hand, rounded down (G76)."""
    for seat in play.survivors():
        spoiled = play.house(seat).koku // 2
        if spoiled:
            play.pay(seat, spoiled)
            play.tell_of_koku(events.Spoiled(seat, spoiled, play.house(seat).koku))
