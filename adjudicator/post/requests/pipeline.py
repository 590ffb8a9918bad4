"""A letter's way, from top to bottom: read, who wrote it, what is asked, done, answered.

All that one letter causes is entered in one transaction, with its fate and, if it was taken or
answered, the mark of that; a letter that comes again, after a crash or by another way, finds the
mark and causes nothing. What was refused or ignored was not taken: the same letter may come again,
and then to the right address.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.outbox import enter_copy, queue_answer
from adjudicator.campaign.orders.forward import forward_from_guest
from adjudicator.campaign.orders.submit import Submitted, check_usable
from adjudicator.campaign.phases.tick import Done, carry_out_due, waits_for_mail
from adjudicator.games.contract import GameError
from adjudicator.post.incoming.letter import IncomingLetter
from adjudicator.post.incoming.reading import MOST_BYTES, read
from adjudicator.post.requests.catalogue import check_may_ask, read_asks
from adjudicator.post.requests.context import NOWHERE, ORDER_FILE, Ask, Asking
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
from adjudicator.post.senders.dispositions import enter_fate
from adjudicator.post.senders.limits import ASKS_BACK, addresses_within, within_limits
from adjudicator.post.senders.notes import note_bounce, note_letter
from adjudicator.post.senders.sender import Writer, campaign_of, who_wrote
from adjudicator.reports import phrase
from adjudicator.reports.model import Report
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Answered, Fate, Letter, Mark
from adjudicator.store.records import Campaign

_NO_ORDERS = ("unreadable", "no-orders", "no-request")
"""Refusals of a letter in which no order was read."""


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

    writer = who_wrote(store, letter, checked_by)
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
    closed = at.orders_close
    if closed is None or closed >= came:
        return []
    if waits_for_mail(at, read_to):
        raise NotYetError
    return list(carry_out_due(store, campaign, now, read_to))


def _pass_by(
    store: Store, letter: IncomingLetter, writer: Writer, fate: Fate, now: datetime
) -> Fate:
    """Note a letter that no person wrote."""
    about = writer.about
    if writer.kind in ("mail server", "ourselves"):
        of = about.campaign_id if about else None
        seat = about.seat if about else ""
        fate = _but(fate, code=writer.code, why=writer.why, campaign_id=of, seat=seat)
        if about is None:
            return _enter(store, fate)
        if writer.kind == "ourselves":
            return _enter(store, fate, partial(enter_copy, store, about, now))
        return _enter(store, fate, partial(note_bounce, store, about, letter, now))
    campaign = campaign_of(store, letter)
    of = campaign.id if campaign else None
    fate = _but(fate, code=writer.code, why=writer.why, campaign_id=of)
    tell = partial(note_letter, store, letter, "not-answered", "not-answered", writer.why, now)
    return _enter(store, fate, tell)


def _take(store: Store, letter: IncomingLetter, writer: Writer, fate: Fate, now: datetime) -> Fate:
    """Do what a person asks, if it can be done."""
    asks = read_asks(letter, writer)
    state = State(store, writer.campaign, fate.arrived) if writer.campaign else None
    asking = Asking(store, letter, fate.arrived, now, writer, asks[0], state, writer.seat)
    if len(asks) > 1:
        asks = settle_rest(asks, holds_orders=bool(orders_in(asking, asks[-1].text)))
        asking = asking._replace(ask=asks[0])
    only_orders = asks[0].request is ORDER_FILE
    if only_orders or asks[0].in_subject:
        asking = find_orders(asking)
        asks, only_orders = (asking.ask, *asks[1:]), asking.ask.request is ORDER_FILE
    elif asks[-1].request is not ORDER_FILE:
        asks = add_file(asking, asks)
        asking = asking._replace(ask=asks[0])
        only_orders = asks[0].request is ORDER_FILE
    if not only_orders:
        asks = name_unread_files(asking, asks)
        asking = asking._replace(ask=asks[0])
    if letter.seems_vacation and only_orders and not _holds_orders_of_a_person(asking):
        vacation = Writer("machine", phrase("reasons", "vacation", {}), code="vacation")
        return _pass_by(store, letter, vacation, fate, now)
    try:
        if letter.oversize:
            raise RefusedError("unreadable", most=MOST_BYTES // 1024)
        check_whose_answer(asking)
        if only_orders and (answer := find_answer_to_press(asking)):
            asks, only_orders, fate = (answer,), False, _but(fate, subject="")
            asking = asking._replace(ask=answer)
        if only_orders:
            check_usable(letter.order_file)
        for ask in asks:
            check_may_ask(ask.request, writer)
        if only_orders and writer.guest:
            return _pass_on(asking, fate)
        if only_orders:
            return _take_orders(asking, fate)
        if any(each.request.changes or each.request is ORDER_FILE for each in asks):
            asking = asking._replace(prepared=_prepare(asking))
            with store.atomic():
                return _answer_asks(asking, asks, fate)
        return _answer_asks(asking, asks, fate)
    except RefusedError as refusal:
        return _refuse(asking, refusal, fate)


def _holds_orders_of_a_person(asking: Asking) -> bool:
    """Say whether a letter that looks like a program's has orders; among other words “ready” is
    none."""
    is_prose = any(section.lines for section in scan_orders(asking).sections)
    return holds_orders(asking, ready=not is_prose)


def _take_orders(asking: Asking, fate: Fate) -> Fate:
    """Take orders; their fate is entered with them. Raises RefusedError."""
    store, writer = asking.store, asking.writer
    entries = within_limits(store, writer, "receipt", asking.addresses, asking.now)
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
            for each in letters:  # orders for several phases have a receipt each
                if addresses_within((entry,), *each.recipients):
                    at.add(entry)

    found = read_with_all_beside(asking)
    if any(each.code in SUBJECT for each in found.findings):
        fate = _but(fate, subject="")
    done = take_order_file(asking, found, addresses_within(entries, *asking.addresses), enter)
    return _enter(store, fate) if done.duplicate else taken


def _pass_on(asking: Asking, fate: Fate) -> Fate:
    """Pass the letter of a guest on to the game master."""
    store, guest = asking.store, asking.writer.guest
    assert guest
    assert asking.state
    lines = [each for each in asking.letter.text.splitlines() if each.strip()]
    if not lines:
        raise RefusedError("no-request")
    entries = within_limits(store, asking.writer, "answer", asking.addresses, asking.now)
    recipients = addresses_within(entries, *asking.addresses)
    fate = _but(fate, outcome="answered", code="passed-on", why=guest.role, answered=recipients)
    who = f"{guest.player} {guest.address}".strip()
    with store.atomic():
        if store.has(Mark, key=fate.letter):
            return _enter(store, fate)
        forward = partial(forward_from_guest, wrote=f"{who} ({guest.role})", lines=lines)
        report = commit(store, asking.state.campaign, asking.arrived, lambda at: forward(at))
        return _enter(store, fate, partial(_answer, asking, "answer", report, recipients, entries))


def _prepare(asking: Asking) -> Any:
    """Work out what can be of a letter's first request before its transaction."""
    prepare = asking.ask.request.prepare
    if prepare is None or asking.store.has(Mark, key=asking.letter.key):
        return None
    try:
        return prepare(asking)
    except (CampaignError, GameError):  # it goes wrong again where it is told
        return None


