"""Where armies and fleets go, on a board of five provinces."""

import pytest

from adjudicator.boards import parse_board
from adjudicator.boards.check import check_board

ISTHMUS = """
format = 1
name = "isthmus"
title = "Isthmus"

[provinces.West]
at = [1.0, 0.0]
coast = ["Isthmus"]
sea = ["North", "South"]

[provinces.Isthmus]
at = [1.0, 1.0]
coast = ["West"]
land = ["East"]
sea = ["North", "South"]
coasts = { nc = ["North", "West"], sc = ["South", "West"] }

[provinces.East]
at = [1.0, 2.0]
land = ["Isthmus"]
sea = ["North"]

[provinces.North]
at = [2.0, 1.0]
water = true
sea = ["East", "Isthmus", "West"]

[provinces.South]
at = [0.0, 1.0]
water = true
sea = ["Isthmus", "West"]
"""


@pytest.fixture(scope="module")
def ways(diplomacy):
    """The ways of the board."""
    from diplomacy_game.ways import Ways

    assert check_board(ISTHMUS.encode()) == []
    return Ways(parse_board(ISTHMUS))


def test_armies_go_by_land_and_along_the_shore(ways):
    assert ways.reach["A", "Isthmus"] == {"East": ("East",), "West": ("West",)}
    assert ways.reach["A", "East"] == {"Isthmus": ("Isthmus",)}
    assert ways.reach["A", "North"] == {}
    assert not ways.can_stand("A", "South")


def test_fleets_go_from_the_coast_where_they_are(ways):
    assert ways.reach["F", "Isthmus/nc"] == {"North": ("North",), "West": ("West",)}
    assert ways.reach["F", "Isthmus/sc"] == {"South": ("South",), "West": ("West",)}
    assert ways.reach["F", "Isthmus"] == {}
    assert not ways.can_stand("F", "Isthmus")


def test_fleets_come_to_every_coast_that_borders_where_they_are(ways):
    assert ways.reach["F", "West"]["Isthmus"] == ("Isthmus/nc", "Isthmus/sc")
    assert ways.reach["F", "South"] == {"Isthmus": ("Isthmus/sc",), "West": ("West",)}
    assert "Isthmus" not in ways.reach["F", "East"]  # no shore runs along that border


def test_fleets_at_sea_carry_armies_from_coast_to_coast(ways):
    from diplomacy_game.ways import crossings, is_joined

    assert crossings(ways, frozenset({"North"}), "East") == {
        "Isthmus": frozenset({"North"}),
        "West": frozenset({"North"}),
    }
    assert crossings(ways, frozenset({"South"}), "East") == {}
    assert is_joined(ways, {"South"}, "West", "Isthmus")
    assert not is_joined(ways, {"South"}, "West", "East")
