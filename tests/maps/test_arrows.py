"""Arrows on the drawn map: whence and whither, over what, and how they are drawn."""

import cmath
import itertools
import math

import pytest

from adjudicator.boards import load_board
from adjudicator.games.picture import Arrow, Clash, Counter, Spot
from adjudicator.maps import outline_for
from adjudicator.maps.drawing.arrows import arrow_inks
from adjudicator.maps.drawing.ink import InkGroup, Sprite
from adjudicator.maps.drawing.palette import ATTACK, CREAM
from adjudicator.maps.drawing.scene import scene_of

from .pictures import boards, full, is_inside, names, word_box


def away(outline, name, point):
    """Pixels from a province's land to a point, or 0 within it."""
    ring = outline.ring(name)
    inside = is_inside(ring, complex(*point))
    return 0.0 if inside else min(math.dist(point, shore) for shore in ring)


def arrows_on(scene):
    return [ink for ink in scene.under if isinstance(ink, InkGroup)]


def both_ways(pairs):
    return [step for a, b in pairs for step in ((a, b), (b, a))]


def everywhere(board, *counters):
    """A board on which Oda has such counters in every province."""
    return {name: Spot("Oda", counters) for name in load_board(board).provinces}


@boards()
def test_arrows_run_across_their_border_from_the_source_to_the_target_and_cross_no_name(board):
    """Over every border of a board whose provinces are full, both ways; attacks as moves."""
    facts = load_board(board)
    outline = outline_for(facts)
    steps = both_ways((*facts.land, *facts.sea))
    scene = scene_of(full(board, arrows=tuple(Arrow("move", *step, "Oda") for step in steps)))
    attacks = tuple(Arrow("attack", *step, "Oda") for step in steps[:20])
    boxes, askew = [word_box(name) for name in names(scene)], 0
    arrows = [*arrows_on(scene), *arrows_on(scene_of(full(board, arrows=attacks)))]
    for (source, target), group in zip((*steps, *steps[:20]), arrows, strict=True):
        kind = "move" if group.title.startswith("Oda: move") else "attack"
        assert group.title == f"Oda: {kind} from {source} to {target}"
        head = group.inks[-1].path
        tip = head[1] if kind == "move" else head[len(head) // 2]
        points = [point for ink in group.inks for point in ink.path]
        assert away(outline, target, tip) < 14, (source, target)
        assert away(outline, source, points[0]) < 14, (source, target)
        for x, y in points:
            crossed = [b for b in boxes if b[0] < x < b[2] and b[1] < y < b[3]]
            assert not crossed, (source, target)
        if kind == "move" and facts.by_land(source, target):
            a, b = (complex(*outline.areas[name].box[:2]) for name in (source, target))
            turn = (complex(*head[1]) - complex(*group.inks[0].path[0])) / (b - a)
            askew += abs(cmath.phase(turn)) > math.radians(60)
    assert askew <= len(facts.land) * 2 * 0.04


@boards()
def test_an_arrow_keeps_to_one_side_only_where_another_comes_the_other_way(board):
    (a, b), *_, elsewhere = load_board(board).land

    def first_of(*steps, helps=()):
        arrows = tuple(Arrow("attack", *step, "Oda") for step in steps)
        arrows += tuple(Arrow("support", *step, "Oda", helped=elsewhere[0]) for step in helps)
        return arrows_on(scene_of(full(board, arrows=arrows)))[0].inks

    alone = first_of((a, b))
    assert first_of((a, b), (a, b), elsewhere) == alone
    assert first_of((a, b), (b, a)) != alone
    assert first_of((a, b), helps=[(b, a)]) == alone  # who helps goes nowhere


@boards()
def test_hardly_an_arrow_points_on_into_another_province(board):
    """Whose head leads on over the next border seems to mean the province beyond it."""
    facts, outline = load_board(board), outline_for(load_board(board))
    steps = both_ways(facts.land)
    spots = everywhere(board, Counter("force", "4", "Oda"))
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


def test_a_numbered_arrow_that_may_fail_shows_it_however_short_it_is():
    way = [complex(2 * k, 0) for k in range(11)]
    sure, unsure = (
        arrow_inks(Arrow("move", "", "", doubtful=doubtful, text="5"), way, "#123456")
        for doubtful in (False, True)
    )
    seen = [ink for ink in unsure if getattr(ink, "dash", None) and ink.path[0][0] > 0]
    assert [{round(abs(complex(*point))) for point in edge.path} for edge in seen] == [{8}]
    assert not any(getattr(ink, "dash", None) for ink in sure)


def test_what_failed_is_a_dashed_arrow_with_a_cross_on_its_body_and_not_on_its_head():
    way = [complex(2 * k, 0) for k in range(16)]
    inks = arrow_inks(Arrow("move", "", "", failed=True), way, "#123456")
    cross = [ink for ink in inks if getattr(ink, "colour", "") == ATTACK]
    assert any(getattr(ink, "dash", None) for ink in inks)
    tip = max(x for ink in inks if hasattr(ink, "edge") for x, _ in ink.path)
    reach = max(x for line in cross for x, _ in line.path)
    assert reach < tip - 10


@boards()
def test_moves_against_each_other_lie_side_by_side(board):
    """Over every border on land, both of them failed: no cross lies on the other."""
    facts, near = load_board(board), []
    spots = everywhere(board, Counter("force", "4", "Oda"))
    steps = both_ways(facts.land)
    arrows = tuple(Arrow("move", *step, "Oda", failed=True) for step in steps)
    groups = arrows_on(scene_of(full(board, spots=spots, arrows=arrows)))
    for pair, one, two in zip(facts.land, groups[::2], groups[1::2], strict=True):
        middles = [complex(*group.inks[-1].path[0]) for group in (one, two)]
        if abs(middles[0] - middles[1]) < 8:
            near.append(pair)
    assert len(near) <= len(facts.land) * 0.01, near


@boards()
def test_hardly_an_arrow_ends_under_a_piece(board):
    spots = everywhere(board, Counter("army", "6", "Oda", name="2"), Counter("force", "4", "Oda"))
    steps, hidden = both_ways(load_board(board).land)[::5], []
    for step in steps:
        arrows = (Arrow("attack", *step, "Oda"),)
        scene = scene_of(full(board, spots=spots, arrows=arrows, clashes=(Clash(step[1]),)))
        (group,) = arrows_on(scene)
        head = group.inks[-1].path
        x, y = head[len(head) // 2]
        for ink in (ink for each in scene.provinces for ink in each.inks):
            if isinstance(ink, Sprite):
                wide, high = ink.half[0] * ink.scale, ink.half[1] * ink.scale
                if abs(x - ink.x) < wide and abs(y - ink.y) < high:
                    hidden.append(step)
    assert len(hidden) <= len(steps) * 0.05, hidden
