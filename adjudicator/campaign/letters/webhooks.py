"""Webhooks: the place where a group talks is told of its game what everybody may know.

A notice is a letter in the outbox whose recipient is a URL: it is queued with the change that it
tells of, goes out with the letters, and is tried again like them.
"""

import re
from urllib.parse import urlsplit

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.message_ids import message_id
from adjudicator.campaign.letters.letters import facts_for, note_text
from adjudicator.campaign.letters.outbox import WEBHOOK, queue_letter
from adjudicator.reports.model import Report
from adjudicator.reports.words import gist

LONGEST = 500


def check_webhook(url: str) -> None:
    """Raise CampaignError for what is no URL that notices can be posted to."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme == "https" and bool(parts.hostname) and (parts.port or 443) > 0
    except ValueError:
        sound = False
    if not sound or len(url) > LONGEST or re.search(r"[\s@<>\"]", url):
        raise CampaignError(f"“{url[:60]}” is no webhook. Write its whole address: https://…")


def tell_webhook(change: Change, block: str, **facts: object) -> None:
    """Queue a notice for the webhook of a campaign, if it has one: a block of ``webhook.j2``."""
    campaign = change.campaign
    if not campaign.settings.webhook:
        return
    known = {"over": change.is_over, "waits_for": change.waits_for, **facts}
    text = note_text(WEBHOOK, block, facts_for(change, campaign.settings.zone, known))
    own = message_id(campaign, f"{WEBHOOK}-{campaign.version + 1}", block)
    queue_letter(change, own, WEBHOOK, Report(gist(text), text, ""), campaign.settings.webhook)
