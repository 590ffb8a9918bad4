"""The path of glory (§10.4), in the place of vassalage."""

from collections.abc import Sequence
from typing import Literal

from adjudicator.games.contract import Column
from adjudicator.games.gekokujo.chapters.victory import check_victory, is_beaten
from adjudicator.games.gekokujo.printed import GLORY_WINS
from adjudicator.games.gekokujo.rules import Fall, GekokujoModule
from adjudicator.games.gekokujo.table.events import GloryGained, PathEntered
from adjudicator.games.gekokujo.table.play import GekokujoPlay

POINTS = {"daimyo": 2, "leader": 3, "mandate": 3}


def honour_falls(play: GekokujoPlay, falls: Sequence[Fall]) -> None:
    """Give points to those on the path who felled last daimyos, then let the fallen enter it."""
    for fall in falls:
        if play.house(fall.by).seeking:
            _gain(play, fall.by, "leader" if fall.leader else "daimyo", fall.victim)
    for fall in falls:
        if not play.house(fall.victim).seeking and not is_beaten(play, fall.victim):
            play.change_seat(fall.victim, seeking=True)
            play.tell(PathEntered(seat=fall.victim))


def honour_mandate(play: GekokujoPlay, place: str, seat: str) -> None:
    """Give points for a mandate province, once a round each, if nobody else is there (G77)."""
    entry = f"{seat} {place}"
    alone = set(play.land(place).units) <= {seat}
    new = entry not in play.position.mandates
    if place in play.board.sets["mandate"] and play.house(seat).seeking and alone and new:
        play.change(mandates=(*play.position.mandates, entry))
        _gain(play, seat, "mandate", place)


def _gain(
    play: GekokujoPlay, seat: str, why: Literal["daimyo", "leader", "mandate"], of: str
) -> None:
    points = POINTS[why]
    play.add_to_seat(seat, glory=points)
    glory = play.house(seat).glory
    play.tell(GloryGained(seat=seat, points=points, why=why, of=of, glory=glory))


def judge_glory(play: GekokujoPlay) -> None:
    """End the game after a battle or a movement in which somebody reached seven points (G78)."""
    if any(play.house(seat).glory >= GLORY_WINS for seat in play.survivors()):
        check_victory(play)


def _glory(play: GekokujoPlay, seat: str) -> str:
    house = play.house(seat)
    return str(house.glory) if house.seeking else "-"


GLORY = GekokujoModule(
    name="glory",
    falls=(honour_falls,),
    gains=(honour_mandate,),
    settlings=(judge_glory,),
    columns=((Column("Glory"), _glory),),
)
