"""Taking orders: from an order file to what stands, and the receipt, in one transaction."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.caretakers import CARETAKER
from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.errors import RefusedError, reason
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import OrderFile, Source, identify, prove
from adjudicator.campaign.kernel.turns import is_own, language_of
from adjudicator.campaign.letters.letters import CARE, tell_all, tell_gm
from adjudicator.campaign.orders.deferred import (
    clear_later,
    end_readiness_later,
    enter_later,
    judge_later,
)
from adjudicator.campaign.orders.keys import enter_word, take_word
from adjudicator.campaign.orders.readiness import (
    end_readiness,
    is_ready,
    suspend,
    tell_of_last_call,
)
from adjudicator.campaign.orders.receipts import (
    RECEIPT,
    enter_standing,
    forward,
    is_for_a_person,
    not_ready,
    queue_receipt,
)
from adjudicator.campaign.orders.sections import (
    Sorted,
    over_phases,
    say_when,
    sort,
)
from adjudicator.campaign.orders.standing import (
    CHECK_FAILED,
    CLOSED_PART,
    LEFT_OUT,
    MOST_SENT,
    Standing,
    Viewpoint,
    earlier,
    find_below,
    is_prose,
    is_suspended,
    leaves_out,
    quote_earlier,
    viewpoint,
    withholds_ready,
)
from adjudicator.orders import (
    Finding,
    Language,
    RawLine,
    Scan,
    Section,
    scan,
    settle_ready,
    understand,
)
from adjudicator.orders.reading.plain_text import decode_text, replace_halves
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Campaign, Caretaker, Seat, Submission
from adjudicator.wording import in_words

_TEXTS = ("id", "key", "address", "token", "game", "seat")


class Submitted(msgspec.Struct, frozen=True):
    """What became of an order file."""

    campaign: str = ""
    seat: str = ""
    phase: str = ""
    text: str = ""
    """The whole set that now stands for the phase that waits, in canonical form."""
    counts: bool = False
    """Whether it says something for the phase that waits, and not for later ones alone."""
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
    source = replace(source, **{name: replace_halves(getattr(source, name)) for name in _TEXTS})
    given = text if isinstance(text, bytes) else replace_halves(text)
    whole = decode_text(given) if isinstance(given, bytes) else given
    file = OrderFile(scan(given), whole, source)
    check_usable(file.scan)
    campaign, seat = identify(store, file)
    state = State(store, campaign, now)
    language = state.game.language(state.position, "", seat.name) if state.has_begun else None
    findings = (*file.scan.findings, *find_below(file.scan, whole, language))
    file = settle_file(file._replace(scan=replace(file.scan, findings=findings)), state, seat.name)
    return take_orders(store, campaign, seat.name, file, now)


MOST_A_DAY = 4_000_000
"""Characters that are kept of what a seat sends in 24 hours, findings included; who looks after it
must leave half of them to its player."""


class _OrderSheet(NamedTuple):
    """One order file and all that it is judged against.

    ``placed`` are its sections sorted by phase, ``prose`` the lines of those that hold no order at
    all.
    """

    change: Change
    seat: Seat
    table: Viewpoint
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
        says = self.placed.now is not None or self.says_ready is not None
        return says or self.brings_back

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
        return bool(self.prose) and not (says or self.brings_back)

    def ahead(self, *, ready: bool) -> bool:
        """Whether a seat that is ready is so for all that is left of the turn.

        As long as it does not say anew that it is ready, or that it is not, it stays so.
        """
        before = self.before
        again = self.scan.ahead if self.says_ready else bool(before and before.ahead)
        return ready and again

    @property
    def brings_back(self) -> bool:
        """Whether it says “amend” and nothing else that orders, for whatever phase: what the letter
        before it left out stands again."""
        before, placed = self.before, self.placed
        left_out = before and any(each.code == LEFT_OUT for each in before.findings)
        orders = placed.now or placed.later or placed.findings
        return bool(self.scan.amend and left_out and not orders)

    def wants_ready(self, standing: Standing) -> bool:
        """Whether the seat is to be ready, if all of it was taken.

        Only orders that replace others, or the word for it, change that. Orders that were left out
        leave it open until their seat has answered whether it meant that.
        """
        before = self.before
        if self.says_ready is not None or before is None:
            return bool(self.says_ready)
        if self.brings_back:
            return is_suspended(before.findings) and not withholds_ready(before.findings)
        changes = not self.scan.amend and before.text != standing.text
        return before.ready and (not changes or leaves_out(standing.findings))


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
        sent = queries.characters_since(store, campaign, seat, since)
        if sent > MOST_A_DAY:
            raise RefusedError("too-many-orders")
        done = enter_order_file(change, seat, file)
        if sent > MOST_A_DAY // 2 and change.actors[seat] == CARETAKER:
            raise RefusedError("too-many-orders")
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
        if enter_order_file(change, seat, settle_file(file, change, seat)).forwarded:
            raise RefusedError("no-orders")
        kind = CARE if change.actors[seat] == CARETAKER else RECEIPT
        receipts = [each.content for each in change.entries(Letter) if each.kind == kind]
    if len(receipts) == 1:
        return receipts[0]
    words = "\n\n".join(each.text for each in receipts)
    return replace(receipts[-1], text=words, html="")


def settle_file(file: OrderFile, state: State, seat: str) -> OrderFile:
    """Return an order file as one that says “ready” also behind an order on its line."""

    def find(phase: str) -> Language | None:
        return language_of(state.game, state.position, phase, seat) if state.has_begun else None

    return file._replace(scan=settle_ready(file.scan, find))


def enter_order_file(change: Change, name: str, file: OrderFile) -> Submitted:
    """Take an order file of a seat as part of a change. Raises RefusedError."""
    seat = change.seat(name)
    caretaker = prove(file, seat, [each for each in change.caretakers if each.seat == name])
    if caretaker and file.scan.word:
        raise RefusedError("only-orders", request="word")
    change.actors = {name: CARETAKER if caretaker else file.source.actor_for(seat)}
    done = Submitted(change.campaign.name, name, change.waits_in)
    if change.has_begun and not change.is_over:
        sheet = _judge(change, seat, file)
        if not sheet.is_prose:
            return _submit(sheet)
        prose = sheet.prose
    elif file.scan.word or not (file.source.id and is_for_a_person(change, file.scan)):
        change.check_goes_on()
        return replace(done, findings=(take_word(change, seat, file),))
    else:
        prose = tuple(line for section in file.scan.sections for line in section.lines)
    if caretaker:
        raise RefusedError("no-orders")
    receipt = forward(change, seat, file, prose, suspend(change, name))
    return replace(done, forwarded=True, receipt=receipt)


def clear_orders(change: Change, name: str, source: Source, phase: str = "") -> None:
    """Take back all that a seat has sent for the phase that waits, or for a later ``phase``, and
    queue the receipt.

    Of the phase that waits its policies stand again, and it waits for the seat's answer. Raises
    RefusedError.
    """
    change.check_goes_on()
    seat = change.seat(name)
    table = _table(change, seat)
    placed = sort(scan(f"phase {phase}").sections if phase else (), table)
    for wrong in placed.findings:
        raise RefusedError(in_words(wrong.code, wrong.message))
    if placed.later:
        clear_later(change, seat, placed.later[0], table, source)
        return
    if change.closing:
        raise RefusedError("closed", phase=change.head.opens.key, source=change.settings.beacon)
    sent = change.submissions.get(name)
    if sent is None:
        raise RefusedError("nothing-to-clear", phase=change.head.opens.key)
    policy = table.policies(change.head.policies.get(name, ()))
    standing = table.finish(policy)._replace(findings=(), before=table.read(sent.text))
    kind: Literal["policy", "void"] = "policy" if policy.lines else "void"
    enter_standing(change, seat, standing, source, kind=kind)
    queue_receipt(change, seat, standing, source, missing=name in change.silent)


def check_usable(order_file: Scan) -> None:
    """Raise RefusedError if what was read is no order file at all."""
    if not order_file.usable:
        first = order_file.findings[0]
        raise RefusedError(in_words(first.code, first.message))


def _judge(change: Change, seat: Seat, file: OrderFile) -> _OrderSheet:
    """Find the place of an order file in the campaign as it stands. Raises RefusedError."""
    prose, orders = _part_sections(change, seat, file.scan)
    scan = replace(file.scan, sections=orders)
    table = _table(change, seat)
    file = file._replace(scan=scan)
    sheet = _OrderSheet(change, seat, table, file, sort(orders, table), prose)
    says = orders or scan.ready is not None or sheet.brings_back
    if not (says or (prose and file.source.id) or scan.word):
        for first in scan.findings:
            raise RefusedError(in_words("no-orders", first.message))
        raise RefusedError("no-orders")
    if change.closing and says:
        raise RefusedError("closed", phase=change.waits_in, source=change.settings.beacon)
    return sheet


def _table(change: Change, seat: Seat) -> Viewpoint:
    """Return a seat's table in the phase that waits, of a game that goes on."""
    past = [each.opens for each in queries.past(change.store, change.campaign)[:-1]]
    over = over_phases(past, change.head.opens, seat.name)
    table = viewpoint(change.game, change.position, seat.name, over)
    assert table, "a game that goes on waits for orders"
    return table


