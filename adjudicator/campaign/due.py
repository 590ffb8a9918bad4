"""What is due is done: phases whose time has come, reminders, and whatever else has a deadline.

Each kind of deadline is an entry of ``KINDS``: when it comes, and what is done then.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Literal, NamedTuple

from msgspec.structs import replace

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, Kind, commit
from adjudicator.campaign.kernel.errors import CampaignError, MovedError, describe
from adjudicator.campaign.kernel.message_ids import note_mark, report_id
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import read_hours
from adjudicator.campaign.letters.letters import (
    leave_note,
    send,
    setting,
    tell_gm,
    tell_webhook,
)
from adjudicator.campaign.letters.outbox import last_report
from adjudicator.campaign.phases.adjudicate import carry_out_phase, close_phase
from adjudicator.campaign.phases.create import deal
from adjudicator.campaign.phases.deadlines import (
    draw_day,
    hurry,
    pause_ends,
    start_clock,
    time_of_draw,
    time_of_hurry,
)
from adjudicator.campaign.phases.endings import close_votes, proposals
from adjudicator.games.contract import GameError
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Letter, Mark, Watermark
from adjudicator.store.records import Campaign, Due, Failure, Seat

MOST_PHASES = 500
"""How many phases one pass adjudicates in one campaign, so that regents among themselves stop."""
PATIENCE = timedelta(minutes=10)
"""For which a phase waits before its game master is told: a mail server may start anew."""
PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(days=1)
"""After which what failed is tried again: twice as long each time, up to the longest."""
TRIES = 5
"""So often something is tried in vain before the game master is told."""


What = Literal[
    "moved",
    "resumed",
    "collected",
    "dealt",
    "closed",
    "adjudicated",
    "reminded",
    "held",
    "sent",
    "delayed",
    "dropped",
    "published",
    "recovered",
    "failed",
]
"""What can be done, in campaigns or with letters and pages. ``held`` is a phase that is due and
waits for its mailbox, ``delayed`` a letter that servers of recipients let wait."""


class Deed(NamedTuple):
    """One thing that was done, or that failed."""

    what: What
    text: str
    """What happened, in words."""
    facts: Mapping[str, object] = {}
    """The same for programs: which campaign, phase (of a deal, the one that it opened), letter."""


def carry_out_due(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None = None
) -> Iterator[Deed]:
    """Do what is due in a campaign: each kind of deadline, and what becomes due by it.

    What fails is yielded, and stops nothing else: it is tried again after a pause that grows, or
    when the campaign changes. What has moved to another database meanwhile is done there. Raises
    DatabaseError, of which no game master is told.
    """
    told: set[str] = set()
    for kind in KINDS:
        try:
            for each in carry_out_kind(kind, store, campaign, now, read_to):
                if each.what != "failed" or each.text not in told:
                    yield each
                told.add(each.text)
        except MovedError:
            return


def carry_out_kind(
    kind: Kind, store: Store, campaign: Campaign, now: datetime, read_to: datetime | None = None
) -> Iterator[Deed]:
    """Do what is due of one kind; phases as long as one is due. Raises MovedError."""

    def work(change: Change) -> Deed | None:
        return kind.carry_out(change, read_to) if is_due(change) else None

    def is_due(state: State) -> bool:
        moment = kind.when(state)
        return moment is not None and moment <= now

    def tell(why: str) -> Deed:
        return Deed("failed", f"{campaign.name}: {why}", {"campaign": campaign.name})

    known = store.first(Failure, campaign_id=campaign.id, what=kind.what)
    if known and known.retry and known.retry > now:
        yield tell(known.why)
        return
    for _ in range(MOST_PHASES):
        tried = store.find(Campaign, id=campaign.id)
        try:
            if not is_due(State(store, tried, now)):
                return
            done = commit(store, tried, now, work)
        except (MovedError, DatabaseError):
            raise
        except Exception as error:  # a fault in one campaign must not stop the others
            is_known = isinstance(error, CampaignError | GameError | StoreError)
            why = str(error) if is_known else f"the program failed: {describe(error)}"
            _note_failure(store, tried, now, kind.what, why)
            yield tell(why)
            return
        if done:
            yield done
        if not (done and done.what == "adjudicated"):
            return


def _note_failure(store: Store, tried: Campaign, now: datetime, what: str, why: str) -> None:
    """Note that something which is due failed, and tell the game master if it does so for long.

    It is tried again after a pause; at once, if the campaign is not as it was ``tried`` any more.
    """
    now = now.replace(microsecond=0)
    with store.atomic(tried.id):
        due = store.first(Due, campaign_id=tried.id, what=what)
        known = store.first(Failure, campaign_id=tried.id, what=what)
        at = known.at if known else due.at if due else now
        tries = known.tries + 1 if known else 1
        is_same = store.find(Campaign, id=tried.id).version == tried.version
        retry = now + min(PAUSE * 2 ** min(tries - 1, 16), LONGEST_PAUSE) if is_same else None
        if tries >= TRIES:
            facts = {"what": what, "since": at, "tries": tries, "why": why}
            try:
                commit(store, tried, now, _tell_of_failure, facts)
            except DatabaseError:
                raise
            except Exception as error:  # no change can be entered; ``health`` tells of it
                why = f"{why} Nor can the game master be told: {describe(error)}"
        queries.put_failure(store, Failure(tried.id, what, at, tries, retry, why))


def _tell_of_failure(change: Change, facts: Mapping[str, object]) -> None:
    tell_gm(change, "failed", facts, once=f"{facts['what']} {facts['since']}")


def try_again(change: Change) -> list[Failure]:
    """Let what fails be tried at once; return it."""
    failures = change.rows(Failure)
    for each in failures:
        change.save(replace(each, retry=None))
    return failures


def _time_of_deal(state: State) -> datetime | None:
    waits = state.has_begun or state.is_over or state.closing
    return None if waits else state.campaign.deal


def _deal(change: Change, read_to: datetime | None) -> Deed:
    """Deal a campaign whose seats are all taken."""
    opened, name = deal(change), change.campaign.name
    return Deed("dealt", f"{name} {opened}".strip(), {"campaign": name, "phase": opened})


def _resume(change: Change, read_to: datetime | None) -> Deed:
    """Let a campaign go on whose pause is over."""
    start_clock(change)
    name = change.campaign.name
    return Deed("resumed", f"{name}: the pause is over", {"campaign": name})


def _end_of_vote(state: State) -> datetime | None:
    return min((each.ends for each in proposals(state)), default=None)


def _draw_day(change: Change, read_to: datetime | None) -> None:
    """Draw a day of the late players' time, once all letters up to the deadline are read."""
    if not _may_be_unread(change, read_to, change.deadline):
        draw_day(change)


