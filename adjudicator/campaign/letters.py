"""The letters of a game: made from reports, and made even when a report or a map fails.

A fault in a report or a picture is told to the game master and costs the reader that part of his
letter; it never costs anybody the phase.
"""

import base64
import hashlib
import hmac
import html
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from adjudicator import maps, reports
from adjudicator.campaign.dice import whole_record
from adjudicator.campaign.outbox import message_id, phase_slug, queue
from adjudicator.campaign.records import Campaign, Resolution, Seat, deadline, seats
from adjudicator.campaign.store import Store, stamp
from adjudicator.chance import Draw
from adjudicator.games.contract import Event, Game, events_for
from adjudicator.orders import Orders
from adjudicator.reports.model import File, Report, Setting, map_file
from adjudicator.reports.text import wrap

PUBLIC = ""
_PAGE = (
    '<!doctype html>\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
)
_SORRY = (
    "This letter should have been a report, but it could not be written. The game is not harmed, "
    "and the game master has been told.",
)


def token(seat: Seat) -> str:
    """Return what proves that orders come from a seat's player: 80 bits in base32."""
    digest = hmac.new(seat.token_secret, b"adjudicator seat token", hashlib.sha256).digest()
    return base64.b32encode(digest[:10]).decode().casefold()


def setting(
    store: Store, owner: Campaign, seat: Seat | None, opened_by: Resolution, *, about: bool = False
) -> Setting:
    """Return what a report to a seat (None: the public) must know besides the game.

    With ``about`` the report is about the phase that ``opened_by`` resolved, whose key and missing
    seats it gives.
    """
    settings = owner.settings
    return Setting(
        campaign=owner.name,
        seat=seat.name if seat else PUBLIC,
        player=seat.player if seat else "",
        zone=(seat.zone if seat else "") or settings.zone,
        deadline=deadline(store, opened_by),
        address=settings.address,
        token=token(seat) if seat and settings.address else "",
        commitment=owner.commitment,
        key=opened_by.key.hex() if about else "",
        draws=tuple(Draw(*each) for each in opened_by.draws) if about else (),
        missing=opened_by.missing if about else (),
        regents=tuple(each.name for each in seats(store, owner) if not each.by_person),
    )


def tell_gm(
    store: Store, owner: Campaign, code: str, text: str, now: datetime, *, once: str = ""
) -> None:
    """Leave a note for the game master, and a letter if he has an address.

    ``once`` names the occasion; a second note of the same code and occasion is not made.
    """
    if once:
        mark = f"note {owner.name} {code} {once}"
        if store.row("SELECT 1 FROM intake WHERE key = ?", mark):
            return
        store.insert("intake", {"key": mark, "received": stamp(now), "outcome": "note"})
    note = {"game": owner.id, "created": stamp(now), "code": code, "text": text}
    number = store.insert("note", note)
    if owner.settings.gm:
        subject = f"[{owner.name}] For the game master: {code.replace('-', ' ')}"
        queue(
            store,
            plain_report(subject, [text]),
            identity=message_id(owner, f"note-{number}"),
            kind="note",
            now=now,
            recipients=[owner.settings.gm],
            owner=owner,
        )


def plain_report(subject: str, paragraphs: Sequence[str]) -> Report:
    """Make a letter without any template: what can still be said when reports fail."""
    lines = "".join(f"<p>{html.escape(text)}</p>\n" for text in paragraphs)
    folded = ["\n".join(map(wrap, text.splitlines())) for text in paragraphs]
    return Report(subject, "\n\n".join(folded) + "\n", f"{_PAGE}{lines}")


