"""The record of a game's draws that players can check: a *dice file*.

A report carries the record of its phase: the key that was published, and every draw. When the game
is over, the record of all phases follows, with the secret and the fingerprints of the orders, from
which the keys must follow.
"""

import msgspec

from adjudicator.chance.keys import commitment, phase_key
from adjudicator.chance.source import Draw
from adjudicator.chance.verify import disagreements

LARGEST = 16 * 1024 * 1024


class RecordError(ValueError):
    """A text is not a dice file."""


class PhaseDice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The draws of one phase. ``key`` is hexadecimal; ``fingerprint`` is known after the game."""

    phase: str
    key: str
    draws: tuple[Draw, ...]
    fingerprint: str = ""


class DiceRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dice file: the game's name, its commitment, its phases, and in the end its secret."""

    campaign: str
    commitment: str
    phases: tuple[PhaseDice, ...]
    secret: str = ""

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
        if secret and commitment(secret) != record.commitment:
            wrong.append("the secret is not the one that was committed to")
        if secret and phase_key(secret, phase.phase, phase.fingerprint) != key:
            wrong.append("the key does not follow from the secret and the orders")
        found[phase.phase] = wrong
    return found
