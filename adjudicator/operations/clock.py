"""The clock of a campaign: its deadline, pauses and emergencies, and the absences of players."""

from datetime import UTC, datetime, timedelta

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.clock import local_time
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import deadlines
from adjudicator.campaign.phases.absence import come_back, declare_absence, describe_leave
from adjudicator.operations.operation import Argument, Call, Operation, Reply, acknowledge
from adjudicator.operations.values import DAYS, DEADLINE, MOMENT, SPAN, TEXT

KEEP = datetime.min.replace(tzinfo=UTC)
"""Stands for no other deadline."""
_BACK = ("none", "no", "cancel", "cancelled", "back", "off", "over", "never mind")


def move_deadline(call: Call, to: datetime | None = KEEP) -> Reply:
    """Move the deadline of the phase that waits; without a time, say how the clock stands."""
    if to != KEEP:
        deadlines.move_deadline(call.store, call.campaign, call.now, to)
    return _describe_clock(call)


def extend(call: Call, by: timedelta) -> Reply:
    """Give the phase that waits so much more time."""
    deadlines.extend(call.store, call.campaign, call.now, by)
    return _describe_clock(call)


def pause(call: Call, until: datetime | None = None) -> Reply:
    """Stop the clock, for good or until a time."""
    deadlines.pause(call.store, call.campaign, call.now, until=until)
    return _describe_clock(call)


def resume(call: Call) -> Reply:
    """Let the clock run again."""
    deadlines.resume(call.store, call.campaign, call.now)
    return _describe_clock(call)


def change_schedule(call: Call, rule: str) -> Reply:
    """Change when phases end, for those to come."""
    change_settings(call.store, call.campaign, call.now, deadline=rule)
    return _describe_clock(call)


def take_absence(call: Call, days: str = "") -> Reply:
    """Take an absence or its end, or say who is away."""

    if not days:
        return Reply("leave", describe_leave(call.state, call.seat))

    def work(state: Change) -> Reply:
        seat = state.seat(call.holder.name)
        if days.casefold() in _BACK:
            return Reply("leave", come_back(state, seat))
        return Reply("leave", declare_absence(state, seat, days, call.source.id))

    return call.change(work)


def stop_clock(call: Call) -> None:
    """Stop the clock for a player, once; the letter to all is the answer."""

    def work(state: Change) -> None:
        deadlines.stop_in_emergency(state, state.seat(call.holder.name))

    call.change(work)


def _describe_clock(call: Call) -> Reply:
    state = call.again().state
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


OPERATIONS = (
    Operation(
        "absence",
        "player",
        "days on which you are away, and for which deadlines wait; “absence none” takes them back, "
        "and alone it is answered with who is away when",
        take_absence,
        (Argument("days", DAYS, optional=True),),
        usage="FIRST to LAST",
        examples=("20 Dec to 2 Jan", "thursday to next monday", "none"),
        changes=True,
    ),
    Operation(
        "emergency",
        "player",
        "the clock stopped for some days: once for each player, who need not say why",
        stop_clock,
        changes=True,
        forms=("emergency pause", "pause"),
    ),
    Operation(
        "deadline",
        "master",
        "moves the deadline of the phase that waits, in the zone of the game; alone it is answered "
        "with how the clock stands",
        move_deadline,
        (Argument("to", DEADLINE, optional=True),),
        usage="[TIME or none]",
        examples=("friday 20:00", "1 Dec", "in 3 days", "none"),
        changes=True,
    ),
    Operation(
        "extend",
        "master",
        "moves the deadline by so much",
        extend,
        (Argument("by", SPAN),),
        usage="SPAN",
        examples=("2 days", "by 12 hours"),
        changes=True,
        option="deadline --extend",
    ),
    Operation(
        "pause",
        "master",
        "stops the clock, until you let it go on or until a time",
        pause,
        (Argument("until", MOMENT, "with --pause: when it runs again by itself", optional=True),),
        usage="[until TIME | for SPAN]",
        examples=("", "until monday 20:00", "for 3 days"),
        changes=True,
        option="deadline --pause",
    ),
    Operation(
        "resume",
        "master",
        "lets the clock run again",
        resume,
        changes=True,
        option="deadline --resume",
    ),
    Operation(
        "schedule",
        "master",
        "says when phases end, for those to come",
        change_schedule,
        (Argument("rule", TEXT),),
        usage="SCHEDULE",
        examples=(
            "mon, thu 20:00",
            "weekdays 8pm",
            "war: every 4 days at 20:00; else every 48 hours",
        ),
        changes=True,
        option="deadline --rule",
    ),
)
