"""Many pictures of one board as SVG, which share whatever is the same in them.

Nine tenths of a map are the same after every phase: coasts, borders, names, pieces that nobody
moved. Everything longer than a few words is written once, under an id that follows from what it
is; a plate then says which ids it shows. So plates can be made one by one, and at different times.
"""

from base64 import b32encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from adjudicator.boards import load_board
from adjudicator.games.picture import Picture
from adjudicator.maps.drawing.ink import Ink, InkGroup, Layer, Sprite
from adjudicator.maps.drawing.land import land_of
from adjudicator.maps.drawing.scene import scene_of
from adjudicator.maps.drawing.svg import SvgInk, number
from adjudicator.maps.drawing.typeface import one_line
from adjudicator.maps.outlines import HEIGHT, WIDTH, Outline, outline_for

SHORT = 60
"""Characters of SVG that are not worth an id."""
TITLES = 120
"""Pieces of a province that are put into words at the most."""


class Ground(msgspec.Struct, frozen=True):
    """What all plates of a board have in common."""

    definitions: Mapping[str, str]
    """Outlines and patterns by their ids, each an element with that id."""
    below: str
    """Sea and bare land."""
    above: str
    """Borders and coasts, which lie over the colours of provinces."""
    shapes: Mapping[str, str]
    """The id of each province's outline."""
    labels: Mapping[str, str]
    """What the board calls each province."""


class Plate(msgspec.Struct, frozen=True):
    """One picture: the ids of what is drawn, from the bottom up."""

    grounds: tuple[str, ...]
    """One for each province, in the order of the board."""
    arrows: tuple[str, ...]
    provinces: tuple[str, ...]
    """What stands in each, in the same order."""
    boxes: tuple[str, ...]
    definitions: Mapping[str, str]
    """What has these ids, but what the ground defines."""
    words: tuple[tuple[str, str, str], ...]
    """For each province in the same order: its name, whose it is, and what stands there."""


def ground_of(picture: Picture) -> Ground:
    """Return what all plates of a picture's board share.

    Raises:
        BoardError: the board cannot be loaded. OutlineError: it has no outline.
    """
    board = load_board(picture.board, picture.board_options)
    labels = {name: one_line(each.label) for name, each in board.provinces.items()}
    return replace(_ground(outline_for(board))[0], labels=labels)


def plate_of(picture: Picture) -> Plate:
    """Return a picture as a plate, without its title, which stands beside it.

    Raises:
        BoardError, OutlineError, PictureError: see ``scene_of``.
    """
    board = load_board(picture.board, picture.board_options)
    _, known = _ground(outline_for(board))
    scene = scene_of(replace(picture, title="", subtitle=""))
    pen = _Pen(known)
    grounds = tuple(map(pen.entry, scene.grounds))
    pen.whole = True
    arrows = tuple(map(pen.entry, scene.under))
    pen.whole = False
    provinces, boxes = (tuple(map(pen.entry, each)) for each in (scene.provinces, scene.boxes))
    labels = (one_line(each.label) for each in board.provinces.values())
    words = tuple(map(_words, labels, scene.provinces))
    return Plate(grounds, arrows, provinces, boxes, pen.made, words)


def stack(ground: Ground, plates: Iterable[tuple[str, bytes, bytes]]) -> bytes:
    """Return one SVG document of many plates, each a view of it by its name: ``map.svg#p12``.

    A plate is its name, what it is drawn from and none before it, and its layers. What is asked for
    without a name is the last of them.
    """
    drawn: list[bytes] = []
    low = 0
    for name, definitions, shown in plates:
        size = f'width="{WIDTH}" height="{HEIGHT}"'  # nothing of it shows on the next
        view = f'<view id="{name}" viewBox="0 {low} {WIDTH} {HEIGHT}"/><defs>'
        begin = f'</defs><svg y="{low}" {size}>'
        drawn += (view.encode(), definitions, begin.encode(), shown, b"</svg>\n")
        low += HEIGHT
    box = f"0 {max(0, low - HEIGHT)} {WIDTH} {HEIGHT}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{WIDTH}"'
        f' height="{HEIGHT}" stroke-linecap="round" stroke-linejoin="round">\n'
        f"<defs>{''.join(ground.definitions.values())}</defs>\n"
    )
    return b"".join((head.encode(), *drawn, b"</svg>\n"))


def layers(ground: Ground, plate: Plate) -> str:
    """Return what a plate shows, from the sea up, for a document with its definitions."""
    marks = uses((*plate.arrows, *plate.provinces, *plate.boxes))
    return f"<g>{ground.below}</g><g>{uses(plate.grounds)}</g><g>{ground.above}</g><g>{marks}</g>"


def uses(ids: Iterable[str], more: str = "") -> str:
    """Return what shows the things that have these ids, one upon the other."""
    return "".join([f'<use href="#{each}"{more}/>' for each in ids])


def _words(label: str, province: InkGroup) -> tuple[str, str, str]:
    whose = province.title.removeprefix(label).removeprefix(": ")
    pieces = (ink.title for ink in province.inks[:TITLES] if isinstance(ink, Sprite))
    named = (one_line(each).removeprefix(f"{whose} ") for each in pieces if each)
    return label, whose, "; ".join(named)


class _Pen(SvgInk):
    """Writes ink as SVG; what was written before is used again by its id."""

    def __init__(self, known: Mapping[object, str]) -> None:
        super().__init__()
        self.ids = dict(known)
        self.whole = False
        """Whether what is written now comes only once, so that no part of it needs an id."""

    def entry(self, group: Ink) -> str:
        """Define one thing that plates show, and return its id."""
        text = self.ink(group)
        return self.define(("entry", text), "e", "<g", f">{text}</g>")

    def ink(self, ink: Ink) -> str:
        """Write ink, or use what looks the same."""
        if isinstance(ink, Sprite):
            body = "".join(map(super().ink, ink.inks))
            piece = self.define(("sprite", body), "k", "<g", f">{body}</g>")
            at = f"translate({number(ink.x)} {number(ink.y)}) scale({ink.scale:.3f})"
            return f'<use href="#{piece}" transform="{at}"/>'
        if isinstance(ink, InkGroup):  # what it is called stands beside the map, in words
            ink = replace(ink, title="")
        text = super().ink(ink)
        if self.whole or isinstance(ink, InkGroup | Layer) or len(text) <= SHORT:
            return text
        return f'<use href="#{self.define(("ink", text), "i", "<g", f">{text}</g>")}"/>'

    def number(self, text: str) -> str:
        """Return what follows from a definition alone."""
        return b32encode(blake2b(text.encode(), digest_size=5).digest()).decode().lower()


@lru_cache(maxsize=8)
def _ground(outline: Outline) -> tuple[Ground, Mapping[object, str]]:
    """Return the ground, and the ids of its shapes."""
    land = land_of(outline)
    pen = _Pen({})
    below, above = pen.ink(land.base), pen.ink(land.lines)
    shapes = {name: pen.shape(shape) for name, shape in land.provinces.items()}
    return Ground(pen.made, below, above, shapes, {}), pen.ids
