"""Elimination (§8.2)."""

from adjudicator.games.engine.play import put
from adjudicator.games.gekokujo.table.events import CastleDestroyed, Eliminated
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import House, Ninja


def eliminate_seats(play: GekokujoPlay) -> None:
    """Take out every seat without a daimyo and a province; the last one left wins (G61)."""
    gone = [seat for seat in play.survivors() if is_beaten(play, seat)]
    for seat in gone:
        eliminate(play, seat)
    left = play.survivors()
    if gone and len(left) == 1:
        play.win((left[0],), f"{left[0]} is the last seat in the game (§8.2).")
    elif gone and not left:
        play.win(tuple(gone), "The last seats left the game together (G80).")


def is_beaten(play: GekokujoPlay, seat: str) -> bool:
    """Whether a seat has nothing to go on with."""
    if play.position.options["last stand"] and play.places_of(seat):
        return False
    return not play.provinces_of(seat) and not play.daimyos(seat)


def eliminate(play: GekokujoPlay, seat: str) -> None:
    """Take all that a seat has out of the game."""
    lost = {place: dict(play.units(seat, place)) for place in play.places_of(seat)}
    koku = play.house(seat).koku
    play.tell(Eliminated(seat=seat, lost=lost, koku=koku))
    for place, units in lost.items():
        play.take_units(place, seat, units)
    castle = play.castle_of(seat)
    if castle:
        fortress = play.clan(seat) == "Hojo"
        play.change_province(castle, castle="", fortified=False)
        play.tell(CastleDestroyed(seat=seat, province=castle, by="", fortress=fortress))
    for leave in play.rules.leaving:
        leave(play, seat)
    house = play.house(seat)
    put(play.position.seats, seat, House(clan=house.clan, out=True, master=house.master))
    ninja = play.position.ninja
    if ninja.master == seat and ninja.mission == "assassination":
        play.change(ninja=Ninja(seat, ninja.mission, struck=True))
