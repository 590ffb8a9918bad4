"""Corrections: the position is amended after a ruling, for all to see, and nothing is erased.

The resolution that opened the phase which waits is written again with the amended position, as the
first of a new run; what was amended and why is a record beside it, by which ``verify`` can tell a
correction from a forgery.
"""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.errors import reason as reason_of
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import phase_files, tell_all
from adjudicator.campaign.people.asking import ask_back
from adjudicator.campaign.phases.deadlines import closing_time, open_phase
from adjudicator.campaign.phases.endings import tidy_reason
from adjudicator.games.contract import Game
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.records import Adjudication, Correction, Past, Seat, Submission

MOST_LINES = 200
"""Of a difference, that a letter shows."""
NOTHING = "nothing"


class Amended(NamedTuple):
    """A position as it would be after a correction, and how it differs from what it is."""

    position: bytes
    differences: tuple[str, ...]


def amend(state: State, data: bytes) -> Amended:
    """Compare an amended position with the one that stands. Raises CampaignError, GameError.

    It must be a sound position of the same game, seats and options, that waits in the same phase.
    """
    if state.is_over or state.closing:
        closed = "" if state.is_over else state.waits_in
        raise CampaignError("cannot-correct", campaign=state.campaign.name, phase=closed)
    game, old = state.game, state.position
    new = game.decode(data, strict=True)
    if new.viewer is not None:
        raise CampaignError("no-whole-position")
    if dict(new.options) != dict(old.options) or list(new.seats) != list(old.seats):
        raise CampaignError("seats-or-options")
    phase = game.phase(new)
    if phase.key != state.head.opens.key:
        raise CampaignError("amended-phase", key=phase.key, own=state.head.opens.key)
    if faults := game.faults(new):
        raise CampaignError("impossible-correction", faults=faults[:5])
    for seat in ("", *new.seats):
        game.picture(game.view(new, seat), ())
    encoded = game.encode(new)
    lines = tuple(difference(game.encode(old), encoded))
    if not lines:
        raise CampaignError("nothing-to-correct")
    return Amended(encoded, lines)


def correct(change: Change, data: bytes, reason: str, *, expected: int) -> Correction:
    """Put an amended position in the place of the one that stands, and tell everybody why.

    The orders that stand are kept, but nobody is ready; there is time to think again.
    ``expected`` is the serial of the resolution that was amended: nothing is done if the game has
    gone on since. Raises CampaignError, GameError.
    """
    why = tidy_reason(change, reason)
    if change.head.serial != expected:
        raise CampaignError("gone-on", campaign=change.campaign.name)
    amended = amend(change, data)
    before, old = change.head, change.position
    new = change.game.decode(amended.position)
    again = _repeat(change, before, position=amended.position, opens=change.game.phase(new))
    closes = change.deadline
    if closes is not None and closes - change.now < timedelta(hours=change.settings.notice):
        closes = closing_time(change, again.opens) or closes
    change.go_to(again, closes, "corrected")
    _send_again(change, before.serial)
    done = Correction(
        campaign_id=change.campaign.id,
        serial=again.serial,
        reason=why,
        differences=amended.differences,
        before=hashlib.sha256(before.position).digest(),
        after=hashlib.sha256(again.position).digest(),
        created=change.now,
    )
    change.add(done)
    _tell(change, old, new, done)
    return done


def _repeat(change: Change, old: Adjudication, **fields: Any) -> Adjudication:
    """Return a resolution as it is written again, as the first of a new run."""
    head = change.head
    return replace(old, serial=head.serial + 1, run=head.run + 1, created=change.now, **fields)


def _send_again(change: Change, serial: int) -> None:
    """Let the orders that stood after a resolution stand again; but nobody is ready, and what a
    check warned of may be otherwise now."""
    again = {"resolution": change.head.serial, "ready": False, "warned": None}
    for each in change.rows(Submission, resolution=serial):
        change.submit(replace(each, id=0, **again))


def difference(before: bytes, after: bytes) -> Iterator[str]:
    """Yield the lines that say how two positions or views differ, as ``where: old → new``."""
    yield from _differ(msgspec.json.decode(before), msgspec.json.decode(after), ())


def _differ(old: Any, new: Any, where: tuple[str, ...]) -> Iterator[str]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for name in dict.fromkeys((*old, *new)):
            yield from _differ(old.get(name), new.get(name), (*where, str(name)))
    elif isinstance(old, list) and isinstance(new, list) and not _is_plain(old + new):
        for place in range(max(len(old), len(new))):
            was, now = (each[place] if place < len(each) else None for each in (old, new))
            yield from _differ(was, now, (*where, str(place + 1)))
    else:
        yield f"{', '.join(where)}: {_show(old)} → {_show(new)}"


def _is_plain(values: Sequence[Any]) -> bool:
    return not any(isinstance(each, dict | list) for each in values)


