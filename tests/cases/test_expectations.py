"""What is looked up in a position to which a module of the game has added its part."""

import msgspec

from adjudicator.cases.expectations import differences
from adjudicator.games.contract import Position


class Court(msgspec.Struct, frozen=True):
    emperor: str = ""
    places: tuple[str, ...] = ()


Plain = msgspec.defstruct("Plain", [("seats", dict, {})], bases=(Position,), frozen=True)
AtCourt = msgspec.defstruct("AtCourt", [("court", Court, Court())], bases=(Plain,), frozen=True)


def test_a_module_s_part_is_compared_by_its_name():
    position = AtCourt(game="toy", options={}, court=Court("Oda", ("Oda", "Mori")))
    expected = {"court": {"emperor": "Oda", "places": ["Oda", "Mori"]}, "round": 1}
    assert list(differences(expected, position, "")) == []
    assert list(differences({"court": {"emperor": "Mori"}}, position, "")) == [
        'court.emperor: expected "Mori", got "Oda"'
    ]


def test_the_part_of_a_module_that_is_not_played_is_told():
    [line] = differences({"court": {"emperor": "Oda"}}, Plain(game="toy", options={}), "")
    assert line.startswith("court: there is no such thing in a Plain; it has ")
