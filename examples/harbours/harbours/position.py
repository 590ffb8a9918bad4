"""The position: what lies in the harbours, and what the captains have."""

from collections.abc import Mapping

import msgspec

from adjudicator.games.engine import PlayedPosition


class Harbour(msgspec.Struct, frozen=True):
    """A harbour; only one captain's ships can lie there."""

    owner: str = ""
    """The captain whose ships they are; ``""`` without any."""
    ships: int = 0


class Captain(msgspec.Struct, frozen=True):
    """A seat."""

    home: str
    coins: int = 3
    cargo: str = ""
    """What is loaded, which only the captain knows until it is sold."""
    voyages: int = 0
    """The voyages made this round."""


class HarboursPosition(PlayedPosition, frozen=True, kw_only=True):
    """A game of Harbours at one moment."""

    phase: str = "load"
    seats: Mapping[str, Captain]
    provinces: Mapping[str, Harbour]
