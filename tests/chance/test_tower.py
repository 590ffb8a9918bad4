"""The cube tower: what ruling H16 asks of it, measured, and the throws that a script gives."""

from collections import Counter
from statistics import mean, pstdev

import pytest

from adjudicator.chance import Script, ScriptError, Stream
from adjudicator.chance.course import Course
from adjudicator.chance.ingredients import Ingredients
from adjudicator.chance.script import read_tray
from adjudicator.chance.tower import Tower, expect, likely_falls, throw

USUAL = Tower()


def loads(seats, trials=200):
    """First loads of an empty tower, as shares of the cubes that stayed inside."""
    cubes = {f"seat {number}": 7 for number in range(seats)} | {"farmer": 10}
    total = sum(cubes.values())
    stream = Stream(b"loads %d" % seats)
    throws = (throw({}, cubes, USUAL, stream) for _ in range(trials))
    return [sum(each.inside.values()) / total for each in throws]


@pytest.fixture(scope="module")
def settled():
    """Throws into a settled tower: cubes thrown, of them fallen, older ones fallen, inside."""
    stream = Stream(b"settled")
    inside, throws = 0, []
    for number in range(4000):
        count = (4, 6, 8, 10, 14)[number % 5]
        result = throw({"old": inside}, {"new": count}, USUAL, stream)
        inside = sum(result.inside.values())
        fallen = result.fallen
        throws.append((count, fallen.get("new", 0), fallen.get("old", 0), inside))
    return throws[500:]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_of_a_first_load_70_to_85_per_cent_stay_inside(seats):
    shares = loads(seats)
    assert 0.70 <= mean(shares) <= 0.85
    assert 0.02 <= pstdev(shares) <= 0.10


def test_once_settled_as_many_come_out_as_go_in_with_a_spread(settled):
    changes = [new + old - thrown for thrown, new, old, _ in settled]
    assert abs(mean(changes)) < 0.05
    assert 1 < pstdev(changes) < 3
    assert {new + old > thrown for thrown, new, old, _ in settled} == {True, False}


def test_a_settled_tower_keeps_its_filling(settled):
    inside = [count for _, _, _, count in settled]
    assert 32 < mean(inside) < 36
    assert max(inside) < 40


def test_two_thirds_of_the_cubes_thrown_come_out_at_once(settled):
    share = sum(new for _, new, _, _ in settled) / sum(thrown for thrown, _, _, _ in settled)
    assert 0.62 < share < 0.72


def test_more_cubes_thrown_shake_more_loose(settled):
    loosened = {
        count: mean(old for thrown, _, old, _ in settled if thrown == count)
        for count in (4, 6, 8, 10, 14)
    }
    assert list(loosened.values()) == sorted(loosened.values())
    assert loosened[14] > 2.5 * loosened[4]


def test_no_colour_is_favoured():
    stream = Stream(b"colours")
    inside, fallen = {"a": 9, "m": 9, "z": 9}, Counter()
    for _ in range(3000):
        result = throw(inside, {"a": 3, "m": 3, "z": 3}, USUAL, stream)
        fallen.update(result.fallen)
    shares = [number / sum(fallen.values()) for number in fallen.values()]
    assert all(abs(share - 1 / 3) < 0.015 for share in shares)


class _Told:
    """Chance that is told: a shuffle leaves all as it is, and dice come as they are given."""

    def __init__(self, *dice):
        self.left = list(dice)

    def shuffle(self, things, label):
        return list(things)

    def dice(self, count, sides, label):
        return self.left.pop(0)


@pytest.mark.parametrize(
    ("knock", "rest", "fallen"),
    [
        (1, 65, {"a": 1}),
        (3, 65, {"b": 1}),
        (3, 64, {"b": 1, "new": 1}),
        (4, 730, {}),
        (4, 729, {"new": 1}),
    ],
    ids=str,
)
def test_a_cube_strikes_the_place_that_its_die_names_and_rests_if_the_other_shows_more(
    knock, rest, fallen
):
    """Three rest inside: two to the sixth power is 64, three to it 729."""
    told = throw({"a": 2, "b": 1}, {"new": 1}, USUAL, _Told([knock], [rest]))
    assert told.fallen == fallen


def test_cubes_are_neither_made_nor_lost():
    stream = Stream(b"kept")
    inside = {"blue": 5, "farmer": 11}
    for _ in range(200):
        result = throw(inside, {"blue": 4, "red": 3}, USUAL, stream)
        before = Counter(inside) + Counter({"blue": 4, "red": 3})
        assert before == Counter(result.inside) + Counter(result.fallen)
        inside = result.inside | {"blue": 5}


