"""Verifying a campaign: phases carried out again, keys from the secret, all that is recorded.

Or two databases are put beside each other: what one holds that the other does not.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from adjudicator import __version__
from adjudicator.campaign.kernel.errors import CampaignError, describe, reason
from adjudicator.campaign.kernel.solve import carry_out, set_up
from adjudicator.campaign.kernel.tokens import token, token_digest
from adjudicator.campaign.letters.dice import whole_record
from adjudicator.campaign.letters.outbox import find_data
from adjudicator.campaign.phases.correct import correction_faults
from adjudicator.chance import fingerprint
from adjudicator.chance.ingredients import source_from_key
from adjudicator.chance.record import DiceRecord, Link, PhaseDice, check_chain
from adjudicator.games.contract import Event, Game, GameError
from adjudicator.reports.model import File as Attached
from adjudicator.reports.words import local_time
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Heading, Letter
from adjudicator.store.queries import resolutions, seats
from adjudicator.store.records import Adjudication, Campaign, Closing, Seat
from adjudicator.wording import Reason

_NOT_TOLD = ("campaign_id", "token_secret")
"""Fields of a seat that are not compared."""


WORDS = ("text", "why", "left")
"""Fields of events that say in words what others state; another version may say it otherwise."""


class Verdict(msgspec.Struct, frozen=True):
    """What was found about one phase; ``faults`` is empty if all is as recorded."""

    number: int
    phase: str
    faults: tuple[str, ...]
    remark: str = ""
    """What is no fault, but must be known."""


def verify(store: Store, campaign: Campaign, phase: str = "") -> Iterator[Verdict]:
    """Check the database and the seats, then all phases of a game or the one of that key.

    A phase is carried out again, and compared: position, events, draws, what opens, the orders that
    were sent, its letters. Raises CampaignError if the game has no such phase.
    """
    history = resolutions(store, campaign)
    if phase and all(each.phase != phase for each in history):
        known = [each.phase for each in history if each.phase]
        raise CampaignError("no-phase-had", campaign=campaign.name, phase=phase, known=known)
    held = seats(store, campaign)
    if not phase:
        beside = [*_seat_faults(campaign, held, history), *_file_faults(store, campaign)]
        yield Verdict(-1, str(reason("the-database")), (*store.faults(), *map(str, beside)))
    names = [seat.name for seat in held]
    chain = check_chain({"": whole_record(store, campaign)})
    parts: list[PhaseDice] = []
    """The dice of the series that a phase is part of, up to it."""
    series = ""
    for before, resolution, link in zip([None, *history], history, chain, strict=False):
        if before is None or not before.opens.series or before.opens.series != series:
            parts.clear()
        series = before.opens.series if before else ""
        parts.append(msgspec.structs.replace(link.dice, fingerprint=""))  # letters do not tell it
        if phase in ("", resolution.phase):
            yield _verdict(store, campaign, names, before, resolution, link, parts)


def _verdict(
    store: Store,
    campaign: Campaign,
    names: list[str],
    before: Adjudication | None,
    done: Adjudication,
    link: Link,
    parts: Sequence[PhaseDice],
) -> Verdict:
    """Return what was found about a phase, beside what its dice record says by itself."""
    faults = list(link.faults)
    corrected = ""
    first = 0 if done.parent is None else done.parent + 1
    earliest = store.rows(Adjudication, campaign_id=campaign.id, serial=first)
    if first < done.serial and earliest:  # a roll-back or correction repeats what it goes back to
        more, corrected = correction_faults(store, campaign.game, earliest[0], done)
        faults, done = [*faults, *more], earliest[0]
    if fingerprint(done.orders) != done.fingerprint:
        faults.append(str(reason("fault.fingerprint")))
    closed = store.first(Closing, campaign_id=campaign.id, serial=done.serial)
    if done.beacon and (closed is None or closed.promise != link.promise):
        faults.append(str(reason("fault.closing")))
    faults += map(str, _order_faults(store, before, done, closed))
    faults += map(str, _letter_faults(store, campaign, done, parts))
    if not done.key:
        faults.append(str(reason("fault.no-key")))
        return Verdict(done.number, done.phase, tuple(faults), corrected)
    differs = _differences(campaign, names, before, done, _free_words(done))
    remarks = [corrected]
    if differs and done.rules != campaign.game.meta.rules:
        differs = []
        versions = {"version": done.rules, "now": campaign.game.meta.rules}
        remarks.insert(0, str(reason("other-rules", faults=bool(faults), **versions)))
    elif differs and done.program != __version__:
        remarks.insert(0, str(reason("other-program", program=done.program)))
    whole = "; ".join(filter(None, remarks))
    return Verdict(done.number, done.phase, (*faults, *differs), whole)


def check_rules(store: Store, campaign: Campaign) -> Iterator[Verdict]:
    """Carry all phases of a game out again by the rules that are installed; say of each what comes
    out otherwise than it did, in whichever version it was played.

    What was corrected or gone back to is looked at as it first came out. A phase with real dice,
    which no key draws again, is only named.
    """
    names = [seat.name for seat in seats(store, campaign)]
    history = resolutions(store, campaign)
    for before, each in zip([None, *history], history, strict=False):
        first = 0 if each.parent is None else each.parent + 1
        earliest = store.rows(Adjudication, campaign_id=campaign.id, serial=first)
        done = earliest[0] if earliest else each
        if done.key:
            differs = _differences(campaign, names, before, done, WORDS)
            yield Verdict(each.number, each.phase, tuple(differs))
        else:
            yield Verdict(each.number, each.phase, (), str(reason("real-dice")))


def _free_words(recorded: Adjudication) -> Sequence[str]:
    """Return the fields of events in which another version of the program may have other words."""
    return () if recorded.program == __version__ else WORDS


def _differences(
    campaign: Campaign,
    names: list[str],
    before: Adjudication | None,
    recorded: Adjudication,
    words: Sequence[str],
) -> list[str]:
    """Carry a phase, or the deal, out again, and say what comes out otherwise than recorded, but
    for those words."""
    game, source = campaign.game, source_from_key(recorded.key)
    try:
        if before is None:
            again = set_up(game, names, campaign.options, source)
        else:
            again = carry_out(game, game.decode(before.position), recorded.orders, source)
        # An earlier release may have written the same with fewer words.
        position = game.encode(game.decode(recorded.position))
        differs = {
            "differs.position": game.encode(again.position) != position,
            "differs.events": _facts(again.events, words)
            != _facts(game.decode_events(recorded.events), words),
            "differs.draws": again.draws != recorded.draws,
            "differs.opens": game.phase(again.position) != recorded.opens,
        }
    except Exception as error:  # other rules than those that carried it out may well fail
        return [str(reason("rules-fail", error=describe(error)))]
    return [str(reason(code)) for code, is_so in differs.items() if is_so]


def _facts(events: Sequence[Event], words: Sequence[str]) -> list[Event]:
    """Return events without those of their fields that are words; what is counted is none."""
    blanks = [
        {name: "" for name in words if isinstance(getattr(event, name, None), str)}
        for event in events
    ]
    return [
        msgspec.structs.replace(event, **blank) if blank else event
        for event, blank in zip(events, blanks, strict=True)
    ]


def _seat_faults(
    campaign: Campaign, seats: Sequence[Seat], history: Sequence[Adjudication]
) -> Iterator[Reason]:
    """Say what is wrong with the seats, beside each other and beside the position."""
    names = [seat.name for seat in seats]
    if [seat.place for seat in seats] != list(range(len(seats))):
        yield reason("fault.places")
    if history and list(campaign.game.decode(history[-1].position).seats) != names:
        yield reason("fault.seats")
    for seat in seats:
        if not hmac.compare_digest(token_digest(token(seat)), seat.token_digest):
            yield reason("fault.token", seat=seat.name)
        try:
            campaign.game.regent(seat.regent)
        except ValueError as error:
            yield reason("fault.regent", seat=seat.name, error=error)


def _order_faults(
    store: Store, before: Adjudication | None, done: Adjudication, closed: Closing | None
) -> Iterator[Reason]:
    """Say whose orders are not those that were sent.

    A regent's are not looked at: he plays where nobody has answered and no person was awaited.
    """
    if before is None:
        return
    sent = {
        seat: each.text
        for seat, each in queries.submissions(store, before).items()
        if each.is_answer or seat in done.awaited
    }
    expected = closed.orders if closed else sent
    for seat, text in done.orders.items():
        if seat in expected and text != ("" if seat in done.set_aside else expected[seat]):
            yield reason("fault.orders", seat=seat)


def _file_faults(store: Store, campaign: Campaign) -> Iterator[Reason]:
    """Say which letters lack a file, or have one that is not what it was."""
    right: set[bytes] = set()
    for letter in store.rows(Letter, order="id", campaign_id=campaign.id):
        if letter.subject != letter.content.subject:
            yield reason("fault.subject", letter=letter.message_id)
        for file in letter.content.files:
            if file.data in right or file.origin:  # a picture is drawn whenever it is wanted
                continue
            if code := _file_fault(store, file):
                yield reason(code, letter=letter.message_id, file=file.name)
            else:
                right.add(file.data)


def _file_fault(store: Store, file: Attached) -> str:
    """Return the code of what is wrong with a letter's file; ``""`` if it is what it was."""
    try:
        data = find_data(store, file)
    except StoreError:  # what is kept compressed can no longer be read
        return "fault.changed-file"
    if data is None:
        return "fault.missing-file"
    return "" if hashlib.sha256(data).digest() == file.data else "fault.changed-file"


