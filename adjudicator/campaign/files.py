"""A phase carried out from files alone: a position, order files, and where the dice come from.

This is adjudication for game masters without a database: nothing is kept but what is returned.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from adjudicator import maps, reports
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.sections import Standpoint, sort
from adjudicator.campaign.solve import Solved, Source, as_orders, solve
from adjudicator.campaign.standing import merge, seated, shown
from adjudicator.games.contract import Game, GameError, Phase, seen_by
from adjudicator.games.registry import find
from adjudicator.orders import Finding, Misread, Names, Orders, Scan, scan
from adjudicator.orders.names import plain
from adjudicator.reports.model import File, Report, Setting

PUBLIC = ""


class OrderFile(msgspec.Struct, frozen=True):
    """What became of one order file: its seat (``""`` if set aside), canonical text, findings."""

    name: str
    seat: str
    text: str
    findings: tuple[Finding, ...]
    problem: str = ""


class FilePhase(msgspec.Struct, frozen=True):
    """A phase carried out from files. ``reports`` are by seat; ``""`` is the public."""

    phase: Phase
    solved: Solved
    files: tuple[OrderFile, ...]
    reports: dict[str, Report]
    faults: tuple[str, ...]


def read_position(data: bytes) -> tuple[Game, Any]:
    """Read a position file of any game. Raises GameError."""
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise GameError(f"This is not a position file: {error}.") from error
    game = find(head.game)
    return game, game.decode(data)


class _Head(msgspec.Struct):
    game: str


def read_order_files(
    game: Game, position: Any, files: Mapping[str, bytes]
) -> tuple[OrderFile, ...]:
    """Read order files, each for the seat its header or its name says. Never raises.

    A file that cannot be used is set aside and says why in ``problem``; of two files of one seat
    both are set aside, for nobody can know which was meant.
    """
    read = [_read(game, position, name, data) for name, data in sorted(files.items())]
    by_seat: dict[str, list[str]] = {}
    for each in read:
        by_seat.setdefault(each.seat, []).append(each.name)
    return tuple(_alone(each, by_seat[each.seat]) for each in read)


def adjudicate_files(
    game: Game,
    position: Any,
    files: Mapping[str, bytes],
    chance: Source,
    *,
    campaign: str,
    commitment: str = "",
    regents: Mapping[str, str] | None = None,
) -> FilePhase:
    """Carry out a phase from order files.

    ``regents`` are canonical orders of seats that a regent plays. Raises CampaignError if the
    position is a view or the game has ended, Stuck if the rules fail even without orders.
    """
    phase = game.phase(position)
    if position.viewer is not None:
        raise CampaignError(
            "This is a player's position file: it lacks what others hide. Use the whole position."
        )
    if phase.over:
        raise CampaignError("The game has ended; there is nothing left to adjudicate.")
    taken = read_order_files(game, position, files)
    texts = dict.fromkeys(phase.may, "") | dict(regents or {})
    texts |= {each.seat: each.text for each in taken if each.seat}
    solved = solve(game, position, texts, chance)
    sent = {each.seat for each in taken} | set(regents or {})
    setting = Setting(
        campaign=campaign,
        seat=PUBLIC,
        commitment=commitment,
        key=solved.key.hex(),
        missing=tuple(seat for seat in phase.must if seat not in sent),
    )
    letters, faults = _reports(game, position, solved, setting)
    return FilePhase(phase, solved, taken, letters, tuple(faults))


def opening_reports(
    game: Game, position: Any, campaign: str, commitment: str
) -> tuple[dict[str, Report], list[str]]:
    """Write the first reports of a game, by seat; and what went wrong with any."""
    faults: list[str] = []
    letters = {}
    for seat in (*position.seats, PUBLIC):
        setting = Setting(campaign=campaign, seat=seat, commitment=commitment)
        view = game.view(position, seat)
        try:
            letters[seat] = reports.opening(game, view, setting, _map(game, view, [], faults))
        except Exception as error:  # one report's fault leaves the others
            faults.append(_failed("report", seat, error))
    return letters, faults


def _read(game: Game, position: Any, name: str, data: bytes) -> OrderFile:
    found = scan(data)
    if not found.usable:
        return OrderFile(name, "", "", found.findings, found.findings[0].message)
    try:
        seat = _seat(position, name, found)
    except CampaignError as error:
        return OrderFile(name, "", "", found.findings, str(error))
    phase = game.phase(position)
    placed = sort(found.sections, Standpoint(phase, seat, tuple(position.seats), frozenset()))
    table = seated(game, position, seat)
    findings = (*found.findings, *placed.findings)
    if placed.now is None or table is None:
        if found.ready is not None and not found.sections:
            return OrderFile(name, seat, "", findings)
        problem = "".join(f.message for f in placed.findings) or (
            f"It holds no orders for the phase that waits, {phase.round} {phase.name}."
        )
        return OrderFile(name, "", "", findings, problem)
    standing = merge(table, Orders(), placed.now)
    return OrderFile(
        name, seat, standing.text, (*findings, *shown(standing.findings, standing.orders))
    )


def _seat(position: Any, name: str, found: Scan) -> str:
    """Return whose file it is: as its header says, or else as its name does."""
    there = Names("seat", {seat: () for seat in position.seats})
    if found.seat:
        try:
            return there.find(found.seat)
        except Misread as misread:
            raise CampaignError(f"{misread} The seats: {', '.join(there.all)}.") from None
    stem = plain(PurePath(name).stem)
    named = [seat for seat in there.all if plain(seat) in stem]
    if len(named) == 1:
        return named[0]
    raise CampaignError(
        "Neither a line “seat NAME” nor the file's name says whose orders these are. "
        f"The seats: {', '.join(there.all)}."
    )


def _alone(file: OrderFile, rivals: Sequence[str]) -> OrderFile:
    if not file.seat or len(rivals) == 1:
        return file
    problem = f"Several files are {file.seat}'s: {', '.join(rivals)}. Leave one."
    return msgspec.structs.replace(file, seat="", text="", problem=problem)


def _reports(
    game: Game, before: Any, solved: Solved, setting: Setting
) -> tuple[dict[str, Report], list[str]]:
    faults: list[str] = []
    letters = {}
    stood = as_orders(game, before, solved.orders)
    for seat in (*solved.position.seats, PUBLIC):
        seen = seen_by(solved.events, seat)
        old, new = game.view(before, seat), game.view(solved.position, seat)
        known = msgspec.structs.replace(setting, seat=seat)
        pictures = _map(game, new, seen, faults)
        try:
            letters[seat] = reports.result(game, old, new, stood.get(seat), seen, known, pictures)
        except Exception as error:  # one report's fault leaves the others
            faults.append(_failed("report", seat, error))
    return letters, faults


def _map(game: Game, view: Any, events: Sequence[Any], faults: list[str]) -> tuple[File, ...]:
    try:
        data = maps.draw_png(game.picture(view, events))
    except Exception as error:  # a report without a map is better than none
        faults.append(_failed("map", view.viewer, error))
        return ()
    return (File("map.png", "image/png", data, cid="map"),)


def _failed(what: str, seat: str, error: Exception) -> str:
    kind = type(error).__name__
    return f"The {what} for {seat or 'the public'} could not be made: {kind}: {str(error)[:300]}."


__all__ = [
    "FilePhase",
    "OrderFile",
    "adjudicate_files",
    "opening_reports",
    "read_order_files",
    "read_position",
]
