"""The map of Diplomacy: arrows, coasts, its outline."""

from itertools import pairwise

import pytest
from powers import begin, carry_out, read

from adjudicator.boards import load_board
from adjudicator.games.picture import Arrow, Picture
from adjudicator.maps.drawing.scene import PictureError, scene_of
from adjudicator.maps.outlines import EDGE, HEIGHT, WIDTH, Curve, fingerprint, pixels, read_outline
from adjudicator.maps.placing.routes import coast_at, province_of, way_of

pytestmark = pytest.mark.usefixtures("diplomacy")


def test_help_and_what_failed_are_drawn(diplomacy):
    position, french = begin(diplomacy), "A Par-Bur\nA Mar S A Par-Bur"
    done = carry_out(
        diplomacy, position, France=french, Germany="A Mun-Bur", Austria="A Vie S A Bud"
    )
    arrows = diplomacy.picture(diplomacy.view(done.position, ""), done.events).arrows
    assert {(a.kind, a.source, a.target, a.helped, a.failed) for a in arrows} == {
        ("move", "Paris", "Burgundy", "", False),
        ("move", "Munich", "Burgundy", "", True),
        ("support", "Marseilles", "Burgundy", "Paris", False),
        ("support", "Vienna", "Budapest", "", False),
    }
    sketched = diplomacy.sketch(
        diplomacy.view(position, "France"), "France", read(diplomacy, position, french).orders
    )
    assert [each.mark.kind for each in sketched] == ["move", "support"]


def test_arrows_begin_and_end_at_the_coast_that_is_meant(diplomacy):
    position = begin(diplomacy)
    seen, drawn = [], []
    for texts in (
        {"France": "F Bre-MAO", "Russia": "F StP-Bot", "Italy": "F Nap-TYS"},
        {"France": "F MAO-Spa/nc\nA Mar S F MAO-Spa", "Italy": "F TYS-LYO"},
        {},
        {"France": "A Mar S F Spa\nF Spa-Gas", "Italy": "F LYO-Spa/sc"},
    ):
        view = diplomacy.view(position, "France")
        ordered = read(diplomacy, view, texts.get("France", "")).orders
        moves = {(a.mark.source, a.mark.coasts) for a in diplomacy.sketch(view, "France", ordered)
                 if a.mark.kind == "move"}  # fmt: skip
        done = carry_out(diplomacy, position, **texts)
        position = done.position
        picture = diplomacy.picture(diplomacy.view(position, ""), done.events)
        assert moves == {
            (a.source, a.coasts) for a in picture.arrows if (a.seat, a.kind) == ("France", "move")
        }
        seen += [(a.kind, a.source, a.target, a.coasts) for a in picture.arrows if a.coasts]
        drawn += [group.title for group in scene_of(picture).under]
    assert sorted(seen) == [
        ("move", "Gulf of Lyon", "Spain", ("Spain/sc",)),
        ("move", "Mid-Atlantic Ocean", "Spain", ("Spain/nc",)),
        ("move", "Spain", "Gascony", ("Spain/nc",)),
        ("move", "St Petersburg", "Gulf of Bothnia", ("St Petersburg/sc",)),
        ("support", "Marseilles", "Spain", ("Spain/nc",)),
        ("support", "Marseilles", "Spain", ("Spain/nc",)),  # as the move that it helps
    ]
    assert "Italy: move from Gulf of Lyon to Spain/sc" in drawn
    assert "France: support by Marseilles from Mid-Atlantic Ocean to Spain/nc" in drawn


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Mid-Atlantic Ocean", "Spain/nc"),
        ("Gulf of Lyon", "Spain/sc"),
        ("Black Sea", "Bulgaria/ec"),
        ("Spain/nc", "Gascony"),
    ],
)
def test_the_way_to_a_coast_comes_near_its_name(source, target):
    outline = read_outline(load_board("diplomacy_game/standard"))

    def room(place):
        x, y, wide, high = outline.areas[province_of(place)].box
        left, right, top, bottom = x - wide / 4, x + wide / 4, y - high / 4, y + high / 4
        at = coast_at(outline, place)
        return (*at, *at) if at else (left, top, right, bottom)

    rooms = room(source), room(target)
    way = way_of(outline, source, target, rooms, ())
    for place, end in ((source, way[0]), (target, way[-1])):
        at = coast_at(outline, place)
        assert at is None or abs(complex(*at) - end) < 16
    assert coast_at(outline, "Spain") is None


def test_a_picture_that_speaks_of_a_false_coast_is_refused():
    arrow = Arrow("move", "Spain", "Gascony", coasts=("Spain/ec",))
    picture = Picture("diplomacy_game/standard", "", "", {}, (), (arrow,))
    with pytest.raises(PictureError, match='"Spain/ec" is no coast of the board'):
        scene_of(picture)


def test_the_map_has_the_borders_of_the_board_and_reaches_the_edges(diplomacy):
    board = load_board("diplomacy_game/standard")
    outline = read_outline(board)
    assert outline is not None
    assert outline.fits == fingerprint(board)
    meeting = {
        tuple(sorted((line.a, line.b))) for line in outline.lines if line.b not in ("", EDGE)
    }
    assert meeting == {*board.land, *board.sea}
    rings = [outline.ring(name) for name in outline.areas]
    covered = sum(abs(_area(ring)) for ring in rings)
    hole = sum(abs(_area(pixels(Curve("", "", flat)))) for flat in outline.holes)
    assert covered + hole == pytest.approx(WIDTH * HEIGHT, rel=1e-4)
    assert {name: set(area.coasts) for name, area in outline.areas.items() if area.coasts} == {
        "Bulgaria": {"ec", "sc"},
        "Spain": {"nc", "sc"},
        "St Petersburg": {"nc", "sc"},
    }
    assert {name for name, area in outline.areas.items() if area.water} == {
        name for name, province in board.provinces.items() if province.water
    }


def _area(ring):
    return sum(a * d - b * c for (a, b), (c, d) in pairwise((*ring, ring[0]))) / 2
