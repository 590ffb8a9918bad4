"""What goes into the dice of a phase besides its orders: their source, and their record."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.chance.keys import beacon_key, commitment, fingerprint, phase_key
from adjudicator.chance.record import PhaseDice, seal_of
from adjudicator.chance.script import TOWER, Script
from adjudicator.chance.stream import Chance, Stream

ChanceSource = Callable[[Mapping[str, str]], tuple[bytes, str, Chance]]
"""From the canonical orders: the phase's key, the orders' fingerprint, and a fresh chance."""
Throws = tuple[Sequence[int], Mapping[str, Sequence[object]]]
"""A script: the dice, and the draws by label."""


def source_from_key(key: bytes) -> ChanceSource:
    """Return the source of a phase that is carried out again from its key."""
    return lambda orders: (key, fingerprint(orders), Stream(key))


class Ingredients(msgspec.Struct, frozen=True):
    """What goes into a phase's dice besides the orders, and where it stands in the chain."""

    secret: bytes = b""
    number: int = 1
    """How many phases led to it; 0 is the deal."""
    before: str = ""
    """The seal of the phase before; ``""`` if nothing is known of one."""
    words: Mapping[str, str] = {}
    """What players added, by seat."""
    beacon: str = ""
    """A public number."""
    script: Throws | None = None
    """Dice or cubes that are thrown by hand."""

    def source(self, phase: str) -> ChanceSource:
        """Return the source of a phase's chance: the script, or the stream of the secret.

        With a script there is no key. One of trays alone, even of none yet, leaves all else to the
        committed stream.
        """

        def draw_from(orders: Mapping[str, str]) -> tuple[bytes, str, Chance]:
            print_ = fingerprint(orders)
            closed = phase_key(self.secret, phase, print_, self.words)
            if self.script is None:
                key = beacon_key(closed, self.beacon)
                return key, print_, Stream(key)
            dice, draws = self.script
            trays_alone = not dice and draws.keys() == {TOWER}
            return b"", print_, Script(dice, draws, Stream(closed) if trays_alone else None)

        return draw_from

    def record(self, campaign: str, phase: str, key: bytes, orders: str, **more: Any) -> PhaseDice:
        """Return the sealed record of a phase's dice, ``more`` of whose fields are given.

        ``orders`` is their fingerprint; the key is empty if a script stood in for it.
        """
        closed = b""
        if key and self.beacon:
            closed = phase_key(self.secret, phase, orders, self.words)
        dice = PhaseDice(
            number=self.number,
            phase=phase,
            before=self.before or (commitment(self.secret) if self.secret else ""),
            key=key.hex(),
            words=self.words if key else {},
            beacon=self.beacon if key else "",
            closed=closed.hex(),
            **more,
        )
        return replace(dice, seal=seal_of(campaign, dice))
