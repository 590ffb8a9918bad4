"""Tokens: what proves that orders come from a seat's player, or a request from who may ask it."""

import base64
import hashlib
import hmac

from adjudicator.store.records import Confirmation, Guest, Master, Seat

TOKEN_SECRET_BYTES = 32


def token(holder: Seat | Master | Guest | Confirmation) -> str:
    """Return the token of a seat or a person, or the code of a confirmation: 80 bits in base32."""
    return token_from(holder.token_secret)


def token_from(secret: bytes) -> str:
    """Return the token that follows from a secret."""
    digest = hmac.new(secret, b"adjudicator seat token", hashlib.sha256).digest()
    return base64.b32encode(digest[:10]).decode().casefold()


def token_digest(given: str) -> bytes:
    """Return by what the seat of a token is found."""
    return hashlib.sha256(given.encode()).digest()
