"""A scene as an SVG document. Every word in it is escaped: seats choose their own names."""

from collections.abc import Iterator
from itertools import pairwise
from xml.sax.saxutils import escape, quoteattr

from adjudicator.maps.ink import Disc, Fill, Ground, Mark, Sprite, Stroke, Words
from adjudicator.maps.outline import HEIGHT, WIDTH, Outline, Path, pixels
from adjudicator.maps.palette import (
    BANDS,
    BORDER,
    COAST,
    CREAM,
    HATCH,
    PATTERNS,
    SEA,
    SEA_LINE,
    TILE,
    mixed,
)
from adjudicator.maps.scene import Scene
from adjudicator.maps.typeface import SMALL, name_width, width

FAMILIES = {
    "serif": "'Source Serif Pro','Source Serif 4',Georgia,serif",
    "sans": "'Source Sans Pro','Source Sans 3',Helvetica,Arial,sans-serif",
}
BAND_WIDTH = 11.0  # the outer half of it is cut away
_ANCHORS = {"start": "start", "middle": "middle", "end": "end"}


def svg_of(scene: Scene) -> str:
    """The whole document."""
    title = next((m.text for marks in scene.above for m in marks if isinstance(m, Words)), "Map")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}" role="img">',
        f"<title>{escape(title)}</title>",
        *_definitions(scene),
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SEA}"/>',
        *_coast_bands(scene.outline),
        *(part for land in scene.grounds for part in _land(land)),
        *_lines(scene.outline),
        *(_mark(mark) for marks in scene.under for mark in marks),
        *(_mark(name) for name in scene.names),
        *(_mark(mark) for marks in scene.above for mark in marks),
        *(_sprite(sprite) for sprite in scene.sprites),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _definitions(scene: Scene) -> Iterator[str]:
    yield "<defs>"
    for number, (name, colour) in enumerate(_patterns(scene)):
        strokes, dots = PATTERNS[name] if name >= 0 else HATCH
        yield (
            f'<pattern id="{_pattern_id(name, colour)}" data-n="{number}" width="{TILE}"'
            f' height="{TILE}" patternUnits="userSpaceOnUse">'
        )
        for x, y, u, v in strokes:
            yield (
                f'<path d="M{_n(x)} {_n(y)}L{_n(u)} {_n(v)}" stroke="{colour}" stroke-width="1.5"/>'
            )
        for x, y, radius in dots:
            yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{colour}"/>'
        yield "</pattern>"
    for land in scene.grounds:
        shape = _path(scene.outline.ring(land.name), closed=True)
        yield f'<path id="{_land_id(land.name)}" d="{shape}"/>'
        use = f'<use href="#{_land_id(land.name)}"/>'
        yield f'<clipPath id="{_land_id(land.name)}-c">{use}</clipPath>'
    yield "</defs>"


def _patterns(scene: Scene) -> list[tuple[int, str]]:
    used = set()
    for land in scene.grounds:
        if land.pattern >= 0 or land.hatched:
            used.add((land.pattern, land.pattern_colour))
        if land.band:
            used.add((land.band_pattern, mixed(land.band, CREAM, 0.55)))
    for mark in (mark for marks in scene.above for mark in marks):
        if isinstance(mark, Fill) and mark.pattern >= 0:
            used.add((mark.pattern, mark.pattern_colour))
    return sorted(used)


def _pattern_id(pattern: int, colour: str) -> str:
    return f"p{pattern if pattern >= 0 else 'x'}-{colour.lstrip('#')}"


def _land_id(name: str) -> str:
    return "l-" + "".join(letter if letter.isalnum() else "_" for letter in name)


def _coast_bands(outline: Outline) -> Iterator[str]:
    shape = "".join(_path(pixels(line)) for line in outline.lines if not line.b)
    yield f'<defs><path id="coast" d="{shape}" fill="none" stroke-linejoin="round"'
    yield ' stroke-linecap="round"/></defs>'
    for colour, wide in zip(BANDS, (34, 21, 10), strict=True):
        yield f'<use href="#coast" stroke="{colour}" stroke-width="{wide}"/>'


def _land(land: Ground) -> Iterator[str]:
    use = f'<use href="#{_land_id(land.name)}"'
    yield f'{use} fill="{land.colour}"/>'
    if land.pattern >= 0 or land.hatched:
        yield f'{use} fill="url(#{_pattern_id(land.pattern, land.pattern_colour)})"/>'
    if land.band:
        light = _pattern_id(land.band_pattern, mixed(land.band, CREAM, 0.55))
        for paint in (land.band, f"url(#{light})"):
            yield (
                f'{use} fill="none" stroke="{paint}" stroke-width="{BAND_WIDTH}"'
                f' clip-path="url(#{_land_id(land.name)}-c)"/>'
            )


