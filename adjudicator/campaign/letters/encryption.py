"""Press is kept encrypted: nobody who looks into the database for something else reads it.

The key follows from the campaign's secret, which lies in the same database; so this keeps eyes off,
and is no safe against one who has the file and wants to break it open.
"""

import hashlib
import hmac
from typing import TypeVar

import msgspec

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.reports.model import File, Report
from adjudicator.store.records import Campaign

PRESS, CONFIRMATION, DIARY = KINDS = ("press", "press-sent", "diary")
"""The kinds of letters that are kept so: press, and to its writer what went out or is kept."""
ENCRYPTED = "application/x-adjudicator-sealed"
_TAG = 16
T = TypeVar("T")


def encrypt(campaign: Campaign, name: str, content: object) -> bytes:
    """Return what a content looks like to everybody else. No two may have the same name."""
    data = msgspec.msgpack.encode(content)
    key = _key(campaign, name)
    return hmac.digest(key, data, "sha256")[:_TAG] + _mask(key, data)


def decrypt(campaign: Campaign, name: str, data: bytes, type_: type[T]) -> T:
    """Return a content that was encrypted. Raises CampaignError if it is damaged."""
    key = _key(campaign, name)
    plain = _mask(key, data[_TAG:])
    if not hmac.compare_digest(hmac.digest(key, plain, "sha256")[:_TAG], data[:_TAG]):
        raise CampaignError("damaged-under", campaign=campaign.name, key=name)
    return msgspec.msgpack.decode(plain, type=type_)


def encrypt_report(campaign: Campaign, message_id: str, report: Report) -> Report:
    """Return a report that shows nothing of another; that goes out in its place."""
    file = File("sealed", ENCRYPTED, encrypt(campaign, message_id, report))
    return Report("Sealed", "", "", (file,))


def is_encrypted(report: Report) -> bool:
    """Whether a report holds another that was encrypted."""
    return len(report.files) == 1 and report.files[0].media == ENCRYPTED


def _key(campaign: Campaign, name: str) -> bytes:
    return hmac.digest(campaign.secret, f"seal {campaign.name} {name}".encode(), "sha256")


def _mask(key: bytes, data: bytes) -> bytes:
    stream = hashlib.shake_256(key).digest(len(data))
    return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))
