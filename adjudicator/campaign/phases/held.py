"""Phases that wait for a mailbox: orders may lie there that came in time."""

from datetime import datetime, timedelta

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import note
from adjudicator.reports import phrase
from adjudicator.store.letter_records import Watermark

PATIENCE = timedelta(minutes=10)
"""For which a phase waits before its game master is told: a mail server may start anew."""


def waits_for_mail(at: State, read_to: datetime | None) -> bool:
    """Whether a phase would close at a moment to which its mailbox has not been read yet.

    ``read_to`` is to when it has been; None: no orders come by mail. What is carried out at once,
    because all are ready, waits for no mail.
    """
    when = at.next_adjudication
    if when is None or read_to is None or not at.campaign.address:
        return False
    return when[0] > at.head.created and read_to < when[0]


def tell_of_waiting(at: State) -> str:
    """Say that a phase waits for its mailbox; its game master is told once, after a while."""
    when = at.next_adjudication
    lost = [each for each in at.store.rows(Watermark, order="lost") if each.lost]
    why = f"{lost[0].name}: {lost[0].why}" if lost else ""
    facts = {
        "campaign": at.campaign.name,
        "phase": at.head.opens.key,
        "why": why,
        "since": lost[0].lost if lost else None,
    }
    text = phrase("notes", "unread", facts)
    if when and at.now - when[0] >= PATIENCE:
        since = lost[0].lost if lost else at.head.created
        note(at.store, at.campaign, "unread", text, at.now, once=str(since))
    return text
