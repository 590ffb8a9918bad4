"""Taking orders: from an order file to what stands, and the receipt, in one transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import OrderFile, Source, identify, prove
from adjudicator.campaign.kernel.turns import is_own, turn_of
from adjudicator.campaign.letters.letters import tell_all, tell_gm
from adjudicator.campaign.orders.deferred import end_readiness, keep
from adjudicator.campaign.orders.keys import enter_word, take_word
from adjudicator.campaign.orders.receipts import (
    RECEIPT,
    enter_standing,
    forward,
    is_for_a_person,
    queue_receipt,
)
from adjudicator.campaign.orders.sections import Sorted, Standpoint, over_phases, sort
from adjudicator.campaign.orders.standing import (
    CHECK_FAILED,
    NOT_READY,
    NOTHING,
    Standing,
    earlier,
    find_below,
    is_prose,
    quote_earlier,
    viewpoint,
    withholds_ready,
)
from adjudicator.orders import (
    Finding,
    RawLine,
    Scan,
    Section,
    scan,
    understand,
)
from adjudicator.orders.reading.plain_text import decode_text
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
    given = text if isinstance(text, bytes) else _encodable(text)
    whole = decode_text(given) if isinstance(given, bytes) else given
    file = OrderFile(scan(given), whole, source)
    check_usable(file.scan)
    campaign, seat = identify(store, file)
    state = State(store, campaign, now)
    language = state.game.language(state.position, "", seat.name) if state.has_begun else None
    findings = (*file.scan.findings, *find_below(file.scan, whole, language))
    file = file._replace(scan=replace(file.scan, findings=findings))
    return take_orders(store, campaign, seat.name, file, now)


MOST_A_DAY = 4_000_000
"""Characters that are kept of what a seat sends in 24 hours, findings included."""


class _OrderSheet(NamedTuple):
    """One order file and all that it is judged against.

    ``placed`` are its sections sorted by phase; ``standpoint.table`` is None if the phase that
    waits takes no orders. ``prose`` are the lines of sections that hold no order at all.
    """

    change: Change
    seat: Seat
    standpoint: Standpoint
    file: OrderFile
    placed: Sorted
    prose: tuple[RawLine, ...]

    @property
    def scan(self) -> Scan:
        """What was read of it."""
        return self.file.scan

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
        return self.scan.ready if now or not self.placed.later else None

    @property
    def is_prose(self) -> bool:
        """Whether it is a letter to a person, and orders nothing."""
        says = self.scan.sections or self.scan.word or self.scan.ready is not None
        return bool(self.prose) and not says

    def ahead(self, *, ready: bool) -> bool:
        """Whether a seat that is ready is so for all that is left of the turn.

        As long as it does not say anew that it is ready, or that it is not, it stays so.
        """
        before = self.before
        again = self.scan.ahead if self.says_ready else bool(before and before.ahead)
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
        changes = before and not self.scan.amend and before.text != standing.text
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
    campaign: Campaign,
    seat: str,
    file: OrderFile,
    now: datetime,
    *,
    also: Callable[[Change, Submitted], None] | None = None,
) -> Submitted:
    """Take an order file that has been read, of a seat that is known; queue its receipt.

    What ``also`` adds is entered with the orders.
    Raises RefusedError if there is nothing in it that could be taken, the seat has changed hands,
    or the game is over.
    """

    def work(change: Change) -> Submitted:
        if file.source.key and not change.mark(file.source.key, "orders"):
            return Submitted(duplicate=True)
        since = change.now - timedelta(days=1)
        if queries.characters_since(store, campaign, seat, since) > MOST_A_DAY:
            raise RefusedError("too-many-orders")
        done = enter_order_file(change, seat, file)
        if also:
            also(change, done)
        return done

    return commit(store, campaign, now, work)


def judge_orders(
    store: Store, campaign: Campaign, seat: str, file: OrderFile, now: datetime
) -> Report:
    """Return the receipt that an order file would get, and enter nothing.

    Raises RefusedError where ``take_orders`` would, before the deal too, and if it holds no order.
    """
    with store.snapshot():
        change = Change(store, campaign, now)
        change.is_trial = True
        if not change.has_begun:
            raise RefusedError("not-begun", campaign=campaign.name)
        if enter_order_file(change, seat, file).forwarded:
            raise RefusedError("no-orders")
        receipts = [each.content for each in change.entries(Letter) if each.kind == RECEIPT]
    if len(receipts) == 1:
        return receipts[0]
    words = "\n\n".join(each.text for each in receipts)
    return replace(receipts[-1], text=words, html="")


def enter_order_file(change: Change, name: str, file: OrderFile) -> Submitted:
    """Take an order file of a seat as part of a change. Raises RefusedError."""
    seat = change.seat(name)
    prove(file, seat)
    done = Submitted(change.campaign.name, name, change.waits_in)
    if change.has_begun or change.is_over:
        sheet = _judge(change, seat, file)
        if not sheet.is_prose:
            return _submit(sheet)
        prose = sheet.prose
    elif file.scan.word or not (file.source.id and is_for_a_person(change, file.scan)):
        return replace(done, findings=(take_word(change, seat, file),))
    else:
        prose = tuple(line for section in file.scan.sections for line in section.lines)
    return replace(done, forwarded=True, receipt=forward(change, seat, file, prose))


def check_usable(order_file: Scan) -> None:
    """Raise RefusedError if what was read is no order file at all."""
    if not order_file.usable:
        raise RefusedError(order_file.findings[0].code, order_file.findings[0].message)


def _judge(change: Change, seat: Seat, file: OrderFile) -> _OrderSheet:
    """Find the place of an order file in the campaign as it stands. Raises RefusedError."""
    change.check_goes_on()
    prose, orders = _part_sections(change, seat, file.scan)
    scan = replace(file.scan, sections=orders)
    if not (orders or (prose and file.source.id) or scan.word) and scan.ready is None:
        raise RefusedError("no-orders", " ".join(each.message for each in scan.findings[:1]))
    if change.closing and (orders or scan.ready is not None):
        raise RefusedError("closed", phase=change.waits_in, source=change.settings.beacon)
    opens, table = change.head.opens, viewpoint(change.game, change.position, seat.name)
    past = [each.opens for each in queries.past(change.store, change.campaign)[:-1]]
    over = over_phases(past, opens, seat.name)
    standpoint = Standpoint(opens, seat.name, change.position.every_colour, over, table)
    file = file._replace(scan=scan)
    return _OrderSheet(change, seat, standpoint, file, sort(orders, standpoint), prose)


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


def _submit(sheet: _OrderSheet) -> Submitted:
    change, seat, source = sheet.change, sheet.seat, sheet.file.source
    unready = change.unready
    quoted = () if sheet.speaks else sheet.prose
    kept = [
        keep(change, seat, each, sheet.standpoint, sheet.file, () if number else quoted)
        for number, each in enumerate(sheet.placed.later)
    ]
    standing = _settle(sheet)
    raw = (*sheet.scan.findings, *sheet.placed.findings, *standing.findings)
    raw += tuple(finding for each in kept if not each.receipt for finding in each.findings)
    of_later = tuple(finding for each in kept if each.receipt for finding in each.findings)
    ready = sheet.ready(standing, raw + of_later)
    if sheet.says_ready and not ready:
        raw += (_NOT_READY,)
    if sheet.scan.word:
        raw += (enter_word(change, seat, sheet.scan.word, source.id),)
    standing = standing._replace(findings=raw, ready=ready, ahead=sheet.ahead(ready=ready))
    said_ready = sheet.says_ready is not None and ready == sheet.says_ready
    answers = (sheet.placed.now is not None and standing.accepted) or said_ready
    if sheet.speaks:
        kind = "sent" if answers or change.has_spoken(seat.name) else "void"
        enter_standing(change, seat, standing, source, kind=kind, raw=sheet.file.text)
    elif sheet.scan.ready is False:
        end_readiness(change, seat)
    receipts = [each.receipt for each in kept if each.receipt]
    if answers or receipts:
        _return_of_player(change, seat)
    missing = seat.name in change.silent
    if sheet.speaks or raw or not receipts:
        receipts.append(queue_receipt(change, seat, standing, source, missing=missing))
    _tell_of_last_call(change, unready)
    for finding in raw:
        if finding.code == CHECK_FAILED:
            facts = {"holder": seat.name, "said": finding.message}
            tell_gm(change, CHECK_FAILED, facts)
    return Submitted(
        campaign=change.campaign.name,
        seat=seat.name,
        phase=change.waits_in,
        text=standing.text,
        kept=tuple(each.phase for each in kept if each.receipt),
        unread=_unread(standing, kept),
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


def _unread(standing: Standing, kept: Sequence[Standing]) -> tuple[str, ...]:
    """Return all lines of a file that were not read as orders, in the order of the file."""
    lines = [*standing.unread, *(line for each in kept for line in each.unread)]
    return tuple(text for _, text in sorted({line.number: line.text for line in lines}.items()))


def _settle(sheet: _OrderSheet) -> Standing:
    """Return what now stands for the phase that waits.

    A file of which nothing is accepted changes nothing.
    """
    table = sheet.standpoint.table
    if table is None:
        return NOTHING
    policy = table.policies(sheet.change.head.policies.get(sheet.seat.name, ()))
    before = table.read(sheet.before.text) if sheet.before else policy
    lines = sheet.placed.now
    if lines is None:
        return table.finish(earlier(before))._replace(unread=sheet.prose, before=before)
    over = None if sheet.scan.amend else policy
    standing = table.merge(before, lines, over, sheet.placed.only)
    standing = standing._replace(unread=(*standing.unread, *sheet.prose))
    if standing.accepted or not lines:
        return standing
    finding = Finding(0, "nothing-accepted", "error", "", _NOTHING_ACCEPTED)
    same = table.finish(earlier(before), (*standing.findings, finding))
    return same._replace(unread=standing.unread, accepted=False, before=before)


_NOTHING_ACCEPTED = "No line was accepted, so what stood before stands."


def _return_of_player(change: Change, seat: Seat) -> None:
    """A player who sends orders takes his seat back from the regent."""
    if seat.by_person or not (seat.player or seat.address):
        return
    change.save(replace(seat, held_by="person", since=change.head.number, open=False))
    tell_all(change, "returned", {"holder": seat.name}, gm="player-returned")


def _encodable(text: str) -> str:
    """Replace what is no character at all, as hostile mail can hold."""
    return text.encode("utf-8", "replace").decode()
