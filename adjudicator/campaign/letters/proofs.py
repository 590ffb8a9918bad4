"""Signed receipts: by one a player can prove what stood, to anybody, without the judge.

Each campaign has a key of its own (Ed25519), whose public half stands in its first letters. Without
the library, which comes with ``sengoku-adjudicator[receipts]``, receipts are not signed.
"""

from datetime import datetime
from typing import Any

import msgspec

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.message_ids import free_part
from adjudicator.reports.model import File
from adjudicator.store.letter_records import Secret

LARGEST = 1_000_000
"""Bytes of a signed receipt."""
KEY = "receipts {}"
"""The name of the secret with which the receipts of a campaign are signed."""


class ProofError(Exception):
    """A receipt is not what it says. The message is a sentence."""


class SignedReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """What a judge had of a seat at a time, with its signature over all the rest."""

    campaign: str
    seat: str
    phase: str
    received: datetime
    ready: bool
    orders: tuple[str, ...]
    """The lines that stood, in canonical form."""
    key: str
    """The public key, in hex."""
    signature: str = ""
    """Over this without it, as compact JSON."""

    @property
    def content(self) -> bytes:
        """What the signature is over."""
        return msgspec.json.encode(msgspec.structs.replace(self, signature=""))


def public_key(change: Change) -> str:
    """Return the key that receipts of a campaign are checked with, in hex; ``""``: none is signed.

    The key is drawn when it is first needed.
    """
    key = _private_key(change)
    return key.public_key().public_bytes_raw().hex() if key else ""


def sign_receipt(
    change: Change, seat: str, phase: str, orders: tuple[str, ...], *, ready: bool
) -> tuple[File, ...]:
    """Return the file of a receipt that proves what stands; none if nothing can be signed."""
    key = _private_key(change)
    if key is None:
        return ()
    bare = SignedReceipt(
        campaign=change.campaign.name,
        seat=seat,
        phase=phase,
        received=change.now,
        ready=ready,
        orders=orders,
        key=public_key(change),
    )
    signed = msgspec.structs.replace(bare, signature=key.sign(bare.content).hex())
    data = msgspec.json.format(msgspec.json.encode(signed), indent=1)
    name = f"receipt-{change.campaign.name}-{free_part(phase)}.json"
    return (File(name, "application/json", data),)


def find_signed(data: bytes) -> bytes:
    """Return the signed file of a receipt, from a mail or as it is; empty if there is none."""
    from email import message_from_bytes, policy  # slow to import

    if data.lstrip()[:1] == b"{":
        return data if b'"signature"' in data[:LARGEST] else b""
    for part in message_from_bytes(data[:LARGEST], policy=policy.default).walk():
        name = part.get_filename() or ""
        if name.startswith("receipt-") and name.endswith(".json"):
            return bytes(part.get_payload(decode=True) or b"")
    return b""


def check_receipt(data: bytes) -> SignedReceipt:
    """Return a signed receipt. Raises ProofError if it is none, or its signature is not over it."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise ProofError(
            "To check a receipt: pip install 'sengoku-adjudicator[receipts]'."
        ) from error
    try:
        receipt = msgspec.json.decode(data[:LARGEST], type=SignedReceipt)
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt.key))
        key.verify(bytes.fromhex(receipt.signature), receipt.content)
        if msgspec.json.format(data, indent=-1) != msgspec.json.encode(receipt):
            raise InvalidSignature  # a person would read what is not signed
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise ProofError("This is no signed receipt.") from error
    except InvalidSignature as error:
        raise ProofError(
            "The signature is not that of this text: something was changed."
        ) from error
    return receipt


def _private_key(change: Change) -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        return None
    name = KEY.format(change.campaign.name)
    held = [each for each in change.entries(Secret) if each.name == name]
    held = held or change.store.rows(Secret, name=name)
    if not held:
        held = [Secret(name, change.store.random_bytes(32))]
        change.add(held[0])
    return Ed25519PrivateKey.from_private_bytes(held[0].value)
