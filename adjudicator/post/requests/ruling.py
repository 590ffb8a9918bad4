"""What a game master does by mail: the same that he could do with commands.

Each has a guard against a letter that comes too late or twice: what acts on a phase must name the
phase that waits, and what ends a game must name the game.
"""

import re
from typing import Any

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, Prepared, commit
from adjudicator.campaign.kernel.clock import local_time, read_moment, read_span
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.official import write_official
from adjudicator.campaign.people import (
    joining,
    masters,
)
from adjudicator.campaign.people.seats import Player, hand_over
from adjudicator.campaign.people.settings import NOT_BY_HAND, change_settings, read_changes
from adjudicator.campaign.phases import deadlines
from adjudicator.campaign.phases.adjudicate import (
    Adjudicated,
    Closed,
    adjudicate,
    close,
    prepare_phase,
    preview,
)
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import begin
from adjudicator.campaign.phases.endings import end
from adjudicator.orders import MisreadError, Names
from adjudicator.post.requests.context import RequestContext
from adjudicator.reports.model import Report
from adjudicator.store.records import Campaign, Seat, Settings

NOT_BY_MAIL = (*NOT_BY_HAND, "gm", "address", "host")
"""The settings that “set” cannot change: addresses are changed where a slip can be put right."""
_SETTING = re.compile(r"([\w-]+)\s*(?:=|:|\bto\b)?\s*(\S.*)", re.DOTALL)


def process(context: RequestContext) -> Report:
    """Carry out the phase that waits, if it is the one that is named; before the deal, deal."""
    at = _state(context)
    if not at.has_begun:
        return deal(context)
    _guard(context, at)
    name, phase = at.campaign.name, at.head.opens.key
    done: Adjudicated | Closed
    if at.campaign.settings.beacon:
        done = close(context.store, name, context.now, expected=phase)
    else:
        ready = context.prepared
        done = adjudicate(context.store, name, context.now, expected=phase, prepared=ready)
    return _say(context, "process", _facts(context, done))


def prepare_process(context: RequestContext) -> Prepared[Adjudicated] | None:
    """Work the phase out that is named, before anybody has to wait for it."""
    at = _state(context)
    if not at.has_begun or at.campaign.settings.beacon:
        return None
    _guard(context, at)
    return prepare_phase(context.store, at.campaign, context.now, at.head.opens.key)


def show_preview(context: RequestContext) -> Report:
    """Show what would come of the phase as things stand. A master who plays may not see it."""
    at = _state(context)
    master = context.sender.master
    assert master
    if masters.is_player(at, master):
        raise RefusedError("plays-himself")
    done, public = preview(context.store, at.campaign, context.now)
    head = _say(context, "preview", _facts(context, done))
    text = f"{head.text}\n{public.text}"
    return Report(head.subject, text, "", public.files)


def deal(context: RequestContext) -> Report:
    """Deal, though seats are free or words are missing."""
    at = _state(context)
    opened = begin(context.store, at.campaign.name, context.now)
    return _say(context, "begin", {"opens": opened, "source": at.campaign.settings.beacon})


def undo(context: RequestContext) -> Report:
    """Go back to where the game waited in the phase that is named."""
    at = _state(context)
    if not context.argument:
        raise RefusedError("name-the-phase", request="rollback", phase="3 war")
    done = roll_back(context.store, at.campaign.name, context.argument, context.now)
    return _say(context, "undone", {"phase": done.head.opens.key, "undone": done.undone})


def move_deadline(context: RequestContext) -> Report:
    """Move the deadline of the phase that waits."""
    at = _state(context)
    zone = at.campaign.settings.zone
    if not context.argument:
        raise RefusedError("when", request="deadline 2026-11-25 20:00")
    to = None if context.argument.casefold() == "none" else read_moment(context.argument, zone)
    deadlines.move_deadline(context.store, at.campaign, to, context.now)
    return _clock(context)


def extend(context: RequestContext) -> Report:
    """Give the phase that waits so many more hours or days."""
    at = _state(context)
    deadlines.extend(context.store, at.campaign, read_span(context.argument), context.now)
    return _clock(context)


def pause(context: RequestContext) -> Report:
    """Stop the clock, for good or until a time."""
    at = _state(context)
    how, _, said = context.argument.partition(" ")
    until = None
    if said and how.casefold() in ("for", "by"):
        until = context.now + read_span(said)
    elif said:
        until = read_moment(said, at.campaign.settings.zone)
    deadlines.pause(context.store, at.campaign, context.now, until=until)
    return _clock(context)


def resume(context: RequestContext) -> Report:
    """Let the clock run again."""
    deadlines.resume(context.store, _state(context).campaign, context.now)
    return _clock(context)


def tell_all(context: RequestContext) -> Report:
    """Write to every player and all who watch."""
    at = _state(context)
    write_official(context.store, at.campaign, context.parsed.text, context.now)
    return _say(
        context, "told", {"readers": [x.name for x in at.seats if x.by_person or x.address]}
    )


def replace(context: RequestContext) -> Report:
    """Give a seat to another person, to a regent, or to whoever takes it."""
    at = _state(context)
    words = re.sub(r"\b(?:by|with|to)\s", "", context.argument, count=1).split()
    seat, heir = _seat_and_rest(at, words)
    address = next((x.strip("<>,;“”\"'") for x in context.parsed.raw.split() if "@" in x), "")
    if address:
        name = " ".join(heir.split()[1:])[:60]
        hand_over(context.store, at.campaign, Player(seat.name, address, name), context.now)
    elif heir.casefold() in ("regent", *at.campaign.game.regents):
        usual = at.campaign.settings.regent
        regent = usual if heir.casefold() == "regent" else heir.casefold()
        hand_over(context.store, at.campaign, Player(seat.name, regent=regent), context.now)
    elif heir.casefold() in ("nobody", "open", "none"):
        commit(
            context.store,
            at.campaign,
            context.now,
            lambda new: joining.resign(new, new.seat(seat.name)),
        )
    else:
        raise RefusedError("replace-how", holder=seat.name)
    return _seats(context)


