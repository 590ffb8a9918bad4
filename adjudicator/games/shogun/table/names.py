"""The names that orders of the basic game use."""

from adjudicator.boards import Board
from adjudicator.games.shogun.cards import EFFECTS
from adjudicator.orders import Names

_SIX_ARMIES = ("six", "6 armies")
_WITH_AN_ARMY = ("{}", "1 {}", "{} army", "army with {}", "1 army with {}")
_ATTACK = tuple(way.format("attack") for way in _WITH_AN_ARMY)
_DEFENCE = tuple(way.format(word) for word in ("defence", "defense") for way in _WITH_AN_ARMY)
_CARDS = {
    "extra chest": ("chest", "war chest", "1 chest", "1 war chest", "tax", "taxes"),
    "extra rice": ("rice", "1 rice"),
    "six armies": ("six armies", *_SIX_ARMIES, "deploy 6"),
    "attack": _ATTACK,
    "defence": _DEFENCE,
}
SPECIAL_CARDS = {
    name: (*forms, *(f"{form} card" for form in forms)) for name, forms in _CARDS.items()
}
EXTRAS = {
    "attack army": SPECIAL_CARDS["attack"],
    "defence army": SPECIAL_CARDS["defence"],
    "six armies": (*_SIX_ARMIES, "sixth army"),
}
"""What special cards allow and do not command, as orders that decline it name it."""
HOLDERS = {"mine": ("me", "i", "we", "ours", "my own"), "neutral": ("empty", "nobody")}
_ORDINALS = {1: "1st first", 2: "2nd second", 3: "3rd third", 4: "4th fourth", 5: "5th fifth last"}
PLACES = {
    f"place {place}": (
        str(place),
        f"position {place}",
        *(form for word in said.split() for form in (word, f"{word} place")),
    )
    for place, said in _ORDINALS.items()
}
RESERVED = (
    *HOLDERS,
    *(form for forms in HOLDERS.values() for form in forms),
    *("farmer", "farmers", "tower", "tray"),
)
"""What no seat may be called, for it means something else in orders and reports."""


def province_forms(board: Board) -> dict[str, tuple[str, ...]]:
    """Return the provinces of a board, each with the other ways to write it."""
    return {
        name: tuple(dict.fromkeys((each.label, each.kanji, *each.aliases)))
        for name, each in board.provinces.items()
    }


def provinces(board: Board, seats: tuple[str, ...]) -> Names:
    """Return the provinces."""
    return Names("province", province_forms(board))


def holders(board: Board, seats: tuple[str, ...]) -> Names:
    """Return who can hold a province."""
    return Names("holder", {**HOLDERS, **dict.fromkeys(seats, ())})


def events(board: Board, seats: tuple[str, ...]) -> Names:
    """Return the effects of the event cards."""
    return Names("event", dict.fromkeys((*EFFECTS, "none"), ()))


def special_cards(board: Board, seats: tuple[str, ...]) -> Names:
    """Return the special cards and the places in the turn order."""
    return Names("special card", {**SPECIAL_CARDS, **PLACES})


def extras(board: Board, seats: tuple[str, ...]) -> Names:
    """Return what special cards allow."""
    return Names("extra", EXTRAS)
