"""Where the dice of a phase come from: a script file, a given secret, or a fresh one."""

from pathlib import Path
from typing import Any

import click

from adjudicator.by_files.phase import Ingredients
from adjudicator.campaign.phases.solve import ChanceSource, script_chance, stream_chance
from adjudicator.chance import ScriptError, read_script
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import LARGEST_TEXT, PATH, read_bytes, read_toml
from adjudicator.games.contract import Meta


def read_script_file(path: Path, meta: Meta) -> tuple[list[int], dict[str, list[Any]]]:
    """Read a script: TOML with ``dice = […]`` and, by label, other draws of a game.

    The keys may stand at the top or under ``[chance]``, as in a rule case. Raises CommandError.
    """
    table = read_toml(path, "a script", " Write lines such as “dice = [3, 5]”.")
    chance: Any = table.get("chance", table)
    if not isinstance(chance, dict):
        raise CommandError(f"{path}: “chance” must be a table.")
    try:
        dice, draws = read_script(chance)
    except ScriptError as error:
        raise CommandError(f"{path}: {error}.") from error
    for label in draws:
        if why := meta.why_no_draw(label):
            raise CommandError(f"{path}: {label[:40]}: {why}.")
    return dice, draws


def read_secret(text: str) -> bytes:
    """Read a secret given in hex. Raises CommandError."""
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        raise CommandError(
            "The secret (--seed) is not hexadecimal. Write digits 0-9 and letters a-f."
        ) from None
    if len(secret) < 8:
        raise CommandError(
            "The secret (--seed) is too short; write at least 16 hexadecimal digits."
        )
    return secret


with_seed = click.option(
    "--seed", default="", help="The game's secret, in hex; others can see it in the process list."
)
with_seed_file = click.option(
    "--seed-file", type=PATH, help="A file that holds the secret; - reads standard input."
)
with_beacon = click.option(
    "--beacon", default="", metavar="NUMBER", help="The public number that goes into the key."
)


def given_secret(seed: str, file: Path | None) -> bytes:
    """Return the secret that was given as a text or in a file; ``b""`` if none.

    Raises CommandError.
    """
    if seed and file:
        raise CommandError("Give --seed or --seed-file, not both.")
    if file:
        seed = read_bytes(file, LARGEST_TEXT).decode("utf-8", "replace").strip()
        if not seed:
            raise CommandError(f"{file} holds no secret.")
    return read_secret(seed) if seed else b""


def source_of(meta: Meta, phase: str, script: Path | None, given: Ingredients) -> ChanceSource:
    """Return the source of chance of a phase of a game."""

    if script is None:
        return stream_chance(given.secret, phase, given.words, given.beacon)
    dice, draws = read_script_file(script, meta)
    return script_chance(dice, draws, given.secret, phase, given.words)
