"""The outbox: letters wait here from the change that caused them until they are sent.

A letter's Message-ID says what the letter is, so the same letter can be neither queued twice nor
sent twice unnoticed. Its pictures are not kept: what they show is recorded, and the program draws
them when the letter goes out, and for whoever wants to see it again.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator import __version__, maps
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError, describe, reason
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.turns import language_of
from adjudicator.campaign.letters.encryption import decrypt, is_encrypted
from adjudicator.games.contract import Event, Game, events_for
from adjudicator.games.picture import Picture
from adjudicator.maps import ordered
from adjudicator.orders import Orders, read_orders
from adjudicator.reports.model import File as Attached
from adjudicator.reports.model import Origin, Report
from adjudicator.store import queries
from adjudicator.store.columns import Bound
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import (
    Answered,
    Attempt,
    DeliveryMode,
    Heading,
    Letter,
    StoredFile,
)
from adjudicator.store.records import Adjudication, Campaign, Deadline, Seat
from adjudicator.wording import Reason

REMINDERS = ("reminder", "late")
REPORTS = ("commitment", "opening", "result", "rollback", "corrected")
"""The kinds of letters that other letters to a seat answer."""
FAREWELLS = ("resigned", "handed-over")
"""The kinds of letters of which one that belongs to no seat is the last to somebody who had one."""
NEWS = (
    *("result", "note", "official", "settings", "deadline", "pause", "resume", "absence", "back"),
    *("call-off", "regent", "returned", "resigned", "handed-over", "proposal", "decision"),
)
"""The kinds of letters of which a person can want fewer: nobody has asked for them."""
WAITING = ("begun", "later")
"""The states of attempts after which a letter must still go."""
AS_SENT = reason("as-sent")


def draw(find: Callable[[int], Adjudication], game: Game, origin: Origin) -> bytes:
    """Draw a picture from the resolutions of a campaign, which ``find`` returns by their serial.

    Raises StoreError if one is not recorded, ValueError if there is nothing to be drawn in it, and
    what rules and maps raise, which may be others than those that recorded it.
    """
    done = find(origin.resolution)
    view = game.view(game.decode(done.position), origin.seat)
    picture: Picture | None
    if origin.what == "orders":
        language = language_of(game, view, origin.phase.partition(" ")[2], origin.seat)
        orders = read_orders(origin.orders, language).orders if language else Orders()
        picture = picture_of_orders(game, view, orders, origin)
    else:
        seen = events_for(_events(find, game, done, origin.phases), origin.seat)
        picture = game.picture(view, seen)
    if picture is None:
        raise ValueError(reason("nothing-drawn"))
    seat = origin.seat if origin.what == "front" else ""
    return draw_once(msgspec.msgpack.encode(picture), origin.what, seat)


def picture_of_orders(game: Game, view: Any, orders: Orders, origin: Origin) -> Picture | None:
    """Return a picture of a seat's orders, for the phase that the view waits in or a later one."""
    later = origin.phase not in ("", game.phase(view).key)
    return ordered.picture_of_orders(
        game, view, orders, origin.defaults, later=later, warned=origin.warned
    )


@lru_cache(maxsize=32)
def draw_once(encoded: bytes, what: str, seat: str) -> bytes:
    """Draw a picture; the last ones are kept, for most readers of a phase see the same map."""
    picture = msgspec.msgpack.decode(encoded, type=Picture)
    if what == "map":
        return maps.draw_png(picture)
    drawn = maps.draw_front(picture, seat) if what == "front" else maps.draw_orders(picture)
    if drawn is None:
        raise ValueError(reason("nothing-drawn"))
    return drawn


def _events(
    find: Callable[[int], Adjudication], game: Game, done: Adjudication, phases: int
) -> Sequence[Event]:
    """Return what happened in so many phases up to a resolution, in order."""
    told = game.decode_events(done.events) if phases else ()
    if phases < 2:
        return told
    if done.parent is None or done.parent >= done.serial:
        raise StoreError("fewer-phases")
    return (*_events(find, game, find(done.parent), phases - 1), *told)


