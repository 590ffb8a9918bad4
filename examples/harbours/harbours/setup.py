"""Beginning: the coast, the captains, and their first ships."""

from collections.abc import Mapping, Sequence

from adjudicator.boards import Board, load_board
from adjudicator.games.contract import Value
from harbours.meta import META
from harbours.play import HarboursPlay
from harbours.position import Captain, Harbour, HarboursPosition

BOARD = "harbours/coast"
FIRST_SHIPS = 2


def board(options: Mapping[str, Value]) -> Board:
    """Return the coast, which lies in this package as ``boards/coast.toml``."""
    return load_board(BOARD)


def first_position(
    kind: type[HarboursPosition], options: Mapping[str, Value], seats: Sequence[str]
) -> HarboursPosition:
    """Return the captains with nothing on the board."""
    there = board(options)
    return kind(
        game=META.name,
        options=options,
        seats={seat: Captain(home) for seat, home in zip(seats, there.sets["homes"], strict=False)},
        provinces={name: Harbour() for name in there.provinces},
    )


def launch_first_ships(play: HarboursPlay) -> None:
    """Give each captain two ships at home."""
    for seat, captain in play.position.seats.items():
        play.put_ships(captain.home, seat, FIRST_SHIPS)
