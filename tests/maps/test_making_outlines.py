"""Making an outline for a board that somebody writes."""

import itertools
import math

import pytest
from board_outlines import make_outline
from board_outlines.__main__ import main
from PIL import Image, ImageChops
from shapely import Point, Polygon
from shapely.ops import unary_union

from adjudicator.boards import load_board
from adjudicator.maps.drawing.land import land_of
from adjudicator.maps.drawing.png import SCALES
from adjudicator.maps.drawing.raster import draw_base, draw_lines, ready_picture
from adjudicator.maps.outlines import (
    HEIGHT,
    WIDTH,
    OutlineError,
    outline_for,
    read_outline,
    simple_outline,
)

from .pictures import OUTLINED
from .test_outlines import shared_lengths


def write_board(tmp_path, places, land, sea=(), name="mine", more=()):
    """A board file with these places (latitude, longitude) and borders, loaded.

    ``more`` are further lines of provinces.
    """
    further = dict(more)
    lines = ["format = 1", f'name = "{name}"', 'title = "Mine"']
    for province, place in places.items():
        lines += [f"[provinces.{province}]", f"at = [{place[0]}, {place[1]}]"]
        for kind, pairs in (("land", land), ("sea", sea)):
            near = [b if a == province else a for a, b in pairs if province in (a, b)]
            lines.append(f"{kind} = {near}")
        lines.append(further.get(province, ""))
    path = tmp_path / f"{name}.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return load_board(str(path))


TRIANGLE = {"A": (0.0, 0.0), "B": (0.0, 2.0), "C": (2.0, 1.0)}
RING = [("A", "B"), ("B", "C"), ("A", "C")]

BOARDS = {
    "one province": ({"A": (0.0, 0.0)}, [], []),
    "two islands": ({"A": (0.0, 0.0), "B": (3.0, 1.0)}, [], [("A", "B")]),
    "a slanting row": (
        {c: (0.1 * i, 0.7 * i) for i, c in enumerate("ABCD")},
        list(itertools.pairwise("ABCD")),
        [],
    ),
    "one inside": ({**TRIANGLE, "D": (0.7, 1.0)}, [*RING, ("A", "D"), ("B", "D"), ("C", "D")], []),
    "four around a lake": (
        {"A": (0.0, 0.0), "B": (0.0, 2.0), "C": (2.0, 2.1), "D": (2.0, 0.0)},
        [("A", "B"), ("B", "C"), ("C", "D"), ("A", "D")],
        [],
    ),
    "two landmasses": (
        {**TRIANGLE, "X": (9.0, 9.0), "Y": (9.0, 11.0)}, [*RING, ("X", "Y")], [("C", "X"), ("A", "Y")],
    ),
}  # fmt: skip


@pytest.mark.system
@pytest.mark.parametrize("kind", BOARDS)
def test_drawn_neighbours_are_the_stated_ones_on_any_board(kind, tmp_path):
    board = write_board(tmp_path, *BOARDS[kind])
    outline = make_outline(board)
    assert set(shared_lengths(outline)) == set(board.land)
    for a, b in itertools.combinations(outline.areas, 2):
        if not board.by_land(a, b):
            assert min(math.dist(p, q) for p in outline.ring(a) for q in outline.ring(b)) > 3
    assert {(line.a, line.b) for line in outline.sea} == set(board.sea)


SEASIDE = {
    "Ash": (0.0, 0.0), "Neck": (0.0, 2.0), "Oak": (0.0, 4.0), "Elm": (-2.0, 0.0),
    "North": (2.0, 2.0), "South": (-2.0, 3.0), "Deep": (0.3, 7.0),
}  # fmt: skip
"""Four provinces between three seas."""
ASHORE = [("Ash", "Neck"), ("Neck", "Oak"), ("Ash", "Elm"), ("Elm", "Neck")]
AFLOAT = [
    ("Ash", "North"), ("Neck", "North"), ("Oak", "North"), ("Neck", "South"), ("Oak", "South"),
    ("Elm", "South"), ("Deep", "Oak"), ("Deep", "North"), ("Deep", "South"),
]  # fmt: skip
WET = dict.fromkeys(("North", "South", "Deep"), "water = true")
COASTS = 'coasts = { nc = ["North"], sc = ["South"] }'


