"""For which phase is it: the sections of an order file against where the game stands.

In a phase that comes once for each seat, orders belong to the turn of the seat that sends them. In
the turn of another they wait for it, but for what the seat can order at any time.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Literal

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.errors import reason
from adjudicator.campaign.kernel.turns import names_in, turn_in, turn_name
from adjudicator.campaign.orders.standing import Standing, Viewpoint
from adjudicator.games.contract import Phase
from adjudicator.orders import Finding, Language, RawLine, Section
from adjudicator.orders.language.language import WRONG_PHASE
from adjudicator.orders.language.syntax import Notation
from adjudicator.wording import Reason

_TITLED = re.compile(r"(?P<title>[^:]+):\s*(?P<order>\S.*)")
"""A title with an order behind it."""


class Sorted(msgspec.Struct, frozen=True):
    """An order file sorted by phase."""

    now: tuple[RawLine, ...] | None
    """None if no section is for the phase that waits; an empty one says nothing of its orders."""
    later: tuple[Section, ...]
    """The sections for later phases; one without a round is for the next phase of that name."""
    findings: tuple[Finding, ...]
    only: frozenset[str] = frozenset()
    """The later parts of a series, if the sections for the phase that waits name only such."""


def sort(sections: Sequence[Section], table: Viewpoint) -> Sorted:
    """Sort the sections by the phase they are for; those for the same phase are one."""
    now: tuple[RawLine, ...] | None = None
    later: dict[tuple[int | None, str], Section] = {}
    findings: list[Finding] = []
    named: set[str] = set()
    for section in chain.from_iterable(_part_at_titles(each, table) for each in sections):
        place = _place(section, table)
        if not isinstance(place, str):
            round_ = "" if section.round is None else section.round
            read = f"phase {round_} {section.name}".strip() if section.number else ""
            findings.append(Finding.of(section.number, "error", read, place))
            continue
        if place == "own turn":
            here, waits = table.part_lines(section.lines)
            name, _ = table.turn_of(section.name)
            section = replace(section, name=name)  # waits for any turn of the seat
        else:
            here, waits = ((), section.lines) if place == "later" else (section.lines, ())
        if waits or place == "later":
            _keep(later, _section_of(section, waits, table), table)
        if here or not (waits or place == "later"):
            now = (*now, *here) if now else here
            named.add(table.turn_of(section.name)[0])
    parts = set(table.phase.later) - {table.phase.name}
    only = frozenset(named if named <= parts else ())
    kept = tuple(later.values())
    return Sorted(now, kept, tuple(findings), only)


def _part_at_titles(section: Section, table: Viewpoint) -> Iterator[Section]:
    """Part a section where a title of a notation, “Winter 1901:”, names a phase to come.

    On the line of an order, “Winter 1901: build F Bre”, it is of that order alone.
    """
    notation = table.language.notation
    if notation is None:
        yield section
        return
    begun, parted = replace(section, lines=()), False
    for raw in section.lines:
        titled, order = _find_title(raw, notation)
        place = _place(titled, table) if titled.name else ""
        if order and place in ("now", "later"):
            raw = replace(raw, text=order, numbered="", signed="")
        if place == "later" and order:
            yield replace(titled, lines=(raw,))
            parted = True
            continue
        if place == "later":
            if begun.lines:
                yield begun
            parted, begun = True, titled
        begun = replace(begun, lines=(*begun.lines, raw))
    if begun.lines or not parted:
        yield begun


def _find_title(raw: RawLine, notation: Notation) -> tuple[Section, str]:
    """Return the phase that a line's title names, and the order that stands behind it."""
    match = _TITLED.fullmatch(raw.text)
    title, order = (match["title"], match["order"]) if match else (raw.text, "")
    round_, name = notation.find_phase(title)
    return Section(round_, name, (), raw.number), order


def say_later(later: Sequence[Section]) -> Iterator[Finding]:
    """Say of the sections for later phases that they are not judged with the phase that waits."""
    for each in later:
        phase = f"{each.round or ''} {each.name}".strip()
        why = reason("for-later", count=len(each.lines), phase=phase)
        yield Finding.of(each.number, "note", f"phase {phase}", why)