def _resolution(store: Store, campaign: Campaign, serial: int) -> Adjudication:
    return store.find(Adjudication, campaign_id=campaign.id, serial=serial)


def _apply_mode(change: Change, letter: Letter) -> Letter:
    """Return a letter as its reader wants such letters: at once, with his digest, or not at all."""
    wish = _wish_for(change.store, letter)
    if wish and wish.mode == "daily":
        return replace(letter, retry=wish.next, waits_for="digest")
    if wish and wish.mode == "mine" and letter.kind == "result":
        opens = change.head.opens
        is_same_round = opens.key.split()[0] == letter.phase.split()[0]
        if is_same_round and not opens.over and letter.seat not in opens.must:
            return replace(letter, recipients=())
    return letter


def _wish_for(store: Store, letter: Letter) -> DeliveryMode | None:
    """Return how the only reader of a letter wants such letters; None: as they come."""
    readers = {each.casefold() for each in letter.recipients if each}
    if letter.kind not in NEWS or len(readers) != 1:
        return None
    return store.first(DeliveryMode, address=readers.pop())


class Wait(NamedTuple):
    """Why a letter has not gone to a recipient yet, and until when it will not."""

    reason: Literal["turn", "retry", "unsure", "unwritable", "digest", "release", "host"]
    """``turn``: it goes with the next pass; ``retry``: it could not be sent; ``unsure``: it may
    have gone; ``unwritable``: it could not be written; otherwise as in ``Letter.waits_for``."""
    until: datetime | None = None
    """None: the next pass."""


def wait_for(letter: Letter, tried: Attempt | None) -> Wait | None:
    """Say why a letter waits for a recipient, by how far it got to him; None: it does not."""
    if letter.sent or (tried and tried.state not in WAITING):
        return None
    if letter.waits_for:
        return Wait(letter.waits_for, letter.retry)
    if tried:
        return Wait("unsure" if tried.state == "begun" else "retry", tried.retry)
    return Wait("unwritable" if letter.tries else "turn", letter.retry)


def queue_letter(
    change: Change, message_id: str, kind: str, content: Report, *recipients: str, **more: Any
) -> None:
    """Put a letter of a campaign into the outbox, unless it is there already.

    Without recipients it is kept for reading (``adjudicator report``) and never sent; so are those
    that their reader does not want. For his digest it waits. ``more`` are other fields of its
    record.
    """
    if change.has(Letter, message_id=message_id):
        return
    letter = Letter(
        campaign_id=change.campaign.id,
        message_id=message_id,
        kind=kind,
        recipients=recipients,
        created=change.now,
        content=content,
        **more,
    )
    for record in _pack(_apply_mode(change, letter)):
        change.add(record)


def queue_answer(store: Store, letter: Letter, entries: Iterable[Answered] = ()) -> None:
    """Put an answer into the outbox, unless it is there already, and enter on whose account it
    goes to whom."""
    with store.atomic():
        if store.has(Letter, message_id=letter.message_id):
            return
        for record in (*_pack(letter), *entries):
            store.add(record, if_absent=isinstance(record, StoredFile))


def last_report(change: Change, seat: str) -> str:
    """Return the Message-ID of the last report to a seat, which other letters answer."""
    new = [each for each in change.entries(Letter) if each.seat == seat and each.kind in REPORTS]
    if new:
        return new[-1].message_id
    return queries.last_letter(change.store, change.campaign, seat, REPORTS)


