"""The letters of press: to its readers, and to its writer what went out."""

import hmac
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.message_ids import message_id, seat_part
from adjudicator.campaign.kernel.sealing import CONFIRMATION, PRESS, seal, seal_report
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import make_report, setting
from adjudicator.campaign.letters.outbox import queue
from adjudicator.campaign.orders.identify import Source
from adjudicator.campaign.press.archive import (
    THE_MASTER,
    THE_OBSERVERS,
    Answered,
    Said,
    addresses,
    is_unnamed,
    open_press,
    reader_of,
)
from adjudicator.store.letter_records import Letter
from adjudicator.store.press_queries import last_copies
from adjudicator.store.press_records import Press, PressCopy
from adjudicator.store.records import Seat

_OTHERS = (THE_MASTER, THE_OBSERVERS)


def enter_press(
    at: Change, writer: str, name: str, said: Said, source: Source, parent: Answered | None
) -> None:
    """Archive a piece of press, and queue a letter to each of its readers."""
    key = private_digest(at, name)
    about = at.head if at.has_begun else None
    at.add(
        Press(
            key=key,
            campaign_id=at.campaign.id,
            resolution=about.serial if about else None,
            phase=at.waits_in,
            writer=writer,
            source=source.id,
            answers=parent.press.key if parent else "",
            created=at.now,
            readable=at.campaign.settings.gm_reads or said.broadcast or THE_MASTER in said.to,
            content=seal(at.campaign, key, said),
        )
    )
    for reader in said.to:
        for address in addresses(at, reader):
            _queue_copy(at, writer, key, said, (reader, address), parent)


def _queue_copy(
    at: Change,
    writer: str,
    key: str,
    said: Said,
    whom: tuple[str, str],
    parent: Answered | None,
) -> None:
    """Queue the letter of press to a reader at an address. It has the token of nobody."""
    reader, address = whom
    seat = at.seat(reader) if reader not in _OTHERS else None
    known = msgspec.structs.replace(setting(at, seat), token="")
    facts = {
        "writer": (writer or THE_MASTER) if said.signed else "",
        "to": said.to,
        "reader": reader,
        "lines": said.lines,
        "broadcast": said.broadcast,
        "gm_reads": at.campaign.settings.gm_reads,
        "answerable": reader != THE_OBSERVERS,
        "campaign": at.campaign.name,
    }
    make = partial(reports.notice, known, PRESS, facts)
    end = seat_part(reader) if seat else reader.replace(" ", "-")
    id_ = message_id(at.campaign, f"press-{private_digest(at, f'{key} {reader} {address}')}", end)
    at.add(PressCopy(id_, at.campaign.id, key, reader_of(reader)))
    about = at.head if at.has_begun else None
    letter = Letter(
        campaign_id=at.campaign.id,
        resolution=about.serial if about else None,
        phase=at.waits_in,
        message_id=id_,
        kind=PRESS,
        seat=seat.name if seat else "",
        recipients=(address,),
        in_reply_to=_thread(at, writer, said, reader, parent),
        created=at.now,
        content=make_report(at, PRESS, reader, make, ("sorry", {"what": PRESS, "phase": ""})),
    )
    _seal_and_queue(at, letter)


def _thread(at: Change, writer: str, said: Said, reader: str, parent: Answered | None) -> str:
    """Return the Message-ID of what a reader has that press goes on from; ``""``: it begins anew.

    It is his own letter that is answered, or else the last one that he got from this writer. What
    is unsigned shows neither, unless it is known to come from the same unnamed writer.
    """
    if parent:
        named = said.signed or is_unnamed(at, writer, parent)
        own = parent.press.source
        return own if named and own.startswith("<") else ""
    if not said.signed or said.broadcast:
        return ""
    for press, copy in last_copies(at.store, at.campaign, writer, reader_of(reader)):
        if open_press(at.campaign, press).signed:
            return copy
    return ""


def confirm_press(at: Change, writer: Seat, pieces: Sequence[Said], source: Source) -> str:
    """Tell a writer what went to whom; return the letter's Message-ID."""
    facts: dict[str, Any] = {
        "pieces": [
            {
                "to": () if each.hidden else each.to,
                "diary": not each.to,
                "signed": each.signed,
                "lines": each.lines,
            }
            for each in pieces
        ],
        "gm_reads": at.campaign.settings.gm_reads,
        "campaign": at.campaign.name,
        "unread_files": source.files,
    }
    name = f"press-sent-{private_digest(at, source.key or source.id)}"
    return queue_own(at, writer, CONFIRMATION, facts, name, source)


def queue_own(
    at: Change, writer: Seat, kind: str, facts: dict[str, Any], name: str, source: Source
) -> str:
    """Queue a letter to a writer about his own press."""
    make = partial(reports.notice, setting(at, writer), kind, facts)
    about = at.head if at.has_begun else None
    recipients = (
        writer.address if source.receipt else "",
        source.address if source.answer else "",
    )
    letter = Letter(
        campaign_id=at.campaign.id,
        resolution=about.serial if about else None,
        phase=at.waits_in,
        message_id=message_id(at.campaign, name, seat_part(writer.name)),
        kind=kind,
        seat=writer.name,
        recipients=recipients,
        in_reply_to=source.id if source.id.startswith("<") else "",
        created=at.now,
        content=make_report(at, kind, writer.name, make, ("sorry", {"what": kind, "phase": ""})),
    )
    _seal_and_queue(at, letter)
    return letter.message_id


def _seal_and_queue(at: Change, letter: Letter) -> None:
    content = seal_report(at.campaign, letter.message_id, letter.content)
    queue(at, msgspec.structs.replace(letter, content=content))


def private_digest(at: State, name: str) -> str:
    """Return a part of a Message-ID that nobody can work out who has not got the letter."""
    secret = at.campaign.secret
    return hmac.digest(secret, f"press {at.campaign.name} {name}".encode(), "sha256").hex()[:24]
