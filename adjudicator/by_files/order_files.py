"""Position files and order files: read without a database, for checking and for adjudicating.

What a check of a file finds is what a run would find, because both read it here.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from adjudicator.campaign.kernel.errors import CampaignError, reason
from adjudicator.campaign.kernel.turns import language_of
from adjudicator.campaign.orders.contents import find_below
from adjudicator.campaign.orders.sections import say_later, say_when, sort
from adjudicator.campaign.orders.standing import (
    Standing,
    is_prose,
    quote_earlier,
    receipt_fingerprint,
    viewpoint,
)
from adjudicator.games.contract import Game, GameError
from adjudicator.games.registry import find
from adjudicator.orders import Finding, MisreadError, Names, Orders, Scan, Section, scan, understand
from adjudicator.orders.language.names import name_key
from adjudicator.orders.reading.plain_text import decode_text
from adjudicator.wording.misfits import why_unread

POSITION = "position.json"
"""What a position file is called in a folder."""


def read_position(data: bytes) -> tuple[Game, Any]:
    """Read a position file of any game. Raises GameError."""
    try:
        head = msgspec.json.decode(data, type=_GameName)
        game = find(head.game)
        return game, game.decode(data, strict=True)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise GameError("no-position", error=why_unread(data, _GameName, error)) from error


class _GameName(msgspec.Struct):
    game: str


class CheckedFile(msgspec.Struct, frozen=True):
    """What became of one order file."""

    name: str
    """The name of the file."""
    seat: str
    """Whose orders it holds; ``""`` if it was set aside."""
    text: str
    """The orders that stand, in canonical form."""
    findings: tuple[Finding, ...]
    problem: str = ""
    """Why it was set aside."""
    word: str = ""
    """What its sender adds to the keys of the dice."""
    standing: Standing | None = None
    causes: tuple[Finding, ...] = ()
    """The findings for which it was set aside, which its problem tells."""
    later: tuple[Section, ...] = ()
    """Its lines for later phases, which are not judged now."""

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """What there is to say beside its problem."""
        return tuple(each for each in self.findings if each not in self.causes)

    @property
    def answers(self) -> bool:
        """Whether it is an answer of its seat: a file of which no line was accepted is none."""
        return bool(self.seat) and (self.standing is None or self.standing.accepted)

    @property
    def unread(self) -> tuple[str, ...]:
        """Its lines that were not read as orders, and are no orders."""
        return tuple(line.text for line in self.standing.unread) if self.standing else ()


def read_order_files(
    game: Game, position: Any, files: Mapping[str, bytes]
) -> tuple[CheckedFile, ...]:
    """Read order files, each for the seat its header or its name says. Never raises.

    A file that cannot be used is set aside and says why in ``problem``; of two files of one seat
    both are set aside, for nobody can know which was meant.
    """
    read = [read_order_file(game, position, name, data) for name, data in sorted(files.items())]
    by_seat: dict[str, list[str]] = {}
    for each in read:
        by_seat.setdefault(each.seat, []).append(each.name)
    return tuple(_leave_rivals_out(each, by_seat[each.seat]) for each in read)


def read_order_file(
    game: Game, position: Any, name: str, data: bytes, seat: str = ""
) -> CheckedFile:
    """Read one order file for the phase that waits. ``seat`` stands in for a missing header."""
    scanned = scan(data)
    if not scanned.usable:
        cause = scanned.findings[0]
        return CheckedFile(name, "", "", scanned.findings, cause.message, causes=(cause,))
    try:
        seat = _seat(position, name, scanned, seat)
        _refuse_strangers_view(position, seat)
    except CampaignError as error:
        return CheckedFile(name, "", "", scanned.findings, str(error))
    phase = game.phase(position)
    table = viewpoint(game, position, seat)
    if table is None:
        problem = str(reason("nobody-can-order", title=phase.title))
        return CheckedFile(name, "", "", scanned.findings, problem)
    placed = sort(scanned.sections, table)
    findings = (*scanned.findings, *placed.findings)
    if placed.now is None:
        if (scanned.ready is not None or scanned.word) and not scanned.sections:
            return CheckedFile(name, seat, "", findings, word=scanned.word)
        others = ", ".join(f"{each.round or ''} {each.name}".strip() for each in placed.later)
        problem = " ".join(f.message for f in placed.findings) or str(
            reason("no-orders-of-phase", phase=phase.key, others=others[:80])
        )
        return CheckedFile(
            name, "", "", findings, problem, causes=placed.findings, later=placed.later
        )
    if is_prose(understand(placed.now, table.language)):
        return CheckedFile(name, "", "", findings, str(reason("only-text")))
    standing = table.merge(Orders(), placed.now)
    standing = say_when(standing, placed.now, table.language, table)
    below = find_below(
        scanned, decode_text(data), lambda name: language_of(game, position, name, seat)
    )
    told = quote_earlier(standing.findings, standing.orders)
    findings = (*findings, *told, *say_later(placed.later), *below)
    return CheckedFile(
        name,
        seat,
        standing.text,
        findings,
        word=scanned.word,
        standing=standing,
        later=placed.later,
    )


def check_facts(game: Game, position: Any, read: CheckedFile) -> dict[str, Any]:
    """Return what a check says of an order file, as plain values."""
    defaults = read.standing.defaults if read.standing else ()
    return {
        "usable": not read.problem,
        "problem": read.problem,
        "seat": read.seat,
        "phase": game.phase(position).key,
        "orders": read.text,
        "findings": read.findings,
        "unread": read.unread,
        "defaults": defaults,
        "fingerprint": receipt_fingerprint(read.text, defaults),
    }


def _seat(position: Any, name: str, scanned: Scan, given: str) -> str:
    """Return whose file it is: as its header says, or else as its name does."""
    seats = Names("seat", dict.fromkeys(position.seats, ()))
    if scanned.seat and given and name_key(scanned.seat) != name_key(given):
        raise CampaignError("another-seat", written=scanned.seat[:40], given=given[:40])
    wanted = scanned.seat or given or (position.viewer or "")
    if wanted:
        try:
            return seats.find(wanted)
        except MisreadError as misread:
            raise CampaignError("no-seat-of-file", why=misread, seats=list(seats.all)) from None
    stem = name_key(PurePath(name).stem)
    named = [seat for seat in seats.all if name_key(seat) in stem]
    if len(named) == 1:
        return named[0]
    raise CampaignError("nobodys-file", seats=list(seats.all))


def _refuse_strangers_view(position: Any, seat: str) -> None:
    if position.viewer not in (None, seat):
        raise CampaignError("position-of-another", viewer=position.viewer, seat=seat)


def _leave_rivals_out(file: CheckedFile, rivals: Sequence[str]) -> CheckedFile:
    if not file.seat or len(rivals) == 1:
        return file
    problem = str(reason("several-files", seat=file.seat, files=rivals))
    return msgspec.structs.replace(file, seat="", text="", problem=problem)
