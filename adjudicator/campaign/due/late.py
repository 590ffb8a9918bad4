"""Word of who is late: to those who are, and to the game master."""

from collections.abc import Iterator
from datetime import datetime

from adjudicator.campaign.due.reminder import Reminded, is_reminded, times, write_reminder
from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.due import Kind, is_late, stands_still
from adjudicator.campaign.kernel.message_ids import note_mark
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import phase_facts, tell_gm
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign, Seat


def when(state: State) -> datetime | None:
    """Return the deadline, as long as somebody has sent nothing and not all are told of it."""
    if not state.has_begun or not state.silent or stands_still(state):
        return None
    told = state.has_mark(note_mark(state.campaign, "missing", str(state.head.serial)))
    done = is_late(state) and told and not _seats(state)
    return None if done else state.deadline


def _seats(state: State) -> list[Seat]:
    """Return the seats that are late, and have not been told so for this deadline."""
    late = [each for each in state.seats if each.name in state.silent and times(state, each)]
    return [each for each in late if not is_reminded(state, each, "late")]


def carry_out(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None
) -> Iterator[Reminded]:
    """Tell those who are late, and once a phase the game master.

    Nobody is said to be late whose orders may lie in a mailbox that was not ``read_to`` then.
    """

    def work(change: Change) -> int:
        deadline = when(change)
        unread = change.campaign.address and deadline and read_to and read_to < deadline
        if deadline is None or deadline > change.now or unread:
            return 0
        late = _seats(change)
        for seat in late:
            write_reminder(change, seat, "late")
        facts = {**phase_facts(change), "silent": change.silent, "held": change.is_held}
        facts["campaign"] = change.campaign.name
        tell_gm(change, "missing", facts, once=str(change.head.serial))
        return len(late)

    if count := commit(store, campaign, now, work):
        yield Reminded(campaign.name, count)


KIND = Kind("late", 5, when, carry_out)
