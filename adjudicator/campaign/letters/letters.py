"""The letters of a campaign: made from reports, and made even when a report or a map fails.

A fault in a report or a picture is told to the game master and costs the reader that part of his
letter; it never costs anybody the phase.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from itertools import count
from typing import Any

from msgspec.structs import replace

from adjudicator import maps, reports
from adjudicator.campaign.kernel.caretakers import CARETAKER, HIMSELF, CaredSeat
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import describe
from adjudicator.campaign.kernel.message_ids import message_id, note_mark, report_id
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import MASTER, NOWHERE, Source, token
from adjudicator.campaign.letters.calendars import calendar_entry
from adjudicator.campaign.letters.dice import reckon_luck, whole_record
from adjudicator.campaign.letters.encryption import KINDS as ENCRYPTED_KINDS
from adjudicator.campaign.letters.encryption import encrypt_report
from adjudicator.campaign.letters.outbox import last_report, queue_letter
from adjudicator.campaign.letters.proofs import public_key
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Event, Phase, Table, events_for
from adjudicator.games.picture import Picture
from adjudicator.orders import Orders
from adjudicator.reports.facts import options_in_force
from adjudicator.reports.files.attachments import calendar_file
from adjudicator.reports.model import PUBLIC, File, Origin, Report, Setting, picture_file
from adjudicator.reports.words import gist, local_time, zone_title
from adjudicator.store.columns import stamp
from adjudicator.store.letter_records import WEBHOOK, Letter, Note
from adjudicator.store.records import Adjudication, Seat

ASKED = (
    *("deadline-moved", "paused", "resumed", "settings", "handed-over", "resigned", "ended"),
    *("corrected", "rolled-back", "new-token"),
)
"""The codes of notes that say no more than the answer to a game master who asks for that."""

CARE = "care"
"""The kind of all letters to who looks after a seat; none of them is a letter to its player."""
_FOR_CARETAKERS = ("deadline", "pause", "resume", "rollback", "corrected", "last-call", "call-off")
"""The kinds of letters to players that whoever orders for one of them must have, too."""

Facts = Mapping[str, Any]
"""What the words of a letter are about, by the names that its template knows."""


def setting(state: State, seat: Seat | None) -> Setting:
    """Return what a letter to a seat (None: the public) must know besides the game."""
    campaign = state.campaign
    return Setting(
        campaign=campaign.name,
        seat=seat.name if seat else PUBLIC,
        player=seat.player if seat else "",
        zone=state.zone_of(seat),
        deadline=None if campaign.settings.paused else state.deadline,
        paused=campaign.settings.paused,
        address=campaign.settings.address,
        token=token(seat) if seat and campaign.settings.address else "",
        commitment=campaign.commitment,
        actor=_actor(state, seat) if seat else "",
        regents=tuple(each.name for each in state.seats if not each.by_person),
        roster=()
        if _is_anonymous(state)
        else tuple((each.name, each.player if each.by_person else None) for each in state.seats),
    )


def _actor(state: State, seat: Seat) -> str:
    """Return who acts in the name of a seat, if it is not the reader himself."""
    actor = state.actors.get(seat.name, "")
    if isinstance(seat, CaredSeat) and seat.name in state.actors:
        return "" if actor == CARETAKER else actor or HIMSELF
    return actor


def facts_for(state: State, zone: str, facts: Facts) -> dict[str, Any]:
    """Return facts as letters name them, with moments as a reader in that time zone reads them.

    Beside its own each letter knows the campaign, the phase that waits and when that ends.
    """
    known = {
        "campaign": state.campaign.name,
        "phase": state.waits_in,
        "phase_title": state.head.opens.title if state.has_begun else state.waits_in,
        "ends": state.deadline or "",
    }
    return {
        name: local_time(fact, zone) if isinstance(fact, datetime) else fact
        for name, fact in {**known, **facts}.items()
    }


def tell_gm(
    change: Change,
    code: str,
    facts: Facts,
    *,
    letter: str = "notes",
    **how: Any,
) -> None:
    """Tell the game master, in the words of the block of that code in ``notes.j2``.

    With another ``letter``, in the words of its block ``note``, which players read too. ``how`` are
    other arguments of ``leave_note``.
    """
    block = code if letter == "notes" else "note"
    text = note_text(letter, block, facts_for(change, change.zone_of(None), facts))
    leave_note(change, code, text, **how)


def leave_note(
    change: Change,
    code: str,
    text: str,
    *,
    once: str = "",
    quoted: Sequence[str] = (),
    post: bool = True,
    to: str = "",
) -> None:
    """Leave a note for the game masters, and a letter to each who has an address.

    ``once`` names the occasion; a second note of the same code and occasion is not made. ``quoted``
    are lines that somebody wrote. Without ``post`` it is written down, and no letter goes out; nor
    to who asked for just that, for he has an answer. What is written in an answer to the letter
    goes ``to`` a seat, if one is given.
    """
    campaign = change.campaign
    if once and not change.mark(note_mark(campaign, code, once), "note"):
        return
    change.add(Note(0, campaign.id, change.now, code, "\n> ".join([text, *quoted])))
    if not post:
        return
    first = (campaign.settings.gm,) if campaign.settings.gm else ()
    others = (each.address for each in change.masters if each.address != campaign.gm)
    name = f"note-{campaign.version + 1}-{len(change.entries(Note))}"
    rules = bool(campaign.settings.address) and code in ("announced", "begun", "master-added")
    facts: Facts = {
        "campaign": campaign.name,
        "about": gist(text),
        "text": text,
        "quoted": quoted,
        "rules": rules,
        "to": to if campaign.settings.address else "",
    }
    knows = change.asker if code in ASKED else ""
    for place, address in enumerate((*first, *others)):
        if knows and address.casefold() == knows.casefold():
            continue
        own = message_id(campaign, f"{name}-{place}" if place else name)
        asks = f"press {to}" if to else ""
        queue_letter(change, own, "note", write_bare("note", facts), address, asks=asks)


def note_text(letter: str, block: str, facts: Facts) -> str:
    """Return the words of a note: a block of a template; the bare facts if the template fails."""
    try:
        return reports.phrase(letter, block, facts)
    except Exception as error:  # a template's fault must not cost the phase
        return f"{block}: {_list(facts)} ({describe(error)})"


def write_bare(letter: str, facts: Facts) -> Report:
    """Write a letter of nothing but its paragraphs; of the bare facts if its template fails."""
    try:
        return reports.notice(None, letter, facts)
    except Exception as error:  # a template's fault must not cost the phase
        return Report(letter, f"{_list(facts)}\n{describe(error)}\n", "")


def game_facts(state: State) -> dict[str, Any]:
    """Return what letters say of a campaign to who does not know it, or now that it is over."""
    return {
        "title": state.game.meta.title,
        "commitment": state.campaign.commitment,
        "players": seats_in_words(state),
        "random": state.game.meta.is_random(len(state.seats)),
    }


def seats_in_words(state: State) -> list[str]:
    """Return each seat, and by whom it is played: never by which address."""
    return [f"{each.name} ({_player(state, each)})" for each in state.seats]


def _player(state: State, seat: Seat) -> str:
    if seat.open or not seat.by_person:
        return "free" if seat.open else "a regent"
    return name_for_all(state, seat) or "a player"


def name_for_all(state: State, seat: Seat) -> str:
    """Return what a seat's player is called to the others; ``""`` if nobody is to know."""
    return "" if _is_anonymous(state) else seat.player


