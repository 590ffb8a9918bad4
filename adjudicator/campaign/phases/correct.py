"""Corrections: the position is amended after a ruling, for all to see, and nothing is erased.

The resolution that opened the phase which waits is written again with the amended position, as the
first of a new run; what was amended and why is a record beside it, by which ``verify`` can tell a
correction from a forgery.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, change
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import phase_facts, phase_files, send, setting, tell_gm
from adjudicator.campaign.phases.deadlines import closing_time
from adjudicator.games.contract import Game
from adjudicator.reports.model import Report
from adjudicator.store.database import Store
from adjudicator.store.records import Adjudication, Campaign, Correction, Seat, Submission

LONGEST_REASON = 1000
MOST_LINES = 200
"""Of a difference, that a letter shows."""
NOTHING = "nothing"


class Amended(NamedTuple):
    """A position as it would be after a correction, and how it differs from what it is."""

    position: bytes
    differences: tuple[str, ...]


def amend(at: State, data: bytes) -> Amended:
    """Compare an amended position with the one that stands. Raises CampaignError, GameError.

    It must be a sound position of the same game, seats and options, that waits in the same phase.
    """
    if at.is_over or at.closing:
        why = "has ended" if at.is_over else f"has closed {at.waits_in} and waits for its number"
        raise CampaignError(f"{at.campaign.name} {why}: its position can no longer be corrected.")
    game, old = at.game, at.position
    new = game.decode(data)
    if new.viewer is not None:
        raise CampaignError("That is a seat's view, not a whole position.")
    if dict(new.options) != dict(old.options) or list(new.seats) != list(old.seats):
        raise CampaignError("A correction can change neither the seats nor the options.")
    phase = game.phase(new)
    if (phase.key, phase.over) != (at.head.opens.key, False):
        raise CampaignError(
            f"The amended position waits in {phase.key}, and the game in {at.head.opens.key}. "
            "“adjudicator rollback” goes back to another phase."
        )
    if faults := game.faults(new):
        raise CampaignError(f"The amended position is impossible: {'; '.join(faults[:5])}.")
    for seat in ("", *new.seats):
        game.picture(game.view(new, seat), ())
    encoded = game.encode(new)
    lines = tuple(difference(game.encode(old), encoded))
    if not lines:
        raise CampaignError(
            "That position is the one that stands, so there is nothing to correct. What a position "
            "of the game has no name for is passed over."
        )
    return Amended(encoded, lines)


def correct(
    store: Store, campaign: Campaign, data: bytes, reason: str, now: datetime, *, expected: int
) -> Correction:
    """Put an amended position in the place of the one that stands, and tell everybody why.

    The orders that stand are kept, but nobody is ready; there is time to think again.
    ``expected`` is the serial of the resolution that was amended: nothing is done if the game has
    gone on since. Raises CampaignError, GameError.
    """
    why = " ".join(reason.split())[:LONGEST_REASON]
    if not why:
        raise CampaignError("Give the reason, which every player is told.")

    def work(at: Change) -> Correction:
        if at.head.serial != expected:
            raise CampaignError(f"{at.campaign.name} has gone on meanwhile; nothing was done.")
        return _correct(at, amend(at, data), why)

    return change(store, campaign, now, work)


def _correct(at: Change, amended: Amended, why: str) -> Correction:
    before, old = at.head, at.position
    new = at.game.decode(amended.position)
    again = msgspec.structs.replace(
        before,
        serial=before.serial + 1,
        run=before.run + 1,
        created=at.now,
        position=amended.position,
        opens=at.game.phase(new),
    )
    closes = at.deadline
    if closes is not None and closes - at.now < timedelta(hours=at.campaign.settings.notice):
        closes = closing_time(at.campaign.settings, again.opens, at.now) or closes
    at.go_to(again, closes, "corrected")
    for each in at.store.rows(Submission, campaign_id=at.campaign.id, resolution=before.serial):
        at.submit(msgspec.structs.replace(each, id=0, resolution=again.serial, ready=False))
    done = Correction(
        campaign_id=at.campaign.id,
        serial=again.serial,
        reason=why,
        differences=amended.differences,
        before=hashlib.sha256(before.position).digest(),
        after=hashlib.sha256(again.position).digest(),
        created=at.now,
    )
    at.add(done)
    _tell(at, old, new, done)
    return done


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


def _tell(at: Change, old: Any, new: Any, done: Correction) -> None:
    """Show everybody the difference as he may see it, with the reason and what the phase needs."""
    for seat in (*(each for each in at.seats if each.by_person or each.address), None):
        name = seat.name if seat else ""
        views = (at.game.encode(at.game.view(each, name)) for each in (old, new))
        lines = list(difference(*views))
        facts = {
            **phase_facts(at, seat.zone if seat else ""),
            "why": done.reason,
            "lines": [*lines[:MOST_LINES], *_rest(lines)],
        }
        make = partial(_make_letter, at, seat, facts) if seat else partial(_bare, at, facts)
        send(at, "corrected", seat, make, instead=("corrected", facts))
        if seat is None:  # a game master may play: he is told what everybody may know
            tell_gm(at, "corrected", facts, letter="corrected")


def _rest(lines: Sequence[str]) -> list[str]:
    more = len(lines) - MOST_LINES
    return [f"and {more} more, in the position file"] if more > 0 else []


def _make_letter(at: Change, seat: Seat, facts: Mapping[str, Any]) -> Report:
    return reports.notice(setting(at, seat), "corrected", facts, files=phase_files(at, seat))


def _bare(at: Change, facts: Mapping[str, Any]) -> Report:
    return reports.notice(setting(at, None), "corrected", facts)


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
    digests = {hashlib.sha256(each.position).digest(): each.position for each in line}
    there = {
        each.after: each
        for each in store.rows(Correction, campaign_id=first.campaign_id)
        if any(row.serial == each.serial for row in line)
    }
    wanted = hashlib.sha256(repeated.position).digest()
    end = hashlib.sha256(first.position).digest()
    faults: list[str] = []
    said: list[str] = []
    while wanted != end and len(said) <= len(there):
        found = there.get(wanted)
        if found is None or found.before not in digests:
            return [*faults, "the position was changed, and no correction says so"], ""
        lines = tuple(difference(digests[found.before], digests[wanted]))
        if lines != found.differences:
            faults.append("a correction says otherwise than it did")
        said.insert(0, f"corrected on {found.created:%Y-%m-%d}: {found.reason}")
        wanted = found.before
    if game.phase(game.decode(repeated.position)) != repeated.opens:
        faults.append("the phase that the corrected position opens is another")
    return faults, "; ".join(said)
