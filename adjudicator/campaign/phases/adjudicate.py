"""Adjudicating a phase: from the orders that stand to the queued reports, in one change."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator import __version__
from adjudicator.campaign.kernel.change import Change, commit, deadline
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import CampaignError, StuckError, describe
from adjudicator.campaign.kernel.solve import Solved, regent_orders, solve
from adjudicator.campaign.letters.dice import phase_dice
from adjudicator.campaign.letters.letters import (
    make_files,
    publish_secret,
    tell_gm,
    tell_webhook,
    write_notice,
    write_result,
)
from adjudicator.campaign.letters.notices import notify_all
from adjudicator.campaign.letters.outbox import draw
from adjudicator.campaign.orders import keys
from adjudicator.campaign.orders.deferred import carry_over, keep_rest, report_orders_without_use
from adjudicator.campaign.orders.keys import check_beacon, words_for
from adjudicator.campaign.orders.standing import policies_after, viewpoint
from adjudicator.campaign.phases.absence import count_misses
from adjudicator.campaign.phases.deadlines import check_grace, open_phase
from adjudicator.campaign.phases.unread import end_of_phase, tell_of_waiting, waits_for_mail
from adjudicator.chance.ingredients import Ingredients, Throws
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Event, Ordered, Phase
from adjudicator.orders import Orders
from adjudicator.orders.reading.scan import MOST_LINES
from adjudicator.reports.model import File, Report
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Adjudication, Campaign, Seat


class Adjudicated(msgspec.Struct, frozen=True):
    """What came of a phase."""

    campaign: str
    phase: str
    """Its key."""
    missing: tuple[str, ...]
    """The seats that missed it."""
    set_aside: dict[str, str]
    """Why a seat's orders were set aside."""
    opens: Phase
    """What is next."""
    deadline: datetime | None
    letters: int


def adjudicate(
    store: Store,
    name: str,
    now: datetime,
    *,
    script: Throws | None = None,
    expected: str = "",
    beacon: str = "",
) -> Adjudicated:
    """Carry out the phase that a campaign waits in.

    ``script`` takes the place of the committed stream; ``beacon`` is the public number, where a
    campaign has one and the phase is closed. With ``expected``, nothing happens unless the campaign
    still waits in the phase of that key. Raises CampaignError; StuckError if the rules fail even
    without orders.
    """
    campaign = queries.find_campaign(store, name)
    given = check_beacon(campaign, beacon)
    return commit(store, campaign, now, carry_out_phase, script, given, expected)


def preview(store: Store, campaign: Campaign, now: datetime) -> tuple[Adjudicated, Report]:
    """Return what would come of the phase that waits, with the orders as they stand now.

    The report is the public one, with its map alone, which is drawn, for nothing of it will be
    recorded. Nothing is entered. Raises CampaignError where ``adjudicate`` would.
    """
    with store.snapshot():
        change = Change(store, campaign, now, is_trial=True)
        done = carry_out_phase(change)
        letters = change.entries(Letter)
        (public,) = (each.content for each in letters if each.kind == "result" and not each.seat)

        def find(serial: int) -> Adjudication:
            (done,) = change.rows(Adjudication, serial=serial)
            return done

        def draw_all() -> tuple[File, ...]:
            return tuple(
                replace(each, data=draw(find, change.game, each.origin), origin=None)
                for each in public.files
                if each.origin
            )

        return done, replace(public, files=make_files(change, draw_all))


def close_phase(change: Change, expected: str = "") -> None:
    """Close the phase that a campaign waits in, which then waits for its public number.

    ``expected`` is that of ``adjudicate``. Raises CampaignError, if it is closed already too.
    """
    _check_waits(change, expected)
    keys.close(change, _orders(change)[0])


def _check_waits(change: Change, expected: str) -> None:
    """Raise CampaignError unless the phase that waits may be carried out."""
    phase = change.head.opens
    change.check_goes_on()
    if expected and expected != phase.key:
        raise CampaignError(
            "another-phase", campaign=change.campaign.name, key=phase.key, expected=expected
        )
    check_grace(change, change.now)


