"""What game masters learn of letters that are not simply orders or questions."""

from datetime import datetime

from adjudicator.campaign.letters import note
from adjudicator.post.letter import IncomingLetter
from adjudicator.post.limits import note_entry
from adjudicator.post.who import campaign_of
from adjudicator.reports import phrase
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Note
from adjudicator.store.queries import seats_at
from adjudicator.store.records import Campaign

MOST_CAMPAIGNS = 20
"""How many campaigns are told of one address that cannot be reached."""


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
    own = campaign is not None and letter.sender.bare == campaign.gm
    once = f"{sender.casefold() or 'nobody'} {now.date()}"
    _tell(store, campaign, code, text, now, once=once, quietly=own)


def note_bounce(store: Store, letter: IncomingLetter, now: datetime) -> None:
    """Tell the game masters of the campaigns that write to an address that it cannot be reached.

    If that is a game master's own address, the note stays unsent.
    """
    for failed in letter.bounced:
        held: dict[int, list[str]] = {}
        for seat in seats_at(store, failed, MOST_CAMPAIGNS):
            held.setdefault(seat.campaign_id, []).append(seat.name)
        ruled = store.rows(Campaign, gm=failed, limit=MOST_CAMPAIGNS)
        own = {campaign.id for campaign in ruled}
        for number in sorted(held.keys() | own):
            facts = {"address": failed, "held_by": held.get(number, [])}
            text = phrase("notes", "bounced", facts)
            campaign = store.find(Campaign, id=number)
            once = f"{failed} {now.date()}"
            _tell(store, campaign, "bounced", text, now, once=once, quietly=number in own)


def note_trouble(
    store: Store,
    what: str,
    facts: dict[str, str],
    now: datetime,
    campaign: Campaign | None,
    *,
    quietly: bool = False,
    once: str = "",
) -> None:
    """Tell the game master of a campaign of trouble with a letter, once for each letter, or on the
    occasion that is named.

    Of a letter that belongs to no campaign there is only a note.
    """
    text = phrase("notes", what, facts)
    with store.atomic():
        _tell(
            store,
            campaign,
            "mail-trouble",
            text,
            now,
            once=once or facts["letter"],
            quietly=quietly,
        )


def _tell(
    store: Store,
    campaign: Campaign | None,
    code: str,
    text: str,
    now: datetime,
    *,
    once: str,
    quietly: bool = False,
) -> None:
    """Leave a note, with a letter to the game master if he may have one more."""
    entry = note_entry(store, campaign, now) if campaign and not quietly else None
    if campaign is None or (entry is None and (quietly or campaign.gm)):
        store.add(Note(0, campaign.id if campaign else None, now, code, text))
        return
    before = store.count(Note, campaign_id=campaign.id, code=code)
    note(store, campaign, code, text, now, once=once)
    if entry and store.count(Note, campaign_id=campaign.id, code=code) > before:
        store.add(entry)
