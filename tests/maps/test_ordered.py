"""Orders on the map: what each game draws, how it is drawn, and the window around it."""

import io

import pytest
from PIL import Image

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.picture import Arrow, Badge
from adjudicator.maps import draw_orders, draw_svg
from adjudicator.maps.drawing.ink import InkGroup, InkText, Stroke
from adjudicator.maps.drawing.provinces import sum_badges
from adjudicator.maps.drawing.scene import scene_of
from adjudicator.maps.ordered import picture_of_orders
from adjudicator.orders import Orders, read_orders

from .pictures import full


def played(name, seats, phase, **options):
    """A position of that phase, some rounds into a game of random players."""
    game = registry.find(name)
    chance = Stream(b"ordered")
    player = game.regent("random")
    position = game.new(game.meta.seats[:seats], options, chance).position
    while game.phase(position).name != phase or game.phase(position).round < 2:
        now = game.phase(position)
        orders = {s: player.orders(game.view(position, s), s, chance) for s in now.must}
        position = game.adjudicate(position, orders, chance).position
    return game, position


def drawn(game, view, text, defaults=(), **more):
    understood = read_orders(text, game.language(view, ""))
    assert not understood.findings
    return picture_of_orders(game, view, understood.orders, defaults, **more)


@pytest.fixture(scope="module")
def war():
    game, position = played("samurai-swords", 3, "war")
    seat = game.phase(position).must[0]
    return game, game.view(position, seat), seat


def own(view, seat):
    return [name for name, land in view.provinces.items() if land.owner == seat]


def test_armies_go_on_from_where_their_last_order_left_them(war):
    game, view, seat = war
    army = view.colours[seat].armies["1"]
    text = "attack Kai with army 1\nmarch army 1 to Hida, Mino\nmove army 1 to Owari\n"
    arrows = drawn(game, view, text).arrows
    assert [(a.kind, a.source, a.target) for a in arrows] == [
        ("move", army.at, "Hida"),
        ("move", "Hida", "Mino"),
        ("attack", "Mino", "Kai"),
        ("move", "Mino", "Owari"),
    ]
    assert {arrow.seat for arrow in arrows} == {seat}


def test_a_line_with_a_warning_and_alternatives_are_doubtful(war):
    game, view, seat = war
    orders = game.legal_orders(view, seat)
    attacks = [line for line in orders if str(line).startswith("attack") and " from " in str(line)]
    one, other = str(attacks[0]), str(attacks[-1])
    picture = drawn(game, view, one)
    assert [arrow.doubtful for arrow in picture.arrows] == [False]
    picture = drawn(game, view, f"{one}\nelse {other}")
    assert [arrow.doubtful for arrow in picture.arrows] == [False, True]
    picture = drawn(game, view, f"if Kai is empty: {one}", warned=())
    assert [arrow.doubtful for arrow in picture.arrows] == [True]
    assert all(arrow.doubtful for arrow in drawn(game, view, one, later=True).arrows)
    text = "march army 1 to Hida\nmove army 1 to Mino"
    found = game.check(view, seat, read_orders(text, game.language(view, "")).orders)
    warned = {each.line for each in found if each.severity == "warning"}
    far = drawn(game, view, text).arrows
    assert [arrow.doubtful for arrow in far] == [1 in warned, 2 in warned]


def test_what_cannot_be_drawn_makes_no_map(war):
    game, view, _ = war
    assert drawn(game, view, "call off after 2 passes") is None
    assert picture_of_orders(game, view, Orders(), ()) is None


def test_equal_lines_add_up_and_equal_alternatives_do_not():
    game, position = played("gekokujo", 3, "reinforce")
    seat = game.phase(position).must[0]
    view = game.view(position, seat)
    recruit = f"recruit 1 bushi in {own(view, seat)[0]}"
    for text, number in ((f"{recruit}\n" * 2, "+2"), (f"{recruit}\nelse: {recruit}", "+1")):
        badges = drawn(game, view, text, warned=()).badges
        assert {badge.text for badge in sum_badges(badges)} == {number}


def test_defaults_are_thin():
    game, position = played("samurai-swords", 3, "muster")
    seat = game.phase(position).must[0]
    view = game.view(position, seat)
    defaults = game.defaults(view, seat, Orders())
    picture = picture_of_orders(game, view, Orders(), defaults)
    levies = [badge for badge in picture.badges if badge.shape == "force"]
    assert levies
    assert all(badge.default and badge.seat == seat for badge in picture.badges)