def _show(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, list) and _is_plain(value):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _tell(change: Change, old: Any, new: Any, done: Correction) -> None:
    """Show everybody the difference as he may see it, with the reason and what the phase needs."""

    def facts(seat: Seat | None) -> dict[str, Any]:
        name = seat.name if seat else ""
        views = (change.game.encode(change.game.view(each, name)) for each in (old, new))
        lines = list(difference(*views))
        more = len(lines) - MOST_LINES
        rest = [str(reason_of("more-differences", count=more))] if more > 0 else []
        return {"why": done.reason, "lines": [*lines[:MOST_LINES], *rest]}

    to = (*change.players, None)
    tell_all(change, "corrected", facts, to=to, files=phase_files, answers="", gm="corrected")


def correction_faults(
    store: Store, game: Game, first: Adjudication, repeated: Adjudication
) -> tuple[list[str], str]:
    """Say what is wrong with a resolution that was written again, and which corrections it holds.

    ``first`` is the one that it repeats. Its position must be the same, or what the corrections
    since then made of it, one after the other.
    """
    if repeated.position == first.position:
        return [], ""
    line = [
        each
        for each in store.rows(
            Adjudication, order="serial", campaign_id=first.campaign_id, parent=first.parent
        )
        if each.serial <= repeated.serial
    ]
    faults: list[str] = []
    reasons: list[str] = []
    for before, after in pairwise(line):
        if before.position == after.position:
            continue
        digests = tuple(hashlib.sha256(each.position).digest() for each in (before, after))
        correction = store.first(Correction, campaign_id=first.campaign_id, serial=after.serial)
        if correction is None or (correction.before, correction.after) != digests:
            return [str(reason_of("uncorrected"))], ""
        saved = (before.position, after.position)
        # One of them may be as an earlier release wrote it.
        as_of_now = (game.encode(game.decode(each)) for each in saved)
        if correction.differences not in (tuple(difference(*saved)), tuple(difference(*as_of_now))):
            faults.append(str(reason_of("corrected-otherwise")))
        day = f"{correction.created:%Y-%m-%d}"
        reasons.append(str(reason_of("corrected-on", day=day, why=correction.reason)))
    if game.phase(game.decode(repeated.position)) != repeated.opens:
        faults.append(str(reason_of("corrected-phase")))
    return faults, "; ".join(reasons)


class RolledBack(NamedTuple):
    """A roll-back: the key of the phase that the campaign waits in again, and the phases that this
    undid."""

    phase: str
    undone: tuple[str, ...]


def roll_back(change: Change, phase: str) -> RolledBack:
    """Go back to where a campaign waited in the phase of that key, and tell everybody.

    The orders that stood then stand again, but nobody is ready; the deadline follows from the
    rule. A seat that a regent took because its player missed what is undone is that player's again.
    Raises CampaignError if the phase has not been adjudicated or the game has ended.
    """
    if change.is_over:
        raise CampaignError("secret-published", campaign=change.campaign.name)
    history = queries.past(change.store, change.campaign)
    serial = _opener(change, history, phase)
    old = change.store.find(Adjudication, campaign_id=change.campaign.id, serial=serial)
    after = [each for each in history if each.number > old.number]
    undone = tuple(each.phase for each in after)
    again = _repeat(change, old)
    back = list(_find_seats_to_return(change, after))
    for seat in change.seats:
        since = min(seat.since, again.number)
        if seat in back:
            change.save(replace(seat, held_by="person", open=False, since=since))
        elif since < seat.since:
            change.save(replace(seat, since=since))
    open_phase(change, again, "rolled back")
    _send_again(change, serial)

    def facts(seat: Seat | None) -> dict[str, Any]:
        return {"undone": undone, "public": seat is None, "back": [each.name for each in back]}

    tell_all(
        change, "rollback", facts, files=phase_files, answers="", observers=True, gm="rolled-back"
    )
    return RolledBack(again.opens.key, undone)


def _find_seats_to_return(change: Change, undone: Sequence[Past]) -> Iterator[Seat]:
    """Yield the seats that a regent took because their players missed phases which are undone.

    Where seats can go to other players, those that the game master gave to a regent are not open.
    """
    missed = {name for each in undone for name in each.missing}
    for seat in change.seats:
        has_player = bool(seat.player or seat.address) and seat.name in missed
        if has_player and not seat.by_person and seat.open == change.settings.substitutes:
            yield seat


def ask_to_roll_back(change: Change, phase: str, address: str) -> None:
    """Ask a game master whether the game shall go back to a phase, in a letter that says what that
    would undo. Raises CampaignError if it cannot be done."""
    done = roll_back(Change(change.store, change.campaign, change.now), phase)
    about = {"argument": done.phase, "resolution": change.head.serial}
    ask_back(change, "confirm-rollback", done._asdict(), "rollback", address, **about)


def _opener(change: Change, history: Sequence[Past], phase: str) -> int:
    """Return the serial of the resolution that opened a phase."""
    wanted = phase.casefold()
    for before, after in pairwise(history):
        if after.phase.casefold() == wanted:
            return before.serial
    known = [each.phase for each in history[1:]]
    raise CampaignError(
        "no-phase-adjudicated", campaign=change.campaign.name, phase=phase[:40], known=known
    )
