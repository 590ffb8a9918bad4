"""Who controls a province, and when that changes (G15)."""

from typing import Literal

from adjudicator.games.gekokujo.chapters.castles import destroy_castle
from adjudicator.games.gekokujo.chapters.fall import eliminate_seats
from adjudicator.games.gekokujo.table.events import BecameNeutral, ControlGained
from adjudicator.games.gekokujo.table.play import GekokujoPlay


def take_where_alone(play: GekokujoPlay, seat: str) -> None:
    """Give a seat that has finished its moves every province where it alone has units (G1).

    Those of its allies stay theirs (G66).
    """
    for place in play.places_of(seat):
        land = play.land(place)
        alone = len(land.units) == 1
        if alone and not (land.owner and play.are_allies(seat, land.owner)):
            gain_control(play, place, seat, battle=False)


def gain_control(play: GekokujoPlay, place: str, seat: str, battle: bool) -> None:
    """Give a seat a province that it does not control, with all that follows."""
    former = play.owner(place)
    play.change_province(place, owner=seat)
    play.tell(ControlGained(seat=seat, province=place, former=former, battle=battle))
    destroy_castle(play, place, seat)
    for follow in play.rules.gains:
        follow(play, place, seat)


def make_neutral(
    play: GekokujoPlay, place: str, why: Literal["battle", "given up", "eliminated"]
) -> None:
    """Leave a province without a controller; castle and sown koku stay."""
    former = play.owner(place)
    if former:
        play.change_province(place, owner="")
        play.tell(BecameNeutral(province=place, former=former, why=why))


def settle(play: GekokujoPlay) -> None:
    """Judge what follows a battle or a movement: who is out, and who has won (G61, G78)."""
    eliminate_seats(play)
    for judge in play.rules.settlings:
        if not play.over:
            judge(play)