def _lines(outline: Outline) -> Iterator[str]:
    sea = "".join(_path(pixels(line)) for line in outline.sea)
    borders = "".join(_path(pixels(line)) for line in outline.lines if line.b)
    yield _line(sea, SEA_LINE, 1.8, ' stroke-dasharray="7 5"')
    yield _line(borders, BORDER, 1.3)
    yield f'<use href="#coast" stroke="{COAST}" stroke-width="2.2"/>'


def _line(shape: str, colour: str, wide: float, more: str = "") -> str:
    return (
        f'<path d="{shape}" fill="none" stroke="{colour}" stroke-width="{_n(wide)}"'
        f' stroke-linecap="round" stroke-linejoin="round"{more}/>'
    )


def _sprite(sprite: Sprite) -> str:
    inner = "".join(_mark(mark) for mark in sprite.marks)
    place = f"translate({_n(sprite.x)} {_n(sprite.y)}) scale({sprite.scale:.3f})"
    return f'<g transform="{place}">{inner}</g>'


def _mark(mark: Mark) -> str:
    if isinstance(mark, Words):
        return _words(mark)
    if isinstance(mark, Stroke):
        dash = ""
        if mark.dash is not None:
            dash = f' stroke-dasharray="{_n(mark.dash[0])} {_n(mark.dash[1])}"'
        return _line(_path(mark.points), mark.colour, mark.width, dash)
    if isinstance(mark, Disc):
        return (
            f'<ellipse cx="{_n(mark.x)}" cy="{_n(mark.y)}" rx="{_n(mark.rx)}" ry="{_n(mark.ry)}"'
            f"{_paint(mark)}/>"
        )
    shape = _path(mark.points, closed=True)
    drawn = f'<path d="{shape}"{_paint(mark)}/>'
    if mark.pattern >= 0:
        drawn += (
            f'<path d="{shape}" fill="url(#{_pattern_id(mark.pattern, mark.pattern_colour)})"/>'
        )
    return drawn


def _paint(mark: Fill | Disc) -> str:
    fill = f' fill="{mark.colour or "none"}"'
    if not mark.edge:
        return fill
    return f'{fill} stroke="{mark.edge}" stroke-width="{_n(mark.width)}" stroke-linejoin="round"'


def _words(words: Words) -> str:
    if not words.text:
        return ""
    kind = words.face.partition("-")[0]
    heavy = 700 if words.face.endswith("bold") else 600 if kind == "serif" else 400
    # The reader's machine may lack the typeface: the length keeps words inside their place.
    if words.small:
        wide, text = name_width(words.text, words.size), _small(words)
    else:
        wide, text = width(words.text, words.face, words.size), escape(words.text)
    halo = ""
    if words.halo:
        halo = f' stroke="{words.halo}" stroke-width="3" stroke-opacity=".75" paint-order="stroke"'
    return (
        f'<text x="{_n(words.x)}" y="{_n(words.y)}" font-family={quoteattr(FAMILIES[kind])}'
        f' font-size="{words.size}" font-weight="{heavy}" fill="{words.colour}"'
        f' text-anchor="{_ANCHORS[words.anchor]}" textLength="{_n(wide)}"'
        f' lengthAdjust="spacingAndGlyphs"{halo}>{text}</text>'
    )


def _small(words: Words) -> str:
    """Small capitals spelled out, as not every reader of SVG knows them."""
    small = round(words.size * SMALL)
    parts: list[str] = []
    for letter in words.text:
        if letter.islower():
            parts.append(f'<tspan font-size="{small}">{escape(letter.upper())}</tspan>')
        else:
            parts.append(escape(letter))
    return "".join(parts).replace(f'</tspan><tspan font-size="{small}">', "")


def _path(points: Path, closed: bool = False) -> str:
    """A path in steps from point to point, in tenths so that no error adds up."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [f"M{_n(points[0][0])} {_n(points[0][1])}l"]
    for (ax, ay), (bx, by) in pairwise(tenths):
        down = _n((by - ay) / 10)
        steps.append(f"{_n((bx - ax) / 10)}{down if down.startswith('-') else ' ' + down} ")
    return "".join(steps).rstrip(" l") + ("Z" if closed else "")


def _n(value: float) -> str:
    """A number with one decimal, or none where it is whole."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text
