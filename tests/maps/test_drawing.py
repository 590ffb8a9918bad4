"""The drawn map: what is where, nothing covers a name, hostile words, the same bytes."""

import hashlib
import io
import itertools
import math
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.boards import load_board
from adjudicator.games.picture import (
    Arrow,
    Badge,
    Clash,
    Counter,
    Mark,
    Panel,
    Party,
    Picture,
    Spot,
)
from adjudicator.maps import draw_png, draw_svg, outline_for
from adjudicator.maps.drawing import legend, png
from adjudicator.maps.drawing.ink import InkText, Sprite, Stroke
from adjudicator.maps.drawing.palette import SEATS, rgb
from adjudicator.maps.drawing.scene import PictureError, scene_of
from adjudicator.maps.drawing.typeface import width
from adjudicator.maps.pieces.glyphs import GLYPHS, counter_piece, mark_piece, piece

from .pictures import PARTIES, boards, busy, full, is_inside, names, word_box

ROOT = Path(__file__).parents[2]
NASTY = ('<script>alert("x")</script>&\'', "a\nb\0c\u202ed", "W" * 5000, "", "🏯城", "</text><g>")


def sprite_box(sprite):
    dx, dy = sprite.half[0] * sprite.scale, sprite.half[1] * sprite.scale
    return sprite.x - dx, sprite.y - dy, sprite.x + dx, sprite.y + dy


def sprites(scene):
    return [ink for group in scene.provinces for ink in group.inks if isinstance(ink, Sprite)]


def words_in(scene):
    """All words of the title, the legend and the panels."""
    return {ink.text for group in scene.boxes for ink in group.inks if isinstance(ink, InkText)}


def frame(box):
    """The sides of a box of words: its second ink is its edge."""
    xs, ys = zip(*box.inks[1].path, strict=True)
    return box.x + min(xs), box.y + min(ys), box.x + max(xs), box.y + max(ys)


def overlap(a, b):
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5


@boards()
def test_on_a_full_board_names_are_whole_and_large_enough_and_nothing_covers_another(board):
    fought = full(board, clashes=tuple(map(Clash, load_board(board).provinces)))
    for scene in (scene_of(fought), scene_of(full(board))):
        boxes = [word_box(name) for name in names(scene)]
        boxes += [sprite_box(sprite) for sprite in sprites(scene)]
        boxes += [frame(box) for box in scene.boxes]
        assert len(boxes) > 4 * 45
        for a, b in itertools.combinations(boxes, 2):
            assert not overlap(a, b), (a, b)
    assert {name.size for name in names(scene)} == {15}
    assert not any("…" in name.text for name in names(scene))
    assert {name.text for name in names(scene)} >= {"Kōzuke", "Awa (Bōsō)", "Ōmi"}
    assert len(sprites(scene)) == 3 * len(names(scene))
    assert min(sprite.scale for sprite in sprites(scene)) > 0.8


def test_pieces_that_have_no_room_are_counted():
    crowd = tuple(Counter("force", "1", "Oda") for _ in range(50))
    scene = scene_of(Picture("ikusa", "", "", {"Iga": Spot("Oda", crowd)}, PARTIES))
    texts = [m.text for s in sprites(scene) for m in s.inks if isinstance(m, InkText)]
    assert "+39" in texts


def test_a_map_is_a_small_png_of_the_size_asked_for():
    data = draw_png(full("ikusa"))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(data) < 175_000  # fuller than any game fills it
    image = Image.open(io.BytesIO(data))
    assert image.size == (1400, 1000)
    assert image.mode == "P"
    bare = draw_png(Picture("ikusa", "", "", {}, ()), 350, 300)
    assert Image.open(io.BytesIO(bare)).size == (350, 300)
    with pytest.raises(ValueError, match="each side has"):
        draw_png(full("ikusa"), 100_000, 100_000)


def likeness(one, other):
    """How like two images are: the ratio of the peak to the noise in decibels."""
    sums = ImageStat.Stat(ImageChops.difference(one, other.convert("RGB"))).sum2
    return 10 * math.log10(255**2 * 3 * one.width * one.height / sum(sums))


