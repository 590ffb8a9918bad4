"""Secrets, commitments and the keys of phases."""

import hashlib
import hmac
import os
import re
from collections.abc import Iterable, Mapping

SECRET_BYTES = 32
SETUP = "setup"
"""What stands for the phase in the key of a game's setup, for which there are no orders."""

_BEACON = re.compile(r"[^\W_]+")


def new_secret() -> bytes:
    """Draw the secret of a new game from the operating system (32 bytes)."""
    return os.urandom(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return what is published when the game begins: the SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def fingerprint(texts: Mapping[str, str]) -> str:
    """Return the SHA-256, in hex, of a text for each seat: its canonical orders, or its word.

    The order of the mapping does not matter.
    """
    return digest(part for seat in sorted(texts) for part in (seat, texts[seat]))


def digest(parts: Iterable[str]) -> str:
    """Return the SHA-256, in hex, of texts, each preceded by its length in bytes.

    So no two rows of texts can run together.
    """
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "replace")
        hashed.update(len(data).to_bytes(8, "big"))
        hashed.update(data)
    return hashed.hexdigest()


def phase_key(
    secret: bytes, phase: str, orders: str, words: Mapping[str, str] | None = None
) -> bytes:
    """Derive the key of a phase: HMAC-SHA256 over its name, the orders' fingerprint, and the words.

    ``words`` are what players added, by seat. Without any, they are no part of the message.
    """
    message = phase.encode() + b"\x00" + orders.encode()
    if words:
        message += b"\x00" + fingerprint(words).encode()
    return hmac.new(secret, message, hashlib.sha256).digest()


def setup_key(secret: bytes, words: Mapping[str, str] | None = None) -> bytes:
    """Derive the key of a game's setup."""
    return phase_key(secret, SETUP, fingerprint({}), words)


def regent_key(secret: bytes, phase: str, seat: str) -> bytes:
    """Derive the key from which a regent draws what it leaves to chance."""
    return phase_key(secret, f"{phase} regent {seat}", "")


def beacon_key(closed: bytes, beacon: str) -> bytes:
    """Derive a phase's key from the one it was closed with and a public number; the same if none.

    ``beacon`` is taken as ``tidy_beacon`` writes it.
    """
    text = tidy_beacon(beacon)
    return hmac.new(closed, text.encode(), hashlib.sha256).digest() if text else closed


def tidy_beacon(text: str) -> str:
    """Return a public number as it enters a key: its words and numbers, small, one space between.

    So nobody can choose between ways of writing it: ``3, 17 / 22`` is ``3 17 22``.
    """
    return " ".join(_BEACON.findall(text.casefold()))


def promise(closed: bytes) -> str:
    """Return what is published when a phase is closed: the SHA-256 of its key so far, in hex."""
    return hashlib.sha256(closed).hexdigest()