def _is_anonymous(state: State) -> bool:
    """Whether nobody is to know who plays: until the end of such a game."""
    return state.settings.names == "nobody" and not state.is_over


def write_opening(change: Change, seat: Seat | None, events: Sequence[Event]) -> None:
    """Queue the first letter of a campaign to a seat."""
    known = replace(setting(change, seat), dice=change.dice, receipt_key=public_key(change))
    seen = events_for(events, known.seat)

    def make() -> Report:
        view = change.game.view(change.position, known.seat)
        picture = cache(lambda: change.game.picture(view, seen))
        pictures = _pictures(change, known.seat, picture, phases=1)
        report = reports.opening(change.game, view, known, pictures, seen, picture=picture())
        return _with_calendar(change, seat, report)

    send(change, "opening", seat, make)


def write_welcome(change: Change, seat: Seat | None, word: str = "") -> None:
    """Queue the first letter to a seat (None: the public) before the deal, or to a new player.

    Before the deal it publishes the commitment and asks for a word for the dice; ``word`` is one
    that its reader has sent already.
    """
    if not change.has_begun:
        settings = change.settings
        facts = {
            **game_facts(change),
            "source": settings.beacon,
            "gather": settings.gather,
            "roll_call": settings.roll_call,
            "rule": settings.deadline,
            "zone": zone_title(settings.zone),
            "options": options_in_force(change.game, change.campaign.options)["chosen"],
            "word": word,
            "reveals": "never" not in (settings.publish, settings.reveal),
        }
        write_notice(change, seat, "commitment", facts, answers="", asks="word")
        return
    known = replace(setting(change, seat), awaited=change.unready, receipt_key=public_key(change))

    def make() -> Report:
        view = change.game.view(change.position, known.seat)
        picture = cache(lambda: change.game.picture(view, ()))
        pictures = _pictures(change, known.seat, picture)
        report = reports.opening(
            change.game, view, known, pictures, letter="welcome", picture=picture()
        )
        return _with_calendar(change, seat, report)

    send(change, "opening", seat, make)


