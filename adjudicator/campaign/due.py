"""What is due: phases whose time has come, and reminders to those who have sent nothing."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from adjudicator import reports
from adjudicator.campaign.adjudicate import Adjudicated, adjudicate
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import Desk, setting, tell_gm
from adjudicator.campaign.outbox import message_id, queue, slug
from adjudicator.campaign.records import (
    Campaign,
    Resolution,
    Seat,
    Submission,
    campaigns,
    deadline,
    head,
    seats,
    submissions,
)
from adjudicator.campaign.store import Store
from adjudicator.games.contract import GameError

MOST_PHASES = 500
"""How many phases one pass adjudicates in one game, so that regents among themselves stop."""


class Waiting(msgspec.Struct, frozen=True):
    """How the phase of a game stands.

    ``due`` is why it can be adjudicated now (``ready``, ``deadline``, ``nobody``) or ``""``.
    ``awaited`` are the persons whose orders it waits for, ``unsent`` those of them who have sent
    nothing, ``unready`` those who have not said that they are ready.
    """

    owner: Campaign
    opened_by: Resolution
    deadline: datetime | None
    awaited: tuple[str, ...]
    unsent: tuple[str, ...]
    unready: tuple[str, ...]
    due: str


def standing_of(store: Store, owner: Campaign, now: datetime) -> Waiting:
    """Say how the phase of a game stands."""
    opened_by = head(store, owner)
    closes = deadline(store, opened_by)
    sent = submissions(store, opened_by)
    there = seats(store, owner)
    awaited = _awaited(there, opened_by)
    unsent = tuple(seat for seat in awaited if not _spoke(sent.get(seat)))
    unready = tuple(seat for seat in awaited if not ((s := sent.get(seat)) and s.ready))
    found = Waiting(owner, opened_by, closes, awaited, unsent, unready, "")
    deserted = not any(seat.by_person for seat in there)
    return msgspec.structs.replace(found, due=_due(found, deserted, now))


def due(store: Store, now: datetime) -> list[Waiting]:
    """Return the games whose phase can be adjudicated now."""
    found = (standing_of(store, owner, now) for owner in campaigns(store))
    return [each for each in found if each.due]


def adjudicate_due(store: Store, now: datetime) -> Iterator[Adjudicated | CampaignError]:
    """Adjudicate all that is due, and what becomes due by it; yield each phase as it is done.

    A game that cannot go on yields its error and does not stop the others.
    """
    for owner in campaigns(store):
        for _ in range(MOST_PHASES):
            try:
                found = standing_of(store, owner, now)
                if not found.due:
                    break
                yield adjudicate(store, owner.name, now, expected=found.opened_by.opens.key)
            except (CampaignError, GameError) as error:
                yield CampaignError(f"{owner.name}: {error}")
                break
            except Exception as error:  # a fault in one game must not stop the others
                yield _fault(store, owner, error, now)
                break


def remind(store: Store, now: datetime) -> int:
    """Queue the reminders whose time has come, each once; return how many.

    A game in which that fails does not stop the others; its master is told.
    """
    count = 0
    for owner in campaigns(store):
        try:
            with store.atomic():
                count += _remind_in(store, owner, now)
        except Exception as error:  # a fault in one game must not stop the others
            _fault(store, owner, error, now)
    return count


def _remind_in(store: Store, owner: Campaign, now: datetime) -> int:
    found = standing_of(store, owner, now)
    if found.deadline is None or found.opened_by.opens.over or owner.settings.paused:
        return 0
    late = now >= found.deadline
    if not late and now < found.deadline - _lead(found, found.deadline):
        return 0
    kind = "late" if late else "reminder"
    reminded = [
        _remind(store, found, seat, kind, now)
        for seat in seats(store, owner)
        if seat.name in found.unsent and seat.address and owner.settings.remind
    ]
    if late and found.unsent:
        text = f"{found.opened_by.opens.key}: no orders from {', '.join(found.unsent)}."
        if held(found):
            text += (
                " These are so many that the phase is held: is a mailbox dead? Go on with "
                f"“adjudicator adjudicate {owner.name}”, or move the deadline."
            )
        tell_gm(store, owner, "missing", text, now, once=str(found.opened_by.id))
    return sum(reminded)


def _lead(found: Waiting, closes: datetime) -> timedelta:
    """Return how long before its deadline a phase reminds: in its second half at the earliest."""
    longest = timedelta(hours=found.owner.settings.remind)
    return min(longest, max(closes - found.opened_by.created, timedelta()) / 2)


def _fault(store: Store, owner: Campaign, error: Exception, now: datetime) -> CampaignError:
    """Tell a game's master, once a day, that the program failed in it; return what was told."""
    told = f"{owner.name}: the program failed: {type(error).__name__}: {str(error)[:300]}"
    with store.atomic():
        tell_gm(store, owner, "failed", told, now, once=f"{told} {now.date()}")
    return CampaignError(told)


def _awaited(there: list[Seat], opened_by: Resolution) -> tuple[str, ...]:
    """The persons who must order; where nobody must, those who may."""
    phase = opened_by.opens
    persons = [seat.name for seat in there if seat.by_person]
    return tuple(seat for seat in persons if seat in (phase.must or phase.may))


def _spoke(sent: Submission | None) -> bool:
    return sent is not None and sent.kind != "policy"


def _due(found: Waiting, deserted: bool, now: datetime) -> str:
    """Say why a phase is due. A game that regents alone play goes by its deadlines."""
    settings = found.owner.settings
    if found.opened_by.opens.over or settings.paused:
        return ""
    if not found.awaited and not deserted:
        return "nobody"
    if settings.early and not found.unready and not deserted:
        return "ready"
    if found.deadline is None:
        return "" if settings.early or found.unready else "ready"
    if held(found):
        return ""
    grace = timedelta(hours=settings.grace if found.unsent else 0)
    return "deadline" if now >= found.deadline + grace else ""


def held(found: Waiting) -> bool:
    """Whether so many seats are missing that the game master must say what to do."""
    return 0 < found.owner.settings.hold < len(found.unsent)


def _remind(store: Store, found: Waiting, seat: Seat, kind: str, now: datetime) -> bool:
    owner, opened_by = found.owner, found.opened_by
    known = setting(store, owner, seat, opened_by)
    if kind == "late" and found.deadline:
        grace = None if held(found) else found.deadline + timedelta(hours=owner.settings.grace)
        known = msgspec.structs.replace(known, late=True, grace=grace)
    phase = slug(opened_by.opens.key) + (f"-run{opened_by.run + 1}" if opened_by.run else "")
    closes = found.deadline.strftime("%Y%m%d%H%M") if found.deadline else ""
    identity = message_id(owner, phase, kind, seat.name, closes)
    if store.row("SELECT 1 FROM letter WHERE message_id = ?", identity):
        return False
    game = owner.game
    view = game.view(game.decode(opened_by.position), seat.name)
    desk = Desk(store, owner, now)
    report = desk.made("reminder", seat.name, lambda: reports.reminder(game, view, known))
    return queue(
        store,
        report,
        identity=identity,
        kind=kind,
        now=now,
        recipients=[seat.address],
        owner=owner,
        opened_by=opened_by,
        seat=seat.name,
        in_reply_to=desk.last(seat.name),
    )
