"""What is kept for the next picture: what is drawn is the same, and memory has an end."""

import platform
import subprocess
import sys

import pytest
from msgspec.structs import replace
from PIL import Image

from adjudicator.games.picture import Spot
from adjudicator.maps import draw_orders, draw_png
from adjudicator.maps.drawing import memory
from adjudicator.maps.drawing.memory import keep
from adjudicator.maps.drawing.raster import stamp

from .pictures import busy, full


@pytest.fixture(autouse=True)
def room():
    """Have nothing kept, and from now on drawings in so many bytes."""
    before = memory.DRAWINGS.room
    yield lambda size: memory.DRAWINGS.__init__(size)
    memory.DRAWINGS.__init__(before)


def draw(picture):
    """Each kind of drawing of a picture."""
    return draw_png(picture, 350, 250), draw_orders(picture)


def test_a_drawing_is_the_same_whether_its_parts_were_kept_or_not(room):
    """Neither does a picture get the ground of another."""
    one = full("shogun-moon", arrows=busy("shogun-moon").arrows, tint="region")
    other = replace(one, spots=one.spots | {"Kai": Spot("Oda", closed=True)}, tint="owner")
    alone = []
    for each in (one, other):
        room(96_000_000)
        alone.append(draw(each))
    assert alone[0][0] != alone[1][0]
    assert alone[0][1] != alone[1][1]
    room(96_000_000)
    assert [draw(each) for each in (one, other, one)] == [*alone, alone[0]]  # made, then taken
    assert memory.DRAWINGS.kept


def test_no_ink_draws_nothing_wherever_it_stands(room):
    room(96_000_000)
    image = Image.new("RGB", (2, 2), "red")
    for dx, dy in ((0, 0), (-3, 5)):
        stamp(image, (), 1.0, dx, dy)
    assert image.tobytes() == Image.new("RGB", (2, 2), "red").tobytes()


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


LARGE_ONES = """
import ctypes
from PIL import Image
from adjudicator.maps.drawing import memory

class Mallinfo(ctypes.Structure):
    _fields_ = [(f"field{n}", ctypes.c_int) for n in range(10)]

libc = ctypes.CDLL(None)
libc.mallinfo.restype = Mallinfo
memory.DRAWINGS.room = 10_000_000
for number in range(8):  # each makes place for the next
    memory.DRAWINGS.enter(number, (Image.new("L", (3_000, 3_000)), (0, 0)))
print(libc.mallinfo().field4)
image = Image.new("L", (2_000, 2_000))
print(libc.mallinfo().field4)
"""
"""Prints how many bytes have pages of their own, before and after one image more."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other libraries give it back anyway")
def test_large_images_go_back_to_the_machine_once_some_make_place():
    command = [sys.executable, "-c", LARGE_ONES]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    before, after = map(int, done.stdout.split())
    assert after - before > 3_900_000
