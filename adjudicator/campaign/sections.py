"""For which phase is it: the sections of an order file against where the game stands."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from adjudicator.games.contract import Phase
from adjudicator.orders import Finding, RawLine, Section


class Sorted(NamedTuple):
    """An order file sorted by phase."""

    now: tuple[RawLine, ...] | None
    """None if no section is for the phase that waits; an empty one orders nothing."""
    later: tuple[Section, ...]
    """Those that wait for a later phase; without a round, for the next phase of that name."""
    findings: tuple[Finding, ...]


class Standpoint(NamedTuple):
    """What sorting must know: the phase that waits, the seat, all seats, and what is over.

    ``over`` are the (round, name) of phases in which the seat could order and no longer can.
    """

    phase: Phase
    seat: str
    seats: tuple[str, ...]
    over: frozenset[tuple[int | None, str]]


def sort(sections: Sequence[Section], at: Standpoint) -> Sorted:
    """Sort the sections by the phase they are for."""
    now: list[RawLine] | None = None
    later: list[Section] = []
    findings: list[Finding] = []
    for section in sections:
        name = _phase_name(section.name, at)
        place = _place(section.round, name, at)
        if place == "now":
            now = [*(now or []), *section.lines]
        elif place == "later":
            later.append(msgspec.structs.replace(section, name=name))
        else:
            code, message = place
            read = f"phase {section.round or ''} {section.name}".strip() if section.number else ""
            findings.append(Finding(section.number, code, "error", read, message))
    return Sorted(None if now is None else tuple(now), tuple(later), tuple(findings))


def _phase_name(written: str, at: Standpoint) -> str:
    """Return a phase's name without the seat that a phase's key may end with (``war Oda``)."""
    for seat in at.seats:
        ending = f" {seat.casefold()}"
        if written.endswith(ending) and written != at.phase.name.casefold():
            return written.removesuffix(ending)
    return written


def _place(
    round_: int | None, name: str, at: Standpoint
) -> Literal["now", "later"] | tuple[str, str]:
    phase = at.phase
    this_round = round_ in (None, phase.round)
    this_phase = this_round and name in ("", phase.name.casefold())
    if this_phase and at.seat in phase.may:
        return "now"
    if not name:
        return _nameless(round_, at)
    if (round_ is not None and round_ < phase.round) or (round_, name) in at.over:
        waiting = f"{phase.round} {phase.name}"
        return "phase-over", (
            f"The phase {round_} {name} has been adjudicated; these orders are too late. "
            f"The game waits in phase {waiting}."
        )
    return "later"


def _nameless(round_: int | None, at: Standpoint) -> tuple[str, str]:
    phase = at.phase
    if round_ not in (None, phase.round):
        return "no-phase", f"Write the phase's name too, such as “phase {round_} {phase.name}”."
    may = ", ".join(phase.may) or "nobody"
    return "not-your-phase", (
        f"The phase {phase.key} takes orders from {may}. Orders for a later phase begin with a "
        f"line such as “phase {phase.round + 1} {phase.name}”."
    )