def carry_out_phase(
    change: Change, script: Throws | None = None, beacon: str = "", expected: str = ""
) -> Adjudicated:
    """Carry out the phase that waits, as ``adjudicate`` does."""
    _check_waits(change, expected)
    players, parts = change.seats, [_carry_out(change, script, beacon)]
    while script is None and _goes_on_at_once(change, parts[-1].phase):
        try:
            parts.append(_carry_out(change, None, ""))
        except StuckError:  # what was carried out stands; the next pass will tell of it
            break
    after = change.head
    count = _report(change, players, parts)
    tell_webhook(change, "carried-out", done=parts[-1].phase.title)
    if after.opens.over:
        publish_secret(change)
    elif not parts[-1].phase.series:
        _open(change, parts[-1])
    notify_all(change)
    return Adjudicated(
        change.campaign.name,
        parts[0].phase.key,
        after.missing,
        {seat: why for part in parts for seat, why in part.solved.set_aside.items()},
        after.opens,
        change.deadline,
        count,
    )


@deadline("phase", end_of_phase)
def end_phase(change: Change, read_to: datetime | None) -> Done:
    """Carry out the phase that is due; one that waits for a public number is closed."""
    name, phase, source = change.campaign.name, change.head.opens.key, change.settings.beacon
    about = {"campaign": name, "phase": phase}
    if waits_for_mail(change, read_to):
        return Done("held", tell_of_waiting(change), {"campaign": name})
    if source:
        close_phase(change)
        return Done("closed", f"{name} {phase}, for {source}", about)
    carry_out_phase(change)
    return Done("adjudicated", f"{name} {phase}", about)


class PhaseDone(NamedTuple):
    """A phase that was carried out; several parts of a series may be told in one letter."""

    phase: Phase
    before: Any
    """The position that it began with."""
    solved: Solved
    dice: PhaseDice | None


def _carry_out(change: Change, script: Throws | None, beacon: str) -> PhaseDone:
    """Carry out the phase that waits, and open the next. Raises CampaignError, StuckError."""
    phase, position = change.head.opens, change.position
    if change.settings.beacon and script is None and not (change.closing and beacon):
        facts = {"phase": phase.key, "campaign": change.campaign.name}
        facts |= {"beacon": change.settings.beacon}
        raise CampaignError("phase-waits-for-beacon", is_closed=bool(change.closing), **facts)
    orders, known = (change.closing.orders, {}) if change.closing else _orders(change)
    given = Ingredients(
        change.campaign.secret, words=change.head.words, beacon=beacon, script=script
    )
    solved = solve(change.game, position, orders, given.source(phase.key), known)
    after = _enter(change, solved, beacon if solved.key else "")
    _tell_of_set_aside(change, solved)
    count_misses(change)
    part = PhaseDone(phase, position, solved, change.dice)
    if phase.series and not after.opens.over:
        _open(change, part)
    return part


def _open(change: Change, part: PhaseDone) -> None:
    """Bring what was kept for it into the phase that has just opened."""
    phase, events = part.phase, part.solved.events
    for seat in change.seats:
        report_orders_without_use(change, seat, phase)
        if phase.later and seat.name not in part.solved.set_aside:
            keep_rest(change, seat, phase, part.solved.read.get(seat.name, Orders()), events)
        if seat.name in change.head.opens.may:
            carry_over(change, seat)


def _goes_on_at_once(change: Change, before: Phase) -> bool:
    """Whether the next part of a series can be carried out now: nobody is to be asked for it."""
    opens = change.head.opens
    if opens.over or change.settings.beacon or opens.series != before.series:
        return False
    return (opens.belongs_with(before) or opens.lap > 0) and bool(change.why_due)


def _orders(change: Change) -> tuple[dict[str, str], dict[str, Orders]]:
    """Return the canonical orders of every seat that may order, ``""`` where there are none; and
    those that a regent has just given."""
    orders: dict[str, str] = {}
    given: dict[str, Orders] = {}
    for seat in change.seats:
        if seat.name in change.head.opens.may:
            sent = change.submissions.get(seat.name)
            if not seat.by_person and not change.has_spoken(seat.name):
                given[seat.name] = _regent_orders(change, seat)
                orders[seat.name] = str(given[seat.name])
            else:
                orders[seat.name] = sent.text if sent else ""
    return orders, given


def _regent_orders(change: Change, seat: Seat) -> Orders:
    secret = change.campaign.secret
    try:
        return regent_orders(change.game, change.position, seat.name, secret, seat.regent)
    except Exception as error:  # a regent's fault must not stop the phase
        facts = {"regent": seat.regent, "holder": seat.name, "phase": change.head.opens.key}
        tell_gm(change, "regent-failed", {**facts, "error": describe(error)})
        return Orders()