def say_when(
    standing: Standing, lines: Sequence[RawLine], language: Language, table: Viewpoint
) -> Standing:
    """Say of the lines that are orders of another phase whether that is still to come, and how they
    are sent for it, or that it is over."""
    written = {raw.number: raw.text for raw in lines}

    def say(finding: Finding) -> Finding:
        if finding.code != WRONG_PHASE or finding.line not in written:
            return finding
        when = _when(language.elsewhere(written[finding.line]), language, table)
        return replace(finding, message=f"{finding.message} {when}") if when else finding

    return standing._replace(findings=tuple(map(say, standing.findings)))


def _when(names: Sequence[str], language: Language, table: Viewpoint) -> Reason | None:
    """Say when one of these phases, in each of which a line would be read, comes."""
    now, course = table.phase, [*language.phases]
    ahead = course[course.index(now.name) + 1 :] if now.name in course else []
    is_over = [(now.round, each) in table.over for each in names]
    left = (each for each, over in zip(names, is_over, strict=True) if not over)
    if coming := next((each for each in left if each in ahead or each in now.later), ""):
        return reason("send-ahead", phase=coming)
    return reason("too-late", phase=now.key) if any(is_over) else None


def over_phases(past: Sequence[Phase], now: Phase, seat: str) -> frozenset[tuple[int | None, str]]:
    """Return the phases of a round that are over for a seat, as a seat’s table has them.

    Of a series that goes on, or of which more laps are to come, only those parts of it.
    """
    over = set()
    for each in past:
        if seat in each.may and not (each.lap and each.later):
            over.add((each.round, turn_in(each, seat)))
            if each.series and not each.belongs_with(now):
                over.update((each.round, name) for name in names_in(each, seat))
    return frozenset(over)


def section_title(section: Section) -> str:
    """Return the name of a section's phase as a header has it: ``5 plan``, or ``plan``."""
    return f"{section.round} {section.name}" if section.round is not None else section.name


def _section_of(section: Section, lines: tuple[RawLine, ...], table: Viewpoint) -> Section:
    """Return lines as a section for a later phase, with the name that phases are kept by."""
    phase = table.phase.series or table.phase.name
    name, turn = table.turn_of(section.name or phase.casefold())
    round_ = section.round if section.name else table.phase.round
    whole = f"{name} {turn}".rstrip()
    return Section(round_, whole, lines, section.number)


def _keep(later: dict[tuple[int | None, str], Section], new: Section, table: Viewpoint) -> None:
    """Add a section; “winter” and “1901 winter” are for the same phase if that is the next one."""
    key = (table.next_round(new.name) if new.round is None else new.round, new.name)
    known = later.get(key, new)
    lines = new.lines if known is new else known.lines + new.lines
    later[key] = replace(known, lines=lines)


def _place(section: Section, table: Viewpoint) -> Literal["now", "own turn", "later"] | Reason:
    phase, round_ = table.phase, section.round
    name, turn = table.turn_of(section.name)
    if round_ in (None, phase.round) and table.seat in phase.may:
        if turn:
            is_open = f"{name} {turn}" in names_in(phase, table.seat)
            if is_open and not table.is_own:
                return "now"
        else:
            is_open = name in ("", *_names(phase)) and not _is_for_first_colour(section, table)
        if is_open:
            own = (round_, name) if name else (phase.round, phase.name.casefold())
            several = table.language.colours and turn_name(phase)
            all_now = table.is_own and not several
            return "now" if all_now or own in table.over else "own turn"
    if not name:
        return _nameless(round_, table)
    whole = f"{name} {turn}".rstrip()
    if (round_ is not None and round_ < phase.round) or (round_, whole) in table.over:
        now = f"{phase.round} {phase.name}"
        return reason("phase-over", phase=f"{round_} {section.name}", now=now)
    return "later"


def _is_for_first_colour(section: Section, table: Viewpoint) -> bool:
    """Whether a heading names the first colour of a seat in the turn of its second one.

    Its own turn is then another than the one that is open.
    """
    phase, seat = table.phase, table.seat
    second = table.is_own and turn_in(phase, seat) != phase.name.casefold()
    return second and section.name.casefold().endswith(f" {seat.casefold()}")


def _names(phase: Phase) -> tuple[str, ...]:
    return tuple(each.casefold() for each in (phase.name, phase.series, *phase.later))


def _nameless(round_: int | None, table: Viewpoint) -> Reason:
    phase = table.phase
    if round_ not in (None, phase.round):
        return reason("no-phase", example=f"{round_} {phase.name}")
    example = f"{phase.round + 1} {phase.name}"
    return reason("not-your-phase", phase=phase.key, seats=phase.may, example=example)