def test_few_colours_look_like_all_of_them_in_few_bytes(monkeypatch):
    drawn, quantize = [], png._quantize
    monkeypatch.setattr(
        png, "_quantize", lambda image, *few: drawn.append(image) or quantize(image, *few)
    )
    sun = full("shogun-sun")
    one_each = {name: Spot(spot.owner, spot.counters[:1]) for name, spot in sun.spots.items()}
    for picture in (busy("ikusa"), full("shogun-moon"), full("shogun-sun", spots=one_each)):
        data = draw_png(picture)
        assert likeness(drawn.pop(), Image.open(io.BytesIO(data))) > 45
    assert len(data) < 145_000


@pytest.mark.system
def test_the_same_picture_gives_the_same_bytes_in_another_process():
    board = "shogun-sun"
    script = (
        "import hashlib; from tests.maps.pictures import busy; from adjudicator.maps import *;"
        f"print(hashlib.sha256(draw_png(busy('{board}'))).hexdigest(),"
        f"hashlib.sha256(draw_svg(busy('{board}')).encode()).hexdigest())"
    )
    draw_png(full(board))  # warm caches must not matter
    here = [draw_png(busy(board)), draw_svg(busy(board)).encode()]
    there = subprocess.check_output([sys.executable, "-c", script], text=True, cwd=ROOT).split()
    assert [hashlib.sha256(data).hexdigest() for data in here] == there


def test_svg_is_well_formed_and_has_every_name():
    root = ET.fromstring(draw_svg(busy("shogun-sun")))
    texts = {"".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"KŌZUKE", "ŌMI", "Everything", "Tower", "Mōri"} <= texts
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {value[1:] for e in root.iter() for key, value in e.items() if key == "href"}
    assert used <= set(ids)


@pytest.mark.parametrize("word", NASTY)
def test_words_from_anyone_are_drawn_and_never_run(word):
    picture = Picture(
        "ikusa", word, word, {"Iga": Spot(word, (Counter("force", word, word),))},
        (Party(word, 7, word), Party(word + "2", -1, word)),
        panels=(Panel(word, ((word, ((0, 10**9), (99, 1), (-1, 5))),) * 500),) * 50,
    )  # fmt: skip
    if word in NASTY[1:3]:
        assert Image.open(io.BytesIO(draw_png(picture))).size == (1400, 1000)
    text = draw_svg(picture)
    root = ET.fromstring(text)
    assert "<script" not in text
    kinds = {element.tag.partition("}")[2] for element in root.iter()}
    assert kinds <= {"svg", "title", "defs", "pattern", "path", "circle", "clipPath", "use", "rect",
                     "g", "ellipse", "text", "tspan"}  # fmt: skip


FAULTS = (
    {"spots": {"Atlantis": Spot()}},
    {"spots": {"Iga": Spot("Nobody")}},
    {"spots": {"Iga": Spot(contested=("Oda", "Nobody"))}},
    {"spots": {"Iga": Spot("", (Counter("army", "1", "Nobody"),))}},
    {"spots": {"Iga": Spot("", (), (Mark("castle", seat="Nobody"),))}},
    {"arrows": (Arrow("move", "Iga", "Atlantis"),)},
    {"arrows": (Arrow("move", "Iga", "Ise", "Nobody"),)},
    {"arrows": (Arrow("support", "Iga", "Ise", "Oda", helped="Atlantis"),)},
    {"badges": (Badge("Iga", "army", "+1", "Nobody"),)},
    {"badges": (Badge("Atlantis", "army", "+1", "Oda"),)},
    {"clashes": (Clash("Atlantis"),)},
    *(
        {"glyphs": {"Nobody": glyph}}
        for glyph in ((), (((0, 0), (1, 1)),), (((0, 0), (1, 0), (math.nan, 1)),))
    ),
)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_picture_of_what_is_not_there_or_cannot_be_drawn_is_refused(fault):
    with pytest.raises(PictureError, match=r"Atlantis|Nobody"):
        scene_of(Picture("ikusa", "", "", **{"spots": {}, "parties": PARTIES, **fault}))


