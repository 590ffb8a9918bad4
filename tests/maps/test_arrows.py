"""Arrows on the drawn map: whence and whither, over what, and how they are drawn."""

import cmath
import itertools
import math

import pytest

from adjudicator.boards import load_board
from adjudicator.games.picture import (
    Arrow,
    Counter,
    Spot,
)
from adjudicator.maps import outline_for
from adjudicator.maps.drawing.arrows import arrow_inks
from adjudicator.maps.drawing.ink import Group
from adjudicator.maps.drawing.palette import ATTACK, CREAM
from adjudicator.maps.drawing.scene import scene_of
from adjudicator.maps.placing.routes import is_inside

from .pictures import boards, full, names, word_box


def away(outline, name, point):
    """Pixels from a province's land to a point, or 0 within it."""
    ring = outline.ring(name)
    inside = is_inside(ring, complex(*point))
    return 0.0 if inside else min(math.dist(point, shore) for shore in ring)


def arrows_on(scene):
    return [ink for ink in scene.under if isinstance(ink, Group)]


@boards()
@pytest.mark.parametrize("kind", ["move", "attack"])
def test_arrows_run_from_the_source_to_the_target_and_cross_no_name(board, kind):
    """Over every border of a board whose provinces are full, both ways."""
    facts = load_board(board)
    outline = outline_for(facts)
    steps = [step for a, b in (*facts.land, *facts.sea) for step in ((a, b), (b, a))]
    scene = scene_of(full(board, arrows=tuple(Arrow(kind, *step, "Oda") for step in steps)))
    boxes = [word_box(name) for name in names(scene)]
    for (source, target), group in zip(steps, arrows_on(scene), strict=True):
        assert group.title == f"Oda: {kind} from {source} to {target}"
        head = group.inks[-1].path
        tip = head[1] if kind == "move" else head[len(head) // 2]
        points = [point for ink in group.inks for point in ink.path]
        assert away(outline, target, tip) < 14, (source, target)
        assert away(outline, source, points[0]) < 14, (source, target)
        for x, y in points:
            crossed = [b for b in boxes if b[0] < x < b[2] and b[1] < y < b[3]]
            assert not crossed, (source, target)


@boards()
def test_arrows_point_across_their_border_and_not_along_it(board):
    """The turn between an arrow and the way from middle to middle, over all borders on land."""
    outline = outline_for(load_board(board))
    facts = load_board(board)
    steps = [step for a, b in facts.land for step in ((a, b), (b, a))]
    scene = scene_of(full(board, arrows=tuple(Arrow("move", *step, "Oda") for step in steps)))
    askew = 0
    for (source, target), group in zip(steps, arrows_on(scene), strict=True):
        a, b = (complex(*outline.areas[name].box[:2]) for name in (source, target))
        begin, end = complex(*group.inks[0].path[0]), complex(*group.inks[-1].path[1])
        askew += abs(cmath.phase((end - begin) / (b - a))) > math.radians(60)
    assert askew <= len(steps) * 0.04


@boards()
def test_hardly_an_arrow_points_on_into_another_province(board):
    """Whose head leads on over the next border seems to mean the province beyond it."""
    facts, outline = load_board(board), outline_for(load_board(board))
    steps = [step for a, b in facts.land for step in ((a, b), (b, a))]
    spots = {name: Spot("Oda", (Counter("force", "4", "Oda"),)) for name in facts.provinces}
    arrows = tuple(Arrow("move", *step, "Oda") for step in steps)
    picture, wrong = full(board, spots=spots, arrows=arrows), []
    for step, group in zip(steps, arrows_on(scene_of(picture)), strict=True):
        tip, neck = complex(*group.inks[-1].path[1]), complex(*group.inks[0].path[-1])
        ahead = tip + (tip - neck) / abs(tip - neck) * 10
        near = {name for b in step for name in facts.neighbours[b]} - set(step)
        wrong += [step for name in near if is_inside(outline.ring(name), ahead)]
    assert len(wrong) <= len(steps) * 0.04, wrong


@pytest.mark.parametrize("points", [12, 16, 40])
def test_an_attack_that_may_fail_is_in_pieces_with_gaps(points):
    way = [complex(2 * k, 0) for k in range(points)]
    body, *pieces, head = arrow_inks(Arrow("attack", "", "", doubtful=True), way, "#123456")
    assert (body.colour, body.edge) == (CREAM, CREAM)
    assert all((part.colour, part.edge) == ("#123456", ATTACK) for part in (*pieces, head))
    spans = [(min(x for x, _ in part.path), max(x for x, _ in part.path)) for part in pieces]
    assert all(a < b < c for (a, b), (c, _) in itertools.pairwise(spans))
    assert len(spans) >= points // 12
    assert arrow_inks(Arrow("attack", "", ""), way, "#123456")[1].path == body.path
    thin = arrow_inks(Arrow("attack", "", "", doubtful=True, default=True), way, "#123456")
    assert max(y for _, y in thin[1].path) < max(y for _, y in pieces[0].path)