def _letter_faults(
    store: Store, campaign: Campaign, done: Adjudication, parts: Sequence[PhaseDice]
) -> Iterator[Reason]:
    """Say which reports of a phase give another position, key or draws than were recorded.

    ``parts`` are the dice of the phases that may be told in one letter with it, and its own last.
    """
    position = campaign.game.decode(done.position)
    records = {hashlib.sha256(each).digest() for each in _records(campaign, parts)}
    for letter in (
        *store.rows(Letter, campaign_id=campaign.id, resolution=done.serial, kind="opening"),
        *store.rows(Letter, campaign_id=campaign.id, resolution=done.serial, kind="result"),
    ):
        if letter.seat and letter.seat not in position.seats:
            yield reason("fault.no-seat", letter=letter.message_id, seat=letter.seat)
            continue
        view = campaign.game.view(position, letter.seat)
        for file in letter.content.files:
            what = file.name.partition("-")[0]
            is_dice, is_position = what == "dice", what == "position"
            if (is_dice and file.data not in records) or (
                is_position and not _is_view(store, campaign.game, file, view)
            ):
                yield reason("fault.not-recorded", letter=letter.message_id, file=file.name)
            elif is_dice and done.key.hex() not in letter.content.text:
                yield reason("fault.other-key", letter=letter.message_id)


