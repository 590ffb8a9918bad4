"""Players who are away: deadlines wait for them. Players who miss too much: a regent plays.

A day begins at midnight in the time zone of the player. A deadline that would fall into an absence
of a seat that must order is put off until it is over, and falls then as the schedule says. Who
misses too many phases in a row without a word loses his seat to a regent, until he orders again.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import takewhile
from math import ceil
from typing import Any, NamedTuple

from msgspec.structs import replace

from adjudicator.campaign.kernel import times
from adjudicator.campaign.kernel.change import Change, deadline
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.schedule import at_same_time, next_deadline, rule_for
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import find_zone
from adjudicator.campaign.letters.letters import calendar_files, tell_all
from adjudicator.campaign.people.caretakers import Ending, end_care
from adjudicator.campaign.people.seats import offer_seat
from adjudicator.games.contract import Phase
from adjudicator.reports.words import day, local_time
from adjudicator.store import queries
from adjudicator.store.letter_records import Absence, Return
from adjudicator.store.records import Adjudication, Caretaker, Departure, Past, Seat

FARTHEST = timedelta(days=366)
"""How long before its end an absence can be declared."""
_DAY = timedelta(days=1)
_CHANGE = timedelta(hours=1)
"""By so much a day is longer on which clocks are put back."""
_ROUNDS = 50


class Span(NamedTuple):
    """A time in which a player is away, from midnight to midnight."""

    begins: datetime
    ends: datetime


def read_days(text: str, zone: str, now: datetime, unread: RefusedError | None = None) -> Span:
    """Read days as a person writes them: ``2026-12-20 to 2026-12-31``, ``until Sunday``.

    The last day belongs to the absence. What is past of it is left out. Raises RefusedError; for
    what is no day that is ``unread``, or says how an absence is written.
    """
    place = find_zone(zone)
    today = now.astimezone(place).date()
    days = times.read_days(text, today)
    if days is None:
        raise unread or RefusedError("absence-unread", said=text[:60])
    first, last = days
    if last < first:
        raise RefusedError("absence-backwards", first=str(first), last=str(last))
    if last < today:
        raise RefusedError("absence-past", last=str(last))
    if last > today + FARTHEST:
        raise RefusedError("absence-far", last=str(last))
    return _span(max(first, today), last, place)


def _span(first: date, last: date, place: tzinfo) -> Span:
    """Return the time of some days in a time zone, from midnight to midnight."""
    begins, ends = (
        datetime.combine(each, time(), place).astimezone(UTC) for each in (first, last + _DAY)
    )
    return Span(begins, ends)


def absences(state: State, seat: str) -> list[Span]:
    """Return the times in which a seat's player is or was away, as far as he did not come back.

    Those of a former player end when he left the seat, or when another took it.
    """
    declared = state.rows(Absence, seat=seat)
    if not declared:
        return []
    back, left = state.rows(Return, seat=seat), state.rows(Departure, seat=seat)
    now = state.seat(seat)
    spans = []
    for each in declared:
        returns = (x.at for x in back if x.at >= each.declared)
        ends = min((each.ends, *returns, *(x.at for x in left if x.at > each.declared)))
        if now.taken and not now.is_by_player(each.declared):
            ends = min(ends, now.taken)
        if ends > each.begins:
            spans.append(Span(each.begins, ends))
    return spans


def _own_absences(state: State, seat: Seat) -> list[Span]:
    """Return the times in which he is or was away who has a seat now."""
    return [x for x in absences(state, seat.name) if seat.taken is None or x.ends > seat.taken]


def absences_ahead(state: State) -> list[tuple[Seat, Span]]:
    """Return who is away, or will be, in the order of the days."""
    spans = [(seat, span) for seat in state.seats for span in absences(state, seat.name)]
    return sorted(
        ((seat, span) for seat, span in spans if span.ends > state.now), key=lambda each: each[1]
    )


def count_days(spans: Iterable[Span]) -> int:
    """Count the days of times, each once: by their length, which is the same in every time zone.

    A day is one on which clocks change, too, and so is one that was broken off.
    """
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.begins <= joined[-1].ends:
            joined[-1] = joined[-1]._replace(ends=max(joined[-1].ends, span.ends))
        else:
            joined.append(span)
    return sum(max(1, ceil((ends - begins - _CHANGE) / _DAY)) for begins, ends in joined)


def wait_for_absent(state: State, phase: Phase, closes: datetime | None) -> datetime | None:
    """Return the deadline of a phase, put off for the absent seats of persons that it waits for,
    but not while somebody looks after them."""
    asked = phase.must or phase.may
    cared = {each.seat: each.until for each in state.caretakers}
    away = [
        span._replace(begins=max(span.begins, cared.get(seat.name, span.begins)))
        for seat in state.seats
        if seat.by_person and seat.name in asked
        for span in absences(state, seat.name)
    ]
    for _ in range(_ROUNDS):
        waits = [span for span in away if closes and span.begins <= closes < span.ends]
        if closes is None or not waits:
            break
        closes = _closes_after(state, phase, closes, max(span.ends for span in waits))
    return closes


def _closes_after(state: State, phase: Phase, closes: datetime, back: datetime) -> datetime | None:
    """Return the first deadline after an absence that leaves the player a day to order in."""
    settings = state.settings
    rule = rule_for(settings, phase)
    later = None
    if rule and rule.on:
        later = next_deadline(rule, settings.zone, back, max(settings.notice, 24))
    return later or at_same_time(rule, settings.zone, closes, back + _DAY)


def declare_absence(change: Change, seat: Seat, days: str, source: str = "") -> dict[str, Any]:
    """Let a seat's player be away on some days, as he writes them; return what to answer.

    A deadline that falls into them is put off at once. Raises RefusedError for days that cannot be
    read, are past, or are more than the campaign allows.
    """
    change.check_goes_on()
    settings, zone = change.settings, change.zone_of(seat)
    if not settings.absence:
        raise RefusedError("absence-not-here")
    span = read_days(days, zone, change.now)
    own = _own_absences(change, seat)
    before, after = count_days(own), count_days([*own, span])
    if after > settings.absence:
        left = settings.absence - before
        raise RefusedError("absence-cap", left=left, wanted=after - before)
    others = [each for seat in change.seats for each in absences(change, seat.name)]
    all_before, all_after = count_days(others), count_days([*others, span])
    if all_after > max(settings.absences, all_before):
        raise RefusedError("absence-cap-of-all", left=max(0, settings.absences - all_before))
    moved = False
    if after != before:
        change.add(
            Absence(
                campaign_id=change.campaign.id,
                seat=seat.name,
                begins=span.begins,
                ends=span.ends,
                declared=change.now,
                source=source,
            )
        )
        moved = _put_off(change)
        _tell(change, seat, span, moved=moved)
    return {**describe_leave(change, seat), "moved": moved}


def come_back(change: Change, seat: Seat) -> dict[str, Any]:
    """End a player's absences, those too that lie ahead, and that somebody looks after his seat;
    return what to answer.

    Deadlines that were put off stay where they are. Raises RefusedError if there is nothing to end.
    """
    change.check_goes_on()
    ahead = [span for who, span in absences_ahead(change) if who.name == seat.name]
    was_cared_for = end_care(change, seat, "player")
    if not (ahead or was_cared_for):
        raise RefusedError("absence-none")
    if ahead:
        change.add(Return(0, change.campaign.id, seat.name, change.now))
        tell_all(change, "back", {"holder": seat.name}, but=seat.name, gm="back")
    return describe_leave(change, seat)


def end_care_early(change: Change, seat: Seat, why: Ending) -> bool:
    """Let nobody look after a seat any more; say whether anybody did, or was asked to.

    If its player is away still, the deadline waits for him again.
    """
    is_ended = end_care(change, seat, why)
    if is_ended and _put_off(change):
        facts = {"why": "absence", "before": "", "late": (), "grace": ""}
        tell_all(change, "deadline", facts, files=calendar_files, gm="deadline-moved")
    return is_ended


def _time_of_care(state: State) -> datetime | None:
    """Return when next somebody has looked after a seat for so long as he was asked to: now, if he
    may not any more."""
    goes_on = state.caretakers
    cared = [each for each in state.rows(Caretaker) if each.ended is None]
    ends = (each.until if each in goes_on else min(each.until, state.now) for each in cared)
    return min(ends, default=None)


@deadline("care", _time_of_care)
def end_care_in_time(change: Change, read_to: datetime | None) -> None:
    """Tell of each seat whose caretaker's time is over, or who may look after it no more."""
    goes_on = change.caretakers
    for each in change.rows(Caretaker):
        if each.ended is None and each not in goes_on:
            why: Ending = "time" if each.until <= change.now else "rules"
            end_care_early(change, change.seat(each.seat), why)


