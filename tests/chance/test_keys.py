"""Secrets, commitments, fingerprints and keys, against published vectors."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.chance import (
    beacon_key,
    commitment,
    fingerprint,
    new_secret,
    phase_key,
    regent_key,
    setup_key,
)

# FIPS 180-4, examples for SHA-256.
SHA_256 = {
    b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
}


@pytest.mark.parametrize("secret", SHA_256)
def test_a_commitment_is_the_sha_256_of_the_secret(secret):
    assert commitment(secret) == SHA_256[secret]


def test_a_phase_key_never_changes_silently():
    orders = fingerprint({"Oda": "attack Iyo from Hizen\n", "Takeda": ""})
    assert orders == "46fc4aba64763e209b2e82221e1101ed5d365522eeebf0e634050fa10614eb38"
    assert (
        phase_key(bytes(range(32)), "4 war", orders).hex()
        == "e8e5b27dce5aae734481987f72fff0948f1e42d0d00adc92bfe2387ab1d795d5"
    )


def test_a_fingerprint_is_of_lengths_and_texts():
    data = b"".join(len(part).to_bytes(8, "big") + part for part in ("Ōda".encode(), b"go\n"))
    assert fingerprint({"Ōda": "go\n"}) == hashlib.sha256(data).hexdigest()


sets = st.dictionaries(
    st.text("ab\x00\x01", max_size=3), st.text("ab\x00\x01", max_size=3), max_size=3
)


@settings(deadline=None)
@given(sets, sets)
def test_equal_fingerprints_are_of_equal_orders(one, other):
    assert (fingerprint(one) == fingerprint(other)) == (one == other)
    assert fingerprint(one) == fingerprint(dict(reversed(one.items())))


def test_secrets_are_long_and_never_the_same():
    made = {new_secret() for _ in range(50)}
    assert len(made) == 50
    assert {len(secret) for secret in made} == {32}


def test_no_words_and_none_given_are_the_same_and_a_number_is_one_however_it_is_written():
    assert phase_key(b"s", "1 plan", "", {}) == phase_key(b"s", "1 plan", "")
    assert phase_key(b"s", "1 plan", "", {"Oda": ""}) != phase_key(b"s", "1 plan", "")
    assert beacon_key(b"k", "Draw 3, 17 / 22!") == beacon_key(b"k", "  dRAW_3 17\n22")
    assert beacon_key(b"k", "3 1 722") != beacon_key(b"k", "3 17 22")
    assert beacon_key(b"k", " - ") == b"k"


def test_setup_and_regents_have_keys_of_their_own():
    secret = b"s" * 32
    assert setup_key(secret) == phase_key(secret, "setup", fingerprint({}))
    assert regent_key(secret, "1 plan", "Oda") == phase_key(secret, "1 plan regent Oda", "")
