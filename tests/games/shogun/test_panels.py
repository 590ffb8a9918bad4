"""The boxes beside the map: none is left out, and each of their counts is told in words."""

from msgspec.structs import replace

from adjudicator.boards import load_board
from adjudicator.chance import Stream
from adjudicator.games.shogun import game
from adjudicator.maps.drawing.ink import InkText
from adjudicator.maps.drawing.legend import MOST_PANELS
from adjudicator.maps.drawing.scene import scene_of
from adjudicator.reports.board import describe_board

EVERYTHING = {"tenno": True, "samurai": True, "leaders": True, "chambers": True}


def play_on(phases):
    """Yield the positions of a game with all expansions that regents play."""
    position = game.new(["blue", "red", "yellow"], EVERYTHING, Stream(b"1")).position
    for number in range(phases):
        yield position
        orders = {
            seat: game.regent("steady").orders(game.view(position, seat), seat, Stream(b"2"))
            for seat in game.phase(position).may
        }
        position = game.adjudicate(position, orders, Stream(bytes([number]))).position


def test_the_map_has_room_for_all_boxes_of_all_expansions():
    most = max(len(game.picture(position, ()).panels) for position in play_on(6))
    assert 6 < most <= MOST_PANELS


def test_officials_in_the_entrance_hall_are_counted_in_words():
    position = next(play_on(1))
    court = position.court
    officials = {**court.officials, "red": type(court.officials["red"])(supply=3, entrance=4)}
    position = replace(position, court=replace(court, officials=officials))
    blocks = {each.title: each.rows for each in describe_board(game.picture(position, ()), ())}
    assert "red: 4" in blocks["Tenno's Court"]
    assert any("chest" in row for row in blocks["Actions"])


def test_what_a_province_is_worth_stands_on_the_map_and_beside_it():
    picture = game.picture(next(play_on(1)), ())
    board = load_board(picture.board, picture.board_options)
    printed = " · ".join(map(str, board.provinces["Kai"].numbers.values()))
    scene = scene_of(picture)
    groups = (*scene.provinces, *scene.boxes)
    written = {ink.text for group in groups for ink in group.inks if isinstance(ink, InkText)}
    assert printed in written
    assert "below a name: tax · rice · spaces" in written
    assert "most castles in a region: 3" in written
