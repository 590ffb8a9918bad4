"""Phases that come once for each seat: whose turn one is, and how it is called.

The key of such a phase ends with whose turn it is (``4 war Oda``). The others may send orders in it
too, but only what can be ordered at any time. A turn may be a series of phases (``4 march Oda``,
``4 fight Oda``, ``4 move Oda``), which have a name together (``4 war Oda``); and a phase may come
several times in a turn, with those of the others between (``1 deploy 3 Oda``).
"""

from collections.abc import Sequence
from typing import Any

from adjudicator.games.contract import Game, Phase
from adjudicator.orders import Language
from adjudicator.patterns import pattern

_LAP = pattern(r" \d{1,2}$")


def is_own(phase: Phase, seat: str) -> bool:
    """Whether a seat gives its orders in a phase: one that asks it, or that is nobody's turn."""
    return seat in phase.must or (seat in phase.may and not turn_name(phase))


def turn_in(phase: Phase, seat: str) -> str:
    """Return how orders of a seat for a phase name it: with the turn, if that is another's.

    A seat that commands several colours has a turn of its own, and one for each of the others.
    """
    return _name_of(phase, seat, phase.name)


def names_in(phase: Phase, seat: str) -> tuple[str, ...]:
    """Return all names by which orders of a seat may be for a phase.

    Besides its own those of its series, and of the phases of that which are still to come.
    """
    names = dict.fromkeys(filter(None, (phase.name, phase.series, *phase.later)))
    own = tuple(_name_of(phase, seat, name) for name in names)
    return (*own, series_in(phase, seat)) if phase.lap else own


def series_in(phase: Phase, seat: str) -> str:
    """Return how orders of a seat name the series of a phase as a whole.

    In laps the turn is named always: a seat that commands two colours has two.
    """
    name = _name_of(phase, seat, phase.series or phase.name)
    return f"{name} {turn_name(phase)}" if phase.lap and is_own(phase, seat) else name


def turn_of(written: str, turns: Sequence[str], seat: str) -> tuple[str, str]:
    """Part the name of a phase (``war oda``) from the seat, or the colour, whose turn it is.

    That is ``""`` if none is named, or if it is the seat that writes. Which lap it is is left out.
    """
    for each in turns:
        name, space, rest = written.rpartition(f" {each.casefold()}")
        if name and space and not rest:
            return _LAP.sub("", name), "" if each == seat else each.casefold()
    return _LAP.sub("", written), ""


def language_of(game: Game, position: Any, written: str, seat: str) -> Language | None:
    """Return the language of the phase that a seat writes so, whosever turn it names."""
    name, _ = turn_of(written, position.every_colour, seat)
    return game.language(position, name, seat)


def _name_of(phase: Phase, seat: str, name: str) -> str:
    name, turn = name.casefold(), turn_name(phase)
    mine = is_own(phase, seat) and turn in ("", seat.casefold())
    return name if mine else f"{name} {turn}".rstrip()


def turn_name(phase: Phase) -> str:
    """Return whose turn a phase is, as it is compared; ``""`` if it is nobody's."""
    named = phase.turn or phase.key.removeprefix(f"{phase.round} {phase.name}").strip()
    return named.casefold()
