"""A letter's way, from top to bottom: read, who wrote it, what is asked, done, answered.

All that one letter causes is entered in one transaction, with its fate and, if it was taken or
answered, the mark of that; a letter that comes again, after a crash or by another way, finds the
mark and causes nothing. What was refused or ignored was not taken: the same letter may come again,
and then to the right address.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.change import Change
from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.held import waits_for_mail
from adjudicator.campaign.message_ids import message_id
from adjudicator.campaign.outbox import queue_answer
from adjudicator.campaign.state import State
from adjudicator.campaign.submit import Submitted, check_usable
from adjudicator.campaign.tick import Done, carry_out_due
from adjudicator.post.answers import Asking, holds_orders, take_order_file
from adjudicator.post.fates import enter_fate
from adjudicator.post.letter import IncomingLetter
from adjudicator.post.limits import addresses_within, within_limits
from adjudicator.post.notes import note_bounce, note_letter
from adjudicator.post.reading import MOST_BYTES, read
from adjudicator.post.requests import ORDER_FILE, Request, check_may_ask, find_request
from adjudicator.post.who import Writer, campaign_of, who_wrote
from adjudicator.reports import phrase
from adjudicator.reports.model import Report
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Answered, Fate, Letter, Mark
from adjudicator.store.records import Campaign

NOWHERE = "adjudicator.invalid"
"""The right-hand side of the Message-IDs of letters that belong to no campaign."""


class Taken(NamedTuple):
    """A letter's fate, and what was carried out before it because it came after a deadline."""

    fate: Fate
    closed: tuple[Done, ...] = ()

    @property
    def outcome(self) -> str:
        """What became of the letter."""
        return self.fate.outcome


class NotYetError(Exception):
    """A letter came after the time of a phase that cannot close yet: mail before it may come."""


def take(
    store: Store,
    raw: bytes,
    now: datetime,
    arrived: datetime | None = None,
    name: str = "",
    read_to: datetime | None = None,
) -> Taken:
    """Do what a letter asks, once, and queue the answer.

    ``arrived`` is when it came, if that was before now, and ``name`` what the mailbox calls it.
    Orders count by when they came: if that was after the deadline of the phase that waits, the
    phase is carried out first. ``read_to`` is to when all mail has been read, this letter left out;
    None: to now. Raises NotYetError; then nothing was done, and the letter must be taken later.
    """
    letter = read(raw)
    came = min(now, arrived or now)
    fate = Fate(
        letter=letter.key,
        name=name,
        arrived=came,
        outcome="ignored",
        code="again",
        why=phrase("reasons", "again", {}),
        sender=letter.sender.address,
        subject=letter.subject[:120],
    )
    if store.has(Mark, key=letter.key):
        return Taken(_enter(store, fate))

    writer = who_wrote(store, letter)
    if writer.kind != "person":
        return Taken(_pass_by(store, letter, writer, fate, now))
    closed: tuple[Done, ...] = ()
    if writer.campaign:
        closed = tuple(_close_before(store, writer.campaign, came, now, read_to or now))
        seat = writer.seat.name if writer.seat else ""
        fate = _but(fate, campaign_id=writer.campaign.id, seat=seat, proven=writer.proven)
    return Taken(_take(store, letter, writer, fate, now), closed)


def _close_before(
    store: Store, campaign: Campaign, came: datetime, now: datetime, read_to: datetime
) -> list[Done]:
    """Carry out a phase whose time was over before a letter came: it has been read late."""
    at = State(store, campaign, came)
    if not at.why_due or at.grace_ends is None or at.grace_ends >= came:
        return []
    if waits_for_mail(at, read_to):
        raise NotYetError
    return list(carry_out_due(store, campaign, now, read_to))


def _pass_by(
    store: Store, letter: IncomingLetter, writer: Writer, fate: Fate, now: datetime
) -> Fate:
    """Note a letter that no person wrote."""
    campaign = campaign_of(store, letter)
    of = campaign.id if campaign else None
    if writer.kind == "mail server":
        fate = _but(fate, code="bounce", why=writer.why, campaign_id=of)
        return _enter(store, fate, partial(note_bounce, store, letter, now))
    fate = _but(fate, code=writer.code, why=writer.why, campaign_id=of)
    tell = partial(note_letter, store, letter, "not-answered", "not-answered", writer.why, now)
    return _enter(store, fate, tell)


