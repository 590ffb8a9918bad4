"""What is looked up in a position, where modules keep parts of it under their own names."""

import msgspec
import pytest

from adjudicator.cases.expectations import NOTHING, differences, look_up
from adjudicator.games.contract import Position


class Court(msgspec.Struct, frozen=True):
    emperor: str = ""
    places: tuple[str, ...] = ()


class Whole(Position, frozen=True):
    seats: dict[str, int] = {}
    court: Court = Court()


class InParts(Position, frozen=True):
    seats: dict[str, int] = {}
    parts: dict[str, object] = {}


COURT = Court("Oda", ("Oda", "Mori"))
WHOLE = Whole(game="toy", options={}, court=COURT)
IN_PARTS = InParts(game="toy", options={}, parts={"court": COURT})
AS_TABLES = InParts(game="toy", options={}, parts={"court": msgspec.to_builtins(COURT)})


@pytest.mark.parametrize("position", [WHOLE, IN_PARTS, AS_TABLES])
def test_a_part_of_the_position_is_found_by_its_name_wherever_it_stands(position):
    expected = {"court": {"emperor": "Oda", "places": ["Oda", "Mori"]}, "round": 1}
    assert list(differences(expected, position, "")) == []
    assert list(differences({"court": {"emperor": "Mori"}}, position, "")) == [
        'court.emperor: expected "Mori", got "Oda"'
    ]


def test_a_part_that_is_not_there_is_told_with_those_that_are():
    [line] = differences({"leaders": {"Oda": "Kai"}}, IN_PARTS, "")
    assert line.startswith("leaders: there is no such thing in a InParts; it has seats, parts, ")
    assert line.endswith(", court")


def test_what_the_position_has_itself_comes_before_a_part_of_that_name():
    position = InParts(game="toy", options={}, parts={"round": 7})
    assert look_up(position, "round") == 1


def test_only_a_position_has_parts():
    class Card(msgspec.Struct):
        parts: dict[str, int]

    assert look_up(Card({"court": 1}), "court") is NOTHING
