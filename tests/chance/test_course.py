"""Courses of events: all of them are followed where they are few, else some are drawn."""

from itertools import islice

import pytest

from adjudicator.chance import commitment
from adjudicator.chance.course import Course, draw_some, follow_all
from adjudicator.chance.ingredients import Ingredients

ENDS = {"heads": 0.25, "edge": 0.0, "tails": 0.75}


def tosses(number):
    return lambda course: tuple(course.choose(ENDS) for _ in range(number))


def test_all_courses_are_followed_each_as_likely_as_its_ends_together():
    followed = follow_all(tosses(2), 8)
    assert followed == [
        (0.0625, ("heads", "heads")),
        (0.1875, ("heads", "tails")),
        (0.1875, ("tails", "heads")),
        (0.5625, ("tails", "tails")),
    ]


@pytest.mark.parametrize(
    ("number", "most", "is_followed", "courses"),
    [
        (3, 24, True, 8),
        (3, 23, False, 8),
        (12, 40, False, 1),
        (12, 41, False, 4),
    ],
)
def test_courses_of_too_many_choices_are_not_followed(number, most, is_followed, courses):
    """Nor is another begun where the first shows how many there must be."""
    runs = []
    followed = follow_all(lambda course: runs.append(tosses(number)(course)), most)
    assert (followed is not None, len(runs)) == (is_followed, courses)


def test_what_rolls_dice_cannot_be_followed():
    assert follow_all(lambda course: course.dice(1, 6, "a die"), 99) is None


def test_courses_that_are_drawn_come_as_often_as_they_must_and_again_from_the_same_key():
    drawn = list(islice(draw_some(tosses(1), b"key"), 400))
    assert drawn == list(islice(draw_some(tosses(1), b"key"), 400))
    assert drawn != list(islice(draw_some(tosses(1), b"other"), 400))
    assert {each for (each,) in drawn} == {"heads", "tails"}
    assert 0.15 < drawn.count(("heads",)) / 400 < 0.35
    even = [Course(b"%d" % n).choose({"one": 3.0, "two": 3.0}) for n in range(60)]
    assert 15 < even.count("one") < 45
    course = Course(b"key")
    assert (course.choose({"sure": 1.0}), course.likelihood) == ("sure", 1.0)


def test_the_first_record_of_a_chain_goes_on_from_the_commitment():
    given = Ingredients(b"s" * 32, words={"Oda": "heron"}, beacon="7")
    record = given.record("friday", "1 plan", b"k", "orders", draws=())
    assert (record.before, record.words, record.beacon) == (
        commitment(b"s" * 32),
        {"Oda": "heron"},
        "7",
    )
    assert record.closed
    by_hand = given.record("friday", "1 plan", b"", "orders", draws=())
    assert (by_hand.key, by_hand.words, by_hand.beacon, by_hand.closed) == ("", {}, "", "")
    later = Ingredients(b"s" * 32, 2, record.seal).record(
        "friday", "2 plan", b"k", "orders", draws=()
    )
    assert (later.before, later.closed) == (record.seal, "")
