"""What is due is done: phases whose time has come, and reminders to those who have sent nothing."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.due import (
    Reminder,
    is_late,
    last_reminder,
    missing_occasion,
    reminder_number,
    seats_to_remind,
    stands_still,
    what_is_due,
)
from adjudicator.campaign.kernel.errors import CampaignError, MovedError, OvertakenError, describe
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import note, phase_facts, send, setting, tell_gm
from adjudicator.campaign.letters.outbox import last_report
from adjudicator.campaign.phases.adjudicate import Adjudicated, Closed, adjudicate, close
from adjudicator.campaign.phases.create import begin
from adjudicator.campaign.phases.deadlines import end_pause
from adjudicator.campaign.phases.votes import close_votes
from adjudicator.games.contract import GameError
from adjudicator.reports import phrase
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Watermark
from adjudicator.store.records import Campaign, Seat

MOST_PHASES = 500
"""How many phases one pass adjudicates in one campaign, so that regents among themselves stop."""


class Resumed(NamedTuple):
    """A campaign whose pause is over."""

    campaign: str


class Reminded(NamedTuple):
    """How many seats of a campaign were reminded."""

    campaign: str
    seats: int


class Held(NamedTuple):
    """A phase that is due and waits for its mailbox."""

    campaign: str
    why: str
    """A sentence."""


class Dealt(NamedTuple):
    """A campaign that was dealt because its seats are taken, and the phase that it opened.

    That is ``""`` if only the words were closed, to wait for a public number.
    """

    campaign: str
    phase: str


Done = Adjudicated | Closed | Dealt | Reminded | Resumed | Held | CampaignError


def carry_out_all_due(
    store: Store, now: datetime, read_to: datetime | None = None
) -> Iterator[Done]:
    """Do what is due in any campaign; yield each thing as it is done, and what failed.

    ``read_to`` is to when the mail has been read; None: no orders come by mail. A campaign that
    another process is at is left to it.
    """
    for campaign in queries.due_campaigns(store, now):
        with store.claim(campaign.id) as is_mine:
            if is_mine and queries.is_due(store, campaign, now):
                try:
                    yield from carry_out_due(store, campaign, now, read_to)
                except DatabaseError as error:  # another process may hold this campaign alone
                    yield CampaignError(f"{campaign.name}: {error}")


def carry_out_due(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None = None
) -> Iterator[Done]:
    """Do what is due in a campaign: its phases, those that become due by it, and reminders.

    What fails is yielded and told to the game master; it stops nothing else. What has moved to
    another database meanwhile is done there. Raises DatabaseError, of which no game master is told.
    """
    try:
        yield from _carry_out_phases(store, campaign, now, read_to)
    except MovedError:
        return
    except DatabaseError:
        raise
    except (CampaignError, GameError, StoreError) as error:
        yield CampaignError(f"{campaign.name}: {error}")
    except Exception as error:  # a fault in one campaign must not stop the others
        yield _fault(store, campaign, error, now)
    yield from remind_if_due(store, campaign, now, read_to)


def _carry_out_phases(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None
) -> Iterator[Done]:
    start = State(store, campaign, now)
    due = {each.what for each in what_is_due(start) if each.at <= now}
    if "deal" in due:
        yield Dealt(campaign.name, begin(store, campaign.name, now))
    if "resume" in due and end_pause(store, campaign, now):
        yield Resumed(campaign.name)
    if "vote" in due:
        close_votes(store, campaign, now)
    for _ in range(MOST_PHASES):
        found = State(store, store.find(Campaign, id=campaign.id), now)
        if not found.why_due:
            break
        if waits_for_mail(found, read_to):
            yield Held(campaign.name, tell_of_waiting(found))
            break
        step = close if found.campaign.settings.beacon else adjudicate
        try:
            yield step(store, campaign.name, now, expected=found.head.opens.key, due=True)
        except OvertakenError:  # by another pass; what it left to do is done by this one
            continue


def remind_if_due(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None = None
) -> Iterator[Done]:
    """Do the last part of that: the reminders. Who is told of a fault is the game master.

    Raises DatabaseError.
    """
    try:
        count = remind(store, campaign, now, read_to)
    except MovedError:
        return
    except DatabaseError:
        raise
    except Exception as error:  # a fault in one campaign must not stop the others
        _fault(store, campaign, error, now)
    else:
        if count:
            yield Reminded(campaign.name, count)


def remind(store: Store, campaign: Campaign, now: datetime, read_to: datetime | None = None) -> int:
    """Queue the reminders whose time has come, each once; return how many.

    Nobody is said to be late whose orders may lie in a mailbox that was not ``read_to`` then.
    """
    return commit(store, campaign, now, lambda change: _remind(change, read_to))


def _remind(change: Change, read_to: datetime | None) -> int:
    if change.deadline is None or stands_still(change):
        return 0
    kind: Reminder = "late" if is_late(change) else "reminder"
    if (
        kind == "late"
        and change.campaign.address
        and (read_to or change.deadline) < change.deadline
    ):
        return 0
    silent = seats_to_remind(change, kind)
    for seat in silent:
        _write_reminder(change, seat, kind)
    if kind == "late" and change.silent:
        facts = {**phase_facts(change), "silent": change.silent, "held": change.is_held}
        facts["campaign"] = change.campaign.name
        tell_gm(change, "missing", facts, once=missing_occasion(change))
    return len(silent)


def _write_reminder(change: Change, seat: Seat, kind: Reminder) -> None:
    known = msgspec.structs.replace(setting(change, seat), awaited=change.unready)
    if kind == "late":
        grace = None if change.is_held else change.grace_ends
        known = msgspec.structs.replace(known, late=True, grace=grace)
    view = change.game.view(change.position, seat.name)
    make = partial(reports.reminder, change.game, view, known)
    answers = last_report(change, seat.name)
    number = reminder_number(change, kind, last_reminder(change, seat))
    send(change, kind, seat, make, number, answers=answers, opens=True)


def _fault(store: Store, campaign: Campaign, error: Exception, now: datetime) -> CampaignError:
    """Tell a game master, once a day, that the program failed; return what was told."""
    text = f"{campaign.name}: the program failed: {describe(error)}"
    with suppress(MovedError):
        note(store, campaign, "failed", text, now, once=f"{text} {now.date()}")
    return CampaignError(text)


PATIENCE = timedelta(minutes=10)
"""For which a phase waits before its game master is told: a mail server may start anew."""


def waits_for_mail(state: State, read_to: datetime | None) -> bool:
    """Whether a phase would close at a moment to which its mailbox has not been read yet.

    ``read_to`` is to when it has been; None: no orders come by mail. What is carried out at once,
    because all are ready, waits for no mail.
    """
    when = state.next_adjudication
    if when is None or read_to is None or not state.campaign.address:
        return False
    return when[0] > state.head.created and read_to < when[0]


def tell_of_waiting(state: State) -> str:
    """Say that a phase waits for its mailbox; its game master is told once, after a while."""
    when = state.next_adjudication
    lost = [each for each in state.store.rows(Watermark, order="lost") if each.lost]
    why = f"{lost[0].name}: {lost[0].why}" if lost else ""
    facts = {
        "campaign": state.campaign.name,
        "phase": state.head.opens.key,
        "why": why,
        "since": lost[0].lost if lost else None,
    }
    text = phrase("notes", "unread", facts)
    if when and state.now - when[0] >= PATIENCE:
        since = lost[0].lost if lost else state.head.created
        note(state.store, state.campaign, "unread", text, state.now, once=str(since))
    return text
