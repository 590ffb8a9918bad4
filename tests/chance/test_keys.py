"""Secrets, commitments, fingerprints and keys, against published vectors."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.chance import commitment, fingerprint, new_secret, phase_key, regent_key, setup_key

# FIPS 180-4, examples for SHA-256.
SHA_256 = {
    b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
}

# RFC 4231, test cases 1, 2, 3, 4, 6 and 7.
HMAC_SHA_256 = [
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (bytes(range(1, 26)), b"\xcd" * 50, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    (b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First", "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    (
        b"\xaa" * 131,
        b"This is a test using a larger than block-size key and a larger than block-size data. "
        b"The key needs to be hashed before being used by the HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
]  # fmt: skip


def hmac_by_hand(key, message):
    """HMAC as RFC 2104 defines it, so that phase keys are checked against the definition."""
    block = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\x00")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


@pytest.mark.parametrize("secret", SHA_256)
def test_a_commitment_is_the_sha_256_of_the_secret(secret):
    assert commitment(secret) == SHA_256[secret]


@pytest.mark.parametrize(("key", "message", "digest"), HMAC_SHA_256)
def test_the_definition_gives_the_published_vectors(key, message, digest):
    assert hmac_by_hand(key, message).hex() == digest


@pytest.mark.parametrize("key", [vector[0] for vector in HMAC_SHA_256])
def test_a_phase_key_is_the_hmac_of_phase_and_orders(key):
    orders = fingerprint({"Oda": "attack Iyo from Hizen\n"})
    message = "4 war Ōda".encode() + b"\x00" + orders.encode()
    assert phase_key(key, "4 war Ōda", orders) == hmac_by_hand(key, message)


def test_a_phase_key_never_changes_silently():
    orders = fingerprint({"Oda": "attack Iyo from Hizen\n", "Takeda": ""})
    assert orders == "46fc4aba64763e209b2e82221e1101ed5d365522eeebf0e634050fa10614eb38"
    assert (
        phase_key(bytes(range(32)), "4 war", orders).hex()
        == "e8e5b27dce5aae734481987f72fff0948f1e42d0d00adc92bfe2387ab1d795d5"
    )


def test_every_part_of_a_phase_key_matters():
    keys = {
        phase_key(secret, phase, orders)
        for secret in (b"a", b"b")
        for phase in ("1 war", "11 war", "1 war1")
        for orders in ("", "1", "11")
    }
    assert len(keys) == 18


def test_a_fingerprint_is_of_lengths_and_texts():
    data = b"".join(len(part).to_bytes(8, "big") + part for part in ("Ōda".encode(), b"go\n"))
    assert fingerprint({"Ōda": "go\n"}) == hashlib.sha256(data).hexdigest()


def test_a_fingerprint_does_not_depend_on_the_order_of_seats():
    assert fingerprint({"a": "1", "b": "2"}) == fingerprint({"b": "2", "a": "1"})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {"": ""}),
        ({"a": "b"}, {"ab": ""}),
        ({"a": "b"}, {"": "ab"}),
        ({"a": "", "b": ""}, {"a": "b"}),
        ({"a": "x", "b": "y"}, {"a": "y", "b": "x"}),
        ({"a": "1", "b": ""}, {"a": "1"}),
        ({"a": "go"}, {"a": "go\n"}),
    ],
)
def test_orders_cannot_run_together(one, other):
    assert fingerprint(one) != fingerprint(other)


sets = st.dictionaries(
    st.text("ab\x00\x01", max_size=3), st.text("ab\x00\x01", max_size=3), max_size=3
)


@settings(deadline=None)
@given(sets, sets)
def test_equal_fingerprints_are_of_equal_orders(one, other):
    assert (fingerprint(one) == fingerprint(other)) == (one == other)


def test_secrets_are_long_and_never_the_same():
    made = {new_secret() for _ in range(50)}
    assert len(made) == 50
    assert {len(secret) for secret in made} == {32}


def test_setup_and_regents_have_keys_of_their_own():
    secret = b"s" * 32
    assert setup_key(secret) == phase_key(secret, "setup", fingerprint({}))
    assert regent_key(secret, "1 plan", "Oda") == phase_key(secret, "1 plan regent Oda", "")
