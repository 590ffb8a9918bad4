"""A scene as a PNG, or what is seen of it in a window."""

import io

from PIL import Image

from adjudicator.maps.grounds import Grounds
from adjudicator.maps.outline import HEIGHT, WIDTH, Box
from adjudicator.maps.palette import SEA
from adjudicator.maps.raster import draw
from adjudicator.maps.scene import Scene

COLOURS = 256
DEFLATE = 6
SCALES = (1.25, 1.0, 0.8, 0.6, 0.45)
"""Of windows: few, for what is drawn at one of them is kept for the next time."""
WIDEST, HIGHEST = 860, 860  # pixels of a window's picture
FEWER = (64, 40)
"""Colours of a window's picture, until it is small enough; with fewer, land looks like water."""

GROUNDS = Grounds(room=96_000_000, rest=256)


def png_of(scene: Scene, width: int, height: int) -> bytes:
    """The scene at a size in pixels; where the shape differs from the canvas, sea fills in."""
    scale = min(width / WIDTH, height / HEIGHT)
    image = _image(scene, (0.0, 0.0, float(WIDTH), float(HEIGHT)), scale)
    whole = Image.new("RGB", (width, height), SEA)
    whole.paste(image, ((width - image.width) // 2, (height - image.height) // 2))
    return _encode(whole, COLOURS)


def png_of_window(scene: Scene, window: Box, most: int) -> bytes:
    """What lies in a window (left, top, width, height), in ``most`` bytes at the most."""
    fitting = [s for s in SCALES if window[2] * s <= WIDEST and window[3] * s <= HIGHEST]
    data = b""
    for scale in fitting or SCALES[-1:]:
        image = _image(scene, window, scale)
        for colours in FEWER:
            data = _encode(image, colours)
            if len(data) <= most:
                return data
    return data


def _image(scene: Scene, window: Box, scale: float) -> Image.Image:
    left, top, width, height = window
    image = Image.new("RGB", (round(width * scale), round(height * scale)), SEA)
    corner = -round(left * scale), -round(top * scale)
    ground = _ground(scene, scale)
    if ground is not None:
        image.paste(ground, corner)
    for ink in scene.inks if ground is None else scene.marks:
        draw(image, ink, scale, *corner)
    return image


def _ground(scene: Scene, scale: float) -> Image.Image | None:
    """The ground of the whole map; None if it is not kept."""
    size = round(WIDTH * scale), round(HEIGHT * scale)

    def draw_ground() -> Image.Image:
        image = Image.new("RGB", size, SEA)
        for ink in scene.ground:
            draw(image, ink, scale)
        return image

    return GROUNDS.find((scene.ground, scale), size, draw_ground)


def _encode(image: Image.Image, colours: int) -> bytes:
    few = image.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = io.BytesIO()
    few.save(file, "PNG", compress_level=DEFLATE)
    return file.getvalue()
