"""A scene as a PNG."""

import io

from PIL import Image

from adjudicator.maps.outline import HEIGHT, WIDTH
from adjudicator.maps.palette import SEA
from adjudicator.maps.raster import draw
from adjudicator.maps.scene import Scene

COLOURS = 256
DEFLATE = 6


def png_of(scene: Scene, width: int, height: int) -> bytes:
    """The scene at a size in pixels; where the shape differs from the canvas, sea fills in."""
    scale = min(width / WIDTH, height / HEIGHT)
    image = Image.new("RGB", (round(WIDTH * scale), round(HEIGHT * scale)))
    for ink in scene.inks:
        draw(image, ink, scale)
    whole = Image.new("RGB", (width, height), SEA)
    whole.paste(image, ((width - image.width) // 2, (height - image.height) // 2))
    few = whole.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = io.BytesIO()
    few.save(file, "PNG", compress_level=DEFLATE)
    return file.getvalue()
