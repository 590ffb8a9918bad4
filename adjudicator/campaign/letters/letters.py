"""The letters of a campaign: made from reports, and made even when a report or a map fails.

A fault in a report or a picture is told to the game master and costs the reader that part of his
letter; it never costs anybody the phase.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import msgspec

from adjudicator import maps, reports
from adjudicator.campaign.kernel.change import Change, change
from adjudicator.campaign.kernel.clock import local_time
from adjudicator.campaign.kernel.errors import describe
from adjudicator.campaign.kernel.message_ids import message_id, note_mark, report_id
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.calendars import calendar_entry
from adjudicator.campaign.letters.dice import whole_record
from adjudicator.campaign.letters.outbox import last_report, queue
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Event, Phase, events_for
from adjudicator.orders import Orders
from adjudicator.reports.calendar import calendar_file
from adjudicator.reports.model import File, Origin, Report, Setting, front_file, map_file
from adjudicator.reports.words import gist
from adjudicator.store.columns import stamp
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter, Note
from adjudicator.store.records import Adjudication, Campaign, Seat

PUBLIC = ""

Instead = tuple[str, Mapping[str, Any]] | None
"""The template and the facts of a bare letter in place of one that cannot be made."""


def setting(at: State, seat: Seat | None, about: Adjudication | None = None) -> Setting:
    """Return what a report to a seat (None: the public) must know besides the game.

    With ``about`` it is a report about the phase that was resolved, whose dice and missing seats it
    gives.
    """
    campaign = at.campaign
    return Setting(
        campaign=campaign.name,
        seat=seat.name if seat else PUBLIC,
        player=seat.player if seat else "",
        zone=(seat.zone if seat else "") or campaign.settings.zone,
        deadline=at.deadline,
        address=campaign.settings.address,
        token=token(seat) if seat and campaign.settings.address else "",
        commitment=campaign.commitment,
        dice=at.dice if about else None,
        missing=about.missing if about else (),
        regents=tuple(each.name for each in at.seats if not each.by_person),
        roster=tuple((each.name, each.player if each.by_person else None) for each in at.seats),
    )


def phase_facts(at: State, zone: str = "") -> dict[str, str]:
    """Return the phase that waits and when it ends, in a time zone, as templates name them."""
    opens, zone = at.head.opens, zone or at.campaign.settings.zone
    ends = local_time(at.deadline, zone) if at.deadline else ""
    return {"phase": opens.key, "phase_title": opens.title, "ends": ends}


def tell_gm(
    at: Change,
    code: str,
    facts: Mapping[str, Any],
    *,
    letter: str = "notes",
    once: str = "",
    quoted: Sequence[str] = (),
    post: bool = True,
) -> None:
    """Tell the game master, in the words of the block of that code in ``notes.j2``.

    With another ``letter``, in the words of its block ``note``, which players read too. ``quoted``
    are lines that somebody wrote. Without ``post`` it is written down, and no letter goes out.
    """
    text = note_text(letter, code if letter == "notes" else "note", facts)
    leave_note(at, code, text, once=once, quoted=quoted, post=post)


def leave_note(
    at: Change,
    code: str,
    text: str,
    *,
    once: str = "",
    quoted: Sequence[str] = (),
    post: bool = True,
) -> None:
    """Leave a note for the game masters, and a letter to each who has an address.

    ``once`` names the occasion; a second note of the same code and occasion is not made.
    """
    campaign = at.campaign
    if once and not at.mark(note_mark(campaign, code, once), "note"):
        return
    at.add(Note(0, campaign.id, at.now, code, "\n> ".join([text, *quoted])))
    if not post:
        return
    first = (campaign.settings.gm,) if campaign.settings.gm else ()
    others = (each.address for each in at.masters if each.address != campaign.gm)
    number = len(at.entries(Note))
    facts: dict[str, Any] = {"campaign": campaign.name, "about": gist(text), "text": text}
    rules = bool(campaign.settings.address) and code in ("announced", "begun")
    facts |= {"quoted": quoted, "rules": rules}
    for place, address in enumerate((*first, *others)):
        more = (place,) if place else ()
        letter = Letter(
            campaign_id=campaign.id,
            message_id=message_id(
                campaign, "-".join(map(str, ("note", campaign.version + 1, number, *more)))
            ),
            kind="note",
            recipients=(address,),
            created=at.now,
            content=write_bare("note", facts),
        )
        queue(at, letter)


def note(
    store: Store,
    campaign: Campaign,
    code: str,
    text: str,
    now: datetime,
    *,
    once: str = "",
    post: bool = True,
) -> None:
    """Leave a note for the game master that changes nothing else."""
    change(store, campaign, now, lambda at: leave_note(at, code, text, once=once, post=post))


def note_text(letter: str, block: str, facts: Mapping[str, Any]) -> str:
    """Return the words of a note: a block of a template; the bare facts if the template fails."""
    try:
        return reports.phrase(letter, block, facts)
    except Exception as error:  # a template's fault must not cost the phase
        return f"{block}: {_list(facts)} ({describe(error)})"


def write_bare(letter: str, facts: Mapping[str, Any]) -> Report:
    """Write a letter of nothing but its paragraphs; of the bare facts if its template fails."""
    try:
        return reports.notice(None, letter, facts)
    except Exception as error:  # a template's fault must not cost the phase
        return Report(letter, f"{_list(facts)}\n{describe(error)}\n", "")


def write_announcement(at: Change, seat: Seat | None) -> None:
    """Queue the letter that publishes the commitment of a campaign and asks for words."""
    facts = _announcement_facts(at)
    make = partial(reports.notice, setting(at, seat), "commitment", facts)
    send(at, "commitment", seat, make, instead=("commitment", facts))


def write_invitation(at: Change, seat: Seat, word: str = "") -> Report:
    """Write that letter to a player who takes a seat before the deal, perhaps with a word."""
    facts = {**_announcement_facts(at), "word": word}
    return reports.notice(setting(at, seat), "commitment", facts)


def _announcement_facts(at: Change) -> dict[str, Any]:
    campaign = at.campaign
    return {
        "title": at.game.meta.title,
        "commitment": campaign.commitment,
        "players": seats_in_words(at),
        "source": campaign.settings.beacon,
        "campaign": campaign.name,
        "gather": campaign.settings.gather,
        "word": "",
        "random": is_random(at),
    }


def is_random(at: State) -> bool:
    """Whether a campaign's game draws anything, as far as it says."""
    return at.game.meta.is_random(len(at.seats))


