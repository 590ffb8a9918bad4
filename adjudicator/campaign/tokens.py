"""Tokens: what proves that orders come from a seat's player."""

import base64
import hashlib
import hmac

from adjudicator.store.records import Seat


def token(seat: Seat) -> str:
    """Return the token of a seat: 80 bits in base32."""
    return token_from(seat.token_secret)


def token_from(secret: bytes) -> str:
    """Return the token that follows from a seat's secret."""
    digest = hmac.new(secret, b"adjudicator seat token", hashlib.sha256).digest()
    return base64.b32encode(digest[:10]).decode().casefold()


def token_digest(given: str) -> bytes:
    """Return by what the seat of a token is found."""
    return hashlib.sha256(given.encode()).digest()
