"""Verifying what a campaign recorded beside its phases: seats, orders that were sent, letters."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.campaign.kernel.tokens import token, token_digest
from adjudicator.campaign.letters.outbox import find_data
from adjudicator.chance.record import DiceRecord, PhaseDice
from adjudicator.games.contract import Game, GameError
from adjudicator.reports.model import File as Attached
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Adjudication, Campaign, Closing, Seat


def seat_faults(
    campaign: Campaign, seats: Sequence[Seat], history: Sequence[Adjudication]
) -> Iterator[str]:
    """Say what is wrong with the seats, beside each other and beside the position."""
    names = [seat.name for seat in seats]
    if [seat.place for seat in seats] != list(range(len(seats))):
        yield "the places are not counted from 0"
    if history and list(campaign.game.decode(history[-1].position).seats) != names:
        yield "the seats are not those of the position"
    for seat in seats:
        if not hmac.compare_digest(token_digest(token(seat)), seat.token_digest):
            yield f"the token of {seat.name} does not follow from its secret"
        try:
            campaign.game.regent(seat.regent)
        except ValueError as error:
            yield f"{seat.name}: {error}"


def order_faults(store: Store, before: Adjudication | None, done: Adjudication) -> Iterator[str]:
    """Say whose orders are not those that were sent; a regent's are not looked at."""
    if before is None:
        return
    closed = store.rows(Closing, campaign_id=done.campaign_id, serial=done.serial)
    sent = {
        seat: each.text
        for seat, each in queries.submissions(store, before).items()
        if each.kind != "policy"
    }
    expected = closed[0].orders if closed else sent
    for seat, text in done.orders.items():
        if seat in expected and text != ("" if seat in done.set_aside else expected[seat]):
            yield f"the orders of {seat} are not those that were sent"


def file_faults(store: Store, campaign: Campaign) -> Iterator[str]:
    """Say which letters lack a file, or have one that is not what it was."""
    right: set[bytes] = set()
    for letter in store.rows(Letter, order="id", campaign_id=campaign.id):
        if letter.subject != letter.content.subject:
            yield f"{letter.message_id}: the subject is not that of its content"
        waits = letter.sent is None and letter.recipients
        for file in letter.content.files:
            if file.data in right or (file.origin and not waits):  # it can be drawn again
                continue
            if why := _file_fault(store, file):
                yield f"{letter.message_id}: {file.name} {why}"
            else:
                right.add(file.data)


def _file_fault(store: Store, file: Attached) -> str:
    """Say what is wrong with a letter's file; ``""`` if it is what it was."""
    try:
        found = find_data(store, file)
    except StoreError:  # what is kept compressed can no longer be read
        return "was changed"
    if found is None:
        return "is missing"
    return "" if hashlib.sha256(found).digest() == file.data else "was changed"


def letter_faults(
    store: Store, campaign: Campaign, done: Adjudication, parts: Sequence[PhaseDice]
) -> Iterator[str]:
    """Say which reports of a phase give another position, key or draws than were recorded.

    ``parts`` are the dice of the phases that may be told in one letter with it, and its own last.
    """
    position = campaign.game.decode(done.position)
    for kind in ("opening", "result"):
        for letter in store.rows(
            Letter, order="id", campaign_id=campaign.id, resolution=done.serial, kind=kind
        ):
            if letter.seat and letter.seat not in position.seats:
                yield f"{letter.message_id}: “{letter.seat}” is no seat"
                continue
            view = campaign.game.view(position, letter.seat)
            for file in letter.content.files:
                what = file.name.partition("-")[0]
                if what == "position":
                    right = _is_view(store, campaign.game, file, view)
                elif what == "dice":
                    right = any(
                        hashlib.sha256(each).digest() == file.data
                        for each in _records(campaign, parts)
                    )
                else:
                    continue
                if not right:
                    yield f"{letter.message_id}: {file.name} is not what was recorded"
                elif what == "dice" and done.key.hex() not in letter.content.text:
                    yield f"{letter.message_id}: the text gives another key"


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