def seats_in_words(at: State) -> list[str]:
    """Return each seat, and by whom it is played: never by which address."""
    return [f"{each.name} ({_player(each)})" for each in at.seats]


def _player(seat: Seat) -> str:
    if seat.open:
        return "free"
    return (seat.player or "a player") if seat.by_person else "a regent"


def write_opening(at: Change, seat: Seat | None, events: Sequence[Event]) -> None:
    """Queue the first letter of a campaign to a seat."""
    known = setting(at, seat, about=at.head)
    seen = events_for(events, known.seat)

    def make() -> Report:
        view = at.game.view(at.position, known.seat)
        pictures = _pictures(at, view, seen, phases=1)
        report = reports.opening(at.game, view, known, pictures, seen)
        return _with_files(report, calendar_files(at, seat))

    send(at, "opening", seat, make)


def write_welcome(at: Change, seat: Seat) -> Report:
    """Write the first letter to a player who takes a seat of a campaign under way."""
    view = at.game.view(at.position, seat.name)
    pictures = _pictures(at, view, ())
    known = msgspec.structs.replace(setting(at, seat), awaited=at.unready)
    report = reports.opening(at.game, view, known, pictures, letter="welcome")
    return _with_files(report, calendar_files(at, seat))


def phase_files(at: Change, seat: Seat) -> tuple[File, ...]:
    """Make the files that a seat needs to order in the phase that waits, and the map."""
    view = at.game.view(at.position, seat.name)
    sheets = reports.reminder(at.game, view, setting(at, seat)).files
    return (*_pictures(at, view, ()), *sheets, *calendar_files(at, seat))


