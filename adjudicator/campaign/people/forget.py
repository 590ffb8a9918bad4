"""Forgetting a player: his address and his name are erased from all that is recorded.

What he did in a game stays, under the name of his seat: the others played against it, and every
phase can be carried out again. What is beyond the database is only named.
"""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import product
from typing import Any, NamedTuple

from markupsafe import escape
from msgspec.structs import replace

from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.campaign.kernel.caretakers import goes_on
from adjudicator.campaign.kernel.errors import CampaignError, reason
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import new_token
from adjudicator.campaign.letters.encryption import decrypt, encrypt, encrypt_report, is_encrypted
from adjudicator.campaign.letters.outbox import drop, find_data, unpack
from adjudicator.campaign.press.press import Piece
from adjudicator.reports.model import File, Report
from adjudicator.store import queries
from adjudicator.store.columns import StoredTable, TableColumn
from adjudicator.store.database import Store
from adjudicator.store.letter_records import (
    WEBHOOK,
    Answered,
    Disposition,
    Letter,
    PlayerWebhook,
    Press,
    StoredFile,
    host_of_webhook,
)
from adjudicator.store.records import (
    Campaign,
    Caretaker,
    Confirmation,
    Departure,
    DiceWord,
    Guest,
    Master,
    Seat,
)
from adjudicator.store.tables import TABLES
from adjudicator.wording import Reason

NOBODY = "a former player"
"""What stands in the place of the name."""


class Forgotten(NamedTuple):
    """What was erased, and what stays."""

    address: str
    names: tuple[str, ...]
    rows: int
    """In how many rows something was erased."""
    stays: tuple[str, ...]


class _Eraser:
    """Takes an address, names and Message-IDs out of texts.

    Each address, each Message-ID and where his notices went gets a stand-in that tells nothing.
    """

    def __init__(
        self,
        address: str,
        names: Sequence[str],
        ids: Sequence[str],
        notices: Collection[str],
        stem: str,
    ):
        local, _, domain = address.rpartition("@")
        self._address = re.compile(
            rf"(?<![\w.+-]){re.escape(local)}(\+[^\s@<>\"',;]*)?@{re.escape(domain)}(?![\w-]|\.\w)",
            re.IGNORECASE,
        )
        forms = {*names, *(str(escape(name)) for name in names)}  # as HTML has them, too
        spaced = sorted((r"\s+".join(map(re.escape, form.split())) for form in forms), key=len)
        either = "|".join(reversed(spaced))
        self._names = re.compile(rf"(?<!\w)(?:{either})(?!\w)") if forms else None
        self._stem = stem
        self._notices = notices
        self._ids = {
            each: f"<{self._stem}-{number}@adjudicator.invalid>"
            for number, each in enumerate(ids, 1)
        }

    def change(self, table: StoredTable, column: TableColumn, text: str) -> str:
        """Return a text of the database as it may stand."""
        if column.holds("message-id") and text in self._ids:
            return self._ids[text]
        if table.is_evidence:
            return text
        for url in self._notices:
            text = text.replace(url, f"https://{self._stem}.adjudicator.invalid/")
        if table.record is Seat and column.name in ("address", "player"):
            gone = self._address.fullmatch(text) or self.is_name(text)
            return "" if gone else text
        if column.holds("prose"):
            return self.clean(text)
        return self._address.sub(self._stand_in, text)

    def is_name(self, text: str) -> bool:
        """Whether a text is one of the names."""
        return self._names is not None and self._names.fullmatch(text) is not None

    def clean(self, text: str) -> str:
        """Return what somebody wrote without address and names."""
        text = self._address.sub(self._stand_in, text)
        return self._names.sub(NOBODY, text) if self._names else text

    def report(self, report: Report) -> Report:
        """Return a report without address and names."""
        subject, text, page = map(self.clean, (report.subject, report.text, report.html))
        orders = report.orders and tuple(map(self.clean, report.orders))
        cited = tuple(map(self.clean, report.cited))
        return replace(report, subject=subject, text=text, html=page, orders=orders, cited=cited)

    def file(self, file: File, data: bytes) -> bytes:
        """Return the data of a file without the address, and of prose without names: in data a name
        may be a word of the game."""
        text = data.decode("utf-8", "surrogateescape")
        is_prose = file.media.startswith("text/")
        text = self.clean(text) if is_prose else self._address.sub(self._stand_in, text)
        return text.encode("utf-8", "surrogateescape")

    def _stand_in(self, match: re.Match[str]) -> str:
        return f"{self._stem}{'-plus' if match[1] else ''}@adjudicator.invalid"


