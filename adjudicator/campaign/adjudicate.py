"""Adjudicating a phase: from the orders that stand to the queued reports, in one transaction."""

from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from adjudicator.campaign.deadlines import closing_time, set_deadline
from adjudicator.campaign.errors import CampaignError, StuckError
from adjudicator.campaign.keeping import carry_over
from adjudicator.campaign.letters import Desk, tell_gm
from adjudicator.campaign.receipts import Sitting
from adjudicator.campaign.records import (
    Campaign,
    Resolution,
    Seat,
    Submission,
    as_json,
    campaign,
    deadline,
    head,
    resolutions,
    seats,
    submissions,
)
from adjudicator.campaign.solve import Solved, as_orders, by_hand, committed, solve
from adjudicator.campaign.solve import Source as ChanceSource
from adjudicator.campaign.standing import policies_after
from adjudicator.campaign.store import Store, stamp
from adjudicator.chance import Stream, regent_key
from adjudicator.games.contract import Game, Phase
from adjudicator.orders import Orders


class Adjudicated(msgspec.Struct, frozen=True):
    """What came of a phase: its key, the seats that missed it, what was set aside, what is next."""

    campaign: str
    phase: str
    missing: tuple[str, ...]
    set_aside: dict[str, str]
    opens: Phase
    deadline: datetime | None
    letters: int


class _Desk(NamedTuple):
    """One game on the table: what is read once and used throughout."""

    store: Store
    owner: Campaign
    now: datetime
    game: Game
    before: Resolution
    position: Any
    seats: list[Seat]
    sent: dict[str, Submission]


def adjudicate(
    store: Store,
    name: str,
    now: datetime,
    *,
    script: tuple[list[int], dict[str, list[object]]] | None = None,
    expected: str = "",
) -> Adjudicated:
    """Carry out the phase that a game waits in.

    ``script`` (dice, draws) takes the place of the committed stream. With ``expected``, nothing
    happens unless the game still waits in the phase of that key. Raises CampaignError; StuckError,
    with a note to the game master, if the rules fail even without orders.
    """
    try:
        with store.atomic():
            return _adjudicate(store, name, now, script, expected)
    except StuckError as stuck:
        owner = campaign(store, name)
        with store.atomic():
            tell_gm(store, owner, "stuck", str(stuck), now, once=str(head(store, owner).id))
        raise


def _adjudicate(
    store: Store,
    name: str,
    now: datetime,
    script: tuple[list[int], dict[str, list[object]]] | None,
    expected: str,
) -> Adjudicated:
    desk = _sit_down(store, name, now)
    phase = desk.before.opens
    if phase.over:
        raise CampaignError(f"{desk.owner.name} has ended; there is nothing left to adjudicate.")
    if expected and expected != phase.key:
        raise CampaignError(
            f"{desk.owner.name} waits in phase {phase.key}, not in {expected}; nothing was done."
        )
    solved = solve(desk.game, desk.position, _orders(desk), _chance(desk, script))
    awaited = tuple(s.name for s in desk.seats if s.by_person and s.name in phase.must)
    missing = tuple(seat for seat in awaited if not _answered(desk.sent.get(seat)))
    after = _record(desk, solved, awaited, missing)
    closes = None if after.opens.over else closing_time(desk.owner.settings, now)
    set_deadline(store, after.id, closes, now, "rule")
    _tell_of_set_aside(desk, after, solved)
    _compare_runs(desk, after)
    _count_misses(desk, missing)
    count = _report(desk, after, solved)
    if after.opens.over:
        _publish_secret(desk, after)
    else:
        for seat in seats(store, desk.owner):
            if seat.name in after.opens.may:
                carry_over(Sitting(store, desk.owner, seat, after, solved.position, now))
    return Adjudicated(
        desk.owner.name,
        phase.key,
        missing,
        solved.set_aside,
        after.opens,
        deadline(store, after),
        count,
    )


def _sit_down(store: Store, name: str, now: datetime) -> _Desk:
    owner = campaign(store, name)
    before = head(store, owner)
    game = owner.game
    position = game.decode(before.position)
    return _Desk(
        store,
        owner,
        now,
        game,
        before,
        position,
        seats(store, owner),
        submissions(store, before),
    )


def _answered(sent: Submission | None) -> bool:
    """Whether a seat's player has said anything for this phase; old policies do not count."""
    return sent is not None and sent.kind != "policy"


def _orders(desk: _Desk) -> dict[str, str]:
    """Return the canonical orders of every seat that may order; ``""`` where there are none."""
    orders = {}
    for seat in desk.seats:
        if seat.name in desk.before.opens.may:
            sent = desk.sent.get(seat.name)
            if not seat.by_person and not _answered(sent):
                orders[seat.name] = _regent_orders(desk, seat)
            else:
                orders[seat.name] = sent.text if sent else ""
    return orders


def _regent_orders(desk: _Desk, seat: Seat) -> str:
    """Ask the regent. His dice are his own stream of the secret, so that they can be replayed."""
    key = regent_key(desk.owner.secret, desk.before.opens.key, seat.name)
    try:
        view = desk.game.view(desk.position, seat.name)
        return str(desk.game.regent(seat.regent).orders(view, seat.name, Stream(key)))
    except Exception as error:  # a regent's fault must not stop the phase
        text = (
            f"The regent “{seat.regent}” of {seat.name} failed in {desk.before.opens.key}: "
            f"{type(error).__name__}: {str(error)[:300]}. The defaults were used."
        )
        tell_gm(desk.store, desk.owner, "regent-failed", text, desk.now)
        return ""