def test_a_script_names_what_falls():
    script = Script(draws={"tower": [read_tray("2 blue, 1 red"), []]})
    result = throw({"red": 4}, {"blue": 3}, USUAL, script)
    assert result.fallen == {"blue": 2, "red": 1}
    assert result.inside == {"blue": 1, "red": 3}
    assert throw(result.inside, {"blue": 1}, USUAL, script).fallen == {}
    assert script.leftovers() == []


def test_a_script_cannot_name_what_is_not_there():
    with pytest.raises(ScriptError, match="green"):
        throw({}, {"blue": 3}, USUAL, Script(draws={"tower": ["green"]}))
    once = Script(draws={"tower": ["blue"]})
    throw({}, {"blue": 3}, USUAL, once)
    with pytest.raises(ScriptError, match="throw in 3 blue, and say"):
        throw({}, {"blue": 3}, USUAL, once)


def test_reading_a_tray():
    assert read_tray("2 blue, 1 Oda Nobunaga") == ["blue", "blue", "Oda Nobunaga"]
    assert read_tray("") == []
    with pytest.raises(ScriptError, match="blue"):
        read_tray("3 red, blue")


def test_trays_alone_leave_all_else_to_the_stream():
    real = Script(draws={"tower": [read_tray("2 blue, 1 red"), []]}, rest=Stream(b"real"))
    assert throw({"red": 4}, {"blue": 3}, USUAL, real).fallen == {"blue": 2, "red": 1}
    assert throw({"red": 4}, {"blue": 3}, USUAL, real).fallen == {}
    stream = Stream(b"real")
    assert real.dice(3, 6, "dice") == stream.dice(3, 6, "dice")
    assert real.shuffle("abcdef", "cards") == stream.shuffle("abcdef", "cards")
    assert [draw.label for draw in real.drawn] == ["tower", "tower", "dice", "cards"]
    assert real.leftovers() == []


@pytest.mark.parametrize("more", [{}, {"cards": [["b"]]}], ids=["trays", "trays and cards"])
def test_a_script_of_trays_and_other_draws_leaves_nothing_to_the_stream(more):
    given = Ingredients(secret=b"s" * 32, script=((), {"tower": [[]], **more}))
    _, _, chance = given.source("1 plan")({})
    if more:
        with pytest.raises(ScriptError):
            chance.dice(1, 6, "dice")
    else:
        assert len(chance.dice(1, 6, "dice")) == 1


def test_dice_beside_trays_are_no_more_than_are_laid_down():
    given = Ingredients(secret=b"s" * 32, script=((3,), {"tower": [[]]}))
    _, _, chance = given.source("1 plan")({})
    assert chance.dice(1, 6, "dice") == [3]
    with pytest.raises(ScriptError):
        chance.dice(1, 6, "dice")


@pytest.mark.parametrize(("inside", "thrown"), [(0, 4), (9, 3), (30, 8), (60, 5), (99, 2)])
def test_what_is_expected_of_a_cube_is_what_all_numbers_of_falls_come_to(inside, thrown):
    old, new = expect(inside, thrown, USUAL)
    falls = likely_falls((inside, 0), (0, thrown), inside, thrown, USUAL)
    assert sum(falls.values()) == pytest.approx(1)
    assert all(likely > 0 for likely in falls.values())
    of_old, of_new = (sum(fall[n] * share for fall, share in falls.items()) for n in (0, 1))
    assert (inside * old, thrown * new) == (pytest.approx(of_old), pytest.approx(of_new))


def test_a_tower_with_more_cubes_than_the_die_has_sides_still_works():
    small = Tower(hold=4, shake=3)
    old, new = expect(9, 2, small)
    assert (old, new) == (pytest.approx(2 / 9), 1.0)
    told = throw({"old": 9}, {"new": 2}, small, Course(b"full"), ("old", "new"))
    assert told.fallen == {"new": 2, "old": 2}


def test_the_order_in_which_colours_are_named_means_nothing():
    one, other = (
        throw(dict(inside), dict(cubes), USUAL, Stream(b"order"))
        for inside, cubes in (
            ((("a", 5), ("b", 9)), (("a", 3), ("c", 4), ("d", 0))),
            ((("b", 9), ("a", 5)), (("c", 4), ("a", 3))),
        )
    )
    assert one == other
    assert one.thrown == {"a": 3, "c": 4}


def test_the_last_cube_takes_the_place_of_one_that_is_knocked_out():
    told = throw({"a": 1, "b": 1, "c": 1}, {"new": 2}, USUAL, _Told([1, 1], [1, 1]))
    assert told.fallen == {"a": 1, "c": 1, "new": 2}


def test_where_no_tray_is_known_yet_it_is_said_what_to_throw_in():
    real = Script(draws={"tower": []}, rest=Stream(b"real"))
    with pytest.raises(ScriptError, match="throw in 3 blue, 1 red"):
        throw({"farmer": 9}, {"red": 1, "blue": 3}, USUAL, real)
