"""A letter's way, from top to bottom: read, rid of what it quotes, who wrote it, what is asked,
done, answered.

All that one letter causes is entered in one transaction, with its disposition and, if it was taken
or answered, the mark of that; a letter that comes again, after a crash or by another way, finds the
mark and causes nothing. What was refused or ignored was not taken: the same letter may come again,
and then to the right address.
"""

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from datetime import datetime
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator import reports
from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.outbox import queue_answer
from adjudicator.campaign.orders.readiness import suspend, suspend_and_tell
from adjudicator.campaign.orders.submit import check_usable
from adjudicator.campaign.phases import commit
from adjudicator.campaign.phases.unread import waits_for_mail
from adjudicator.operations.votes import BALLOTS, vote
from adjudicator.post.incoming.letter import MOST_BYTES, IncomingLetter
from adjudicator.post.incoming.reading import read
from adjudicator.post.incoming.reasons import reason
from adjudicator.post.requests.answering import do_request, write_answer
from adjudicator.post.requests.catalogue import (
    check_may_ask,
    check_may_order,
    introduce,
    is_newcomer,
)
from adjudicator.post.requests.choosing import choose, reads_as_request
from adjudicator.post.requests.joining import ASKED_TWICE, find_campaign, pass_on
from adjudicator.post.requests.letter_call import LetterCall, hides_order, read_contents, state_of
from adjudicator.post.requests.orders import find_wishes, take_order_letter
from adjudicator.post.requests.plain_answers import PRESS, find_question
from adjudicator.post.requests.press import PRESS_OPEN, press
from adjudicator.post.senders.correspondence import find_correspondence
from adjudicator.post.senders.limits import (
    MOST_OF_SAME_WORDS,
    REPEATED,
    SAID_BEFORE,
    book_letters,
    find_same_words,
    within_limits,
)
from adjudicator.post.senders.notes import (
    enter,
    note_bounce,
    note_letter,
    note_limit,
)
from adjudicator.post.senders.sender import (
    KNOWN_ONCE,
    Sender,
    campaign_of,
    who_wrote,
    without_care_that_is_over,
)
from adjudicator.store import queries
from adjudicator.store.columns import Bound
from adjudicator.store.database import Store
from adjudicator.store.letter_records import LIMIT, Answered, Disposition, DoneMark, Heading, Letter
from adjudicator.store.records import Campaign
from adjudicator.wording import find_cited

_NOTHING_SAID = ("no-orders", "no-request")
"""Refusals of a letter that is empty or of which all is quoted, perhaps from the answer to the same
words."""
_NO_ORDERS = (
    "unreadable",
    "no-game",
    "nothing-to-amend",
    SAID_BEFORE,
    "vote-unclear",
    "vote-elsewhere",
    *_NOTHING_SAID,
)
"""Refusals of a letter in which no order was read."""


class TakenLetter(NamedTuple):
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
) -> TakenLetter:
    """Do what a letter asks, once, and queue the answer.

    ``arrived`` is when it came, if that was before now, and ``name`` what the mailbox calls it.
    ``checked_by`` is the mail server whose word on senders counts (Authentication-Results).
    Orders count by when they came: if that was after the deadline of the phase that waits, the
    phase is carried out first. ``read_to`` is to when all mail has been read, this letter left out;
    None: to now. Raises NotYetError; then nothing was done, and the letter must be taken later.
    """
    letter = read(raw, partial(find_correspondence, store, reads_as_request))
    came = min(now, arrived or now)
    if not (letter.message_id or letter.date):
        letter = replace(letter, arrived=arrived)
    disposition = Disposition(  # as if it had been taken before
        letter=letter.key,
        name=name,
        arrived=came,
        outcome="ignored",
        code="again",
        why=str(reason("again")),
        sender=letter.sender.address,
        subject=letter.subject[:120],
    )
    if store.has(DoneMark, key=letter.key):
        return TakenLetter(enter(store, disposition))
    sender = without_care_that_is_over(store, who_wrote(store, letter, checked_by), came)
    if sender.why:
        disposition = replace(disposition, code=sender.why.code, why=str(sender.why))
        return TakenLetter(_note(store, letter, sender, disposition, now))

    state = state_of(store, sender, came)
    closed = tuple(_close_before(state, now, read_to or now)) if state else ()
    if closed:
        state = state_of(store, sender, came)
    call = LetterCall.of(store, letter, sender, state, came, now)
    if sender.campaign:
        subject = "" if hides_order(call) else disposition.subject
        about = {"campaign_id": sender.campaign.id, "seat": call.viewer, "subject": subject}
        disposition = replace(disposition, **about, proven=sender.proven)
    try:
        call = choose(call)
        sign = reason("reaction") if letter.is_reaction else sender.sign
        if sign and not _is_by_a_person(call):
            why = str(reason("asks-nothing", sign=sign))
            disposition = replace(disposition, code=sign.code, why=why)
            return TakenLetter(_note(store, letter, sender, disposition, now), closed)
        disposition = _carry_out(call, disposition)
    except RefusedError as refusal:
        disposition = _refuse(call, refusal, disposition)
    return TakenLetter(disposition, closed)


