"""Replaying the draws of a phase from its published key."""

import pytest

from adjudicator.chance import Draw, Stream, commitment, fingerprint, phase_key
from adjudicator.chance.verify import disagreements, key_faults

KEY = bytes(range(32))


@pytest.fixture
def draws():
    stream = Stream(KEY)
    stream.shuffle("abcdef", "turn_order")
    stream.dice(4, 12, "battle of Iyo")
    stream.shuffle([], "empty")
    stream.shuffle("a", "one")
    stream.dice(0, 6, "none")
    stream.dice(2, 1, "sure")
    stream.dice(3, 6, "ninja")
    return stream.drawn


def test_the_draws_of_a_key_agree(draws):
    assert disagreements(KEY, draws) == []
    assert disagreements(KEY, []) == []


def test_a_changed_die_is_found_and_the_rest_still_agrees(draws):
    label, of, came = draws[1]
    draws[1] = Draw(label, of, (came[0] % 12 + 1, *came[1:]))
    [line] = disagreements(KEY, draws)
    assert line.startswith("draw 2, battle of Iyo: the key gives ")
    assert line.endswith(f"not {' '.join(map(str, draws[1].came))}")


@pytest.mark.parametrize("of", [0, -3, 2**32 + 1])
def test_a_die_that_cannot_be_is_a_disagreement(of):
    assert disagreements(KEY, [Draw("x", of, (1,))]) == [
        f"draw 1, x: nothing can be drawn out of {of}"
    ]


def test_a_large_die_can_be_checked():
    stream = Stream(KEY)
    stream.dice(3, 2**32, "large")
    assert disagreements(KEY, stream.drawn) == []


def test_dice_of_very_many_sides_take_neither_memory_nor_room():
    [line] = disagreements(KEY, [Draw("x", 10**4000, (1,) * 100_000)])
    assert len(line) < 100


def test_a_key_must_follow_from_the_secret_that_was_committed_to():
    secret, orders = b"s" * 32, fingerprint({"Oda": "hide 1\n"})
    key = phase_key(secret, "1 plan", orders)
    assert key_faults(secret, "1 plan", orders, key, commitment(secret)) == []
    assert len(key_faults(b"another", "1 plan", orders, key, commitment(secret))) == 2
    assert key_faults(secret, "1 war", orders, key, commitment(secret)) == [
        "the key does not follow from the secret and the orders"
    ]
