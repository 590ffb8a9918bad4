"""The dice of many trials: the same from the same key, and as fair as the stream's."""

from collections import Counter
from itertools import permutations

import pytest

from adjudicator.chance import Many


def test_the_same_key_gives_the_same_dice():
    first, again, other = Many(b"one"), Many(b"one"), Many(b"two")
    rolled = first.dice(40, 12, "")
    assert rolled == again.dice(25, 12, "") + again.dice(15, 12, "")
    assert rolled != other.dice(40, 12, "")
    assert first.drawn == []


@pytest.mark.parametrize("sides", [1, 2, 6, 12, 100, 200, 255])
def test_every_face_is_as_likely_as_any_other(sides):
    rolls = 400 * sides
    counts = Counter(Many(b"fair").dice(rolls, sides, ""))
    assert set(counts) == set(range(1, sides + 1))
    chi = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi < sides + 6 * (2 * sides) ** 0.5


@pytest.mark.parametrize("sides", [256, 257, 1000, 36**6])
def test_dice_of_many_sides(sides):
    faces = Many(b"large").dice(3000, sides, "")
    assert 1 <= min(faces) <= sides / 100
    assert sides * 99 / 100 <= max(faces) <= sides
    assert abs(sum(faces) / 3000 - (sides + 1) / 2) < sides * 0.03


def test_more_dice_than_are_rolled_at_once():
    assert len(Many(b"k").dice(200_000, 12, "")) == 200_000


def test_every_order_of_a_shuffle_comes_as_often():
    dice = Many(b"shuffle")
    counts = Counter("".join(dice.shuffle("abc", "")) for _ in range(6000))
    assert set(counts) == {"".join(each) for each in permutations("abc")}
    assert all(abs(count - 1000) < 150 for count in counts.values())
