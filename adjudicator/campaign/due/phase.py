"""The phase that waits, and those that become due by it; unless a mailbox is unread."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from adjudicator.campaign.kernel.due import Kind
from adjudicator.campaign.kernel.errors import OvertakenError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import note
from adjudicator.campaign.phases.adjudicate import Adjudicated, Closed, adjudicate, close
from adjudicator.reports import phrase
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Watermark
from adjudicator.store.records import Campaign

MOST_PHASES = 500
"""How many phases one pass adjudicates in one campaign, so that regents among themselves stop."""
PATIENCE = timedelta(minutes=10)
"""For which a phase waits before its game master is told: a mail server may start anew."""


class Held(NamedTuple):
    """A phase that is due and waits for its mailbox."""

    campaign: str
    why: str
    """A sentence."""


def when(state: State) -> datetime | None:
    """Return when the phase that waits can be adjudicated."""
    coming = state.next_adjudication
    return coming[0] if coming else None


def carry_out(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None
) -> Iterator[Adjudicated | Closed | Held]:
    """Carry out the phases that are due; one that waits for a public number is closed."""
    for _ in range(MOST_PHASES):
        state = State(store, store.find(Campaign, id=campaign.id), now)
        if not state.why_due:
            break
        if waits_for_mail(state, read_to):
            yield Held(campaign.name, tell_of_waiting(state))
            break
        step = close if state.campaign.settings.beacon else adjudicate
        try:
            yield step(store, campaign.name, now, expected=state.head.opens.key, due=True)
        except OvertakenError:  # by another pass; what it left to do is done by this one
            continue


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


KIND = Kind("phase", 3, when, carry_out)
