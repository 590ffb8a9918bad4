"""The clock of a campaign: its deadline, pauses and emergencies, and the absences of players."""

from datetime import UTC, datetime, timedelta

from adjudicator.campaign.due import remind_now
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.times import local_time
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import deadlines
from adjudicator.campaign.phases.absence import come_back, declare_absence, describe_leave
from adjudicator.operations.operation import Argument, Call, Reply, acknowledge, operation
from adjudicator.operations.values import DAYS, DEADLINE, MOMENT, SCHEDULE, SPAN

KEEP = datetime.min.replace(tzinfo=UTC)
"""Stands for no other deadline."""
_BACK = ("none", "no", "cancel", "cancelled", "back", "off", "over", "never mind")


@operation(
    "player",
    Argument("days", DAYS),
    usage="FIRST to LAST",
    examples=("20 Dec to 2 Jan", "thursday to next monday", "none"),
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
        return Reply("leave", declare_absence(state, seat, days, call.source.id))

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
)
def deadline(call: Call, to: datetime | None = KEEP) -> Reply:
    """Move the deadline of the phase that waits, in the zone of the game; alone it is answered with
    how the clock stands.
    """
    if to != KEEP:
        deadlines.move_deadline(call.store, call.campaign, call.now, to)
    return _describe_clock(call)


@operation(
    "master", Argument("by", SPAN), examples=("2 days", "by 12 hours"), option="deadline --extend"
)
def extend(call: Call, by: timedelta) -> Reply:
    """Move the deadline by so much."""
    deadlines.extend(call.store, call.campaign, call.now, by)
    return _describe_clock(call)


@operation(
    "master",
    Argument("until", MOMENT, "with --pause: when it runs again by itself"),
    usage="[until TIME | for SPAN]",
    examples=("until monday 20:00", "for 3 days"),
    option="deadline --pause",
)
def pause(call: Call, until: datetime | None = None) -> Reply:
    """Stop the clock, until you let it go on or until a time."""
    deadlines.pause(call.store, call.campaign, call.now, until=until)
    return _describe_clock(call)


@operation("master", option="deadline --resume")
def resume(call: Call) -> Reply:
    """Let the clock run again."""
    deadlines.resume(call.store, call.campaign, call.now)
    return _describe_clock(call)


@operation("master", forms=("remind",))
def reminder(call: Call) -> Reply:
    """Remind all whose orders are missing, now."""
    return acknowledge(call, "reminded", {"names": call.change(remind_now)})


@operation(
    "master",
    Argument("rule", SCHEDULE),
    examples=("mon, thu 20:00", "weekdays 8pm", "war: every 4 days at 20:00; else none"),
    option="deadline --rule",
)
def schedule(call: Call, rule: str) -> Reply:
    """Say when phases end, for those to come."""
    change_settings(call.store, call.campaign, call.now, deadline=rule)
    return _describe_clock(call)


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
