"""Taking orders: from an order file to what stands, and the receipt, in one transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from adjudicator.campaign.change import Change, change
from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.identify import Source, identify, prove
from adjudicator.campaign.keeping import keep
from adjudicator.campaign.letters import tell_gm
from adjudicator.campaign.receipts import queue_receipt
from adjudicator.campaign.sections import Sorted, Standpoint, sort
from adjudicator.campaign.standing import (
    CHECK_FAILED,
    NOTHING,
    Standing,
    Viewpoint,
    earlier,
    finish,
    merge,
    policies,
    quote_earlier,
    viewpoint,
)
from adjudicator.campaign.words import enter_word, take_word
from adjudicator.orders import Finding, Scan, read_orders, scan, understand
from adjudicator.orders.scan import decode_text
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.tables import Campaign, Seat, Submission

_TEXTS = ("id", "key", "address", "token", "game", "seat")


class Submitted(msgspec.Struct, frozen=True):
    """What became of an order file."""

    campaign: str = ""
    seat: str = ""
    phase: str = ""
    text: str = ""
    """The whole set that now stands for the phase that waits, in canonical form."""
    kept: tuple[str, ...] = ()
    """The later phases that orders were kept for."""
    findings: tuple[Finding, ...] = ()
    fingerprint: str = ""
    ready: bool = False
    receipt: str = ""
    """The Message-ID of the last receipt."""
    duplicate: bool = False
    """Whether the same letter was taken before; the rest is then empty."""

    @property
    def has_rejections(self) -> bool:
        """Whether any line was rejected."""
        return any(finding.severity == "error" for finding in self.findings)


def submit(store: Store, text: bytes | str, source: Source, now: datetime) -> Submitted:
    """Take an order file, once, and queue its receipt.

    Raises RefusedError if it is not for a game and a seat here, or not proven to come from the
    seat's player.
    """
    source = msgspec.structs.replace(
        source, **{name: _encodable(getattr(source, name)) for name in _TEXTS}
    )
    found, tidy = _read(text)
    return take_orders(store, identify(store, found, source), found, tidy, source, now)


Also = Callable[[Change, Submitted], None]
"""Adds what else is to be entered with orders that are taken."""


class _OrderSheet(NamedTuple):
    """One order file and all that it is judged against.

    ``placed`` are its sections sorted by phase; ``table`` is None if the phase that waits takes no
    orders.
    """

    at: Change
    seat: Seat
    table: Viewpoint | None
    source: Source
    text: str
    found: Scan
    placed: Sorted

    @property
    def before(self) -> Submission | None:
        """What the seat had sent for the phase that waits."""
        return self.at.submissions.get(self.seat.name)

    @property
    def speaks(self) -> bool:
        """Whether the file says anything about the phase that waits."""
        said_ready = self.found.ready is not None and not self.placed.later
        return self.placed.now is not None or said_ready

    def ready(self, findings: Sequence[Finding]) -> bool:
        """Orders that replace others are not ready unless they say so; others change nothing.

        A file with a rejected line is never ready: its sender wants to see what was rejected.
        """
        if self.found.ready is not None:
            return self.found.ready and not any(f.severity == "error" for f in findings)
        replaced = self.placed.now is not None and not self.found.amend
        return bool(self.before and self.before.ready and not replaced)


_NOT_READY = Finding(
    0,
    "not-ready",
    "note",
    "ready",
    "You are not marked as ready, because lines were rejected. Send “ready” on a line of its own "
    "when the orders are as you want them.",
)


def take_orders(
    store: Store,
    whose: tuple[Campaign, Seat],
    found: Scan,
    text: str,
    source: Source,
    now: datetime,
    *,
    also: Also | None = None,
) -> Submitted:
    """Take an order file that has been read, of a seat that is known; queue its receipt.

    What ``also`` adds is entered with the orders.
    Raises RefusedError if there is nothing in it that could be taken, the seat has changed hands,
    or the game is over.
    """
    campaign, seat = whose

    def work(at: Change) -> Submitted:
        if source.key and not at.mark(source.key, "orders"):
            return Submitted(duplicate=True)
        if not at.has_begun:
            note = take_word(at, seat.name, found, source)
            done = Submitted(campaign.name, seat.name, at.waits_in, findings=(note,))
        else:
            done = _submit(_judge(at, seat.name, text, found, source))
        if also:
            also(at, done)
        return done

    return change(store, campaign, now, work)


def check_usable(found: Scan) -> None:
    """Raise RefusedError if what was read is no order file at all."""
    if not found.usable:
        raise RefusedError(found.findings[0].code, found.findings[0].message)


def _read(source: bytes | str) -> tuple[Scan, str]:
    """Read an order file. Raises RefusedError if it is none."""
    text = source if isinstance(source, bytes) else _encodable(source)
    found = scan(text)
    check_usable(found)
    return found, decode_text(text) if isinstance(text, bytes) else text


def _judge(at: Change, name: str, text: str, found: Scan, source: Source) -> _OrderSheet:
    """Find the place of an order file in the campaign as it stands. Raises RefusedError."""
    seat = at.seat(name)
    prove(found, source, seat)
    if at.head.opens.over:
        raise RefusedError("game-over", campaign=at.campaign.name)
    if not found.sections and found.ready is None and not found.word:
        raise RefusedError("no-orders")
    if at.closing and (found.sections or found.ready is not None):
        source_of = at.campaign.settings.beacon
        raise RefusedError("closed", phase=at.head.opens.key, source=source_of)
    table = viewpoint(at.game, at.position, name)
    placed = sort(found.sections, _standpoint(at, seat))
    return _OrderSheet(at, seat, table, source, text, found, placed)


def _submit(case: _OrderSheet) -> Submitted:
    at, seat, source = case.at, case.seat, case.source
    kept = [keep(at, seat, section, case.found, source) for section in case.placed.later]
    standing, remarks = _settle(case)
    raw = (*case.found.findings, *case.placed.findings, *remarks, *standing.findings)
    raw += tuple(finding for each in kept for finding in each.refused)
    all_findings = quote_earlier(
        (*raw, *(f for each in kept for f in each.findings)), standing.orders
    )
    ready = case.ready(all_findings)
    if case.found.ready and not ready:
        raw += (_NOT_READY,)
        all_findings += (_NOT_READY,)
    if case.found.word:
        note = enter_word(at, seat, case.found.word, source.id)
        raw += (note,)
        all_findings += (note,)
    receipts = [each.receipt for each in kept if each.receipt]
    if case.speaks:
        at.enter_orders(
            seat.name,
            source=source.id,
            raw=case.text,
            text=standing.text,
            ready=ready,
            findings=quote_earlier(raw, standing.orders),
            fingerprint=standing.fingerprint,
        )
    if case.speaks or raw or not receipts:
        receipts.append(queue_receipt(at, seat, standing, raw, ready=ready, source=source))
    _return_of_player(case)
    _complain(case, raw)
    return Submitted(
        campaign=at.campaign.name,
        seat=seat.name,
        phase=at.head.opens.key,
        text=standing.text,
        kept=tuple(each.title for each in kept if each.receipt),
        findings=all_findings,
        fingerprint=standing.fingerprint,
        ready=ready,
        receipt=receipts[-1],
    )


def _standpoint(at: Change, seat: Seat) -> Standpoint:
    past = [each.opens for each in queries.past(at.store, at.campaign)[:-1]]
    over = frozenset((p.round, p.name.casefold()) for p in past if seat.name in p.may)
    return Standpoint(at.head.opens, seat.name, tuple(each.name for each in at.seats), over)


def _settle(case: _OrderSheet) -> tuple[Standing, list[Finding]]:
    """Return what stands for the phase that waits, and remarks on how that came about."""
    table = case.table
    if table is None:
        return NOTHING, []
    policy = policies(case.at.head.policies.get(case.seat.name, ()), table.language)
    before = read_orders(case.before.text, table.language).orders if case.before else policy
    lines = case.placed.now
    if lines is None:
        return finish(table, earlier(before), ()), []
    standing = merge(table, before if case.found.amend else policy, lines)
    understood = understand(lines, table.language)
    if lines and not understood.orders.lines and not understood.cancelled:
        message = "Nothing was understood, so what stood before stands."
        unread = Finding(0, "nothing-understood", "error", "", message)
        return finish(table, earlier(before), standing.findings), [unread]
    return standing, []


def _return_of_player(case: _OrderSheet) -> None:
    """A player who sends orders takes his seat back from the regent."""
    seat = case.seat
    if seat.by_person or not (seat.player or seat.address):
        return
    case.at.change_seat(msgspec.structs.replace(seat, held_by="person"))
    tell_gm(case.at, "player-returned", {"holder": seat.name})


def _complain(case: _OrderSheet, findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        if finding.code == CHECK_FAILED:
            phase = case.at.head.opens.key
            facts = {"holder": case.seat.name, "phase": phase, "said": finding.message}
            tell_gm(case.at, CHECK_FAILED, facts)


def _encodable(text: str) -> str:
    """Replace what is no character at all, as hostile mail can hold."""
    return text.encode("utf-8", "replace").decode()