def tell_of_fault(store: Store, letter: IncomingLetter, checked_by: str, now: datetime) -> None:
    """Tell the person who wrote a letter at which the program failed that it was not taken.

    His seat is ready no more, as after any letter of which something was not taken.
    """
    sender = without_care_that_is_over(store, who_wrote(store, letter, checked_by), now)
    if sender.why or (sender.sign and not _is_passed_on(sender, letter)):
        return
    call = LetterCall.of(store, letter, sender, state_of(store, sender, now), now, now)
    entries = within_limits(store, sender, "refusal", (_asker(sender, letter),), now)
    suspended = _suspend(call, is_answered=bool(entries))
    if entries:
        facts = {
            "orders": False,
            "why": str(RefusedError("fault")),
            "lines": (),
            "strange": (),
            "unread": (),
            "lost": (),
            "campaign": sender.campaign.name if sender.campaign else "",
            "suspended": suspended,
        }
        report = reports.notice(None, "refusal", facts)
        queue_answer(store, write_answer(call, "refusal", report, entries), entries.values())


def _asker(sender: Sender, letter: IncomingLetter) -> str:
    """Return who gets the refusal of a letter: never the list that has passed a player's on."""
    return sender.address if _is_passed_on(sender, letter) else letter.sender.address


def _is_passed_on(sender: Sender, letter: IncomingLetter) -> bool:
    """Whether a list has passed a letter on that proves whose it is."""
    return sender.proven and letter.is_redirected


def _note(
    store: Store, letter: IncomingLetter, sender: Sender, disposition: Disposition, now: datetime
) -> Disposition:
    """Note a letter that no person wrote."""
    about = sender.about
    if about:
        disposition = replace(disposition, campaign_id=about.campaign_id, seat=about.seat)
        note = partial(note_bounce, store, disposition.code, about, letter, now)
        return enter(store, disposition, note)
    if sender.is_server:
        return enter(store, disposition)
    campaign = sender.campaign or campaign_of(store, letter)
    disposition = replace(disposition, campaign_id=campaign.id if campaign else None)
    return enter(store, disposition, partial(note_letter, store, letter, disposition, now))


def _close_before(state: State, now: datetime, read_to: datetime) -> list[Done]:
    """Carry out a phase whose time was over before a letter came: it has been read late.

    ``state`` is that of the game as it came.
    """
    closed = state.orders_close
    if closed is None or closed >= state.now:
        return []
    if waits_for_mail(state, read_to):
        raise NotYetError
    return list(carry_out_due(state.store, state.campaign, now, read_to))


def _is_by_a_person(call: LetterCall) -> bool:
    """Say whether a letter that looks like a program's has orders, or asks for something; among
    other words “ready” is no order."""
    if any(each.request is not pass_on for each in call.requests):
        return True
    contents = read_contents(call, call.orders or call.letter.own)
    is_prose = any(section.lines for section in contents.scan.sections)
    if is_prose and not contents.scan.word:
        return bool(contents.orders) or contents.misread
    return contents.holds_orders


