"""Maps: a picture of a game on its board as PNG or SVG, both from one scene."""

from adjudicator.games.picture import Picture
from adjudicator.maps.outline import HEIGHT, WIDTH, Outline, OutlineError, outline_for

LEAST, MOST = 200, 5600  # pixels of a picture's sides

__all__ = ["Outline", "OutlineError", "draw_png", "draw_svg", "outline_for"]


def draw_png(picture: Picture, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """The picture as a PNG of this size in pixels; the same picture gives the same bytes.

    Raises:
        BoardError, OutlineError, PictureError: see ``scene_of``. ValueError: an impossible size.
    """
    from adjudicator.maps.png import png_of
    from adjudicator.maps.scene import scene_of

    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise ValueError(f"a map of {width} by {height} pixels; each side has {LEAST} to {MOST}")
    return png_of(scene_of(picture), width, height)


def draw_svg(picture: Picture) -> str:
    """The picture as an SVG document of 1400 by 1000 units.

    Raises:
        BoardError, OutlineError, PictureError: see ``scene_of``.
    """
    from adjudicator.maps.scene import scene_of
    from adjudicator.maps.svg import svg_of

    return svg_of(scene_of(picture))
