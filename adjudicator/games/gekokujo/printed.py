"""What is printed in the rulebook's tables: clans, units, prices, limits, bonuses."""

from typing import NamedTuple

BOARD = "gekokujo"

# Clans (§2.2.1, §2.4)


class Clan(NamedTuple):
    """A great clan."""

    region: str
    """Its strategic region, for the draft."""
    home: str
    """The province where it starts."""


CLANS = {
    "Chosokabe": Clan("Center", "Tosa"),
    "Hojo": Clan("East", "Sagami"),
    "Mori": Clan("West", "Aki"),
    "Oda": Clan("Center", "Owari"),
    "Otomo": Clan("West", "Bungo"),
    "Shimazu": Clan("West", "Satsuma"),
    "Takeda": Clan("East", "Kai"),
    "Tokugawa": Clan("Center", "Mikawa"),
    "Uesugi": Clan("East", "Echigo"),
}
"""In the order of the rulebook's table, which is that of their names."""
FREE_PICKS = 3
"""After so many picks of the draft clans of any region can be chosen."""


class Coasts(NamedTuple):
    """Koku that a clan gains for coastal provinces (§2.4)."""

    every: int
    """For each so many full ones it gains one."""
    most: int


COASTS = {"Chosokabe": Coasts(2, 2), "Mori": Coasts(3, 99), "Shimazu": Coasts(1, 3)}

# Units (§6.2.3, §10.2)

DAIMYO, BUSHI, RONIN = "daimyo", "bushi", "ronin"
SWORDSMAN, SPEARMAN, ARCHER = "swordsman", "spearman", "archer"
BANNERMAN, ARQUEBUSIER = "bannerman", "arquebusier"
NEVER = 99
"""The number needed by a unit that does not roll."""
SIDES = 6


class Arm(NamedTuple):
    """How a kind of unit fights: dice, and the number that each needs."""

    attack: int
    defence: int
    dice: int = 1
    volley: str = "melee"
    """When it rolls as an attacker: ``firearm``, ``ranged``, ``melee``."""


ARMS = {
    DAIMYO: Arm(4, 4, dice=3),
    BUSHI: Arm(5, 6),
    SWORDSMAN: Arm(5, 5),
    SPEARMAN: Arm(6, 5),
    ARCHER: Arm(4, 6, volley="ranged"),
    BANNERMAN: Arm(NEVER, 6),
    ARQUEBUSIER: Arm(4, NEVER, volley="firearm"),
    RONIN: Arm(5, 6),
}
"""All kinds of units, in the order in which their dice are rolled (G51)."""
BUSHI_KINDS = (BUSHI, SWORDSMAN, SPEARMAN, ARCHER, BANNERMAN, ARQUEBUSIER)
"""What is a bushi in all other rules (G69)."""
ASHIGARU = (SPEARMAN, ARQUEBUSIER)
HIT_FIRST = (BUSHI, ARQUEBUSIER, SWORDSMAN, ARCHER, SPEARMAN, BANNERMAN, RONIN, DAIMYO)
"""Whom hits strike first by default (G4, G73)."""
LOSE_FIRST = (BUSHI, BANNERMAN, SPEARMAN, ARCHER, SWORDSMAN, ARQUEBUSIER)
"""Which bushi go first for debts and vassalage, where several kinds stand together (G79)."""

# The box and the beginning (§2.1, §2.3)

DAIMYOS = 3
MOST_BUSHI = 69
MOST_RONIN = 30
START_DAIMYOS, START_BUSHI, START_KOKU = 3, 1, 3

# Income and prices (§4.1, §5.1, §9)

BASE_INCOME = 3
ISLAND_INCOME = 4
"""The base income of Chosokabe."""
BUSHI_A_KOKU = 2
"""How many bushi a koku keeps, and how many go for a koku that is missing (§4.1, §4.2)."""
UNITS_A_KOKU = 3
"""How many units a koku feeds in the mountains in winter (§7.1)."""
NINJA_PRICE = 3
CASTLE_PRICE = 5
FORTRESS_PRICE = 3
FORTIFY_PRICE = 3
NANBAN_PRICE = 2
PACT_PRICE = 1

# Limits (§6.1, §8.1.2)

MOST_UNITS = 7
"""Units of one seat in a province."""
MOST_ALLIES = 10
"""Units of allies together in a province."""
BUSHI_MOVES, DAIMYO_MOVES = 2, 3
GROUP = 6
"""Bushi that move with a daimyo of the Takeda."""
FUND_A_ROUND, FUND_FREES = 3, 10
GLORY_WINS = 7

PROVINCES_TO_WIN = {3: 22, 4: 20, 5: 18, 6: 16, 7: 14, 8: 12, 9: 10}
HARVEST = (1, 1, 2, 2, 2, 3)
"""What a sown koku brings, by the die."""
CAPITAL = "Yamashiro"
"""Kyoto, whose defenders have a bonus (§1.3)."""