def forget(store: Store, who: str, names: Sequence[str], now: datetime) -> Forgotten:
    """Erase a player's address and names; say what stays.

    ``who`` is the address, or the name of a player who holds a seat; ``names`` are others that he
    was called by. Names are those of the seats that have the address, too. Raises CampaignError
    for nobody who is known here, or who still plays, watches or runs a game that goes on.
    """
    address = find_player(store, who, now)
    seats = _seats_of(store, address)
    called = _names_of(store, address, seats) | {name.strip() for name in names} - {""}
    public = {*(each.name for each in store.rows(Seat)), *(x.name for x in store.rows(Campaign))}
    kept = called & public  # to erase these would tear holes
    known = _letters_of(store, address)
    stem = f"forgotten-{store.random_bytes(4).hex()}"
    ids, notices = _ids_of(store, seats, known), _notices_of(store, address, seats)
    urls = {to for each in notices for to in each.recipients}
    eraser = _Eraser(address, sorted(called - kept), sorted(ids), urls, stem)
    for letter in known:
        if letter.sent is None:
            drop(store, letter, str(reason("forgotten")), now)
    with store.without_guards():
        queries.raise_versions(store)  # what is being prepared with the old names is made anew
        for each in seats:
            changed: dict[str, Any] = {**new_token(store), "address": "", "player": ""}
            store.save(replace(each, **changed))
            for webhook in store.rows(PlayerWebhook, campaign_id=each.campaign_id, seat=each.name):
                store.save(replace(webhook, url="", word="", confirmed=None))
        for letter in notices:
            _erase_host(store, letter)
        rows = store.rewrite_texts(eraser.change) + len(seats)
        renewed: dict[bytes, bytes] = {}
        rows += sum(
            _rewrite_letter(store, letter, eraser, renewed)
            for letter in store.rows(Letter, order="id")
        )
        for before, after in renewed.items():
            if before != after:
                store.erase(store.find(StoredFile, digest=before))
        rows += sum(_rewrite_press(store, each, eraser) for each in store.rows(Press))
    store.shrink()
    stays = _what_stays(store, address, eraser, seats, kept, len(known))
    if not called:
        stays.insert(0, reason("stays.no-name"))
    return Forgotten(address, tuple(sorted(called - kept)), rows, tuple(map(str, stays)))


def find_player(store: Store, who: str, now: datetime) -> str:
    """Return the address of a player who can be forgotten. Raises CampaignError as ``forget``."""
    address = _find_known(store, who)
    _refuse_who_plays(store, address, _seats_of(store, address), now)
    return address


def _seats_of(store: Store, address: str) -> list[Seat]:
    return [each for each in store.rows(Seat) if each.address.casefold() == address]


def _find_known(store: Store, who: str) -> str:
    given = who.strip()
    own = given.casefold()
    known = {
        each.address.casefold()
        for each in store.rows(Seat)
        if own in (each.address.casefold(), each.player.casefold()) and each.address
    }
    if "@" in given and not known:
        check_address(given)
        guests = store.has(Guest, address=own) or store.has(Master, address=own)
        wrote = store.has(Disposition, sender=given) or store.has(Disposition, sender=own)
        known = {own} if guests or wrote or _letters_of(store, own) else set()
    if len(known) > 1:
        raise CampaignError("several-players", given=given[:40])
    if not known:
        raise CampaignError("nobody-known", given=given[:60])
    return known.pop()


def _names_of(store: Store, address: str, seats: Sequence[Seat]) -> set[str]:
    """Return what the player is called in seats, among guests, and where he asked for either."""
    guests = store.rows(Guest, address=address)
    cared = store.rows(Caretaker, address=address)
    asked = [each for each in store.rows(Confirmation) if each.address.casefold() == address]
    persons: list[Seat | Guest | Caretaker | Confirmation] = [*seats, *guests, *cared, *asked]
    return {each.player.strip() for each in persons} - {""}


def _refuse_who_plays(store: Store, address: str, seats: Sequence[Seat], now: datetime) -> None:
    """Raise CampaignError if somebody is still needed in a game that goes on."""
    for campaign in queries.campaigns(store, archived=True):
        if State(store, campaign, now).is_over:
            continue
        name = campaign.name
        for seat in seats:
            if seat.campaign_id == campaign.id and seat.by_person:
                raise CampaignError("still-plays", address=address, seat=seat.name, campaign=name)
        person: dict[str, Any] = {"campaign_id": campaign.id, "address": address, "active": True}
        if address == campaign.gm or store.has(Master, **person):
            raise CampaignError("still-masters", address=address, campaign=name)
        cares = store.rows(Caretaker, campaign_id=campaign.id, address=address)
        if any(goes_on(each, now) for each in cares):
            raise CampaignError("still-is", address=address, roles=["caretaker"], campaign=name)
        if guests := store.rows(Guest, **person):
            roles = [each.role for each in guests]
            raise CampaignError("still-is", address=address, roles=roles, campaign=name)


def _letters_of(store: Store, address: str) -> list[Letter]:
    letters = store.rows(Letter, order="id")
    return [e for e in letters if address in map(str.casefold, e.recipients)]