def _part_sections(
    change: Change, seat: Seat, order_file: Scan
) -> tuple[tuple[RawLine, ...], tuple[Section, ...]]:
    """Part sections that are nothing but prose from those that hold orders.

    Prose of which a line may be an order is held against the word “ready”.
    """
    prose: list[RawLine] = []
    orders: list[Section] = []
    for section in order_file.sections:
        language = language_of(change.game, change.position, section.name, seat.name)
        understood = understand(section.lines, language) if language else None
        told = order_file.ready is True and understood and withholds_ready(understood.findings)
        if understood and is_prose(understood) and not told:
            prose += section.lines
        else:
            orders.append(section)
    return tuple(prose), tuple(orders)


def _tell_of_fault(sheet: _OrderSheet, fault: Finding) -> Finding:
    """Tell the game master that the rules failed while judging orders; return the finding that says
    so to their sender, too."""
    facts = {"holder": sheet.seat.name, "said": fault.message}
    tell_gm(sheet.change, CHECK_FAILED, facts)
    return fault.with_words(reason(CHECK_FAILED, **{**fault.facts, "told": True}))


def _submit(sheet: _OrderSheet) -> Submitted:
    change, seat, source = sheet.change, sheet.seat, sheet.file.source
    unready, was_ready = change.unready, is_ready(change, seat)
    quoted = () if sheet.speaks else sheet.prose
    later: list[tuple[Section, Standing]] = []
    for each in sheet.placed.later:
        prose = () if later else quoted
        later.append(judge_later(change, seat, each, sheet.table, sheet.file, prose, later))
    standing = _settle(sheet)
    raw = (*sheet.scan.findings, *sheet.placed.findings, *standing.findings)
    refused = (x for _, each in later if not each.accepted for x in each.findings)
    raw += tuple(finding for finding in refused if finding.code != LEFT_OUT)
    of_later = tuple(x for _, each in later if each.accepted for x in each.findings)
    unread = _unread(standing, [each for _, each in later])
    beside = unread or any(each.code == CLOSED_PART for each in sheet.scan.findings)
    taken = not withholds_ready(raw + of_later) and (sheet.scan.ready is True or not beside)
    wants, left_out = sheet.wants_ready(standing), leaves_out(standing.findings)
    ready = wants and taken and not left_out
    if not taken and (wants or was_ready):
        raw += (not_ready("suspended" if was_ready else "withheld"),)
    elif wants and left_out:
        raw += (not_ready("left-out"),)
    if sheet.speaks and not (standing.replaces or ready):
        raw += tuple(_repeat_findings(sheet, standing))
    if sheet.scan.word:
        raw += (enter_word(change, seat, sheet.scan.word, source.id),)
    raw = tuple(_tell_of_fault(sheet, each) if each.code == CHECK_FAILED else each for each in raw)
    standing = standing._replace(findings=raw, ready=ready, ahead=sheet.ahead(ready=ready))
    said_ready = sheet.says_ready is not None and ready == sheet.says_ready
    orders = bool(sheet.placed.now) or sheet.brings_back
    answers = (orders and standing.accepted) or said_ready
    if sheet.speaks:
        kind = "sent" if answers or change.has_spoken(seat.name) else "void"
        enter_standing(change, seat, standing, source, kind=kind, raw=sheet.file.text)
    lacks = seat.name in change.silent and not sheet.speaks
    kept = [
        enter_later(change, seat, *each, sheet.file, taken=taken, missing=lacks) for each in later
    ]
    if not taken:
        end_readiness(change, seat)
    elif sheet.scan.ready is False:
        end_readiness_later(change, seat)
    receipts = [each.receipt for each in kept if each.receipt]
    if answers or receipts:
        _return_of_player(change, seat)
    missing = seat.name in change.silent
    if sheet.speaks or raw or not receipts:
        receipts.append(queue_receipt(change, seat, standing, source, missing=missing))
    tell_of_last_call(change, unready)
    return Submitted(
        campaign=change.campaign.name,
        seat=seat.name,
        phase=change.waits_in,
        text=standing.text,
        counts=answers,
        kept=tuple(each.phase for each in kept if each.receipt),
        unread=unread,
        missing=missing,
        findings=quote_earlier(raw + of_later, standing.orders),
        fingerprint=standing.fingerprint,
        ready=ready,
        receipt=receipts[-1],
    )


