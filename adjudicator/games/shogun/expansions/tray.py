"""Armies that an expansion puts into the tray of the tower."""

from adjudicator.games.shogun.scene import Play


def into_tray(play: Play, seat: str, armies: int) -> int:
    """Put armies from a seat's supply into the tray, as far as it has them; return how many."""
    record, tray = play.seat(seat), play.position.tray
    number = min(armies, record.supply)
    if number:
        record.supply -= number
        tray[seat] = tray.get(seat, 0) + number
    return number
