"""Tokens: what proves that orders come from a seat's player, or a request from who may ask it."""

import base64
import hashlib
import hmac
import re
import secrets
from typing import TypedDict

from adjudicator.store.database import Store
from adjudicator.store.records import Confirmation, Guest, Master, Seat

TOKEN_SECRET_BYTES = 32
_IN_TEXT = re.compile(r"(?<![a-z2-7])[a-z2-7]{4}(?:[-._]?[a-z2-7]{4}){3}(?![a-z2-7])", re.I)


def token(holder: Seat | Master | Guest | Confirmation) -> str:
    """Return the token of a seat or a person, or the code of a confirmation: 80 bits in base32."""
    return token_from(holder.token_secret)


def token_from(secret: bytes) -> str:
    """Return the token that follows from a secret."""
    digest = hmac.new(secret, b"adjudicator seat token", hashlib.sha256).digest()
    return base64.b32encode(digest[:10]).decode().casefold()


class Token(TypedDict):
    """The columns of who holds a token."""

    token_secret: bytes
    token_digest: bytes


def new_token(secret: bytes = b"") -> Token:
    """Return a new token, which follows from a secret if there is one already."""
    secret = secret or secrets.token_bytes(TOKEN_SECRET_BYTES)
    return {"token_secret": secret, "token_digest": token_digest(token_from(secret))}


def token_digest(given: str) -> bytes:
    """Return by what the seat of a token is found."""
    return hashlib.sha256(given.encode()).digest()


def without_tokens(store: Store, text: str, most: int | None = None) -> str:
    """Return what a person wrote for others without tokens, which who copies a letter lets out.

    With ``most``, no more than so many characters of it are kept, and no part of a token: little of
    it would be left to guess.
    """

    def replace(match: re.Match[str]) -> str:
        digest = token_digest(re.sub(r"[-._]", "", match[0].casefold()))
        known = any(store.has(each, token_digest=digest) for each in (Seat, Master, Guest))
        return "[token]" if known else match[0]

    end = len(text) if most is None else most
    cut = next((each for each in _IN_TEXT.finditer(text) if each.end() > end), None)
    return _IN_TEXT.sub(replace, text[: min(end, cut.start()) if cut else end])