def _unread(standing: Standing, kept: Sequence[Standing]) -> tuple[str, ...]:
    """Return all lines of a file that were not read as orders, in the order of the file."""
    lines = [*standing.unread, *(line for each in kept for line in each.unread)]
    return tuple(text for _, text in sorted({line.number: line.text for line in lines}.items()))


def _settle(sheet: _OrderSheet) -> Standing:
    """Return what now stands for the phase that waits.

    A file of which nothing is accepted changes nothing.
    """
    table = sheet.table
    policy = table.policies(sheet.change.head.policies.get(sheet.seat.name, ()))
    sent, lines = sheet.before, sheet.placed.now
    before, known = (table.read(sent.text), sent.warned) if sent else (policy, None)
    if sent and sheet.brings_back:
        left_out = table.find_left_out(sent.findings, before)
        restored = table.bring_back(before, left_out, (x.text for x in _submissions(sheet)))
        return table.merge(restored, ())._replace(unread=sheet.prose, before=before)
    if not lines:
        standing = table.finish(earlier(before), warned=known)
        return standing._replace(unread=sheet.prose, before=before)
    over = None if sheet.scan.amend else policy
    suggested = table.read_suggestions(
        finding for each in _submissions(sheet) for finding in each.findings
    )
    standing = table.merge(before, lines, over, sheet.placed.only, suggested)
    standing = say_when(standing, lines, table.language, table)
    standing = standing._replace(unread=(*standing.unread, *sheet.prose))
    if standing.accepted:
        return standing
    finding = Finding.of(0, "error", "", reason("nothing-accepted"))
    findings = (each for each in standing.findings if each.code != LEFT_OUT)
    same = table.finish(earlier(before), (*findings, finding), known)
    return same._replace(unread=standing.unread, accepted=False, before=before)