def write_result(
    at: Change,
    seat: Seat | None,
    before: Any,
    orders: Orders | None,
    events: Sequence[Event],
    dice: Sequence[PhaseDice] = (),
    phases: Sequence[Phase] = (),
) -> None:
    """Queue the report of the phase just resolved, in answer to the one of the phase before.

    If it is about several phases at once, ``phases`` are they, and ``dice`` those of all but the
    last.
    """
    known = msgspec.structs.replace(setting(at, seat, about=at.head), earlier_dice=tuple(dice))
    seen = events_for(events, known.seat)

    def make() -> Report:
        old, new = (at.game.view(each, known.seat) for each in (before, at.position))
        pictures = _pictures(at, new, seen, phases=len(phases) or 1)
        report = reports.result(at.game, old, new, orders, seen, known, pictures, phases)
        return _with_files(report, calendar_files(at, seat))

    send(at, "result", seat, make, answers=last_report(at, known.seat))


def write_notice(
    at: Change, seat: Seat, kind: str, facts: Mapping[str, Any], *more: int, dated: bool = False
) -> None:
    """Queue a message about a phase to a seat; ``more`` numbers several of the kind.

    Its words are in the template of that kind. ``dated``: the deadline for a calendar goes with it.
    """
    files = calendar_files(at, seat) if dated else ()
    make = partial(reports.notice, setting(at, seat), kind, facts, files=files)
    send(at, kind, seat, make, *more, instead=(kind, facts), answers=last_report(at, seat.name))


def tell_players(
    at: Change,
    kind: str,
    facts: Mapping[str, Any],
    *more: int,
    but: str = "",
    dated: bool = False,
) -> None:
    """Queue a message to every player, those too whose seats regents play now.

    ``more`` numbers several of the kind in one change; ``but`` is a seat that is left out;
    ``dated`` letters bring the deadline for a calendar.
    """
    for seat in at.seats:
        if seat.name != but and (seat.by_person or seat.address):
            write_notice(at, seat, kind, facts, at.campaign.version + 1, *more, dated=dated)


def write_secret(at: Change, seat: Seat | None) -> None:
    """Queue the letter that ends a game: its secret, and the record of all its draws."""
    campaign = at.campaign
    record = whole_record(at.store, campaign, at.entries(Adjudication))
    file = File(f"dice-{campaign.name}.json", "application/json", record.encode())
    facts: dict[str, Any] = {"secret": campaign.secret.hex(), "commitment": campaign.commitment}
    facts["random"] = is_random(at)
    known = setting(at, seat)
    make = partial(reports.notice, known, "secret", facts, files=[file])
    answers = last_report(at, known.seat)
    send(at, "secret", seat, make, instead=("secret", facts), answers=answers)


def send(
    at: Change,
    kind: str,
    seat: Seat | None,
    make: Callable[[], Report],
    *more: int,
    instead: Instead = None,
    answers: str = "",
    also_to: str = "",
    to_seat: bool = True,
    opens: bool = False,
) -> str:
    """Make a letter to a seat (None: the public) and queue it; return its Message-ID.

    It is about the phase just resolved, or with ``opens`` about the one that waits. ``more``
    numbers letters of one kind, and ``also_to`` is an address that gets it beside the seat's, or
    without ``to_seat`` in its place.
    """
    name = seat.name if seat else PUBLIC
    about = at.head if at.has_begun else None
    address = (seat.address if seat else at.campaign.settings.gm) if to_seat else ""
    letter = Letter(
        campaign_id=at.campaign.id,
        resolution=about.serial if about else None,
        phase=at.waits_in if opens or about is None else about.phase,
        message_id=report_id(at.campaign, about, kind, name, *more, opens=opens),
        kind=kind,
        seat=name,
        recipients=(address, also_to),
        in_reply_to=answers,
        created=at.now,
        content=make_report(at, kind, name, make, instead),
    )
    if queue(at, letter) and seat is None:
        _copy_to_observers(at, letter)
    return letter.message_id


