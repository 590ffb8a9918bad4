"""A map with one of everything is drawn as it was recorded."""

from record import difference
from recorded_map import write_down


def test_a_map_with_one_of_everything_is_drawn_as_it_was_recorded():
    lines = difference("maps/everything", write_down())
    assert not lines, "\n".join([*lines[:60], "See tests/recorded/record.py."])
