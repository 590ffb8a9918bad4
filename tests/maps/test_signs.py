"""Signs of the land beside names, pennants, kinds of troops, and what a game calls its pieces."""

import itertools
from operator import sub

from msgspec.structs import replace

from adjudicator.boards import load_board
from adjudicator.games.picture import Counter, Mark, Party, Picture, Spot
from adjudicator.maps import draw_svg
from adjudicator.maps.drawing import png
from adjudicator.maps.drawing.ink import Fill
from adjudicator.maps.drawing.palette import LAND, SEA, SEATS, rgb, strong
from adjudicator.maps.drawing.provinces import LEAST_NAME, SIGN, _name
from adjudicator.maps.drawing.scene import scene_of
from adjudicator.maps.drawing.typeface import name_width
from adjudicator.maps.pieces.glyphs import mark_piece
from adjudicator.maps.placing.window import fronts_of

from .pictures import PARTIES, full
from .test_drawing import names, overlap, sprite_box, sprites, word_box, words_in

TROOPS = ("force", "spearman", "swordsman", "archer", "bannerman", "arquebusier")
BOARD = load_board("gekokujo")
SIGNS = (("mandate", "mandate"), ("mountain", "mountain"), ("coastal", "coast"))


def signs_of(place):
    return tuple(sign for name, sign in SIGNS if place in BOARD.sets[name])


def with_signs(picture):
    spots = {name: replace(spot, signs=signs_of(name)) for name, spot in picture.spots.items()}
    return replace(picture, board="gekokujo", spots=spots)


def test_signs_stand_before_names_and_cover_nothing():
    scene = scene_of(with_signs(full("ikusa")))
    boxes = [word_box(name) for name in names(scene)] + list(map(sprite_box, sprites(scene)))
    assert len(boxes) == 68 * 4 + 3 + 6 + 10
    for a, b in itertools.combinations(boxes, 2):
        assert not overlap(a, b), (a, b)
    assert min(name.size for name in names(scene)) >= 11
    assert not any("…" in name.text for name in names(scene))


def test_a_name_that_is_cut_leaves_room_for_its_signs():
    room = SIGN * LEAST_NAME * 2 + name_width("Echi…", LEAST_NAME)
    name = _name("Echizen-no-kuni", 20, (0.0, 0.0), room, "", 2)
    assert (name.text, name.size) == ("Echi…", LEAST_NAME)


def test_the_legend_names_signs_and_calls_pieces_what_the_game_calls_them():
    picture = with_signs(full("ikusa", called={"force": "bushi", "coast": "coastal province"}))
    words = words_in(scene_of(picture))
    assert {"mandate", "mountain", "coastal province", "bushi"} <= words
    assert not {"force", "coast"} & words
    assert "<title>Takeda: bushi, 15</title>" in draw_svg(picture)


def test_a_mark_flies_a_pennant_in_the_colour_of_whose_it_is():
    _, plain = mark_piece(Mark("castle"), -1, {})
    _, flagged = mark_piece(Mark("castle", seat="Oda"), 2, {})
    assert strong(2) in {ink.colour for ink in flagged if isinstance(ink, Fill)}
    assert strong(2) not in {ink.colour for ink in plain if isinstance(ink, Fill)}
    spots = {"Kai": Spot("Takeda", (), (Mark("castle", seat="Oda"),))}
    assert "Oda: castle" in draw_svg(Picture("ikusa", "", "", spots, PARTIES))


def test_land_water_and_seats_keep_their_colours_on_a_telephone():
    """A front is drawn with few colours; with nine seats and all their troops they are scarce."""
    seats = [f"seat {number}" for number in range(len(SEATS))]
    parties = tuple(Party(seat, number) for number, seat in enumerate(seats))
    spots = {}
    for number, place in enumerate(BOARD.provinces):
        seat = seats[number % len(seats)]
        troops = tuple(Counter(kind, "1", seat) for kind in TROOPS[: 1 + number % 6])
        neutral = number % 4 == 3
        spots[place] = Spot("" if neutral else seat, troops, signs=signs_of(place))
    picture = Picture("gekokujo", "", "", spots, parties)
    (window,) = fronts_of(picture, seats[0])
    image = png._image(scene_of(picture, window), window, 1.25)
    wide = {colour: count for count, colour in image.getcolors(1 << 24) if count > 400}
    painted = {rgb(colour) for colour in (LAND, SEA, *itertools.chain(*SEATS))} & set(wide)
    assert len(painted) > 2 + len(SEATS)
    few = png._quantize(image, min(png.FEWER), png.SELDOM).convert("RGB")
    for colour in painted:
        there = min(max(map(abs, map(sub, colour, one))) for _, one in few.getcolors(256))
        assert there <= 4
    assert min(png.FEWER) >= 40
