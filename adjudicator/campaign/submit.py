"""Taking orders: from an order file to what stands, and the receipt, in one transaction."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.errors import Refused
from adjudicator.campaign.identify import Source, identify
from adjudicator.campaign.letters import Desk, plain_report, setting, tell_gm
from adjudicator.campaign.outbox import queue, receipt_id
from adjudicator.campaign.records import (
    Campaign,
    Resolution,
    Seat,
    Submission,
    as_json,
    head,
    kept,
    resolutions,
    seats,
    submissions,
)
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
from adjudicator.orders.scan import decoded

_TEXTS = ("id", "address", "token", "game", "seat")
MOST_KEPT = 40
"""How many sections for later phases one seat may have waiting."""


class Submitted(msgspec.Struct, frozen=True):
    """What became of an order file.

    ``text`` is the whole set that now stands for the phase that waits, in canonical form.
    ``duplicate`` is set if the same letter was taken before; the rest is then empty.
    """

    campaign: str = ""
    seat: str = ""
    phase: str = ""
    text: str = ""
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

    Raises Refused if it is not for a game and a seat here, or not proven to come from the seat's
    player. If the source can be answered, the refusal is then in the outbox already.
    """
    source = msgspec.structs.replace(
        source, **{name: _clean(getattr(source, name)) for name in _TEXTS}
    )
    mark = _mark(text, source)
    refusal: Refused | None = None
    with store.atomic():
        if mark and store.row("SELECT 1 FROM intake WHERE key = ?", mark):
            return Submitted(duplicate=True)
        try:
            with store.atomic():
                taken = _take(store, text, source, now)
        except Refused as problem:
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
    """All that one order file is judged against."""

    store: Store
    owner: Campaign
    seat: Seat
    opened_by: Resolution
    position: Any
    table: Table | None
    before: Submission | None
    source: Source
    now: datetime


def _take(store: Store, text: bytes | str, source: Source, now: datetime) -> Submitted:
    found = scan(text)
    if not found.usable:
        raise Refused(found.findings[0].code, found.findings[0].message)
    text = _clean(decoded(text) if isinstance(text, bytes) else text)
    found = scan(text)
    owner, seat = identify(store, found, source)
    opened_by = head(store, owner)
    if opened_by.opens.over:
        raise Refused("game-over", f"{owner.name} has ended; it takes no more orders.")
    if not found.sections and found.ready is None:
        raise Refused(
            "no-orders", "There is no order in this, and neither “ready” nor “not ready”."
        )
    position = owner.game.decode(opened_by.position)
    table = seated(owner.game, position, seat.name)
    before = submissions(store, opened_by).get(seat.name)
    case = _Case(store, owner, seat, opened_by, position, table, before, source, now)
    placed = sort(found.sections, _standpoint(case))
    later = tuple(remark for section in placed.later for remark in _keep(case, section, found))
    standing, remarks = _settle(case, found, placed)
    raw = (*found.findings, *placed.findings, *remarks, *standing.findings, *later)
    ready = _ready(case, found, placed, raw)
    if found.ready and not ready:
        raw = (*raw, _NOT_READY)
    findings = shown(raw, standing.orders)
    _record(case, found, placed, standing, findings, text, ready)
    _return_of_player(case)
    _complain(case, findings)
    receipt = _receipt(case, standing, raw, ready)
    return Submitted(
        campaign=owner.name,
        seat=seat.name,
        phase=opened_by.opens.key,
        text=standing.text,
        findings=findings,
        fingerprint=standing.fingerprint,
        ready=ready,
        receipt=receipt,
    )


def _standpoint(case: _Case) -> Standpoint:
    past = [resolution.opens for resolution in resolutions(case.store, case.owner)[:-1]]
    over = frozenset((p.round, p.name.casefold()) for p in past if case.seat.name in p.may)
    names = tuple(each.name for each in seats(case.store, case.owner))
    return Standpoint(case.opened_by.opens, case.seat.name, names, over)


def _settle(case: _Case, found: Scan, placed: Sorted) -> tuple[Standing, list[Finding]]:
    """Return what stands for the phase that waits, and remarks on how that came about."""
    table = case.table
    if table is None:
        return Standing(Orders(), (), (), ""), []
    policy = policies(case.opened_by.policies.get(case.seat.name, ()), table.language)
    before = read_orders(case.before.text, table.language).orders if case.before else policy
    if placed.now is None:
        return finish(table, earlier(before), ()), []
    standing = merge(table, before if found.amend else policy, placed.now)
    understood = understand(placed.now, table.language)
    if placed.now and not understood.orders.lines and not understood.cancelled:
        message = "Nothing was understood, so what stood before stands."
        unread = Finding(0, "nothing-understood", "error", "", message)
        return finish(table, earlier(before), standing.findings), [unread]
    return standing, []