def promote(context: RequestContext) -> Report:
    """Give an open seat to a guest: one who waits for a seat, or watches."""
    at = _state(context)
    words = [each for each in context.argument.split() if each.casefold() != "to"]
    who = " ".join(words[:-1] or words).casefold().strip("<>")
    raw = next(
        (x.strip("<>,;“”\"'").casefold() for x in context.parsed.raw.split() if "@" in x), who
    )
    guests = [x for x in at.guests if x.address == raw or x.player.casefold() == who]
    if not guests:
        names = [each.player or each.address for each in at.guests]
        raise RefusedError("promote-whom", names=names)
    seat, _ = _seat_and_rest(at, words[-1:] if len(words) > 1 else [])
    if not seat.open:
        raise CampaignError(f"{seat.name} is not free. “replace {seat.name} by …” changes that.")
    guest = guests[0]

    def work(new: Change) -> None:
        joining.take_seat(new, new.seat(seat.name), guest.address, guest.player)

    commit(context.store, at.campaign, context.now, work)
    return _seats(context)


def change_setting(context: RequestContext) -> Report:
    """Change how the game is run."""
    at = _state(context)
    names = [each for each in Settings.__struct_fields__ if each not in NOT_BY_MAIL]
    found = _SETTING.fullmatch(context.argument.strip())
    name = found[1].casefold().replace("-", "_") if found else ""
    if not found or name not in names:
        raise RefusedError("set-what", names=names)
    changes = read_changes([f"{name}={found[2]}"])
    after = change_settings(context.store, at.campaign, context.now, **changes)
    values = msgspec.to_builtins(after.settings)
    return _say(context, "set", {"settings": [f"{each} = {_text(values[each])}" for each in names]})


def _text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) or "none"


def terminate(context: RequestContext) -> Report:
    """End the game before its time, and publish the secret of its dice."""
    at = _state(context)
    named, _, why = context.argument.partition(" ")
    if named.casefold() != at.campaign.name or not why.strip():
        raise RefusedError("terminate-what", campaign=at.campaign.name)
    done = end(context.store, at.campaign, why, context.now)
    return _say(context, "ended-now", {"why": done.why_ended})


def _guard(context: RequestContext, at: State) -> None:
    """Raise RefusedError unless the phase that waits is named, turn and all."""
    waits = at.head.opens.key
    if at.is_over:
        raise RefusedError("game-over", campaign=at.campaign.name)
    if " ".join(context.argument.casefold().split()) != waits.casefold():
        given = context.argument[:60]
        raise RefusedError("wrong-turn", campaign=at.campaign.name, phase=waits, given=given)


def _seat_and_rest(at: State, words: list[str]) -> tuple[Seat, str]:
    """Return the seat that words begin with, or the only open one, and the words behind it."""
    names = Names("seat", {each.name: () for each in at.seats})
    for length in range(len(words), 0, -1):
        try:
            found = names.find(" ".join(words[:length]))
        except MisreadError:
            continue
        return at.seat(found), " ".join(words[length:])
    if not words and len(at.open_seats) == 1:
        return at.open_seats[0], ""
    known = [each.name for each in at.seats]
    raise RefusedError("name-the-seat", names=known)


def _facts(context: RequestContext, done: Adjudicated | Closed) -> dict[str, Any]:
    zone = context.zone
    if isinstance(done, Closed):
        return {"phase": done.phase, "source": done.source, "opens": "", "ends": "", "missing": ()}
    ends = local_time(done.deadline, zone) if done.deadline else ""
    facts = {"phase": done.phase, "opens": done.opens.title, "missing": done.missing}
    return {**facts, "ends": ends, "source": "", "set_aside": done.set_aside}


def _clock(context: RequestContext) -> Report:
    """Say how the clock stands now."""
    at = _again(context)
    zone = at.campaign.settings.zone
    ends = local_time(at.deadline, zone) if at.deadline else ""
    facts = {"phase": at.waits_in, "ends": ends, "paused": at.campaign.settings.paused}
    return _say(context, "clock", facts)


def _seats(context: RequestContext) -> Report:
    """Say who has which seat now."""
    at = _again(context)
    people = [(each.name, _who_has(each)) for each in at.seats]
    return _say(context, "seats", {"people": people})


def _who_has(seat: Seat) -> str:
    if seat.held_by == "person":
        return seat.address
    regent = "free" if seat.open else f"the regent “{seat.regent}”"
    return f"{regent} in the place of {seat.address}" if seat.address else regent


def _say(context: RequestContext, done: str, facts: dict[str, Any]) -> Report:
    """Write the answer to a game master: a block of its template is what was done."""
    known = {"campaign": _state(context).campaign.name, "unread": context.parsed.unread}
    text = reports.phrase("done", done, {**known, **facts})
    return reports.notice(None, "done", {**known, "text": text})


def _again(context: RequestContext) -> State:
    """Return the campaign as it is after what was done."""
    campaign = context.store.find(Campaign, id=_state(context).campaign.id)
    return State(context.store, campaign, context.now)


def _state(context: RequestContext) -> State:
    assert context.state
    return context.state