def _enter(change: Change, solved: Solved, beacon: str) -> Adjudication:
    """Enter what came of the phase that waits, and who missed it; return the resolution."""
    before = change.head
    opens = change.game.phase(solved.position)
    awaited = tuple(s.name for s in change.seats if s.by_person and s.name in before.opens.must)
    spoken = [seat for seat in awaited if change.has_spoken_in_turn(seat)]
    if opens.belongs_with(before.opens) or (before.opens.lap and before.opens.later):
        awaited = tuple(spoken)  # who has not may still: a turn is missed as a whole
    return enter_resolution(
        change,
        solved,
        serial=before.serial + 1,
        run=before.run,
        number=before.number + 1,
        parent=before.serial,
        phase=before.opens.key,
        beacon=beacon,
        policies=_policies(change, solved),
        awaited=awaited,
        missing=tuple(seat for seat in awaited if seat not in spoken),
    )


def enter_resolution(
    change: Change, solved: Solved, words: Mapping[str, str] | None = None, **fields: Any
) -> Adjudication:
    """Let a campaign stand at what came of a phase, or of the deal, sealed; return the resolution.

    ``words`` go into the keys from now on (None: those that stand), and ``fields`` are others of
    the record.
    """
    game = change.game
    done = Adjudication(
        campaign_id=change.campaign.id,
        position=game.encode(solved.position),
        events=game.encode_events(solved.events),
        orders=solved.orders,
        fingerprint=solved.fingerprint,
        key=solved.key,
        draws=solved.draws,
        program=__version__,
        rules=game.meta.rules,
        set_aside=dict(solved.set_aside),
        opens=game.phase(solved.position),
        created=change.now,
        **fields,
    )
    done = replace(done, words=words_for(change, done) if words is None else words)
    dice = phase_dice(change.campaign, change.latest, done)
    open_phase(change, replace(done, seal=dice.seal), "rule", solved.position, dice)
    return change.head


def _policies(change: Change, solved: Solved) -> dict[str, tuple[str, ...]]:
    """Return the policies that live on. Those of a seat whose orders were set aside stay as is."""
    lasting = dict(change.head.policies)
    for seat in change.submissions:
        if seat not in solved.set_aside:
            orders = solved.read.get(seat, Orders())
            table = viewpoint(change.game, change.position, seat)
            lasting[seat] = policies_after(lasting.get(seat, ()), orders, table)
    return {seat: lines for seat, lines in lasting.items() if lines}


def _tell_of_set_aside(change: Change, solved: Solved) -> None:
    for seat in change.seats:
        why = solved.set_aside.get(seat.name)
        if why is None:
            continue
        facts = {"holder": seat.name, "phase": change.head.phase, "why": why}
        tell_gm(change, "orders-set-aside", facts, letter="set-aside")
        if seat.by_person:
            write_notice(change, seat, "set-aside", facts)


def _report(change: Change, players: list[Seat], parts: Sequence[PhaseDone]) -> int:
    """Queue everybody's report: one letter, if several parts of a series went by at once."""
    players = [seat for seat in players if seat.by_person or seat.address]
    readers = (*players, *change.cared_seats, None)
    stood, events = _in_a_row(parts)
    dice = tuple(part.dice for part in parts[:-1] if part.dice)
    phases = [part.phase for part in parts] if len(parts) > 1 else []
    for reader in readers:
        orders = stood.get(reader.name) if reader else None
        write_result(change, reader, parts[0].before, orders, events, dice, phases)
    return len(readers)


def _in_a_row(parts: Sequence[PhaseDone]) -> tuple[dict[str, Orders], tuple[Event, ...]]:
    """Return the orders and the events of all parts, with lines that are numbered on.

    A line that waited for a later part is told where it was answered.
    """
    stood: dict[str, Orders] = {}
    events: list[Event] = []
    for number, part in enumerate(parts):
        on = number * MOST_LINES
        told = {(e.seat, e.line) for e in part.solved.events if isinstance(e, Ordered)}
        for seat, orders in part.solved.read.items():
            lines = (
                replace(line, number=line.number + on)
                for line in orders
                if part is parts[-1] or (seat, line.number) in told
            )
            stood[seat] = Orders((*stood.get(seat, Orders()), *lines))
        events += (
            replace(e, line=e.line + on) if isinstance(e, Ordered) else e
            for e in part.solved.events
        )
    return stood, tuple(events)
