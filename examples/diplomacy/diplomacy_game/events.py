"""What can happen, as facts. The words for each are in ``templates/events.j2``.

A ``unit`` is written as in orders, with the place where it stood: ``A Paris``.
"""

from adjudicator.games.contract import Event


class Held(Event, frozen=True):
    """A unit stayed: it was ordered to, or had no order that could be carried out."""

    power: str
    unit: str
    province: str
    ordered: bool = True
    """Whether it had an order."""


class Moved(Event, frozen=True):
    """A unit moved, or tried to."""

    power: str
    unit: str
    province: str
    target: str
    """The place that it was to move to."""
    outcome: str = "moved"
    """``moved``, ``bounced``, or ``no convoy``."""
    by_sea: bool = False
    """Whether it was to be convoyed."""
    against: tuple[str, ...] = ()
    """The units that stood it off."""


class Supported(Event, frozen=True):
    """A unit supported another, or tried to."""

    power: str
    unit: str
    province: str
    other: str
    """The unit that was supported."""
    target: str = ""
    """Where that was to move; ``""``: it was to stay."""
    outcome: str = "given"
    """``given``, ``cut``, or ``void``: the other did something else."""
    against: tuple[str, ...] = ()
    """The units that cut it."""


class Convoyed(Event, frozen=True):
    """A fleet convoyed an army, or tried to."""

    power: str
    unit: str
    province: str
    other: str
    """The army."""
    target: str
    outcome: str = "convoyed"
    """``convoyed``; ``broken``: the fleet was dislodged or caught in a paradox; or ``void``."""


class WasDislodged(Event, frozen=True):
    """A unit lost its place to another."""

    power: str
    unit: str
    province: str
    by: str
    """The unit that took it."""
    retreats: tuple[str, ...] = ()
    """Where it may go."""


class Retreated(Event, frozen=True):
    """A dislodged unit found another place."""

    power: str
    unit: str
    province: str
    target: str


class Disbanded(Event, frozen=True):
    """A unit left the board."""

    power: str
    unit: str
    province: str
    why: str
    """Of a dislodged unit ``ordered``, ``no retreat``, ``same retreat`` or ``no order``; of one too
    many ``removed``, or ``disorder`` if nobody said which."""


class Built(Event, frozen=True):
    """A unit was built."""

    power: str
    unit: str
    province: str


class Waived(Event, frozen=True):
    """Builds were left out."""

    power: str
    number: int


class Captured(Event, frozen=True):
    """A supply centre came under the control of another power."""

    power: str
    province: str
    lost_by: str = ""


class Counted(Event, frozen=True):
    """After fall: what a power controls, and what it builds or removes."""

    power: str
    centres: tuple[str, ...]
    change: int = 0
    """How many units it can build; how many it must remove, if negative."""


class Joined(Event, frozen=True):
    """A coin was tossed, and a neutral power fights on the side of a seat from the next year on."""

    power: str
    seat: str


class Eliminated(Event, frozen=True):
    """A power has neither units nor supply centres any more."""

    power: str