def letters(
    store: Store, campaign: Campaign, *, seat: str | None = None, after: int = 0
) -> list[Letter]:
    """Return a campaign's letters, oldest first; with ``seat`` those to it, ``""`` the public's.

    ``after`` is the number of a letter. Maps and positions come with them, drawn again if need be;
    ``Heading`` is the record to look through many by.
    """
    of: dict[str, Any] = {} if seat is None else {"seat": seat}
    found = store.rows(Letter, campaign_id=campaign.id, id=Bound(">", after), **of)
    return [unpack(store, each) for each in found]


def attempts(store: Store, letter: Letter) -> dict[str, Attempt]:
    """Return how far a letter got, by recipient; those it was never tried for are not there."""
    return {each.recipient: each for each in store.rows(Attempt, letter=letter.id)}


def find_recipients_left(letter: Letter, tried: Mapping[str, Attempt]) -> tuple[str, ...]:
    """Return the recipients to whom a letter must still go."""
    return tuple(e for e in letter.recipients if e not in tried or tried[e].state in WAITING)


def enter_attempts(store: Store, letter: Letter, entries: Iterable[Attempt], now: datetime) -> None:
    """Enter what was tried; a letter that must go to nobody any more is marked as sent."""
    for each in entries:
        store.put(each)
    tried = attempts(store, letter)
    left = find_recipients_left(letter, tried)
    if not left:
        queries.mark_sent(store, letter, now)
        return
    retries = [tried[each].retry if each in tried else None for each in left]
    queries.set_wait(store, letter, min(filter(None, retries)) if all(retries) else None)


def drop(
    store: Store, letter: Letter, why: str, now: datetime, *, but: str = ""
) -> tuple[str, ...]:
    """Let a letter that waits go to nobody any more; return to whom it does not go.

    ``but`` is an address to which it goes all the same.
    """
    with store.atomic():
        tried = attempts(store, letter)
        left = tuple(each for each in find_recipients_left(letter, tried) if each != but)
        none = Attempt(letter=letter.id, recipient="", state="dropped", at=now)
        entries = [
            replace(tried.get(each, none), recipient=each, state="dropped", at=now, why=why)
            for each in left
        ]
        enter_attempts(store, letter, entries, now)
    return left


def drop_copies(store: Store, seat: Seat, why: str, now: datetime) -> None:
    """Let what waits for a seat go to its player's address alone."""
    for each in store.rows(Letter, campaign_id=seat.campaign_id, seat=seat.name, sent=None):
        if seat.address in each.recipients and len(each.recipients) > 1:
            drop(store, each, why, now, but=seat.address)


def hasten(store: Store, letter: Letter) -> bool:
    """Let a letter that waits be tried with the next pass, unless its reader wants it with his
    digest and it was never tried; say whether it will be."""
    with store.atomic():
        tried = attempts(store, letter)
        for each in tried.values():
            if each.retry:
                store.save(replace(each, retry=None))
        wish = None if tried else _wish_for(store, letter)
        if wish and wish.mode == "daily":
            queries.set_wait(store, letter, wish.next, "digest")
            store.note_letter(letter, wish.next)
            return False
        queries.set_wait(store, letter, None)
        store.note_letter(letter, None)
    return True


def why_superseded(store: Store, letter: Letter, now: datetime) -> str:
    """Say why a reminder, or that a game master has moved the deadline, has become pointless while
    it waited; ``""`` for any other letter."""
    if letter.kind not in (*REMINDERS, "deadline") or letter.campaign_id is None:
        return ""
    state = State(store, store.find(Campaign, id=letter.campaign_id), now)
    if letter.kind == "deadline":
        return str(reason("superseded.moved")) if _is_moved_again(state, letter) else ""
    if state.is_over or not state.has_begun or state.head.serial != letter.resolution:
        return str(reason("superseded.over"))
    if letter.seat not in state.silent:
        return str(reason("superseded.orders"))
    if letter.kind == "reminder" and state.is_late:
        return str(reason("superseded.passed"))
    set_last = state.rows(Deadline, resolution=state.head.serial)[-1:]
    if any(each.created > letter.created for each in set_last):
        return str(reason("superseded.moved"))
    return ""


