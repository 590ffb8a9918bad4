"""Seats: how many there may be, and what they may be called."""

import re
from collections.abc import Sequence
from functools import lru_cache

from adjudicator.games.contract import GameError, Meta
from adjudicator.orders.language.names import name_key

LONGEST_NAME = 24
_NAME = re.compile(r"[^\W\d_](?:[\w '’.-]*[\w.])?")


def check_seats(meta: Meta, seats: Sequence[str], reserved: tuple[str, ...]) -> None:
    """Refuse too few or too many seats, and names that cannot be used. Raises GameError."""
    least, most = meta.players
    if not least <= len(seats) <= most:
        raise GameError(f"{meta.title} is for {least} to {most} seats, not {len(seats)}.")
    check_names(tuple(seats), reserved)


@lru_cache(maxsize=256)
def check_names(seats: tuple[str, ...], reserved: tuple[str, ...]) -> None:
    """Refuse names of seats that orders could not tell apart, or not write. Raises GameError.

    ``Oda`` and ``Ōda`` are one name, for orders may leave macrons out.
    """
    taken = {name_key(word): "that means something else" for word in reserved}
    for seat in seats:
        if len(seat) > LONGEST_NAME or not _NAME.fullmatch(seat):
            raise GameError(
                f"“{seat[:40]}” cannot be a seat's name: use 1 to {LONGEST_NAME} letters."
            )
        key = name_key(seat)
        if key in taken:
            raise GameError(f"“{seat}” cannot be a seat's name: {taken[key]}.")
        taken[key] = f"in orders it is the same as “{seat}”, another seat's"
