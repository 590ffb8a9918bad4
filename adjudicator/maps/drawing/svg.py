"""A scene as an SVG document. Every word in it is escaped: seats choose their own names."""

from functools import lru_cache
from html import escape
from itertools import groupby, pairwise

from adjudicator.maps.drawing.ink import (
    Disc,
    Fill,
    Frame,
    Glow,
    Ink,
    InkGroup,
    Inks,
    InkText,
    Layer,
    Shape,
    Sprite,
    Stroke,
)
from adjudicator.maps.drawing.palette import PATTERNS, TILE
from adjudicator.maps.drawing.scene import Scene
from adjudicator.maps.drawing.typeface import small_capitals, words_width
from adjudicator.maps.outlines import HEIGHT, WIDTH, Path

FAMILIES = {
    "serif": "'Source Serif Pro','Source Serif 4',Georgia,serif",
    "sans": "'Source Sans Pro','Source Sans 3',Helvetica,Arial,sans-serif",
}


def svg_of(scene: Scene) -> str:
    """The whole document."""
    writer = SvgInk()
    body = "\n".join(writer.ink(ink) for ink in scene.inks)
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}" role="img"'
        ' stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{escape(scene.title)}</title>",
        "<defs>",
        *writer.made.values(),
        "</defs>",
        body,
        "</svg>",
    )
    return "\n".join(parts) + "\n"


class SvgInk:
    """Writes ink, and notes what it uses: shapes, clips and patterns, each defined once."""

    def __init__(self) -> None:
        self.ids: dict[object, str] = {}
        self.made: dict[str, str] = {}
        """What is defined, by its id."""

    def ink(self, ink: Ink) -> str:
        """Return ink as elements."""
        if isinstance(ink, InkText):
            return _words(ink)
        if isinstance(ink, Disc):
            edge = _edge(ink.edge, ink.width)
            return (
                f'<ellipse cx="{number(ink.x)}" cy="{number(ink.y)}" rx="{number(ink.rx)}"'
                f' ry="{number(ink.ry)}" fill="{ink.colour or "none"}"{edge}/>'
            )
        if isinstance(ink, Glow):
            use = f'<use href="#{self.shape(ink.shape)}" fill="none"'
            return "".join(f"{use}{_edge(colour, 2 * reach)}/>" for colour, reach in ink.bands)
        if isinstance(ink, Frame):
            return self._path(Fill(ink.path, ink.colour, ink.edge, ink.width))
        if isinstance(ink, Fill | Stroke):
            return self._path(ink)
        if isinstance(ink, Layer):
            ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{ink.ground}"/>'
            return (ground if ink.ground else "") + self._all(ink.inks)
        if isinstance(ink, Sprite):
            place = f"translate({number(ink.x)} {number(ink.y)}) scale({ink.scale:.3f})"
            return f'<g transform="{place}">{_title(ink.title)}{self._all(ink.inks)}</g>'
        return self._group(ink)

    def _all(self, inks: Inks) -> str:
        return "".join(self.ink(ink) for ink in inks)

    def _group(self, group: InkGroup) -> str:
        if not group.inks:
            return ""
        moved = group.x or group.y
        place = f' transform="translate({number(group.x)} {number(group.y)})"' if moved else ""
        if group.province:
            place += f' data-province="{escape(group.province)}"'
        return f"<g{place}>{_title(group.title)}{self._all(group.inks)}</g>"

    def _path(self, ink: Fill | Stroke) -> str:
        """A path once in its colour and once more in its pattern."""
        paints = [ink.colour or "none"] if ink.colour or ink.pattern < 0 else []
        if ink.pattern >= 0:
            paints.append(f"url(#{self._pattern(ink.pattern, ink.pattern_colour)})")
        if isinstance(ink.path, Shape):
            start = f'<use href="#{self.shape(ink.path)}"'
        else:
            start = f'<path d="{_path(ink.path, closed=isinstance(ink, Fill))}"'
        if isinstance(ink, Fill):
            edge = _edge(ink.edge, ink.width)
            texts = [f'{start} fill="{paint}"' for paint in paints]
            text = "/>".join(texts) + f"{edge}/>"
        else:
            dash = "" if ink.dash is None else f' stroke-dasharray="{ink.dash[0]} {ink.dash[1]}"'
            edges = [f"{_edge(paint, ink.width)}{dash}" for paint in paints]
            text = "".join(f'{start} fill="none"{edge}/>' for edge in edges)
        for shape in ink.within:
            text = f'<g clip-path="url(#{self._clip(shape)})">{text}</g>'
        return text

    def shape(self, shape: Shape) -> str:
        """Return the id of a shape."""
        if shape.parts:
            uses = "".join(f'<use href="#{self.shape(part)}"/>' for part in shape.parts)
            return self.define(shape, "s", "<g", f">{uses}</g>")
        if shape in self.ids:  # its path is long
            return self.ids[shape]
        return self.define(shape, "s", "<path", f' d="{_outline(shape)}"/>')

    def _clip(self, shape: Shape) -> str:
        use = f'<use href="#{self.shape(shape)}"/>'
        return self.define(("clip", shape), "c", "<clipPath", f">{use}</clipPath>")

    def _pattern(self, index: int, colour: str) -> str:
        return self.define((index, colour), "p", "<pattern", _pattern(index, colour))

    def define(self, key: object, letter: str, start: str, rest: str) -> str:
        """Return the id of what is defined once, however often it is used."""
        if key not in self.ids:
            id = self.ids[key] = f"{letter}{self.number(start + rest)}"
            self.made[id] = f'{start} id="{id}"{rest}'
        return self.ids[key]

    def number(self, text: str) -> str:
        """Return what tells a definition from others."""
        return str(len(self.ids))


