"""What game masters learn of letters that are not simply orders or questions."""

from datetime import datetime

from adjudicator.campaign.letters import note
from adjudicator.post.letter import IncomingLetter
from adjudicator.post.limits import may_note
from adjudicator.post.who import campaign_of
from adjudicator.reports import phrase
from adjudicator.store.database import Store
from adjudicator.store.queries import campaigns, seats
from adjudicator.store.tables import Campaign, Note


def note_letter(
    store: Store, letter: IncomingLetter, code: str, what: str, why: str, now: datetime
) -> None:
    """Tell the game master about a letter, once a day for each sender and code.

    ``what`` became of it (``refused``, ``not-answered``), and why. Only a letter that has to do
    with a campaign costs its master a letter; the rest is written down.
    """
    sender = letter.sender.address
    facts = {"sender": sender, "subject": letter.subject[:80], "why": why}
    text = phrase("notes", what, facts)
    campaign = campaign_of(store, letter)
    own = campaign is not None and letter.sender.bare == campaign.settings.gm.casefold()
    if campaign and not own and may_note(store, campaign, code, now):
        once = f"{sender.casefold() or 'nobody'} {now.date()}"
        note(store, campaign, code, text, now, once=once)
    else:
        _write_down(store, campaign, code, text, now)


def note_bounce(store: Store, letter: IncomingLetter, now: datetime) -> None:
    """Tell the game master of every campaign that writes to an address that it cannot be reached.

    If that is his own address, the note stays unsent.
    """
    for campaign in campaigns(store):
        for failed in letter.bounced:
            there = seats(store, campaign)
            of = [each.name for each in there if each.address.casefold() == failed]
            text = phrase("notes", "bounced", {"address": failed, "held_by": of})
            if of:
                note(store, campaign, "bounced", text, now, once=f"{failed} {now.date()}")
            elif failed == campaign.settings.gm.casefold():
                _write_down(store, campaign, "bounced", text, now)


def note_trouble(store: Store, what: str, facts: dict[str, str], now: datetime) -> None:
    """Tell all game masters of trouble with a letter, once for each letter."""
    text = phrase("notes", what, facts)
    with store.atomic():
        for campaign in campaigns(store):
            note(store, campaign, "mail-trouble", text, now, once=facts["letter"])


def _write_down(
    store: Store, campaign: Campaign | None, code: str, text: str, now: datetime
) -> None:
    store.add(Note(0, campaign.id if campaign else None, now, code, text))
