"""Boards of other packages, and the simple map of a board that has no outline."""

import io
import itertools
import math
import re

import msgspec
import pytest
from PIL import Image, ImageColor

from adjudicator.boards import load_board
from adjudicator.games.picture import Arrow, Picture, Spot
from adjudicator.maps import draw_png, draw_svg, outline_for, outlines
from adjudicator.maps.drawing.palette import LAND, SEA
from adjudicator.maps.outlines import HEIGHT, WIDTH, OutlineError, pixels, simple_outline

from .pictures import OUTLINED, PARTIES, full

ISLAND = """
format = 1
name = "island"
title = "The island"
[provinces.East]
at = [35.0, 136.0]
land = ["West"]
sea = ["Rock"]
[provinces.West]
at = [35.0, 135.0]
land = ["East"]
[provinces.Rock]
at = [36.0, 137.0]
sea = ["East"]
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An installed package with a board; its name."""
    (tmp_path / "toy_island" / "boards").mkdir(parents=True)
    (tmp_path / "toy_island" / "__init__.py").write_text("raise AssertionError('not to be run')")
    (tmp_path / "toy_island" / "boards" / "island.toml").write_text(ISLAND)
    monkeypatch.syspath_prepend(str(tmp_path))
    outlines._OUTLINES.clear()
    yield "toy_island"
    outlines._OUTLINES.clear()


def test_a_board_of_another_package_is_drawn_without_making_an_outline(package):
    spots = {"East": Spot("Oda"), "Rock": Spot("Takeda")}
    arrows = (Arrow("attack", "East", "Rock", "Oda"), Arrow("move", "West", "East", "Oda"))
    picture = Picture(f"{package}/island", "Island", "", spots, PARTIES, arrows)
    assert draw_png(picture)[:4] == b"\x89PNG"
    assert "EAST" in re.sub("</?tspan[^>]*>", "", draw_svg(picture))


def test_the_outline_beside_a_board_of_another_package_is_used_if_it_fits(package):
    board = load_board(f"{package}/island")
    file, ready = board.file.with_name("island.outline.json"), simple_outline(board, "by hand")
    for change in ({"fits": "0"}, {"lines": ()}, {"areas": {}}):
        file.write_bytes(msgspec.json.encode(msgspec.structs.replace(ready, **change)))
        assert "no outline that fits" in outline_for(board).note
        outlines._OUTLINES.clear()
    file.write_bytes(msgspec.json.encode(ready))
    assert outline_for(board) == ready
    outlines._OUTLINES.clear()
    file.write_text("{")
    with pytest.raises(OutlineError, match=r"island\.outline\.json: cannot be read: .*make it"):
        outline_for(board)


@pytest.mark.parametrize("name", OUTLINED)
def test_a_simple_map_has_every_border_and_no_cell_on_another(name):
    board = load_board(name)
    outline = simple_outline(board, "")
    assert {(line.a, line.b) for line in outline.roads} == set(board.land)
    assert {(line.a, line.b) for line in outline.sea} == set(board.sea)
    for line in (*outline.lines, *outline.roads, *outline.sea):
        assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in pixels(line))
    for a, b in itertools.combinations(outline.areas.values(), 2):
        apart = [abs(a.box[k] - b.box[k]) - (a.box[k + 2] + b.box[k + 2]) / 2 for k in (0, 1)]
        assert max(apart) > 8
    assert min(area.box[2] for area in outline.areas.values()) > 75


SEAS = """
format = 1
name = "seas"
title = "The seas"
[provinces.North]
at = [36.0, 136.0]
water = true
sea = ["Isle", "South"]
[provinces.Isle]
at = [35.0, 136.0]
sea = ["North", "South"]
coasts = { nc = ["North"], sc = ["South"] }
[provinces.South]
at = [34.0, 136.0]
water = true
sea = ["Isle", "North"]
"""


def test_a_simple_map_shows_areas_at_sea_as_water(tmp_path):
    (tmp_path / "seas.toml").write_text(SEAS)
    board = load_board(str(tmp_path / "seas.toml"))
    outline = outline_for(board)
    assert outline.note
    wet = {name: area.water for name, area in outline.areas.items()}
    assert wet == {"Isle": False, "North": True, "South": True}
    _, y, _, high = outline.areas["Isle"].box
    (_, north), (_, south) = (outline.areas["Isle"].coasts[coast] for coast in ("nc", "sc"))
    assert y - high < north < y < south < y + high

    def colour(name, across):
        left, middle, wide, high = outline.areas[name].box
        return image.getpixel((round(left + across * wide), round(middle + 0.4 * high)))

    spots = {name: Spot() for name in board.provinces}
    drawn = draw_png(Picture(str(board.file), "Seas", "", spots, ()))
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    rgb = {name: ImageColor.getrgb(ink) for name, ink in (("sea", SEA), ("land", LAND))}
    assert math.dist(colour("North", 0.3), rgb["sea"]) < 12
    assert math.dist(colour("South", 0.3), rgb["sea"]) < 12
    assert math.dist(colour("Isle", 0.3), rgb["land"]) < 12


def test_a_simple_map_is_drawn_with_everything_on_it(monkeypatch):
    from adjudicator.maps.drawing import scene

    monkeypatch.setattr(scene, "outline_for", lambda board: simple_outline(board, ""))
    switched = full("ikusa", board_options={"kawachi-tamba": False, "izumi-settsu": True})
    assert draw_png(switched, 350, 250) != draw_png(full("ikusa"), 350, 250)


@pytest.mark.parametrize("count", [1, 2, 400])
def test_any_number_of_provinces_makes_a_simple_map(count):
    base = load_board("ikusa")
    one = next(iter(base.provinces.values()))
    provinces = {
        f"P{k}": msgspec.structs.replace(one, name=f"P{k}", at=(0.01 * (k % 7), 0.001 * k))
        for k in range(count)
    }
    board = msgspec.structs.replace(base, provinces=provinces, land=(), sea=(), border_options={})
    outline = simple_outline(board, "")
    assert all(box[2] > 5 and box[3] > 0 for box in (area.box for area in outline.areas.values()))