def _answer_asks(asking: Asking, asks: Sequence[Ask], fate: Fate) -> Fate:
    """Do all that a letter asks and answer it, as far as there may be answers; last its orders.

    Within a transaction it is all or nothing. Raises CampaignError.
    """
    store = asking.store
    if store.has(Mark, key=fate.letter):
        return _enter(store, fate)
    answers: list[Callable[[], None]] = []
    went: list[str] = []
    changes = False
    for number, ask in enumerate(asks):
        request = ask.request
        if request.handle is None:
            continue
        one = asking._replace(ask=ask, number=number)
        one = one._replace(prepared=None) if number else one
        if request.find and one.state is None:
            one = one._replace(state=State(store, request.find(one), one.arrived))
        of_stranger = request.who == "stranger"
        kind = ASKS_BACK if of_stranger and not one.writer.proven else "answer"
        entries = within_limits(store, one.writer, kind, one.addresses, one.now)
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
    said = asks[-1].request is ORDER_FILE and asking._replace(ask=asks[-1])
    if not (answers or changes or said):
        return _enter(store, _but(fate, code="limit", why=phrase("reasons", "limit", {})))
    name = ", ".join(dict.fromkeys(each.request.name for each in asks if each.request.handle))
    code = asks[0].request.name
    answered = tuple(dict.fromkeys(went))
    fate = _but(fate, outcome="answered", code=code, why=name, answered=answered)
    if said and holds_orders(said):
        for enter in answers:
            enter()
        return _take_orders(said, fate)

    def enter_all() -> None:
        for enter in answers:
            enter()

    return _enter(store, fate, enter_all)


def _refuse(asking: Asking, refusal: RefusedError, fate: Fate) -> Fate:
    """Answer a letter that is refused, if it may be answered, and note it."""
    store, letter, now = asking.store, asking.letter, asking.now
    entries = within_limits(store, asking.writer, "refusal", (letter.sender.address,), now)
    recipients = addresses_within(entries, letter.sender.address)
    of_press = asking.ask.request is PRESS or refusal.code.startswith("press")
    orders = asking.ask.request is ORDER_FILE and refusal.code not in _NO_ORDERS and not of_press
    why = phrase("reasons", "press", {}) if of_press else str(refusal)
    if of_press or (refusal.code in _NO_ORDERS and hides_order(asking)):
        letter, fate = msgspec.structs.replace(letter, subject=""), _but(fate, subject="")
    fate = _but(fate, outcome="refused", code=refusal.code, why=why, answered=recipients)

    def enter() -> None:
        if recipients:
            strange = letter.notes if refusal.code == "no-orders" else ()
            about = campaign_of(store, letter)
            facts = {"orders": orders, "why": str(refusal), "strange": strange}
            facts["campaign"] = about.name if about else ""
            report = reports.notice(None, "refusal", facts)
            _answer(asking, "refusal", report, recipients, entries)
        if not of_press:  # whom a player writes to is his affair
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

    A refusal belongs to no campaign, unless it goes to one who has proven himself: then it can be
    answered with the token.
    """
    letter = asking.letter
    proven = asking.writer.proven and recipients == (asking.writer.address,)
    belongs = asking.state and (kind != "refusal" or proven)
    campaign = asking.state.campaign if asking.state and belongs else None
    refusal = f"<{kind}-{letter.key[:24]}@{NOWHERE}>"
    answer = Letter(
        campaign_id=campaign.id if campaign else None,
        message_id=refusal if kind == "refusal" else asking.answer_id,
        kind=kind,
        seat=asking.seat.name if asking.seat and campaign else "",
        recipients=recipients,
        in_reply_to=letter.id if letter.message_id else "",
        created=asking.arrived,
        content=report,
    )
    if queue_answer(asking.store, answer):
        for entry in entries:
            asking.store.add(entry)


def _but(fate: Fate, **more: object) -> Fate:
    return msgspec.structs.replace(fate, **more)
