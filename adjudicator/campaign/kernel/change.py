"""The one way to change a campaign.

A change is worked out from one snapshot of the database, outside its lock: what is to be entered is
only collected. Then it is entered in one short transaction, if the campaign still has the version
that was read; every change raises it. Who lost such a race works the change out again, and after
``RACES`` lost ones under the lock, so that nobody can be kept waiting for ever.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import MovedError
from adjudicator.campaign.kernel.state import State
from adjudicator.chance.record import PhaseDice
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import RaceLostError
from adjudicator.store.letter_records import DoneMark, Letter, Note, StoredFile
from adjudicator.store.records import (
    Adjudication,
    Campaign,
    Closing,
    Deadline,
    DiceWord,
    Due,
    Failure,
    Seat,
    Settings,
    Submission,
)
from adjudicator.store.tables import TABLE_OF

RACES = 3
T = TypeVar("T")
R = TypeVar("R", bound=msgspec.Struct)
P = ParamSpec("P")


class Change(State):
    """A campaign as it stands, and what is to be entered; what was added counts at once."""

    def __init__(self, store: Store, campaign: Campaign, now: datetime, *, is_trial: bool = False):
        super().__init__(store, campaign, now)
        self.before = campaign
        self.is_trial = is_trial
        """Whether it is only tried what would come of it, and nothing is ever entered."""
        self.asker = ""
        """The address of the game master whose ask this is, if an answer goes there."""
        self.dice: PhaseDice | None = None
        """The record of the phase that this change carried out last."""
        self.sent_before: dict[str, Submission] = {}
        """What stood for the phase before the one that waits, if this change carried it out."""
        self._read: dict[object, list[Any]] = {}
        """What was read, by what was asked: all comes from one snapshot."""
        self._records: list[msgspec.Struct] = []
        self._saved: list[msgspec.Struct] = []

    def set_actors(self, actors: Mapping[str, str], asker: str = "") -> None:
        """Say who acts in the name of seats, as ``actors`` has it, and whose ask it is."""
        self.actors, self.asker = actors, asker

    def add(self, record: msgspec.Struct) -> None:
        """Add a record."""
        self._records.append(record)
        if isinstance(record, Seat):
            self.seats = [*self.seats, record]
        elif isinstance(record, DiceWord):
            self.words = {**self.words, record.seat: record.text}
        elif isinstance(record, Closing):
            self.closing = record

    def save(self, record: msgspec.Struct) -> None:
        """Let a record that is there be as this one says, in what of it may change."""
        self._saved.append(record)
        if isinstance(record, Seat):
            self.seats = [record if each.name == record.name else each for each in self.seats]

    def put(self, record: msgspec.Struct) -> None:
        """Add a record, or save it if there is one of the same key."""
        is_known = self.store.has(type(record), **dict(_key(record)))
        (self.save if is_known else self.add)(record)

    def entries(self, record: type[R]) -> list[R]:
        """Return the records of a kind that are to be entered."""
        return [each for each in self._records if isinstance(each, record)]

    def rows(self, record: type[R], **equal: str | int) -> list[R]:
        """Return records of a kind as they will be: those to be entered and saved too."""
        asked = record, tuple(equal.items())
        if asked not in self._read:
            self._read[asked] = super().rows(record, **equal)
        old = self._read[asked]
        if saved := {_key(each): each for each in self._saved if isinstance(each, record)}:
            old = [saved.get(_key(each), each) for each in old]
        return [*old, *(each for each in self.entries(record) if _fits(each, equal))]

    def go_to(
        self,
        resolution: Adjudication,
        deadline: datetime | None,
        why: str,
        position: Any = None,
        dice: PhaseDice | None = None,
    ) -> None:
        """Let the campaign stand at a new resolution, whose phase has that deadline.

        ``position`` is that of the resolution, if it is at hand (None: it is decoded), and ``dice``
        the record of the phase that led to it.
        """
        self.sent_before = self.submissions if self.has_begun else {}
        self.add(resolution)
        self.head = resolution
        self.has_begun = True
        self.submissions = {}
        self.__dict__.pop("closing", None)
        self.__dict__.pop("position", None)
        if position is not None:
            self.position = position
        self.dice = dice
        self.set_deadline(deadline, why)

    def set_deadline(
        self, moment: datetime | None, why: str, shift: int = 0, late: tuple[str, ...] = ()
    ) -> None:
        """Set the deadline of the phase that waits; ``shift`` and ``late`` are those of the
        record."""
        self.last_deadline = moment
        of = (self.campaign.id, self.head.serial)
        self.add(Deadline(0, *of, moment, self.now, why, shift, late))

    def enter_orders(self, seat: str, **fields: Any) -> None:
        """Add orders of a seat, for the phase that waits unless other fields say so."""
        opens = self.head.opens
        orders = Submission(
            campaign_id=self.campaign.id,
            seat=seat,
            resolution=self.head.serial,
            round=opens.round,
            phase=opens.name,
            kind="sent",
            received=self.now,
        )
        self.submit(replace(orders, **fields))

    def submit(self, submission: Submission) -> None:
        """Add orders; those for the phase that waits take the place of the seat's earlier ones."""
        self.add(submission)
        if submission.resolution == self.head.serial:
            self.submissions = {**self.submissions, submission.seat: submission}

    def withdraw(self, submission: Submission) -> bool:
        """Take orders back that this very change would enter; say whether it would."""
        mine = [each for each in self._records if each is submission]
        self._records = [each for each in self._records if each is not submission]
        return bool(mine)

    def change_settings(self, settings: Settings) -> Campaign:
        """Let the campaign be run by other settings; return it as it then is."""
        known = {"address": settings.address.casefold(), "gm": settings.gm.casefold()}
        return self.change_campaign(settings=settings, **known)

    def change_campaign(self, **fields: Any) -> Campaign:
        """Change what may change of the campaign's own record; return it as it then is."""
        self.campaign = replace(self.campaign, **fields)
        return self.campaign

    def mark(self, key: str, outcome: str) -> bool:
        """Mark that something is done which must be done once; False if it was done before."""
        if self.has(DoneMark, key=key):
            return False
        self.add(DoneMark(key, self.now, outcome))
        return True

    def has(self, record: type[msgspec.Struct], **equal: str) -> bool:
        """Say whether there is such a record, or will be."""
        return any(_fits(each, equal) for each in self.entries(record)) or super().has(
            record, **equal
        )

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Take back what the block added if it fails."""
        before = {**self.__dict__, "_records": [*self._records], "_saved": [*self._saved]}
        try:
            yield
        except BaseException:
            self.__dict__ = before
            raise

    def enter(self, due: list[Due]) -> bool:
        """Write all that was added and saved, and what is due next, if nothing changed meanwhile;
        say whether."""
        new = self.before.version == 0
        # Letters that change no campaign are marked too.
        if any(self.store.has(DoneMark, key=each.key) for each in self.entries(DoneMark)):
            return False
        if new and queries.next_campaign_id(self.store) != self.campaign.id:
            return False
        if not new and not queries.raise_version(self.store, self.before):
            return False
        raised = replace(self.campaign, version=self.before.version + 1)
        if new:
            self.store.add(raised)
        elif self.campaign != self.before:
            self.store.save(raised)
        for record in self._saved:
            self.store.save(record)
        # Files are shared: whoever enters them does so in the same order, so that none waits for
        # one who waits for him.
        files = {each.digest: each for each in self.entries(StoredFile)}
        for _, file in sorted(files.items()):
            self.store.add(file, if_absent=True)
        for record in self._records:
            if not isinstance(record, StoredFile):
                self.store.add(record)
        queries.put_due(self.store, self.campaign, due, again=not self._only_tells)
        return True

    @property
    def _only_tells(self) -> bool:
        """Whether there are only letters to enter, so that what failed would fail again."""
        told = all(
            isinstance(each, StoredFile | Letter | DoneMark | Note) for each in self._records
        )
        return self.campaign == self.before and told and not self._saved

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to enter."""
        same = self.campaign == self.before
        return same and not (self._records or self._saved)


