"""Deadlines of phases: set by the schedule, moved and stopped by the game master.

They move with outages and clocks that jump, and everybody is told why. Nobody ever loses time by
it. What was put off because the clock jumped ahead is put back if it jumps back; apart from that no
deadline is made earlier, but for those who were missing before and keep all others waiting.

A time bank is so many days for a whole game, of which one is drawn by itself for who is late. The
clock is shortened if all others are ready and those who are not have missed the phase before, too:
they are warned, and the others need not wait.
"""

from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change, commit, deadline
from adjudicator.campaign.kernel.clocks import JUMP, LATEST
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError, describe, reason
from adjudicator.campaign.kernel.schedule import next_deadline, rule_for
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import Length
from adjudicator.campaign.letters.letters import calendar_files, tell_all, tell_gm
from adjudicator.campaign.phases.absence import misses_in_a_row, wait_for_absent
from adjudicator.campaign.phases.unread import may_be_unread
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Phase
from adjudicator.reports.words import local_time
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError
from adjudicator.store.letter_records import key_of_mark
from adjudicator.store.records import Adjudication, Deadline, Seat

LATE = timedelta(hours=1)
"""So long after its deadline a phase is carried out late: a pass may well take some minutes."""


def pause_ends(state: State) -> datetime | None:
    """Return when a pause ends by itself; None if there is none, or somebody must say so."""
    settings = state.settings
    if not settings.paused:
        return None
    ends = [settings.paused_until] if settings.paused_until else []
    if settings.longest_pause and settings.paused_since:
        ends.append(settings.paused_since + timedelta(hours=settings.longest_pause))
    return min(ends, default=None)


def closing_time(state: State, phase: Phase, *, late: bool = False) -> datetime | None:
    """Return the deadline of a phase that opens now, by the schedule and for who is away.

    ``late`` says that the phase before was carried out late.
    """
    settings = state.settings
    least = settings.least if late else 0
    rule = rule_for(settings, phase)
    closes = next_deadline(rule, settings.zone, state.now, settings.notice, least)
    return wait_for_absent(state, phase, closes)


def open_phase(
    change: Change,
    opener: Adjudication,
    why: str,
    position: Any = None,
    dice: PhaseDice | None = None,
) -> None:
    """Let a campaign stand at a new resolution, with the deadline that its schedule gives.

    ``position`` and ``dice`` are those of ``Change.go_to``. The game master is told if all dates
    of the schedule are past.
    """
    before = change.deadline if change.has_begun else None
    late = before is not None and change.now - before > LATE
    opens = opener.opens
    closes = None if opens.over else closing_time(change, opens, late=late)
    change.go_to(opener, closes, why, position, dice)
    if closes is None and not opens.over and rule_for(change.settings, opens):
        tell_gm(change, "no-date-left", {})


def move_deadline(change: Change, to: datetime | None) -> None:
    """Move the deadline of the phase that waits, and tell every seat, unless it is that already:
    then nothing but that is entered, so that it is where it was set, and no clock moves it back
    with which it was put off. None: until all are ready.

    Raises CampaignError if the time is past, the game over, or a locked time of grace would be
    shortened.
    """
    if to is not None and to <= change.now:
        time = local_time(to, change.settings.zone)
        raise CampaignError("time-past", time=time, phase=change.waits_in)
    change.check_goes_on()
    if to is not None:
        check_grace(change, to)
    if to != change.deadline:
        set_deadline(change, to, "moved")
    elif to is not None:
        change.set_deadline(to, "moved")


def set_deadline(
    change: Change,
    to: datetime | None,
    why: str,
    shift: int = 0,
    late: tuple[str, ...] = (),
) -> None:
    """Set another deadline for the phase that waits, and tell every seat. Raises CampaignError.

    ``shift`` is by how many seconds the clock was off, if that is why, and ``late`` are the seats
    for whose sake it is set.
    """
    change.check_goes_on()
    if to is not None and to >= LATEST:
        raise CampaignError("deadline-too-far")
    before = change.deadline
    change.set_deadline(to, why, shift, late)
    grace = change.grace_ends if to is not None and to <= change.now else None
    facts = {"why": why, "late": late, "before": before, "grace": grace}
    _tell(change, "deadline", "deadline-moved", **facts)


