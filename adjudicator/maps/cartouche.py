"""The title, the legend and the panels: boxes of words in free sea."""

import msgspec

from adjudicator.boards import Board
from adjudicator.games.picture import Panel, Picture
from adjudicator.maps import palette
from adjudicator.maps.arrows import link, ridge
from adjudicator.maps.glyphs import GLYPHS, LYING, Glyphs, Piece, counter_shape, piece
from adjudicator.maps.ink import Disc, Fill, Group, Ink, Inks, Sprite, Stroke, Words, rectangle
from adjudicator.maps.outline import HEIGHT, WIDTH, Outline
from adjudicator.maps.palette import CREAM, INK, PAPER, mix
from adjudicator.maps.placing import Box, place
from adjudicator.maps.text import cut
from adjudicator.maps.typeface import Face, width

PAD = 14.0
TITLE_ROOM, SUBTITLE_ROOM = 400.0, 400.0
NAME_ROOM, NOTE_ROOM, LINE_ROOM = 190.0, 170.0, 230.0
ROW = 24.0
MOST_PARTIES, MOST_PANELS, MOST_LINES, MOST_CUBES = 12, 6, 14, 6
MOST_MEANINGS = 24
CUBE, CUBE_GAP = 11.0, 3.0
SOFT = mix(INK, PAPER, 0.35)
FRAME = mix(INK, PAPER, 0.55)


class _Sheet(msgspec.Struct):
    """A box being filled, in its own coordinates."""

    width: float
    height: float
    inks: list[Ink]

    def write(
        self, x: float, y: float, text: str, face: Face, size: int, colour: str = INK
    ) -> None:
        """Add words that begin at a place."""
        self.inks.append(Words(x, y, text, face, size, colour, "start"))


def cartouches(picture: Picture, board: Board, outline: Outline) -> tuple[Group, ...]:
    """All boxes, placed: the title at the top left, the rest from the bottom right."""
    corner = (float(WIDTH), float(HEIGHT))
    sheets = [(_title(picture), (0.0, 0.0)), (_legend(picture, board), corner)]
    sheets += [(_panel(panel), corner) for panel in picture.panels[:MOST_PANELS]]
    taken: list[Box] = []
    groups: list[Group] = []
    for sheet, near in sheets:
        if sheet.height <= 2 * PAD:
            continue
        box = place(outline, (sheet.width, sheet.height), near, taken)
        taken.append(box)
        groups.append(Group("", (*_frame(sheet), *sheet.inks), box[0], box[1]))
    return tuple(groups)


def _frame(sheet: _Sheet) -> Inks:
    wide, high = sheet.width, sheet.height
    return (
        Fill(rectangle(2, 3, wide, high), palette.SHADOW),
        Fill(rectangle(0, 0, wide, high), PAPER, INK, 1.4),
        Fill(rectangle(4, 4, wide - 8, high - 8), "", FRAME, 0.8),
    )


def _title(picture: Picture) -> _Sheet:
    title = cut(picture.title, "serif-bold", 26, TITLE_ROOM)
    subtitle = cut(picture.subtitle, "sans", 16, SUBTITLE_ROOM)
    sheet = _Sheet(0.0, 2 * PAD, [])
    left = PAD + 46
    if title or subtitle:
        wide = max(width(title, "serif-bold", 26), width(subtitle, "sans", 16))
        sheet.width, sheet.height = left + wide + PAD + 4, 74.0 if subtitle else 56.0
        sheet.inks += _seal(PAD + 19, sheet.height / 2)
        sheet.write(left, 36.0, title, "serif-bold", 26)
        if subtitle:
            sheet.write(left, 58.0, subtitle, "sans", 16, SOFT)
    return sheet


def _seal(x: float, y: float) -> Inks:
    """A red seal with three stars, one above two."""
    stars = ((0.0, -6.5), (-7.0, 5.5), (7.0, 5.5))
    return (
        Fill(rectangle(x - 18, y - 18, 36, 36), palette.ATTACK),
        Fill(rectangle(x - 15, y - 15, 30, 30), "", PAPER, 1.2),
        *(Disc(x + dx, y + dy, 5.2, 5.2, PAPER) for dx, dy in stars),
    )


def _legend(picture: Picture, board: Board) -> _Sheet:
    sheet = _Sheet(0.0, PAD, [])
    rows = []
    for party in picture.parties[:MOST_PARTIES]:
        seat = cut(party.seat, "sans-bold", 15, NAME_ROOM)
        rows.append((party.colour, seat, cut(party.note, "sans", 14, NOTE_ROOM)))
    names = max((width(seat, "sans-bold", 15) for _, seat, _ in rows), default=0.0)
    notes = max((width(note, "sans", 14) for _, _, note in rows), default=0.0)
    left = PAD + 48
    sheet.width = left + names + (14 + notes if notes else 0) + PAD + 2
    for colour, seat, note in rows:
        y = sheet.height
        sheet.inks += _swatch(PAD, y + 3, colour)
        sheet.write(left, y + 17, seat, "sans-bold", 15)
        sheet.write(left + names + 14, y + 17, note, "sans", 14, SOFT)
        sheet.height += ROW
    _key(sheet, [*_meanings(picture), *_switches(board)])
    sheet.height += PAD - 4
    return sheet


