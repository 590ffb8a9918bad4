"""The cycle of rice and war (§10.3): sowing, storing, harvest, spoilage, and raids (§6.2.7)."""

from collections.abc import Iterator

from adjudicator.games.contract import Column, Default
from adjudicator.games.engine import Problem, warning
from adjudicator.games.engine.lines import Deed
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo.chapters import year
from adjudicator.games.gekokujo.chapters.reinforcement import why_not_own
from adjudicator.games.gekokujo.chapters.victory import check_victory
from adjudicator.games.gekokujo.orders.orders import Sow, Store
from adjudicator.games.gekokujo.phases import open_reinforcement, phase
from adjudicator.games.gekokujo.printed import HARVEST, SIDES
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.play import GekokujoModule, GekokujoPlay
from adjudicator.orders import Order, Orders


def give_back_stored(play: GekokujoPlay) -> None:
    """Give back what was stored, before the next income (G74)."""
    for seat in play.survivors():
        stored = play.house(seat).stored
        if stored:
            play.change_seat(seat, stored=0, koku=play.house(seat).koku + stored)
            play.tell(events.KokuReturned(seat=seat, koku=stored, to=play.koku_audience(seat)))


def sow_and_store(play: GekokujoPlay) -> None:
    """Let the seats sow and store in the last round's player order, or as in the draft (G74)."""
    for seat in order_of_sowing(play):
        play.carry_out(seat, "sow")


def order_of_sowing(play: GekokujoPlay) -> list[str]:
    """Return the player order of the round before; in the first round that of the draft."""
    position = play.position
    if position.round > 1 and position.turn_order:
        return play.in_order()
    return list(position.lots) or sorted(position.seats, key=play.clan)


def why_too_much(play: GekokujoPlay, seat: str, order: Sow | Store) -> Problem | None:
    """Say why so many koku cannot be sown or stored."""
    have = play.house(seat).koku
    return warning("too-dear", f"You have only {have} koku.") if order.koku > have else None


def _sow(play: GekokujoPlay, seat: str, order: Sow) -> Deed:
    forbid(why_not_own(play, seat, order.place) or why_too_much(play, seat, order))
    yield
    play.pay(seat, order.koku)
    play.change_province(order.place, sown=play.land(order.place).sown + order.koku, sower=seat)
    play.tell(events.KokuSown(seat=seat, province=order.place, koku=order.koku))


def _store(play: GekokujoPlay, seat: str, order: Store) -> Deed:
    forbid(why_too_much(play, seat, order))
    yield
    play.pay(seat, order.koku)
    play.add_to_seat(seat, stored=order.koku)
    play.tell(events.KokuStored(seat=seat, koku=order.koku, to=play.koku_audience(seat)))


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
    sown = {seat: _fields(play, seat) for seat in play.survivors()}
    if not any(sown.values()):
        return
    die = play.chance.dice(1, SIDES, "harvest")[0]
    yields = HARVEST[die - 1]
    play.tell(events.HarvestRolled(die=die, yields=yields))
    for seat, fields in sown.items():
        ripe = sum(koku for place, koku in fields.items() if play.owner(place) == seat)
        lost = sum(fields.values()) - ripe
        if fields:
            play.add_to_seat(seat, koku=ripe * yields)
            told = play.koku_audience(seat)
            play.tell(
                events.Harvested(seat=seat, sown=ripe, koku=ripe * yields, withered=lost, to=told)
            )
        clear_fields(play, seat)


def _fields(play: GekokujoPlay, seat: str) -> dict[str, int]:
    lands = play.position.provinces.items()
    return {place: land.sown for place, land in lands if land.sower == seat}


def spoil(play: GekokujoPlay) -> None:
    """Discard half of the koku in hand, rounded down (G76)."""
    for seat in play.survivors():
        spoiled = play.house(seat).koku // 2
        if spoiled:
            play.pay(seat, spoiled)
            left = play.house(seat).koku
            told = play.koku_audience(seat)
            play.tell(events.Spoiled(seat=seat, spoiled=spoiled, koku=left, to=told))


def _candidates(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    if play.asks_for(Sow):
        yield from (Sow(koku, place) for place in play.provinces_of(seat) for koku in (1, 2))
        yield from (Store(1), Store(3))


def _steady(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    """Sow a koku in each of the safest provinces, once it has more than it needs."""
    if not play.asks_for(Sow) or play.house(seat).koku < 4:
        return
    safe = [
        place
        for place in play.provinces_of(seat)
        if all(play.owner(near) in ("", seat) for near in play.board.neighbours[place])
    ]
    for place in sorted(safe)[: play.house(seat).koku // 4]:
        yield Sow(1, place)


def _defaults(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Default]:
    told = any(play.lines(seat, Sow, Store))
    if play.asks_for(Sow) and not told and not play.house(seat).out:
        yield Default("", "Nothing is sown or stored: half of your koku spoil in winter.")


RICE = GekokujoModule(
    name="rice",
    gains=(seize,),
    leaving=(clear_fields,),
    steps_after={
        year.begin_round: (give_back_stored,),
        year.begin_winter: (harvest, year.pay_upkeep, year.pay_supply, spoil),
    },
    phases_after={
        "administration": (
            phase(
                "sow",
                "sowing and storing",
                "Sowing and storing koku.",
                *(sow_and_store, year.determine_order, check_victory),
                played=lambda options: options["sowing"] == "own phase",
            ),
        )
    },
    orders={"sow": (Sow, Store)},
    candidates=(_candidates,),
    moments={"sow": {Sow: _sow, Store: _store}},
    steady=(_steady,),
    defaults=(_defaults,),
    columns=(
        (Column("Sown"), lambda play, seat: str(sum(_fields(play, seat).values()))),
        (Column("Stored"), lambda play, seat: play.show_koku(seat, play.house(seat).stored)),
    ),
)

WITH_REINFORCEMENT = GekokujoModule(
    name="sowing with reinforcement",
    played=lambda options: bool(options["rice"]) and options["sowing"] != "own phase",
    orders={"reinforce": (Sow, Store)},
    steps_after={open_reinforcement: (sow_and_store, year.determine_order)},
)
