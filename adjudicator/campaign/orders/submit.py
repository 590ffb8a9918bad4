"""Taking orders: from an order file to what stands, and the receipt, in one transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.identify import Source, identify, prove
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.turns import is_own, turn_of
from adjudicator.campaign.letters.letters import tell_all, tell_gm
from adjudicator.campaign.orders.deferred import Kept, end_readiness, keep
from adjudicator.campaign.orders.keys import enter_word, take_word
from adjudicator.campaign.orders.receipts import RECEIPT, forward, is_for_a_person, queue_receipt
from adjudicator.campaign.orders.sections import Sorted, Standpoint, over_phases, sort
from adjudicator.campaign.orders.standing import (
    CHECK_FAILED,
    NOT_READY,
    NOTHING,
    Standing,
    Viewpoint,
    earlier,
    find_below,
    is_prose,
    quote_earlier,
    takes_back,
    viewpoint,
    withholds_ready,
)
from adjudicator.orders import (
    Finding,
    Line,
    Orders,
    RawLine,
    Scan,
    Section,
    scan,
    understand,
)
from adjudicator.orders.orders import for_colour
from adjudicator.orders.reading.file_line import decode_text
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Campaign, Seat, Submission

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
    unread: tuple[str, ...] = ()
    """The lines that were not read as orders, and are no orders."""
    missing: bool = False
    """Whether the phase that waits still lacks an answer of the seat."""
    forwarded: bool = False
    """Whether it held nothing but text, which went to the game master."""
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
    source = replace(source, **{name: _encodable(getattr(source, name)) for name in _TEXTS})
    order_file, tidy = _read(text)
    whose = identify(store, order_file, source)
    state = State(store, whose[0], now)
    language = state.game.language(state.position, "", whose[1].name) if state.has_begun else None
    below = find_below(order_file, tidy, language)
    order_file = replace(order_file, findings=(*order_file.findings, *below))
    return take_orders(store, whose, order_file, tidy, source, now)


MOST_A_DAY = 4_000_000
"""Characters that are kept of what a seat sends in 24 hours, findings included."""

Also = Callable[[Change, Submitted], None]
"""Adds what else is to be entered with orders that are taken."""


class _OrderSheet(NamedTuple):
    """One order file and all that it is judged against.

    ``placed`` are its sections sorted by phase; ``table`` is None if the phase that waits takes no
    orders. ``prose`` are the lines of sections that hold no order at all.
    """

    change: Change
    seat: Seat
    table: Viewpoint | None
    source: Source
    text: str
    order_file: Scan
    placed: Sorted
    prose: tuple[RawLine, ...]

    @property
    def before(self) -> Submission | None:
        """What the seat had sent for the phase that waits."""
        return self.change.submissions.get(self.seat.name)

    @property
    def speaks(self) -> bool:
        """Whether the file says anything about the phase that waits."""
        return self.placed.now is not None or self.says_ready is not None

    @property
    def says_ready(self) -> bool | None:
        """Whether it says that the seat is, or is not, ready in the phase that waits.

        Beside orders for a later phase that is said of those, but in a turn of the seat's own.
        """
        now = self.placed.now is not None and is_own(self.change.head.opens, self.seat.name)
        return self.order_file.ready if now or not self.placed.later else None

    @property
    def is_prose(self) -> bool:
        """Whether it is a letter to a person, and orders nothing."""
        says = self.order_file.sections or self.order_file.word or self.order_file.ready is not None
        return bool(self.prose) and not says

    def ahead(self, *, ready: bool) -> bool:
        """Whether a seat that is ready is so for all that is left of the turn.

        As long as it does not say anew that it is ready, or that it is not, it stays so.
        """
        before = self.before
        again = self.order_file.ahead if self.says_ready else bool(before and before.ahead)
        return ready and again

    def ready(self, standing: Standing, findings: Sequence[Finding]) -> bool:
        """Only orders that replace others, or the word for it, change whether a seat is ready.

        A file of which a line was rejected, or not read though it may be an order, makes nobody
        ready: its sender wants to see that first.
        """
        says = self.says_ready
        if says is not None and not (says and withholds_ready(findings)):
            return says
        before = self.before
        changes = before and not self.order_file.amend and before.text != standing.text
        return bool(before and before.ready and not changes)


_NOT_READY = Finding(
    0,
    NOT_READY,
    "note",
    "ready",
    "You are not marked as ready, because not every line was read as an order or as plain words. "
    "Send “ready” on a line of its own when the orders are as you want them.",
)


def take_orders(
    store: Store,
    whose: tuple[Campaign, Seat],
    order_file: Scan,
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

    def work(change: Change) -> Submitted:
        if source.key and not change.mark(source.key, "orders"):
            return Submitted(duplicate=True)
        since = change.now - timedelta(days=1)
        if queries.characters_since(store, campaign, seat.name, since) > MOST_A_DAY:
            raise RefusedError("too-many-orders")
        done = enter_order_file(change, seat.name, order_file, text, source)
        if also:
            also(change, done)
        return done

    return commit(store, campaign, now, work)


def judge_orders(
    store: Store,
    whose: tuple[Campaign, Seat],
    order_file: Scan,
    text: str,
    source: Source,
    now: datetime,
) -> Report:
    """Return the receipt that an order file would get, and enter nothing.

    Raises RefusedError where ``take_orders`` would, before the deal too, and if it holds no order.
    """
    campaign, seat = whose
    with store.snapshot():
        change = Change(store, campaign, now)
        change.is_trial = True
        if not change.has_begun:
            raise RefusedError("not-begun", campaign=campaign.name)
        if enter_order_file(change, seat.name, order_file, text, source).forwarded:
            raise RefusedError("no-orders")
        receipts = [each.content for each in change.entries(Letter) if each.kind == RECEIPT]
    if len(receipts) == 1:
        return receipts[0]
    words = "\n\n".join(each.text for each in receipts)
    return replace(receipts[-1], text=words, html="")


def enter_order_file(
    change: Change, name: str, order_file: Scan, text: str, source: Source
) -> Submitted:
    """Take an order file of a seat as part of a change. Raises RefusedError."""
    if change.has_begun or change.is_over:
        case = _judge(change, name, text, order_file, source)
        return _forward(case) if case.is_prose else _submit(case)
    lines = [line.text for section in order_file.sections for line in section.lines]
    if order_file.word or not (source.id and is_for_a_person(change, order_file)):
        note = take_word(change, name, order_file, source)
        return Submitted(change.campaign.name, name, change.waits_in, findings=(note,))
    seat = change.seat(name)
    prove(order_file, source, seat)
    receipt = forward(change, seat, lines, source)
    return Submitted(change.campaign.name, name, change.waits_in, forwarded=True, receipt=receipt)


def check_usable(order_file: Scan) -> None:
    """Raise RefusedError if what was read is no order file at all."""
    if not order_file.usable:
        raise RefusedError(order_file.findings[0].code, order_file.findings[0].message)


def _read(source: bytes | str) -> tuple[Scan, str]:
    """Read an order file. Raises RefusedError if it is none."""
    text = source if isinstance(source, bytes) else _encodable(source)
    order_file = scan(text)
    check_usable(order_file)
    return order_file, decode_text(text) if isinstance(text, bytes) else text


def _judge(change: Change, name: str, text: str, order_file: Scan, source: Source) -> _OrderSheet:
    """Find the place of an order file in the campaign as it stands. Raises RefusedError."""
    seat = change.seat(name)
    prove(order_file, source, seat)
    change.check_goes_on()
    prose, orders = _part_sections(change, seat, order_file)
    order_file = replace(order_file, sections=orders)
    if not (orders or (prose and source.id) or order_file.word) and order_file.ready is None:
        raise RefusedError("no-orders", " ".join(each.message for each in order_file.findings[:1]))
    if change.closing and (orders or order_file.ready is not None):
        source_of = change.settings.beacon
        raise RefusedError("closed", phase=change.head.opens.key, source=source_of)
    table = viewpoint(change.game, change.position, name)
    past = [each.opens for each in queries.past(change.store, change.campaign)[:-1]]
    over = over_phases(past, change.head.opens, name)
    turns = change.position.every_colour
    placed = sort(orders, Standpoint(change.head.opens, name, turns, over, table))
    return _OrderSheet(change, seat, table, source, text, order_file, placed, prose)


def _part_sections(
    change: Change, seat: Seat, order_file: Scan
) -> tuple[tuple[RawLine, ...], tuple[Section, ...]]:
    """Part sections that are nothing but prose from those that hold orders.

    Prose of which a line may be an order is held against the word “ready”.
    """
    prose: list[RawLine] = []
    orders: list[Section] = []
    for section in order_file.sections:
        name, _ = turn_of(section.name, change.position.every_colour, seat.name)
        language = change.game.language(change.position, name, seat.name)
        understood = understand(section.lines, language) if language else None
        told = order_file.ready is True and understood and withholds_ready(understood.findings)
        if understood and is_prose(understood) and not told:
            prose += section.lines
        else:
            orders.append(section)
    return tuple(prose), tuple(orders)


def _submit(case: _OrderSheet) -> Submitted:
    change, seat, source = case.change, case.seat, case.source
    unready = change.unready
    quoted = () if case.speaks else case.prose
    kept = [
        keep(change, seat, section, case.order_file, source, () if number else quoted)
        for number, section in enumerate(case.placed.later)
    ]
    before, standing = _settle(case)
    raw = (*case.order_file.findings, *case.placed.findings, *standing.findings)
    raw += tuple(finding for each in kept for finding in each.refused)
    of_later = tuple(finding for each in kept for finding in each.findings)
    ready = case.ready(standing, raw + of_later)
    if case.says_ready and not ready:
        raw += (_NOT_READY,)
    if case.order_file.word:
        raw += (enter_word(change, seat, case.order_file.word, source.id),)
    said_ready = case.says_ready is not None and ready == case.says_ready
    answers = (case.placed.now is not None and standing.accepted) or said_ready
    if case.speaks:
        change.enter_orders(
            seat.name,
            kind="sent" if answers or change.has_spoken(seat.name) else "void",
            source=source.id,
            raw=case.text,
            text=standing.text,
            ready=ready,
            ahead=case.ahead(ready=ready),
            findings=quote_earlier(raw, standing.orders),
            fingerprint=standing.fingerprint,
        )
    elif case.order_file.ready is False:
        end_readiness(change, seat)
    receipts = [each.receipt for each in kept if each.receipt]
    if answers or receipts:
        _return_of_player(case)
    missing = seat.name in change.silent
    if case.speaks or raw or not receipts:
        whole = standing._replace(findings=raw)
        own = queue_receipt(
            change, seat, whole, ready=ready, source=source, before=before, missing=missing
        )
        receipts.append(own)
    _tell_of_last_call(change, unready)
    for finding in raw:
        if finding.code == CHECK_FAILED:
            phase = change.head.opens.key
            facts = {"holder": seat.name, "phase": phase, "said": finding.message}
            tell_gm(change, CHECK_FAILED, facts)
    return Submitted(
        campaign=change.campaign.name,
        seat=seat.name,
        phase=change.head.opens.key,
        text=standing.text,
        kept=tuple(each.title for each in kept if each.receipt),
        unread=tuple(line.text for line in _unread(standing, kept)),
        missing=missing,
        findings=quote_earlier(raw + of_later, standing.orders),
        fingerprint=standing.fingerprint,
        ready=ready,
        receipt=receipts[-1],
    )


def _tell_of_last_call(change: Change, unready: tuple[str, ...]) -> None:
    """Tell those who are waited for that all are ready now, or no longer.

    The last call is a short wait in which anybody can take that back.

    ``unready`` are the seats that were not ready before the change.
    """
    settings = change.settings
    if not (settings.early and settings.last_call) or change.closing or settings.paused:
        return
    ends = change.last_call_ends
    facts: dict[str, Any]
    if unready and ends and (change.grace_ends is None or ends < change.grace_ends):
        kind, facts = "last-call", {"ends": ends}
    elif not unready and change.unready:
        kind, facts = "call-off", {"waits": change.unready}
    else:
        return
    to = [seat for seat in change.seats if seat.name in change.must_order]
    tell_all(change, kind, facts, to=to, gm=kind)


def _unread(standing: Standing, kept: Sequence[Kept]) -> list[RawLine]:
    """Return all lines of a file that were not read as orders, in the order of the file."""
    lines = [*standing.unread, *(line for each in kept for line in each.unread)]
    return sorted({line.number: line for line in lines}.values(), key=lambda line: line.number)


def _forward(case: _OrderSheet) -> Submitted:
    """Pass a letter that orders nothing on to the game master; what stands is as it was."""
    change, seat = case.change, case.seat
    numbers = {line.number for line in case.prose}
    lines = enumerate(case.text.splitlines(), 1)
    wrote = [line for number, line in lines if number in numbers]
    sent, strange = case.before, tuple(map(_say, case.order_file.findings))
    return Submitted(
        campaign=change.campaign.name,
        seat=seat.name,
        phase=change.head.opens.key,
        text=sent.text if sent else "",
        unread=tuple(line.text for line in case.prose),
        missing=seat.name in change.silent,
        forwarded=True,
        fingerprint=sent.fingerprint if sent else "",
        ready=bool(sent and sent.ready),
        receipt=forward(change, seat, wrote, case.source, strange),
    )


def _say(finding: Finding) -> str:
    return f"“{finding.read}”: {finding.message}" if finding.read else finding.message


def _settle(case: _OrderSheet) -> tuple[Orders, Standing]:
    """Return what stood for the phase that waits, and what now stands.

    A file of which nothing is accepted changes nothing, and one that only takes back is an
    amendment.
    """
    table = case.table
    if table is None:
        return Orders(), NOTHING
    policy = table.policies(case.change.head.policies.get(case.seat.name, ()))
    before = table.read(case.before.text) if case.before else policy
    lines = case.placed.now
    if lines is None:
        return before, table.finish(earlier(before))._replace(unread=case.prose)
    understood = understand(lines, table.language)
    amends = case.order_file.amend or takes_back(understood)
    if amends:
        base = before
    else:
        base = policy.amend(table.lines_left_alone(before, lines, case.placed.only))
    standing = table.merge(base, lines)
    vain = tuple(
        Finding(0, "nothing-cancelled", "error", _cancel(each), _NOTHING_CANCELLED)
        for each in before.absent(understood.cancelled)
    )
    standing = standing._replace(findings=(*standing.findings, *vain))
    unread = (*standing.unread, *case.prose)
    if lines and not standing.accepted:
        finding = Finding(0, "nothing-accepted", "error", "", _NOTHING_ACCEPTED)
        findings = (*standing.findings, finding)
        same = table.finish(earlier(before), findings)
        return before, same._replace(unread=unread, accepted=False)
    return before, standing._replace(unread=unread)


def _cancel(line: Line) -> str:
    return for_colour(line.colour, f"cancel {line.text}")


_NOTHING_CANCELLED = "No order of yours that stands is about that, so nothing is taken back."
_NOTHING_ACCEPTED = "No line was accepted, so what stood before stands."


def _return_of_player(case: _OrderSheet) -> None:
    """A player who sends orders takes his seat back from the regent."""
    seat = case.seat
    if seat.by_person or not (seat.player or seat.address):
        return
    change = case.change
    back = replace(seat, held_by="person", since=change.head.number, open=False)
    change.save(back)
    facts = {"holder": seat.name}
    tell_all(change, "returned", facts, seat.place, gm="player-returned")


def _encodable(text: str) -> str:
    """Replace what is no character at all, as hostile mail can hold."""
    return text.encode("utf-8", "replace").decode()