def _end_of_phase(state: State) -> datetime | None:
    coming = state.next_adjudication
    return coming[0] if coming else None


def _adjudicate(change: Change, read_to: datetime | None) -> Deed:
    """Carry out the phase that is due; one that waits for a public number is closed."""
    name, phase, source = change.campaign.name, change.head.opens.key, change.settings.beacon
    about = {"campaign": name, "phase": phase}
    if waits_for_mail(change, read_to):
        return Deed("held", _tell_of_waiting(change), {"campaign": name})
    if source:
        close_phase(change)
        return Deed("closed", f"{name} {phase}, for {source}", about)
    carry_out_phase(change)
    return Deed("adjudicated", f"{name} {phase}", about)


def waits_for_mail(state: State, read_to: datetime | None) -> bool:
    """Whether a phase would close at a moment to which its mailbox has not been read yet.

    ``read_to`` is to when it has been; None: no orders come by mail. What is carried out at once,
    because all are ready, waits for no mail.
    """
    closes = _end_of_phase(state)
    at_once = closes is None or closes <= state.head.created
    return not at_once and _may_be_unread(state, read_to, closes)


def _may_be_unread(state: State, read_to: datetime | None, moment: datetime | None) -> bool:
    """Whether letters that came before a moment may lie unread in the mailbox of a campaign."""
    return bool(state.campaign.address and read_to and moment and read_to < moment)


def _tell_of_waiting(change: Change) -> str:
    """Say that a phase waits for its mailbox; its game master is told once, after a while."""
    closes = _end_of_phase(change)
    marks = (each for each in change.store.rows(Watermark, order="lost") if each.lost)
    lost = next(marks, None)
    facts = {
        "campaign": change.campaign.name,
        "phase": change.head.opens.key,
        "why": f"{lost.name}: {lost.why}" if lost else "",
        "since": lost.lost if lost else None,
    }
    text = reports.phrase("notes", "unread", facts)
    if closes and change.now - closes >= PATIENCE:
        since = lost.lost if lost else change.head.created
        leave_note(change, "unread", text, once=str(since))
    return text