def _pattern(index: int, colour: str) -> str:
    strokes, dots = PATTERNS[index]
    lines = "".join(f"M{number(x)} {number(y)}L{number(u)} {number(v)}" for x, y, u, v in strokes)
    inner = f'<path d="{lines}" stroke="{colour}" stroke-width="1.5"/>' if lines else ""
    for x, y, radius in dots:
        inner += f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{colour}"/>'
    return (
        f' width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse"'
        f' stroke-linecap="butt">{inner}</pattern>'
    )


def _title(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""


def _edge(colour: str, width: float) -> str:
    return f' stroke="{colour}" stroke-width="{number(width)}"' if colour else ""


def _words(words: InkText) -> str:
    if not words.text:
        return ""
    kind = words.face.partition("-")[0]
    heavy = 700 if words.face.endswith("bold") else 600 if kind == "serif" else 400
    # The reader's machine may lack the typeface: the length keeps words inside their place.
    wide = words_width(words.text, words.face, words.size, words.small)
    halo = ""
    if words.halo:
        halo = f' stroke="{words.halo}" stroke-width="3" stroke-opacity=".75" paint-order="stroke"'
    return (
        f'<text x="{number(words.x)}" y="{number(words.y)}" font-family="{escape(FAMILIES[kind])}"'
        f' font-size="{words.size}" font-weight="{heavy}" fill="{words.colour}"'
        f' text-anchor="{words.anchor}" textLength="{number(wide)}"'
        f' lengthAdjust="spacingAndGlyphs"{halo}>'
        f"{_small(words) if words.small else escape(words.text)}</text>"
    )


def _small(words: InkText) -> str:
    """Small capitals spelled out, as not every reader of SVG knows them."""
    text = ""
    letters = small_capitals(words.text, words.size)
    for size, run in groupby(letters, key=lambda letter: letter[1]):
        part = escape("".join(letter for letter, _ in run))
        text += part if size == words.size else f'<tspan font-size="{size}">{part}</tspan>'
    return text


@lru_cache(maxsize=512)
def _outline(shape: Shape) -> str:
    """The paths of a shape: those of a board's provinces are in each of its maps."""
    return "".join(_path(path, shape.closed) for path in shape.paths)


def _path(points: Path, closed: bool = False) -> str:
    """A path in steps from point to point, in tenths so that no error adds up."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [f"M{number(points[0][0])} {number(points[0][1])}l"]
    for (ax, ay), (bx, by) in pairwise(tenths):
        down = _step(by - ay)
        steps.append(f"{_step(bx - ax)}{down if down.startswith('-') else ' ' + down} ")
    return "".join(steps).rstrip(" l") + ("Z" if closed else "")


@lru_cache(maxsize=4096)
def _step(tenths: int) -> str:
    return number(tenths / 10)


def number(value: float) -> str:
    """A number with one decimal, or none where it is whole."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text