def _take(store: Store, letter: IncomingLetter, writer: Writer, fate: Fate, now: datetime) -> Fate:
    """Do what a person asks, if it can be done."""
    request = find_request(letter)
    state = State(store, writer.campaign, fate.arrived) if writer.campaign else None
    asking = Asking(store, letter, fate.arrived, writer, state, writer.seat)
    if letter.seems_vacation and request is ORDER_FILE and not holds_orders(asking):
        vacation = Writer("machine", phrase("reasons", "vacation", {}), code="vacation")
        return _pass_by(store, letter, vacation, fate, now)
    try:
        if letter.oversize:
            raise RefusedError("unreadable", most=MOST_BYTES // 1024)
        if request is ORDER_FILE:
            check_usable(letter.order_file)
        check_may_ask(request, writer)
        if state and not state.has_begun and request.who == "seat":
            raise RefusedError("not-begun", campaign=state.campaign.name)
        if request.handle is None:
            return _take_orders(asking, fate, now)
    except RefusedError as refusal:
        return _refuse(request, asking, refusal, fate, now)
    return _answer_request(request.name, request.handle, asking, fate, now)


def _take_orders(asking: Asking, fate: Fate, now: datetime) -> Fate:
    """Take orders; their fate is entered with them. Raises RefusedError."""
    store, writer = asking.store, asking.writer
    entries = within_limits(store, writer, "receipt", asking.addresses, now)
    taken = _but(fate, outcome="taken", code="orders")

    def enter(at: Change, done: Submitted) -> None:
        nonlocal taken
        letters = [each for each in at.entries(Letter) if each.kind in ("receipt", "word")]
        went = tuple(dict.fromkeys(address for each in letters for address in each.recipients))
        why = f"{at.campaign.name}, {done.seat}, {done.phase}"
        code = "passed-on" if done.forwarded else "orders"
        taken = _but(fate, outcome="taken", code=code, why=why, answered=went)
        at.add(taken)
        for entry in entries:
            if addresses_within((entry,), *went):
                at.add(entry)

    done = take_order_file(asking, addresses_within(entries, *asking.addresses), enter)
    return _enter(store, fate) if done.duplicate else taken


def _answer_request(
    name: str, handle: Callable[[Asking], Report], asking: Asking, fate: Fate, now: datetime
) -> Fate:
    """Answer what is asked, if there may be an answer."""
    store = asking.store
    entries = within_limits(store, asking.writer, "answer", asking.addresses, now)
    if not entries:
        return _enter(store, _but(fate, code="limit", why=phrase("reasons", "limit", {})))
    report = handle(asking)
    recipients = addresses_within(entries, *asking.addresses)
    fate = _but(fate, outcome="answered", code=name, why=name, answered=recipients)
    return _enter(store, fate, partial(_answer, asking, "answer", report, recipients, entries))


def _refuse(
    request: Request, asking: Asking, refusal: RefusedError, fate: Fate, now: datetime
) -> Fate:
    """Answer a letter that is refused, if it may be answered, and note it."""
    store, letter = asking.store, asking.letter
    orders = request is ORDER_FILE and refusal.code != "unreadable"
    entries = within_limits(store, asking.writer, "refusal", (letter.sender.address,), now)
    recipients = addresses_within(entries, letter.sender.address)
    fate = _but(fate, outcome="refused", code=refusal.code, why=str(refusal), answered=recipients)

    def enter() -> None:
        if recipients:
            facts = {"orders": orders, "why": str(refusal)}
            report = reports.notice(None, "refusal", facts)
            _answer(asking, "refusal", report, recipients, entries)
        note_letter(store, letter, refusal.code, "refused", str(refusal), now)

    return _enter(store, fate, enter)


def _enter(store: Store, fate: Fate, enter: Callable[[], None] | None = None) -> Fate:
    """Enter what a letter leads to, and its fate; for one that was answered, the mark of that.

    If another pass has taken the letter meanwhile, nothing but that is entered.
    """
    with store.atomic():
        if fate.code != "again" and store.has(Mark, key=fate.letter):
            fate = _but(fate, outcome="ignored", code="again", why=phrase("reasons", "again", {}))
        elif enter:
            enter()
        if fate.outcome == "answered":
            store.add(Mark(fate.letter, fate.arrived, fate.code))
        enter_fate(store, fate)
    return fate


def _answer(
    asking: Asking,
    kind: str,
    report: Report,
    recipients: tuple[str, ...],
    entries: tuple[Answered, ...],
) -> None:
    """Queue an answer, and enter on whose account it goes.

    A refusal belongs to no campaign, whoever gets it.
    """
    letter = asking.letter
    campaign = asking.state.campaign if asking.state and kind != "refusal" else None
    left = f"{kind}-{letter.key[:24]}"
    answer = Letter(
        campaign_id=campaign.id if campaign else None,
        message_id=message_id(campaign, left) if campaign else f"<{left}@{NOWHERE}>",
        kind=kind,
        seat=asking.seat.name if asking.seat and campaign else "",
        recipients=recipients,
        in_reply_to=letter.id if letter.message_id else "",
        created=asking.now,
        content=report,
    )
    if queue_answer(asking.store, answer):
        for entry in entries:
            asking.store.add(entry)


def _but(fate: Fate, **more: object) -> Fate:
    return msgspec.structs.replace(fate, **more)