def _chance(desk: _Desk, script: tuple[list[int], dict[str, list[object]]] | None) -> ChanceSource:
    if script is None:
        return committed(desk.owner.secret, desk.before.opens.key)
    dice, draws = script
    return by_hand(dice, draws, desk.owner.secret, desk.before.opens.key)


def _record(
    desk: _Desk, solved: Solved, awaited: tuple[str, ...], missing: tuple[str, ...]
) -> Resolution:
    before = desk.before
    desk.store.insert(
        "resolution",
        {
            "game": desk.owner.id,
            "run": before.run,
            "number": before.number + 1,
            "parent": before.id,
            "phase": before.opens.key,
            "position": desk.game.encode(solved.position),
            "events": desk.game.encode_events(solved.events),
            "orders": as_json(solved.orders),
            "fingerprint": solved.fingerprint,
            "key": solved.key,
            "draws": as_json(solved.draws),
            "policies": as_json(_policies(desk, solved)),
            "awaited": as_json(awaited),
            "missing": as_json(missing),
            "set_aside": as_json(solved.set_aside),
            "opens": as_json(desk.game.phase(solved.position)),
            "created": stamp(desk.now),
        },
    )
    return head(desk.store, desk.owner)


def _policies(desk: _Desk, solved: Solved) -> dict[str, tuple[str, ...]]:
    """Return the policies that live on. Those of a seat whose orders were set aside stay as is."""
    language = desk.game.language(desk.position, "")
    stood = as_orders(desk.game, desk.position, solved.orders)
    lasting = dict(desk.before.policies)
    for seat in desk.sent:
        if seat not in solved.set_aside:
            orders = stood.get(seat, Orders())
            lasting[seat] = policies_after(lasting.get(seat, ()), orders, language)
    return {seat: lines for seat, lines in lasting.items() if lines}


def _tell_of_set_aside(desk: _Desk, after: Resolution, solved: Solved) -> None:
    for seat in desk.seats:
        why = solved.set_aside.get(seat.name)
        if why is None:
            continue
        text = (
            f"The orders of {seat.name} for {after.phase} made the program fail ({why}). They were "
            "set aside, and the defaults were used in their place. The fault is the program's."
        )
        tell_gm(desk.store, desk.owner, "orders-set-aside", text, desk.now)
        if seat.by_person:
            writer = Desk(desk.store, desk.owner, desk.now)
            subject = f"[{desk.owner.name}] {after.phase}: your orders were set aside"
            writer.notice(seat, after, "set-aside", subject, [text, "The game master knows of it."])


def _compare_runs(desk: _Desk, after: Resolution) -> None:
    """After a roll-back, tell the game master what came out otherwise than the last time."""
    row = desk.store.row(
        "SELECT run, orders, position FROM resolution WHERE game = ? AND number = ? AND phase = ?"
        " AND run < ? ORDER BY run DESC LIMIT 1",
        desk.owner.id,
        after.number,
        after.phase,
        after.run,
    )
    if row is None:
        return
    before = msgspec.json.decode(row["orders"], type=dict[str, str])
    changed = [seat for seat, text in after.orders.items() if before.get(seat, "") != text]
    orders = f"other orders of {', '.join(changed)}" if changed else "the same orders"
    outcome = "the same position" if row["position"] == after.position else "another position"
    text = f"{after.phase} was carried out again: {orders}, {outcome}."
    tell_gm(desk.store, desk.owner, "again", text, desk.now)


def _count_misses(desk: _Desk, missing: tuple[str, ...]) -> None:
    """Give seats to the regent whose players have missed too many phases in a row."""
    limit = desk.owner.settings.misses
    if not limit:
        return
    history = resolutions(desk.store, desk.owner)
    missed = "a phase" if limit == 1 else f"{limit} phases in a row"
    for seat in desk.seats:
        if seat.name in missing and _misses(history, seat.name) >= limit:
            desk.store.db.execute("UPDATE seat SET held_by = 'regent' WHERE id = ?", (seat.id,))
            text = (
                f"{seat.name} has missed {missed}. The regent plays the seat until "
                "its player sends orders again."
            )
            tell_gm(desk.store, desk.owner, "regent-takes-over", text, desk.now)
            subject = f"[{desk.owner.name}] The regent plays {seat.name}"
            writer = Desk(desk.store, desk.owner, desk.now)
            writer.notice(seat, history[-1], "regent", subject, [text])


def _misses(history: list[Resolution], seat: str) -> int:
    """Count the phases in a row, up to now, in which a seat was awaited and missing."""
    count = 0
    for resolution in reversed(history):
        if seat in resolution.missing:
            count += 1
        elif seat in resolution.awaited:
            break
    return count


def _report(desk: _Desk, after: Resolution, solved: Solved) -> int:
    writer = Desk(desk.store, desk.owner, desk.now)
    stood = as_orders(desk.game, desk.position, solved.orders)
    readers: list[Seat | None] = [s for s in desk.seats if s.by_person or s.address]
    for reader in (*readers, None):
        orders = stood.get(reader.name) if reader else None
        writer.result(reader, after, desk.position, solved.position, orders, solved.events)
    return len(readers) + 1


def _publish_secret(desk: _Desk, after: Resolution) -> None:
    writer = Desk(desk.store, desk.owner, desk.now)
    readers: list[Seat | None] = [seat for seat in desk.seats if seat.address]
    for reader in (*readers, None):
        writer.secret(reader, after)
