"""Where the dice of a phase come from: a script file, a given secret, or a fresh one."""

from pathlib import Path
from typing import Any

from adjudicator.campaign.solve import ChanceSource, script_chance, stream_chance
from adjudicator.chance import ScriptError, read_script
from adjudicator.cli.asking import read_toml
from adjudicator.cli.main import CommandError


def read_script_file(path: Path) -> tuple[list[int], dict[str, list[Any]]]:
    """Read a script: TOML with ``dice = […]`` and, by label, other draws. Raises CommandError.

    The keys may stand at the top or under ``[chance]``, as in a rule case.
    """

    table = read_toml(path, "a script", " Write lines such as “dice = [3, 5]”.")
    chance: Any = table.get("chance", table)
    if not isinstance(chance, dict):
        raise CommandError(f"{path}: “chance” must be a table.")
    try:
        return read_script(chance)
    except ScriptError as error:
        raise CommandError(f"{path}: {error}.") from error


def read_secret(text: str) -> bytes:
    """Read a secret given in hex. Raises CommandError."""
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        raise CommandError("--seed is not hexadecimal. Write digits 0-9 and letters a-f.") from None
    if len(secret) < 8:
        raise CommandError("--seed is too short; write at least 16 hexadecimal digits.")
    return secret


def source_of(phase: str, script: Path | None, secret: bytes) -> ChanceSource:
    """Return the source of chance of a phase."""

    if script is None:
        return stream_chance(secret, phase)
    dice, draws = read_script_file(script)
    return script_chance(dice, draws, secret, phase)