def check_grace(state: State, moment: datetime) -> None:
    """Raise CampaignError for a moment before the end of a locked time of grace that has begun."""
    ends = state.grace_ends if state.is_grace_locked else None
    if ends and moment < ends:
        raise CampaignError(
            "grace-locked.until",
            campaign=state.campaign.name,
            time=local_time(ends, state.settings.zone),
        )


def extend(change: Change, by: Length) -> None:
    """Move the deadline of the phase that waits by so much. Raises CampaignError without one."""
    if change.deadline is None:
        raise CampaignError("no-deadline", campaign=change.campaign.name)
    move_deadline(change, by.after(change.deadline, change.settings.zone))


def stop_clock(change: Change, until: datetime | None = None, by: str = "") -> None:
    """Pause a campaign, and tell every seat until when; one that is paused already stays so, until
    then if that is said.

    It goes on by itself ``until`` then, or after the longest pause that the campaign allows. ``by``
    is the seat that asks for it. Raises CampaignError for a time that is past or a game that is
    over.
    """
    change.check_goes_on()
    zone = change.settings.zone
    if until is not None and until <= change.now:
        raise CampaignError("pause-past", time=local_time(until, zone))
    since = change.settings.paused_since if change.settings.paused else change.now
    if change.settings.paused and until in (None, change.settings.paused_until):
        return
    stops = {"paused": True, "paused_since": since, "paused_until": until}
    change.change_settings(replace(change.settings, **stops))
    _tell(change, "pause", "paused", until=pause_ends(change), by=by, begun=change.has_begun)


def stop_in_emergency(change: Change, seat: Seat) -> datetime:
    """Stop the clock for a player, which he can do once; return when it goes on.

    Raises RefusedError if he has done so before, or there is no clock that runs.
    """
    change.check_goes_on()
    settings = change.settings
    if not settings.emergency:
        raise RefusedError("emergency-not-here")
    if settings.paused or change.deadline is None or change.closing:
        raise RefusedError("emergency-no-clock")
    if not seat.by_person:
        raise RefusedError("emergency-no-player", holder=seat.name)
    if not change.mark(key_of_mark("emergency", change.campaign.name, seat.name), "emergency"):
        raise RefusedError("emergency-again")
    until = change.now + timedelta(hours=settings.emergency)
    stop_clock(change, until, by=seat.name)
    return until


def start_clock(change: Change) -> None:
    """Let a paused campaign go on, and tell every seat.

    A deadline that passed in the meantime, or is too near now, is set anew by the schedule: nobody
    shall be late because the game stood still. Raises CampaignError for a game that is over.
    """
    change.check_goes_on()
    settings = change.settings
    if not settings.paused:
        return
    goes = {"paused": False, "paused_since": None, "paused_until": None}
    change.change_settings(replace(settings, **goes))
    if change.deadline is not None:
        had = change.deadline - (settings.paused_since or change.deadline)
        left, notice = change.deadline - change.now, timedelta(hours=settings.notice)
        if left < notice or left <= timedelta():
            opens, usual = change.head.opens, change.now + max(had, LATE)
            closes = closing_time(change, opens) or wait_for_absent(change, opens, usual)
            change.set_deadline(closes, "resumed")
    _tell(change, "resume", "resumed")


@deadline("resume", pause_ends)
def resume(change: Change, read_to: datetime | None) -> Done:
    """Let a campaign go on whose pause is over."""
    start_clock(change)
    name = change.campaign.name
    return Done("resumed", str(reason("pause-over", campaign=name)), {"campaign": name})


def _tell(change: Change, kind: str, code: str, **facts: Any) -> None:
    """Write to all who play or watch, and to the game master."""
    to = [seat for seat in change.seats if seat.by_person]
    tell_all(change, kind, facts, to=to, files=calendar_files, observers=True, gm=code)


def follow_clock(
    store: Store, now: datetime, last: datetime, shift: timedelta, why: str
) -> dict[str, str]:
    """Let the deadlines of all campaigns follow a clock that is off by ``shift`` since the ``last``
    pass.

    Returns the names of the campaigns whose deadline was moved, or was to be: then with the error
    that kept it from that, and keeps no other campaign from it.
    """
    followed: dict[str, str] = {}
    for each in queries.campaigns(store):
        try:
            if commit(store, each, now, _follow_clock, last, shift, why):
                followed[each.name] = ""
        except DatabaseError:
            raise
        except Exception as error:  # a fault in one campaign must not stop the others
            followed[each.name] = describe(error)
    return followed


