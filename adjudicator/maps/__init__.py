"""Maps: a picture of a game on its board as PNG or SVG, both from one scene."""

from msgspec.structs import replace

from adjudicator.boards import load_board
from adjudicator.games.picture import Picture
from adjudicator.maps.outlines import HEIGHT, WIDTH, Outline, OutlineError, outline_for
from adjudicator.maps.placing.window import fronts_of, has_front, window_around
from adjudicator.maps.reasons import reason

LEAST, MOST = 200, 5600  # pixels of a picture's sides
SMALL = 60_000
"""Bytes of a part of a map at the most."""

__all__ = [
    "Outline",
    "OutlineError",
    "draw_front",
    "draw_orders",
    "draw_png",
    "draw_svg",
    "has_front",
    "keep_drawings",
    "middles",
    "outline_for",
]


def keep_drawings(megabytes: int) -> None:
    """Let this process keep no more than that of what it has drawn for the next picture."""
    from adjudicator.maps.drawing.memory import DRAWINGS

    DRAWINGS.room = megabytes * 1_000_000


def draw_png(picture: Picture, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """The picture as a PNG of this size in pixels; the same picture gives the same bytes.

    Raises:
        BoardError, OutlineError, PictureError: see ``scene_of``. ValueError: an impossible size.
    """
    from adjudicator.maps.drawing.png import png_of
    from adjudicator.maps.drawing.scene import scene_of

    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        limits = {"least": LEAST, "most": MOST}
        raise ValueError(reason("map-size", width=width, height=height, **limits))
    return png_of(scene_of(picture), width, height)


def draw_front(picture: Picture, seat: str) -> bytes | None:
    """Parts of the picture as a PNG: a seat's fronts, with names that a telephone shows.

    Those that lie far apart stand one below another. Owners colour the ground, for a band of their
    colour is too little there. None if the seat has nothing on the map.

    Raises:
        BoardError, OutlineError, PictureError: see ``scene_of``.
    """
    from adjudicator.maps.drawing.png import png_of_windows
    from adjudicator.maps.drawing.scene import scene_of

    owned = replace(picture, tint="owner")
    parts = [(scene_of(owned, window), window) for window in fronts_of(picture, seat)]
    return png_of_windows(parts, SMALL * len(parts)) if parts else None


def draw_orders(picture: Picture) -> bytes:
    """The part of a picture that has arrows and badges, as a small PNG; what they mean is below.

    Raises:
        BoardError, OutlineError, PictureError: see ``scene_of``.
    """
    from adjudicator.maps.drawing.png import png_of_windows
    from adjudicator.maps.drawing.scene import scene_of, with_strip

    places = {end for arrow in picture.arrows for end in (arrow.source, arrow.target)}
    places |= {badge.place for badge in picture.badges}
    window = window_around(picture, sorted(places))
    return png_of_windows([with_strip(scene_of(picture, window), picture, window)], SMALL)


def middles(picture: Picture) -> dict[str, tuple[float, float]]:
    """Return where the provinces of a picture are that can be pointed at: of each the middle."""
    areas = outline_for(load_board(picture.board, picture.board_options)).areas
    return {name: (areas[name].box[0], areas[name].box[1]) for name in picture.spots}


def draw_svg(picture: Picture) -> str:
    """The picture as an SVG document of 1400 by 1000 units.

    Raises:
        BoardError, OutlineError, PictureError: see ``scene_of``.
    """
    from adjudicator.maps.drawing.scene import scene_of
    from adjudicator.maps.drawing.svg import svg_of

    return svg_of(scene_of(picture))