def _is_moved_again(state: State, letter: Letter) -> bool:
    """Say whether the readers of a letter that only says where the deadline is get another one."""
    own = {"resolution": letter.resolution}
    set_by = [each for each in state.rows(Deadline, **own) if each.created == letter.created]
    told = [x for x in state.rows(Heading, **own, kind=letter.kind) if x.created > letter.created]
    readers = set(letter.recipients)
    return {each.why for each in set_by} == {"moved"} and any(
        readers <= {*each.recipients} for each in told
    )


def _pack(letter: Letter) -> list[StoredFile | Letter]:
    """Return the records of a letter: its files, and itself with digests in the place of data.

    Of pictures there is only what they are drawn from, when the letter goes out.
    """
    content = letter.content
    files: list[StoredFile] = []
    packed: list[Attached] = []
    for each in content.files:
        if each.origin:
            origin = replace(each.origin, program=each.origin.program or __version__)
            packed.append(replace(each, data=b"", origin=origin))
        else:
            files.append(StoredFile.of(each.data))
            packed.append(replace(each, data=files[-1].digest))
    letter = replace(
        letter,
        recipients=tuple(filter(None, dict.fromkeys(letter.recipients))),
        subject=content.subject,
        content=replace(content, files=tuple(packed)),
    )
    return [*files, letter]


class Reopened(NamedTuple):
    """A letter with its files, without pictures that cannot be drawn."""

    letter: Letter
    pictures: dict[str, Reason]
    """Of each picture by name: ``as sent``, ``drawn anew by 0.2``, ``not there any more``."""
    lost: dict[str, str]
    """Pictures, by name, that cannot be drawn, each with the reason why."""


def reopen(store: Store, letter: Letter, *, pictures: bool = True) -> Reopened:
    """Return a letter with the data of its files, and not encrypted any more.

    Its pictures are drawn; without ``pictures`` it has none.

    Raises StoreError if what is kept is damaged, CampaignError if a file is missing.
    """
    files: list[Attached] = []
    html = letter.content.html
    own = store.find(Campaign, id=letter.campaign_id) if letter.campaign_id else None
    drawn: dict[str, Reason] = {}
    lost: dict[str, str] = {}
    for each in letter.content.files:
        if not each.origin:
            if (data := find_data(store, each)) is None:
                raise CampaignError("letter-incomplete", name=each.name)
            files.append(replace(each, data=data))
            continue
        if not pictures:
            html = _without_picture(html, each)
            continue
        try:
            campaign = own or queries.find_campaign(store, each.origin.campaign)
            find = partial(_resolution, store, campaign)
            files.append(replace(each, data=draw(find, campaign.game, each.origin)))
        except DatabaseError:
            raise
        except Exception as error:  # rules and maps raise whatever; the letter's words are there
            lost[each.name] = describe(error)
            drawn[each.name] = reason("picture-lost")
            html = _without_picture(html, each)
        else:
            same = each.origin.program == __version__
            drawn[each.name] = AS_SENT if same else reason("drawn-anew", version=__version__)
    content = replace(letter.content, html=html, files=tuple(files))
    if is_encrypted(content) and own:
        content = decrypt(own, letter.message_id, content.files[0].data, Report)
    return Reopened(replace(letter, content=content), drawn, lost)


def _without_picture(html: str, file: Attached) -> str:
    return re.sub(rf'<img src="cid:{re.escape(file.cid)}"[^>]*>', "", html)


def find_data(store: Store, file: Attached) -> bytes | None:
    """Return the data of a letter's file, as it lies in the database; None if it is not kept.

    Raises StoreError if it is damaged.
    """
    kept = store.first(StoredFile, digest=file.data)
    return kept.data if kept else None


def unpack(store: Store, letter: Letter) -> Letter:
    """Return a letter as it goes out. Raises what ``reopen`` raises."""
    return reopen(store, letter).letter