def phase_files(change: Change, seat: Seat | None) -> tuple[File, ...]:
    """Make the files that a seat needs to order in the phase that waits, and the map.

    The public (None) gets none.
    """
    if seat is None:
        return ()
    view = change.game.view(change.position, seat.name)
    sheets = reports.reminder(change.game, view, setting(change, seat)).files
    pictures = _pictures(change, seat.name, lambda: change.game.picture(view, ()))
    return (*pictures, *sheets, *calendar_files(change, seat))


def write_result(
    change: Change,
    seat: Seat | None,
    before: Any,
    orders: Orders | None,
    events: Sequence[Event],
    dice: Sequence[PhaseDice],
    phases: Sequence[Phase],
) -> None:
    """Queue the report of the phase just resolved, in answer to the one of the phase before.

    If it is about several phases at once, ``phases`` are they, and ``dice`` those of all but the
    last.
    """
    more = {"missing": change.head.missing, "earlier_dice": tuple(dice)}
    known = replace(setting(change, seat), dice=change.dice, **more)
    seen = events_for(events, known.seat)

    def make() -> Report:
        old, new = (change.game.view(each, known.seat) for each in (before, change.position))
        picture = cache(lambda: change.game.picture(new, seen))
        pictures = _pictures(change, known.seat, picture, phases=len(phases) or 1)
        given = old, new, orders, seen, known, pictures, phases, picture()
        report = reports.result(change.game, *given)
        return _with_calendar(change, seat, report)

    send(change, "result", seat, make, answers=last_report(change, known.seat))


def write_notice(
    change: Change,
    seat: Seat | None,
    kind: str,
    facts: Facts,
    *,
    known: Setting | None = None,
    files: Callable[[Change, Seat | None], Sequence[File]] | None = None,
    standings: Table | None = None,
    answers: str | None = None,
    **how: Any,
) -> None:
    """Queue a message to a seat (None: the public), in the words of the template of that kind.

    ``known`` is what the layout knows of the reader, if he is not the seat's player, and ``files``
    makes what goes with it. It ``answers`` the last report to the seat, or what is given. ``how``
    are other arguments of ``send``.
    """
    facts = facts_for(change, change.zone_of(seat), facts)

    def make() -> Report:
        about, more = known or setting(change, seat), files(change, seat) if files else ()
        return reports.notice(about, kind, facts, standings=standings, files=more)

    if answers is None:
        answers = last_report(change, seat.name if seat else PUBLIC)
    send(change, kind, seat, make, instead=(kind, facts), answers=answers, **how)


