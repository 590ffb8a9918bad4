"""Position files: the position of any game, as every report carries it."""

from typing import Any

import msgspec

from adjudicator.games.contract import Game, GameError
from adjudicator.games.registry import find

POSITION = "position.json"
"""What a position file is called in a folder."""


def read_position(data: bytes) -> tuple[Game, Any]:
    """Read a position file of any game. Raises GameError."""
    try:
        head = msgspec.json.decode(data, type=_GameName)
        game = find(head.game)
        return game, game.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise GameError(
            f"This is not a position file ({error}). A position file comes with every report; its "
            "name ends in .json."
        ) from error


class _GameName(msgspec.Struct):
    game: str