def _keep(case: _Case, section: Later, found: Scan) -> list[Finding]:
    """Keep a section for its phase; return what there is to say about it."""
    title = f"phase {section.round or ''} {section.name}".replace("  ", " ")
    language = case.owner.game.language(case.position, section.name)
    if language is None:
        message = f"{case.owner.ruleset} has no phase “{section.name}”. The game waits in phase "
        message += f"{case.opened_by.opens.round} {case.opened_by.opens.name}."
        return [Finding(section.number, "unknown-phase", "error", title, message)]
    waiting = kept(case.store, case.owner, case.seat.name)
    if len({(each.round, each.phase) for each in waiting}) >= MOST_KEPT:
        message = f"You have orders waiting for {MOST_KEPT} later phases; these are too many."
        return [Finding(section.number, "too-many-kept", "error", title, message)]
    understood = understand(section.lines, language)
    same = [each for each in waiting if (each.round, each.phase) == (section.round, section.name)]
    base = read_orders(same[-1].text, language).orders if same and found.amend else Orders()
    orders = base.amended(understood.orders, understood.cancelled)
    row = _row(case, "later", None, str(orders), understood.findings)
    row |= {"round": section.round, "phase": section.name}
    row |= {"raw": "\n".join(line.text for line in section.lines), "ready": found.ready is True}
    case.store.insert("submission", row)
    what = f"{len(orders)} line{'' if len(orders) == 1 else 's'}"
    message = f"Kept for {title}: {what}. They are checked when that phase opens."
    return [*understood.findings, Finding(section.number, "kept", "note", title, message)]


def _record(
    case: _Case,
    found: Scan,
    placed: Sorted,
    standing: Standing,
    findings: tuple[Finding, ...],
    text: str,
    ready: bool,
) -> None:
    """Store what stands for the phase that waits, if the file says anything about it."""
    if placed.now is not None or (found.ready is not None and not placed.later):
        phase = case.opened_by.opens
        row = _row(case, "sent", case.opened_by.id, standing.text, findings)
        row |= {"round": phase.round, "phase": phase.name, "fingerprint": standing.fingerprint}
        row |= {"raw": text, "ready": ready}
        case.store.insert("submission", row)


def _row(
    case: _Case, kind: str, opened_by: int | None, text: str, findings: tuple[Finding, ...]
) -> dict[str, object]:
    return {
        "game": case.owner.id,
        "seat": case.seat.name,
        "resolution": opened_by,
        "kind": kind,
        "received": stamp(case.now),
        "source": case.source.id,
        "text": text,
        "findings": as_json(findings),
        "fingerprint": "",
    }


_NOT_READY = Finding(
    0,
    "not-ready",
    "note",
    "ready",
    "You are not marked as ready, because lines were rejected. Send “ready” on a line of its own "
    "when the orders are as you want them.",
)


def _ready(case: _Case, found: Scan, placed: Sorted, findings: Sequence[Finding]) -> bool:
    """Orders that replace others are not ready unless they say so; others change nothing.

    A file with a rejected line is never ready: its sender wants to see what was rejected first.
    """
    if found.ready is not None:
        return found.ready and not any(finding.severity == "error" for finding in findings)
    replaced = placed.now is not None and not found.amend
    return bool(case.before and case.before.ready and not replaced)


def _return_of_player(case: _Case) -> None:
    """A player who sends orders takes his seat back from the regent."""
    seat = case.seat
    if seat.by_person or not (seat.player or seat.address):
        return
    case.store.db.execute("UPDATE seat SET held_by = 'person' WHERE id = ?", (seat.id,))
    text = f"{seat.name} has sent orders and holds the seat again; the regent has left it."
    tell_gm(case.store, case.owner, "player-returned", text, case.now)


def _complain(case: _Case, findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        if finding.code == CHECK_FAILED:
            text = f"Orders of {case.seat.name} for {case.opened_by.opens.key}: {finding.message}"
            tell_gm(case.store, case.owner, CHECK_FAILED, text, case.now)


def _receipt(case: _Case, standing: Standing, findings: tuple[Finding, ...], ready: bool) -> str:
    seat = case.seat
    known = setting(case.store, case.owner, seat, case.opened_by)
    known = msgspec.structs.replace(known, ready=ready)
    game = case.owner.game
    view = game.view(case.position, seat.name)
    report = Desk(case.store, case.owner, case.now).made(
        "receipt",
        seat.name,
        lambda: reports.receipt(
            game,
            view,
            standing.orders,
            findings,
            standing.defaults,
            standing.fingerprint,
            known,
        ),
        instead=("These orders stand:", standing.text or "none", standing.fingerprint),
    )
    identity = receipt_id(case.store, case.owner, case.opened_by, seat)
    queue(
        case.store,
        report,
        identity=identity,
        kind="receipt",
        now=case.now,
        recipients=[seat.address, case.source.address if case.source.answer else ""],
        owner=case.owner,
        opened_by=case.opened_by,
        seat=seat.name,
        in_reply_to=case.source.id if case.source.id.startswith("<") else "",
    )
    return identity


def _answer_refusal(
    store: Store, refusal: Refused, source: Source, mark: str, now: datetime
) -> None:
    if not (source.address and source.answer and mark):
        return
    queue(
        store,
        plain_report("Your orders were not taken", [str(refusal)]),
        identity=f"<refusal.{mark[:32]}@adjudicator.invalid>",
        kind="refusal",
        now=now,
        recipients=[source.address],
        in_reply_to=source.id if source.id.startswith("<") else "",
    )


def _clean(text: str) -> str:
    """Replace what is no character at all, as hostile mail can hold."""
    return text.encode("utf-8", "replace").decode()
