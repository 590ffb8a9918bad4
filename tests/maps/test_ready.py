"""Ground and lines that lie ready beside a board: they are what would be drawn, or are not used."""

from pathlib import Path

import pytest
from board_outlines.writing import write_layer, write_outline
from msgspec.structs import replace
from PIL import Image, ImageChops

from adjudicator.boards import load_board
from adjudicator.maps.drawing.ink import Disc, Glow, Layer, Shape
from adjudicator.maps.drawing.land import land_of
from adjudicator.maps.drawing.memory import READY, read_ready
from adjudicator.maps.drawing.raster import draw_layer
from adjudicator.maps.outlines.outline import read_outline
from adjudicator.maps.outlines.simple import simple_outline

from .pictures import OUTLINED


def on_canvas(drawn, scale):
    """A drawn layer as it looks on a ground of one colour."""
    image, corner = drawn
    canvas = Image.new("RGB", (round(1400 * scale), round(1000 * scale)), "#aa7733")
    canvas.paste(image, corner, image if image.mode == "RGBA" else None)
    return canvas


def looks_alike(one, other, scale):
    return ImageChops.difference(on_canvas(one, scale), on_canvas(other, scale)).getbbox() is None


@pytest.mark.parametrize("board", OUTLINED)
def test_shipped_layers_are_what_would_be_drawn(board):
    """If this fails, lines are drawn differently now: ``make boards`` makes them anew."""
    land = land_of(read_outline(load_board(board)))
    for layer in (land.base, land.lines):
        assert looks_alike(read_ready(layer, 1.0), draw_layer(layer, 1.0), 1.0)
        assert read_ready(layer, 1.25) is not None
    assert read_ready(land.base, 0.8) is None


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A board of one's own whose outline was kept, and its ground."""
    path = tmp_path_factory.mktemp("boards") / "island.toml"
    path.write_text(
        'format = 1\nname = "island"\n[provinces.East]\nat = [35.0, 136.0]\nland = ["West"]\n'
        '[provinces.West]\nat = [35.0, 135.0]\nland = ["East"]\n',
        encoding="utf-8",
    )
    board = load_board(str(path))
    file = write_outline(board, simple_outline(board, ""))
    assert file == path.with_name("island.outline.json")
    return land_of(read_outline(board)).base


@pytest.fixture
def island(kept):
    """The same, mended after what a test does to it."""
    before = {path: path.read_bytes() for path in picture_of(kept).parent.iterdir()}
    yield kept
    for path, data in before.items():
        path.write_bytes(data)


def picture_of(layer, scale=1.0):
    return Path(f"{layer.file}-{scale * 100:.0f}.png")


def test_who_keeps_an_outline_keeps_its_layers(island):
    for scale in READY:
        assert looks_alike(read_ready(island, scale), draw_layer(island, scale), scale)
    names = {each.name for each in picture_of(island).parent.iterdir()}
    assert {"island.ground-125.png", "island.lines-100.png", "island.lines-125.png"} < names
    assert "/" not in picture_of(island).with_name("island.outline.json").read_text("utf-8")


def test_layers_of_another_outline_or_another_look_are_drawn_anew(island):
    assert read_ready(replace(island, fits="of another"), 1.0) is None
    assert read_ready(replace(island, file=""), 1.0) is None
    picture_of(island).write_bytes(picture_of(island, 1.25).read_bytes())
    assert read_ready(island, 1.0) is None
    assert read_ready(island, 1.25) is not None


@pytest.mark.parametrize("keep", [0, 7, 40, 3000])
def test_damaged_layers_are_drawn_anew(island, keep):
    data = picture_of(island).read_bytes()
    picture_of(island).write_bytes(data[:keep])
    assert read_ready(island, 1.0) is None
    picture_of(island).write_bytes(data[:100] + bytes(each ^ 0x55 for each in data[100:]))
    assert read_ready(island, 1.0) is None
    picture_of(island).unlink()
    assert read_ready(island, 1.0) is None


def test_a_layer_of_many_colours_is_not_kept(tmp_path):
    bands = tuple((f"#{k:02x}{255 - k:02x}77", 300.0 - k) for k in range(200, 0, -10))
    blob = Shape((((200.0, 200.0), (400.0, 220.0), (300.0, 500.0)),))
    discs = tuple(Disc(30.0 + k * 4, 20, 9, 9, f"#{k:02x}{k:02x}{255 - k:02x}") for k in range(256))
    layer = Layer((Glow(blob, bands), *discs), "#ffffff", str(tmp_path / "many"), "fits")
    write_layer(layer, 1.0, draw_layer(layer, 1.0))
    assert list(tmp_path.iterdir()) == []
