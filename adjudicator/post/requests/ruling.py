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
from adjudicator.games.contract import REGENTS
from adjudicator.orders import MisreadError, Names
from adjudicator.post.requests.context import Asking
from adjudicator.reports.model import Report
from adjudicator.store.records import Campaign, Seat, Settings

NOT_BY_MAIL = (*NOT_BY_HAND, "gm", "address", "host")
"""The settings that “set” cannot change: addresses are changed where a slip can be put right."""
_SETTING = re.compile(r"([\w-]+)\s*(?:=|:|\bto\b)?\s*(\S.*)", re.DOTALL)


def process(asking: Asking) -> Report:
    """Carry out the phase that waits, if it is the one that is named; before the deal, deal."""
    at = _state(asking)
    if not at.has_begun:
        return deal(asking)
    _guard(asking, at)
    name, phase = at.campaign.name, at.head.opens.key
    done: Adjudicated | Closed
    if at.campaign.settings.beacon:
        done = close(asking.store, name, asking.now, expected=phase)
    else:
        ready = asking.prepared
        done = adjudicate(asking.store, name, asking.now, expected=phase, prepared=ready)
    return _say(asking, "process", _facts(asking, done))


def prepare_process(asking: Asking) -> Prepared[Adjudicated] | None:
    """Work the phase out that is named, before anybody has to wait for it."""
    at = _state(asking)
    if not at.has_begun or at.campaign.settings.beacon:
        return None
    _guard(asking, at)
    return prepare_phase(asking.store, at.campaign, asking.now, at.head.opens.key)


def show_preview(asking: Asking) -> Report:
    """Show what would come of the phase as things stand. A master who plays may not see it."""
    at = _state(asking)
    master = asking.writer.master
    assert master
    if masters.is_player(at, master):
        raise RefusedError("plays-himself")
    done, public = preview(asking.store, at.campaign, asking.now)
    head = _say(asking, "preview", _facts(asking, done))
    text = f"{head.text}\n{public.text}"
    return Report(head.subject, text, "", public.files)


def deal(asking: Asking) -> Report:
    """Deal, though seats are free or words are missing."""
    at = _state(asking)
    opened = begin(asking.store, at.campaign.name, asking.now)
    return _say(asking, "begin", {"opens": opened, "source": at.campaign.settings.beacon})


def undo(asking: Asking) -> Report:
    """Go back to where the game waited in the phase that is named."""
    at = _state(asking)
    if not asking.argument:
        raise RefusedError("name-the-phase", request="rollback", phase="3 war")
    done = roll_back(asking.store, at.campaign.name, asking.argument, asking.now)
    return _say(asking, "undone", {"phase": done.head.opens.key, "undone": done.undone})


def move_deadline(asking: Asking) -> Report:
    """Move the deadline of the phase that waits."""
    at = _state(asking)
    zone = at.campaign.settings.zone
    if not asking.argument:
        raise RefusedError("when", request="deadline 2026-11-25 20:00")
    to = None if asking.argument.casefold() == "none" else read_moment(asking.argument, zone)
    deadlines.move_deadline(asking.store, at.campaign, to, asking.now)
    return _clock(asking)


def extend(asking: Asking) -> Report:
    """Give the phase that waits so many more hours or days."""
    at = _state(asking)
    deadlines.extend(asking.store, at.campaign, read_span(asking.argument), asking.now)
    return _clock(asking)


def pause(asking: Asking) -> Report:
    """Stop the clock, for good or until a time."""
    at = _state(asking)
    how, _, said = asking.argument.partition(" ")
    until = None
    if said and how.casefold() in ("for", "by"):
        until = asking.now + read_span(said)
    elif said:
        until = read_moment(said, at.campaign.settings.zone)
    deadlines.pause(asking.store, at.campaign, asking.now, until=until)
    return _clock(asking)


def resume(asking: Asking) -> Report:
    """Let the clock run again."""
    deadlines.resume(asking.store, _state(asking).campaign, asking.now)
    return _clock(asking)


def tell_all(asking: Asking) -> Report:
    """Write to every player and all who watch."""
    at = _state(asking)
    write_official(asking.store, at.campaign, asking.ask.text, asking.now)
    return _say(asking, "told", {"readers": [x.name for x in at.seats if x.by_person or x.address]})


