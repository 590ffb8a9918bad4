"""What a game master does with the phases of a campaign: carry out, look ahead, go back, end; and
its clock: deadlines, pauses and emergencies, the absences of players.

What acts on a phase must name the phase that waits, and what ends a campaign must name it: a guard
against a letter that comes too late or twice.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec

from adjudicator.campaign.due import try_again
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.times import Length
from adjudicator.campaign.people.settings import (
    NOT_BY_HAND,
    change_settings,
    read_changes,
    spell,
    write_official,
)
from adjudicator.campaign.phases import adjudicate as adjudicating
from adjudicator.campaign.phases import create, deadlines, endings
from adjudicator.campaign.phases.absence import come_back, declare_absence, describe_leave
from adjudicator.campaign.phases.correct import ask_to_roll_back, roll_back
from adjudicator.campaign.phases.reminders import remind_now
from adjudicator.operations.operation import (
    Argument,
    Call,
    Reply,
    ValueKind,
    acknowledge,
    operation,
)
from adjudicator.operations.values import (
    ANY_PHASE,
    DAYS,
    DEADLINE,
    MOMENT,
    NUMBER,
    SCHEDULE,
    SPAN,
    TEXT,
    WORD,
    guard_game,
)
from adjudicator.orders.language.names import closest
from adjudicator.reports.model import Report
from adjudicator.reports.words import local_time
from adjudicator.store.records import Settings

KEEP = datetime.min.replace(tzinfo=UTC)
"""Stands for no other deadline."""
_BACK = ("none", "no", "cancel", "cancelled", "back", "off", "over", "never mind")


@operation(
    "player",
    Argument("days", DAYS),
    forms=("away", "vacation", "holiday"),
    usage="FIRST to LAST",
    examples=("20 Dec to 2 Jan", "thursday to next monday", "none"),
    tells=True,
)
def absence(call: Call, days: str = "") -> Reply:
    """Say on which days you are away, and deadlines wait for you; “absence none” takes them back,
    and alone it is answered with who is away when.
    """
    if not days:
        return Reply("leave", describe_leave(call.state, call.seat))

    def work(state: Change) -> Reply:
        seat = state.seat(call.holder.name)
        if days.casefold() in _BACK:
            return Reply("leave", come_back(state, seat))
        facts = declare_absence(state, seat, days, call.source.id)
        return Reply("leave", facts, told=facts["moved"])

    return call.change(work)


@operation("player", forms=("emergency pause", "pause"))
def emergency(call: Call) -> None:
    """Stop the clock for some days: once for each player, who need not say why."""
    holder = call.holder.name
    call.change(lambda state: deadlines.stop_in_emergency(state, state.seat(holder)))


@operation(
    "master",
    Argument("to", DEADLINE),
    usage="[TIME or none]",
    examples=("friday 20:00", "1 Dec", "in 3 days", "none"),
    tells=True,
)
def deadline(call: Call, to: datetime | None = KEEP) -> Reply:
    """Move the deadline of the phase that waits, in the zone of the game; alone it is answered with
    how the clock stands.
    """
    if to != KEEP:
        call.change(deadlines.move_deadline, to)
    return _describe_clock(call)


@operation("master", Argument("by", SPAN), examples=("2 days", "by 12 hours"))
def extend(call: Call, by: Length) -> Reply:
    """Move the deadline by so much: days keep the time of the day, when clocks change, too."""
    call.change(deadlines.extend, by)
    return _describe_clock(call)


@operation(
    "master",
    Argument("until", MOMENT),
    usage="[until TIME | for SPAN]",
    examples=("until monday 20:00", "for 3 days"),
)
def pause(call: Call, until: datetime | None = None) -> Reply:
    """Stop the clock, until you let it go on or until a time."""
    call.change(deadlines.stop_clock, until=until)
    return _describe_clock(call)


@operation("master")
def resume(call: Call) -> Reply:
    """Let the clock run again."""
    call.change(deadlines.start_clock)
    return _describe_clock(call)


@operation("master", forms=("remind",))
def reminder(call: Call) -> Reply:
    """Remind all whose orders are missing, now."""
    names, state = call.change(remind_now), call.state
    silent = state.silent if state.has_begun else ()
    unreached = [each for each in silent if each not in names]
    return acknowledge(call, "reminded", {"names": names, "unreached": unreached})


@operation("master")
def retry(call: Call) -> Reply:
    """Try what is due and fails again at once, whenever it would have been tried."""
    known = ("what", "at", "tries", "why")
    failures = [{name: getattr(each, name) for name in known} for each in call.change(try_again)]
    return acknowledge(call, "retried", {"failures": failures})


@operation(
    "master",
    Argument("rule", SCHEDULE),
    usage="[SCHEDULE]",
    examples=("mon, thu 20:00", "weekdays 8pm", "war: every 4 days at 20:00; else none"),
    tells=True,
)
def schedule(call: Call, rule: str = "") -> Reply:
    """Say when phases end, for those to come; alone it is answered with how the clock stands."""
    if rule:
        call.change(change_settings, deadline=rule)
    return _describe_clock(call)


def _describe_clock(call: Call) -> Reply:
    state = call.again().state
    state.check_goes_on()  # what has ended has no clock
    settings = state.campaign.settings
    until = deadlines.pause_ends(state)
    facts = {
        "phase": state.waits_in,
        "begun": state.has_begun,
        "ends": local_time(state.deadline, settings.zone) if state.deadline else "",
        "paused": settings.paused,
        "until": local_time(until, settings.zone) if until else "",
        "rule": settings.deadline,
    }
    return acknowledge(call, "clock", facts)


NOT_BY_MAIL = (*NOT_BY_HAND, "gm", "address", "host", "records")
"""The settings that “set” cannot change: addresses are changed where a slip can be put right,
and what is told of persons is the host's to say."""