def _submissions(sheet: _OrderSheet) -> list[Submission]:
    """Return what the seat has sent for the phase that waits, the latest first."""
    change = sheet.change
    of: dict[str, Any] = {"seat": sheet.seat.name, "resolution": change.head.serial}
    return change.rows(Submission, **of, order="id", last=True, limit=MOST_SENT)


def _repeat_findings(sheet: _OrderSheet, standing: Standing) -> Iterator[Finding]:
    """Yield again what was found on orders that an earlier letter left out, and that do not stand
    again: until the seat says that it is ready, “amend” brings them back."""
    table, before = sheet.table, sheet.before
    if before:
        left_out = table.find_left_out(before.findings, standing.orders)
        yield from (x for x in before.findings if x.code == LEFT_OUT and x.read in left_out)


def _return_of_player(change: Change, seat: Seat) -> None:
    """A player who sends orders takes his seat back from the regent, also from one who was to have
    it again when nobody looks after it any more."""
    if change.actors.get(seat.name) != CARETAKER:
        for each in change.rows(Caretaker, seat=seat.name):
            if each.ended is None and each.from_regent:
                change.save(replace(each, from_regent=False))
    if seat.by_person or not (seat.player or seat.address):
        return
    change.save(replace(seat, held_by="person", since=change.head.number, open=False))
    tell_all(change, "returned", {"holder": seat.name}, gm="player-returned")
