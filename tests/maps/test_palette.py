"""The palette by computation: how far apart its colours are for usual and colour-blind eyes.

Distances are CIEDE2000, of which 2 can just be seen; the least over usual eyes, protanopia,
deuteranopia and tritanopia counts. Patterns on the ground tell seats apart as a second channel.
"""

import pytest

from adjudicator.games.shogun.shown import COLOURS, FREE_COLOURS
from adjudicator.maps.drawing.palette import (
    ATTACK,
    CLOSED,
    CREAM,
    FARMERS,
    INK,
    LAND,
    PATTERNS,
    SEA,
    SEATS,
    ground,
    mix,
    pattern_of,
    pattern_shade,
)
from adjudicator.site.pages import DARK

from .colours import contrast, distance, least_distance

GROUNDS, COUNTERS = (tuple(seat[k] for seat in SEATS) for k in (0, 1))
FIVE = {"first five": range(5), "cubes of Shogun": sorted(COLOURS.values())}
"""The colours of those that really sit at one table."""


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_those_of_the_published_examples(one, other, apart):
    assert distance(one, other) == pytest.approx(apart, abs=0.0001)


@pytest.mark.parametrize("five", FIVE.values(), ids=FIVE)
def test_five_seats_of_one_table_are_far_apart_for_all_eyes(five):
    assert least_distance([GROUNDS[k] for k in five]) >= 15.5
    assert least_distance([COUNTERS[k] for k in five]) >= 16.5


def test_any_two_seats_are_apart_for_all_eyes():
    assert least_distance(GROUNDS) >= 8.5
    assert least_distance(COUNTERS) >= 11
    vermilion, jade, cherry = (COUNTERS[k] for k in (0, 5, 7))  # discs, where no pattern helps
    assert least_distance([cherry], [vermilion, jade]) >= 13.5


def test_nobodys_land_and_cubes_are_told_from_seats():
    assert least_distance(GROUNDS, [LAND]) >= 9
    assert least_distance(GROUNDS, [SEA, CLOSED]) >= 5  # a coast or a hatching parts them too
    assert least_distance(COUNTERS, [FARMERS]) >= 17


def test_words_can_be_read_on_all_of_them():
    assert min(contrast(colour, CREAM) for colour in COUNTERS) >= 3.3  # bold figures
    assert min(contrast(colour, INK) for colour in (*GROUNDS, LAND)) >= 4.0  # with a halo
    assert contrast(ATTACK, CREAM) >= 4.5


def test_every_seat_has_a_pattern_of_its_own():
    assert len({pattern_of(k) for k in range(len(SEATS))}) == len(SEATS) < len(set(PATTERNS))
    assert sorted(FREE_COLOURS) == list(range(8))


def test_patterns_can_be_seen_on_their_ground():
    shades = [(ground(k), pattern_shade(k)) for k in range(len(SEATS))]
    assert min(least_distance([land], [shade]) for land, shade in shades) >= 10


def test_dots_of_seats_can_be_seen_on_dark_pages():
    sheet = "#26221e"  # of style.css
    dots = [mix(colour, "#ffffff", DARK) for colour in COUNTERS]
    assert min(contrast(dot, sheet) for dot in dots) >= 3.5
