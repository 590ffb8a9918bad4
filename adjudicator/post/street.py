"""A letter's way, from top to bottom: read, who wrote it, what is asked, done, answered.

All that one letter causes is entered in one transaction, with the mark that it was taken; a letter
that comes again, after a crash or by another way, finds the mark and causes nothing.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Literal, NamedTuple

from adjudicator import reports
from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.message_ids import message_id
from adjudicator.campaign.outbox import queue_answer
from adjudicator.campaign.state import State
from adjudicator.campaign.submit import check_usable
from adjudicator.post.answers import Asking
from adjudicator.post.letter import IncomingLetter
from adjudicator.post.limits import may_answer
from adjudicator.post.notes import note_bounce, note_letter
from adjudicator.post.reading import MOST_BYTES, read
from adjudicator.post.requests import ORDER_FILE, Request, check_may_ask, find_request
from adjudicator.post.who import Writer, who_wrote
from adjudicator.reports.model import Report
from adjudicator.store.database import Store
from adjudicator.store.tables import Letter, Mark

NOWHERE = "adjudicator.invalid"
"""The right-hand side of the Message-IDs of letters that belong to no campaign."""


Outcome = Literal["again", "orders", "command", "bounce", "refused", "silent"]
"""``again`` if a letter was taken before; ``refused`` with an answer if the sender may have one;
``silent`` if no person wrote it."""


class Fate(NamedTuple):
    """What became of a letter, for the log."""

    outcome: Outcome
    text: str = ""
    sender: str = ""


def take(store: Store, raw: bytes, now: datetime) -> Fate:
    """Do what a letter asks, once, and queue the answer."""
    letter = read(raw)
    if store.has(Mark, key=letter.key):
        return _again(letter)

    writer = who_wrote(store, letter)
    if writer.kind == "mail server":
        enter = partial(note_bounce, store, letter, now)
        return _enter(store, letter, now, "bounce", writer.why, enter)
    if writer.kind == "machine":
        enter = partial(note_letter, store, letter, "not-answered", "not-answered", writer.why, now)
        return _enter(store, letter, now, "silent", writer.why, enter)

    request = find_request(letter)
    state = State(store, writer.campaign, now) if writer.campaign else None
    may = may_answer(store, letter.sender.bare, now)
    asking = Asking(store, letter, now, may, state, writer.seat)
    try:
        report = _handle(request, writer, asking)
    except RefusedError as refusal:
        enter = partial(_refuse, request, asking, refusal)
        return _enter(store, letter, now, "refused", str(refusal), enter)

    if report is None:  # what was done is entered, and so is its answer
        at, seat = asking.place
        where = f"{at.campaign.name}, {seat.name}, {at.waits_in}"
        return Fate("orders", where, letter.sender.address)
    enter = partial(_answer, asking, "answer", report, proven=writer.proven)
    return _enter(store, letter, now, "command", request.name, enter)


def _again(letter: IncomingLetter) -> Fate:
    return Fate("again", "this letter was taken before", letter.sender.address)


def _enter(
    store: Store,
    letter: IncomingLetter,
    now: datetime,
    outcome: Outcome,
    text: str,
    enter: Callable[[], None],
) -> Fate:
    """Enter what a letter leads to and the mark that it was taken, unless another pass did."""
    with store.atomic():
        if store.has(Mark, key=letter.key):
            return _again(letter)
        enter()
        store.add(Mark(letter.key, now, outcome))
    return Fate(outcome, text, letter.sender.address)


def _handle(request: Request, writer: Writer, asking: Asking) -> Report | None:
    """Work out what is asked; orders are entered as well. Raises RefusedError."""
    if asking.letter.oversize:
        raise RefusedError("unreadable", most=MOST_BYTES // 1024)
    if request is ORDER_FILE:
        check_usable(asking.letter.order_file)
    check_may_ask(request, writer)
    return request.handle(asking)


def _refuse(request: Request, asking: Asking, refusal: RefusedError) -> None:
    """Answer a letter that is refused, if it may be answered, and note it."""
    orders = request is ORDER_FILE and refusal.code != "unreadable"
    facts = {"orders": orders, "why": str(refusal)}
    _answer(asking, "refusal", reports.notice(None, "refusal", facts))
    note_letter(asking.store, asking.letter, refusal.code, "refused", str(refusal), asking.now)


def _answer(asking: Asking, kind: str, report: Report, *, proven: bool = False) -> None:
    """Queue an answer, if there may be one.

    A refusal goes to the sender, whoever he is; all else to the seat's player, and to the sender
    if he has proven himself or nothing but help was asked.
    """
    if not asking.may_answer:
        return
    letter = asking.letter
    campaign = asking.state.campaign if asking.state and kind != "refusal" else None
    seat = asking.seat if campaign else None
    left = f"{kind}-{letter.key[:24]}"
    answer = Letter(
        campaign_id=campaign.id if campaign else None,
        message_id=message_id(campaign, left) if campaign else f"<{left}@{NOWHERE}>",
        kind=kind,
        seat=seat.name if seat else "",
        recipients=(
            seat.address if seat else "",
            letter.sender.address if proven or not seat else "",
        ),
        in_reply_to=letter.id if letter.message_id else "",
        created=asking.now,
        content=report,
    )
    queue_answer(asking.store, answer)
