"""The record of a game's draws that players can check: a *dice file*.

A report carries the record of its phase: the key that was published, and every draw. When the game
is over, the record of all phases follows, with the secret and the fingerprints of the orders, from
which the keys must follow.
"""

import msgspec

from adjudicator.chance.source import Draw
from adjudicator.chance.verify import disagreements, key_faults

LARGEST = 16 * 1024 * 1024


class RecordError(ValueError):
    """A text is not a dice file."""


class PhaseDice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The draws of one phase."""

    phase: str
    key: str
    """In hexadecimal."""
    draws: tuple[Draw, ...]
    fingerprint: str = ""
    """Of the phase's orders; told when the game is over, ``""`` before."""


class DiceRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dice file."""

    campaign: str
    """The name of the campaign."""
    commitment: str
    phases: tuple[PhaseDice, ...]
    secret: str = ""
    """In hexadecimal; told when the game is over, ``""`` before."""

    def encode(self) -> bytes:
        """Return the file as JSON, indented for people."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1)


def read_record(data: bytes) -> DiceRecord:
    """Read a dice file. Raises RecordError."""
    if len(data) > LARGEST:
        raise RecordError("This is too large for a dice file.")
    try:
        record = msgspec.json.decode(data, type=DiceRecord)
        for text in (record.secret, *(phase.key for phase in record.phases)):
            bytes.fromhex(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordError(f"This is not a dice file: {str(error)[:200]}.") from error
    return record


def faults(record: DiceRecord) -> dict[str, list[str]]:
    """Say for each phase what does not agree; an empty list where all is right.

    The draws must come from the key; once the secret is known, it must be the one committed to,
    and each key must follow from it, the phase's name and the fingerprint of the orders.
    """
    found: dict[str, list[str]] = {}
    secret = bytes.fromhex(record.secret)
    for phase in record.phases:
        key = bytes.fromhex(phase.key)
        wrong = disagreements(key, phase.draws)
        if secret:
            wrong += key_faults(secret, phase.phase, phase.fingerprint, key, record.commitment)
        found[phase.phase] = wrong
    return found
