"""The beginning: the board, an empty table, and the first units and koku of a clan."""

from collections.abc import Mapping, Sequence
from typing import Literal

from adjudicator.boards import Board, load_board
from adjudicator.games.contract import GameError, Value
from adjudicator.games.gekokujo.meta import META, border_options
from adjudicator.games.gekokujo.printed import (
    BOARD,
    CLANS,
    DAIMYO,
    START_BUSHI,
    START_DAIMYOS,
    START_KOKU,
)
from adjudicator.games.gekokujo.table.events import ClanTaken
from adjudicator.games.gekokujo.table.names import clan_of_name
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import GekokujoPosition, House, Land

How = Literal["ranked", "left", "given"]


def board(options: Mapping[str, Value]) -> Board:
    """Return the board, with its doubtful borders as the options have them."""
    return load_board(BOARD, border_options(options))


def first_position(
    kind: type[GekokujoPosition], options: Mapping[str, Value], seats: Sequence[str]
) -> GekokujoPosition:
    """Return the table with nothing on the board.

    Raises GameError for two seats that are called like one clan.
    """
    called: dict[str, str] = {}
    for seat in seats:
        clan = clan_of_name(seat)
        if clan and called.setdefault(clan, seat) != seat:
            raise GameError(f"“{called[clan]}” and “{seat}” are both called like the {clan}.")
    return kind(
        game=META.name,
        options=options,
        seats={seat: House() for seat in seats},
        provinces={name: Land() for name in board(options).provinces},
    )


def settle(
    play: GekokujoPlay, seat: str, clan: str, how: How, passed: tuple[str, ...], bushi: str
) -> None:
    """Give a seat its clan, with the first units in its province and the first koku (§2.3)."""
    home = CLANS[clan].home
    play.change_seat(seat, clan=clan, koku=START_KOKU)
    play.change_province(home, owner=seat)
    play.put_units(home, seat, {DAIMYO: START_DAIMYOS, bushi: START_BUSHI})
    play.tell(ClanTaken(seat=seat, clan=clan, province=home, how=how, passed=passed, bushi=bushi))
