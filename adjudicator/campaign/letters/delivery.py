"""How much mail a person wants, and whether any reaches him.

He can have everything as it happens, only what needs him, or a digest a day.

What he wants holds for his address, in all games of the database. What somebody asked for is always
answered at once, and so are reminders; the rest waits in the outbox for his digest, which takes it
from there.

An address that two letters came back from is out of reach. What came back before its player last
wrote from there says nothing any more, and neither does what came back from an address that the
seat had before.
"""

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from adjudicator.campaign.kernel.errors import reason
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import find_zone
from adjudicator.campaign.letters.letters import facts_for, setting, write_bare
from adjudicator.campaign.letters.outbox import drop, hasten, queue_answer
from adjudicator.reports.model import File
from adjudicator.reports.text import WIDTH
from adjudicator.store import queries
from adjudicator.store.columns import after, until
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Bounce, DeliveryMode, Letter, MailMode
from adjudicator.store.records import Campaign, Seat

_STATUS = re.compile(r"\b5\.(\d)\.\d{1,3}\b")
MOST = 2
"""So many letters must come back until an address is out of reach; one can be an accident."""
HOUR = 7
"""When digests go out, in their reader's zone."""


def set_delivery(store: Store, address: str, mode: MailMode, zone: str, now: datetime) -> None:
    """Let an address get its letters in another way from now on.

    What waits for a digest that is not wanted any more goes out with the next pass, and what waits
    for one that comes at another time waits until then.
    """
    with store.atomic():
        own = address.casefold()
        store.put(DeliveryMode(own, mode, zone, _next_hour(zone, now)))
        for letter in _letters_for(store, own):
            hasten(store, letter)


def send_digests(store: Store, now: datetime) -> None:
    """Put the digests that are due into the outbox, in place of the letters that they tell of."""
    for due in store.rows(DeliveryMode, mode="daily", next=until(now)):
        with store.atomic():
            letters = _letters_for(store, due.address)
            store.save(replace(due, next=_next_hour(due.zone, now)))
            if letters:
                queue_answer(store, _write_digest(store, due, letters, now))
            for each in letters:
                drop(store, each, str(reason("in-digest")), now)


def _next_hour(zone: str, now: datetime) -> datetime:
    local = now.astimezone(find_zone(zone))
    today = local.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return today if today > local else today + timedelta(days=1)


def _letters_for(store: Store, address: str) -> list[Letter]:
    """Return what waits for the digest of an address, oldest first."""
    rows = queries.letters_for_digest(store)
    return [each for each in rows if [x.casefold() for x in each.recipients] == [address]]


def _write_digest(
    store: Store, mode: DeliveryMode, letters: Sequence[Letter], now: datetime
) -> Letter:
    games: list[dict[str, Any]] = []
    files: list[File] = []
    for campaign_id in dict.fromkeys(each.campaign_id for each in letters if each.campaign_id):
        own = [each for each in letters if each.campaign_id == campaign_id]
        campaign = store.find(Campaign, id=campaign_id)
        state = State(store, campaign, now)
        about = {"name": campaign.name, "letters": [_headline(each) for each in own]}
        games.append(about | {"wanted": _orders_to_send(state, mode)})
        files += _newest_map(campaign, own)
    parts = hashlib.sha256("".join(each.message_id for each in letters).encode()).hexdigest()[:24]
    host = letters[-1].message_id.rpartition("@")[2]
    content = write_bare("digest", {"games": games, "zone": mode.zone})
    return Letter(
        message_id=f"<digest-{parts}@{host}",
        kind="digest",
        recipients=letters[-1].recipients,
        created=now,
        content=replace(content, files=tuple(files)),
    )


def _headline(letter: Letter) -> dict[str, str]:
    """Return what a letter is about, and its text: of a report what happened to its reader."""
    subject = letter.subject.partition("] ")[2] or letter.subject
    text = letter.content.text.rpartition(f"{'=' * WIDTH}\n")[2]
    if letter.kind == "result":
        text = letter.content.text.partition("\n\n")[0]
    return {"subject": subject, "text": text}


def _orders_to_send(state: State, mode: DeliveryMode) -> list[dict[str, Any]]:
    """Return for each seat of a person whose orders are awaited which, by when, and its heading."""
    wanted = []
    for seat in state.seats if state.has_begun else ():
        if seat.address.casefold() == mode.address and seat.name in state.unready:
            known = setting(state, seat)
            facts = {"holder": seat.name, "token": known.token, "address": known.address}
            wanted.append(facts_for(state, mode.zone, facts))
    return wanted


def _newest_map(campaign: Campaign, letters: Sequence[Letter]) -> list[File]:
    """Return the map of the last report among letters, under a name of the game's own."""
    maps = [
        replace(
            file,
            name=f"{campaign.name}.png",
            cid="",
            origin=replace(file.origin, campaign=campaign.name),
        )
        for letter in letters
        for file in letter.content.files
        if file.origin and file.origin.what == "map"
    ]
    return maps[-1:]


def enter_bounce(
    store: Store, letter: Letter, recipient: str, now: datetime, why: str, *, late: bool = False
) -> Bounce | None:
    """Enter that a letter did not reach a recipient, or is only late; None if that is known."""
    bounce = Bounce(
        letter=letter.id,
        recipient=recipient.casefold(),
        kind="delayed" if late else "declined" if _is_about_letter(why) else "failed",
        at=now,
        why=why,
    )
    if store.has(Bounce, letter=bounce.letter, recipient=bounce.recipient, kind=bounce.kind):
        return None
    store.add(bounce)
    return bounce


def _is_about_letter(why: str) -> bool:
    """Say whether an answer is about the letter and not its recipient, by its status (RFC 3463):
    too large, of a form or with words that a server does not take, or against its policy."""
    if status := _STATUS.search(why):
        return status[1] in ("6", "7") or status[0] == "5.3.4"
    return why.startswith("552")


def find_recipient(letter: Letter, address: str) -> str:
    """Return which of a letter's recipients an address is, in small letters; ``""`` if none.

    A letter to one that was passed on comes back from the other, and is known all the same.
    """
    recipients = [each.casefold() for each in letter.recipients]
    if address.casefold() in recipients:
        return address.casefold()
    return recipients[0] if len(recipients) == 1 else ""


def find_bounces(store: Store, seat: Seat) -> list[Bounce]:
    """Return the letters that came back from a seat's address since its player wrote from there."""
    address = seat.address.casefold()
    if not address:
        return []
    wrote = after(queries.last_proven(store, seat))
    return store.rows(Bounce, order="at, letter", recipient=address, kind="failed", at=wrote)


def why_out_of_reach(store: Store, seat: Seat) -> tuple[datetime, str] | None:
    """Return since when a seat's player is out of reach and why; None if he is not."""
    bounces = find_bounces(store, seat)
    return (bounces[MOST - 1].at, bounces[-1].why) if len(bounces) >= MOST else None
