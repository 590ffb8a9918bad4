"""What a position holds for each expansion that is played. Data only."""

import msgspec


class Officials(msgspec.Struct):
    """A seat's court officials: in its own supply, and in the entrance hall."""

    supply: int = 7
    entrance: int = 0


class Court(msgspec.Struct):
    """Tenno's Court.

    ``favours`` lie face up on the spaces for 4, 3 and 2 officials, in that order; ``deck`` are the
    favour cards not yet seen, by number. ``safe`` maps a seat to the battle actions that cannot be
    aimed at it this season; ``parries`` counts the kept cards #4 of each seat.
    """

    officials: dict[str, Officials] = {}
    favours: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    safe: dict[str, tuple[str, ...]] = {}
    parries: dict[str, int] = {}


class Samurai(msgspec.Struct):
    """The samurai cards: which card lies on top of each seat's pile, 1 (empty) to 4."""

    top: dict[str, int] = {}


class Leaders(msgspec.Struct):
    """The military leaders.

    ``at`` is the province of each seat's leader (``""``: off the board); ``statues`` maps a
    province to the numbers of statues there by seat; ``tokens`` are the statues each seat can
    still place; ``trophies`` those it took from others.
    """

    at: dict[str, str] = {}
    statues: dict[str, dict[str, int]] = {}
    tokens: dict[str, int] = {}
    trophies: dict[str, int] = {}


class Chambers(msgspec.Struct):
    """The chambers.

    ``regions`` is the row of region tiles; ``bag`` the chambers not yet drawn; ``shown`` and
    ``hidden`` those that lie face up and face down; ``held`` maps a chamber to its seat.
    """

    regions: tuple[str, ...] = ()
    bag: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    held: dict[str, str] = {}