CarryOut = Callable[[Change, datetime | None], Done | None]


class DeadlineKind(NamedTuple):
    """A kind of deadline."""

    what: str
    """Its name in the table ``due``."""
    when: Callable[[State], datetime | None]
    """When it comes next, if nothing changes until then; None: never, as in a game that is over."""
    carry_out: CarryOut
    """Does it, and returns what is to be told of it (None: nothing); the last argument is to when
    the mail has been read (None: no orders come by mail)."""


KINDS: dict[str, DeadlineKind | None] = dict.fromkeys(
    ("deal", "muster", "resume", "vote", "hurry", "bank", "phase", "care", "reminder")
)
"""The kinds of deadlines, by their names; of several that are due together the first is done first.
Each is stated where it is carried out, by ``deadline``; until then it is None."""


def deadline(what: str, when: Callable[[State], datetime | None]) -> Callable[[CarryOut], CarryOut]:
    """State a kind of deadline: the function below it carries it out, and ``when`` says when it
    comes next, as long as the game goes on."""
    if what not in KINDS:
        raise ValueError(f"{what} is no kind of deadline that has its place among the others")

    def state_kind(carry_out: CarryOut) -> CarryOut:
        KINDS[what] = DeadlineKind(what, lambda at: None if at.is_over else when(at), carry_out)
        return carry_out

    return state_kind


