"""The record of a game's draws that players can check: a *dice file*.

A report carries the record of its phase: the key that was published, what went into it besides the
secret and the orders, and every draw. Each phase has a *seal*, which covers all of that and the
seal of the phase before it, so that the phases are a chain. When the game is over, the record of
all phases follows, with the secret and the fingerprints of the orders, from which the keys must
follow. ``chain`` says where a record breaks.
"""

import json
from collections.abc import Iterator, Mapping

import msgspec

from adjudicator.chance.keys import digest
from adjudicator.chance.stream import Draw

LARGEST = 16 * 1024 * 1024


class RecordError(ValueError):
    """A text is not a dice file."""


class PhaseDice(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The draws of one phase."""

    number: int
    """How many phases led to it; 0 is the setup of the game."""
    phase: str
    before: str
    """The seal of the phase before it; of the setup the commitment."""
    key: str
    """In hexadecimal; ``""`` if real dice stood in for the key's."""
    words: Mapping[str, str] = {}
    """What players added to the key, by seat."""
    beacon: str = ""
    """The public number in the key."""
    closed: str = ""
    """With a public number: the key that it was added to, in hexadecimal."""
    program: str = ""
    """The version of the program that carried the phase out."""
    rules: int = 1
    """The version of the game's rules."""
    draws: tuple[Draw, ...]
    fingerprint: str = ""
    """Of the phase's orders; told when the game is over, ``""`` before."""
    seal: str = ""


class DiceRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dice file: the phases of a campaign with their keys and draws, each sealed."""

    campaign: str
    """The name of the campaign."""
    commitment: str
    phases: tuple[PhaseDice, ...]
    secret: str = ""
    """In hexadecimal; told when the game is over, ``""`` before."""

    def encode(self) -> bytes:
        """Return the file as JSON, indented for people. What is no character becomes “?”."""
        text = json.dumps(msgspec.to_builtins(self), ensure_ascii=False)
        return msgspec.json.format(text.encode("utf-8", "replace"), indent=1)


def seal_of(campaign: str, dice: PhaseDice) -> str:
    """Return the seal of a phase: a SHA-256, in hex, over all that its record says of it.

    The orders' fingerprint is not in it, for it is told later; the key holds it.
    """
    return digest(_parts(campaign, dice))


def _parts(campaign: str, dice: PhaseDice) -> Iterator[str]:
    yield from (campaign, str(dice.number), dice.phase, dice.before, dice.key)
    yield from (dice.beacon, dice.closed, dice.program, str(dice.rules))
    yield str(len(dice.words))
    for seat in sorted(dice.words):
        yield from (seat, dice.words[seat])
    yield str(len(dice.draws))
    for draw in dice.draws:
        yield from (draw.label, str(draw.of), " ".join(map(str, draw.came)))


def read_record(data: bytes) -> DiceRecord:
    """Read a dice file. Raises RecordError.

    It must be as ``encode`` writes it, but for blanks: so nothing can stand in it twice, or beside
    what is read.
    """
    if len(data) > LARGEST:
        raise RecordError("This is too large for a dice file.")
    try:
        record = msgspec.json.decode(data, type=DiceRecord)
        for text in (
            record.secret,
            *(t for each in record.phases for t in (each.key, each.closed)),
        ):
            bytes.fromhex(text)
        same = msgspec.json.format(data, indent=-1) == msgspec.json.encode(record)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordError(f"This is not a dice file: {str(error)[:200]}.") from error
    if not same:
        raise RecordError(
            "This dice file was changed: something stands in it twice, or more stands in it than "
            "the program writes."
        )
    return record
