"""A letter's way, from top to bottom: read, who wrote it, what is asked, done, answered.

All that one letter causes is entered in one transaction, with its disposition and, if it was taken
or answered, the mark of that; a letter that comes again, after a crash or by another way, finds the
mark and causes nothing. What was refused or ignored was not taken: the same letter may come again,
and then to the right address.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.due.phase import waits_for_mail
from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.outbox import queue_answer
from adjudicator.campaign.orders.forward import forward_from_guest
from adjudicator.campaign.orders.submit import Submitted, check_usable
from adjudicator.campaign.tick import Done, carry_out_due
from adjudicator.games.contract import GameError
from adjudicator.post.incoming.letter import IncomingLetter
from adjudicator.post.incoming.reading import MOST_BYTES, read
from adjudicator.post.requests.catalogue import check_may_ask, read_asks
from adjudicator.post.requests.context import NOWHERE, ORDER_FILE, ParsedRequest, RequestContext
from adjudicator.post.requests.phrasing import settle_rest
from adjudicator.post.requests.press import PRESS, check_whose_answer, find_answer_to_press
from adjudicator.post.requests.seat_answers import holds_orders, scan_orders, take_order_file
from adjudicator.post.requests.stray_orders import (
    SUBJECT,
    add_file,
    find_orders,
    hides_order,
    name_unread_files,
    orders_in,
    read_with_all_beside,
)
from adjudicator.post.senders.dispositions import enter_disposition
from adjudicator.post.senders.limits import ASKS_BACK, addresses_within, within_limits
from adjudicator.post.senders.notes import note_bounce, note_letter
from adjudicator.post.senders.sender import Sender, campaign_of, who_wrote
from adjudicator.reports import phrase
from adjudicator.reports.model import Report
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Answered, Disposition, Letter, Mark
from adjudicator.store.records import Campaign

_NO_ORDERS = ("unreadable", "no-orders", "no-request")
"""Refusals of a letter in which no order was read."""


class Taken(NamedTuple):
    """What became of a letter, and what was carried out before it if it came after a deadline."""

    disposition: Disposition
    closed: tuple[Done, ...] = ()

    @property
    def outcome(self) -> str:
        """What became of the letter."""
        return self.disposition.outcome


class NotYetError(Exception):
    """A letter came after the time of a phase that cannot close yet: mail before it may come."""


def take(
    store: Store,
    raw: bytes,
    now: datetime,
    arrived: datetime | None = None,
    name: str = "",
    checked_by: str = "",
    read_to: datetime | None = None,
) -> Taken:
    """Do what a letter asks, once, and queue the answer.

    ``arrived`` is when it came, if that was before now, and ``name`` what the mailbox calls it.
    ``checked_by`` is the mail server whose word on senders counts (Authentication-Results).
    Orders count by when they came: if that was after the deadline of the phase that waits, the
    phase is carried out first. ``read_to`` is to when all mail has been read, this letter left out;
    None: to now. Raises NotYetError; then nothing was done, and the letter must be taken later.
    """
    letter = read(raw)
    came = min(now, arrived or now)
    disposition = Disposition(
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
        return Taken(_enter(store, disposition))

    sender = who_wrote(store, letter, checked_by)
    if sender.kind != "person":
        return Taken(_pass_by(store, letter, sender, disposition, now))
    closed: tuple[Done, ...] = ()
    if sender.campaign:
        closed = tuple(_close_before(store, sender.campaign, came, now, read_to or now))
        seat = sender.seat.name if sender.seat else ""
        disposition = _but(
            disposition, campaign_id=sender.campaign.id, seat=seat, proven=sender.proven
        )
    return Taken(_take(store, letter, sender, disposition, now), closed)


def _close_before(
    store: Store, campaign: Campaign, came: datetime, now: datetime, read_to: datetime
) -> list[Done]:
    """Carry out a phase whose time was over before a letter came: it has been read late."""
    at = State(store, campaign, came)
    closed = at.orders_close
    if closed is None or closed >= came:
        return []
    if waits_for_mail(at, read_to):
        raise NotYetError
    return list(carry_out_due(store, campaign, now, read_to))


def _pass_by(
    store: Store, letter: IncomingLetter, sender: Sender, disposition: Disposition, now: datetime
) -> Disposition:
    """Note a letter that no person wrote."""
    about = sender.about
    if sender.kind == "mail server":
        of = about.campaign_id if about else None
        seat = about.seat if about else ""
        disposition = _but(disposition, code=sender.code, why=sender.why, campaign_id=of, seat=seat)
        if about is None:
            return _enter(store, disposition)
        return _enter(store, disposition, partial(note_bounce, store, about, letter, now))
    campaign = campaign_of(store, letter)
    of = campaign.id if campaign else None
    disposition = _but(disposition, code=sender.code, why=sender.why, campaign_id=of)
    tell = partial(note_letter, store, letter, "not-answered", "not-answered", sender.why, now)
    return _enter(store, disposition, tell)


def _take(
    store: Store, letter: IncomingLetter, sender: Sender, disposition: Disposition, now: datetime
) -> Disposition:
    """Do what a person asks, if it can be done."""
    asks = read_asks(letter, sender)
    state = State(store, sender.campaign, disposition.arrived) if sender.campaign else None
    context = RequestContext(
        store, letter, disposition.arrived, now, sender, asks[0], state, sender.seat
    )
    if len(asks) > 1:
        asks = settle_rest(asks, holds_orders=bool(orders_in(context, asks[-1].text)))
        context = context._replace(parsed=asks[0])
    only_orders = asks[0].request is ORDER_FILE
    if only_orders or asks[0].in_subject:
        context = find_orders(context)
        asks, only_orders = (context.parsed, *asks[1:]), context.parsed.request is ORDER_FILE
    elif asks[-1].request is not ORDER_FILE:
        asks = add_file(context, asks)
        context = context._replace(parsed=asks[0])
        only_orders = asks[0].request is ORDER_FILE
    if not only_orders:
        asks = name_unread_files(context, asks)
        context = context._replace(parsed=asks[0])
    if letter.seems_vacation and only_orders and not _holds_orders_of_a_person(context):
        vacation = Sender("machine", phrase("reasons", "vacation", {}), code="vacation")
        return _pass_by(store, letter, vacation, disposition, now)
    try:
        if letter.oversize:
            raise RefusedError("unreadable", most=MOST_BYTES // 1024)
        check_whose_answer(context)
        if only_orders and (answer := find_answer_to_press(context)):
            asks, only_orders, disposition = (answer,), False, _but(disposition, subject="")
            context = context._replace(parsed=answer)
        if only_orders:
            check_usable(letter.order_file)
        for ask in asks:
            check_may_ask(ask.request, sender)
        if only_orders and sender.guest:
            return _pass_on(context, disposition)
        if only_orders:
            return _take_orders(context, disposition)
        if any(each.request.changes or each.request is ORDER_FILE for each in asks):
            context = context._replace(prepared=_prepare(context))
            with store.atomic():
                return _answer_asks(context, asks, disposition)
        return _answer_asks(context, asks, disposition)
    except RefusedError as refusal:
        return _refuse(context, refusal, disposition)


def _holds_orders_of_a_person(context: RequestContext) -> bool:
    """Say whether a letter that looks like a program's has orders; among other words “ready” is
    none."""
    is_prose = any(section.lines for section in scan_orders(context).sections)
    return holds_orders(context, ready=not is_prose)


def _take_orders(context: RequestContext, disposition: Disposition) -> Disposition:
    """Take orders; their disposition is entered with them. Raises RefusedError."""
    store, sender = context.store, context.sender
    entries = within_limits(store, sender, "receipt", context.addresses, context.now)
    taken = _but(disposition, outcome="taken", code="orders")

    def enter(at: Change, done: Submitted) -> None:
        nonlocal taken
        letters = [each for each in at.entries(Letter) if each.kind in ("receipt", "word")]
        went = tuple(dict.fromkeys(address for each in letters for address in each.recipients))
        why = f"{at.campaign.name}, {done.seat}, {done.phase}"
        code = "passed-on" if done.forwarded else "orders"
        taken = _but(disposition, outcome="taken", code=code, why=why, answered=went)
        at.add(taken)
        for entry in entries:
            for each in letters:  # orders for several phases have a receipt each
                if addresses_within((entry,), *each.recipients):
                    at.add(entry)

    found = read_with_all_beside(context)
    if any(each.code in SUBJECT for each in found.findings):
        disposition = _but(disposition, subject="")
    done = take_order_file(context, found, addresses_within(entries, *context.addresses), enter)
    return _enter(store, disposition) if done.duplicate else taken


def _pass_on(context: RequestContext, disposition: Disposition) -> Disposition:
    """Pass the letter of a guest on to the game master."""
    store, guest = context.store, context.sender.guest
    assert guest
    assert context.state
    lines = [each for each in context.letter.text.splitlines() if each.strip()]
    if not lines:
        raise RefusedError("no-request")
    entries = within_limits(store, context.sender, "answer", context.addresses, context.now)
    recipients = addresses_within(entries, *context.addresses)
    disposition = _but(
        disposition, outcome="answered", code="passed-on", why=guest.role, answered=recipients
    )
    who = f"{guest.player} {guest.address}".strip()
    with store.atomic():
        if store.has(Mark, key=disposition.letter):
            return _enter(store, disposition)
        forward = partial(forward_from_guest, wrote=f"{who} ({guest.role})", lines=lines)
        report = commit(store, context.state.campaign, context.arrived, lambda at: forward(at))
        return _enter(
            store, disposition, partial(_answer, context, "answer", report, recipients, entries)
        )


def _prepare(context: RequestContext) -> Any:
    """Work out what can be of a letter's first request before its transaction."""
    prepare = context.parsed.request.prepare
    if prepare is None or context.store.has(Mark, key=context.letter.key):
        return None
    try:
        return prepare(context)
    except (CampaignError, GameError):  # it goes wrong again where it is told
        return None


