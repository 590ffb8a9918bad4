"""A backup in the place of a database that is lost: what came by mail since then comes again.

Letters that were put away are read again in the order of their arrival, each at its own time, and
what was due between them is done at its time. So the same orders meet the same dice. All that this
writes may have gone out already; it waits until somebody says that it shall.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from adjudicator import reports
from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.kernel.clocks import LATEST
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import describe
from adjudicator.campaign.letters.letters import leave_note
from adjudicator.campaign.phases import commit
from adjudicator.post.incoming.letter import MOST_BYTES
from adjudicator.post.incoming.reading import read
from adjudicator.post.requests.pipeline import take
from adjudicator.post.transport.mailbox import ArrivedMail, Mailbox
from adjudicator.reports.words import local_time
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Disposition, DoneMark
from adjudicator.store.records import Campaign, Due, Failure, LastPass

MARGIN = timedelta(days=1)
"""So long before the backup's last moment letters are looked at: clocks differ."""


class Restored(NamedTuple):
    """What was done to bring a backup up to date."""

    since: datetime
    """The last moment that the backup knows of."""
    until: datetime
    dispositions: tuple[Disposition, ...]
    """Of the letters that were read again."""
    faults: tuple[str, ...]
    """Letters that could not be, and what failed."""
    phases: tuple[str, ...]
    """The phases that were carried out again, each with its campaign."""
    held: int
    """How many letters wait that may have gone out already."""


def replay(store: Store, mailboxes: Sequence[Mailbox], until: datetime) -> Restored:
    """Bring a backup up to date from the letters that were put away; hold all that it writes.

    ``until`` is when the lost database last noted that it was at work. What was put away after
    that, it had taken all the same. Nothing is put away or sent. Raises OSError if a mailbox cannot
    be read.
    """
    since = min(queries.newest_moment(store) or until, until)
    dispositions: list[Disposition] = []
    done: list[Done] = []
    clock = since
    for arrival, raw, checked_by in _letters(store, mailboxes, since):
        moment = max(clock, min(arrival.arrived, until))
        done += _carry_on(store, clock, moment)
        clock = moment
        try:
            taken = take(store, raw, clock, arrival.arrived, arrival.name[-200:], checked_by)
        except (DatabaseError, StoreError):
            raise
        except Exception as error:  # a fault in one letter must not stop the others
            done.append(Done("failed", f"{arrival.name[-80:]}: {describe(error)}"))
            continue
        dispositions.append(taken.disposition)
        done += taken.closed
    done += _carry_on(store, clock, until)
    with store.atomic():
        held = _hold(store)
        store.put(LastPass(1, until))
    phases, faults = (
        tuple(each.text for each in done if each.what == what) for what in ("adjudicated", "failed")
    )
    return Restored(since, until, tuple(dispositions), faults, phases, held)


def tell_masters(
    store: Store, done: Restored, lost: dict[str, list[str]] | None, now: datetime
) -> None:
    """Tell each game master what is different; ``lost`` is None if nobody can know all of it."""
    for campaign in queries.campaigns(store):
        own = [each for each in done.dispositions if each.campaign_id == campaign.id]
        name = f"{campaign.name} "
        facts = {
            "campaign": campaign.name,
            "since": local_time(done.since, campaign.settings.zone),
            "letters": len(own),
            "refused": [f"{each.sender}: {each.why}" for each in own if each.outcome == "refused"],
            "phases": [each[len(name) :] for each in done.phases if each.startswith(name)],
            "held": sum(1 for _ in queries.letters_to_send(store, campaign=campaign.id)),
            "lost": [] if lost is None else lost.get(campaign.name, []),
            "known": lost is not None,
        }
        text = reports.phrase("notes", "restored", facts)
        commit(store, campaign, now, leave_note, "restored", text)


def _letters(
    store: Store, mailboxes: Iterable[Mailbox], since: datetime
) -> list[tuple[ArrivedMail, bytes, str]]:
    """Return the letters that were put away and that a backup does not know, oldest first.

    With each comes the mail server whose word on senders counts in its mailbox.
    """
    letters = []
    for mailbox in mailboxes:
        for arrival, raw in mailbox.reread(since - MARGIN, MOST_BYTES + 1):
            key = read(raw).key
            known = store.has(DoneMark, key=key)
            seen = arrival.arrived <= since and store.has(Disposition, letter=key)
            if not (known or seen):
                letters.append((arrival, raw, mailbox.checked_by))
    return sorted(letters, key=lambda each: (each[0].arrived, each[0].name))


def _carry_on(store: Store, clock: datetime, to: datetime) -> Iterator[Done]:
    """Do what was due until a moment, each at its time; what fails is left for the next pass."""
    left: set[Due] = set()
    while True:
        waiting = (each for each in store.due_until(to) if each not in left)
        due = next((each for each in waiting if not _fails(store, each)), None)
        if due is None:
            return
        clock = max(clock, due.at)
        yield from carry_out_due(store, store.find(Campaign, id=due.campaign_id), clock)
        left.add(due)


def _fails(store: Store, due: Due) -> bool:
    """Say whether something that is due was tried in vain, and nothing has changed since."""
    failure = store.first(Failure, campaign_id=due.campaign_id, what=due.what)
    return failure is not None and failure.retry is not None


def _hold(store: Store) -> int:
    """Let all letters wait that are not sent, until somebody says that they shall go."""
    count = 0
    for letter in queries.letters_to_send(store):
        queries.set_wait(store, letter, LATEST, "release")
        count += 1
    return count
