"""One phase from files: a position, a folder of orders, and a folder for what comes out."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from adjudicator.cli.asking import print_json, read_bytes, safe
from adjudicator.cli.main import CommandError

if TYPE_CHECKING:
    from adjudicator.campaign.files import FilePhase
    from adjudicator.games.contract import Game

MOST_FILES = 200
LARGEST = 1024 * 1024
SECRET = "game-master/secret.txt"
NAME = "game-master/name.txt"
"""Where a phase leaves the secret and the game's name for the next one, beside the position."""


class Asked(NamedTuple):
    """What was asked for on the command line."""

    position: Path
    orders: Path
    out: Path
    script: Path | None
    seed: str
    regents: tuple[str, ...]
    name: str
    force: bool
    as_json: bool


def run(asked: Asked) -> None:
    """Carry the phase out, write what came of it, and say what was rejected or set aside."""
    from adjudicator.campaign.files import adjudicate_files, regent_orders
    from adjudicator.chance import commitment, new_secret
    from adjudicator.cli.chances import source_of
    from adjudicator.cli.folders import position_file

    game, position = position_file(asked.position)
    known = _secret(asked)
    secret = known or new_secret()
    name = asked.name or _kept(asked, NAME) or game.meta.name
    done = adjudicate_files(
        game,
        position,
        _order_files(asked.orders),
        source_of(game.phase(position).key, asked.script, secret),
        campaign=name,
        commitment="" if asked.script else commitment(secret),
        regents=regent_orders(game, position, asked.regents, secret),
    )
    if not (known or asked.script):
        click.echo(
            f"There is no {asked.position.parent / SECRET} and no --seed, so a new secret is "
            "drawn: what players were told of an earlier commitment does not hold for this phase.",
            err=True,
        )
    _write(asked, game, done, b"" if asked.script else secret, name)
    aside = {file.name: file.problem for file in done.files if file.problem}
    if asked.as_json:
        read = [{key: getattr(each, key) for key in _TOLD} for each in done.files]
        facts = {"phase": done.phase.key, "files": read, "faults": done.faults}
        print_json(facts | {"missing": done.missing, "set_aside": done.solved.set_aside})
    else:
        _print(done, aside)
        click.echo(f"{done.phase.key} is adjudicated; {asked.out} holds what came out.")
    errors = any(f.severity == "error" for file in done.files for f in file.findings)
    if aside or errors or done.solved.set_aside or done.faults:
        raise SystemExit(1)


_TOLD = ("name", "seat", "text", "findings", "problem")


def _secret(asked: Asked) -> bytes:
    """Return the game's secret: as given, or from where an earlier phase left it, or nothing."""
    from adjudicator.cli.chances import read_secret

    text = asked.seed or _kept(asked, SECRET)
    return read_secret(text) if text else b""


def _kept(asked: Asked, what: str) -> str:
    """Return what an earlier phase left beside the position, or ``""``."""
    path = asked.position.parent / what
    return read_bytes(path).decode("utf-8", "replace").strip() if path.is_file() else ""


def _order_files(folder: Path) -> dict[str, bytes]:
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder. It must hold the order files.")
    paths = sorted(p for p in folder.iterdir() if p.is_file() and p.name[0] != ".")
    if len(paths) > MOST_FILES:
        raise CommandError(f"{folder} holds {len(paths)} files; at most {MOST_FILES} are read.")
    files = {}
    for path in paths:
        with path.open("rb") as stream:
            files[path.name] = stream.read(LARGEST)
    return files


def _write(asked: Asked, game: "Game", done: "FilePhase", secret: bytes, name: str) -> None:
    import msgspec

    from adjudicator.cli.folders import folder_name, seat_files, views, write_all

    solved = done.solved
    chance = {
        "phase": done.phase.key,
        "fingerprint": solved.fingerprint,
        "key": solved.key.hex(),
        "secret": secret.hex(),
        "draws": solved.draws,
    }
    files = views(game, solved.position) | seat_files(done.reports)
    for seat, text in solved.orders.items():
        files[f"game-master/orders/{folder_name(seat)}.txt"] = text.encode()
    files["game-master/events.json"] = game.encode_events(solved.events)
    files["game-master/chance.json"] = msgspec.json.format(msgspec.json.encode(chance))
    files[NAME] = f"{name}\n".encode()
    files["position.json"] = game.encode(solved.position)
    if secret:
        files[SECRET] = f"{secret.hex()}\n".encode()
    write_all(asked.out, files, force=asked.force)


def _print(done: "FilePhase", aside: dict[str, str]) -> None:
    for file in done.files:
        for finding in file.findings:
            if finding.message == file.problem:
                continue
            click.echo(safe(f"{file.name}: {finding}"), err=True)
    for name, problem in aside.items():
        click.echo(safe(f"{name} was set aside: {problem}"), err=True)
    for seat, why in done.solved.set_aside.items():
        click.echo(safe(f"The orders of {seat} were set aside: {why}"), err=True)
    for fault in done.faults:
        click.echo(safe(fault), err=True)
    for seat in done.missing:
        click.echo(f"{seat} sent no orders.")
