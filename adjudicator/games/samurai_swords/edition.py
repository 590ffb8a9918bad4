"""What differs between the two editions, as data (rulings E1, E2, E4)."""

import msgspec

BOARD = "ikusa"
"""The board of both editions."""
IN_BOX = 68
"""Its provinces."""

SAMURAI = ("bowman", "swordsman")
ASHIGARU = ("gunner", "spearman")
REGULAR = ("bowman", "swordsman", "gunner", "spearman")
UNITS = ("ronin", "spearman", "gunner", "swordsman", "bowman")
"""All units but the daimyo, in the order in which casualties fall by default (M4)."""

TRAY = {"bowman": 9, "swordsman": 9, "gunner": 9, "spearman": 36}
"""Figures of one colour (Components)."""

ARMIES = ("1", "2", "3")
SQUARES = {"samurai": (4, SAMURAI), "ashigaru": (10, ASHIGARU)}
"""What an army card has room for, and for which units (Army Unit Limits)."""
MOST_IN_FORCE = 5
SIDES = 12
TRACK = {1: 3, 2: 3, 3: 3, 4: 1}
"""Holes of the experience track at each level (M1); the last hole is the end."""

NINJA_NEEDS = 8
REVENGE_NEEDS = 9
CASTLES = 10
FORTRESSES = 5
CASTLE_SPEARMEN = 4
FORTRESS_RONIN = 5
BUILD_COST = 2
RONIN_A_KOKU = 2
LEAST_INCOME = 3
PROVINCES_A_KOKU = 3
REINFORCED = 6
"""Provinces that take a pair of spearmen each in the deployment."""

SETTING_UP = ("divide", "claim", "cards", "deploy")
"""The phases before armies stand on the board."""


class Edition(msgspec.Struct, frozen=True):
    """One edition of the game."""

    name: str
    title: str
    ronin: int
    """The ronin pieces in the box (E4)."""
    strike_phases: str
    """The phases of Wage War at whose start the ninja may strike (E1).

    ``C`` is between declaring and fighting.
    """
    strike_at_any_time: bool
    """Whether the ninja may strike just before a battle, as an army advances, and at the end of the
    round (E1, M72)."""
    pick_up_at_start: bool
    """Whether an army may pick up units where it began the round (E2)."""
    tied_choose_in_turn: bool
    """Whether those who bid the same choose one after another, by lot (E5)."""


SAMURAI_SWORDS = Edition(
    name="samurai-swords",
    title="Samurai Swords",
    ronin=26,
    strike_phases="ABCD",
    strike_at_any_time=True,
    pick_up_at_start=False,
    tied_choose_in_turn=False,
)
IKUSA = Edition(
    name="ikusa",
    title="Ikusa",
    ronin=30,
    strike_phases="ABD",
    strike_at_any_time=False,
    pick_up_at_start=True,
    tied_choose_in_turn=True,
)
EDITIONS = {edition.name: edition for edition in (SAMURAI_SWORDS, IKUSA)}
