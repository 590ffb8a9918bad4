"""Grounds that are kept for the next picture: what is drawn is the same, and memory has an end."""

import pytest
from msgspec.structs import replace
from PIL import Image

from adjudicator.games.picture import Spot
from adjudicator.maps import draw_front, draw_orders, draw_png, png
from adjudicator.maps.grounds import PIXEL, Grounds

from .pictures import OUTLINED, busy, full


def in_room(monkeypatch, room):
    """Have grounds kept in so many bytes from now on."""
    monkeypatch.setattr(png, "GROUNDS", Grounds(room, 9))
    return png.GROUNDS


def drawings(picture):
    """Each kind of drawing of a picture."""
    return draw_png(picture), draw_front(picture, "Oda"), draw_orders(picture)


@pytest.mark.parametrize("board", OUTLINED)
def test_a_drawing_is_the_same_whether_its_ground_was_kept_or_not(monkeypatch, board):
    marked = busy(board)
    pictures = [
        full(board, arrows=marked.arrows),
        full(board, arrows=marked.arrows, tint="region"),
        marked,
    ]
    in_room(monkeypatch, 0)
    alone = [drawings(picture) for picture in pictures]
    kept = in_room(monkeypatch, 96_000_000)
    for _ in range(2):  # first it is made, then it is found
        assert [drawings(picture) for picture in pictures] == alone
    assert len(kept.images) >= len(pictures)


def test_no_picture_gets_the_ground_of_another(monkeypatch):
    one = full("ikusa", arrows=busy("ikusa").arrows)
    other = replace(one, spots=one.spots | {"Kai": Spot("Oda", closed=True)})
    in_room(monkeypatch, 0)
    alone = draw_orders(one), draw_orders(other)
    in_room(monkeypatch, 96_000_000)
    assert (draw_orders(one), draw_orders(other), draw_orders(one)) == (*alone, alone[0])
    assert alone[0] != alone[1]


def test_grounds_that_are_asked_for_stay_and_others_make_place():
    grounds = Grounds(room=4 * 100 * PIXEL, rest=6)
    made = []

    def find(key, size=(10, 10)):
        def draw():
            made.append(key)
            return Image.new("RGB", size)

        return grounds.find(key, size, draw) is not None

    assert all(find(key) for key in "abcdabcd")
    assert not find("e")  # all others were asked for just now
    assert all(find(key) for key in "bcd")
    assert made == [*"abcd"]
    assert find("e")  # so many questions after the last for a
    assert [*grounds.images] == [*"bcde"]
    assert not find("huge", (10, 11))
    assert [*grounds.images] == [*"bcde"]
