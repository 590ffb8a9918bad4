"""What a game master does with the phases of a campaign: carry out, look ahead, go back, end.

What acts on a phase must name the phase that waits, and what ends a campaign must name it: a guard
against a letter that comes too late or twice.
"""

from typing import Any

import msgspec

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.times import local_time
from adjudicator.campaign.people.settings import (
    NOT_BY_HAND,
    change_settings,
    read_changes,
    write_official,
)
from adjudicator.campaign.phases import adjudicate as adjudicating
from adjudicator.campaign.phases import create, endings
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.operations.operation import Argument, Call, Kind, Reply, acknowledge, operation
from adjudicator.operations.values import ANY_PHASE, NUMBER, TEXT, WORD, guard_game
from adjudicator.reports.model import Report
from adjudicator.store.records import Settings

NOT_BY_MAIL = (*NOT_BY_HAND, "gm", "address", "host")
"""The settings that “set” cannot change: addresses are changed where a slip can be put right."""


def _read_reason(text: str, call: Call) -> str:
    if not text:
        raise RefusedError("terminate-what", campaign=call.campaign.name)
    return text


REASON = Kind("TEXT", _read_reason)


@operation("master", Argument("phase", ANY_PHASE), usage="PHASE", examples=("1 muster",))
def process(call: Call, phase: str = "") -> Reply:
    """Carry out the phase that waits, if it is that one; before the deal, deal."""
    if not call.state.has_begun:
        return _deal(call)
    key, name = _check_phase(call, phase), call.campaign.name
    if call.campaign.settings.beacon:
        adjudicating.close(call.store, call.campaign, call.now, expected=key)
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


@operation("master", Argument("beacon", NUMBER, "the public number that goes into the key"))
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
def rollback(call: Call, phase: str) -> Reply:
    """Go back to where the game waited in that phase."""
    if not phase:
        raise RefusedError("name-the-phase", request="rollback", phase="3 war")
    done = roll_back(call.store, call.campaign, call.now, phase)
    return acknowledge(call, "undone", {"phase": done.head.opens.key, "undone": done.undone})


@operation("master", text="message", examples=("Well played.",))
def official(call: Call) -> Reply:
    """Send the text below it to every player and all who watch."""
    write_official(call.store, call.campaign, call.now, call.text)
    readers = [x.name for x in call.state.seats if x.by_person or x.address]
    return acknowledge(call, "told", {"readers": readers})


@operation(
    "master",
    Argument("name", WORD),
    Argument("value", TEXT, before=r"\s*[=:]\s*|\s+to\s+|\s+"),
    name="set",
    usage="NAME = VALUE",
    examples=("grace = 12", "deadline to mon, thu 20:00"),
)
def set_setting(call: Call, name: str, value: str) -> Reply:
    """Change how the game is run."""
    names = [each for each in Settings.__struct_fields__ if each not in NOT_BY_MAIL]
    if name.casefold().replace("-", "_") not in names or not value:
        raise RefusedError("set-what", names=names)
    after = change_settings(
        call.store, call.campaign, call.now, **read_changes([f"{name}={value}"])
    )
    shown = describe_settings(after.settings)
    lines = [f"{each} = {shown[each]}" for each in names]
    return acknowledge(call, "set", {"settings": lines})


def describe_settings(settings: Settings) -> dict[str, str]:
    """Return the settings of a campaign in words."""
    words = {True: "yes", False: "no", "": "none", None: "none"}
    values: dict[str, Any] = msgspec.to_builtins(settings)
    return {
        name: str(value if type(value) is int else words.get(value, value))
        for name, value in values.items()
    }


@operation(
    "master",
    Argument("game", guard_game("terminate-what"), guard=True),
    Argument("reason", REASON, "why, in a sentence"),
    usage="GAME WHY",
    examples=("We all agreed that Oda has won.",),
    forms=("end",),
    confirm="Everybody is told.",
)
def terminate(call: Call, game: str, reason: str) -> Reply:
    """End the game for good, and tell everybody why."""
    done = endings.end(call.store, call.campaign, call.now, reason)
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
