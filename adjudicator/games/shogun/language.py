"""The languages of the phases: names, order kinds, conditions."""

from functools import lru_cache

from adjudicator.boards import load_board
from adjudicator.games.shogun.cards import EFFECTS
from adjudicator.games.shogun.conditions import CONDITIONS
from adjudicator.games.shogun.expansions.names import BENEFITS, CHAMBERS
from adjudicator.orders import Language, Names, Order, Vocabulary

SPECIAL_CARDS = {
    "extra chest": ("chest", "war chest", "1 chest", "1 war chest", "tax", "taxes"),
    "extra rice": ("rice", "1 rice"),
    "six armies": ("six", "6 armies", "deploy 6"),
    "attack": ("1 attack", "army with attack", "1 army with attack"),
    "defence": (
        "defense",
        "1 defence",
        "1 defense",
        "army with defence",
        "army with defense",
        "1 army with defence",
        "1 army with defense",
    ),
}
HOLDERS = {"mine": ("me",), "neutral": ("empty", "nobody")}
PLACES = {f"place {place}": (str(place),) for place in range(1, 6)}
RESERVED = ("mine", "me", "neutral", "empty", "nobody", "farmer", "farmers", "tower", "tray")
"""What no seat may be called, for it means something else in orders and reports."""


@lru_cache(maxsize=64)
def language_of(
    phase: str, kinds: tuple[type[Order], ...], side: str, seats: tuple[str, ...]
) -> Language:
    """Return the language of a phase."""
    return Language(phase, kinds, vocabulary(side, seats), CONDITIONS)


@lru_cache(maxsize=64)
def vocabulary(side: str, seats: tuple[str, ...]) -> Vocabulary:
    """Return all names that orders use on a side of the board."""
    board = load_board(f"shogun-{side}")
    provinces = {
        name: tuple(dict.fromkeys((each.label, each.kanji, *each.aliases)))
        for name, each in board.provinces.items()
    }
    return Vocabulary(
        Names("province", provinces),
        Names("holder", {**HOLDERS, **dict.fromkeys(seats, ())}),
        Names("event", dict.fromkeys((*EFFECTS, "none"), ())),
        Names("special card", {**SPECIAL_CARDS, **PLACES}),
        Names("source", {**provinces, "tower": ("tray", "dice tower", "cube tower")}),
        Names("benefit", BENEFITS),
        Names("chamber", CHAMBERS),
    )