def describe_leave(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return who is away when, and what a seat (None: nobody) may still take, to be told."""
    settings = state.settings
    own = count_days(_own_absences(state, seat)) if seat else 0
    return {
        "away": [
            {"holder": who.name, **describe_span(span, state.zone_of(who))}
            for who, span in absences_ahead(state)
        ],
        "left": max(0, settings.absence - own),
        "most": settings.absence,
    }


def describe_span(span: Span, zone: str) -> dict[str, str]:
    """Return the first and the last day of a time in words, in a time zone; of one that was said in
    another zone, and is no whole days in this one, when it begins and ends."""
    place = find_zone(zone)
    first, last = (x.astimezone(place) for x in (span.begins, span.ends - timedelta(seconds=1)))
    if span == _span(first.date(), last.date(), place):
        return {"first": day(first), "last": day(last)}
    return {"first": local_time(span.begins, zone), "last": local_time(span.ends, zone)}


def _put_off(change: Change) -> bool:
    """Move the deadline of the phase that waits if it falls into an absence; say whether."""
    if (
        not change.has_begun
        or change.closing
        or change.deadline is None
        or change.deadline <= change.now
    ):
        return False
    closes = wait_for_absent(change, change.head.opens, change.deadline)
    if closes == change.deadline:
        return False
    change.set_deadline(closes, "absence")
    return True


def _tell(change: Change, seat: Seat, span: Span, *, moved: bool) -> None:
    """Write to every player and to the game master that somebody is away.

    He himself is answered; only if a deadline has moved he gets this letter instead, for his
    calendar.
    """

    days = describe_span(span, change.zone_of(seat))
    facts = {"holder": seat.name, "moved": moved, **days}
    if moved:
        leave = describe_leave(change, seat)
        facts |= {"left": leave["left"], "most": leave["most"]}
    but, files = ("", calendar_files) if moved else (seat.name, None)
    tell_all(change, "absence", facts, but=but, files=files, gm="absence")


def count_misses(change: Change) -> None:
    """Give seats to the regent whose players have missed too many phases in a row."""
    limit = change.settings.misses
    for seat in change.seats if limit else ():
        if seat.name in change.head.missing and misses_in_a_row(change, seat) >= limit:
            free = change.settings.substitutes
            end_care(change, seat, "regent")
            change.save(replace(seat, held_by="regent", open=free))
            facts = {"holder": seat.name, "missed": limit}
            tell_all(change, "regent", facts, gm="regent-takes-over")
            offer_seat(change, seat)


def misses_in_a_row(state: State, seat: Seat) -> int:
    """Count the phases in a row, up to now, in which a seat's player, or who looks after it, was
    awaited and missing."""
    past: list[Past | Adjudication] = [*queries.past(state.store, state.campaign), state.head]
    cared = [each.since for each in state.caretakers if each.seat == seat.name]
    awaited = [
        x
        for x in past
        if seat.name in x.awaited and x.number > seat.since and all(x.created > y for y in cared)
    ]
    missed = {each.serial: seat.name in each.missing for each in awaited}
    return len([*takewhile(bool, reversed(missed.values()))])
