"""What is kept for the next picture: what is drawn is the same, and memory has an end."""

import pytest
from msgspec.structs import replace
from PIL import Image

from adjudicator.games.picture import Spot
from adjudicator.maps import draw_front, draw_orders, draw_png
from adjudicator.maps.drawing import raster
from adjudicator.maps.drawing.memory import Drawings, keep

from .pictures import busy, full

KEEPERS = (
    raster._with_lines,
    raster._piece,
    raster._layer,
    raster._pixels,
    raster._cut,
    raster._polygons,
)


def empty(room):
    """Have nothing kept, and from now on each kind of drawing in so many bytes."""
    for keeper in KEEPERS:
        keeper.kept.__init__(room)


@pytest.fixture(autouse=True)
def rooms():
    before = [keeper.kept.room for keeper in KEEPERS]
    yield
    for keeper, room in zip(KEEPERS, before, strict=True):
        keeper.kept.__init__(room)


def drawings(picture):
    """Each kind of drawing of a picture."""
    return draw_png(picture, 700, 500), draw_front(picture, "Oda"), draw_orders(picture)


def test_a_drawing_is_the_same_whether_its_parts_were_kept_or_not():
    marked = busy("shogun-moon")
    tinted = full("shogun-moon", arrows=marked.arrows, tint="region")
    empty(0)
    alone = [drawings(picture) for picture in (marked, tinted)]
    empty(96_000_000)
    for _ in range(2):  # first they are made, then they are found
        assert [drawings(picture) for picture in (marked, tinted)] == alone
    assert all(keeper.kept.found for keeper in KEEPERS)


def test_no_picture_gets_the_ground_of_another():
    one = full("ikusa", arrows=busy("ikusa").arrows)
    other = replace(one, spots=one.spots | {"Kai": Spot("Oda", closed=True)})
    empty(0)
    alone = [(draw_orders(each), draw_png(each, 700, 500)) for each in (one, other)]
    empty(96_000_000)
    again = [(draw_orders(each), draw_png(each, 700, 500)) for each in (one, other, one)]
    assert again == [*alone, alone[0]]
    assert alone[0][0] != alone[1][0]
    assert alone[0][1] != alone[1][1]


def test_what_was_asked_for_longest_ago_makes_place():
    made = []

    @keep(4 * 100)
    def draw(name, pixels=100):
        made.append(name)
        return Image.new("L", (pixels, 1)), (0, 0)

    for name in "abcdabcd":
        assert draw(name)[0].width == 100
    assert made == [*"abcd"]
    draw("a")
    draw("e")
    assert [each for (each,) in draw.kept.found] == [*"cdae"]
    assert draw.kept.taken == 400
    draw("b")
    assert made == [*"abcdeb"]


def test_what_takes_much_of_the_room_is_not_kept():
    kept = Drawings(4 * 400)
    kept.enter("colours", (Image.new("RGB", (100, 1)), (0, 0)))
    kept.enter("nothing", None)
    kept.enter("much", (Image.new("RGB", (101, 1)), (0, 0)))
    assert [*kept.found] == ["colours", "nothing"]
    assert kept.taken == 400
