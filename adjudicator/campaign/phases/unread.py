"""Letters that may lie unread in a mailbox when a phase is due: it waits for them."""

from datetime import datetime, timedelta

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import leave_note
from adjudicator.store.letter_records import Watermark

PATIENCE = timedelta(minutes=10)
"""For which a phase waits before its game master is told: a mail server may start anew."""


def end_of_phase(state: State) -> datetime | None:
    """Return when the phase that waits is carried out, if nothing changes; None: nobody knows."""
    coming = state.next_adjudication
    return coming[0] if coming else None


def waits_for_mail(state: State, read_to: datetime | None) -> bool:
    """Whether a phase would close at a moment to which its mailbox has not been read yet.

    ``read_to`` is to when it has been; None: no orders come by mail. What is carried out at once,
    because all are ready, waits for no mail.
    """
    closes = end_of_phase(state)
    at_once = closes is None or closes <= state.head.created
    return not at_once and may_be_unread(state, read_to, closes)


def may_be_unread(state: State, read_to: datetime | None, moment: datetime | None) -> bool:
    """Whether letters that came before a moment may lie unread in the mailbox of a campaign."""
    return bool(state.campaign.address and read_to and moment and read_to < moment)


def tell_of_waiting(change: Change) -> str:
    """Say that a phase waits for its mailbox; its game master is told once, after a while."""
    closes = end_of_phase(change)
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