def _times(state: State, seat: Seat) -> list[datetime]:
    """Return when a seat is reminded if it sends nothing, in order; at the deadline it is late.

    Before that are the set times, but in the second half of the phase at the earliest. If all are
    earlier than that, half of the phase is the time. Who cannot be written to has none.
    """
    hours = read_hours(seat.remind or state.settings.remind)
    if state.deadline is None or not hours or not seat.address or state.stands_still:
        return []
    half = state.deadline - max(state.deadline - state.head.created, timedelta()) / 2
    moments = [state.deadline - timedelta(hours=each) for each in hours]
    return [*([each for each in moments if each >= half] or [half]), state.deadline]


def _last_time(state: State, seat: Seat) -> datetime | None:
    """Return the last of the times at which a seat is reminded that has come; None: none has."""
    return max((each for each in _times(state, seat) if each <= state.now), default=None)


def _number(state: State, seat: Seat) -> int:
    """Return what numbers the reminders of a seat: there is one for each time of a deadline."""
    moment = _last_time(state, seat) or state.deadline
    return int(moment.strftime("%Y%m%d%H%M")) if moment else 0


def _silent(state: State) -> list[Seat]:
    return [seat for seat in state.seats if seat.name in state.silent]


def _to_remind(state: State) -> dict[str, Seat]:
    """Return the silent seats that have not had the last of the reminders whose time has come, by
    the Message-IDs of those."""
    kind, about = _reminder(state), (state.campaign, state.head)
    due = [each for each in _silent(state) if _last_time(state, each)]
    ids = {report_id(*about, kind, x.name, _number(state, x), opens=True): x for x in due}
    return {own: x for own, x in ids.items() if not state.has(Letter, message_id=own)}


def _reminder(state: State) -> str:
    """Return the kind of letter that a silent seat gets now."""
    return "late" if state.is_late else "reminder"


def _time_of_reminder(state: State) -> datetime | None:
    """Return when it is next to be said that orders are missing; last, at the deadline, to the game
    master too."""
    if not state.has_begun or not state.silent or state.stands_still:
        return None
    came = (_last_time(state, seat) for seat in _to_remind(state).values())
    if first := min(filter(None, came), default=None):
        return first
    if state.is_late:
        told = state.has(Mark, key=note_mark(state.campaign, "missing", str(state.head.serial)))
        return None if told else state.deadline
    times = {each for seat in _silent(state) for each in _times(state, seat)} | {state.deadline}
    return min((each for each in times if each and each > state.now), default=None)


def _remind(change: Change, read_to: datetime | None) -> Deed | None:
    """Queue the reminders whose time has come, each once; the game master is told who is late.

    Nobody is said to be late whose orders may lie in a mailbox that was not ``read_to`` then.
    """
    if change.is_late and _may_be_unread(change, read_to, change.deadline):
        return None
    due = _to_remind(change)
    for own, seat in due.items():
        write_reminder(change, seat, own)
    if change.is_late:
        facts = {"silent": change.silent, "held": change.is_held}
        tell_gm(change, "missing", facts, once=str(change.head.serial))
    else:
        tell_webhook(change, "reminder", missing=[each.name for each in due.values()])
    count = "1 seat" if len(due) == 1 else f"{len(due)} seats"
    return Deed("reminded", count, {"seats": len(due)}) if due else None


def remind_now(change: Change) -> list[str]:
    """Remind all whose orders are missing, as a game master asks; return their seats."""
    missing = [seat for seat in _silent(change) if seat.address] if change.has_begun else []
    for seat in missing:
        write_reminder(change, seat)
    return [seat.name for seat in missing]


def write_reminder(change: Change, seat: Seat, own: str = "") -> None:
    """Queue a reminder; who is late is told until when orders count, if nobody is waited for.

    One that has its time has a Message-ID of its ``own``.
    """
    known = replace(setting(change, seat), awaited=change.unready)
    if change.is_late:
        grace = None if change.is_held else change.grace_ends
        known = replace(known, late=True, grace=grace)
    view = change.game.view(change.position, seat.name)
    make = partial(reports.reminder, change.game, view, known)
    answers = last_report(change, seat.name)
    send(change, _reminder(change), seat, make, answers=answers, opens=True, own=own)


KINDS = (
    Kind("deal", _time_of_deal, _deal),
    Kind("resume", pause_ends, _resume),
    Kind("vote", _end_of_vote, lambda change, _: close_votes(change)),
    Kind("hurry", time_of_hurry, lambda change, _: hurry(change)),
    Kind("bank", time_of_draw, _draw_day),
    Kind("phase", _end_of_phase, _adjudicate),
    Kind("reminder", _time_of_reminder, _remind),
)
"""Of several that are due together the first is done first."""
