"""Where the dice of a phase come from: a script file, a given secret, or a fresh one."""

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.cli.asking import read_bytes
from adjudicator.cli.main import CommandError

if TYPE_CHECKING:
    from adjudicator.campaign.solve import ChanceSource

LARGEST = 1024 * 1024


def read_script(path: Path) -> tuple[list[int], dict[str, list[object]]]:
    """Read a script: TOML with ``dice = […]`` and, by label, other draws. Raises CommandError.

    The keys may stand at the top or under ``[chance]``, as in a rule case.
    """
    try:
        table = tomllib.loads(read_bytes(path, LARGEST).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CommandError(
            f"{path} is not a script: {error}. Write lines such as “dice = [3, 5]”."
        ) from None
    chance: Any = table.get("chance", table)
    if not isinstance(chance, dict):
        raise CommandError(f"{path}: “chance” must be a table.")
    dice = chance.pop("dice", [])
    if not isinstance(dice, list) or not all(type(die) is int for die in dice):
        raise CommandError(f"{path}: “dice” must be a list of whole numbers.")
    for label, draw in chance.items():
        if not isinstance(draw, list):
            raise CommandError(f"{path}: “{label}” must be a list of what comes first, in order.")
    return dice, chance


def read_secret(text: str) -> bytes:
    """Read a secret given in hex. Raises CommandError."""
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        raise CommandError("--seed is not hexadecimal. Write digits 0-9 and letters a-f.") from None
    if len(secret) < 8:
        raise CommandError("--seed is too short; write at least 16 hexadecimal digits.")
    return secret


def source_of(phase: str, script: Path | None, secret: bytes) -> "ChanceSource":
    """Return the source of chance of a phase."""
    from adjudicator.campaign.solve import script_chance, stream_chance

    if script is None:
        return stream_chance(secret, phase)
    dice, draws = read_script(script)
    return script_chance(dice, draws, secret, phase)
