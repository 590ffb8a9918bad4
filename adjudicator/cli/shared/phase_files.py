"""One phase from files: a position, a folder of orders, and a folder for what comes out."""

from pathlib import Path
from typing import NamedTuple

from adjudicator.by_files.folder import (
    NAME,
    SECRET,
    read_ingredients,
    read_orders_folder,
    result_files,
)
from adjudicator.by_files.phase import FilePhase, adjudicate_files, regent_orders
from adjudicator.chance import commitment, new_secret, tidy_beacon
from adjudicator.cli.shared.asking import one_line, print_json, read_bytes, say
from adjudicator.cli.shared.chances import given_secret, read_secret, source_of
from adjudicator.cli.shared.folders import order_text, read_position_file, write_all


class Asked(NamedTuple):
    """What was asked for on the command line."""

    position: Path
    orders: Path
    out: Path
    script: Path | None
    as_json: bool
    seed: str
    regents: tuple[str, ...]
    name: str
    force: bool
    seed_file: Path | None
    beacon: str


def run(asked: Asked) -> None:
    """Carry the phase out, write what came of it, and say what was rejected or set aside."""

    game, position = read_position_file(asked.position)
    beside = _read_beside(asked.position, SECRET)
    known = given_secret(asked.seed, asked.seed_file) or (read_secret(beside) if beside else b"")
    secret = known or new_secret()
    beacon = tidy_beacon(asked.beacon)
    ingredients = read_ingredients(asked.position.parent, secret, beacon)
    name = asked.name or _read_beside(asked.position, NAME) or game.meta.name
    done = adjudicate_files(
        game,
        position,
        {name: order_text(name, data) for name, data in read_orders_folder(asked.orders).items()},
        source_of(game.meta, game.phase(position).key, asked.script, ingredients),
        campaign=name,
        promised=commitment(secret) if known or not asked.script else "",
        regents=regent_orders(game, position, asked.regents, secret),
        ingredients=ingredients,
    )
    if not (known or asked.script):
        say(
            f"There is no {asked.position.parent / SECRET} and no --seed, so a new secret is "
            "drawn: what players were told of an earlier commitment does not hold for this phase.",
            err=True,
        )
    files = result_files(game, done, known or (b"" if asked.script else secret), name)
    write_all(asked.out, files, force=asked.force)
    aside = {file.name: file.problem for file in done.files if file.problem}
    if asked.as_json:
        read = [{key: getattr(each, key) for key in _FACTS} for each in done.files]
        facts = {"phase": done.phase.key, "files": read, "faults": done.faults}
        print_json(facts | {"missing": done.missing, "set_aside": done.solved.set_aside})
    else:
        _print(done, aside)
        say(f"{done.phase.key} is adjudicated; {asked.out} holds what came out.")
    errors = any(f.severity == "error" for file in done.files for f in file.findings)
    if aside or errors or done.solved.set_aside or done.faults:
        raise SystemExit(1)


_FACTS = ("name", "seat", "text", "findings", "problem")


def _read_beside(position: Path, what: str) -> str:
    """Return what an earlier phase left beside the position, or ``""``."""
    path = position.parent / what
    return read_bytes(path).decode("utf-8", "replace").strip() if path.is_file() else ""


def _print(done: FilePhase, aside: dict[str, str]) -> None:
    for file in done.files:
        for finding in file.findings:
            if finding.message != file.problem:
                say(one_line(f"{file.name}: {finding}"), err=True)
    for name, problem in aside.items():
        say(one_line(f"{name} was set aside: {problem}"), err=True)
    for seat, why in done.solved.set_aside.items():
        say(f"The orders of {seat} were set aside: {why}", err=True)
    for fault in done.faults:
        say(fault, err=True)
    for seat in done.missing:
        say(f"{seat} sent no orders.")