def _read_reason(text: str, call: Call) -> str:
    if not text:
        raise RefusedError("terminate-what", campaign=call.campaign.name)
    return text


REASON = ValueKind("TEXT", _read_reason)


@operation("master", Argument("phase", ANY_PHASE), usage="PHASE", examples=("1 muster",))
def process(call: Call, phase: str = "") -> Reply:
    """Carry out the phase that waits, if it is that one; before the deal, deal."""
    if not call.state.has_begun:
        return _deal(call)
    key, name = _check_phase(call, phase), call.campaign.name
    if call.campaign.settings.beacon:
        call.change(adjudicating.close_phase, expected=key)
        facts = {"phase": key, "source": call.campaign.settings.beacon}
        return acknowledge(call, "process", facts)
    done = adjudicating.adjudicate(call.store, name, call.now, expected=key)
    return acknowledge(call, "process", _facts(call, done))


@operation("master", changes=False)
def preview(call: Call) -> Report:
    """Show what would come of the phase as things stand; not to one who plays himself."""
    if call.master and call.state.seats_of(call.master.address):
        raise RefusedError("plays-himself")
    done, public = adjudicating.preview(call.store, call.campaign, call.now)
    head = acknowledge(call, "preview", _facts(call, done)).write(call.state, call.seat, unread=0)
    return Report(head.subject, f"{head.text}\n{public.text}", "", public.files)


@operation("master", Argument("beacon", NUMBER, about="the public number that goes into the key"))
def begin(call: Call, beacon: str = "") -> Reply:
    """Deal, though seats are free or words are missing; with the public number, if the dice wait
    for one.
    """
    return _deal(call, beacon)


@operation(
    "master",
    Argument("phase", ANY_PHASE),
    examples=("1 plan",),
    forms=("roll back",),
    confirm="Everybody is told.",
)
def rollback(call: Call, phase: str) -> Reply | None:
    """Go back to where the game waited in that phase.

    By mail a letter asks back what a terminal asks.
    """
    if not phase:
        raise RefusedError("name-the-phase", request="rollback", phase="3 war")
    if call.master:
        return call.change(ask_to_roll_back, phase, call.master.address)
    done = call.change(roll_back, phase)
    return acknowledge(call, "undone", done._asdict())


@operation("master", text="message", examples=("Well played.",))
def official(call: Call) -> Reply:
    """Send the text below it to every player and all who watch."""
    call.change(write_official, call.file.text)
    readers = [x.name for x in call.state.seats if x.by_person or x.address]
    return acknowledge(call, "told", {"readers": readers})


SETTINGS = [spell(each) for each in Settings.__struct_fields__ if each not in NOT_BY_MAIL]
SETTING = WORD._replace(metavar="|".join(SETTINGS))


@operation(
    "master",
    Argument("name", SETTING),
    Argument("value", TEXT, before=("=", ":", "to", "")),
    name="set",
    usage="NAME = VALUE",
    examples=("grace = 12", "deadline to mon, thu 20:00"),
)
def set_setting(call: Call, name: str, value: str) -> Reply:
    """Change how the game is run."""
    called = spell(name.casefold())
    if called not in SETTINGS or not value:
        meant = "" if called in SETTINGS else closest(called, SETTINGS)
        raise RefusedError("set-what", names=SETTINGS, meant=meant)
    after = call.change(change_settings, **read_changes([f"{name}={value}"]))
    shown = describe_settings(after.settings)
    lines = [f"{each} = {shown[each]}" for each in SETTINGS]
    return acknowledge(call, "set", {"settings": lines})


def describe_settings(settings: Settings) -> dict[str, str]:
    """Return the settings of a campaign in words."""
    words = {True: "yes", False: "no", "": "none", None: "none"}
    values: dict[str, Any] = msgspec.to_builtins(settings)
    return {
        spell(name): str(value if type(value) is int else words.get(value, value))
        for name, value in values.items()
    }


@operation(
    "master",
    Argument("game", guard_game("terminate-what"), guard=True),
    Argument("reason", REASON, about="why, in a sentence"),
    usage="GAME WHY",
    examples=("We all agreed that Oda has won.",),
    forms=("end",),
    confirm="Everybody is told.",
)
def terminate(call: Call, game: str, reason: str) -> Reply:
    """End the game for good, and tell everybody why."""
    done = call.change(endings.end, reason)
    return acknowledge(call, "ended-now", {"ended": done.ended, "why": done.why_ended})


def _check_phase(call: Call, given: str) -> str:
    """Return the phase that waits. Raises RefusedError unless it is named, turn and all."""
    state = call.state
    waits = state.head.opens.key
    state.check_goes_on()
    if given.split() != waits.casefold().split():
        raise RefusedError(
            "wrong-turn", campaign=state.campaign.name, phase=waits, given=given[:60]
        )
    return waits


def _facts(call: Call, done: adjudicating.Adjudicated) -> dict[str, Any]:
    return {
        "phase": done.phase,
        "source": "",
        "opens": done.opens.title,
        "missing": done.missing,
        "set_aside": done.set_aside,
        "ends": local_time(done.deadline, call.zone) if done.deadline else "",
    }


def _deal(call: Call, beacon: str = "") -> Reply:
    opened = create.begin(call.store, call.campaign.name, call.now, beacon=beacon)
    return acknowledge(call, "begin", {"opens": opened, "source": call.campaign.settings.beacon})
