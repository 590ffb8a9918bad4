"""Colours and patterns: seats differ by both, for colour-blind eyes and black-and-white print."""

from functools import lru_cache
from itertools import chain

SEA = "#c6dbe2"
BANDS = ("#bdd4dd", "#b1cbd6", "#a3c0cd")  # outer to inner, along the coasts
LAND = "#f7f2e6"
CLOSED = "#b9b3a6"
INK = "#33291f"
COAST = "#3a3a40"
BORDER = "#6b5b48"
SEA_LINE = "#4f7488"
SEA_BORDER = "#7f9fae"  # between areas at sea
CREAM = "#fbf6ea"
PAPER = "#f8f1df"
SHADOW = "#9db7c1"  # of a box on the sea
GOLD = "#e3b23c"
ATTACK = "#a3211b"
FARMERS = "#a6d65c"
NEUTRAL = "#8d8371"

# ground, counter: found by search, so that any two are far apart for colour-blind eyes too (the
# test of the palette says how far), and each close to the hue that its name says
SEATS = (
    ("#c87256", "#ae424e"),  # vermilion
    ("#718fc6", "#0d62af"),  # indigo
    ("#e2bb59", "#a38307"),  # gold
    ("#a9d1af", "#173000"),  # pine
    ("#e3c7fe", "#4a094f"),  # plum
    ("#76cac7", "#1d9588"),  # jade
    ("#df956f", "#79490e"),  # cedar
    ("#a57e91", "#e94d85"),  # cherry
    ("#9c9f95", "#2a2725"),  # charcoal
    ("#e2fbae", "#2a1fa0"),  # willow and iris
)
REGIONS = {
    "green": "#b9d1a0",
    "yellow": "#f0dc98",
    "purple": "#cbb6d6",
    "brown": "#d8bc9a",
    "red": "#ebb3a0",
}
OTHER_REGIONS = ("#a9cdd0", "#e6c4d0", "#c9cfe4", "#dcd9a4", "#c5d8c4", "#e2c9b4")


def ground(colour: int) -> str:
    """The colour of land that a seat holds; below 0: nobody's."""
    return LAND if colour < 0 else SEATS[colour % len(SEATS)][0]


def strong(colour: int) -> str:
    """The colour of a seat's counters; below 0: nobody's."""
    return NEUTRAL if colour < 0 else SEATS[colour % len(SEATS)][1]


def pattern_shade(colour: int) -> str:
    """The colour of the pattern on land that a seat holds."""
    return mix(ground(colour), INK, 0.3)


def pattern_of(colour: int) -> int:
    """The number of the pattern on land that a seat holds; below 0: none."""
    return colour % len(SEATS) if colour >= 0 else -1


def region_colours(regions: list[str]) -> dict[str, str]:
    """A ground colour for each region: by its name if that is a colour, else in order."""
    others = iter(OTHER_REGIONS * (1 + len(regions) // len(OTHER_REGIONS)))
    return {region: REGIONS.get(region) or next(others) for region in regions}


def mix(one: str, two: str, share: float) -> str:
    """A colour between two: ``share`` of the second."""
    a, b = rgb(one), rgb(two)
    return "#" + "".join(f"{round(p + (q - p) * share):02x}" for p, q in zip(a, b, strict=True))


@lru_cache(maxsize=1024)
def rgb(colour: str) -> tuple[int, int, int]:
    """``#rrggbb`` as three numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# A pattern is drawn on a tile of this size: lines and dots (x, y, radius) in pixels.
TILE = 12
Strokes = tuple[tuple[float, float, float, float], ...]
Dots = tuple[tuple[float, float, float], ...]
PATTERNS: tuple[tuple[Strokes, Dots], ...] = (
    (((-3, 9, 9, -3), (-3, 21, 21, -3), (3, 15, 15, 3)), ()),  # rising lines
    ((), ((3, 3, 1.7), (9, 9, 1.7))),  # dots
    (((-3, 3, 9, 15), (-3, -9, 21, 15), (3, -3, 15, 9)), ()),  # falling lines
    (((-2, 3, 14, 3), (-2, 9, 14, 9)), ()),  # level lines
    (((6, 3.2, 6, 8.8), (3.2, 6, 8.8, 6)), ()),  # crosses
    (((3, -2, 3, 14), (9, -2, 9, 14)), ()),  # upright lines
    (((0, 6, 3, 3), (3, 3, 6, 6), (6, 6, 9, 3), (9, 3, 12, 6)), ()),  # waves
    (((-3, 9, 9, -3), (3, 15, 15, 3), (-3, 3, 9, 15), (3, -3, 15, 9)), ()),  # lozenges
    (((6, 0, 6, 12), (0, 6, 12, 6)), ()),  # squares
    ((), ((6, 6, 2.6),)),  # large dots
    (((-3, 3, 9, 15), (3, -3, 15, 9), (-3, -3, 15, 15), (-3, 9, 9, -3), (3, 15, 15, 3)), ()),
)
HATCH = len(PATTERNS) - 1  # no seat's: land that is out of the game


_PLAIN = (SEA, LAND, CLOSED, INK, CREAM, BORDER, COAST, SEA_LINE, *REGIONS.values(), *OTHER_REGIONS)
PURE = frozenset(rgb(colour) for colour in (*_PLAIN, *chain(*SEATS)))
"""What fields, lines and counters are painted with: a picture in few colours keeps these."""
