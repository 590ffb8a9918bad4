"""Seats and options: what they may be called, and what they may be."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from adjudicator.games.contract import GameError, Meta, Value
from adjudicator.orders.names import name_key

LONGEST_NAME = 24
_NAME = re.compile(r"[^\W\d_](?:[\w '’.-]*[\w.])?")
_MOST_LISTED = 6


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


def fill_options(meta: Meta, given: Mapping[str, Value]) -> dict[str, Value]:
    """Return all options of a game, those not given with their defaults. Raises GameError."""
    known = {option.name: option for option in meta.options}
    for name, value in given.items():
        if name not in known:
            raise GameError(f"There is no option “{name[:40]}”. Options: {', '.join(known)}.")
        option = known[name]
        if not option.accepts(value):
            words = [str(each) for each in option.values or ("the text of a board file",)]
            if len(words) > _MOST_LISTED:
                words = [words[0], "…", words[-1]]
            listed = ", ".join(words)
            raise GameError(f"Option {name} is one of {listed}, not {str(value)[:40]}.")
    full = {name: given.get(name, option.default) for name, option in known.items()}
    return {name: value for name, value in full.items() if value != "" or not known[name].board}