def _swatch(x: float, y: float, colour: int) -> Inks:
    land, shade = palette.ground(colour), palette.pattern_shade(colour)
    return (
        Fill(rectangle(x, y, 38, 18), land, INK, 1.0, palette.pattern_of(colour), shade),
        Disc(x + 28, y + 9, 5.2, 5.2, palette.strong(colour), CREAM, 1.0),
    )


def _meanings(picture: Picture) -> list[tuple[str, Piece]]:
    """One of each kind of piece in the picture, with its word; the map's own kinds first."""
    own = picture.glyphs
    levels: dict[str, int] = {}
    for spot in picture.spots.values():
        for counter in spot.counters:
            for shape in (counter.shape, counter_shape(counter, own)):
                levels[shape] = max(levels.get(shape, 0), counter.level)
        levels |= {mark.shape: 0 for mark in spot.marks}
    if picture.clashes:
        levels["battle"] = 0
    if any(len(spot.contested) > 1 for spot in picture.spots.values()):
        levels["contested"] = 0
    order = [name for name in GLYPHS if name in levels]
    order += [name for name in levels if name not in GLYPHS]
    return [_meaning(shape, levels[shape], own) for shape in order[:MOST_MEANINGS]]


def _meaning(shape: str, level: int, own: Glyphs) -> tuple[str, Piece]:
    plain, drawn = (piece(shape, -1, "", number, own) for number in (0, min(level, 3)))
    word = cut(shape, "sans", 13, LINE_ROOM / 2)
    if drawn == plain or shape.endswith(LYING):
        return word, plain
    return f"{word}, dots: level", drawn


def _switches(board: Board) -> list[tuple[str, Piece]]:
    """What the marks of switched borders mean, where there are any."""
    states = {
        board.options[key]
        for key, option in board.border_options.items()
        if board.options[key] != option.default
    }
    pieces: list[tuple[str, Piece]] = []
    if True in states:
        pieces.append(("added border", ((12.0, 12.0), link((-8.0, 4.0), (8.0, -4.0)))))
    if False in states:
        path = tuple((x * 3.0, 0.0) for x in range(-4, 5))
        pieces.append(("no border", ((13.0, 12.0), ridge(path))))
    return pieces


def _key(sheet: _Sheet, pieces: list[tuple[str, Piece]]) -> None:
    if not pieces:
        return
    rule = 0.0
    if sheet.height > PAD:
        rule = sheet.height + 4
        sheet.height += 9
    column = 34 + max(width(word, "sans", 13) for word, _ in pieces)
    sheet.width = max(sheet.width, PAD * 2 + column * min(2, len(pieces)) + 10)
    if rule:
        sheet.inks.append(Stroke(((PAD, rule), (sheet.width - PAD, rule)), SOFT, 0.8))
    step = (sheet.width - 2 * PAD) / 2
    for k, (word, (half, inks)) in enumerate(pieces):
        x, y = PAD + step * (k % 2), sheet.height + 12
        scale = min(0.72, 10.5 / half[1])
        sheet.inks.append(Sprite(x + 13, y, scale, half, inks))
        sheet.write(x + 31, y + 4.5, word, "sans", 13)
        if k % 2 == 1 or k == len(pieces) - 1:
            sheet.height += 26


def _panel(panel: Panel) -> _Sheet:
    title = cut(panel.title, "serif-bold", 16, LINE_ROOM)
    lines = [
        (cut(text, "sans", 14, LINE_ROOM), [(c, n) for c, n in cubes if n > 0][:8])
        for text, cubes in panel.lines[:MOST_LINES]
    ]
    words = max((width(text, "sans", 14) for text, _ in lines), default=0.0)
    cubes = max((sum(_cubes_wide(n) for _, n in cubes) for _, cubes in lines), default=0.0)
    wide = max(width(title, "serif-bold", 16), words + (12 + cubes if cubes else 0))
    sheet = _Sheet(wide + 2 * PAD, PAD, [])
    if title:
        sheet.write(PAD, sheet.height + 14, title, "serif-bold", 16)
        sheet.height += 24
    for text, groups in lines:
        sheet.write(PAD, sheet.height + 14, text, "sans", 14)
        at = PAD + (words + 12 if words else 0)
        for colour, number in groups:
            at = _cubes(sheet, at, sheet.height + 4, colour, number)
        sheet.height += 21
    sheet.height += PAD - 6
    return sheet


def _cubes_wide(number: int) -> float:
    if number > MOST_CUBES:
        return CUBE + 4 + width(f"×{min(number, 999)}", "sans-bold", 13) + 8
    return number * (CUBE + CUBE_GAP) + 5


def _cubes(sheet: _Sheet, x: float, y: float, colour: int, number: int) -> float:
    body = palette.FARMERS if colour < 0 else palette.strong(colour)
    for k in range(1 if number > MOST_CUBES else number):
        left = x + k * (CUBE + CUBE_GAP)
        sheet.inks.append(Fill(rectangle(left, y, CUBE, CUBE), body, INK, 0.8))
        top = ((left, y), (left + CUBE, y), (left + CUBE - 3, y + 3), (left + 3, y + 3))
        sheet.inks.append(Fill(top, mix(body, CREAM, 0.5)))
    if number > MOST_CUBES:
        count = f"×{min(number, 999)}"
        sheet.write(x + CUBE + 4, y + 10.5, count, "sans-bold", 13)
    return x + _cubes_wide(number)
