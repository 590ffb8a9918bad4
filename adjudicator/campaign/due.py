"""What is due is done: phases whose time has come, reminders, and whatever else has a deadline.

Each kind of deadline is stated in ``phases``, beside what it does.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import (
    Change,
    DeadlineKind,
    kinds_of_deadlines,
    what_is_due,
)
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import CampaignError, MovedError, describe, reason
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import tell_gm
from adjudicator.campaign.phases import commit
from adjudicator.games.contract import GameError
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.records import TRIES, Campaign, Failure

MOST_PHASES = 500
"""How many phases one pass adjudicates in one campaign, so that regents among themselves stop."""
PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(days=1)
"""After which what failed is tried again: twice as long each time, up to the longest."""


def carry_out_due(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None = None
) -> Iterator[Done]:
    """Do what is due in a campaign: each kind of deadline, and what becomes due by it.

    What fails is yielded, and stops nothing else: it is tried again after a pause that grows, or
    when the campaign changes. What has moved to another database meanwhile is done there. Raises
    DatabaseError, of which no game master is told.
    """
    told: set[str] = set()
    for kind in kinds_of_deadlines():
        try:
            for each in carry_out_kind(kind, store, campaign, now, read_to):
                if each.what != "failed" or each.text not in told:
                    yield each
                told.add(each.text)
        except MovedError:
            return


def carry_out_kind(
    kind: DeadlineKind,
    store: Store,
    campaign: Campaign,
    now: datetime,
    read_to: datetime | None = None,
) -> Iterator[Done]:
    """Do what is due of one kind; phases as long as one is due. Raises MovedError."""

    def work(change: Change) -> Done | None:
        return kind.carry_out(change, read_to) if is_due(change) else None

    def is_due(state: State) -> bool:
        moment = kind.when(state)
        return moment is not None and moment <= now

    def tell(why: str) -> Done:
        return Done("failed", f"{campaign.name}: {why}", {"campaign": campaign.name})

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
            why = str(error if is_known else reason("program-failed", error=describe(error)))
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
        due = next((each for each in store.due_of(tried.id) if each.what == what), None)
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
                why = str(reason("nor-told", why=why, error=describe(error)))
        queries.put_failure(store, Failure(tried.id, what, at, tries, retry, why))


def note_loss(store: Store, campaign: int, now: datetime) -> None:
    """Note that a worker has ended without a word while it carried out what is due in a campaign.

    Once may be chance, and it is tried again at once. What happens again may be what workers perish
    of: it is taken for what fails, or it would end one after another.
    """
    held = store.find(Campaign, id=campaign)
    due = {each.what: each.at for each in store.due_of(campaign) if each.at <= now}
    what = next((each.what for each in kinds_of_deadlines() if each.what in due), None)
    if what is None or held.moved:
        return
    why = str(reason("worker-gone"))
    if store.has(Failure, campaign_id=campaign, what=what):
        _note_failure(store, held, now, what, why)
    else:
        with store.atomic(campaign):
            queries.put_failure(store, Failure(campaign, what, due[what], 1, None, why))


def _tell_of_failure(change: Change, facts: Mapping[str, object]) -> None:
    tell_gm(change, "failed", facts, once=f"{facts['what']} {facts['since']}")


def mend_due(store: Store, campaign: Campaign, now: datetime) -> Done | None:
    """Write anew what is due next in a campaign if it is not what is written; None if it is.

    Where something is due now, whoever carries it out does the same.
    """
    with store.atomic(campaign.id):
        held = store.find(Campaign, id=campaign.id)
        due = [] if held.moved else what_is_due(State(store, held, now))
        written = store.due_of(held.id)
        is_at_hand = any(each.at <= now for each in (*due, *written))
        failures = store.rows(Failure, campaign_id=held.id)
        if (is_at_hand and written) or queries.put_off_failed(failures, due) == written:
            return None
        queries.put_due(store, held, due)
    return Done("mended", str(reason("mended-due", campaign=held.name)), {"campaign": held.name})


def try_again(change: Change) -> list[Failure]:
    """Let what fails be tried at once; return it."""
    failures = change.rows(Failure)
    for each in failures:
        change.save(replace(each, retry=None))
    return failures
