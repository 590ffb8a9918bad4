"""What a page says of a position, and what it gives its scripts."""

import pytest
from msgspec.structs import replace

from adjudicator.reports.facts import DefaultRow, OrderRow
from adjudicator.reports.files.pages import SeatStory, _leaves, json_block
from adjudicator.reports.story import Passage

NOTHING = SeatStory("Oda", [], [], (), [], [])


def test_what_is_plain_and_in_a_row_stands_together_and_nothing_is_left_out():
    """The places of a list are counted from 1."""
    data = {"a": [{"b": 1}, {"b": None, "c": False}], "d": ["x", 2], "e": [], "f": "", "g": 0}
    assert list(_leaves(data)) == [
        (("a", "1", "b"), "1"),
        (("a", "2", "c"), "False"),
        (("d",), "x, 2"),
        (("g",), "0"),
    ]


@pytest.mark.parametrize(
    "known",
    [
        {"orders": [OrderRow(("hide 3",))]},
        {"filled": [DefaultRow(("hide 3",), "")]},
        {"passages": [Passage("He hid.", "", "", ("Oda",))]},
        {"known": [("seats, Oda, hidden", "3")]},
    ],
)
def test_a_seat_has_a_story_if_it_did_or_knew_anything(known):
    assert NOTHING.is_empty
    assert not replace(NOTHING, **known).is_empty


def test_no_tag_can_end_a_block_of_data():
    assert json_block({"a": "<!--&</script>"}) == (rb'{"a":"\u003c!--\u0026\u003c/script\u003e"}')
