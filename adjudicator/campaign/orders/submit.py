"""Taking orders: from an order file to what stands, and the receipt, in one transaction."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.caretakers import CARETAKER
from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.errors import RefusedError, reason
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import OrderFile, Source, identify, prove
from adjudicator.campaign.letters.letters import CARE, tell_all, tell_gm
from adjudicator.campaign.orders.contents import find_below
from adjudicator.campaign.orders.courtesy import find_beside_ready, names_of
from adjudicator.campaign.orders.deferred import (
    clear_later,
    end_readiness_later,
    enter_later,
    judge_later,
)
from adjudicator.campaign.orders.judging import (
    MOST_SENT,
    Instructions,
    decide_ready,
    drop_omissions,
    judge,
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
    queue_receipt,
)
from adjudicator.campaign.orders.sections import (
    Sorted,
    over_phases,
    sort,
)
from adjudicator.campaign.orders.signatures import leave_signature_out
from adjudicator.campaign.orders.standing import (
    CHECK_FAILED,
    CLOSED_PART,
    Standing,
    Viewpoint,
    is_prose,
    leaves_out,
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
    settle_ready,
    understand,
)
from adjudicator.orders.reading.plain_text import decode_text, replace_halves
from adjudicator.orders.reading.reader import NOT_AN_ORDER
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Campaign, Caretaker, Seat, Submission
from adjudicator.wording import in_words

MOST_TOLD = 3
"""Findings of which a refusal speaks."""
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
    below = find_below(file.scan, whole, lambda phase: state.language_of(phase, seat.name))
    findings = (*file.scan.findings, *below)
    file = settle_file(file._replace(scan=replace(file.scan, findings=findings)), state, seat.name)
    return take_orders(store, campaign, seat.name, file, now)


MOST_A_DAY = 4_000_000
"""Characters that are kept of what a seat sends in 24 hours, findings included; who looks after it
must leave half of them to its player."""


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
        change = Change(store, campaign, now, is_trial=True)
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
    settled = settle_ready(file.scan, lambda phase: state.language_of(phase, seat))
    return file._replace(scan=settled)


def enter_order_file(change: Change, name: str, file: OrderFile) -> Submitted:
    """Take an order file of a seat as part of a change. Raises RefusedError."""
    seat = change.seat(name)
    caretaker = prove(file, seat, [each for each in change.caretakers if each.seat == name])
    if caretaker and file.scan.word:
        raise RefusedError("only-orders", request="word")
    change.set_actors({name: CARETAKER if caretaker else file.source.actor_for(seat)})
    done = Submitted(change.campaign.name, name, change.waits_in)
    if change.has_begun and not change.is_over:
        file = leave_signature_out(change, seat, file)
        prose, orders = _part_sections(change, seat, file.scan)
        file = file._replace(scan=replace(file.scan, sections=orders))
        table = _table(change, seat)
        placed = _place(change, seat, file.scan, table)
        says = placed.now is not None or orders
        _check_says(change, file, says=bool(says), prose=bool(prose))
        if says or file.scan.word or not prose:
            return _submit(change, seat, file, table, placed, prose)
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


def _check_says(change: Change, file: OrderFile, *, says: bool, prose: bool) -> None:
    """Raise RefusedError if a file says nothing at all, or something of orders that are closed."""
    scan = file.scan
    if not (says or (prose and file.source.id) or scan.word):
        if found := scan.findings[:MOST_TOLD]:
            why = in_words("no-orders", " ".join(dict.fromkeys(each.message for each in found)))
            lines = [each.read for each in found if each.read]  # which are his secret
            raise RefusedError(replace(why, facts={**why.facts, "lines": lines}))
        raise RefusedError("nothing-to-amend" if scan.amend else "no-orders")
    if change.closing and says:
        raise RefusedError("closed", phase=change.waits_in, source=change.settings.beacon)


def _place(change: Change, seat: Seat, scan: Scan, table: Viewpoint) -> Sorted:
    """Sort an order file by phase.

    “ready” alone is said of the phase that waits, and “amend” alone if it brings orders back.
    """
    placed = sort(scan.sections, table)
    if placed.now is not None or placed.later:
        return placed
    last = change.submissions.get(seat.name)
    brings_back = last and scan.amend and not placed.findings and leaves_out(last.findings)
    return replace(placed, now=()) if scan.ready is not None or brings_back else placed


def _table(change: Change, seat: Seat) -> Viewpoint:
    """Return a seat's table in the phase that waits, of a game that goes on."""
    earlier = queries.earlier_in_round(change.store, change.head)
    over = over_phases(earlier, change.head.opens, seat.name)
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
        language = change.language_of(section.name, seat.name)
        understood = understand(section.lines, language) if language else None
        told = order_file.ready is True and understood and withholds_ready(understood.findings)
        if understood and is_prose(understood) and not told:
            prose += section.lines
        else:
            orders.append(section)
    return tuple(prose), tuple(orders)


def _tell_of_fault(change: Change, seat: Seat, fault: Finding) -> Finding:
    """Tell the game master that the rules failed while judging orders; return the finding that says
    so to their sender, too."""
    tell_gm(change, CHECK_FAILED, {"holder": seat.name, "said": fault.message})
    return fault.with_words(reason(CHECK_FAILED, **{**fault.facts, "told": True}))


