"""A scene as a PNG. What no game changes is drawn once for each outline and size, and kept."""

import io
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from adjudicator.maps.ink import Ground
from adjudicator.maps.outline import HEIGHT, WIDTH, Outline, Path, pixels
from adjudicator.maps.palette import BANDS, BORDER, COAST, CREAM, LAND, SEA, SEA_LINE, mixed, rgb
from adjudicator.maps.raster import FINE, draw_line, paste, paste_kept, pattern_mask
from adjudicator.maps.scene import Scene

BAND_WIDTH = 5.5  # pixels of an owner's band along the inside of a province
COLOURS = 256
DEFLATE = 6
SEA_DASH = (7.0, 5.0)


def png_of(scene: Scene, width: int, height: int) -> bytes:
    """The scene at a size in pixels; where the shape differs from the canvas, sea fills in."""
    scale = min(width / WIDTH, height / HEIGHT)
    image = _base(scene.outline, scale).copy()
    for land in scene.grounds:
        _tint(image, scene.outline, land, scale)
    lines = _lines(scene.outline, scale)
    image.paste(lines, (0, 0), lines)
    for marks in scene.under:
        paste(image, marks, scale)
    for name in scene.names:
        paste_kept(image, (name,), scale)
    for marks in scene.above:
        paste(image, marks, scale)
    for sprite in scene.sprites:
        at = round(sprite.x * scale), round(sprite.y * scale)
        paste_kept(image, sprite.marks, sprite.scale * scale, *at)
    return _encoded(_centred(image, width, height))


def _centred(image: Image.Image, width: int, height: int) -> Image.Image:
    if image.size == (width, height):
        return image
    whole = Image.new("RGB", (width, height), SEA)
    whole.paste(image, ((width - image.width) // 2, (height - image.height) // 2))
    return whole


def _encoded(image: Image.Image) -> bytes:
    few = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = io.BytesIO()
    few.save(file, "PNG", compress_level=DEFLATE)
    return file.getvalue()


def _size(scale: float) -> tuple[int, int]:
    return round(WIDTH * scale), round(HEIGHT * scale)


@lru_cache(maxsize=4)
def _base(outline: Outline, scale: float) -> Image.Image:
    """Sea, the bands along the coasts, and bare land."""
    size = _size(scale)
    land = Image.new("L", size)
    for name in outline.areas:
        mask, at = _mask(outline, name, scale)
        land.paste(255, (*at, at[0] + mask.width, at[1] + mask.height), mask)
    image = Image.new("RGB", size, SEA)
    for radius, colour in zip((13.0, 8.5, 4.2), BANDS, strict=True):
        blurred = land.filter(ImageFilter.GaussianBlur(radius * scale))
        image.paste(rgb(colour), (0, 0, *size), blurred.point(_step(26, 12)))
    image.paste(rgb(LAND), (0, 0, *size), land)
    return image


def _step(at: int, soft: int) -> list[int]:
    return [max(0, min(255, (v - at) * 255 // soft)) for v in range(256)]


@lru_cache(maxsize=1024)
def _mask(outline: Outline, name: str, scale: float) -> tuple[Image.Image, tuple[int, int]]:
    """How much of each pixel a province covers, and where the mask's corner lies."""
    ring = outline.ring(name)
    left, top, right, bottom = _bounds(ring, scale)
    large = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    ImageDraw.Draw(large).polygon(_placed(ring, scale, left, top), 255)
    return large.reduce(FINE), (left, top)


@lru_cache(maxsize=1024)
def _band(outline: Outline, name: str, scale: float) -> Image.Image:
    """The inside edge of a province, as a mask of the size of ``_mask``."""
    ring = outline.ring(name)
    left, top, right, bottom = _bounds(ring, scale)
    large = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    points = _placed(ring, scale, left, top)
    draw_line(ImageDraw.Draw(large), (*points, points[0]), 2 * BAND_WIDTH * scale * FINE)
    return ImageChops.darker(large.reduce(FINE), _mask(outline, name, scale)[0])


def _bounds(ring: Path, scale: float) -> tuple[int, int, int, int]:
    xs, ys = [x * scale for x, _ in ring], [y * scale for _, y in ring]
    return int(min(xs)) - 1, int(min(ys)) - 1, int(max(xs)) + 2, int(max(ys)) + 2


def _placed(ring: Path, scale: float, left: int, top: int) -> tuple[tuple[float, float], ...]:
    return tuple(((x * scale - left) * FINE, (y * scale - top) * FINE) for x, y in ring)


def _tint(image: Image.Image, outline: Outline, land: Ground, scale: float) -> None:
    mask, at = _mask(outline, land.name, scale)
    box = (*at, at[0] + mask.width, at[1] + mask.height)
    if land.colour != LAND:
        image.paste(rgb(land.colour), box, mask)
    if land.pattern >= 0 or land.hatched:
        lines = pattern_mask(land.pattern, image.size, scale).crop(box)
        image.paste(rgb(land.pattern_colour), box, ImageChops.darker(lines, mask))
    if land.band:
        edge = _band(outline, land.name, scale)
        image.paste(rgb(land.band), box, edge)
        lines = pattern_mask(land.band_pattern, image.size, scale).crop(box)
        light = mixed(land.band, CREAM, 0.55)
        image.paste(rgb(light), box, ImageChops.darker(lines, edge))


@lru_cache(maxsize=4)
def _lines(outline: Outline, scale: float) -> Image.Image:
    """Borders, coasts and sea lines on clear ground."""
    width, height = _size(scale)
    layer = Image.new("RGBA", (width, height))
    sea = [(pixels(line), 1.8, SEA_DASH) for line in outline.sea]
    borders = [(pixels(line), 1.3, None) for line in outline.lines if line.b]
    coasts = [(pixels(line), 2.2, None) for line in outline.lines if not line.b]
    for paths, colour in ((sea, SEA_LINE), (borders, BORDER), (coasts, COAST)):
        large = Image.new("L", (width * FINE, height * FINE))
        pen = ImageDraw.Draw(large)
        unit = scale * FINE
        for path, wide, dash in paths:
            points = tuple((x * unit, y * unit) for x, y in path)
            steps = None if dash is None else (dash[0] * unit, dash[1] * unit)
            draw_line(pen, points, wide * unit, steps)
        flat = Image.new("RGBA", layer.size, (*rgb(colour), 0))
        flat.putalpha(large.reduce(FINE))
        layer.alpha_composite(flat)
    return layer
