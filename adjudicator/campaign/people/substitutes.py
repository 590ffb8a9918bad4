"""Campaigns in which no seat goes to another player: what is left stays with its regent."""

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.store.records import Seat


def check_may_replace(at: State, seat: Seat, address: str, player: str) -> None:
    """Raise RefusedError if a seat may not go to that person, because it has had another.

    Its own player may get it back, with a new token or another address. Before the deal, and with
    the setting ``substitutes``, anybody may have it, and so one that nobody has had yet.
    """
    vacant = not (seat.address or seat.player)
    if at.campaign.settings.substitutes or not at.has_begun or (vacant and seat.open):
        return
    same_address = bool(address) and address.casefold() == seat.address.casefold()
    same_name = bool(player) and player.casefold() == seat.player.casefold()
    if not (same_address or same_name):
        raise RefusedError("no-substitutes", holder=seat.name)
