"""What became of letters that came in, and what game masters are told of it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from adjudicator import reports
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.letters.delivery import (
    MOST,
    enter_bounce,
    find_bounces,
    find_recipient,
)
from adjudicator.campaign.letters.letters import leave_note
from adjudicator.campaign.phases import commit
from adjudicator.patterns import pattern
from adjudicator.post.incoming.letter import BounceReport, IncomingLetter
from adjudicator.post.incoming.reasons import reason
from adjudicator.post.senders.limits import note_entry
from adjudicator.store.database import Store
from adjudicator.store.letter_records import LIMIT, Disposition, DoneMark, Letter, Note
from adjudicator.store.queries import campaigns, seats
from adjudicator.store.records import Campaign

_FLAGS = pattern("[:;]")
"""What parts a file's name from its flags, which mail programs change."""


def enter_disposition(store: Store, disposition: Disposition) -> bool:
    """Enter what became of a letter, unless the same file was found before; say whether."""
    before = store.rows(Disposition, letter=disposition.letter, order="id", last=True, limit=20)
    known = {each.code for each in before if _file(each) == _file(disposition)}
    if disposition.code in known or (known and disposition.code == "again"):
        return False
    store.add(disposition)
    return True


def enter(
    store: Store, disposition: Disposition, work: Callable[[], object] | None = None
) -> Disposition:
    """Enter what a letter leads to and what became of it; for one that was answered, the mark.

    If another pass has taken the letter meanwhile, nothing but that is entered.
    """
    with store.atomic():
        if disposition.code != "again" and store.has(DoneMark, key=disposition.letter):
            why = str(reason("again"))
            disposition = replace(disposition, outcome="ignored", code="again", why=why)
        elif work:
            work()
        if disposition.outcome == "answered":
            store.add(DoneMark(disposition.letter, disposition.arrived, disposition.code))
        enter_disposition(store, disposition)
    return disposition


def _file(disposition: Disposition) -> tuple[object, str]:
    """Return by what a file is known again: when it came, and its name without flags."""
    return disposition.arrived.replace(microsecond=0), _FLAGS.split(disposition.name, maxsplit=1)[0]


def note_letter(
    store: Store, letter: IncomingLetter, disposition: Disposition, now: datetime
) -> None:
    """Tell the game master about a letter that was refused, or not answered, and why.

    He is told once a day for each sender and code. Only a letter that has to do with a campaign,
    and is no mere reaction, costs its master a letter; the rest is written down.
    """
    what = "refused" if disposition.outcome == "refused" else "not-answered"
    code = disposition.code if disposition.outcome == "refused" else what
    sender = letter.sender.address
    subject = without_tokens(store, disposition.subject, 80)
    text = reports.phrase(
        "notes", what, {"sender": sender, "subject": subject, "why": disposition.why}
    )
    about = disposition.campaign_id
    campaign = store.find(Campaign, id=about) if about else None
    own = campaign is not None and letter.sender.bare == campaign.gm
    is_quiet = own or letter.is_reaction
    once = f"{sender.casefold() or 'nobody'} {now.date()}"
    _tell(store, campaign, code, text, now, once=once, quietly=is_quiet)


def note_limit(
    store: Store, letter: IncomingLetter, campaign: Campaign | None, now: datetime
) -> None:
    """Tell the game master that letters are not answered any more, because too many came.

    He is told once a day. A stranger's letter that names no game has to do with all that take
    players at the address that it went to.
    """
    open_ones = (each for each in campaigns(store) if each.settings.open and not each.ended)
    here = [each for each in open_ones if each.address in letter.places]
    for each in [campaign] if campaign else here:
        text = reports.phrase("notes", "limit", {"sender": letter.sender.address})
        _tell(store, each, LIMIT, text, now, once=str(now.date()))


def note_bounce(store: Store, code: str, sent: Letter, came: IncomingLetter, now: datetime) -> None:
    """Enter whom a letter of ours did not reach, by what a mail server wrote about it (``code``).

    If it went to several and the server does not say to whom it failed, or if what came may be no
    report at all, the game master is told, and nobody is marked. Of an answer of its reader's
    program nothing is entered.
    """
    bounce = came.bounce
    for address in bounce.delayed:
        if recipient := find_recipient(sent, address):
            enter_bounce(store, sent, recipient, now, bounce.says, late=True)
    failed = _find_failed(sent, bounce) if code == "bounce" else set()
    for recipient in sorted(failed):
        note_failure(store, sent, recipient, bounce.says, now)
    if code in ("bounce", "came-back") and not failed:
        facts = {
            "letter": sent.message_id,
            "recipients": sent.recipients,
            "why": bounce.says,
            "sender": came.sender.address,
            "is_bounce": code == "bounce",
            "subject": without_tokens(store, came.subject, 80),
        }
        text = reports.phrase("notes", "came-back", facts)
        campaign = store.find(Campaign, id=sent.campaign_id) if sent.campaign_id else None
        _tell(store, campaign, "came-back", text, now, once=sent.message_id)


def _find_failed(sent: Letter, bounce: BounceReport) -> set[str]:
    """Return which of a letter's recipients it did not reach; of several those whom a mail server
    names, but not if it just repeats the letter's header with all of them."""
    own = {each.casefold() for each in sent.recipients}
    if len(own) == 1:
        return own
    if named := {find_recipient(sent, each) for each in bounce.failed} - {""}:
        return named
    named = own & {*bounce.named}
    return named if named < own else set()


def note_failure(
    store: Store, sent: Letter, recipient: str, why: str, now: datetime, *, refused: bool = False
) -> None:
    """Enter that a letter did not reach a recipient, for good, and tell the game master.

    He is told of the first letter that a seat's player does not get, and when the address is out of
    reach; not of each one after that. If the address is his own, the note stays unsent.
    """
    bounce = enter_bounce(store, sent, recipient, now, why)
    if bounce is None or sent.campaign_id is None:
        return
    campaign = store.find(Campaign, id=sent.campaign_id)
    held = [e for e in seats(store, campaign) if e.address.casefold() == recipient.casefold()]
    bounces = find_bounces(store, held[0]) if held else []
    facts: dict[str, Any] = {"address": recipient, "held_by": [each.name for each in held]}
    facts |= {"why": why, "refused": refused, "campaign": campaign.name}
    facts |= {"letter": sent.message_id, "own": recipient.casefold() == campaign.gm}
    code, once = "bounced", f"{recipient} {now.date()}"
    if bounce.kind == "declined":
        code, once = "declined", str(bounce.letter)
    elif len(bounces) >= MOST:
        code, once = "unreachable", f"{recipient} {bounces[0].letter}"
    text = reports.phrase("notes", code, facts)
    _tell(store, campaign, code, text, now, once=once, quietly=facts["own"])


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
    text = reports.phrase("notes", what, facts)
    once = once or facts["letter"]
    with store.atomic():
        _tell(store, campaign, "mail-trouble", text, now, once=once, quietly=quietly)


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
    """Leave a note, with a letter to the game master if he may have one more.

    Of a campaign that is in another database by now it belongs to none.
    """
    if campaign is None or campaign.moved:
        store.add(Note(0, None, now, code, text))
        return
    entry = None if quietly else note_entry(store, campaign, now)
    before = store.count(Note, campaign_id=campaign.id, code=code)
    by_letter = entry is not None or not (quietly or campaign.gm)
    commit(store, campaign, now, leave_note, code, text, once=once, post=by_letter)
    if entry and store.count(Note, campaign_id=campaign.id, code=code) > before:
        store.add(entry)
