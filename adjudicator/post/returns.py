"""By what a letter that comes back is known: the address that it was sent from.

Its plus part names the letter, with an HMAC over the letter's number and Message-ID by a secret of
this database, so that nobody can make up a bounce of a letter that he has not seen.
"""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from functools import cache

from adjudicator.post.letter import IncomingLetter
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Attempt, Letter, Secret

_NAME = "returns"
_PLUS = re.compile(r"b-([0-9a-z]{1,12})-([a-z2-7]{8})")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def return_part(store: Store, letter: Letter) -> str:
    """Return the plus part of the address that a letter is sent from."""
    return f"b-{_digits(letter.id)}-{_proof(_secret(store), letter)}"


def find_letter_of(store: Store, addresses: Iterable[str]) -> Letter | None:
    """Return the letter that was sent from one of the addresses; None if none was."""
    for each in addresses:
        found = _PLUS.fullmatch(_plus(each))
        if not found:
            continue
        for letter in store.rows(Letter, id=int(found[1], 36) % 2**63):
            if hmac.compare_digest(_proof(_secret(store), letter), found[2]):
                return letter
    return None


def find_copy_of(store: Store, came: IncomingLetter) -> Letter | None:
    """Return the letter of ours that this is, come to ourselves; None if it is none.

    It is known by the address that it was sent from alone: not every mail server writes down where
    a letter was delivered.
    """
    return find_letter_of(store, [came.return_path or ""]) if came.own_mark else None


def find_bounced(store: Store, came: IncomingLetter) -> Letter | None:
    """Return the letter that a bounce is about; None if it names none that we have sent.

    It comes to the address that the letter was sent from, or quotes its Message-ID.
    """
    if found := find_letter_of(store, (each.address for each in came.recipients)):
        return found
    for each in came.returned_ids:
        for letter in store.rows(Letter, message_id=f"<{each}>"):
            if store.has(Attempt, letter=letter.id):
                return letter
    return None


def _plus(address: str) -> str:
    return address.rpartition("@")[0].partition("+")[2].casefold()


def _secret(store: Store) -> bytes:
    found = store.rows(Secret, name=_NAME)
    if not found:
        store.add(Secret(_NAME, secrets.token_bytes(32)), if_absent=True)
        found = store.rows(Secret, name=_NAME)
    return found[0].value


def _proof(secret: bytes, letter: Letter) -> str:
    said = f"{letter.id} {letter.message_id}".encode()
    digest = hmac.digest(secret, said, hashlib.sha256)
    return base64.b32encode(digest[:5]).decode().casefold()


@cache
def _digits(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"
