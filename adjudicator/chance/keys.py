"""Secrets, commitments and the keys of phases."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping

SECRET_BYTES = 32
SETUP = "setup"
"""What stands for the phase in the key of a game's setup, for which there are no orders."""


def new_secret() -> bytes:
    """Draw the secret of a new game from the operating system (32 bytes)."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return what is published when the game begins: the SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def fingerprint(orders: Mapping[str, str]) -> str:
    """Return the SHA-256, in hex, of the canonical orders of all seats.

    Each seat contributes its name and its text, each preceded by its length in bytes, so that no
    two sets of orders can run together. The order of the mapping does not matter.
    """
    digest = hashlib.sha256()
    for seat in sorted(orders):
        for part in (seat.encode(), orders[seat].encode()):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.hexdigest()


def phase_key(secret: bytes, phase: str, orders: str) -> bytes:
    """Derive the key of a phase: HMAC-SHA256 over its name and the orders' fingerprint."""
    message = phase.encode() + b"\x00" + orders.encode()
    return hmac.new(secret, message, hashlib.sha256).digest()


def setup_key(secret: bytes) -> bytes:
    """Derive the key of a game's setup."""
    return phase_key(secret, SETUP, fingerprint({}))


def regent_key(secret: bytes, phase: str, seat: str) -> bytes:
    """Derive the key from which a regent draws what it leaves to chance."""
    return phase_key(secret, f"{phase} regent {seat}", "")
