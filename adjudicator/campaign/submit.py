"""Taking orders: from an order file to what stands, and the receipt, in one transaction."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.identify import Source, identify
from adjudicator.campaign.keeping import Kept, keep
from adjudicator.campaign.letters import plain_report, tell_gm
from adjudicator.campaign.outbox import queue
from adjudicator.campaign.receipts import Sitting, queue_receipt
from adjudicator.campaign.records import Submission, as_json, head, resolutions, seats, submissions
from adjudicator.campaign.sections import Later, Sorted, Standpoint, sort
from adjudicator.campaign.standing import (
    CHECK_FAILED,
    Standing,
    Table,
    earlier,
    finish,
    merge,
    policies,
    seated,
    shown,
)
from adjudicator.campaign.store import Store, stamp
from adjudicator.orders import Finding, Orders, Scan, read_orders, scan, understand
from adjudicator.orders.scan import decode_text

HOW_TO_ASK = "A letter that says only “help” is answered with how to order by mail."

_TEXTS = ("id", "address", "token", "game", "seat")


class Submitted(msgspec.Struct, frozen=True):
    """What became of an order file.

    ``text`` is the whole set that now stands for the phase that waits, in canonical form; ``kept``
    are the later phases that orders were kept for. ``receipt`` is the Message-ID of the last
    receipt. ``duplicate`` is set if the same letter was taken before; the rest is then empty.
    """

    campaign: str = ""
    seat: str = ""
    phase: str = ""
    text: str = ""
    kept: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    fingerprint: str = ""
    ready: bool = False
    receipt: str = ""
    duplicate: bool = False

    @property
    def rejected(self) -> bool:
        """Whether any line was rejected."""
        return any(finding.severity == "error" for finding in self.findings)


def submit(store: Store, text: bytes | str, source: Source, now: datetime) -> Submitted:
    """Take an order file, once, and queue its receipt.

    Raises RefusedError if it is not for a game and a seat here, or not proven to come from the
    seat's player. If the source can be answered, the refusal is then in the outbox already.
    """
    source = msgspec.structs.replace(
        source, **{name: _clean(getattr(source, name)) for name in _TEXTS}
    )
    mark = _mark(text, source)
    refusal: RefusedError | None = None
    with store.atomic():
        if mark and store.row("SELECT 1 FROM intake WHERE key = ?", mark):
            return Submitted(duplicate=True)
        try:
            with store.atomic():
                taken = _take(store, text, source, now)
        except RefusedError as problem:
            refusal = problem
            _answer_refusal(store, refusal, source, mark, now)
        if mark:
            outcome = refusal.code if refusal else "taken"
            store.insert("intake", {"key": mark, "received": stamp(now), "outcome": outcome})
    if refusal:
        raise refusal
    return taken


def _mark(text: bytes | str, source: Source) -> str:
    """Return by what a letter is known again: its id and its content; ``""`` without an id."""
    if not source.id:
        return ""
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return hashlib.sha256(source.id.encode() + b"\0" + data).hexdigest()


class _Case(NamedTuple):
    """One order file and all that it is judged against.

    ``placed`` are its sections sorted by phase, ``before`` what the seat had sent for the phase
    that waits; ``table`` is None if that phase takes no orders.
    """

    at: Sitting
    table: Table | None
    before: Submission | None
    source: Source
    text: str
    found: Scan
    placed: Sorted

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


def _take(store: Store, text: bytes | str, source: Source, now: datetime) -> Submitted:
    case = _open(store, text, source, now)
    at = case.at
    kept = [_keep(case, section) for section in case.placed.later]
    standing, remarks = _settle(case)
    raw = (*case.found.findings, *case.placed.findings, *remarks, *standing.findings)
    raw += tuple(finding for each in kept for finding in each.refused)
    all_findings = shown((*raw, *(f for each in kept for f in each.findings)), standing.orders)
    ready = case.ready(all_findings)
    if case.found.ready and not ready:
        raw += (_NOT_READY,)
        all_findings += (_NOT_READY,)
    receipts = [each.receipt for each in kept if each.receipt]
    if case.speaks:
        _record(case, standing, shown(raw, standing.orders), ready)
    if case.speaks or raw or not receipts:
        sender = source.address if source.answer else ""
        receipts.append(
            queue_receipt(at, standing, raw, ready=ready, sender=sender, answers=source.id)
        )
    _return_of_player(at)
    _complain(at, raw)
    return Submitted(
        campaign=at.owner.name,
        seat=at.seat.name,
        phase=at.opened_by.opens.key,
        text=standing.text,
        kept=tuple(each.title for each in kept if each.receipt),
        findings=all_findings,
        fingerprint=standing.fingerprint,
        ready=ready,
        receipt=receipts[-1],
    )


def _open(store: Store, text: bytes | str, source: Source, now: datetime) -> _Case:
    """Read a file and find its place. Raises RefusedError."""
    found = scan(text)
    if not found.usable:
        raise RefusedError(found.findings[0].code, found.findings[0].message)
    clean = _clean(decode_text(text) if isinstance(text, bytes) else text)
    found = scan(clean)
    owner, seat = identify(store, found, source)
    opened_by = head(store, owner)
    if opened_by.opens.over:
        raise RefusedError("game-over", f"{owner.name} has ended; it takes no more orders.")
    if not found.sections and found.ready is None:
        raise RefusedError(
            "no-orders", "There is no order in this, and neither “ready” nor “not ready”."
        )
    at = Sitting(store, owner, seat, opened_by, owner.game.decode(opened_by.position), now)
    return _Case(
        at,
        seated(owner.game, at.position, seat.name),
        submissions(store, opened_by).get(seat.name),
        source,
        clean,
        found,
        sort(found.sections, _standpoint(at)),
    )


def _standpoint(at: Sitting) -> Standpoint:
    past = [resolution.opens for resolution in resolutions(at.store, at.owner)[:-1]]
    over = frozenset((p.round, p.name.casefold()) for p in past if at.seat.name in p.may)
    names = tuple(each.name for each in seats(at.store, at.owner))
    return Standpoint(at.opened_by.opens, at.seat.name, names, over)


def _settle(case: _Case) -> tuple[Standing, list[Finding]]:
    """Return what stands for the phase that waits, and remarks on how that came about."""
    table = case.table
    if table is None:
        return Standing(Orders(), (), (), ""), []
    policy = policies(case.at.opened_by.policies.get(case.at.seat.name, ()), table.language)
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


def _keep(case: _Case, section: Later) -> Kept:
    return keep(
        case.at,
        section,
        amend=case.found.amend,
        ready=case.found.ready is True,
        source=case.source.id,
        sender=case.source.address if case.source.answer else "",
    )


def _record(case: _Case, standing: Standing, findings: tuple[Finding, ...], ready: bool) -> None:
    opened_by = case.at.opened_by
    case.at.store.insert(
        "submission",
        {
            "game": case.at.owner.id,
            "seat": case.at.seat.name,
            "resolution": opened_by.id,
            "round": opened_by.opens.round,
            "phase": opened_by.opens.name,
            "kind": "sent",
            "received": stamp(case.at.now),
            "source": case.source.id,
            "raw": case.text,
            "text": standing.text,
            "ready": ready,
            "findings": as_json(findings),
            "fingerprint": standing.fingerprint,
        },
    )


def _return_of_player(at: Sitting) -> None:
    """A player who sends orders takes his seat back from the regent."""
    seat = at.seat
    if seat.by_person or not (seat.player or seat.address):
        return
    at.store.db.execute("UPDATE seat SET held_by = 'person' WHERE id = ?", (seat.id,))
    text = f"{seat.name} has sent orders and holds the seat again; the regent has left it."
    tell_gm(at.store, at.owner, "player-returned", text, at.now)


def _complain(at: Sitting, findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        if finding.code == CHECK_FAILED:
            text = f"Orders of {at.seat.name} for {at.opened_by.opens.key}: {finding.message}"
            tell_gm(at.store, at.owner, CHECK_FAILED, text, at.now)


def _answer_refusal(
    store: Store, refusal: RefusedError, source: Source, mark: str, now: datetime
) -> None:
    if not (source.address and source.answer and mark):
        return
    queue(
        store,
        plain_report("Your orders were not taken", [str(refusal), HOW_TO_ASK]),
        identity=f"<refusal.{mark[:32]}@adjudicator.invalid>",
        kind="refusal",
        now=now,
        recipients=[source.address],
        in_reply_to=source.id if source.id.startswith("<") else "",
    )


def _clean(text: str) -> str:
    """Replace what is no character at all, as hostile mail can hold."""
    return text.encode("utf-8", "replace").decode()