def test_switched_borders_are_marked_and_explained():
    options = {"kawachi-tamba": False, "izumi-settsu": True}
    scene = scene_of(Picture("ikusa", "", "", {}, PARTIES, board_options=options))
    assert scene.under
    assert {"added border", "no border"} <= words_in(scene)
    assert not scene_of(Picture("ikusa", "", "", {}, PARTIES)).under


def contest(*seats, tint="owner"):
    board = "ikusa" if tint == "owner" else "shogun-sun"
    return Picture(board, "", "", {"Kai": Spot("Oda", contested=seats)}, PARTIES, tint=tint)


@pytest.mark.parametrize("tint", ["owner", "region"])
def test_a_contested_province_has_stripes_in_the_colour_of_each_seat(tint):
    picture = contest("Takeda", "Uesugi", "Mōri", tint=tint)
    x, y, width, height = outline_for(load_board(picture.board)).areas["Kai"].box
    image = Image.open(io.BytesIO(draw_png(picture))).convert("RGB")
    seen = image.crop((int(x - width), int(y - height), int(x + width), int(y + height)))
    for party in (0, 1, 3):
        wanted = rgb(SEATS[party][tint == "region"])
        near = [
            count for count, colour in seen.getcolors(1 << 24)
            if max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) < 12
        ]  # fmt: skip
        assert sum(near) > 60, party
    assert "contested" in words_in(scene_of(picture))
    rims = [
        ink for group in scene_of(picture).grounds for ink in group.inks if isinstance(ink, Stroke)
    ]
    assert [rim.path in rim.within for rim in rims] == [True] * (3 if tint == "region" else 0)


