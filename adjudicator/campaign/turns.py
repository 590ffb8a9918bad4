"""Phases that come once for each seat: whose turn one is, and how it is called.

The key of such a phase ends with the seat whose turn it is (``4 war Oda``). The others may send
orders in it too, but only what can be ordered at any time.
"""

from collections.abc import Sequence

from adjudicator.games.contract import Phase


def is_own(phase: Phase, seat: str) -> bool:
    """Whether a seat gives its orders in a phase: one that asks it, or that is nobody's turn."""
    return seat in phase.must or (seat in phase.may and not _turn(phase))


def turn_in(phase: Phase, seat: str) -> str:
    """Return how orders of a seat for a phase name it: with the turn, if it is another seat's."""
    name = phase.name.casefold()
    return name if is_own(phase, seat) else f"{name} {_turn(phase)}".rstrip()


def turn_of(written: str, seats: Sequence[str], seat: str) -> tuple[str, str]:
    """Part the name of a phase (``war oda``) from the seat whose turn it is.

    That is ``""`` if none is named, or if it is the seat that writes.
    """
    for each in seats:
        name, space, rest = written.rpartition(f" {each.casefold()}")
        if name and space and not rest:
            return name, "" if each == seat else each.casefold()
    return written, ""


def _turn(phase: Phase) -> str:
    return phase.key.removeprefix(f"{phase.round} {phase.name}").strip().casefold()