def tell_all(
    change: Change,
    kind: str,
    facts: Facts | Callable[[Seat | None], Facts],
    *,
    to: Iterable[Seat | None] | None = None,
    but: str = "",
    observers: bool = False,
    gm: str = "",
    **how: Any,
) -> None:
    """Queue a message to every player, those too whose seats regents play now.

    Facts may be other ones for each reader. ``to`` are the seats that get it, if not all, and
    ``but`` is one that does not. Who watches is told with ``observers``, and the game master under
    the code ``gm``. ``how`` are other arguments of ``write_notice``.
    """
    of = facts if callable(facts) else lambda _: facts
    for seat in change.players if to is None else to:
        if seat is None or seat.name != but:
            write_notice(change, seat, kind, of(seat), **how)
            for each in caretakers_of(change, seat) if kind in _FOR_CARETAKERS else ():
                write_notice(change, each, kind, of(each), **how)
    if observers:
        own = message_id(change.campaign, f"{kind}-{change.campaign.version + 1}")
        public = facts_for(change, change.zone_of(None), of(None))
        _copy_to_observers(change, own, write_bare(kind, public))
    if gm:
        tell_gm(change, gm, of(None), letter=kind)


def caretakers_of(state: State, seat: Seat | None) -> list[CaredSeat]:
    """Return a seat as those have it who look after it, if it is its player's; none if nobody
    does."""
    if seat is None or isinstance(seat, CaredSeat):
        return []
    return [each for each in state.cared_seats if each.name == seat.name]


def publish_secret(change: Change) -> None:
    """Queue the letters that end a game: its secret, and the record of all its draws."""
    campaign = change.campaign
    record = whole_record(change.store, campaign, change.entries(Adjudication))
    file = File(f"dice-{campaign.name}.json", "application/json", record.encode())
    facts: Facts = {**game_facts(change), "secret": campaign.secret.hex()}
    luck = reckon_luck(change, PUBLIC, change.entries(Adjudication))
    to = (*(each for each in change.seats if each.address), None)
    tell_all(change, "secret", facts, to=to, files=lambda *_: [file], standings=luck)


def send(
    change: Change,
    kind: str,
    seat: Seat | None,
    make: Callable[[], Report],
    *,
    instead: tuple[str, Facts] | None = None,
    answers: str = "",
    source: Source = NOWHERE,
    opens: bool = False,
    own: str = "",
    to: str = "",
    asks: str = "",
) -> str:
    """Make a letter to a seat (None: the public) and queue it; return its Message-ID.

    It is about the phase just resolved, or with ``opens`` about the one that waits. ``instead`` are
    template and facts of a bare letter, if it cannot be made. If it answers a ``source``, it goes
    to where that came from, as far as that wants it; a game master gets a letter of his own, for
    who answers the seat's proves to be its player. It may have a Message-ID of its ``own``. One
    that goes ``to`` somebody else is not for the public without a seat either. ``asks`` is what
    plain words in an answer say (``Letter.asks``). Press is encrypted. To who looks after a seat it
    is a letter of another kind, for it has his token.
    """
    if isinstance(seat, CaredSeat):
        kind, answers = CARE, ""
    name, about, is_public = seat.name if seat else PUBLIC, change.latest, not (seat or to)
    address = to or (seat.address if seat else change.settings.gm)
    own = own or _new_id(change, kind, name, opens=opens)
    content = make_report(change, kind, name, make, instead)
    if kind in ENCRYPTED_KINDS:
        content = encrypt_report(change.campaign, own, content)
    phase = {
        "resolution": about.serial if about else None,
        "phase": change.waits_in if opens or about is None else about.phase,
    }
    replies = source.letter or answers
    of: dict[str, Any] = {**phase, "seat": name, "in_reply_to": replies, "asks": asks}
    to_player, to_writer = source.recipients(address)
    is_by_master = bool(seat and to_player and to_writer and source.actor_for(seat) == MASTER)
    both = (to_player,) if is_by_master else (to_player, to_writer)
    queue_letter(change, own, kind, content, *both, **of)
    if is_by_master:
        again = _new_id(change, kind, name, opens=opens)
        queue_letter(change, again, kind, content, to_writer, **of)
    if is_public:
        _copy_to_observers(change, own, content, in_reply_to=replies, **phase)
    return own


