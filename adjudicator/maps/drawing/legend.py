"""The title, the legend and the panels: boxes of words in free sea."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from adjudicator.boards import Board
from adjudicator.games.picture import Arrow, Badge, Counter, Panel, Picture
from adjudicator.maps.drawing import palette
from adjudicator.maps.drawing.arrows import DRAWN, arrow_inks, link, ridge
from adjudicator.maps.drawing.ink import (
    Disc,
    Fill,
    Frame,
    Ink,
    InkGroup,
    Inks,
    InkText,
    Sprite,
    Stroke,
    rectangle,
)
from adjudicator.maps.drawing.palette import CREAM, INK, PAPER, mix
from adjudicator.maps.drawing.typeface import Face, cut, width
from adjudicator.maps.outlines import HEIGHT, WIDTH, Box, Outline
from adjudicator.maps.pieces.glyphs import GLYPHS, LYING, Piece, counter_piece, counter_shape, piece
from adjudicator.maps.placing.free_sea import is_free, place
from adjudicator.maps.reasons import reason

PAD = 14.0
TITLE_ROOM, SUBTITLE_ROOM = 400.0, 400.0
NAME_ROOM, NOTE_ROOM, LINE_ROOM = 190.0, 170.0, 230.0
ROW, LAST_ROW = 24.0, 14.0
MOST_PARTIES, MOST_PANELS, MOST_LINES, MOST_CUBES = 12, 12, 14, 6
ACROSS = (2, 3, 4)  # meanings beside each other in the legend, the first if none has room at sea
MOST_MEANINGS = 24
CUBE, CUBE_GAP = 11.0, 3.0
SOFT = mix(INK, PAPER, 0.35)
RULE = mix(INK, PAPER, 0.55)


class _Sheet(msgspec.Struct):
    """A box being filled, in its own coordinates."""

    width: float
    height: float
    inks: list[Ink]

    def write(
        self, x: float, y: float, text: str, face: Face, size: int, colour: str = INK
    ) -> None:
        """Add words that begin at a place."""
        self.inks.append(InkText(x, y, text, face, size, colour, "start"))


def draw_boxes(picture: Picture, board: Board, outline: Outline) -> tuple[InkGroup, ...]:
    """All boxes, placed: the title at the top left, the rest from the bottom right."""
    corner = (float(WIDTH), float(HEIGHT))
    taken: list[Box] = []
    groups = [*_put(_title(picture), outline, (0.0, 0.0), taken)]
    groups += _put(_fitting_legend(picture, board, outline, taken), outline, corner, taken)
    told = [panel for panel in picture.panels if any(text or cubes for text, cubes in panel.lines)]
    for panel in _those_with_room(told):
        groups += _put(_panel(panel), outline, corner, taken)
    return tuple(groups)


def _put(
    sheet: _Sheet, outline: Outline, near: tuple[float, float], taken: list[Box]
) -> Iterator[InkGroup]:
    """Place a box clear of those that are taken; nothing if nothing is in it."""
    if sheet.height > 2 * PAD:
        box = place(outline, (sheet.width, sheet.height), near, taken)
        taken.append(box)
        yield InkGroup("", (*_frame(sheet), *sheet.inks), box[0], box[1])


def _those_with_room(panels: Sequence[Panel]) -> Sequence[Panel]:
    """Panels, at most as many as there are; in the last place the titles of those left out."""
    if len(panels) <= MOST_PANELS:
        return panels
    shown, others = panels[: MOST_PANELS - 1], panels[MOST_PANELS - 1 :]
    return [*shown, Panel(str(reason("in-words")), tuple((panel.title, ()) for panel in others))]


def _lines_with_room(panel: Panel) -> Sequence[tuple[str, tuple[tuple[int, int], ...]]]:
    """The lines of a panel, at most as many as there are; the last says how many are left out."""
    if len(panel.lines) <= MOST_LINES:
        return panel.lines
    left_out = len(panel.lines) - MOST_LINES + 1
    return (*panel.lines[: MOST_LINES - 1], (str(reason("more-in-words", count=left_out)), ()))


def _frame(sheet: _Sheet) -> Inks:
    wide, high = sheet.width, sheet.height
    return (
        Frame(rectangle(2, 3, wide, high), palette.SHADOW),
        Frame(rectangle(0, 0, wide, high), PAPER, INK, 1.4),
        Frame(rectangle(4, 4, wide - 8, high - 8), "", RULE, 0.8),
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


def _fitting_legend(picture: Picture, board: Board, outline: Outline, taken: list[Box]) -> _Sheet:
    """The legend, broader and lower if it would cover land as it usually is."""
    legends = (_legend(picture, board, across) for across in ACROSS)
    free = (each for each in legends if is_free(outline, (each.width, each.height), taken))
    return next(free, None) or _legend(picture, board, ACROSS[0])


def _legend(picture: Picture, board: Board, across: int) -> _Sheet:
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
        sheet.inks += _swatch(PAD, y + 3, colour, rim=picture.tint == "region")
        sheet.write(left, y + 17, seat, "sans-bold", 15)
        sheet.write(left + names + 14, y + 17, note, "sans", 14, SOFT)
        sheet.height += ROW
    keys = [
        [*_meanings(picture), *_arrows(picture), *_switches(board)],
        _regions(board) if picture.tint == "region" else [],
    ]
    sheet.width = max(sheet.width, *(_key_width(pieces, across) for pieces in keys))
    for pieces in keys:
        _key(sheet, pieces, across)
    if numbers := _names_of_numbers(board):
        said = str(reason("legend-numbers", numbers=numbers))
        last = cut(said, "sans", 13, sheet.width - 2 * PAD)
        sheet.write(PAD, sheet.height + 10, last, "sans", 13)
        sheet.height += LAST_ROW
    sheet.height += PAD - 4
    return sheet


def _names_of_numbers(board: Board) -> str:
    """What the numbers are that stand below the names of provinces; "" if none do."""
    cards = (province.numbers for province in board.provinces.values())
    return " · ".join(next(filter(None, cards), {}))


def strip_of(picture: Picture, window: Box) -> tuple[InkGroup, float]:
    """What the arrows in a window mean, as a strip below it, and the strip's height."""
    left, top, wide, high = window
    size = max(13, round(wide / 44))
    share, high_strip = size / 13, size * 2.2
    sheet = _Sheet(wide, high_strip, [Frame(rectangle(0, 0, wide, high_strip), PAPER, INK, 1.4)])
    at, base = size * 0.8, high_strip / 2 + size * 0.35
    for word, (half, inks) in _arrows(picture):
        sheet.inks.append(Sprite(at + 16 * share, high_strip / 2, share, half, inks))
        sheet.write(at + 38 * share, base, word, "sans", size)
        at += 38 * share + width(word, "sans", size) + size * 1.4
    room = wide - at - 1.5 * size
    words = cut(picture.subtitle, "sans", size, max(room, 0.0))
    sheet.inks.append(InkText(wide - size * 1.2, base, words, "sans", size, SOFT, "end"))
    return InkGroup("", tuple(sheet.inks), left, top + high), high_strip