def _submit(
    change: Change,
    seat: Seat,
    file: OrderFile,
    table: Viewpoint,
    placed: Sorted,
    prose: tuple[RawLine, ...],
) -> Submitted:
    """Enter what an order file says, which is ``placed``; ``prose`` are lines of it that hold no
    order."""
    scan, source = file.scan, file.source
    unready = change.unready
    was_ready = scan.ready is not False and is_ready(change, seat)  # “wait” says itself why not
    later: list[tuple[Section, Standing]] = []
    for each in placed.later:
        later.append(judge_later(change, seat, each, table, scan, later))
    speaks = placed.now is not None
    # Beside orders for a later phase “ready” is said of those, but in a turn of the seat's own.
    says = scan.ready if not placed.later or (speaks and table.is_own) else None
    # “amend” above lines that belong nowhere was said of those, and brings nothing back.
    amend = scan.amend and bool(placed.now or not placed.findings)
    given = Instructions(placed.now or (), amend, says, scan.ahead, placed.only)
    standing = _judge(change, seat, table, given if speaks else Instructions())
    if not speaks:
        standing = standing._replace(findings=drop_omissions(standing.findings))
    accepted = [each for _, each in later if each.accepted]
    unread = _unread([standing, *accepted], prose)
    standing = standing._replace(unread=(*standing.unread, *prose))
    if not standing.accepted:
        nothing = Finding.of(0, "error", "", reason("nothing-accepted"))
        standing = standing._replace(findings=(*standing.findings, nothing))
    above = (*scan.findings, *placed.findings)
    below = drop_omissions([x for _, each in later if not each.accepted for x in each.findings])
    of_later = tuple(x for each in accepted for x in each.findings)
    if scan.ready:
        told = {each.line for each in (*above, *standing.findings, *below, *of_later)}
        said = find_beside_ready(file, unread, table, names_of(change.campaign, seat))
        above += tuple(each for each in said if each.line not in told)
    beside = unread or any(each.code == CLOSED_PART for each in scan.findings)
    in_doubt = withholds_ready((*above, *standing.findings, *below, *of_later))
    taken = not in_doubt and (scan.ready is True or not beside)
    standing = decide_ready(standing, taken=taken, was_ready=was_ready)
    if scan.word:
        below = (*below, enter_word(change, seat, scan.word, source.id))
    told = {each.line for each in above if each.code == NOT_AN_ORDER}
    others = (
        x for x in (*standing.findings, *below) if x.code != NOT_AN_ORDER or x.line not in told
    )
    raw = tuple(
        _tell_of_fault(change, seat, each) if each.code == CHECK_FAILED else each
        for each in (*above, *others)
    )
    standing = standing._replace(findings=raw)
    orders = bool(placed.now) or standing.text != str(standing.before)  # or brought back
    answers = (orders and standing.accepted) or (says is not None and standing.ready == says)
    if speaks:
        kind = "sent" if answers or change.has_spoken(seat.name) else "void"
        enter_standing(change, seat, standing, source, kind=kind, raw=file.text)
    lacks = seat.name in change.silent and not speaks
    kept: list[Standing] = []
    for section, judged in later:
        quoted = (*judged.unread, *(() if speaks or kept else prose))
        numbers = {line.number for line in quoted}
        said = [each for each in above if each.line in numbers]
        stands = judged._replace(unread=quoted, findings=(*judged.findings, *said))
        kept.append(enter_later(change, seat, section, stands, source, taken=taken, missing=lacks))
    if not taken:
        end_readiness(change, seat)
    elif scan.ready is False:
        end_readiness_later(change, seat)
    receipts = [each.receipt for each in kept if each.receipt]
    if answers or receipts:
        _return_of_player(change, seat)
    missing = seat.name in change.silent
    if speaks or raw or not receipts:
        receipts.append(queue_receipt(change, seat, standing, source, missing=missing))
    tell_of_last_call(change, unready)
    return Submitted(
        campaign=change.campaign.name,
        seat=seat.name,
        phase=change.waits_in,
        text=standing.text,
        counts=answers,
        kept=tuple(each.phase for each in kept if each.receipt),
        unread=tuple(line.text for line in unread),
        missing=missing,
        findings=quote_earlier(raw + of_later, standing.orders),
        fingerprint=standing.fingerprint,
        ready=standing.ready,
        receipt=receipts[-1],
    )


def _judge(change: Change, seat: Seat, table: Viewpoint, instructions: Instructions) -> Standing:
    """Judge what an order file says for the phase that waits."""
    policy = table.policies(change.head.policies.get(seat.name, ()))
    of: dict[str, Any] = {"seat": seat.name, "resolution": change.head.serial}
    older: list[Submission] = []
    if instructions.lines or instructions.amend:
        older = change.rows(Submission, **of, order="id", last=True, limit=MOST_SENT)
    last = change.submissions.get(seat.name)  # entered by this very change, it is behind the others
    return judge(instructions, [last, *older] if last else [], table, table, policy)


def _unread(judged: Iterable[Standing], prose: Iterable[RawLine]) -> list[RawLine]:
    """Return all lines of a file that were not read as orders, in the order of the file."""
    lines = [*prose, *(line for each in judged for line in each.unread)]
    return [line for _, line in sorted({line.number: line for line in lines}.items())]


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
