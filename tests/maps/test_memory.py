"""What is kept for the next picture: what is drawn is the same, and memory has an end."""

import pytest
from msgspec.structs import replace
from PIL import Image

from adjudicator.games.picture import Spot
from adjudicator.maps import draw_front, draw_orders, draw_png
from adjudicator.maps.drawing import memory
from adjudicator.maps.drawing.memory import keep

from .pictures import busy, full


@pytest.fixture(autouse=True)
def room():
    """Have nothing kept, and from now on drawings in so many bytes."""
    before = memory.DRAWINGS.room
    yield lambda size: memory.DRAWINGS.__init__(size)
    memory.DRAWINGS.__init__(before)


def drawings(picture):
    """Each kind of drawing of a picture."""
    return draw_png(picture, 700, 500), draw_front(picture, "Oda"), draw_orders(picture)


def test_a_drawing_is_the_same_whether_its_parts_were_kept_or_not(room):
    marked = busy("shogun-moon")
    tinted = full("shogun-moon", arrows=marked.arrows, tint="region")
    room(0)
    alone = [drawings(picture) for picture in (marked, tinted)]
    room(96_000_000)
    for _ in range(2):  # first they are made, then they are found
        assert [drawings(picture) for picture in (marked, tinted)] == alone
    assert memory.DRAWINGS.kept


def test_no_picture_gets_the_ground_of_another(room):
    one = full("ikusa", arrows=busy("ikusa").arrows)
    other = replace(one, spots=one.spots | {"Kai": Spot("Oda", closed=True)})
    room(0)
    alone = [(draw_orders(each), draw_png(each, 700, 500)) for each in (one, other)]
    room(96_000_000)
    again = [(draw_orders(each), draw_png(each, 700, 500)) for each in (one, other, one)]
    assert again == [*alone, alone[0]]
    assert alone[0][0] != alone[1][0]
    assert alone[0][1] != alone[1][1]


def test_what_was_asked_for_longest_ago_makes_place(room):
    made = []

    @keep
    def draw(name, pixels=100):
        made.append(name)
        return Image.new("L", (pixels, 1)), (0, 0)

    room(4 * 100)
    for name in "abcdabcd":
        assert draw(name)[0].width == 100
    assert made == [*"abcd"]
    draw("a")
    draw("e")
    assert [each for _, (each,) in memory.DRAWINGS.kept] == [*"cdae"]
    assert memory.DRAWINGS.taken == 400
    draw("b")
    assert made == [*"abcdeb"]
    assert draw("f", 500)[0].width == 500
    assert not memory.DRAWINGS.taken