def send_public(at: Change, kind: str, facts: Mapping[str, Any]) -> None:
    """Queue a message to all who watch the game."""
    if not any(each.role == "observer" for each in at.guests):
        return
    letter = Letter(
        campaign_id=at.campaign.id,
        message_id=message_id(at.campaign, f"{kind}-{at.campaign.version + 1}"),
        kind=kind,
        created=at.now,
        content=write_bare(kind, facts),
    )
    _copy_to_observers(at, letter)


def _copy_to_observers(at: Change, letter: Letter) -> None:
    """Queue a public letter for each who watches; none learns of the others' addresses."""
    for each in at.guests:
        if each.role == "observer":
            names = (letter.message_id, letter.in_reply_to)
            mark = hashlib.sha256(each.address.encode()).hexdigest()[:12]
            own, answers = (name.replace("@", f".to-{mark}@", 1) for name in names)
            copy = msgspec.structs.replace(
                letter,
                message_id=own,
                in_reply_to=answers,
                kind="public",
                recipients=(each.address,),
            )
            queue(at, copy)


def make_report(
    at: Change, what: str, seat: str, make: Callable[[], Report], instead: Instead = None
) -> Report:
    """Make a report, or, if that fails, a bare letter of that template and facts; never raises."""
    phase = at.head.phase if at.has_begun else at.waits_in
    facts = {"what": what, "phase": phase, "holder": seat}
    try:
        return make()
    except Exception as error:  # a report's fault must not cost the phase
        _complain(at, "report-failed", {**facts, "error": describe(error)})
    letter, known = instead or ("sorry", facts)
    return write_bare(letter, {**known, "campaign": at.campaign.name})


def _pictures(
    at: Change, view: Any, events: Sequence[Event], *, phases: int = 0
) -> tuple[File, ...]:
    """Draw the map, and a seat's fronts; equal maps of one change are drawn once.

    The events are those of so many phases, up to the one just resolved.
    """
    origin = Origin(at.head.serial, view.viewer, phases=phases)

    def draw() -> tuple[File, ...]:
        picture = at.game.picture(view, events)
        content = msgspec.msgpack.encode(picture)
        if content not in at.drawn:
            at.drawn[content] = maps.draw_png(picture)
        whole = map_file(at.drawn[content], origin)
        front = maps.draw_front(picture, view.viewer) if view.viewer else None
        close = msgspec.structs.replace(origin, what="front")
        return (whole, *([front_file(front, close)] if front else []))

    return draw_files(at, draw)


def draw_files(
    at: Change, draw: Callable[[], tuple[File, ...]], code: str = "map-failed"
) -> tuple[File, ...]:
    """Draw pictures for a letter; if that fails the game master is told and there are none."""
    try:
        return draw()
    except Exception as error:  # a map's fault must not cost the phase
        _complain(at, code, {"error": describe(error)})
        return ()


def calendar_files(at: Change, seat: Seat | None) -> tuple[File, ...]:
    """Make the entry for a seat's calendar; nothing if nothing is due, or if that fails."""

    def make() -> tuple[File, ...]:
        entry = calendar_entry(at, seat) if seat and seat.address else None
        return (calendar_file(entry),) if entry else ()

    return draw_files(at, make, "calendar-failed")


def _with_files(report: Report, files: tuple[File, ...]) -> Report:
    return msgspec.structs.replace(report, files=(*report.files, *files))


def _complain(at: Change, code: str, facts: Mapping[str, str]) -> None:
    tell_gm(at, code, facts, once=f"{_list(facts)} {stamp(at.now)}")


def _list(facts: Mapping[str, Any]) -> str:
    return "; ".join(f"{name}: {fact}" for name, fact in facts.items())
