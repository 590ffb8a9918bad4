"""By what a letter that comes back is known: the address that it was sent from, and its tag.

The plus part of the address holds the letter's number and an HMAC over that and the Message-ID, by
a secret of this database, so that nobody can make up a bounce of a letter that he has not seen. The
number is masked: it would tell a player how many letters others have got meanwhile.

The tag is a word on top of a letter, which no player would type and no mail program changes: the
number and an HMAC over it, in the same way. It shows where a letter begins that is quoted in
another, also when it is not kept any more.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Sequence

from adjudicator.patterns import pattern
from adjudicator.post.incoming.letter import Address, BounceReport
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Attempt, Letter, Secret

_NAME = "returns"
_TAG = pattern(r"[a-z2-7]{13}")
_BYTES = 4
"""Of the number, and of the HMAC: the plus part must not be longer than that with a token."""


def return_part(store: Store, letter: Letter) -> str:
    """Return the plus part of the address that a letter is sent from."""
    secret = _secret(store)
    return f"b-{_hide(secret, letter.id, _proof(secret, letter))}"


def tag_of(store: Store, letter: Letter) -> str:
    """Return the word on top of a letter that no other one has."""
    [tag] = tags_of(store, [letter])
    return tag


def tags_of(store: Store, letters: Sequence[Letter]) -> list[str]:
    """Return the word on top of each of some letters."""
    secret = _secret(store) if letters else b""
    return [_hide(secret, each.id, _proof_of_tag(secret, each.id)) for each in letters]


def number_of_tag(store: Store, word: str) -> int:
    """Return the number of the letter whose tag a word is; 0: it is none."""
    kept = store.rows(Secret, name=_NAME) if _TAG.fullmatch(word) else []
    if not kept:
        return 0
    number, proof = _show(kept[0].value, word)
    return number if hmac.compare_digest(_proof_of_tag(kept[0].value, number), proof) else 0


def find_letter_of(store: Store, addresses: Iterable[Address]) -> Letter | None:
    """Return the letter that was sent from one of the addresses; None if none was."""
    kept = store.rows(Secret, name=_NAME)
    parts = dict.fromkeys(part for each in addresses if (part := each.return_part))
    for part in parts if kept else ():
        number, proof = _show(kept[0].value, part)
        for letter in store.rows(Letter, id=number):
            if hmac.compare_digest(_proof(kept[0].value, letter), proof):
                return letter
    return None


def find_quoted(store: Store, bounce: BounceReport) -> Letter | None:
    """Return the letter whose Message-ID a bounce quotes; None if it quotes none that was sent."""
    for each in bounce.ids:
        for letter in store.rows(Letter, message_id=f"<{each}>"):
            if store.has(Attempt, letter=letter.id):
                return letter
    return None


def _secret(store: Store) -> bytes:
    """Return what both are made with; it is made when it is first needed."""
    if not (kept := store.rows(Secret, name=_NAME)):
        store.add(Secret(_NAME, store.random_bytes(32)), if_absent=True)
        kept = store.rows(Secret, name=_NAME)
    return kept[0].value


def _proof_of_tag(secret: bytes, number: int) -> bytes:
    return hmac.digest(secret, f"tag {number}".encode(), hashlib.sha256)[:_BYTES]


def _proof(secret: bytes, letter: Letter) -> bytes:
    return hmac.digest(secret, f"{letter.id} {letter.message_id}".encode(), hashlib.sha256)[:_BYTES]


def _hide(secret: bytes, number: int, proof: bytes) -> str:
    """Return the word that holds a number, masked, and its proof."""
    masked = (number ^ _mask(secret, proof)) % (1 << 8 * _BYTES)
    return base64.b32encode(masked.to_bytes(_BYTES) + proof).decode().casefold().rstrip("=")


def _show(secret: bytes, word: str) -> tuple[int, bytes]:
    """Return the number that a word holds, and its proof."""
    whole = base64.b32decode(f"{word.upper()}===")
    hidden, proof = whole[:_BYTES], whole[_BYTES:]
    return int.from_bytes(hidden) ^ _mask(secret, proof), proof


def _mask(secret: bytes, proof: bytes) -> int:
    return int.from_bytes(hmac.digest(secret, b"mask" + proof, hashlib.sha256)[:_BYTES])