def _answer_asks(
    context: RequestContext, asks: Sequence[ParsedRequest], disposition: Disposition
) -> Disposition:
    """Do all that a letter asks and answer it, as far as there may be answers; last its orders.

    Within a transaction it is all or nothing. Raises CampaignError.
    """
    store = context.store
    if store.has(Mark, key=disposition.letter):
        return _enter(store, disposition)
    answers: list[Callable[[], None]] = []
    went: list[str] = []
    changes = False
    for number, ask in enumerate(asks):
        request = ask.request
        if request.handle is None:
            continue
        one = context._replace(parsed=ask, number=number)
        one = one._replace(prepared=None) if number else one
        if request.find and one.state is None:
            one = one._replace(state=State(store, request.find(one), one.arrived))
        of_stranger = request.who == "stranger"
        kind = ASKS_BACK if of_stranger and not one.sender.proven else "answer"
        entries = within_limits(store, one.sender, kind, one.addresses, one.now)
        if not entries and (not request.changes or of_stranger):
            continue
        if one.state and one.state.is_over and request.who == "master" and request.changes:
            raise RefusedError("game-over", campaign=one.state.campaign.name)
        try:
            report = request.handle(one)
        except RefusedError:
            raise
        except (CampaignError, GameError) as error:
            raise RefusedError("impossible", str(error)) from error
        changes = changes or request.changes
        recipients = addresses_within(entries, *one.addresses)
        if report and recipients:
            answers.append(partial(_answer, one, "answer", report, recipients, entries))
            went += recipients
    said = asks[-1].request is ORDER_FILE and context._replace(parsed=asks[-1])
    if not (answers or changes or said):
        return _enter(store, _but(disposition, code="limit", why=phrase("reasons", "limit", {})))
    name = ", ".join(dict.fromkeys(each.request.name for each in asks if each.request.handle))
    code = asks[0].request.name
    answered = tuple(dict.fromkeys(went))
    disposition = _but(disposition, outcome="answered", code=code, why=name, answered=answered)
    if said and holds_orders(said):
        for enter in answers:
            enter()
        return _take_orders(said, disposition)

    def enter_all() -> None:
        for enter in answers:
            enter()

    return _enter(store, disposition, enter_all)