def _new_id(change: Change, kind: str, seat: str, *, opens: bool) -> str:
    """Return the Message-ID of a letter; those of one kind to a seat about a phase are numbered."""
    about = change.latest
    same = {"seat": seat, "kind": kind, "resolution": about.serial if about else None}
    number = change.store.count(Letter, campaign_id=change.campaign.id, **same)
    number += sum(each.seat == seat and each.kind == kind for each in change.entries(Letter))
    make = partial(report_id, change.campaign, about, kind, seat, opens=opens)
    ids = map(make, count(number + 1))
    return next(each for each in ids if not change.has(Letter, message_id=each))


def _copy_to_observers(
    change: Change, own: str, content: Report, *, in_reply_to: str = "", **phase: Any
) -> None:
    """Queue a public letter for each who watches; none learns of the others' addresses."""
    for each in change.guests:
        if each.role == "observer":
            mark = hashlib.sha256(each.address.encode()).hexdigest()[:12]
            names = (own, in_reply_to)
            copy, replies = (name.replace("@", f".to-{mark}@", 1) for name in names)
            queue_letter(
                change, copy, "public", content, each.address, in_reply_to=replies, **phase
            )


def tell_webhook(change: Change, block: str, **facts: object) -> None:
    """Queue a notice for the webhook of a campaign, if it has one: a block of ``webhook.j2``.

    It is a letter whose recipient is a URL, and holds what everybody may know.
    """
    campaign = change.campaign
    if not campaign.settings.webhook:
        return
    known = {"over": change.is_over, "waits_for": change.waits_for, **facts}
    text = note_text(WEBHOOK, block, facts_for(change, campaign.settings.zone, known))
    own = message_id(campaign, f"{WEBHOOK}-{campaign.version + 1}", block)
    queue_letter(change, own, WEBHOOK, Report(gist(text), text, ""), campaign.settings.webhook)


def make_report(
    change: Change,
    what: str,
    seat: str,
    make: Callable[[], Report],
    instead: tuple[str, Facts] | None = None,
) -> Report:
    """Make a report, or, if that fails, a bare letter of that template and facts; never raises."""
    phase = change.head.phase if change.has_begun else change.waits_in
    facts = {"what": what, "phase": phase, "holder": seat}
    try:
        return make()
    except Exception as error:  # a report's fault must not cost the phase
        _complain(change, "report-failed", {**facts, "error": describe(error)})
    letter, known = instead or ("sorry", facts)
    return write_bare(letter, facts_for(change, change.zone_of(None), known))


def _pictures(
    change: Change, seat: str, picture: Callable[[], Picture], *, phases: int = 0
) -> tuple[File, ...]:
    """Return the map, and a seat's fronts; they are drawn when the letter goes out.

    What is to be seen is a ``picture`` of so many phases, up to the one just resolved.
    """
    origin = Origin(change.head.serial, seat, phases=phases)

    def make() -> tuple[File, ...]:
        close = replace(origin, what="front")
        fronts = [picture_file("front", origin=close)] if maps.has_front(picture(), seat) else []
        return (picture_file("map", origin=origin), *fronts)

    return make_files(change, make)


def make_files(
    change: Change, make: Callable[[], tuple[File, ...]], code: str = "map-failed"
) -> tuple[File, ...]:
    """Make files for a letter; if that fails the game master is told and there are none."""
    try:
        return make()
    except Exception as error:  # a map's fault must not cost the phase
        _complain(change, code, {"error": describe(error)})
        return ()


def calendar_files(change: Change, seat: Seat | None) -> tuple[File, ...]:
    """Make the entry for a seat's calendar; nothing if nothing is due, or if that fails."""

    def make() -> tuple[File, ...]:
        entry = calendar_entry(change, seat) if seat and seat.address else None
        return (calendar_file(entry),) if entry else ()

    return make_files(change, make, "calendar-failed")


def _with_calendar(change: Change, seat: Seat | None, report: Report) -> Report:
    return replace(report, files=(*report.files, *calendar_files(change, seat)))


def _complain(change: Change, code: str, facts: Mapping[str, str]) -> None:
    tell_gm(change, code, facts, once=f"{_list(facts)} {stamp(change.now)}")


def _list(facts: Facts) -> str:
    return "; ".join(f"{name}: {fact}" for name, fact in facts.items())
