"""Adjudicating a phase: from the orders that stand to the queued reports, in one change."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from adjudicator import __version__
from adjudicator.campaign.change import Change, change
from adjudicator.campaign.clock import local_time
from adjudicator.campaign.closing import check_beacon, close_phase
from adjudicator.campaign.deadlines import open_phase
from adjudicator.campaign.dice import seal
from adjudicator.campaign.errors import CampaignError, OvertakenError, StuckError, describe
from adjudicator.campaign.joining import offer_seat
from adjudicator.campaign.keeping import carry_over, report_orders_without_use
from adjudicator.campaign.letters import (
    note,
    tell_gm,
    tell_players,
    write_notice,
    write_result,
    write_secret,
)
from adjudicator.campaign.solve import (
    ChanceSource,
    Solved,
    as_orders,
    regent_orders,
    script_chance,
    solve,
    stream_chance,
)
from adjudicator.campaign.standing import policies_after, viewpoint
from adjudicator.campaign.words import words_for
from adjudicator.games.contract import Phase
from adjudicator.orders import Orders
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.records import Adjudication, Past, Seat

Dice = tuple[list[int], dict[str, list[object]]]
"""A script: the dice, and the draws by label."""


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


class Closed(msgspec.Struct, frozen=True):
    """A phase that was closed, and the public number that it waits for."""

    campaign: str
    phase: str
    """Its key."""
    source: str


def adjudicate(
    store: Store,
    name: str,
    now: datetime,
    *,
    script: Dice | None = None,
    expected: str = "",
    beacon: str = "",
    due: bool = False,
) -> Adjudicated:
    """Carry out the phase that a campaign waits in.

    ``script`` takes the place of the committed stream; ``beacon`` is the public number, where a
    campaign has one and the phase is closed. With ``expected``, nothing happens unless the campaign
    still waits in the phase of that key, and with ``due`` unless it is due. Raises CampaignError;
    StuckError, with a note to the game master, if the rules fail even without orders.
    """
    campaign = queries.find_campaign(store, name)
    given = check_beacon(campaign, beacon)
    try:

        def work(at: Change) -> Adjudicated:
            _check_waits(at, expected, due=due)
            return _adjudicate(at, script, given)

        return change(store, campaign, now, work)
    except StuckError as stuck:
        serial = queries.head(store, campaign).serial
        note(store, campaign, "stuck", str(stuck), now, once=str(serial))
        raise


def adjudicate_in(at: Change) -> Adjudicated:
    """Carry out the phase that waits as part of a change. Raises CampaignError, StuckError."""
    _check_waits(at, "", due=False)
    return _adjudicate(at, None, "")


def close(
    store: Store, name: str, now: datetime, *, expected: str = "", due: bool = False
) -> Closed:
    """Close the phase that a campaign waits in, which then waits for its public number.

    ``expected`` and ``due`` are those of ``adjudicate``. Raises CampaignError, if it is closed
    already too.
    """

    def work(at: Change) -> Closed:
        _check_waits(at, expected, due=due)
        close_phase(at, _orders(at))
        return Closed(at.campaign.name, at.head.opens.key, at.campaign.settings.beacon)

    return change(store, queries.find_campaign(store, name), now, work)


def _check_waits(at: Change, expected: str, *, due: bool) -> None:
    """Raise CampaignError unless the phase that waits may be carried out."""
    phase = at.head.opens
    if at.is_over:
        raise CampaignError(f"{at.campaign.name} has ended; there is nothing left to adjudicate.")
    if expected and expected != phase.key:
        raise OvertakenError(
            f"{at.campaign.name} waits in phase {phase.key}, not in {expected}; nothing was done."
        )
    if due and not at.why_due:
        raise OvertakenError(f"The phase {phase.key} of {at.campaign.name} is not due any more.")
    ends = at.grace_ends if at.is_grace_locked else None
    if ends and at.now < ends:
        raise CampaignError(
            f"The time of grace has begun and is locked: {at.campaign.name} waits until "
            f"{local_time(ends, at.campaign.settings.zone)}."
        )


def _adjudicate(at: Change, script: Dice | None, beacon: str) -> Adjudicated:
    phase, position, players = at.head.opens, at.position, at.seats
    if at.campaign.settings.beacon and script is None and not (at.closing and beacon):
        what = "give its number with --beacon" if at.closing else "it must be closed first"
        raise CampaignError(
            f"The phase {phase.key} of {at.campaign.name} waits for a public number "
            f"({at.campaign.settings.beacon}): {what}."
        )
    orders = at.closing.orders if at.closing else _orders(at)
    solved = solve(at.game, position, orders, _chance(at, script, beacon))
    after = seal(at, at.head, _resolution(at, solved, beacon if solved.key else ""))
    open_phase(at, after, "rule")
    at.position = solved.position
    _tell_of_set_aside(at, solved)
    _compare_runs(at)
    _count_misses(at)
    count = _report(at, players, position, solved)
    if after.opens.over:
        for reader in (*(seat for seat in players if seat.address), None):
            write_secret(at, reader)
    else:
        for seat in at.seats:
            report_orders_without_use(at, seat, phase)
            if seat.name in after.opens.may:
                carry_over(at, seat)
    return Adjudicated(
        at.campaign.name,
        phase.key,
        after.missing,
        after.set_aside,
        after.opens,
        at.deadline,
        count,
    )


def _orders(at: Change) -> dict[str, str]:
    """Return the canonical orders of every seat that may order; ``""`` where there are none."""
    orders = {}
    for seat in at.seats:
        if seat.name in at.head.opens.may:
            sent = at.submissions.get(seat.name)
            if not seat.by_person and not at.has_spoken(seat.name):
                orders[seat.name] = _regent_orders(at, seat)
            else:
                orders[seat.name] = sent.text if sent else ""
    return orders


def _regent_orders(at: Change, seat: Seat) -> str:
    secret = at.campaign.secret
    try:
        return regent_orders(at.game, at.position, seat.name, secret, seat.regent)
    except Exception as error:  # a regent's fault must not stop the phase
        facts = {"regent": seat.regent, "holder": seat.name, "phase": at.head.opens.key}
        tell_gm(at, "regent-failed", {**facts, "error": describe(error)})
        return ""


def _chance(at: Change, script: Dice | None, beacon: str) -> ChanceSource:
    secret, phase, words = at.campaign.secret, at.head.opens.key, at.head.words
    if script is None:
        return stream_chance(secret, phase, words, beacon)
    return script_chance(*script, secret, phase, words)


def _resolution(at: Change, solved: Solved, beacon: str) -> Adjudication:
    before = at.head
    awaited = tuple(s.name for s in at.seats if s.by_person and s.name in before.opens.must)
    done = Adjudication(
        campaign_id=at.campaign.id,
        serial=before.serial + 1,
        run=before.run,
        number=before.number + 1,
        parent=before.serial,
        phase=before.opens.key,
        position=at.game.encode(solved.position),
        events=at.game.encode_events(solved.events),
        orders=solved.orders,
        fingerprint=solved.fingerprint,
        key=solved.key,
        draws=solved.draws,
        beacon=beacon,
        program=__version__,
        rules=at.game.meta.rules,
        policies=_policies(at, solved),
        awaited=awaited,
        missing=tuple(seat for seat in awaited if not at.has_spoken(seat)),
        set_aside=dict(solved.set_aside),
        opens=at.game.phase(solved.position),
        created=at.now,
    )
    return msgspec.structs.replace(done, words=words_for(at, done))


def _policies(at: Change, solved: Solved) -> dict[str, tuple[str, ...]]:
    """Return the policies that live on. Those of a seat whose orders were set aside stay as is."""
    stood = as_orders(at.game, at.position, solved.orders)
    lasting = dict(at.head.policies)
    for seat in at.submissions:
        if seat not in solved.set_aside:
            orders = stood.get(seat, Orders())
            table = viewpoint(at.game, at.position, seat)
            lasting[seat] = policies_after(lasting.get(seat, ()), orders, table)
    return {seat: lines for seat, lines in lasting.items() if lines}


def _tell_of_set_aside(at: Change, solved: Solved) -> None:
    for seat in at.seats:
        why = solved.set_aside.get(seat.name)
        if why is None:
            continue
        facts = {"holder": seat.name, "phase": at.head.phase, "why": why}
        tell_gm(at, "orders-set-aside", facts, letter="set-aside")
        if seat.by_person:
            write_notice(at, seat, "set-aside", facts)


def _compare_runs(at: Change) -> None:
    """After a roll-back, tell the game master what came out otherwise than the last time."""
    after = at.head
    before = queries.earlier_run(at.store, after)
    if before is None:
        return
    changed = [s for s, text in after.orders.items() if before.orders.get(s, "") != text]
    same = before.position == after.position
    tell_gm(at, "again", {"phase": after.phase, "changed": changed, "same": same})


def _count_misses(at: Change) -> None:
    """Give seats to the regent whose players have missed too many phases in a row."""
    limit = at.campaign.settings.misses
    if not limit or not at.head.missing:
        return
    history: list[Past | Adjudication] = [*queries.past(at.store, at.campaign), at.head]
    for seat in at.seats:
        if seat.name in at.head.missing and _misses(history, seat) >= limit:
            free = at.campaign.settings.substitutes
            at.change_seat(msgspec.structs.replace(seat, held_by="regent", open=free))
            facts = {"holder": seat.name, "missed": limit}
            tell_gm(at, "regent-takes-over", facts, letter="regent")
            tell_players(at, "regent", facts, seat.place)
            offer_seat(at, seat)


def _misses(history: Sequence[Past | Adjudication], seat: Seat) -> int:
    """Count the phases in a row, up to now, in which a seat's player was awaited and missing."""
    count = 0
    for resolution in reversed(history):
        if resolution.number <= seat.since:
            break
        if seat.name in resolution.missing:
            count += 1
        elif seat.name in resolution.awaited:
            break
    return count


def _report(at: Change, players: list[Seat], before: Any, solved: Solved) -> int:
    stood = as_orders(at.game, before, solved.orders)
    readers = [*(seat for seat in players if seat.by_person or seat.address), None]
    for reader in readers:
        orders = stood.get(reader.name) if reader else None
        write_result(at, reader, before, orders, solved.events)
    return len(readers)