class Desk:
    """Writes the letters that follow one resolution; equal maps are drawn once."""

    def __init__(self, store: Store, owner: Campaign, now: datetime):
        self.store = store
        self.owner = owner
        self.now = now
        self._drawn: dict[bytes, tuple[File, ...]] = {}

    def opening(
        self, seat: Seat | None, opened_by: Resolution, position: Any, events: Sequence[Event]
    ) -> None:
        """Queue the first letter of a game to a seat."""
        game = self.owner.game
        known = setting(self.store, self.owner, seat, opened_by)
        seen = events_for(events, known.seat)

        def make() -> Report:
            view = game.view(position, known.seat)
            return reports.opening(game, view, known, self._pictures(game, view, seen), seen)

        self._queue(self.made("opening", known.seat, make), "opening", seat, opened_by, "")

    def welcome(self, seat: Seat, opened_by: Resolution) -> Report:
        """Make the first letter to a player who takes a seat in the middle of a game."""
        game = self.owner.game
        view = game.view(game.decode(opened_by.position), seat.name)
        known = setting(self.store, self.owner, seat, opened_by)
        title = f"{seat.name} is yours now"
        return reports.opening(game, view, known, self._pictures(game, view, ()), title=title)

    def waiting(self, seat: Seat, opened_by: Resolution) -> tuple[File, ...]:
        """Make the files that a seat needs to order in the phase that waits, and the map."""
        game = self.owner.game
        view = game.view(game.decode(opened_by.position), seat.name)
        known = setting(self.store, self.owner, seat, opened_by)
        return (*self._pictures(game, view, ()), *reports.reminder(game, view, known).files)

    def result(
        self,
        seat: Seat | None,
        resolved: Resolution,
        before: Any,
        after: Any,
        orders: Orders | None,
        events: Sequence[Event],
    ) -> None:
        """Queue the report of a phase to a seat, in answer to its report of the phase before."""
        game = self.owner.game
        known = setting(self.store, self.owner, seat, resolved, about=True)
        seen = events_for(events, known.seat)

        def make() -> Report:
            old, new = game.view(before, known.seat), game.view(after, known.seat)
            pictures = self._pictures(game, new, seen)
            return reports.result(game, old, new, orders, seen, known, pictures)

        report = self.made(f"report of {resolved.phase}", known.seat, make)
        self._queue(report, "result", seat, resolved, self.last(known.seat))

    def notice(
        self, seat: Seat, opened_by: Resolution, kind: str, subject: str, paragraphs: Sequence[str]
    ) -> None:
        """Queue a plain message about a phase to a seat."""
        known = setting(self.store, self.owner, seat, opened_by)
        report = self.made(
            kind, seat.name, lambda: reports.notice(known, subject, paragraphs), paragraphs
        )
        self._queue(report, kind, seat, opened_by, self.last(seat.name))

    def secret(self, seat: Seat | None, resolved: Resolution) -> None:
        """Queue the letter that ends a game: its secret, and the record of all its draws."""
        owner = self.owner
        record = whole_record(self.store, owner)
        paragraphs = [
            f"The game has ended, and its secret is published: {owner.secret.hex()}",
            f"Its SHA-256 is the commitment of the first letter: {owner.commitment}",
            "The attached dice file holds every draw of the game, the key of every phase, and the "
            "fingerprints of the orders from which, with the secret, the keys follow. The "
            "program’s “verify” command checks them all.",
        ]
        known = setting(self.store, owner, seat, resolved)
        subject = f"[{owner.name}] The secret of the dice"

        def make() -> Report:
            report = reports.notice(known, subject, paragraphs)
            file = File(f"dice-{owner.name}.json", "application/json", record.encode())
            return msgspec.structs.replace(report, files=(*report.files, file))

        report = self.made("secret", known.seat, make, paragraphs)
        self._queue(report, "secret", seat, resolved, self.last(known.seat))

    def made(
        self, what: str, seat: str, make: Callable[[], Report], instead: Sequence[str] = ()
    ) -> Report:
        """Make a report, or, if that fails, a plain one that says ``instead``; never raises."""
        try:
            return make()
        except Exception as error:  # a report's fault must not cost the phase
            self._complain("report-failed", f"The {what} for {seat or 'the public'}", error)
        return plain_report(f"[{self.owner.name}] {what[:1].upper()}{what[1:]}", instead or _SORRY)

    def _pictures(self, game: Game, view: Any, events: Sequence[Event]) -> tuple[File, ...]:
        try:
            picture = game.picture(view, events)
            known = msgspec.msgpack.encode(picture)
            if known not in self._drawn:
                data = maps.draw_png(picture)
                self._drawn[known] = (map_file(data),)
            return self._drawn[known]
        except Exception as error:  # a map's fault must not cost the phase
            self._complain("map-failed", "The map", error)
            return ()

    def _complain(self, code: str, what: str, error: Exception) -> None:
        kind = type(error).__name__
        text = f"{what} could not be made: {kind}: {str(error)[:300]}. Everything else went on."
        occasion = f"{text} {stamp(self.now)}"
        tell_gm(self.store, self.owner, code, text, self.now, once=occasion)

    def last(self, seat: str) -> str:
        """Return the Message-ID of the last report to a seat, which other letters answer."""
        row = self.store.row(
            "SELECT message_id FROM letter WHERE game = ? AND seat = ?"
            " AND kind IN ('opening', 'result', 'rollback') ORDER BY id DESC LIMIT 1",
            self.owner.id,
            seat,
        )
        return row["message_id"] if row else ""

    def _queue(
        self, report: Report, kind: str, seat: Seat | None, about: Resolution, answers: str
    ) -> None:
        name = seat.name if seat else PUBLIC
        queue(
            self.store,
            report,
            identity=message_id(self.owner, phase_slug(about), kind, name or "public"),
            kind=kind,
            now=self.now,
            recipients=[seat.address if seat else self.owner.settings.gm],
            owner=self.owner,
            opened_by=about,
            seat=name,
            in_reply_to=answers,
        )
