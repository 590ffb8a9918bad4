"""How a game starts: who owns what, and the first load of the tower."""

from typing import Literal

from adjudicator.games.shogun.cards import (
    FARMER,
    LOADED_ARMIES,
    LOADED_FARMERS,
    START_TABLES,
)
from adjudicator.games.shogun.changes import from_tray, throw_in
from adjudicator.games.shogun.events import Claimed, TowerLoaded
from adjudicator.games.shogun.position import Land
from adjudicator.games.shogun.scene import Play

How = Literal["table", "dealt", "open", "pile"]


def start_by_table(play: Play) -> None:
    """Give each seat its provinces by the tables of the rulebook (sun side)."""
    for seat, names in zip(
        play.position.seats, START_TABLES[len(play.position.seats)], strict=True
    ):
        for province, armies in zip(names.split(), play.groups, strict=True):
            settle(play, seat, province, armies, "table")


def start_by_deal(play: Play) -> None:
    """Deal the provinces out; each seat's army groups go to its cards as they come (H29)."""
    dealt = iter(play.chance.shuffle(list(play.position.provinces), "province cards"))
    for armies in play.groups:
        for seat in play.position.seats:
            settle(play, seat, next(dealt), armies, "dealt")


def settle(play: Play, seat: str, province: str, armies: int, how: How) -> None:
    """Put an army group into a province that nobody owns."""
    play.seat(seat).supply -= armies
    play.position.provinces[province] = Land(owner=seat, armies=armies)
    play.tell(Claimed(seat=seat, province=province, armies=armies, how=how))


def load_tower(play: Play) -> None:
    """Throw seven armies of each seat and ten farmers in together; what falls out goes back."""
    position = play.position
    cubes = dict.fromkeys(position.seats, LOADED_ARMIES)
    for record in position.seats.values():
        record.supply -= LOADED_ARMIES
    play.change(farmers=position.farmers - LOADED_FARMERS)
    result = throw_in(play, {**cubes, FARMER: LOADED_FARMERS})
    for colour, number in result.fallen.items():
        from_tray(play, colour, number)
    play.tell(TowerLoaded(thrown=result.thrown, fallen=result.fallen, inside=result.inside))
