"""The cycle of rice and war (§10.3): sowing, storing, harvest, spoilage, and raids (§6.2.7)."""

from adjudicator.games.engine import Problem, warning
from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo.chapters.year import determine_order
from adjudicator.games.gekokujo.orders.orders import Sow, Store
from adjudicator.games.gekokujo.printed import HARVEST, SIDES
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.play import GekokujoPlay


def give_back_stored(play: GekokujoPlay) -> None:
    """Give back what was stored, before the next income (G74)."""
    for seat in play.survivors():
        stored = play.house(seat).stored
        if stored:
            play.change_seat(seat, stored=0, koku=play.house(seat).koku + stored)
            play.tell(events.KokuReturned(seat=seat, koku=stored, to=play.koku_audience(seat)))


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
    forbid(play.why_not_own(seat, order.place) or why_too_much(play, seat, order))
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


SOWING_RULES: Rules = {Sow: _sow, Store: _store}


def sow_and_store(play: GekokujoPlay) -> None:
    """Let the seats sow and store where that is asked for, and make the player order (G74)."""
    if play.asks_for(Sow):
        for seat in order_of_sowing(play):
            play.carry_out(seat, SOWING_RULES)
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
            left = play.house(seat).koku
            told = play.koku_audience(seat)
            play.tell(events.Spoiled(seat=seat, spoiled=spoiled, koku=left, to=told))