def _carry_out(call: LetterCall, disposition: Disposition) -> Disposition:
    """Do what a person asks, if it can be done. Raises RefusedError."""
    store, sender, requests = call.store, call.sender, call.requests
    if call.letter.oversize:
        raise RefusedError("unreadable", most=MOST_BYTES // 1024)
    if any(each.request in (press, *BALLOTS) for each in requests):
        disposition = replace(disposition, subject="")
    if call.orders and not requests:
        check_usable(call.orders.scan)
    for each in requests:
        check_may_ask(each, sender)
    if call.orders:
        check_may_order(sender, call.orders.scan, find_wishes(call, call.orders))
    if call.orders and not requests:
        with store.atomic() if sender.beside else nullcontext():
            _suspend_others(call)
            return take_order_letter(call, call.orders, disposition)
    changes = any(each.changes for each in requests)
    if not (call.orders or changes or _has_unread(call)):
        return _answer_requests(call, disposition)
    with store.atomic():  # nobody else queues a letter meanwhile
        last = queries.newest_letter(store)
        disposition = _answer_requests(call, disposition)
        queued = store.rows(Heading, id=Bound(">", last))
        book_letters(store, sender, queued, call.addresses, call.read_at)
    return disposition


def _answer_requests(call: LetterCall, disposition: Disposition) -> Disposition:
    """Do all that a letter asks and answer it, as far as there may be answers; last its orders.

    Within a transaction it is all or nothing. Raises RefusedError.
    """
    store, orders = call.store, call.orders
    if store.has(DoneMark, key=disposition.letter):
        return enter(store, disposition)
    is_beside_press = bool(call.letter.press)
    takes_orders = bool(
        orders and (not is_beside_press or read_contents(call, orders).holds_orders)
    )
    unready = call.proven_seat if _has_unread(call) and not takes_orders else ""
    if unready:
        call.change(partial(suspend_and_tell, name=unready))
    answers: list[tuple[Letter, Sequence[Answered]]] = []
    changes = False
    for number, each in enumerate(call.requests):
        one = replace(call, number=number)
        if (number or unready) and call.asked_of:  # what came before has changed the campaign
            fresh = store.find(Campaign, id=call.campaign.id)
            one = replace(one, asked_of=State(store, fresh, call.now))
        done, answer, entries = do_request(one)
        changes = changes or (done and each.changes)
        if answer:
            answers.append((answer, entries))
    if not (answers or changes or orders):
        disposition = replace(disposition, code=LIMIT, why=str(reason("limit")))
        note = partial(note_limit, store, call.letter, _find_campaign(call), call.read_at)
        return enter(store, disposition, note)
    asked = (each.request for each in call.requests)
    names = [(vote if each in BALLOTS else each).name for each in asked]
    disposition = replace(
        disposition,
        outcome="answered",
        code=names[0],
        why=", ".join(dict.fromkeys(names)),
        answered=tuple(dict.fromkeys(to for each, _ in answers for to in each.recipients)),
    )

    def queue_all() -> None:
        for letter, entries in answers:
            queue_answer(store, letter, entries)

    if orders and takes_orders:
        queue_all()
        try:
            return take_order_letter(call, orders, disposition)
        except RefusedError as refusal:
            if refusal.code != SAID_BEFORE:
                raise
            call.change(partial(suspend_and_tell, name=call.proven_seat))
            return enter(store, disposition)
    return enter(store, disposition, queue_all)


def _has_unread(call: LetterCall) -> bool:
    """Say whether something beside the requests of a letter was not read, and may be orders."""
    return bool(call.orders or call.unread or call.files or call.closed)


def _may_hold_orders(call: LetterCall, refusal: RefusedError) -> bool:
    """Say whether a letter that is refused may hold orders: not if it only asks for something else;
    press of which the end is not known may."""
    return not call.requests or refusal.code == PRESS_OPEN or _has_unread(call)


def _suspend(call: LetterCall, *, is_answered: bool) -> str:
    """Suspend that the seat of a letter's writer is ready; return how its answer says so.

    Without an answer it is told in a letter of its own. ``""``: nothing was suspended.
    """
    _suspend_others(call)
    seat = call.proven_seat
    if seat and is_answered:
        return call.change(partial(suspend, name=seat))
    if seat:
        call.change(partial(suspend_and_tell, name=seat))
    return ""


def _suspend_others(call: LetterCall) -> None:
    """Suspend that other seats of a letter's writer are ready, whose orders it may hold; each is
    told in its game."""
    for seat in call.sender.beside:
        campaign = call.store.find(Campaign, id=seat.campaign_id)
        if not campaign.moved:
            commit(call.store, campaign, call.now, suspend_and_tell, name=seat.name)


def _find_campaign(call: LetterCall) -> Campaign | None:
    """Return the campaign that a letter of which nothing is done is about, as far as that is known:
    of what a stranger asks, the one that he asks it of."""
    if call.asked_of:
        return call.campaign
    for number, each in enumerate(call.requests):
        if each.request.who == "stranger":
            with suppress(RefusedError):
                return find_campaign(replace(call, number=number))
            return None
    return campaign_of(call.store, call.letter)


def _orders_beside(call: LetterCall) -> tuple[str, ...]:
    """Return the orders of a letter that asks for something, too, as they are written: they are
    taken with what it asks for, or not at all."""
    if not (call.requests and call.orders):
        return ()
    return tuple(x.text for x in read_contents(call, call.orders, guess=False).orders.values())


def _refuse(call: LetterCall, refusal: RefusedError, disposition: Disposition) -> Disposition:
    """Answer a letter that is refused, if it may be answered, and note it."""
    store, letter, now, sender = call.store, call.letter, call.read_at, call.sender
    is_unknown = refusal is sender.unknown and refusal.code not in KNOWN_ONCE
    is_new = is_unknown and is_newcomer(call)
    words, before = find_same_words(store, sender, letter, now)
    changes_nothing = is_new or refusal.code in (SAID_BEFORE, *_NOTHING_SAID)
    if changes_nothing and before >= (MOST_OF_SAME_WORDS if sender.proven else 1):
        why = str(reason(REPEATED))
        disposition = replace(disposition, code=REPEATED, why=why)
        return enter(store, disposition, lambda: _suspend(call, is_answered=False))
    to = () if refusal.code == ASKED_TWICE else (_asker(sender, letter),)
    entries = within_limits(store, sender, "refusal", to, now)
    is_press = any(each.request is press for each in call.requests)
    of_press = is_press or refusal.code.startswith("press")
    of_vote = refusal.code.startswith("vote") or any(x.request in BALLOTS for x in call.requests)
    secret = press.name if of_press else vote.name if of_vote else ""
    of_orders = not call.requests and refusal.code not in _NO_ORDERS
    about = _find_campaign(call)
    disposition = replace(
        disposition,
        campaign_id=about.id if about else None,
        outcome="refused",
        code=vote.name if refusal.code.startswith("vote") else refusal.code,
        why=str(reason(secret)) if secret else str(refusal),
        subject="" if secret else disposition.subject,
        answered=tuple(entries),
    )

    def answer() -> None:
        held_orders = _may_hold_orders(call, refusal)
        suspended = _suspend(call, is_answered=bool(entries)) if held_orders else ""
        if entries:
            facts = {
                "orders": of_orders and not of_press,
                "why": str(refusal),
                "lines": refusal.reason.facts.get("lines", ()),
                "strange": letter.notes if refusal.code == "no-orders" else (),
                "campaign": about.name if about else "",
                "suspended": suspended,
                "lost": _orders_beside(call),
            }
            facts["unread"] = call.unread if len(call.requests) == 1 else ()  # else an answer tells
            if facts["unread"]:
                facts |= {"request": call.current.title, "seated": call.seat is not None}
            cited = find_cited(refusal.reason.facts, letter.text)
            report = reports.notice(None, "refusal", facts)
            report = replace(report, cited=(*report.cited, *cited))
            if is_new:
                report = introduce(call).write(None, None)
            if is_new or before:
                store.add(words)
            asks = PRESS if of_press else find_question(call)  # it is asked for still
            queue_answer(
                store, write_answer(call, "refusal", report, entries, asks), entries.values()
            )
        if not of_press:  # whom a player writes to is his affair
            note_letter(store, letter, disposition, now)

    return enter(store, disposition, answer)
