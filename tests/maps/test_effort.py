"""What a picture does not do twice, or for nothing; and that it looks no different for that."""

import math
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from adjudicator.games.picture import Arrow
from adjudicator.maps import draw_front, draw_png
from adjudicator.maps.drawing import memory, png, raster, scene, supersampled
from adjudicator.maps.drawing.ink import Disc, Fill, InkGroup, InkText, Layer, Shape, Stroke
from adjudicator.maps.placing.window import window_around

from .pictures import busy, full

ROOT = Path(__file__).parents[2]
INKS = (
    Stroke(((3, 4), (40, 9), (22, 60)), "#302010", 5.0, (7.0, 3.0)),
    Fill(((10, 10), (70, 20), (35, 55)), "#a03020", "#f0e0d0", 3.0),
    Disc(50, 40, 20, 11, "#204060", "#ffffff", 2.0),
)


def test_words_that_stand_elsewhere_are_drawn_once():
    memory.DRAWINGS.kept.clear()
    memory.DRAWINGS.taken = 0
    image = Image.new("RGB", (400, 200))
    places = (100, 60), (130.4, 88.7), (77.5, 150), (200, 20)
    colours = "#000000", "#000000", "#a03020", "#204060"
    for (x, y), colour in zip(places, colours, strict=True):
        raster.draw(image, InkText(x, y, "Kawachi", "serif", 15, colour, halo="#ffffff"), 1.0)
    assert len(memory.DRAWINGS.kept) == 2  # the letters and their edge
    shown = [image.getpixel((round(x), round(y) - 5)) for x, y in ((100, 60), (130.4, 88.7))]
    assert shown[0] == shown[1] != (0, 0, 0)


def test_a_letter_of_many_names_is_drawn_once():
    raster._run.cache_clear()
    image = Image.new("RGB", (400, 200))
    for y, name in ((60, "Abba"), (90, "Baba")):
        raster.draw(image, InkText(100, y, name, "serif", 15, "#000000", small=True), 1.0)
    assert raster._run.cache_info().misses == len("ABAB")  # large and small ones


@pytest.mark.parametrize("scale", [0.6, 1.0, 1.25])
def test_ground_of_one_colour_has_no_seam_where_provinces_meet_and_stays_within_its_edge(scale):
    corners = (10.3, 10.3), (110.3, 10.3), (110.3, 90.3), (10.3, 90.3)
    halves = Shape((corners[:3],)), Shape(((corners[0], *corners[2:]),))
    grounds = tuple(InkGroup("", (Fill(half, "#302010"),)) for half in halves)
    drawn = raster.draw_land((150, 120), Layer((), "#ffffff"), grounds, Layer(()), scale, 0, 0)
    edge = [math.floor(10.3 * scale)] * 2 + [math.ceil(side * scale) for side in (110.3, 90.3)]
    inside = drawn.crop(edge)
    assert inside.getcolors() == [(inside.width * inside.height, (0x30, 0x20, 0x10))]
    drawn.paste("#ffffff", edge)
    assert drawn.getcolors() == [(150 * 120, (0xFF, 0xFF, 0xFF))]


@pytest.mark.parametrize("scale", [0.45, 1.0, 1.25])
def test_shapes_are_reduced_as_if_their_cover_had_been_multiplied_in(scale, monkeypatch):
    drawn = supersampled.plain_pixels(INKS, scale)
    sheet = supersampled.make_sheet
    monkeypatch.setattr(supersampled, "make_sheet", lambda mode, *more: sheet("RGBA", *more))
    same = supersampled.plain_pixels(INKS, scale)
    assert drawn[1] == same[1]
    assert drawn[0].mode == same[0].mode == "RGBA"
    assert drawn[0].tobytes() == same[0].tobytes()


def test_an_arrow_is_drawn_only_where_a_window_shows_it(monkeypatch):
    ends = ("Higo", "Hyuga"), ("Hitachi", "Shimosa")
    picture = replace(full("ikusa"), arrows=tuple(Arrow("move", *each, "Oda") for each in ends))
    drawn = []
    monkeypatch.setattr(scene, "arrow_inks", lambda arrow, *_: drawn.append(arrow.source) or ())
    scene.scene_of(picture, window_around(picture, ("Higo",)))
    assert drawn == ["Higo"]


def test_maps_and_windows_are_saved_once_and_small_enough(monkeypatch):
    efforts = []
    encode = png._encode
    monkeypatch.setattr(
        png, "_encode", lambda im, level: efforts.append(level) or encode(im, level)
    )
    sizes = [len(draw_png(each)) for each in (busy("ikusa"), full("shogun-sun"))]
    assert max(sizes) < 150_000
    assert draw_front(busy("ikusa"), "Oda")
    assert efforts == [png.FAIR] * 3


def test_a_map_loads_none_of_the_formats_that_it_is_not_saved_in():
    script = (
        "import sys; from adjudicator.games.picture import Picture;"
        "from adjudicator.maps import draw_png; draw_png(Picture('ikusa', 'Bare', '', {}, ()));"
        "print({'PIL.JpegImagePlugin', 'PIL.GifImagePlugin', 'subprocess'} & set(sys.modules))"
    )
    said = subprocess.check_output([sys.executable, "-c", script], text=True, cwd=ROOT)
    assert said.strip() == "set()"