@pytest.mark.system
def test_a_small_board_with_seas_fills_the_picture_and_nothing_overlaps(tmp_path):
    board = write_board(tmp_path, SEASIDE, ASHORE, AFLOAT, more={**WET, "Neck": COASTS})
    outline = make_outline(board)
    shapes = {name: Polygon(outline.ring(name)) for name in outline.areas}
    for name, area in outline.areas.items():
        assert shapes[name].is_valid
        assert all(shapes[name].contains(Point(at)) for at in (area.box[:2], *area.coasts.values()))
    for a, b in itertools.combinations(shapes, 2):
        assert shapes[a].intersection(shapes[b]).area < 2, (a, b)
        assert shapes[a].touches(shapes[b]) == (board.by_land(a, b) or board.by_sea(a, b)), (a, b)
    whole = unary_union(list(shapes.values()))
    assert whole.bounds == (0, 0, WIDTH, HEIGHT)
    assert whole.area == WIDTH * HEIGHT
    assert min(shape.area for shape in shapes.values()) > 30_000  # those inland are no specks
    assert set(outline.areas["Neck"].coasts) == {"nc", "sc"}
    north, south = outline.areas["Neck"].coasts.values()
    assert north[1] < south[1]


@pytest.mark.system
def test_a_sea_may_have_more_than_half_of_the_edge(tmp_path):
    places = {"Isle": (0.0, 0.0), "N": (2.0, 0.0), "SE": (-1.0, 2.0), "SW": (-1.0, -2.0)}
    afloat = list(itertools.combinations(places, 2))
    seas = dict.fromkeys(("N", "SE", "SW"), "water = true")
    outline = make_outline(write_board(tmp_path, places, [], afloat, more=seas))
    shapes = [Polygon(outline.ring(name)) for name in outline.areas]
    assert sum(shape.area for shape in shapes) == pytest.approx(WIDTH * HEIGHT)
    assert unary_union(shapes).area == pytest.approx(WIDTH * HEIGHT)


def test_around_a_row_there_is_nothing_but_sea():
    """Its face encloses no area: rounding must not make a lake of it."""
    from board_outlines.planar import pattern_of

    for k in range(1, 60, 4):
        places = {c: (0.1 * i + 17.3 * k, 0.7 * i + 3.1 / k) for i, c in enumerate("ABCDEFG")}
        pattern = pattern_of(places, tuple(itertools.pairwise("ABCDEFG")))
        assert {face.kind for face in pattern.faces} == {"sea"}


def test_options_do_not_change_the_outline():
    assert outline_for(load_board("ikusa", {"kawachi-tamba": False})) is outline_for(
        load_board("ikusa")
    )


def test_a_board_that_somebody_wrote_is_drawn(tmp_path):
    from adjudicator.games.picture import Picture
    from adjudicator.maps import draw_png, draw_svg

    write_board(tmp_path, *BOARDS["two islands"])
    picture = Picture(str(tmp_path / "mine.toml"), "Mine", "", {}, ())
    assert draw_png(picture)[:4] == b"\x89PNG"
    assert draw_svg(picture).count("<title>") == 1 + 2 * 2


def test_crossing_borders_are_named_and_drawn_simply(tmp_path):
    places = {"A": (0.0, 0.0), "B": (1.0, 1.0), "C": (0.0, 1.0), "D": (1.0, 0.0)}
    board = write_board(tmp_path, places, [("A", "B"), ("C", "D"), ("A", "C")])
    with pytest.raises(OutlineError, match="A-B crosses the border C-D: move one"):
        make_outline(board)
    assert "no outline that fits" in outline_for(board).note


def test_more_borders_than_a_map_can_show_are_refused_without_a_search(patience):
    from board_outlines.planar import pattern_of

    places = {f"P{i}": (0.0, float(i)) for i in range(400)}
    land = tuple(itertools.combinations(places, 2))
    with patience(), pytest.raises(OutlineError, match="no more than 1194"):
        pattern_of(places, land)


def test_an_outline_is_written_beside_its_board_file_and_always_the_same(tmp_path, capsys):
    board = write_board(tmp_path, *BOARDS["two islands"])
    assert main([str(board.file)]) == 0
    assert read_outline(board) == make_outline(board)
    assert main([str(tmp_path / "none.toml")]) == 2
    assert "none.toml: cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("board", OUTLINED)
def test_pictures_of_shipped_land_are_what_would_be_drawn(board):
    """If this fails, land looks otherwise now: ``make boards`` makes its pictures anew."""
    land = land_of(read_outline(load_board(board)))
    lines = Image.new("RGBA", (WIDTH, HEIGHT))
    lines.paste(*draw_lines(land.lines, 1.0))
    for layer, drawn in ((land.base, draw_base(land.base, land.lines, 1.0)), (land.lines, lines)):
        with Image.open(ready_picture(layer, 1.0)) as ready:
            assert ImageChops.difference(ready.convert(drawn.mode), drawn).getbbox() is None
        ready_scales = [scale for scale in SCALES if ready_picture(layer, scale).is_file()]
        assert ready_scales == [1.25, 1.0, 0.8, 0.6]


def test_land_of_ones_own_has_no_pictures(tmp_path):
    board = write_board(tmp_path, TRIANGLE, RING, name="ikusa")
    land = land_of(simple_outline(board, ""))
    assert not ready_picture(land.base, 1.0).is_file()