def _swatch(x: float, y: float, colour: int, rim: bool) -> Inks:
    """A seat's ground and counter; its band and cube, where the region colours the ground."""
    land, shade, strong = (
        palette.ground(colour),
        palette.pattern_shade(colour),
        palette.strong(colour),
    )
    pattern = palette.pattern_of(colour)
    if not rim:
        counter = Disc(x + 28, y + 9, 5.2, 5.2, strong, CREAM, 1.0)
        return Fill(rectangle(x, y, 38, 18), land, INK, 1.0, pattern, shade), counter
    band = Fill(rectangle(x, y + 2, 20, 14), strong, INK, 1.0, pattern, mix(strong, CREAM, 0.55))
    return band, *_cube(x + 26, y + 3.5, strong)


def _meanings(picture: Picture) -> list[tuple[str, Piece]]:
    """One of each kind of piece in the picture, with its word; the map's own kinds first."""
    own = picture.glyphs
    levels: dict[str, int] = {}
    for spot in picture.spots.values():
        for counter in spot.counters:
            for shape in (counter.shape, counter_shape(counter, own)):
                levels[shape] = max(levels.get(shape, 0), counter.level)
        levels |= dict.fromkeys((*(mark.shape for mark in spot.marks), *spot.signs), 0)
    levels |= {badge.shape: 0 for badge in picture.badges}
    if picture.clashes:
        levels["battle"] = 0
    if any(len(spot.contested) > 1 for spot in picture.spots.values()):
        levels["contested"] = 0
    order = [name for name in GLYPHS if name in levels]
    order += [name for name in levels if name not in GLYPHS]
    names = {c.shape: c.name for spot in picture.spots.values() for c in spot.counters if c.name}
    return [_meaning(shape, levels[shape], names, picture) for shape in order[:MOST_MEANINGS]]


def _meaning(
    shape: str, level: int, names: Mapping[str, str], picture: Picture
) -> tuple[str, Piece]:
    own = picture.glyphs
    plain, drawn = (piece(shape, -1, "", number, own) for number in (0, min(level, 3)))
    word = cut(picture.called.get(shape, shape), "sans", 13, LINE_ROOM / 2)
    if shape in names:
        code = "legend.number" if names[shape].isdecimal() else "legend.coast"
        word = str(reason(code, what=word))
        drawn = counter_piece(Counter(shape, "", level=min(level, 3), name=names[shape]), -1, own)
    elif drawn == plain or shape.endswith(LYING):
        return word, plain
    return word if level < 1 else str(reason("legend.level", what=word)), drawn