def test_cards_of_shogun_are_badges_and_its_armies_arrows():
    game = registry.find("shogun")
    position = game.new(game.meta.seats[:3], {}, Stream(b"cards")).position
    seat = game.phase(position).must[0]
    view = game.view(position, seat)
    here, there, third, *_ = own(view, seat)
    text = (
        f"battle a from {here} to {there} with 2\nbattle b from {there} to Kai with 1\n"
        f"build castle in {third}\ntax {there}\ndeploy 5 in {here}\nbid card {third}"
    )
    picture = drawn(game, view, text)
    assert [(a.source, a.target, a.text) for a in picture.arrows] == [
        (here, there, "2"), (there, "Kai", "1")
    ]  # fmt: skip
    assert picture.arrows[0].kind == "move"
    badges = {(badge.place, badge.shape, badge.text) for badge in picture.badges}
    assert {(third, "castle", ""), (there, "tax", ""), (here, "cube", "+5")} <= badges


def strokes(picture):
    groups = [ink for ink in scene_of(picture).under if isinstance(ink, InkGroup)]
    return [ink for group in groups for ink in group.inks if isinstance(ink, Stroke)]


def test_what_may_fail_is_dashed_and_defaults_are_thinner():
    sure = full("ikusa", arrows=(Arrow("move", "Iga", "Ise", "Oda"),))
    unsure = full("ikusa", arrows=(Arrow("move", "Iga", "Ise", "Oda", doubtful=True),))
    thin = full("ikusa", arrows=(Arrow("move", "Iga", "Ise", "Oda", True, True),))
    assert not any(stroke.dash for stroke in strokes(sure))
    assert any(stroke.dash for stroke in strokes(unsure))
    widest = [max(s.width for s in strokes(p) if s.dash) for p in (unsure, thin)]
    assert widest[1] < widest[0]
    words = {"may fail", "by default"}
    marks = (Badge("Iga", "castle", "", "Oda", doubtful=True), Badge("Ise", "castle", default=True))
    boxes = scene_of(full("ikusa", badges=marks)).boxes
    told = {ink.text for box in boxes for ink in box.inks if isinstance(ink, InkText)}
    assert words <= told


def test_equal_badges_are_added_up():
    badges = (
        Badge("Iga", "force", "+1"),
        Badge("Iga", "force", "+2"),
        Badge("Iga", "army", "1"),
        Badge("Iga", "army", "2"),
        Badge("Ise", "force", "+1"),
    )
    assert [(b.place, b.text) for b in sum_badges(badges)] == [
        ("Iga", "+3"), ("Iga", "1"), ("Iga", "2"), ("Ise", "+1")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "seats", "phase"),
    [("samurai-swords", 5, "war"), ("ikusa", 3, "muster"), ("shogun", 3, "plan")],
)
def test_a_map_of_orders_is_small(name, seats, phase):
    game, position = played(name, seats, phase)
    player = game.regent("random")
    for seat in game.phase(position).must[:2]:
        view = game.view(position, seat)
        orders = player.orders(view, seat, Stream(b"small"))
        picture = picture_of_orders(game, view, orders, game.defaults(view, seat, orders))
        data = draw_orders(picture)
        assert len(data) <= 60_000
        assert Image.open(io.BytesIO(data)).width <= 860
        assert f"{seat}: " in draw_svg(picture)


EXPANSIONS = {"tenno": True, "samurai": True, "leaders": True, "chambers": True}


@pytest.mark.parametrize(("name", "options"), [("samurai-swords", {}), ("shogun", EXPANSIONS)])
def test_every_example_of_every_order_is_drawn_or_left_out(name, options):
    game = registry.find(name)
    position = game.new(game.meta.seats[:3], options, Stream(b"examples")).position
    seat = game.meta.seats[0]
    view = game.view(position, seat)
    shapes = set()
    for language, _ in game.languages(position.options):
        lines = [text for kind in language.kinds for text in kind.examples]
        orders = read_orders("\n".join(lines), language).orders
        assert len(orders)
        picture = picture_of_orders(game, view, orders, (), later=True)
        if picture is not None:
            assert all(mark.doubtful for mark in (*picture.arrows, *picture.badges))
            shapes |= {badge.shape for badge in picture.badges} | {a.kind for a in picture.arrows}
            assert scene_of(picture).title
    assert {"attack", "castle"} <= shapes


def test_gaps_of_what_may_fail_are_seen_between_the_round_ends():
    picture = full("ikusa", arrows=(Arrow("move", "Iga", "Ise", "Oda", doubtful=True),))
    dashed = [ink for ink in strokes(picture) if ink.dash and ink.dash[1] - ink.width >= 3]
    assert len(dashed) == 1
