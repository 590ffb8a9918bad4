"""Dice files: what players check."""

import pytest
from msgspec.structs import replace

from adjudicator.chance import Draw, Stream, commitment, phase_key
from adjudicator.chance.record import DiceRecord, PhaseDice, RecordError, faults, read_record

SECRET = bytes(range(32))
ORDERS = "ab" * 32


def phase(name):
    key = phase_key(SECRET, name, ORDERS)
    stream = Stream(key)
    stream.dice(5, 12, "a battle")
    stream.shuffle("abcd", "an order")
    return PhaseDice(name, key.hex(), tuple(stream.drawn))


def record(**changes):
    made = DiceRecord("sekigahara", commitment(SECRET), (phase("1 plan"), phase("1 war")))
    return replace(made, **changes)


def ended():
    phases = tuple(replace(phase(name), fingerprint=ORDERS) for name in ("1 plan", "1 war"))
    return record(phases=phases, secret=SECRET.hex())


def test_an_honest_record_has_no_faults_before_and_after_the_secret_is_known():
    assert faults(record()) == {"1 plan": [], "1 war": []}
    assert faults(ended()) == {"1 plan": [], "1 war": []}


def test_a_die_that_the_key_does_not_give_is_found():
    good = phase("1 war")
    dice = tuple(face % 12 + 1 for face in good.draws[0].came)
    bad = replace(good, draws=(Draw("a battle", 12, dice), *good.draws[1:]))
    (fault,) = faults(record(phases=(bad,)))["1 war"]
    assert "a battle" in fault


def test_a_key_that_does_not_follow_from_the_secret_is_found():
    wrong = replace(ended(), phases=(replace(phase("1 war"), fingerprint="cd" * 32),))
    assert faults(wrong) == {"1 war": ["the key does not follow from the secret and the orders"]}


def test_a_secret_that_was_not_committed_to_is_found():
    wrong = replace(ended(), commitment=commitment(b"another"))
    assert all("not the one" in said[0] for said in faults(wrong).values())


def test_a_record_survives_writing_and_reading():
    assert read_record(ended().encode()) == ended()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"\x00\xff",
        b"[" * 100_000,
        record().encode().replace(b'"key": "', b'"key": "zz'),
        b" " * (16 * 1024 * 1024 + 1),
    ],
)
def test_what_is_no_dice_file_is_refused(data):
    with pytest.raises(RecordError):
        read_record(data)
