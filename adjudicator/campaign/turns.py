"""Phases that come once for each seat: whose turn one is, and how it is called.

The key of such a phase ends with whose turn it is (``4 war Oda``). The others may send orders in it
too, but only what can be ordered at any time. A turn may be a series of phases (``4 march Oda``,
``4 fight Oda``, ``4 move Oda``), which have a name together (``4 war Oda``); and a phase may come
several times in a turn, with those of the others between (``1 deploy 3 Oda``).
"""

import re
from collections.abc import Sequence

from adjudicator.games.contract import Phase

_LAP = re.compile(r" \d{1,2}$")


def is_own(phase: Phase, seat: str) -> bool:
    """Whether a seat gives its orders in a phase: one that asks it, or that is nobody's turn."""
    return seat in phase.must or (seat in phase.may and not _turn(phase))


def turn_in(phase: Phase, seat: str) -> str:
    """Return how orders of a seat for a phase name it: with the turn, if it is another seat's."""
    return _name_of(phase, seat, phase.name)


def names_in(phase: Phase, seat: str) -> tuple[str, ...]:
    """Return all names by which orders of a seat may be for a phase.

    Besides its own those of its series, and of the phases of that which are still to come.
    """
    names = dict.fromkeys(filter(None, (phase.name, phase.series, *phase.later)))
    return tuple(_name_of(phase, seat, name) for name in names)


def series_in(phase: Phase, seat: str) -> str:
    """Return how orders of a seat name the series of a phase as a whole."""
    return _name_of(phase, seat, phase.series or phase.name)


def turn_of(written: str, seats: Sequence[str], seat: str) -> tuple[str, str]:
    """Part the name of a phase (``war oda``) from the seat whose turn it is.

    That is ``""`` if none is named, or if it is the seat that writes. Which lap it is is left out.
    """
    for each in seats:
        name, space, rest = written.rpartition(f" {each.casefold()}")
        if name and space and not rest:
            return _LAP.sub("", name), "" if each == seat else each.casefold()
    return _LAP.sub("", written), ""


def _name_of(phase: Phase, seat: str, name: str) -> str:
    """Name a phase as a seat does: with the turn, unless it is that of its first colour."""
    name, turn = name.casefold(), _turn(phase)
    own = is_own(phase, seat) and turn in ("", seat.casefold())
    return name if own else f"{name} {turn}".rstrip()


def _turn(phase: Phase) -> str:
    named = phase.turn or phase.key.removeprefix(f"{phase.round} {phase.name}").strip()
    return named.casefold()