def _refuse(
    context: RequestContext, refusal: RefusedError, disposition: Disposition
) -> Disposition:
    """Answer a letter that is refused, if it may be answered, and note it."""
    store, letter, now = context.store, context.letter, context.now
    entries = within_limits(store, context.sender, "refusal", (letter.sender.address,), now)
    recipients = addresses_within(entries, letter.sender.address)
    of_press = context.parsed.request is PRESS or refusal.code.startswith("press")
    orders = (
        context.parsed.request is ORDER_FILE and refusal.code not in _NO_ORDERS and not of_press
    )
    why = phrase("reasons", "press", {}) if of_press else str(refusal)
    if of_press or (refusal.code in _NO_ORDERS and hides_order(context)):
        letter, disposition = (
            msgspec.structs.replace(letter, subject=""),
            _but(disposition, subject=""),
        )
    disposition = _but(
        disposition, outcome="refused", code=refusal.code, why=why, answered=recipients
    )

    def enter() -> None:
        if recipients:
            strange = letter.notes if refusal.code == "no-orders" else ()
            about = campaign_of(store, letter)
            facts = {"orders": orders, "why": str(refusal), "strange": strange}
            facts["campaign"] = about.name if about else ""
            report = reports.notice(None, "refusal", facts)
            _answer(context, "refusal", report, recipients, entries)
        if not of_press:  # whom a player writes to is his affair
            note_letter(store, letter, refusal.code, "refused", str(refusal), now)

    return _enter(store, disposition, enter)


