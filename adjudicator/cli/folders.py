"""Reports as files in a folder: one folder a seat, all or nothing as far as asking goes."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.cli.asking import confirmed, read_bytes
from adjudicator.cli.main import CommandError

if TYPE_CHECKING:
    from adjudicator.games.contract import Game
    from adjudicator.reports.model import Report

PUBLIC = "public"
_SERIAL = re.compile(r"^(position|orders|dice)-.*(?=\.\w+$)")


def report_files(report: "Report") -> dict[str, bytes]:
    """Return what a report becomes in a folder: text, HTML that shows its images, and its files."""
    html = report.html
    files = {"report.txt": f"{report.subject}\n\n{report.text}".encode()}
    for each in report.files:
        files[each.name] = each.data
        if each.cid:
            html = html.replace(f"cid:{each.cid}", each.name)
    files["report.html"] = html.encode()
    return files


def seat_files(reports: "Mapping[str, Report]") -> dict[str, bytes]:
    """Return the files of all reports, each seat's in a folder of its name.

    There the position, the order sheet and the dice file are called just that.
    """
    return {
        f"{folder_name(seat)}/{_plain(name)}": data
        for seat, report in reports.items()
        for name, data in report_files(report).items()
    }


def _plain(name: str) -> str:
    return _SERIAL.sub(r"\1", name)


def views(game: "Game", position: Any) -> dict[str, bytes]:
    """Return the position file of every seat, which it has even if its report cannot be made."""
    return {
        f"{folder_name(seat)}/position.json": game.encode(game.view(position, seat))
        for seat in position.seats
    }


def position_file(path: Path) -> "tuple[Game, Any]":
    """Read a position file, ``-`` for standard input. Raises CommandError, which names the file."""
    from adjudicator.campaign.order_files import read_position
    from adjudicator.games.contract import GameError

    data = read_bytes(path)
    try:
        return read_position(data)
    except GameError as error:
        raise CommandError(f"{path}: {error}") from error


def folder_name(seat: str) -> str:
    """Return the name of a seat's folder: without anything that a path could stumble over."""
    safe = "".join(char if char.isalnum() or char in "-_ " else "_" for char in seat).strip()
    return safe or PUBLIC


def write_all(out: Path, files: Mapping[str, bytes], *, force: bool) -> None:
    """Write files under a folder; if any is there already, ask first. Raises CommandError.

    Each file is written beside its place and moved into it, so none is ever there in half.
    """
    there = [name for name in files if (out / name).exists()]
    if there and not force:
        listed = ", ".join(there[:3]) + ("…" if len(there) > 3 else "")
        if not confirmed(f"{out} holds {listed} already. Overwrite?"):
            raise CommandError(
                f"{out} holds {listed} already; nothing was written. --force overwrites."
            )
    for name, data in files.items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f".{target.name}.partial")
        partial.write_bytes(data)
        partial.replace(target)
