"""Winter (§7): supply, and the end of what lasts a round."""

from collections.abc import Iterator
from math import ceil

from adjudicator.games.gekokujo.chapters.administration import bill
from adjudicator.games.gekokujo.chapters.losses import pay_costs
from adjudicator.games.gekokujo.chapters.ninja import free_ninja
from adjudicator.games.gekokujo.printed import UNITS_A_KOKU
from adjudicator.games.gekokujo.table.events import CostPaid, WinterBegan
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import number_of_units


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
