"""Files of a game that is played from files, read and written for a person at a terminal."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.by_files.positions import POSITION, read_position
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import confirm, read_bytes
from adjudicator.games.contract import Game, GameError

SAVED_MAIL = ".eml"


def read_position_file(path: Path) -> tuple[Game, Any]:
    """Read a position file, that of a folder, or ``-`` for standard input. Raises CommandError."""
    path = find_position(path)
    data = read_bytes(path)
    try:
        return read_position(data)
    except GameError as error:
        raise CommandError(f"{path}: {error}") from error


def find_position(path: Path) -> Path:
    """Return the position file of a folder, or the path as it is. Raises CommandError."""
    if not path.is_dir():
        return path
    named = path / POSITION
    files = [named] if named.is_file() else sorted(path.glob("position-*.json"))
    if len(files) != 1:
        names = ", ".join(each.name for each in files) or f"no {POSITION}"
        raise CommandError(f"{path} is a folder with {names}. Name the position file.")
    return files[0]


def order_text(name: str, data: bytes) -> bytes:
    """Return the text of an order file; of a mail, as programs save it, the text with the orders.

    That is its own, or if it has none, that of the first text file attached to it.
    """
    if not name.casefold().endswith(SAVED_MAIL):
        return data
    from adjudicator.post.incoming.reading import read

    letter = read(data)
    parts = (letter.own, *letter.files)
    return next((each.text for each in parts if each.scan.sections), letter.text).encode()


def write_all(out: Path, files: Mapping[str, bytes], *, force: bool) -> None:
    """Write files under a folder; if any is there already, ask first. Raises CommandError."""
    from adjudicator.store.databases.files import write_whole

    there = [name for name in files if (out / name).exists()]
    if there and not force:
        listed = ", ".join(there[:3]) + ("…" if len(there) > 3 else "")
        if not confirm(f"{out} holds {listed} already. Overwrite?"):
            raise CommandError(
                f"{out} holds {listed} already; nothing was written. --force overwrites."
            )
    for name, data in files.items():
        write_whole(out / name, data)
