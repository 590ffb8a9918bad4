"""Boards with areas at sea, borders along the shore, and provinces of several coasts."""

import pytest

from adjudicator.boards import parse_board
from adjudicator.boards.check import check_board

ISLES = """
format = 1
name = "isles"
title = "Isles"

[provinces.Ash]
at = [1.0, 1.0]
land = ["Birch"]
coast = ["Cedar"]
sea = ["Sound", "Strait"]
coasts = { nc = ["Cedar", "Sound"], sc = ["Strait"] }

[provinces.Birch]
at = [1.0, 2.0]
land = ["Ash"]

[provinces.Cedar]
at = [2.0, 1.0]
coast = ["Ash"]
sea = ["Sound"]

[provinces.Sound]
at = [2.0, 2.0]
water = true
sea = ["Ash", "Cedar"]

[provinces.Strait]
at = [0.0, 1.0]
water = true
sea = ["Ash"]
"""


def test_a_border_along_the_shore_is_a_border_by_land_too():
    assert check_board(ISLES.encode()) == []
    board = parse_board(ISLES)
    assert board.by_land("Ash", "Cedar")
    assert not board.by_sea("Ash", "Cedar")
    assert board.neighbours["Ash"] == ("Birch", "Cedar", "Sound", "Strait")
    assert board.provinces["Sound"].water
    assert board.provinces["Ash"].coasts["sc"] == ("Strait",)


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ('coast = ["Cedar"]\n', "", "provinces.Cedar.coast", "Ash does not list Cedar in return"),
        (
            'coast = ["Ash"]',
            'coast = ["Ash"]\nland = ["Ash"]',
            "provinces.Cedar",
            "land and by coast",
        ),
        (
            'water = true\nsea = ["Ash"]',
            'water = true\nland = ["Ash"]',
            "provinces.Strait",
            "by sea alone",
        ),
        (
            'water = true\nsea = ["Ash"]',
            'water = true\nsea = ["Ash"]\ncoasts = { nc = ["Ash"], sc = ["Ash"] }',
            "provinces.Strait",
            "by sea alone",
        ),
        (
            'water = true\nsea = ["Ash"]',
            'water = true\ncoast = ["Ash"]',
            "provinces.Strait",
            "by sea alone",
        ),
        (
            'sc = ["Strait"]',
            'sc = ["Birch"]',
            "provinces.Ash.coasts.sc",
            "Birch is no neighbour by coast",
        ),
        ('sc = ["Strait"]', "sc = []", "provinces.Ash.coasts", "Strait lies at none of the coasts"),
        (', sc = ["Strait"]', "", "provinces.Ash.coasts", "a single coast needs no name"),
        ("sc =", '"s/c" =', "provinces.Ash.coasts.s/c", "has letters alone"),
        ("nc =", "north = 7, nc =", "provinces.Ash", "coasts.north: write a list"),
    ],
)
def test_what_cannot_be_so_is_found(old, new, key, words):
    assert old in ISLES
    flaws = [str(flaw) for flaw in check_board(ISLES.replace(old, new, 1).encode())]
    assert any(key in flaw and words in flaw for flaw in flaws), flaws
