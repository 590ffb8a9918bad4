"""The shipped outlines: they fit their boards, and exactly the stated neighbours touch."""

import itertools
import math

import msgspec
import pytest

from adjudicator.boards import load_board
from adjudicator.maps.outlines import (
    HEIGHT,
    WIDTH,
    fingerprint,
    outline_for,
    pixels,
    read_outline,
    simple_outline,
)

from .pictures import OUTLINED, is_inside

each_board = pytest.mark.parametrize("name", OUTLINED)
LEAST_BORDER = 12.0  # pixels that neighbours share at least


def shipped(name):
    return read_outline(load_board(name))


def shared_lengths(outline):
    """Pixels of ring that each pair of provinces shares, from the polygons alone."""
    owners = {}
    for name in outline.areas:
        ring = outline.ring(name)
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            owners.setdefault(frozenset((a, b)), []).append(name)
    shared = {}
    for piece, names in owners.items():
        assert len(names) <= 2, names
        if len(names) == 2 and len(piece) == 2:
            pair = tuple(sorted(names))
            shared[pair] = shared.get(pair, 0.0) + math.dist(*piece)
    return shared


@each_board
def test_the_outline_is_the_one_of_its_board_file(name):
    outline = shipped(name)
    board = load_board(name)
    assert outline.fits == fingerprint(board)
    assert set(outline.areas) == set(board.provinces)
    used = outline_for(board)
    assert (used.lines, used.areas, used.sea) == (outline.lines, outline.areas, outline.sea)
    assert {tuple(sorted((line.a, line.b))) for line in outline.sea} == set(board.sea)


@each_board
def test_drawn_neighbours_are_the_stated_ones(name):
    shared = shared_lengths(shipped(name))
    assert set(shared) == set(load_board(name).land)
    assert min(shared.values()) > LEAST_BORDER


@each_board
def test_strangers_of_different_landmasses_have_sea_between_them(name):
    board, outline = load_board(name), shipped(name)
    mass = {}
    for number, province in enumerate(board.provinces):
        stack = [province] if province not in mass else []
        while stack:
            here = stack.pop()
            mass[here] = number
            stack += [n for n in board.neighbours[here] if board.by_land(here, n) and n not in mass]
    rings = {province: outline.ring(province)[::3] for province in board.provinces}
    for a, b in itertools.combinations(board.provinces, 2):
        if (
            mass[a] != mass[b]
            and math.dist(outline.areas[a].box[:2], outline.areas[b].box[:2]) < 250
        ):
            assert min(math.dist(p, q) for p in rings[a] for q in rings[b]) > 9, (a, b)


@each_board
def test_all_lies_on_the_canvas_and_boxes_in_their_provinces_with_room_for_a_name(name):
    outline = shipped(name)
    for line in (*outline.lines, *outline.sea):
        assert all(4 <= x <= WIDTH - 4 and 4 <= y <= HEIGHT - 4 for x, y in pixels(line))
    for province, area in outline.areas.items():
        x, y, width, height = area.box
        assert width >= 75, province
        assert height >= 54, province
        ring = outline.ring(province)
        corners = [
            complex(x + dx * width, y + dy * height) for dx in (-0.47, 0.47) for dy in (-0.47, 0.47)
        ]
        assert all(is_inside(ring, corner) for corner in corners), province
    for a, b in itertools.combinations(outline.areas.values(), 2):
        apart = [abs(a.box[k] - b.box[k]) - (a.box[k + 2] + b.box[k + 2]) / 2 for k in (0, 1)]
        assert max(apart) > 0


@each_board
def test_sea_lines_join_their_two_provinces_and_cross_no_other_land(name):
    outline = shipped(name)
    rings = {province: outline.ring(province) for province in outline.areas}
    for line in outline.sea:
        path = pixels(line)
        for end, province in ((path[0], line.a), (path[-1], line.b)):
            assert min(math.dist(end, p) for p in rings[province]) < 4
        for province, ring in rings.items():
            margin = 3 if province in (line.a, line.b) else 0
            west, north, east, south = outline.bounds(province)
            for x, y in path[margin : len(path) - margin]:
                if west < x < east and north < y < south:
                    assert not is_inside(ring, complex(x, y)), (line.a, line.b, province)


def test_provinces_without_a_coast_have_none_in_the_picture():
    """Kawachi has a strip of one: Settsu and Izumi are no neighbours on this board by default."""
    outline = shipped("ikusa")
    coastal = {line.a for line in outline.lines if not line.b}
    lake = {"Kozuke", "Shimotsuke"}
    assert coastal & set(load_board("ikusa").sets["landlocked"]) == {"Kawachi"} | lake


@each_board
def test_the_lie_of_japan(name):
    """From the lower left to the upper right, Shikoku below Honshu, Sado and Noto in the north."""
    box = {province: area.box for province, area in shipped(name).areas.items()}
    assert box["Aki"][0] < box["Harima"][0] < box["Mino"][0] < box["Musashi"][0]
    assert box["Mutsu"][1] < box["Musashi"][1] < box["Izu"][1]
    assert box["Tosa"][1] > box["Sanuki"][1] > box["Bizen"][1]
    assert box["Noto"][1] < box["Hida"][1] < box["Owari"][1]


@pytest.mark.parametrize("count", [1, 3, 7])
def test_a_small_board_fills_its_canvas(count):
    base = load_board("ikusa")
    names = ("Aki", "Bingo", "Bitchu", "Bizen", "Harima", "Hoki", "Inaba")[:count]
    provinces = {name: base.provinces[name] for name in names}
    land = tuple(pair for pair in base.land if set(pair) <= set(names))
    board = msgspec.structs.replace(
        base, provinces=provinces, land=land, sea=(), border_options={}, options={}
    )
    outline = simple_outline(board, "")
    points = [point for name in names for point in outline.ring(name)]
    sides = [max(values) - min(values) for values in zip(*points, strict=True)]
    shares = sides[0] / WIDTH, sides[1] / HEIGHT
    assert 0.8 < max(shares) <= 0.87
    for x, y in points:
        assert 0 < x < WIDTH
        assert 0 < y < HEIGHT
    for name in names:  # boxes are enlarged with the land
        x, y, wide, high = outline.areas[name].box
        xs, ys = zip(*outline.ring(name), strict=True)
        assert min(xs) < x - wide / 2 < x + wide / 2 < max(xs)
        assert min(ys) < y - high / 2 < y + high / 2 < max(ys)
