"""Orders for later phases: kept as they are read, and used when their phase opens."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import Any, Literal

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError, describe, reason
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.kernel.turns import is_own, names_in, series_in, turn_name
from adjudicator.campaign.letters.letters import tell_gm, write_notice
from adjudicator.campaign.orders.judging import MOST_SENT, Instructions, decide_ready, judge
from adjudicator.campaign.orders.receipts import enter_standing, not_ready, queue_receipt
from adjudicator.campaign.orders.sections import section_title
from adjudicator.campaign.orders.standing import (
    NOTHING,
    Standing,
    Viewpoint,
    earlier,
    leaves_out,
    quote_earlier,
    viewpoint,
    withholds_ready,
)
from adjudicator.games.contract import Event, Ordered, Phase
from adjudicator.orders import (
    Finding,
    Language,
    Line,
    Orders,
    RawLine,
    Scan,
    Section,
    read_orders,
)
from adjudicator.orders.orders import heading
from adjudicator.store import queries
from adjudicator.store.records import Seat, Submission
from adjudicator.wording import Reason

MOST_KEPT = 40
"""How many later phases one seat may have orders waiting for."""


def judge_later(
    change: Change,
    seat: Seat,
    section: Section,
    here: Viewpoint,
    scan: Scan,
    above: Sequence[tuple[Section, Standing]],
) -> tuple[Section, Standing]:
    """Judge a section of an order file for a later phase; return it as it is kept, and what then
    stands.

    ``here`` is the seat's table in the phase that waits, and ``above`` what was judged of the
    file's other sections. If nothing is accepted, what was found says why.
    """
    name, turn = here.turn_of(section.name)
    language = change.game.language(change.position, name, seat.name)
    meant = turn or seat.name.casefold()
    colours = tuple(map(str.casefold, language.colours)) if language else ()
    if meant in colours and (turn or colours[0] != meant):  # not whom the open phase would mean
        lines = (RawLine(section.number, heading(meant)), *section.lines)
        section = replace(section, lines=lines)
    waiting = later_orders(change, seat)
    same = _find_kept(section, waiting, here)
    if language is None:
        opens = f"{change.head.opens.round} {change.head.opens.name}"
        facts = {"game": change.campaign.ruleset, "phase": section.name, "now": opens}
        return section, _refuse(section, reason("unknown-phase", **facts))
    others = {(each.round, each.phase) for each in waiting}
    others |= {(each.round, each.name) for each, stands in above if stands.accepted}
    if not same and len(others) >= MOST_KEPT:
        return section, _refuse(section, reason("too-many-kept", most=MOST_KEPT))
    instructions = Instructions(section.lines, scan.amend, scan.ready, scan.ahead)
    table = Viewpoint(change.game, None, seat.name, language)
    standing = judge(instructions, same[-MOST_SENT:][::-1], table, here, Orders())
    return section, standing._replace(phase=section_title(section))


def enter_later(
    change: Change,
    seat: Seat,
    section: Section,
    standing: Standing,
    source: Source,
    *,
    taken: bool,
    missing: bool,
) -> Standing:
    """Enter what stands for a later phase and queue its receipt, which what is returned has.

    Of a section of which nothing was accepted only the findings are entered, beside what stood.
    ``taken`` is whether all of the file was taken, and ``missing`` whether the phase that waits
    lacks an answer of the seat, and gets none by it.
    """
    raw = "\n".join(line.text for line in section.lines)
    where = {"resolution": None, "round": section.round, "phase": section.name}
    if not standing.accepted:
        if standing.orders.lines:
            standing = standing._replace(ready=False, ahead=False)
            enter_standing(change, seat, standing, source, kind="later", raw=raw, **where)
        return standing
    standing = decide_ready(standing, taken=taken)
    enter_standing(change, seat, standing, source, kind="later", raw=raw, **where)
    receipt = queue_receipt(change, seat, standing, source, missing=missing)
    return standing._replace(receipt=receipt)


def clear_later(
    change: Change, seat: Seat, section: Section, here: Viewpoint, source: Source
) -> None:
    """Take back all that a seat has sent for the later phase of a section, and queue the receipt.

    Raises RefusedError if nothing stands for it.
    """
    title = section_title(section)
    kept = _find_kept(section, later_orders(change, seat), here)
    if not (kept and (kept[-1].text or kept[-1].ready)):
        raise RefusedError("nothing-to-clear", phase=title)
    language = change.game.language(change.position, here.turn_of(section.name)[0], seat.name)
    assert language, "orders are kept for phases of the game alone"
    before = read_orders(kept[-1].text, language).orders
    standing = NOTHING._replace(phase=title, before=before)
    where = {"resolution": None, "round": section.round, "phase": section.name}
    enter_standing(change, seat, standing, source, kind="later", **where)
    queue_receipt(change, seat, standing, source, missing=seat.name in change.silent)


def _find_kept(
    section: Section, waiting: Sequence[Submission], here: Viewpoint
) -> list[Submission]:
    """Return what of the orders that wait is kept for the later phase of a section."""
    rounds = {section.round}
    if section.round in (None, coming := here.next_round(section.name)):
        rounds = {None, coming}
    return [each for each in waiting if each.phase == section.name and each.round in rounds]


def later_orders(change: Change, seat: Seat) -> list[Submission]:
    """Return the orders of a seat for later phases that can still come."""
    mine = [each for each in change.entries(Submission) if each.seat == seat.name]
    used = {each.waited for each in mine}
    older = [
        each
        for each in queries.orders_for_later(change.store, change.campaign, seat.name)
        if each.id not in used and not _lapses(each, change.head.opens)
    ]
    return [*older, *(each for each in mine if each.kind == "later")]


def _refuse(section: Section, why: Reason) -> Standing:
    title = section_title(section)
    finding = Finding.of(section.number, "error", f"phase {title}", why)
    return NOTHING._replace(findings=(finding,), phase=title, accepted=False)


def keep_rest(
    change: Change, seat: Seat, before: Phase, stood: Orders, events: Sequence[Event]
) -> None:
    """Keep the lines that a part of a series did not answer for the next, and who is ready ahead.

    ``before`` is the phase just carried out, which has later parts; who was ready ahead in laps is
    so no more when no line of his is left.
    """
    if not (before.lap or change.head.opens.belongs_with(before)):
        return
    answered = {
        each.line: each.left
        for each in events
        if isinstance(each, Ordered) and each.seat == seat.name
    }
    language = change.game.language(change.position, before.name)
    rest = Orders(tuple(_lines_that_wait(stood, answered, language)))
    sent = change.sent_before.get(seat.name)
    ahead = bool(sent and sent.ahead) and (not before.lap or bool(rest.lines))
    if not (rest.lines or ahead):
        return
    standing = NOTHING._replace(orders=rest, ready=ahead, ahead=ahead)
    enter_standing(
        change,
        seat,
        standing,
        resolution=None,
        round=before.round,
        phase=series_in(before, seat.name),
        kind="later",
        raw=str(rest),
    )


def _lines_that_wait(
    stood: Orders, answered: Mapping[int, str], language: Language | None
) -> Iterator[Line]:
    """Yield the lines that were not answered, and what answers say is left of others."""
    for line in stood:
        if line.number not in answered and not line.always:
            yield line
        elif language is not None and not line.always:
            for rest in read_orders(answered[line.number], language).orders:
                yield replace(rest, colour=line.colour, number=line.number)


def is_ready_later(change: Change, seat: Seat) -> bool:
    """Say whether a seat is ready for a later phase, or for all that is left of its turn."""
    return any(each.ready for each in find_latest_kept(change, seat))


def end_readiness_later(change: Change, seat: Seat) -> None:
    """Let a seat be asked again in later phases for which it said that it is ready."""
    for each in dropwhile(lambda each: not each.ready, find_latest_kept(change, seat)):
        # Those that came later follow, for of all that are for a phase the last counts.
        change.submit(replace(each, id=0, received=change.now, ready=False, ahead=False))


def find_latest_kept(change: Change, seat: Seat) -> list[Submission]:
    """Return the last orders of a seat for each later phase, also if they say nothing any more."""
    last: dict[tuple[int | None, str], Submission] = {}
    for each in later_orders(change, seat):
        last.pop((each.round, each.phase), None)
        last[each.round, each.phase] = each
    return list(last.values())


def carry_over(change: Change, seat: Seat) -> None:
    """Put kept orders and policies of a seat into the phase that has just opened.

    If that fails the seat starts the phase with nothing, and the game master is told.
    """
    try:
        with change.attempt():
            _carry(change, seat)
    except Exception as error:  # one seat's old orders must not stop the phase
        facts = {"holder": seat.name, "phase": change.head.opens.key, "error": describe(error)}
        tell_gm(change, "carry-failed", facts)


def _carry(change: Change, seat: Seat) -> None:
    table = viewpoint(change.game, change.position, seat.name)
    if table is None:
        return
    policy = table.policies(change.head.policies.get(seat.name, ()))
    usable, last_of = [], dict[str, tuple[Submission, Submission | None]]()
    for each in later_orders(change, seat):
        if parts := _part(table, each):
            usable.append(each)
            last_of[each.phase] = parts
    waiting = [here for here, _ in last_of.values()]
    if not (waiting or policy.lines):
        return
    standing = _standing(table, policy, waiting)
    for replaced in usable:  # by newer ones, or beside the last: it is only marked as used
        if not change.withdraw(replaced) and replaced.id != waiting[-1].id:
            change.enter_orders(seat.name, kind="kept", waited=replaced.id, raw=replaced.raw)
    for rest in filter(None, (rest for _, rest in last_of.values())):
        change.submit(rest)
    if not (waiting or standing.orders.lines):
        return
    last = waiting[-1] if waiting else None
    used: dict[str, Any] = {"waited": last.id or None, "raw": last.raw} if last else {}
    ahead = bool(last and last.ahead)
    asked = ahead and change.head.opens.lap > 0 and _is_idle(table, standing)
    left_out = leaves_out(standing.findings)
    taken = not withholds_ready(standing.findings)
    ready = not asked if ahead else bool(last and last.ready and taken and not left_out)
    if last and last.ready and not (ahead or ready):
        why = not_ready("left-out" if taken else "withheld")
        standing = standing._replace(findings=(*standing.findings, why))
    standing = standing._replace(ready=ready, ahead=ahead, before=Orders())
    came: Literal["kept", "void"] = "kept" if standing.accepted else "void"
    enter_standing(change, seat, standing, kind=came if waiting else "policy", **used)
    if not (ahead and ready):
        queue_receipt(change, seat, standing)


def _is_idle(table: Viewpoint, standing: Standing) -> bool:
    """Whether a list has nothing for the lap that has come: what is first done by default is what
    would be without it."""
    bare = table.game.defaults(table.view, table.seat, Orders())
    return standing.defaults[:1] == tuple(bare[:1])


def report_orders_without_use(change: Change, seat: Seat, before: Phase) -> None:
    """Tell a seat which of its kept orders were for a phase of a round now over that never came."""
    if before.round == change.head.opens.round:
        return
    for each in queries.orders_for_later(change.store, change.campaign, seat.name):
        if _lapses(each, change.head.opens) and not _lapses(each, before):
            facts = {"about": f"{each.round} {each.phase}", "orders": each.text.splitlines()}
            write_notice(change, seat, "unused", facts)


def _lapses(waiting: Submission, phase: Phase) -> bool:
    """Whether the round that orders wait for is over when that phase opens."""
    return waiting.round is not None and waiting.round < phase.round


def _part(table: Viewpoint, waiting: Submission) -> tuple[Submission, Submission | None] | None:
    """Part kept orders into those for the phase that has opened, and those that go on waiting, if
    there are any; None if all go on waiting.

    What was kept for a seat's turn, where each of its colours has one, is parted by its headings:
    a colour's lines wait for the turn of that colour, as long as one is to come.
    """
    phase, seat = table.phase, waiting.seat
    if waiting.round not in (None, phase.round):
        return None
    named = waiting.phase in names_in(phase, seat)
    of_seat = is_own(phase, seat) and waiting.phase in (phase.name, phase.series)
    if not (turn_name(phase) and of_seat and table.language.colours):
        return (waiting, None) if named else None
    orders = table.read(waiting.text)
    mine = Orders(tuple(x for x in orders if x.colour.casefold() == turn_name(phase)))
    others = Orders(tuple(x for x in orders if x.colour.casefold() != turn_name(phase)))
    if not len(mine) and not named:
        return None
    if not table.waits_for_turn(others):
        return waiting, None
    here, rest = (replace(waiting, text=str(each)) for each in (mine, others))
    return here, replace(rest, id=0, raw=rest.text, findings=())


def _standing(table: Viewpoint, policy: Orders, waiting: Sequence[Submission]) -> Standing:
    """Merge policies and kept orders; what can no longer be is left out and reported.

    Of several that were kept for the parts of a series the later ones leave alone what they say
    nothing of. Lines of who is ready ahead stay all, and fail when they are due if they must.
    """
    if not waiting:
        lines = _lines(str(policy))
        return table.merge(Orders(), lines) if lines else table.finish(Orders())
    standing = NOTHING._replace(orders=policy, accepted=False)
    for each in waiting:
        before, lines = standing, _lines(each.text)
        told = quote_earlier(before.findings, before.orders)
        if each.ahead:
            whole = before.orders.amend(table.read(each.text))
            standing = table.finish(earlier(whole), told)
        else:
            standing = table.merge(before.orders, lines, policy)
            standing = standing._replace(findings=(*told, *standing.findings))
        standing = standing._replace(accepted=standing.accepted or before.accepted)
    return standing


def _lines(text: str) -> tuple[RawLine, ...]:
    return tuple(RawLine(number, line) for number, line in enumerate(text.splitlines(), 1))
