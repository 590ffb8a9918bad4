"""The stream: published vectors, no bias, the same for ever."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from adjudicator.chance import Draw, Stream, phase_key

# FIPS 202, examples for SHAKE256: the message of no bits, and that of 1600 bits.
SHAKE_256 = {
    b"": "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"
    "d75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be",
    b"\xa3" * 200: "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d"
    "2d700caae7396ece96604440577da4f3aa22aeb8857f961c4cd8e06f0ae6610b",
}


def key(number):
    return phase_key(b"a fixed secret", f"{number} war", "")


@pytest.mark.parametrize("message", SHAKE_256)
def test_dice_of_256_sides_are_the_bytes_of_shake_256(message):
    faces = Stream(message).dice(64, 256, "byte")
    assert bytes(face - 1 for face in faces).hex() == SHAKE_256[message]


def test_a_golden_stream_never_changes_silently():
    stream = Stream(bytes(range(32)))
    first = [10, 1, 5, 5, 5, 3, 9, 3, 6, 12, 10, 10, 5, 9, 2, 8, 9, 1, 9, 12]
    assert stream.dice(20, 12, "battle") == first
    assert stream.dice(10, 6, "battle") == [6, 1, 4, 2, 2, 1, 5, 6, 4, 4]
    assert stream.shuffle("abcdef", "turn_order") == list("cdaefb")
    assert stream.dice(3, 1000, "large") == [966, 378, 653]


@pytest.mark.parametrize("sides", [2, 6, 12, 100, 138, 255, 256, 257, 3136, 65535, 65536, 65537])
def test_draws_reject_what_would_be_biased(sides):
    """Compare with the rule as documented, far enough for rejections and for every refill."""
    size = next(size for size in (1, 2, 3) if 256**size >= sides)
    data = hashlib.shake_256(key(1)).digest(4000 * size)
    values = [int.from_bytes(data[at : at + size], "big") for at in range(0, len(data), size)]
    limit = 256**size - 256**size % sides
    kept = [value % sides + 1 for value in values if value < limit]
    assert Stream(key(1)).dice(len(kept), sides, "x") == kept
    often = 256**size % sides / 256**size > 0.005
    assert len(kept) < len(values) or not often


def test_a_die_of_one_side_and_no_dice():
    stream = Stream(key(3))
    assert stream.dice(3, 1, "sure") == [1, 1, 1]
    assert stream.dice(0, 6, "none") == []
    assert stream.shuffle([], "none") == []
    assert stream.shuffle(["x"], "one") == ["x"]


@pytest.mark.parametrize("sides", [0, -1])
def test_a_die_without_sides_is_refused(sides):
    with pytest.raises(ValueError, match="cannot draw"):
        Stream(key(3)).dice(1, sides, "x")


@pytest.mark.parametrize("number", range(3))
def test_every_order_of_four_is_equally_likely(number):
    stream = Stream(key(number))
    orders = Counter(tuple(stream.shuffle("abcd", "x")) for _ in range(12_000))
    assert set(orders) == set(permutations("abcd"))
    chi_square = sum((count - 500) ** 2 / 500 for count in orders.values())
    assert chi_square < 49.73  # chance passes that once in a thousand


def test_every_draw_is_noted():
    stream = Stream(key(1))
    faces = stream.dice(3, 12, "battle")
    order = stream.shuffle("abc", "turn_order")
    assert stream.drawn == [
        Draw("battle", 12, tuple(faces)),
        Draw("turn_order", 3, tuple("abc".index(each) for each in order)),
    ]


@pytest.mark.parametrize("sides", [256, 257, 1000, 36**6])
def test_dice_of_many_sides(sides):
    faces = Stream(key(2)).dice(3000, sides, "")
    assert 1 <= min(faces) <= sides / 100
    assert sides * 99 / 100 <= max(faces) <= sides
    assert abs(sum(faces) / 3000 - (sides + 1) / 2) < sides * 0.03
