"""Actions 3 to 5: what a seat's muster begins and ends with."""

from msgspec import UNSET

from adjudicator.games.samurai_swords.chapters.levy import tell_levy
from adjudicator.games.samurai_swords.chapters.ronin import ronin_in_tray, ronin_to_hire, tell_ronin
from adjudicator.games.samurai_swords.edition import REGULAR
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Muster


def begin_muster(play: SwordsPlay, seat: str) -> None:
    """Count what the trays hold for a seat."""
    tray = {unit: play.tray(seat, unit) for unit in REGULAR}
    ronin = min(ronin_to_hire(play, seat), ronin_in_tray(play))
    play.change(muster=Muster(tray=tray, ronin=ronin))


def end_muster(play: SwordsPlay, seat: str) -> None:
    """Tell what a seat's muster came to."""
    tell_levy(play, seat)
    tell_ronin(play, seat)
    play.change(muster=UNSET)