def _is_view(store: Store, game: Game, file: Attached, view: Any) -> bool:
    """Whether a letter's file is a view, in the words of whichever release wrote it."""
    encoded = game.encode(view)
    if hashlib.sha256(encoded).digest() == file.data:
        return True
    try:
        sent = find_data(store, file)
        return sent is not None and game.encode(game.decode(sent)) == encoded
    except (StoreError, GameError):
        return False


def _records(campaign: Campaign, parts: Sequence[PhaseDice]) -> Iterator[bytes]:
    """Yield the records that a letter may hold: of the last phase alone, of the last two and so on.

    A series that goes on without anybody being asked is told in one letter.
    """
    for first in reversed(range(len(parts))):
        whole = DiceRecord(campaign.name, campaign.commitment, tuple(parts[first:]))
        yield whole.encode()


def differences(lost: Store, present: Store) -> dict[str, list[str]]:
    """Say, by campaign, what a database that is lost held and the one in its place does not.

    Letters are those that only the lost one had; what was ordered is never told.
    """
    known = {each.name: each for each in queries.campaigns(present, archived=True)}
    lines_of: dict[str, list[str]] = {}
    for campaign in queries.campaigns(lost, archived=True):
        if campaign.name not in known:
            lines_of[campaign.name] = [str(reason("lost-game"))]
        elif lines := list(_compare(lost, campaign, present, known[campaign.name])):
            lines_of[campaign.name] = [str(line) for line in lines]
    return lines_of


def _compare(lost: Store, before: Campaign, present: Store, after: Campaign) -> Iterator[Reason]:
    was, now = _compared_facts(lost, before), _compared_facts(present, after)
    for name in dict.fromkeys((*was, *now)):
        both = [each.get(name) for each in (was, now)]
        old, new = ("" if each in ("", b"", None) else each for each in both)
        if old != new and any(isinstance(each, bytes) for each in both):
            yield reason("differs.secret", name=name, old=bool(old), new=bool(new))
        elif old != new:
            was_is = {"old": _show(old, before), "new": _show(new, after)}
            yield reason("differs.fact", name=name, **was_is)
    old_ids, new_ids = (
        {each.message_id for each in store.rows(Heading, campaign_id=campaign.id)}
        for store, campaign in ((lost, before), (present, after))
    )
    if count := len(old_ids - new_ids):
        yield reason("lost-letters", count=count)


def _show(value: object, campaign: Campaign) -> str:
    if isinstance(value, datetime):
        return local_time(value, campaign.settings.zone)
    return str(value)


def _compared_facts(store: Store, campaign: Campaign) -> dict[str, object]:
    """Return what is compared of a campaign, each by its name; what must not be told is bytes."""
    settings = campaign.settings
    names = settings.__struct_fields__
    facts = {str(reason("of.setting", name=name)): getattr(settings, name) for name in names}
    facts |= {str(reason("of.end")): campaign.ended, str(reason("of.archived")): campaign.archived}
    facts[str(reason("of.moved"))] = campaign.moved
    for seat in queries.seats(store, campaign):
        for name in seat.__struct_fields__:
            if name not in _NOT_TOLD:
                facts[f"{seat.name}: {name}"] = getattr(seat, name)
    line = queries.resolutions(store, campaign)
    for each in line:
        outcome = (each.fingerprint.encode(), each.key, each.position)
        facts[str(reason("of.phase", phase=each.phase))] = b"".join(outcome)
    if line:
        facts[str(reason("of.deadline"))] = queries.deadline(store, line[-1])
        for name, orders in queries.submissions(store, line[-1]).items():
            facts[str(reason("of.orders", seat=name))] = orders.text.encode()
    return facts
