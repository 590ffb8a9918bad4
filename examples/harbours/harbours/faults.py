"""What is impossible about a position. Such a file is refused."""

from collections.abc import Iterator

from harbours.market import ROUNDS
from harbours.orders import CARGOES
from harbours.play import HarboursPlay
from harbours.voyages import VOYAGES

MOST = 99
"""No harbour holds more ships and no captain more coins."""


def faults(play: HarboursPlay) -> Iterator[str]:
    """Yield what no course of the game could lead to."""
    position = play.position
    if not 1 <= position.round <= ROUNDS:
        yield f"there is no round {position.round}"
    if set(position.provinces) != set(play.board.provinces):
        yield "the harbours are not those of the coast"
    for name, harbour in position.provinces.items():
        if not 0 <= harbour.ships <= MOST or bool(harbour.ships) != bool(harbour.owner):
            yield f"{name} has {harbour.ships} ships of {harbour.owner or 'nobody'}"
        if harbour.owner not in ("", *position.seats):
            yield f"{name} holds ships of {harbour.owner}, who does not play"
    for seat, captain in position.seats.items():
        if captain.home not in play.board.sets["homes"]:
            yield f"{seat} is not at home in {captain.home}"
        if captain.cargo not in ("", *CARGOES):
            yield f"{seat} has loaded {captain.cargo}"
        if not (0 <= captain.coins <= MOST and 0 <= captain.voyages <= VOYAGES):
            yield f"{seat} has {captain.coins} coins and made {captain.voyages} voyages"
