"""Replaying the draws of a phase from its published key."""

import pytest

from adjudicator.chance import Draw, Stream, commitment, fingerprint, phase_key
from adjudicator.chance.record import disagreements, key_faults

KEY = bytes(range(32))


@pytest.mark.parametrize("of", [0, -3, 2**64 + 1])
def test_a_die_that_cannot_be_is_a_disagreement(of):
    assert disagreements(KEY, [Draw("x", of, (1,))]) == [
        f"draw 1, x: nothing can be drawn out of {of}"
    ]


def test_of_nothing_nothing_is_drawn_and_of_very_much_something():
    stream = Stream(KEY)
    stream.shuffle((), "no cards")
    stream.dice(2, 2**64, "a lot")
    assert disagreements(KEY, stream.drawn) == []
    assert [draw.of for draw in stream.drawn] == [0, 2**64]


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