def _ids_of(store: Store, seats: Sequence[Seat], letters: Sequence[Letter]) -> set[str]:
    """Return the Message-IDs of what the player wrote: many name the domain of his address.

    It is what was entered for his seats, and what letters to him answer.
    """
    message_ids = {each.in_reply_to for each in letters}
    for table in TABLES:
        names = [column.name for column in table.columns]
        writers = [] if table.record is Letter else {"seat", "writer"}.intersection(names)
        ids = [column.name for column in table.columns if column.holds("message-id")]
        for seat, writer in product(seats, writers):
            own: dict[str, Any] = {"campaign_id": seat.campaign_id, writer: seat.name}
            rows = store.rows(table.record, **own)
            message_ids.update(getattr(row, name) for row in rows for name in ids)
    return message_ids - {each.message_id for each in store.rows(Letter, order="id")} - {""}


def _notices_of(store: Store, address: str, seats: Sequence[Seat]) -> list[Letter]:
    """Return the notices that went to a player, of seats that he has or has left."""
    held = [(each.campaign_id, each.name, each.taken, None) for each in seats]
    left = [each for each in store.rows(Departure) if each.address == address]
    spans = [*held, *((each.campaign_id, each.seat, each.since, each.at) for each in left)]
    return [
        letter
        for campaign, seat, since, until in spans
        for letter in store.rows(Letter, kind=WEBHOOK, campaign_id=campaign, seat=seat)
        if (not since or letter.created >= since) and (not until or letter.created <= until)
    ]


def _erase_host(store: Store, notice: Letter) -> None:
    """Take out of the ledger of first notices to which host one went: it may be the player's."""
    for url in notice.recipients:
        for each in store.rows(Answered, recipient=host_of_webhook(url), kind=WEBHOOK):
            if each.at == notice.created:
                store.erase(each)


def _rewrite_letter(
    store: Store, letter: Letter, eraser: _Eraser, renewed: dict[bytes, bytes]
) -> bool:
    """Take the player out of what a letter and its files say, also of one that is encrypted.

    ``renewed`` are files by their digests, each with that of what stands in its place by now.
    """
    if is_encrypted(letter.content) and letter.campaign_id:
        campaign = store.find(Campaign, id=letter.campaign_id)
        report = unpack(store, letter).content
        clean = tuple(replace(each, data=eraser.file(each, each.data)) for each in report.files)
        changed = replace(eraser.report(report), files=clean)
        if changed == report:
            return False
        (file,) = encrypt_report(campaign, letter.message_id, changed).files
        record = StoredFile.of(file.data)
        store.add(record, if_absent=True)
        store.erase(store.find(StoredFile, digest=letter.content.files[0].data))
        files = (replace(file, data=record.digest),)
        content = replace(letter.content, files=files)
    else:
        for each in letter.content.files:
            if each.data and each.data not in renewed:
                renewed[each.data] = _rewrite_file(store, each, eraser)
        new = tuple(replace(e, data=renewed.get(e.data, e.data)) for e in letter.content.files)
        content = replace(eraser.report(letter.content), files=new)
    if content == letter.content:
        return False
    store.overwrite(replace(letter, content=content))
    return True


def _rewrite_file(store: Store, file: File, eraser: _Eraser) -> bytes:
    """Enter a file without the player beside what it was, if he stands in it; return its digest."""
    before = find_data(store, file)
    data = eraser.file(file, before) if before else b""
    if data == (before or b""):
        return file.data
    record = StoredFile.of(data)
    store.add(record, if_absent=True)
    return record.digest


def _rewrite_press(store: Store, press: Press, eraser: _Eraser) -> bool:
    """Take the player out of what was written to seats, for their eyes alone."""
    campaign = store.find(Campaign, id=press.campaign_id)
    content = decrypt(campaign, press.key, press.content, Piece)
    text = eraser.clean(content.text)
    if text == content.text:
        return False
    hidden = encrypt(campaign, press.key, replace(content, text=text))
    store.overwrite(replace(press, content=hidden))
    return True


def _what_stays(
    store: Store,
    address: str,
    eraser: _Eraser,
    seats: Sequence[Seat],
    kept: set[str],
    letters: int,
) -> list[Reason]:
    stays = [
        reason(
            "stays.seat", seat=seat.name, campaign=store.find(Campaign, id=seat.campaign_id).name
        )
        for seat in seats
    ]
    stays += [reason("stays.name", name=name) for name in sorted(kept)]
    for word in store.rows(DiceWord):
        if eraser.clean(word.text) != word.text:
            stays.append(reason("stays.word", seat=word.seat))
    if letters:
        stays.append(reason("stays.letters", count=letters))
    stays += [reason("stays.folders"), reason("stays.backups"), reason("stays.others")]
    return [*stays, *store.remains()]