def _enter(
    store: Store, disposition: Disposition, enter: Callable[[], None] | None = None
) -> Disposition:
    """Enter what a letter leads to and what became of it; for one that was answered, the mark.

    If another pass has taken the letter meanwhile, nothing but that is entered.
    """
    with store.atomic():
        if disposition.code != "again" and store.has(Mark, key=disposition.letter):
            disposition = _but(
                disposition, outcome="ignored", code="again", why=phrase("reasons", "again", {})
            )
        elif enter:
            enter()
        if disposition.outcome == "answered":
            store.add(Mark(disposition.letter, disposition.arrived, disposition.code))
        enter_disposition(store, disposition)
    return disposition


def _answer(
    context: RequestContext,
    kind: str,
    report: Report,
    recipients: tuple[str, ...],
    entries: tuple[Answered, ...],
) -> None:
    """Queue an answer, and enter on whose account it goes.

    A refusal belongs to no campaign, unless it goes to one who has proven himself: then it can be
    answered with the token.
    """
    letter = context.letter
    proven = context.sender.proven and recipients == (context.sender.address,)
    belongs = context.state and (kind != "refusal" or proven)
    campaign = context.state.campaign if context.state and belongs else None
    refusal = f"<{kind}-{letter.key[:24]}@{NOWHERE}>"
    answer = Letter(
        campaign_id=campaign.id if campaign else None,
        message_id=refusal if kind == "refusal" else context.answer_id,
        kind=kind,
        seat=context.seat.name if context.seat and campaign else "",
        recipients=recipients,
        in_reply_to=letter.id if letter.message_id else "",
        created=context.arrived,
        content=report,
    )
    if queue_answer(context.store, answer):
        for entry in entries:
            context.store.add(entry)


def _but(disposition: Disposition, **more: object) -> Disposition:
    return msgspec.structs.replace(disposition, **more)
