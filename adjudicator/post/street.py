"""A letter's way, from top to bottom: read, who wrote it, what is asked, done, answered.

All that one letter causes is one transaction, with the mark that it was taken; a letter that comes
again, after a crash or by another way, finds the mark and causes nothing.
"""

from datetime import datetime
from typing import Literal

import msgspec

from adjudicator import reports
from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.message_ids import message_id
from adjudicator.campaign.outbox import queue_answer
from adjudicator.campaign.state import State
from adjudicator.campaign.submit import check_usable
from adjudicator.post.answers import Asking
from adjudicator.post.letter import Letter
from adjudicator.post.limits import may_answer
from adjudicator.post.notes import note_bounce, note_letter
from adjudicator.post.reading import read
from adjudicator.post.requests import ORDER_FILE, Request, check_allowed, what_is_asked
from adjudicator.post.who import Writer, who_wrote
from adjudicator.reports.model import Report
from adjudicator.store.database import Store
from adjudicator.store.tables import Mark

NOWHERE = "adjudicator.invalid"
"""The right-hand side of the Message-IDs of letters that belong to no campaign."""


class Fate(msgspec.Struct, frozen=True):
    """What became of a letter, for the log."""

    outcome: Literal["again", "orders", "command", "bounce", "refused", "silent"]
    """``again`` if it was taken before; ``refused`` with an answer if the sender may have one;
    ``silent`` if no person wrote it."""
    text: str = ""
    sender: str = ""


def take(store: Store, raw: bytes, now: datetime) -> Fate:
    """Do what a letter asks, once, and queue the answer."""
    letter = read(raw)
    with store.atomic():
        if store.has(Mark, key=letter.key):
            return Fate("again", "this letter was taken before", letter.sender.address)
        fate = _go(store, letter, now)
        store.add(Mark(letter.key, now, fate.outcome))
    return msgspec.structs.replace(fate, sender=letter.sender.address)


def _go(store: Store, letter: Letter, now: datetime) -> Fate:
    writer = who_wrote(store, letter)
    if writer.kind == "mail server":
        note_bounce(store, letter, now)
        return Fate("bounce", writer.why)
    if writer.kind == "machine":
        note_letter(store, letter, "not-answered", "not-answered", writer.why, now)
        return Fate("silent", writer.why)
    request = what_is_asked(letter)
    asking = _asking(store, letter, writer, now)
    try:
        report = _do(request, writer, asking)
    except RefusedError as refusal:
        _answer(asking, "refusal", _refusal(request, refusal))
        note_letter(store, letter, refusal.code, "refused", str(refusal), now)
        return Fate("refused", str(refusal))
    if report:
        _answer(asking, "answer", report, proven=writer.proven)
    return _fate(request, asking)


def _asking(store: Store, letter: Letter, writer: Writer, now: datetime) -> Asking:
    answered = may_answer(store, letter.sender.bare, now)
    at = State(store, writer.campaign, now) if writer.campaign else None
    return Asking(store, letter, now, answered, at, writer.seat)


def _do(request: Request, writer: Writer, asking: Asking) -> Report | None:
    """Do what is asked, wholly or not at all. Raises RefusedError."""
    if asking.letter.oversize:
        raise RefusedError("unreadable", reports.phrase("reasons", "oversize", {}))
    if request is ORDER_FILE:
        check_usable(asking.letter.order_file)
    check_allowed(request, writer)
    with asking.store.atomic():
        return request.handle(asking)


def _refusal(request: Request, refusal: RefusedError) -> Report:
    orders = request is ORDER_FILE and refusal.code != "unreadable"
    facts = {"orders": orders, "why": str(refusal)}
    return reports.notice(None, "refusal", facts)


def _answer(asking: Asking, kind: str, report: Report, *, proven: bool = False) -> None:
    """Queue an answer, if there may be one.

    A refusal goes to the sender, whoever he is; all else to the seat's player, and to the sender
    if he has proven himself or nothing but help was asked.
    """
    if not asking.may_answer:
        return
    letter = asking.letter
    at, seat = (None, None) if kind == "refusal" else (asking.at, asking.seat)
    recipients = [seat.address if seat else "", letter.sender.address if proven or not seat else ""]
    left = f"{kind}-{letter.key[:24]}"
    queue_answer(
        asking.store,
        report,
        message_id=message_id(at.campaign, left) if at else f"<{left}@{NOWHERE}>",
        kind=kind,
        now=asking.now,
        recipients=recipients,
        campaign=at.campaign if at else None,
        seat=seat.name if seat else "",
        in_reply_to=letter.id if letter.message_id else "",
    )


def _fate(request: Request, asking: Asking) -> Fate:
    if request is not ORDER_FILE:
        return Fate("command", request.name)
    at, seat = asking.place
    return Fate("orders", f"{at.campaign.name}, {seat.name}, {at.head.opens.key}")