def replace(asking: Asking) -> Report:
    """Give a seat to another person, to a regent, or to whoever takes it."""
    at = _state(asking)
    words = re.sub(r"\b(?:by|with|to)\s", "", asking.argument, count=1).split()
    seat, heir = _seat_and_rest(at, words)
    address = next((x.strip("<>,;“”\"'") for x in asking.ask.raw.split() if "@" in x), "")
    if address:
        name = " ".join(heir.split()[1:])[:60]
        hand_over(asking.store, at.campaign, Player(seat.name, address, name), asking.now)
    elif heir.casefold() in ("regent", *REGENTS):
        usual = at.campaign.settings.regent
        regent = usual if heir.casefold() == "regent" else heir.casefold()
        hand_over(asking.store, at.campaign, Player(seat.name, regent=regent), asking.now)
    elif heir.casefold() in ("nobody", "open", "none"):
        commit(
            asking.store,
            at.campaign,
            asking.now,
            lambda new: joining.resign(new, new.seat(seat.name)),
        )
    else:
        raise RefusedError("replace-how", holder=seat.name)
    return _seats(asking)


def promote(asking: Asking) -> Report:
    """Give an open seat to a guest: one who waits for a seat, or watches."""
    at = _state(asking)
    words = [each for each in asking.argument.split() if each.casefold() != "to"]
    who = " ".join(words[:-1] or words).casefold().strip("<>")
    raw = next((x.strip("<>,;“”\"'").casefold() for x in asking.ask.raw.split() if "@" in x), who)
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

    commit(asking.store, at.campaign, asking.now, work)
    return _seats(asking)


def change_setting(asking: Asking) -> Report:
    """Change how the game is run."""
    at = _state(asking)
    names = [each for each in Settings.__struct_fields__ if each not in NOT_BY_MAIL]
    found = _SETTING.fullmatch(asking.argument.strip())
    name = found[1].casefold().replace("-", "_") if found else ""
    if not found or name not in names:
        raise RefusedError("set-what", names=names)
    changes = read_changes([f"{name}={found[2]}"])
    after = change_settings(asking.store, at.campaign, asking.now, **changes)
    values = msgspec.to_builtins(after.settings)
    return _say(asking, "set", {"settings": [f"{each} = {_text(values[each])}" for each in names]})


def _text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) or "none"


def terminate(asking: Asking) -> Report:
    """End the game before its time, and publish the secret of its dice."""
    at = _state(asking)
    named, _, why = asking.argument.partition(" ")
    if named.casefold() != at.campaign.name or not why.strip():
        raise RefusedError("terminate-what", campaign=at.campaign.name)
    done = end(asking.store, at.campaign, why, asking.now)
    return _say(asking, "ended-now", {"why": done.why_ended})


def _guard(asking: Asking, at: State) -> None:
    """Raise RefusedError unless the phase that waits is named, turn and all."""
    waits = at.head.opens.key
    if at.is_over:
        raise RefusedError("game-over", campaign=at.campaign.name)
    if " ".join(asking.argument.casefold().split()) != waits.casefold():
        given = asking.argument[:60]
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


def _facts(asking: Asking, done: Adjudicated | Closed) -> dict[str, Any]:
    zone = asking.zone
    if isinstance(done, Closed):
        return {"phase": done.phase, "source": done.source, "opens": "", "ends": "", "missing": ()}
    ends = local_time(done.deadline, zone) if done.deadline else ""
    facts = {"phase": done.phase, "opens": done.opens.title, "missing": done.missing}
    return {**facts, "ends": ends, "source": "", "set_aside": done.set_aside}


def _clock(asking: Asking) -> Report:
    """Say how the clock stands now."""
    at = _again(asking)
    zone = at.campaign.settings.zone
    ends = local_time(at.deadline, zone) if at.deadline else ""
    facts = {"phase": at.waits_in, "ends": ends, "paused": at.campaign.settings.paused}
    return _say(asking, "clock", facts)


def _seats(asking: Asking) -> Report:
    """Say who has which seat now."""
    at = _again(asking)
    people = [(each.name, _who_has(each)) for each in at.seats]
    return _say(asking, "seats", {"people": people})


def _who_has(seat: Seat) -> str:
    if seat.held_by == "person":
        return seat.address
    regent = "free" if seat.open else f"the regent “{seat.regent}”"
    return f"{regent} in the place of {seat.address}" if seat.address else regent


def _say(asking: Asking, done: str, facts: dict[str, Any]) -> Report:
    """Write the answer to a game master: a block of its template is what was done."""
    known = {"campaign": _state(asking).campaign.name, "unread": asking.ask.unread}
    text = reports.phrase("done", done, {**known, **facts})
    return reports.notice(None, "done", {**known, "text": text})


def _again(asking: Asking) -> State:
    """Return the campaign as it is after what was done."""
    campaign = asking.store.find(Campaign, id=_state(asking).campaign.id)
    return State(asking.store, campaign, asking.now)


def _state(asking: Asking) -> State:
    assert asking.state
    return asking.state
