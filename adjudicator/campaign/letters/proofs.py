"""Signed receipts: by one a player can prove what stood, to anybody, without the judge. Signed
records: by one he can prove at another host what he kept of his phases here.

Each campaign has a key of its own (Ed25519), whose public half stands in its first letters. Without
the library, which comes with ``sengoku-adjudicator[receipts]``, receipts are not signed.
"""

from datetime import datetime
from typing import Any, NamedTuple, Self

import msgspec

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import reason
from adjudicator.campaign.kernel.figures import Reliability
from adjudicator.campaign.kernel.message_ids import free_part
from adjudicator.reports.model import File
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Secret

LARGEST = 1_000_000
"""Bytes of a signed receipt."""
KEY = "receipts {}"
"""The name of the secret with which the receipts of a campaign are signed."""


RECORDS = "records of persons"
"""The name of the secret with which a host signs what he says of persons."""


class ProofError(Exception):
    """A receipt is not what it says. The message is a sentence."""


class Signed(msgspec.Struct, frozen=True):
    """What a judge says, with its signature over all the rest, as compact JSON.

    What says it has a ``key``, the public one in hex, and a ``signature``, empty while it is made.
    """

    @property
    def content(self) -> bytes:
        """What the signature is over."""
        return msgspec.json.encode(msgspec.structs.replace(self, signature=""))

    def sign(self, key: Any, name: str) -> tuple[Self, File]:
        """Return it signed with a private key, and as a file of that name."""
        signed = msgspec.structs.replace(self, signature=key.sign(self.content).hex())
        data = msgspec.json.format(msgspec.json.encode(signed), indent=1)
        return signed, File(f"{name}.json", "application/json", data)


class SignedReceipt(Signed, frozen=True, kw_only=True):
    """What a judge had of a seat at a time."""

    campaign: str
    seat: str
    phase: str
    received: datetime
    ready: bool
    orders: tuple[str, ...]
    """The lines that stood, in canonical form."""
    key: str
    signature: str = ""


class SignedRecord(Signed, frozen=True, kw_only=True):
    """What a judge says of a person."""

    judge: str
    """The host of its address."""
    address: str
    """The person's."""
    written: datetime
    figures: Reliability
    key: str
    signature: str = ""


class Proof(NamedTuple):
    """A signed record, and the file that it is."""

    record: SignedRecord
    file: File


def sign_record(
    store: Store, judge: str, address: str, written: datetime, figures: Reliability
) -> Proof | None:
    """Return a person's record, signed with a key of the host, and as a file; None: nothing can be
    signed. The key is drawn when it is first needed."""
    with store.atomic():
        if not store.rows(Secret, name=RECORDS):
            store.add(Secret(RECORDS, store.random_bytes(32)))
    key = _key(store.find(Secret, name=RECORDS))
    if key is None:
        return None
    public = _public_key(key)
    bare = SignedRecord(judge=judge, address=address, written=written, figures=figures, key=public)
    return Proof(*bare.sign(key, f"record-{free_part(judge)}"))


def public_key(change: Change) -> str:
    """Return the key that receipts of a campaign are checked with, in hex; ``""``: none is signed.

    The key is drawn when it is first needed.
    """
    key = _private_key(change)
    return _public_key(key) if key else ""


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
        key=_public_key(key),
    )
    _, file = bare.sign(key, f"receipt-{change.campaign.name}-{free_part(phase)}")
    return (file,)


def find_signed(data: bytes) -> bytes:
    """Return the signed file of a receipt or a record, from a mail or as it is; empty if there is
    none."""
    from email import message_from_bytes, policy  # slow to import

    if data.lstrip()[:1] == b"{":
        return data if b'"signature"' in data[:LARGEST] else b""
    for part in message_from_bytes(data[:LARGEST], policy=policy.default).walk():
        name = part.get_filename() or ""
        if name.startswith(("receipt-", "record-")) and name.endswith(".json"):
            return bytes(part.get_payload(decode=True) or b"")
    return b""


def check_signature(data: bytes) -> SignedReceipt | SignedRecord:
    """Return a signed receipt or record. Raises ProofError if it is none, or its signature is not
    over it."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise ProofError(str(reason("proof.not-installed"))) from error
    try:
        known = msgspec.json.decode(data[:LARGEST], type=dict[str, msgspec.Raw])
        what: Any = SignedRecord if "figures" in known else SignedReceipt
        receipt: SignedReceipt | SignedRecord = msgspec.json.decode(data[:LARGEST], type=what)
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt.key))
        key.verify(bytes.fromhex(receipt.signature), receipt.content)
        if msgspec.json.format(data, indent=-1) != msgspec.json.encode(receipt):
            raise InvalidSignature  # a person would read what is not signed
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise ProofError(str(reason("proof.none"))) from error
    except InvalidSignature as error:
        raise ProofError(str(reason("proof.changed"))) from error
    return receipt


def _public_key(key: Any) -> str:
    """Return the key that belongs to a private one, in hex."""
    public: str = key.public_key().public_bytes_raw().hex()
    return public


def _private_key(change: Change) -> Any:
    name = KEY.format(change.campaign.name)
    held = [each for each in change.entries(Secret) if each.name == name]
    held = held or change.store.rows(Secret, name=name)
    if not held:
        held = [Secret(name, change.store.random_bytes(32))]
        change.add(held[0])
    return _key(held[0])


def _key(secret: Secret) -> Any:
    """Return the private key that a secret is; None without the library."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        return None
    return Ed25519PrivateKey.from_private_bytes(secret.value)