def _arrows(picture: Picture) -> list[tuple[str, Piece]]:
    """What arrows mean: of each kind that there is one, and what may fail and what is default."""
    way = [complex(-15 + k, 0) for k in range(0, 31, 2)]

    def draw(arrow: Arrow) -> Piece:
        return (16.0, 11.0), arrow_inks(arrow, way, palette.strong(-1))

    there = {arrow.kind: arrow.kind for arrow in picture.arrows}
    kinds = [there[kind] for kind in DRAWN if kind in there]
    words: list[tuple[str, Piece]] = [(kind, draw(Arrow(kind, "", ""))) for kind in kinds]
    marks: tuple[Arrow | Badge, ...] = (*picture.arrows, *picture.badges)
    first = kinds[0] if kinds else "move"
    if any(arrow.failed for arrow in picture.arrows):
        words.append((str(reason("legend.failed")), draw(Arrow(first, "", "", failed=True))))
    if any(mark.doubtful for mark in marks):
        words.append((str(reason("legend.may-fail")), draw(Arrow(first, "", "", doubtful=True))))
    if any(mark.default for mark in marks):
        words.append((str(reason("legend.by-default")), draw(Arrow(first, "", "", default=True))))
    return words


def _regions(board: Board) -> list[tuple[str, Piece]]:
    """The colour of each region's ground."""
    ground = rectangle(-13, -9, 26, 18)
    return [
        (
            str(reason("legend.region", region=cut(region, "sans", 13, LINE_ROOM / 2))),
            ((13.0, 9.0), (Fill(ground, colour, INK, 1.0),)),
        )
        for region, colour in palette.region_colours(list(board.regions)).items()
    ]


def _switches(board: Board) -> list[tuple[str, Piece]]:
    """What the marks of switched borders mean, where there are any."""
    states = {
        board.options[key]
        for key, option in board.border_options.items()
        if board.options[key] != option.default
    }
    pieces: list[tuple[str, Piece]] = []
    if True in states:
        pieces.append(
            (str(reason("legend.added-border")), ((12.0, 12.0), link((-8.0, 4.0), (8.0, -4.0))))
        )
    if False in states:
        path = tuple((x * 3.0, 0.0) for x in range(-4, 5))
        pieces.append((str(reason("legend.no-border")), ((13.0, 12.0), ridge(path))))
    return pieces


def _key_width(pieces: list[tuple[str, Piece]], across: int) -> float:
    column = 34 + max((width(word, "sans", 13) for word, _ in pieces), default=0.0)
    return PAD * 2 + column * min(across, len(pieces)) + 10


def _key(sheet: _Sheet, pieces: list[tuple[str, Piece]], across: int) -> None:
    """Add what pieces mean, so many beside each other."""
    if not pieces:
        return
    if sheet.height > PAD:
        rule = sheet.height + 4
        sheet.height += 9
        sheet.inks.append(Stroke(((PAD, rule), (sheet.width - PAD, rule)), SOFT, 0.8))
    step = (sheet.width - 2 * PAD) / across
    for k, (word, (half, inks)) in enumerate(pieces):
        x, y = PAD + step * (k % across), sheet.height + 12
        scale = min(0.72, 10.5 / half[1])
        sheet.inks.append(Sprite(x + 13, y, scale, half, inks))
        sheet.write(x + 31, y + 4.5, word, "sans", 13)
        if k % across == across - 1 or k == len(pieces) - 1:
            sheet.height += 26


def _panel(panel: Panel) -> _Sheet:
    title = cut(panel.title, "serif-bold", 16, LINE_ROOM)
    lines = [
        (cut(text, "sans", 14, LINE_ROOM), [(c, n) for c, n in cubes if n > 0][:8])
        for text, cubes in _lines_with_room(panel)
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


def _cube(x: float, y: float, body: str) -> Inks:
    top = ((x, y), (x + CUBE, y), (x + CUBE - 3, y + 3), (x + 3, y + 3))
    return Fill(rectangle(x, y, CUBE, CUBE), body, INK, 0.8), Fill(top, mix(body, CREAM, 0.5))


def _cubes_wide(number: int) -> float:
    if number > MOST_CUBES:
        return CUBE + 4 + width(f"×{min(number, 999)}", "sans-bold", 13) + 8
    return number * (CUBE + CUBE_GAP) + 5


def _cubes(sheet: _Sheet, x: float, y: float, colour: int, number: int) -> float:
    body = palette.FARMERS if colour < 0 else palette.strong(colour)
    for k in range(1 if number > MOST_CUBES else number):
        sheet.inks += _cube(x + k * (CUBE + CUBE_GAP), y, body)
    if number > MOST_CUBES:
        count = f"×{min(number, 999)}"
        sheet.write(x + CUBE + 4, y + 10.5, count, "sans-bold", 13)
    return x + _cubes_wide(number)