def test_who_points_at_a_province_is_told_whose_it_is():
    root = ET.fromstring(draw_svg(contest("Takeda", "Uesugi")))
    titles = {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")}
    assert {"Kai: contested by Takeda, Uesugi", "Ōmi"} <= titles
    assert "Kai: Oda" in draw_svg(contest())


def test_who_points_at_a_piece_or_an_arrow_is_told_what_it_is():
    army = Counter("army", "6", "Oda", 2, name="3")
    spots = {"Kai": Spot("Oda", (army,), (Mark("castle"), Mark("revolt", 2)))}
    arrows = (Arrow("attack", "Kai", "Shinano", "Oda", doubtful=True),)
    badges = (Badge("Kai", "force", "+1", "Oda", default=True),)
    picture = Picture("ikusa", "", "", spots, PARTIES, arrows, badges, (Clash("Kai"),))
    root = ET.fromstring(draw_svg(picture))
    titles = {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")}
    assert titles >= {
        "Kai: Oda", "Oda: army 3, 6, level 2", "castle", "2 × revolt", "A battle was fought here",
        "Oda: attack from Kai to Shinano, may fail", "Oda: by default force +1",
    }  # fmt: skip


def test_an_army_shows_its_number():
    army = Counter("army", "6", "Oda", 2, name="12")
    scene = scene_of(Picture("ikusa", "", "", {"Kai": Spot("Oda", (army,))}, PARTIES))
    texts = [ink.text for ink in sprites(scene)[0].inks if isinstance(ink, InkText)]
    assert texts == ["6", "12"]
    assert "army, its number, dots: level" in words_in(scene)


def test_the_legend_has_regions_and_the_arrows_that_there_are():
    arrows = (Arrow("move", "Kai", "Suruga"), Arrow("attack", "Kai", "Suruga"))
    words = words_in(scene_of(full("shogun-sun", tint="region", arrows=arrows)))
    assert {f"{region} region" for region in load_board("shogun-sun").regions} <= words
    assert {"move", "attack"} <= words
    assert not {"may fail", "by default", "move", "brown region"} & words_in(
        scene_of(full("ikusa"))
    )


def test_title_and_subtitle_lie_within_their_frame():
    for title, subtitle in (("Kai", "the war turn of the third round"), ("K" * 20, "war")):
        box = scene_of(Picture("ikusa", title, subtitle, {}, ())).boxes[0]
        said = {ink.text: ink for ink in box.inks if isinstance(ink, InkText)}
        ends = [box.x + ink.x + width(text, ink.face, ink.size) for text, ink in said.items()]
        assert {title, subtitle} <= {*said}
        assert max(ends) < frame(box)[2]


def test_a_panel_without_lines_is_left_out():
    panels = (Panel("Empty", ()), Panel("Blank", (("", ()),)), Panel("Tray", (("tray 0", ()),)))
    words = words_in(scene_of(Picture("ikusa", "", "", {}, (), panels=panels)))
    assert "Tray" in words
    assert not {"Empty", "Blank"} & words


def test_cubes_of_which_there_are_none_take_no_room_in_a_panel():
    counts = [(number % 5, number % 2) for number in range(18)]
    panels = [Panel("Tray", (("tray", tuple(each)),)) for each in (counts, counts[1::2])]
    drawn = [scene_of(Picture("ikusa", "", "", {}, (), panels=(each,))).boxes for each in panels]
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("board", ["shogun-sun", "shogun-moon"])
def test_pieces_of_a_crowded_province_are_large_enough(board):
    """A cube, three buildings and a revolt marker, inside their province and beside each other."""
    marks = tuple(map(Mark, ("castle", "temple", "theatre", "revolt")))
    spot = Spot("Oda", (Counter("cube", "12", "Oda"),), marks)
    spots = dict.fromkeys(load_board(board).provinces, spot)
    scene = scene_of(Picture(board, "", "", spots, PARTIES))
    assert min(sprite.scale for sprite in sprites(scene)) >= 0.9
    for a, b in itertools.combinations(map(sprite_box, sprites(scene)), 2):
        assert not overlap(a, b)
    outline = outline_for(load_board(board))
    for name, group in zip(spots, scene.provinces, strict=True):
        for sprite in (ink for ink in group.inks if isinstance(ink, Sprite)):
            assert is_inside(outline.ring(name), complex(sprite.x, sprite.y))


def test_a_province_contested_by_one_seat_is_its_own():
    one = scene_of(contest("Takeda"))
    assert "contested" not in words_in(one)
    owned = scene_of(Picture("ikusa", "", "", {"Kai": Spot("Takeda")}, PARTIES))
    assert (one.grounds, one.boxes) == (owned.grounds, owned.boxes)


def test_what_has_no_room_in_boxes_is_named():
    panels = tuple(Panel(f"Box {k}", ((f"{k} cubes", ()),)) for k in range(15))
    for number, whole in ((12, 12), (15, 11)):
        words = words_in(scene_of(Picture("ikusa", "", "", {}, (), panels=panels[:number])))
        assert {f"Box {k}" for k in range(number)} <= set(words)
        assert {f"{k} cubes" for k in range(15)} & set(words) == {
            f"{k} cubes" for k in range(whole)
        }
    lines = tuple((f"line {k}", ()) for k in range(20))
    words = words_in(scene_of(Picture("ikusa", "", "", {}, (), panels=(Panel("Full", lines),))))
    assert "line 12" in words
    assert "line 13" not in words
    assert "and 7 more, in the board in words" in words


@boards()
def test_title_legend_and_panels_lie_in_free_sea(board):
    lines = (("a line of many words", ((0, 5), (1, 4))),) * 9
    panels = tuple(Panel(f"Panel {k}", lines) for k in range(2))
    scene = scene_of(full(board, panels=panels))
    assert len(scene.boxes) == 4
    outline = outline_for(load_board(board))
    shores = [point for name in outline.areas for point in outline.ring(name)]
    for box in scene.boxes:
        left, top, right, bottom = frame(box)
        assert not any(left < x < right and top < y < bottom for x, y in shores)


def test_boxes_without_room_in_the_sea_stay_apart_and_on_the_canvas():
    panels = tuple(
        Panel(f"Panel {k}", (("a line of many words", ((0, 5),)),) * 9) for k in range(5)
    )
    scene = scene_of(full("ikusa", panels=panels))
    frames = [frame(box) for box in scene.boxes]
    assert len(frames) == 7
    assert all(f[0] >= 0 and f[1] >= 0 and f[2] <= 1400 and f[3] <= 1000 for f in frames)
    assert not any(overlap(a, b) for a, b in itertools.combinations(frames, 2))


def test_every_kind_of_piece_is_drawn_differently():
    pieces = [
        counter_piece(Counter(shape, "2"), 0, {}) for shape in ("force", "army", "leader", "cube")
    ]
    pieces += [counter_piece(Counter("army", "2", level=level), 0, {}) for level in (1, 3)]
    pieces += [counter_piece(Counter("army", "2", "", level, True), 0, {}) for level in (0, 1)]
    pieces += [counter_piece(Counter("army", "2"), colour, {}) for colour in (-1, 1)]
    pieces += [piece(name, 2, "", 0, {}) for name in GLYPHS]
    pieces += [mark_piece(Mark(shape, 2), -1, {}) for shape in ("castle", "statue", "revolt")]
    pieces += [counter_piece(Counter("ship", text), 0, {}) for text in ("", "2")]
    assert len(set(pieces)) == len(pieces) == 44
    assert {"sabotage", "diversion", "fortified castle", "bannerman", "arquebusier"} <= set(GLYPHS)
    for half, inks in pieces:
        for x, y in (point for ink in inks if hasattr(ink, "path") for point in ink.path):
            assert abs(x) <= half[0] + 1
            assert abs(y) <= half[1] + 1


def test_a_shape_that_nobody_drew_is_a_token_with_its_initial():
    for spot in (Spot("", (Counter("ship", "2"),)), Spot("", (), (Mark("ship"),))):
        scene = scene_of(Picture("ikusa", "", "", {"Iga": spot}, ()))
        assert "S" in {ink.text for ink in sprites(scene)[0].inks if isinstance(ink, InkText)}
        assert "ship" in words_in(scene)


def test_a_picture_brings_its_own_glyphs():
    roof, hull = ((0.1, 0.5), (0.5, 0.1), (0.9, 0.5)), ((0.0, 0.6), (1.0, 0.6), (0.5, 1.0))
    spots = {"Iga": Spot("Oda", (Counter("ship", "2", "Oda"),), (Mark("castle"),))}
    picture = Picture("ikusa", "", "", spots, PARTIES, glyphs={"ship": (hull, roof)})
    ship, castle = sprites(scene_of(picture))
    assert ship.inks[0].path[1:] == ((13.0, pytest.approx(2.6)), (0.0, 13.0))
    assert ship.inks[0].colour == SEATS[2][1]
    assert [ink.text for ink in ship.inks if isinstance(ink, InkText)] == ["2"]
    replaced = msgspec.structs.replace(picture, glyphs={"castle": (hull,)})
    assert sprites(scene_of(replaced))[1] != castle


def test_pieces_and_closed_land_are_seen_in_the_picture():
    spots = (
        Spot(),
        Spot(closed=True),
        Spot("", (Counter("force", "2"),)),
        Spot("", (), (Mark("statue"),)),
    )
    drawn = {draw_png(Picture("ikusa", "", "", {"Iga": spot}, ()), 350, 250) for spot in spots}
    assert len(drawn) == len(spots)


@pytest.mark.parametrize("many", range(7))
def test_a_long_legend_is_rather_broad_than_on_land(many):
    """However long: also where it would have room if the title did not lie there."""
    assert not legend_on_land(many)


def test_a_long_legend_would_lie_on_land_if_it_could_not_be_broad(monkeypatch):
    monkeypatch.setattr(legend, "ACROSS", legend.ACROSS[:1])
    assert legend_on_land(6)


def legend_on_land(many):
    """Whether a legend of many meanings covers any point of a coast or a border."""
    board, kinds = "shogun-sun", ("castle", "temple", "theatre", "revolt", "statue", "fortress")
    outline = outline_for(load_board(board))
    shores = [point for name in outline.areas for point in outline.ring(name)]
    counters = (Counter("cube", "2", "Oda"), Counter("leader", "", "Oda"), Counter("army", "1"))
    spot = Spot("Oda", counters, tuple(map(Mark, kinds[:many])))
    (a, b), (c, d) = load_board(board).land[:2]
    arrows = (Arrow("attack", a, b, "Oda"), Arrow("move", c, d, "Oda"))
    long = full(board, spots={"Kai": spot}, tint="region", clashes=(Clash(a, ""),), arrows=arrows)
    left, top, right, bottom = frame(scene_of(long).boxes[1])
    return any(left < x < right and top < y < bottom for x, y in shores)