def kinds_of_deadlines() -> list[DeadlineKind]:
    """Return all kinds of deadlines, in the order in which they are done.

    A change that knew only some of them would forget what else is due, so nobody can change a
    campaign before ``adjudicator.campaign.phases`` is imported, where they are stated.
    """
    kinds = [each for each in KINDS.values() if each]
    if len(kinds) < len(KINDS):
        raise RuntimeError("import adjudicator.campaign.phases, which states what is due and when")
    return kinds


def what_is_due(state: State) -> list[Due]:
    """Return what must happen next and when, if nothing changes until then."""
    times = {kind.what: kind.when(state) for kind in kinds_of_deadlines()}
    return [
        Due(state.campaign.id, what, moment.replace(microsecond=0))
        for what, moment in sorted(times.items())
        if moment
    ]


def commit(
    store: Store,
    campaign: Campaign,
    now: datetime,
    work: Callable[Concatenate[Change, P], T],
    /,
    *args: P.args,
    **more: P.kwargs,
) -> T:
    """Change a campaign: what ``work`` adds is entered, all or nothing; return its answer.

    ``work`` may be called several times, with the campaign as it stands each time, and the same
    arguments; what it raises is raised, and nothing is entered. Within a transaction it is worked
    out under its lock.
    """

    def carry_out(change: Change) -> T:
        return work(change, *args, **more)

    lock = campaign.id if campaign.version else None  # a new one may not be alone with its name
    for _ in range(0 if store.in_transaction else RACES):
        with store.snapshot():
            change, answer, due = _work_out(store, campaign, now, carry_out)
        if due is None:
            return answer
        with suppress(RaceLostError), store.atomic(lock):
            if change.enter(due):
                return answer
    with store.atomic(lock):
        change, answer, due = _work_out(store, campaign, now, carry_out)
        if due is not None and not change.enter(due):
            raise AssertionError("a campaign changed while its database was locked")
        return answer


def _work_out(
    store: Store, campaign: Campaign, now: datetime, work: Callable[[Change], T]
) -> tuple[Change, T, list[Due] | None]:
    """Return a change, its answer, and what is due after it: None if there is nothing to enter."""
    if campaign.version:
        campaign = store.find(Campaign, id=campaign.id)
    else:  # it is being created, and gets its id
        campaign = replace(campaign, id=queries.next_campaign_id(store))
    change = Change(store, campaign, now)
    if change.campaign.moved:
        raise MovedError(change.campaign.name)
    answer = work(change)
    due = what_is_due(change)
    failures = store.rows(Failure, campaign_id=campaign.id)
    if change.is_empty and queries.put_off_failed(failures, due) == store.due_of(campaign.id):
        return change, answer, None
    return change, answer, due


def _fits(record: msgspec.Struct, equal: Mapping[str, object]) -> bool:
    return all(getattr(record, name) == value for name, value in equal.items())


def _key(record: msgspec.Struct) -> tuple[tuple[str, Any], ...]:
    """Return by what a record is known: the columns of its table's key, with their values."""
    return tuple((name, getattr(record, name)) for name in TABLE_OF[type(record)].key)
