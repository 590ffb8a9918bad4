"""Press is kept sealed: nobody who looks into the database for something else reads it.

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
"""The kinds of letters that are kept sealed: press, and to its writer what went out or is kept."""
SEALED = "application/x-adjudicator-sealed"
_TAG = 16
T = TypeVar("T")


def seal(campaign: Campaign, name: str, content: object) -> bytes:
    """Return what a content looks like to everybody else. No two may have the same name."""
    data = msgspec.msgpack.encode(content)
    key = _key(campaign, name)
    return hmac.digest(key, data, "sha256")[:_TAG] + _mask(key, data)


def unseal(campaign: Campaign, name: str, sealed: bytes, type_: type[T]) -> T:
    """Return a content that was sealed. Raises CampaignError if it is damaged."""
    key = _key(campaign, name)
    data = _mask(key, sealed[_TAG:])
    if not hmac.compare_digest(hmac.digest(key, data, "sha256")[:_TAG], sealed[:_TAG]):
        raise CampaignError("damaged-under", campaign=campaign.name, key=name)
    return msgspec.msgpack.decode(data, type=type_)


def seal_report(campaign: Campaign, message_id: str, report: Report) -> Report:
    """Return a report that shows nothing of another; that goes out in its place."""
    file = File("sealed", SEALED, seal(campaign, message_id, report))
    return Report("Sealed", "", "", (file,))


def is_sealed(report: Report) -> bool:
    """Whether a report holds another that was sealed."""
    return len(report.files) == 1 and report.files[0].media == SEALED


def _key(campaign: Campaign, name: str) -> bytes:
    return hmac.digest(campaign.secret, f"seal {campaign.name} {name}".encode(), "sha256")


def _mask(key: bytes, data: bytes) -> bytes:
    stream = hashlib.shake_256(key).digest(len(data))
    return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))
