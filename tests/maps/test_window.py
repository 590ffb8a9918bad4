"""The part of the map around a seat's fronts: what is in it, how large, how small a file."""

import io

import msgspec
import pytest
from PIL import Image

from adjudicator.boards import load_board
from adjudicator.games.picture import Arrow, Clash, Picture, Spot
from adjudicator.maps import draw_front, outline_for
from adjudicator.maps.drawing.ink import InkText
from adjudicator.maps.drawing.scene import scene_of
from adjudicator.maps.outlines import HEIGHT, WIDTH
from adjudicator.maps.placing.window import LEAST_HIGH, LEAST_WIDE, fronts_of, window_around

from .pictures import OUTLINED, PARTIES, full

TELEPHONE = 390  # pixels of its width
READABLE = 11  # pixels of the capitals of a name


def names_in(picture, window):
    """The names that lie within a window wholly."""
    left, top, wide, high = window
    found = set()
    for group in scene_of(picture, window).provinces:
        for ink in group.inks:
            inside = left < ink.x < left + wide and top < ink.y < top + high
            if isinstance(ink, InkText) and inside:
                found.add(ink.text)
    return found


@pytest.mark.parametrize("board", OUTLINED)
def test_names_of_fronts_can_be_read_on_a_telephone_in_a_small_file(board):
    picture = full(board)
    for party in PARTIES:
        (window,) = fronts_of(picture, party.seat)
        left, top, wide, high = window
        assert 0 <= left <= left + wide <= WIDTH
        assert 0 <= top <= top + high <= HEIGHT
        assert len(names_in(picture, window)) >= 5
        inks = (ink for each in scene_of(picture, window).provinces for ink in each.inks)
        least = min(ink.size for ink in inks if isinstance(ink, InkText))
        assert least * TELEPHONE / wide >= READABLE
    data = draw_front(picture, "Oda")
    assert len(data) <= 60_000
    assert Image.open(io.BytesIO(data)).width >= TELEPHONE


def test_a_front_is_where_the_seat_meets_others():
    board = load_board("ikusa")
    spots = {name: Spot() for name in board.provinces}
    west, east = ("Higo", "Bungo", "Buzen"), ("Mutsu", "Dewa")
    spots |= {name: Spot("Oda") for name in (*west, *east)} | {"Chikuzen": Spot("Takeda")}
    picture = Picture("ikusa", "", "", spots, PARTIES)
    assert {"Bungo", "Buzen", "Chikuzen"} <= names_in(picture, *fronts_of(picture, "Oda"))
    arrows = (Arrow("attack", "Dewa", "Echigo", "Oda"), Arrow("attack", "Mutsu", "Hitachi", "Oda"))
    fought = msgspec.structs.replace(picture, arrows=arrows)
    assert {"Dewa", "Mutsu", "Echigo"} <= names_in(fought, *fronts_of(fought, "Oda"))


def test_a_front_is_where_the_seat_is_attacked():
    spots = dict.fromkeys(load_board("ikusa").provinces, Spot())
    west, east = ("Higo", "Bungo", "Buzen"), ("Mutsu", "Dewa")
    spots |= dict.fromkeys((*west, *east), Spot("Oda")) | {"Chikuzen": Spot("Takeda")}
    attack, fought = Arrow("attack", "Echigo", "Dewa", "Takeda"), Clash("Mutsu", "Takeda")
    picture = Picture("ikusa", "", "", spots, PARTIES, arrows=(attack,), clashes=(fought,))
    assert {"Echigo", "Dewa", "Mutsu"} <= names_in(picture, *fronts_of(picture, "Oda"))
    only_attacked = msgspec.structs.replace(picture, clashes=())
    assert {"Echigo", "Dewa"} <= names_in(only_attacked, *fronts_of(only_attacked, "Oda"))
    only_fought = msgspec.structs.replace(picture, arrows=())
    *_, last = fronts_of(only_fought, "Oda")
    assert "Mutsu" in names_in(only_fought, last)


def test_fronts_that_lie_far_apart_are_all_shown_one_below_another():
    picture = full("ikusa")
    fought = ("Higo", "Hyuga"), ("Bizen", "Sanuki"), ("Hitachi", "Shimosa")
    arrows = tuple(Arrow("attack", *ends, "Oda") for ends in fought)
    windows = fronts_of(msgspec.structs.replace(picture, arrows=arrows), "Oda")
    assert 1 < len(windows) <= 3
    assert len({wide for _, _, wide, _ in windows}) == 1
    outline = outline_for(load_board("ikusa"))
    for name in (name for ends in fought for name in ends):
        x, y, across, down = outline.areas[name].box
        assert any(
            left <= x - across / 2 < x + across / 2 <= left + wide
            and top <= y - down / 2 < y + down / 2 <= top + high
            for left, top, wide, high in windows
        ), name
    data = draw_front(msgspec.structs.replace(picture, arrows=arrows), "Oda")
    image = Image.open(io.BytesIO(data))
    assert image.width >= TELEPHONE
    assert image.height > sum(high for *_, high in windows)
    assert len(data) <= 60_000 * len(windows)


def test_fronts_are_in_the_colours_of_owners():
    owned = full("shogun-moon")
    by_region = msgspec.structs.replace(owned, tint="region")
    assert draw_front(by_region, "Oda") == draw_front(owned, "Oda")


def test_a_seat_that_has_nothing_has_no_front():
    picture = Picture("ikusa", "", "", {"Iga": Spot("Takeda")}, PARTIES)
    assert fronts_of(picture, "Oda") == []
    assert draw_front(picture, "Oda") is None
    assert draw_front(picture, "Takeda")


def test_a_window_holds_its_provinces_whole_and_is_never_tiny():
    picture = full("ikusa")
    outline = outline_for(load_board("ikusa"))
    for places in (("Iga",), ("Tsushima", "Mutsu"), ("Osumi",)):
        left, top, wide, high = window_around(picture, places)
        assert wide >= LEAST_WIDE
        assert high >= LEAST_HIGH
        for x, y in (point for name in places for point in outline.ring(name)):
            assert left <= x <= left + wide
            assert top <= y <= top + high
