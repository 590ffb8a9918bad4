"""Files that are named on the command line: positions, orders, scripts of dice, secrets."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from adjudicator.chance import ScriptError, read_script
from adjudicator.cli.shared.asking import LARGEST_TEXT, PATH, confirm, line, read_bytes, read_toml
from adjudicator.cli.shared.errors import CommandError
from adjudicator.games.contract import Meta
from adjudicator.orders import MisreadError, Names
from adjudicator.orders.language.names import closest

F = TypeVar("F", bound=Callable[..., Any])
SAVED_MAIL = ".eml"


def read_seat(position: Any, name: str) -> str:
    """Return a seat by its name, near enough. Raises CommandError, also for another's position."""
    try:
        seat = Names("seat", dict.fromkeys(position.seats, ())).find(name)
    except MisreadError:
        seats, meant = list(position.seats), closest(name, position.seats)
        raise CommandError("no-seat", name=name[:40], meant=meant, seats=seats) from None
    if position.viewer not in (None, seat):
        raise CommandError("another-view", viewer=position.viewer, seat=seat)
    return seat


def find_seat(position: Any, named: str) -> str:
    """Return the seat that is named, or whose view the position is. Raises CommandError."""
    if not (name := named or position.viewer):
        raise CommandError("which-seat", seats=list(position.seats))
    return read_seat(position, name)


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
    """Write files under a folder; if any is there already, ask first. Raises CommandError.

    A folder that is new is made beside its place, and has its name once all of it is written.
    """
    from tempfile import TemporaryDirectory

    from adjudicator.store.databases.files import PRIVATE, make_folder, write_whole

    if out.exists() and not out.is_dir():
        raise CommandError("out-no-folder", out=out)
    existing = [name for name in files if (out / name).exists()]
    if existing and not force:
        listed = ", ".join(existing[:3]) + ("…" if len(existing) > 3 else "")
        if not confirm(line("overwrite-all", out=out, listed=listed)):
            raise CommandError("out-holds", out=out, listed=listed)
    if out.exists():
        for name, data in files.items():
            write_whole(out / name, data)
        return
    try:
        make_folder(out.parent, PRIVATE)
        with TemporaryDirectory(prefix=f".{out.name}.new-", dir=out.parent) as beside:
            for name, data in files.items():
                write_whole(Path(beside, out.name, name), data)
            Path(beside, out.name).rename(out)
    except OSError as error:  # which would name what nobody has asked for
        raise CommandError("out-not-written", out=out, why=error.strerror or error) from error


def read_script_file(path: Path, meta: Meta) -> tuple[list[int], dict[str, list[Any]]]:
    """Read a script: TOML with ``dice = […]`` and, by label, other draws of a game.

    The keys may stand at the top or under ``[chance]``, as in a rule case. Raises CommandError.
    """
    table = read_toml(path, "a script", line("script-hint"))
    chance: Any = table.get("chance", table)
    if not isinstance(chance, dict):
        raise CommandError("chance-table", path=path)
    try:
        dice, draws = read_script(chance)
    except ScriptError as error:
        raise CommandError("chance-wrong", path=path, error=error) from error
    for label in draws:
        if why := meta.why_no_draw(label):
            raise CommandError("chance-label", path=path, label=label[:40], why=why)
    return dice, draws


def read_hex(option: str, text: str) -> bytes:
    """Read bytes that were given in hex. Raises CommandError."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise CommandError("no-hex", option=option, text=text[:40]) from None


def read_secret(text: str) -> bytes:
    """Read a secret given in hex. Raises CommandError."""
    if len(secret := read_hex("The secret (--seed)", text)) < 8:
        raise CommandError("secret-too-short")
    return secret


def read_kept(path: Path) -> str:
    """Return what an earlier phase left beside its position, such as its secret; or ``""``."""
    return read_bytes(path).decode("utf-8", "replace").strip() if path.is_file() else ""


with_seed_file = click.option(
    "--seed-file", type=PATH, help="A file that holds the secret; - reads standard input."
)


def with_chance(command: F) -> F:
    """Give a command the options of what the dice of a game come from."""
    beacon = click.option(
        "--beacon",
        default="",
        metavar="NUMBER",
        help="The public number that goes into the key.",
    )
    seed = click.option(
        "--seed",
        default="",
        help="The game's secret, in hex; others can see it in the process list.",
    )
    return seed(with_seed_file(beacon(command)))


def find_secret(seed: str, file: Path | None, kept: Path) -> bytes:
    """Return the secret that was given as a text or in a file, or else what an earlier phase kept;
    ``b""`` if there is none. Raises CommandError.
    """
    if seed and file:
        raise CommandError("one-seed")
    if file:
        seed = read_bytes(file, LARGEST_TEXT).decode("utf-8", "replace").strip()
        if not seed:
            raise CommandError("file-without-secret", file=file)
    seed = seed or read_kept(kept)
    return read_secret(seed) if seed else b""