def _follow_clock(change: Change, last: datetime, shift: timedelta, why: str) -> bool:
    """Let a deadline follow a clock that is off by ``shift`` since the ``last`` pass; say whether
    it was moved.

    It is as far from where it was set as all shifts since then together, and never before that.
    What had passed, grace and all, at the last pass or would have by now, stays.
    """
    deadline, ends = _running_deadline(change), change.grace_ends
    is_ahead = shift > timedelta()
    if deadline is None or ends is None or (is_ahead and ends <= last):
        return False
    history = change.rows(Deadline, resolution=change.head.serial)
    number = max(n for n, each in enumerate(history) if not each.shift)
    shifts = (each.shift for each in history[number + 1 :])
    whole, set_for = shift + timedelta(seconds=sum(shifts)), history[number].at or deadline
    if whole < timedelta() and change.head.created - change.now > JUMP:
        to, seconds = closing_time(change, change.head.opens), 0
    else:
        to = set_for + min(max(whole, timedelta()), LATEST - set_for)
        seconds = int(shift.total_seconds())
    is_past = to is not None and to + (ends - deadline if is_ahead else timedelta()) <= change.now
    if to is None or is_past or to >= LATEST:
        to = deadline
    if to != deadline:
        set_deadline(change, to, why, seconds)
    elif seconds:
        change.set_deadline(deadline, why, seconds)
    return to != deadline


_BANK, _HURRY = "bank", "hurry"


def days_in_bank(state: State, seat: Seat) -> int:
    """Return how many days a seat's player has left: those that were drawn since he took it, in
    phases that were not undone, are gone.
    """
    past = queries.past(state.store, state.campaign)
    counted = {each.serial for each in past}
    drawn = sum(
        each.why == _BANK and seat.name in each.late
        for each in state.rows(Deadline)
        if each.resolution in counted and seat.is_by_player(each.created)
    )
    return max(0, state.settings.bank - drawn)


def time_of_draw(state: State) -> datetime | None:
    """Return when a day is drawn if those who are missing stay so."""
    return state.deadline if _seats_that_draw(state) else None


@deadline("bank", time_of_draw)
def draw_day(change: Change, read_to: datetime | None) -> None:
    """Put the deadline, which has passed, off by a day for the late who have one left, once all
    letters up to it are read."""
    if may_be_unread(change, read_to, change.deadline):
        return
    late = tuple(each.name for each in _seats_that_draw(change))
    to = Length(days=1).after(change.now, change.settings.zone)
    set_deadline(change, to, _BANK, late=late)


def _seats_that_draw(state: State) -> list[Seat]:
    if not state.settings.bank or _running_deadline(state) is None:
        return []
    silent = [x for x in state.seats if x.name in state.silent]
    return [each for each in silent if days_in_bank(state, each)]


def _running_deadline(state: State) -> datetime | None:
    """Return the deadline up to which orders are still waited for; None if time does not run."""
    return None if state.settings.paused or state.closing else state.deadline


def time_of_hurry(state: State) -> datetime | None:
    """Return a time that has come if all wait only for those who missed their last phase; None:
    they do not."""
    return state.opening if _hurried_deadline(state) else None


@deadline("hurry", time_of_hurry)
def hurry(change: Change, read_to: datetime | None) -> None:
    """Bring the deadline forward for those who were missing before, and tell all."""
    set_deadline(change, _hurried_deadline(change), _HURRY, late=change.unready)


def _hurried_deadline(state: State) -> datetime | None:
    hours, deadline = state.settings.hurry, _running_deadline(state)
    if not hours or deadline is None:
        return None
    soon = state.now + timedelta(hours=hours)
    moved = [each.why for each in state.rows(Deadline, resolution=state.head.serial)]
    others = set(state.must_order) - set(state.unready)
    if not (state.unready and others) or soon >= deadline or _HURRY in moved:
        return None
    late = (misses_in_a_row(state, state.seat(each)) for each in state.unready)
    return soon if all(late) else None
