"""Notices for one player of what waits for him: a line posted to a URL of his, with nothing secret.

The first notice to a URL holds a word, and no other goes there before the player has sent it back:
so nobody makes the judge write to anybody else more than once. How often it can be asked for is
limited for a seat and for a host. What becomes of a notice is told to nobody but him.
"""

import base64
import hashlib
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from msgspec.structs import replace

from adjudicator.campaign.kernel.addresses import check_webhook
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.message_ids import message_id, seat_part
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import facts_for, note_text
from adjudicator.campaign.letters.outbox import attempts, queue_letter
from adjudicator.reports.model import Report
from adjudicator.reports.words import gist
from adjudicator.store.columns import after
from adjudicator.store.database import Store
from adjudicator.store.letter_records import (
    WEBHOOK,
    Answered,
    Letter,
    PlayerWebhook,
    host_of_webhook,
)
from adjudicator.store.records import Seat

MOST_OF_SEAT = 3
"""First notices in 24 hours that a seat can cause."""
MOST_TO_HOST = 20
"""First notices in 24 hours that go to one host, whoever asks."""
_WORD_BYTES = 5


def find_webhook(state: State, seat: Seat) -> PlayerWebhook | None:
    """Return where a seat's player wants notices; None: nowhere. One of the player before him is
    none of his."""
    for each in state.rows(PlayerWebhook, seat=seat.name):
        is_his = seat.is_by_player(each.asked)
        return each if each.url and is_his else None
    return None


def ask_for_notices(change: Change, seat: Seat, url: str) -> None:
    """Send the first notice to a URL, with the word that lets others go there.

    Raises CampaignError if it is none, or was asked for too often.
    """
    change.check_goes_on()
    check_webhook(url, change.store.host.private_webhooks)
    since = after(change.now - timedelta(days=1))
    host, own = host_of_webhook(url), f"notify {change.campaign.id}.{seat.place}"
    by_seat = change.store.count(Answered, account=own, at=since)
    to_host = change.store.count(Answered, account="notify", recipient=host, at=since)
    if by_seat >= MOST_OF_SEAT or to_host >= MOST_TO_HOST:
        raise RefusedError("too-many-notices")
    for account in (own, "notify"):
        change.add(Answered(0, account, host, WEBHOOK, change.now))
    word = base64.b32encode(change.store.random_bytes(_WORD_BYTES)).decode().casefold()
    asked = PlayerWebhook(
        campaign_id=change.campaign.id, seat=seat.name, url=url, word=word, asked=change.now
    )
    change.put(asked)
    _queue(change, seat, asked, "confirm", word=word)


def confirm_notices(change: Change, seat: Seat, word: str) -> None:
    """Let notices go where a player has read that word. Raises RefusedError if it is another."""
    asked = find_webhook(change, seat)
    if asked is None or word.casefold() != asked.word:
        raise RefusedError("no-such-word")
    change.save(replace(asked, confirmed=asked.confirmed or change.now))


def stop_notices(change: Change, seat: Seat) -> None:
    """Let no notice go to a seat's player any more, those neither that wait already."""
    for each in change.rows(PlayerWebhook, seat=seat.name):
        change.save(replace(each, url="", word="", confirmed=None))


def notify(change: Change, seat: Seat, block: str) -> None:
    """Queue a notice for a seat's player, if he wants any: a block of ``webhook.j2``.

    None goes where the last one was refused.
    """
    webhook = find_webhook(change, seat)
    if webhook and webhook.confirmed and not is_refused(change.store, webhook):
        _queue(change, seat, webhook, block)


def notify_all(change: Change) -> None:
    """Tell those for whose orders the game waits."""
    for name in change.waits_for:
        notify(change, change.seat(name), "wanted")


def is_refused(store: Store, webhook: PlayerWebhook) -> bool:
    """Say whether the last notice was refused where it went."""
    of: dict[str, Any] = {"campaign_id": webhook.campaign_id, "seat": webhook.seat}
    last = store.rows(Letter, kind=WEBHOOK, **of, order="id", last=True, limit=1)
    stand_in = _stand_in(webhook)
    tried = [attempts(store, each).get(stand_in) for each in last]
    return any(each is not None and each.state == "refused" for each in tried)


def url_of(store: Store, notice: Letter) -> str:
    """Return where a notice goes; ``""`` if it is not wanted any more."""
    (recipient,) = notice.recipients
    if not notice.seat:
        return recipient
    of: dict[str, Any] = {"campaign_id": notice.campaign_id, "seat": notice.seat}
    known = store.rows(PlayerWebhook, **of)
    return next((each.url for each in known if each.url and _stand_in(each) == recipient), "")


def _stand_in(webhook: PlayerWebhook) -> str:
    """Return what stands for a URL where notices wait: its host, and which of its askings it is."""
    digest = hashlib.sha256(webhook.word.encode()).hexdigest()[:12]
    return f"https://{urlsplit(webhook.url).netloc}/#{digest}"


def _queue(change: Change, seat: Seat, webhook: PlayerWebhook, block: str, **facts: object) -> None:
    pages = change.store.host.pages if change.settings.publish == "now" else ""
    link = f"{pages}{change.campaign.name}/" if pages else ""
    known = {"holder": seat.name, "link": link, **facts}
    text = note_text(WEBHOOK, block, facts_for(change, change.zone_of(seat), known))
    name = f"notify-{change.campaign.version + 1}"
    own = message_id(change.campaign, name, seat_part(seat.name), block)
    report = Report(gist(text), text, "")
    queue_letter(change, own, WEBHOOK, report, _stand_in(webhook), seat=seat.name)
