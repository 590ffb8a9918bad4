"""Administration (§4.1): income, upkeep, player order."""

from collections.abc import Iterator, Mapping
from math import ceil

from msgspec.structs import replace

from adjudicator.games.gekokujo.chapters.losses import pay_costs
from adjudicator.games.gekokujo.printed import (
    BASE_INCOME,
    BUSHI_A_KOKU,
    COASTS,
    ISLAND_INCOME,
)
from adjudicator.games.gekokujo.table.events import (
    CostPaid,
    IncomeCollected,
    Modifier,
    OrderDetermined,
    RoundBegan,
    Standing,
)
from adjudicator.games.gekokujo.table.modifiers import weigh
from adjudicator.games.gekokujo.table.play import GekokujoPlay
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
